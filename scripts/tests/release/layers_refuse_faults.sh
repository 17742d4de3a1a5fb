#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make lint-layers` passes on the tree. Its script refuses a copy in which a file calls or includes what its product
# may not see, files call each other in a circle, or a file is in no product.
set -euo pipefail
make -s --no-print-directory lint-layers
. scripts/lib/refuses.sh
tree=$tmp/tree

fresh() { # a copy of the sources, and links to their objects
  rm -rf "$tree"
  mkdir -p "$tree/scripts/lint" "$tree/build"
  cp -r cmodel tb rtl "$tree/"
  cp scripts/lint/layers.py "$tree/scripts/lint/"
  cp -rs "$PWD/build/obj" "$tree/build/"
}

check() { (cd "$tree" && python3 scripts/lint/layers.py build); }

includes() { # TEXT FILE HEADER
  fresh
  printf '#include "%s"\n' "$3" >>"$tree/$2"
  refuses "$2 with $3" "$1" check
}

calls() { # TEXT FILE NAME: the object of the file calls one more function
  local object=${2#cmodel/}
  object=build/obj/$object
  object=${object%.c}.o
  fresh
  echo "void $3(void); void rvt_planted(void); void rvt_planted(void) { $3(); }" | ${CC:-cc} -x c -c -o "$tmp/planted.o" -
  rm "$tree/$object"
  ld -r -o "$tree/$object" "$object" "$tmp/planted.o"
  refuses "$2 with a call of $3" "$1" check
}

# Upwards, or to the side.
calls 'base may not see top' cmodel/base/number.c rvt_encoder_tick
calls 'ntrace may not see encode' cmodel/model/ntrace/ntrace_flow.c rvt_encode_init
calls 'ingress may not see ntrace' cmodel/model/ingress/queue.c rvt_ntrace_flow_init
calls 'control may not see transport' cmodel/model/control/regs_pib.c rvt_pib_init
calls 'transport may not see ntrace' cmodel/model/transport/fork.c rvt_ntrace_packer_init
calls 'walk may not see stimulus' cmodel/decoder/walk.c rvt_player_init
calls 'driver may not see device' cmodel/driver/drv_text.c rvt_device_open
calls 'oracle may not see codec' cmodel/oracle/oracle.c rvt_ntrace_msg_write
calls 'oracle may not see oracle-ntrace' cmodel/oracle/oracle_rules.c oracle_messages
includes 'oracle may not see codec' cmodel/oracle/oracle_rules.c rvt/ntrace_msg.h
calls 'benches may not see tools' tb/judges/pin_check.c rvt_complain
includes 'oracle may not see ntrace' cmodel/oracle/oracle.c rvt/unit/ntrace_flow.h
includes 'transport may not see codes' cmodel/model/transport/pib.c rvt/ntrace.h
includes 'tools may not see tests' cmodel/tools/device/device.c tests/support/capture.h
includes 'benches may not see tests' tb/judges/pin_check.c tests/support/damage.h
includes 'isa may not see walk' cmodel/include/rvt/insn.h rvt/decoder.h
includes 'ingress_slot.h: a header for its own folder' tb/judges/pin_check.c model/ingress/ingress_slot.h

# The RTL: a package, an instance, in a room that no table has.
rtl() { # TEXT FILE LINE
  fresh
  echo "$3" >>"$tree/$2"
  refuses "$2 with $3" "$1" check
}
rtl 'transport may not see ntrace_codes' rtl/transport/rvt_fork.sv 'localparam X = rvt_ntrace_pkg::MseoEndMsg;'
rtl 'framing may not see transport' rtl/framing/rvt_framing.sv '  rvt_fork #('
rtl 'check may not see ntrace_codes' rtl/check/rvt_check_encoder.sv 'localparam X = rvt_ntrace_pkg::SyncReset;'
rtl 'circle of RTL files: .*rvt_pib_words' rtl/transport/rvt_pib_words.sv '  rvt_pib i_pib ('
fresh
mkdir "$tree/rtl/new"
cp rtl/common/rvt_fifo.sv "$tree/rtl/new/rvt_new.sv"
refuses 'RTL in no room' 'rtl/new/rvt_new.sv: expected in a room of the table, found in none' check
fresh
plant "$tree/scripts/lint/layers.py" 's/^(    "framing": .*, )each\("%_codes"\)/\1each("%_codes transport")/'
refuses 'a table with a circle of rooms' 'circle of rooms: .*transport' check

# Circles within a product.
calls 'walk may not see decoder-ntrace' cmodel/decoder/walk.c rvt_ntrace_flow
calls 'circle of files: .*report.c' cmodel/decoder/report.c rvt_ntrace_flow
calls 'circle of files: .*progen_asm.c' cmodel/stimulus/progen_asm.c rvt_progen_body
calls 'circle of files: .*ctl/common.c' cmodel/tools/ctl/common.c rvt_ctl_status
calls 'circle of files: .*shared/tool.c' cmodel/tools/shared/tool.c rvt_dump
includes 'circle of files: .*bench.h' tb/harness/dut.h harness/bench.h

fresh
mkdir "$tree/cmodel/new"
cp cmodel/base/number.c "$tree/cmodel/new/new.c"
refuses 'a file in no product' 'cmodel/new/new.c: expected in one product of the table, found in none' check

fresh
rm "$tree/build/obj/base/number.o"
refuses 'a file without its object' 'cmodel/base/number.c: expected its object' check

fresh
plant "$tree/scripts/lint/layers.py" 's/^(    "base": .*|.*rvt\/apb", )""/\1"ntrace"/'
refuses 'a table with a circle' 'circle of products: .*ntrace' check

echo "layers: $count cases: the tree accepted, faults refused"

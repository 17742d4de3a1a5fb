#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The netlists of Yosys in a simulator with four states: no input that means nothing makes an output
# unknown, after the first reset and through resets in traffic (tb/smoke/fourstate). And an encoder in which
# one register has no reset is seen. Icarus 11 reads no package of the sources, hence the netlists.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
make -s --no-print-directory need-fourstate build/rtl.f build/bin/rvt
tmp=${RVT_TMP:-$(mktemp -d)}
out=build/fourstate
mkdir -p "$out"

netlist() { # netlist TOP DIRECTORY FILE_LIST NAME=VALUE...: DIRECTORY/netlist.v and DIRECTORY/ports.vh
  local top=$1 where=$2 list=$3 values='' parameter
  shift 3
  for parameter in "$@"; do values+=" -chparam ${parameter%%=*} ${parameter#*=}"; done
  mkdir -p "$where"
  yosys -q -p "read_verilog -sv $(sed -n 's/^+incdir+/-I/p' "$list" | tr '\n' ' ') $(grep -v '^+' "$list" | tr '\n' ' ')
    hierarchy -check -top $top$values; proc; flatten; opt_clean; memory_collect; rename -top netlist
    write_verilog -noattr $where/netlist.v" >"$where/yosys.log" 2>&1 || { tail -5 "$where/yosys.log"; exit 1; }
  # Every port by its name: inputs are unknown until something drives them, outputs are all looked at.
  awk '/^  (input|output) / { kind = $1; range = $2 ~ /^\[/ ? $2 : ""; name = $NF; sub(/;$/, "", name)
      print "  " (kind == "input" ? "reg " : "wire ") range " " name ";"
      names = names (names == "" ? "" : ", ") "." name "(" name ")"
      if (kind != "output") next
      all = all (all == "" ? "" : ", ") name
      tell = tell "    if (^" name " === 1\047bx) $display(\"clock %0d: " name " is %b\", clocks, " name ");\n" }
    END { print "  netlist i_dut (" names ");\n  wire outputs = ^{" all "};"
      print "  task name_unknown;\n  begin\n" tell "  end\n  endtask" }' "$where/netlist.v" >"$where/ports.vh"
}

simulate() { # simulate DIRECTORY TEST [FULL]: its last line
  iverilog -g2012 -DFULL="1'b${3:-0}" -s four_state -I "$1" -I tb/smoke/fourstate -o "$1/sim" "tb/smoke/fourstate/$2.v" "$1/netlist.v"
  (cd "$1" && vvp -n sim >sim.log)
  cat "$1/sim.log"
}

encoder='Xlen=32 Blocks=2 FlowBlocks=1 IretireWidth=4 IcntWidth=9 HistWidth=8 StackDepth=4 SrcBitsMax=0 QueueDepth=8 Lanes=4 Events=1 SeqJump=1'
full="$encoder TsWidth=40 Context=2 ContextWidth=16 HcontextWidth=6 AllJumps=1 ExtendAddr=1 RepeatBranch=1"
system='Xlen=32 Blocks=2 FlowBlocks=2 IretireWidth=4 StackDepth=4 SrcBitsMax=4 QueueDepth=8 QueueSync=1 Events=1 SeqJump=1
  SramWordsLog2=8 Pins=8 SafeDiv=1 BufferBytes=48 ClkCenter=1 Calibrate=1'

fail() {
  echo "four_state: $*"
  exit 1
}

expect_pass() { # expect_pass DIRECTORY TEST [FULL]
  simulate "$@" >"$tmp/said"
  grep -q '^passed' "$tmp/said" || { cat "$tmp/said"; fail "$1"; }
  echo "${1##*/}: $(grep '^passed' "$tmp/said")"
}

expect_messages() { # expect_messages DIRECTORY OPTIONS KIND...: the last session has some of each
  local where=$1 options=$2 kind status
  shift 2
  # shellcheck disable=SC2086
  build/bin/rvt dump --config=none $options "$where/encoder.bin" >"$tmp/dump" 2>"$tmp/said" && status=0 || status=$?
  [ "$status" -eq 1 ] || fail "rvt dump ended with $status, and 1 says that trace was lost"
  if grep -v ': overflow: ' "$tmp/said"; then fail 'the bytes are no messages'; fi
  [ "$(wc -l <"$tmp/dump")" -gt 200 ] || fail 'too few messages in the last session'
  for kind in "$@"; do
    grep -q "$kind" "$tmp/dump" || fail "no $kind in the last session"
  done
}

# shellcheck disable=SC2086
netlist rvt_encoder "$out/encoder" build/rtl.f $encoder
expect_pass "$out/encoder" encoder
expect_messages "$out/encoder" '' ProgTraceSync IndirectBranchHist IndirectBranchHistSync Error ProgTraceCorrelation
# shellcheck disable=SC2086
netlist rvt_encoder "$out/full" build/rtl.f $full
expect_pass "$out/full" encoder 1
expect_messages "$out/full" '--ts --extend-addr=32' ProgTraceSync Ownership DirectBranch DirectBranchSync IndirectBranch IndirectBranchSync \
  RepeatBranch Error
# shellcheck disable=SC2086
netlist rvt_top "$out/top" build/rtl.f $system
expect_pass "$out/top" top

refuses() { # refuses FILE SED_SCRIPT VALUES [FULL]: an encoder with this fault has an unknown output
  mkdir -p "$tmp/rtl"
  sed "$2" "$1" >"$tmp/rtl/$(basename "$1")"
  if cmp -s "$1" "$tmp/rtl/$(basename "$1")"; then fail "'$2' changes nothing of $1"; fi
  sed "s,^$1\$,$tmp/rtl/$(basename "$1")," build/rtl.f >"$tmp/rtl.f"
  # shellcheck disable=SC2086
  netlist rvt_encoder "$tmp/faulty" "$tmp/rtl.f" $3
  simulate "$tmp/faulty" encoder "${4:-}" >"$tmp/said"
  grep -q '^FAILED: .* unknown' "$tmp/said" || fail "a register without a reset is not seen: $1 $2"
}

# Without their lines in the branch of the reset.
refuses rtl/ingress/rvt_ingress_session.sv '/if (!rst_ni) begin/,/end else/{/^ *open_q <= /d}' "$encoder"
refuses rtl/ingress/rvt_ingress_session.sv '/if (!rst_ni) begin/,/end else/{/^ *overflow_q <= /d}' "$encoder"
refuses rtl/ntrace/rvt_ntrace_repeat.sv '/if (!rst_ni) begin/,/end else/{/some_q, full_q} <= /d}' "$full" 1
echo "four_state: 3 netlists, 3 faults refused"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# tandem.sh CORE SIM ELF NAME [PLUSARG...]: run a program on a core; each instruction's changes, as the encoder's bytes say them, have to be
# Spike's, once while it runs and once afterwards, and their recording has to have the PCs of the core. NAME.tv: these bytes, .txt: as text.
set -euo pipefail
. tb/soc/speaks.sh
core=tb/soc/$1.toml sim=$(realpath "$2") elf=$3 name=$4
shift 4
here=$(realpath "$name")
program=$(realpath "$elf")
xlen=$(sed -n 's/^xlen = //p' "$core")
case $name in *-kernel) set -- +switches=409 "$@" ;; esac
# CVA6 writes a list of its own where it is run.
mkdir -p "$here.run"
ln -sf /dev/null "$here.run/trace_hart_00.dasm"
model=("+tandem_core=$(realpath "$core")" "+tandem_model=$(realpath build/lib/rvtrace/spike.so)")
riscv64-unknown-elf-objcopy -O verilog --change-addresses -0x80000000 -R .tohost "$elf" "$name.hex"
ended=0
(cd "$here.run" && ulimit -t "${RVT_SIM_SECONDS:-900}" && "$sim" "+program=$here.hex" "+uart=$here.nex" "+log=$here.log" "+traps=$here.traps" "+pins=$here.vcd" "+tandem=$here.tv" "${model[@]}" "+tandem_elf=$program" "$@") > "$name.out" 2>&1 || ended=$?
# A core that does not wait is told so, and nothing else.
case $name in *-lossy) sed -i '/: groups in more than [0-9]* clocks under stall_o (TV:E-05)/d' "$name.out" ;; esac
if [ "$ended" != 0 ] || speaks "$name.out"; then
  echo "$elf: expected the program to end with 0, and no checker to speak; found:" >&2
  tail -n 20 "$name.out" >&2
  exit 1
fi
build/bin/rvt dump --format tandem --xlen "$xlen" "$name.tv" | sed 's/^0x[0-9a-f]*: //; s/  #.*//' > "$name.txt"
build/bin/rvt tandem --core "$core" --elf "$elf" "$name.tv" > "$name.said" || { cat "$name.said" >&2; exit 1; }
# It has compared what the core retired, and no less.
if [ "$(wc -l < "$name.txt")" -lt 10000 ] || ! grep -q ": $(wc -l < "$name.txt") groups, .* 0 differences$" "$name.said"; then
  echo "$elf: expected every group of the core to be compared, found:" >&2
  cat "$name.said" >&2
  exit 1
fi
head -n 1 "$name.said"
# So it has while the core ran, but for what the encoder held at the end.
live=$(sed -n 's/.*i_judge: \([0-9]*\) groups, 0 differences$/\1/p' "$name.out")
if [ $(($(wc -l < "$name.txt") - ${live:-0})) -gt 64 ]; then
  echo "$elf: expected every group to be compared while the core runs, found ${live:-none}" >&2
  exit 1
fi

# A hart that has done something else is named where it has, and nowhere else: NUMBER of the group, what sed makes of its line, what is said.
named() {
  local group=$1 change=$2 said=$3 status=0
  sed "$((group + 1))$change" "$name.txt" | build/bin/rvt assemble --format tandem --xlen "$xlen" - -o "$name-other.tv"
  build/bin/rvt tandem --core "$core" --elf "$elf" "$name-other.tv" > "$name-other.said" || status=$?
  if [ "$status" != 1 ] || ! head -n 1 "$name-other.said" | grep -q "^group $group, byte 0x[0-9a-f]*, pc 0x[0-9a-f]* <.*>, insn 0x[0-9a-f]*: expected $said as Spike has it, found "; then
    echo "$elf: expected a difference in group $group, $said, and status 1, found status $status:" >&2
    head -n 3 "$name-other.said" >&2
    exit 1
  fi
}
line() { grep -n -m "${2:-9000}" "$1" "$name.txt" | tail -n 1 | cut -d: -f1; } # of the 9000th group with this

# Trace that begins in the middle begins with the core's state; of a core that does not wait each loss is followed by it (TV:E-05, E-08).
# From there on all is compared but what loads get.
case $name in *-middle | *-lossy)
  times=$(sed -n 's/^attached to \([0-9]*\) states* in the trace; copied behind gaps: [1-9][0-9]* of loads and CSRs$/\1/p' "$name.said")
  case $name in *-middle) [ "$times" = 1 ] ;; *) [ "${times:-0}" -ge 100 ] ;; esac || {
    echo "$elf: expected the model to go on at a state in the trace, found:" >&2
    cat "$name.said" >&2
    exit 1
  }
  echo "  states in the trace: $times"
  named "$(($(line ' insn[0-9]*=[^ ]* x10=[^ ]*$' 900) - 1))" 's/ x10=0x[0-9a-f]*/ x10=0x5a5a5a5a/' 'x10 0x[0-9a-f]*'
  exit ;;
esac
# Its bus did what its instructions say, in their order; beside the same program without transactions nothing differs.
case $name in *-bus)
  python3 tb/soc/bus.py "$name.txt"
  sed "$(line '^Group store32@')s/=0x[0-9a-f]*/=0x5a5a5a5a/" "$name.txt" > "$name-other.txt"
  if python3 tb/soc/bus.py "$name-other.txt" 2> "$name-other.err" || ! grep -q 'expected what the bus has stored: 0x5a5a5a5a at ' "$name-other.err"; then
    echo "$elf: expected another store of the bus to be named, found:" >&2
    cat "$name-other.err" >&2
    exit 1
  fi
  # At the end of the program one of both may lack some groups: status 1. What is said before it decides.
  build/bin/rvt tandem --core "$core" --against "${elf%.elf}.tv" "$name.tv" > "$name.said" || [ $? -eq 1 ]
  if ! grep -q ': [0-9]\{5,\} groups beside .* 0 differences$' "$name.said"; then
    echo "$elf: expected the same groups with and without bus transactions, found:" >&2
    head -n 3 "$name.said" >&2
    exit 1
  fi
  ;;
esac
# A recording has one program.
case $name in *-kernel) exit ;; esac
# The same bytes are a recording, whose trace has the core's own PCs.
if ! build/bin/rvt import --core "$core" --elf "$elf" "$name.tv" -o "$name.rvti" 2> "$name.said" ||
  ! build/bin/rvt encode "$name.rvti" -o "$name-recorded.nex" 2>> "$name.said"; then
  echo "$elf: expected its tandem trace to be a recording, found:" >&2
  cat "$name.said" >&2
  exit 1
fi
if ! build/bin/rvt diff --elf "$elf" "$name-recorded.nex" "$name.log" > "$name.diff" 2>> "$name.said"; then
  echo "$elf: expected the trace of its tandem trace to have the PCs of the core, found:" >&2
  tail -n 5 "$name.diff" "$name.said" >&2
  exit 1
fi
tail -n 1 "$name.diff"
case $name in *-setjmp | *-traps) ;; *) exit ;; esac

at=$(($(line ' x10=') - 1))
named "$at" 's/ x10=0x[0-9a-f]*/ x10=0x5a5a5a5a/' 'x10 0x[0-9a-f]*'
named "$at" 's/ x10=0x[0-9a-f]*//' 'x10 0x[0-9a-f]*'
named "$(($(line ' store32=') - 1))" 's/ store32=0x[0-9a-f]*/ store32=0x5a5a5a5a/' 'stored data 0x[0-9a-f]*'
named "$(($(line ' store32=') - 1))" 's/ eaddr=0x8/ eaddr=0x9/' 'address of the store 0x[0-9a-f]*'
named "$(($(line ' insn16=') - 1))" 's/ insn16=0x[0-9a-f]*/ insn16=0x5a5a/' 'instruction 0x[0-9a-f]*'
named "$(($(line 'pc=0x[0-9a-f]* insn16=' 900) - 1))" 's/pc=0x[0-9a-f]*/pc=0x5a5a5a5a/' 'pc 0x[0-9a-f]*'

# Its end is said, and another program is, too.
status=0
cut=$(($(build/bin/rvt dump --format tandem --xlen "$xlen" "$name.tv" | sed -n '6000s/:.*//p') + 3))
head -c "$cut" "$name.tv" | build/bin/rvt tandem --core "$core" --elf "$elf" - > "$name-other.said" 2> "$name-other.err" || status=$?
if [ "$status" != 1 ] || ! grep -q '^rvt tandem: <stdin>: byte '"$cut"': expected the rest of a group, found the end of the stream (TV:R-17)$' "$name-other.err"; then
  echo "$elf: expected status 1 of a stream that is cut, found $status:" >&2
  cat "$name-other.err" >&2
  exit 1
fi

# While the core runs, the first difference ends the simulation: here of an instruction that the model's program has not.
address=$(riscv64-unknown-elf-nm "$elf" | sed -n 's/^0*\([0-9a-f]*\) T workload$/\1/p')
riscv64-unknown-elf-objcopy --dump-section .text="$here.text" "$elf" "$name-other.elf"
start=$(riscv64-unknown-elf-objdump -h "$elf" | awk '$2 == ".text" { print $4 }')
printf '\023\001\001\000' | dd of="$here.text" bs=1 seek=$((0x$address - 0x$start)) conv=notrunc status=none # addi sp, sp, 0
riscv64-unknown-elf-objcopy --update-section .text="$here.text" "$elf" "$name-other.elf"
if { (cd "$here.run" && "$sim" "+program=$here.hex" "+uart=$here.nex" "+log=$here.log" "+traps=$here.traps" "+pins=$here.vcd" "+tandem=$here-other.tv" \
  "${model[@]}" "+tandem_elf=$here-other.elf" "$@") > "$name-other.out" 2>&1; } 2> /dev/null ||
  ! grep -q "i_judge: group [0-9]*, byte 0x[0-9a-f]*, pc 0x$address <workload+0x0>, insn 0x[0-9a-f]*: expected instruction 0x\(10113\|113\) as Spike has it, found 0x" "$name-other.out"; then
  echo "$elf: expected the simulation to end at 0x$address, found:" >&2
  tail -n 5 "$name-other.out" >&2
  exit 1
fi
grep -m 1 'i_judge: group' "$name-other.out"

#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tandem verification trace from pins and memories: cli_tandem_pins.sh [RVT]; run in the top directory of the tree. The pins are made here.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

cat >pins.py <<'PYTHON'
"""pins.py TRACE OUT PINS FROM: a capture of the groups of a trace, which are lines of bytes in hexadecimal, from beat FROM on."""
import sys
trace, out, pins, start = sys.argv[1:]
pins, start = int(pins), int(start)
beats, groups = [0] * 7, [bytes.fromhex(line) for line in open(trace)]
for n, group in enumerate(groups):
    if pins == 4:
        beats += [h for b in group for h in (b & 15, b >> 4)]
    elif pins == 8:
        beats += group
    else:
        group += bytes(len(group) % 2)
        beats += [a | b << 8 for a, b in zip(group[::2], group[1::2])]
    beats += [0] * (n % 3)  # also without idle beats, and with an odd number
with open(out, "w") as file:
    file.write("t,TRC_CLK," + ",".join(f"TRC_DATA{i}" for i in range(pins)) + "\n0,0" + ",0" * pins + "\n")
    for n, beat in enumerate((beats + [0] * 9)[start:]):
        file.write(f"{20 * n + 20},{(n + 1) & 1}," + ",".join(str(beat >> i & 1) for i in range(pins)) + "\n")
PYTHON

cat >a.txt <<'LINES'
Group reset
Group init x2=0x80001000
Group pc+ insn16=0x7139 x2=0x8000000000000000
Group pc=0x80000100 insn32=0x73 mepc=0x80000004 mcause=0xb mstatus=0x1800 mtval=0x0 privilege=0x3
Group pc=0x80000104 insn32=0x52023 f10=0x0 paddr=0x1000000000002000 store64=0x0
Group pc+ insn32=0x10101073 fcsr|=0x1 mtime=0x0101010101010101 pc_paddr=0x0
LINES
"$rvt" assemble --format tandem --xlen 64 --flen 64 a.txt -o a.tv
check 'assemble' 0 $?
"$rvt" dump --format tandem --xlen 64 --flen 64 a.tv | sed 's/.*# //' >a.hex

for pins in 4 8 16; do
  python3 pins.py a.hex a.csv $pins 0
  said=$("$rvt" pins --format tandem --xlen 64 --flen 64 a.csv -o b.tv 2>&1)
  check "$pins pins: status" "0 $pins pins, edges at the begin of beats: 6 messages" "$? ${said%, *}"
  cmp -s a.tv b.tv
  check "$pins pins: bytes" 0 $?
  # A probe that was not there from the begin is told so, wherever in a group it came (TV:E-06).
  python3 pins.py a.hex a.csv $pins $((8 + 110 / pins))
  said=$("$rvt" pins --format tandem --xlen 64 --flen 64 --pins $pins a.csv -o c.tv 2>&1)
  check "$pins pins, from within a group: status" 1 $?
  case $said in *'does the capture begin within a group'*'(TV:E-06)?') found=yes ;; *) found=$said ;; esac
  check "$pins pins, from within a group: what is said" 'yes no' "$found $(test -f c.tv && echo yes || echo no)"
done
python3 pins.py a.hex a.csv 8 0
"$rvt" pins --format tandem --xlen 32 a.csv -o c.tv 2>err
check 'other widths: status' 1 $?

# A memory: padding between sessions, one that ends within a group, and one that goes on after a group that was cut.
{ cat a.tv; printf '\0\0\0'; cat a.tv; } >memory.tv
check 'a memory: status' '0 12' "$("$rvt" dump --format tandem --xlen 64 --flen 64 memory.tv >lines; echo $?) $(grep -c Group lines)"
head -c 100 a.tv >memory.tv
"$rvt" dump --format tandem --xlen 64 --flen 64 memory.tv >lines 2>err
check 'a memory that ends within a group' '1 (TV:R-17)' "$? $(sed 's/.* //' err)"
whole=$(grep -c Group lines)
{ head -c 100 a.tv; printf '\377\377\377\377\377\377\377\377\377\377\377\0'; cat a.tv; } >memory.tv
"$rvt" dump --format tandem --xlen 64 --flen 64 memory.tv >lines 2>err
check 'a memory with a group that was cut' "1 $whole" "$? $(grep -c Group lines)"

report

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What scripts/bench/traffic.py measures of a recording is what `rvt encode` makes of it: the bytes with each width of I-CNT, 16 of
# them beside bits per instruction, are those of a stream in which a full I-CNT has that width, and which decodes to the recorded PCs.
set -euo pipefail
make -s --no-print-directory need-base
python=${PYTHON:-build/venv/bin/python3}
. scripts/lib/refuses.sh
program=sim/corpus/sort-rv32

"$python" - $program/program.rvti >"$tmp/measured" <<'END'
import sys
sys.path.insert(0, "scripts/bench")
import traffic
gains = traffic.gains(sys.argv[1])
bits = {"btm": gains["btm"]["off"], "htm": gains["htm"]["off"], "htm_ir": gains["htm"]["implicit return"]}
for mode, widths in traffic.icnt(sys.argv[1]).items():
    for width, size in widths.items():
        print(mode, width, size, f"{size} bytes, {bits[mode]:.3f} bit/instr" if width == "16" else f"{size} bytes")
END

xz -dc $program/pcs.xz >"$tmp/pcs"
full() { # WIDTH: all RCODE 0 have a count that fills it
  build/bin/rvt dump "$tmp/t.nex" | sed -n 's/.*ResourceFull RCODE=0 .*I-CNT=\([0-9]*\).*/\1/p' >"$tmp/counts"
  awk -v w="$1" '$1 < 2 ^ (w - 1) || $1 >= 2 ^ w { exit 1 }' "$tmp/counts"
}

while read -r mode width size said; do
  case $mode in
  htm_ir) options=(--mode htm --implicit-return --stack-depth 8) ;;
  *) options=(--mode "$mode") ;;
  esac
  build/bin/rvt encode "${options[@]}" --icnt-width "$width" --elf $program/program.elf $program/program.rvti -o "$tmp/t.nex" 2>"$tmp/said"
  accepts "$mode with I-CNT of $width bits: $size bytes" [ "$(stat -c %s "$tmp/t.nex")" = "$size" ]
  accepts "$mode with I-CNT of $width bits: '$said'" grep -q "$said" "$tmp/said"
  accepts "$mode with I-CNT of $width bits: ResourceFull" full "$width"
  [ "$mode/$width" != htm_ir/8 ] || accepts 'a narrow I-CNT fills' [ -s "$tmp/counts" ]
  build/bin/rvt decode --pcs "$tmp/t.nex" >"$tmp/decoded"
  accepts "$mode with I-CNT of $width bits: PCs" cmp "$tmp/decoded" "$tmp/pcs"
done <"$tmp/measured"
accepts 'three modes and eight widths' [ "$count" -eq 97 ]

# docs/cost.md: with a period of 2^(n + 4) half-words, which is longer than a block, bits above n + 6 are never used.
synced() { build/bin/rvt encode --sync-mode halfwords --sync-max 4 --icnt-width "$1" $program/program.rvti -o "$tmp/$1.nex" 2>/dev/null; }
for width in 9 10 22; do synced $width; done
accepts 'a period of 256 half-words with 10 bits' cmp "$tmp/10.nex" "$tmp/22.nex"
refuses 'a period of 256 half-words with 9 bits' differ cmp "$tmp/9.nex" "$tmp/22.nex"

echo "traffic: $count cases"

#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What `make bench` measures with: cli_bench.sh [BUILD]; run in the top directory of the tree.
build=${1:-build}
set -- "$build/bin/rvt"
. cmodel/tests/tools/cli.sh

"$rvt" generate --xlen 32 --seed 3 -n 40000 --set p_halt=0 -o "$dir/g" >"$dir/out" 2>&1
params='Xlen=32 Btm=1 Htm=1 Blocks=1 FlowBlocks=1 IretireWidth=6 ItypeWidth=4 Single=0 IaddrOnInt=1 IcntWidth=16 HistWidth=32 StackDepth=8 SrcBitsMax=0 TsWidth=0 QueueDepth=64 StallLatency=1 Lanes=1 FifoDepth=64 PlainHist=1'
"$build/bench/bench_overflows" "$dir/g.rvti" btm "$params" btm "$params QueueDepth=2" >"$dir/out"
check 'bench_overflows' 0 $?
# Without an overflow the clocked model sends what the functional encoder sends.
bytes=$("$rvt" encode --mode btm --seed 1 --json "$dir/g.rvti" -o "$dir/g.nex" |
  sed 's/.*"bytes":\([0-9]*\),"bits.*/\1/')
check 'a deep queue loses nothing' "40000 0 0 $bytes" \
  "$(awk 'NR == 1 { print $3, $4, $5, $7 }' "$dir/out")"
check 'a short queue loses, and it is seen' 1 \
  "$(awk 'NR == 2 && $4 > 0 && $5 >= $4 && $6 == 2 && $7 > 0' "$dir/out" | wc -l)"
"$build/bench/bench_overflows" "$dir/g.rvti" btm 'Xlen=33' 2>"$dir/err"
check 'bad parameters' 2 $?

for part in encode decode model; do
  "$build/bench/bench_speed" $part "$dir/g.rvti" 2 "$dir/g.elf" >"$dir/out"
  check "bench_speed $part" '0 2' "$? $(grep -cE '^[0-9]*[1-9][0-9.]*$' "$dir/out")"
done

report

#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What `make bench` measures with: cli_bench.sh [BUILD]; run in the top directory of the tree.
build=${1:-build}
set -- "$build/bin/rvt"
. cmodel/tests/tools/cli.sh

"$rvt" generate --xlen 32 --seed 3 -n 40000 --set p_halt=0 -o "$dir/g" >"$dir/out" 2>&1
for part in encode decode model; do
  "$build/bench/bench_speed" $part "$dir/g.rvti" 2 "$dir/g.elf" >"$dir/out"
  check "bench_speed $part" '0 2' "$? $(grep -cE '^[0-9]*[1-9][0-9.]*$' "$dir/out")"
done

report

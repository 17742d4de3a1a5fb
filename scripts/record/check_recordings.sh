#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# check_recordings.sh BUILD ISA PROGRAM.elf...: checks PROGRAM.rvti beside each program against its
# ELF file, and the number of times each PC retired against the histogram that Spike itself keeps.
set -eu
build=$1 isa=$2
shift 2
spike=${RVT_SPIKE:-spike}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

for elf; do
  "$build/tests/test_recording" "$elf" "${elf%.elf}.rvti" "$dir/recorded"
  "$spike" -g --isa="$isa" -m0x80000000:0x100000 "$elf" 2>"$dir/histogram"
  # The program's own PCs only; the simulator knows a 32-bit PC with its sign and without. The loop
  # after the store to tohost is no part of a recording.
  awk 'NF == 2 && $2 ~ /^[0-9]+$/ && length($1) >= 8 { n[substr($1, length($1) - 7)] += $2 }
       END { for (pc in n) print pc, n[pc] }' "$dir/histogram" | sort >"$dir/simulated"
  sort "$dir/recorded" | comm -3 - "$dir/simulated" >"$dir/difference"
  ran=$(wc -l <"$dir/recorded")
  if [ "$ran" -lt 100 ]; then
    echo "$elf: expected 100 addresses or more that ran, found $ran: too little to compare" >&2
    exit 1
  fi
  if [ "$(wc -l <"$dir/difference")" -ne 1 ] || ! grep -q '^	' "$dir/difference"; then
    echo "$elf: PC and count, recorded and simulated: expected the last loop alone, found:" >&2
    head -20 "$dir/difference" >&2
    exit 1
  fi
done

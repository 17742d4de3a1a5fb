#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The damaged streams of sim/programs/vectors/damaged.txt through `rvt decode`: cli_damaged.sh [RVT]; run in
# the top directory of the tree.
. cmodel/tests/tools/cli.sh

value() { # number, bytes: little-endian
  left=$1 i=0
  while [ "$i" -lt "$2" ]; do
    printf '%02x ' $((left & 255))
    left=$((left >> 8)) i=$((i + 1))
  done
}

# RV64 with a segment per piece of code; the program is shown in sim/programs/vectors/damaged.txt.
pieces='0x100:01_00_63_0f_00_0e_73_00_00_00 0x200:01_00_82_80 0x300:01_a0_01_00
0x400:09_c0_01_00_0b_00_00_00_13_00_00_00_02_90'
offset=$((64 + 4 * 56)) program='' code=''
for piece in $pieces; do
  address=${piece%%:*}
  hex=$(echo "${piece#*:}" | tr _ ' ')
  # shellcheck disable=SC2086
  set -- $hex
  program="$program $(value 1 4)$(value 5 4)$(value $offset 8)$(value "$address" 8)"
  program="$program $(value "$address" 8)$(value $# 8)$(value $# 8)$(value 2 8)"
  code="$code $hex"
  offset=$((offset + $#))
done
bytes "7f 45 4c 46 02 01 01 00 $(value 0 8)02 00 f3 00 $(value 1 4)$(value 256 8)$(value 64 8)
$(value 0 8)$(value 0 4)40 00 38 00 04 00 40 00 00 00 00 00 $program $code" "$dir/elf"

# A line for each report: offset and row, W before a warning, O of a loss that was announced.
reports() {
  sed -E '/: hint: /d
    s/^(rvt decode: )?[^:]*:0x0*([0-9a-f]*[0-9a-f]): ((warning|overflow): )?.*\((NT:[A-Z]+-[0-9]+)\)$/\3\2 \5/
    s/^warning: /W /; s/^overflow: /O /' "$dir/err" | tr '\n' ';' | sed 's/;$//; s/;/; /g'
}

# Addresses in order, ! where trace was lost, SRC: in front where there is one, *N after what comes N times.
pcs() {
  sed 's/^# overflow$/xx!/' "$dir/out" | uniq -c | awk '{
    printf "%s%s%s%s", (NR > 1 ? " " : ""), (NF > 2 ? $2 ":" : ""), substr($NF, 3), \
      ($1 > 1 ? "*" $1 : "") }'
}

show() { # of one line, what the tool says
  bytes "$hex" "$dir/in"
  # shellcheck disable=SC2086
  "$rvt" decode "$dir/in" --elf "$dir/elf" --pcs $options >"$dir/out" 2>"$dir/err"
  status=$?
  echo "$status | $(reports) | $(pcs)"
}

trim() { echo "$1" | sed 's/^ *//; s/ *$//'; }

while IFS='|' read -r id what options hex status report claimed; do
  case $id in '' | '#'*) continue ;; esac
  check "$id$what" "$(trim "$status") | $(trim "$report") | $(trim "$claimed")" "$(show)"
done <sim/programs/vectors/damaged.txt
check 'vectors: 30 or more' 1 "$((passed >= 30))"

report

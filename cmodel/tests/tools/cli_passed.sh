#!/bin/bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Messages that carry no program flow, in recorded captures (NT:DEC-07): cli_passed.sh [RVT]; run in the top directory of
# the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# Such a message after every third one of a capture: data acquisition, a watchpoint's, in-circuit trace, vendors'.
with_others() { # capture, others; to others.nex with its side-car
  "$rvt" dump "$1" | awk -v others="$2" 'BEGIN { n = split(others, other, ";") }
    { print } NR % 3 == 1 { print other[1 + int(NR / 3) % n] }' >lines
  "$rvt" assemble --config "${1%.nex}.json" lines -o others.nex
  sed "s#\"path\": \"#&$(dirname "$1")/#" "${1%.nex}.json" >others.json
}

for capture in "$corpus"/*/*tm.nex; do
  name=$(basename "$(dirname "$capture")")/$(basename "$capture" .nex)
  "$rvt" decode --pcs "$capture" -o pcs 2>err
  check "$name: as it is" 0 $?
  with_others "$capture" 'Bytes 1c 05 04 07;Bytes 3c 07;Bytes 88 3c 2b;Bytes f0 01 07;Bytes 1c 07;Bytes e0 00 00 0f'
  for how in '' --lenient; do
    # shellcheck disable=SC2086
    "$rvt" decode $how --pcs others.nex -o others.pcs 2>err
    check "$name $how: status" 0 $?
    cmp -s pcs others.pcs
    check "$name $how: all PCs" 0 $?
    # one line for each code, and none of anything else
    check "$name $how: warnings" "$([ -n "$how" ] || echo '7 15 34 56 60')" \
      "$(sed -n 's/^rvt decode: others.nex:0x[0-9a-f]*: warning: .*TCODE \([0-9]*\): .*(NT:DEC-07)$/\1/p' err | sort -n | xargs)"
    check "$name $how: nothing else said" "$([ -n "$how" ] && echo 0 || echo 5)" "$(wc -l <err)"
  done
  "$rvt" diff others.nex pcs >out 2>err
  check "$name: diff" 0 $?
  "$rvt" dump others.nex >out 2>err
  check "$name: dump" '0 0' "$? $(wc -l <err)"
done

report

#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Recorded programs with repeated histories, and back: cli_history.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

encode() { # program, options: a.nex with its side-car
  program=$corpus/$1/program
  shift
  "$rvt" encode "$@" --elf "$program.elf" -o a.nex "$program.rvti" 2>err
}
for name in calls-rv32 calls-rv64 interp-rv32 interp-rv64 nested-rv64 setjmp-rv32 sort-rv32 sort-rv64 traps-rv32 traps-rv64; do
  xz -dc "$corpus/$name/pcs.xz" >pcs # of Spike's log
  for mode in '--repeat-history=31 --implicit-return' '--repeat-history=24 --repeat-branch --plain-hist=0' \
    '--repeat-history=31 --ts --sync-mode=messages --sync-max=2' \
    '--repeat-history=31 --implicit-return=2 --ownership=privilege --sync-mode=halfwords --sync-max=3' \
    '--repeat-history=8 --hist-width=9 --icnt-width=8 --blocks=4' '--repeat-history=2 --hist-width=3' \
    '--repeat-history=31 --all-jumps --sequential-jump --extend-addr --repeat-branch --plain-sync --sync-mode=messages --sync-max=0'; do
    # shellcheck disable=SC2086  # words
    encode $name $mode
    check "encode $name $mode" 0 $?
    "$rvt" decode --pcs a.nex >found 2>err
    check "decode $name $mode" '0 ' "$? $(cat err)"
    cmp -s pcs found
    check "the recorded PCs of $name $mode" 0 $?
  done
done

size() { encode "$@" && stat -c %s a.nex; }
for name in sort-rv32 sort-rv64; do
  check "$name: fewer bytes, and fewer with longer periods" yes \
    "$([ "$(size $name --repeat-history=31)" -lt "$(size $name --repeat-history=1)" ] && [ "$(size $name --repeat-history=1)" -lt "$(size $name)" ] && echo yes)"
done
encode sort-rv64 --repeat-history=31
check 'messages that count' yes "$("$rvt" dump a.nex | grep -q 'ResourceFull RCODE=2 HIST=0x[0-9a-f]* HREPEAT=' && echo yes)"

refuses() { # options, text
  # shellcheck disable=SC2086  # words
  encode nested-rv64 $1
  check "refused: $1" "2 rvt encode: $2" "$? $(cat err)"
}
refuses '--repeat-history=31 --hist-width=9' '--repeat-history: expected 1..8 with --hist-width=9, found 31 (NT:RHI-01)'
refuses '--repeat-history=31 --mode=btm' '--repeat-history: expected --mode=htm, found btm'
refuses '--repeat-history=31 --format=e-trace' '--repeat-history: expected --format n-trace, which has it, found e-trace'
encode nested-rv64 --repeat-history=32
check 'refused: 32' '2 yes' "$? $(grep -q -e '--repeat-history: expected 1..31, found .32. (NT:RHI-01)' err && echo yes)"
report

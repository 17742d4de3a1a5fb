#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Recorded programs in E-Trace and back: cli_etrace_encode.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
corpus=$PWD/sim/corpus
cd "$dir" || exit 2

for program in calls-rv32 nested-rv64 setjmp-rv32 traps-rv32 traps-rv64; do
  for sync in off halfwords; do
    "$rvt" encode --format e-trace --sync-mode $sync --sync-max 2 --pcs pcs --elf "$corpus/$program/program.elf" \
      -o a.te "$corpus/$program/program.rvti" 2>err
    check "$program: encode, sync $sync" 0 $?
    "$rvt" decode --pcs --elf "$corpus/$program/program.elf" a.te >found 2>err
    check "$program: decode, sync $sync" '0 ' "$? $(cat err)"
    cmp -s pcs found
    check "$program: the recorded PCs, sync $sync" 0 $?
  done
done
# What the modes are called, and which options one format alone has.
program=traps-rv64
for mode in '' --full-address '--ownership context' '--blocks 4' '--preset etrace64 --implicit-return --branch-prediction=5'; do
  # shellcheck disable=SC2086  # words
  "$rvt" encode --format e-trace --json $mode --elf "$corpus/$program/program.elf" -o a.te "$corpus/$program/program.rvti" >counts 2>err
  check "counts $mode" "0 $(sed 's/.*by_message"/by_message"/' counts)" "0 $("$rvt" stats --json a.te | sed 's/.*by_message"/by_message"/; s/,"sync.*/}/')"
  "$rvt" decode --pcs a.te >found 2>err
  cmp -s pcs found
  check "decode $mode" 0 $?
done
"$rvt" encode --format e-trace --full-address --elf "$corpus/$program/program.elf" -o a.te "$corpus/$program/program.rvti" 2>err
check 'full addresses: the packets' '2 0' "$("$rvt" dump a.te | grep -c 'ioptions=0x4') $("$rvt" dump a.te | grep -c 'address=0xffff')"
"$rvt" encode --format e-trace --implicit-exception --elf "$corpus/$program/program.elf" -o a.te "$corpus/$program/program.rvti" 2>err
"$rvt" decode --pcs a.te >found 2>err
check 'implicit exceptions: the handler is not known' '1 yes' "$? $(grep -q 'mtvec, stvec, vstvec or utvec of the side-car' err && echo yes)"
# Each trap has its cause, level and value, however many blocks a clock has.
for blocks in 1 4; do
  "$rvt" encode --format e-trace --blocks $blocks --elf "$corpus/$program/program.elf" -o $blocks.te "$corpus/$program/program.rvti" 2>err
done
cmp -s 1.te 4.te
check 'four blocks: the same bytes' 0 $?
"$rvt" convert "$corpus/$program/program.rvti" - | sed -n 's/^trap exception .*cause=0x\([0-9a-f]*\) tval=\(.*\)/\1 \2/p' >recorded
"$rvt" dump 1.te | sed -n 's/.* Trap .*privilege=3 ecause=\([0-9]*\) interrupt=0 .* tval=\([^ ]*\).*/\1 \2/p' >found
check 'causes and values' "$(sed 's/^a /10 /; s/^b /11 /; s/^c /12 /; s/^d /13 /; s/^f /15 /' recorded)" "$(cat found)"
check 'returns to user mode' 1 "$("$rvt" dump 1.te | grep -c -m 1 'Start .*privilege=0')"
# srcID and time, both ways: with lists of PCs or without, and what a dump says makes the same bytes.
for mode in '--ts --src-bits=8 --src-id=7' '--ts --ts-width=64 --pace recorded' '--src-bits=5 --src-id=7' '--src-bits=12 --src-id=7 --blocks 4'; do
  case $mode in *--src-id=7*) src=--src=7 ;; *) src='' ;; esac
  # shellcheck disable=SC2086  # words
  {
    "$rvt" encode --format e-trace $mode --pcs pcs --elf "$corpus/$program/program.elf" -o a.te "$corpus/$program/program.rvti" 2>err
    check "encode $mode" 0 $?
    "$rvt" encode --format e-trace $mode --elf "$corpus/$program/program.elf" -o b.te "$corpus/$program/program.rvti" 2>err
    cmp -s a.te b.te
    check "encode $mode: the same bytes without a list" 0 $?
    "$rvt" decode --pcs $src a.te >found 2>err
    cmp -s pcs found
    check "decode $mode" 0 $?
    "$rvt" dump a.te >dumped
    "$rvt" assemble --config a.te.json dumped -o b.te 2>err
    cmp -s a.te b.te
    check "dump and assemble $mode" 0 $?
    "$rvt" diff $src a.te pcs >said 2>err
    check "diff $mode" 0 $?
  }
done
for bad in '--ts --ts-width=12' '--ts --src-bits=5'; do
  # shellcheck disable=SC2086  # words
  "$rvt" encode --format e-trace $bad --elf "$corpus/$program/program.elf" -o b.te "$corpus/$program/program.rvti" >found 2>err
  check "what E-Trace has not: $bad" '2 1' "$? $(grep -c -- '--[a-z-]*: expected .*(ETR:DC-11)' err)"
done
for bad in '--format e-trace --mode=htm' '--format e-trace --icnt-width=9' '--format e-trace --preset=rv64' '--format n-trace --preset=etrace64' '--full-address' '--implicit-exception'; do
  # shellcheck disable=SC2086  # words
  "$rvt" encode $bad --elf "$corpus/$program/program.elf" -o b.te "$corpus/$program/program.rvti" >found 2>err
  check "an option of the other format: $bad" '2 1' "$? $(grep -c -- '--[a-z-]*: expected --format [en]-trace, which has it, found [en]-trace' err)"
done
report

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
report

#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The decoder of E-Trace from the rows alone finds the PCs of Spike in what `rvt encode` writes:
# cli_etrace_rows.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
from_rows() { # capture, program
  python3 "$top/cmodel/oracle/etrace/decoder.py" "$1" "$corpus/$2/program.elf" >found 2>err
}
top=$PWD
cd "$dir" || exit 2

finds() { # program, options of rvt encode
  program=$1
  shift
  "$rvt" encode --format e-trace "$@" --elf "$corpus/$program/program.elf" -o a.te "$corpus/$program/program.rvti" 2>err
  check "$program: encode $*" 0 $?
  from_rows a.te "$program"
  check "$program: decode $*" 0 $?
  cmp -s pcs found
  check "$program: PCs $*" 0 $?
}

for program in setjmp-rv32 nested-rv64 traps-rv64; do
  xz -dc "$corpus/$program/pcs.xz" >pcs
  finds $program --sync-mode halfwords --sync-max 2 --sequential-jump
  finds $program --ts --ts-width 64 --src-bits 8 --pace recorded
  # The optional modes crossed, and with the extension.
  finds $program --implicit-return --branch-prediction 5 --jump-target-cache 5 --sequential-jump
  finds $program --implicit-return=2 --stack-depth 2 --branch-prediction 1 --jump-target-cache 7 --full-address --sync-mode messages \
    --sync-max 0 --blocks 4 --ownership context
  finds $program --implicit-return --irets --stack-depth 32 --branch-prediction 7 --sync-mode messages --sync-max 0 --blocks 4 \
    --ownership context
  test $program = setjmp-rv32 || continue # the shortest one has each alone, too
  finds $program
  finds $program --full-address --blocks 4
  finds $program --sync-mode messages --sync-max 0 --ownership context --src-bits 5 --src-id 7
  finds $program --implicit-return
  finds $program --branch-prediction 5
  finds $program --jump-target-cache 5
  finds $program --implicit-return --stack-depth 4 --branch-prediction 7 --jump-target-cache 1 --sync-mode halfwords --sync-max 2
  finds $program --implicit-return --irets
  finds $program --implicit-return --irets --branch-prediction 5 --jump-target-cache 5 --sequential-jump
  finds $program --implicit-return --irets --stack-depth 2 --jump-target-cache 1 --sync-mode halfwords --sync-max 2 --full-address
done

# Handlers that are implied: the side-car says where they are.
program=traps-rv64
"$rvt" encode --format e-trace --implicit-exception --elf "$corpus/$program/program.elf" -o a.te "$corpus/$program/program.rvti" 2>err
from_rows a.te $program
check 'no mtvec' '1 yes' "$? $(grep -q 'needs mtvec in the side-car' err && echo yes)"
sed -i 's/"addr_bits"/"mtvec": "0x80000140", "addr_bits"/' a.te.json
from_rows a.te $program
check 'implied handlers' 0 $?
cmp -s pcs found
check 'implied handlers: PCs' 0 $?

# A capture that is not what ran: a packet less, a byte less, another program.
"$rvt" encode --format e-trace --elf "$corpus/$program/program.elf" -o a.te "$corpus/$program/program.rvti" 2>err
"$rvt" dump a.te | sed 100d >fewer
"$rvt" assemble --config a.te.json fewer -o b.te 2>err
cp a.te.json b.te.json
from_rows b.te $program
cmp -s pcs found
check 'a packet less' 1 $?
head -c -1 a.te >b.te
from_rows b.te $program
check 'a byte less' '2 yes' "$? $(grep -q 'the capture ends in a packet' err && echo yes)"
from_rows a.te nested-rv64
check 'another program' '1 yes' "$? $(grep -q 'no instruction of the program fits' err && echo yes)"
report

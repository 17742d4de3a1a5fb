#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make lockstep`: what it prints, what it refuses, and that it sees a fault of the RTL in a build with
# a parameter of the user's, and a program that is not the one recorded.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
root=$PWD
unset MAKEFLAGS MAKEOVERRIDES # as a user calls it
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
passed=0
failed=0
program=sim/corpus/sort-rv32/program.rvti
whole='^lockstep: [1-9][0-9]* clocks, 0 differences, [1-9][0-9]* bytes, 182864 of 182864 PCs decoded$'

# run NAME STATUS TEXT VARIABLES...: what the command ends with, and a pattern of what it says
run() {
  local name=$1 status=$2 text=$3 found
  shift 3
  make -s --no-print-directory lockstep "$@" >"$tree/said" 2>&1
  found=$?
  if [ $found -eq "$status" ] && grep -q -- "$text" "$tree/said"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s: expected %s and "%s", found %s and\n' "$name" "$status" "$text" $found
    head -20 "$tree/said"
  fi
}

run "as it is built" 0 "$whole" RECORDING=$program
run "parameter and mode" 0 "$whole" RECORDING=$program BUILD='StackDepth=5 PlainSync=1' CONFIG='mode htm ir_en on ir_mode 3 stall_ena on'
run "no program" 2 "expected ELF=FILE or RECORDING=FILE"
run "no such file" 2 "no.rvti: expected a file" RECORDING=no.rvti
run "no such parameter" 2 "found 'Depth=5'; it has Format" RECORDING=$program BUILD=Depth=5
run "no such mode" 2 "CONFIG='mode htn': .*: expected mode to be one of off, btm, htm, found 'htn'" RECORDING=$program CONFIG='mode htn'
run "no such field" 2 "expected one of active, enable, tracing, mode, .*, found 'mod'" RECORDING=$program CONFIG='mod htm'
run "what the build has not" 2 "expected a mode that is built" RECORDING=$program BUILD=Btm=0 CONFIG='mode btm'
run "no ELF file" 2 "program.rvti: expected an ELF file" ELF=$program
run "parameter out of its range" 2 "^lockstep: BUILD='TsWidth=64' .*: expected ts_width 0..63, found 64" RECORDING=$program BUILD=TsWidth=64
run "parameters that do not go together" 2 "^lockstep: .*: expected safe_div of div_width 4 bits, found 16" RECORDING=$program BUILD='DivWidth=4 SafeDiv=16'
run "what no register has" 2 "^lockstep: .*: expected plain_sync off, found on: no register has it" RECORDING=$program CONFIG='mode htm plain_sync on'
run "what the driver sets" 2 "^lockstep: .*: expected active, enable and tracing on" RECORDING=$program CONFIG='tracing off'
run "no pins" 2 "expected Pib=1" RECORDING=$program BUILD=Pib=0
run "another XLEN" 2 "expected a program of RV64" RECORDING=$program BUILD=Xlen=64
run "a recording of another XLEN" 2 "^lockstep: .*: expected a recording of RV32, found RV64" RECORDING=sim/corpus/sort-rv64/program.rvti ELF=sim/corpus/sort-rv32/program.elf
run "parts of another XLEN" 2 "^lockstep: what comes out could not be decoded: .*: expected an ELF file for XLEN 32" RECORDING=$program PROGRAMS=sim/corpus/sort-rv64/program.elf
run "no number" 2 "found 'StackDepth=²'; it has Format" RECORDING=$program BUILD=StackDepth=²
run "a number too large" 2 "expected StackDepth=0..4294967295, found '4294967296'" RECORDING=$program BUILD=StackDepth=4294967296
run "another program" 2 "[1-9] differences, .* 0 of 182864 PCs" WAVES= RECORDING=$program ELF=sim/corpus/calls-rv32/program.elf
run "parts of another program" 2 "[1-9] differences, .* 0 of 182864 PCs" WAVES= RECORDING=$program PROGRAMS=sim/corpus/calls-rv32/program.elf
elf=sim/corpus/sort-rv32/program.elf
run "programs at one address" 0 "$whole" \
  RECORDING=$program PROGRAMS="$elf $elf"
run "parts with contexts" 0 "$whole" RECORDING=$program PROGRAMS="$elf $elf,scontext=1"
printf '%s\n' 'rvti xlen=32' 'insn 0x100 1 none' 'context 0xff01 ctype=2' 'insn + 1 none' >"$tree/own.txt"
build/bin/rvt convert "$tree/own.txt" "$tree/own.rvti"
run "contexts that do not fit" 2 \
  "^lockstep: .*/own.rvti: after 1 instructions: expected a context of at most 12 bits, found 0xff01; all of them fit ContextWidth=16" \
  RECORDING="$tree/own.rvti" ELF=$elf BUILD='Context=2 ContextWidth=12'

# A tree with one planted fault, in a width that no build of the regression has.
mkdir "$tree/build"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
  if [ -e "$file" ]; then printf '%s\0' "$file"; fi
done | xargs -0 cp -p --parents -t "$tree"
for part in obj bin lib gen librvt.a rtl.f rtl.tops sim/runtime sim/core.a; do
  mkdir -p "$(dirname "$tree/build/$part")"
  cp -a "build/$part" "$tree/build/$part"
done
mkdir -p "$tree/build/lockstep"
cp -a build/lockstep/builds "$tree/build/lockstep/"
for venv in build/venv*; do ln -s "$root/$venv" "$tree/build/"; done
python3 scripts/faults/faults.py plant "$1" --tree "$tree" >/dev/null
cd "$tree" || exit 2
run "fault $1" 2 "clock [0-9]*: .*[1-9] differences\|lockstep: .*clock" WAVES= RECORDING=$program BUILD='StackDepth=5 PlainSync=1' CONFIG='mode htm ir_en on ir_mode 3 stall_ena on'

printf 'lockstep_check: %d passed, %d failed\n' $passed $failed
[ $failed -eq 0 ]

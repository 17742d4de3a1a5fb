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
run "parameter and mode" 0 "$whole" RECORDING=$program BUILD=StackDepth=5 CONFIG='mode htm ir_en on ir_mode 3 stall_ena on'
run "no program" 2 "expected ELF=FILE or RECORDING=FILE"
run "no such file" 2 "no.rvti: expected a file" RECORDING=no.rvti
run "no such parameter" 2 "found 'Depth=5'; it has Xlen" RECORDING=$program BUILD=Depth=5
run "no such mode" 2 "CONFIG='mode htn': .*: expected mode to be one of off, btm, htm, found 'htn'" RECORDING=$program CONFIG='mode htn'
run "no such field" 2 "expected one of active, enable, tracing, mode, .*, found 'mod'" RECORDING=$program CONFIG='mod htm'
run "what the build has not" 2 "expected a mode that is built" RECORDING=$program BUILD=Btm=0 CONFIG='mode btm'
run "no ELF file" 2 "program.rvti: expected an ELF file" ELF=$program
run "no pins" 2 "expected Pib=1" RECORDING=$program BUILD=Pib=0
run "another XLEN" 2 "expected a program of RV64" RECORDING=$program BUILD=Xlen=64
run "another program" 2 "[1-9] differences, .* 0 of 182864 PCs" WAVES= RECORDING=$program ELF=sim/corpus/calls-rv32/program.elf

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
run "fault $1" 2 "clock [0-9]*: .*[1-9] differences\|lockstep: .*clock" WAVES= RECORDING=$program BUILD=StackDepth=5 CONFIG='mode htm ir_en on ir_mode 3 stall_ena on'

printf 'lockstep_check: %d passed, %d failed\n' $passed $failed
[ $failed -eq 0 ]

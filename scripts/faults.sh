#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Plant one bug after the other in a copy of the tree, and see that the suite catches each.
#
#   scripts/faults.sh            every fault of sim/faults that the commit tier must catch
#   scripts/faults.sh --gate     those that a build of sim/lists/gate must catch
#   scripts/faults.sh NAME...    the named ones
#
# The tables are read by scripts/faults.py. `caught_by` is `sim LINE` (of sim/lists/regression.list), `cxxrtl LINE`
# (the same in CXXRTL), `gate BUILD` (what runs in it: sim/lists/gate), `unit TEST`, `cli TEST` or `systemc` (tb/systemc/check.sh): the cheapest part that must fail;
# `says`, if there, is what it must say.
# Caught is a fault only where the same part passes without it and tells a difference or a failed
# assertion with it: what does not run, crashes or names no part catches nothing. A fault that survives, no longer applies or does not build is a failure.
#
# Two workers, each with a tree of its own, share the parts. What the regression has just shown to pass
# is not run once more.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
export RVT_ROW_DIR=

# What is already built is taken along: a fault rebuilds only what depends on the files it changes.
copy_tree() { # into $tree
  mkdir -p "$tree/build"
  git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    if [ -e "$file" ]; then printf '%s\0' "$file"; fi
  done | xargs -0 cp -p --parents -t "$tree"
  local part
  for part in obj sim gate sim-cxxrtl systemc tests programs bin lib librvt.a rtl.f; do
    if [ -e "build/$part" ]; then cp -a "build/$part" "$tree/build/"; fi
  done
  local venv
  for venv in build/venv*; do
    if [ -d "$venv" ]; then ln -s "$root/$venv" "$tree/build/"; fi
  done
}

build() { # KIND NAME
  case $1 in
    sim) make -C "$tree" -s --no-print-directory sim-build build/bin/rvt RUNS="$2" ;;
    gate) make -C "$tree" -s --no-print-directory sim-gate-build build/bin/rvt GATE_BUILDS="$2" ;;
    cxxrtl) make -C "$tree" -s --no-print-directory sim-cxxrtl-build build/bin/rvt CXXRTL_RUNS="$2" ;;
    unit) make -C "$tree" -s --no-print-directory "build/tests/$2" ;;
    cli) make -C "$tree" -s --no-print-directory build/bin/rvt ;;
    systemc) make -C "$tree" -s --no-print-directory systemc-build ;;
    *) echo "caught_by: must name sim, gate, cxxrtl, unit, cli or systemc, found '$1'" && return 1 ;;
  esac
}

run() { # KIND NAME
  case $1 in
    sim) (cd "$tree" && build/venv/bin/python3 scripts/sim.py "$2") ;;
    gate) (cd "$tree" && build/venv/bin/python3 scripts/sim.py --gate "$2") ;;
    cxxrtl) (cd "$tree" && build/venv/bin/python3 scripts/sim.py --sim build/sim-cxxrtl --waves vcd "$2") ;;
    unit) (cd "$tree" && timeout 120 "build/tests/$2") ;;
    cli) (cd "$tree" && timeout 120 bash "cmodel/tests/tools/$2.sh") ;;
    systemc) (cd "$tree" && tb/systemc/check.sh) ;;
  esac
}

fail() { echo "FAIL $1: $2"; }

# What a part says of a difference; a crash or a missing file reads otherwise.
evidence() { # KIND NAME
  case $1 in
    sim | gate | cxxrtl) echo "^FAIL ${2//./\\.}([.-][0-9a-z]+)?: (.*clock [0-9]+: .*; repeat: |.*(behind|in front of) overflow [0-9]+|.*: (sent |rvt assemble makes )|rvt decode ended with 1:)" ;;
    unit) echo '^\[  FAILED  \] .*test' ;;
    cli) echo '^FAILED ' ;;
    systemc) echo '^systemc: (differs|saw too little|the waveform|the example)' ;;
  esac
}

# cmocka ends with the number of tests that failed; timeout with 124.
ended_well() { # KIND STATUS
  if [ "$1" = unit ]; then [ "$2" -lt 124 ]; else [ "$2" -eq 1 ]; fi
}

# A column of the list of faults: 2 what catches it, 3 what that says, 4 what the fault does.
column() { awk -F'\t' -v name="$1" -v n="$2" '$1 == name { print $n }' build/faults/list; } # NAME N
part_of() { column "$1" 2; }

# Lines of the regression that have passed since the last change of what they are made of.
shown() {
  local report=build/sim/counters.json
  if [ -e "$report" ] && [ -z "$(find rtl tb cmodel sim scripts Makefile -newer "$report" -type f -print -quit)" ]; then
    python3 -c 'import json, sys; print(*(run["run"] for run in json.load(open(sys.argv[1]))), sep="\n")' "$report"
  fi
}

# In a tree without any fault, so that nothing is built that the regression has not built.
without() { # NAME...
  local kind part log
  read -r kind part < <(part_of "$1")
  log=build/faults/without_${kind}_$part
  if [ "$kind" = sim ] && grep -qx -- "$part" build/faults/shown; then
    echo "passed in the last regression" >"$log.log"
    touch "$log.passes"
  elif { build "$kind" "$part" && run "$kind" "$part"; } >"$log.log" 2>&1; then touch "$log.passes"; fi
}

plant_all() { # NAME...
  local name
  for name in "$@"; do plant "$name"; done
}

plant() { # NAME
  local kind part says log=build/faults/$1.log status=0
  read -r kind part < <(part_of "$1")
  says=$(column "$1" 3)
  if ! [ -e "build/faults/without_${kind}_$part.passes" ]; then
    fail "$1" "$kind $part fails without any fault (build/faults/without_${kind}_$part.log)"
    return
  fi
  if ! python3 scripts/faults.py plant "$1" --tree "$tree" >"$log" 2>&1; then
    fail "$1" "does not fit: $(cat "$log")"
    return
  fi
  if ! build "$kind" "$part" >"$log" 2>&1; then
    fail "$1" "does not build ($log)"
  else
    run "$kind" "$part" >"$log" 2>&1 || status=$?
    if [ "$status" -eq 0 ]; then
      fail "$1" "survives $kind $part ($(column "$1" 4))"
    elif ! ended_well "$kind" "$status"; then
      fail "$1" "$kind $part ended with $status ($log)"
    elif ! grep -Eq "$(evidence "$kind" "$part")" "$log"; then
      fail "$1" "$kind $part tells no difference ($log)"
    elif ! grep -Fq -- "$says" "$log"; then
      fail "$1" "$kind $part does not say '$says' ($log)"
    else
      echo "ok   $1: caught by $kind $part"
      echo "$1" >>build/faults/caught
    fi
  fi
  python3 scripts/faults.py restore "$1" --tree "$tree"
}

# The dearest first, so that both workers end at about the same time.
parts() {
  local kind
  for kind in gate systemc sim cxxrtl unit cli; do
    find build/faults/parts -type f -name "$kind*" -printf '%s %p\n' | sort -rn | cut -d' ' -f2-
  done
}

# The faults of a part go to one worker, one behind the other: they share most of what is built.
worker() { # DO TREE
  local tree=build/faults/$2 part names
  while IFS= read -r part <&3; do
    if mkdir "$part.$1" 2>/dev/null; then
      mapfile -t names <"$part"
      "$1" "${names[@]}"
    fi
  done 3< <(parts)
}

both_workers() { # DO
  worker "$1" tree1 &
  local other=$!
  worker "$1" tree2
  wait $other
}

names=("$@")
rm -rf build/faults
mkdir -p build/faults/parts
python3 scripts/faults.py list >build/faults/list
if [ ${#names[@]} -eq 0 ]; then mapfile -t names < <(awk -F'\t' '$2 !~ /^gate / { print $1 }' build/faults/list); fi
if [ "${names[*]}" = --gate ]; then mapfile -t names < <(awk -F'\t' '$2 ~ /^gate / { print $1 }' build/faults/list); fi
for name in "${names[@]}"; do
  [ -n "$(part_of "$name")" ] || { echo "faults.sh: expected a name of sim/faults, found '$name'" >&2 && exit 2; }
done

: >build/faults/caught
shown >build/faults/shown
for name in "${names[@]}"; do echo "$name" >>"build/faults/parts/$(part_of "$name")"; done
for tree in build/faults/tree1 build/faults/tree2; do copy_tree; done
both_workers without
both_workers plant_all
caught=$(wc -l <build/faults/caught)
echo "faults: ${#names[@]} planted, $caught caught"
[ "$caught" -eq ${#names[@]} ]

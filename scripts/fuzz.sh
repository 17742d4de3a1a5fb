#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# fuzz.sh run|corpus FOLDER SECONDS TARGET...; called by scripts/fuzz.mk in the top directory.
#   run     SECONDS over all targets, one behind the other; status 1 if one found something.
#           FOLDER/corpus/TARGET grows from run to run, FOLDER/found holds inputs that broke a target.
#   corpus  merge what covers something new into sim/fuzz/TARGET.
set -euo pipefail
what=$1 folder=$2 seconds=$3
shift 3

longest() { # bytes of an input
  case $1 in
    msg) echo 256 ;;
    flow) echo 400 ;;
    sidecar | scn) echo 1024 ;;
    *) echo 2048 ;;
  esac
}

options() {
  echo "-max_len=$(longest "$1") -timeout=10 -rss_limit_mb=1024 -artifact_prefix=$folder/found/$1-"
  if [ -e "sim/fuzz/$1.dict" ]; then echo "-dict=sim/fuzz/$1.dict"; fi
}

# Where many inputs differ only in how often they do something, lines covered have to do.
merging() { case $1 in flow | msg | elf) echo -use_counters=0 ;; esac; }

mkdir -p "$folder/found"
total=0 found=0
for target in "$@"; do
  corpus=$folder/corpus/$target log=$folder/$target.log
  mkdir -p "$corpus" "sim/fuzz/$target"
  if [ "$what" = corpus ]; then
    # shellcheck disable=SC2046
    "$folder/fuzz-$target" -merge=1 $(merging "$target") $(options "$target") "sim/fuzz/$target" \
      "$folder/seeds/$target" "$corpus" >"$log" 2>&1
    echo "fuzz: $target: $(find "sim/fuzz/$target" -type f | wc -l) inputs in sim/fuzz/$target"
    continue
  fi
  status=0
  # shellcheck disable=SC2046
  nice -n 10 "$folder/fuzz-$target" -max_total_time=$((seconds / $# + 1)) -print_final_stats=1 \
    $(options "$target") "$corpus" "sim/fuzz/$target" "$folder/seeds/$target" >"$log" 2>&1 || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  total=$((total + ${runs:-0}))
  if [ "$status" -eq 0 ]; then
    echo "fuzz: $target: ${runs:-0} executions, nothing found"
  else
    found=$((found + 1))
    # The finding is counted already; a log without these words must not end the script.
    grep -m 3 -E 'broken property|ERROR|runtime error' "$log" || true
    echo "fuzz: $target: ${runs:-0} executions, FOUND something ($log, $folder/found)"
  fi
done
if [ "$what" = run ]; then
  echo "fuzz: $total executions of $# targets, $found with findings"
fi
[ "$found" -eq 0 ]

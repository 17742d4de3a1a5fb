#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# fuzz.sh run|long|corpus FOLDER NUMBER TARGET...; called by scripts/mk/fuzz.mk in the top directory.
#   run     NUMBER seconds over all targets by their shares, one after the other; status 1 if one found something.
#           FOLDER/corpus/TARGET grows from run to run, FOLDER/found holds inputs that broke a target.
#   long    rounds of one minute a target, until each has the executions that scripts/fuzz/fuzz_ledger.py wants of
#           it with the sources as they are (NUMBER counts for nothing), or one found something. Each minute is in the ledger when it is over, so a long run can be ended
#           and called again.
#   corpus  merge what covers something new into cmodel/fuzz/inputs/TARGET.tar.xz, whose bytes depend on the inputs alone.
set -euo pipefail
what=$1 folder=$2 number=$3
shift 3

# Longer ones say nothing new and take the time of many: messages are read one by one, a file's parts
# have their limits. The inputs of cmodel/fuzz/inputs are replayed whole by `make test`.
longest() { # bytes of an input
  case $1 in
    msg) echo 96 ;;
    tandem) echo 192 ;;
    flow | etrace | drv) echo 256 ;;
    sidecar | scn | rvti_text) echo 768 ;;
    *) echo 1024 ;;
  esac
}

# Of the time of `run`: as much for the decoder as for all others together.
share() { if [ "$1" = flow ]; then echo 7; else echo 1; fi; }

options() {
  echo "-max_len=$(longest "$1") -timeout=25 -rss_limit_mb=1024 -artifact_prefix=$folder/found/$1-"
}

# Where many inputs differ only in how often they do something, lines covered have to do.
merging() { case $1 in flow | etrace | msg | elf | drv) echo -use_counters=0 ;; esac; }

mkdir -p "$folder/found"
total=0 found=0

merge() { # TARGET
  local inputs=$folder/inputs/$1
  mkdir -p "$folder/corpus/$1"
  # shellcheck disable=SC2046
  "$folder/fuzz-$1" -merge=1 $(merging "$1") $(options "$1") "$inputs" \
    "$folder/seeds/$1" "$folder/corpus/$1" >"$folder/$what-$1.log" 2>&1
  (cd "$inputs" && find . -type f -printf '%P\0' | LC_ALL=C sort -z |
    tar --null --no-recursion --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rw,go=r -T - -cf -) |
    xz -9e >"cmodel/fuzz/inputs/$1.tar.xz"
  echo "fuzz: $1: $(find "$inputs" -type f | wc -l) inputs in cmodel/fuzz/inputs/$1.tar.xz"
}

run() { # TARGET SECONDS
  local corpus=$folder/corpus/$1 log=$folder/$what-$1.log status=0
  mkdir -p "$corpus"
  # shellcheck disable=SC2046
  nice -n 10 "$folder/fuzz-$1" -max_total_time="$2" -print_final_stats=1 \
    $(options "$1") "$corpus" "$folder/inputs/$1" "$folder/seeds/$1" >"$log" 2>&1 || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  runs=${runs:-0}
  total=$((total + runs))
  if [ "$status" -eq 0 ]; then
    echo "fuzz: $1: $runs executions, nothing found"
  else
    found=$((found + 1))
    # The finding is counted already; a log without these words must not end the script.
    grep -m 3 -E 'broken property|ERROR|runtime error' "$log" || true
    echo "fuzz: $1: $runs executions, FOUND something ($log, $folder/found)"
  fi
}

case $what in
  corpus)
    for target in "$@"; do merge "$target"; done
    ;;
  run)
    shares=0
    for target in "$@"; do shares=$((shares + $(share "$target"))); done
    for target in "$@"; do run "$target" $((number * $(share "$target") / shares + 1)); done
    echo "fuzz: $total executions of $# targets, $found with findings"
    ;;
  long)
    while [ "$found" -eq 0 ]; do
      # Status 3 says that some are stale; their names are what is asked for. Any other is a failure.
      short=" $(scripts/fuzz/fuzz_ledger.py stale --names || [ $? -eq 3 ]) "
      left=0
      for target in "$@"; do
        case $short in *" $target "*) left=$((left + 1)) ;; *) continue ;; esac
        before=$found begin=$SECONDS
        run "$target" 60
        scripts/fuzz/fuzz_ledger.py add "$target" "$runs" $((SECONDS - begin)) \
          "$(find "$folder/corpus/$target" -type f | wc -l)" $((found - before))
      done
      if [ "$left" -eq 0 ]; then break; fi
    done
    echo "fuzz: $(scripts/fuzz/fuzz_ledger.py sum) executions in the ledger, $found targets with findings now"
    ;;
  *) echo "fuzz.sh: expected run, long or corpus, found '$what'" >&2 && exit 2 ;;
esac
[ "$found" -eq 0 ]

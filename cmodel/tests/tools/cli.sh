#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What cli_NAME.sh [RVT] share; sourced in the top directory of the tree. The command is $rvt, recorded programs are
# in $corpus, files go into $dir, which is removed at the end.
set -u
rvt=$(realpath "${1:-build/bin/rvt}")
corpus=$(realpath sim/corpus)
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
export rvt corpus
passed=0
failed=0

check() { # name, expected, found
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
  fi
}

bytes() { # hexadecimal digits, file
  for byte in $1; do
    # shellcheck disable=SC2059
    printf "\\$(printf '%03o' "0x$byte")"
  done >"$2"
}

awaits() { # process, command: until the command succeeds; 1 if the process has ended, or 600 looks were in vain
  awaited=$1
  shift
  for _ in $(seq 600); do
    ! "$@" 2>/dev/null || return 0
    kill -0 "$awaited" 2>/dev/null || break
    sleep 0.05
  done
  return 1
}

report() { # the last line, and the status of the test
  echo "$(basename "$0" .sh): $passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}

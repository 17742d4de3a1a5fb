#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Models and RTL side by side on recordings made by chance, and the example of docs/systemc.md. Every
# run must have seen what it exists for.
#
# usage: tb/systemc/check.sh [DIRECTORY of the programs]
set -euo pipefail
bin=${1:-build/systemc}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1

fail() {
  echo "systemc: $*" >&2
  exit 1
}

least() { # LEAST of messages, clocks of stall and of an overflow, OPTION...
  local messages=$1 stalls=$2 overflows=$3 said
  shift 3
  if ! said=$("$bin/compare" "$@" 2>&1); then
    echo "$said" >&2
    fail "differs: $bin/compare $*"
  fi
  echo "$said" | awk -v m="$messages" -v s="$stalls" -v g="$overflows" \
    '{ exit !($1 > 0 && $7 >= m && $9 >= s && $13 >= g) }' ||
    fail "saw too little (least $messages, $stalls, $overflows): $said"
  echo "$*: $said" | sed "s,$tmp/,,g"
}

if ! said=$("$bin/top" 200000 2>&1); then
  echo "$said" >&2
  fail "differs: $bin/top 200000"
fi
echo "${said##*$'\n'}"

if ! said=$("$bin/recorder" 500000 2>&1); then
  echo "$said" >&2
  fail "differs: $bin/recorder 500000"
fi
echo "${said##*$'\n'}"

# Half of it passes in reset, low power or debug mode, where nothing is traced.
"$bin/make_recording" 1 600000 "$tmp/a.rvti"
least 5000 10000 5000 "$tmp/a.rvti"
least 2000 30000 30000 --divider=3 --seed=2 "$tmp/a.rvti"
least 1000 4000 50000 --mode=btm --divider=5 --disobey --seed=3 "$tmp/a.rvti"
least 5000 10000 5000 --mode=btm --nibbles --reset=5000 --seed=4 "$tmp/a.rvti"

"$bin/make_recording" 2 5000 "$tmp/b.rvti"
least 50 0 0 --vcd="$tmp/b" "$tmp/b.rvti"
grep -q 'scope module rtl ' "$tmp/b.vcd" || fail "the waveform lacks the RTL's outputs"

status=0
"$bin/compare" "$tmp/none.rvti" 2>"$tmp/said" || status=$?
[ "$status" -eq 2 ] || fail "a missing recording ended with $status, expected 2"

# What the document shows is what its example prints.
sed -n '/^```text$/,/^```$/{/^```/!p}' docs/systemc.md >"$tmp/shown"
"$bin/example" >"$tmp/printed" || fail "the example of docs/systemc.md failed"
cmp -s "$tmp/shown" "$tmp/printed" ||
  { diff "$tmp/shown" "$tmp/printed" >&2 || true; fail "the example prints something else"; }
echo "systemc: models and RTL are equal, the example of docs/systemc.md prints what it shows"

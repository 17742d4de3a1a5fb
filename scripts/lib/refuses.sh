#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the tests that plant a fault and see it refused. Files go into $tmp; $count is what was judged.
tmp=${RVT_TMP:-$(mktemp -d)}
[ -n "${RVT_TMP-}" ] || trap 'rm -rf "$tmp"' EXIT
count=0

accepts() { # WHAT COMMAND...
  local what=$1
  shift
  if ! "$@" >"$tmp/out" 2>&1; then
    cat "$tmp/out"
    echo "$what: refused a good case"
    exit 1
  fi
  count=$((count + 1))
}

refuses() { # WHAT TEXT COMMAND...: it fails and says TEXT
  local what=$1 text=$2
  shift 2
  if "$@" >"$tmp/out" 2>&1; then
    echo "$what: accepted a fault"
    exit 1
  fi
  if ! grep -q -- "$text" "$tmp/out"; then
    cat "$tmp/out"
    echo "$what: failed without saying '$text'"
    exit 1
  fi
  count=$((count + 1))
}

plant() { # FILE SED: a fault, which must change the file
  cp "$1" "$tmp/before"
  sed -i -E "$2" "$1"
  if cmp -s "$1" "$tmp/before"; then
    echo "$1: '$2' changes nothing"
    exit 1
  fi
}

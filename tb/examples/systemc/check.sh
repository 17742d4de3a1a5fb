#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The commands of README.md, whose PCs are those that ran; and the same with bugs in the module around the model.
set -euo pipefail
here=tb/examples/systemc
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1

fail() {
  cat "$tmp/out" >&2
  echo "example-systemc: $1" >&2
  exit 1
}

commands() { sed -n '/^```sh$/,/^```$/{/^```/!p}' "$here/README.md"; }
same() { xz -dc sim/corpus/calls-rv32/pcs.xz | cmp -s - "$1"; }

mkdir -p build/examples
: >"$tmp/out"
[ -n "$(commands)" ] || fail "README.md has no commands"
bash -ec "$(commands)" >"$tmp/out" 2>&1 || fail "the commands of README.md failed"
same build/examples/platform.pcs || fail "expected the PCs of sim/corpus/calls-rv32/pcs.xz"
grep '^platform:' "$tmp/out"

refused() { # FILE SED WHAT
  cp "cmodel/systemc/$1" "$tmp/$1"
  sed -i "$2" "$tmp/$1"
  ! cmp -s "$tmp/$1" "cmodel/systemc/$1" || fail "$1: '$2' changes nothing"
  if bash -ec "$(commands | sed "/^make/d; /^gcc/d; s,cmodel/systemc/$1,$tmp/$1,; s,build/examples/platform,$tmp/platform,g")" >"$tmp/out" 2>&1 &&
    same "$tmp/platform.pcs"; then
    fail "$3: not seen"
  fi
  echo "$3: $(grep -m 1 '^platform: \|expected' "$tmp/out")"
}
refused rvt_top_sc.cpp 's/value = count < 64 ? value >> count : 0/value = 0/' "inputs lose bits"
refused rvt_top_tlm.cpp 's/data >> (8 [*] k)/data >> (24 - 8 * k)/' "registers read in the other order"
echo "example-systemc: the PCs are those that ran, and two bugs are seen"

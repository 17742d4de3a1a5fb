#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced behind refuses.sh by the tests of `rvt tandem` that have a trace in right.txt, its core in core.toml and program.elf in $tmp,
# where they are. RVT: another `rvt`.
# shellcheck disable=SC2154 # of refuses.sh
rvt=${RVT:-$PWD/build/bin/rvt}
cd "$tmp" || exit 1
xlen=64

judged() { # SED: of the trace
  # shellcheck disable=SC2086 # and what else its format has
  sed "$1" right.txt | "$rvt" assemble --format tandem --xlen $xlen - -o run.tv
  "$rvt" tandem --core core.toml --elf program.elf run.tv
}
found() { # TEXT
  grep -q "$1" "$tmp/out" || { cat "$tmp/out" && echo "expected '$1'" && exit 1; }
}
other() { # GROUP TEXT SED [COUNT]: the one difference, or first of several, there
  refuses "$3" "^group $1, .*: expected $2 as Spike has it, found " judged "$3"
  found "; ${4-1} differences\$"
}

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Elaborate what a list of tops names with the distribution's own Yosys. A warning (an implicit or
# undriven net, a second driver), a latch or a combinational loop is an error.
#
# usage: yosys.sh FILE_LIST TOPS_LIST, as scripts/lib/filelist.py prints them
set -euo pipefail
mapfile -t include_dirs < <(sed -n 's/^+incdir+/-I/p' "$1")
mapfile -t files < <(grep -v '^+' "$1")
mapfile -t tops <"$2"
[ ${#tops[@]} -gt 0 ]

script="read_verilog -sv ${include_dirs[*]} ${files[*]}; design -save all"
for line in "${tops[@]}"; do
  read -r top parameters <<<"$line"
  values=
  for parameter in $parameters; do values+=" -set ${parameter%%=*} ${parameter#*=}"; done
  # Not `hierarchy -chparam`: it ends in an assertion where a part's name begins with its top's.
  script+="; design -load all${values:+; chparam$values $top}; hierarchy -check -top $top; proc"
  script+="; select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr; check -assert"
done
# -e: any warning ends the run with an error.
yosys -q -e . -p "$script"
echo "yosys: ${#tops[@]} elaborations without a warning or a latch"

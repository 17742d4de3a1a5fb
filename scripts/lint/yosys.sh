#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Read the RTL with the distribution's own Yosys and elaborate every module as its own top.
# A warning (an implicit or undriven net, a second driver), a latch or a combinational loop is an
# error.
#
# usage: yosys.sh FILE_LIST TOP...
set -euo pipefail
list=$1
shift
mapfile -t include_dirs < <(sed -n 's/^+incdir+/-I/p' "$list")
mapfile -t files < <(grep -v '^+' "$list")

script="read_verilog -sv ${include_dirs[*]} ${files[*]}; design -save all"
for top in "$@"; do
  script+="; design -load all; hierarchy -check -top $top; proc; select -assert-none t:\$dlatch"
  script+=" t:\$adlatch t:\$dlatchsr; check -assert"
done
# -e: any warning ends the run with an error.
yosys -q -e . -p "$script"
echo "yosys: $# modules elaborate, no warning, no latch"

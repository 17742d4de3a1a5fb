#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Read the RTL with the distribution's own Yosys and elaborate every module as its own top.
# An implicit or undriven net, a latch, a second driver or a combinational loop is an error.
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
# A warning that matches -e ends the run with an error.
yosys -q -e 'implicit' -e 'undriven' -e 'no driver' -e 'multiple conflicting drivers' -p "$script"
echo "yosys: $# modules elaborate, no latch, no undriven or implicit net"

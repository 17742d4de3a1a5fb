#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every parameter check of the RTL refuses what it says: scripts/lint/parameters.tsv. And the comparison
# with that table refuses a faulty table and faulty RTL.
set -euo pipefail
python=${PYTHON:-build/venv/bin/python3}
. scripts/lib/refuses.sh
make -s --no-print-directory need-sim need-lint build/rtl.f

judge() { "$python" scripts/lint/parameters.py "$@"; }

judge build/rtl.f
"$python" scripts/lint/builds.py build/rtl.f --refused
if [ -n "${RVT_ROW_DIR-}" ]; then
  printf '%s\n' NT:GEN-05 NT:GEN-08 NT:IRT-08 TCI:LINK-04 >"$RVT_ROW_DIR/parameters_refused.$$.rows"
fi

table() { # table SED_SCRIPT: the table with one fault
  sed -E "$1" scripts/lint/parameters.tsv >"$tmp/table.tsv"
  if cmp -s "$tmp/table.tsv" scripts/lint/parameters.tsv; then
    echo "'$1' changes nothing"
    exit 1
  fi
}

module() { # module SED_SCRIPT: the return stack with one fault, in place of the good one
  mkdir -p "$tmp/rtl"
  sed -E "$1" rtl/common/rvt_ret_stack.sv >"$tmp/rtl/rvt_ret_stack.sv"
  if cmp -s "$tmp/rtl/rvt_ret_stack.sv" rtl/common/rvt_ret_stack.sv; then
    echo "'$1' changes nothing"
    exit 1
  fi
  sed "s,^rtl/common/rvt_ret_stack.sv,$tmp/&,; s,/rtl/common/,/rtl/," build/rtl.f >"$tmp/rtl.f"
}

table '/Depth must be 1\.\.32/d'
refuses parameters "lets it say 'rvt_ret_stack: Depth must be 1..32'" judge --top rvt_ret_stack --table "$tmp/table.tsv" build/rtl.f
table 's/(ret_stack: Depth must be )1/\12/'
refuses parameters "no file says 'rvt_ret_stack: Depth must be 2..32'" judge --top rvt_ret_stack --table "$tmp/table.tsv" build/rtl.f
table 's/^(rvt_ret_stack\t\tDepth\t0) 33/\1 32/'
refuses parameters "rvt_ret_stack Depth=32: does not say" judge --top rvt_ret_stack --table "$tmp/table.tsv" build/rtl.f
module 's/Depth > 32/Depth > 33/'
refuses parameters "rvt_ret_stack Depth=33: does not say" judge --top rvt_ret_stack "$tmp/rtl.f"
module 's/Depth > 32/Depth > 31/'
refuses parameters "rvt_ret_stack Depth=32: expected no error" judge --top rvt_ret_stack "$tmp/rtl.f"
module 's/error\("rvt_ret_stack: Width/error("rvt_ntrace_stack: Width/'
refuses parameters "does not begin with the module's name" judge --top rvt_ret_stack "$tmp/rtl.f"
module 's/\$error\("(rvt_ret_stack: Width)/$info("\1/'
refuses parameters "no file says 'rvt_ret_stack: Width must be 1..63'" judge --top rvt_ret_stack "$tmp/rtl.f"

# A wrong range in the source of the interface: written anew, it contradicts the table.
wrong() { # wrong PARAMETER SED_SCRIPT: a tree whose source has another range
  rm -rf "$tmp/tree"
  mkdir -p "$tmp/tree"
  tar -c fusesoc.core Bender.yml rtl scripts sim/lists cmodel tb | tar -x -C "$tmp/tree"
  sed -i -E "/name = \"$1\"/,/default/ $2" "$tmp/tree/rtl/interface/parameters.toml"
  refuses interface "not what rtl/interface says" "$python" "$tmp/tree/scripts/interface" check
  "$python" "$tmp/tree/scripts/interface" write >"$tmp/out"
  sed "s,rtl/common/rvt_check_build.sv,$tmp/tree/&," build/rtl.f >"$tmp/rtl.f"
}
wrong StackDepth 's/0\.\.32/0..64/'
refuses parameters "rvt_encoder StackDepth=33: does not say" judge --top rvt_encoder "$tmp/rtl.f"
wrong QueueDepth 's/2\.\.64/3..64/'
refuses parameters "rvt_encoder StallLatency=1 QueueDepth=2: expected no error" judge --top rvt_encoder "$tmp/rtl.f"

# The list of pairs can be drawn anew.
"$python" scripts/lint/builds.py build/rtl.f --pairs >"$tmp/pairs"
[ "$(grep -c '^pair-[0-9]* rvt_top ' "$tmp/pairs")" -ge 50 ] || { echo "builds.py --pairs: expected 50 builds, found fewer"; exit 1; }

echo "parameters: $count faults refused"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The commands of README.md, and the same with a bug in the RTL: the checker ends the simulation at it, and the scoreboard where there
# is no comparison but its own.
set -euo pipefail
# What runs for a second is not optimised.
export MAKEFLAGS='VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_GLOBAL=-O0'
here=tb/examples/dpi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

fail() {
  cat "$tmp/out" >&2
  echo "example-dpi: $1" >&2
  exit 1
}

commands() { sed -n '/^```sh$/,/^```$/{/^```/!p}' "$here/README.md"; }

mkdir -p build/examples
[ -n "$(commands)" ] || fail "README.md has no commands"
bash -ec "$(commands)" >"$tmp/out" 2>&1 || fail "the commands of README.md failed"
grep -q '^scoreboard: [0-9]\{4,\} messages of [0-9]* instructions as expected$' "$tmp/out" || fail "expected a thousand messages"
grep -q '^covered: IndirectBranchHistSync SYNC=2 B-TYPE=0: [1-9]' "$tmp/out" || fail "expected periodic syncs among what is covered"
grep -q 'i_check: [0-9]\{5,\} clocks, no difference' "$tmp/out" || fail "expected the checker's last line"
sed -n '/^scoreboard:\|no difference/p' "$tmp/out"

# One objects' folder for all: only what the bug changes is compiled again.
rm -rf build/examples/dpi-planted
cp -r build/examples/dpi build/examples/dpi-planted
cp rtl/transport/rvt_ram_sink.sv cmodel/dpi/rvt_top_check.sv "$tmp/"
plant() { # FILE SED
  cp "$tmp/$1" "$tmp/before"
  sed -i "$2" "$tmp/$1"
  ! cmp -s "$tmp/$1" "$tmp/before" || fail "$1: '$2' changes nothing"
}
refused() { # WHAT TEXT
  sed "s,^rtl/transport/rvt_ram_sink.sv\$,$tmp/rvt_ram_sink.sv," build/rtl.f >"$tmp/rtl.f"
  if { bash -ec "$(commands | sed "/^make/d; s,build/examples/dpi,&-planted,g; s,build/rtl.f,$tmp/rtl.f,
      s,cmodel/dpi/rvt_top_\*.sv,cmodel/dpi/rvt_top_{bind\,ref}.sv $tmp/rvt_top_check.sv,")" >"$tmp/out" 2>&1; } 2>"$tmp/ended" ||
    ! grep -q "$2" "$tmp/out"; then
    fail "$1: expected '$2'"
  fi
  grep -m 1 "$2" "$tmp/out"
}
plant rvt_ram_sink.sv "s/assign ram_wdata_o = pack_q.31:0.;/assign ram_wdata_o = pack_q[31:0] ^ {23'd0, pack_q[0] \& pack_q[12], 8'd0};/"
refused "a bit of the memory" 'i_check: clock [0-9]*: ram_wdata_o: expected 0x[0-9a-f]*, found 0x'
plant rvt_top_check.sv 's/if (armed && rst_ni && ram_wdata_o !== .* begin/if (1'"'b0"') begin/'
refused "a bit of the memory, without the checker's comparison" 'scoreboard: message [0-9]*: \([A-Z-]*: expected 0x[0-9a-f]*, found 0x\|expected [A-Z]\)'
echo "example-dpi: checker and scoreboard agree with the RTL, and refuse a bug in it"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The commands of README.md, and the same with bugs: in the RTL, in the RTL where the bench does not compare, in the package, and in
# what is expected.
set -euo pipefail
here=tb/examples/cocotb
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

fail() {
  tail -n 40 "$tmp/out" >&2
  echo "example-cocotb: $1" >&2
  exit 1
}

commands() { sed -n '/^```sh$/,/^```$/{/^```/!p}' "$here/README.md"; }

mkdir -p build/examples
[ -n "$(commands)" ] || fail "README.md has no commands"
bash -ec "$(commands)" >"$tmp/out" 2>&1 || fail "the commands of README.md failed"
grep -o 'top_bench: [0-9]\{5,\} clocks, no difference; [0-9]\{3,\} messages, [0-9]\{4,\} PCs as expected$' "$tmp/out" || fail "expected ten thousand clocks"

# Only what a bug changes is compiled again.
cp -a build/examples/cocotb "$tmp/build"
cp build/rtl.f "$here/top_bench.py" rtl/top/rvt_top.sv "$tmp/"
cp -r build/examples/venv/lib/python3*/site-packages/rvtrace "$tmp/"
export CLOCKS=5000 PYTHONPATH=$tmp
plant() { # FILE SED
  cp "$tmp/$1" "$tmp/before"
  sed -i "$2" "$tmp/$1"
  ! cmp -s "$tmp/$1" "$tmp/before" || fail "$1: '$2' changes nothing"
}
refused() { # WHAT TEXT
  if bash -ec "$(commands | sed -n "/^export/p; \$s,$here/top_bench.py build/rtl.f build/examples/cocotb\$,$tmp/top_bench.py $tmp/rtl.f $tmp/build,p")" >"$tmp/out" 2>&1; then
    fail "$1: not seen"
  fi
  grep -m 1 -o "$2" "$tmp/out" || fail "$1: expected '$2'"
}
plant top_bench.py 's/islice(file, insns)/islice(file, 1, insns + 1)/'
refused "other PCs" 'instruction 0: expected 0x[0-9a-f]*, found 0x[0-9a-f]*'
cp "$here/top_bench.py" "$tmp/"
plant rvtrace/model.py 's/bits |= value << self._at.name.$/bits |= (value \& 0x7f) << self._at[name]/'
refused "the model gets other inputs" 'clock [0-9]*: [a-z_]*: expected 0x[0-9a-f]*, found 0x[0-9a-f]*'
cp "$tmp/before" "$tmp/rvtrace/model.py"
sed -i "s,^rtl/top/rvt_top.sv\$,$tmp/rvt_top.sv," "$tmp/rtl.f"
plant rvt_top.sv "s/^    .itype_i,$/    .itype_i(itype_i == 4'd4 ? 4'd5 : itype_i),/"
refused "branches that are not taken are" 'clock [0-9]*: ram_wdata_o: expected 0x[0-9a-f]*, found 0x[0-9a-f]*'
plant top_bench.py 's/assert found == value, .*/expected[name] = found/'
refused "the same, without the comparison" 'the memory holds other bytes than the messages'
echo "example-cocotb: bench and RTL agree, and four bugs are seen"

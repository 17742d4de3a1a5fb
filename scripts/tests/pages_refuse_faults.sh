#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The check of docs/reference/ports.md and docs/integration.md passes on the tree, and refuses a copy
# in which a page, the RTL, the example, the tie-offs or the map was changed alone. That of the figures of hardware and software
# refuses a page that has others than docs/benchmarks.json, where a measurement is published for all of them at once.
set -euo pipefail
make -s --no-print-directory need-base
python=${PYTHON:-build/venv/bin/python3}
. scripts/lib/refuses.sh
tree=$tmp/tree

fresh() { # a copy of everything the check reads
  rm -rf "$tree"
  mkdir -p "$tree/docs/reference" "$tree/cmodel/include/rvt" "$tree/scripts"
  cp -r rtl "$tree/"
  cp -r docs/examples "$tree/docs/"
  cp docs/integration.md docs/cost.md docs/formats.md docs/gains.svg docs/formats.svg docs/parts.svg docs/benchmarks.json "$tree/docs/"
  mkdir -p "$tree/sim/lists"
  cp sim/lists/presets.list sim/lists/prices.list "$tree/sim/lists/"
  cp README.md "$tree/"
  mkdir -p "$tree/tb"
  cp -r tb/smoke tb/rtl "$tree/tb/"
  cp docs/reference/ports.md docs/reference/tie-off.tsv "$tree/docs/reference/"
  cp cmodel/include/rvt/regs.h "$tree/cmodel/include/rvt/"
  cp -r scripts/lib scripts/docs scripts/bench scripts/interface scripts/lib/filelist.py "$tree/scripts/"
  cp fusesoc.core "$tree/"
}

check() { "$python" "$tree/scripts/docs/port_tables.py" --check; }

faulty() { # TEXT FILE SED
  fresh
  plant "$tree/$2" "$3"
  refuses "$2 with '$3'" "$1" check
}

figures() { "$python" "$tree/scripts/bench/bench.py" check; }

fresh
accepts pages check
accepts figures figures
fresh
plant "$tree/README.md" '/^\| `mcu`/s/\| ([0-9]+) /| \11 /'
refuses 'README.md with another figure' 'README.md: expected the figures of docs/benchmarks.json' figures
fresh
plant "$tree/docs/cost.md" '/^\| `mcu`.*`priv_i`/s/\| ([0-9]+)/| \11/'
refuses 'cost.md with another time' 'docs/cost.md: expected the figures of docs/benchmarks.json' figures
fresh
plant "$tree/docs/cost.md" '/^\| `Btm` 0 → 1 /s/\| \+/| +1/'
refuses 'cost.md with another figure' 'docs/cost.md: expected the figures of docs/benchmarks.json' figures
fresh
plant "$tree/docs/cost.md" '/^\| 22 \| [0-9]+/s/^\| 22 \| /&1/'
refuses 'cost.md with other bytes' 'docs/cost.md: expected the figures of docs/benchmarks.json' figures
fresh
plant "$tree/docs/gains.svg" 's/cx="[0-9.]+"/cx="1.0"/'
refuses 'another picture' 'docs/gains.svg: expected the figures of docs/benchmarks.json' figures
fresh
plant "$tree/docs/parts.svg" '0,/<rect x="0.0"/s//<rect x="1.0"/'
refuses 'another picture' 'docs/parts.svg: expected the figures of docs/benchmarks.json' figures
fresh
plant "$tree/docs/formats.md" '/^\| sort-rv32 /s/ \|$/1 |/'
refuses 'formats.md with other bits' 'docs/formats.md: expected the figures of docs/benchmarks.json' figures
fresh
plant "$tree/docs/cost.md" '/^\| RepeatBranch /s/\| \+[0-9]/&1/'
refuses 'cost.md with other bits' 'docs/cost.md: expected the figures of docs/benchmarks.json' figures
fresh
plant "$tree/sim/lists/prices.list" 's/^stack-modes /btm-modes /'
refuses 'a price without figures' 'docs/cost.md: expected the figures of docs/benchmarks.json' figures
fresh
plant "$tree/sim/lists/prices.list" '/ SyncClocks=1$/d'
refuses 'a parameter without a price' 'prices.list: expected a line for every parameter of the encoder, found none for SyncClocks' figures
fresh
plant "$tree/sim/lists/prices.list" 's/^(btm .*) Btm=1$/\1 Btm=1 Events=1/'
refuses 'a price of two parameters' 'prices.list: btm: expected one parameter more than a line before it has' figures

fresh
plant "$tree/README.md" '/rvt encode.*instructions\/s \|/s/ \|$/1 |/'
refuses 'README.md with another speed' 'README.md: expected the figures of docs/benchmarks.json' figures

# A measurement of the software alone: the page has it, what was measured of hardware stays.
fresh
mkdir -p "$tree/build/evidence"
echo '{"speed": {"date": "2099-12-31", "encode_file_minstr_s": 77.7, "lockstep_mclk_s": 1.5}}' >"$tree/build/evidence/benchmarks.json"
publish() { EVIDENCE=build/evidence "$python" "$tree/scripts/bench/bench.py" publish "$@"; }
refuses 'hardware that was not measured' 'bench: area of micro .* was not measured' publish
refuses 'another part' 'bench: expected parts of area synth .* speed, or prices.NAME of prices.list, found fast' publish fast
refuses 'another price' 'bench: expected parts of .*, found prices.fast' publish prices.fast
refuses 'a price that was not measured' 'bench: prices of stack was not measured' publish prices.stack
accepts 'a speed' publish speed
accepts 'figures with a new speed' figures
for text in 'README.md:| functional encoder; `rvt encode`, M instructions/s |  | 77.7 |' "README.md:$(grep '^| `mcu`: ' README.md)" \
  'README.md:.* measured on 2099-12-31 |.*'; do
  accepts "$text" grep -q "^${text#*:}" "$tree/${text%%:*}"
done

# One price alone: the others stay, and what is measured of them is left out.
fresh
mkdir -p "$tree/build/evidence"
base=$(grep '^| the base | `micro` ' "$tree/docs/cost.md")
echo '{"prices": {"stack": {"lut4": 1743, "ff": 1301, "fmax_mhz": 50.0, "gates": 11}, "base": {"lut4": 1, "ff": 1, "fmax_mhz": 1, "gates": 1}}}' \
  >"$tree/build/evidence/benchmarks.json"
accepts 'a price' publish prices.stack
accepts 'figures with a new price' figures
accepts 'the price' grep -q '^| `StackDepth` 0 → 8 .*| +1000 | +1000 | -62.3 |' "$tree/docs/cost.md"
accepts 'the base as it was' grep -qF "$base" "$tree/docs/cost.md"

# Bytes with some widths of I-CNT: sums, means and greatest differences of the programs, all of which must have been measured.
fresh
mkdir -p "$tree/sim/programs/workloads/a" "$tree/build/evidence"
bytes() { # BYTES8 BYTES16, of each mode
  echo "{\"btm\": {\"8\": $1, \"16\": $2}, \"htm\": {\"8\": $2, \"16\": $2}, \"htm_ir\": {\"8\": $2, \"16\": $1}}"
}
echo "{\"icnt\": {\"a-rv32imac\": $(bytes 150 100)}}" >"$tree/build/evidence/benchmarks.json"
refuses 'a program that was not measured' 'bench: icnt of a-rv64gc was not measured' publish icnt
echo "{\"icnt\": {\"a-rv32imac\": $(bytes 150 100), \"a-rv64gc\": $(bytes 880 800), \"b-rv64gc\": $(bytes 9 1)}}" >"$tree/build/evidence/benchmarks.json"
accepts 'bytes' publish icnt
accepts 'figures with new bytes' figures
for row in '8 | 1030 | +30.00 | +50.00 | 900 | 0 | 0 | 900 | -21.21 | -33.33' '16 | 900 | 0 | 0 | 900 | 0 | 0 | 1030 | 0 | 0'; do
  accepts "$row" grep -q "^| $row |$" "$tree/docs/cost.md"
done

# Where the bytes of a stream go: a bar of each program, a piece of each part, as long as its bits.
fresh
mkdir -p "$tree/sim/programs/workloads/a" "$tree/build/evidence"
bits='{"rest": 0.3, "icnt": 0.6, "hist": 0.9, "hrepeat": 0.15, "address": 0.45}'
echo "{\"parts\": {\"a-rv32imac\": $bits}}" >"$tree/build/evidence/benchmarks.json"
refuses 'a program that was not measured' 'bench: parts of a-rv64gc was not measured' publish parts
echo "{\"parts\": {\"a-rv32imac\": $bits, \"a-rv64gc\": $bits}}" >"$tree/build/evidence/benchmarks.json"
accepts 'parts' publish parts
accepts 'figures with new parts' figures
wide=$(sed -n 's/.*<path class="axis" d="M0 0V[0-9]*H\([0-9]*\)".*/\1/p' "$tree/docs/parts.svg" | head -n 1)
pieces=$(awk -v wide="$wide" 'BEGIN { for (n = split("2 4 6 1 3", part); ++i <= n; at += part[i]) printf "%.1f %.1f\n", at / 20 * wide, part[i] / 20 * wide }')
accepts 'pieces of both bars' [ "$(sed -n 's/.*<rect x="\([0-9.]*\)" y="[0-9.]*" width="\([0-9.]*\)".*/\1 \2/p' "$tree/docs/parts.svg")" = "$pieces
$pieces" ]

top=rtl/top/rvt_top.sv
ties=docs/reference/tie-off.tsv
stale='integration.md: does not say what its sources say'
faulty 'ports.md: does not say' docs/reference/ports.md 's/constant 0/always 0/'
faulty 'ports.md: does not say' rtl/transport/rvt_fork.sv 's|// 1\.\.8$|// 1..4|'
faulty "$stale" docs/integration.md 's/^(\| `0x1000` \| RAM sink, type) 0x9/\1 0x8/'
faulty "$stale" docs/integration.md 's/^(\| `priv_i` \|) `0`/\1 `4`/'
faulty "$stale" docs/integration.md 's/^(\| the setup clock of) a read/\1 any read/'
faulty "$stale" docs/examples/rvt_example_soc.sv 's/\.Pins\(4\)/.Pins(8)/'
faulty "$stale" cmodel/include/rvt/regs.h 's/(RVT_PIB_BASE) 0x2000u/\1 0x3000u/'
faulty "$stale" $ties 's/debug mode is not seen/debug mode is unseen/'
faulty 'rvt_top has no port lowpwr_i' $ties 's/lowpower_i/lowpwr_i/'
faulty 'lowpower_i of rvt_top has no row' $ties 's/ lowpower_i//'
faulty 'spare_i of rvt_top has no row' $top 's|^(  input  logic +)halted_i,|\1spare_i,  // new\n&|'
faulty 'priv_i has several rows' $ties 's/^halted_i/halted_i priv_i/'
faulty 'stall_o: 0 is no tie-off of this port' $ties 's/^(stall_o\t)open/\10/'
faulty 'has no parameter Event' $ties 's/Events=0/Event=0/'
faulty 'sijump_i is tied off, which needs SeqJump = 0' docs/examples/rvt_example_soc.sv 's/\.Pins\(4\)/.Pins(4), .SeqJump(1)/'
faulty "trigger_i is 1'b1" docs/examples/rvt_example_soc.sv "s/\.trigger_i\('0\)/.trigger_i(1'b1)/"
faulty "halted_i is 1'b1" tb/smoke/rvt_smoke_tb.sv "s/\.halted_i +\(1'b0\)/.halted_i(1'b1)/"

echo "pages: $count cases: the good ones accepted, faults refused"

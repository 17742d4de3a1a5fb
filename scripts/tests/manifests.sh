#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What other tools than FuseSoC read, in another place than the tree: the file lists by Verilator, slang and Yosys, the IP-XACT component by PeakRDL
# and by its own expressions, Bender's manifest file by file.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ -n "${INSTALL-}" ] || need=--need
scripts/setup/setup.sh ${need-} base sim lint regs
tree=$PWD
tmp=$(mktemp -d "${RVT_TMP:-/tmp}/manifests.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
py=$tree/build/venv/bin/python3
count=0

fail() {
  echo "manifests: $*" >&2
  exit 1
}

passes() { # WHAT COMMAND...
  "${@:2}" >"$tmp/said" 2>&1 || { tail -n 5 "$tmp/said" >&2; fail "$1"; }
  ! grep -q '%Warning' "$tmp/said" || fail "$1: $(grep -m 1 '%Warning' "$tmp/said")"
  count=$((count + 1))
}

# The files somewhere else, found by the environment alone.
mkdir "$tmp/ip" "$tmp/here"
cp -r rtl "$tmp/ip"
cd "$tmp/here"
export RVTRACE=$tmp/ip
waivers=$tree/scripts/lint/verilator.vlt
passes 'Verilator, rvtrace-sim.f' verilator --lint-only -Wall --assert --top-module rvt_top "$waivers" -f "$RVTRACE/rtl/rvtrace-sim.f"
passes 'Verilator, rvtrace.f' verilator --lint-only -DSYNTHESIS --top-module rvt_top "$waivers" -f "$RVTRACE/rtl/rvtrace.f"
echo rvt_top >tops
passes 'slang, rvtrace-sim.f' "$py" "$tree/scripts/lint/slang.py" "$RVTRACE/rtl/rvtrace-sim.f" tops
passes 'Yosys, rvtrace.f' yosys -q -e . -p "read_verilog -sv $(sed -n -e 's/^+incdir+/-I/p' -e '/^[$]/p' "$RVTRACE/rtl/rvtrace.f" |
  sed "s,\${RVTRACE},$RVTRACE," | paste -sd' '); hierarchy -check -top rvt_top"
# shellcheck disable=SC2016  # as it stands in the file
for list in "$RVTRACE"/rtl/*.f; do
  others=$(grep -v -e '^//' -e '^+incdir+${RVTRACE}/rtl/' -e '^${RVTRACE}/rtl/' -e '^-f ${RVTRACE}/rtl/' "$list" || true) # none: as it should be
  [ -z "$others" ] || fail "$list: $others: no path below RVTRACE"
done
if grep -q 'rtl/check/' "$RVTRACE/rtl/rvtrace.f"; then fail 'rvtrace.f has checkers'; fi

# Two builds, whose ports have other widths.
for values in 'Xlen=32' 'Xlen=64 Blocks=2 FlowBlocks=2 IretireWidth=4 ContextWidth=9 SramWidth=64 SramWordsLog2=8 Pins=4 Lanes=1 QueueDepth=16'; do
  # shellcheck disable=SC2086  # words
  "$py" "$tree/scripts/interface/ipxact_check.py" ports "$RVTRACE/rtl/rvt_top.xml" $values >"$tmp/here/ipxact_ports.sv"
  [ "$(grep -c '^  logic' ipxact_ports.sv)" -gt 30 ] || fail "IP-XACT: expected more than 30 ports"
  passes "IP-XACT's ports, $values" verilator --lint-only --top-module ipxact_ports -f "$RVTRACE/rtl/rvtrace-sim.f" ipxact_ports.sv
done
passes "IP-XACT's registers" "$py" "$tree/scripts/interface/ipxact_check.py" registers "$RVTRACE/rtl/rvt_top.xml"
sed 's,<ipxact:value>0xff<,<ipxact:value>0xfe<,; s/Xlen-1</Xlen</' \
  "$RVTRACE/rtl/rvt_top.xml" >broken.xml
if "$py" "$tree/scripts/interface/ipxact_check.py" registers broken.xml >"$tmp/said" 2>&1; then fail 'a wrong field is taken'; fi
"$py" "$tree/scripts/interface/ipxact_check.py" ports broken.xml >ipxact_ports.sv
if verilator --lint-only --top-module ipxact_ports -f "$RVTRACE/rtl/rvtrace-sim.f" ipxact_ports.sv >"$tmp/said" 2>&1; then fail 'a wrong width is taken'; fi
mkdir -p "$tmp/xml/ipxact"
cp "$RVTRACE"/rtl/*.xml "$tmp/xml"
cp "$RVTRACE"/rtl/ipxact/*.xml "$tmp/xml/ipxact"
passes "IP-XACT's schema and interfaces" "$py" "$tree/scripts/interface/ipxact_check.py" schema "$tmp/xml"
same_interfaces='apb clk rst ingress sram trace'
[ "$(sed -n '/<ipxact:busInterface>/{n;s/.*name>\(.*\)<.*/\1/p}' "$RVTRACE/rtl/rvt_top.xml" | paste -sd' ')" = "$same_interfaces" ] || fail "IP-XACT: expected the interfaces $same_interfaces"
broken() { # FILE SED: a wrong file is refused
  cp "$RVTRACE"/rtl/*.xml "$tmp/xml"
  cp "$RVTRACE"/rtl/ipxact/*.xml "$tmp/xml/ipxact"
  sed -i "$2" "$tmp/xml/$1"
  if "$py" "$tree/scripts/interface/ipxact_check.py" schema "$tmp/xml" >"$tmp/said" 2>&1; then fail "$1: $2 is taken"; fi
  count=$((count + 1))
}
broken rvt_top.xml 's,<ipxact:busType vendor="rvtrace" library="interface" name="sram".*,,'
broken rvt_top.xml 's/trTeComp_1_Control/trTeComp_0_Control/'
broken rvt_top.xml 's,<ipxact:name>RDATA<,<ipxact:name>WDATA<,'
broken ipxact/sram_rtl.xml 's,<ipxact:onMaster>\(.*\)>out<,<ipxact:onMaster>\1>in<,'
broken ipxact/trace_rtl.xml 's,<ipxact:name>trace_rtl<,<ipxact:name>trace_other<,'

# Each file once: the component's and Bender's are those of the lists.
sed -n 's/^${RVTRACE}\/rtl\///p' "$RVTRACE/rtl/rvtrace.f" "$RVTRACE/rtl/rvtrace-sim.f" | sort >listed
grep -o '<ipxact:file><ipxact:name>[^<]*sv<' "$RVTRACE/rtl/rvt_top.xml" | sed 's/.*name>//; s/<//' | sort | diff listed - >"$tmp/said" || fail "IP-XACT: $(head -1 "$tmp/said")"
"$py" -c '
import sys, yaml
manifest = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))
print(*sorted(name.removeprefix("rtl/") for group in manifest["sources"] for name in group["files"]), sep="\n")' "$tree/Bender.yml" |
  diff listed - >"$tmp/said" || fail "Bender.yml: $(head -1 "$tmp/said")"
if command -v bender >/dev/null; then # no Debian package has it
  cp "$tree/Bender.yml" "$RVTRACE"
  passes 'bender' bender -d "$RVTRACE" script flist
  [ "$(grep -c '\.sv$' "$tmp/said")" -eq "$(wc -l <listed)" ] || fail "bender: expected $(wc -l <listed) files, found $(grep -c '\.sv$' "$tmp/said")"
fi
echo "manifests: file lists, IP-XACT and Bender's manifest say what the hardware is, by $count readings"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# scripts/lint/constraints.py refuses a wrong name, a port without a delay, a reset that nothing times, pins with more
# skew than allowed, and a pin without a site.
set -euo pipefail
python=${PYTHON:-build/venv/bin/python3}
. scripts/lib/refuses.sh
make -s --no-print-directory need-synth build/constraints/top.v build/constraints/soc.v.json

judge() { "$python" scripts/lint/constraints.py "$tmp/constraints" build/constraints/top.v build/constraints/soc.v.json "$@"; }

fault() { # KIND SED TEXT
  cp constraints/* "$tmp/constraints"
  plant "$tmp/constraints/rvt_top.$1" "$2"
  refuses constraints "rvt_top.$1: .*$3" judge "$1"
}

mkdir "$tmp/constraints"
cp constraints/* "$tmp/constraints"
accepts constraints judge
fault sdc 's/lowpower_i/low_power_i/' "low_power_i"
fault sdc 's/\[get_ports clk_i\]/[get_ports clk]/' "clk"
fault sdc 's/ wdata_i\[\*\]| pstrb_i\[\*\]//' "missing set_input_delay"
fault sdc 's/^set bus_out.*/set bus_out [get_ports {prdata_o[*] pslverr_o}]/' "pready_o"
fault sdc '/get_ports rst_ni/d' "rst_ni"
fault sdc '/^create_generated_clock/d' "trc_clk"
fault sdc 's/^(set pin_skew +)2\.0/\10.05/' "a path is too long or too short"
fault xdc 's/trc_data_o\[\*\]/trc_pins_o[*]/' "trc_pins_o"
fault xdc 's/^create_clock/create_clok/' "create_clok"
fault lpf 's/COMP "trc_clk_o"/COMP "trc_clock_o"/' "no port trc_clock_o"
fault lpf '/COMP "trc_data_o\[3\]"/d' "trc_data_o.3. has no site"
fault lpf 's/SITE "B11"/SITE "Z99"/' "Z99"
fault lpf 's/^FREQUENCY/FREQUENCIES/' "FREQUENCIES"
fault lpf 's/25 MHZ/25 MEGAHERTZ/' "MEGAHERTZ"
fault pcf 's/trc_clk_o/trc_clock_o/' "no port trc_clock_o"
fault pcf '/rst_ni/d' "rst_ni has no site"
fault pcf 's/^set_frequency clk_i/set_frequency clock/' "no port clock"

echo "constraints: $count cases judged"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# That scripts/tests/bridges.sh reports faults of the bridges of rtl/bus, each planted in a copy of them.
set -euo pipefail
. scripts/lib/refuses.sh
make -s --no-print-directory need-sim need-base build/rtl.f

bridges() {
  rm -rf "$tmp/run"
  mkdir "$tmp/run"
  BRIDGES=$tmp/bus RVT_TMP=$tmp/run bash scripts/tests/bridges.sh
}
fault() { # BRIDGE SED TEXT
  rm -rf "$tmp/bus"
  cp -r rtl/bus "$tmp/bus"
  plant "$tmp/bus/rvt_bus_$1.sv" "$2"
  refuses "$1: $2" "$3" bridges
}

cp -r rtl/bus "$tmp/bus"
accepts 'the bridges as they are' bridges
fault axi_lite "s/error_q <= pslverr_i/error_q <= 1'b0/" 'the response'
fault axi_lite "s/write \? s_wstrb_i : '0/write ? '1 : '0/" 'a word'
fault wishbone 's/ack_o = penable_o && pready_i/ack_o = penable_o/' 'a word\|the response\|rvt_check_apb'
fault wishbone "s/we_i \? sel_i : '0/we_i ? '1 : '0/" 'a word'
fault ahb_lite 's/state_q == Fault \|\| //' 'the response'
fault ahb_lite "s/3'd1: strb = .*/3'd1: strb = 4'b0011;/" 'a word'
fault obi 's/gnt_o = !psel_o/gnt_o = !psel_o || state_q == Access/' 'an answer\|a word\|the response'
fault obi "s/we_i \? be_i : '0/we_i ? '1 : '0/" 'a word'
echo "bridges: $count faults refused"

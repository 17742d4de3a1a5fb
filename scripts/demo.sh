#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Four messages through the RTL, from records to pins; the tool reads what was on the pins.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

capture=build/demo.nex
make -s --no-print-directory build/bin/rvt fusesoc-sim
echo "\$ Vrvt_ntrace_smoke_tb +capture=$capture"
build/fusesoc/sim/Vrvt_ntrace_smoke_tb "+capture=$capture"
echo "\$ rvt dump $capture"
build/bin/rvt dump "$capture"

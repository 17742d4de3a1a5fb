#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# A sink, the fork or a register block with a parameter out of its range does not elaborate, and says why.
set -euo pipefail
make -s --no-print-directory need-sim build/rtl.f
count=0

elaborate() { # elaborate TOP PARAMETER...
  local top=$1
  shift
  verilator --lint-only -Wno-lint -Wno-style --top-module "$top" "${@/#/-G}" scripts/lint/verilator.vlt -f build/rtl.f 2>&1
}

refuses() { # refuses TEXT TOP PARAMETER...
  local said text=$1
  shift
  if said=$(elaborate "$@"); then
    echo "$*: accepted"
    exit 1
  fi
  if ! grep -qF -- "$1: $text" <<<"$said"; then
    echo "$said"
    echo "$*: refused without saying '$1: $text'"
    exit 1
  fi
  count=$((count + 1))
}

accepts() { # accepts TOP PARAMETER...
  if ! elaborate "$@"; then
    echo "$*: refused"
    exit 1
  fi
  count=$((count + 1))
}

accepts rvt_ntrace_fork Lanes=16 Branches=8
refuses 'Lanes must be 1, 2, 4, 8 or 16' rvt_ntrace_fork Lanes=3
refuses 'Lanes must be 1, 2, 4, 8 or 16' rvt_ntrace_fork Lanes=32
refuses 'Branches must be 1..8' rvt_ntrace_fork Branches=9
accepts rvt_regs_pib Pins=16 DivWidth=16 SafeDiv=65535 ClkCenter=1 Calibrate=1
refuses 'Pins must be 4, 8 or 16' rvt_regs_pib Pins=12
refuses 'DivWidth must be 1..16' rvt_regs_pib DivWidth=17
refuses 'SafeDiv must be below 2^DivWidth' rvt_regs_pib DivWidth=4 SafeDiv=16
refuses 'ClkCenter and Calibrate must be 0 or 1' rvt_regs_pib ClkCenter=2
refuses 'ClkCenter and Calibrate must be 0 or 1' rvt_regs_pib Calibrate=2
refuses 'SramWordsLog2 must be 2..30' rvt_regs_ram SramWordsLog2=31
refuses 'SrcBitsMax must be 0..12' rvt_regs_encoder SrcBitsMax=13
refuses 'Lanes must be 1, 2, 4 or 8' rvt_ntrace_ram_sink Lanes=16
refuses 'SramWidth must be 32 or 64' rvt_ntrace_ram_sink SramWidth=128
refuses 'Ram or Pib must be 1' rvt_ntrace_top Ram=0 Pib=0
refuses 'Lanes must be 1 with a PIB' rvt_ntrace_top Lanes=4

echo "parameters: $count cases: good ones accepted, others refused"

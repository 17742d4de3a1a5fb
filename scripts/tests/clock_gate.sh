#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The encoder component after a clock gate that goes by `busy_o` (docs/integration.md) is equal in every
# output of every clock to the golden model, whose clock never stops: bytes, bus and handshake. A gate
# that looks at the stream alone, too early by what queue and packer hold, is seen.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tmp=${RVT_TMP:-$(mktemp -d)}
builds='te-n2 te-micro'

made() { # made DIRECTORY OPTION BUILD...: the harness with a gate before the unit
  local where=$1 option=$2
  shift 2
  # Variables of a make above would build something else.
  env -u MAKEFLAGS -u MFLAGS make -s --no-print-directory "${@/#/$where/}" SIM="$where" SIM_RT=build/sim/runtime SIM_STAGE="$option" RUNS= >"$tmp/make.log" 2>&1 ||
    { tail -5 "$tmp/make.log"; exit 1; }
}

# shellcheck disable=SC2086
made build/sim-gate --gate ${builds// //sim }/sim
for build in $builds; do
  build/sim-gate/"$build"/sim --bench te --seed 7 --clocks 600000 -o check=1 --min messages=5000 --min drained=50 \
    --min flushed=100 --min starts=200 >"$tmp/said" 2>&1 || { cut -c1-300 "$tmp/said"; exit 1; }
done
made build/sim-gate-early --gate-early te-n2/sim
if build/sim-gate-early/te-n2/sim --bench te --seed 7 --clocks 600000 -o check=1 >"$tmp/said" 2>&1; then
  echo 'clock_gate: a gate that is too early is not seen'
  exit 1
fi
grep -q 'RTL 0x' "$tmp/said" || { cut -c1-300 "$tmp/said"; exit 1; }
echo "clock_gate: $(wc -w <<<"$builds") gated builds equal the model, a gate that is too early is refused"

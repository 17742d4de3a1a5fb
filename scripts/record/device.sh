#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# `rvt ctl` on the RTL in lock-step with the golden model: device.sh [SIM [RVT]]. What the memory has
# and what a probe takes from the pins must be the same messages, and the run must end without a
# difference.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
sim=$(realpath "${1:-build/sim/top/sim}")
rvt=$(realpath "${2:-build/bin/rvt}")
dir=$(mktemp -d)
device=
trap 'rm -rf "$dir"; [ -z "$device" ] || kill "$device"' EXIT
cd "$dir"

"$sim" --bench top --seed 1 --clocks 100000000 --wave wave -o resets=0 -o ts=0 -o plain_sync=0 \
  -o pace=0 -o insns=50000 -o gen=p_halt:0 -o software=device -o listen=unix:dev >log 2>&1 &
device=$!
for _ in {1..50}; do
  grep -qs listening log && break
  sleep 0.1
done
grep -q listening log || { cat log >&2; exit 1; }
"$rvt" ctl --connect unix:dev >found <<'END'
discover
configure te mode=htm sync_mode=halfwords stall=1
configure ram
configure pib mode=11 divider=0
start
status
hart run
clocks 20000
status
stop
readout ram.nex
pins pins.nex
read te.trTeControl
END
status=0
wait "$device" || status=$?
device=
if [ "$status" -ne 0 ]; then
  cat log >&2
  exit "$status"
fi
# An encoder that is on, before and after its first block.
silent=$(sed -n 's/^  no message since start, or hart away = //p' found | tr '\n' ' ')
if [ "$silent" != 'yes no ' ]; then
  echo "device.sh: expected an encoder that is silent until the hart runs, found: $silent" >&2
  exit 1
fi
"$rvt" dump ram.nex | grep -v Idle >ram
"$rvt" dump pins.nex >pins
cmp ram pins
bytes=$(wc -c <pins.nex)
if [ "$bytes" -lt 500 ]; then
  echo "device.sh: expected 500 bytes of trace or more, found $bytes" >&2
  exit 1
fi
echo "device: rvt ctl traced $bytes bytes through the RTL, $(wc -l <pins) messages in memory and pins alike"

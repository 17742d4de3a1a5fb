#!/bin/bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Pages show what is measured: the table of messages a clock in docs/units/packer.md what build/bench/bench_packer says, docs/cost.md and its
# picture what the golden model does (scripts/bench/bandwidth.py).
set -euo pipefail

fail() {
  echo "measured_tables: $1" >&2
  exit 1
}

make -s build/bench/bench_packer
rows=0
while read -r line; do
  grep -qxF "$line" docs/units/packer.md || fail "docs/units/packer.md does not have: $line"
  rows=$((rows + 1))
done < <(build/bench/bench_packer)
[ "$rows" -ge 4 ] || fail "bench_packer printed $rows rows"
echo "measured_tables: $rows rows"
build/venv/bin/python3 scripts/bench/bandwidth.py check

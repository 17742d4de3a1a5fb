#!/bin/bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The table of messages a clock in docs/units/packer.md is what build/bench/bench_packer measures.
set -euo pipefail

fail() {
  echo "packer_table: $1" >&2
  exit 1
}

make -s build/bench/bench_packer
rows=0
while read -r line; do
  grep -qxF "$line" docs/units/packer.md || fail "docs/units/packer.md does not have: $line"
  rows=$((rows + 1))
done < <(build/bench/bench_packer)
[ "$rows" -ge 4 ] || fail "bench_packer printed $rows rows"
echo "packer_table: $rows rows"

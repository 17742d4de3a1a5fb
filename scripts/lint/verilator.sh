#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Lint what a list of tops names with Verilator -Wall: $VERILATOR, or the distribution's.
#
# usage: verilator.sh FILE_LIST TOPS_LIST, as scripts/lib/filelist.py prints them
set -euo pipefail
verilator=${VERILATOR:-verilator}
count=0
while read -r top parameters; do
  values=()
  for parameter in $parameters; do values+=("-G$parameter"); done
  if ! said=$("$verilator" --lint-only -Wall --assert --top-module "$top" "${values[@]}" \
    scripts/lint/verilator.vlt -f "$1" 2>&1 </dev/null); then
    echo "$said" >&2
    echo "verilator: $top $parameters failed" >&2
    exit 1
  fi
  count=$((count + 1))
done <"$2"
[ "$count" -gt 0 ]
echo "$verilator: $count elaborations are clean under -Wall"

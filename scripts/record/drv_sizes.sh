#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Code of the driver for RV32IMC, which `make drv-example` has compiled: each figure beside what is promised.
# drv_sizes.sh DIRECTORY LIBRARY-MAX KNOWN-MAX MAIN-MAX OBJECT...
set -euo pipefail
cd "$1"
library_max=$2 known_max=$3 main_max=$4
shift 4

text() { # files: code and constants
  riscv64-unknown-elf-size "$@" | awk 'NR > 1 { sum += $1 } END { print sum }'
}
status=0
judge() { # what, found, most
  if [ "$2" -gt "$3" ]; then
    echo "drv-example: $1: expected at most $3 bytes, found $2" >&2
    status=1
  else
    echo "drv-example: $1: $2 bytes of at most $3"
  fi
}
judge 'librvtdrv for RV32IMC' "$(text "$@")" "$library_max"
judge 'known.elf, a whole program without discovery' "$(text known.elf)" "$known_max"
echo "drv-example: capture.elf, the same with discovery: $(text capture.elf) bytes"
sizes=$(riscv64-unknown-elf-nm -S minimal.elf | awk '$4 == "main" { print "main", $2 } $4 ~ /^rvt_min_/ { print "min", $2 }')
main=$((0x$(sed -n 's/^main //p' <<<"$sizes")))
judge 'minimal.elf, main()' "$main" "$main_max"
total=$main
for size in $(sed -n 's/^min //p' <<<"$sizes"); do total=$((total + 0x$size)); done
echo "drv-example: minimal.elf, with what main() calls of rvt/min.h: $total bytes"
exit $status

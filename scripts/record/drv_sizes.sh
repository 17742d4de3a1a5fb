#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Code of the driver for RV32IMC, which `make drv-example` has compiled: each figure beside its most.
# drv_sizes.sh DIRECTORY 'library=BYTES known=BYTES capture=BYTES main=BYTES minimal=BYTES' OBJECT...
set -euo pipefail
cd "$1"
declare -A most
for word in $2; do most[${word%=*}]=${word#*=}; done
shift 2

text() { # files: code and constants
  riscv64-unknown-elf-size "$@" | awk 'NR > 1 { sum += $1 } END { print sum }'
}
status=0
judge() { # figure, what it is, found
  if [ "$3" -gt "${most[$1]}" ]; then
    echo "drv-example: $2: expected at most ${most[$1]} bytes, found $3" >&2
    status=1
  else
    echo "drv-example: $2: $3 bytes of at most ${most[$1]}"
  fi
}
judge library 'librvtdrv for RV32IMC' "$(text "$@")"
judge known 'known.elf, a whole program without discovery' "$(text known.elf)"
judge capture 'capture.elf, the same with discovery' "$(text capture.elf)"
sizes=$(riscv64-unknown-elf-nm -S minimal.elf | awk '$4 == "main" { print "main", $2 } $4 ~ /^rvt_min_/ { print "min", $2 }')
main=$((0x$(sed -n 's/^main //p' <<<"$sizes")))
judge main 'minimal.elf, main()' "$main"
total=$main
for size in $(sed -n 's/^min //p' <<<"$sizes"); do total=$((total + 0x$size)); done
judge minimal 'minimal.elf, with what main() calls of rvt/min.h' "$total"
exit $status

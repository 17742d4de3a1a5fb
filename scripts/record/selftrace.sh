#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs/examples on a simulated RV32 hart: Spike executes the ELF file, whose trace registers are those
# of `rvt device`, and the device's hart executes what Spike executes. What the program then has in
# its own memory must decode to its own PCs. selftrace.sh ELF PLUGIN SPIKE ISA [RVT]
set -euo pipefail
elf=$(realpath "$1") plugin=$(realpath "$2") spike=$(realpath -s "$3") isa=$4
rvt=$(realpath "${5:-build/bin/rvt}")
dir=$(mktemp -d)
device=
trap 'rm -rf "$dir"; [ -z "$device" ] || kill "$device"' EXIT
cd "$dir"

# Instructions of Spike's boot ROM before the program.
boot=5
# Every instruction shows on the port in its own clock.
serve() {
  rm -f dev
  : >log
  "$rvt" device --listen unix:dev --once --set Single=1 --set IretireWidth=1 "$@" >log 2>&1 &
  device=$!
  for _ in {1..50}; do
    grep -q listening log && return
    sleep 0.1
  done
  cat log >&2
  exit 1
}
served() {
  wait "$device" || { cat log >&2; exit 1; }
  device=
}

# What it executes. Its hart is not traced yet, so it is other after the end of the trace only,
# where the program waits for the encoder.
cat >first <<END
#!/bin/sh
exec "$spike" -d --debug-cmd=noisy --extlib="$plugin" --device=trace_device,unix:dev,$boot,first.nex "\$@"
END
chmod +x first
printf 'r\nq\n' >noisy
serve
RVT_SPIKE=./first "$rvt" record --isa "$isa" "$elf" -o program.rvti
served
"$rvt" encode program.rvti -o whole.nex --pcs whole

# Traced. Single steps, since Spike counts retired instructions at the end of each run of them.
printf 'rs\nq\n' >commands
serve --program program.rvti
"$spike" -d --debug-cmd=commands --isa="$isa" --extlib="$plugin" \
  --device=trace_device,unix:dev,$boot,trace.nex "$elf" >spike.log 2>&1 || { cat spike.log trace.nex >&2; echo >&2; exit 1; }
served
"$rvt" decode trace.nex --elf "$elf" --pcs -o pcs
riscv64-unknown-elf-nm -S "$elf" >symbols
python3 - <<'END'
import sys

whole = open("whole").read().split()
pcs = [line.split()[-1] for line in open("pcs")]
work = next(line.split() for line in open("symbols") if line.split()[-1] == "work")
begin, end = int(work[0], 16), int(work[0], 16) + int(work[1], 16)


def at_work(list_of_pcs):
    return sum(begin <= int(pc, 16) < end for pc in list_of_pcs)


firsts = [i for i, pc in enumerate(whole) if whole[i:i + len(pcs)] == pcs]
if not pcs or not firsts:
    sys.exit(f"selftrace: expected {len(pcs)} decoded PCs in the program's {len(whole)}, one after the other")
if at_work(pcs) != at_work(whole) or at_work(pcs) < 1000:
    sys.exit(f"selftrace: expected all {at_work(whole)} PCs of work(), found {at_work(pcs)}")
print(f"selftrace: capture.elf has executed {len(whole)} instructions, traced {len(pcs)} of them itself, "
      f"and its trace decodes to them")
END

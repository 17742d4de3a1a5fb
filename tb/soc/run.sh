#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# run.sh SIM ELF NAME [PLUSARG...]: run a program that traces itself; the PCs of its trace have to be what the core says it has retired.
# NAME.nex: what came over the UART, .json: what the program says of it, .vcd: the trace pins, .log: what the core says. Loss is no error where the program asked for it.
# In E-Trace (NAME has -etrace-) the traps have to be those that the core has taken, with cause and value, NAME.traps.
# Where records of control transfers are made (NAME has -records), they have to be the newest transfers of the trace, NAME.stops.
# Of a program in parts, ELF's -shared, -first and -second, privilege and context of each instruction have to be the core's, too.
set -euo pipefail
. tb/soc/speaks.sh
sim=$(realpath "$1") elf=$2 name=$3
shift 3
isa=rv32imc
if riscv64-unknown-elf-objdump -f "$elf" | grep -q 'riscv:rv64'; then isa=rv64imac; fi
riscv64-unknown-elf-objcopy -O verilog --change-addresses -0x80000000 -R .tohost "$elf" "$name.hex"
programs=(--elf "$elf")
parts=("${elf%.elf}-shared.elf" "${elf%.elf}-first.elf" "${elf%.elf}-second.elf")
if [ -e "${parts[0]}" ]; then programs=(--elf "${parts[0]}" --elf "${parts[1]},scontext=1" --elf "${parts[2]},scontext=2"); fi
# CVA6 writes a list of its own where it is run.
here=$(realpath "$name")
mkdir -p "$here.run"
ln -sf /dev/null "$here.run/trace_hart_00.dasm"
status=0
if [[ $name = *-records ]]; then set -- "+stops=$here.stops" "$@"; fi
(cd "$here.run" && ulimit -t "${RVT_SIM_SECONDS:-900}" && "$sim" "+program=$here.hex" "+uart=$here.nex" "+log=$here.log" "+traps=$here.traps" "+pins=$here.vcd" "$@") > "$name.out" 2>&1 || status=$?
grep '^{"origin": ' "$name.out" > "$name.json" || echo '{}' > "$name.json"
if [ "$status" != 0 ] || speaks "$name.out"; then
  echo "$elf: expected the program to end with 0, and no checker to speak; found:" >&2
  tail -n 20 "$name.out" >&2
  exit 1
fi
# What a decoder cannot know: the widths of the build, how returns are compared, and that PicoRV32 has neither mcause nor mtval.
if [[ $name = *-etrace-* ]]; then
  etrace='"bpred_bits": 5, "cache_bits": 5, "f0s_bits": 1, "irdepth_bits": 4'
  case $name in
  */picorv32-*) etrace+=', "cause": false, "tval": false' ;;
  */cva6-*) etrace+=', "context_bits": 16' ;;
  esac
  implicit=0
  if [[ $name = *-modes ]]; then implicit=3; fi
  sed -i "s/}\$/, \"format\": \"e-trace\", \"xlen\": ${isa:2:2}, \"stack_depth\": 8, \"implicit_return\": $implicit, \"etrace\": {$etrace}}/" "$name.json"
fi

# equal TRACE [OPTION...]: its PCs are those of the core
equal() {
  local trace=$1 status=0 lost=0
  shift
  build/bin/rvt diff "$@" "${programs[@]}" --isa "$isa" "$trace" "$name.log" > "$trace.diff" 2> "$trace.said" || status=$?
  if [[ $name = *-loss ]]; then lost=1; fi
  if [ "$status" != "$lost" ] || ! grep -q ' are those of ' "$trace.diff" || { [ "$lost" = 1 ] && [ "$(grep -vc ': overflow: \|: begins at ' "$trace.said")" != 0 ]; }; then
    echo "$trace: expected what the core has retired, and status $lost, found $status:" >&2
    tail -n 5 "$trace.diff" "$trace.said" >&2
    exit 1
  fi
  if [[ $name = *-owners || $name = *-kernel ]] && ! grep -q ', with privilege' "$trace.diff"; then
    echo "$trace: expected privileges to be compared, found only PCs" >&2
    exit 1
  fi
  tail -n 1 "$trace.diff"
}

# The memory is a ring, which the side-car says it has wrapped or not; the first instructions are there if it has not. The pins have all of
# the trace, if the program uses them.
equal "$name.nex"
if ! grep -q '"origin": "wrapped"' "$name.json" && grep -q ': begins at ' "$name.nex.said"; then
  echo "$name.nex: expected the trace to begin with its first message, as its memory has not wrapped, found:" >&2
  cat "$name.nex.said" >&2
  exit 1
fi
if grep -q '^b1111 ' "$name.vcd"; then
  format=n-trace
  if [[ $name = *-etrace-* ]]; then
    format=e-trace
    sed 's/"wrapped"/"start"/' "$name.json" > "$name-pins.json"
  fi
  build/bin/rvt pins --format "$format" "$name.vcd" -o "$name-pins.nex" 2> "$name.pins"
  equal "$name-pins.nex"
  if [ -e "${parts[0]}" ] && [ "$format" = n-trace ]; then python3 tb/soc/owners.py "$name.log" "$name-pins.nex" "${parts[@]}"; fi
fi
# Those that were lost are missing between the others.
if [[ $name = *-etrace-* && $name != *-loss ]]; then
  python3 tb/soc/traps.py "$name.traps" "$name.nex" "$isa" "${programs[@]}"
fi
if [[ $name = *-records ]]; then
  python3 tb/soc/records.py "$name.stops" "$name.out" "$name.log" "$name.traps" "$name.nex" "$isa" "${programs[@]}"
fi

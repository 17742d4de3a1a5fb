#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# run.sh SIM ELF NAME [PLUSARG...]: run a program that traces itself; the PCs of its trace have to be what the core says it has retired.
# NAME.nex: what came over the UART, .pcs: what that says, .log: what the core says. Loss is no error where the program asked for it.
set -euo pipefail
sim=$1 elf=$2 name=$3
shift 3
riscv64-unknown-elf-objcopy -O verilog --change-addresses -0x80000000 -R .tohost "$elf" "$name.hex"
if ! timeout 300 "$sim" "+program=$name.hex" "+uart=$name.nex" "+log=$name.log" "$@" > "$name.out" 2>&1 || grep -q 'Warning\|Error' "$name.out"; then
  echo "$elf: expected the program to end with 0, and no checker to speak; found:" >&2
  tail -n 20 "$name.out" >&2
  exit 1
fi
# The memory is a ring: it begins inside a message.
status=0
build/bin/rvt decode --blind --elf "$elf" --isa rv32imc --pcs "$name.nex" > "$name.pcs" 2> "$name.said" || status=$?
lost=0
if [[ $name = *-loss ]]; then lost=1; fi
if [ "$status" != "$lost" ] || { [ "$lost" = 1 ] && [ "$(grep -vc ': overflow: ' "$name.said")" != 0 ]; }; then
  echo "$name.nex: expected rvt decode to end with $lost, found $status:" >&2
  cat "$name.said" >&2
  exit 1
fi
python3 tb/soc/compare.py "$name.pcs" "$name.log"

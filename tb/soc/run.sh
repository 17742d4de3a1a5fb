#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# run.sh SIM ELF: run a program that traces itself; the PCs of its trace have to be what the core says it has retired. Beside the
# program: .nex, what came over the UART, .pcs, what that says, .log, what the core says.
set -euo pipefail
sim=$1 name=${2%.elf}
riscv64-unknown-elf-objcopy -O verilog --change-addresses -0x80000000 -R .tohost "$2" "$name.hex"
if ! timeout 300 "$sim" "+program=$name.hex" "+uart=$name.nex" "+log=$name.log" > "$name.out" 2>&1 || grep -q 'Warning\|Error' "$name.out"; then
  echo "$2: expected the program to end with 0, and no checker to speak; found:" >&2
  tail -n 20 "$name.out" >&2
  exit 1
fi
# The memory is a ring: it begins inside a message.
build/bin/rvt decode --blind --elf "$2" --isa rv32imc --pcs "$name.nex" > "$name.pcs"
python3 tb/soc/compare.py "$name.pcs" "$name.log"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# An adapter that tells the wrong outcome of branches, under PicoRV32: the checker of the port names the cause, and without it the
# decoder contradicts the trace, whose PCs are not those of the core. Then each mistake of tb/soc/mistakes.toml, made on Ibex, is said by
# those who are expected to: checker, driver, decoder.
set -euo pipefail
tmp=${RVT_TMP:?}
adapter=rtl/adapter/rvt_ingress_rvfi.sv
right='rvfi_pc_wdata[Xlen*c+1+:Pc] == after'
make -s --no-print-directory need-soc all build/rtl.f build/soc/picorv32-setjmp.elf
if [ "$(grep -cF "$right" "$adapter")" != 1 ]; then
  echo "$adapter: expected one line with $right" >&2
  exit 1
fi
sed 's/rvfi_pc_wdata\[Xlen\*c+1+:Pc\] == after/rvfi_pc_wdata[Xlen*c+1+:Pc] != after/' "$adapter" > "$tmp/rvt_ingress_rvfi.sv"
sed "s,^$adapter\$,$tmp/rvt_ingress_rvfi.sv," build/rtl.f > "$tmp/rtl.f"

refused() { # refused NAME FLAGS TEXT
  make -s --no-print-directory SOC="$tmp/$1" SOC_RTL="$tmp/rtl.f" SOC_VFLAGS="$2" "$tmp/$1/picorv32/sim"
  cp build/soc/picorv32-setjmp.elf "$tmp/$1/"
  local base=$tmp/$1/picorv32-setjmp
  # A checker has spoken, and the run has ended before it looks at the trace.
  if tb/soc/run.sh "$tmp/$1/picorv32/sim" "$base.elf" "$base" > "$tmp/$1.said" 2>&1 ||
    build/bin/rvt diff --elf "$base.elf" --isa rv32imc "$base.nex" "$base.log" >> "$tmp/$1.said" 2>&1 ||
    ! grep -q "$3" "$tmp/$1.said"; then
    echo "$1: expected \"$3\", found:" >&2
    tail -n 5 "$tmp/$1.said" >&2
    exit 1
  fi
}
refused checker '' 'was the branch taken?'
refused decoder -DRVT_ANY_PORTS 'expected.*(NT:'
grep -q ': differs from ' "$tmp/decoder.said" || {
  echo "decoder: expected rvt diff to show a difference, found:" >&2
  tail -n 5 "$tmp/decoder.said" >&2
  exit 1
}
echo "soc: a wrong adapter is refused by the checker, by the decoder and by comparison with the core"

make -s --no-print-directory build/soc/ibex-traps.elf
python3 tb/soc/mistakes.py "$tmp"

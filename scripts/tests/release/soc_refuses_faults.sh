#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# An adapter that tells the wrong outcome of branches, under PicoRV32: the checker of the port names the cause, and without it the
# decoder contradicts the trace, whose PCs are not those of the core. In E-Trace Ibex, whose cause or value of traps gets lost on the way,
# has other traps than it has taken. Then each mistake of tb/soc/mistakes.toml, made on Ibex, is said by those who are expected to:
# checker, driver, decoder; and each bug of tb/soc/bugs.toml, planted in a core, is named by `rvt tandem`.
set -euo pipefail
tmp=${RVT_TMP:?}
adapter=rtl/adapter/rvt_ingress_rvfi_insns.sv
right='rvfi_pc_wdata[Xlen*c+1+:Pc] == after'
make -s --no-print-directory need-soc all build/rtl.f build/soc/picorv32-setjmp.elf
if [ "$(grep -cF "$right" "$adapter")" != 1 ]; then
  echo "$adapter: expected one line with $right" >&2
  exit 1
fi
sed 's/rvfi_pc_wdata\[Xlen\*c+1+:Pc\] == after/rvfi_pc_wdata[Xlen*c+1+:Pc] != after/' "$adapter" > "$tmp/rvt_ingress_rvfi_insns.sv"
sed "s,^$adapter\$,$tmp/rvt_ingress_rvfi_insns.sv," build/rtl.f > "$tmp/rtl.f"

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
for port in cause tval; do
  mkdir -p "$tmp/$port"
  sed "s/^    [.]${port}_i,\$/    .${port}_i('0),/" tb/soc/rvt_soc.sv > "$tmp/$port/rvt_soc.sv"
  make -s --no-print-directory SOC="$tmp/$port" SOC_SV="$tmp/$port/rvt_soc.sv tb/soc/rvt_soc_hart.sv tb/soc/rvt_soc_ctr.sv tb/soc/rvt_soc_probe.sv" \
    "$tmp/$port/ibex-etrace/sim"
  if tb/soc/run.sh "$tmp/$port/ibex-etrace/sim" build/soc/ibex-traps.elf "$tmp/$port/ibex-etrace-traps" > "$tmp/$port.said" 2>&1 ||
    ! grep -q ' instructions are those of ' "$tmp/$port.said" || ! grep -q ': expected [0-9]* traps to be a piece of ' "$tmp/$port.said"; then
    echo "$port: expected the instructions of the core, and other traps, found:" >&2
    tail -n 5 "$tmp/$port.said" >&2
    exit 1
  fi
done
echo "soc: traps of E-Trace without their cause or value are not those of the core"
python3 tb/soc/mistakes.py "$tmp"
python3 tb/soc/bugs.py "$tmp/bugs"

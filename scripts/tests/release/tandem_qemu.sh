#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# QEMU as the model of `rvt tandem`, by its gdb protocol: registers, stores, a device, CSRs, a trap and an interrupt. RVT: another `rvt`.
set -euo pipefail
make -s --no-print-directory need-ctr
export RVT_QEMU=$PWD/build/qemu/qemu-system-riscv64
make -s --no-print-directory build/bin/rvt qemu-model >/dev/null
. scripts/lib/refuses.sh
rvt=${RVT:-$PWD/build/bin/rvt} model=$PWD/build/lib/rvtrace/qemu.so
cd "$tmp"

cat >program.s <<'END'
        .globl  _start
_start: auipc   t0, 0
        sd      t0, 0x100(t0)
        c.ld    a0, 0(a1)       # from 0, which is no RAM
        amoadd.w t1, t0, (t0)
        addi    t2, t0, 0x80
        csrw    mtvec, t2
        lw      t3, 0x104(t0)
        sb      t0, 1(zero)     # to a device
        csrwi   mie, 8
        csrsi   mstatus, 8
        c.addi  t3, -1          # behind an interrupt
        c.sdsp  t0, 8(sp)
        .org    0x80
        csrr    t4, mcause
        mret
END
riscv64-unknown-elf-as -march=rv64imac -misa-spec=2.2 program.s -o program.o
riscv64-unknown-elf-ld -N --no-warn-rwx-segments -Ttext=0x80000000 program.o -o program.elf
cat >core.toml <<'END'
xlen = 64
isa = "rv64imac_zicsr"
boot = 0x80000000
ram = [{base = 0x80000000, size = 0x1000}]
ignored = ["mstatus"] # SXL, which QEMU has without S, too
END
cat >right.txt <<'END'
Group pc+ insn32=0x297 x5=0x80000000
Group pc+ insn32=0x1052b023 eaddr=0x80000100 store64=0x80000000
Group pc+ insn16=0x6188 x10=0x77
Group pc+ insn32=0x52a32f x6=0x297 eaddr=0x80000000 store32=0x80000297
Group pc+ insn32=0x8028393 x7=0x80000080
Group pc+ insn32=0x30539073 mtvec=0x80000080
Group pc+ insn32=0x1042ae03 x28=0x0
Group pc+ insn32=0x5000a3 eaddr=0x1 store8=0x0
Group pc+ insn32=0x30445073 mie=0x8
Group pc+ insn32=0x30046073
Group pc=0x80000080 mepc=0x80000026 mcause=0x8000000000000003 mtval=0x0
Group pc+ insn32=0x34202ef3 x29=0x8000000000000003
Group pc=0x80000026 insn32=0x30200073
Group pc+ insn16=0x1e7d x28=0xffffffffffffffff
Group pc+ insn16=0xe416 eaddr=0x8 store64=0x80000000
END
judged() { # SED: of the trace
  sed "$1" right.txt | "$rvt" assemble --format tandem --xlen 64 - -o run.tv
  "$rvt" tandem --core core.toml --elf program.elf --model "$model" run.tv
}
accepts 'equal' judged ''
if ! grep -q '^run.tv: 15 groups, 15 steps of QEMU, 1 interrupts; .* 1 copied (1 loads from outside), 0 skipped; 0 differences$' "$tmp/out"; then
  echo 'equal: expected 15 steps, a load from outside and an interrupt, found:'
  cat "$tmp/out"
  exit 1
fi
refuses 'a register' 'expected x7 0x80000080 as QEMU has it, found 0x80000084' judged '5s/80$/84/'
refuses 'no register' 'expected x28 0xffffffffffffffff as QEMU has it, found 0x0, unchanged' judged '14s/ x28=.*//'
refuses 'stored data' 'expected stored data 0x80000297 as QEMU has it, found 0x80000296' judged '4s/0x80000297/0x80000296/'
refuses 'an address' 'expected address of the store 0x80000100 as QEMU has it, found 0x80000108' judged '2s/100 /108 /'
refuses 'a store to a device' 'expected stored data 0x80000000 as QEMU has it, found 0x80000001' judged '15s/0$/1/'
refuses 'no CSR' 'expected mie 0x8 as QEMU has it, found 0x0, unchanged' judged '9s/ mie=0x8//'
refuses 'mepc' 'expected mepc 0x80000026 as QEMU has it, found 0x80000028' judged '11s/26/28/'
refuses 'an instruction' 'expected instruction 0x1e7d as QEMU has it, found 0x1e6d' judged '14s/0x1e7d/0x1e6d/'
sed -i 's/_zicsr/_znone/' core.toml
refuses 'an isa' 'expected a QEMU that takes this isa and shows CSRs to gdb (RVT_QEMU)' judged ''
echo "tandem_qemu: $count judged"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Spike as the model of a hart with S-mode and Sv39: what it fetches, loads and stores by virtual addresses, and a trap out of S. RVT: another `rvt`.
set -euo pipefail
make -s --no-print-directory build/bin/rvt spike-model >/dev/null
. scripts/lib/refuses.sh
rvt=${RVT:-$PWD/build/bin/rvt}
cd "$tmp"

# A page of 1 GiB: virtual 0 is 0x80000000. The table is at 0x80001000, what goes into satp at 0x80001100.
cat >program.s <<'END'
        .globl  _start
_start: auipc   t0, 1
        ld      t0, 0x100(t0)
        csrw    satp, t0
        li      t1, 0x40
        csrw    mepc, t1
        srli    t2, t0, 52
        csrw    mstatus, t2     # MPP: S
        mret
        .org    0x40
        ld      t2, 0x100(t1)
        sd      t0, 0x100(t1)
        ld      t2, 0x100(t1)
        lb      t0, 0(t0)
        .org    0x1000
        .dword  0x200000cf
        .org    0x1100
        .dword  0x8000000000080001
END
riscv64-unknown-elf-as -march=rv64i -misa-spec=2.2 program.s -o program.o
riscv64-unknown-elf-ld -N --no-warn-rwx-segments -Ttext=0x80000000 program.o -o program.elf
cat >core.toml <<'END'
xlen = 64
isa = "rv64i_zicsr"
modes = "msu"
mmu = "sv39"
boot = 0x80000000
ram = [{base = 0x80000000, size = 0x2000}]
END
cat >right.txt <<'END'
Group pc+ insn32=0x1297 x5=0x80001000
Group pc+ insn32=0x1002b283 x5=0x8000000000080001 eaddr=0x80001100
Group pc+ insn32=0x18029073 csr0x180=0x8000000000080001
Group pc+ insn32=0x4000313 x6=0x40
Group pc+ insn32=0x34131073 mepc=0x40
Group pc+ insn32=0x342d393 x7=0x800
Group pc+ insn32=0x30039073 mstatus=0xa00000800
Group pc=0x40 insn32=0x30200073 mstatus=0xa00000080 privilege=0x1
Group pc+ insn32=0x10033383 x7=0x0 eaddr=0x140
Group pc+ insn32=0x10533023 eaddr=0x140 paddr=0x80000140 store64=0x8000000000080001
Group pc+ insn32=0x10033383 x7=0x8000000000080001 eaddr=0x140
Group pc=0x0 insn32=0x28283 mepc=0x4c mcause=0xd mtval=0x8000000000080001 mstatus=0xa00000800 privilege=0x3
END
judged() { # SED: of the trace
  sed "$1" right.txt | "$rvt" assemble --format tandem --xlen 64 - -o run.tv
  "$rvt" tandem --core core.toml --elf program.elf run.tv
}
other() { # GROUP TEXT SED: the one difference, there
  refuses "$3" "^group $1, .*: expected $2 as Spike has it, found " judged "$3"
  grep -q '; 1 differences$' "$tmp/out" || { cat "$tmp/out" && echo "$3: expected one difference" && exit 1; }
}
accepts 'what the hart has done' judged ''
grep -q ': 12 groups, 12 steps of Spike, .* 0 copied (0 loads from outside), 0 skipped; 0 differences$' "$tmp/out" || { cat "$tmp/out" && exit 1; }
other 9 'instruction 0x10533023' '10s/0x10533023/0x10433023/'
other 9 'address of the store 0x140' '10s/eaddr=0x140/eaddr=0x148/'
other 9 'address of the store 0x80000140' '10s/paddr=0x80000140/paddr=0x140/'
other 11 'mcause 0xd' '12s/mcause=0xd/mcause=0x5/'
# What the hart has stored is what the model loads afterwards, by its virtual address, whatever of its addresses the trace has.
for addresses in 'eaddr=0x140 paddr=0x80000140' 'eaddr=0x140' 'paddr=0x80000140' ''; do
  other 9 'stored data 0x8000000000080001' "10s/eaddr=.* store64=.*/$addresses store64=0x5/;11s/x7=[^ ]*/x7=0x5/"
done
sed -i '/^mmu/d' core.toml
refuses 'without an MMU' '^group 2, .*: expected satp 0x0 as Spike has it, found 0x8000000000080001' judged ''
# What a hart fetches where the model has no memory is not for the model to say: of such an instruction only what it does is compared.
printf '.globl _start\n_start: lui t0, 0x40000\n jr t0\n' >program.s
riscv64-unknown-elf-as -march=rv64i program.s -o program.o
riscv64-unknown-elf-ld -N --no-warn-rwx-segments -Ttext=0x80000000 program.o -o program.elf
cat >right.txt <<'END'
Group pc+ insn32=0x400002b7 x5=0x40000000
Group pc=0x40000000 insn32=0x28067
Group pc=0x0 insn32=0x13 mepc=0x40000000 mcause=0x2 mtval=0x0 mstatus=0xa00001800
END
accepts 'an instruction that the model cannot fetch' judged ''
other 2 'mcause 0x2' '3s/mcause=0x2/mcause=0x1/'
echo "tandem_mmu: what a hart does in S, behind Sv39, is Spike's; $count traces were judged"

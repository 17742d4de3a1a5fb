#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Spike as the model of a hart with S-mode and Sv39: what it fetches, loads and stores by virtual addresses, and a trap out of S.
set -euo pipefail
make -s --no-print-directory build/bin/rvt spike-model >/dev/null
. scripts/lib/refuses.sh
. scripts/lib/judged.sh

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
accepts 'what the hart has done' judged ''
found ': 12 groups, 12 steps of Spike, .* 0 copied (0 loads from outside), 0 skipped; 0 differences$'
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

# ---- What a hart in S stores, and where its traps go ---------------------------------------------

made() { # MARCH LD_OPTION...: of program.s
  riscv64-unknown-elf-as "-march=$1" -misa-spec=2.2 program.s -o program.o
  riscv64-unknown-elf-ld -N --no-warn-rwx-segments -Ttext=0x80000000 "${@:2}" program.o -o program.elf
}
described() { # XLEN ISA MMU
  printf 'xlen = %s\nisa = "%s"\nmodes = "msu"\nmmu = "%s"\nboot = 0x80000000\nram = [{base = 0x80000000, size = 0x8000}]\n' "$@" >core.toml
}

# Pages of 4 KiB: virtual 0x1000 is 0x80002000, 0x2000 0x80001000, and 0x3000 a device. Vectored, an exception goes to 0x80, where
# it stands before, an interrupt behind that.
cat >program.s <<'END'
        .globl  _start
_start: auipc   t0, 4
        ld      t0, 0x100(t0)
        csrw    satp, t0
        li      t1, 0x40
        csrw    mepc, t1
        csrwi   medeleg, 4      # illegal instructions
        csrwi   mideleg, 2      # SSIP
        li      t2, 0x81
        csrw    stvec, t2
        srli    t2, t0, 52
        csrw    mstatus, t2     # MPP: S
        mret
        .org    0x40
        lui     t1, 2
        sd      t0, -4(t1)
        ld      t2, -4(t1)
        lui     t2, 3
        sw      t0, 0x18(t2)
        csrwi   sie, 2
        csrsi   sstatus, 2
        csrwi   sip, 2
        .org    0x7c
        .word   0xffffffff
        .org    0x84
        csrwi   sip, 0
        j       . - 0xc
        .org    0x4100
        .dword  0x8000000000080005
        .org    0x5000
        .dword  0x20001801
        .org    0x6000
        .dword  0x20001c01
        .org    0x7000
        .dword  0x200000cf, 0x200008cf, 0x200004cf, 0x100000cf
END
made rv64i
described 64 rv64i_zicsr_zicclsm sv39
cat >right.txt <<'END'
Group pc+ insn32=0x4297 x5=0x80004000
Group pc+ insn32=0x1002b283 x5=0x8000000000080005 eaddr=0x80004100
Group pc+ insn32=0x18029073 csr0x180=0x8000000000080005
Group pc+ insn32=0x4000313 x6=0x40
Group pc+ insn32=0x34131073 mepc=0x40
Group pc+ insn32=0x30225073 csr0x302=0x4
Group pc+ insn32=0x30315073 csr0x303=0x2
Group pc+ insn32=0x8100393 x7=0x81
Group pc+ insn32=0x10539073 csr0x105=0x81
Group pc+ insn32=0x342d393 x7=0x800
Group pc+ insn32=0x30039073 mstatus=0xa00000800
Group pc=0x40 insn32=0x30200073 mstatus=0xa00000080 privilege=0x1
Group pc+ insn32=0x2337 x6=0x2000
Group pc+ insn32=0xfe533e23 eaddr=0x1ffc paddr=0x80002ffc store64=0x8000000000080005
Group pc+ insn32=0xffc33383 x7=0x8000000000080005 eaddr=0x1ffc
Group pc+ insn32=0x33b7 x7=0x3000
Group pc+ insn32=0x53ac23 eaddr=0x3018 paddr=0x40000018 store32=0x80005
Group pc+ insn32=0x10415073 csr0x104=0x2 csr0x304=0x2
Group pc+ insn32=0x10016073 csr0x100=0x200000002 mstatus=0xa00000082
Group pc+ insn32=0x14415073 csr0x144=0x2 csr0x344=0x2
Group pc=0x84 csr0x141=0x60 csr0x142=0x8000000000000001 csr0x143=0x0 mstatus=0xa000001a0
Group pc+ insn32=0x14405073 csr0x144=0x0 csr0x344=0x0
Group pc=0x7c insn32=0xff5ff06f
Group pc=0x80 insn32=0xffffffff csr0x141=0x7c csr0x142=0x2 csr0x143=0xffffffff mstatus=0xa00000180
END
accepts 'stores and traps of S' judged ''
found ': 24 groups, 24 steps of Spike, 1 interrupts; .* 0 copied (0 loads from outside), 0 skipped; 0 differences$'
other 23 'scause 0x2' '24s/ csr0x142=0x2//'
other 23 'stval 0xffffffff' '24s/ csr0x14.*//' 4
other 20 'scause 0x8000000000000001' '21s/ csr0x142.* m/ m/'
other 13 'size of the store 0x8' '14s/store64=.*/store32=0x80005/'
other 16 'stored data 0x80005' '17s/store32=.*/store32=0x5/'
# An address of the hart's own x7.
other 15 'x7 0x3000' '16s/0x3000/0x3008/;17s/0x3018/0x3020/;17s/0x40000018/0x40000020/'
# sie is a view of mie.
echo 'ignored = ["sie"]' >>core.toml
other 17 'mie 0x2' '18s/ csr0x104.*//;19,$d'

# Physical addresses of 34 bits.
cat >program.s <<'END'
        .globl  _start
_start: auipc   t0, 1
        lw      t0, 0x100(t0)
        csrw    satp, t0
        li      t1, 0x40
        csrw    mepc, t1
        li      t2, 0x800
        csrw    mstatus, t2
        mret
        .org    0x40
        lui     t1, 0x400
        sw      t0, 0x10(t1)
        lw      t2, 0x10(t1)
        .org    0x1000
        .word   0x200000cf, 0x400000cf
        .org    0x1100
        .word   0x80080001
END
made rv32i -melf32lriscv
described 32 rv32i_zicsr sv32
sed -i 's/^ram = .*}/mlen = 34\n&, {base = 0x100000000, size = 0x1000}/' core.toml
cat >right.txt <<'END'
Group pc+ insn32=0x1297 x5=0x80001000
Group pc+ insn32=0x1002a283 x5=0x80080001 eaddr=0x80001100
Group pc+ insn32=0x18029073 csr0x180=0x80080001
Group pc+ insn32=0x4000313 x6=0x40
Group pc+ insn32=0x34131073 mepc=0x40
Group pc+ insn32=0x13b7 x7=0x1000
Group pc+ insn32=0x80038393 x7=0x800
Group pc+ insn32=0x30039073 mstatus=0x800
Group pc=0x40 insn32=0x30200073 mstatus=0x80 privilege=0x1
Group pc+ insn32=0x400337 x6=0x400000
Group pc+ insn32=0x532823 eaddr=0x400010 paddr=0x100000010 store32=0x80080001
Group pc+ insn32=0x1032383 x7=0x80080001 eaddr=0x400010
END
xlen='32 --sv32'
accepts 'physical addresses of 34 bits' judged ''
other 10 'address of the store 0x100000010' '11s/paddr=0x100000010/paddr=0x10/'
xlen=64

# What stores otherwise than I and A.
other_stores() { # ISA MENVCFG INSTRUCTION GROUP
  cat >program.s <<END
        .globl  _start
_start: auipc   t0, 1
        ld      t0, 0x100(t0)
        csrw    satp, t0
        li      t1, 0x40
        csrw    mepc, t1
        srli    t2, t0, 52
        csrw    mstatus, t2
        li      t2, 0x80
        csrw    0x30a, t2       # menvcfg: CBZE
        mret
        .org    0x40
        addi    sp, t1, 0x100
        $3
        .org    0x1000
        .dword  0x200000cf
        .org    0x1100
        .dword  0x8000000000080001
END
  made rv64i
  described 64 "$1" sv39
  cat >right.txt <<END
Group pc+ insn32=0x1297 x5=0x80001000
Group pc+ insn32=0x1002b283 x5=0x8000000000080001 eaddr=0x80001100
Group pc+ insn32=0x18029073 csr0x180=0x8000000000080001
Group pc+ insn32=0x4000313 x6=0x40
Group pc+ insn32=0x34131073 mepc=0x40
Group pc+ insn32=0x342d393 x7=0x800
Group pc+ insn32=0x30039073 mstatus=0xa00000800
Group pc+ insn32=0x8000393 x7=0x80
Group pc+ insn32=0x30a39073 csr0x30a=$2
Group pc=0x40 insn32=0x30200073 mstatus=0xa00000080 privilege=0x1
Group pc+ insn32=0x10030113 x2=0x140
$4
END
  accepts "$1" judged ''
}
push='Group pc+ insn16=0xb842 x2=0x130 eaddr=0x138 paddr=0x80000138 store64=0x0'
other_stores rv64i_zca_Zcmp_zicsr 0x0 '.2byte 0xb842' "$push" # cm.push {ra}, -16
other 11 'address of the store 0x138' '12s/eaddr=0x138/eaddr=0x80000138/'
other_stores rv64i_zicsr_zce 0x0 '.2byte 0xb842' "$push"
other_stores rv64i_zicsr_zicboz 0x80 '.word 0x1200f|4<<20' 'Group pc+ insn32=0x41200f eaddr=0x140 store8=0x0' # cbo.zero (sp)
other 11 'size of the store 0x1' '12s/store8/store64/'

# A vector directly behind an instruction that traps, in M alone.
printf '.globl _start\n_start: auipc t0, 0\n addi t0, t0, 16\n csrw mtvec, t0\n .word 0xffffffff\n nop\n' >program.s
made rv64i
described 64 rv64i_zicsr sv39
sed -i '/^m[om]/d' core.toml
cat >right.txt <<'END'
Group pc+ insn32=0x297 x5=0x80000000
Group pc+ insn32=0x1028293 x5=0x80000010
Group pc+ insn32=0x30529073 csr0x305=0x80000010
Group pc+ insn32=0xffffffff mepc=0x8000000c mcause=0x2 mtval=0xffffffff mstatus=0x1800
Group pc+ insn32=0x13
END
accepts 'a vector behind' judged ''
other 3 'mcause 0x2' '4s/ m.*//' 3
echo "tandem_mmu: what a hart does in S, behind Sv39 and Sv32, is Spike's; $count traces were judged"

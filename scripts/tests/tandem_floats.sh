#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Spike as the model of a hart with F and D in S, behind Sv39: F registers, flags, that they are dirty, and stores over the border of two
# pages.
set -euo pipefail
make -s --no-print-directory build/bin/rvt spike-model >/dev/null
. scripts/lib/refuses.sh
. scripts/lib/judged.sh
xlen='64 --flen 64'

# Virtual 0x1000 is 0x80002000, 0x2000 0x80001000.
cat >program.s <<'END'
        .globl  _start
_start: auipc   t0, 4
        ld      t0, 0x100(t0)
        csrw    satp, t0
        li      t1, 0x40
        csrw    mepc, t1
        lui     t2, 3
        addi    t2, t2, -0x800  # MPP: S, FS: Initial
        csrw    mstatus, t2
        mret
        .org    0x40
        lui     s0, 2
        fmv.d.x f1, t0
        fmv.d.x f4, x0
        fsd     f1, -4(s0)
        fld     f2, -4(s0)
        fdiv.d  f3, f1, f4
        fcvt.s.d f9, f1
        fsw     f9, -2(s0)
        c.fsd   f9, 8(s0)
        fadd.d  f3, f1, f1
        csrw    fcsr, t1
        addi    s0, s0, -6
        c.fsd   f9, 0(s0)
        fmv.d.x f5, x0
        fmv.d.x f5, x0
        fmv.d.x f7, x0
        fdiv.d  f3, f1, f7
        fdiv.d  f3, f1, f7
        .org    0x4100
        .dword  0x8000000000080005
        .org    0x5000
        .dword  0x20001801
        .org    0x6000
        .dword  0x20001c01
        .org    0x7000
        .dword  0x200000cf, 0x200008cf, 0x200004cf
END
riscv64-unknown-elf-as -march=rv64ifdc -misa-spec=2.2 program.s -o program.o
riscv64-unknown-elf-ld -N --no-warn-rwx-segments -Ttext=0x80000000 program.o -o program.elf
cat >core.toml <<'END'
xlen = 64
flen = 64
isa = "rv64ifdc_zicsr_zicclsm"
modes = "msu"
mmu = "sv39"
boot = 0x80000000
ram = [{base = 0x80000000, size = 0x8000}]
END
cat >right.txt <<'END'
Group pc+ insn32=0x4297 x5=0x80004000
Group pc+ insn32=0x1002b283 x5=0x8000000000080005 eaddr=0x80004100
Group pc+ insn32=0x18029073 csr0x180=0x8000000000080005
Group pc+ insn32=0x4000313 x6=0x40
Group pc+ insn32=0x34131073 mepc=0x40
Group pc+ insn16=0x638d x7=0x3000
Group pc+ insn32=0x80038393 x7=0x2800
Group pc+ insn32=0x30039073 mstatus=0xa00002800
Group pc=0x40 insn32=0x30200073 mstatus=0xa00002080 privilege=0x1
Group pc+ insn16=0x6409 x8=0x2000
Group pc+ insn32=0xf20280d3 f1=0x8000000000080005 mstatus=0x8000000a00006080
Group pc+ insn32=0xf2000253 f4=0x0
Group pc+ insn32=0xfe143e27 eaddr=0x1ffc paddr=0x80002ffc store64=0x8000000000080005
Group pc+ insn32=0xffc43107 f2=0x8000000000080005 eaddr=0x1ffc
Group pc+ insn32=0x1a40f1d3 f3=0xfff0000000000000 fcsr|=0x8
Group pc+ insn32=0x4010f4d3 f9=0xffffffff80000000 fcsr|=0x3
Group pc+ insn32=0xfe942f27 eaddr=0x1ffe paddr=0x80002ffe store32=0x80000000
Group pc+ insn16=0xa404 eaddr=0x2008 paddr=0x80001008 store64=0xffffffff80000000
Group pc+ insn32=0x210f1d3 f3=0x800000000010000a
Group pc+ insn32=0x331073 fcsr=0x40
Group pc+ insn16=0x1469 x8=0x1ffa
Group pc+ insn16=0xa004 eaddr=0x1ffa paddr=0x80002ffa store64=0xffffffff80000000
Group pc+ insn32=0xf20002d3 f5=0x0
Group pc+ insn32=0xf20002d3 f5=0x0
Group pc+ insn32=0xf20003d3 f7=0x0
Group pc+ insn32=0x1a70f1d3 f3=0xfff0000000000000 fcsr|=0x8
Group pc+ insn32=0x1a70f1d3 f3=0xfff0000000000000
END
accepts 'what the hart has done' judged ''
found ': 27 groups, 27 steps of Spike, .* 0 copied (0 loads from outside), 0 skipped; 0 differences$'
other 10 'mstatus 0x8000000a00006080' '11s/ mstatus=.*//' 12
other 13 'f2 0x8000000000080005' '14s/f2=0x8/f2=0x7/'
other 14 'fflags 0x8' '15s/ fcsr.*//'
other 16 'address of the store 0x1ffe' '17s/0x1ffe/0x1ffc/'
other 17 'size of the store 0x8' '18s/store64=.*/store32=0x80000000/'
other 18 'f3 0x800000000010000a' '19s/ f3=.*//'
other 19 'fflags 0x0' '20s/ fcsr.*//' 2
other 19 'fcsr 0x40' '20s/0x40/0x20/'
other 21 'stored data 0xffffffff80000000' '22s/=0xf/=0xe/'
# What the hart has otherwise the model has then, too: with F off, and no dirtier by it.
other 3 'fcsr 0x0' '4s/$/ fcsr=0x1/'
other 9 'fcsr 0x0' '10s/$/ fcsr=0x1 mstatus=0xa00002080/'
# ... so that the next instruction changes it again.
other 22 'f5 0x0' '23s/0x0/0x1/;24s/ f5.*//' 2
other 25 'fcsr 0x48' '26s/|=0x8/=0x40/' 2
other 11 'f4 0x0' '12s/0x0/0x3ff0000000000000/;15s/f3.*/f3=0x8000000000080005/;'
echo "tandem_floats: what a hart with F does is Spike's; $count traces were judged"

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Random programs in M, S, U, and with H in VS and VU, that transfer control in every way and use the CSRs of control transfer
records. At the end the newest record and all others are printed in the form that `rvt ctr` reads.
"""

import random

LOGGED = (0x80000000, 0x8001FFFF)  # what the emulator logs: all but the printing
MCTRCTL, VSCTRCTL, SCTRCTL, SCTRSTATUS, SCTRDEPTH = 0x34E, 0x24E, 0x14E, 0x14F, 0x15F
SISELECT, VSISELECT = 0x150, 0x250
MSTATEEN0, HSTATEEN0 = 0x30C, 0x60C
CTR_BIT, CSRIND_BIT = 1 << 54, 1 << 60
FILTERS = [33, 34, 35, 36, 37, 40, 41, 42, 43, 44, 45, 46, 47]
STEPS, BLOCKS, INTERRUPTS = 120, 40, 80  # a program ends after so many steps, or interrupts of machine mode

# Every mode's handler has an area of its own, which its scratch register points to.
HANDLER = """
    .balign 4
{m}_handler:
    csrrw s9, {m}scratch, s9
    sd t0, 0(s9)
    sd t1, 8(s9)
    sd t2, 16(s9)
    csrr t0, {m}cause
    bltz t0, {m}_interrupt
    addi t1, t0, -8
    sltiu t1, t1, 4
    beqz t1, 1f
    li t1, 93
    bne a7, t1, 1f
    {leave}
1:  addi t0, t0, -1
    beqz t0, {m}_astray
    csrr t1, {m}epc
    lhu t2, 0(t1)
    andi t2, t2, 3
    addi t2, t2, -3
    addi t1, t1, 2
    bnez t2, 2f
    addi t1, t1, 2
2:  csrw {m}epc, t1
    j {m}_turn
{m}_astray:
    la t1, block_0
    csrw {m}epc, t1
{m}_turn:
    slli t1, s10, 13
    xor s10, s10, t1
    srli t1, s10, 7
    xor s10, s10, t1
    slli t1, s10, 17
    xor s10, s10, t1
    andi t1, s10, 3
    bnez t1, {m}_back
    andi t1, s10, 0x30
{turn}
    j {m}_back
{m}_interrupt:
{interrupt}
{m}_back:
    ld t0, 0(s9)
    ld t1, 8(s9)
    ld t2, 16(s9)
    csrrw s9, {m}scratch, s9
    {m}ret
"""

M_TURN = """
    li t2, 0x1800
    csrc mstatus, t2
    beqz t1, 4f
    addi t1, t1, -0x10
    beqz t1, 3f
    csrs mstatus, t2
    j {m}_back
3:  li t2, 0x800
    csrs mstatus, t2
4:"""
M_TURN_V = """
    li t2, 1 << 39
    csrc mstatus, t2
    slli t1, s10, 50
    bgez t1, {m}_back
    csrs mstatus, t2"""
S_TURN = """
    csrci sstatus, 0
    li t2, 0x100
    csrc sstatus, t2
    beqz t1, 3f
    csrs sstatus, t2
3:"""
S_TURN_V = """
    li t2, 1 << 7
    csrc 0x600, t2
    slli t1, s10, 50
    bgez t1, {m}_back
    csrs 0x600, t2"""

M_INTERRUPT = """
    ld t1, 24(s9)
    addi t1, t1, -1
    sd t1, 24(s9)
    bgez t1, 3f
    j finish
3:
    li t1, {after}
    li t2, 0x200bff8
    ld t2, 0(t2)
    add t1, t1, t2
    li t2, 0x2004000
    sd t1, 0(t2)
    li t2, 0x2000000
    sw zero, 0(t2)
    li t2, 0x2222
    csrc mip, t2"""
M_INTERRUPT_H = """
    li t2, 0x444
    csrc 0x645, t2"""
S_INTERRUPT = """
    li t2, 0x2222
    csrc sip, t2
    {more}"""

PRINT = """
    .section .print, "ax"
# t0 bit 0..: s0 what, s1 UART
hex:li s2, 60
1:  srl s3, s0, s2
    andi s3, s3, 15
    li s4, 10
    blt s3, s4, 2f
    addi s3, s3, 39
2:  addi s3, s3, 48
    sb s3, 0(s1)
    addi s2, s2, -4
    bgez s2, 1b
    ret
text:
1:  lbu s3, 0(s0)
    beqz s3, 2f
    sb s3, 0(s1)
    addi s0, s0, 1
    j 1b
2:  ret
    .macro say string
    .section .rodata
9:  .asciz "\\string"
    .section .print
    la s0, 9b
    call text
    .endm
    .macro put csr, before
    say "\\before"
    csrr s0, \\csr
    call hex
    .endm
print:
    li s1, 0x10000000
    put 0x34e, "mctrctl 0x"
{vs}    put 0x15f, "\\nsctrdepth 0x"
    put 0x14f, "\\nsctrstatus 0x"
    csrr s5, 0x15f
    li s6, 16
    sll s5, s6, s5
    say "\\nctr 1 0x"
    mv s0, s5
    call hex
    say " 0x0\\n"
    li s6, 0x200
1:  csrw 0x150, s6
    put 0x151, "ctr 0x"
    put 0x152, " 0x"
    put 0x153, " 0x"
    say "\\n"
    addi s6, s6, 1
    addi s5, s5, -1
    bnez s5, 1b
    li s1, 0x100000
    li s0, 0x5555
    sw s0, 0(s1)
2:  j 2b
"""


class Program:
    """Its text, by `seed`; `hypervisor`: in VS and VU, too."""

    def __init__(self, seed, hypervisor):
        self.r = random.Random(f"{seed} {hypervisor}")
        self.h = hypervisor
        self.mstateen = self.r.random() < 0.85
        self.hstateen = self.r.random() < 0.8
        self.text = self.make()

    def chance(self, p):
        return self.r.random() < p

    def control(self):
        """A value of a control register under which a good deal is recorded."""
        value = 0
        for bit, p in [(0, 0.7), (1, 0.7), (2, 0.7), (7, 0.12), (8, 0.5), (9, 0.5), (11, 0.15), (12, 0.15)]:
            value |= self.chance(p) << bit
        if self.chance(0.5):
            for bit in FILTERS:
                value |= self.chance(0.25) << bit
        return value | self.chance(0.3) << 36

    def block(self):
        return f"block_{self.r.randrange(BLOCKS)}"

    # ---- What a block is made of ---------------------------------------------------------------

    def straight(self):
        return ["addi a0, a0, 3", "xor a1, a1, s10", "c.addi a2, 1", "sltu a3, a1, a0", "c.mv a4, a1"][self.r.randrange(5)]

    def branch(self):
        kind, bit = self.r.randrange(6), 1 << self.r.randrange(11)
        if kind == 0:
            return f"andi a5, s10, {bit}\nc.beqz a5, 1f\n{self.straight()}\n1:"
        if kind == 1:
            return f"andi a5, s10, {bit}\nc.bnez a5, 1f\n{self.straight()}\n1:"
        if kind == 2:
            return f"li a5, {self.r.randrange(1, 5)}\n1: addi a5, a5, -1\nbnez a5, 1b"
        return f".option norvc\nandi a5, s10, {bit}\n{self.r.choice(['beq', 'bne', 'bltu', 'bge'])} a5, x0, 1f\n.option rvc\n{self.straight()}\n1:"

    def jump(self):
        to = self.block()
        return self.r.choice(
            [
                f"jal x0, {to}",
                f"jal ra, {to}",
                f"jal t0, {to}",
                f"jal t1, {to}",
                f"la t1, {to}\njalr x0, 0(t1)",
                f"la t1, {to}\nc.jr t1",
                f"la t1, {to}\njalr ra, 0(t1)",
                f"la t1, {to}\nc.jalr t1",
                f"la t1, {to}\njalr t0, 0(t1)",
                f"la t1, {to}\njalr t2, 0(t1)",
                f"la t0, {to}\njalr ra, 0(t0)",
                f"la t0, {to}\nc.jalr t0",
                f"la ra, {to}\njalr t0, 0(ra)",
                f"la ra, {to}\njalr ra, 0(ra)",
                f"la ra, {to}\nc.jalr ra",
                f"la ra, {to}\njalr t1, 0(ra)",
                "jalr x0, 0(ra)",
                "c.jr ra",
                "jalr x0, 0(t0)",
                "c.jr t0",
                "jalr x0, 2(ra)\nc.nop",
                "c.j 1f\nc.nop\n1:",
                ".option norvc\njal x0, 1f\n.option rvc\n1:",
                "jal ra, 1f\nc.nop\n1:",
            ]
            + (["li t1, 0x140\njalr x0, 0(t1)"] if self.chance(0.1) else [])
        )

    def trap(self):
        return self.r.choice(["li a7, 0\necall", "ebreak", "c.ebreak", ".half 0", ".word 0xffffffff", "csrr a0, 0x7c0"])

    def xret(self):
        to, mpp = self.block(), self.r.randrange(3)
        if self.chance(0.5):
            lines = [f"la t1, {to}", "csrw sepc, t1", "li t1, 0x100", f"csr{self.r.choice('sc')} sstatus, t1"]
            if self.h:
                lines += ["li t1, 0x80", f"csr{self.r.choice('sc')} 0x600, t1"]
            return "\n".join(lines + ["sret"])
        lines = [f"la t1, {to}", "csrw mepc, t1", "li t1, 0x1800", "csrc mstatus, t1", f"li t1, {[0, 0x800, 0x1800][mpp]}", "csrs mstatus, t1"]
        if self.h:
            lines += ["li t1, 1 << 39", f"csr{self.r.choice('sc') if mpp != 2 else 'c'} mstatus, t1"]
        return "\n".join(lines + ["mret"])

    def access(self):
        kind = self.r.randrange(12)
        if kind == 0:
            return ".word 0x10400073"
        if kind < 4:
            name, value = self.r.choice([SCTRCTL, SCTRCTL, MCTRCTL] + [VSCTRCTL] * self.h), self.control()
            return f"li t1, {value:#x}\n{self.r.choice(['csrrw a0', 'csrrs a1', 'csrrc a2', 'csrrw x0'])}, {name:#x}, t1"
        if kind == 4:
            return f"li t1, {self.r.randrange(8)}\ncsrrw a0, {SCTRDEPTH:#x}, t1"
        if kind == 5:
            frozen = self.chance(0.2)
            return f"li t1, {frozen << 31 | self.r.randrange(256):#x}\ncsrrw a0, {SCTRSTATUS:#x}, t1"
        if kind == 6:
            return f"csrr a{self.r.randrange(5)}, {self.r.choice([SCTRCTL, SCTRSTATUS, SCTRDEPTH, MCTRCTL] + [VSCTRCTL] * self.h):#x}"
        if kind == 7:
            return f"li t1, 1 << 31\ncsrrc x0, {SCTRSTATUS:#x}, t1"
        select = self.r.choice([0, 0, 0, 1, 2, self.r.randrange(16), self.r.randrange(256)])
        v = 0x100 * (self.h and self.chance(0.2))
        reg = self.r.choice([0x151, 0x151, 0x152, 0x153, 0x155, 0x156, 0x157]) + v
        lines = [f"li t1, {0x200 + select:#x}", f"csrw {SISELECT + v:#x}, t1"]
        if kind < 11:
            return "\n".join(lines + [f"csrr a{self.r.randrange(5)}, {reg:#x}"])
        value = self.r.getrandbits(63) & (~0xFFFF8000 if reg & 0xFF == 0x53 else -1)  # no cycle counts
        return "\n".join(lines + [f"li t1, {value:#x}", f"csrrw a0, {reg:#x}, t1"])

    def pend(self):
        bit = self.r.choice([1, 5, 13])
        return self.r.choice(
            [f"li t1, 1 << {bit}\ncsrs mip, t1", f"li t1, 1 << {self.r.choice([1, 13])}\ncsrs sip, t1", "li t1, 0x2000000\nli a5, 1\nsw a5, 0(t1)"]
            + ([f"li t1, 1 << {self.r.choice([2, 6, 10])}\ncsrs 0x645, t1"] if self.h else [])
        )

    def body(self):
        """A block ends where another begins, and counts the steps that are left."""
        lines = ["addi s11, s11, -1", "bgez s11, 1f", "j leave", "1:"]
        for _ in range(self.r.randrange(1, 5)):
            p = self.r.random()
            make = self.straight if p < 0.25 else self.branch if p < 0.5 else self.jump if p < 0.75 else self.trap if p < 0.83 else self.xret if p < 0.91 else self.access if p < 0.97 else self.pend
            lines.append(make())
        return "\n".join(lines)

    # ---- The whole -----------------------------------------------------------------------------

    def handlers(self):
        m_turn = M_TURN + (M_TURN_V if self.h else "")
        s_turn = S_TURN + (S_TURN_V if self.h else "")
        m_irq = M_INTERRUPT.format(after=self.r.randrange(20, 200)) + (M_INTERRUPT_H if self.h else "")
        hs_more = "li t2, 0x444\ncsrc 0x645, t2" if self.h else "nop"
        text = HANDLER.format(m="m", leave="j finish", turn=m_turn.format(m="m"), interrupt=m_irq)
        text += HANDLER.format(m="s", leave="ecall", turn=s_turn.format(m="s"), interrupt=S_INTERRUPT.format(more=hs_more))
        if self.h:
            guest = HANDLER.format(m="s", leave="ecall", turn=S_TURN, interrupt=S_INTERRUPT.format(more="nop"))
            text += guest.replace("s_", "vs_").replace("_i", "_i")
        return text

    def write(self, csr, value):
        return f"li t1, {value:#x}\ncsrw {csr:#x}, t1"

    def set_up(self):
        r = self.r
        exceptions = [0, 2, 3, 8] + ([10, 22] if self.h else [])
        delegated = sum(self.chance(0.5) << bit for bit in exceptions)
        lines = ["la t1, m_handler", "csrw mtvec, t1", "la t1, s_handler", "csrw stvec, t1", "la t1, m_area", "csrw mscratch, t1", "la t1, s_area", "csrw sscratch, t1"]
        lines += [self.write(0x3B0, (1 << 54) - 1), self.write(0x3A0, 0x1F)]
        lines += [self.write(0x302, delegated), self.write(0x303, sum(self.chance(0.5) << bit for bit in (1, 5, 13)))]
        lines += [self.write(MSTATEEN0, 1 << 63 | self.mstateen * CTR_BIT | CSRIND_BIT), "la t1, block_0", "csrw sepc, t1"]
        if self.h:
            lines += ["la t1, vs_handler", "csrw 0x205, t1", "la t1, vs_area", "csrw 0x240, t1", "la t1, block_0", "csrw 0x241, t1"]
            lines += [self.write(0x602, sum(self.chance(0.5) << bit for bit in (0, 2, 3, 8))), self.write(0x603, sum(self.chance(0.6) << bit for bit in (2, 6, 10, 13)))]
            lines += [self.write(HSTATEEN0, 1 << 63 | self.hstateen * CTR_BIT | CSRIND_BIT), self.write(0x204, 0x2222)]
        lines += [self.write(0x304, 0x22AA | (0x444 if self.h else 0)), "li t1, 0x2004000", f"li t2, {r.randrange(50, 300)}", "sd t2, 0(t1)"]
        lines += ["la ra, block_1", "la t0, block_2", f"li s10, {r.getrandbits(31) | 1}", f"li s11, {STEPS}", f"li a7, 0"]
        lines += [self.write(SCTRDEPTH, r.choice([0, 0, 1, 2, 3, 4]))]
        if self.h:
            lines += [self.write(VSCTRCTL, self.control() & ~4)]
        lines += [self.write(MCTRCTL, self.control())]
        mpp = r.choice([0, 0x800, 0x1800])
        lines += ["li t1, 0x1800", "csrc mstatus, t1", f"li t1, {mpp | 0x82:#x}{' | 1 << 39' if self.h and mpp != 0x1800 and self.chance(0.7) else ''}", "csrs mstatus, t1", "la t1, block_0", "csrw mepc, t1", "mret"]
        return "\n".join(lines)

    def make(self):
        blocks = "\n".join(f"block_{i}:\n{self.body()}" for i in range(BLOCKS))
        areas = "\n".join(f"{m}_area: .zero 24\n.dword {INTERRUPTS}" for m in ("m", "s", "vs"))
        vs = '    put 0x24e, "\\\\nvsctrctl 0x"\n'.replace("\\\\", "\\") if self.h else ""
        return (
            f".globl _start\n.section .text\n_start:\n{self.set_up()}\n{blocks}\nj block_0\nleave: li a7, 93\necall\nj leave\n{self.handlers()}\n"
            f"finish: li t2, 0\ncsrr t2, misa\nbnez t2, 1f\nli a7, 93\necall\nj finish\n1: li t1, 1 << 31\ncsrs {SCTRSTATUS:#x}, t1\nla t1, print\njr t1\n.data\n.balign 8\n{areas}\n{PRINT.format(vs=vs)}"
        )

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Make a program with table jumps and frames (Zcmt, Zcmp), and the walk of a hart through it.

NAME-rv32 or NAME-rv64 with one of these after it:
  (nothing)  calls, jumps and returns of every kind, some returns go elsewhere than after their call
  -nested    each return goes after its call, for a tracer that counts calls without comparing
  -calm      as the first, without the traps that come by chance
  -nested-calm  both
  -stores    for a hart without Zcmp and Zcmt: every encoding of theirs is C.FSDSP

  program.py PREFIX: writes PREFIX.elf, and PREFIX.txt for `rvt convert`. Exit status 1 if the walk left out
  what it is for.
"""

import hashlib
import struct
import sys
from pathlib import Path

from machine import (A0, A1, C_NOP, ECALL, JVT, MCAUSE, MEPC, MRET, MSTATUS, MTVEC, RA, S0, S1, SP, T0, T1, T2, Frame,
                     Machine, addi, andi, bnez, c_addi, c_beqz, c_bnez, c_jalr, c_jr, c_store, cm_mv, csrr, csrw, jal,
                     jalr, la, load, lui, slli, srli, store, table_jump, xor)

BASE, TABLE, TOHOST, STACK, SIZE = 0x80000000, 0x80004000, 0x80008000, 0x80010000, 0x10000
ROUNDS, RARE, DEEP = 60, 300, 40
X30, X31 = 30, 31  # the trap handler's own
LISTS = range(4, 16)

# Entries of the table: CM.JT has the first 32, of which 2..31 are a chain.
LOOP, FINISH, CHAIN, CHAIN_END = 0, 1, 2, 31
COROUTINE, SKIP, BOTH, TRAPS, TAIL, HOP, DROP, DROPS, LINKED, OTHER, SPIN, RECURSE = *range(33, 44), 255
# Of ELF.
PF_X, PF_W, PF_R = 1, 2, 4
SHT_SYMTAB, SHT_STRTAB, SHT_ATTRIBUTES = 2, 3, 0x70000003
TAG_FILE, TAG_ARCH = 1, 5
GLOBAL = 0x10


def attributes(isa):
    arch = bytes([TAG_ARCH]) + isa.encode() + b"\0"
    of_file = bytes([TAG_FILE]) + struct.pack("<I", 5 + len(arch)) + arch
    vendor = b"riscv\0" + of_file
    return b"A" + struct.pack("<I", 4 + len(vendor)) + vendor


def text_table(names):
    table, at = b"\0", {}
    for name in names:
        at[name] = len(table)
        table += name.encode() + b"\0"
    return table, at


def executable(xlen, isa, entry, segments, symbols):
    """`segments`: (address, bytes, flags); `symbols`: name -> address. @return the file."""
    wide = xlen == 64
    head_size, load_size, section_size = (64, 56, 64) if wide else (52, 32, 40)
    strings, at = text_table(symbols)
    table = bytes(24 if wide else 16)
    for name, address in symbols.items():
        table += struct.pack("<IBBHQQ", at[name], GLOBAL, 0, 1, address, 0) if wide else \
            struct.pack("<IIIBBH", at[name], address, 0, GLOBAL, 0, 1)
    sections = [(".symtab", SHT_SYMTAB, table, 2, len(table) // (1 + len(symbols))), (".strtab", SHT_STRTAB, strings, 0, 0),
                (".riscv.attributes", SHT_ATTRIBUTES, attributes(isa), 0, 0)]
    names, name_at = text_table([*(s[0] for s in sections), ".shstrtab"])
    sections.append((".shstrtab", SHT_STRTAB, names, 0, 0))

    body, loads = b"", b""
    start = head_size + load_size * len(segments)
    for address, data, flags in segments:
        body += bytes(-(start + len(body) - address) % 4096)  # as much off a page as the address
        offset, size = start + len(body), len(data)
        loads += struct.pack("<IIQQQQQQ", 1, flags, offset, address, address, size, size, 4096) if wide else \
            struct.pack("<IIIIIIII", 1, offset, address, address, size, size, flags, 4096)
        body += data
    headers = bytes(section_size)
    form = "<IIQQQQIIQQ" if wide else "<IIIIIIIIII"
    for name, kind, data, link, entry_size in sections:
        body += bytes(-(start + len(body)) % 8)
        headers += struct.pack(form, name_at[name], kind, 0, 0, start + len(body), len(data), link, 1 if link else 0,
                               8 if link else 1, entry_size)
        body += data
    body += bytes(-(start + len(body)) % 8)
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1, 1]) + bytes(9)
    head = struct.pack("<HHIQQQIHHHHHH" if wide else "<HHIIIIIHHHHHH", 2, 243, 1, entry, head_size, start + len(body), 1,
                       head_size, load_size, len(segments), section_size, 1 + len(sections), len(sections))
    return ident + head + loads + body + headers


def leaf(registers):
    """Entry of the function whose frame has this list of registers."""
    return 50 + 17 * (registers - 4)


def finish():
    """What ends a run in Spike."""
    return [*la(T1, "tohost"), addi(A0, 0, 1), store(A0, T1), "end", C_NOP]


def main_loop():
    calls = []
    for registers in LISTS:
        calls += [addi(A0, S0, 0), table_jump(leaf(registers))]
    return ["_start", *la(SP, "stack"), *la(T1, "__jvt_base$"), csrw(JVT, T1), *la(T1, "trap"), csrw(MTVEC, T1),
            addi(S0, 0, 1234), addi(S1, 0, ROUNDS), "loop",
            slli(A0, S0, 13), xor(S0, S0, A0), srli(A0, S0, 7), xor(S0, S0, A0), slli(A0, S0, 17), xor(S0, S0, A0),
            *calls,
            andi(A0, S0, 15), addi(A0, A0, 1), table_jump(RECURSE),
            andi(A0, S1, 7), c_bnez(A0, "shallow"), addi(A0, 0, DEEP), table_jump(RECURSE), table_jump(SPIN), "shallow",
            table_jump(SKIP), C_NOP, C_NOP,
            *la(T1, "__jvt_base$"), load(T1, T1, BOTH), table_jump(BOTH), c_jalr(T1), table_jump(BOTH),
            ECALL, table_jump(TRAPS), table_jump(TAIL), table_jump(HOP),
            table_jump(COROUTINE), c_jalr(T0),
            *la(T2, "__jvt_base$"), load(T1, T2, LINKED), jalr(T0, T1),
            *la(T2, "__jvt_base$"), load(T1, T2, OTHER), jalr(T2, T1),
            table_jump(DROP),
            c_addi(S1, -1), c_beqz(S1, "done"), table_jump(LOOP), "done", *finish()]


def frames():
    """A function for each list of registers; the call of the next one hangs on a bit of a0."""
    code = []
    for registers in LISTS:
        frame = Frame(registers, registers % 4)
        keep = registers >= 6
        code += [f"leaf{registers}", frame.push()]
        code += [cm_mv(True, 0, 1)] if keep else []
        code += [andi(A1, A0, 1 << (registers - 4)), c_beqz(A1, f"over{registers}")]
        if registers % 4 != 3:
            code += [addi(A0, S0, 0), table_jump(leaf(registers + 1))]
        code += [f"over{registers}"]
        code += [cm_mv(False, 1, 0)] if keep else []
        code += [frame.popret(zero=registers % 2 == 1)]
    return code


def functions(nested):
    ra, some = Frame(4), Frame(6)
    code = ["recurse", ra.push(), c_addi(A0, -1), c_beqz(A0, "bottom"), table_jump(RECURSE), "bottom", ra.popret()]
    code += ["skip", C_NOP if nested else c_addi(RA, 2), some.push(), some.popret()]
    code += ["both", ra.push(), C_NOP, ra.popret(zero=True)]
    code += ["traps", ECALL, ra.push(), ECALL, ra.popret()]
    code += ["tail", some.push(), some.pop(), table_jump(FINISH), "finish", ra.push(), ra.popret()]
    code += ["hop", ra.push(), table_jump(CHAIN), "chain31", ra.popret()]
    for link in range(CHAIN_END - 1, CHAIN - 1, -1):
        code += [f"chain{link}", table_jump(link + 1), C_NOP]
    code += ["coroutine", jalr(T0, RA), C_NOP, c_jr(RA)]
    code += ["linked", C_NOP, c_jr(T0), "other", C_NOP, c_jr(T2)]
    # Longer than any HIST of the builds, and nothing else to tell with implicit returns.
    code += ["spin", some.push(), addi(S0, 0, 70), "turn", table_jump(BOTH), c_addi(S0, -1), c_bnez(S0, "turn"), some.popret()]
    # The second of two functions leaves both at once.
    code += ["drop", ra.push(), table_jump(DROPS), ra.popret(), "drops", ra.push()]
    code += [ra.popret()] if nested else [ra.pop(), ra.popret()]
    return code


def trap_handler():
    """After an ECALL it goes on, everything else is tried again."""
    return ["trap", csrr(X30, MCAUSE), addi(X30, X30, -11), bnez(X30, "again"), csrr(X31, MEPC), addi(X31, X31, 4),
            csrw(MEPC, X31), "again", MRET]


def stores():
    """Rounds of all encodings of CM.*, each of which stores somewhere above the stack pointer."""
    code = ["_start", *la(SP, "stack"), lui(T1, 6), csrw(MSTATUS, T1), *la(T1, "trap"), csrw(MTVEC, T1), addi(S1, 0, 6),
            "loop", jal("all"), c_addi(S1, -1), bnez(S1, "loop"), *finish(), "all"]
    for index in range(2048):
        code += [c_store(0xA002 | index << 2)]
        code += [c_bnez(S1, f"on{index}"), f"on{index}"] if index % 64 == 63 else []
    return [*code, c_jr(RA)]


def set_table(m, nested):
    entries = {LOOP: "loop", FINISH: "finish", COROUTINE: "coroutine", SKIP: "skip", BOTH: "both", TRAPS: "traps",
               TAIL: "tail", HOP: "hop", DROP: "drop", DROPS: "drops", LINKED: "linked", OTHER: "other",
               SPIN: "spin", RECURSE: "recurse"}
    entries |= {link: f"chain{link}" for link in range(CHAIN, CHAIN_END + 1)}
    entries |= {leaf(registers): f"leaf{registers}" for registers in LISTS}
    for entry, name in entries.items():
        # Bit 0 of an entry counts for nothing.
        m.write(TABLE + entry * m.bytes, m.label[name] | entry & 1)
    wanted = {f"entry {entry}": 1 for entry in entries if entry not in (LINKED, OTHER)}
    wanted |= {"deepest": DEEP, "return": 1000, "return elsewhere": 0 if nested else 50}
    return wanted


def by_chance():
    return {f"{what} {where}": 5 for what in ("interrupt", "exception")
            for where in ("on table", "after table", "on popret", "after popret")}


def is_nested(variant):
    return variant.startswith("nested")


def build(xlen, variant):
    """@return the machine before its first step, what it has to see, and its ISA"""
    zc = variant != "stores"
    nested = is_nested(variant)
    m = Machine(xlen, BASE, SIZE, RARE if zc and not variant.endswith("calm") else 0, xlen)
    m.label |= {"__jvt_base$": TABLE, "stack": STACK - 1024, "tohost": TOHOST, "fromhost": TOHOST + 8}
    code = main_loop() + frames() + functions(nested) if zc else stores()
    # mtvec holds no address but one of whole words.
    code += [C_NOP] * (sum(item.size for item in code if not isinstance(item, str)) // 2 % 2) + trap_handler()
    here = BASE
    for item in code:
        if isinstance(item, str):
            m.label[item] = here
        else:
            here += item.size
    m.place(BASE, code)
    wanted = set_table(m, nested) if zc else {}
    if m.rare:
        wanted |= by_chance()
    return m, wanted, here, f"rv{xlen}imac_zicsr_zcmp_zcmt" if zc else f"rv{xlen}imafdc_zicsr"


def image(m, end, isa):
    """The ELF file; `end` is the address after the code."""
    code, table = bytes(m.memory[: end - BASE]), bytes(m.memory[TABLE - BASE : TABLE - BASE + 256 * m.bytes])
    symbols = {name: at for name, at in m.label.items() if name != "end"}
    return executable(m.xlen, isa, BASE, [(BASE, code, PF_R | PF_X), (TABLE, table, PF_R)], symbols)


def missed(m, wanted, nested):
    """What the walk left out, as lines."""
    for what, least in wanted.items():
        if m.seen[what] < least:
            yield f"{what}: {m.seen[what]} times, expected {least}"
    if nested and m.seen["return elsewhere"]:
        yield f"return elsewhere: {m.seen['return elsewhere']} times, expected none"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    prefix = Path(sys.argv[1])
    xlen, _, variant = prefix.name.partition("-rv")[2].partition("-")
    if xlen not in ("32", "64") or variant not in ("", "nested", "calm", "nested-calm", "stores"):
        sys.exit(f"program.py: expected NAME-rv32 or NAME-rv64 with what stands above after it, found {prefix.name}")
    m, wanted, end, isa = build(int(xlen), variant)
    made = image(m, end, isa)
    steps = list(m.walk("_start", "end"))
    short = list(missed(m, wanted, is_nested(variant)))
    for line in short:
        print(f"{prefix.name}: {line}", file=sys.stderr)
    if short:
        return 1
    head = f"rvti xlen={m.xlen} isa={isa} elf={hashlib.sha256(made).hexdigest()} words"
    prefix.with_suffix(".elf").write_bytes(made)
    prefix.with_suffix(".txt").write_text("\n".join([head, *steps, ""]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

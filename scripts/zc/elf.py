# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""An executable of two segments, code and data, with symbols and the ISA in the section of attributes."""

import struct

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


def make(xlen, isa, entry, segments, symbols):
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

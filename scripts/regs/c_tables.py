#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write sim/lists/registers.tsv as a C table.

    c_tables.py fields     registers and fields by name, for `rvt ctl`
    c_tables.py words      the words of each component and what software can change in them, for tb/judges/odd_access.c
"""

import sys
from pathlib import Path

FIELDS = Path(__file__).resolve().parents[2] / "sim/lists/registers.tsv"
COLUMNS = 18
UNITS = ("te", "ram", "pib")  # components of rvt_top, which `rvt ctl` drives


def quoted(text):
    return f'"{text}"'


def truth(value):
    return "true" if value else "false"


def rows():
    """(component, offset, (number, distance) of a repeated register, the line's columns)."""
    for line in FIELDS.read_text(encoding="utf-8").splitlines():
        columns = line.split("\t")
        if not line.startswith("#") and len(columns) == COLUMNS and columns[0] != "component":
            number, _, distance = ("1x0" if columns[2] == "-" else columns[2]).partition("x")
            yield columns[0], f"0x{columns[1]}", (number, f"0x{distance}"), columns


def fields():
    for component, offset, repeat, columns in rows():
        if component not in UNITS:
            continue
        register, field, msb, lsb, access = columns[3:8]
        yield [quoted(component), quoted(register), quoted(field), offset, *repeat, msb, lsb, truth(access == "RW1C")]


def words():
    for component, offset, repeat, columns in rows():
        msb, lsb, access, legal, policy = columns[5], columns[6], columns[7], columns[9], columns[10]
        yield [quoted(component), offset, *repeat, msb, lsb, truth(not (access == "RO" or policy == "fixed" or legal == "0"))]


TABLES = {"fields": ("struct field_row field_rows", fields), "words": ("struct word_row word_rows", words)}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in TABLES:
        print(f"usage: c_tables.py {'|'.join(TABLES)}", file=sys.stderr)
        return 2
    name, made = TABLES[sys.argv[1]]
    print(f"static const {name}[] = {{")
    for cells in made():
        print(f"{{{', '.join(cells)}}},")
    print("};")
    return 0


if __name__ == "__main__":
    sys.exit(main())

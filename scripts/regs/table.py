# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""sim/lists/registers.tsv and sim/lists/register_params.tsv as the objects of fields.py, one register for each instance."""

from collections import namedtuple

from fields import Component, Field, Register

Param = namedtuple("Param", "name preset ceiling")


def rows(path):
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]
    head = lines[0].split("\t")
    return [dict(zip(head, line.split("\t"), strict=True)) for line in lines[1:]]


def field_of(row):
    cell = {key: "" if value == "-" else value for key, value in row.items()}
    constant = cell["reset"].isdigit()
    return Field(
        cell["field"], int(cell["msb"]), int(cell["lsb"]), cell["access"],
        int(cell["reset"]) if constant else 0, "" if constant else cell["reset"], cell["legal"],
        cell["policy"].upper(), cell["while"].upper(), cell["counts"].upper(), cell["config"], cell["hardware"],
        cell["effect"], cell["shown"], cell["rows"], "",
    )


def read(directory):
    """The components by their short names; `directory` has the two tables."""
    found = {}
    for row in rows(directory / "register_params.tsv"):
        component = found.setdefault(row["component"], Component(row["component"], "", "", 0, []))
        component.params.append(Param(row["parameter"], int(row["default"]), int(row["ceiling"])))
    for row in rows(directory / "registers.tsv"):
        component = found[row["component"]]
        offset = int(row["offset"], 16)
        last = component.registers[-1] if component.registers else None
        if not last or last.offset != offset:
            count, _, stride = row["repeat"].partition("x")
            last = Register(row["register"], offset, int(count) if stride else 1, int(stride or "0", 16), "")
            component.registers.append(last)
        last.fields.append(field_of(row))
    return found

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/reference/registers.md and the tables in sim/."""

from names import NOTE

COLUMNS = (
    "component offset repeat register field msb lsb access reset legal policy while counts hardware effect shown rows config"
).split()
POLICIES = {
    "NONE": "", "FIXED": "fixed", "KEEP": "keep", "KEEP_NONZERO": "keep, never 0", "CLAMP": "clamp",
    "MASK": "mask", "CLEAR": "a write of its byte clears",
}


def repeat_of(register):
    return f"{register.repeat}x{register.stride:03X}" if register.repeat > 1 else "-"


def fields_table(components):
    lines = [f"# {NOTE}", "# offset and stride are hexadecimal; docs/registers.md explains the columns.",
             "\t".join(COLUMNS)]
    for c in components:
        for r in c.registers:
            for f in r.fields:
                cells = (
                    c.short, f"{r.offset:03X}", repeat_of(r), r.name, f.name, f.msb, f.lsb, f.access,
                    f.reset_of or f.reset, f.legal, f.policy.lower(), f.when.lower(),
                    f.counts.lower(), f.hardware, f.effect, f.shown, f.rows, f.config,
                )
                lines.append("\t".join(str(cell) if cell != "" else "-" for cell in cells))
    return "\n".join(lines) + "\n"


def params_table(components):
    lines = [f"# {NOTE}", "component\tparameter\tdefault\tceiling\tfeature\tmeaning"]
    for c in components:
        lines += [f"{c.short}\t{p.name}\t{p.preset}\t{p.ceiling}\t{p.feature}\t{p.meaning}" for p in c.params]
    return "\n".join(lines) + "\n"


def row(*cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def about(component, f):
    """What the field is, then what hardware and accesses do."""
    parts = [f.desc] if f.desc else []
    missing = component.missing(f)
    if missing:
        parts.append(f"not built ({', '.join(missing)})")
    if f.hardware:
        parts.append(f"hardware: {f.hardware}")
    if f.effect:
        parts.append(f"access: {f.effect}")
    if f.when == "IDLE":
        parts.append("written while idle")
    if f.when == "STILL":
        parts.append("written while idle or stopped on wrap")
    if f.counts == "START":
        parts.append("counts from the next trace start")
    return "; ".join(parts)


def page(components):
    lines = [
        "# Registers", "", NOTE, "",
        "[registers.md](../registers.md) says how they behave and what the columns mean. What is not",
        "listed reads 0 and ignores writes.",
    ]
    for c in components:
        lines += ["", f"## {c.title}", "", f"{c.desc} Worked base address 0x{c.base:04X}.", "",
                  "| parameter | default | largest | feature | |", "| --- | --- | --- | --- | --- |"]
        lines += [row(f"`{p.name}`", p.preset, p.ceiling, p.feature, p.meaning) for p in c.params]
        for r in c.registers:
            places = f"0x{r.offset:03X}"
            if r.repeat > 1:
                places += f" + 0x{r.stride:02X} * i, i = 0..{r.repeat - 1}"
            lines += ["", f"### {places} {r.name}", "", r.desc, "",
                      "| bits | field | access | reset | legal values | otherwise | meaning | rows |",
                      "| --- | --- | --- | --- | --- | --- | --- | --- |"]
            for f in r.fields:
                bits = f"{f.msb}:{f.lsb}" if f.width > 1 else f"{f.lsb}"
                legal = f.legal if f.access in ("WARL", "W1") else ""
                lines.append(row(bits, f.name, f.access, f"`{f.reset_of}`" if f.reset_of else f.reset,
                                 legal, POLICIES[f.policy], about(c, f), f.rows))
    return "\n".join(lines) + "\n"

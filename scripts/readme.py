#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write the measured table of README.md from docs/benchmarks.json; with --check only compare.

What has not been measured is left out. Nothing measured: no table.
"""

import argparse
import json
import re
import sys
from pathlib import Path

import bench

ROOT = Path(__file__).resolve().parent.parent
PAGE, DATA = ROOT / "README.md", ROOT / "docs/benchmarks.json"
BEGIN, END = "<!-- measured: written by scripts/readme.py -->", "<!-- end of measured -->"
AREA = (("lut4", "LUT4 (ECP5)"), ("ff", "flip-flops"), ("fmax_mhz", "fmax, MHz"), ("gates", "gates"))
BITS = (("btm", "BTM"), ("htm", "HTM"), ("htm_ir", "HTM, implicit return"))
HARTS = ("rv32imac", "rv64gc")
PRESETS = ROOT / "sim/lists/presets.list"


def presets():
    """What the comments of sim/lists/presets.list say of each."""
    found = re.findall(r"^# ([\w-]+)  +(\S.*)$", PRESETS.read_text(encoding="utf-8"), re.M)
    return dict(found)


def area_rows(area):
    """Each preset with what it is."""
    what = presets()
    missing = sorted(set(area) - set(what))
    if missing:
        sys.exit(f"{PRESETS.relative_to(ROOT)}: expected a comment line for {', '.join(missing)}")
    return {f"`{name}`: {text}": area[name] for name, text in what.items() if name in area}


def table(first, columns, entries):
    """A row for each entry, a column for each figure that any entry has."""
    columns = [(key, head) for key, head in columns if any(key in figures for figures in entries.values())]
    if not columns:
        return
    yield "| " + " | ".join([first, *(head for _, head in columns)]) + " |"
    yield "| --- " + "| ---: " * len(columns) + "|"
    for name, figures in entries.items():
        yield f"| {name} | " + " | ".join(str(figures.get(key, "")) for key, _ in columns) + " |"
    yield ""


def by_program(bits):
    """A row for each program: RV32IMAC / RV64GC."""
    rows = {}
    for name in sorted({workload.rpartition("-")[0] for workload in bits}):
        for form, _ in BITS:
            cells = [bits.get(f"{name}-{hart}", {}).get(form) for hart in HARTS]
            if any(cell is not None for cell in cells):
                text = " / ".join("-" if cell is None else f"{cell:.2f}" for cell in cells)
                rows.setdefault(name, {})[form] = text
    return rows


def render(data):
    yield "## Size and speed"
    yield ""
    yield from table("build", AREA, area_rows(data.get("area", {})))
    if data.get("area"):
        yield "LUT4, flip-flops and clock: nextpnr for an ECP5 of speed grade 6. Gates: NAND2 equivalents of a 0.18 um library. The"
        yield "parameters behind each name are in [sim/lists/presets.list](sim/lists/presets.list)."
        yield ""
    if data.get("bits_per_instr"):
        yield "BTM, branch trace messaging, sends a message for each taken branch. HTM, history trace messaging, collects outcomes"
        yield "of branches. Implicit return leaves out returns that a stack of call addresses predicts."
        yield ""
    yield from table("bits per instruction, RV32 / RV64", BITS, by_program(data.get("bits_per_instr", {})))
    rows = list(bench.speed_rows(data.get("speed", {})))
    if rows:
        yield from bench.table(bench.SPEED_HEAD, rows)
        yield bench.SPEED_TEXT
        yield ""
    if any(data.values()):
        yield "From [docs/benchmarks.md](docs/benchmarks.md), which says how; `make bench` measures again. Periodic"
        yield "synchronization and timestamps are off, the return stack has 8 entries. The demo above runs the small"
        yield "scale of the corpus, hence its slightly different figures."
        yield ""


def filled(text, data):
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{PAGE.name}: expected the lines {BEGIN} and {END}")
    return head + "\n".join([BEGIN, "", *render(data)]) + "\n" * (not data) + END + tail


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    data = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    old = PAGE.read_text(encoding="utf-8")
    new = filled(old, data)
    if not args.check:
        PAGE.write_text(new, encoding="utf-8")
    elif old != new:
        print(f"{PAGE.name}: the measured table is not that of {DATA.name}; `scripts/readme.py` writes it",
              file=sys.stderr)
        return 1
    print(f"readme: the measured table is that of {'docs/benchmarks.json' if data else 'nothing measured'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write the measured table of README.md from docs/benchmarks.json; with --check only compare.

What has not been measured is left out. Nothing measured: no table.
"""

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE, DATA = ROOT / "README.md", ROOT / "docs/benchmarks.json"
BEGIN, END = "<!-- measured: written by scripts/readme.py -->", "<!-- end of measured -->"
AREA = (("lut4", "LUT4 (ECP5)"), ("ff", "flip-flops"), ("fmax_mhz", "fmax, MHz"), ("gates", "gates"))
BITS = (("btm", "BTM"), ("htm", "HTM"), ("htm_ir", "HTM, implicit return"))
HARTS = ("rv32imac", "rv64gc")
SPEED = (
    ("encode_minstr_s", "functional encoder, M instructions/s"),
    ("decode_minstr_s", "decoder, M instructions/s"),
    ("model_mclk_s", "golden model, M clocks/s"),
    ("lockstep_mclk_s", "RTL and model in lock-step, M clocks/s"),
)


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
    yield from table("encoder", AREA, data.get("area", {}))
    yield from table("bits per instruction, RV32 / RV64", BITS, by_program(data.get("bits_per_instr", {})))
    speed = {head: {"value": data["speed"][key]} for key, head in SPEED if key in data.get("speed", {})}
    yield from table("speed", (("value", "value"),), speed)
    if any(data.values()):
        yield "From [docs/benchmarks.md](docs/benchmarks.md), which says how; `make bench` measures again. Periodic"
        yield "synchronization and timestamps are off, the return stack has 8 entries. The demo below runs the small"
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

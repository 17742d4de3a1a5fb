# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of size and speed in hardware: of docs/benchmarks.json into README.md and docs/synthesis.md, of a run into
build/evidence/synth.md."""

import json
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from lib.sources import ROOT  # noqa: E402  pylint: disable=wrong-import-position

PUBLISHED = ROOT / "docs/benchmarks.json"
PAGES = {"README.md": ["area"], "docs/synthesis.md": ["netlists", "hart", "gates"]}
KINDS = {"ecp5": "ECP5, wide LUTs", "ecp5-nowide": "ECP5, LUT4 only", "ice40": "iCE40"}
AREA_KEYS = ("lut4", "ff", "block_ram", "fmax_mhz", "fast_lut4", "fast_fmax_mhz", "gates")
NETLIST_KEYS = ("lut4", "ff", "block_ram", "fmax_mhz")


def table(head, rows, text=1):
    """Rows of a table; the first columns are text, the others numbers."""
    yield "| " + " | ".join(head) + " |"
    yield "| " + " | ".join(["---"] * text + ["---:"] * (len(head) - text)) + " |"
    for row in rows:
        yield "| " + " | ".join(str(cell) for cell in row) + " |"
    yield ""


def meanings():
    """Preset -> what it is, of sim/lists/presets.list."""
    text = (ROOT / "sim/lists/presets.list").read_text(encoding="utf-8")
    return dict(re.findall(r"^# ([a-z][a-z-]*)  +(\S.*)$", text, re.M))


def area(data):
    head = ["build", "LUT4 (ECP5)", "fmax, MHz", "fast: LUT4", "fast: fmax", "flip-flops", "gates"]
    keys = ("lut4", "fmax_mhz", "fast_lut4", "fast_fmax_mhz", "ff", "gates")
    said = meanings()
    rows = [[f"`{name}`: {said[name]}", *(figures[key] for key in keys)] for name, figures in data["area"].items()]
    return table(head, rows)


def netlists(data):
    head = ["preset", "netlist", "LUT4", "flip-flops", "block RAM", "fmax, MHz"]
    rows = [[f"`{name}`", text, *(figures[kind][key] for key in NETLIST_KEYS)]
            for name, figures in data["synth"].items() for kind, text in KINDS.items()]
    return table(head, rows, 2)


def hart(data):
    head = ["preset", "netlist", "slowest input", "ns", "levels", "`stall_o`, ns", "levels"]
    keys = ("input_ns", "input_levels", "stall_ns", "stall_levels")
    rows = [[f"`{name}`", text, f"`{figures[kind]['hart']['input']}`", *(figures[kind]["hart"][key] for key in keys)]
            for name, figures in data["synth"].items() for kind, text in KINDS.items() if "hart" in figures[kind]]
    return table(head, rows, 3)


def gates(data):
    timed = {name: figures["osu018"] for name, figures in data["synth"].items() if "osu018" in figures}
    ports = [port for port in next(iter(timed.values())) if any(ways.get(port) for ways in timed.values())]
    rows = []
    for port in ports:
        row = [f"`{port}`"]
        for ways in timed.values():
            row += [ways[port]["ns"], ways[port]["levels"]] if ways.get(port) else ["", ""]
        rows.append(row)
    return table(["port", *(text for name in timed for text in (f"`{name}`, ns", "gates"))], rows)


TABLES = {"area": area, "netlists": netlists, "hart": hart, "gates": gates}


def filled(page, data):
    """The text of a page with its tables, between `<!-- table NAME -->` and `<!-- table end -->`."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for name in PAGES[page]:
        begin, end = f"<!-- table {name} -->\n", "<!-- table end -->"
        before, found, rest = text.partition(begin)
        if not found or end not in rest:
            sys.exit(f"{page}: expected '{begin.strip()}' and '{end}', found none")
        rows = "\n".join(TABLES[name](data))
        text = before + begin + "\n" + rows + "\n" + rest[rest.index(end):]
    return text


def published(data):
    """What docs/benchmarks.json holds of all that was measured."""
    kept = {name: {key: figures[key] for key in AREA_KEYS} for name, figures in data["area"].items()}
    synth = {}
    for name, figures in data["synth"].items():
        synth[name] = {kind: {key: figures[kind][key] for key in (*NETLIST_KEYS, "hart") if key in figures[kind]} for kind in KINDS}
        if "osu018" in figures:
            synth[name]["osu018"] = {port: way for port, way in figures["osu018"].items() if way}
    return {"area": kept, "synth": synth}


def publish(data, names):
    """Write docs/benchmarks.json and the tables of the pages; `names` are the presets that must be there."""
    for part in ("area", "synth"):
        lacks = [name for name in names if name not in data.get(part, {})]
        if lacks:
            sys.exit(f"bench: {part} of {' '.join(lacks)} was not measured; `make bench` does it")
    PUBLISHED.write_text(json.dumps(published({part: {n: data[part][n] for n in names} for part in ("area", "synth")}), indent=1) + "\n",
                         encoding="utf-8")
    write_pages()


def write_pages():
    data = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    for page in PAGES:
        (ROOT / page).write_text(filled(page, data), encoding="utf-8")


def differing():
    """Pages whose tables are not those of docs/benchmarks.json."""
    data = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    return [page for page in PAGES if filled(page, data) != (ROOT / page).read_text(encoding="utf-8")]


def synth_page(data):
    """build/evidence/synth.md"""
    yield from ["# Netlists on FPGAs", "", "Written by `make synth`. docs/synthesis.md says how the figures are read.", ""]
    yield from netlists(data)
    head = ["preset", "netlist", "longest path, ns", "levels", "from", "to"]
    rows = [[f"`{name}`", text, way["ns"], way["levels"], f"`{way['from']}`", f"`{way['to']}`"]
            for name, figures in data["synth"].items() for kind, text in KINDS.items() if (way := figures[kind]["critical"])]
    yield from ["## Longest paths", "", "Of the seed with the median, after routing. Names of cells are Yosys'.", ""]
    yield from table(head, rows, 2)
    yield from ["## Ports of the hart", "", "On the FPGA: from and to a flip-flop of the hart's, without its clock-to-Q.", ""]
    yield from hart(data)
    if any("osu018" in figures for figures in data["synth"].values()):
        yield from ["In gates of the osu018 library, without wires:", "", *gates(data)]
    yield from ["## Lock-step", ""]
    for name, figures in data["synth"].items():
        yield f"* `{name}`: `{figures['top']}`, {figures['params']}"
        yield from (f"  * {figures[kind]['proof']}" for kind in KINDS)
    yield ""

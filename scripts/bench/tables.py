# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of size and speed: of docs/benchmarks.json into README.md, docs/limits.md and docs/synthesis.md, of a run into
build/evidence."""

import json
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from lib.sources import ROOT  # noqa: E402  pylint: disable=wrong-import-position

PUBLISHED = ROOT / "docs/benchmarks.json"
PAGES = {"README.md": ["area", "speed"], "docs/limits.md": ["wanted"], "docs/synthesis.md": ["netlists", "hart", "gates"]}
PARTS = ("area", "synth", "speed")
KINDS = {"ecp5": "ECP5, wide LUTs", "ecp5-nowide": "ECP5, LUT4 only", "ice40": "iCE40"}
AREA_KEYS = ("lut4", "ff", "block_ram", "fmax_mhz", "fast_lut4", "fast_fmax_mhz", "gates")
NETLIST_KEYS = ("lut4", "ff", "block_ram", "fmax_mhz")
# What, in a loop in memory, from file to file.
SPEED = (
    ("functional encoder; `rvt encode`, M instructions/s", "encode_minstr_s", "encode_file_minstr_s"),
    ("decoder; `rvt decode --pcs`, M instructions/s", "decode_minstr_s", "decode_pcs_file_minstr_s"),
    ("`rvt decode --runs`, M instructions/s", None, "decode_runs_file_minstr_s"),
    ("`rvt decode`, text with symbols, M instructions/s", None, "decode_file_minstr_s"),
    ("golden model, M clocks/s", "model_mclk_s", None),
    ("RTL and model in lock-step, M clocks/s", "lockstep_mclk_s", None),
)
# What is wanted of some of them.
WANTED = (
    ("`rvt encode`, file to file, M instructions/s", "encode_file_minstr_s", 60),
    ("`rvt decode --pcs`, file to file, M instructions/s", "decode_pcs_file_minstr_s", 100),
    ("RTL and model in lock-step, M clocks/s", "lockstep_mclk_s", 2),
)


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
    return dict(re.findall(r"^# ([a-z][a-z0-9-]*)  +(\S.*)$", text, re.M))


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


def speed(data):
    """What was not measured is left out."""
    figures = data["speed"]
    rows = [[what, *(figures.get(key, "") for key in keys)] for what, *keys in SPEED if any(key in figures for key in keys)]
    return table([f"speed of the software, measured on {figures.get('date', '?')}", "loop in memory", "file to file"], rows)


def wanted(data):
    figures = data["speed"]
    return table(["", "wanted", f"measured on {figures.get('date', '?')}"], [[what, least, figures.get(key, "")] for what, key, least in WANTED])


TABLES = {"area": area, "netlists": netlists, "hart": hart, "gates": gates, "speed": speed, "wanted": wanted}


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
    kept = {}
    if "area" in data:
        kept["area"] = {name: {key: figures[key] for key in AREA_KEYS} for name, figures in data["area"].items()}
    for name, figures in data.get("synth", {}).items():
        one = kept.setdefault("synth", {}).setdefault(name, {})
        one.update({kind: {key: figures[kind][key] for key in (*NETLIST_KEYS, "hart") if key in figures[kind]} for kind in KINDS})
        if "osu018" in figures:
            one["osu018"] = {port: way for port, way in figures["osu018"].items() if way}
    if "speed" in data:
        kept["speed"] = {key: data["speed"][key] for key in ("date", *(key for _, *keys in SPEED for key in keys)) if key in data["speed"]}
    return kept


def publish(data, names, parts):
    """Write docs/benchmarks.json and the tables of the pages; `names` are the presets that must be there. Other parts stay."""
    for part in parts:
        if part not in PARTS:
            sys.exit(f"bench: expected parts of {' '.join(PARTS)}, found {part}")
        lacks = [name for name in (["date"] if part == "speed" else names) if name not in data.get(part, {})]
        if lacks:
            sys.exit(f"bench: {part} of {' '.join(lacks)} was not measured; `make bench` does it")
    new = published({part: data[part] if part == "speed" else {name: data[part][name] for name in names} for part in parts})
    old = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    PUBLISHED.write_text(json.dumps({part: {**old, **new}[part] for part in PARTS}, indent=1) + "\n", encoding="utf-8")
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

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables and pictures of docs/benchmarks.json, in the pages of PAGES."""

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import tables  # noqa: E402  pylint: disable=wrong-import-position
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position
from lib.sources import ROOT  # noqa: E402  pylint: disable=wrong-import-position

PUBLISHED = ROOT / "docs/benchmarks.json"
PAGES = {"README.md": ["area", "modes", "bits", "speed"], "docs/formats.md": ["modes", "formats"], "docs/cost.md": ["prices", "gains", "icnt", "compression", "hart", "gates"]}
PARTS = ("area", "synth", "prices", "gains", "icnt", "compression", "formats", "parts", "speed")


def put(text, page, name, rows):
    """The text of a page with these rows between `<!-- table NAME -->` and `<!-- table end -->`."""
    begin, end = f"<!-- table {name} -->\n", "<!-- table end -->"
    before, found, rest = text.partition(begin)
    if not found or end not in rest:
        sys.exit(f"{page}: expected '{begin.strip()}' and '{end}', found none")
    return before + begin + "\n" + "\n".join(rows) + "\n" + rest[rest.index(end):]


def filled(page, data):
    """The text of a page with its tables."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for name in PAGES[page]:
        text = put(text, page, name, tables.TABLES[name](data))
    return text


def published(data):
    """What docs/benchmarks.json holds of all that was measured."""
    keys, kept = (*tables.NETLIST_KEYS, "critical", "hart", "no_room"), {}
    if "area" in data:
        kept["area"] = {name: {key: figures[key] for key in tables.AREA_KEYS} for name, figures in data["area"].items()}
    for name, figures in data.get("synth", {}).items():
        one = kept.setdefault("synth", {}).setdefault(name, {})
        one.update({kind: {key: figures[kind][key] for key in keys if key in figures[kind]} for kind in tables.KINDS})
        if "osu018" in figures:
            one["osu018"] = {port: way for port, way in figures["osu018"].items() if way}
    if "prices" in data:
        kept["prices"] = data["prices"]
    if "gains" in data:
        kept["gains"] = data["gains"]
    if "icnt" in data:
        kept["icnt"] = tables.icnt_totals(data["icnt"])
    if "compression" in data:
        kept["compression"] = data["compression"]
    if "formats" in data:
        kept["formats"] = data["formats"]
    if "parts" in data:
        kept["parts"] = data["parts"]
    if "speed" in data:
        kept["speed"] = {key: data["speed"][key] for key in ("date", *(key for _, *keys in tables.SPEED for key in keys)) if key in data["speed"]}
    return kept


def publish(data, parts):
    """Write these parts of docs/benchmarks.json, and the tables of the pages; all that the lists name must have been measured,
    of prices.NAME that one. Others stay."""
    presets = list(lists.read(ROOT / "sim/lists/presets.list"))
    named, new = {"area": presets, "synth": presets, "prices": list(lists.read(tables.PRICES)), "gains": [*tables.WORKLOADS, tables.KERNEL], "icnt": tables.WORKLOADS, "compression": tables.WORKLOADS, "formats": [*tables.WORKLOADS, *tables.RECORDED], "parts": tables.WORKLOADS, "speed": ["date"]}, {}
    old = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    for part, _, one in (part.partition(".") for part in parts):
        if one and one in named.get(part, ()) and part == "prices":  # the others are as they were
            data[part] = {**{name: value for name, value in old[part].items() if name != one}, **{name: value for name, value in data.get(part, {}).items() if name == one}}
        elif one or part not in PARTS:
            sys.exit(f"bench: expected parts of {' '.join(PARTS)}, or prices.NAME of {tables.PRICES.name}, found {part}{one and '.'}{one}")
        lacks = [name for name in named[part] if name not in data.get(part, {})]
        if lacks:
            sys.exit(f"bench: {part} of {' '.join(lacks)} was not measured; `make bench` does it")
        new[part] = data[part] if part == "speed" else {name: data[part][name] for name in named[part]}
    PUBLISHED.write_text(json.dumps({part: {**old, **published(new)}[part] for part in PARTS}, indent=1) + "\n", encoding="utf-8")
    write_pages()


def write_pages():
    data = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    for page in PAGES:
        (ROOT / page).write_text(filled(page, data), encoding="utf-8")
    for picture, made in tables.PICTURES.items():
        (ROOT / picture).write_text(made(data), encoding="utf-8")


def differing():
    """Pages whose tables are not those of docs/benchmarks.json."""
    data = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    wanted_texts = {**{page: filled(page, data) for page in PAGES}, **{picture: made(data) for picture, made in tables.PICTURES.items()}}
    return [page for page, text in wanted_texts.items() if text != (ROOT / page).read_text(encoding="utf-8")]

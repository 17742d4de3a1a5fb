#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Judge what `make cov` has counted, and keep its figures.

    summary.py measure DIRECTORY   judge DIRECTORY/{rtl.info,c.info,toggles.txt,counters.json}; write
                                   build/evidence/coverage.json and coverage.md (EVIDENCE=DIR)
    summary.py stale               status 1 unless coverage.json is of the sources as they are
    summary.py page                coverage.md from coverage.json
    summary.py check               the table of points names points and rows properly

docs/reference/coverage-excluded.tsv lists the lines that no test can reach: file, the line before
 it (comments and blank lines between them do not matter), the line itself (both without indentation), and the reason. A line that is covered, or that
does not exist once in its file after that line, must not stand there.
"""

import csv
import json
import re
import sys
from collections import Counter
from pathlib import Path

import points

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib.sources import EVIDENCE, hash_of, shown, write  # noqa: E402  pylint: disable=wrong-import-position

# What is covered, and what covers it.
SOURCES = ["rtl", "cmodel", "tb", ":!tb/formal", "sim/lists/builds.list", "sim/lists/regression.list", "sim/programs/directed", "sim/programs/scenarios"]
DATA, PAGE = EVIDENCE / "coverage.json", EVIDENCE / "coverage.md"
EXCLUDED = ROOT / "docs/reference/coverage-excluded.tsv"

# Units, what belongs to them, and the least share of covered lines; 0: figures only.
UNITS = (
    ("RTL", ("rtl/",), 98.0),
    ("models, codec, player", tuple(f"cmodel/{room}/" for room in ("base", "codec", "isa", "model", "formats", "encode", "stimulus", "device", "include")), 98.0),
    ("decoder", ("cmodel/decoder/",), 98.0),
    ("driver", ("cmodel/driver/",), 98.0),
    ("tools", ("cmodel/tools/",), 0),
)
MOST_EXCLUDED = 1.0  # per cent of a unit's lines


def read_info(path):
    """File -> ({line: count}, {branch: count})."""
    found, lines, branches = {}, {}, {}
    for record in path.read_text(encoding="utf-8").splitlines():
        key, _, value = record.partition(":")
        if key == "SF":
            name = str(Path(value).resolve().relative_to(ROOT)) if value.startswith("/") else value
            lines, branches = found.setdefault(name, ({}, {}))
        elif key == "DA":
            line, count = value.split(",")[:2]
            lines[int(line)] = lines.get(int(line), 0) + int(count)
        elif key == "BRDA":
            *branch, count = value.split(",")
            branches[tuple(branch)] = branches.get(tuple(branch), 0) + (0 if count == "-" else int(count))
    return found


def excluded_lines(found):
    """File -> set of line numbers; faults of the list go to `faults`."""
    lines, faults = {}, []
    with EXCLUDED.open(newline="", encoding="utf-8") as f:
        rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        path, where = ROOT / row["file"], f"{EXCLUDED.name}: {row['file']}: {row['line']}"
        text = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        code = [(number, line.strip()) for number, line in enumerate(text, 1) if not re.match(r"\s*(//|/\*|\*|$)", line)]
        places = [number for (_, before), (number, line) in zip(code, code[1:]) if (before, line) == (row["after"], row["line"])]
        if len(places) != 1:
            faults.append(f"{where}: stands there {len(places)} times after `{row['after']}`")
        elif not row["reason"].strip():
            faults.append(f"{where}: no reason")
        elif found.get(row["file"], ({}, {}))[0].get(places[0]) != 0:
            faults.append(f"{where}: is covered, or counts for nothing")
        else:
            lines.setdefault(row["file"], set()).add(places[0])
    return lines, faults


def sums(found, excluded):
    """Figures of some files."""
    return {
        "lines": sum(len(lines) for lines, _ in found.values()),
        "covered": sum(count > 0 for lines, _ in found.values() for count in lines.values()),
        "excluded": sum(len(excluded.get(name, ())) for name in found),
        "branches": sum(len(branches) for _, branches in found.values()),
        "branches_taken": sum(count > 0 for _, branches in found.values() for count in branches.values()),
    }


def share(part, whole):
    return 100.0 * part / whole if whole else 100.0


def of_lines(figures):
    return share(figures["covered"], figures["lines"] - figures["excluded"])


def holes(found, excluded):
    """Lines that are neither covered nor excluded, as `file:12-14,20`."""
    for name, (lines, _) in sorted(found.items()):
        missing = sorted(n for n, count in lines.items() if count == 0 and n not in excluded.get(name, ()))
        if missing:
            yield f"{name}: {' '.join(map(str, missing))}"


def judge(data, lists):
    """What falls short, as lines to print."""
    for unit, _, least in UNITS:
        figures = data["units"][unit]
        if figures["lines"] == 0:
            yield f"{unit}: nothing was counted"
        if of_lines(figures) < least:
            yield f"{unit}: {of_lines(figures):.2f} % of lines are covered, {least:.0f} % are demanded:"
            yield from lists[unit]
        if least and share(figures["excluded"], figures["lines"]) > MOST_EXCLUDED:
            yield f"{unit}: {figures['excluded']} of {figures['lines']} lines are excluded, more than {MOST_EXCLUDED} %"


def measure(directory):
    found = read_info(directory / "rtl.info") | read_info(directory / "c.info")
    excluded, faults = excluded_lines(found)
    data, lists = {"sources": hash_of(SOURCES), "units": {}, "files": {}, "points": {}}, {}
    for unit, prefixes, _ in UNITS:
        mine = {name: found[name] for name in sorted(found) if name.startswith(prefixes)}
        data["units"][unit] = sums(mine, excluded)
        data["files"] |= {name: sums({name: counts}, excluded) for name, counts in mine.items()}
        lists[unit] = list(holes(mine, excluded))
    bits = re.match(r"bits (\d+) toggled (\d+)", (directory / "toggles.txt").read_text(encoding="utf-8"))
    data["bits"] = {"all": int(bits[1]), "toggled": int(bits[2])}
    all_points = points.collect(directory / "counters.json")
    for point in all_points:
        group = data["points"].setdefault(points.group_of(point), {})
        group[point.state] = group.get(point.state, 0) + 1
    (directory / "points.txt").write_text("\n".join(points.report(all_points)) + "\n", encoding="utf-8")
    (directory / "holes.txt").write_text("\n".join(h for unit in lists.values() for h in unit) + "\n", encoding="utf-8")
    faults += judge(data, lists)
    faults += [line for point, line in zip(all_points, points.report(all_points))
               if point.state in (points.HOLE, points.HAPPENED)]
    return data, faults


def unit_table(data):
    yield "| unit | lines | covered | excluded | of the rest | branches taken |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for unit, figures in data["units"].items():
        yield (f"| {unit} | {figures['lines']} | {figures['covered']} | {figures['excluded']} | "
               f"{of_lines(figures):.2f} % | {figures['branches_taken']} of {figures['branches']} |")


def file_table(data):
    """The files in which something is left."""
    yield "| file | lines | covered | excluded |"
    yield "| --- | ---: | ---: | ---: |"
    for name, figures in data["files"].items():
        if figures["covered"] != figures["lines"]:
            yield f"| `{name}` | {figures['lines']} | {figures['covered']} | {figures['excluded']} |"


def point_table(data):
    states = (points.COVERED, points.HOLE, points.NEVER, points.PLANNED)
    yield f"| points | {' | '.join(state.lower() for state in states)} |"
    yield "| --- |" + " ---: |" * len(states)
    totals = Counter()
    for group, counts in data["points"].items():
        yield f"| `{group}_` | {' | '.join(str(counts.get(state, 0)) for state in states)} |"
        totals.update(counts)
    yield f"| all | {' | '.join(str(totals[state]) for state in states)} |"


def page_of(data):
    bits = data["bits"]
    return "\n".join([
        "# Coverage", "",
        *unit_table(data), "",
        f"Of {bits['all']} bits of the RTL's signals {bits['toggled']} have toggled "
        f"({share(bits['toggled'], bits['all']):.1f} %).", "",
        "Files with lines that no test reaches:", "",
        *file_table(data), "",
        *point_table(data), ""])


def main():
    if sys.argv[1:] == ["check"]:
        print(f"coverage: {len(points.read_points())} points, each of a requirement row")
        return 0
    if sys.argv[1:] in (["page"], ["stale"]) and not DATA.is_file():
        print(f"coverage: {shown(DATA)} is missing; `make cov` writes it")
        return 1 if sys.argv[1] == "stale" else 0
    if sys.argv[1:] == ["page"]:
        write(PAGE, page_of(json.loads(DATA.read_text(encoding="utf-8"))))
        print(f"coverage: {shown(PAGE)}")
        return 0
    if sys.argv[1:] == ["stale"]:
        before, now = json.loads(DATA.read_text(encoding="utf-8")).get("sources", "unknown"), hash_of(SOURCES)
        print(f"coverage: of sources {before}" + (f", they are {now}" if now != before else ""))
        return 1 if now != before else 0
    if len(sys.argv) != 3 or sys.argv[1] != "measure":
        sys.exit(__doc__)
    try:
        data, faults = measure(Path(sys.argv[2]))
    except (OSError, ValueError) as fault:
        print(f"cov: {fault}", file=sys.stderr)
        return 2
    write(DATA, json.dumps(data, indent=1) + "\n")
    write(PAGE, page_of(data))
    print("\n".join(unit_table(data)))
    for fault in faults:
        print(f"cov: {fault}", file=sys.stderr)
    states = Counter(state for group in data["points"].values() for state, n in group.items() for _ in range(n))
    print(f"cov: {len(faults)} faults; {states[points.COVERED]} points covered, {states[points.HOLE]} not, "
          f"{states[points.NEVER]} never happen, {states[points.PLANNED]} planned; {sys.argv[2]}/html/index.html")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

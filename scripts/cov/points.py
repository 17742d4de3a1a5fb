#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Which functional points of docs/reference/coverage.tsv the regression's runs have covered.

usage: points.py COUNTERS.json [OUT.txt]

COUNTERS.json is what `sim.py --report` wrote. A line of the table stands for several points where its
first column has braces: `a_{x,y}` are a_x and a_y, and {1} in the next columns is the part chosen in
the first pair of braces, {2} in the second. `where` names benches and build parameters; `least` is
the count that the point needs as a sum over the runs, 0: it must never happen. A point whose row belongs
to a feature that is not built (features.tsv) is planned, and nothing is demanded of it.

Exit status 1 for a point that is not covered, 2 for a fault of the table.
"""

import csv
import itertools
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position

TABLES = ROOT / "docs/reference"
COLUMNS = ["point", "where", "counter", "least", "meaning", "row"]
COVERED, HOLE, NEVER, HAPPENED, PLANNED = "covered", "NOT COVERED", "never", "HAPPENED", "planned"


@dataclass
class Point:
    name: str
    benches: list
    parameters: dict
    counter: str
    least: int
    meaning: str
    row: str
    count: int = 0
    state: str = ""


def table(name):
    with (TABLES / name).open(newline="", encoding="utf-8") as f:
        return list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))


def expand(line):
    """The points of one line of the table."""
    parts = re.split(r"\{([^}]*)\}", line["point"])
    choices = [part.split(",") for part in parts[1::2]]
    for chosen in itertools.product(*choices):
        def fill(text, chosen=chosen):
            return re.sub(r"\{(\d)\}", lambda m: chosen[int(m[1]) - 1], text)
        name = "".join(a + b for a, b in zip(parts[::2], (*chosen, "")))
        words = fill(line["where"]).split()
        yield Point(name, words[0].split(","), dict(w.split("=", 1) for w in words[1:]),
                    fill(line["counter"]), int(line["least"]), line["meaning"], line["row"])


def read_points():
    lines = table("coverage.tsv")
    for number, line in enumerate(lines, 2):
        if list(line) != COLUMNS or None in line.values():
            raise ValueError(f"coverage.tsv:{number}: expected the columns {', '.join(COLUMNS)}")
        if not line["least"].isdigit():
            raise ValueError(f"coverage.tsv:{number}: {line['least']}: expected a count")
    points = [point for line in lines for point in expand(line)]
    for name, times in Counter(point.name for point in points).items():
        if times > 1:
            raise ValueError(f"coverage.tsv: {name} stands there {times} times")
    rows = {row["id"] for row in table("rows.tsv")}
    for point in points:
        if point.row not in rows:
            raise ValueError(f"coverage.tsv: {point.name}: {point.row} is no requirement row")
    return points


def built_rows():
    built = {f["feature"] for f in table("features.tsv") if f["state"] == "built"}
    return {row["id"]: row["feature"] in built for row in table("rows.tsv")}


def applies(point, run, parameters):
    return run["bench"] in point.benches and all(
        str(parameters.get(name)) == value for name, value in point.parameters.items())


def judge(points, runs):
    """Fill in count and state of every point."""
    builds, built = lists.read(ROOT / "sim/lists/builds.list"), built_rows()
    for point in points:
        counts = [run["counters"].get(point.counter) for run in runs
                  if applies(point, run, builds[run["build"]].values)]
        known = [count for count in counts if count is not None]
        if not known and built[point.row]:
            raise ValueError(f"coverage.tsv: {point.name}: no run of {','.join(point.benches)} "
                             f"{point.parameters or ''} counts {point.counter}")
        # Some counters are a length or a number of positions: the largest of the runs counts then.
        point.count = sum(known) if point.least < 2 else max(known, default=0)
        if not built[point.row]:
            point.state = PLANNED
        elif point.least == 0:
            point.state = NEVER if point.count == 0 else HAPPENED
        else:
            point.state = COVERED if point.count >= point.least else HOLE


def group_of(point):
    return point.name.partition("_")[0]


def collect(path):
    """All points, judged by the counters in a file."""
    points = read_points()
    judge(points, json.loads(Path(path).read_text(encoding="utf-8")))
    return points


def report(points):
    for point in points:
        yield f"{point.state:11} {point.name} {point.count}: {point.meaning} ({point.row})"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        points = collect(sys.argv[1])
    except (OSError, ValueError) as fault:
        print(f"points.py: {fault}", file=sys.stderr)
        return 2
    if len(sys.argv) == 3:
        Path(sys.argv[2]).write_text("\n".join(report(points)) + "\n", encoding="utf-8")
    holes = [point for point in points if point.state in (HOLE, HAPPENED)]
    for point, line in zip(points, report(points)):
        if point in holes:
            print(line)
    states = Counter(point.state for point in points)
    print(f"points: {states[COVERED]} covered, {states[HOLE]} not covered, {states[NEVER]} never happen, "
          f"{states[HAPPENED]} happened though they must not, {states[PLANNED]} planned")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())

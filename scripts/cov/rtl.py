#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Sum what Verilator counted over builds, instances and runs.

usage: rtl.py DIRECTORY OUT.info TOGGLES.txt

Reads every DIRECTORY/*.run with its *.settled. Verilator counts each instance of each parameterised module for itself;
here a line, a branch and a bit are covered when they are in any of them. OUT.info has lines and
branches in lcov's format; TOGGLES.txt has the bits that never changed, by file and signal.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

FIELD = re.compile(r"\x01([^\x02]+)\x02([^\x01']*)")
RTL = re.compile(r"rtl/.+$")


def points(path):
    """(fields, count) of each point of a file; fields as Verilator names them."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if not line.startswith("C '"):
            continue
        text, _, count = line[3:].rpartition("' ")
        yield dict(FIELD.findall(text)), int(count)


def line_numbers(text):
    """`12-14,16` -> 12, 13, 14, 16."""
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def is_arm(fields):
    """Whether the point is an arm of a condition and not code that always runs."""
    return fields["o"] != "block"


def constant(counted, settled):
    """What the simulator has evaluated once, before the first clock, as it depends on no signal: code
    that always runs, and conditions of which neither arm counts in the run. -> point: count"""
    place = {key: (fields["h"], fields["f"], fields["l"], fields["o"] in ("if", "else"))
             for key, (fields, _) in counted.items()}
    moving = {place[key] for key, (_, count) in counted.items() if count}
    return {key: settled.get(key, (None, 0))[1] for key, (fields, _) in counted.items()
            if fields["o"] in ("block", "if", "else") and place[key] not in moving}


def keyed(path):
    """Point -> (fields, count)."""
    found = {}
    for fields, count in points(path):
        found[tuple(sorted(fields.items()))] = fields, count
    return found


class Sums:
    def __init__(self):
        self.lines = defaultdict(int)  # (file, line)
        self.branches = defaultdict(int)  # (file, line, column, 1: else)
        self.toggles = defaultdict(int)  # (file, line, bit)

    def add_run(self, path):
        """A run and, beside it, what the simulator had counted when the first reset ended."""
        beside = path.with_suffix(".settled")
        toggles, code = {}, {}
        for key, point in keyed(path).items():
            (toggles if point[0]["page"].startswith("v_toggle") else code)[key] = point
        once = constant(code, keyed(beside)) if beside.exists() else {}
        for fields, count in toggles.values():
            self.add(fields, count)
        for key, (fields, count) in code.items():
            self.add(fields, count or once.get(key, 0))

    def add(self, fields, count):
        found = RTL.match(fields["f"])
        if not found:
            return  # the stage before the unit, or a top of the bench
        file, line = found[0], int(fields["l"])
        if fields["page"].startswith("v_toggle"):
            self.toggles[file, line, fields["o"]] += count
            return
        for number in line_numbers(fields.get("S", "")):
            self.lines[file, number] += count
        if is_arm(fields):
            self.branches[file, line, int(fields["n"]), int(fields["o"] == "else")] += count

    def info(self):
        for file in sorted({file for file, _ in self.lines}):
            yield "TN:"
            yield f"SF:{file}"
            for (_, *branch), count in sorted(p for p in self.branches.items() if p[0][0] == file):
                yield f"BRDA:{','.join(map(str, branch))},{count or '-'}"
            for (_, line), count in sorted(p for p in self.lines.items() if p[0][0] == file):
                yield f"DA:{line},{count}"
            yield "end_of_record"

    def still(self):
        missing = defaultdict(list)
        for (file, line, name), count in sorted(self.toggles.items()):
            if count == 0:
                missing[file, line, re.sub(r"\[\d+\]", "", name)].append(name)
        total = len(self.toggles)
        yield f"bits {total} toggled {sum(count > 0 for count in self.toggles.values())}"
        for (file, line, _), names in sorted(missing.items()):
            yield f"{file}:{line}: {' '.join(names)}"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sums = Sums()
    files = sorted(Path(sys.argv[1]).glob("*.run"))
    if not files:
        sys.exit(f"rtl.py: {sys.argv[1]}: no run left a *.run")
    for file in files:
        sums.add_run(file)
    Path(sys.argv[2]).write_text("\n".join(sums.info()) + "\n", encoding="utf-8")
    Path(sys.argv[3]).write_text("\n".join(sums.still()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

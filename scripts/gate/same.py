#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a change that keeps behaviour must keep, as one table; and its comparison with another tree.

    same.py take                 build/evidence/same.tsv, from the last `make test` of this tree
    same.py against OTHER.tsv    take, then compare; status 1 for anything that is gone or differs

A line is kind, name, value:

    test     a test and whether it passed, with the cases that a unit test ran
    line     a line of the regression: clocks, and the digest of every output in every clock
    row      a requirement row and its state
    point    a functional point and its state
    golden   a file of expected bytes or messages
    command  a command of `rvt`: its status and what it prints
    cells    LUT4s in the cells of a preset, before placement

What is new is no difference. Cells may differ by a share of CELLS percent.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "scripts" / part) for part in ("", "bench", "cov")]
from area import CELL_LUT4  # noqa: E402
from netlists import module_stat, presets, synthesise  # noqa: E402
from points import collect  # noqa: E402
from lib.sources import EVIDENCE  # noqa: E402

GOLDEN = ["sim/corpus", "sim/programs/vectors"]
CAPTURE_COMMANDS = ["decode", "decode --pcs", "decode --json", "decode --config none --lenient", "dump", "dump --json", "stats"]


def sha(data):
    return hashlib.sha256(data).hexdigest()[:16]


def tests():
    for line in Path(EVIDENCE / "tests.tsv").read_text(encoding="utf-8").splitlines():
        name, state, cases = line.split("\t")[:3]
        yield "test", name, f"{state} {cases}"


def lines():
    for run in json.loads(Path("build/sim/counters.json").read_text(encoding="utf-8")):
        yield "line", run["run"], f"{run['clocks']} {run['digest']}"


def rows():
    done = subprocess.run([sys.executable, "scripts/gate/rows.py", "--json"], check=False, capture_output=True, text=True)
    for row in json.loads(done.stdout):
        yield "row", row["id"], row["state"]


def points():
    for point in collect("build/sim/counters.json"):
        yield "point", point.name, point.state


def golden():
    for folder in GOLDEN:
        for path in sorted(p for p in Path(folder).rglob("*") if p.is_file() and p.suffix != ".md"):
            yield "golden", str(path), sha(path.read_bytes())


def run(words):
    done = subprocess.run(["rvt", *words], check=False, capture_output=True,
                          env=dict(os.environ, PATH=f"{ROOT / 'build/bin'}:{os.environ['PATH']}"))
    return "command", "rvt " + " ".join(words), f"{done.returncode} {sha(done.stdout)} {sha(done.stderr)}"


def commands():
    listed = subprocess.run(["build/bin/rvt", "help"], check=True, capture_output=True, text=True).stdout
    names = [line.split()[0] for line in listed.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()]
    for name in names:
        yield run(["help", name])
        yield run([name, "--no-such-option"])
    for capture in sorted(Path("sim/corpus").rglob("*.nex")):
        elf = ["--elf", str(capture.parent / "program.elf")]
        for command in CAPTURE_COMMANDS:
            name, *options = command.split()
            yield run([name, *options, str(capture), *(elf if name == "decode" else [])])


def cells():
    for name, line in presets().items():
        count = module_stat(synthesise("ecp5", line))["design"]["num_cells_by_type"]
        yield "cells", name, str(sum(n * count.get(cell, 0) for cell, n in CELL_LUT4.items()))


def take():
    facts = [fact for source in (tests, lines, rows, points, golden, commands, cells) for fact in source()]
    EVIDENCE.mkdir(parents=True, exist_ok=True)
    path = EVIDENCE / "same.tsv"
    path.write_text("".join("\t".join(fact) + "\n" for fact in facts), encoding="utf-8")
    print(f"same: {len(facts)} facts in {path}")
    return path


def read(path):
    split = [line.split("\t") for line in Path(path).read_text(encoding="utf-8").splitlines()]
    return {(kind, name): value for kind, name, value in split}


def differs(kind, before, after, percent):
    if kind == "cells":
        return abs(int(after) - int(before)) * 100 > percent * int(before)
    return before != after


def compare(before, after, percent):
    """Print what is gone and what differs; how much that is."""
    found = 0
    for (kind, name), value in before.items():
        now = after.get((kind, name))
        if now is None or differs(kind, value, now, percent):
            print(f"same: {kind} {name}: {'is gone' if now is None else f'{value} before, {now} now'}")
            found += 1
    kinds = sorted({kind for kind, _ in before})
    counts = ", ".join(f"{sum(k == kind for k, _ in before)} {kind}" for kind in kinds)
    print(f"same: {found} differences in {counts}; {len(after.keys() - before.keys())} new")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["take", "against"])
    parser.add_argument("other", nargs="?", type=Path)
    parser.add_argument("--cells", type=float, default=1, metavar="PERCENT")
    args = parser.parse_args()
    os.chdir(ROOT)
    if args.what == "against" and not (args.other and args.other.is_file()):
        parser.error("against which same.tsv?")
    before = read(args.other) if args.other else None
    after = read(take())
    return 1 if before is not None and compare(before, after, args.cells) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a change of the RTL costs: presets of the work tree beside those of another commit.

    diff.py [--since REV] PRESET...   a table of both and their difference
    diff.py --here PRESET...          figures of this tree, as JSON

REV is by default the last commit if the work tree changes rtl, else where the branch left main, on main the commit before.
Its tree goes to build/diff/COMMIT, with the scripts and constraints of this one, so both sides are measured alike; its figures
stay there for the next time. Every netlist is proved, for 10^5 clocks a seed, by the golden model of its own tree, and placed as fpga.py does.
"""

import argparse
import json
import sys

import fpga
import tables
from netlists import PYTHON, ROOT, Failed, make, must, presets
from lib.sources import hash_of  # pylint: disable=wrong-import-order

KINDS = ["ecp5", "ecp5-nowide"]
CLOCKS = 100_000
TOOLS = ["Makefile", "scripts", "constraints"]  # taken from this tree
FIGURES = {"lut4": "LUT4", "ff": "flip-flops", "fmax_mhz": "fmax, MHz"}


def git(*arguments):
    return must(["git", *arguments], f"git {arguments[0]}").strip()


def default_base():
    if git("status", "--porcelain", "--", "rtl"):
        return "HEAD"
    fork = git("merge-base", "HEAD", "main")
    return fork if fork != git("rev-parse", "HEAD") else "HEAD~1"


def unpacked(commit):
    """The tree of a commit, ready to be measured."""
    tree = ROOT / "build/diff" / commit[:12]
    if not (tree / "build/venv").exists():
        (tree / "build").mkdir(parents=True, exist_ok=True)
        archive = tree / "build/tree.tar"
        git("archive", "-o", archive, commit)
        must(["tar", "-xf", archive, "-C", tree], "tar")
        archive.unlink()
        (tree / "build/venv").symlink_to((ROOT / "build/venv").resolve())
    must(["rm", "-rf", *(tree / name for name in TOOLS)], "rm")
    must(["cp", "-r", *(ROOT / name for name in TOOLS), tree], "cp")
    return tree


def measured(tree, names):
    """Preset -> kind -> figures, of those of the presets that the tree has."""
    make("proved-with", "-C", tree, "-j2")
    return json.loads(must([PYTHON, tree / "scripts/bench/diff.py", "--here", *names], f"measuring {tree}"))


def of_commit(commit, names):
    """The same of a commit, kept from the last time where the tools are still the same."""
    kept, tools = ROOT / "build/diff" / f"{commit[:12]}.json", hash_of(["scripts/bench", "constraints", "scripts/requirements/synth.txt"])
    known = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}
    figures = known.get(tools, {})
    if missing := [name for name in names if name not in figures]:
        figures |= {name: {} for name in missing} | measured(unpacked(commit), missing)
        kept.write_text(json.dumps({tools: figures}, indent=1) + "\n", encoding="utf-8")
    return figures


def rows(before, now):
    for name, kinds in now.items():
        for kind, figures in kinds.items():
            old = before[name].get(kind, {})
            row = [f"`{name}`", tables.KINDS[kind]]
            for key in FIGURES:
                row += [old.get(key, tables.NONE), figures.get(key, tables.NONE)]
                row.append(tables.difference(figures[key], old[key]) if key in old and key in figures else "")
            yield row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", metavar="REV")
    parser.add_argument("--here", action="store_true")
    parser.add_argument("presets", nargs="+", metavar="PRESET")
    args = parser.parse_args()
    known = presets()
    try:
        if args.here:
            print(json.dumps({name: fpga.placed(known[name], KINDS, CLOCKS) for name in args.presets if name in known}))
            return 0
        if lacks := [name for name in args.presets if name not in known]:
            parser.error(f"{' '.join(lacks)}: not in sim/lists/presets.list")
        commit = git("rev-parse", "--verify", f"{args.since or default_base()}^{{commit}}")
        before = of_commit(commit, args.presets)
        now = measured(ROOT, args.presets)
    except Failed as problem:
        sys.exit(f"bench-diff: {problem}")
    head = [word for text in FIGURES.values() for word in (f"{text}: {commit[:8]}", "now", "difference")]
    print("\n".join(tables.table(["preset", "netlist", *head], rows(before, now), 2)))
    print("A netlist is one draw of the tools: some 3 % of LUT4 and 5 MHz are noise (docs/limits.md).")
    return 0


if __name__ == "__main__":
    sys.exit(main())

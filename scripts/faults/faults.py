#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Planted faults: read their tables, put one into a tree, take it out again.

    faults.py list                       name and what must catch it, a line each
    faults.py check                      does every old text stand in its file exactly once
    faults.py count                      how many there are that only a judge without a share in them can notice
    faults.py plant NAME --tree TREE     replace the old texts by the new ones
    faults.py restore NAME --tree TREE   copy the named files from this tree again

--tables DIR: where the tables are, sim/faults by default. A table is TOML: a fault has a name, `what` it does, what
it is `caught_by`, the text that `says` so (if it matters), and its changes: file, old text, new text.
Old text is whole lines. Blank lines and lines of comment between them, and their indentation, do not
matter, so that a fault outlives what moves around it. run.py runs them; lib/turn.py says which `make test` takes today.
"""

import argparse
import re
import shutil
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What golden model and functional encoder have in common.
ENCODER = tuple(f"cmodel/{part}" for part in (
    "model/ntrace/ntrace_steps", "model/ntrace/codes", "model/common/itypes", "model/ingress/ingress_stage", "encode/", "codec/ntrace_layout",
    "include/rvt/unit/ret_stack"))
DIRECTORIES = (ROOT / "sim/faults", ROOT / "sim/faults/formal")
BETWEEN = r"[ \t]*\n(?:[ \t]*(?://[^\n]*)?\n)*"  # to the next line of the old text


class Fault(Exception):
    """Why a fault cannot be planted."""


def read(directory):
    """Name -> fault, of all tables of a directory."""
    found = {}
    for path in sorted(Path(directory).glob("*.toml")):
        for fault in tomllib.loads(path.read_text(encoding="utf-8")).get("fault", ()):
            if fault["name"] in found:
                raise Fault(f"{path}: {fault['name']} is there twice")
            found[fault["name"]] = fault | {"table": str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name}
    return found


def reads(fault):
    """Files that decide whether it is caught: what it changes, where it stands, and the test that has to see it."""
    kind, _, what = fault.get("caught_by", "").partition(" ")
    tests = {"unit": "cmodel/tests", "cli": "cmodel/tests", "spike": "scripts/tests"}
    own = [str(path.relative_to(ROOT)) for path in (ROOT / tests[kind]).rglob(f"{what}.*")] if kind in tests else []
    return {fault["table"], *own, *(change["file"] for change in fault["change"])}


def pattern(old):
    lines = [line.strip() for line in old.splitlines() if line.strip()]
    return re.compile("^" + BETWEEN.join(r"[ \t]*" + re.escape(line) for line in lines) + r"[ \t]*$", re.MULTILINE)


def replaced(name, text, change):
    places = list(pattern(change["old"]).finditer(text))
    if len(places) != 1:
        raise Fault(f"{name}: {change['file']}: expected its old text once, found it {len(places)} times; see sim/faults")
    if change["old"] == change["new"]:
        raise Fault(f"{name}: {change['file']}: old and new text are the same")
    start, end = places[0].span()
    new = change["new"].rstrip("\n")
    if not new:
        end += 1
    return text[:start] + new + text[end:]


def texts(fault, tree):
    """File -> its text with the fault; nothing is written."""
    changed = {}
    for change in fault["change"]:
        path = Path(tree) / change["file"]
        if path not in changed:
            if not path.is_file():
                raise Fault(f"{fault['name']}: {change['file']} does not exist")
            changed[path] = path.read_text(encoding="utf-8")
        changed[path] = replaced(fault["name"], changed[path], change)
    return changed


def plant(fault, tree):
    for path, text in texts(fault, tree).items():
        path.write_text(text, encoding="utf-8")


def restore(fault, tree):
    for name in {change["file"] for change in fault["change"]}:
        shutil.copyfile(ROOT / name, Path(tree) / name)  # with a new time of change


def check():
    wrong, count = [], 0
    for directory in DIRECTORIES:
        for fault in read(directory).values():
            count += 1
            try:
                texts(fault, ROOT)
            except Fault as why:
                wrong.append(str(why))
    print(*wrong, f"faults: {count} in the tables, {len(wrong)} do not fit", sep="\n")
    return 1 if wrong or not count else 0


def count(faults):
    shared = [f for name, f in faults.items() if name.startswith("both_")]
    encoder = [f for f in shared if any(c["file"].startswith(ENCODER) for c in f["change"])]
    print(f"faults: {len(shared)} that RTL and model share, {len(encoder)} of them in code of the functional encoder, too: "
          f"noticed by the oracle, a rule, a case written by hand or the decoder alone")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["list", "check", "count", "plant", "restore"])
    parser.add_argument("name", nargs="?")
    parser.add_argument("--tree", type=Path)
    parser.add_argument("--tables", type=Path, default=DIRECTORIES[0], metavar="DIR")
    args = parser.parse_args()
    try:
        if args.verb == "check":
            return check()
        if args.verb == "count":
            return count(read(DIRECTORIES[0]))
        faults = read(args.tables)
        if args.verb == "list":
            for fault in faults.values():
                print(fault["name"], fault.get("caught_by", "formal"), fault.get("says", ""), fault["what"], sep="\t")
            return 0
        if args.name not in faults or not args.tree:
            raise Fault(f"expected a name of {args.tables} and --tree, found {args.name} and {args.tree}")
        {"plant": plant, "restore": restore}[args.verb](faults[args.name], args.tree)
    except Fault as why:
        print(f"faults.py: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""See that every parameter check of the RTL refuses what it says, and nothing less.

    parameters.py [--table FILE] [--verilator COMMAND] [--top MODULE] FILE_LIST

A line of the table (parameters.tsv beside this file) names a top, values of other parameters, one
parameter, values of it that are refused with a text, and the nearest ones that are accepted. slang
elaborates all of them; Verilator must refuse the first refused value of each line. Every `$error`
text of the RTL is in the table, and begins with the name of its module. Exit status 1 otherwise.
"""

import argparse
import csv
import re
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyslang
from pyslang.ast import Compilation, CompilationOptions
from pyslang.syntax import SyntaxTree

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib import sv, turn  # noqa: E402  pylint: disable=wrong-import-position

COLUMNS = ["top", "others", "parameter", "refused", "accepted", "says"]


class Rtl:
    """The parsed files of a list; `arguments` let Verilator find them."""

    def __init__(self, file_list):
        lines = Path(file_list).read_text(encoding="utf-8").split()
        self.files = [line for line in lines if not line.startswith("+")]
        self.arguments = [line for line in lines if line.startswith("+") or line.endswith("_pkg.sv")]
        for directory in sorted({str(Path(name).parent) for name in self.files}):
            self.arguments += ["-y", directory]
        self.sources = pyslang.SourceManager()
        for line in lines:
            if line.startswith("+incdir+"):
                self.sources.addUserDirectories(line.removeprefix("+incdir+"))
        self.trees = [SyntaxTree.fromFile(name, self.sources) for name in self.files]

    def errors(self, top, values):
        """What an elaboration ends with; nothing if it is good."""
        options = CompilationOptions()
        options.topModules = {top}
        options.paramOverrides = values
        compilation = Compilation(pyslang.Bag([options]))
        for tree in self.trees:
            compilation.addSyntaxTree(tree)
        engine = pyslang.DiagnosticEngine(self.sources)
        found = [engine.formatMessage(d) for d in compilation.getAllDiagnostics() if d.isError()]
        return [text.removeprefix("$error encountered: ") for text in found]


def read_table(path):
    with open(path, newline="", encoding="utf-8") as f:
        rows = csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True)
        if rows.fieldnames != COLUMNS:
            sys.exit(f"{path}:1: expected the columns {' '.join(COLUMNS)}")
        table = []
        for number, row in enumerate(rows, start=2):
            if None in row or None in row.values() or not row["refused"] or not row["accepted"]:
                sys.exit(f"{path}:{number}: expected {len(COLUMNS)} columns, with values refused and accepted")
            table.append(dict(row, line=number))
    return table


def check_texts(rtl, table):
    """The table has every text of the RTL, with a number in place of each %0d, and no other."""
    texts = {}
    for name, tree in zip(rtl.files, rtl.trees):
        for text in sv.error_texts(tree):
            texts[text] = name
            if not text.startswith(f"{Path(name).stem}: "):
                yield f"{name}: '{text}' does not begin with the module's name"
    said = {text: re.compile(re.escape(text).replace("%0d", "[0-9]+")) for text in texts}
    named = {row["says"] for row in table}
    for text in sorted(text for text in texts if not any(map(said[text].fullmatch, named))):
        yield f"{texts[text]}: no line of the table lets it say '{text}'"
    for name in sorted(name for name in named if not any(form.fullmatch(name) for form in said.values())):
        yield f"no file says '{name}'"


def values_of(row, value):
    return [*row["others"].split(), f"{row['parameter']}={value}"]


def check_row(rtl, row):
    for value in row["refused"].split():
        said = rtl.errors(row["top"], values_of(row, value))
        if row["says"] not in said:
            yield f"{row['top']} {' '.join(values_of(row, value))}: does not say '{row['says']}', says {said}"
    for value in row["accepted"].split():
        said = rtl.errors(row["top"], values_of(row, value))
        if said:
            yield f"{row['top']} {' '.join(values_of(row, value))}: expected no error, found {said}"


def refused_by(verilator, rtl, row):
    """Whether Verilator ends with an error, and not by a signal."""
    values = values_of(row, row["refused"].split()[0])
    command = [verilator, "--lint-only", "-Wno-lint", "-Wno-style", "--top-module", row["top"]]
    command += [f"-G{value}" for value in values] + rtl.arguments
    command += [name for name in rtl.files if Path(name).stem == row["top"]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 1 or "%Error" not in done.stderr:
        yield f"{row['top']} {' '.join(values)}: {verilator} ends with {done.returncode}: {done.stderr[:300]}"


TABLE, SOURCE = "scripts/lint/parameters.tsv", "rtl/interface/parameters.toml"
WRITTEN = ("rvt_build_pkg.sv", "rvt_build.svh", "rvt_check_build.sv")  # from SOURCE, whose entries count instead


def refusing(row, text):
    """What decides whether a line's values are refused: files below the module, with elaboration errors, what hands values to them,
    packages with the limits; the line; the entries of its parameters."""
    def decides(name):
        text = (ROOT / name).read_text(encoding="utf-8")
        return "$error" in text or "rvt_check_build" in text or "RVT_BUILD" in text or name.endswith(("_pkg.sv", ".svh"))

    names = [row["parameter"], *(word.partition("=")[0] for word in row["others"].split())]
    return [text] + [f"{SOURCE} {name}" for name in names] + [
        name for name in turn.sources(row["top"]) if not name.endswith(WRITTEN) and decides(name)]


def written(since):
    """Lines of the table and entries of the source that differ from a commit."""
    def entries(text):
        return {f"{SOURCE} {entry.get('name')}": entry for entry in tomllib.loads(text).get("parameter", [])}

    now, before = entries((ROOT / SOURCE).read_text(encoding="utf-8")), entries(turn.git("show", f"{since}:{SOURCE}"))
    lines = set((ROOT / TABLE).read_text(encoding="utf-8").split("\n")) - set(turn.git("show", f"{since}:{TABLE}").split("\n"))
    return lines | {name for name in now if now[name] != before.get(name)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", default=ROOT / TABLE)
    parser.add_argument("--verilator", help="asked as well")
    parser.add_argument("--turn", action="store_true", help="the lines whose turn it is: scripts/lib/turn.py")
    parser.add_argument("--top", help="elaborate the lines of this one only")
    parser.add_argument("file_list")
    args = parser.parse_args()
    rtl, table = Rtl(args.file_list), read_table(args.table)
    faults = list(check_texts(rtl, table))
    table = [row for row in table if args.top in (None, row["top"])]
    lines = {"\t".join(row[column] for column in COLUMNS): row for row in table}
    if args.turn:
        taken = turn.of("parameters", {text: refusing(row, text) for text, row in lines.items()}, written)
        table = [lines[text] for text in taken]
    for row in table:
        faults += check_row(rtl, row)
    if args.verilator:
        with ThreadPoolExecutor(2) as pool:
            for found in pool.map(lambda row: list(refused_by(args.verilator, rtl, row)), table):
                faults += found
    for fault in faults:
        print(fault)
    if faults:
        return 1
    refused, accepted = (sum(len(row[what].split()) for row in table) for what in ("refused", "accepted"))
    texts = len({row["says"] for row in table})
    print(f"parameters: {texts} checks refuse {refused} values and accept the {accepted} next to them")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Pair requirement rows with the runs that proved them.

Reads docs/reference/rows.tsv (every row with its feature), features.tsv (which features are
built), rows-open.tsv (rows of built features that are knowingly unproved, with the reason),
rows-software.tsv (rows of encoder, registers and pins that software alone can show, with the reason),
rows-notes.tsv (what a proof leaves out), and the *.rows logs that passing test programs left below
the log directory.

Fails on a log line that names no row, on an unproved row of a built feature without a reason, on
a row of encoder or pins that no run of the RTL proved and that has no reason for it, on a reason for
a row that needs none, and on a note for a row that is not proved.
"""

import argparse
import csv
import json
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINE_MARK = "sim:"  # scripts/sim/sim.py
LINES_SHOWN = 3
RTL_TESTS = {"corpus", "corpus-refuses", "demo", "device", "parameters_refused", "started"}  # beside those lines


def table(path):
    """Rows of a tab-separated file as dictionaries; ends the program on a row of the wrong length."""
    with path.open(newline="", encoding="utf-8") as f:
        rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True))
    for number, row in enumerate(rows, start=2):
        if None in row or None in row.values():
            sys.exit(f"{path}:{number}: expected exactly the columns of the first line")
    return rows


def read_logs(log_dir):
    """Row id -> set of programs, from logs named <program>.<pid>.rows; a simulation that is no line of the
    regression bears the name of the test that ran it, which is that of the directory."""
    proved = {}
    for log in sorted(log_dir.rglob("*.rows")):
        program = log.name.rsplit(".", 2)[0]
        if program == "sim":
            program = log.parent.name
        for line in log.read_text(encoding="utf-8").splitlines():
            proved.setdefault(line.strip(), set()).add(program)
    return proved


def check_notes(rows, notes):
    """A note belongs to a row that is proved."""
    proved = {row["id"] for row in rows if row["state"] == "proved"}
    for row_id in sorted(set(notes) - proved):
        yield f"rows-notes.tsv: {row_id} is not proved, or does not exist"
    for row_id, note in notes.items():
        if not note.strip():
            yield f"rows-notes.tsv: {row_id} has no note"


def check_rtl(rows, features, software):
    """What both lists ask of encoder (E) and transport (T) shows on the RTL, or a reason says why not."""
    needed = set()
    for row in rows:
        asked = set(row["who"]) & set("ET") and features.get(row["feature"]) == "built"
        seen = any(name.startswith(LINE_MARK) or name in RTL_TESTS for name in row["programs"])
        if row["state"] != "proved" or not asked or seen:
            continue
        needed.add(row["id"])
        if row["id"] not in software:
            yield f"{row['id']} ({row['feature']}, built): no run of the RTL proved it, only {' '.join(row['programs'])}"
    for row_id, reason in software.items():
        if row_id not in needed:
            yield f"rows-software.tsv: {row_id} needs no reason, or does not exist; drop the line"
        if not reason.strip():
            yield f"rows-software.tsv: {row_id} has no reason"


def cell(text):
    """Text for a cell of a Markdown table."""
    return text.replace("|", "\\|")


def proofs(row):
    """Unit tests by name, then lines of the regression: the first few, and how many more there are."""
    lines = [name.removeprefix(LINE_MARK) for name in row["programs"] if name.startswith(LINE_MARK)]
    names = [name for name in row["programs"] if not name.startswith(LINE_MARK)]
    shown = lines if len(lines) <= LINES_SHOWN + 1 else [*lines[:LINES_SHOWN], f"and {len(lines) - LINES_SHOWN} lines more"]
    return "; ".join(part for part in (" ".join(names), " ".join(shown)) if part)


def page(rows, features, summaries, reasons, software, notes):
    """The table as a page: features, then every row with what proved it, those of features not built apart."""
    lines = [
        "# Requirement rows and their proofs",
        "",
        "Written by `make rows` from the runs of the last `make test`. A row is proved when a",
        "program that passed said so beside the check of it: `test_*` are unit tests in `cmodel/tests`;",
        "`corpus`, `corpus-refuses`, `demo`, `device` and `started` are tests that run simulations of their own;",
        "after a semicolon, or alone, stand lines of `sim/lists/regression.list`. What the lists ask of encoder",
        "and transport some run of the RTL has proved, or what its elaboration refuses (`parameters_refused`), but for the rows",
        "\"Not shown on the RTL\" below. What a row asks is in `docs/reference/rows.tsv`.",
        "",
        "| feature | state | rows | proved | open | |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, state in features.items():
        own = Counter(row["state"] for row in rows if row["feature"] == name)
        counts = f"{own.total()} | {own['proved']} | {own['open'] + own['UNPROVED']}"
        lines.append(f"| {name} | {state} | {counts} | {cell(summaries[name])} |")
    lines += ["", "## Rows of built features", "", "| row | feature | proved by |", "| --- | --- | --- |"]
    for row in rows:
        if features.get(row["feature"]) == "built":
            lines.append(f"| {row['id']} | {row['feature']} | {proofs(row) or '*' + row['state'] + '*'} |")
    lines += ["", "## Rows of features that are not built", "", "| row | feature | proved by, as far as tools go |",
              "| --- | --- | --- |"]
    for row in rows:
        if features.get(row["feature"]) == "planned":
            lines.append(f"| {row['id']} | {row['feature']} | {proofs(row) or '–'} |")
    tables = (("What a proof leaves out", notes), ("Not shown on the RTL", software), ("Open", reasons))
    for title, texts in tables:
        lines += ["", f"## {title}", "", "| row | |", "| --- | --- |"]
        lines += [f"| {row_id} | {cell(text)} |" for row_id, text in texts.items()]
    return "\n".join(lines) + "\n"


def judge(rows, features, reasons, proved):
    """Give each row its state; returns the list of what is wrong."""
    wrong = []
    ids = {row["id"] for row in rows}
    for row_id, count in Counter(row["id"] for row in rows).items():
        if count > 1:
            wrong.append(f"rows.tsv: {row_id} is listed {count} times")
    for row_id in sorted(set(proved) - ids):
        wrong.append(f"{', '.join(sorted(proved[row_id]))}: names row {row_id!r}, which does not exist")
    for row_id in sorted(set(reasons) - ids):
        wrong.append(f"rows-open.tsv: {row_id} does not exist")
    for row in rows:
        row["programs"] = sorted(proved.get(row["id"], ()))
        state = features.get(row["feature"])
        if state is None:
            wrong.append(f"rows.tsv: {row['id']} has feature {row['feature']!r}, not in features.tsv")
        if row["programs"]:
            row["state"] = "proved"
        elif row["id"] in reasons:
            row["state"] = "open"
        else:
            row["state"] = "UNPROVED" if state == "built" else "later"
        if row["state"] == "UNPROVED":
            wrong.append(
                f"{row['id']} ({row['feature']}, built): no passing run proved it: {row['requirement']}"
            )
        if row["id"] in reasons and row["programs"]:
            wrong.append(f"rows-open.tsv: {row['id']} is proved by {row['programs'][0]}; drop the line")
        if row["id"] in reasons and state == "planned":
            wrong.append(f"rows-open.tsv: {row['id']} belongs to {row['feature']}, not built; drop the line")
        if row["id"] in reasons and not reasons[row["id"]].strip():
            wrong.append(f"rows-open.tsv: {row['id']} has no reason")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logs", type=Path, default=ROOT / "build/rows", help="directory of run logs")
    parser.add_argument("--tables", type=Path, default=ROOT / "docs/reference")
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    parser.add_argument("--summary", action="store_true", help="print faults and counts only")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table as a page")
    args = parser.parse_args()

    if not args.logs.is_dir():
        sys.exit(f"{args.logs}: no run logs; `make test` writes them")
    rows = table(args.tables / "rows.tsv")
    listed = table(args.tables / "features.tsv")
    features = {row["feature"]: row["state"] for row in listed}
    for name, state in features.items():
        if state not in ("built", "planned"):
            sys.exit(f"features.tsv: {name}: state {state!r} is neither built nor planned")
    reasons = {row["id"]: row["reason"] for row in table(args.tables / "rows-open.tsv")}
    software = {row["id"]: row["reason"] for row in table(args.tables / "rows-software.tsv")}
    notes = {row["id"]: row["note"] for row in table(args.tables / "rows-notes.tsv")}
    wrong = judge(rows, features, reasons, read_logs(args.logs))
    wrong += check_notes(rows, notes)
    wrong += check_rtl(rows, features, software)
    text = page(rows, features, {row["feature"]: row["summary"] for row in listed}, reasons, software, notes)
    if args.markdown and not wrong:
        args.markdown.parent.mkdir(parents=True, exist_ok=True)
        args.markdown.write_text(text, encoding="utf-8")

    if args.json:
        print(json.dumps(rows, indent=1))
    elif not args.summary:
        for row in rows:
            print(f"{row['id']:12} {row['feature']:26} {row['state']:9} {' '.join(row['programs'])}")
    for text in wrong:
        print(f"rows: {text}", file=sys.stderr)
    count = Counter(row["state"] for row in rows)
    line = (
        f"rows: {count['proved']} proved, {count['open']} open with a reason, "
        f"{count['UNPROVED']} unproved, {count['later']} of features not built, {len(rows)} in all"
    )
    print(line, file=sys.stderr if args.json else sys.stdout)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Pair requirement rows with the runs that proved them.

Reads docs/reference/rows.tsv (every row with its feature), features.tsv (which features are
built), rows-open.tsv (rows of built features that are knowingly unproved, with the reason), and
the *.rows logs that passing test programs left below the log directory.

Fails on a log line that names no row, on an unproved row of a built feature without a reason, and
on a reason for a row that needs none.
"""

import argparse
import csv
import json
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def table(path):
    """Rows of a tab-separated file as dictionaries; ends the program on a row of the wrong length."""
    with path.open(newline="", encoding="utf-8") as f:
        rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True))
    for number, row in enumerate(rows, start=2):
        if None in row or None in row.values():
            sys.exit(f"{path}:{number}: expected exactly the columns of the first line")
    return rows


def read_logs(log_dir):
    """Row id -> set of programs, from logs named <program>.<pid>.rows."""
    proved = {}
    for log in sorted(log_dir.rglob("*.rows")):
        program = log.name.rsplit(".", 2)[0]
        for line in log.read_text(encoding="utf-8").splitlines():
            proved.setdefault(line.strip(), set()).add(program)
    return proved


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
    args = parser.parse_args()

    if not args.logs.is_dir():
        sys.exit(f"{args.logs}: no run logs; `make test` writes them")
    rows = table(args.tables / "rows.tsv")
    features = {row["feature"]: row["state"] for row in table(args.tables / "features.tsv")}
    for name, state in features.items():
        if state not in ("built", "planned"):
            sys.exit(f"features.tsv: {name}: state {state!r} is neither built nor planned")
    reasons = {row["id"]: row["reason"] for row in table(args.tables / "rows-open.tsv")}
    wrong = judge(rows, features, reasons, read_logs(args.logs))

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

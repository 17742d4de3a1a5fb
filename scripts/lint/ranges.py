# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Legal values of the parameters, and the places in a range that builds must have: sim/lists/ranges.tsv."""

import csv
import functools
import sys

from parameters import ROOT
from interface import source

RANGES = "sim/lists/ranges.tsv"
FEW = 8  # a range of at most so many values has each of them built


def read_table(path, columns):
    lines = [line for line in (ROOT / path).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE, strict=True))
    for row in rows:
        if list(row) != columns or None in row.values():
            sys.exit(f"{path}: expected the columns {' '.join(columns)}, found {row}")
    return rows


@functools.cache
def compiled(expression):
    return compile(expression, RANGES, "eval")


def value_of(expression, names):
    return eval(compiled(expression), {"__builtins__": {}, "max": max, "min": min, "int": int}, names)  # pylint: disable=eval-used


class Range:
    """A row of sim/lists/ranges.tsv. A label is a value, or a place in a range of many."""

    def __init__(self, row):
        self.parameter, self.wanted = row["parameter"], row["wanted"]
        modules, _, self.reason = row["modules"].partition(":")
        self.modules = [module.partition("?")[0] for module in modules.split()]
        self.counts = {module: only for module, _, only in (m.partition("?") for m in modules.split()) if only}
        legal = row["legal"]
        if legal.startswith("="):
            written = source.parameter(self.parameter)
            legal = written.te_legal if legal == "=te" else written.legal
        self.parts = [part.partition("..")[::2] for part in legal.split()]
        if (self.wanted == "none") != bool(self.reason):
            sys.exit(f"{RANGES}: {self.parameter} {modules}: a reason stands where nothing is wanted, and there alone")

    def ends(self, names):
        return [(value_of(low, names), value_of(high or low, names)) for low, high in self.parts]

    def is_legal(self, value, names):
        return any(low <= value <= high for low, high in self.ends(names))

    def labels(self, value, names):
        for low, high in self.ends(names):
            if low <= value <= high:
                yield str(value)
                if low != high:
                    yield "least" if value == low else "greatest" if value == high else \
                        "a power of two" if value & (value - 1) == 0 else "another between"

    def needed(self):
        """Labels that some instance must have."""
        if self.wanted == "none":
            return set()
        found = set() if self.wanted in ("-", "each", "own") else set(self.wanted.split())
        for low, high in self.parts:
            literal = low.isdigit() and (high or low).isdigit()
            if literal and (self.wanted in ("each", "own") or int(high or low) - int(low) < FEW):
                found |= {str(v) for v in range(int(low), int(high or low) + 1)}
            elif literal or self.wanted == "-" or not found:
                found |= {"least", "greatest", "another between"}
                if not literal or any(int(low) < 1 << k < int(high or low) for k in range(31)):
                    found.add("a power of two")
        return found

    def draw(self, rng, names):
        low, high = rng.choice(self.ends(names))
        if self.wanted == "none":
            return low
        inner = [v for k in range(31) if low < (v := 1 << k) < high]
        choices = [low, high, rng.randint(low, high), rng.choice(inner or [low])]
        return rng.choice([v for v in choices if v <= high])

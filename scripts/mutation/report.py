#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The score table of docs/mutation.md, from the ledgers of sim/lists/mutation.

    report.py          write it into the document
    report.py --check  compare; exit status 1 if they differ
    report.py --stale SIDE [--names]   exit status 1 if mutants of a unit (SIDE: rtl, c or oracle) are of other sources
"""

import sys
from collections import Counter

import ledger

DOCUMENT = ledger.ROOT / "docs/mutation.md"
BEGIN, END = "<!-- score -->\n", "<!-- end of score -->\n"
TITLES = {"rtl": "RTL", "c": "C", "oracle": "Oracle"}


def score(count):
    """Killed among those that can be told from the unit, in per cent."""
    different = count["killed"] + count["survived"]
    return f"{100 * count['killed'] / different:.2f} %" if different else "–"


def row(name, count):
    total = sum(count.values())
    return f"| {name} | {total} | {count['killed']} | {count['equivalent']} | {count['survived']} | {score(count)} |"


def line(mutant):
    return f"* `{mutant.location}`, `{mutant.source}`: {mutant.change}"


def tables():
    yield "| unit | mutants | killed | equivalent | alive | score |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for side, title in TITLES.items():
        mutants = ledger.read(side)
        for unit in dict.fromkeys(mutant.unit for mutant in mutants):
            yield row(f"{title} `{unit}`", Counter(m.verdict for m in mutants if m.unit == unit))
        yield row(f"**{title}, all**", Counter(m.verdict for m in mutants))
    yield ""
    yield "Alive:"
    yield ""
    for side in TITLES:
        for mutant in ledger.read(side):
            if mutant.verdict == "survived":
                yield line(mutant)
    yield from oracle_alone()


def oracle_alone():
    """How much the oracle kills where nothing else judges, and why not the rest."""
    mutants = ledger.read("oracle")
    count = Counter(mutant.verdict for mutant in mutants)
    yield ""
    yield (f"The oracle alone kills {count['killed']} of {len(mutants)} mutants of the functional encoder, "
           f"{100 * count['killed'] / len(mutants):.1f} %; {count['survived']} are alive. What it cannot kill:")
    yield ""
    for mutant in mutants:
        if mutant.verdict == "equivalent":
            yield f"{line(mutant)}: {mutant.by}"


def stale(side, names_only):
    units = ledger.stale(side)
    if names_only:
        print(*units)
    elif units:
        print(f"mutation: {side}: {len(units)} units were mutated with other sources: {' '.join(units)}")
    else:
        print(f"mutation: {side}: the mutants of every unit are of the sources as they are")
    return 1 if units else 0


def main():
    if sys.argv[1:2] == ["--stale"]:
        sys.exit(stale(sys.argv[2], "--names" in sys.argv[3:]))
    text = DOCUMENT.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    new = f"{before}{BEGIN}\n" + "\n".join(tables()) + f"\n\n{END}{after}"
    if "--check" in sys.argv[1:]:
        if new != text:
            sys.exit("docs/mutation.md: the score is not that of sim/lists/mutation/*.tsv; `make mutation-report` writes it")
        print("mutation: the table of docs/mutation.md is that of the ledgers")
        return
    DOCUMENT.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()

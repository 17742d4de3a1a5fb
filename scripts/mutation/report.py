#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What the ledgers build/evidence/mutation-SIDE.tsv (EVIDENCE=DIR; SIDE: rtl, c or oracle) say.

    report.py page                   the scores and what is alive, into mutation.md beside them; takes in the reasons of
                                     sim/lists/mutation/SIDE-equivalent.tsv first, and names those without a mutant
    report.py check SIDE [--names]   exit status 1 if there is no ledger, if mutants of a unit are of other sources,
                                     or if the score is below LEAST
"""

import sys
from collections import Counter

import ledger

PAGE = ledger.EVIDENCE / "mutation.md"
LEAST = 95.0  # per cent of the mutants that can be told from the unit
TITLES = {"rtl": "RTL", "c": "C", "oracle": "Oracle"}


def score(count):
    """Killed among those that can be told from the unit, in per cent."""
    different = count["killed"] + count["survived"]
    return 100 * count["killed"] / different if different else 100.0


def row(name, count):
    total = sum(count.values())
    return f"| {name} | {total} | {count['killed']} | {count['equivalent']} | {count['survived']} | {score(count):.2f} % |"


def line(mutant):
    return f"* `{mutant.location}`, `{mutant.source}`: {mutant.change}"


def tables():
    yield "| unit | mutants | killed | equivalent | alive | score |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for side, title in TITLES.items():
        mutants = ledger.read(side)
        if not mutants:
            continue
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
    if not mutants:
        return
    count = Counter(mutant.verdict for mutant in mutants)
    yield ""
    yield (f"The oracle alone kills {count['killed']} of {len(mutants)} mutants of the functional encoder, "
           f"{100 * count['killed'] / len(mutants):.1f} %; {count['survived']} are alive. What it cannot kill:")
    yield ""
    for mutant in mutants:
        if mutant.verdict == "equivalent":
            yield f"{line(mutant)}: {mutant.by}"


def check(side, names_only):
    units, count = ledger.stale(side), Counter(mutant.verdict for mutant in ledger.read(side))
    if names_only:
        print(*units)
    elif not ledger.place(side).exists():
        print(f"mutation: {ledger.shown(ledger.place(side))} is missing; `make mutation SIDE={side}` writes it")
    elif units:
        print(f"mutation: {side}: {len(units)} units were mutated with other sources: {' '.join(units)}")
    elif score(count) < LEAST:
        print(f"mutation: {side}: expected a score of {LEAST} %, found {score(count):.2f} %: {count['survived']} mutants are alive")
    else:
        print(f"mutation: {side}: the mutants of every unit are of the sources as they are; score {score(count):.2f} %")
        return 0
    return 1


def page():
    sides = [side for side in TITLES if ledger.place(side).exists()]
    for side in TITLES:
        if side not in sides:
            print(f"mutation: {ledger.shown(ledger.place(side))} is missing; `make mutation SIDE={side}` writes it")
    unused = [text for side in sides for text in ledger.triage(side)]
    if sides:
        ledger.write_file(PAGE, "# Mutation\n\n" + "\n".join(tables()) + "\n")
        print(f"mutation: {ledger.shown(PAGE)}")
    print("\n".join(unused), end="\n" if unused else "")
    return 0


def main():
    words = sys.argv[1:]
    if words == ["page"]:
        return page()
    if len(words) in (2, 3) and words[0] == "check" and words[1] in TITLES and words[2:] in ([], ["--names"]):
        return check(words[1], bool(words[2:]))
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())

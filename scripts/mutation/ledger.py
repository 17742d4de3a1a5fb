# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What the mutation runs share: command line, the ledger, reasons of equivalence, progress."""

import argparse
import csv
import resource
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import astuple, dataclass, fields
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib.sources import EVIDENCE, hash_of, shown, with_headers, write as write_file  # noqa: E402  pylint: disable=wrong-import-position

HOME = ROOT / "sim/lists/mutation"
SIDES = ("rtl", "c", "oracle")
VERDICTS = ["killed", "equivalent", "survived"]
OUT_OF_TIME = -signal.SIGXCPU  # status of a process that has used its time


def limit_time(seconds):
    """Of processor time, so that it is the same on a busy machine. For a process that is about to start."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))


@dataclass
class Mutant:
    """A row of the ledger. `by` is what killed it, or why it is equivalent."""

    id: str
    unit: str
    location: str
    source: str
    change: str
    verdict: str = "survived"
    by: str = ""


def plain(text):
    """A field on one line, without the separator."""
    return " ".join(text.split())


def order(mutant):
    unit, _, number = mutant.id.rpartition("/")
    return unit, [int(part) for part in number.split(":")]


def place(side):
    """The ledger of a side."""
    return EVIDENCE / f"mutation-{side}.tsv"


def read(side):
    if not place(side).exists():
        return []
    with open(place(side), encoding="utf-8", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    rows = csv.reader(lines[1:], delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None)
    return [Mutant(*("" if value == "-" else value for value in row)) for row in rows]


def unit_name(word):
    """Of a C file, wherever it lies; a header keeps its .h."""
    return Path(word).name.removesuffix(".c")


def write(side, mutants, anew=True):
    """Put `mutants` in the ledger in place of the rows that it has of the same units; anew: each was judged now."""
    units = {mutant.unit for mutant in mutants}
    save(side, [row for row in read(side) if row.unit not in units] + mutants)
    if anew:
        keep_sources(side, units)


def unit_sources(side):
    """Unit -> hash of the files whose mutants it has, and of the headers beside them, of every unit of sim/lists/mutation/SIDE.list."""
    found = {}
    for line in (HOME / f"{side}.list").read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        if words and words[0] != "lines":
            if side == "rtl":
                found[words[0]] = hash_of([f"rtl/*/{module}.sv" for module in words[2].split(",")])
            else:
                found[unit_name(words[0])] = hash_of(
                    [str(path.relative_to(ROOT)) for path in with_headers([ROOT / "cmodel" / words[0]], public=False)])
    return found


def read_sources():
    """(side, unit) -> hash of the files of which its mutants in the ledger are."""
    path = place("sources")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {tuple(words[:2]): words[2] for words in (line.split("\t") for line in lines if line)}


def keep_sources(side, units):
    now, known = unit_sources(side), read_sources()
    known.update({(side, unit): now[unit] for unit in units if unit in now})
    lines = ["\t".join((*key, value)) for key, value in sorted(known.items())]
    write_file(place("sources"), "\n".join(lines) + "\n")


def stale(side):
    """Units whose mutants in the ledger are of other sources than there are now."""
    known = read_sources()
    return [unit for unit, now in unit_sources(side).items() if known.get((side, unit)) != now]


def save(side, rows):
    """Write the ledger anew."""
    rows = sorted(rows, key=order)
    lines = ["\t".join(field.name for field in fields(Mutant)) + "\n"]
    lines += ["\t".join(plain(value) or "-" for value in astuple(row)) + "\n" for row in rows]
    write_file(place(side), "".join(lines))


def reasons(side):
    """(unit, source line, change) -> why it changes nothing, from sim/lists/mutation/SIDE-equivalent.tsv.

    A line's text, not its number, so that a reason stays with its line when others move.
    """
    path = HOME / f"{side}-equivalent.tsv"
    found = {}
    if path.exists():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            words = line.split("\t")
            if len(words) != 4:
                sys.exit(f"{path.name}:{number}: expected UNIT, SOURCE, CHANGE, REASON with tabs between")
            found[tuple(words[:3])] = words[3]
    return found


def apply_reasons(side, mutants):
    known = reasons(side)
    for mutant in mutants:
        why = known.get((mutant.unit, plain(mutant.source), plain(mutant.change)))
        if why and mutant.verdict == "survived":
            mutant.verdict, mutant.by = "equivalent", why


def is_written(row, texts):
    """Whether the mutant's line stands in today's sources, wherever."""
    path = row.location.rpartition(":")[0]
    if path and path not in texts:
        there = (ROOT / path).exists()
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines() if there else []
        texts[path] = {plain(line) for line in lines}
    return not path or row.source in texts[path]


def triage(side):
    """Put the reasons into the ledger and drop mutants of lines that are no more.

    @return reasons without a mutant, of units that the ledger has
    """
    every, texts = read(side), {}
    rows = [row for row in every if is_written(row, texts)]
    if len(rows) < len(every):
        print(f"mutation: {len(every) - len(rows)} mutants of {shown(place(side))} are of lines that are no more: dropped")
    apply_reasons(side, rows)
    save(side, rows)
    present, units = {(row.unit, row.source, row.change) for row in rows}, {row.unit for row in rows}
    return [f"{side}-equivalent.tsv: no mutant: {' | '.join(key)}" for key in reasons(side) if key[0] in units and key not in present]


class Progress:
    """One line that is rewritten on a terminal, and nothing elsewhere."""

    def __init__(self, name, total):
        self.name, self.total, self.count = name, total, Counter()
        self.start, self.shown = time.monotonic(), sys.stderr.isatty()

    def add(self, verdict):
        self.count[verdict] += 1
        if self.shown:
            done = sum(self.count.values())
            seconds = time.monotonic() - self.start
            left = seconds / done * (self.total - done)
            print(f"\r{self.name}: {done}/{self.total}, {self.count['survived']} alive, "
                  f"{left:.0f} s left \033[K", end="", file=sys.stderr, flush=True)

    def close(self):
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr)
        score = ", ".join(f"{self.count[v]} {v}" for v in VERDICTS)
        print(f"{self.name}: {score}; {time.monotonic() - self.start:.0f} s", flush=True)


def left_alive(side, mutants):
    """Those that the ledger calls alive; the others get the verdict that it has of them."""
    known = {(row.id, row.source, row.change): row for row in read(side)}
    left = []
    for mutant in mutants:
        row = known.get((mutant.id, plain(mutant.source), plain(mutant.change)))
        if row is None or row.verdict == "survived":
            left.append(mutant)
        else:
            mutant.verdict, mutant.by = row.verdict, row.by
    return left


def judge_all(name, mutants, judge, jobs):
    """Let `judge` give each mutant its verdict."""
    progress = Progress(name, len(mutants))
    with ThreadPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(judge, mutant) for mutant in mutants]):
            progress.add(done.result().verdict)
    progress.close()


def main(side, doc, units, prepare, more=None):
    """The command of a side: each unit named, or all, by what `prepare` makes of the arguments; `more` adds some."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--count", type=int, help="mutants a unit, instead of what the list says")
    parser.add_argument("--jobs", type=int, default=2)
    if more is not None:
        more(parser)
    parser.add_argument("--alive", action="store_true", help="only those that the ledger calls alive")
    parser.add_argument("--dry", action="store_true", help="leave the ledger as it is")
    parser.add_argument("units", nargs="*", metavar="UNIT")
    args = parser.parse_args()
    known = units()
    for name in args.units:
        if name not in known:
            parser.error(f"{name} is not in sim/lists/mutation/{side}.list")
    run_unit = prepare(args)
    for name in args.units or known:
        mutants = run_unit(known[name])
        for mutant in mutants:
            if mutant.verdict == "survived":
                print(f"alive {mutant.id} {mutant.location}: {mutant.change} | {mutant.source}", flush=True)
        if not args.dry:
            write(side, mutants, anew=not args.alive)
    return 0

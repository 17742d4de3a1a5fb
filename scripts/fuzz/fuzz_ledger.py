#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How much was fuzzed: build/evidence/fuzz.tsv (EVIDENCE=DIR).

    fuzz_ledger.py add TARGET EXECUTIONS SECONDS INPUTS FINDINGS    count a run
    fuzz_ledger.py sum                                              executions of all rows
    fuzz_ledger.py page                                             sums of each target, into fuzz.md beside it
    fuzz_ledger.py stale [--names]                                  status 3 unless each target has its goal with these sources and no finding

A row stands for all runs of a target with the same sources; `sources` is a hash of them, so that a
row says which state of the code it is about.
"""

import hashlib
import sys
from dataclasses import astuple, dataclass, fields
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib.sources import EVIDENCE, shown, with_headers, write  # noqa: E402  pylint: disable=wrong-import-position

LEDGER, PAGE = EVIDENCE / "fuzz.tsv", EVIDENCE / "fuzz.md"
# What a target executes, below cmodel/.
MESSAGES = ["codec/ntrace_msg*", "codec/ntrace_layout*"]
SOURCES = {
    "drv": ["driver/*"],
    "msg": [*MESSAGES, "codec/ntrace_text.c", "base/text_line*"],
    "tandem": ["codec/tandem_*"],
    "etrace": ["codec/etrace*", "decoder/*.?", "decoder/etrace/*", "isa/*"],
    "flow": [*MESSAGES, "decoder/*.?", "decoder/ntrace/*", "isa/*"],
    "rvti": ["formats/rvti_*"],
    "rvti_text": ["formats/rvti_*", "base/text_line*"],
    "elf": ["isa/image*", "isa/insn.c"],
    "sidecar": ["formats/sidecar.c", "isa/insn.c"],
    "scn": ["stimulus/scn*", "base/text_line*", "model/common/params_text.c", "base/number.c", "model/common/params.c"],
}
# Executions that a release wants of a target with the sources as they are.
GOALS = {"drv": 1_000_000, "msg": 10_000_000, "etrace": 10_000_000, "tandem": 10_000_000, "flow": 30_000_000, "rvti": 500_000, "rvti_text": 1_000_000,
         "elf": 10_000_000, "sidecar": 10_000_000, "scn": 10_000_000}


STALE = 3  # an exit status that no failure of this script has
QUICK = ("msg", "elf", "sidecar", "scn")  # 20,000 executions a second and more


@dataclass
class Row:
    target: str
    sources: str  # of unknown state: -
    executions: int
    seconds: int  # of the wall clock
    inputs: int  # of the corpus afterwards
    findings: int


def state(target):
    """Hash of a target and of what it executes."""
    h = hashlib.sha256()
    found = list((ROOT / "cmodel").glob(f"fuzz/{target}_*"))
    for pattern in [*SOURCES[target], f"fuzz/fuzz_{target}.c"]:
        matching = list((ROOT / "cmodel").glob(pattern))
        if not matching:
            raise ValueError(f"fuzz_ledger.py: no file matches cmodel/{pattern}")
        found += matching
    for path in with_headers(found):
        h.update(path.name.encode() + b"\0" + path.read_bytes())
    return h.hexdigest()[:12]


def read():
    if not LEDGER.exists():
        return []
    lines = [line.split("\t") for line in LEDGER.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [Row(*words[:2], *map(int, words[2:])) for words in lines[1:]]


def keep(rows):
    rows.sort(key=lambda row: row.target)
    lines = ["\t".join(field.name for field in fields(Row))]
    lines += ["\t".join(str(value) for value in astuple(row)) for row in rows]
    write(LEDGER, "\n".join(lines) + "\n")


def add(target, executions, seconds, inputs, findings):
    rows, now = read(), state(target)
    row = next((r for r in rows if (r.target, r.sources) == (target, now)), None)
    if row is None:
        row = Row(target, now, 0, 0, 0, 0)
        rows.append(row)
    row.executions += executions
    row.seconds += seconds
    row.inputs = inputs
    row.findings += findings
    keep(rows)


def document(rows):
    lines = ["# Fuzzing", "",
             "| target | executions | of them with the last sources | hours | executions per second | inputs kept | findings |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    total = [0, 0, 0, 0]
    for target in SOURCES:
        own = [row for row in rows if row.target == target]
        last = own[-1:]
        done, new = sum(row.executions for row in own), sum(row.executions for row in last)
        seconds, found = sum(row.seconds for row in own), sum(row.findings for row in own)
        lines.append(f"| `{target}` | {done:,} | {new:,} | {seconds / 3600:.2f} | {done / max(seconds, 1):,.0f} | "
                     f"{last[0].inputs if last else 0} | {found} |")
        total = [a + b for a, b in zip(total, (done, new, seconds, found))]
    lines.append(f"| all | {total[0]:,} | {total[1]:,} | {total[2] / 3600:.2f} | {total[0] / max(total[2], 1):,.0f} | | {total[3]} |")
    quick = sum(row.executions for row in rows if row.target in QUICK)
    lines += ["", f"Of these {100 * quick / max(total[0], 1):.0f} % are of readers of short inputs ({', '.join(QUICK)}); "
              f"{sum(row.executions for row in rows if row.target == 'flow'):,} are of the decoder (`flow`)."]
    return "\n".join(lines) + "\n"


def stale(names_only):
    states = {target: state(target) for target in SOURCES}
    rows = [row for row in read() if row.sources == states.get(row.target)]
    done = {target: sum(row.executions for row in rows if row.target == target) for target in SOURCES}
    short = [target for target in SOURCES if done[target] < GOALS[target]]
    found = [f"{row.target} {row.findings}" for row in rows if row.findings]
    if names_only:  # what is left to run: a finding goes away with its repair, not with more runs
        print(*short)
    elif not LEDGER.is_file():
        print(f"fuzz: {shown(LEDGER)} is missing; `make fuzz-long` writes it")
    elif found:
        print("fuzz: findings with these sources: " + ", ".join(found))
    elif short:
        print("fuzz: too few executions with these sources: " + ", ".join(f"{t} {done[t]:,} of {GOALS[t]:,}" for t in short))
    else:
        print(f"fuzz: {sum(done.values()):,} executions with these sources, every target has its goal")
    return STALE if short or (found and not names_only) else 0


def main():
    command, *words = sys.argv[1:] or ["help"]
    if command == "add" and len(words) == 5 and words[0] in SOURCES:
        add(words[0], *map(int, words[1:]))
    elif command == "sum" and not words:
        print(sum(row.executions for row in read()))
    elif command == "stale" and words in ([], ["--names"]):
        sys.exit(stale(bool(words)))
    elif command == "page" and not words:
        if LEDGER.is_file():
            write(PAGE, document(read()))
        print(f"fuzz: {shown(PAGE)}" if LEDGER.is_file() else f"fuzz: {shown(LEDGER)} is missing; `make fuzz-long` writes it")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs of the lock-step harness as sim/lists has them: regression.list with minima.list, and folders of builds with what runs in each."""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "sim/lists/regression.list"
MINIMA = ROOT / "sim/lists/minima.list"
TIERS = ["commit", "wide", "workloads", "nightly", "gate"]
FLAGS = ["twice", "list", "decode", "written", "registers", "fails"]


@dataclass
class Run:
    name: str
    tier: str
    bench: str
    build: str
    seed: int
    clocks: int
    options: list = field(default_factory=list)
    minima: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    flags: list = field(default_factory=list)


def parse_line(number, line):
    """The runs of a line; a seed `a-b` stands for one run per seed, of which `commit:a,c` are of that tier; `@` for each workload."""
    if "@" in line:
        workloads = sorted(p.name for p in (ROOT / "sim/programs/workloads").iterdir() if p.is_dir())
        return [run for w in workloads for run in parse_line(number, line.replace("@", w))]
    words = line.split()
    tier, _, early = words[1].partition(":") if len(words) > 1 else ("", "", "")
    if len(words) < 6 or tier not in TIERS or not words[5].isdigit():
        sys.exit(f"{LIST.name}:{number}: expected NAME TIER BENCH BUILD SEED CLOCKS [...]")
    first, _, last = words[4].partition("-")
    seeds = range(int(first), int(last or first) + 1)
    runs = []
    for seed in seeds:
        name = words[0] if len(seeds) == 1 else f"{words[0]}.{seed}"
        run = Run(name, "wide" if early and str(seed) not in early.split(",") else tier, words[2], words[3], seed, int(words[5]))
        for word in words[6:]:
            if word.startswith("min:"):
                run.minima.append(word[4:])
            elif word.startswith("row:"):
                run.rows.append(word[4:])
            elif "=" in word:
                run.options.append(word)
            elif word in FLAGS:
                run.flags.append(word)
            else:
                sys.exit(f"{LIST.name}:{number}: {word}: expected name=value, min:name=n, row:ID or one of {FLAGS}")
        runs.append(run)
    return runs


def read_minima():
    """Line of the regression, or `bench BENCH` -> the counters that each of its runs must have counted."""
    found, heads = {}, []
    for number, line in enumerate(MINIMA.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        left, colon, right = line.rpartition(":")
        if line[0].isspace() == bool(colon) or not all(re.fullmatch(r"\w+\*?", name) for name in right.split()):
            sys.exit(f"{MINIMA.name}:{number}: expected LINE...: NAME..., found {line}")
        if colon:
            heads = [left] if left.startswith("bench ") else left.split()
        for head in heads:
            if colon and head in found:
                sys.exit(f"{MINIMA.name}:{number}: {head} stands there twice")
            found.setdefault(head, []).extend(right.split())
    return found


def read_list():
    runs, minima, used = [], read_minima(), set()
    for number, line in enumerate(LIST.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            for run in parse_line(number, line):
                heads = {line.split()[0]}
                if run.tier in TIERS[:2] and "fails" not in run.flags:
                    # The name of a build says its format where that is not N-Trace.
                    heads |= {f"bench {run.bench}", f"bench {run.bench} {'e-trace' if 'etrace' in run.build else 'n-trace'}"}
                run.minima += [f"{name}=1" for head in sorted(heads) for name in minima.get(head, [])]
                used |= heads
                runs.append(run)
    if unknown := sorted(minima.keys() - used):
        sys.exit(f"{MINIMA.name}: no line of {LIST.name} has the name {' '.join(unknown)}")
    names = [run.name for run in runs]
    for name in names:
        if names.count(name) > 1:
            sys.exit(f"{LIST.name}: {name} stands there twice")
    return runs


def read_each(folder):
    """Each build of FOLDER/builds.list with the runs of its top module, FOLDER/runs.list. An expression in braces, and the condition in TOP?CONDITION
    (without a space), are of the build's parameters."""
    sys.path.append(str(ROOT / "scripts"))
    from lib import lists  # whoever only imports this script needs no slang  pylint: disable=import-outside-toplevel

    builds, runs = lists.read(folder / "builds.list").values(), []
    for number, line in enumerate((folder / "runs.list").read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            top, _, condition = line.split()[0].partition("?")
            for build in builds:
                if build.top == top and (not condition or of_build(condition, build)):
                    words = re.sub(r"\{([^}]*)\}", lambda m, b=build: str(of_build(m[1], b)), line)
                    _, kind, bench, *rest = words.split()
                    runs += parse_line(number, " ".join([f"{build.name}-{kind}", "gate", bench, build.name, *rest]))
    return runs


def of_build(expression, build):
    return eval(expression, {"__builtins__": {}, "int": int, "str": str, "min": min, "max": max}, build.values)  # pylint: disable=eval-used

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the C model and decoder against the tests.

    c.py [--seed N] [--count N] [--jobs N] [--longest S] [--alive] [--dry] [UNIT...]    units of sim/mutation/c.list

A mutant is one small change (scripts/mutation/changes.py). Only its file is compiled; everything else
is linked once against a shared library of the model. It runs against the tests of its unit, then all
other unit tests, lines of the regression in CXXRTL and the tests of the command line. One whose object
code is that of the unit is equivalent. Verdicts go to sim/mutation/c.tsv.
"""

import argparse
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import changes
import ledger

ROOT = ledger.ROOT
sys.path.insert(0, str(ROOT / "scripts"))
import sim as regression  # noqa: E402

BUILD = Path("build/mutation/c")
INCLUDE = ["-Icmodel/include", "-Icmodel/src", "-Icmodel/decoder", "-Ibuild/gen"]
COMPILE = ["cc", "-std=c11", "-D_GNU_SOURCE", "-w", *INCLUDE]
CLOCKS = 200_000  # of a line of the regression
# Ends a test that enters a function of an instrumented file.
ENTERED = "void __cyg_profile_func_enter(void *a, void *b) { __builtin_trap(); }\n" \
          "void __cyg_profile_func_exit(void *a, void *b) {}\n"
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
WALL = 600  # seconds a test may take at all
MEMORY, FILE = 6 << 30, 1 << 28  # bytes a test may take, a file may have


@dataclass
class Test:
    name: str
    command: list
    seconds: float = 0.0


@dataclass
class Unit:
    name: str
    source: Path
    count: int
    tests: list


def units():
    path = ledger.HOME / "c.list"
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] == "lines":
            continue
        source = Path("cmodel") / words[0]
        if len(words) < 2 or not words[1].isdigit() or not (ROOT / source).exists():
            sys.exit(f"{path.name}:{number}: expected FILE MUTANTS [TEST...], the file below cmodel/")
        name = words[0].removesuffix(".c").removeprefix("src/")
        found[name] = Unit(name, source, int(words[1]), [f"test_{test}" for test in words[2:]])
    return found


def suite():
    """Every test there is, cheapest kind first: unit tests, lock-step, command line."""
    tests = [Test(p.name, [f"{BUILD}/tests/{p.name}"]) for p in sorted((ROOT / BUILD / "tests").iterdir())]
    known = {run.name: run for run in regression.read_list()}
    text = (ledger.HOME / "c.list").read_text(encoding="utf-8")
    for name in re.search(r"^lines (.*)$", text, re.M)[1].split():
        run = known[name]
        command = [f"{BUILD}/sims/{run.build}", "--bench", run.bench, "--seed", str(run.seed), "--reset-seed", "1",
                   "--clocks", str(min(run.clocks, CLOCKS))]
        tests.append(Test(name, command + [word for option in run.options for word in ("-o", option)]))
    for script in sorted((ROOT / "cmodel/tests").glob("cli_*.sh")):
        if script.stem not in ("cli_bench", "cli_record"):  # build or record something
            tests.append(Test(script.stem, ["bash", f"cmodel/tests/{script.name}", f"{BUILD}/bin/rvt"]))
    return tests


def limits(seconds, memory):
    # Of processor time, so that it is the same on a busy machine.
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(test, library, tmp, limit):
    """Why a test fails with the library of that directory; empty if it passes."""
    shutil.rmtree(tmp, ignore_errors=True)
    tmp.mkdir(parents=True)
    memory = 0 if test.name.startswith("san/") else MEMORY  # the sanitizers reserve terabytes
    env = dict(os.environ, LD_LIBRARY_PATH=str(library), RVT_TMP=str(tmp), TMPDIR=str(tmp), RVT_ROW_DIR="",
               PATH=f"{ROOT / BUILD / 'bin'}:{os.environ['PATH']}")
    with open(tmp / "output", "w+b") as output:
        process = subprocess.Popen(test.command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=lambda: limits(limit, memory))
        try:
            status = process.wait(WALL)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return f"no end within {WALL} s"
    if status == 0:
        return ""
    if status < 0:
        return signal.Signals(-status).name
    said = (tmp / "output").read_text(encoding="utf-8", errors="replace")
    failed = re.findall(r"^\[  FAILED  \] (?:\S+: )?(\w+)$", said, re.M)
    return failed[0] if failed else next((line[:80] for line in said.splitlines() if line), f"status {status}")


def limit_of(test):
    return 2 + 8 * test.seconds


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Side:
    def __init__(self, args):
        self.seed, self.longest, self.alive = args.seed, args.longest, args.alive
        self.tests = suite()
        self.texts, self.objects, self.concerned = {}, {}, {}
        self.lock = threading.Lock()
        self.baseline()

    def baseline(self):
        """Every test passes without a mutant; how long it takes is kept as long as the tests are the same."""
        kept = ROOT / BUILD / "seconds.json"
        library = (ROOT / BUILD / "librvt.so").stat().st_mtime
        fresh = kept.exists() and kept.stat().st_mtime > library
        seconds = json.loads(kept.read_text(encoding="utf-8")) if fresh else {}
        for test in self.tests:
            if test.name not in seconds:
                start = spent()
                said = run(test, ROOT / BUILD, ROOT / BUILD / "run/baseline", WALL)
                seconds[test.name] = spent() - start
                if said:
                    sys.exit(f"mutation: {test.name} fails without a mutant: {said}")
            test.seconds = seconds[test.name]
        kept.write_text(json.dumps(seconds), encoding="utf-8")

    def tests_of(self, unit):
        """The unit's own tests, then every other that enters it, from short to long."""
        yield from (test for name in unit.tests for test in self.tests if test.name == name)
        with self.lock:
            if unit.name not in self.concerned:
                self.concerned[unit.name] = self.entering(unit)
        yield from self.concerned[unit.name]

    def entering(self, unit):
        directory = ROOT / BUILD / "run" / f"entering_{unit.name.replace('/', '_')}"
        built = self.compile(unit, f"{self.texts[unit.name]}\n{ENTERED}", directory, "O1", "-finstrument-functions")
        self.link(unit, built, directory)
        others = [test for test in self.tests if test.name not in unit.tests and test.seconds <= self.longest]
        others.sort(key=lambda test: test.seconds)
        found = [test for test in others if run(test, directory, directory / "tmp", limit_of(test))]
        shutil.rmtree(directory)
        return found

    def link(self, unit, built, directory):
        own = f"{unit.source.parent.name}_{unit.source.stem}"
        others = [p for p in sorted((ROOT / BUILD / "obj").glob("*.o")) if p.stem != own]
        subprocess.run(["cc", "-shared", "-Wl,-soname,librvt.so", "-o", directory / "librvt.so", built, *others,
                        "-lelf", "-ljansson", "-lzstd", "-lz", "-lmd"], cwd=ROOT, check=True)

    def sanitized(self, unit, text, directory):
        """The unit's own tests once more, with the file under the sanitizers as in `make san`."""
        built = self.compile(unit, text, directory, "O1", *SANITIZE)
        for name in unit.tests:
            helpers = [p for p in (ROOT / "build/obj/tests").glob("*.o") if not p.stem.startswith(("test_", "bench_"))]
            program = directory / name
            subprocess.run(["cc", *SANITIZE, "-o", program, f"build/obj/tests/{name}.o", *helpers, built,
                            "build/librvt.a", "-lelf", "-ljansson", "-lzstd", "-lz", "-lmd", "-lcmocka"],
                           cwd=ROOT, check=True)
            seconds = next(test.seconds for test in self.tests if test.name == name)
            yield Test(f"san/{name}", [program], 4 * seconds)

    def compile(self, unit, text, directory, level, *more):
        """The object file, or None if this is no C."""
        # The name is always the same, so that it makes no difference in the code.
        directory.mkdir(parents=True, exist_ok=True)
        source, out = directory / unit.source.name, directory / f"mutant{level}.o"
        source.write_text(text, encoding="utf-8")
        done = subprocess.run([*[w.replace("-I", f"-I{ROOT}/") for w in COMPILE], f"-{level}", "-fPIC", *more, "-c",
                               source.name, "-o", out.name], cwd=directory, capture_output=True, check=False)
        return out if done.returncode == 0 else None

    def same_code(self, unit, text, directory):
        reference = self.objects.get(unit.name)
        if reference is None:
            reference = self.compile(unit, self.texts[unit.name], directory, "O2").read_bytes()
            self.objects[unit.name] = reference
        return self.compile(unit, text, directory, "O2").read_bytes() == reference

    def judge(self, unit, mutant, change):
        directory = ROOT / BUILD / "run" / mutant.id.replace("/", "_").replace(":", "_")
        shutil.rmtree(directory, ignore_errors=True)
        text = changes.apply(self.texts[unit.name], change)
        built = self.compile(unit, text, directory, "O1")
        if built is None:
            mutant.verdict = "stillborn"
        elif self.same_code(unit, text, directory):
            mutant.verdict, mutant.by = "equivalent", "the same object code with -O2"
        else:
            self.link(unit, built, directory)
            for test in itertools.chain(self.tests_of(unit), self.sanitized(unit, text, directory)):
                said = run(test, directory, directory / "tmp", limit_of(test))
                if said:
                    mutant.verdict, mutant.by = "killed", f"{test.name}: {said}"
                    break
        shutil.rmtree(directory, ignore_errors=True)
        return mutant

    def row(self, unit, k, change):
        offset, old, new, what = change
        text = self.texts[unit.name]
        line = text.count("\n", 0, offset)
        source = text.splitlines()[line]
        column = offset - text.rfind("\n", 0, offset) - 1
        said = {"condition": "negate condition", "return": "negate result", "statement": "delete statement"}
        shown = said.get(what, f"{old} -> {new}" if new.strip() else f"{old} -> nothing")
        # Where in the line, which may hold the same twice.
        at = column - (len(source) - len(source.lstrip()))
        return ledger.Mutant(f"{unit.name}/{self.seed}:{k}", unit.name, f"{unit.source}:{line + 1}", source.strip(),
                             f"{shown} @{at}")

    def run_unit(self, unit, count, jobs):
        """`count` mutants that compile, drawn by the seed."""
        text = (ROOT / unit.source).read_text(encoding="utf-8")
        self.texts[unit.name] = text
        found = changes.changes(text)
        drawn = random.Random(f"{self.seed} {unit.name}").sample(range(len(found)), len(found))
        made, taken = [], 0
        while len(made) < count and taken < len(drawn):
            batch = drawn[taken:taken + count - len(made)]
            taken += len(batch)
            mutants = {}
            for k in batch:
                mutants[k] = self.row(unit, k, found[k])
            index = {id(mutant): k for k, mutant in mutants.items()}
            left = list(mutants.values())
            ledger.judge_all(unit.name, ledger.left_alive("c", left) if self.alive else left,
                             lambda mutant: self.judge(unit, mutant, found[index[id(mutant)]]), jobs)
            made += [mutant for mutant in mutants.values() if mutant.verdict != "stillborn"]
        ledger.apply_reasons("c", made)
        return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--count", type=int, help="mutants a unit, instead of what the list says")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--longest", type=float, default=WALL, metavar="SECONDS",
                        help="leave out tests of other units that take longer")
    parser.add_argument("--alive", action="store_true", help="only those that the ledger calls alive")
    parser.add_argument("--dry", action="store_true", help="leave the ledger as it is")
    parser.add_argument("units", nargs="*", metavar="UNIT")
    args = parser.parse_args()
    known = units()
    for name in args.units:
        if name not in known:
            parser.error(f"{name} is not in sim/mutation/c.list")
    side = Side(args)
    for name in args.units or known:
        mutants = side.run_unit(known[name], args.count or known[name].count, args.jobs)
        for mutant in mutants:
            if mutant.verdict == "survived":
                print(f"alive {mutant.id} {mutant.location}: {mutant.change} | {mutant.source}", flush=True)
        if not args.dry:
            ledger.write("c", mutants)
    return 0


if __name__ == "__main__":
    sys.exit(main())

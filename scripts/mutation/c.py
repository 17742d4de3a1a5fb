#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the C model, decoder and driver against the tests.

    c.py [--seed N] [--count N] [--jobs N] [--longest S] [--alive] [--dry] [UNIT...]    units of sim/lists/mutation/c.list

A mutant is one small change (scripts/mutation/changes.py). Only its file is compiled, of a header what
includes it; everything else is linked once against a shared library of the model. It meets every test
that executes the changed function, those first that have killed most of the unit in the least time: unit
tests, lines of the regression in CXXRTL and the tests of the command line. One whose object code is that
of the unit is equivalent. Verdicts go to build/evidence/mutation-c.tsv.
"""

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import changes
import ledger

ROOT = ledger.ROOT
sys.path += [str(ROOT / "scripts"), str(ROOT / "scripts/sim")]
import regression  # noqa: E402

BUILD = Path("build/mutation/c")
INCLUDE = ["-Icmodel/include", "-Icmodel", "-Ibuild/gen"]
COMPILE = ["cc", "-std=c11", "-D_GNU_SOURCE", "-w", "-iquote.", *INCLUDE]
CLOCKS = 200_000  # of a line of the regression
LIBRARIES = ["-lelf", "-ljansson", "-lzstd", "-lz", "-lmd", "-liberty"]
os.environ["CCACHE_DISABLE"] = "1"  # no mutant is compiled twice, and a cache was seen to give the wrong object
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
WALL = 600  # seconds a test may take at all
# Some tests wait for the disk longer than they compute.
SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
START = 0.05  # seconds that a test takes beside its own
SHORT = 0.2
# Its allocations fail at will, which a shared library's do not: `make` and each mutant link it whole.
WHOLE = "test_no_room"
WRAPPED = ["-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=fdopen"]
ORACLE = "test_oracle_vs_encode"  # compares the functional encoder with the oracle
MEMORY, FILE = 6 << 30, 1 << 28  # bytes a test may take, a file may have


@dataclass
class Test:
    name: str
    command: list
    seconds: float = 0.0
    reached: set = field(default_factory=set)  # functions, (file, first line)


@dataclass
class Unit:
    name: str
    source: Path
    count: int
    tests: list


def units(kind="c"):
    path = ledger.HOME / f"{kind}.list"
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words or words[0] == "lines":
            continue
        source = Path("cmodel") / words[0]
        if len(words) < 2 or not words[1].isdigit() or not (ROOT / source).exists():
            sys.exit(f"{path.name}:{number}: expected FILE MUTANTS [TEST...], the file below cmodel/")
        name = ledger.unit_name(words[0])
        found[name] = Unit(name, source, int(words[1]), [f"test_{test}" for test in words[2:]])
    return found


def suite(kind):
    """Every test there is, cheapest kind first: unit tests, lock-step, command line; or the oracle's comparison."""
    if kind == "oracle":
        return [Test(ORACLE, [f"{BUILD}/tests/{ORACLE}"])]
    tests = [Test(p.name, [f"{BUILD}/tests/{p.name}"]) for p in sorted((ROOT / BUILD / "tests").iterdir())]
    known = {run.name: run for run in regression.read_list()}
    text = (ledger.HOME / "c.list").read_text(encoding="utf-8")
    for name in re.search(r"^lines(.*)$", text, re.M)[1].split():
        run = known[name]
        command = [f"{BUILD}/sims/{run.build}", "--bench", run.bench, "--seed", str(run.seed), "--reset-seed", "1",
                   "--clocks", str(min(run.clocks, CLOCKS))]
        tests.append(Test(name, command + [word for option in run.options for word in ("-o", option)]))
    for script in sorted((ROOT / "cmodel/tests/tools").glob("cli_*.sh")):
        if script.stem not in ("cli_bench", "cli_record"):  # build or record something
            tests.append(Test(script.stem, ["bash", f"cmodel/tests/tools/{script.name}", f"{BUILD}/bin/rvt"]))
    return tests


def limits(seconds, memory):
    ledger.limit_time(seconds)
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(test, library, limit, **more):
    """Why a test fails with the library of that directory; empty if it passes."""
    with tempfile.TemporaryDirectory(prefix="rvt-mutant-", dir=SCRATCH) as tmp:
        return run_in(test, library, Path(tmp), limit, more)


def run_in(test, library, tmp, limit, more):
    sanitized = test.name.startswith("san/")
    memory = 0 if sanitized else MEMORY  # the sanitizers reserve terabytes, and want to be loaded first
    if not sanitized:
        more["LD_PRELOAD"] = str(ROOT / BUILD / "nosync.so")
    env = dict(os.environ, LD_LIBRARY_PATH=str(library), RVT_TMP=str(tmp), TMPDIR=str(tmp), RVT_ROW_DIR="",
               PATH=f"{ROOT / BUILD / 'bin'}:{os.environ['PATH']}", **more)
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


def sources_of(unit):
    """What is compiled for a mutant: the file itself, or what includes the header."""
    if unit.source.suffix == ".c":
        return [unit.source]
    found = []
    for path in sorted((ROOT / BUILD / "obj").glob("*.d")):
        words = path.read_text(encoding="utf-8").replace("\\\n", " ").split()
        if str(unit.source) in words:
            found.append(Path(words[1]))
    return found


def below(path):
    """As an #include names it."""
    return next(path.relative_to(top) for top in ("cmodel/include", "cmodel") if path.is_relative_to(top))


def all_with(built):
    """Objects of the whole library, some of them others."""
    names = {path.name for path in built}
    return [*built, *(p for p in sorted((ROOT / BUILD / "obj").glob("*.o")) if p.name not in names)]


def helpers():
    sources = [p for room in ("tests", "oracle", "software") for p in (ROOT / "cmodel" / room).rglob("*.c")]
    sources.append(ROOT / "cmodel/stimulus/step_gen.c")
    return [(ROOT / "build/obj" / p.relative_to(ROOT / "cmodel")).with_suffix(".o") for p in sources if not p.stem.startswith("test_")]


def test_object(name):
    return next((ROOT / "build/obj/tests").rglob(f"{name}.o"))


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def functions(notes):
    """(file, first line) of every function that ran, and (file, first line, last line) of all, by gcov."""
    said = subprocess.run(["gcov", "--json-format", "--stdout", *notes], cwd=ROOT / BUILD / "cov", text=True,
                          capture_output=True, check=True).stdout
    ran, known = set(), set()
    for line in said.splitlines():
        for file in json.loads(line)["files"]:
            for f in file["functions"]:
                known.add((file["file"], f["start_line"], f["end_line"]))
                if f["execution_count"] > 0:
                    ran.add((file["file"], f["start_line"]))
    return ran, known


class Side:
    def __init__(self, args, kind):
        self.kind, self.seed, self.alive = kind, args.seed, args.alive
        self.tests = suite(kind)
        self.longest = args.longest
        self.texts, self.objects, self.kills = {}, {}, {}
        self.known = set()  # functions: (file, first line, last line)
        self.lock = threading.Lock()
        self.baseline()

    def baseline(self):
        """Every test passes without a mutant. How long it takes and what it executes is kept as long as
        library and tests are the same."""
        kept = ROOT / BUILD / "baseline.json"
        fresh = kept.exists() and kept.stat().st_mtime > (ROOT / BUILD / "librvt.so").stat().st_mtime
        tests, known = json.loads(kept.read_text(encoding="utf-8")) if fresh else ({}, [])
        self.known = {tuple(function) for function in known}
        for test in self.tests:
            changed = Path(test.command[0]).stat().st_mtime if "/" in test.command[0] else 0
            if tests.get(test.name, [-1])[0] != changed:
                tests[test.name] = [changed, *self.measure(test)]
            _, test.seconds, reached = tests[test.name]
            test.reached = {tuple(function) for function in reached}
        kept.write_text(json.dumps([tests, sorted(self.known)]), encoding="utf-8")

    def measure(self, test):
        start = spent()
        said = run(test, ROOT / BUILD, WALL)
        seconds = spent() - start
        counts = ROOT / BUILD / "run/counts"
        shutil.rmtree(counts, ignore_errors=True)
        said = said or run(test, ROOT / BUILD / "cov", WALL, GCOV_PREFIX=str(counts))
        if said:
            sys.exit(f"mutation: {test.name} fails without a mutant: {said}")
        data = sorted(counts.rglob("*.gcda"))
        for path in data:  # gcov looks for the notes beside the counts
            shutil.copy(ROOT / BUILD / "cov" / path.with_suffix(".gcno").name, path.parent)
        ran, known = functions(data) if data else (set(), set())
        self.known |= known
        return seconds, sorted(ran)

    def tests_of(self, unit, line):
        """The unit's own tests and every other that executes the line's function, what kills much in little
        time first. A table can matter to all that executes anything of its file, or of what includes it."""
        inside = {(file, first) for file, first, last in self.known
                  if file == str(unit.source) and first <= line <= last}
        if not inside:
            files = {str(path) for path in (unit.source, unit.source.with_suffix(".h"), *sources_of(unit))}
            inside = {(file, first) for file, first, _ in self.known if file in files}
        kills = self.kills.setdefault(unit.name, Counter())
        found = [test for test in self.tests if test.seconds <= self.longest and (
            inside & test.reached or test.name == WHOLE and WHOLE in unit.tests)]
        with self.lock:
            found.sort(key=lambda test: -(kills[test.name] + 0.01 + (test.name in unit.tests)) / (START + test.seconds))
        return found

    def link(self, built, directory):
        """The library with some objects in place of those of the same names."""
        subprocess.run(["cc", "-shared", "-Wl,-soname,librvt.so", "-o", directory / "librvt.so", *all_with(built),
                        *LIBRARIES], cwd=ROOT, check=True)

    def whole(self, directory):
        program = directory / WHOLE
        subprocess.run(["cc", *WRAPPED, "-o", program, test_object(WHOLE), *helpers(), *all_with([*directory.glob("*.o")]),
                        *LIBRARIES, "-lcmocka"], cwd=ROOT, check=True)
        return program

    def sanitized(self, unit, text, directory):
        """The unit's own tests once more, with the file under the sanitizers as in `make san`."""
        built = self.compile(unit, text, directory / "san", "O1", *SANITIZE)
        for name in unit.tests:
            seconds = next(test.seconds for test in self.tests if test.name == name)
            if seconds > self.longest:
                continue
            program = directory / name
            subprocess.run(["cc", *SANITIZE, *(WRAPPED if name == WHOLE else []), "-o", program,
                            test_object(name), "scripts/mutation/nosync.c", *helpers(), *all_with(built),
                            *LIBRARIES, "-lcmocka"], cwd=ROOT, check=True)
            yield Test(f"san/{name}", [program], 4 * seconds)

    def compile(self, unit, text, directory, level, *more):
        """The object files, or None if this is no C."""
        built = []
        # Folders as in the tree, whose files are found before those of the tree.
        for source in dict.fromkeys((unit.source, *sources_of(unit))):
            place = directory / below(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            for path in (ROOT / source, *(ROOT / source).parent.glob("*.h"), *(ROOT / source).parent.glob("*.inc")):
                shutil.copy(path, place.parent)
        (directory / below(unit.source)).write_text(text, encoding="utf-8")
        for source in sources_of(unit):
            # The names are always the same, so that they make no difference in the code.
            out = directory / f"{source.stem}.o"
            done = subprocess.run([*[w.replace("-I", f"-I{ROOT}/") for w in COMPILE], f"-{level}", "-fPIC", *more, "-c",
                                   below(source), "-o", out.name], cwd=directory, capture_output=True, check=False)
            if done.returncode != 0:
                return None
            built.append(out)
        return built

    def same_code(self, unit, text, directory):
        reference = self.objects.get(unit.name)
        if reference is None:
            built = self.compile(unit, self.texts[unit.name], directory / "O2", "O2")
            reference = [path.read_bytes() for path in built]
            self.objects[unit.name] = reference
        return [path.read_bytes() for path in self.compile(unit, text, directory / "O2", "O2")] == reference

    def judge(self, unit, mutant, change):
        directory = ROOT / BUILD / "run" / mutant.id.replace("/", "_").replace(":", "_")
        shutil.rmtree(directory, ignore_errors=True)
        text = changes.apply(self.texts[unit.name], change)
        built = self.compile(unit, text, directory, "O1")
        if built is None:
            mutant.verdict = "stillborn"
        else:
            self.link(built, directory)
            tests = self.tests_of(unit, int(mutant.location.rpartition(":")[2]))
            # Most are killed at once; what the short ones let live is compared before it meets the others.
            short = [test for test in tests if test.seconds < SHORT]
            if not self.killed(unit, mutant, short, directory):
                if self.same_code(unit, text, directory):
                    mutant.verdict, mutant.by = "equivalent", "the same object code with -O2"
                elif not self.killed(unit, mutant, [test for test in tests if test not in short], directory):
                    self.killed(unit, mutant, self.sanitized(unit, text, directory), directory)
        shutil.rmtree(directory, ignore_errors=True)
        return mutant

    def killed(self, unit, mutant, tests, directory):
        for test in tests:
            if test.name == WHOLE:
                test = Test(test.name, [self.whole(directory)], test.seconds)
            said = run(test, directory, 1 + 8 * test.seconds)
            if said:
                mutant.verdict, mutant.by = "killed", f"{test.name}: {said}"
                with self.lock:
                    self.kills[unit.name][test.name] += 1
                return True
        return False

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
            mutants = {k: self.row(unit, k, found[k]) for k in batch}
            index = {id(mutant): k for k, mutant in mutants.items()}
            left = list(mutants.values())
            ledger.judge_all(unit.name, ledger.left_alive(self.kind, left) if self.alive else left,
                             lambda mutant: self.judge(unit, mutant, found[index[id(mutant)]]), jobs)
            made += [mutant for mutant in mutants.values() if mutant.verdict != "stillborn"]
        ledger.apply_reasons(self.kind, made)
        return made


def add_longest(parser):
    parser.add_argument("--longest", type=float, default=WALL, metavar="SECONDS",
                        help="leave out tests that take longer; those of the rest that live go through them with --alive")


def prepare(args, kind="c"):
    side = Side(args, kind)
    return lambda unit: side.run_unit(unit, args.count or unit.count, args.jobs)


if __name__ == "__main__":
    sys.exit(ledger.main("c", __doc__, units, prepare, add_longest))

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plant one bug after the other in a copy of the tree, and see that the suite reports each.

    run.py            every fault of sim/faults that the commit tier must report
    run.py --gate     all, also those that a build of sim/lists/gate must report
    run.py NAME...    the named ones

`caught_by` of a fault is `sim LINE` (of sim/lists/regression.list), `cxxrtl LINE` (the same in CXXRTL), `gate BUILD`
(what runs in it: sim/lists/gate), `unit TEST`, `cli TEST`, `spike TEST` (of scripts/tests, with Spike as the model) or `systemc`
(tb/systemc/check.sh): the cheapest part that must fail; `says`, if there, is what it must say.

    run.py --turn     those of the commit tier whose files the last commit changed, and a tenth: scripts/lib/turn.py

A fault is caught only if the same part passes without it and reports a difference or a failed assertion with it: what
does not run, crashes or names no part catches nothing. A fault that survives, no longer fits or does not build is a
failure. What `make test` has just shown to pass is not run once more.

Most faults are noticed within some thousand clocks, so that their builds cost more than their runs. Therefore only what
depends on a changed file is compiled, without optimisation and without waveforms, and linked before the libraries.
A build of each unit made so runs without fault, too, as far as the latest of its faults was reported; so does every line
of the regression that has not passed just now.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

sys.path += [str(Path(__file__).resolve().parents[1] / part) for part in ("", "sim")]
import faults as tables  # noqa: E402  pylint: disable=wrong-import-position
from parts import MAKE, PLACE, PYTHON, ROOT, Broken, Part, call, evidence, make_part, must, run_part  # noqa: E402  pylint: disable=wrong-import-position
from lib import turn  # noqa: E402  pylint: disable=wrong-import-position
from trees import RUNS, MadeTree, Recipes, Tree  # noqa: E402  pylint: disable=wrong-import-position

WORKERS = 2
BY_MAKE = {"systemc", "cxxrtl", "gate", "spike"}  # few: what `make` builds in a copy of the whole build directory
CLOCK = re.compile(r"\bclock (\d+): ")


class Survives(Exception):
    """Why a fault is not caught."""


def judge(part, fault, status, output):
    """Raise Survives unless the part has reported the fault."""
    if status == 0:
        raise Survives(f"survives {part.label} ({fault['what']})")
    if not 0 < status < 124 if part.kind == "unit" else status != 1:  # cmocka ends with the number of failed tests
        raise Survives(f"{part.label} ended with {status}")
    if not re.search(evidence(part), output, re.MULTILINE):
        raise Survives(f"{part.label} tells no difference")
    if fault.get("says", "") not in output:
        raise Survives(f"{part.label} does not say '{fault['says']}'")


# ---- Without a fault -----------------------------------------------------------------------------


def just_passed():
    """Labels of the parts that have passed with the sources as they are."""
    passed = set()
    report = ROOT / "build/sim/counters.json"
    if report.exists():
        sources = ("rtl", "tb", "cmodel", "sim", "scripts", "Makefile")
        newer = subprocess.run(["find", *sources, "-newer", report, "-type", "f", "-not", "-name", "*.pyc", "-print", "-quit"],
                               cwd=ROOT, capture_output=True, text=True, check=True)
        if not newer.stdout:
            passed |= {f"sim {run['run']}" for run in json.loads(report.read_text(encoding="utf-8"))}
    if os.environ.get("RVT_PASSED"):  # of this very run of scripts/gate/runtests.py
        names = Path(os.environ["RVT_PASSED"]).read_text(encoding="utf-8").split()
        passed |= {name.replace("/", " ", 1) for name in names}
    return passed


def passes(part, passed):
    """Whether a part passes in this tree, which has no fault; of a line of the regression the build for faults says so, later."""
    if part.label in passed or part.kind == "sim":
        return True
    try:
        make_part(part, ROOT)
        status, output = run_part(part, ROOT)
    except Broken as why:
        status, output = 1, str(why)
    (PLACE / f"without_{part.label.replace(' ', '_')}.log").write_text(output, encoding="utf-8")
    return status == 0


# ---- Faults --------------------------------------------------------------------------------------


def plant(part, fault, tree):
    """The clock at which a fault was reported, 0 if the part names none."""
    log, made = PLACE / f"{fault['name']}.log", {}
    try:
        files = sorted({change["file"] for change in fault["change"]})
        tables.plant(fault, tree.path)
        try:
            made = tree.build(part, files)
        except Broken as why:
            log.write_text(str(why), encoding="utf-8")
            raise Survives(f"does not build ({log.relative_to(ROOT)})") from why
        status, output = run_part(part, tree.path)
        log.write_text(output, encoding="utf-8")
        judge(part, fault, status, output)
    except tables.Fault as why:
        raise Survives(f"does not fit: {why}") from why
    finally:
        tree.restore(part, fault, made)
    found = CLOCK.search(output)
    return int(found[1]) if found else 0


def without(group, found, tree):
    """What the build for faults says without any as far as the latest report of each line, 0: to its end; empty if nothing."""
    tree.build(group[0], ["rtl"])
    for part, clock in found.items():
        until = ["--until", clock + 1] if clock else []
        status, output = call([PYTHON, "scripts/sim/sim.py", "--waves", "none", *until, part.name], tree.path, dict(os.environ, RVT_ROW_DIR=""))
        reported = clock and CLOCK.search(output)
        if status != 0 and not (reported and int(reported[1]) > clock):  # that a script has not ended is said of the end
            return output
    return ""


class Results:
    def __init__(self, passed):
        self.passed, self.caught, self.wrong, self.lock = passed, 0, 0, threading.Lock()
        self.tops = set()  # whose builds have run without a fault

    def say(self, name, text, right=False):
        with self.lock:
            self.caught, self.wrong = self.caught + right, self.wrong + (not right)
            print(f"{'ok  ' if right else 'FAIL'} {name}: {text}", flush=True)


def plant_group(group, tree, results):
    """Plant the faults of parts that share a build."""
    found = defaultdict(list)  # line of the regression -> clocks at which its faults were reported
    for part in group:
        if not passes(part, results.passed):
            for fault in part.faults:
                results.say(fault["name"], f"{part.label} fails without any fault (build/faults/without_{part.label.replace(' ', '_')}.log)")
            continue
        for fault in part.faults:
            try:
                clock = plant(part, fault, tree)
            except Survives as why:
                results.say(fault["name"], str(why))
                continue
            results.say(fault["name"], f"caught by {part.label}", right=True)
            if part.kind == "sim":
                found[part].append(clock)
    unseen = {part: 0 if 0 in clocks else max(clocks) for part, clocks in found.items() if part.label not in results.passed}
    top = found and tree.config_of(RUNS[group[0].name].build)[0]
    if unseen or top and top not in results.tops:
        results.tops.add(top)
        said = without(group, unseen or {part: max(clocks) for part, clocks in found.items() if max(clocks)}, tree)
        if said:
            results.say(group[0].label, f"its build for faults reports something without any:\n{said}")


def chosen(args):
    faults = tables.read(tables.DIRECTORIES[0])
    gate = {name for name, fault in faults.items() if fault["caught_by"].startswith("gate ")}
    names = args.names or [name for name in faults if args.gate or name not in gate]
    if args.turn:
        names = turn.of("faults", {name: tables.reads(faults[name]) for name in names})
    unknown = set(names) - set(faults)
    if unknown:
        sys.exit(f"run.py: expected names of sim/faults, found {' '.join(sorted(unknown))}")
    parts = {}
    for name in names:
        kind, _, what = faults[name]["caught_by"].partition(" ")
        if kind not in ("sim", "gate", "cxxrtl", "unit", "cli", "spike", "systemc"):
            sys.exit(f"{name}: caught_by: expected sim, gate, cxxrtl, unit, cli, spike or systemc, found '{kind}'")
        parts.setdefault((kind, what), Part(kind, what)).faults.append(faults[name])
    return list(parts.values())


def groups_of(parts):
    """Parts that share a build or, with `made`, a tree, go to one worker; the dearest first."""
    groups = defaultdict(list)
    for part in parts:
        groups["made" if part.kind in BY_MAKE else RUNS[part.name].build if part.kind == "sim" else part.label].append(part)
    return sorted(groups.items(), key=lambda item: (item[0] != "made", item[1][0].kind != "sim", -sum(len(p.faults) for p in item[1])))


def prepare(parts):
    """What the fast builds take from this tree, and their precompiled header."""
    lines = {part.name for part in parts if part.kind == "sim"}
    tests = sorted(f"build/tests/{part.name}" for part in parts if part.kind == "unit")
    stages = sorted({f"build/sim/{RUNS[name].build}/rvt_tb_stage.sv" for name in lines})
    must([*MAKE, "-j2", "all", *tests, *(["build/sim/core.a", "sim-runtime", "sim-programs", *stages] if lines else [])], ROOT)
    recipes = Recipes()
    if lines:
        shutil.copy(ROOT / "tb/harness/pre.h", PLACE)
        must([*recipes.fast_cxx, *recipes.fast_cxxflags, "-w", "-x", "c++-header", PLACE / "pre.h", "-o", PLACE / "pre.h.pch"], ROOT)
    return recipes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gate", action="store_true")
    parser.add_argument("--turn", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parts = chosen(parser.parse_args())
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    passed = just_passed()
    recipes = prepare(parts)
    if "sim cxxrtl" in passed:
        passed |= {f"cxxrtl {name}" for name in recipes.cxxrtl_share}
    results = Results(passed)
    trees = SimpleQueue()
    for number in range(WORKERS):
        trees.put(Tree(f"tree{number + 1}", recipes))

    def work(item):
        name, group = item
        if name == "made":
            plant_group(group, MadeTree("made", recipes), results)
            return
        tree = trees.get()
        plant_group(group, tree, results)
        trees.put(tree)

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(work, groups_of(parts)))
    print(f"faults: {sum(len(part.faults) for part in parts)} planted, {results.caught} caught")
    return 1 if results.wrong or not results.caught else 0


if __name__ == "__main__":
    sys.exit(main())

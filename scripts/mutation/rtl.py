#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL against the golden model, in lock-step.

    rtl.py [--seed N] [--count N] [--jobs N] [--alive] [--dry] [UNIT...]    units of sim/lists/mutation/rtl.list

Yosys puts all mutants of a unit into one netlist where an input chooses one, CXXRTL simulates it, and a run of
the harness names the mutant that acts. Each runs against the lines of its unit, shortly at first; what
no line kills with several seeds goes to scripts/mutation/equivalent.py. Verdicts go to
build/evidence/mutation-rtl.tsv. Exit status 1 if a unit does not build or fails without a mutant.
"""

import itertools
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import equivalent
import ledger

ROOT = ledger.ROOT
sys.path += [str(ROOT / "scripts"), str(ROOT / "scripts/sim")]
import regression  # noqa: E402
from lib import lists  # noqa: E402

BUILD = Path("build/mutation/rtl")
PORT = "mutant_sel"
WIDTH = 16
SHORT = 20_000  # clocks of the first try
AGAIN = 500_000  # ... of one with another seed
MORE_SEEDS = [1001, 1002]
CHECKED = 3  # killed mutants of a unit that no proof may accept
LIMIT = 120  # seconds of one run
# Verilog's simulators and synthesis agree on no change of a clock.
UNCHANGED_PORTS = {"CLK", "RD_CLK", "WR_CLK", "clk_i"}
# Enough for Yosys not to offer the same change twice; no pass that would move, merge or cut registers.
PREPARE = "proc; opt_expr; opt_merge; opt_clean; wreduce t:*; opt_clean"
# Assertions are for the proofs of equivalence only; the model alone kills.
NO_PROPERTIES = "delete t:$assert t:$assume t:$cover\nopt_clean"


@dataclass
class Unit:
    name: str
    build: str
    modules: list
    count: int
    lines: list

    @property
    def home(self):
        return BUILD / self.name


def units():
    path = ledger.HOME / "rtl.list"
    known = {run.name: run for run in regression.read_list()}
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) < 5 or not words[3].isdigit() or set(words[4:]) - set(known):
            sys.exit(f"{path.name}:{number}: expected NAME BUILD MODULES MUTANTS LINE...")
        runs = [known[name] for name in words[4:]]
        found[words[0]] = Unit(words[0], words[1], words[2].split(","), int(words[3]), runs)
    return found


def must(command, what):
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"mutation: {what} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def yosys(script, unit, name):
    """Run Yosys on a script that stays beside its results."""
    path = unit.home / name
    (ROOT / path).write_text(script + "\n", encoding="utf-8")
    must(["yosys", "-q", "-s", path], f"{path}")


def config(unit):
    build = lists.read(ROOT / "sim/lists/builds.list").get(unit.build)
    return build.words if build else sys.exit(f"rtl.list: {unit.name}: no build {unit.build}")


def read_sources(unit):
    """Yosys commands that leave the unit in its stage, ready for mutants."""
    top, *values = config(unit)
    stage = must([sys.executable, "scripts/sim/stage.py", top, *values], "stage.py")
    (ROOT / unit.home / "stage.sv").write_text(stage, encoding="utf-8")
    files = (ROOT / "build/rtl.f").read_text(encoding="utf-8").split()
    files = [f.replace("+incdir+", "-I") for f in files] + [f"{unit.home}/stage.sv"]
    return f"read_verilog -sv -formal -DFORMAL {' '.join(files)}\nhierarchy -check -top rvt_tb_stage\n{PREPARE}"


def source_of(options):
    """Where the changed cell comes from: FILE:LINE, the text of that line, the place in it."""
    places = options.get("src", [])
    # With a wire, its declaration comes first.
    place = places[1] if "wire" in options and len(places) > 1 else places[0] if places else ""
    found = re.match(r"(.+):(\d+)\.(\d+)", place)
    if not found:
        return "", "", ""
    line = (ROOT / found[1]).read_text(encoding="utf-8").splitlines()[int(found[2]) - 1]
    column = int(found[3]) - 1 - (len(line) - len(line.lstrip()))
    return f"{found[1]}:{found[2]}", line.strip(), f" @{column}"


def options_of(line):
    found = {"src": []}
    for name, value in re.findall(r" -(\w+) (\S+)", line):
        if name == "src":
            found["src"].append(value)
        else:
            found[name] = value
    return found


def describe(unit, seed, number, line):
    options = options_of(line)
    location, source, place = source_of(options)
    cell = re.sub(r"^\$(auto\$[^$]*?(\w+)\.cc:\d+:\w+)?", "", options["cell"])
    cell = re.match(r"\w*", cell)[0] or "cell"
    change = f"{options['mode']} {cell}.{options['port']}[{options['portbit']}]"
    if "ctrlbit" in options:
        change += f" by [{options['ctrlbit']}]"
    if "wire" in options:
        change += f" {options['wire']}[{options['wirebit']}]"
    return ledger.Mutant(f"{unit.name}/{seed}:{number}", unit.name, location, source, change + place)


def changeable(options):
    """No clock, and nothing of a `case` table: its contents have to be constant."""
    return options["port"] not in UNCHANGED_PORTS and "$auto$mem.cc" not in options["cell"]


def choose(unit, seed, count):
    """Yosys' own even sampling; the commands, and a row of the ledger for each."""
    (ROOT / unit.home).mkdir(parents=True, exist_ok=True)
    # A module of few parameters is named by them, another by a hash before its name.
    modules = " ".join(rf"*{module} *{module}\\*" for module in unit.modules)
    prepare = read_sources(unit)
    chosen = unit.home / "chosen.ys"
    yosys(f"{prepare}\nwrite_rtlil {unit.home}/formal.il\n{NO_PROPERTIES}\nwrite_rtlil {unit.home}/unit.il\n"
          f"mutate -list {count + count // 8 + 8} -seed {seed} -o {chosen} {modules}", unit, "choose.ys")
    if not equivalent.prepare(unit.home):
        sys.exit(f"mutation: Yosys makes no reference of {unit.name}")
    lines = (ROOT / chosen).read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if changeable(options_of(line))][:count]
    mutants = [describe(unit, seed, k, line) for k, line in enumerate(lines, 1)]
    if not mutants:
        sys.exit(f"rtl.list: {unit.name}: expected cells of {' '.join(unit.modules)} in {unit.build}, found none")
    return lines, mutants


def build(unit, lines):
    """All mutants in one netlist, and the harness around it."""
    home = unit.home
    mutate = [line.replace("mutate ", f"mutate -ctrl {PORT} {WIDTH} {k} ", 1) for k, line in enumerate(lines, 1)]
    yosys("\n".join([f"read_rtlil {home}/unit.il", *mutate, f"write_cxxrtl -g1 -header {home}/unit.cc"]),
          unit, "mutate.ys")
    (ROOT / home / "config").write_text(" " + " ".join(config(unit)) + "\n", encoding="utf-8")
    must(["make", "-s", "mutation-sim", f"MUTATION_UNIT={home}", f"MUTATION_BUILD={unit.build}"],
         f"building {home}/sim")


def attempt(unit, run, number, clocks=None, seed=None):
    """What a run with a mutant says if it fails, otherwise None."""
    command = [f"{unit.home}/sim", "--bench", run.bench, "--seed", seed or run.seed,
               "--clocks", min(clocks or run.clocks, run.clocks), "--reset-seed", 1, "--mutant", number]
    for option in run.options:
        command += ["-o", option]
    done = subprocess.run([str(word) for word in command], cwd=ROOT, text=True, capture_output=True, check=False,
                          preexec_fn=lambda: ledger.limit_time(LIMIT))
    if done.returncode == 0:
        return None
    if done.returncode == ledger.OUT_OF_TIME:
        return f"does not end within {LIMIT} s"
    return f"{done.stdout}{done.stderr}".strip().splitlines()[0] if done.stdout else f"status {done.returncode}"


def tries(unit):
    """The lines whole, then with other seeds."""
    for run in unit.lines:
        yield run, None, None
    for seed in MORE_SEEDS:
        for run in unit.lines:
            if not any(option.startswith(("cases=", "scn=", "divider=")) for option in run.options):
                yield run, AGAIN, seed


def judge(unit, mutant, proved):
    """Short runs, the proof, long runs: what costs least comes first."""
    number = int(mutant.id.rpartition(":")[2])
    for run, clocks, seed in itertools.chain(((run, SHORT, None) for run in unit.lines), [(None, None, None)],
                                             tries(unit)):
        if run is None:
            if proved(mutant):
                mutant.verdict, mutant.by = "equivalent", equivalent.PROVED
                return mutant
            continue
        said = attempt(unit, run, number, clocks, seed)
        if said:
            mutant.verdict = "killed"
            mutant.by = f"{run.name}{f' seed {seed}' if seed else ''}: {said[:100]}"
            return mutant
    return mutant


def run_unit(unit, args):
    lines, mutants = choose(unit, args.seed, args.count or unit.count)
    build(unit, lines)
    for run in unit.lines:
        said = attempt(unit, run, 0, SHORT)
        if said:
            sys.exit(f"mutation: {unit.name}: line {run.name} fails without a mutant: {said}")

    def proved(mutant):
        number = int(mutant.id.rpartition(":")[2])
        return equivalent.proves(unit.home, lines[number - 1], number)

    left = ledger.left_alive("rtl", mutants) if args.alive else mutants
    ledger.judge_all(unit.name, left, lambda mutant: judge(unit, mutant, proved), args.jobs)
    # What a run kills must have no proof, or the proofs assume too much.
    for mutant in [m for m in mutants if m.verdict == "killed"][:CHECKED]:
        if proved(mutant):
            sys.exit(f"mutation: {mutant.id} is proved equivalent, but killed by {mutant.by}")
    ledger.apply_reasons("rtl", mutants)
    return mutants


if __name__ == "__main__":
    sys.exit(ledger.main("rtl", __doc__, units, lambda args: lambda unit: run_unit(unit, args)))

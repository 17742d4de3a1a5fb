# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Netlists of the configurations in sim/lists/presets.list and prices.list, and their proof: each runs in the lock-step
harness, on the bench of its top, against the golden model. Of a netlist that differs, or that no bench can run, no figure is given.

    netlists.py FORM PRESET [NETLIST.v]    prove the netlist of a preset, or this one in its place
"""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position

BUILD = Path("build/bench")  # simulations and fragments of figures
NETLISTS = Path("build/synth")
VENV = Path("build/venv/bin")
PYTHON = VENV / "python3"
SYNTH = ["scripts/bench/synth.py"]
CLOCKS = 1_000_000  # of each run, and of all runs of a netlist at least: a bench may end by itself
SIM_RT = "build/sim/runtime"  # of the regression, whose library fits every build
PRESETS = Path("sim/lists/presets.list")
PROOF_SEEDS = [1, 2, 3, 4]  # several, since a seed of the chain has one mode
# The bench of a top, with its options. A scenario of the chain is over after so many instructions.
BENCH_OF_TOP = {
    "rvt_encoder": ["encoder"],
    "rvt_tb_chain": ["chain", "resets=0", "insns=400000", "pins=4", "flicker=3000", "halts=5000"],
    "rvt_pib": ["pib"],
    "rvt_pib_sink": ["pib_sink"],
    "rvt_regs_encoder": ["regs_encoder"],
    "rvt_te": ["te"],
    "rvt_ram_sink": ["ram_sink"],
    "rvt_tandem": ["tandem"],
    "rvt_tandem_top": ["tandem_top"],
    "rvt_ctr": ["ctr_alone"],
    "rvt_ctr_next": ["ctr_next"],
}


class Failed(Exception):
    """A tool failed or a netlist is not what the model says."""


def call(arguments, **more):
    done = subprocess.run(
        [str(a) for a in arguments], cwd=ROOT, text=True, capture_output=True, check=False, **more
    )
    return done


def make(*arguments):
    """Run make, as if no other make had called this program; a Failed where it fails."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    must(["make", "-s", *arguments], f"make {arguments[0]}", env=environment)


def must(arguments, what, **more):
    done = call(arguments, **more)
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise Failed(f"{what} ended with {done.returncode}: " + "\n".join(said[-8:]))
    return done.stdout


@dataclass(frozen=True)
class Line:
    """A configuration: a line of a list of builds."""

    name: str
    top: str
    params: list  # NAME=VALUE
    list: Path

    @property
    def directory(self):
        """Where its netlists are, by their form."""
        return NETLISTS if self.list == PRESETS else NETLISTS / self.list.stem


def read_list(path):
    """Name -> line."""
    return {name: Line(name, build.top, build.words[1:], path) for name, build in lists.read(ROOT / path).items()}


def presets():
    return read_list(PRESETS)


def sources():
    lines = must([PYTHON, "scripts/lib/filelist.py", "-f"], "filelist.py").split()
    includes = [line.removeprefix("+incdir+") for line in lines if line.startswith("+incdir+")]
    files = [line for line in lines if not line.startswith("+")]
    return includes, files + sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("tb/rtl/*.sv"))


def synthesise(form, line, wide=True):
    """The netlist of a configuration; its path."""
    directory = line.directory / (form if wide else f"{form}-nowide")
    (ROOT / directory).mkdir(parents=True, exist_ok=True)
    out = directory / f"{line.name}.v"
    includes, files = sources()
    options = [] if wide else ["--nowide"]
    options += [f"--param={p}" for p in line.params] + [f"--include={i}" for i in includes]
    must([PYTHON, *SYNTH, *options, form, line.top, out, *files], f"synthesis of {line.name} ({form})")
    return out


def module_stat(netlist):
    return json.loads((ROOT / f"{netlist}.stat.json").read_text(encoding="utf-8"))


# ---- Proof ---------------------------------------------------------------------------------------


def cell_models(form):
    """What Verilator needs to read a netlist of this form."""
    if form == "gates":
        models = BUILD / "osu018.v"
        must([PYTHON, *SYNTH, "cells", "-", models], "models of the gate library")
        return str(models)
    package = must([PYTHON, "-c", "from pyosys import libyosys as y; print(y.__file__)"], "pyosys")
    share = Path(package.strip()).parent / "share"
    if form == "ice40":  # Verilator 5.006 does not read their defaults of inputs; Yosys connects every input
        return f"-DNO_ICE40_DEFAULT_ASSIGNMENTS {share}/ice40/cells_sim.v"
    return f"-I{share}/ecp5 tb/cells/dp16kd.sv {share}/ecp5/cells_sim.v"  # the first of two modules of a name counts


def prove(form, line, netlist, clocks=CLOCKS):
    """Run the netlist in lock-step with the golden model for so many clocks; a line that says so."""
    kind = netlist.parent.name if line.list == PRESETS else f"{line.list.stem}-{netlist.parent.name}"
    sim, name = BUILD / f"sim-{kind}", line.name
    if line.top not in BENCH_OF_TOP:
        raise Failed(f"no bench runs {line.top}")
    bench, *settings = BENCH_OF_TOP[line.top]
    exe = sim / name / "sim"
    options = f"-Wno-MODDUP -Wno-fatal {cell_models(form)} {netlist}"
    make(exe, f"SIM={sim}", f"SIM_LIST={line.list}", "RUNS=", f"SIM_RT={SIM_RT}", f"SIM_INPUT={options}", "SIM_BIND=", "SIM_STAGE=--netlist")
    chosen = [word for setting in settings for word in ("-o", setting)]
    total = 0
    for seed in PROOF_SEEDS:
        done = call([exe, "--bench", bench, "--seed", seed, "--clocks", clocks, *chosen])
        ran = re.search(r": (\d+) clocks, ", done.stdout)
        if done.returncode != 0 or not ran:
            said = (done.stdout + done.stderr).strip().splitlines()
            raise Failed(f"{name} ({form}) differs on bench {bench}: {said[0] if said else ''}")
        total += int(ran[1])
    if total < clocks:
        raise Failed(f"{name} ({form}): {total} clocks of bench {bench} prove too little")
    return f"{bench} {kind}/{name}: {total} clocks, seeds {PROOF_SEEDS}"


def main():
    form, name, *given = sys.argv[1:]
    line = presets()[name]
    try:
        print(prove(form, line, Path(given[0]) if given else synthesise(form, line)))
    except Failed as problem:
        sys.exit(f"netlist: {problem}")


if __name__ == "__main__":
    main()

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Netlists of the configurations in sim/lists/presets.list, and their proof: each runs in the lock-step harness, on
the bench of its top, against the golden model. Of a netlist that differs, or that no bench can run, no figure is given.

    netlists.py FORM PRESET [NETLIST.v]    prove the netlist of a preset, or this one in its place
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position

BUILD = Path("build/bench")  # simulations and fragments of figures
NETLISTS = Path("build/synth")
VENV = Path("build/venv/bin")
PYTHON = VENV / "python3"
SYNTH = ["scripts/bench/synth.py"]
CLOCKS = 1_000_000  # of each run, fewer where a bench ends by itself
LEAST_CLOCKS = 1_000_000  # of all runs of a netlist
SIM_RT = "build/sim/runtime"  # of the regression, whose library fits every build
PROOF_SEEDS = [1, 2, 3, 4]  # several, since a seed of the chain has one mode
# The bench of a top, with its options. A scenario of the chain is over after so many instructions.
BENCH_OF_TOP = {
    "rvt_ntrace_encoder": ["encoder"],
    "rvt_tb_chain": ["chain", "resets=0", "insns=400000", "pins=4", "flicker=3000", "halts=5000"],
    "rvt_pib": ["pib"],
    "rvt_pib_sink": ["pib_sink"],
    "rvt_regs_encoder": ["regs_encoder"],
    "rvt_ntrace_te": ["te"],
    "rvt_ram_sink": ["ram_sink"],
}


class Failed(Exception):
    """A tool failed or a netlist is not what the model says."""


def call(arguments, **more):
    done = subprocess.run(
        [str(a) for a in arguments], cwd=ROOT, text=True, capture_output=True, check=False, **more
    )
    return done


def must(arguments, what, **more):
    done = call(arguments, **more)
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise Failed(f"{what} ended with {done.returncode}: " + "\n".join(said[-8:]))
    return done.stdout


def presets():
    """Name -> (top, [NAME=VALUE]) of sim/lists/presets.list."""
    return {name: (build.top, build.words[1:]) for name, build in lists.read(ROOT / "sim/lists/presets.list").items()}


def sources():
    lines = must([PYTHON, "scripts/lib/filelist.py", "-f"], "filelist.py").split()
    includes = [line.removeprefix("+incdir+") for line in lines if line.startswith("+incdir+")]
    files = [line for line in lines if not line.startswith("+")]
    return includes, files + sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("tb/rtl/*.sv"))


def synthesise(form, name, preset, wide=True):
    """The netlist of a preset; its path."""
    top, params = preset
    directory = NETLISTS / (form if wide else f"{form}-nowide")
    (ROOT / directory).mkdir(parents=True, exist_ok=True)
    out = directory / f"{name}.v"
    includes, files = sources()
    options = [] if wide else ["--nowide"]
    options += [f"--param={p}" for p in params] + [f"--include={i}" for i in includes]
    must([PYTHON, *SYNTH, *options, form, top, out, *files], f"synthesis of {name} ({form})")
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
    return f"-I{share}/ecp5 {share}/ecp5/cells_sim.v"


def prove(form, name, preset, netlist):
    """Run the netlist in lock-step with the golden model; the line that the run printed."""
    top, _ = preset
    sim = BUILD / f"sim-{netlist.parent.name}"
    if top not in BENCH_OF_TOP:
        raise Failed(f"no bench runs {top}")
    bench, *settings = BENCH_OF_TOP[top]
    exe = sim / name / "sim"
    options = f"-Wno-MODDUP -Wno-fatal {cell_models(form)} {netlist}"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("MAKE")}
    must(
        ["make", "-s", exe, f"SIM={sim}", "SIM_LIST=sim/lists/presets.list", "RUNS=",
         f"SIM_RT={SIM_RT}", f"SIM_INPUT={options}", "SIM_STAGE=--netlist"],
        f"building {exe}", env=environment,
    )
    chosen = [word for setting in settings for word in ("-o", setting)]
    total = 0
    for seed in PROOF_SEEDS:
        done = call([exe, "--bench", bench, "--seed", seed, "--clocks", CLOCKS, *chosen])
        ran = re.search(r": (\d+) clocks, ", done.stdout)
        if done.returncode != 0 or not ran:
            said = (done.stdout + done.stderr).strip().splitlines()
            raise Failed(f"{name} ({form}) differs on bench {bench}: {said[0] if said else ''}")
        total += int(ran[1])
    if total < LEAST_CLOCKS:
        raise Failed(f"{name} ({form}): {total} clocks of bench {bench} prove too little")
    return f"{bench} {netlist.parent.name}/{name}: {total} clocks, seeds {PROOF_SEEDS}"


def main():
    form, name, *given = sys.argv[1:]
    preset = presets()[name]
    try:
        print(prove(form, name, preset, Path(given[0]) if given else synthesise(form, name, preset)))
    except Failed as problem:
        sys.exit(f"netlist: {problem}")


if __name__ == "__main__":
    main()

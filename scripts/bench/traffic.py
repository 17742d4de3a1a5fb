#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measure what the encoder makes of the recorded workloads (`make workloads`).

    traffic.py [WORKLOAD...]   all of build/workloads by default; writes build/bench/traffic.json

  bits_per_instr  8 x bytes of the stream / retired instructions, by `rvt encode`: no SRC, no
                  TSTAMP, no periodic sync; I-CNT 16, HIST 32 bits; htm_ir with a stack of 8
  messages        messages of each kind in the same streams
  icnt            bytes of the stream with other widths of I-CNT, all else alike
  overflows            of each encoder preset and mode, over all workloads of its XLEN, in the clocked
                  model at one instruction a clock with a sink that takes a beat in every clock:
                  overflows, instructions refused, and the queue's highest level; by queue depth
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position
from tables import ICNT  # noqa: E402  pylint: disable=wrong-import-position

TOOL = "build/bin/rvt"
DRIVER = "build/bench/bench_overflows"
FRAGMENT = ROOT / "build/bench/traffic.json"
MODES = {
    "btm": ["--mode", "btm"],
    "htm": ["--mode", "htm"],
    "htm_ir": ["--mode", "htm", "--implicit-return", "--stack-depth", "8"],
}
DEPTHS = [16, 8, 4]
WIDTHS = range(8, 23, 2)


class Failed(Exception):
    """A program failed, or a result cannot be right."""


def must(arguments):
    done = subprocess.run(
        [str(a) for a in arguments], cwd=ROOT, text=True, capture_output=True, check=False
    )
    if done.returncode != 0:
        raise Failed(f"{arguments[0]} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def build(*targets):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    if subprocess.run(["make", "-s", *targets], cwd=ROOT, env=environment, check=False).returncode:
        raise Failed(f"make {' '.join(targets)} failed")


def recordings(names):
    """Workload, as sort-rv32imac -> its recording."""
    found = {p.stem: p for p in sorted((ROOT / "build/workloads").glob("*.rvti"))}
    for name in names:
        if name not in found:
            raise Failed(f"{name} is not recorded; `make workloads` makes {', '.join(found)}")
    if not found:
        raise Failed("no workload is recorded: `make workloads`")
    return {name: found[name] for name in names or found}


def values(params):
    return dict(word.split("=") for word in params.split())


def encode(path):
    """What one recording becomes: bits per instruction and counts of messages, by mode; bytes, by mode and width of I-CNT."""
    bits, messages, sizes = {}, {}, {}
    with tempfile.TemporaryDirectory() as directory:
        for mode, options in MODES.items():
            out = [path, "-o", f"{directory}/t.nex", "--json"]
            counts = {w: json.loads(must([TOOL, "encode", *options, "--icnt-width", w, *out])) for w in WIDTHS}
            sizes[mode] = {str(width): count["bytes"] for width, count in counts.items()}
            bits[mode] = round(counts[ICNT]["bits_per_instr"], 3)
            messages[mode] = {k: v["count"] for k, v in counts[ICNT]["by_message"].items()}
    return bits, messages, sizes


def encoders():
    """Preset -> its parameters, of the presets that are or hold an encoder."""
    presets = lists.read(ROOT / "sim/lists/presets.list")
    return {name: " ".join(preset.words[1:]) for name, preset in presets.items() if "Xlen" in preset.values}


def modes_of(params):
    value = values(params)
    modes = [mode for mode in ("btm", "htm") if value[mode.capitalize()] == "1"]
    return modes + (["htm_ir"] if value["Htm"] == "1" and value["StackDepth"] != "0" else [])


def measure_overflows(params, paths):
    """Depth -> mode -> overflows, refused, highest; the sum, and the maximum, over recordings."""
    cases = [(depth, mode) for depth in DEPTHS for mode in modes_of(params)]
    arguments = [word for d, mode in cases for word in (mode, f"{params} QueueDepth={d}")]
    sums = {case: {"overflows": 0, "refused": 0, "highest": 0} for case in cases}
    for path in paths:
        lines = must([DRIVER, path, *arguments]).splitlines()
        if len(lines) != len(cases):
            raise Failed(f"{DRIVER}: expected {len(cases)} lines, found {len(lines)}")
        for case, line in zip(cases, lines):
            _, _, _, overflows, refused, highest, _ = line.split()
            total = sums[case]
            total["overflows"] += int(overflows)
            total["refused"] += int(refused)
            total["highest"] = max(total["highest"], int(highest))
    result = {}
    for (depth, mode), total in sums.items():
        result.setdefault(f"queue_{depth}", {})[mode] = total
    return result


def run(names):
    build("all", DRIVER)
    paths = recordings(names)
    data = {"bits_per_instr": {}, "messages": {}, "icnt": {}, "overflows": {}}
    for name, path in paths.items():
        data["bits_per_instr"][name], data["messages"][name], data["icnt"][name] = encode(path)
        print(f"traffic: {name}: {data['bits_per_instr'][name]} bit/instr")
    for name, params in encoders().items():
        mine = [path for w, path in paths.items() if f"rv{values(params)['Xlen']}" in w]
        if not mine:
            continue
        data["overflows"][name] = measure_overflows(params, mine)
        for depth, modes in data["overflows"][name].items():
            told = ", ".join(f"{mode} {t['overflows']}" for mode, t in modes.items())
            print(f"traffic: {name} {depth}: overflows in {len(mine)} workloads: {told}")
    FRAGMENT.parent.mkdir(parents=True, exist_ok=True)
    FRAGMENT.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("workloads", nargs="*", metavar="WORKLOAD", help="as sort-rv32imac")
    args = parser.parse_args()
    FRAGMENT.unlink(missing_ok=True)
    try:
        run(args.workloads)
    except Failed as problem:
        print(f"traffic: no figures: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

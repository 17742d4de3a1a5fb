#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measure the speed of the software on this machine; writes build/bench/speed.json.

  encode_minstr_s  functional encoder, blocks in memory -> bytes
  decode_minstr_s  decoder, those bytes -> events
  model_mclk_s     clocked model of the encoder, ingress in memory -> beats
  lockstep_mclk_s  RTL and model in lock-step, with random traffic

Millions of instructions or clocks in a second, the fastest of several runs, since whatever else the
machine does only slows them; the first three in
processor time, each in one process, on one recorded workload, HTM with implicit return. A tree without an encoder in its
lock-step harness leaves out the last.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DRIVER = "build/bench/bench_speed"
FRAGMENT = ROOT / "build/bench/speed.json"
WORKLOAD = "build/workloads/many-rv64gc"  # large code, 24 M instructions: kind to no cache
RUNS = 15
LOCKSTEP_RUNS = 15
LOCKSTEP_BUILD = "enc-rv32"
LOCKSTEP_CLOCKS = 1_000_000


class Failed(Exception):
    """A program failed."""


def must(arguments):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(
        [str(a) for a in arguments], cwd=ROOT, text=True, capture_output=True, check=False,
        env=environment,
    )
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise Failed(f"{arguments[0]} ended with {done.returncode}: " + "\n".join(said[-5:]))
    return done.stdout


def measure(part):
    """Fastest rate of one part of the library."""
    more = [f"{WORKLOAD}.elf"] if part == "decode" else []
    rates = must([DRIVER, part, f"{WORKLOAD}.rvti", RUNS, *more]).split()
    if len(rates) != RUNS:
        raise Failed(f"{DRIVER} {part}: expected {RUNS} rates, found {len(rates)}")
    return round(max(float(r) for r in rates), 1)


def measure_lockstep():
    """Fastest rate of the harness; None without an encoder in it."""
    builds = (ROOT / "sim/builds.list").read_text(encoding="utf-8")
    if not re.search(rf"^{LOCKSTEP_BUILD} ", builds, re.M):
        print(f"speed: lockstep_mclk_s left out: sim/builds.list has no {LOCKSTEP_BUILD}")
        return None
    exe = f"build/sim/{LOCKSTEP_BUILD}/sim"
    must(["make", "-s", exe])
    rates = []
    for seed in range(1, LOCKSTEP_RUNS + 1):
        said = must([exe, "--bench", "encoder", "--seed", seed, "--clocks", LOCKSTEP_CLOCKS])
        found = re.search(r" clocks, ([\d.]+) M clocks/s", said)
        if not found:
            raise Failed(f"{exe}: expected a rate, found: {said.strip()}")
        rates.append(float(found[1]))
    return round(max(rates), 2)


def run():
    if not (ROOT / f"{WORKLOAD}.rvti").is_file():
        raise Failed("no workload is recorded: `make workloads`")
    must(["make", "-s", DRIVER])
    speed = {
        "encode_minstr_s": measure("encode"),
        "decode_minstr_s": measure("decode"),
        "model_mclk_s": measure("model"),
    }
    lockstep = measure_lockstep()
    if lockstep is not None:
        speed["lockstep_mclk_s"] = lockstep
    FRAGMENT.parent.mkdir(parents=True, exist_ok=True)
    FRAGMENT.write_text(json.dumps({"speed": speed}, indent=2) + "\n", encoding="utf-8")
    print("speed: " + ", ".join(f"{k} {v}" for k, v in speed.items()))


def main():
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    FRAGMENT.unlink(missing_ok=True)
    try:
        run()
    except Failed as problem:
        print(f"speed: no figures: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

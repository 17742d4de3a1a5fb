#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measure the speed of the software on this machine; writes build/bench/speed.json.

  date             of the measurement
  encode_minstr_s  functional encoder, blocks in memory -> bytes
  decode_minstr_s  decoder, those bytes -> events
  model_mclk_s     clocked model of the encoder, ingress in memory -> beats
  lockstep_mclk_s  RTL and model in lock-step, with random traffic
  lockstep_pair_mclk_s  two such processes at once, the sum; of a machine with two processors or more
  encode_file_minstr_s      `rvt encode`, a recording -> a capture
  decode_pcs_file_minstr_s  `rvt decode --pcs`, a capture -> a file of addresses
  decode_runs_file_minstr_s `rvt decode --runs`, a capture -> a file of straight runs
  decode_file_minstr_s      `rvt decode`, a capture -> a file of text with symbols

Millions of instructions or clocks in a second, the fastest of several runs, since whatever else the
machine does only slows them; all but the lock-step in
processor time, each in one process, on one recorded workload, HTM with implicit return. A tree without an encoder in its
lock-step harness leaves out the lock-step.
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position

DRIVER = "build/bench/bench_speed"
FRAGMENT = ROOT / "build/bench/speed.json"
WORKLOAD = "build/workloads/many-rv64gc"  # large code, 24 M instructions: kind to no cache
RUNS = 15
LOCKSTEP_RUNS = 15
FILE_RUNS = 5
LOCKSTEP_BUILD = "enc-rv32"
LOCKSTEP = f"build/sim/{LOCKSTEP_BUILD}/sim"
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


def rate_of(arguments, instructions):
    """M instructions a second of processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    must(arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return instructions / spent / 1e6


def measure_files():
    """The commands as they are typed, from file to file."""
    rvt, home = "build/bin/rvt", FRAGMENT.parent
    must(["make", "-s", rvt])
    home.mkdir(parents=True, exist_ok=True)
    capture = home / "files.nex"  # files.json is its side-car
    encode = [rvt, "encode", "--implicit-return", f"{WORKLOAD}.rvti", "-o", capture]
    decode = [rvt, "decode", capture, "--elf", f"{WORKLOAD}.elf", "-o", home / "files.txt"]
    instructions = json.loads(must([*encode, "--json"]))["instructions"]
    commands = {
        "encode_file_minstr_s": encode,
        "decode_pcs_file_minstr_s": [*decode, "--pcs"],
        "decode_runs_file_minstr_s": [*decode, "--runs"],
        "decode_file_minstr_s": decode,
    }
    rates = {key: max(rate_of(command, instructions) for _ in range(FILE_RUNS)) for key, command in commands.items()}
    for file in home.glob("files.*"):
        file.unlink()
    return {key: round(rate, 1) for key, rate in rates.items()}


def lockstep_rate(processes):
    """Fastest sum of the rates of so many processes that run at once."""
    rates = []
    for seed in range(1, LOCKSTEP_RUNS + 1):
        command = [LOCKSTEP, "--bench", "encoder", "--seed", seed, "--clocks", LOCKSTEP_CLOCKS]
        with concurrent.futures.ThreadPoolExecutor(processes) as pool:
            said = list(pool.map(must, [command] * processes))
        found = [re.search(r" clocks, ([\d.]+) M clocks/s", text) for text in said]
        if None in found:
            raise Failed(f"{LOCKSTEP}: expected a rate, found: {' '.join(said).strip()}")
        rates.append(sum(float(match[1]) for match in found))
    return round(max(rates), 2)


def measure_lockstep():
    """Rates of the harness; none without an encoder in it."""
    if LOCKSTEP_BUILD not in lists.read(ROOT / "sim/lists/builds.list"):
        print(f"speed: lock-step left out: sim/lists/builds.list has no {LOCKSTEP_BUILD}")
        return {}
    must(["make", "-s", LOCKSTEP])
    speed = {"lockstep_mclk_s": lockstep_rate(1)}
    if (os.cpu_count() or 1) > 1:
        speed["lockstep_pair_mclk_s"] = lockstep_rate(2)
    return speed


def run():
    if not (ROOT / f"{WORKLOAD}.rvti").is_file():
        raise Failed("no workload is recorded: `make workloads`")
    must(["make", "-s", DRIVER])
    speed = {
        "date": datetime.date.today().isoformat(),
        "encode_minstr_s": measure("encode"),
        "decode_minstr_s": measure("decode"),
        "model_mclk_s": measure("model"),
        **measure_files(),
        **measure_lockstep(),
    }
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

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measure what `rvt encode` makes of the recorded programs: what each optional feature adds to the stream, or saves; widths of I-CNT; E-Trace
beside N-Trace.

    traffic.py    the programs of `make workloads`, and the kernel; writes build/bench/traffic.json

  gains.PROGRAM.MODE.FEATURE  bits per instruction; `off`: no SRC, no TSTAMP, no periodic sync, no other feature; I-CNT 16, HIST 32
                              bits. A feature is left out where the mode cannot show it
  icnt.WORKLOAD.MODE.WIDTH    bytes of the stream with so many bits of I-CNT, all else alike; htm_ir with a stack of 8
  formats.PROGRAM.MODE.{bits,payload}  bits per instruction, with and without header bytes, of the programs of sim/corpus too
  parts.WORKLOAD.PART         bits per instruction of each field, HTM with all that makes it small; `rest`: TCODE and what else a
                              message has
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from tables import FORMATS, GAINS, GAIN_MODES, KERNEL, RECORDED, STREAM_PARTS  # noqa: E402  pylint: disable=wrong-import-position

TOOL = "build/bin/rvt"
FRAGMENT = ROOT / "build/bench/traffic.json"
IMPLICIT = GAINS["implicit return"].options
MODES = {**GAIN_MODES, "htm_ir": [*GAIN_MODES["htm"], *IMPLICIT]}
WIDTHS = range(8, 23, 2)
# The encoder of E-Trace with all modes and its cache turned off, by the preset that is built so.
CACHE_OFF = {hart: ["--preset", preset, "--implicit-return", "--branch-prediction", "5"] for hart, preset in (("rv32", "etrace-cache"), ("rv64", "etrace64"))}


class Failed(Exception):
    """A program failed, or a result cannot be right."""


def must(arguments):
    done = subprocess.run([str(a) for a in arguments], cwd=ROOT, text=True, capture_output=True, check=False)
    if done.returncode != 0:
        raise Failed(f"{arguments[0]} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def build(*targets):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    if subprocess.run(["make", "-s", *targets], cwd=ROOT, env=environment, check=False).returncode:
        raise Failed(f"make {' '.join(targets)} failed")


def encoded(path, options):
    """What `rvt encode` says of one recording."""
    with tempfile.TemporaryDirectory() as directory:
        return json.loads(must([TOOL, "encode", *options, path, "-o", f"{directory}/t.nex", "--json"]))


def gains(path):
    """Mode -> feature -> bits per instruction of one recording."""
    def bits(*options):
        return round(encoded(path, options)["bits_per_instr"], 4)

    return {mode: {"off": bits(*options), **{name: bits(*options, *feature.options) for name, feature in GAINS.items()
                                             if feature.options and mode in feature.modes}}
            for mode, options in GAIN_MODES.items()}


def formats(name, path):
    """Mode -> bits per instruction of one recording, whole, and but for the headers of packets; of N-Trace there are none."""
    off = CACHE_OFF["rv64" if "rv64" in name else "rv32"]
    counts = {**{mode: encoded(path, form.options) for mode, form in FORMATS.items()}, "off": encoded(path, off)}
    if counts["cache"]["bytes"] > counts["off"]["bytes"]:
        raise Failed(f"{name}: expected at most {counts['off']['bytes']} bytes, as with the cache turned off, found {counts['cache']['bytes']}")

    def bits(mode, headers):
        return round(8 * (counts[mode]["bytes"] - headers) / counts[mode]["instructions"], 4)

    return {mode: {"bits": bits(mode, 0), "payload": bits(mode, counts[mode]["messages"] if mode not in FORMATS or FORMATS[mode].headers else 0)}
            for mode in counts}


def parts(path):
    """Part of the stream -> bits per instruction of one recording."""
    with tempfile.TemporaryDirectory() as directory:
        stream = f"{directory}/t.nex"
        options = ["--mode", "htm", "--icnt-width", "22", "--sync-mode", "off", "--repeat-history", "31"]
        counts = json.loads(must([TOOL, "encode", *IMPLICIT, *options, path, "-o", stream, "--json"]))
        fields = json.loads(must([TOOL, "stats", "--json", stream]))["field_bytes"]
    found = {}
    of = {"I-CNT": "icnt", "HIST": "hist", "HREPEAT": "hrepeat", "U-ADDR": "address", "F-ADDR": "address"}
    for field, histogram in fields.items():
        if field not in of:
            raise Failed(f"{path}: expected fields {' '.join(of)}, found {field}")
        part = of[field]
        found[part] = found.get(part, 0) + sum(size * count for size, count in enumerate(histogram))
    found["rest"] = counts["bytes"] - sum(found.values())
    return {part: round(8 * found.get(part, 0) / counts["instructions"], 4) for part in STREAM_PARTS}


def icnt(path):
    """Mode -> width of I-CNT -> bytes of one recording."""
    return {mode: {str(width): encoded(path, [*options, "--icnt-width", width])["bytes"] for width in WIDTHS}
            for mode, options in MODES.items()}


def main():
    FRAGMENT.unlink(missing_ok=True)
    try:
        build("all", "workloads")
        paths = {path.stem: path for path in sorted((ROOT / "build/workloads").glob("*.rvti"))}
        found = {"gains": {}, "icnt": {name: icnt(path) for name, path in paths.items()}, "parts": {name: parts(path) for name, path in paths.items()},
                 "formats": {name: formats(name, path) for name, path in {**paths, **RECORDED}.items()}}
        for name, path in {**paths, KERNEL: ROOT / "build/kernel/kernel.rvti"}.items():
            found["gains"][name] = gains(path)
            print(f"traffic: {name}: {found['gains'][name]}")
    except Failed as problem:
        print(f"traffic: no figures: {problem}", file=sys.stderr)
        return 1
    FRAGMENT.parent.mkdir(parents=True, exist_ok=True)
    FRAGMENT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

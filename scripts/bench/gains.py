#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measure what each optional feature adds to the stream of the recorded programs, or saves.

    gains.py    the programs of `make workloads`; writes build/bench/gains.json

  gains.PROGRAM.MODE.FEATURE  bits per instruction by `rvt encode`; `off`: no SRC, no TSTAMP, no periodic sync, no other feature. A
                              feature is left out where the mode cannot show it
"""

import json
import sys
import tempfile

from tables import GAINS, GAIN_MODES, KERNEL
from traffic import ROOT, TOOL, Failed, build, must, recordings

FRAGMENT = ROOT / "build/bench/gains.json"


def measure(path):
    """Mode -> feature -> bits per instruction of one recording."""
    with tempfile.TemporaryDirectory() as directory:
        def bits(*options):
            return round(json.loads(must([TOOL, "encode", *options, path, "-o", f"{directory}/t.nex", "--json"]))["bits_per_instr"], 4)

        return {mode: {"off": bits(*options), **{name: bits(*options, *feature.options) for name, feature in GAINS.items()
                                                 if feature.options and mode in feature.modes}}
                for mode, options in GAIN_MODES.items()}


def main():
    FRAGMENT.unlink(missing_ok=True)
    try:
        build("all", "workloads")
        paths = {**recordings([]), KERNEL: ROOT / "build/kernel/kernel.rvti"}
        found = {name: measure(path) for name, path in paths.items()}
    except Failed as problem:
        print(f"gains: no figures: {problem}", file=sys.stderr)
        return 1
    for name, modes in found.items():
        print(f"gains: {name}: {modes}")
    FRAGMENT.parent.mkdir(parents=True, exist_ok=True)
    FRAGMENT.write_text(json.dumps({"gains": found}, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

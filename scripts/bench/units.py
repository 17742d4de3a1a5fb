#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Area and speed of the units of sim/lists/units.list on an ECP5, for tables in docs/units.

    units.py [NAME...]      all by default

Each netlist, with and without wide LUTs, runs in lock-step with the golden model first (netlists.py). The better one counts; fmax is the median
of the placer seeds.
"""

import statistics
import sys
from pathlib import Path

from netlists import BUILD, ROOT, Failed, prove, read_list, synthesise
from place import place, prepare

LIST = Path("sim/lists/units.list")
CLOCKS = 100_000


def measure(line, wide):
    netlist = synthesise("ecp5", line, wide)
    prove("ecp5", line, netlist, CLOCKS)
    design = prepare(netlist, "ecp5")
    runs = [place(design, seed) for seed in design.device.seeds]
    counts = [statistics.median_low(run["counts"][key] for run in runs) for key in ("lut4", "ff", "block_ram")]
    return *counts, statistics.median(run["mhz"] for run in runs)


def main():
    (ROOT / BUILD).mkdir(parents=True, exist_ok=True)
    known, failed = read_list(LIST), 0
    for name in sys.argv[1:] or known:
        try:
            lut4, ff, block_ram, mhz = min(measure(known[name], wide) for wide in (False, True))
            print(f"units: {name} {' '.join(known[name].params)}: {lut4} LUT4, {ff} FF, {block_ram} block RAMs, {mhz:.0f} MHz", flush=True)
        except Failed as problem:
            print(f"units: {name}: no figures: {problem}", file=sys.stderr)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

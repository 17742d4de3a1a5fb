#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measure what one parameter of the encoder costs: the builds of sim/lists/prices.list.

    prices.py [NAME...]      all by default; each writes build/bench/price-NAME.json

  lut4, ff, fmax_mhz   of the ECP5 netlist without wide LUTs; fmax_mhz: median of the placer seeds
  gates                as area.py has them

Both netlists run in lock-step with the golden model before anything is counted, 10^5 clocks of each seed (netlists.py).
"""

import argparse
import json
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor

from area import gates
import tables
from netlists import BUILD, ROOT, Failed, prove, read_list, synthesise
from place import place, prepare

LIST = tables.PRICES.relative_to(ROOT)
CLOCKS = 100_000


def measure(line):
    forms = {"ecp5": synthesise("ecp5", line, wide=False), "gates": synthesise("gates", line)}
    for form, netlist in forms.items():
        prove(form, line, netlist, CLOCKS)
    return {**placed(forms["ecp5"]), "gates": gates(forms["gates"])}


def placed(netlist):
    """What nextpnr says of a netlist."""
    design = prepare(netlist, "ecp5")
    runs = [place(design, seed) for seed in design.device.seeds]
    lut4, ff = (statistics.median_low(run["counts"][key] for run in runs) for key in ("lut4", "ff"))
    return {"lut4": lut4, "ff": ff, "fmax_mhz": round(statistics.median(run["mhz"] for run in runs), 1)}


def publish(line):
    """Measure and write the fragment; a word if there are no figures."""
    fragment = ROOT / BUILD / f"price-{line.name}.json"
    fragment.unlink(missing_ok=True)
    try:
        figures = measure(line)
    except Failed as problem:
        print(f"prices: {line.name}: no figures: {problem}", file=sys.stderr)
        return False
    fragment.write_text(json.dumps({"prices": {line.name: figures}}, indent=2) + "\n", encoding="utf-8")
    print(f"prices: {line.name}: " + ", ".join(f"{key} {value}" for key, value in figures.items()), flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    lines = read_list(LIST)
    tables.changes()
    for name in args.names:
        if name not in lines:
            parser.error(f"{name} is not in {LIST}")
    (ROOT / BUILD).mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(publish, [lines[name] for name in args.names or lines]))
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())

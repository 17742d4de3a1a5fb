#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measure area and speed of the configurations in sim/lists/presets.list.

    area.py [PRESET...]      all by default; each writes build/bench/area-PRESET.json

  lut4, fmax_mhz            of the ECP5 netlist with fewer LUT4s (logic, carry, RAM), of the two with and without wide
                            LUTs; block RAMs apart. fpga.py says how they are placed
  fast_lut4, fast_fmax_mhz  of the one with the higher fmax
  gates                     area in the osu018 library over that of its NAND2, memories as flip-flops

Every netlist that a figure is taken from runs in lock-step with the golden model first: netlists.py.
"""

import argparse
import json
import re
import sys

import fpga
from netlists import BUILD, ROOT, Failed, module_stat, presets, prove, synthesise
from lib import osu018  # pylint: disable=wrong-import-order

# LUT4s that a cell takes: two in a carry cell; a 16x4 RAM has four for data, two for writing.
CELL_LUT4 = {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}


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
    return osu018.gates(float(module_stat(netlist)["design"]["area"]))


def measure(line):
    """The figures of one preset, each from a netlist that is proved; and those of its netlists on FPGAs."""
    synth = fpga.measure(line)
    ecp5 = [kind for kind, (device, _) in fpga.KINDS.items() if device == "ecp5"]
    small = min(ecp5, key=lambda kind: synth[kind]["lut4"])
    fast = max(ecp5, key=lambda kind: synth[kind]["fmax_mhz"])
    apart = synthesise("units", line, wide=fpga.KINDS[small][1])
    asic = synthesise("gates", line)
    proofs = [synth[kind]["proof"] for kind in ecp5]
    proofs += [prove(form, line, netlist) for form, netlist in (("units", apart), ("gates", asic))]
    return {
        **{key: synth[small][key] for key in ("lut4", "ff", "block_ram", "fmax_mhz")},
        "fast_lut4": synth[fast]["lut4"],
        "fast_fmax_mhz": synth[fast]["fmax_mhz"],
        "gates": gates(asic),
        "units": units(apart, line.top),
        "top": line.top,
        "params": " ".join(line.params),
        "proofs": proofs,
    }, synth


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
            figures, synth = measure(known[name])
        except Failed as problem:
            print(f"area: {name}: no figures: {problem}", file=sys.stderr)
            failed += 1
            continue
        fragment.write_text(json.dumps({"area": {name: figures}, "synth": {name: synth}}, indent=2) + "\n", encoding="utf-8")
        shown = {k: figures[k] for k in ("lut4", "ff", "block_ram", "fmax_mhz", "fast_lut4", "fast_fmax_mhz", "gates")}
        print(f"area: {name}: " + ", ".join(f"{k} {v}" for k, v in shown.items()))
        failed += fpga.complain(name, synth)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

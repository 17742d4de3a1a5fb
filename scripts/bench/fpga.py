#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Netlists of the configurations in sim/lists/presets.list on FPGAs: proved, placed, timed.

    fpga.py [PRESET...]      all by default; each writes build/bench/synth-PRESET.json

  ecp5, ecp5-nowide, ice40   with and without wide LUTs (PFUMX, L6MUX21); an iCE40 has none
  proof   10^6 clocks in lock-step with the golden model before anything is counted (netlists.py)
  place   with the files of constraints/, whose clock every placer seed must reach, or the status is 1; fmax is the median (place.py).
          A netlist that is larger than the device has no figures but `no_room`
  hart    what the ports of the hart need of its clock, from and to a flip-flop; of the preset in gates, too (gate_timing)

Netlists and reports: build/synth/KIND/PRESET.v, .v.json for nextpnr, .rpt.
"""

import argparse
import json
import re
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor

from netlists import BUILD, CLOCKS, ROOT, Failed, must, presets, prove, synthesise
from place import DEVICES, HART_CLOCK, NoRoom, hart_inputs, place, prepare
from lib.osu018 import LIBERTY  # pylint: disable=wrong-import-order

KINDS = {"ecp5": ("ecp5", True), "ecp5-nowide": ("ecp5", False), "ice40": ("ice40", True)}

# Static timing of the hart-side ports in gates, by OpenSTA on the netlist of form `sized`. Each input comes from a buffer of the library; wires have no
# delay. `ns` of an input is what its longest path needs before the edge, setup included; of stall_o, from the edge to the port.
PERIOD = 100  # ns; nothing depends on it


def ports_of(netlist):
    return set(re.findall(r"^ +(?:input|output) (?:\[[\d:]+\] )?(\w+) ?;", (ROOT / netlist).read_text(encoding="utf-8"), re.M))


def script(netlist, top, names):
    yield f"read_liberty {LIBERTY}"
    yield f"read_verilog {netlist}"
    yield f"link_design {top}"
    yield f"create_clock -name clk -period {PERIOD} [get_ports clk_i]"
    for name in names:
        yield f"set_input_delay 0 -clock clk [get_ports {name}*]"
        yield f"set_driving_cell -lib_cell BUFX4 [get_ports {name}*]"
    yield "set_output_delay 0 -clock clk [get_ports stall_o]"
    for name in names:
        yield f'puts "PORT {name}"'
        yield f"report_checks -digits 3 -from [get_ports {name}*]"
    yield 'puts "PORT stall_o"'
    yield "report_checks -digits 3 -from [all_registers -clock_pins] -to [get_ports stall_o]"
    yield "exit"


def longest(said):
    """Length and gates of the path that OpenSTA printed; None where the port is not read."""
    if "Startpoint" not in said:
        return None
    arrival = float(re.search(r"([\d.]+)   data arrival time", said)[1])
    setup = re.search(r"(-?[\d.]+) +[\d.]+ +library setup time", said)
    return {"ns": round(arrival - (float(setup[1]) if setup else 0), 2), "levels": len(re.findall(r"/Y \(", said))}


def gate_timing(line):
    """Port -> its longest path, of a preset with an ingress port."""
    netlist = synthesise("sized", line)
    has = ports_of(netlist)
    names = [port for port in hart_inputs() if port in has]
    tcl = netlist.with_suffix(".tcl")
    (ROOT / tcl).write_text("\n".join(script(netlist, line.top, names)) + "\n", encoding="utf-8")
    said = must(["sta", "-no_splash", "-exit", tcl], f"OpenSTA of {line.name}")
    (ROOT / netlist.with_suffix(".sta")).write_text(said, encoding="utf-8")
    parts = dict(part.split("\n", 1) for part in said.split("PORT ")[1:])
    if set(parts) != {*names, "stall_o"} or longest(parts["stall_o"]) is None:
        raise Failed(f"OpenSTA of {line.name}: expected a report of each port, found {' '.join(parts)}")
    return {port: longest(text) for port, text in parts.items()}


def middle(paths):
    """The path of median length."""
    return sorted(paths, key=lambda path: path["ns"])[len(paths) // 2]


def hart_figures(runs):
    """What the slowest input of the hart needs before the edge, and when stall_o has reached the hart after it."""
    into = middle([run["paths"][HART_CLOCK, "clk_i"] for run in runs])
    stall = middle([run["paths"]["clk_i", HART_CLOCK] for run in runs])
    needs = round(into["ns"] - into["clk_to_q"], 2)
    return {"input_ns": needs, "input_levels": into["levels"], "input": into["from"].split(".")[1],
            "stall_ns": stall["ns"], "stall_levels": stall["levels"]}


def missed(figures):
    """What is wrong with the clock of a netlist, or nothing."""
    slow = [mhz for mhz in figures.get("seeds_mhz", []) if mhz < figures["goal_mhz"]]
    return f"seeds with {slow} MHz miss the {figures['goal_mhz']} MHz of constraints/" if slow else ""


def summed(design, proof, runs):
    """The figures of a netlist."""
    speeds = [run["mhz"] for run in runs]
    counts = {key: statistics.median_low(run["counts"][key] for run in runs) for key in runs[0]["counts"]}
    paths = [run["paths"]["clk_i", "clk_i"] for run in runs if ("clk_i", "clk_i") in run["paths"]]
    resets = [run["paths"]["<async>", "clk_i"]["ns"] for run in runs if ("<async>", "clk_i") in run["paths"]]
    return {
        **counts,
        "fmax_mhz": round(statistics.median(speeds), 1),
        "seeds_mhz": [round(mhz, 1) for mhz in speeds],
        "goal_mhz": round(runs[0]["goal_mhz"]),
        "critical": {key: middle(paths)[key] for key in ("ns", "levels", "from", "to")},
        "reset_ns": statistics.median_low(resets) if resets else None,
        **({"hart": hart_figures(runs)} if design.hart else {}),
        "proof": proof,
    }


def report(kind, name, figures):
    """build/synth/KIND/PRESET.rpt"""
    device = DEVICES[KINDS[kind][0]]
    path = figures["critical"]
    lines = [
        f"{name}, {kind}: {device.what}, {' '.join(device.options)}, constraints/rvt_top.{device.constraints}",
        f"lock-step    {figures['proof']}",
        *(f"{key:12} {figures[key]}" for key in ("lut4", "ff", "block_ram")),
        f"fmax         {figures['fmax_mhz']} MHz, median of {figures['seeds_mhz']}; the constraints ask for {figures['goal_mhz']}",
        f"longest path {path['ns']} ns, {path['levels']} levels of logic", f"  from       {path['from']}", f"  to         {path['to']}",
        f"rst_ni       {figures['reset_ns']} ns from the pin, recovery included",
    ]
    if "hart" in figures:
        hart = figures["hart"]
        lines += [f"hart         {hart['input']} needs {hart['input_ns']} ns, {hart['input_levels']} levels of logic; "
                  f"stall_o is there after {hart['stall_ns']} ns, {hart['stall_levels']} levels"]
    (ROOT / f"build/synth/{kind}/{name}.rpt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def placed(line, kinds, clocks=CLOCKS):
    """The figures of a preset for each of these kinds of netlist, all proved and placed."""
    with ThreadPoolExecutor(2) as pool:
        netlists = dict(zip(kinds, pool.map(lambda kind: synthesise(KINDS[kind][0], line, KINDS[kind][1]), kinds)))
        designs = {kind: prepare(netlist, KINDS[kind][0]) for kind, netlist in netlists.items()}
        proofs = {kind: pool.submit(prove, KINDS[kind][0], line, netlist, clocks) for kind, netlist in netlists.items()}
        runs = {kind: [pool.submit(place, design, seed) for seed in design.device.seeds] for kind, design in designs.items()}
        found = {}
        for kind, design in designs.items():
            try:
                found[kind] = summed(design, proofs[kind].result(), [run.result() for run in runs[kind]])
            except NoRoom as problem:
                found[kind] = {"no_room": str(problem)}
    return found


def measure(line):
    """The figures of one preset by kind of netlist; the timing of its ports in gates, if it has those of the hart."""
    found = placed(line, list(KINDS))
    for kind, figures in found.items():
        if "no_room" not in figures:
            report(kind, line.name, figures)
    gates = {"osu018": gate_timing(line)} if any("hart" in figures for figures in found.values()) else {}
    return {"top": line.top, "params": " ".join(line.params), **found, **gates}


def complain(name, figures):
    """Say of which netlists the clock is too slow; how many."""
    slow = {kind: said for kind in KINDS if (said := missed(figures[kind]))}
    for kind, said in slow.items():
        print(f"synth: {name} {kind}: {said}", file=sys.stderr)
    return len(slow)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("presets", nargs="*", metavar="PRESET")
    args = parser.parse_args()
    known = presets()
    for name in args.presets:
        if name not in known:
            parser.error(f"{name} is not in sim/lists/presets.list")
    (ROOT / BUILD).mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in args.presets or known:
        fragment = ROOT / BUILD / f"synth-{name}.json"
        fragment.unlink(missing_ok=True)
        try:
            figures = measure(known[name])
        except Failed as problem:
            print(f"synth: {name}: no figures: {problem}", file=sys.stderr)
            failed += 1
            continue
        fragment.write_text(json.dumps({"synth": {name: figures}}, indent=2) + "\n", encoding="utf-8")
        for kind in KINDS:
            shown = ("lut4", "ff", "block_ram", "fmax_mhz", "no_room")
            print(f"synth: {name} {kind}: " + ", ".join(f"{k} {figures[kind][k]}" for k in shown if k in figures[kind]))
        failed += complain(name, figures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

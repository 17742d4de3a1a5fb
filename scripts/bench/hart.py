# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Static timing of the hart-side ports in gates: OpenSTA on the netlist of form `sized`, in the osu018 library.

Each input comes from a buffer of the library; wires have no delay. `ns` of an input is what its longest path needs before
the edge, setup of the flip-flop included; of stall_o, from the edge to the port.
"""

import re

from netlists import ROOT, Failed, must, synthesise
from place import hart_inputs
from lib.osu018 import LIBERTY  # pylint: disable=wrong-import-order

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

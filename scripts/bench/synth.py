# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Netlists of one configuration: for ECP5, flat or with the units kept apart, and for gates.

Runs as a program of its own per netlist, since Yosys ends the process on an error:

    synth.py ecp5|ice40|units|gates|bits|sized TOP OUT.v [--nowide] [--define NAME] --param NAME=VALUE ... FILE...

In a netlist for an FPGA each flip-flop has the attribute `register`, its name in the RTL.
`bits` is `gates` with a net for each bit, as a reader without expressions wants it; in `sized` every net drives a few
pins and gates have the size for their load, so that its timing means something.
The netlist goes to OUT.v, for FPGAs also to OUT.v.json, Yosys' counts to OUT.stat.json.
"""

import argparse
import sys
from pathlib import Path

from pyosys import libyosys

sys.path.append(str(Path(__file__).resolve().parents[1]))
from lib.osu018 import LIBERTY  # noqa: E402  pylint: disable=wrong-import-position

SHARE = Path(libyosys.__file__).parent / "share"
SIZED = "+strash;&get,-n;&fraig,-x;&put;scorr;dc2;dch,-f;strash;&get,-n;&nf;&put;buffer,-N,12;upsize;dnsize"


def passes(args):
    """Yosys passes, and functions on the design, from the sources to the netlist."""
    values = " ".join(f"-set {name} {value}" for name, value in args.param)
    includes = " ".join(f"-I{directory}" for directory in args.include)
    yield f"read_verilog -sv -DSYNTHESIS {includes} {' '.join(args.files)}"
    # Not `hierarchy -chparam`: it ends in an assertion where a part's name begins with its top's.
    yield from [f"chparam {values} {args.top}"] if values else []
    yield f"hierarchy -check -top {args.top}"
    # The parameters are bound now, so the netlist takes the plain name of its top.
    yield f"rename -top {args.top}"
    if args.form in ("gates", "bits", "sized"):
        yield f"synth -flatten -top {args.top}"
        yield f"dfflibmap -liberty {LIBERTY}"
        yield f"abc -liberty {LIBERTY}" + (f" -script {SIZED}" if args.form == "sized" else "")
        yield from ["splitnets"] if args.form != "gates" else []
        yield "opt_clean -purge"
        yield f"tee -q -o {args.out}.stat.json stat -json -liberty {LIBERTY}"
    else:
        yield from ["proc", "flatten", name_registers] if args.form != "units" else []
        flags = "-noflatten" if args.form == "units" else ""
        flags += " -nowidelut" if args.nowide else ""
        tool = "synth_ice40" if args.form == "ice40" else "synth_ecp5"
        # A multiplier is counted in LUTs as all else, and cells_sim.v has no model of the other kind.
        flags += "" if args.form == "ice40" else " -nodsp"
        yield f"{tool} {flags} -top {args.top} -json {args.out}.json"
        yield f"tee -q -o {args.out}.stat.json stat -json"
        # Verilator takes no undefined parameter: memories begin with zeros, as on the device.
        yield "setundef -zero -params"
    yield f"write_verilog -noattr {args.out}"


def name_registers(design):
    """Yosys drops the names of wires that are no ports; attributes of a flip-flop stay."""
    for cell in design.top_module().selected_cells():
        if cell.hasPort(libyosys.IdString("\\Q")):
            wire = next(iter(cell.getPort(libyosys.IdString("\\Q")).bits())).wire
            cell.set_string_attribute(libyosys.IdString("\\register"), wire.name.str().removeprefix("\\"))


def cell_models(liberty, out):
    """The library's cells as Verilog, from the functions by which the netlist was mapped."""
    return [f"read_liberty -ignore_miss_func {liberty}", f"write_verilog -noattr {out}"]


def run(commands):
    design = libyosys.Design()
    for command in commands:
        if callable(command):
            command(design)
            continue
        libyosys.run_pass(f"tee -q {command}" if not command.startswith("tee") else command, design)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("form", choices=["ecp5", "ice40", "units", "gates", "bits", "sized", "cells"])
    parser.add_argument("top")
    parser.add_argument("out")
    parser.add_argument("--nowide", action="store_true", help="without LUTs of more than 4 inputs")
    parser.add_argument("--param", action="append", default=[], type=lambda s: s.split("=", 1))
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    run(cell_models(LIBERTY, args.out) if args.form == "cells" else passes(args))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write `rvt_tb_stage`: a module with a register in front of every input, for the lock-step harness.

usage: stage.py [--netlist] TOP [NAME=VALUE...] > rvt_tb_stage.sv

One rising edge takes the inputs of the clock that ends and shows those of the clock that begins, so
that a simulator evaluates the unit once a clock. Clock and reset pass as they are. The parameters
have the values given; a netlist is instantiated without any.
"""
import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARAMETER = re.compile(r"^(  parameter int unsigned (\w+)\s*=\s*)([^,/]+?)(?=\s*(?:,|//|$))", re.M)
PORT = re.compile(r"^  (input|output)\s+(\S+(?:\s*\[[^\]]+\])?)\s+(\w+)", re.M)
AS_THEY_ARE = ("clk_i", "rst_ni")


def header_of(top):
    found = [*ROOT.glob(f"rtl/*/{top}.sv"), *ROOT.glob(f"tb/rtl/{top}.sv")]
    if len(found) != 1:
        sys.exit(f"stage.py: {top}: expected one source file, found {len(found)}")
    header = re.search(rf"^module {top}\b.*?^\);", found[0].read_text(encoding="utf-8"), re.M | re.S)
    if not header:
        sys.exit(f"stage.py: {found[0].name}: no module {top}")
    return header[0]


def stage(top, values, netlist):
    header = header_of(top)
    parameters = [m[2] for m in PARAMETER.finditer(header)]
    unknown = set(values) - set(parameters)
    if unknown:
        sys.exit(f"stage.py: {top}: no parameter {', '.join(sorted(unknown))}")
    header = PARAMETER.sub(lambda m: m[1] + values.get(m[2], m[3]), header)
    yield header.replace(f"module {top}", "module rvt_tb_stage", 1)
    connect = []
    for direction, kind, name in PORT.findall(header):
        staged = direction == "input" and name not in AS_THEY_ARE
        connect.append(f".{name}({name}{'_q' if staged else ''})")
        if staged:
            yield f"  {kind} {name}_q;"
            yield f"  always_ff @(posedge clk_i) {name}_q <= {name};"
    if not netlist:
        yield f"  {top} #({', '.join(f'.{p}({p})' for p in parameters)}) dut ({', '.join(connect)});"
    else:
        yield f"  {top} dut ({', '.join(connect)});"
    yield "endmodule"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--netlist", action="store_true")
    parser.add_argument("top")
    parser.add_argument("values", nargs="*", metavar="NAME=VALUE")
    args = parser.parse_args()
    values = dict(value.split("=", 1) for value in args.values)
    print("\n".join(stage(args.top, values, args.netlist)))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""List the ports of a simulated top for its shim: one PORT(name, member, width, input) each.

usage: ports.py Vtop.h|unit.h > ports.inc

Reads the header that Verilator or Yosys' CXXRTL has made (tb/harness).
"""
import re
import sys

VERILATOR = re.compile(r"^\s*VL_(IN|OUT)(?:8|16|64|W)?\(&?(\w+),(\d+),(\d+)(?:,\d+)?\);")
CXXRTL = re.compile(r"^\s*/\*(input|output)\*/ value<(\d+)> (p_(\w+));")


def ports(lines):
    for line in lines:
        if m := VERILATOR.match(line):
            yield m[2], m[2], int(m[3]) - int(m[4]) + 1, m[1] == "IN"
        elif m := CXXRTL.match(line):
            # CXXRTL doubles the underscores of a name.
            yield m[4].replace("__", "_"), m[3], int(m[2]), m[1] == "input"


def main(path):
    with open(path, encoding="utf-8") as header:
        found = list(ports(header))
    if not found:
        sys.exit(f"{path}: no port found; expected lines such as VL_IN8(&clk_i,0,0);")
    for name, member, width, is_input in found:
        print(f"PORT({name}, {member}, {width}, {'true' if is_input else 'false'})")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

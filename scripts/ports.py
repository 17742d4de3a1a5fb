#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""List the ports of a Verilated top for tb/verilator/shim.cpp: one PORT(name, width, input) each.

usage: ports.py Vtop.h > ports.inc
"""
import re
import sys

PORT = re.compile(r"^\s*VL_(IN|OUT)(?:8|16|64|W)?\(&?(\w+),(\d+),(\d+)(?:,\d+)?\);")


def main(path):
    with open(path, encoding="utf-8") as header:
        found = [m for m in map(PORT.match, header) if m]
    if not found:
        sys.exit(f"{path}: no port found; expected lines such as VL_IN8(&clk_i,0,0);")
    for m in found:
        width = int(m[3]) - int(m[4]) + 1
        print(f"PORT({m[2]}, {width}, {'true' if m[1] == 'IN' else 'false'})")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compare the PCs of a trace with those that the core says it has retired.

    compare.py TRACE LOG     TRACE: what `rvt decode --pcs` prints; LOG: a PC a line

Each piece of the trace, between lines `# overflow`, has to be a run of LOG, and they come in order. Status 1 if one is not.
"""

import sys


def find(log, piece, start):
    """Where a piece begins in LOG, from `start` on: the place where most of it follows."""
    best, longest = None, -1
    at = start
    while True:
        try:
            at = log.index(piece[0], at)
        except ValueError:
            return best, longest
        length = next((i for i, pc in enumerate(piece) if at + i >= len(log) or log[at + i] != pc), len(piece))
        if length > longest:
            best, longest = at, length
        if length == len(piece):
            return best, longest
        at += 1


def main():
    trace, log_name = sys.argv[1:]
    with open(log_name, encoding="utf-8") as file:
        log = [int(line, 16) for line in file]
    pieces = [[]]
    with open(trace, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                pieces.append([])
            else:
                pieces[-1].append(int(line, 16))
    pieces = [piece for piece in pieces if piece]
    at = 0
    if not pieces:
        sys.exit(f"{trace}: expected PCs, found none")
    for number, piece in enumerate(pieces):
        found, length = find(log, piece, at)
        if length < len(piece):
            sys.exit(f"{trace}: piece {number}: expected a run of {log_name}, found {length} of {len(piece)} PCs; then 0x{piece[length]:x} in the trace"
                     + (f", 0x{log[found + length]:x} in the core" if found is not None and found + length < len(log) else ""))
        at = found + length
    print(f"{trace}: {sum(map(len, pieces))} PCs in {len(pieces)} pieces are those of the core")


if __name__ == "__main__":
    main()

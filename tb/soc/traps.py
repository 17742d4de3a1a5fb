#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The traps of an E-Trace capture: those that the core says it has taken, with xepc, xcause and xtval.

    traps.py LIST TRACE.nex ISA --elf ELF...

LIST is what the core has written to these registers, of which the trace is a piece: xepc, whether it was an interrupt, xcause, xtval. Where
the list has no trap the core cannot say them: packets have 0, the side-car says so, and the decoder reports neither.
"""
import json
import subprocess
import sys
from pathlib import Path

RVT = "build/bin/rvt"


def events(command, trace, *options):
    done = subprocess.run([RVT, command, "--json", *options, trace], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: trace that is lost
        sys.exit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def is_same(trap, taken):
    """An interrupt has no value, and nobody says the xepc of one behind an indirect jump."""
    pc, interrupt, cause, tval = taken
    return (trap["interrupt"], trap.get("cause")) == (int(interrupt), int(cause)) and \
        trap.get("from", pc) == pc and trap.get("tval") == (None if trap["interrupt"] else tval)


def follow(traps, taken, entries):
    """How many of the first traps are the first ones taken, and how many were taken between them that the adapter does not tell: interrupts
    directly after an exception, at the first instruction of its handler (docs/units/ingress-commit.md)."""
    hidden, before = 0, None
    for equal, trap in enumerate(traps):
        if before and before[1] == "0" and equal + hidden < len(taken) and not is_same(trap, taken[equal + hidden]):
            hidden += taken[equal + hidden][1] == "1" and taken[equal + hidden][0] in entries
        if equal + hidden >= len(taken) or not is_same(trap, taken[equal + hidden]):
            return equal, hidden
        before = taken[equal + hidden]
    return len(traps), hidden


def main():
    listed, trace, isa, *programs = sys.argv[1:]
    taken = [line.split(",") for line in Path(listed).read_text(encoding="utf-8").splitlines()]
    traps = [e for e in events("decode", trace, "--isa", isa, *programs) if e["kind"] == "trap"]
    if not traps and not taken:
        return
    if not taken:
        told = [t for t in traps if "cause" in t or "tval" in t] + [p for p in events("dump", trace) if p.get("ecause") or p.get("tval")]
        if told:
            sys.exit(f"{trace}: expected neither cause nor value of a core that has none, found {told[0]}")
        print(f"{trace}: {len(traps)} traps without cause and value")
        return
    entries = {t["to"] for t in traps if "to" in t}
    equal, hidden = max((follow(traps, taken[at:], entries) for at in range(len(taken))), default=(0, 0))
    if equal != len(traps):
        sys.exit(f"{trace}: expected {len(traps)} traps to be a piece of the {len(taken)} of {listed}, found no place for {traps[equal]} behind "
                 f"{equal} others")
    values, interrupts = (sum(1 for t in traps if t.get("tval", "0x0") != "0x0"), sum(t["interrupt"] for t in traps))
    if any(t[1] == "0" and t[3] != "0x0" for t in taken) > (values != 0) or any(t[1] == "1" for t in taken) > (interrupts != 0):
        sys.exit(f"{trace}: expected exceptions with a value, and interrupts, found {values} and {interrupts}")
    print(f"{trace}: {len(traps)} traps are those of {listed}; {values} exceptions have a value, {interrupts} are interrupts"
          f"{hidden and f', {hidden} after an exception not told' or ''}")


if __name__ == "__main__":
    main()

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What was decoded against what ran: PC by PC, overflow by overflow."""
import re

NO_FAULT = re.compile(r"rvt (decode|dump): [^:]*(:0x[0-9a-f]+)?: (overflow|warning): ")


def reading_failed(done):
    """What speaks against a run of `rvt decode` or `rvt dump`, or None. Trace that the stream says to be lost gives
    status 1, too."""
    lines = done.stderr.splitlines()
    if done.returncode == 0 or done.returncode == 1 and lines and all(map(NO_FAULT.match, lines)):
        return None
    return f"rvt {done.args[1]} ended with {done.returncode}: {done.stderr.strip()[:400]}"


def steps(lines):
    """What a list of PCs tells: an address, or "overflow", each with the line's second word."""
    for line in lines:
        words = line.split()
        if words[0].startswith("0x"):
            yield words[0], None
        elif "overflow" in words[:2]:
            yield "overflow", words[1] if len(words) > 1 else None


def compare_flow(ran_lines, decoded_lines):
    """The first difference between what ran and what was decoded, or None.

    A line `overflow N` of what ran allows the last N instructions before it to be missing.
    """
    ran = steps(ran_lines)
    overflows = since = total = 0
    for found, _ in steps(decoded_lines):
        step, lost = next(ran, ("nothing", None))
        if found == "overflow":
            missing = 0
            while step not in ("overflow", "nothing"):
                missing += 1
                step, lost = next(ran, ("nothing", None))
            overflows += 1
            if step == "nothing":
                return f"overflow {overflows} is not one of those announced"
            if lost is None:
                return f"overflow {overflows} does not say how many instructions it may lose"
            if missing > int(lost):
                return f"before overflow {overflows}, {missing} instructions are missing, at most {lost} may be"
            since = 0
            continue
        if step != found:
            return f"after overflow {overflows}, instruction {since}: ran {step}, decoded {found}"
        since += 1
        total += 1
    left, _ = next(ran, (None, None))
    if left:
        return f"after overflow {overflows}, instruction {since}: ran {left}, decoded nothing"
    return None if total else "nothing ran"

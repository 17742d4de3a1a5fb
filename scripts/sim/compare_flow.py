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


PRIVILEGE = {"0": "U", "1": "S", "3": "M", "5": "VU", "6": "VS"}  # codes of the ingress port (NT:ING-18)
LEVEL = {0b000: "U", 0b001: "S", 0b011: "M", 0b100: "VU", 0b101: "VS"}  # V and PRV of an Ownership (NT:OWN-03)
FORMAT_HCONTEXT, FORMAT_SCONTEXT = 0b11, 0b10  # NT:OWN-02


def ran_steps(lines):
    """What ran: an address and who ran it if it is told, or "overflow" and how many instructions it may lose."""
    for line in lines:
        words = line.split()
        if words[0] == "overflow":
            yield "overflow", words[1] if len(words) > 1 else None
        elif len(words) > 1:
            yield words[0], (PRIVILEGE[words[1]], *(int(word, 16) for word in words[2:]))
        else:
            yield words[0], None


class Owner:
    """Who runs, by the Ownership messages since the last sync. A privilege changes with a transfer, so it holds from the
    message on; a context that changes in straight code holds from some instruction before the next message on (NT:OWN-15),
    so it is said to come."""

    def __init__(self):
        self.level, self.hcontext, self.coming = None, (), []

    def tell(self, process):
        self.level = LEVEL[process >> 2 & 7]
        if process & 3 == FORMAT_HCONTEXT:
            self.hcontext = (process >> 5,)
        elif process & 3 == FORMAT_SCONTEXT:
            context = (*self.hcontext, process >> 5)
            if self.coming[-1:] != [context]:
                self.coming.append(context)

    def is_right(self, level, *contexts):
        """Whether this one may run now: contexts come in the order in which they were told."""
        if contexts in self.coming:
            del self.coming[: self.coming.index(contexts)]
        return level == self.level and contexts == (self.coming[0] if self.coming else ())

    def __str__(self):
        return " ".join(map(str, (self.level, *self.coming)))


def decoded_steps(lines):
    """What `rvt decode` prints of it, as ran_steps()."""
    owner = Owner()
    for line in lines:
        words = line.split()
        if words[0].startswith("0x"):
            yield words[0], owner
        elif "overflow" in words[:2]:
            yield "overflow", words[1] if len(words) > 1 else None
        elif words[1:2] == ["sync"]:
            owner = Owner()
        elif words[1:2] == ["ownership"]:
            owner.tell(int(words[2].removeprefix("process="), 16))


def compare_flow(ran_lines, decoded_lines):
    """The first difference between what ran and what was decoded, or None.

    A line `overflow N` of what ran allows the last N instructions before it to be missing. An instruction of which what ran
    says who ran it must be decoded so.
    """
    ran = ran_steps(ran_lines)
    overflows = since = total = 0
    for found, owner in decoded_steps(decoded_lines):
        step, said = next(ran, ("nothing", None))
        if found == "overflow":
            missing = 0
            while step not in ("overflow", "nothing"):
                missing += 1
                step, said = next(ran, ("nothing", None))
            overflows += 1
            if step == "nothing":
                return f"overflow {overflows} is not one of those announced"
            if said is None:
                return f"overflow {overflows} does not say how many instructions it may lose"
            if missing > int(said):
                return f"before overflow {overflows}, {missing} instructions are missing, at most {said} may be"
            since = 0
            continue
        if step != found:
            return f"after overflow {overflows}, instruction {since}: ran {step}, decoded {found}"
        if said is not None and not owner.is_right(*said):
            return f"after overflow {overflows}, instruction {since}, {step}: ran as {said}, decoded as {owner}"
        since += 1
        total += 1
    left, _ = next(ran, (None, None))
    if left:
        return f"after overflow {overflows}, instruction {since}: ran {left}, decoded nothing"
    return None if total else "nothing ran"

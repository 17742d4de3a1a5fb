# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What was decoded against what ran: PC by PC, overflow by overflow."""
import mmap
import re
from itertools import zip_longest
from pathlib import Path

CHUNK = 1 << 20
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
    """What ran: an address, who ran it and when it was reported if that is told, or "overflow" and how many instructions it may lose."""
    for line in lines:
        words = line.split()
        time = int(words.pop()[1:], 16) if words[-1][0] == "~" else None
        if words[0] == "overflow":
            yield "overflow", words[1] if len(words) > 1 else None, None
        elif len(words) > 1:
            yield words[0], (PRIVILEGE[words[1]], *(int(word, 16) for word in words[2:])), time
        else:
            yield words[0], None, time


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
    """What `rvt decode` prints of it, as ran_steps(); the time is its bounds, of which the later one may be beyond a wrap."""
    owner = Owner()
    for line in lines:
        words = line.split()
        if words[0].startswith("0x"):
            bounds = words[-1].split("..") if len(words) > 2 and words[-2][0] == "~" else None
            yield words[0], owner, bounds and tuple(int(bound, 16) for bound in bounds)
        elif "overflow" in words[:2]:
            yield "overflow", words[1] if len(words) > 1 else None, None
        elif words[1:2] == ["sync"]:
            owner = Owner()
        elif words[1:2] == ["ownership"]:
            owner.tell(int(words[2].removeprefix("process="), 16))


def compare_flow(ran_lines, decoded_lines, time_bits=None):
    """The first difference between what ran and what was decoded, or None.

    A line `overflow N` of what ran allows the last N instructions before it to be missing. An instruction of which what ran
    says who ran it must be decoded so. With `time_bits`, times of so many bits must lie within the bounds that are decoded, and some must
    have bounds.
    """
    ran = ran_steps(ran_lines)
    nothing = ("nothing", None, None)
    overflows = since = total = bounded = 0
    for found, owner, bounds in decoded_steps(decoded_lines):
        step, said, time = next(ran, nothing)
        if found == "overflow":
            missing = 0
            while step not in ("overflow", "nothing"):
                missing += 1
                step, said, time = next(ran, nothing)
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
        if time_bits is not None and bounds is not None:
            if time is None:
                return f"after overflow {overflows}, instruction {since}, {step}: ran at no time that is told, decoded from 0x{bounds[0]:x} until 0x{bounds[1]:x}"
            span, late = ((value - bounds[0]) % (1 << time_bits) for value in (bounds[1], time))
            if late > span:
                return f"after overflow {overflows}, instruction {since}, {step}: ran at 0x{time:x}, decoded from 0x{bounds[0]:x} until 0x{bounds[1]:x}"
            bounded += 1
        since += 1
        total += 1
    left, *_ = next(ran, (None,))
    if left:
        return f"after overflow {overflows}, instruction {since}: ran {left}, decoded nothing"
    if time_bits is not None and 2 * bounded < total:
        return f"{bounded} of {total} instructions have bounds of their time"
    return None if total else "nothing ran"


def is_same(one, other):
    """Whether two files have the same bytes."""
    with open(one, "rb") as first, open(other, "rb") as second:
        while (part := first.read(CHUNK)) == second.read(CHUNK):
            if not part:
                return True
    return False
    return False


def text_in(path):
    """The bytes of a file, not read before they are looked at."""
    if Path(path).stat().st_size == 0:
        return b""
    with open(path, "rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def pieces_of(path, overflow):
    """A file of addresses up to each line that begins so, with the rest of that line; the last one has none."""
    text, at = text_in(path), 0
    for line in re.finditer(rb"^" + overflow + rb"\b *(.*)\n", text, re.M):
        yield text[at : line.start()], line[1]
        at = line.end()
    yield text[at:], None


def is_same_flow(ran, decoded):
    """Whether a file of what `rvt decode --pcs` prints is certainly what compare_flow() takes: an overflow may lose the last instructions
    before it. No line is looked at alone; contexts and times of what ran it does not know."""
    if is_same(ran, decoded):
        return Path(ran).stat().st_size != 0
    both = zip_longest(pieces_of(ran, b"overflow"), pieces_of(decoded, b"# overflow"), fillvalue=(b"", b"none"))
    total = 0
    for (want, lost), (found, line) in both:
        if (lost is None) != (line is None) or not want.startswith(found):
            return False
        missing = want.count(b"\n") - found.count(b"\n")
        if missing > (int(lost) if lost and lost.isdigit() else 0):
            return False
        total += len(found)
    return total != 0


def piece_missing(recorded, ran):
    """The first piece of what ran, up to an overflow, that is not in the recording behind the one before it; or None. Both are files of
    addresses, and what ran may have more than the address in a line."""
    if is_same(recorded, ran):
        return None
    text, at = text_in(recorded), 0
    for piece, _ in pieces_of(ran, b"overflow"):
        piece = re.sub(rb" .*", b"", piece) if b" " in piece else piece
        found = text.find(piece, at)
        if found < 0:
            return piece
        at = found + len(piece)
    return None


def count_lines(path, begin):
    """Lines of a file that begin so."""
    count, before = 0, b"\n"
    with open(path, "rb") as file:
        while part := file.read(CHUNK):
            text = before + part
            count += text.count(b"\n" + begin)
            before = text[-len(begin) :]
    return count


AMBIGUOUS = "ETR:DC-05"  # the remark of `rvt decode` that what follows may be wrong up to the next synchronization packet


def certain_pieces(lines):
    """Of what was decoded up to each overflow: the addresses, without those from such a remark on up to the synchronization; whether the
    last of them are certain."""
    pieces, certain = [[]], True
    for line in lines:
        words = line.split()
        if words[0].startswith("0x"):
            pieces[-1] += [words[0]] if certain else []
        elif "overflow" in words[:2]:
            yield pieces, certain
            pieces, certain = [[]], True
        elif words[1] == "warning" and words[-1] == AMBIGUOUS:
            certain = False
        elif not certain and (words[1] == "sync" or words[1] == "trap" and any(word.startswith("to=") for word in words)):
            certain = True
            pieces.append([])
    yield pieces, certain


def ran_pieces(lines):
    """What ran up to each overflow, and how many of these instructions may be missing."""
    ran = []
    for step, said, _ in ran_steps(lines):
        if step == "overflow":
            yield ran, int(said)
            ran = []
        else:
            ran.append(step)
    yield ran, 0


def compare_certain(ran_lines, decoded_lines):
    """The first difference between what ran and what was decoded where no remark allows one, or None.

    Of an overflow as compare_flow(). What is certain ran in this order, up to the first remark without a gap, and from the last
    synchronization on up to the end. At least half of what ran has to be certain.
    """
    all_ran, all_decoded = list(ran_pieces(ran_lines)), list(certain_pieces(decoded_lines))
    if len(all_ran) != len(all_decoded):
        return f"after overflow {min(len(all_ran), len(all_decoded)) - 1}: expected {len(all_ran) - 1} overflows, decoded {len(all_decoded) - 1}"
    for overflow, ((ran, missing), (pieces, to_end)) in enumerate(zip(all_ran, all_decoded)):
        at = 0
        for number, piece in enumerate(pieces):
            last = to_end and number == len(pieces) - 1
            first = 0 if number == 0 else max(at, len(ran) - len(piece) - missing) if last else at
            starts = [0] if number == 0 else range(first, len(ran) - len(piece) + 1)
            begin = next((i for i in starts if ran[i : i + len(piece)] == piece), None)
            if begin is None or (last and len(ran) - begin - len(piece) > missing):
                return (f"after overflow {overflow}, ambiguous report {number}: the {len(piece)} instructions from {piece[:1]} on "
                        f"did not run after instruction {at}, or not up to the end")
            at = begin + len(piece)
    total, certain = sum(len(ran) for ran, _ in all_ran), sum(len(piece) for pieces, _ in all_decoded for piece in pieces)
    return None if 2 * certain >= total > 0 else f"{certain} of {total} instructions are certain"

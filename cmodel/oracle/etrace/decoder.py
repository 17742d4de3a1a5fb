#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A slow decoder of E-Trace, written from the requirement rows alone, in every mode of strict 2.0, and with irets.

    decoder.py CAPTURE [ELF]    the side-car is CAPTURE.json; without ELF the program is the one it names

Prints the address of each instruction that retired, one a line. A report that more than one place of the program fits, by all that the rows
say of when an encoder sends it, is ambiguous (ETR:DC-05, AMB-7, AMB-26): the first of them is taken, and they are counted. Exit 1: damaged;
2: a bad file.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import packets
from place import Place
from program import Program

COUNT_MAX = 0xFFFFFFFF


class Damaged(Exception):
    pass


class Decoder:
    def __init__(self, program, car, out):
        self.at, self.out = Place(program, car), out
        self.options, self.vectors = self.at.options, car.get("etrace", {})
        self.live = False  # since a synchronization packet
        self.reported = False  # nothing has retired since the instruction that was reported last, as far as packets say
        self.ended = False  # and nothing has: what is next is a trap, a 3.0 or the end
        self.ambiguous, self.instructions, self.damaged, self.skipping = Counter(), 0, 0, False

    def show(self):
        self.instructions += 1
        self.out.write(f"0x{self.at.pc:x}\n")

    def choose(self, fits, loops):
        """The first of the places that fit; `loops`: the walk came back to where it was."""
        if not fits:
            raise Damaged("no instruction of the program fits the address")
        if len(fits) > 1 or (loops is not None and fits[0][1] in ("here", "goes on") and fits[0][0] >= loops):
            self.ambiguous["/".join(sorted({how for _, how in fits}))] += 1
        return fits[0]

    def places(self, start, fits_at):
        """Walk on as far as outcomes and program say. `fits_at` tells of each place what fits there."""
        place, fits, seen, steps = start.copied(), [], {}, 0
        while True:
            key = (place.pc, place.own, place.left(), place.irets, place.implied, tuple(place.stack))
            if key in seen:
                return fits, seen[key]
            seen[key] = steps
            fits += [(steps, how) for how in fits_at(place, steps)]
            if not place.step():
                return fits, None
            steps += 1

    def go(self, steps, how, address):
        for step in range(steps):
            self.at.step()
            self.show()
        if how in ("jump", "mispredicted", "predicted"):
            self.at.jump(address)

    # Formats 0, 1 and 2.

    def fits_report(self, p, address, following):
        target, ext = self.at.program.at(address), self.at.w.iret_ext
        own = int(target is not None and target.kind == "branch")

        def has_depth(place):
            """ETR:A-05 (ii) and (iii); a notification or a full count alone has none."""
            if (p.notify or (p.kind == "count" and p.count == COUNT_MAX)) and not p.irreport:
                return True
            return p.irreport == place.needs_depth() and (not p.irreport or p.irdepth == len(place.stack))

        def is_last(place):
            """Whether the encoder reports this instruction, to which no uninferable jump has led."""
            if p.updiscon or p.kind == "index":
                return False
            if p.kind == "count" and p.count == COUNT_MAX and (ext or not p.irreport):
                return True
            if p.notify or following is None or following.kind == "trap":
                return True
            if following.kind == "support":
                return following.qual in (packets.ENDED_REP, packets.LOST)
            if following.kind != "start":
                return False
            return following.context != place.context or place.way_to(following) is not None

        def is_target(place):
            """Whether it reports the target of an uninferable jump so."""
            if p.notify:
                return False
            if p.updiscon or following is None:
                return True
            if following.kind == "start":
                return self.comes_later(place, address, following)
            return following.kind != "trap" and (following.kind != "support" or following.qual != packets.ENDED_REP)

        def at_return(place):
            """ETR:A-06: what a return leads to has the count before it, but with an empty stack and none."""
            if (p.irreport, p.irdepth if p.irreport else 0) != (bool(place.stack or place.irets), place.irets):
                return
            right = place.stack and not place.differs(address)
            if is_target(place) and (not right or p.kind != "index" or not place.predicts()):
                yield "predicted" if right else "mispredicted" if place.stack else "jump"

        def at_irets(place, steps):
            if place.left() != own or place.insn is None:
                return
            count = p.irdepth if p.irreport else 0
            if steps > 0 and place.pc == address and not place.implied and is_last(place):
                if (p.irreport, count) == (place.irets != 0, place.irets):
                    yield "here"
            if place.insn.kind == "return" and place.on(packets.IMPLICIT_RETURN):
                yield from at_return(place)
            elif not p.irreport and place.is_uninferable() and is_target(place):
                yield "jump"

        def at(place, steps):
            if place.left() != own:
                return
            if steps > 0 and place.pc == address and has_depth(place) and is_last(place):
                yield "here"
            if not p.irreport and place.is_uninferable() and is_target(place):
                yield "jump"
            if p.irreport and place.may_mispredict(address) and p.irdepth == len(place.stack) and is_target(place):
                yield "mispredicted"

        return at_irets if ext else at

    def comes_later(self, place, address, start):
        """Whether a 3.0 fits after the target `address` of a jump, but not right after it: that has an updiscon flag."""
        after = place.copied()
        after.jump(address)
        after.irets, after.own = 0, after.outcome() if after.is_branch() else None
        fits, _ = self.places(after, self.fits_start(start))
        return any(steps > 0 for steps, _ in fits)

    def report(self, p, following):
        at = self.at
        if p.kind == "count":
            at.right, at.wrong = p.count + 31, int(p.fmt != 2)
        at.map = p.map[:]
        if not p.has_address:
            self.last_branch()
            return
        if p.kind == "index":
            if p.index not in at.cache:
                raise Damaged(f"the cache has nothing in entry {p.index}")
            address = at.cache[p.index]
        else:
            address = at.canonical(p.address + (0 if at.on(packets.FULL_ADDRESS) else at.base))
        steps, how = self.choose(*self.places(at, self.fits_report(p, address, following)))
        self.go(steps, how, address)
        if how != "here":
            self.show()
            at.cache[at.entry(at.w.cache_bits)] = address
        if how == "predicted":  # ETR:DC-03
            del at.cache[at.entry(at.w.cache_bits)]
        at.base, at.irets = address, 0
        self.reported = p.updiscon or how == "here"
        self.ended = self.reported and not p.notify and not (p.kind == "count" and p.count == COUNT_MAX)
        self.take_own()

    def take_own(self):
        """The outcome of a branch that is reported, for when the walk goes on."""
        if self.at.is_branch():
            self.at.own = self.at.outcome()

    def last_branch(self):
        """ETR:DEC-01: all outcomes, and no address."""
        at = self.at
        while not (at.is_branch() and at.left() == 1):
            if not at.step():
                raise Damaged("a map or count without an address leads to an instruction whose target is not known")
            self.show()
        self.ended = self.reported = False
        self.take_own()

    # Format 3.

    def fits_start(self, p):
        differs = (p.priv, p.context) != (self.at.priv, self.at.context)

        def at(place, steps):
            """A resynchronization follows what has not been reported, as nothing was to tell (ETR:R-03, DC-06)."""
            if not place.left() and ((differs and not self.at.w.iret_ext) or steps == 0 or not (place.irets or place.is_branch())):
                way = place.way_to(p)
                if way is not None:
                    yield way

        return at

    def synchronize(self, p, address):
        self.at.options = self.options
        self.at.reset(address)
        self.at.base, self.at.priv, self.at.context = address, p.priv, p.context
        if self.at.is_branch():
            self.at.own = 1 - p.branch  # ETR:F3-01
            self.at.train(self.at.own)  # ETR AMB-17
        self.live, self.reported, self.ended, self.skipping = True, True, False, False
        self.show()

    def start(self, p):
        address = self.at.canonical(p.address)
        if self.live and not self.ended:
            fits, loops = self.places(self.at, self.fits_start(p))
            fits.sort(key=lambda fit: fit[1] != "goes on")  # ETR:DEC-01: the walk ends at the address
            self.go(*self.choose(fits, loops), address)
        self.synchronize(p, address)

    def handler(self, p):
        """ETR:M-IEX: of the level that the trap leads to, by its cause."""
        name = {0: "utvec", 1: "stvec", 3: "mtvec", 6: "vstvec"}.get(p.priv)
        if name not in self.vectors:
            raise Damaged(f"an implied handler needs {name} in the side-car")
        vector = int(self.vectors[name], 16)
        return (vector & ~3) + (4 * p.cause if vector & 3 == 1 and p.interrupt else 0)

    def trap(self, p):
        if self.live and not self.reported:
            raise Damaged("a trap follows an instruction that no packet has reported")
        self.live = False
        if p.thaddr:
            self.synchronize(p, self.at.canonical(self.handler(p) if p.implicit else p.address))

    def packet(self, p, following):
        if p.kind == "support":
            self.options = p.options
            self.live = self.live and p.qual == packets.NO_CHANGE
        elif p.kind == "context":
            self.at.priv, self.at.context = p.priv, p.context
        elif p.kind == "start":
            self.start(p)
        elif p.kind == "trap":
            self.trap(p)
        elif self.live:
            self.report(p, following)
        elif not self.skipping:
            raise Damaged("a report before a synchronization packet")

    def decode(self, data, name):
        all_of_them = packets.read(data, self.at.w)
        for p, following in zip(all_of_them, all_of_them[1:] + [None]):
            try:
                self.packet(p, following)
            except Damaged as error:
                self.damaged, self.live, self.skipping = self.damaged + 1, False, True
                print(f"{name}: byte {p.at}, at 0x{self.at.pc:x}: {error}", file=sys.stderr)
                if p.kind == "start" or (p.kind == "trap" and p.thaddr and p.address is not None):  # good in itself
                    self.synchronize(p, self.at.canonical(p.address))
        kinds = "".join(f", {count} {how}" for how, count in sorted(self.ambiguous.items()))
        counts = f"{len(all_of_them)} packets, {self.instructions} instructions, {self.damaged} damaged"
        print(f"{name}: {counts}, {sum(self.ambiguous.values())} ambiguous{kinds}", file=sys.stderr)
        return self.damaged == 0


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    capture = Path(sys.argv[1])
    try:
        car = json.loads(Path(f"{capture}.json").read_text(encoding="utf-8"))
        elf = sys.argv[2] if len(sys.argv) == 3 else capture.parent / car["elf"][0]["path"]
        good = Decoder(Program(elf), car, sys.stdout).decode(capture.read_bytes(), capture.name)
    except (OSError, ValueError) as error:
        print(f"{capture.name}: {error}", file=sys.stderr)
        return 2
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

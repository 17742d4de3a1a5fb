# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A script of accesses with what they read: tb/agents/reg_steps.h has its form.

Here is what holds for the fields of every component; hardware.py has what differs.
"""

import random

from fields import INDEX
from reference import CLOSING, FALLING, OFF, RISING, part
from seen import ALONE, SMALL, WIDE, Seen, corners

RANDOM_WRITES = 400
BRIEF_WRITES = 150
CLOSE_CLOCKS = 8  # until a handshake that nobody holds has ended


class Script:
    """Steps, their reference and their counts."""

    STATES = (OFF, RISING, "idle", "draining", "enabled", "running", FALLING)

    def __init__(self, reference, seed):
        self.ref, self.rng = reference, random.Random(seed)
        self.lines, self.accesses = [], 0
        self.seen = Seen(reference, self.STATES)

    # Steps.
    def say(self, text):
        self.lines.append(f"# {text}")

    def set(self, **levels):
        for name, value in levels.items():
            if self.ref.levels[name] != value:
                self.ref.level(name, value)
                self.lines.append(f"set {name} {int(value)}")

    def wait(self, clocks=CLOSE_CLOCKS):
        self.lines.append(f"wait {clocks}")
        self.ref.clocks(clocks)

    def read(self, offset):
        value, known = self.ref.read(offset)
        self.seen.read(offset, value)
        self.ref.clocks(2)
        self.lines.append(f"r {offset:03x} {value:x} {known:x}")
        self.accesses += 1

    def until(self, mask, value):
        """Control is read until it says so."""
        self.lines.append(f"until 000 {mask:x} {value:x}")
        self.accesses += 1

    def all(self):
        """Every word of the block, those that are not there included."""
        found = []
        for offset in range(0, 4096, 4):
            value, known = self.ref.read(offset)
            self.seen.read(offset, value)
            self.ref.clocks(2)
            if value or known != 0xFFFFFFFF:
                found.append(f"{offset:03x}={value:x}/{known:x}")
        self.lines.append(" ".join(["all", *found]))
        self.accesses += 1024

    def write(self, offset, data, strobes=15):
        self.ref.clocks(1)
        self.seen.write(offset, data, strobes)
        was = self.ref.want
        self.ref.write(offset, data, strobes)
        self.lines.append(f"w {offset:03x} {data:x} {strobes}")
        self.accesses += 1
        if was != self.ref.want:
            if was:
                self.read(0)  # Active still reads 1, Enable 0, and nothing else has changed (TCI:CTRL-06)
                self.seen.deactivated()
                self.closing()
            self.wait()

    def check(self, offset, data, strobes=15):
        """A write, and what it has made of the word."""
        self.write(offset, data, strobes)
        self.read(offset)

    # Words.
    def places(self):
        return self.ref.words.items()

    def field(self, name):
        """A field and the word that it is in."""
        return next((f, w) for _, w in self.places() for f in w.fields if f.name == name)

    def word(self, offset, **fields):
        """The word as it reads, some fields changed; RW1C fields are not touched."""
        data = self.ref.word_reads(offset)
        for f in self.ref.words[offset].fields:
            if f.access == "RW1C":
                data &= ~f.mask
            if f.name == self.ref.active:
                data |= f.mask
            if f.name in fields:
                data = data & ~f.mask | fields[f.name] << f.lsb
        return data

    def put(self, offset, **fields):
        self.write(offset, self.word(offset, **fields))

    def control(self, **fields):
        """Enable and others, by the ends of their names."""
        prefix = self.ref.active[: -len("Active")]
        self.put(0, **{prefix + name: value for name, value in fields.items()})

    def samples(self, f, env):
        """Values that are written to a field."""
        if f.width <= SMALL:
            return list(range(1 << f.width))
        ranges = f.ranges(env) if f.items else []
        found = corners(ranges, f.width)
        wide = min(1 << f.width, len(found) + WIDE)
        while len(found) < wide:
            found.add(self.rng.randrange(1 << f.width))
        return sorted(found)

    def any_legal(self, f, env, *but):
        values = [v for low, high in f.ranges(env) for v in {low, high, self.rng.randint(low, high)}]
        return self.rng.choice([v for v in values if v not in but] or values)

    def lively(self, w):
        """Whether software can change the word in this build."""
        return any(self.seen.can_change(f, w) for f in w.fields)

    # What a component has of its own.
    def enter(self, state):
        """From any state."""
        raise NotImplementedError

    def closing(self):
        """Active = 0 has just been written."""

    def activate(self):
        self.enter("idle")

    def off(self):
        self.enter(OFF)

    def changed(self):
        """Bring every field that can to another value than its reset."""
        raise NotImplementedError

    # Steps that hold for every component.
    def fresh(self):
        """After reset: nothing can be written but Active, and everything reads as it must."""
        self.say("reset, inactive")
        self.all()
        for offset, _ in self.places():
            self.check(offset, 0xFFFFFFFE if offset == 0 else 0xFFFFFFFF)
        for offset in range(0, 4096, 4):
            if offset not in self.ref.words:
                self.write(offset, self.rng.getrandbits(32))
        self.all()
        self.say("activation: reset values")
        self.activate()
        self.all()

    def absent(self):
        self.say("words that are not there")
        for offset in range(0, 4096, 4):
            if offset not in self.ref.words:
                self.write(offset, 0xFFFFFFFF)
        self.all()

    def quiet(self, offset, data):
        """A word that leaves the component idle."""
        if offset:
            return data
        enable = next(f.mask for f in self.ref.control.fields if f.name == self.ref.enable)
        return data & ~enable | 1

    def values(self):
        """Every field: each value that counts, over each legal value where the old one matters."""
        for offset, w in self.places():
            self.say(f"values of {w.name}")
            self.activate()
            plain = []
            for f in w.fields:
                if f.name == self.ref.active:
                    continue
                if f.policy in ("FIXED", "NONE") or not self.seen.can_change(f, w):
                    plain.append([v << f.lsb for v in self.samples(f, dict(self.ref.env, **{INDEX: w.index}))])
                else:
                    self.values_of(offset, w, f)
            for i in range(max(map(len, plain), default=0)):
                data = self.rng.getrandbits(32) & ~sum(f.mask for f in w.fields)
                data |= sum(values[i % len(values)] for values in plain)
                self.activate()
                self.check(offset, data | 1 if offset == 0 else data)
            self.activate()
            if self.lively(w):
                self.all()
        self.all()

    def values_of(self, offset, w, f):
        for names, env in self.seen.worlds(f, w):
            fixed = dict(names)
            olds = [None]
            if f.policy in ("KEEP", "KEEP_NONZERO"):
                olds = [v for low, high in f.ranges(env) for v in range(low, high + 1)]
            for old in olds:
                for value in self.samples(f, env):
                    self.activate()
                    if old is not None:
                        self.write(offset, self.quiet(offset, self.word(offset, **fixed, **{f.name: old})))
                    self.check(offset, self.word(offset, **fixed, **{f.name: value}))

    def strobes(self):
        """Every set of bytes, with as many bits changed as there are."""
        for offset, w in self.places():
            self.say(f"bytes of {w.name}")
            for strobes in (*range(16), *(range(16) if self.lively(w) else ())):
                self.activate()
                data = ~self.ref.word_reads(offset) & 0xFFFFFFFF
                if self.rng.randrange(3) == 0:
                    data = self.rng.getrandbits(32)
                self.check(offset, self.bounded(data | 1, strobes) if offset == 0 else data, strobes)
                if self.rng.randrange(8) == 0:
                    self.read(0)
        self.activate()
        self.all()

    def alone(self):
        """No byte, and each byte alone, in every state: nothing but what is written in it changes, ends or begins."""
        for state in self.STATES:
            self.say(f"bytes alone, {state}")
            for offset, w in self.places():
                for strobes in ALONE if self.lively(w) else ():
                    self.enter(state)
                    data = ~self.ref.word_reads(offset) & 0xFFFFFFFF
                    if offset == 0 and strobes & 1:
                        data = data & ~1 | int(state not in (OFF, FALLING, CLOSING))
                    self.write(offset, self.bounded(data, strobes) if offset == 0 else data, strobes)
                    for place in dict.fromkeys((offset, *(o for o, v in self.places() if self.lively(v)))):
                        self.read(place)
        self.activate()

    def states(self):
        """Writes of something else in every state, taken or refused."""
        for state in self.STATES:
            self.say(f"writes, {state}")
            for offset, w in self.places():
                for turn in range(3 if self.lively(w) else 1):
                    self.enter(state)
                    data = self.other(offset, w, turn)
                    if offset == 0:
                        data = data & ~1 | int(state not in (OFF, FALLING, CLOSING))
                        if state not in (OFF, RISING, FALLING, CLOSING):
                            data = self.bounded(data)
                    self.check(offset, data)
            self.enter(state)
            self.all()
        self.activate()

    def other(self, offset, w, turn):
        """Another value for each field: a legal one, where there is one and this is not the first turn."""
        now = self.ref.word_reads(offset)
        data = ~now & 0xFFFFFFFF
        if not self.lively(w):
            return data
        env = dict(self.ref.env, **{g.name: g.mask >> g.lsb for g in w.fields}, **{INDEX: w.index})
        for f in w.fields:
            if turn and f.access == "WARL" and f.policy != "CLEAR" and self.seen.can_change(f, w):
                value = self.any_legal(f, env, part(f, now))
                data, env[f.name] = data & ~f.mask | value << f.lsb, value
            if turn == 2 and f.name == self.ref.enable:
                data = data & ~f.mask | now & f.mask
        return data

    def resets(self):
        """Active 0 and 1 with every field changed: the reset values come back."""
        for turn in range(2):
            self.say("changed, then inactive, then active")
            self.activate()
            for offset, w in self.places():
                if not self.lively(w):
                    self.check(offset, 0xFFFFFFFF if offset else self.word(0))
            self.changed()
            self.all()
            self.off()
            self.all()
            self.activate()
            self.all()

    def chance(self, writes=RANDOM_WRITES):
        """Accesses by chance."""
        self.say("by chance")
        self.activate()
        offsets = list(self.ref.words)
        lively = [o for o, w in self.places() if self.lively(w)]
        for _ in range(writes):
            self.disturb()
            offset = self.rng.choice(lively * 6 + [0] * 6 + offsets[:20] + [4 * self.rng.randrange(1024)])
            data = self.rng.choice((self.rng.getrandbits(32), self.rng.getrandbits(32) & self.rng.getrandbits(32),
                                    0xFFFFFFFF, 0))
            strobes = self.rng.choice((15, 15, self.rng.getrandbits(4)))
            if offset == 0:
                data = self.bounded(data | 1, strobes)
            self.write(offset, data, strobes)
            for place in (0, offset, self.rng.choice(lively)):
                self.read(place)
        self.all()

    def disturb(self):
        """Something happens in hardware, by chance."""

    def bounded(self, data, _strobes=15):
        """A word of Control that leaves behind nothing that ends in a clock unknown."""
        return data

    def brief(self):
        """The corners of each field, and accesses by chance."""
        self.fresh()
        self.values()
        self.activate()
        self.all()
        self.chance(BRIEF_WRITES)

    def run(self):
        """All steps; lines of what they leave open, and the counts of each field."""
        self.fresh()
        self.absent()
        self.values()
        self.strobes()
        self.alone()
        self.states()
        self.resets()
        words = self.ref.words.values()
        for method in dict.fromkeys(name for w in words for f in w.fields for name in f.shown.split()):
            self.say(method)
            self.activate()
            before = self.accesses
            getattr(self, method, lambda: None)()
            if self.accesses > before:
                self.seen.shown.add(method)
        self.chance()
        self.activate()
        self.resets()
        return self.seen.missing()

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What accesses have shown of every field, and what is missing.

Counted from the accesses alone, as they stand in the script: a written value counts once the word has been
read after it.
"""

from collections import defaultdict
from itertools import product

from fields import INDEX
from reference import FALLING, OFF, ON, lanes_of, part

SMALL = 6  # bits: of such a field every value is seen
ALONE = (0, 1, 2, 4, 8)  # strobes of one byte at most
WIDE = 12  # so many values of a wider one, beside its corners


def corners(ranges, width):
    """Values of a wide field that say most: ends of the legal ranges and their neighbours, single bits."""
    ones = (1 << width) - 1
    found = {0, ones} | {1 << i for i in range(width)} | {ones ^ 1 << i for i in range(width)}
    for low, high in ranges:
        found |= {low, high, max(low - 1, 0), min(high + 1, ones)}
    return found


def is_legal(ranges, value):
    return any(low <= value <= high for low, high in ranges)


class Seen:
    """Counts of one script."""

    def __init__(self, reference, states):
        self.ref, self.states = reference, states
        self.values = defaultdict(set)  # (field, index, values of what it depends on) -> (value, old)
        self.strobes = defaultdict(set)  # (field, index) -> none, some, all
        self.alone = defaultdict(set)  # ... -> strobes of one byte at most, with something to lose or to gain
        self.in_state = defaultdict(set)
        self.resets, self.off, self.counts, self.shown = set(), set(), set(), set()
        self.changed, self.tried = set(), set()  # since the last reset: read another value; written one
        self.dirty = {}  # the same of the time before it
        self.pending = {}
        self.changeable = {}

    def keys(self, w):
        return ((f, (f.name, w.index)) for f in w.fields)

    def write(self, offset, data, strobes):
        """Before the write's edge."""
        self.pending = {}
        w = self.ref.words.get(offset)
        if not w:
            return
        lanes = lanes_of(strobes)
        old = self.ref.word_reads(offset)
        merged = old & ~lanes | data & lanes
        env = self.environment(w, merged) if self.ref.life == ON else {}
        leaves = w is self.ref.control and strobes & 1 and not data & 1  # no other field counts
        notes = []
        for f, key in self.keys(w):
            under = f.mask & lanes
            kind = "all" if under == f.mask else "some" if under else "none"
            differs = part(f, data) != part(f, old)
            cleared = f.access == "RW1C" or f.policy == "CLEAR"
            if self.ref.life == ON and strobes in ALONE and (part(f, old) if cleared else differs):
                notes.append((self.alone[key], strobes))
            if differs:
                notes.append((self.strobes[key], kind))
            if kind == "all":
                if differs:
                    notes.append((self.in_state[key], self.ref.state()))
                    notes.append((self.tried, key))
                if leaves and f.name != self.ref.active:
                    continue
                if self.ref.life == ON and (f.access in ("RO", "RW1C", "W1") or self.ref.taken(f)):
                    notes.append((self.values[(*key, self.depends(f, w, env))], (part(f, data), part(f, old))))
        self.pending = {offset: notes}

    def read(self, offset, value):
        for place, item in self.pending.pop(offset, ()):
            place.add(item)
        w = self.ref.words.get(offset)
        if not w:
            return
        for f, key in self.keys(w):
            reset = self.ref.reset_value(f, w)
            if self.ref.life in (ON, FALLING):
                if part(f, value) != reset:
                    self.changed.add(key)
                elif key in self.dirty:
                    self.resets.add((key, self.dirty[key]))
            elif self.ref.life == OFF and key in self.dirty:
                self.off.add(key)

    def deactivated(self):
        """Active = 0 has been written."""
        self.dirty = dict.fromkeys(self.tried, "tried") | dict.fromkeys(self.changed, "changed")
        self.changed, self.tried = set(), set()

    def environment(self, w, merged):
        """Of the legal sets of a word after a write of `merged`."""
        env = dict(self.ref.env, **{f.name: part(f, merged) for f in w.fields}, **{INDEX: w.index})
        for f in sorted(w.fields, key=lambda f: len(f.names() & {g.name for g in w.fields})):
            if f.access == "WARL" and f.policy != "CLEAR":
                env[f.name] = f.legalise(env[f.name], self.ref.value[f.name, w.index], env)
        return env

    def depends(self, f, w, env):
        return tuple((g.name, env[g.name]) for g in w.fields if g is not f and g.name in f.names())

    def worlds(self, f, w):
        """Every assignment of the fields that a legal set depends on."""
        others = [g for g in w.fields if g is not f and g.name in f.names()]
        env = dict(self.ref.env, **{INDEX: w.index})
        choices = [[v for low, high in g.ranges(env) for v in range(low, high + 1)] for g in others]
        for values in product(*choices):
            yield tuple(zip((g.name for g in others), values)), dict(env, **{g.name: v for g, v in zip(others, values)})

    def missing_values(self, f, w, counts):
        key = f.name, w.index
        for names, env in self.worlds(f, w):
            ranges = f.ranges(env) if f.items else [(0, (1 << f.width) - 1)]
            seen = self.values[(*key, names)]
            values = {v for v, _ in seen}
            domain = range(1 << f.width) if f.width <= SMALL else corners(ranges, f.width)
            wanted = set(domain)
            legal = {v for v in wanted if is_legal(ranges, v)} if f.access == "WARL" else wanted
            counts["legal"] += len(values & legal)
            counts["illegal"] += len(values & (wanted - legal))
            under = "".join(f" with {n} = {v}" for n, v in names)
            for kind, among in (("legal", legal), ("illegal", wanted - legal)):
                if among - values:
                    yield f"{kind}{under}: {len(among - values)} of {len(among)} values were not seen"
            if f.width > SMALL and len(values) < min(1 << f.width, len(wanted) + WIDE):
                yield f"only {len(values)} values were seen{under}"
            if f.policy in ("KEEP", "KEEP_NONZERO") and wanted - legal:
                olds = {o for v, o in seen if v in wanted - legal}
                if olds != legal:
                    yield f"illegal values{under}: seen over {sorted(olds)}, not over each legal value"

    def missing(self):
        """Lines for what no access has shown, and the counts by field."""
        table, lines = [], []
        for w in self.ref.words.values():
            for f, key in self.keys(w):
                here = f"{w.name}{f'[{w.index}]' if w.index else ''}.{f.name}"
                counts = {"legal": 0, "illegal": 0}
                found = list(self.missing_values(f, w, counts))
                lanes = {"all", "none"} | ({"some"} if f.lsb // 8 != f.msb // 8 else set())
                if f.name == self.ref.active:
                    lanes, states = set(), set()
                else:
                    states = set(self.states) - self.in_state[key]
                if f.access in ("RW", "WARL") and lanes - self.strobes[key]:
                    found.append(f"strobes: {sorted(lanes - self.strobes[key])} were not seen")
                wanted = f.name != self.ref.active and (self.can_change(f, w) or (f.access == "RW1C" and f.hardware))
                if wanted and (missed := set(ALONE) - self.alone[key]):
                    found.append(f"bytes alone: strobes {sorted(missed)} were not seen")
                if states:
                    found.append(f"writes: none in {sorted(states)}")
                if not self.live(f) and not any(k == key for k, _ in self.resets):
                    found.append("its reset value was not seen after another one")
                if not self.live(f) and self.can_change(f, w) and (key, "changed") not in self.resets:
                    found.append("it had not changed before it was reset")
                if key not in self.off:
                    found.append("it was not read while inactive")
                if f.counts == "START" and self.can_change(f, w) and key not in self.counts:
                    found.append("it was not held until the next start")
                found += [f"no step shows '{name}'" for name in f.shown.split() if name not in self.shown]
                lines += [f"{here}: {text}" for text in found]
                table.append((here, f.access, counts["legal"], counts["illegal"], len(self.strobes[key]),
                              len(self.in_state[key]), *(int(bool(x)) for x in (f.hardware, f.effect))))
        return lines, table

    def live(self, f):
        """Whether the field shows what is, and has nothing to reset: Active, Empty, the memory."""
        return f.name == self.ref.active or (f.access == "RO" and bool(f.hardware))

    def can_change(self, f, w):
        """Whether the field of this build has another value than its reset."""
        key = f.name, w.index
        if key not in self.changeable:
            self.changeable[key] = self.has_others(f, w)
        return self.changeable[key]

    def has_others(self, f, w):
        if f.access == "RO":
            return False
        if f.access == "WARL" and f.policy != "CLEAR":
            return any(len({v for r in f.ranges(env) for v in r}) > 1 for _, env in self.worlds(f, w))
        return f.ranges(dict(self.ref.env, **{INDEX: w.index})) != [(0, 0)] and f.access != "W1"

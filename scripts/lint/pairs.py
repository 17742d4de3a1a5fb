# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every two places of two parameters of rvt_top, as far as the rules allow them together, and builds that have them all.

A place is a value or a label of a range, of those that sim/lists/ranges.tsv wants. A parameter that is not read in a build (the row's
condition) has none there.
"""

import functools
import itertools
import random
import re

from interface import source
from ranges import value_of

TOP = "rvt_top"
INNER = {source.LONGEST: 38}  # where nothing is elaborated; each place of what depends on it is there with any
CANDIDATES = 8  # completions of a pair, of which the best is taken


class Pairs:
    def __init__(self, ranges):
        """`ranges`: {(module, parameter): Range}."""
        self.rows = {parameter: one for (module, parameter), one in ranges.items() if module == TOP}
        self.read = {parameter: one.counts.get(TOP) for parameter, one in self.rows.items()}
        self.rules = [(re.sub(r"\|\|", "or", re.sub("&&", "and", rule.holds)), set(source.names_in(rule.holds))) for rule in source.rules()]
        self.order = self.ordered(self.rows, set())

    def needs(self, parameter):
        texts = [end for part in self.rows[parameter].parts for end in part] + [self.read[parameter] or ""]
        return {name for text in texts for name in source.names_in(text)} - set(INNER)

    def ordered(self, wanted, before):
        """What ends or conditions name comes first."""
        found = []
        for parameter in wanted:
            if parameter not in before:
                before.add(parameter)
                found += [*self.ordered(sorted(self.needs(parameter)), before), parameter]
        return found

    @functools.cached_property
    def places(self):
        return {parameter: sorted(one.needed()) for parameter, one in self.rows.items()}

    def values(self, parameter, names, rng):
        """{place: values that have it beside these}; {None: [value]} where it has none."""
        one = self.rows[parameter]
        if one.wanted == "none" or (self.read[parameter] and not value_of(self.read[parameter], names)):
            return {None: [source.parameter(parameter).default]}
        found = {}
        for low, high in one.ends(names):
            near = range(low, min(high, low + 64) + 1)
            for value in sorted({*near, high, *(1 << k for k in range(31) if low < 1 << k < high), *(rng.randint(low, high) for _ in near if high >= low)}):
                if low <= value <= high and all(value_of(rule, {**names, parameter: value}) for rule, used in self.rules
                                                if parameter in used and used <= {*names, parameter}):
                    for place in set(one.labels(value, names)) & set(self.places[parameter]) or {None}:
                        found.setdefault(place, []).append(value)
        return {place: values for place, values in found.items() if place or len(found) == 1}

    # ---- Which there are ---------------------------------------------------------------------------

    def can_be(self, order, fixed, names, rng):
        """Whether the parameters of `order` have values beside `names`, with these places of some."""
        if not order:
            return True
        found = self.values(order[0], names, rng)
        for place in [fixed[order[0]]] if order[0] in fixed else list(found):
            for value in {found[place][0], found[place][-1]} if place in found else ():
                if self.can_be(order[1:], fixed, {**names, order[0]: value}, rng):
                    return True
        return False

    def all(self):
        rng = random.Random(1)
        alone = {(p, place): self.can_be(self.ordered([p], set()), {p: place}, INNER, rng) for p in self.order for place in self.places[p]}
        for one, other in itertools.combinations(self.order, 2):
            first, second = set(self.ordered([one], set())), set(self.ordered([other], set()))
            apart = not first & second and not any(used & first and used & second for _, used in self.rules)
            order = self.ordered([one, other], set())
            for pair in itertools.product(self.places[one], self.places[other]):
                both = alone[one, pair[0]] and alone[other, pair[1]]
                if both and (apart or self.can_be(order, {one: pair[0], other: pair[1]}, INNER, rng)):
                    yield TOP, (one, other), pair

    def met(self, values, names):
        """The pairs of a build; `names` are its parameters, and LongestBeats."""
        there = []
        for parameter in self.order:
            if parameter in values and (not self.read[parameter] or value_of(self.read[parameter], values)):
                there.append([(parameter, place) for place in self.rows[parameter].labels(values[parameter], names)])
        for one, other in itertools.combinations(there, 2):
            for a, b in itertools.product(one, other):
                yield TOP, (a[0], b[0]), (a[1], b[1])

    # ---- Builds that have them ---------------------------------------------------------------------

    def complete(self, fixed, missing, rng):
        """Values of all parameters with these places, and of the others places that meet much of what is missing."""
        names, there, gained = dict(INNER), [], 0
        first = self.ordered(fixed, set())
        for parameter in [*first, *(p for p in self.order if p not in first)]:
            found = self.values(parameter, names, rng)
            gains = {}
            for place in found:
                gains[place] = sum((TOP, *zip(*sorted([(parameter, place), other], key=lambda p: self.order.index(p[0])))) in missing for other in there)
            if parameter in fixed:
                place = fixed[parameter]
                if place not in found:
                    return None, 0
            elif parameter in first:  # what a fixed one depends on
                place = rng.choice(list(found))
            else:
                place = max(found, key=lambda p: (gains[p], rng.random()))
            names[parameter] = rng.choice(found[place])
            there += [(parameter, place)] if place else []
            gained += gains[place]
        return {parameter: names[parameter] for parameter in self.order}, gained

    def settled(self, values, inner, rng):
        """The same places with what the elaborated build says of INNER."""
        found, names = dict(values), {name: inner[name] for name in INNER}
        for parameter in self.order:
            one = self.rows[parameter]
            if any(name in end for name in INNER for part in one.parts for end in part):
                places = set(one.labels(values[parameter], {**values, **INNER})) & set(self.places[parameter])
                found[parameter] = rng.choice(self.values(parameter, {**found, **names}, rng)[min(places)])
        return found

    def draw(self, missing, rng):
        """The build that meets most of what is missing, of some that meet the first of it."""
        _, names, places = min(missing, key=str)
        best, tries = (None, -1), 0
        while tries < CANDIDATES or best[0] is None:
            tries += 1
            best = max(best, self.complete(dict(zip(names, places)), missing, rng), key=lambda drawn: drawn[1] if drawn[0] else -1)
        return best[0]

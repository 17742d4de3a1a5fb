#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""See that every legal value of every parameter is in a build that is simulated, and pairs of values, too.

    builds.py FILE_LIST             status 1, and what no build has, unless all of sim/lists/ranges.tsv is there, and every pair of pairs.py
    builds.py FILE_LIST --refused   status 1 unless the modules that integrators instantiate refuse what is not legal
    builds.py FILE_LIST --suggest   as without, and builds for sim/lists/gate/builds.list that would have it
    builds.py FILE_LIST --pairs     print sim/lists/pairs/builds.list

Each build of sim/lists/builds.list and of soak, gate and pairs beside it is elaborated with slang, and every
instance in it is looked at: a packer is simulated with the parameters of each encoder around one. `--only DIR` takes
the builds of that list alone ("commit", "soak", "gate", "pairs"; may be repeated).
"""

import argparse
import csv
import random
import re
import sys
from pathlib import Path

import pyslang
import pyslang.ast
from parameters import ROOT, Rtl, sv
from interface import source
from lib import lists
from pairs import TOP, Pairs
from ranges import RANGES, Range, read_table, value_of
from pyslang.ast import Compilation, CompilationOptions, SymbolKind, VisitAction

LISTS = {"commit": "sim/lists/builds.list", "soak": "sim/lists/soak/builds.list", "gate": "sim/lists/gate/builds.list",
         "pairs": "sim/lists/pairs/builds.list"}
OUTER = ("rvt_top", "rvt_te", "rvt_encoder", "rvt_ram_sink", "rvt_pib_sink", "rvt_fork",
         "rvt_regs_encoder", "rvt_apb_decode", "rvt_sram")
SHOWN = 20  # a new parameter lacks a thousand values and pairs
CHECKER = "rvt_check_build"  # refuses for the modules around it
PAIRS_HEAD = """# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Builds that have every two values of two parameters, printed by `scripts/lint/builds.py build/rtl.f --pairs`; the form is that of
# sim/lists/builds.list."""
AROUND = {getattr(pyslang.ast, f"{one}Symbol") for one in ("Root", "CompilationUnit", "Instance", "InstanceArray", "InstanceBody",
                                                          "GenerateBlock", "GenerateBlockArray")}  # what instances are in
LAST = "FifoDepth"  # drawn when the others are elaborated: its least is a local parameter


# ---- Builds --------------------------------------------------------------------------------------


class Builds:
    """What slang makes of a build: its instances with all their parameters."""

    def __init__(self, file_list):
        self.rtl = Rtl(file_list)
        self.rtl.files += [str(p.relative_to(ROOT)) for p in sorted((ROOT / "tb/rtl").glob("*.sv"))]
        self.rtl.trees = [pyslang.syntax.SyntaxTree.fromFile(name, self.rtl.sources) for name in self.rtl.files]

    def instances(self, top, values):
        """[(module, parameters of the port, all parameters)]; None if it does not elaborate."""
        options = CompilationOptions()
        options.topModules, options.paramOverrides = {top}, lists.assignments(lists.for_tools(top, values))
        compilation = Compilation(pyslang.Bag([options]))
        for tree in self.rtl.trees:
            compilation.addSyntaxTree(tree)
        found = []

        def visit(symbol):
            if type(symbol) not in AROUND:
                return VisitAction.Skip
            if symbol.kind == SymbolKind.Instance and symbol.isModule and symbol.definition.name != CHECKER:
                whole = [source.values_in(int(p.value.value)) for p in symbol.body.parameters if p.name == "Build" and not p.isLocalParam]
                every = {p.name: int(p.value.convertToInt().value) for p in symbol.body if p.kind == SymbolKind.Parameter
                         and re.fullmatch(r"(\d+')?s?[dhb]?[0-9a-fA-F]+", str(p.value))}
                own = [p.name for p in symbol.body.parameters if not p.isLocalParam and p.name != "Build"]
                for values in whole:
                    module = symbol.definition.name
                    every = {**every, **values}  # a local one of the same name may be wider
                    own += [p.name for p in source.parameters() if source.reads(module, p)]
                if set(own) <= set(every):  # else a definition that nobody instantiates
                    found.append((symbol.definition.name, own, every))
            return VisitAction.Advance

        compilation.getRoot().visit(visit)
        return None if any(d.isError() for d in compilation.getAllDiagnostics()) else found


# ---- What is there, and what is not ---------------------------------------------------------------


class Wanted:
    def __init__(self):
        self.ranges = {}
        for row in read_table(RANGES, ["parameter", "legal", "wanted", "modules"]):
            one = Range(row)
            for module in one.modules:
                if self.ranges.setdefault((module, one.parameter), one) is not one:
                    sys.exit(f"{RANGES}: {module} {one.parameter} stands there twice")
        self.pairs = Pairs(self.ranges)
        self.missing = set(self.all())

    def all(self):
        for (module, parameter), one in self.ranges.items():
            yield from ((module, parameter, label) for label in one.needed())
        yield from self.pairs.all()

    def met(self, module, values):
        """What an instance with these values has."""
        for parameter, value in values.items():
            one = self.ranges.get((module, parameter))
            if one and value_of(one.counts.get(module, "1"), values):
                try:
                    yield from ((module, parameter, label) for label in one.labels(value, values))
                except NameError:
                    continue
        if module == TOP:
            yield from self.pairs.met(values, values)


def outer_names(instances):
    """Local parameters of the instances, for rows whose ends name one that lies further in."""
    return {name: value for _, _, every in reversed(instances) for name, value in every.items()}


def look_at(name, instances, wanted):
    """Cross off what a build has; faults of the table."""
    inner = outer_names(instances)
    for module, own, every in instances:
        names = {**{k: v for k, v in inner.items() if k == "LongestBeats"}, **every}
        for parameter in own:
            one = wanted.ranges.get((module, parameter))
            if one and parameter in every and not one.is_legal(every[parameter], names):
                yield f"{name}: {module} has {parameter}={every[parameter]}, which {RANGES} does not allow"
            if not one and any(key[0] == module for key in wanted.ranges):
                yield f"{RANGES}: no row for {parameter} of {module}"
        own_only = {p for (m, p), one in wanted.ranges.items() if m == module and one.wanted == "own" and module != instances[0][0]}
        wanted.missing.difference_update(met for met in wanted.met(module, names) if met[1] not in own_only)


def table_faults(builds, wanted):
    """The modules that refuse something are in the table, and it agrees with the values of parameters.tsv."""
    for path, tree in zip(builds.rtl.files, builds.rtl.trees):
        if sv.error_texts(tree) and Path(path).stem != CHECKER and not any(key[0] == Path(path).stem for key in wanted.ranges):
            yield f"{RANGES}: {Path(path).stem} refuses values and has no row"
    with open(ROOT / "scripts/lint/parameters.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    defaults = {}
    for row in rows:
        top, one = row["top"], wanted.ranges.get((row["top"], row["parameter"]))
        if one is None:
            yield f"{RANGES}: no row for {row['parameter']} of {top}, which parameters.tsv has"
            continue
        if top not in defaults:
            defaults[top] = next((every for module, _, every in builds.instances(top, {}) or () if module == top), {})
        names = {**defaults[top], **{k: int(v) for k, _, v in (word.partition("=") for word in row["others"].split())}}
        for legal, what in ((False, "refused"), (True, "accepted")):
            for value in row[what].split():
                names[row["parameter"]] = int(value)
                if row["parameter"] in ("Btm", "Htm", "Ram", "Pib", LAST) or " with " in row["says"]:
                    continue  # each of its values is legal, not with every other
                try:
                    if one.is_legal(int(value), names) != legal:
                        yield f"{RANGES}: {top} {row['parameter']}={value} is {what} by parameters.tsv"
                except NameError:
                    continue


def not_refused(builds, wanted):
    """Values next to the legal ones that a module takes; the other parameters have their defaults."""
    for (module, parameter), one in wanted.ranges.items():
        if module not in OUTER or one.wanted == "none":
            continue
        found = builds.instances(module, {})
        names = {**outer_names(found), **found[0][2]}
        ends = one.ends(names)
        for value in (min(low for low, _ in ends) - 1, max(high for _, high in ends) + 1):
            if value >= 0 and builds.instances(module, {parameter: value}) is not None:
                yield f"{module}: {parameter}={value} is not legal, and not refused"


# ---- Builds that would have it --------------------------------------------------------------------


def draw(module, wanted, rng):
    """Values of the parameters of a module, in an order in which each one's ends are known."""
    rows = {p: one for (m, p), one in wanted.ranges.items() if m == module and p != LAST}
    names = {}
    while rows:
        before = len(rows)
        for parameter, one in list(rows.items()):
            try:
                names[parameter] = one.draw(rng, names)
                del rows[parameter]
            except NameError:
                continue
        if len(rows) == before:
            sys.exit(f"{RANGES}: {module}: the ends of {' '.join(rows)} cannot be known")
    return names


def complete(builds, wanted, module, values, rng):
    """The build with its last parameter; None if the RTL refuses it."""
    if (module, LAST) not in wanted.ranges:
        return values if builds.instances(module, values) else None
    found = builds.instances(module, {**values, LAST: 512})
    if not found:
        return None
    names = {**outer_names(found), **values}
    missing = {label for m, p, label in wanted.missing if (m, p) == (module, LAST)}
    one = wanted.ranges[(module, LAST)]
    drawn = [one.draw(rng, names) for _ in range(20)]
    best = max(drawn, key=lambda v: (len(missing & set(one.labels(v, names))), v < 100))
    return {**values, LAST: best}


def suggest(builds, wanted, rng):
    """Greedy: of many drawn builds the one that has most of what is missing."""
    count = 0
    for module in ("rvt_top", "rvt_te", "rvt_encoder", *dict.fromkeys(m for m, _ in wanted.ranges)):
        failures = 0
        while failures < 20 and any(key[0] == module for key in wanted.missing):
            drawn = [draw(module, wanted, rng) for _ in range(400)]
            score = {i: len(wanted.missing & set(wanted.met(module, values))) for i, values in enumerate(drawn)}
            for best in sorted(score, key=score.get, reverse=True)[:8]:
                values = complete(builds, wanted, module, drawn[best], rng)
                instances = values and builds.instances(module, values)
                if instances:
                    break
            before = len(wanted.missing)
            if instances:
                for _ in look_at("", instances, wanted):
                    pass
            if len(wanted.missing) == before:
                failures += 1
                continue
            words = " ".join(lists.assignments(lists.differing(module, values)))
            print(f"{module.removeprefix('rvt_').removeprefix('ntrace_')}-g{count:02} {module} {words}", flush=True)
            count += 1


def draw_pairs(builds, wanted, rng):
    """Lines of sim/lists/pairs/builds.list."""
    missing, count = set(wanted.pairs.all()), 0
    while missing:
        drawn = wanted.pairs.draw(missing, rng)
        names = outer_names(builds.instances(TOP, drawn))
        values = wanted.pairs.settled(drawn, names, rng)
        met = missing & set(wanted.pairs.met(values, {**names, **values}))
        if not met or not builds.instances(TOP, values):
            sys.exit(f"builds: {drawn} does not have what it was drawn for, or the RTL refuses it")
        missing -= met
        count += 1
        print(f"pair-{count:02}", TOP, *lists.assignments(lists.differing(TOP, values)), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file_list")
    parser.add_argument("--suggest", action="store_true")
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--refused", action="store_true")
    parser.add_argument("--only", action="append", choices=LISTS)
    parser.add_argument("--without", action="append", default=[], metavar="BUILD", help="as if this build were not there")
    args = parser.parse_args()
    wanted, builds, count = Wanted(), Builds(args.file_list), 0
    everything = len(wanted.missing)
    if args.refused:
        faults = list(not_refused(builds, wanted))
        print("\n".join(faults) if faults else f"builds: {len(OUTER)} modules refuse what {RANGES} does not allow")
        return 1 if faults else 0
    if args.pairs:
        print(PAIRS_HEAD)
        draw_pairs(builds, wanted, random.Random(1))
        return 0
    faults = list(table_faults(builds, wanted))
    for tier in args.only or LISTS:
        for build in (build for build in lists.read(ROOT / LISTS[tier]).values() if build.name not in args.without):
            instances = builds.instances(build.top, build.values)
            faults += [f"{build.name}: the RTL refuses it"] if instances is None else look_at(build.name, instances, wanted)
            usual = [p for p in build.given if p not in lists.differing(build.top, build.given)]
            faults += [f"{LISTS[tier]}: {build.name}: {p} is the default, which no line repeats" for p in usual]
            count += 1
    missing = sorted(wanted.missing, key=str)
    if args.suggest:
        suggest(builds, wanted, random.Random(1))
    for module, what, value in missing:
        label = " ".join(f"{n}={v}" for n, v in zip(what, value)) if isinstance(what, tuple) else f"{what}: {value}"
        faults.append(f"{module}: no build has {label}")
    found = list(dict.fromkeys(faults))
    if found:
        print(*found[:SHOWN], *([f"... and {len(found) - SHOWN} more"] if len(found) > SHOWN else []), sep="\n")
        pairs = "" if not any(isinstance(what, tuple) for _, what, _ in missing) else "; `... build/rtl.f --pairs` prints sim/lists/pairs/builds.list anew"
        print(f"builds: {len(missing)} of {everything} values and pairs are in no build; `scripts/lint/builds.py build/rtl.f --suggest` draws some{pairs}")
        return 1
    print(f"builds: {count} builds have all {everything} values and pairs that are wanted of {len(wanted.ranges)} parameters")
    return 0


if __name__ == "__main__":
    sys.exit(main())

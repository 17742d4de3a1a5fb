# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The registers of rtl/regs/*.rdl as plain objects, and what their legal sets mean."""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

from systemrdl import RDLCompiler
from systemrdl.node import FieldNode, RegfileNode, RegNode

ITEM = re.compile(r"(?P<low>.+?)(?:\.\.(?P<high>.+?))?(?: if (?P<cond>.+))?")
INDEX = "index"


class Fault(Exception):
    """The source contradicts itself."""


def names_in(expression):
    return {node.id for node in ast.walk(ast.parse(expression, mode="eval")) if isinstance(node, ast.Name)}


def value_of(expression, env):
    return int(eval(compile(expression, "<legal set>", "eval"), {"__builtins__": {}}, env))


@dataclass
class Item:
    """`low..high if cond`; expressions, `cond` may be empty."""

    low: str
    high: str
    cond: str


@dataclass
class Field:
    name: str
    msb: int
    lsb: int
    access: str
    reset: int
    reset_of: str  # expression over build parameters, or empty
    legal: str
    policy: str
    when: str
    counts: str
    hardware: str
    effect: str
    rows: str
    desc: str

    @property
    def width(self):
        return self.msb - self.lsb + 1

    @property
    def mask(self):
        return ((1 << self.width) - 1) << self.lsb

    @property
    def items(self):
        if not self.legal:
            return []
        return [
            Item(i["low"], i["high"] or i["low"], i["cond"] or "")
            for i in (ITEM.fullmatch(part) for part in self.legal.split(", "))
        ]

    def names(self):
        """Parameters, fields and `index` that the legal set or the reset value depends on."""
        texts = [t for i in self.items for t in (i.low, i.high, i.cond) if t]
        return set().union(*map(names_in, texts + ([self.reset_of] if self.reset_of else [])))

    def ranges(self, env):
        """Legal values under an assignment of all names, as (low, high), in the order of the source."""
        found = []
        for item in self.items:
            if item.cond and not value_of(item.cond, env):
                continue
            low, high = value_of(item.low, env), value_of(item.high, env)
            if low <= high:
                found.append((low, min(high, (1 << self.width) - 1)))
        return found

    def legalise(self, value, old, env):
        """What a WARL field holds after a write of `value`, `old` before it."""
        ranges = self.ranges(env)
        top = ranges[-1][1]
        legal = any(low <= value <= high for low, high in ranges)
        return {
            "FIXED": top,
            "KEEP": value if legal else old,
            "KEEP_NONZERO": value if legal else old or top,
            "CLAMP": min(value, top),
            "MASK": value & top,
            "CLEAR": 0,
        }[self.policy]


@dataclass
class Register:
    name: str
    offset: int
    repeat: int  # 1, or the number of instances
    stride: int
    desc: str
    fields: list = field(default_factory=list)


@dataclass
class Component:
    short: str
    title: str
    desc: str
    base: int
    params: list
    registers: list = field(default_factory=list)

    def env(self, which):
        """Names at their `preset` or `ceiling`; fields at the largest value of their width."""
        env = {f.name: (1 << f.width) - 1 for r in self.registers for f in r.fields}
        env.update({p.name: getattr(p, which) for p in self.params}, **{INDEX: 0})
        return env

    def built(self, field_):
        """Whether some build lets software write more than one value."""
        ranges = field_.ranges(self.env("ceiling"))
        return field_.access == "RW" or len({v for r in ranges for v in r}) > 1

    def missing(self, field_):
        """Features that are not built and whose absence fixes the field at 0."""
        if not field_.items or self.built(field_):
            return []
        return sorted({p.feature for p in self.params if p.ceiling == 0 and p.name in field_.names()})


def read_field(node):
    def of(name):
        found = node.get_property(name, default=None)
        return "" if found is None else getattr(found, "name", found)

    return Field(
        node.inst_name, node.msb, node.lsb, of("tci_access"), node.get_property("reset", default=0),
        of("tci_reset"), of("tci_legal"), of("tci_policy"), of("tci_while"), of("tci_counts") or "NOW",
        of("tci_hardware"), of("tci_effect"), of("tci_rows"), node.get_property("desc", default=""),
    )


def read_registers(node, prefix="", offset=0, repeat=1, stride=0):
    for child in node.children():
        if isinstance(child, RegNode):
            fields = sorted((read_field(f) for f in child.children() if isinstance(f, FieldNode)),
                            key=lambda f: f.lsb)
            yield Register(prefix + child.inst_name, offset + child.raw_address_offset, repeat, stride,
                           child.get_property("desc", default=""), fields)
        elif isinstance(child, RegfileNode):
            count = child.array_dimensions[0]
            yield from read_registers(child, f"{child.get_property('name')}_", child.raw_address_offset,
                                      count, child.array_stride)


def compile_rdl(path):
    compiler = RDLCompiler()
    compiler.compile_file(str(path), incl_search_paths=[str(Path(path).parent)])
    return compiler.elaborate("rvt_regs").top


def read(top):
    """Components of an elaborated source."""
    components = []
    for node in top.children():
        component = Component(
            node.get_property("tci_short"), node.get_property("name"), node.get_property("desc"),
            node.raw_address_offset, list(node.get_property("tci_parameters")),
        )
        component.registers = list(read_registers(node))
        components.append(component)
    return components


def faults_of_field(component, register, f):
    here = f"{component.short}.{register.name}.{f.name}"
    own = {g.name for g in register.fields} | {p.name for p in component.params} | {INDEX}
    unknown = f.names() - own
    if unknown:
        yield f"{here}: {', '.join(sorted(unknown))} is no parameter of the build and no field beside it"
        return
    if f.access in ("RW", "RW1C", "WARL", "W1") and not f.legal:
        yield f"{here}: can be written and has no legal set"
    if f.access == "RO" and (f.legal or f.policy != "NONE"):
        yield f"{here}: is read-only and has a legal set or a policy"
    if (f.access == "WARL") != (f.policy != "NONE"):
        yield f"{here}: a WARL field, and no other, has a policy; found {f.access} with {f.policy}"
    if f.reset >> f.width:
        yield f"{here}: reset value {f.reset} has more than {f.width} bits"
    for which in ("preset", "ceiling"):
        env = component.env(which)
        reset = value_of(f.reset_of, env) if f.reset_of else f.reset
        if which == "preset" and reset != f.reset:
            yield f"{here}: reset is {f.reset}, but {f.reset_of} is {reset} with default parameters"
        if f.access == "WARL":
            yield from faults_of_set(here, f, which, f.ranges(env), reset)


def faults_of_set(here, f, which, ranges, reset):
    values = sorted(ranges)
    joined = all(b[0] == a[1] + 1 for a, b in zip(values, values[1:])) and values and values[0][0] == 0
    top = values[-1][1] if values else -1
    if not any(low <= reset <= high for low, high in ranges):
        yield f"{here}: reset value {reset} is not legal at the {which}s"
    if f.policy == "FIXED" and (len(values) != 1 or values[0][0] != values[0][1]):
        yield f"{here}: FIXED has one legal value, found {f.legal}"
    if f.policy in ("CLAMP", "MASK") and not joined:
        yield f"{here}: {f.policy} needs legal values from 0 on without a hole, found {f.legal}"
    if f.policy == "MASK" and top & (top + 1):
        yield f"{here}: MASK needs 2^n legal values, found up to {top} at the {which}s"


def faults(components, features):
    """What is wrong with the source itself, as lines to print."""
    for c in components:
        seen = {}
        for p in c.params:
            if p.feature not in features:
                yield f"{c.short}: parameter {p.name}: {p.feature} is no line of features.tsv"
            if p.preset > p.ceiling:
                yield f"{c.short}: parameter {p.name}: default {p.preset} is above its ceiling {p.ceiling}"
        for r in c.registers:
            for f in r.fields:
                if f.name in seen:
                    yield f"{c.short}.{r.name}: {f.name} is also a field of {seen[f.name]}"
                seen[f.name] = r.name
                yield from faults_of_field(c, r, f)
        used = set().union(*(f.names() for r in c.registers for f in r.fields))
        for p in c.params:
            if p.name not in used:
                yield f"{c.short}: no field uses parameter {p.name}"

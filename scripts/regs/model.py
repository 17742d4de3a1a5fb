# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The registers of rtl/control/*.rdl as the objects of fields.py, and what is wrong with the source itself."""

from pathlib import Path

from fields import INDEX, Component, Field, Register, value_of
from systemrdl import RDLCompiler
from systemrdl.node import FieldNode, RegfileNode, RegNode


def read_field(node):
    def of(name):
        found = node.get_property(name, default=None)
        return "" if found is None else getattr(found, "name", found)

    return Field(
        node.inst_name, node.msb, node.lsb, of("tci_access"), node.get_property("reset", default=0),
        of("tci_reset"), of("tci_legal"), of("tci_policy"), of("tci_while"), of("tci_counts") or "NOW", of("tci_config"),
        of("tci_hardware"), of("tci_effect"), of("tci_shown"), of("tci_rows"), node.get_property("desc", default=""),
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
    if bool(f.shown) != bool(f.hardware or f.effect):
        yield f"{here}: what hardware or an access does names the steps that show it (tci_shown), and nothing else does"
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
    if f.policy == "MASK" and not joined:
        yield f"{here}: MASK needs legal values from 0 on without a hole, found {f.legal}"
    if f.policy == "CLAMP" and not (values and values[0][0] == 0):
        yield f"{here}: CLAMP needs 0, the largest legal value not above some, found {f.legal}"
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

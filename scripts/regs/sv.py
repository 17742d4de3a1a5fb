# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A package for each component: addresses, words as structs, resets, masks, legalisation of what is written."""

import re

from fields import names_in
from names import NOTE, argument, camel, depends, name_of_package, register_reset, snake, writable


def head(component):
    """What stands before the first register."""
    return f"""\
// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// {NOTE}

/// {component.title}: registers of the Trace Control Interface 1.0 as it has them. *Addr is the offset in
/// its 4 KiB. The struct of a word gives its fields their places. *Reset leaves out fields whose value
/// depends on the build. *Writable has the bits that software can change in some build. *_warl gives
/// what a WARL field holds after a write, from its new value (all bytes merged), its old one where the
/// policy needs it, and the build; fields without such a function hold any value, or one.
// The package names every constant of the component; no user needs all of them.
// verilator lint_off UNUSEDPARAM
package {name_of_package(component)};
"""


def struct(register):
    """Members from the top bit down; bits without a field read 0."""
    lines, bit = [], 31

    def member(name, width):
        lines.append(f"    logic {f'[{width - 1}:0] ' if width > 1 else ''}{name};")

    for f in reversed(register.fields):
        if f.msb < bit:
            member(f"zero_{f.msb + 1}", bit - f.msb)
        member(snake(re.sub("^tr(?=[A-Z])", "", f.name)), f.width)
        bit = f.lsb - 1
    if bit >= 0:
        member("zero_0", bit + 1)
    return ["  typedef struct packed {", *lines, f"  }} {snake(register.name)}_t;"]


def local(names, text):
    return re.sub(r"\b[A-Za-z_]\w*\b", lambda m: argument(m[0]) if m[0] in names else m[0], text)


def literal(text, width):
    return f"{width}'d{int(text, 0)}" if re.fullmatch(r"\w+", text) and text[0].isdigit() else None


def truth(cond):
    return cond if re.search(r"[<>=]", cond) else f"{cond} != 0"


def legal(f, names):
    """Whether `value` is in the set."""
    terms = []
    for item in f.items:
        low, high = (local(names, t) for t in (item.low, item.high))
        if item.low == item.high:
            term = f"value == {literal(low, f.width) or f'{f.width}({low})'}"
        else:
            bounds = [] if low == "0" else [f"value >= {literal(low, f.width) or low}"]
            term = " && ".join(bounds + [f"value <= {literal(high, f.width) or high}"])
        if item.cond:
            term = f"({truth(local(names, item.cond))} && {term})"
        terms.append(term)
    return " ||\n        ".join(terms)


def largest(f, names, sized):
    """The last item's upper end whose condition holds."""
    text = ""
    for item in f.items:
        high = local(names, item.high)
        high = (literal(high, f.width) if sized else None) or high
        cond = truth(local(names, item.cond)) if item.cond else ""
        text = f"{cond} ? {high} : {text}" if cond and text else high
    return text


def names_of_set(f):
    return set().union(*(names_in(t) for i in f.items for t in (i.low, i.high, i.cond) if t))


def function(component, f):
    names = names_of_set(f)
    width = f"logic [{f.width - 1}:0]" if f.width > 1 else "logic"
    name = f"{snake(f.name)}_warl"
    widths = {g.name: g.width for r in component.registers for g in r.fields}
    inputs = [f"input {width} value"]
    if f.policy.startswith("KEEP"):
        inputs.append(f"input {width} old")
    for n in sorted(names):
        kind = f"logic [{widths[n] - 1}:0]" if n in widths else "int unsigned"
        inputs.append(f"input {kind} {argument(n)}")
    head = f"  function automatic {width} {name}({', '.join(inputs)});"
    lines = [f"  /// {f.name}: {f.legal}; {f.policy}."]
    each = [", ".join(inputs)] if len(", ".join(inputs)) <= 92 else inputs
    lines += [head] if len(head) <= 100 else [f"  function automatic {width} {name}(", *(f"      {text}," for text in each[:-1]),
                                              f"      {each[-1]});"]
    if f.policy.startswith("KEEP"):
        lines.append(f"    {name} = old;")
        lines += [f"    if ({legal(f, names)})", f"      {name} = value;"]
        if f.policy == "KEEP_NONZERO":
            line = f"    else if (old == '0) {name} = {largest(f, names, True)};"
            lines += [line] if len(line) <= 100 else line.replace(f"{name} = ", f"{name} =\n        ", 1).split("\n")
    elif f.policy == "CLAMP" and len(f.items) > 1:
        lines.append(f"    {name} = '0;")
        for item in f.items[1:]:  # after 0
            low, high, cond = (local(names, t) for t in (item.low, item.high, truth(item.cond)))
            value = literal(low, f.width) if low == high else f"32'(value) > {high} ? {f.width}'({high}) : value"
            above = "" if low == "1" else f" && value >= {literal(low, f.width)}"  # of 0 nothing is made
            lines += [f"    if ({cond}{above})", f"      {name} = {value};"]
    elif f.policy == "CLAMP":
        top = largest(f, names, False)
        bits = re.fullmatch(r"\(1 << (\w+)\) - 1", top)
        # Whether a value has more than n bits is asked without a comparator.
        above = f"(32'(value) >> {bits[1]}) != 0" if bits else f"32'(value) > {top}"
        top = f"~(~0 << {bits[1]})" if bits else top
        lines += [f"    {name} =", f"        {above} ? {f.width}'({top}) : value;"]
    else:
        # Ones below bit n, without the subtraction that synthesis would make of the source's text.
        ones = re.sub(r"\(1 << (\w+)\) - 1", r"~(~0 << \1)", largest(f, names, False))
        lines.append(f"    {name} = value & {f.width}'({ones});")
    return lines + ["  endfunction"]


def needs_function(component, f):
    if f.access != "WARL" or f.policy in ("FIXED", "CLEAR") or not component.built(f):
        return False
    whole = f.ranges(component.env("preset")) == [(0, (1 << f.width) - 1)]
    return bool(names_of_set(f)) or not whole


def package(c):
    lines = [head(c).rstrip("\n")]
    for r in c.registers:
        name = camel(r.name)
        lines += [] if lines[-1].endswith("reads 0") else [""]  # those that read 0 stand in a row
        lines += [f"  localparam logic [11:0] {name}Addr = 12'h{r.offset:03X};"]
        if r.repeat > 1:
            lines[-1] += f"  // {r.repeat}, 12'h{r.stride:03X} apart;"
        if not writable(c, r) and not any(f.reset or f.hardware or f.reset_of for f in r.fields):
            lines[-1] += " reads 0" if r.repeat > 1 else "  // reads 0"
            continue
        without = f"  // but {', '.join(depends(r))}" if depends(r) else ""
        lines.append(f"  localparam logic [31:0] {name}Reset = 32'h{register_reset(r):08X};{without}")
        lines.append(f"  localparam logic [31:0] {name}Writable = 32'h{writable(c, r):08X};")
        lines += struct(r)
    for f in (f for r in c.registers for f in r.fields if needs_function(c, f)):
        lines += ["", *function(c, f)]
    return "\n".join(lines + ["", "endpackage", "// verilator lint_on UNUSEDPARAM", ""])


def packages(components):
    """path -> text"""
    return {f"rtl/control/{name_of_package(c)}.sv": package(c) for c in components}

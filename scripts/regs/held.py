# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The fields that count from the next trace start (TCI:CTRL-23): a module that holds them, and a table for C."""

import re
import sys
import textwrap
from itertools import groupby
from pathlib import Path

from names import NOTE, macro, name_of_package, snake

import sv

sys.path.append(str(Path(__file__).resolve().parents[1]))
from interface import source  # noqa: E402  pylint: disable=wrong-import-position


def held(component):
    """Register and field, in the order of the addresses."""
    return [(r, f) for r in component.registers for f in r.fields if f.config and component.built(f)]


def widths():
    return {m.name: m.width for m in source.structs()["config"]}


def faults(component):
    for r in component.registers:
        for f in r.fields:
            here = f"{component.short}.{r.name}.{f.name}"
            if component.built(f) and (f.counts == "START") != bool(f.config):
                yield f"{here}: a field that counts from the next start, and no other, names one of the configuration (CONFIG)"
            elif f.config and not component.built(f):
                yield f"{here}: names a field of the configuration, but no build lets software write it: its legal values are one"
            elif f.config and widths().get(f.config, 0) < f.width:
                yield f"{here}: expected a field {f.config} of {f.width} bits in config of structs.toml, found none"


def parameters(component):
    """Those that the legal sets name."""
    named = set().union(*(f.names() for _, f in held(component)))
    return [p for p in component.params if p.name in named]


def bits(component, f):
    """The bits that are 1 in some legal value of a build, as an expression of its parameters."""
    fields = {g.name: g for _, g in held(component)}
    found = {}  # condition -> terms
    for item in f.items:
        high = fields[name].items[-1].high if (name := next((n for n in fields if n in item.high), None)) else None
        text = item.high.replace(name, high) if high else item.high
        if item.low == item.high:
            term = f"{f.width}'d{int(text, 0)}" if text[0].isdigit() else f"{f.width}'({text})"
        elif ones := re.fullmatch(r"\(1 << (\w+)\) - 1", text):
            term = f"{f.width}'(~(~0 << {ones[1]}))"
        elif text[0].isdigit():
            term = f"{f.width}'d{(1 << int(text, 0).bit_length()) - 1}"
        else:
            term = f"{f.width}'(~(~0 << $clog2({text} + 1)))"
        if not re.fullmatch(r"\d+'d0", term):
            found.setdefault(sv.truth(item.cond) if item.cond else "", []).append(term)
    terms = [f"({cond} ? {' | '.join(values)} : {f.width}'d0)" if cond else " | ".join(values) for cond, values in found.items()]
    text = " | ".join(terms)
    # Yosys 0.23 takes an operand that is a cast for one of 32 bits.
    return f"{f.width}'({text})" if "'(" in text and text != terms[0] else text


def registers(component):
    return list(dict((r.name, r) for r, _ in held(component)).values())


def member(f):
    return snake(re.sub("^tr(?=[A-Z])", "", f.name))


def written(component, r, f):
    """Condition and assignment of each byte of a field; one over several bytes is made legal after them."""
    write = f"{snake(r.name)}_write_i"
    low, high = f.lsb // 8, f.msb // 8
    names = {g.name: g.config for _, g in held(component)}
    rule = f"{name_of_package(component)}::{snake(f.name)}_warl" if sv.needs_function(component, f) else ""
    arguments = [f"set_q.{f.config}"] * f.policy.startswith("KEEP")
    arguments += [f"set_d.{names[n]}" if n in names else n for n in sorted(sv.names_of_set(f))]
    if low == high:
        part = f"wdata_i[{f.msb}:{f.lsb}]" if f.width > 1 else f"wdata_i[{f.lsb}]"
        value = f"{rule}({', '.join([part, *arguments])})" if rule else part
        yield f"{write}[{low}]", f"set_d.{f.config} = {value};"
        return
    for byte in range(low, high + 1):
        least, most = max(f.lsb, 8 * byte), min(f.msb, 8 * byte + 7)
        yield f"{write}[{byte}]", f"set_d.{f.config}[{most - f.lsb}:{least - f.lsb}] = wdata_i[{most}:{least}];"
    if rule:
        yield "", f"set_d.{f.config} = {rule}({', '.join([f'set_d.{f.config}', *arguments])});"


def module(component):
    every, package = held(component), name_of_package(component)
    name = f"rvt_regs_{component.short}_held"
    wide = max(len(p.name) for p in parameters(component))
    # A legal set that names another field has its new value.
    fields = {f.name for _, f in every}
    ordered = sorted(every, key=lambda one: bool(sv.names_of_set(one[1]) & fields))
    yield "// Copyright 2026 rvtrace contributors"
    yield "// SPDX-License-Identifier: Apache-2.0"
    yield ""
    yield f"// {NOTE}"
    yield ""
    yield '`include "rvt_assert.svh"'
    yield ""
    yield f"/// {component.title}: the fields that the encoder needs stable from a trace start until it has settled (TCI:CTRL-23)."
    yield "///"
    yield "/// Each is there twice: as written, which is what reads back, and as the encoder has it."
    yield f"module {name} #("
    for p in parameters(component):
        comma = "" if p is parameters(component)[-1] else ","
        yield f"  parameter int unsigned {p.name:{wide}} = {p.preset}{comma}  // {p.meaning}"
    yield ") ("
    yield "  input  logic clk_i,"
    yield "  input  logic rst_ni,"
    yield "  input  logic works_i,  // 0: every field is at its reset value (TCI:CTRL-04)"
    yield "  input  logic take_i,  // the encoder takes what is written"
    yield ""
    yield "  input  logic [31:0] wdata_i,"
    for r in registers(component):
        yield f"  input  logic [3:0] {snake(r.name)}_write_i,  // its bytes that are written"
    for r in registers(component):
        yield f"  output {package}::{snake(r.name)}_t {snake(r.name)}_o,  // its fields; others 0"
    yield ""
    yield "  output logic differs_o,  // with this clock's write: the encoder does not have what is written"
    yield "  output rvt_config_pkg::config_t cfg_o  // what the encoder has; other fields 0"
    yield ");"
    yield ""
    yield "  typedef struct packed {"
    for _, f in every:
        yield f"    logic {f'[{f.width - 1}:0] ' if f.width > 1 else ''}{f.config};"
    yield "  } held_t;"
    yield ""
    yield "  // Bits that are 1 in some legal value; the others are no flip-flops."
    yield "  localparam held_t Built = {"
    for _, f in every:
        comma = "" if f is every[-1][1] else ","
        text = f"{bits(component, f)}{comma}  // {f.config}"
        yield from textwrap.wrap(text, 98, initial_indent="    ", subsequent_indent="        ")
    yield "  };"
    yield ""
    yield "  held_t set_q, set_d, copy_q, copy_d;"
    yield ""
    yield "  always_comb begin"
    yield "    set_d = set_q;"
    for write, lines in groupby((one for r, f in ordered for one in written(component, r, f)), lambda one: one[0]):
        yield from [f"    if ({write}) begin"] * bool(write)
        for _, text in lines:
            indent = " " * (6 if write else 4)
            yield from textwrap.wrap(text, 98, initial_indent=indent, subsequent_indent=f"{indent}    ")
        yield from ["    end"] * bool(write)
    yield "    set_d = set_d & Built;"
    yield "  end"
    yield "  assign copy_d = take_i ? set_d : copy_q;"
    yield "  assign differs_o = set_d != copy_q;"
    yield ""
    yield "  always_ff @(posedge clk_i or negedge rst_ni) begin"
    yield "    if (!rst_ni) begin"
    yield "      {set_q, copy_q} <= '0;"
    yield "    end else begin"
    yield "      set_q <= works_i ? set_d : '0;"
    yield "      copy_q <= works_i ? copy_d : '0;"
    yield "    end"
    yield "  end"
    yield ""
    yield "  always_comb begin"
    for r in registers(component):
        yield f"    {snake(r.name)}_o = '0;"
    for r, f in every:
        yield f"    {snake(r.name)}_o.{member(f)} = set_q.{f.config};"
    yield "  end"
    yield "  always_comb begin"
    yield "    cfg_o = '0;"
    for _, f in every:
        wide = widths()[f.config]
        value = f"copy_q.{f.config}"
        sized = value if wide == f.width else f"{wide}'({value})"
        yield f"    cfg_o.{f.config} = {sized};"
    yield "  end"
    yield ""
    yield "  logic unused;"
    written_bytes = [f"{snake(r.name)}_write_i" for r in registers(component)]
    yield from textwrap.wrap(f"assign unused = ^{{{', '.join(['wdata_i', *written_bytes])}}};", 98, initial_indent="  ", subsequent_indent="      ")
    yield ""
    yield "  // ---- Assertions ------------------------------------------------------------------------------"
    yield ""
    yield "  // What is not built is 0 in what is written and in what the encoder has."
    yield "  `RVT_ASSERT(Built_A, ((set_q | copy_q) & ~Built) == '0)"
    yield "  // The encoder's fields change when it takes what is written, and at no other time."
    yield "  `RVT_STABLE(Taken_A, works_i && !take_i, copy_q)"
    yield ""
    yield "endmodule"


def modules(components):
    """path -> text"""
    return {f"rtl/control/rvt_regs_{c.short}_held.sv": "\n".join([*module(c), ""]) for c in components if held(c)}


# ---- C -------------------------------------------------------------------------------------------


def type_of(f):
    return "bool" if f.width == 1 else "uint8_t" if f.width <= 8 else "uint16_t"


def largest(component, f):
    """For MASK without other fields: the largest legal value of a build `p`; else all bits."""
    fields = {g.name for _, g in held(component)}
    if f.policy != "MASK" or sv.names_of_set(f) & fields:
        return f"0x{(1 << f.width) - 1:X}u"
    names = [p.name for p in component.params]
    text = sv.largest(f, names, False)
    for name in names:
        text = re.sub(rf"\b{snake(name)}\b|\bcontext_built\b" if name == "Context" else rf"\b{snake(name)}\b", f"(p)->{source.snake(name)}", text)
    return f"({text})"


def table(component):
    """Lines of regs.h."""
    yield "/**"
    yield " * X(type, name, field, register, legal) of each field that counts from the next trace start (TCI:CTRL-23): its name in struct rvt_config,"
    yield " * and the bits that a build `p` (struct rvt_params) lets it have. What else makes a value legal is the model's."
    yield " */"
    yield f"#define RVT_{component.short.upper()}_HELD(X, p) \\"
    every = held(component)
    for r, f in every:
        end = "" if f is every[-1][1] else " \\"
        yield f"  X({type_of(f)}, {f.config}, {macro(f.name)}, {macro(r.name)}, {largest(component, f)}){end}"

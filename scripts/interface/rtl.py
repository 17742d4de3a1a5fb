# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog of the interface source: rvt_build_pkg and rvt_check_build."""

import re
import sys
import textwrap

from interface import source

HEAD = """// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/interface from rtl/interface; `make interface` writes it anew.
"""

FUNCTIONS = """\
  /// Bits of a block's half-words; of a single instruction they are at most 4 (NT:ING-05).
  function automatic int unsigned units_width(input int unsigned single,
                                              input int unsigned iretire);
    units_width = single != 0 ? 4 : iretire;
  endfunction

  /// Bits of an address without bit 0 that are kept: the ones above in a message are copies of the highest (D-35).
  function automatic int unsigned addr_width(input int unsigned xlen, input int unsigned addr_bits);
    addr_width = (xlen < addr_bits ? xlen : addr_bits) - 1;
  endfunction"""


def package():
    every = source.parameters()
    yield HEAD
    yield "/// All build parameters as one value, for the inside of the design. A module that stands alone has"
    yield "/// flat parameters and makes the value of them by name: rvt_build.svh."
    yield "// verilator lint_off UNUSEDPARAM"
    yield "package rvt_build_pkg;"
    yield ""
    yield "  typedef struct packed {"
    for p in every:
        yield f"    logic [31:0] {p.name};  // {p.meaning}"
    yield "  } build_t;"
    yield ""
    yield "  /// The build without any parameter given."
    yield "  localparam build_t BuildDefault = {"
    for p in every:
        yield f"    32'd{p.default}{',' if p is not every[-1] else ' '}  // {p.name}: {p.words}"
    yield "  };"
    yield ""
    yield "  /// The lowest bit of each, for RVT_BUILD of rvt_build.svh."
    for at, p in enumerate(reversed(every)):
        yield f"  localparam int unsigned {p.name}At = {32 * at};"
    yield ""
    yield from FUNCTIONS.splitlines()
    yield ""
    yield "endpackage"


def header(level, *names):
    """The parameters of a module's header: of a level, `with` local ones after these, or `only` these."""
    made = [source.parameter(name) for name in names] or source.up_to(level)
    wide = max(len(p.name) for p in made)
    for p in made:
        ranges = f"{p.meaning}" if p.is_flag else f"{p.meaning}: {p.words}"
        if level != "encoder" and p.te_legal and not p.is_flag:
            ranges = f"{p.meaning}: {p.te_legal}"
        if len(ranges) > 52:
            sys.exit(f"parameters.toml: {p.name}: expected meaning and legal values of at most 52 characters, found {ranges}")
        comma = "" if level == "only" and p is made[-1] else ","
        yield f"  parameter int unsigned {p.name:{wide}} = {f'{p.default}{comma}':4} // {ranges}"


def macros():
    """rtl/common/rvt_build.svh."""
    yield HEAD
    yield "// A module with flat parameters makes `Build` of them: the default, and over it each parameter by its name."
    yield "// Yosys 0.23 reads neither an assignment pattern nor a field that a constant function assigns; Verilator 5.006"
    yield "// and slang read what it reads."
    yield "`ifndef RVT_BUILD_SVH"
    yield "`define RVT_BUILD_SVH"
    yield ""
    yield "// In a function build_of(): the parameter that has the name, or another value."
    yield "`define RVT_BUILD(__name) `RVT_BUILD_VALUE(__name, __name)"
    yield "`define RVT_BUILD_VALUE(__name, __value) build_of[rvt_build_pkg::__name``At+:32] = __value"
    for level in ("encoder", "te", "top"):
        yield ""
        yield f"// `Build` of rvt_{level}: all of its parameters."
        lines = list(build_of(*(p.name for p in source.up_to(level))))
        yield f"`define RVT_BUILD_{level.upper()} \\"
        yield from (f"{line} \\" for line in lines[:-1])
        yield lines[-1]
    yield ""
    yield "`endif"


def build_of(*names):
    """`Build` of a module with some of the parameters: NAME, or NAME=VALUE for one that it has not."""
    values = dict((one + "=").split("=")[:2] for one in names)
    made = [f"`RVT_BUILD_VALUE({name},{value});" if value else f"`RVT_BUILD({name});" for name, value in values.items()]
    yield "  function automatic rvt_build_pkg::build_t build_of();"
    yield "    build_of = rvt_build_pkg::BuildDefault;"
    yield from textwrap.wrap(" ".join(made), 96, initial_indent=" " * 4, subsequent_indent=" " * 4)
    yield "  endfunction"
    yield "  localparam rvt_build_pkg::build_t Build = build_of();"


def build_in_proof(*names):
    """The same for a wrapper that provers alone read."""
    yield "  // verilog_format: off"
    yield from build_of(*names)
    yield "  // verilog_format: on"


def part_check(levels, *names):
    """The check of a module with some of the parameters: NAME, or NAME=VALUE for one that it has not."""
    yield "  // verilog_format: off"
    yield from build_of(*names)
    yield "  // verilog_format: on"
    yield "  rvt_check_build #("
    yield "    .Build(Build),"
    yield f"    .Levels({levels})"
    yield "  ) i_check_build ();"


def fusesoc():
    """Parameters of fusesoc.core."""
    for p in source.parameters():
        text = p.meaning if p.is_flag else f"{p.meaning}: {p.words}"
        yield f"  {p.name}: {{datatype: int, paramtype: vlogparam, default: {p.default}, description: '{text}'}}"


def parameters_of(level, values, anchor=""):
    """Parameters that a target's top has, and that its user may set."""
    words = (f"{p.name}={values[p.name]}" if p.name in values else p.name for p in source.up_to(level))
    return textwrap.wrap(f"parameters: {anchor}[{', '.join(words)}]", 118, initial_indent=" " * 4, subsequent_indent=" " * 6)


def exposed(level):
    """The parameters of a target of fusesoc.core, for other targets as well."""
    yield from parameters_of(level, {}, "&parameters ")


def targets():
    """A target of fusesoc.core for each build by name."""
    for name, values in source.presets().items():
        yield f"  {name}:"
        yield "    <<: *default"
        yield f"    description: Verilator's warnings of the encoder as {name} builds it"
        yield "    toplevel: rvt_encoder"
        yield "    flow: lint"
        yield "    flow_options: *lint"
        yield from parameters_of("encoder", values)


def registers(*names):
    """Parameters that a register block depends on, in SystemRDL."""
    for p in map(source.parameter, names):
        most = p.te_legal.rpartition("..")[2] or p.widest[1]
        yield (f"    tci_parameter_t'{{name: \"{p.name}\", preset: {p.default}, ceiling: {most}, "
               f'feature: "{p.feature}", meaning: "{p.meaning}"}},')


def ports(which=""):
    """The ingress port of a module's header, or what of it is `read`, or by slots; `ctr`, `tandem`, `tandem_bus`: the ports of these."""
    types = {}
    for f in fields(which):
        upper = f"{f.width}-1" if not f.width.isdigit() else str(int(f.width) - 1)
        if f.per == "slot":
            upper = f"{f.slots}*{f.width}-1" if f.width != "1" else f"{f.slots}-1"
        types[f] = "logic" if upper == "0" else f"logic [{re.sub(r' [+] 2-1', '+1', upper)}:0]"
    wide = max(map(len, types.values()))
    for f, kind in types.items():
        yield f"  input  {kind:{wide}} {f.name}_i,  // {f.meaning}"


def struct(name):
    """A packed struct with the widths of the largest build."""
    yield "  typedef struct packed {"
    members = source.structs()[name]
    types = [m.type or ("logic" if m.width == 1 else f"logic [{m.width - 1}:0]") for m in members]
    wide = max(map(len, types)), max(len(m.name) for m in members) + 1
    for m, kind in zip(members, types):
        yield f"    {kind:{wide[0]}} {m.name + ';':{wide[1]}}  // {m.meaning}"
    yield f"  }} {name}_t;"
    if name in ("slot", "block"):
        yield f"  localparam int unsigned {name.title()}Bits = {sum(m.width for m in members)};"


def block_pack():
    yield from pack("block", "rvt_queue_pack", "A block as the memory of the queue holds it, with only the bits that the build has, and back.")


def entry_pack():
    yield from pack("entry", "rvt_queue_pack_entry", "What an entry has beside its blocks, as the memory of the queue holds it, and back.")


def pack(struct_name, module, what):
    members = source.structs()[struct_name]
    names = [m.name.title().replace("_", "") for m in members]
    wide = max(map(len, names)) + len("Width")
    yield HEAD
    yield f"/// {what}"
    yield "/// Combinational, both ways; `Width` is what an instance has to know."
    yield f"module {module} #("
    yield "  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,"
    for m, name in zip(members, names):
        value = source.translate(m.stored, lambda one: f"Build.{one}")
        yield textwrap.fill(f"{value},", 98, initial_indent=f"  localparam int unsigned {name + 'Width':{wide}} = ", subsequent_indent=" " * 6)
    yield textwrap.fill(" + ".join(f"{name}Width" for name in names), 92, subsequent_indent=" " * 6,
                        initial_indent=f"  localparam int unsigned {'Width':{wide}} = ")
    yield ") ("
    yield f"  input  rvt_ingress_pkg::{struct_name}_t {struct_name}_i,"
    yield "  output logic [Width-1:0]        bits_o,"
    yield ""
    yield "  input  logic [Width-1:0]        bits_i,"
    yield f"  output rvt_ingress_pkg::{struct_name}_t {struct_name}_o"
    yield ");"
    yield ""
    at = []
    for m, name in reversed(list(zip(members, names))):
        yield f"  localparam int unsigned {name}At = {' + '.join(at) or '0'};"
        at = [f"{name}At", f"{name}Width"]
    yield ""
    for m, name in zip(members, names):
        yield f"  logic [{m.width - 1}:0] {m.name};"
    for m, name in zip(members, names):
        yield ""
        yield f"  if ({name}Width > 0) begin : g_{m.name}"
        yield f"    assign bits_o[{name}At+:{name}Width] = {name}Width'({struct_name}_i.{m.name});"
        yield f"    assign {m.name} = {m.width}'(bits_i[{name}At+:{name}Width]);"
        yield f"  end else begin : g_no_{m.name}"
        yield f"    assign {m.name} = '0;"
        yield "  end"
    yield ""
    line = f"  assign {struct_name}_o = {{{', '.join(m.name for m in members)}}};"
    if len(line) <= 100:
        yield line
    else:  # as the formatter has it
        yield f"  assign {struct_name}_o = {{"
        yield ",\n".join(f"    {m.name}" for m in members)
        yield "  };"
    yield ""
    yield "endmodule"


def packed_width():
    """Bits of a block and of the rest of an entry in the memory of the queue, for the module around the two that pack."""
    for name, struct_name in (("PackedWidth", "block"), ("EntryWidth", "entry")):
        stored = [source.translate(m.stored, lambda one: f"Build.{one}") for m in source.structs()[struct_name]]
        value = " + ".join(f"({one})" if "-" in one else one for one in stored) + ";"
        head = f"  localparam int unsigned {name} ="
        if len(head) + 1 + len(value) <= 100:
            yield f"{head} {value}"
        else:
            yield head
            yield textwrap.fill(value, 98, initial_indent=" " * 6, subsequent_indent=" " * 6)


def fields(which):
    if which == "ctr":
        return source.recorder()
    if which == "tandem":
        return source.tandem()
    if which == "tandem_bus":
        return source.tandem_bus()
    return [f for f in source.ingress() if not which or (f.read_by == "slots" if which == "slot" else f.read_by)]


def join(*names):
    """Connections of an instance with the ingress port of the module around it, or with others: PORT=SIGNAL."""
    others = dict(one.split("=") for one in names if "=" in one)
    for f in fields("".join(one for one in names if "=" not in one)):
        port = f"{f.name}_i"
        yield f"    .{port}({others[port]})," if port in others else f"    .{port},"


def slices(which):
    """Connections of the instance for slot b with its share of the module's ports."""
    for f in fields(which):
        yield f"      .{f.name}_i({f.name}_i[{'b' if f.width == '1' else f'{f.width}*b+:{f.width}'}]),"


def given(level, *others):
    """Parameters of an instance, the same as those around it but for NAME=VALUE."""
    values = dict(one.split("=") for one in others)
    made = [p for p in source.up_to(level) if values.get(p.name) != "-"]
    for p in made:
        yield f"    .{p.name}({values.get(p.name, p.name)}){',' if p is not made[-1] else ''}"


def legal(p, ranges):
    """The condition under which a value is legal."""
    if ranges == "0 1":
        return f"{p.name} <= 1"
    made = []
    for part in ranges.split():
        low, _, high = part.partition("..")
        if not high:
            made.append(f"{p.name} == {low}")
            continue
        low, high = (source.translate(end, str) for end in (low, high))
        both = [f"{p.name} >= {low}"] * (low != "0") + [f"{p.name} <= {high}"]
        made.append(" && ".join(both))
    return " || ".join(f"({one})" if len(made) > 1 and "&&" in one else one for one in made)


def checks(level):
    for p in source.parameters():
        if level == ("te" if p.level == "port" else p.level):
            yield p.field, legal(p, p.legal), f"{p.name} must be {p.words}"
        if level == "te" and p.is_changed_by_te:
            yield f"te_{p.field}", legal(p, p.legal), f"{p.name} must be {p.words}"
        if level == "te" and p.te_legal:
            yield f"te_{p.field}", legal(p, p.te_legal), f"{p.name} must be {p.te_legal} with registers"
    for rule in source.rules():
        if rule.level == level:
            yield rule.name, rule.holds, rule.says


def check():
    yield HEAD
    yield "/// Every range of a build parameter and every rule between two. Each of the three modules that a"
    yield "/// user instantiates checks what it adds: an encoder alone has no sinks."
    yield "// verilator lint_off UNUSEDPARAM"
    yield "module rvt_check_build #("
    yield "  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,"
    yield "  parameter int unsigned Levels = 1,  // sum of 1: the encoder, 2: te, 4: top"
    yield "  parameter int unsigned LongestBeats = 1  // beats of the longest message, for the encoder"
    yield ");"
    yield ""
    for p in source.parameters():
        yield f"  localparam int unsigned {p.name} = Build.{p.name};"
    for number, level in enumerate(("encoder", "te", "top")):
        yield ""
        yield f"  if ((Levels & {1 << number}) != 0) begin : g_{level}"
        for name, condition, text in checks(level):
            yield textwrap.fill(f"if (!({condition})) begin : g_bad_{name}", 96, initial_indent=" " * 4, subsequent_indent=" " * 8)
            yield f'      $error("rvt_check_build: {text}");'
            yield "    end"
        yield "  end"
    yield ""
    yield "endmodule"

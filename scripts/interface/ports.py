# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Ports and parameters of rvt_top for the golden model in a bench: C and SystemC read one table, the DPI modules are written.

The ingress port and the parameters come from the interface source, the other ports from the module's header.
"""

import re
import textwrap
from dataclasses import dataclass

from interface import c, rtl, source
from lib import sv

TOP = source.ROOT / "rtl/top/rvt_top.sv"
PORT = re.compile(r"^  (input|output)\s+logic\s*(?:\[(.+):0\])?\s*(\w+_n?[io])\b", re.M)
LOCAL = re.compile(r"^  localparam int unsigned (\w+)\s*= (.*?),?$", re.M)
APB = ("psel", "penable", "pwrite", "paddr", "pwdata", "pstrb")


@dataclass(frozen=True)
class Port:
    name: str  # with _i or _o
    width: str  # an expression of parameters, for a slot of its own
    per: str  # slot or clock
    member: str  # of the model's structs

    @property
    def total(self):
        """Bits of the port."""
        return self.width if self.per == "clock" else f"Blocks*{self.width}" if self.width != "1" else "Blocks"


def header():
    """The text between the module's name and the end of its ports."""
    return sv.text_of(TOP).partition("\n);")[0]


def derived():
    """Parameters that the header makes of others."""
    return dict(LOCAL.findall(header()))


def member(name):
    stem = name[:-2]
    if stem in APB:
        return f"apb.{stem}"
    if name.endswith("_i"):
        return stem if stem in ("active_ack", "ram_rdata") else f"ingress.{stem}"
    prefix = {"stall": "te.", "ram": "sinks.ram.", "trc": "sinks.pib."}.get(stem.split("_")[0], "")
    return prefix + stem


def width(upper):
    """Bits of a range with this upper bound; of none, 1."""
    if upper.isdigit() or not upper:
        return str(int(upper or 0) + 1)
    return upper.removesuffix("-1") if upper.endswith("-1") else f"{upper}+1"


def ports(direction):
    fields = {f"{f.name}_i": f for f in source.ingress()}
    for way, upper, name in PORT.findall(header()):
        if way != direction or name in ("clk_i", "rst_ni"):
            continue
        field = fields.get(name)
        if field is not None and field.per == "slot":
            yield Port(name, field.width, "slot", field.name)
        else:
            yield Port(name, field.width if field else width(upper), "clock", member(name))


def widest(way):
    """Words of 32 bits that the ports of the largest build take."""
    def bits(p):
        text = re.sub(r"\bTimeWidth\b", "TsWidth", re.sub(r"\bRamAddrWidth\b", "SramWordsLog2", p.total))
        return source.ends_of(text)[1]
    return -(-sum(map(int, map(bits, ports(way)))) // 32)


def lines(name, arguments, entries):
    yield f"#define {name}({arguments}) \\"
    entries = list(entries)
    for entry in entries:
        yield f"  {entry}{' ' + chr(92) if entry is not entries[-1] else ''}"


def entry(p):
    return f"{'SLOT' if p.per == 'slot' else 'CLOCK'}({p.name}, {p.member}, {p.width})"


def table():
    """The header for C and C++."""
    yield c.HEAD
    yield "#ifndef RVT_TOP_PORTS_H"
    yield "#define RVT_TOP_PORTS_H"
    yield ""
    yield "/* clang-format off */"
    yield ""
    yield "/* Parameters and ports of rvt_top in the order of the RTL, for what handles all of them alike. */"
    yield ""
    yield "/** X(name, least, greatest, default) of each parameter. */"
    yield from lines("RVT_TOP_PARAMS", "X", (f"X({p.name}, {p.widest[0]}, {p.widest[1]}, {p.default})" for p in source.up_to("top")))
    yield ""
    yield "/** X(name, value): what is made of them; CLOG2(n) is the reader's. */"
    yield from lines("RVT_TOP_DERIVED", "X, CLOG2", (f"X({name}, ({value.replace('$clog2', 'CLOG2')}))" for name, value in derived().items()
                                                      if name != "Build"))
    yield ""
    yield "/** CLOCK(port, member of struct rvt_top_in, bits), SLOT(port, member of struct rvt_block, bits of one slot). */"
    yield from lines("RVT_TOP_INPUTS", "CLOCK, SLOT", map(entry, ports("input")))
    yield ""
    yield "/** CLOCK(port, member of struct rvt_top_out, bits). */"
    yield from lines("RVT_TOP_OUTPUTS", "CLOCK", map(entry, ports("output")))
    yield ""
    yield "/** Words of 32 bits that hold all inputs and all outputs of the largest build. */"
    yield f"enum {{ RVT_TOP_INPUT_WORDS = {widest('input')}, RVT_TOP_OUTPUT_WORDS = {widest('output')} }};"
    yield ""
    yield "/* clang-format on */"
    yield ""
    yield "#endif"


# ---- SystemVerilog -------------------------------------------------------------------------------

IMPORTS = """\
  /// A model after reset, null where it cannot be built; `params` are in their order, the first in the upper bits.
  import "DPI-C" function chandle rvt_dpi_new(input params_t params, output string refusal);
  import "DPI-C" function void rvt_dpi_free(input chandle model);
  /// Outputs of this clock; `edges` is not looked at: it changes when the state has.
  import "DPI-C" function void rvt_dpi_outputs(input chandle model, input bit edges, input inputs_t in, output outputs_t out);
  /// A rising edge; with `reset`, the state after reset.
  import "DPI-C" function void rvt_dpi_tick(input chandle model, input bit reset, input inputs_t in);
  /// Bytes of the next message that has left the encoder since the first call of this, 0: none; and its text.
  import "DPI-C" function int rvt_dpi_message(input chandle model, output message_t bytes, output string line);"""


def package():
    yield rtl.HEAD
    yield "/// The golden model of rvt_top by DPI-C: cmodel/dpi/rvt_dpi.c, linked with librvtmodel."
    yield "package rvt_dpi_pkg;"
    yield ""
    yield f"  typedef bit [{32 * len(source.up_to('top')) - 1}:0] params_t;"
    yield f"  typedef bit [{32 * widest('input') - 1}:0] inputs_t;  // the ports from bit 0 on, in their order"
    yield f"  typedef bit [{32 * widest('output') - 1}:0] outputs_t;"
    yield "  typedef bit [511:0] message_t;  // byte 0 in 7:0"
    yield ""
    yield "  // verilog_format: off"
    yield IMPORTS
    yield "  // verilog_format: on"
    yield ""
    yield "endpackage"


def parameters():
    every = source.up_to("top")
    for p in every:
        yield f"  parameter int unsigned {p.name} = {p.default},"
    locals_ = [(name, value) for name, value in derived().items() if name != "Build"]
    for name, value in locals_:
        yield f"  localparam int unsigned {name} = {value}{',' if name != locals_[-1][0] else ''}"


def ranged(total):
    if total.isdigit():
        return "logic" if total == "1" else f"logic [{int(total) - 1}:0]"
    return f"logic [{total}-1:0]"


def declared(way, seen=None):
    """Ports in a header; `seen`: with another direction, and the name that follows from it."""
    for p in ports(way):
        yield f"  {seen or way} {ranged(p.total)} {p.name}"


def module(name, what, listed):
    yield rtl.HEAD
    yield from what
    yield "// verilog_format: off"
    yield f"module {name} #("
    yield from parameters()
    yield ") ("
    listed = ["  input logic clk_i", "  input logic rst_ni", *listed]
    yield from (f"{one}," for one in listed[:-1])
    yield listed[-1]
    yield ");"
    yield ""


def reference():
    """The module that has the ports of the RTL and the model in it."""
    yield from module("rvt_top_ref", ("/// The golden model with the parameters and ports of rvt_top, equal to it in every clock after a reset.",
                                             "/// For simulation."), [*declared("input"), *declared("output")])
    yield "  // verilator lint_off WIDTHCONCAT"
    yield "  localparam rvt_dpi_pkg::params_t Params = {"
    yield textwrap.fill(", ".join(f"32'({p.name})" for p in source.up_to("top")), 98, initial_indent="    ", subsequent_indent="    ")
    yield "  };"
    yield "  // verilator lint_on WIDTHCONCAT"
    yield ""
    yield "  chandle model;  // an instance's own"
    yield "  rvt_dpi_pkg::inputs_t in;"
    yield "  rvt_dpi_pkg::outputs_t out;"
    yield "  bit edges = 1'b0;"
    yield ""
    yield "  initial begin"
    yield "    string refusal;"
    yield "    model = rvt_dpi_pkg::rvt_dpi_new(Params, refusal);"
    yield '    if (model == null) $fatal(1, "%m: %s", refusal);'
    yield "    edges = 1'b1;"
    yield "  end"
    yield "  final rvt_dpi_pkg::rvt_dpi_free(model);"
    yield ""
    names = ", ".join(p.name for p in reversed(list(ports("input"))))
    yield "  assign in = $bits(in)'({"
    yield textwrap.fill(names, 98, initial_indent="    ", subsequent_indent="    ")
    yield "  });"
    yield "  /// Bytes of the next message since the first call, 0: none."
    yield "  function automatic int message(output rvt_dpi_pkg::message_t bytes, output string line);"
    yield "    message = rvt_dpi_pkg::rvt_dpi_message(model, bytes, line);"
    yield "  endfunction"
    yield ""
    yield "  always_comb rvt_dpi_pkg::rvt_dpi_outputs(model, edges, in, out);"
    yield "  always @(posedge clk_i or negedge rst_ni) begin"
    yield "    rvt_dpi_pkg::rvt_dpi_tick(model, !rst_ni, in);"
    yield "    edges <= !edges;"
    yield "  end"
    yield ""
    at = "0"
    for number, p in enumerate(ports("output")):
        local = f"At{number}"
        yield f"  localparam int unsigned {local} = {at};"
        yield f"  assign {p.name} = out[{local}+:{p.total}];"
        at = f"{local} + {p.total}"
    yield ""
    yield "  logic unused;"
    yield "  assign unused = ^out;  // a smaller build has fewer bits"
    yield ""
    yield "endmodule"


def checker():
    """The module to bind to an rvt_top: it says where that differs from the model."""
    yield from module("rvt_top_check", (
        "/// To bind to a module with the ports and parameters of rvt_top: compares every output with the golden",
        "/// model's in every clock from the first reset on, and ends the simulation at the first difference.",
        "///   bind rvt_top rvt_top_check #(<parameters>) i_check (.*);   as in rvt_top_bind.sv"),
                      [*declared("input"), *declared("output", "input")])
    for p in ports("output"):
        yield f"  {ranged(p.total)} model_{p.name};"
    yield ""
    yield "  rvt_top_ref #("
    yield textwrap.fill(", ".join(f".{p.name}({p.name})" for p in source.up_to("top")), 98, initial_indent="    ", subsequent_indent="    ")
    yield "  ) i_model ("
    joined = ["clk_i", "rst_ni", *(p.name for p in ports("input"))]
    yield textwrap.fill(", ".join([*(f".{name}" for name in joined), *(f".{p.name}(model_{p.name})" for p in ports("output"))]),
                        98, initial_indent="    ", subsequent_indent="    ")
    yield "  );"
    yield ""
    yield "  longint unsigned clock = 0;  // rising edges since the simulation began"
    yield "  bit armed = 1'b0;  // a reset was seen: before it registers of the RTL may have any value"
    yield "  bit differs = 1'b0;  // many a simulator runs `final` after $fatal, too"
    yield "  always @(posedge clk_i) begin"
    yield "    clock <= clock + 1;"
    yield "    if (!rst_ni) armed <= 1'b1;"
    for p in ports("output"):
        yield f"    if (armed && rst_ni && {p.name} !== model_{p.name}) begin"
        yield "      differs = 1'b1;"
        yield f'      $fatal(1, "%m: clock %0d: {p.name}: expected 0x%0h, found 0x%0h", clock,'
        yield f"             model_{p.name}, {p.name});"
        yield "    end"
    yield "  end"
    yield '  final if (armed && !differs) $display("%m: %0d clocks, no difference from the golden model", clock);'
    yield ""
    yield "endmodule"


def bind():
    yield rtl.HEAD
    yield "/// Binds the checker to every rvt_top of a simulation."
    yield "// verilog_format: off"
    yield "bind rvt_top rvt_top_check #("
    yield textwrap.fill(", ".join(f".{p.name}({p.name})" for p in source.up_to("top")), 98, initial_indent="  ", subsequent_indent="  ")
    yield ") i_check ("
    joined = ["clk_i", "rst_ni", *(p.name for way in ("input", "output") for p in ports(way))]
    yield textwrap.fill(", ".join(f".{name}({name})" for name in joined), 98, initial_indent="  ", subsequent_indent="  ")
    yield ");"

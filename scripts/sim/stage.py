#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write `rvt_tb_stage`: a module with a register before every input, for the lock-step harness.

usage: stage.py [--netlist | --gate | --gate-early] TOP [NAME=VALUE...] > rvt_tb_stage.sv

One rising edge takes the inputs of the clock that ends and shows those of the clock that begins, so
that a simulator evaluates the unit once a clock. Clock and reset pass as they are. The parameters
have the values given; a netlist is instantiated without any.

--gate stops the unit's clock whenever docs/integration.md lets it stop, --gate-early also while only
its queue or packer holds something; for rvt_te, on which `busy_o` is tested so.
"""
import argparse
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from lib import lists, sv  # noqa: E402  pylint: disable=wrong-import-position

AS_THEY_ARE = ("clk_i", "rst_ni")


# A clock in which one of these says so or a level has changed must pass, and the one after it.
GATE = """
  logic [Blocks-1:0] slot;
  for (genvar g = 0; g < Blocks; g++) begin : g_slot
    assign slot[g] = iretire_i_q[IretireWidth*g+:IretireWidth] != '0 ||
                      itype_i_q[ItypeWidth*g+:ItypeWidth] == ItypeWidth'(1) ||
                      itype_i_q[ItypeWidth*g+:ItypeWidth] == ItypeWidth'(2);
  end
  logic now, now_q, pass_q, clk;
  logic [4:0] level, level_q;
  assign now = psel_i_q || m_flush_req_i_q || active_ack_i_q != active_req_o || level != level_q ||
               (active_req_o && (slot != '0 || trigger_i_q != '0 || ext_trigger_i_q != '0));
  assign level = {active_ack_i_q, {4{active_req_o}} &
                  {halted_i_q, priv_i_q == 3'd4, hart_reset_i_q, lowpower_i_q}};
  always_ff @(posedge clk_i) begin
    now_q <= now;
    level_q <= level;
  end
  always_ff @(negedge clk_i) pass_q <= HOLD || now || now_q || !rst_ni;
  assign clk = clk_i && pass_q;
"""
HOLD = {"gate": "busy_o", "gate_early": "m_valid_o"}


def stage(top, values, netlist, hold=None):
    header = sv.header(top)
    unknown = set(values) - set(lists.defaults(top))
    if unknown:
        sys.exit(f"stage.py: {top}: no parameter {', '.join(sorted(unknown))}")
    yield header.with_values("rvt_tb_stage", lists.for_tools(top, values))
    connect = []
    for port in header.ports:
        staged = port.direction == "input" and port.name not in AS_THEY_ARE
        connect.append(f".{port.name}({'clk' if hold and port.name == 'clk_i' else port.name + '_q' * staged})")
        if staged:
            yield f"  {port.kind} {port.name}_q;"
            yield f"  always_ff @(posedge clk_i) {port.name}_q <= {port.name};"
    if hold:
        yield GATE.replace("HOLD", hold)
    if not netlist:
        yield f"  {top} #({', '.join(f'.{p}({p})' for p in header.defaults)}) dut ({', '.join(connect)});"
    else:
        yield f"  {top} dut ({', '.join(connect)});"
    yield "endmodule"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--netlist", action="store_true")
    parser.add_argument("--gate", action="store_const", dest="hold", const=HOLD["gate"])
    parser.add_argument("--gate-early", action="store_const", dest="hold", const=HOLD["gate_early"])
    parser.add_argument("top")
    parser.add_argument("values", nargs="*", metavar="NAME=VALUE")
    args = parser.parse_args()
    values = dict(value.split("=", 1) for value in args.values)
    print("\n".join(stage(args.top, values, args.netlist, args.hold)))


if __name__ == "__main__":
    main()

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The return stack of flow, and the address that a return has popped while its target is awaited.
///
/// With `Depth` 0 there is neither: no return ever matches.
module rvt_ntrace_flow_return #(
  parameter int unsigned Depth = 0,  // entries, 0..32 (NT:IRT-08)
  parameter int unsigned Width = 31  // of an address >> 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             active_i,
  input  logic             clr_i,         // the stack is emptied (NT:SYN-01)
  input  logic             push_i,
  input  logic             pop_i,
  input  logic [Width-1:0] addr_i,        // what is pushed
  output logic             any_o,         // the stack has an entry
  output logic [Width-1:0] top_o,

  input  logic             waits_i,       // after this clock's steps a popped address waits ...
  input  logic [Width-1:0] waits_addr_i,  // ... this one
  output logic             waits_o,       // before them
  output logic [Width-1:0] waits_addr_o
);

  if (Depth > 0) begin : g_stack
    logic waits_q;
    logic [Width-1:0] waits_addr_q;

    rvt_ret_stack #(
      .Depth(Depth),
      .Width(Width)
    ) i_stack (
      .clk_i,
      .rst_ni,
      .clr_i,
      .push_i,
      .pop_i,
      .addr_i,
      .any_o,
      .top_o
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        waits_q <= 1'b0;
        waits_addr_q <= '0;
      end else begin
        waits_q <= waits_i && active_i;
        waits_addr_q <= waits_addr_i;
      end
    end
    assign waits_o = waits_q;
    assign waits_addr_o = waits_addr_q;
  end else begin : g_no_stack
    logic unused_here;
    assign unused_here = ^{clk_i, rst_ni, active_i, clr_i, push_i, pop_i, addr_i, waits_i,
                           waits_addr_i};
    assign any_o = 1'b0;
    assign top_o = '0;
    assign waits_o = 1'b0;
    assign waits_addr_o = '0;
  end

endmodule

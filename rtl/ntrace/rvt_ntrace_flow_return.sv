// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The return stack of flow, and whether the run is where a popped return leads.
///
/// The comparison is made while the run loads, with the top of the stack if the run before pops it in this
/// clock, else with the address that was popped before. With `Depth` 0 no return ever matches.
module rvt_ntrace_flow_return #(
  parameter int unsigned Depth = 0,  // entries, 0..32 (NT:IRT-08)
  parameter int unsigned Width = 31  // of an address >> 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clr_i,        // the stack is emptied (NT:SYN-01)
  input  logic             en_i,         // the run is counted: it pushes and pops
  input  logic             push_i,
  input  logic             pop_i,
  input  logic [Width-1:0] addr_i,       // what is pushed
  output logic             any_o,        // the stack has an entry

  input  logic             valid_i,      // there is a run
  input  logic [1:0]       mode_i,       // which bits are compared; stable while a run is held
  input  logic             load_i,       // the next one loads
  input  logic [Width-1:0] load_addr_i,  // its address
  output logic             same_o        // the run's address is the popped one, where compared
);

  localparam int unsigned LowBits = 12;  // what return mode 2 compares of an address (D-26)

  if (Depth > 0) begin : g_stack
    logic [Width-1:0] top, popped_q, expected;
    logic same_low, same_high, same_q;
    logic [$clog2(Depth+1)-1:0] unused_count;

    rvt_ret_stack #(
      .Depth(Depth),
      .Width(Width)
    ) i_stack (
      .clk_i,
      .rst_ni,
      .clr_i,
      .en_i,
      .push_i,
      .pop_i,
      .addr_i,
      .any_o,
      .top_o(top),
      .count_o(unused_count)
    );

    assign expected = valid_i ? top : popped_q;
    always_ff @(posedge clk_i) begin
      if (en_i && pop_i) popped_q <= top;
      // Mode 1 compares nothing, mode 2 the low bits, mode 3 all (NT:IRT-03 to IRT-05; D-32).
      if (load_i) same_q <= mode_i == 2'd1 || (same_low && (mode_i == 2'd2 || same_high));
    end
    assign same_low = expected[LowBits-1:0] == load_addr_i[LowBits-1:0];
    assign same_high = expected[Width-1:LowBits] == load_addr_i[Width-1:LowBits];
    assign same_o = same_q;
  end else begin : g_no_stack
    logic unused;
    assign unused = ^{clk_i, rst_ni, clr_i, en_i, push_i, pop_i, addr_i, valid_i, mode_i,
                      load_i, load_addr_i};
    assign any_o = 1'b0;
    assign same_o = 1'b0;
  end

endmodule

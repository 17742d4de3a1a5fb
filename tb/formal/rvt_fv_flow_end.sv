// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Reference for the end of the last block (D-21): of the heads that have left, where the newest one's
/// block ends, if the program goes on there.
module rvt_fv_flow_end #(
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned UnitsWidth = 6,
  parameter int unsigned FlowBlocks = 1,
  parameter int unsigned Events     = 1
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic [FlowBlocks-1:0]            pop_i,
  input  logic                             session_i,  // of what has left: a session is open
  input  logic                             block_i,  // head 0 is a block, as the others are
  input  logic [FlowBlocks*AddrWidth-1:0]  addr_i,
  input  logic [FlowBlocks*UnitsWidth-1:0] units_i,
  input  logic [FlowBlocks*4-1:0]          itype_i,
  output logic                             straight_o,
  output logic [AddrWidth-1:0]             end_o,

  input  logic                             dut_counted_i,  // head 0 has been counted and stays
  input  logic                             dut_straight_i,
  input  logic [AddrWidth-1:0]             dut_end_i
);

  logic straight_q, straight_d, first_straight;
  logic [AddrWidth-1:0] end_q, end_d, first_end;

  function automatic logic is_straight(input logic [3:0] itype);
    is_straight = itype == 4'd0 || itype == 4'd4 || itype == 4'd7;
  endfunction

  always_comb begin
    {straight_d, end_d} = {straight_q, end_q};
    for (int i = 0; i < FlowBlocks; i++) begin
      if (pop_i[i] && (i != 0 || block_i)) begin
        straight_d = is_straight(itype_i[4*i+:4]);
        end_d = addr_i[AddrWidth*i+:AddrWidth] + AddrWidth'(units_i[UnitsWidth*i+:UnitsWidth]);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {straight_q, end_q} <= '0;
    else {straight_q, end_q} <= {straight_d, end_d};
  end
  assign straight_o = Events != 0 && straight_q;
  assign end_o = end_q;

  assign first_straight = is_straight(itype_i[3:0]);
  assign first_end = addr_i[AddrWidth-1:0] + AddrWidth'(units_i[UnitsWidth-1:0]);
  `RVT_ASSERT(End_L, Events == 0 ||
              (dut_counted_i ? dut_straight_i == first_straight && dut_end_i == first_end :
                               !session_i || (dut_straight_i == straight_q && dut_end_i == end_q)))

endmodule

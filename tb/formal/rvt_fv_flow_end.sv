// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Reference for the end of the last block (D-21): where the newest run that has left ends, if the program
/// goes on there for certain: on a port of 3 bits an itype 0 may be an inferable jump (NT:ING-04).
module rvt_fv_flow_end #(
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned Events     = 1,
  parameter int unsigned ItypeWidth = 4
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 pop_i,  // a run of blocks leaves
  input  logic                 session_i,  // of what has left: a session is open
  input  logic [AddrWidth-1:0] behind_i,  // behind its last block
  input  logic [3:0]           itype_i,
  output logic                 straight_o,
  output logic [AddrWidth-1:0] end_o,

  input  logic                 dut_straight_i,
  input  logic [AddrWidth-1:0] dut_end_i
);

  logic straight_q;
  logic [AddrWidth-1:0] end_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {straight_q, end_q} <= '0;
    end else if (pop_i) begin
      straight_q <= itype_i == 4'd4 || (ItypeWidth == 4 && (itype_i == 4'd0 || itype_i == 4'd7));
      end_q <= behind_i;
    end
  end
  assign straight_o = Events != 0 && straight_q;
  assign end_o = end_q;

  `RVT_IMPLIES(End_L, Events != 0 && session_i, dut_straight_i == straight_q && dut_end_i == end_q)

endmodule

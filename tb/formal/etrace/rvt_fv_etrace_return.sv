// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Implied returns against the stack that a decoder has, of two entries: which returns go to their call (ETR:M-IRET), the depth, and since
/// when none has (ETR:A-05).
module rvt_fv_etrace_return #(
  parameter int unsigned StackDepth = 2
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    en_i,
  input logic [1:0]              mode_i,
  input logic                    clear_i,
  input logic                    leave_i,
  input rvt_ingress_pkg::itype_e itype_i,
  input logic [30:0]             link_i,
  input logic [30:0]             next_i,
  input logic                    told_i,

  (* probe = "i_dut.g_stack.i_stack.top_q" *) input logic dut_top,
  (* probe = "i_dut.g_stack.i_stack.mem_q[*]" *) input logic [61:0] dut_mem
);

  // interface: proof StackDepth
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD(StackDepth);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  // interface end

  logic implied, ret, right, wrong, since;
  logic [7:0] depth;

  rvt_etrace_return #(
    .Build(Build)
  ) i_dut (
    .*,
    .implied_o(implied),
    .ret_o(ret),
    .right_o(right),
    .wrong_o(wrong),
    .since_o(since),
    .depth_o(depth)
  );

  // ---- Reference: itypes 8 and 9 call, 13 returns, 4 and 5 branch --------------------------------

  logic [30:0] top_q, below_q;
  logic [1:0] count_q;
  logic calls, returns, home, since_q, ret_q, wrong_q;

  assign calls = en_i && (itype_i == 4'd8 || itype_i == 4'd9);
  assign returns = en_i && itype_i == 4'd13 && count_q != '0;
  assign home = mode_i == 2'd1 || ((next_i ^ top_q) & (mode_i == 2'd2 ? 31'hfff : '1)) == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      since_q <= 1'b0;
      ret_q <= 1'b0;
      wrong_q <= 1'b0;
    end else if (clear_i) begin
      count_q <= '0;
      since_q <= 1'b0;
      ret_q <= 1'b0;
      wrong_q <= 1'b0;
    end else if (leave_i) begin
      ret_q <= returns && home;
      wrong_q <= returns && !home;
      if (returns && home) since_q <= 1'b1;
      else if (told_i || calls || itype_i == 4'd4 || itype_i == 4'd5) since_q <= 1'b0;
      if (calls) begin
        count_q <= count_q == 2'd2 ? 2'd2 : count_q + 2'd1;
        top_q <= link_i;
        below_q <= top_q;
      end else if (returns && home) begin
        count_q <= count_q - 2'd1;
        top_q <= below_q;
      end
    end else if (told_i) begin
      since_q <= 1'b0;
    end
  end

  // ---- Properties ------------------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);

  `RVT_ASSERT(Implied_A, implied == (returns && home))
  `RVT_ASSERT(Right_A, right == ret)
  `RVT_ASSERT(Depth_A, depth == 8'(count_q))
  `RVT_ASSERT(Since_A, since == since_q && ret == ret_q && wrong == wrong_q)

  `RVT_IMPLIES(Top_L, count_q != '0, 31'(dut_mem >> (dut_top ? 31 : 0)) == top_q)
  `RVT_IMPLIES(Below_L, count_q == 2'd2, 31'(dut_mem >> (dut_top ? 0 : 31)) == below_q)

  `RVT_COVER(Below_C, leave_i && implied && ret && mode_i == 2'd3)
  `RVT_COVER(Wrong_C, wrong && since && count_q == 2'd1)

endmodule

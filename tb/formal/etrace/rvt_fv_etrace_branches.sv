// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Conservation of branches: what came is what was told and what is left, in the map or in the count, any branch in its place with its
/// outcome. A count stands for branches that were all predicted right.
module rvt_fv_etrace_branches #(
  parameter int unsigned BpredSize = 1
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        predict_i,
  input logic        clear_i,
  input logic        forget_i,
  input logic        then_i,
  input logic        branch_i,
  input logic        taken_i,
  input logic        count_i,
  input logic        train_i,
  input logic        load_i,
  input logic [30:0] load_last_i,
  input logic [4:0]  pick_i,  // which branch is tracked, in the first clock

  (* probe = "i_dut.branches_q" *) input logic [4:0] dut_branches,
  (* probe = "i_dut.map_q" *) input logic [29:0] dut_map,
  (* probe = "i_dut.miss" *) input logic dut_miss,
  (* probe = "i_dut.g_predict.right_q" *) input logic dut_right,
  (* probe = "i_dut.g_predict.near_q" *) input logic dut_near,
  (* probe = "i_dut.g_predict.count_q" *) input logic [31:0] dut_count
);

  // interface: proof BpredSize
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD(BpredSize);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  // interface end

  localparam int unsigned Max = 31;

  logic [4:0] branches;
  logic [30:0] map;
  logic [31:0] count;
  logic counted, miss, any, near, full, max;

  rvt_etrace_branches #(
    .Build(Build)
  ) i_dut (
    .*,
    .branches_o(branches),
    .map_o(map),
    .counted_o(counted),
    .count_o(count),
    .miss_o(miss),
    .any_o(any),
    .near_o(near),
    .full_o(full),
    .max_o(max)
  );

  // ---- Reference -------------------------------------------------------------------------------

  logic right_q, taken_q, begins;
  logic [32:0] left_q, left;  // branches that no packet has told; with the run's
  logic [4:0] place_q;  // the tracked one is that many after the first of them

  assign left = left_q + 33'(branch_i);
  assign begins = forget_i && then_i && !clear_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      right_q <= 1'b1;
    end else if (clear_i || forget_i) begin
      left_q <= 33'(begins);
      right_q <= !(begins && dut_miss);
    end else if (count_i) begin
      left_q <= left;
      right_q <= right_q && !(branch_i && dut_miss);
    end
  end
  always_ff @(posedge clk_i) begin
    place_q <= $initstate ? pick_i : place_q;
    if (begins ? place_q == '0 : count_i && branch_i && left_q == 33'(place_q)) taken_q <= taken_i;
  end

  // ---- Properties ------------------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);
  // Without a session nothing is kept (rvt_etrace_flow).
  always @(*) if (!rst_ni) assume (clear_i);

  // What is full is told as its run leaves (rvt_etrace_step).
  `RVT_IMPLIES_M(Told_M, count_i && (full || max), forget_i)
  `RVT_IMPLIES_M(Then_M, then_i, !branch_i)

  `RVT_IMPLIES(Map_A, !counted, 33'(branches) == left)
  `RVT_IMPLIES(Count_A, counted, 33'(count) + 33'(Max) + 33'(miss) == left)
  `RVT_IMPLIES(Right_A, counted, right_q && miss == (branch_i && dut_miss))
  `RVT_IMPLIES(Outcome_A, !counted && left_q > 33'(place_q), map[place_q] == !taken_q)
  `RVT_IMPLIES(Own_A, !counted && branch_i, map[5'(left_q)] == !taken_i)
  `RVT_ASSERT(Unused_A, counted || (map >> branches) == '0)  // ETR:DC-17
  // A map has an end, and so has a count.
  `RVT_IMPLIES(Full_A, branch_i && left == 33'(Max), counted || full)
  `RVT_IMPLIES(Max_A, branch_i && counted && !miss && count == '1, max)
  `RVT_IMPLIES(Near_A, full || max, near)
  `RVT_ASSERT(Any_A, any == (left != '0))

  `RVT_ASSERT(Left_L, left_q < 33'(Max) ? 33'(dut_branches) == left_q : dut_branches == 5'(Max))
  `RVT_IMPLIES(Placed_L, left_q < 33'(Max) && left_q > 33'(place_q), dut_map[place_q] == !taken_q)
  `RVT_IMPLIES(Kept_L, left_q < 33'(Max), (dut_map >> left_q) == '0)

  `RVT_ASSERT(Count_L, 33'(dut_count) == (left_q < 33'(Max) ? '0 : left_q - 33'(Max)))
  `RVT_ASSERT(Room_L, dut_count != '1)
  `RVT_ASSERT(Near_L, dut_near == (dut_count == 32'hfffffffe))
  `RVT_IMPLIES(Right_L, dut_right || left_q >= 33'(Max), right_q)

  `RVT_COVER(Then_C, left_q == 33'd1 && place_q == '0 && !taken_q && $past(begins))
  `RVT_COVER(Full_C, left == 33'(Max) && !counted && place_q == 5'd30 && map[30])
  `RVT_COVER(Miss_C, counted && miss && count == 32'd1)

endmodule

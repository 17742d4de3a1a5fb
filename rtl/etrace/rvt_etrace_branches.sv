// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Outcomes of branches that no packet has told: the map, and with branch prediction the count that takes its place when 31 of 31 were
/// predicted right (ETR:M-BP, ETR:F0-02).
module rvt_etrace_branches #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned AddrWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 predict_i,  // trTeInstEnBranchPrediction
  input  logic                 clear_i,    // a 3.0 or 3.1, or no session (ETR:F3-07)
  input  logic                 forget_i,   // they have been told ...
  input  logic                 then_i,     // ... and the run's branch is the first of the next

  input  logic                 branch_i,   // the run's branch is looked at
  input  logic                 taken_i,
  input  logic                 count_i,    // it counts, unless it has been told
  input  logic                 train_i,    // it trains the predictor
  input  logic                 load_i,     // the next run comes ...
  input  logic [AddrWidth-1:0] load_last_i,  // ... and is this its last instruction

  output logic [4:0]           branches_o,  // 31: counted
  output logic [30:0]          map_o,       // the oldest in bit 0, 1: not taken (ETR:P-06)
  output logic                 counted_o,   // `count_o` stands for the map
  output logic [31:0]          count_o,     // branch_count: 31 less than were predicted right
  output logic                 miss_o,      // the branch was predicted wrong
  output logic                 any_o,       // there are some
  output logic                 near_o,      // it may be that they are to be told
  output logic                 full_o,      // they are: the map is full, or a count ends
  output logic                 max_o        // ... with an address: the count is at its end
);

  localparam logic [4:0] Max = 5'(rvt_etrace_pkg::BranchesMax);

  logic [4:0] branches_q;
  logic [29:0] map_q;
  logic counting, last, right, miss, begins;

  assign begins = then_i && !clear_i;
  assign counting = branches_q == Max;
  assign last = branches_q == Max - 5'd1;
  assign branches_o = branches_q + 5'(branch_i && !counting);
  always_comb begin
    map_o = {1'b0, map_q};
    if (branch_i && !taken_i) map_o = map_o | (31'd1 << branches_q);
  end
  assign counted_o = counting || (last && branch_i && right);
  assign any_o = branches_q != '0 || branch_i;
  assign near_o = branch_i && (counting || last);
  assign miss_o = branch_i && miss;
  assign full_o = branch_i && (counting ? miss : last && !right);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) branches_q <= '0;
    else if (clear_i || forget_i) branches_q <= 5'(begins);
    else if (count_i) branches_q <= branches_o;
  end

  // Without a session they are cleared: no reset.
  always_ff @(posedge clk_i) begin
    if (clear_i || forget_i) map_q <= 30'(begins && !taken_i);
    else if (count_i) map_q <= map_o[29:0];
  end

  if (Build.BpredSize > 0) begin : g_predict
    logic right_q;  // all of the map
    logic near_q;  // the next one that is predicted right makes `count_q` all ones
    logic [31:0] count_q;
    logic more;  // the branch is one more of them
    logic [1:0] entry, trained;  // the prediction, and the last outcome; 1: taken

    rvt_etrace_table #(
      .Size(Build.BpredSize),
      .Width(2),
      .Empty(2'b01)
    ) i_predictor (
      .clk_i,
      .clear_i,
      .load_i,
      .index_i(load_last_i[Build.BpredSize-1:0]),
      .entry_o(entry),
      .write_i(train_i),
      .entry_i(trained)
    );
    assign trained = {entry[1] != entry[0] ? taken_i : entry[1], taken_i};
    assign miss = entry[1] != taken_i;
    assign right = right_q && predict_i && !(branch_i && miss);
    assign more = counting && branch_i && !miss;
    assign count_o = count_q + 32'(more);
    assign max_o = near_q && branch_i && !miss;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        right_q <= 1'b1;
        near_q <= 1'b0;
      end else if (clear_i || forget_i) begin
        right_q <= !(begins && miss);
        near_q <= 1'b0;
      end else if (count_i) begin
        right_q <= right;
        if (more) near_q <= count_q == 32'hfffffffd;
      end
    end
    always_ff @(posedge clk_i) begin
      if (clear_i || forget_i) count_q <= '0;
      else if (count_i) count_q <= count_o;
    end
    logic unused;
    assign unused = ^load_last_i;
  end else begin : g_no_predict
    assign miss = 1'b1;
    assign right = 1'b0;
    assign count_o = '0;
    assign max_o = 1'b0;
    logic unused;
    assign unused = ^{predict_i, train_i, load_i, load_last_i};
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // A full map does not stay: the branch that fills it sends it (ETR:F1-01).
  `RVT_IMPLIES(MapRoom_A, branches_q == Max, Build.BpredSize > 0)

endmodule

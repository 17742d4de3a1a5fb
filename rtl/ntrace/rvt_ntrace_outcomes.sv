// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The outcomes of a whole HIST, from the oldest one on, by one or by four.
module rvt_ntrace_outcomes #(
  parameter int unsigned Word     = 31,
  parameter int unsigned TimeBits = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clr_i,
  input  logic                load_i,
  input  logic                later_i,  // the time alone
  input  logic [31:0]         hist_i,
  input  logic [TimeBits-1:0] time_i,
  input  logic                shift_i,
  input  logic                by_four_i,
  output logic                any_o,
  output logic                one_o,  // the next one
  output logic [3:0]          four_o,  // the next one and its neighbours ...
  output logic                aligned_o,  // ... all of which are still there
  output logic [TimeBits-1:0] time_o  // of the record that came last
);

  logic [31:0] word_q;
  logic [4:0] at_q;

  assign four_o = word_q[{at_q[4:2], 2'b00}+:4];
  assign one_o = four_o[at_q[1:0]];
  assign aligned_o = &at_q[1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) any_o <= 1'b0;
    else if (clr_i) any_o <= 1'b0;
    else if (load_i) any_o <= 1'b1;
    else if (shift_i) any_o <= at_q[4:2] != '0 || (!by_four_i && at_q[1:0] != '0);
  end
  always_ff @(posedge clk_i) begin
    if (load_i) at_q <= 5'(Word - 1);
    else if (shift_i) at_q <= at_q - (by_four_i ? 5'd4 : 5'd1);
  end
  always_ff @(posedge clk_i) begin
    if (load_i) word_q <= 32'(hist_i[Word-1:0]);
    if (load_i || later_i) time_o <= time_i;
  end

  logic unused;
  assign unused = ^hist_i;

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// rvt_gray_cross with two clocks that the bench makes, at no faster pace than its own.
module rvt_tb_gray_cross #(
  parameter int unsigned Width = 40
) (
  input  logic             clk_i,  // the bench's pace alone
  input  logic             rst_ni,
  input  logic             src_clk_i,
  input  logic [Width-1:0] src_i,  // changes with the rising edge of src_clk_i, which takes the new value
  input  logic             dst_clk_i,
  output logic [Width-1:0] dst_o
);

  rvt_gray_cross #(
    .Width(Width)
  ) i_dut (
    .src_clk_i,
    .src_rst_ni(rst_ni),
    .src_i,
    .dst_clk_i,
    .dst_rst_ni(rst_ni),
    .dst_o
  );

  logic unused;
  assign unused = clk_i;

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A count from one clock to another, in Gray code: what the receiver has never goes back (TCI:TS-12).
///
/// `src_i` is 0 in reset, then stays or goes on by 1 in each clock of the source, modulo 2^Width; a count that runs through the
/// reset would make many bits change behind it. So at most one bit of `gray_q` changes
/// at an edge, and whichever of its two values the receiver samples is one that the source has had. `dst_o` is a register; it has
/// what `gray_q` had at the third edge of `dst_clk_i` before, two if that one came with a change. The paths from `gray_q` to
/// `meta_q` differ by less than a period of `src_clk_i`: constraints/README.md. Both resets come together.
module rvt_gray_cross #(
  parameter int unsigned Width = 40  // bits of the count: 2..64
) (
  input  logic             src_clk_i,
  input  logic             src_rst_ni,
  input  logic [Width-1:0] src_i,

  input  logic             dst_clk_i,
  input  logic             dst_rst_ni,
  output logic [Width-1:0] dst_o
);

  if (Width < 2 || Width > 64) begin : g_bad_width
    $error("rvt_gray_cross: Width must be 2..64");
  end

  logic [Width-1:0] gray_q;
  (* async_reg = "true" *) logic [Width-1:0] meta_q, sync_q;
  logic [Width-1:0] value_q, value_d;

  always_ff @(posedge src_clk_i or negedge src_rst_ni) begin
    if (!src_rst_ni) gray_q <= '0;
    else gray_q <= src_i ^ (src_i >> 1);
  end

  always_comb begin  // each bit is the parity of those from it on: in log2(Width) steps
    value_d = sync_q;
    for (int unsigned n = 1; n < Width; n = 2 * n) value_d = value_d ^ (value_d >> n);
  end

  always_ff @(posedge dst_clk_i or negedge dst_rst_ni) begin
    if (!dst_rst_ni) begin
      {meta_q, sync_q, value_q} <= '0;
    end else begin
      meta_q <= gray_q;
      sync_q <= meta_q;
      value_q <= value_d;
    end
  end

  assign dst_o = value_q;

endmodule

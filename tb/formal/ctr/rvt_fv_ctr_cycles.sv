// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The cycle counter of control transfer records against a plain one of `Width` bits: of every
/// count CC is what CTR-T-03 says of it, and CCV what CTR-T-04 says.
module rvt_fv_ctr_cycles #(
  parameter int unsigned Blocks = 2,
  parameter int unsigned Width = 27,
  localparam int unsigned LowWidth = Width > 13 ? Width - 13 : 1
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              tick_i,
  input logic [Blocks-1:0] record_i,
  input logic [Blocks-1:0] no_count_i,
  input logic              lose_i,

  (* probe = "i_dut.valid_q" *) input logic dut_valid,
  (* probe = "i_dut.cce_q" *) input logic [3:0] dut_cce,
  (* probe = "i_dut.ccm_q" *) input logic [11:0] dut_ccm,
  (* probe = "i_dut.low_q" *) input logic [LowWidth-1:0] dut_low
);

  logic [Blocks-1:0] ccv;
  logic [Blocks*16-1:0] cc;

  rvt_ctr_cycles #(
    .Blocks(Blocks),
    .Width(Width)
  ) i_dut (
    .*,
    .ccv_o(ccv),
    .cc_o(cc)
  );

  // ---- Reference -------------------------------------------------------------------------------

  logic [Width-1:0] count_q, count;
  logic valid_q;
  assign count = tick_i && count_q != '1 ? count_q + Width'(1) : count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      valid_q <= 1'b0;
    end else begin
      count_q <= record_i != '0 || lose_i ? '0 : count;
      valid_q <= (valid_q || record_i != '0) && !lose_i;
    end
  end

  // CCE is the place of the highest bit above 11, CCM the 12 bits below it.
  logic [15:0] encoded;
  always_comb begin
    encoded = {4'd0, 12'(count)};
    for (int unsigned i = 12; i < Width; i++) begin
      if (count[i]) encoded = {4'(i - 11), 12'(count >> (i - 12))};
    end
  end

  // ---- Properties ------------------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);

  // The first record of a clock has the count, others of it 0 (CTR-T-05).
  logic [15:0] first, second;
  assign first = valid_q && !no_count_i[0] ? encoded : '0;
  assign second = valid_q && !record_i[0] && !no_count_i[1] ? encoded : '0;
  `RVT_ASSERT(First_A, cc[15:0] == first && ccv[0] == (valid_q && !no_count_i[0]))
  `RVT_ASSERT(Second_A, cc[31:16] == second &&
                        ccv[1] == ((valid_q || record_i[0]) && !no_count_i[1]))

  // What the registers stand for.
  logic [Width+1:0] held;
  assign held = dut_cce == '0 ? (Width + 2)'(dut_ccm) :
                ((Width + 2)'({1'b1, dut_ccm}) << (dut_cce - 4'd1)) + (Width + 2)'(dut_low);
  logic [LowWidth-1:0] above;  // bits of `low` that CCE does not have
  for (genvar i = 0; i < LowWidth; i++) begin : g_above
    assign above[i] = dut_low[i] && dut_cce < 4'(i + 2);
  end
  `RVT_ASSERT(Held_L, held == (Width + 2)'(count_q) && above == '0 && dut_valid == valid_q)

  `RVT_COVER(Count_C, record_i == Blocks'(3) && valid_q && count == Width'(3))

endmodule

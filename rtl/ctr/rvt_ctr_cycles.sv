// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// CtrCycleCounter (CTR-T-01..05), kept in the form in which a record reports it, so that nothing
/// encodes.
///
/// The count is CCM while CCE is 0, else ((4096 + CCM) << (CCE - 1)) + low: `low` has the CCE - 1
/// bits that a record leaves out. As they are all 1, the next cycle adds 1 to CCM, whose carry adds
/// 1 to CCE. At 2^Width - 1 all bits are 1, and stay.
module rvt_ctr_cycles #(
  parameter  int unsigned Blocks = 1,
  parameter  int unsigned Width = 27,  // of the count, 12, 13, 15, 19 or 27
  localparam int unsigned CceWidth = rvt_ctr_pkg::cce_width(Width)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 tick_i,      // a cycle that counts
  input  logic [Blocks-1:0]    record_i,    // takes the count, which begins anew
  input  logic [Blocks-1:0]    no_count_i,  // ... in RAS emulation: CCV and CC are 0 (CTR-R-04)
  input  logic                 lose_i,      // the count is not valid for the next record
  output logic [Blocks-1:0]    ccv_o,       // CCV and CC of a record in this clock
  output logic [Blocks*16-1:0] cc_o
);

  localparam int unsigned LowWidth = Width > 13 ? Width - 13 : 1;

  logic [11:0] ccm_q, ccm;
  logic [3:0] cce_q, cce;
  logic [LowWidth-1:0] low_q, low;
  logic valid_q, wrap, full, more, restart;

  if (Width > 13) begin : g_low
    logic [LowWidth-1:0] out;  // bits of `low` that CCE does not have
    for (genvar i = 0; i < LowWidth; i++) begin : g_bit
      assign out[i] = cce_q < 4'(i + 2);
    end
    assign wrap = &(low_q | out);
    assign low = !tick_i || full ? low_q : wrap ? '0 : low_q + LowWidth'(1);
  end else begin : g_no_low
    assign wrap = 1'b1;
    assign low = '0;
    logic unused;
    assign unused = ^low_q;
  end

  assign full = wrap && ccm_q == '1 && 32'(cce_q) == (1 << CceWidth) - 1;
  // Whether the cycle counts is known last: it selects what is added already.
  assign more = tick_i && wrap && !full;
  assign ccm = more ? ccm_q + 12'd1 : ccm_q;
  assign cce = more && ccm_q == '1 ? cce_q + 4'd1 : cce_q;

  assign restart = record_i != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ccm_q <= '0;
      cce_q <= '0;
      low_q <= '0;
      valid_q <= 1'b0;
    end else begin
      ccm_q <= restart || lose_i ? '0 : ccm;
      cce_q <= restart || lose_i ? '0 : cce;
      low_q <= restart || lose_i ? '0 : low;
      valid_q <= (valid_q || restart) && !lose_i;
    end
  end

  // The first record of a clock has the count, its cycle included, the others 0 (CTR-T-05).
  always_comb begin
    logic later;
    later = 1'b0;
    for (int unsigned k = 0; k < Blocks; k++) begin
      ccv_o[k] = (valid_q || later) && !no_count_i[k];
      cc_o[16*k+:16] = ccv_o[k] && !later ? {cce, ccm} : '0;
      if (record_i[k]) later = 1'b1;
    end
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // CCE has the bits of the build.
  `RVT_ASSERT(Cce_A, (cce_q >> CceWidth) == '0)

endmodule

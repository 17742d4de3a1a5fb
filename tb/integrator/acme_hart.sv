// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// In the place of a hart: two instructions at 0x8000, of which the second jumps, and two at 0x9000.
module acme_hart #(
  parameter int unsigned Mistake = 0  // the jump is reported as an instruction like any other
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        go_i,
  output logic [5:0]  iretire_o,
  output logic [31:0] iaddr_o,
  output logic [3:0]  itype_o
);

  logic [1:0] blocks_q;  // that have retired

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      blocks_q <= 2'd0;
    end else if (go_i && blocks_q < 2'd2) begin
      blocks_q <= blocks_q + 2'd1;
    end
  end

  always_comb begin
    iretire_o = '0;
    iaddr_o = '0;
    itype_o = rvt_ingress_pkg::ItNone;
    if (go_i && blocks_q == 2'd0) begin
      iretire_o = 6'd4;
      iaddr_o = 32'h8000;
      itype_o = Mistake != 0 ? rvt_ingress_pkg::ItNone : rvt_ingress_pkg::ItIndirectJump;
    end else if (go_i && blocks_q == 2'd1) begin
      iretire_o = 6'd4;
      iaddr_o = 32'h9000;
    end
  end

endmodule

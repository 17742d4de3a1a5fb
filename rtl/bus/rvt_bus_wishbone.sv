// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The trace registers on Wishbone B4, classic cycles, made accesses of APB4. docs/integration.md.
///
/// Combinational but for one bit, which parts setup from access: ACK or ERR comes with the end of the APB
/// access, in the second clock of STB or later.
module rvt_bus_wishbone #(
  parameter int unsigned AddrWidth = 16
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 cyc_i,
  input  logic                 stb_i,
  input  logic                 we_i,
  input  logic [AddrWidth-1:0] adr_i,  // of bytes; bits 1:0 are 0
  input  logic [31:0]          dat_i,
  input  logic [3:0]           sel_i,
  output logic [31:0]          dat_o,
  output logic                 ack_o,
  output logic                 err_o,

  output logic                 psel_o,
  output logic                 penable_o,
  output logic                 pwrite_o,
  output logic [AddrWidth-1:0] paddr_o,
  output logic [31:0]          pwdata_o,
  output logic [3:0]           pstrb_o,
  input  logic [31:0]          prdata_i,
  input  logic                 pready_i,
  input  logic                 pslverr_i
);

  logic access_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) access_q <= 1'b0;
    else access_q <= psel_o && !(access_q && pready_i);
  end

  assign psel_o = cyc_i && stb_i;
  assign penable_o = psel_o && access_q;
  assign pwrite_o = we_i;
  assign paddr_o = adr_i;
  assign pwdata_o = dat_i;
  assign pstrb_o = we_i ? sel_i : '0;
  assign dat_o = prdata_i;
  assign ack_o = penable_o && pready_i && !pslverr_i;
  assign err_o = penable_o && pready_i && pslverr_i;

endmodule

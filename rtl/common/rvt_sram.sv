// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Memory with one port: what the RAM sink expects of a macro, in a form that FPGAs build from block RAM.
///
/// The word read in clock n is on `rdata_o` from clock n+1 until after the next read. No reset: content
/// and `rdata_o` are whatever they are at power-up.
module rvt_sram #(
  parameter int unsigned AddrWidth = 10,  // 2^n words, 1..20
  parameter int unsigned Width     = 32   // bits of a word, 32 or 64
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,  // for the assertions only
  input  logic                 cs_i,  // an access in this clock
  input  logic                 we_i,  // it is a write
  input  logic [AddrWidth-1:0] addr_i,  // word
  input  logic [Width-1:0]     wdata_i,  // written
  input  logic [Width/8-1:0]   be_i,  // bytes that are written
  output logic [Width-1:0]     rdata_o  // what was read, until after the next read
);

  if (AddrWidth < 1 || AddrWidth > 20) begin : g_bad_addr_width
    $error("rvt_sram: AddrWidth must be 1..20");
  end
  if (Width != 32 && Width != 64) begin : g_bad_width
    $error("rvt_sram: Width must be 32 or 64");
  end

  logic [Width-1:0] mem_q[0:(1<<AddrWidth)-1];
  logic [Width-1:0] rdata_q;

  always_ff @(posedge clk_i) begin
    if (cs_i && we_i) begin
      for (int unsigned i = 0; i < Width / 8; i++) begin
        if (be_i[i]) mem_q[addr_i][8*i+:8] <= wdata_i[8*i+:8];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (cs_i && !we_i) rdata_q <= mem_q[addr_i];
  end

  assign rdata_o = rdata_q;

  // ---- Assertions ------------------------------------------------------------------------------

  // A write is always an access.
  `RVT_IMPLIES_M(Write_M, we_i, cs_i)

endmodule

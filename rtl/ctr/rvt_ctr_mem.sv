// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// A register of all entries of a bank: a memory with one port to write and one to read.
///
/// What is read in clock n is on `rdata_o` in clock n+1 alone; at all other times that is 0, so
/// that the memories of several banks and registers are joined by OR. No clock reads and writes. No
/// reset.
module rvt_ctr_mem #(
  parameter int unsigned Width     = 63,
  parameter int unsigned AddrWidth = 4,   // 2^n words
  parameter int unsigned BlockRam  = 0    // else LUT RAM
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,   // for the assertions only
  input  logic                 we_i,
  input  logic [AddrWidth-1:0] waddr_i,
  input  logic [Width-1:0]     wdata_i,
  input  logic                 re_i,     // read
  input  logic [AddrWidth-1:0] raddr_i,
  output logic [Width-1:0]     rdata_o
);

  if (BlockRam != 0) begin : g_block
    (* no_rw_check, ram_style = "block" *)
    logic [Width-1:0] mem_q[0:(1<<AddrWidth)-1];

    always_ff @(posedge clk_i) begin
      if (we_i) mem_q[waddr_i] <= wdata_i;
    end
    always_ff @(posedge clk_i) begin
      if (!re_i) rdata_o <= '0;
      else rdata_o <= mem_q[raddr_i];
    end
  end else begin : g_lut
    (* no_rw_check, ram_style = "distributed" *)
    logic [Width-1:0] mem_q[0:(1<<AddrWidth)-1];

    always_ff @(posedge clk_i) begin
      if (we_i) mem_q[waddr_i] <= wdata_i;
    end
    always_ff @(posedge clk_i) begin
      if (!re_i) rdata_o <= '0;
      else rdata_o <= mem_q[raddr_i];
    end
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // The memory is not asked for what is just being written.
  `RVT_ASSERT(Either_A, !(we_i && re_i))

endmodule

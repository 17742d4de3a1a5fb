// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The rules of an APB4 bus, in simulation: docs/registers.md "The bus" (TCI:BUS-05).
///
/// What the requester owes ends in _M, what the components owe in _A.
module rvt_check_apb #(
  parameter int unsigned AddrWidth = 16,   // 12..32
  parameter int unsigned LongestWait = 16  // clocks without PREADY in an access
) (
  input logic                 clk_i,  // one clock for everything
  input logic                 rst_ni,  // asserted asynchronously, released synchronously
  input logic                 psel_i,  // an access
  input logic                 penable_i,  // its access phase
  input logic                 pwrite_i,  // it writes
  input logic [AddrWidth-1:0] paddr_i,  // byte address
  input logic [31:0]          pwdata_i,  // written
  input logic [3:0]           pstrb_i,  // bytes that are written
  input logic [31:0]          prdata_i,  // read
  input logic                 pready_i,  // the access ends
  input logic                 pslverr_i  // with an error
);

  logic open_q;  // the clock before was a setup clock, or an access clock that waited
  logic pwrite_q;
  logic [AddrWidth-1:0] paddr_q;
  logic [31:0] pwdata_q;
  logic [3:0] pstrb_q;
  logic [31:0] waits_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      waits_q <= '0;
    end else begin
      open_q <= psel_i && (!penable_i || !pready_i);
      waits_q <= psel_i && penable_i && !pready_i ? waits_q + 32'd1 : '0;
    end
  end

  always_ff @(posedge clk_i) begin
    pwrite_q <= pwrite_i;
    paddr_q <= paddr_i;
    pwdata_q <= pwdata_i;
    pstrb_q <= pstrb_i;
  end

  logic unused;
  assign unused = ^{pwrite_q, paddr_q, pwdata_q, pstrb_q, prdata_i, pslverr_i};

  // ---- Assertions ----------------------------------------------------------------------------

  // A setup clock comes first, and the access clocks follow it without a break.
  `RVT_IMPLIES_M(Setup_M, psel_i && !open_q, !penable_i)
  `RVT_IMPLIES_M(Access_M, open_q, psel_i && penable_i)
  // The access stays what it was until it ends.
  `RVT_IMPLIES_M(Stable_M, open_q, pwrite_i == pwrite_q && paddr_i == paddr_q)
  `RVT_IMPLIES_M(StableData_M, open_q && pwrite_i, pwdata_i == pwdata_q && pstrb_i == pstrb_q)
  // Data is shown in the access phase of a read only, and there is no error (TCI:BUS-01).
  `RVT_IMPLIES(Quiet_A, !(psel_i && penable_i && !pwrite_i), prdata_i == '0)
  `RVT_ASSERT(NoError_A, !pslverr_i)
  // Every access ends.
  `RVT_ASSERT(Ends_A, waits_q <= LongestWait)

endmodule

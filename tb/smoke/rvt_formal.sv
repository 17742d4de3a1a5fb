// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// First proof of an integrator: all assertions of the subsystem, from reset, with any values on its
/// ports but those that the bus does not have. FuseSoC's target `formal` runs it for a number of clocks;
/// proofs without a bound are those of tb/formal.
module rvt_formal (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        psel_i,
  input logic        penable_i,
  input logic        pwrite_i,
  input logic [15:0] paddr_i,
  input logic [31:0] pwdata_i,
  input logic [3:0]  pstrb_i,
  input logic [2:0]  active_ack_i,
  input logic [5:0]  iretire_i,
  input logic [31:0] iaddr_i,
  input logic [3:0]  itype_i,
  input logic [2:0]  priv_i,
  input logic        halted_i,
  input logic        hart_reset_i,
  input logic        lowpower_i,
  input logic [31:0] ram_rdata_i
);

  logic [31:0] prdata, ram_wdata;
  logic pready, pslverr, busy, stall, ram_cs, ram_we, trc_clk;
  logic [2:0] active_req;
  logic [1:0] ram_addr;
  logic [3:0] ram_be, trc_data;

  // The least of everything: a proof takes the longer the more there is.
  rvt_top #(
    .Btm(0),
    .SrcBitsMax(0),
    .QueueDepth(2),
    .StallLatency(1),
    .FifoDepth(17),
    .ReturnModes(0),
    .SyncClocks(0),
    .SramWordsLog2(2),
    .Pins(4),
    .DivWidth(1),
    .SafeDiv(1)
  ) u_top (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i,
    .prdata_o(prdata),
    .pready_o(pready),
    .pslverr_o(pslverr),
    .busy_o(busy),
    .active_req_o(active_req),
    .active_ack_i,
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i('0),
    .sijump_i('0),
    .cause_i('0),
    .tval_i('0),
    .priv_i,
    .context_i('0),
    .ctype_i('0),
    .impdef_i('0),
    .trigger_i('0),
    .ext_trigger_i('0),
    .halted_i,
    .hart_reset_i,
    .lowpower_i,
    .time_i('0),
    .stall_o(stall),
    .ram_cs_o(ram_cs),
    .ram_we_o(ram_we),
    .ram_addr_o(ram_addr),
    .ram_wdata_o(ram_wdata),
    .ram_be_o(ram_be),
    .ram_rdata_i,
    .trc_clk_o(trc_clk),
    .trc_data_o(trc_data)
  );

  // Reset is the first clock, and no other.
  always @(*) assume (rst_ni != $initstate);

  // APB: a setup phase, then an access phase until it is ready, with what was asked for held (TCI:BUS-05).
  logic setup_q, access_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      setup_q <= 1'b0;
      access_q <= 1'b0;
    end else begin
      setup_q <= psel_i && !penable_i;
      access_q <= psel_i && penable_i && !pready;
    end
  end
  `RVT_ASSUME(Phase, penable_i == (setup_q || access_q) && (!penable_i || psel_i))
  `RVT_STABLE_M(Hold, psel_i && !(penable_i && pready), {pwrite_i, paddr_i, pwdata_i, pstrb_i})

  logic unused;
  assign unused = ^{prdata, pslverr, busy, active_req, stall, ram_cs, ram_we, ram_addr, ram_wdata, ram_be, trc_data};

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Where a byte stream goes: a fork to the sinks that are built, with their registers.
///
/// Component 0 is the RAM sink, 1 the PIB sink; a vector of the bus has a slice for each. A sink that is not built
/// has no registers, and its ports are 0. The memory of the RAM sink stays outside.
module rvt_sinks #(
  // interface: parameters only Framing Lanes Ram SramWordsLog2 SramWidth Pib Pins DivWidth SafeDiv BufferBytes ClkCenter Calibrate
  parameter int unsigned Framing       = 0,   // framing: N-Trace, E-Trace; of a sink tandem too
  parameter int unsigned Lanes         = 1,   // bytes of a beat: 1, 2, 4, 8 or 16
  parameter int unsigned Ram           = 1,   // a RAM sink is built
  parameter int unsigned SramWordsLog2 = 10,  // memory of 2^n words of 32 bits: 2..30
  parameter int unsigned SramWidth     = 32,  // bits of the memory port: 32 or 64
  parameter int unsigned Pib           = 1,   // a PIB sink is built
  parameter int unsigned Pins          = 8,   // trace data pins: 4, 8 or 16
  parameter int unsigned DivWidth      = 8,   // bits of trPibDivider: 1..16
  parameter int unsigned SafeDiv       = 255, // trPibDivider after activation: below 2^DivWidth
  parameter int unsigned BufferBytes   = 64,  // of the PIB, at least the longest message: 38..256
  parameter int unsigned ClkCenter     = 0,   // TRC_CLK edges in the middle of beats are built
  parameter int unsigned Calibrate     = 0    // calibration patterns are built
  // interface end
) (
  input logic clk_i,  // one clock for everything
  input logic rst_ni,  // power-up reset

  // APB4, a bit or a word for each component
  input  logic [ 1:0] psel_i,  // an access
  input  logic        penable_i,  // its access phase
  input  logic        pwrite_i,  // it writes
  input  logic [11:0] paddr_i,  // within the component's 4 KiB
  input  logic [31:0] pwdata_i,  // word to write
  input  logic [ 3:0] pstrb_i,  // bytes of it
  output logic [63:0] prdata_o,  // 0 outside the access phase of a read
  output logic [ 1:0] pready_o,  // 0 for one clock in a read of trRamData
  output logic [ 1:0] pslverr_o,  // constant 0

  output logic [1:0] active_req_o,  // to a power or clock switch
  input  logic [1:0] active_ack_i,  // active_req_o, without one

  // byte stream (TCI:LINK-05)
  input  logic clr_i,      // its source is off
  input  logic closing_i,  // ... ends its trace
  input  logic s_valid_i,  // a beat is offered
  input  logic [8*Lanes-1:0] s_data_i,  // byte 0 in 7:0
  input  logic [$clog2(Lanes):0] s_bytes_i,  // bytes of the beat
  input  logic s_eom_i,  // it ends a message
  input  logic s_sync_i,  // of a first beat: a decoder can begin with it
  input  logic [5:0] s_length_i,  // ... bytes of its message; 0: not known
  output logic s_ready_o,  // it is taken in this clock
  output logic s_dn_on_o,  // some sink takes messages, or the rest of one (TCI:LINK-08)
  output logic s_dn_stopped_o,  // a branch has stopped, and all wait
  output logic s_dn_lost_o,  // some bytes that were taken are lost
  output logic s_sync_req_o,  // 1 until s_sync_i is offered (D-34)

  // memory of the RAM sink, one port
  output logic ram_cs_o,  // an access in this clock
  output logic ram_we_o,  // it is a write
  output logic [SramWordsLog2-$clog2(SramWidth/32)-1:0] ram_addr_o,  // word of the memory
  output logic [SramWidth-1:0] ram_wdata_o,  // written
  output logic [SramWidth/8-1:0] ram_be_o,  // bytes that are written
  input logic [SramWidth-1:0] ram_rdata_i,  // in the clock after a read

  // trace port
  output logic trc_clk_o,  // TRC_CLK
  output logic [Pins-1:0] trc_data_o  // TRC_DATA; 0 while off
);

  localparam int unsigned BytesWidth = $clog2(Lanes) + 1;
  localparam int unsigned AtRam = 0;  // components
  localparam int unsigned AtPib = 1;
  localparam int unsigned Branches = (Ram != 0 ? 1 : 0) + (Pib != 0 ? 1 : 0);
  localparam int unsigned PibBranch = Ram != 0 ? 1 : 0;

  // ---- Fork ------------------------------------------------------------------------------------

  logic [Branches-1:0] b_valid, b_eom, b_cut, b_ready, b_dn_on, b_dn_stopped, b_dn_lost;
  logic [Branches*8*Lanes-1:0] b_data;
  logic [Branches*BytesWidth-1:0] b_bytes;
  logic [Branches*6-1:0] b_length;

  rvt_fork #(
    .Framing(Framing),
    .Lanes(Lanes),
    .Branches(Branches)
  ) i_fork (
    .clk_i,
    .rst_ni,
    .clr_i,
    .closing_i,
    .s_valid_i,
    .s_data_i,
    .s_bytes_i,
    .s_eom_i,
    .s_sync_i,
    .s_length_i,
    .s_ready_o,
    .s_dn_on_o,
    .s_dn_stopped_o,
    .s_dn_lost_o,
    .s_sync_req_o,
    .m_valid_o(b_valid),
    .m_data_o(b_data),
    .m_bytes_o(b_bytes),
    .m_eom_o(b_eom),
    .m_length_o(b_length),
    .m_cut_o(b_cut),
    .m_ready_i(b_ready),
    .m_dn_on_i(b_dn_on),
    .m_dn_stopped_i(b_dn_stopped),
    .m_dn_lost_i(b_dn_lost)
  );

  // ---- Sinks -----------------------------------------------------------------------------------

  if (Ram != 0) begin : g_ram
    rvt_ram_sink #(
      .Framing(Framing),
      .Lanes(Lanes),
      .SramWordsLog2(SramWordsLog2),
      .SramWidth(SramWidth)
    ) i_ram (
      .clk_i,
      .rst_ni,
      .psel_i(psel_i[AtRam]),
      .penable_i,
      .pwrite_i,
      .paddr_i,
      .pwdata_i,
      .pstrb_i,
      .prdata_o(prdata_o[32*AtRam+:32]),
      .pready_o(pready_o[AtRam]),
      .pslverr_o(pslverr_o[AtRam]),
      .active_req_o(active_req_o[AtRam]),
      .active_ack_i(active_ack_i[AtRam]),
      .s_valid_i(b_valid[0]),
      .s_data_i(b_data[8*Lanes-1:0]),
      .s_bytes_i(b_bytes[BytesWidth-1:0]),
      .s_eom_i(b_eom[0]),
      .s_length_i(b_length[5:0]),
      .s_ready_o(b_ready[0]),
      .s_dn_on_o(b_dn_on[0]),
      .s_dn_stopped_o(b_dn_stopped[0]),
      .s_dn_lost_o(b_dn_lost[0]),
      .s_cut_i(b_cut[0]),
      .ram_cs_o,
      .ram_we_o,
      .ram_addr_o,
      .ram_wdata_o,
      .ram_be_o,
      .ram_rdata_i
    );
  end else begin : g_no_ram
    assign prdata_o[32*AtRam+:32] = '0;
    assign pready_o[AtRam] = 1'b1;
    assign pslverr_o[AtRam] = 1'b0;
    assign active_req_o[AtRam] = 1'b0;
    assign ram_cs_o = 1'b0;
    assign ram_we_o = 1'b0;
    assign ram_addr_o = '0;
    assign ram_wdata_o = '0;
    assign ram_be_o = '0;
    logic unused;
    assign unused = ^{psel_i[AtRam], active_ack_i[AtRam], ram_rdata_i};
  end

  if (Pib != 0) begin : g_pib
    rvt_pib_sink #(
      .Framing(Framing),
      .Lanes(Lanes),
      .Pins(Pins),
      .DivWidth(DivWidth),
      .SafeDiv(SafeDiv),
      .BufferBytes(BufferBytes),
      .ClkCenter(ClkCenter),
      .Calibrate(Calibrate)
    ) i_pib (
      .clk_i,
      .rst_ni,
      .psel_i(psel_i[AtPib]),
      .penable_i,
      .pwrite_i,
      .paddr_i,
      .pwdata_i,
      .pstrb_i,
      .prdata_o(prdata_o[32*AtPib+:32]),
      .pready_o(pready_o[AtPib]),
      .pslverr_o(pslverr_o[AtPib]),
      .active_req_o(active_req_o[AtPib]),
      .active_ack_i(active_ack_i[AtPib]),
      .s_valid_i(b_valid[PibBranch]),
      .s_data_i(b_data[8*Lanes*PibBranch+:8*Lanes]),
      .s_bytes_i(b_bytes[BytesWidth*PibBranch+:BytesWidth]),
      .s_eom_i(b_eom[PibBranch]),
      .s_length_i(b_length[6*PibBranch+:6]),
      .s_ready_o(b_ready[PibBranch]),
      .s_dn_on_o(b_dn_on[PibBranch]),
      .s_dn_stopped_o(b_dn_stopped[PibBranch]),
      .s_dn_lost_o(b_dn_lost[PibBranch]),
      .trc_clk_o,
      .trc_data_o
    );
    // Nothing stops a PIB within a message but its own reset, and it has room for the longest one.
    logic unused;
    assign unused = ^{b_cut[PibBranch], b_length};
  end else begin : g_no_pib
    assign prdata_o[32*AtPib+:32] = '0;
    assign pready_o[AtPib] = 1'b1;
    assign pslverr_o[AtPib] = 1'b0;
    assign active_req_o[AtPib] = 1'b0;
    assign trc_clk_o = 1'b0;
    assign trc_data_o = '0;
    logic unused;
    assign unused = ^{psel_i[AtPib], active_ack_i[AtPib]};
  end

endmodule

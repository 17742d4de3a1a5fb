// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Encoder and PIB back to back: the least that brings a trace to pins. For measuring and lock-step;
/// everything that the encoder does not need from the stream's consumer is tied off.
module rvt_tb_encoder_pib #(
  parameter int unsigned Xlen         = 32,
  parameter int unsigned Btm          = 1,
  parameter int unsigned Htm          = 1,
  parameter int unsigned Blocks       = 1,
  parameter int unsigned IretireWidth = 6,
  parameter int unsigned Single       = 0,
  parameter int unsigned IaddrOnInt   = 1,
  parameter int unsigned IcntWidth    = 16,
  parameter int unsigned HistWidth    = 32,
  parameter int unsigned StackDepth   = 0,
  parameter int unsigned SrcBitsMax   = 12,
  parameter int unsigned TsWidth      = 0,
  parameter int unsigned QueueDepth   = 16,
  parameter int unsigned StallLatency = 2,
  parameter int unsigned Lanes        = 1,
  parameter int unsigned FifoDepth    = 96,
  parameter int unsigned PlainHist    = 1,
  parameter int unsigned ContextWidth = 1,
  parameter int unsigned ImpdefWidth  = 1,
  parameter int unsigned Pins         = 4,
  parameter int unsigned DivWidth     = 8,
  parameter int unsigned BufferBytes  = 48,
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  rvt_ntrace_pkg::config_t        cfg_i,

  // ingress port, group 0 in the low bits (NT:ING-01)
  input  logic [Blocks*IretireWidth-1:0] iretire_i,
  input  logic [Blocks*Xlen-1:0]         iaddr_i,
  input  logic [Blocks*4-1:0]            itype_i,
  input  logic [Blocks*2-1:0]            ilastsize_i,
  input  logic [Blocks-1:0]              sijump_i,
  input  logic [Xlen-1:0]                cause_i,
  input  logic [Xlen-1:0]                tval_i,
  input  logic [2:0]                     priv_i,
  input  logic [ContextWidth-1:0]        context_i,
  input  logic [1:0]                     ctype_i,
  input  logic [ImpdefWidth-1:0]         impdef_i,
  input  logic [Blocks+1:0]              trigger_i,
  input  logic                           halted_i,
  input  logic                           hart_reset_i,
  input  logic                           lowpower_i,
  input  logic [TimeWidth-1:0]           time_i,
  output logic                           stall_o,

  // PIB
  input  logic                           pib_active_i,
  input  logic                           pib_enable_i,
  input  logic [3:0]                     pib_mode_i,
  input  logic [DivWidth-1:0]            pib_divider_i,
  output logic                           pib_empty_o,
  output logic                           trc_clk_o,
  output logic [Pins-1:0]                trc_data_o,

  input  logic                           m_flush_req_i,
  output logic                           m_flush_ack_o,
  output logic                           empty_o,
  output logic                           gap_o
);

  logic valid, ready, eom;
  logic [7:0] data;
  logic [0:0] bytes;

  if (Lanes != 1) begin : g_bad_lanes
    $error("rvt_tb_encoder_pib: Lanes must be 1");
  end

  rvt_ntrace_encoder #(
    .Xlen(Xlen),
    .Btm(Btm),
    .Htm(Htm),
    .Blocks(Blocks),
    .IretireWidth(IretireWidth),
    .Single(Single),
    .IaddrOnInt(IaddrOnInt),
    .IcntWidth(IcntWidth),
    .HistWidth(HistWidth),
    .StackDepth(StackDepth),
    .SrcBitsMax(SrcBitsMax),
    .TsWidth(TsWidth),
    .QueueDepth(QueueDepth),
    .StallLatency(StallLatency),
    .Lanes(Lanes),
    .FifoDepth(FifoDepth),
    .PlainHist(PlainHist),
    .ContextWidth(ContextWidth),
    .ImpdefWidth(ImpdefWidth)
  ) i_encoder (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    .cause_i,
    .tval_i,
    .priv_i,
    .context_i,
    .ctype_i,
    .impdef_i,
    .trigger_i,
    .halted_i,
    .hart_reset_i,
    .lowpower_i,
    .time_i,
    .stall_o,
    .m_valid_o(valid),
    .m_data_o(data),
    .m_bytes_o(bytes),
    .m_eom_o(eom),
    .m_ready_i(ready),
    .m_dn_on_i(1'b1),
    .m_dn_stopped_i(1'b0),
    .m_sync_req_i(1'b0),
    .m_flush_req_i,
    .m_flush_ack_o,
    .empty_o,
    .gap_o
  );

  rvt_ntrace_pib #(
    .Pins(Pins),
    .DivWidth(DivWidth),
    .BufferBytes(BufferBytes)
  ) i_pib (
    .clk_i,
    .rst_ni,
    .active_i(pib_active_i),
    .enable_i(pib_enable_i),
    .mode_i(pib_mode_i),
    .divider_i(pib_divider_i),
    .s_valid_i(valid),
    .s_data_i(data),
    .s_bytes_i(bytes),
    .s_eom_i(eom),
    .s_ready_o(ready),
    .empty_o(pib_empty_o),
    .trc_clk_o,
    .trc_data_o
  );

endmodule

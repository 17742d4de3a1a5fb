// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// From the ingress port to the trace pins: encoder and PIB, with the stream between them brought out.
module rvt_tb_chain #(
  parameter int unsigned Xlen = 32,
  parameter int unsigned Btm = 1,
  parameter int unsigned Htm = 1,
  parameter int unsigned Blocks = 1,
  parameter int unsigned IretireWidth = 6,
  parameter int unsigned Single = 0,
  parameter int unsigned IaddrOnInt = 1,
  parameter int unsigned IcntWidth = 16,
  parameter int unsigned HistWidth = 32,
  parameter int unsigned StackDepth = 8,
  parameter int unsigned SrcBitsMax = 12,
  parameter int unsigned TsWidth = 40,
  parameter int unsigned QueueDepth = 16,
  parameter int unsigned StallLatency = 2,
  parameter int unsigned Lanes = 1,
  parameter int unsigned FifoDepth = 96,
  parameter int unsigned PlainHist = 1,
  parameter int unsigned Pins = 8,
  parameter int unsigned DivWidth = 8,
  parameter int unsigned BufferBytes = 64
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  rvt_ntrace_pkg::config_t   cfg_i,
  input  logic [IretireWidth-1:0]   iretire_i,
  input  logic [Xlen-1:0]           iaddr_i,
  input  logic [3:0]                itype_i,
  input  logic [1:0]                ilastsize_i,
  input  logic                      sijump_i,
  input  logic [Xlen-1:0]           cause_i,
  input  logic [Xlen-1:0]           tval_i,
  input  logic [2:0]                priv_i,
  input  logic                      context_i,
  input  logic [1:0]                ctype_i,
  input  logic                      impdef_i,
  input  logic [2:0]                trigger_i,
  input  logic                      halted_i,
  input  logic                      hart_reset_i,
  input  logic                      lowpower_i,
  input  logic [(TsWidth > 0 ? TsWidth : 1)-1:0] time_i,
  output logic                      stall_o,
  output logic                      empty_o,
  output logic                      gap_o,
  output logic                      m_valid_o,
  output logic [7:0]                m_data_o,
  output logic                      m_bytes_o,
  output logic                      m_eom_o,
  output logic                      m_ready_o,
  input  logic                      active_i,
  input  logic                      enable_i,
  input  logic [3:0]                mode_i,
  input  logic [DivWidth-1:0]       divider_i,
  output logic                      pib_empty_o,
  output logic                      trc_clk_o,
  output logic [Pins-1:0]           trc_data_o
);

  logic flush_ack;  // no function here asks for a flush

  rvt_ntrace_encoder #(
    .Xlen(Xlen), .Btm(Btm), .Htm(Htm), .Blocks(Blocks), .IretireWidth(IretireWidth),
    .Single(Single), .IaddrOnInt(IaddrOnInt), .IcntWidth(IcntWidth), .HistWidth(HistWidth),
    .StackDepth(StackDepth), .SrcBitsMax(SrcBitsMax), .TsWidth(TsWidth), .QueueDepth(QueueDepth),
    .StallLatency(StallLatency), .Lanes(Lanes), .FifoDepth(FifoDepth), .PlainHist(PlainHist)
  ) i_encoder (
    .clk_i, .rst_ni, .cfg_i,
    .iretire_i, .iaddr_i, .itype_i, .ilastsize_i, .sijump_i, .cause_i, .tval_i, .priv_i,
    .context_i, .ctype_i, .impdef_i, .trigger_i, .halted_i, .hart_reset_i, .lowpower_i, .time_i,
    .stall_o,
    .m_valid_o, .m_data_o, .m_bytes_o, .m_eom_o, .m_ready_i(m_ready_o),
    .m_dn_on_i(1'b1), .m_dn_stopped_i(1'b0), .m_sync_req_i(1'b0), .m_flush_req_i(1'b0),
    .m_flush_ack_o(flush_ack),
    .empty_o, .gap_o
  );

  rvt_ntrace_pib #(
    .Pins(Pins), .DivWidth(DivWidth), .BufferBytes(BufferBytes)
  ) i_pib (
    .clk_i, .rst_ni, .active_i, .enable_i, .mode_i, .divider_i,
    .s_valid_i(m_valid_o), .s_data_i(m_data_o), .s_bytes_i(m_bytes_o), .s_eom_i(m_eom_o),
    .s_ready_o(m_ready_o),
    .empty_o(pib_empty_o), .trc_clk_o, .trc_data_o
  );

endmodule

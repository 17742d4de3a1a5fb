// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The chain packer -> message FIFO -> PIB of the smallest build, with every link brought out so
/// that the first unit to differ is the one that is named.
module rvt_tb_backend #(
  parameter int unsigned Lanes = 1,
  parameter int unsigned IcntWidth = 22,
  parameter int unsigned AddrWidth = 63,
  parameter int unsigned HistWidth = 32,
  parameter int unsigned TsWidth = 64,
  parameter int unsigned SrcBitsMax = 12,
  parameter int unsigned FifoDepth = 76,
  parameter int unsigned ResumeLevel = 38,
  parameter int unsigned Pins = 8,
  parameter int unsigned DivWidth = 8,
  parameter int unsigned BufferBytes = 64
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clr_i,
  input  logic [3:0]              src_bits_i,
  input  logic [11:0]             src_id_i,
  input  logic                    ts_en_i,
  input  logic                    rec_valid_i,
  input  rvt_ntrace_pkg::record_t rec_i,
  output logic                    rec_ready_o,
  output logic                    busy_o,
  output logic                    p_valid_o,
  output logic [8*Lanes-1:0]      p_data_o,
  output logic [$clog2(Lanes):0]  p_bytes_o,
  output logic                    p_eom_o,
  output logic                    p_ready_o,
  output logic                    f_valid_o,
  output logic [8*Lanes-1:0]      f_data_o,
  output logic [$clog2(Lanes):0]  f_bytes_o,
  output logic                    f_eom_o,
  output logic                    f_ready_o,
  output logic                    resume_o,
  output logic                    fifo_empty_o,
  input  logic                    active_i,
  input  logic                    enable_i,
  input  logic [3:0]              mode_i,
  input  logic [DivWidth-1:0]     divider_i,
  output logic                    pib_empty_o,
  output logic                    trc_clk_o,
  output logic [Pins-1:0]         trc_data_o
);

  rvt_ntrace_packer #(
    .Lanes(Lanes),
    .IcntWidth(IcntWidth),
    .AddrWidth(AddrWidth),
    .HistWidth(HistWidth),
    .TsWidth(TsWidth),
    .SrcBitsMax(SrcBitsMax)
  ) i_packer (
    .clk_i,
    .rst_ni,
    .clr_i,
    .src_bits_i,
    .src_id_i,
    .ts_en_i,
    .ts_suppress_i('0),
    .ts_forget_i(1'b0),
    .rec_valid_i,
    .rec_i,
    .rec_ready_o,
    .m_valid_o(p_valid_o),
    .m_data_o(p_data_o),
    .m_bytes_o(p_bytes_o),
    .m_eom_o(p_eom_o),
    .m_ready_i(p_ready_o),
    .busy_o
  );

  rvt_msg_fifo #(
    .Lanes(Lanes),
    .Depth(FifoDepth),
    .ResumeLevel(ResumeLevel)
  ) i_msg_fifo (
    .clk_i,
    .rst_ni,
    .clr_i,
    .s_valid_i(p_valid_o),
    .s_data_i(p_data_o),
    .s_bytes_i(p_bytes_o),
    .s_marks_i(3'b000),
    .s_ready_o(p_ready_o),
    .s_commit_i(1'b1),
    .s_drop_i(1'b0),
    .s_head_i(1'b0),
    .m_valid_o(f_valid_o),
    .m_data_o(f_data_o),
    .m_bytes_o(f_bytes_o),
    .m_eom_o(f_eom_o),
    .m_sync_o(),
    .m_mark_o(),
    .m_ready_i(f_ready_o),
    .resume_o,
    .empty_o(fifo_empty_o)
  );

  rvt_pib #(
    .Lanes(Lanes),
    .Pins(Pins),
    .DivWidth(DivWidth),
    .BufferBytes(BufferBytes)
  ) i_pib (
    .clk_i,
    .rst_ni,
    .active_i,
    .enable_i,
    .mode_i,
    .center_i(1'b0),
    .calibrate_i(1'b0),
    .divider_i,
    .s_valid_i(f_valid_o),
    .s_data_i(f_data_o),
    .s_bytes_i(f_bytes_o),
    .s_eom_i(f_eom_o),
    .s_ready_o(f_ready_o),
    .s_dn_on_o(),
    .s_dn_lost_o(),
    .empty_o(pib_empty_o),
    .in_msg_o(),
    .trc_clk_o,
    .trc_data_o
  );

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// N-Trace's messages: entries of the queue in, byte stream out.
///
/// flow -> packer -> message FIFO, before the packer with `RepeatHist` outcomes that are held to be counted, and with
/// `RepeatBranch` a count of equal branches. An entry that is taken in clock n has its record in the packer in n+2 and
/// its first byte on the stream in n+3, with several lanes in n+4; with `RepeatBranch` each a clock later. All that is N-Trace's own in an encoder is in
/// here: another format is another module with these ports.
module rvt_ntrace_messages #(
  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  parameter int unsigned LongestBeats = 17,  // beats of the longest message
  localparam int unsigned Blocks = Build.Blocks,
  localparam int unsigned Lanes = Build.Lanes,
  localparam int unsigned BlockBits = rvt_ingress_pkg::BlockBits,
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1
) (
  input logic clk_i,
  input logic rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic flush_i,  // asked for all that is held, and the queue has nothing
  input logic sync_req_i,  // 1 until a message from which a decoder can begin is on its way (D-34)

  // the queue's oldest entry
  input  logic valid_i,
  input  rvt_ingress_pkg::entry_t entry_i,
  input  logic [Blocks-1:0] blocks_i,
  input  logic [Blocks*BlockBits-1:0] block_i,
  output logic ready_o,

  // byte stream (TCI:LINK-05)
  output logic m_valid_o,
  output logic [8*Lanes-1:0] m_data_o,
  output logic [BytesWidth-1:0] m_bytes_o,
  output logic m_eom_o,
  output logic m_sync_o,
  input logic m_ready_i,

  output logic resume_o,  // there is room enough for an overflow to end (TCI:OVF-02)
  // no block is held and no record before the packer, and no counter waits to be sent
  output logic settled_o,
  output logic empty_o  // ... and neither a byte nor a count of branches is
);

  localparam int unsigned HistWidth = Build.Htm != 0 ? Build.HistWidth : 0;
  // B-CNT and HREPEAT go the way of I-CNT (NT:RPT-06, RHI-05).
  localparam int unsigned RepeatWidth = Build.RepeatBranch != 0 ? rvt_ntrace_pkg::RepeatCeil : 0;
  localparam int unsigned Counts = Build.RepeatHist != 0 ? rvt_ntrace_pkg::RepeatCeil : RepeatWidth;
  localparam int unsigned CountsWidth = Build.IcntWidth < Counts ? Counts : Build.IcntWidth;
  // NT:GEN-08
  localparam int unsigned Depth = Build.FifoDepth == 0 ? 2 * LongestBeats : Build.FifoDepth;

  logic
      clr,
      flow_valid,
      flow_ready,
      word,
      flow_empty,
      held_flow,
      held_hist,
      hist_valid,
      hist_ready,
      hist_time_new,
      outcomes,
      repeats,
      rec_valid,
      rec_ready,
      time_new,
      rec_time_new,
      packed_valid,
      packed_ready,
      packed_eom,
      packer_busy,
      fifo_empty,
      fifo_resume;
  rvt_ntrace_pkg::record_t flow_rec, hist_rec, rec;
  logic [8*Lanes-1:0] packed_data;
  logic [BytesWidth-1:0] packed_bytes;
  logic [3:0] src_bits;

  assign clr = !cfg_i.active;
  assign src_bits = cfg_i.inhibit_src ? 4'd0 : cfg_i.src_bits;  // NT:SRC-01
  assign resume_o = settled_o && fifo_resume;
  assign empty_o = settled_o && !outcomes && !repeats && !packer_busy && fifo_empty;

  rvt_ntrace_flow #(
    .Build(Build)
  ) i_flow (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .sync_req_i,
    .valid_i,
    .entry_i,
    .blocks_i,
    .block_i,
    .ready_o,
    .rec_valid_o(flow_valid),
    .rec_o(flow_rec),
    .word_o(word),
    .time_new_o(time_new),
    .rec_ready_i(flow_ready),
    .empty_o(flow_empty)
  );

  assign held_flow = !flow_empty || held_hist;
  if (Build.RepeatHist != 0) begin : g_history
    rvt_ntrace_history #(
      .Longest(Build.RepeatHist),
      .HistWidth(Build.HistWidth),
      .TsWidth(Build.TsWidth)
    ) i_history (
      .clk_i,
      .rst_ni,
      .clr_i(clr),
      .en_i(cfg_i.repeat_hist),
      .flush_i(flush_i && flow_empty),
      .rec_valid_i(flow_valid),
      .rec_i(flow_rec),
      .word_i(word),
      .time_new_i(time_new),
      .rec_ready_o(flow_ready),
      .out_valid_o(hist_valid),
      .out_rec_o(hist_rec),
      .time_new_o(hist_time_new),
      .out_ready_i(hist_ready),
      .held_o(held_hist),
      .busy_o(outcomes)
    );
  end else begin : g_no_history
    logic unused_history;
    assign unused_history = flush_i ^ word;
    assign hist_valid = flow_valid;
    assign hist_rec = flow_rec;
    assign hist_time_new = time_new;
    assign flow_ready = hist_ready;
    assign {held_hist, outcomes} = '0;
  end

  if (Build.RepeatBranch != 0) begin : g_repeat
    logic held;
    assign settled_o = !held_flow && !held;
    rvt_ntrace_repeat #(
      .IcntWidth(Build.IcntWidth),
      .HistWidth(HistWidth),
      .TsWidth(Build.TsWidth)
    ) i_repeat (
      .clk_i,
      .rst_ni,
      .clr_i(clr),
      .en_i(cfg_i.repeat_branch),
      .rec_valid_i(hist_valid),
      .rec_i(hist_rec),
      .time_new_i(hist_time_new),
      .rec_ready_o(hist_ready),
      .out_valid_o(rec_valid),
      .out_rec_o(rec),
      .time_new_o(rec_time_new),
      .out_ready_i(rec_ready),
      .held_o(held),
      .busy_o(repeats)
    );
  end else begin : g_no_repeat
    assign rec_valid = hist_valid;
    assign rec = hist_rec;
    assign rec_time_new = hist_time_new;
    assign hist_ready = rec_ready;
    assign settled_o = !held_flow;
    assign repeats = 1'b0;
  end

  rvt_ntrace_packer #(
    .Lanes(Lanes),
    .IcntWidth(CountsWidth),
    .AddrWidth(Build.Xlen - 1),
    .HistWidth(HistWidth),
    .TsWidth(Build.TsWidth),
    .SrcBitsMax(Build.SrcBitsMax),
    .Repeat(Build.RepeatHist != 0 ? 1 : 0),
    .ExtendAddr(Build.ExtendAddr)
  ) i_packer (
    .clk_i,
    .rst_ni,
    .clr_i(clr),
    .src_bits_i(src_bits),
    .src_id_i(cfg_i.src_id),
    .ts_en_i(cfg_i.ts_en),
    .extend_addr_i(cfg_i.extend_addr),
    .ts_suppress_i(cfg_i.ts_suppress),
    .ts_forget_i(rec_time_new),
    .rec_valid_i(rec_valid),
    .rec_i(rec),
    .rec_ready_o(rec_ready),
    .m_valid_o(packed_valid),
    .m_data_o(packed_data),
    .m_bytes_o(packed_bytes),
    .m_eom_o(packed_eom),
    .m_ready_i(packed_ready),
    .busy_o(packer_busy)
  );

  logic unused_mark;
  rvt_msg_fifo #(
    .Framing(Build.Framing),
    .Lanes(Lanes),
    .Depth(Depth),
    .Bytes(Build.FifoBytes),
    .ResumeLevel(Depth / 2)
  ) i_msg_fifo (
    .clk_i,
    .rst_ni,
    .clr_i(clr),
    .s_valid_i(packed_valid),
    .s_data_i(packed_data),
    .s_bytes_i(packed_bytes),
    .s_marks_i(3'b000),  // the bytes say it
    .s_ready_o(packed_ready),
    .s_commit_i(1'b1),
    .s_drop_i(1'b0),
    .s_head_i(1'b0),
    .m_valid_o,
    .m_data_o,
    .m_bytes_o,
    .m_eom_o,
    .m_sync_o,
    .m_mark_o(unused_mark),
    .m_ready_i,
    .resume_o(fifo_resume),
    .empty_o(fifo_empty)
  );

  logic unused;
  assign unused = packed_eom;  // a checker compares it with what the bytes say

  `RVT_IMPLIES(EmptyQuiet_A, empty_o, !m_valid_o)
  // The mode is one that this build has (TCI:TE-02, BUS-09 make the registers keep to it).
  `RVT_IMPLIES_M(ModeBuilt_M, cfg_i.active && cfg_i.enable && cfg_i.tracing,
                 cfg_i.mode == rvt_config_pkg::ModeOff ||
                 (Build.Btm != 0 && cfg_i.mode == rvt_config_pkg::ModeBtm) ||
                 (Build.Htm != 0 && cfg_i.mode == rvt_config_pkg::ModeHtm))
  `RVT_IMPLIES_M(SrcBits_M, cfg_i.active, 32'(cfg_i.src_bits) <= Build.SrcBitsMax)

endmodule

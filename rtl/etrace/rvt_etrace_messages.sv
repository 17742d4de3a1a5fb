// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// E-Trace's packets: entries of the queue in, byte stream out.
///
/// flow -> packer -> message FIFO. The ports are those of `rvt_ntrace_messages`.
module rvt_etrace_messages #(
  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  parameter int unsigned LongestBeats = 17,  // beats of the longest packet
  localparam int unsigned Blocks = Build.Blocks,
  localparam int unsigned Lanes = Build.Lanes,
  localparam int unsigned BlockBits = rvt_ingress_pkg::BlockBits,
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1
) (
  input logic clk_i,
  input logic rst_ni,
  input rvt_config_pkg::config_t cfg_i,
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
  output logic [5:0] m_length_o,  // of a first beat: bytes of the packet
  input logic m_ready_i,

  output logic resume_o,  // there is room enough for an overflow to end (TCI:OVF-02)
  output logic settled_o,  // no record is held, and no block but one that waits for the hart
  output logic empty_o  // ... and no byte is
);

  localparam int unsigned Depth = Build.FifoDepth == 0 ? 2 * LongestBeats : Build.FifoDepth;

  logic clr, rec_valid, rec_ready, flow_empty, held, packer_busy, fifo_empty, fifo_resume;
  logic packed_valid, packed_ready, packed_eom, packed_sync, packed_src, has_src;
  rvt_etrace_pkg::record_t rec;
  logic [8*Lanes-1:0] packed_data;
  logic [BytesWidth-1:0] packed_bytes;

  assign clr = !cfg_i.active;
  assign settled_o = flow_empty && !held;
  assign resume_o = settled_o && fifo_resume;
  assign empty_o = settled_o && !packer_busy && fifo_empty;

  rvt_etrace_flow #(
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
    .rec_valid_o(rec_valid),
    .rec_o(rec),
    .rec_ready_i(rec_ready),
    .empty_o(flow_empty)
  );

  rvt_etrace_packer #(
    .Build(Build)
  ) i_packer (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .rec_valid_i(rec_valid),
    .rec_i(rec),
    .rec_ready_o(rec_ready),
    .m_valid_o(packed_valid),
    .m_data_o(packed_data),
    .m_bytes_o(packed_bytes),
    .m_eom_o(packed_eom),
    .m_sync_o(packed_sync),
    .m_src_o(packed_src),
    .m_ready_i(packed_ready),
    .held_o(held),
    .busy_o(packer_busy)
  );

  rvt_msg_fifo #(
    .Framing(Build.Framing),
    .Lanes(Lanes),
    .Depth(Depth),
    .Marks(Build.SrcBitsMax < 8 ? 1 : 2),
    .ResumeLevel(Depth / 2)
  ) i_msg_fifo (
    .clk_i,
    .rst_ni,
    .clr_i(clr),
    .s_valid_i(packed_valid),
    .s_data_i(packed_data),
    .s_bytes_i(packed_bytes),
    .s_marks_i({packed_src, packed_sync, packed_eom}),
    .s_ready_o(packed_ready),
    .s_commit_i(1'b1),
    .s_drop_i(1'b0),
    .s_head_i(1'b0),
    .m_valid_o,
    .m_data_o,
    .m_bytes_o,
    .m_eom_o,
    .m_sync_o,
    .m_mark_o(has_src),
    .m_ready_i,
    .resume_o(fifo_resume),
    .empty_o(fifo_empty)
  );

  // The header has what stands after its own byte, a whole one of srcID and the time (ETR:E-02).
  assign m_length_o = 6'(m_valid_o) + 6'(m_data_o[4:0]) + 6'(has_src) +
                      (m_data_o[7] ? 6'(Build.TsWidth / 8) : '0);

  `RVT_IMPLIES(EmptyQuiet_A, empty_o, !m_valid_o)

endmodule

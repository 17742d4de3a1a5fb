// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The message FIFO with several lanes, any beats in: order, bytes and mark of them, level. Any beat may be
/// the one tracked. With one lane it is in rvt_fv_packer.
module rvt_fv_msg_fifo #(
  parameter int unsigned Lanes     = 2,
  parameter int unsigned Depth     = 3,
  localparam int unsigned BytesBits = $clog2(Lanes) + 1,
  localparam int unsigned Width     = 8 * Lanes + BytesBits
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 clr_i,
  input logic                 s_valid_i,
  input logic [8*Lanes-1:0]   s_data_i,
  input logic [BytesBits-1:0] s_bytes_i,
  input logic                 m_ready_i,
  input logic                 pick_i,  // this beat is the tracked one

  (* probe = "i_fifo.g_beats.u_fifo.rptr_q" *) input logic [$clog2(Depth)-1:0] dut_rptr,
  (* probe = "i_fifo.g_beats.u_fifo.level_q" *) input logic [$clog2(Depth+1)-1:0] dut_level,
  (* probe = "i_fifo.g_beats.u_fifo.mem_q[*]" *) input logic [Depth*Width-1:0] dut_mem
);

  logic s_ready, s_eom, m_valid, m_eom, m_sync, resume, empty;
  logic [8*Lanes-1:0] m_data;
  logic [BytesBits-1:0] m_bytes;

  // What the packer is proved to keep: the mark is the bytes', unused lanes are zero.
  logic [Lanes-1:0] s_last, s_above;
  for (genvar k = 0; k < Lanes; k++) begin : g_lane
    assign s_last[k] = s_data_i[8*k+:2] == rvt_ntrace_pkg::MseoEndMsg;
    assign s_above[k] = k >= 32'(s_bytes_i) && s_data_i[8*k+:8] != '0;
  end
  assign s_eom = s_last != '0;
  `RVT_IMPLIES_M(Above_M, s_valid_i, s_above == '0)
  always @(*) if ($initstate) assume (!rst_ni);

  rvt_msg_fifo #(
    .Lanes(Lanes),
    .Depth(Depth),
    .ResumeLevel(Depth / 2)
  ) i_fifo (
    .*,
    .s_marks_i(3'b000),
    .s_ready_o(s_ready),
    .s_commit_i(1'b1),
    .s_drop_i(1'b0),
    .s_head_i(1'b0),
    .m_valid_o(m_valid),
    .m_data_o(m_data),
    .m_bytes_o(m_bytes),
    .m_eom_o(m_eom),
    .m_sync_o(m_sync),
    .m_mark_o(),
    .resume_o(resume),
    .empty_o(empty)
  );

  // A beat comes out with its bytes, their number and its mark, which is not stored.
  localparam int unsigned BeatWidth = 8 * Lanes + BytesBits + 1;
  logic held, leave, held_eom;
  logic [BytesBits-1:0] held_bytes;
  logic [8*Lanes-1:0] held_data;
  rvt_fv_order #(
    .Width(BeatWidth),
    .Stored(Width),
    .Depth(Depth)
  ) i_order (
    .*,
    .push_i(s_valid_i && s_ready && !clr_i),
    .word_i({s_eom, s_bytes_i, s_data_i}),
    .valid_i(m_valid),
    .front_i({m_eom, m_bytes, m_data}),
    .ready_i(m_ready_i),
    .dut_rptr_i(dut_rptr),
    .dut_level_i(dut_level),
    .dut_mem_i(dut_mem),
    .held_o(held),
    .held_word_o({held_eom, held_bytes, held_data}),
    .leave_o(leave)
  );
  // Full is the only reason to refuse a beat, and empty the only one to offer none.
  `RVT_ASSERT(Level_A, s_ready == (32'(dut_level) != Depth) && m_valid == (dut_level != '0) &&
                       empty == !m_valid)
  // The level at which an overflow may end is reported a clock after it was reached.
  logic low_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) low_q <= 1'b1;
    else low_q <= clr_i || 32'(dut_level) <= Depth / 2;
  end
  `RVT_ASSERT(Resume_A, resume == low_q)

  logic [Lanes-1:0] last;
  for (genvar k = 0; k < Lanes; k++) begin : g_last
    assign last[k] = held_data[8*k+:2] == rvt_ntrace_pkg::MseoEndMsg;
  end
  `RVT_IMPLIES(Mark_L, held, held_eom == (last != '0))

  `RVT_COVER(Tracked_C, leave && held_eom && 32'(dut_level) == Depth)

endmodule

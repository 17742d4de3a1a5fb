// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Message FIFO of an encoder, of beats of the stream or of their bytes: docs/units/message-fifo.md.
///
/// What ends a message and where a decoder can begin, rvt_framing says of the bytes that leave; with `Marks` the producer says
/// it, and it is stored beside them. Lanes without a byte read 0.
module rvt_msg_fifo #(
  parameter int unsigned Framing = 0,      // of rvt_framing_pkg
  parameter int unsigned Lanes = 1,        // 1, 2, 4, 8 or 16
  parameter int unsigned Depth = 64,       // 2..512 beats: a longest message or more (NT:GEN-08)
  parameter int unsigned ResumeLevel = 32,  // 0..Depth beats
  parameter int unsigned Bytes = 0,  // 1: rows of Lanes bytes in place of beats, with Lanes above 1
  parameter int unsigned Marks = 0,  // 1: s_marks_i[1:0] are stored, 2: all; not with Bytes
  parameter int unsigned Packets = 0  // 1: packets as in rvt_fifo; not with Bytes
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clr_i,

  input  logic                   s_valid_i,
  input  logic [8*Lanes-1:0]     s_data_i,
  input  logic [$clog2(Lanes):0] s_bytes_i,
  input  logic [2:0]             s_marks_i,  // with Marks: one more; a decoder can begin; an end
  output logic                   s_ready_o,
  input  logic                   s_commit_i,  // with Packets, as in rvt_fifo
  input  logic                   s_drop_i,
  input  logic                   s_head_i,

  output logic                   m_valid_o,
  output logic [8*Lanes-1:0]     m_data_o,
  output logic [$clog2(Lanes):0] m_bytes_o,
  output logic                   m_eom_o,
  output logic                   m_sync_o,  // of a first beat: a decoder can begin with it
  output logic                   m_mark_o,  // with Marks 2: s_marks_i[2] of the beat
  input  logic                   m_ready_i,

  output logic                   resume_o,
  output logic                   empty_o
);

  localparam int unsigned BytesWidth = $clog2(Lanes) + 1;
  localparam int unsigned Unit = Bytes != 0 ? Lanes : 1;  // of the level, in a beat or row
  localparam int unsigned LevelWidth = $clog2(Depth * Unit + 1);

  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8 && Lanes != 16) begin : g_bad_lanes
    $error("rvt_msg_fifo: Lanes must be 1, 2, 4, 8 or 16");
  end
  if (Depth < 2 || Depth > 512) begin : g_bad_depth
    $error("rvt_msg_fifo: Depth must be 2..512");
  end
  if (ResumeLevel > Depth) begin : g_bad_resume_level
    $error("rvt_msg_fifo: ResumeLevel must be 0..Depth");
  end
  if (Bytes > (Lanes > 1 ? 1 : 0)) begin : g_bad_bytes
    $error("rvt_msg_fifo: Bytes must be 0, or 1 with Lanes above 1");
  end
  if (Marks > (Bytes != 0 ? 0 : 2)) begin : g_bad_marks
    $error("rvt_msg_fifo: Marks must be 0, or 1 or 2 without Bytes");
  end
  if (Packets > (Bytes != 0 ? 0 : 1)) begin : g_bad_packets
    $error("rvt_msg_fifo: Packets must be 0, or 1 without Bytes");
  end

  logic [LevelWidth-1:0] level;
  logic resume_q;
  rvt_framing_pkg::said_t said;

  if (Bytes == 0) begin : g_beats
    // With one lane the number of bytes is `valid` itself.
    localparam int unsigned Plain = 8 * Lanes + (Lanes == 1 ? 0 : BytesWidth);
    localparam int unsigned Width = Plain + (Marks != 0 ? Marks + 1 : 0);
    logic [Width-1:0] s_word, m_word;

    rvt_fifo #(
      .Width(Width),
      .Depth(Depth),
      .Packets(Packets)
    ) u_fifo (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .clr_i   (clr_i),
      .valid_i (s_valid_i),
      .data_i  (s_word),
      .ready_o (s_ready_o),
      .commit_i(s_commit_i),
      .drop_i  (s_drop_i),
      .head_i  (s_head_i),
      .valid_o (m_valid_o),
      .data_o  (m_word),
      .ready_i (m_ready_i),
      .level_o (level)
    );

    assign m_data_o = m_word[8*Lanes-1:0];
    if (Lanes == 1) begin : g_one
      assign s_word[Plain-1:0] = s_data_i;
      assign m_bytes_o = m_valid_o;
    end else begin : g_several
      assign s_word[Plain-1:0] = {s_bytes_i, s_data_i};
      assign m_bytes_o = m_word[Plain-1-:BytesWidth];
    end

    if (Marks != 0) begin : g_marks
      assign s_word[Width-1:Plain] = s_marks_i[Marks:0];
      assign {m_mark_o, m_sync_o, m_eom_o} = 3'(m_word[Width-1:Plain]);
      assign said = '0;
    end else begin : g_framing
      logic [Lanes-1:0] ends;
      rvt_framing #(
        .Framing(Framing),
        .Lanes(Lanes)
      ) i_framing (
        .clk_i,
        .rst_ni,
        .clr_i,
        .take_i(m_valid_o && m_ready_i),
        .bytes_i(m_bytes_o),
        .data_i(m_data_o),
        .ends_o(ends),
        .said_o(said)
      );
      assign m_eom_o = m_valid_o && |ends;
      assign m_sync_o = m_valid_o && said.syncs;
      assign m_mark_o = 1'b0;
    end

    // With one lane `s_bytes_i` says nothing that `s_valid_i` does not say.
    logic unused_s;
    assign unused_s = ^{s_bytes_i, s_marks_i};
  end else begin : g_bytes
    rvt_fifo_bytes #(
      .Framing(Framing),
      .Lanes(Lanes),
      .Depth(Depth)
    ) u_fifo (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .clr_i  (clr_i),
      .valid_i(s_valid_i),
      .data_i (s_data_i),
      .bytes_i(s_bytes_i),
      .ready_o(s_ready_o),
      .valid_o(m_valid_o),
      .data_o (m_data_o),
      .bytes_o(m_bytes_o),
      .eom_o  (m_eom_o),
      .sync_o (m_sync_o),
      .ready_i(m_ready_i),
      .level_o(level)
    );

    assign m_mark_o = 1'b0;
    assign said = '0;
    logic unused_s;
    assign unused_s = ^{s_marks_i, s_commit_i, s_drop_i, s_head_i};
  end

  assign resume_o = resume_q;
  assign empty_o = level == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      resume_q <= 1'b1;
    end else begin
      resume_q <= clr_i || level <= LevelWidth'(ResumeLevel * Unit);
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // Only a FIFO without room for a beat of all lanes refuses one.
  `RVT_ASSERT(Refuse_A, s_ready_o == (32'(level) <= (Depth - 1) * Unit))
  // A beat carries at least one byte and at most one per lane.
  `RVT_IMPLIES_M(BytesIn_M, s_valid_i, s_bytes_i != '0 && 32'(s_bytes_i) <= Lanes)
  // The producer offers a beat until it is taken.
  `RVT_HELD_M(HeldIn_M, s_valid_i, s_ready_o || clr_i || (Packets != 0 && (s_drop_i || s_head_i)),
              {s_data_i, s_bytes_i})
  // The consumer sees a beat until it takes it.
  `RVT_HELD(HeldOut_A, m_valid_o, m_ready_i || clr_i, {m_data_o, m_bytes_o, m_eom_o})
  // Outputs are functions of the state alone, also with random memory contents.
  `RVT_IMPLIES(Quiet_A, !m_valid_o, m_data_o == '0 && m_bytes_o == '0 && !m_eom_o)

endmodule

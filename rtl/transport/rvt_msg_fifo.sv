// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Message FIFO of an encoder, of beats of the stream or of their bytes: docs/units/message-fifo.md.
///
/// `m_eom_o` and `m_sync_o` are not stored: rvt_framing_pkg says them of the bytes. Lanes without a byte read 0.
module rvt_msg_fifo #(
  parameter int unsigned Lanes = 1,        // 1, 2, 4, 8 or 16
  parameter int unsigned Depth = 64,       // 2..512 beats: a longest message or more (NT:GEN-08)
  parameter int unsigned ResumeLevel = 32,  // 0..Depth beats
  parameter int unsigned Bytes = 0  // 1: rows of Lanes bytes in place of beats, with Lanes above 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clr_i,

  input  logic                   s_valid_i,
  input  logic [8*Lanes-1:0]     s_data_i,
  input  logic [$clog2(Lanes):0] s_bytes_i,
  input  logic                   s_eom_i,
  output logic                   s_ready_o,

  output logic                   m_valid_o,
  output logic [8*Lanes-1:0]     m_data_o,
  output logic [$clog2(Lanes):0] m_bytes_o,
  output logic                   m_eom_o,
  output logic                   m_sync_o,  // of a first beat: a decoder can begin with it
  input  logic                   m_ready_i,

  output logic                   resume_o,
  output logic                   empty_o
);

  localparam int unsigned BytesWidth = $clog2(Lanes) + 1;

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

  if (Bytes == 0) begin : g_beats
    // With one lane the number of bytes is `valid` itself.
    localparam int unsigned Width = 8 * Lanes + (Lanes == 1 ? 0 : BytesWidth);
    localparam int unsigned LevelWidth = $clog2(Depth + 1);
    logic [Width-1:0] s_word, m_word;
    logic [LevelWidth-1:0] level;
    logic [Lanes-1:0] s_last, m_last;
    logic resume_q;

    rvt_fifo #(
      .Width(Width),
      .Depth(Depth)
    ) u_fifo (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .clr_i  (clr_i),
      .valid_i(s_valid_i),
      .data_i (s_word),
      .ready_o(s_ready_o),
      .valid_o(m_valid_o),
      .data_o (m_word),
      .ready_i(m_ready_i),
      .level_o(level)
    );

    if (Lanes == 1) begin : g_one
      assign s_word = s_data_i;
      assign m_bytes_o = m_valid_o;
    end else begin : g_several
      assign s_word = {s_bytes_i, s_data_i};
      assign m_bytes_o = m_word[Width-1-:BytesWidth];
    end

    for (genvar k = 0; k < Lanes; k++) begin : g_lane
      assign s_last[k] = rvt_framing_pkg::ends(s_data_i[8*k+:8]);
      assign m_last[k] = rvt_framing_pkg::ends(m_word[8*k+:8]);
    end

    assign m_data_o = m_word[8*Lanes-1:0];
    assign m_eom_o = |m_last;
    assign m_sync_o = rvt_framing_pkg::syncs(m_word[7:0]);
    assign resume_o = resume_q;
    assign empty_o = !m_valid_o;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        resume_q <= 1'b1;
      end else begin
        resume_q <= clr_i || level <= LevelWidth'(ResumeLevel);
      end
    end

    // The stream's `s_eom_i`, and with one lane `s_bytes_i`, say nothing that the bytes do not say.
    logic unused_s;
    assign unused_s = ^{s_eom_i, s_bytes_i, s_last};

    // The mark that is not stored can be read from the bytes.
    `RVT_IMPLIES_M(EomIn_M, s_valid_i, s_eom_i == |s_last)
    // Only a FIFO that is full refuses a beat.
    `RVT_ASSERT(Refuse_A, s_ready_o == (32'(level) < Depth))
  end else begin : g_bytes
    localparam int unsigned LevelWidth = $clog2(Depth * Lanes + 1);
    logic [LevelWidth-1:0] level;
    logic [Lanes-1:0] s_last;
    logic resume_q;

    for (genvar k = 0; k < Lanes; k++) begin : g_lane
      assign s_last[k] = rvt_framing_pkg::ends(s_data_i[8*k+:8]);
    end

    rvt_fifo_bytes #(
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
      .ready_i(m_ready_i),
      .level_o(level)
    );

    assign m_sync_o = rvt_framing_pkg::syncs(m_data_o[7:0]);
    assign resume_o = resume_q;
    assign empty_o = level == '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        resume_q <= 1'b1;
      end else begin
        resume_q <= clr_i || level <= LevelWidth'(ResumeLevel * Lanes);
      end
    end

    logic unused_s;
    assign unused_s = ^{s_eom_i, s_last};

    `RVT_IMPLIES_M(EomIn_M, s_valid_i, s_eom_i == |s_last)
    // Only a FIFO without room for a beat of all lanes refuses one.
    `RVT_ASSERT(Refuse_A, s_ready_o == (32'(level) <= (Depth - 1) * Lanes))
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // A beat carries at least one byte and at most one per lane.
  `RVT_IMPLIES_M(BytesIn_M, s_valid_i, s_bytes_i != '0 && 32'(s_bytes_i) <= Lanes)
  // The producer offers a beat until it is taken.
  `RVT_HELD_M(HeldIn_M, s_valid_i, s_ready_o || clr_i, {s_data_i, s_bytes_i, s_eom_i})
  // The consumer sees a beat until it takes it.
  `RVT_HELD(HeldOut_A, m_valid_o, m_ready_i || clr_i, {m_data_o, m_bytes_o, m_eom_o})
  // Outputs are functions of the state alone, also with random memory contents.
  `RVT_IMPLIES(Quiet_A, !m_valid_o, m_data_o == '0 && m_bytes_o == '0 && !m_eom_o)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// From beats to words of the PIB's buffer: any byte may be the tracked one.
///
/// It is in a word after exactly those before it. What a word has beside the end of a message is idle, so the next
/// message begins with a word. No word waits that could be made, no beat for more than the words before it.
module rvt_fv_pib_words #(
  parameter int unsigned Lanes     = 1,
  parameter int unsigned WordBytes = 1,
  localparam int unsigned BytesBits = $clog2(Lanes) + 1,
  localparam int unsigned PackBytes = Lanes + WordBytes - 1,
  localparam int unsigned CountBits = $clog2(PackBytes + Lanes + 1) + 1
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 clr_i,
  input logic                 s_valid_i,
  input logic [8*Lanes-1:0]   s_data_i,
  input logic [BytesBits-1:0] s_bytes_i,
  input logic                 s_eom_i,
  input logic                 m_ready_i,
  input logic                 pick_i,  // this beat has the tracked byte
  input logic [BytesBits-1:0] lane_i,  // in this lane

  (* probe = "i_dut.g_beats.level_q?" *) input logic [BytesBits-1:0] dut_level,
  (* probe = "i_dut.g_beats.pack_q?" *) input logic [8*PackBytes-1:0] dut_pack,
  (* probe = "i_dut.g_pairs.half_q?" *) input logic dut_half,
  (* probe = "i_dut.g_pairs.low_q?" *) input logic [7:0] dut_low
);

  localparam logic [1:0] EndMsg = rvt_ntrace_pkg::MseoEndMsg;

  logic s_ready, m_valid, m_eom, held;
  logic [WordBytes-1:0] m_ends;
  logic [8*WordBytes-1:0] m_data;

  rvt_pib_words #(
    .Lanes(Lanes),
    .WordBytes(WordBytes)
  ) i_dut (
    .*,
    .s_ready_o(s_ready),
    .m_valid_o(m_valid),
    .m_data_o(m_data),
    .m_eom_o(m_eom),
    .m_ends_o(m_ends),
    .held_o(held)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // A beat has 1..Lanes bytes, and none but its last one ends a message (TCI:LINK-05).
  logic [Lanes-1:0] early;
  logic ended;
  always_comb begin
    ended = 1'b0;
    for (int unsigned k = 0; k < Lanes; k++) begin
      early[k] = k + 1 < 32'(s_bytes_i) && s_data_i[8*k+:2] == EndMsg;
      if (k + 1 == 32'(s_bytes_i)) ended = s_data_i[8*k+:2] == EndMsg;
    end
  end
  `RVT_IMPLIES_M(Bytes_M, s_valid_i, s_bytes_i != '0 && 32'(s_bytes_i) <= Lanes)
  `RVT_IMPLIES_M(Last_M, s_valid_i, early == '0 && ended == s_eom_i)

  // ---- Bytes in words against bytes taken ----------------------------------------------------------

  logic take, moves, first_ends, second_ends, track, held_q, tracked;
  logic [CountBits-1:0] count_q, bytes_in, bytes_out, visible, ahead_q, ahead;
  logic [7:0] value_q, value;

  assign take = s_valid_i && s_ready && !clr_i;
  assign moves = m_valid && m_ready_i && !clr_i;
  assign first_ends = m_data[1:0] == EndMsg;
  assign second_ends = m_data[8*WordBytes-8+:2] == EndMsg;
  assign bytes_in = take ? CountBits'(s_bytes_i) : '0;
  assign bytes_out = !moves ? '0 : WordBytes == 2 && !first_ends ? CountBits'(2) : CountBits'(1);
  // One lane passes its byte on at once.
  assign visible = count_q + (Lanes == 1 ? CountBits'(s_valid_i) : '0);

  assign track = take && pick_i && lane_i < s_bytes_i && !held_q;
  assign tracked = held_q || track;
  assign ahead = held_q ? ahead_q : count_q + CountBits'(lane_i);
  assign value = held_q ? value_q : 8'(s_data_i >> {lane_i, 3'd0});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {held_q, count_q, ahead_q, value_q} <= '0;
    end else begin
      held_q <= tracked && ahead >= bytes_out && !clr_i;
      count_q <= clr_i ? '0 : count_q + bytes_in - bytes_out;
      ahead_q <= ahead - bytes_out;
      value_q <= value;
    end
  end

  // ---- Properties ----------------------------------------------------------------------------------

  // Words hold the bytes taken in their order, and nothing else.
  `RVT_IMPLIES(Byte_A, tracked && ahead < bytes_out, 8'(m_data >> {ahead, 3'd0}) == value)
  `RVT_IMPLIES(Invented_A, moves, bytes_out <= count_q + bytes_in)
  // After an end the rest of a word is idle (TCI:PIB-09).
  `RVT_IMPLIES(Fill_A, m_valid && first_ends && WordBytes == 2, m_data[8*WordBytes-1-:8] == 8'hff)
  `RVT_IMPLIES(Eom_A, m_valid, m_eom == (first_ends || second_ends))
  // A word is offered as soon as its bytes are there, or the end of a message.
  `RVT_IMPLIES(Word_A, 32'(visible) >= WordBytes, m_valid)
  `RVT_IMPLIES(Tail_A, s_valid_i && s_eom_i && Lanes == 1, m_valid)
  `RVT_IMPLIES(Wait_A, held && !m_valid, 32'(count_q) < WordBytes)
  // A beat follows the last word of the one before without a pause.
  `RVT_IMPLIES(Pace_A, m_ready_i && 32'(count_q) <= WordBytes, s_ready)
  // What is held is said.
  `RVT_ASSERT(Held_A, held == (count_q != '0))

  // ---- Registers -----------------------------------------------------------------------------------

  if (Lanes > 1) begin : g_beats
    logic [PackBytes-1:0] bad_end, is_tracked;
    for (genvar k = 0; k < PackBytes; k++) begin : g_byte
      // An end is followed by another beat: it is the last byte, or the first one of two beats.
      assign bad_end[k] = k > 0 && k + 1 < 32'(dut_level) && dut_pack[8*k+:2] == EndMsg;
      assign is_tracked[k] = 32'(ahead_q) == k && dut_pack[8*k+:8] == value_q;
    end
    `RVT_ASSERT(Count_L, count_q == CountBits'(dut_level))
    `RVT_IMPLIES(Tracked_L, held_q, ahead_q < count_q && is_tracked != '0)
    `RVT_ASSERT(End_L, bad_end == '0)
    `RVT_COVER(Join_C,
               WordBytes == 1 || (take && count_q == CountBits'(3) && bytes_out == CountBits'(2)))
    `RVT_COVER(Two_C, WordBytes == 1 || (moves && first_ends && count_q > CountBits'(1)))
    `RVT_COVER(Pace_C, take && moves && 32'(s_bytes_i) == Lanes)
  end else if (WordBytes == 2) begin : g_pairs
    `RVT_ASSERT(Count_L, count_q == CountBits'(dut_half))
    `RVT_IMPLIES(Low_L, dut_half, dut_low[1:0] != EndMsg)
    `RVT_IMPLIES(Tracked_L, held_q, ahead_q == '0 && dut_half && dut_low == value_q)
  end else begin : g_bytes
    `RVT_ASSERT(Count_L, count_q == '0 && !held_q)
  end
  `RVT_COVER(Leave_C, tracked && ahead < bytes_out && (Lanes == 1 || held_q))

endmodule

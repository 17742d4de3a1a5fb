// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Pin interface block in its parallel modes: docs/design.md "PIB".
///
/// The pins come from flip-flops. A message starts only when all of it is in the buffer, so its
/// bits follow each other on consecutive clock edges (NT:PIB-03).
module rvt_ntrace_pib #(
  parameter int unsigned Pins = 8,         // 4: mode 10; 8: modes 10, on [3:0], and 11
  parameter int unsigned DivWidth = 8,     // 1..16 bits of the divider
  parameter int unsigned BufferBytes = 64  // 38..256, at least the longest message
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                active_i,
  input  logic                enable_i,
  input  logic [3:0]          mode_i,
  input  logic [DivWidth-1:0] divider_i,

  input  logic                s_valid_i,
  input  logic [7:0]          s_data_i,
  input  logic [0:0]          s_bytes_i,
  input  logic                s_eom_i,
  output logic                s_ready_o,

  output logic                empty_o,
  output logic                trc_clk_o,
  output logic [Pins-1:0]     trc_data_o
);

  localparam logic [3:0] Mode4Bit = 4'd10;  // TCI:PIB-01
  localparam logic [3:0] Mode8Bit = 4'd11;
  localparam logic [2:0] AlignBeats = 3'd4;  // two idle bytes (TCI:PIB-14)
  localparam int unsigned MsgsWidth = $clog2(BufferBytes + 1);

  if (Pins != 4 && Pins != 8) begin : g_bad_pins
    $error("rvt_ntrace_pib: Pins must be 4 or 8");
  end
  if (DivWidth < 1 || DivWidth > 16) begin : g_bad_div_width
    $error("rvt_ntrace_pib: DivWidth must be 1..16");
  end
  if (BufferBytes < 38 || BufferBytes > 256) begin : g_bad_buffer_bytes
    $error("rvt_ntrace_pib: BufferBytes must be 38..256");
  end

  logic [MsgsWidth-1:0] msgs_q, msgs_d;
  logic [DivWidth-1:0] div_q, div_d;
  logic in_msg_q, in_msg_d;
  logic high_q, high_d;
  logic on_pins_q, on_pins_d;
  logic [2:0] idle_q, idle_d;
  logic trc_clk_q, trc_clk_d;
  logic [Pins-1:0] trc_data_q, trc_data_d;

  logic bytewise, running, tick;
  logic buf_ready, buf_valid;
  logic [7:0] head;
  logic push, pop, msg_in, msg_out;
  logic start, show;
  logic [$clog2(BufferBytes+1)-1:0] unused_level;

  assign bytewise = Pins == 8 && mode_i == Mode8Bit;
  assign running = active_i && (bytewise || mode_i == Mode4Bit);
  assign tick = running && div_q == '0;

  assign s_ready_o = running && enable_i && buf_ready;
  assign push = s_valid_i && running && enable_i;

  rvt_fifo #(
    .Width(8),
    .Depth(BufferBytes)
  ) u_buffer (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .clr_i  (!running),
    .valid_i(push),
    .data_i (s_data_i),
    .ready_o(buf_ready),
    .valid_o(buf_valid),
    .data_o (head),
    .ready_i(pop),
    .level_o(unused_level)
  );

  // ---- What the next beat is -------------------------------------------------------------------

  assign start = msgs_q != '0 &&
                 (bytewise || idle_q == AlignBeats || !rvt_ntrace_pkg::is_sync(head[7:2]));
  assign show = in_msg_q || start;
  assign pop = tick && show && (bytewise || high_q);
  assign msg_in = push && buf_ready && s_eom_i;
  assign msg_out = pop && head[1:0] == rvt_ntrace_pkg::MseoEndMsg;

  always_comb begin
    // One adder: +1 for a message that has come in, -1 for one that goes out.
    msgs_d = msgs_q + {{(MsgsWidth - 1){!msg_in}}, 1'b1};
    div_d = tick ? divider_i : div_q - DivWidth'(1);
    in_msg_d = show && !msg_out;
    high_d = show && !bytewise && !high_q;
    on_pins_d = show;
    idle_d = show ? '0 : (idle_q == AlignBeats ? AlignBeats : idle_q + 3'd1);
    trc_clk_d = !trc_clk_q;
    trc_data_d = '0;
    trc_data_d[3:0] = !show ? '1 : (high_q ? head[7:4] : head[3:0]);
    if (bytewise) begin
      trc_data_d[Pins-1-:4] = show ? head[7:4] : '1;
    end
    if (!running) begin
      div_d = '0;
      trc_clk_d = 1'b0;
      trc_data_d = '0;
      msgs_d = '0;
      in_msg_d = 1'b0;
      high_d = 1'b0;
      on_pins_d = 1'b0;
      idle_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      msgs_q <= '0;
    end else if (!running || msg_in != msg_out) begin
      msgs_q <= msgs_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      div_q <= '0;
    end else begin
      div_q <= div_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      trc_clk_q <= 1'b0;
      trc_data_q <= '0;
    end else if (!running || tick) begin
      trc_clk_q <= trc_clk_d;
      trc_data_q <= trc_data_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_msg_q <= 1'b0;
      high_q <= 1'b0;
      on_pins_q <= 1'b0;
      idle_q <= '0;
    end else if (!running || tick) begin
      in_msg_q <= in_msg_d;
      high_q <= high_d;
      on_pins_q <= on_pins_d;
      idle_q <= idle_d;
    end
  end

  assign empty_o = !buf_valid && !on_pins_q;
  assign trc_clk_o = trc_clk_q;
  assign trc_data_o = trc_data_q;

  // One byte per beat: the count says no more than `s_valid_i`.
  logic unused_s;
  assign unused_s = ^s_bytes_i;

  // ---- Assertions ----------------------------------------------------------------------------

  // One byte per beat, and the mark agrees with the byte's MSEO (NT:PKT-05).
  `RVT_IMPLIES_M(Bytes_M, s_valid_i, s_bytes_i == 1'b1)
  `RVT_IMPLIES_M(Eom_M, s_valid_i, s_eom_i == (s_data_i[1:0] == rvt_ntrace_pkg::MseoEndMsg))
  // The producer offers a byte until it is taken.
  `RVT_HELD_M(HeldIn_M, s_valid_i, s_ready_o || !active_i, {s_data_i, s_bytes_i, s_eom_i})
  // The mode stands still while there is something to send (TCI:PIB-27).
  `RVT_IMPLIES_M(Mode_M, active_i && !empty_o, running)
  `RVT_IMPLIES_M(ModeNibble_M, active_i && high_q, !bytewise)
  // A started message never waits for a byte, so its bits have no gap (NT:PIB-03).
  `RVT_IMPLIES(GapFree_A, tick && show, buf_valid)
  // Messages counted are messages held: none starts that is not complete (TCI:PIB-12).
  `RVT_IMPLIES(Counted_A, msgs_q != '0, buf_valid)
  // A message in the buffer is complete as long as it is leaving.
  `RVT_IMPLIES(Whole_A, in_msg_q, msgs_q != '0)
  // A high nibble follows its low nibble at once.
  `RVT_IMPLIES(Nibble_A, high_q, in_msg_q && on_pins_q)
  // No message starts after fewer than four idle beats if a probe shall align on it (TCI:PIB-14).
  `RVT_IMPLIES(Align_A,
               tick && show && !in_msg_q && !bytewise && rvt_ntrace_pkg::is_sync(head[7:2]),
               idle_q == AlignBeats)
  // The count of idle beats stays in its range.
  `RVT_ASSERT(IdleRange_A, idle_q <= AlignBeats)
  // With a message on the pins or in the buffer the block is not empty (TCI:PIB-26).
  `RVT_IMPLIES(Empty_A, in_msg_q || on_pins_q || msgs_q != '0, !empty_o)
  // Nothing is taken while disabled or inactive (TCI:LINK-07).
  `RVT_IMPLIES(Refuse_A, !enable_i || !active_i, !s_ready_o)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The link from a stream to the pins, in simulation: what is taken is what a probe reads.
///
/// The probe samples TRC_DATA at every edge of TRC_CLK and knows the form of a beat, the framing of messages and the
/// first byte of a calibration pattern's four (TCI:PIB-21), no more: what is neither idle nor a pattern is a message.
module rvt_check_pins #(
  parameter int unsigned Framing = 0,  // of rvt_framing_pkg
  parameter int unsigned Lanes = 1,  // bytes of a beat of the stream: 1, 2, 4, 8 or 16
  parameter int unsigned Pins = 8  // 4, 8 or 16
) (
  input logic            clk_i,  // one clock for everything
  input logic            rst_ni,  // asserted asynchronously, released synchronously
  input logic            clr_i,  // the pins stop, and what is held is dropped
  input logic            s_take_i,  // a beat goes in in this clock
  input logic [8*Lanes-1:0] s_data_i,  // byte 0 in 7:0
  input logic [$clog2(Lanes):0] s_bytes_i,  // bytes of the beat
  input logic            s_eom_i,  // it ends a message
  input logic            beat_i,  // the pins show a new beat from the next clock on
  input logic            nibbles_i,  // ... of four bits
  input logic            pairs_i,  // ... of two bytes
  input logic            empty_i,  // nothing is held, whatever moves in this clock
  input logic            trc_clk_i,
  input logic [Pins-1:0] trc_data_i
);

  localparam rvt_framing_pkg::values_t Values = rvt_framing_pkg::values(Framing);

  logic clk_q, nibbles_q, pairs_q;  // TRC_CLK in the clock before; the form of the beat on the pins
  logic half_q, in_msg_q;
  logic [1:0] pattern_q;  // bytes of a pattern that were read
  logic [3:0] low_q;
  logic [15:0] seen;
  logic [1:0] bytes;
  logic first, idle, done, pattern, ends;
  rvt_framing_pkg::said_t said;
  logic [1:0] lane_ends;

  rvt_framing #(
    .Framing(Framing),
    .Lanes(2)
  ) i_framing (
    .clk_i,
    .rst_ni,
    .clr_i,
    .take_i(done && !pattern),
    .bytes_i(bytes),
    .data_i(seen),
    .ends_o(lane_ends),
    .said_o(said)
  );

  always_comb begin
    first = !in_msg_q && pattern_q == '0;
    seen = 16'(trc_data_i);
    idle = first && !half_q && seen[3:0] == Values.Idle[3:0] &&
           (nibbles_q || seen[7:4] == Values.Idle[7:4]);
    if (nibbles_q) seen = {8'h00, seen[3:0], low_q};
    done = trc_clk_i != clk_q && !idle && (half_q || !nibbles_q);
    pattern = !first ? !in_msg_q : seen[7:0] == (nibbles_q ? 8'h5a : 8'haa);
    // A message that ends in the lower byte leaves the upper one idle (TCI:PIB-09).
    bytes = pairs_q && !lane_ends[0] ? 2'd2 : 2'd1;
    ends = lane_ends[0] || (pairs_q && lane_ends[1]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clk_q <= 1'b0;
      half_q <= 1'b0;
      in_msg_q <= 1'b0;
      pattern_q <= '0;
    end else begin
      clk_q <= trc_clk_i && !clr_i;
      half_q <= (trc_clk_i != clk_q ? nibbles_q && !idle && !half_q : half_q) && !clr_i;
      in_msg_q <= (done && !pattern ? !ends : in_msg_q) && !clr_i;
      pattern_q <= clr_i ? '0 : pattern_q + 2'(done && pattern);
    end
  end

  always_ff @(posedge clk_i) begin
    if (trc_clk_i != clk_q) low_q <= trc_data_i[3:0];
    if (beat_i) begin
      nibbles_q <= nibbles_i;
      pairs_q <= pairs_i;
    end
  end

  localparam int unsigned LinkLanes = Lanes > 2 ? Lanes : 2;  // a beat of the pins has two bytes
  localparam int unsigned LinkBytes = $clog2(LinkLanes) + 1;

  // ---- Checkers and assertions ---------------------------------------------------------------

  // Where bytes do not say what they are, a probe has to know more than is known here.
  if (!Values.Beside) begin : g_link
    rvt_check_link #(
      .Lanes(LinkLanes)
    ) i_link (
      .clk_i,
      .rst_ni,
      .clr_i,
      .s_take_i,
      .s_data_i((8 * LinkLanes)'(s_data_i)),
      .s_bytes_i(LinkBytes'(s_bytes_i)),
      .s_eom_i,
      .m_take_i(done && !pattern),
      .m_data_i((8 * LinkLanes)'(seen)),
      .m_bytes_i(LinkBytes'(bytes)),
      .m_eom_i(ends),
      .empty_i
    );

    // A probe finds the begin of every message (NT:PKT-03).
    `RVT_IMPLIES(Begin_A, done && first && !pattern, said.begins)
  end

  logic unused;
  assign unused = ^{s_take_i, s_data_i, s_bytes_i, s_eom_i, empty_i, seen, ends, said};

endmodule

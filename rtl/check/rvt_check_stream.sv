// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The rules of one stream between components, in simulation: docs/units/stream.md.
///
/// The contract of TCI:LINK-05, and the framing of messages (TCI:LINK-01, LINK-03): a beat ends a message
/// exactly if its last byte does, where bytes say that. What a first beat says of the length wins over bytes that cannot know it.
module rvt_check_stream #(
  parameter int unsigned Framing = 0,  // of rvt_framing_pkg
  parameter int unsigned Lanes = 1  // bytes per beat: 1, 2, 4, 8 or 16
) (
  input logic                   clk_i,  // one clock for everything
  input logic                   rst_ni,  // asserted asynchronously, released synchronously
  input logic                   clr_i,  // an end is in reset: a message may end anywhere
  input logic                   drop_i,  // the consumer is off: a first beat may be withdrawn
  input logic                   valid_i,  // a beat is offered
  input logic [8*Lanes-1:0]     data_i,  // byte 0 in 7:0
  input logic [$clog2(Lanes):0] bytes_i,  // bytes of the beat
  input logic                   eom_i,  // the beat ends a message
  input logic [5:0]             length_i,  // of a first beat: bytes of its message; 0: not known
  input logic                   ready_i  // the beat is taken in this clock
);

  logic in_msg_q;
  logic held_q;  // a beat was offered and not taken
  logic [8*Lanes-1:0] data_q;
  logic [$clog2(Lanes):0] bytes_q;
  logic eom_q;
  localparam rvt_framing_pkg::values_t Values = rvt_framing_pkg::values(Framing);
  logic [Lanes-1:0] last, ends, wrong, stray;
  logic [5:0] rest_q, rest;  // bytes of the message that are to come; 0: not known
  rvt_framing_pkg::said_t said;

  rvt_framing #(
    .Framing(Framing),
    .Lanes(Lanes)
  ) i_framing (
    .clk_i,
    .rst_ni,
    .clr_i,
    .take_i(valid_i && ready_i),
    .bytes_i,
    .data_i,
    .ends_o(ends),
    .said_o(said)
  );

  for (genvar k = 0; k < Lanes; k++) begin : g_lane
    assign last[k] = 32'(bytes_i) == k + 1;
    assign wrong[k] = 32'(bytes_i) > k &&
                      (rest == '0 ? ends[k] : 32'(rest) == k + 1) != (last[k] && eom_i) &&
                      (rest != '0 || Values.Headed || !Values.Beside);
    assign stray[k] = 32'(bytes_i) <= k && data_i[8*k+:8] != '0;
  end

  // The bytes of N-Trace say it all.
  assign rest = Framing == rvt_framing_pkg::NTrace ? '0 : in_msg_q ? rest_q : length_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_msg_q <= 1'b0;
      rest_q <= '0;
    end else if (clr_i) begin
      in_msg_q <= 1'b0;
    end else if (valid_i && ready_i) begin
      in_msg_q <= !eom_i;
      rest_q <= rest == '0 ? '0 : rest - 6'(bytes_i);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
    end else begin
      held_q <= valid_i && !ready_i && !clr_i;
    end
  end

  always_ff @(posedge clk_i) begin
    data_q <= data_i;
    bytes_q <= bytes_i;
    eom_q <= eom_i;
  end

  logic unused;
  assign unused = ^{drop_i, last, wrong, stray, said, rest, held_q, data_q, bytes_q, eom_q};

  // ---- Assertions ----------------------------------------------------------------------------

  // Everything is 0 while nothing is offered.
  `RVT_IMPLIES(Quiet_A, !valid_i, data_i == '0 && bytes_i == '0 && !eom_i)
  // A beat carries at least one byte and at most one per lane.
  `RVT_IMPLIES(Bytes_A, valid_i, bytes_i != '0 && 32'(bytes_i) <= Lanes)
  // Lanes without a byte read 0.
  `RVT_IMPLIES(Lanes_A, valid_i, stray == '0)
  // Messages begin and end where their bytes say so, or the first beat.
  `RVT_IMPLIES(Framing_A, valid_i,
               wrong == '0 && (rest != '0 || (!said.wrong && (in_msg_q || said.begins))))
  // A beat stays until it is taken.
  `RVT_IMPLIES(Held_A, held_q && !clr_i && (in_msg_q || !drop_i),
               valid_i && data_i == data_q && bytes_i == bytes_q && eom_i == eom_q)

endmodule

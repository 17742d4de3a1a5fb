// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Outcomes in = outcomes reported + pending: the HIST of every message has exactly those since the HIST
/// before, each in its place. Any outcome may be the tracked one.
///
/// With several blocks a run may have more outcomes than fill HIST: RCODE 1 has the oldest, the others stay.
module rvt_fv_flow_hist #(
  parameter int unsigned Htm       = 1,
  parameter int unsigned HistWidth = 3,
  parameter int unsigned DutWidth  = 3,  // of the register
  parameter int unsigned Several   = 0   // a run may have several outcomes
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  rvt_config_pkg::config_t cfg_i,
  input  logic [2:0]              outcomes_i,  // of the run that leaves, after the record
  input  logic [3:0]              taken_i,  // ... the last one in the lowest bit
  input  logic [2:0]              pick_i,  // of these, this outcome is the tracked one
  input  logic                    record_i,  // a record with HIST is taken
  input  logic                    full_i,  // ... that is ResourceFull
  input  logic [31:0]             hist_i,
  input  logic                    dropped_i,  // an Error: what is pending is dropped
  input  logic [DutWidth-1:0]     dut_hist_i,
  output logic                    some_o,  // outcomes are pending
  output logic                    behind_o  // ... after this clock
);

  localparam logic [5:0] Room = 6'(HistWidth - 1);

  logic [5:0]
      length_q, length_d, excess, place_q, place_d;  // place: outcomes after the tracked one
  logic held_q, held_d, value_q, value_d;
  assign excess = length_q > Room ? length_q - Room : '0;

  always_comb begin
    {length_d, held_d, value_d, place_d} = {length_q, held_q, value_q, place_q};
    if (record_i) begin
      length_d = full_i ? excess : '0;
      held_d = held_q && full_i && place_q < excess;
    end
    length_d = length_d + 6'(outcomes_i);
    place_d = place_d + 6'(outcomes_i);
    if (pick_i < outcomes_i && !held_d) begin
      held_d = 1'b1;
      value_d = taken_i[pick_i[1:0]];
      place_d = 6'(pick_i);
    end
    if (dropped_i || !cfg_i.active) {length_d, held_d} = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {length_q, held_q, value_q, place_q} <= '0;
    end else begin
      {length_q, held_q, value_q, place_q} <= {length_d, held_d, value_d, place_d};
    end
  end
  assign some_o = length_q != '0;
  assign behind_o = length_d != '0;

  // HIST is a stop bit above exactly the outcomes since the HIST before, as many as fill it at most.
  `RVT_IMPLIES(Hist_A, record_i,
               (hist_i >> (length_q - excess)) == 32'd1 && (full_i || excess == '0))
  // Only a full one is sent for that.
  `RVT_IMPLIES(Full_A, record_i && full_i, length_q >= Room)
  // Each outcome stands in its place, whichever it is.
  `RVT_IMPLIES(Outcome_A, record_i && held_q && place_q >= excess,
               hist_i[5'(place_q - excess)] == value_q)

  logic [DutWidth-1:0] hist_above;
  assign hist_above = dut_hist_i >> length_q;
  `RVT_ASSERT(Length_L, hist_above == DutWidth'(1) && 32'(length_q) < DutWidth)
  `RVT_IMPLIES(Place_L, held_q, place_q < length_q && dut_hist_i[place_q] == value_q)

  `RVT_COVER(Tracked_C, Htm == 0 || (record_i && held_q && place_q > excess))
  `RVT_COVER(Rest_C, Htm == 0 || Several == 0 || (record_i && held_q && place_q < excess))

endmodule

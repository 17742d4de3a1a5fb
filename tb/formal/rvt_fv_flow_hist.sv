// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Outcomes in = outcomes reported + pending: the HIST of every message has exactly those since the HIST
/// before, each in its place. Any outcome may be the tracked one.
module rvt_fv_flow_hist #(
  parameter int unsigned F         = 1,  // heads in a clock
  parameter int unsigned Htm       = 1,
  parameter int unsigned HistWidth = 3
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  rvt_config_pkg::config_t cfg_i,
  input  logic [F-1:0]            pop_i,  // the head leaves,
  input  logic [F-1:0]            outcome_i,  // it ends in a branch
  input  logic [F-1:0]            taken_i,  // ... that is taken
  input  logic [F-1:0]            pick_i,  // this outcome is the tracked one
  input  logic                    record_i,  // a record with HIST is taken
  input  logic [31:0]             hist_i,
  input  logic                    dropped_i,  // an Error: what is pending is dropped
  input  logic                    dut_counted_i,
  input  logic [HistWidth-1:0]    dut_hist_i,
  output logic                    some_o,  // outcomes are pending
  output logic                    behind_o  // ... after this clock
);

  logic [5:0] length_q, length_d, length_all;
  logic held_q, held_d, value_q, value_d, newest, newest_value;
  logic [5:0] place_q, place_all;  // outcomes after the tracked one

  always_comb begin
    length_all = length_q;
    place_all = place_q;
    held_d = held_q;
    value_d = value_q;
    newest = 1'b0;
    newest_value = 1'b0;
    for (int i = 0; i < F; i++) begin
      if (pop_i[i] && outcome_i[i]) begin
        length_all = length_all + 6'd1;
        place_all = place_all + 6'd1;
        newest = 1'b1;
        newest_value = taken_i[i];
        if (pick_i[i] && !held_d) begin
          held_d = 1'b1;
          value_d = taken_i[i];
          place_all = '0;
        end
      end
    end
    length_d = length_all;
    if (record_i || dropped_i || !cfg_i.active) {length_d, held_d} = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {length_q, held_q, value_q, place_q} <= '0;
    end else begin
      {length_q, held_q, value_q, place_q} <= {length_d, held_d, value_d, place_all};
    end
  end
  assign some_o = length_q != '0;
  assign behind_o = length_d != '0;

  // HIST is a stop bit above exactly the outcomes since the HIST before.
  `RVT_IMPLIES(Hist_A, record_i, (hist_i >> length_all) == 32'd1)
  // Each outcome stands in its place, whichever it is.
  `RVT_IMPLIES(Outcome_A, record_i && held_q, hist_i[place_all[4:0]] == value_q)
  `RVT_IMPLIES(Newest_A, record_i && newest, hist_i[0] == newest_value)

  logic [HistWidth-1:0] hist_above;
  logic [5:0] held_len;
  assign held_len = length_q + 6'(dut_counted_i);
  assign hist_above = dut_hist_i >> held_len;
  `RVT_ASSERT(Length_L,
              hist_above == HistWidth'(1) && 32'(length_q) + 32'(dut_counted_i) < HistWidth)
  `RVT_IMPLIES(Place_L, held_q,
               place_q < length_q && dut_hist_i[place_q+6'(dut_counted_i)] == value_q)

  `RVT_COVER(Tracked_C, Htm == 0 || (record_i && held_q && place_all != '0))

endmodule

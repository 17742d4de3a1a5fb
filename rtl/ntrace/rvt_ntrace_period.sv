// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Counts towards the next periodic sync (NT:CTL-08, TCI:SYNC-02..07).
///
/// `due_o` tells whether the count has reached the period of this clock; `due_next_o` whether it will
/// have when `units_i` half-words are counted, whether or not they are. `restart_i` wins over
/// `record_i` and `count_i`.
module rvt_ntrace_period #(
  parameter int unsigned UnitsWidth = 6  // bits of a block's half-words, 1..8
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic [1:0]            sync_mode_i,  // sync_mode_e, takes effect at once
  input  logic [3:0]            sync_max_i,   // the period is 2^(sync_max + 4), at once

  input  logic                  restart_i,    // a sync message, or nothing is traced (NT:SYN-36)
  input  logic                  record_i,     // a record that is no sync message is taken
  input  logic                  count_i,      // a block is counted ...
  input  logic [UnitsWidth-1:0] units_i,      // ... with these half-words

  output logic                  due_o,
  output logic                  due_next_o
);

  localparam int unsigned Width = 20;  // holds 2^19 and the largest block

  logic [Width-1:0] period_q, period_d, sum;
  logic enabled, by_message;

  // count >= 2^(max + 4) is told by the bits that alone would reach it.
  function automatic logic reached(input logic [Width-5:0] sixteenths, input logic [3:0] max);
    reached = (sixteenths >> max) != '0;
  endfunction

  assign enabled = sync_mode_i != rvt_ntrace_pkg::PeriodOff;
  assign by_message = sync_mode_i == rvt_ntrace_pkg::PeriodMessages;
  assign sum = period_q + (by_message ? Width'(1) : Width'(units_i));
  assign due_o = enabled && reached(period_q[Width-1:4], sync_max_i);
  assign due_next_o = by_message ? due_o : enabled && reached(sum[Width-1:4], sync_max_i);

  always_comb begin
    period_d = period_q;
    if (restart_i) period_d = '0;
    else if (enabled && (by_message ? record_i : count_i)) period_d = sum;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      period_q <= '0;
    end else begin
      period_q <= period_d;
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // The count does not wrap: past the largest period it would miss a sync for another 2^20 units.
  `RVT_IMPLIES(NoWrap_A, !restart_i, period_d >= period_q)

endmodule

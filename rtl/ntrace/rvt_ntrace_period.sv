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
  localparam int unsigned Low = UnitsWidth < 4 ? 4 : UnitsWidth;
  localparam int unsigned High = Width - Low;

  // The half-words come late, from the queue's memory. So the count is in two parts: what the upper
  // one becomes, and whether that reaches the period, is known before the lower one's carry is.
  logic [Low-1:0] low_q, low_d;
  logic [High-1:0] high_q, high_d, high_n;
  logic [Low:0] low_n;
  logic enabled, by_message, add;

  // count >= 2^(max + 4) is told by the bits that alone would reach it.
  function automatic logic reached(input logic [Width-5:0] sixteenths, input logic [3:0] max);
    reached = (sixteenths >> max) != '0;
  endfunction

  // Mode 2 counts clocks of the hart; it is not built and counts nothing.
  assign by_message = sync_mode_i == rvt_ntrace_pkg::PeriodMessages;
  assign enabled = by_message || sync_mode_i == rvt_ntrace_pkg::PeriodHalfwords;
  assign low_n = {1'b0, low_q} + (by_message ? (Low + 1)'(1) : (Low + 1)'(units_i));
  assign high_n = high_q + High'(1);
  assign add = enabled && (by_message ? record_i : count_i);

  logic due_up, due_part;
  assign due_o = enabled && reached((Width - 4)'({high_q, low_q} >> 4), sync_max_i);
  assign due_up = reached((Width - 4)'({high_n, {Low{1'b0}}} >> 4), sync_max_i);
  assign due_part = reached((Width - 4)'({{High{1'b0}}, low_n[Low-1:0]} >> 4), sync_max_i);
  // Once due it stays due until it restarts, whatever is added.
  assign due_next_o = due_o ||
                      (enabled && !by_message && (due_part || (low_n[Low] && due_up)));

  always_comb begin
    low_d = low_n[Low-1:0];
    high_d = high_n;
    if (restart_i) begin
      low_d = '0;
      high_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      low_q <= '0;
    end else if (restart_i || add) begin
      low_q <= low_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      high_q <= '0;
    end else if (restart_i || (add && low_n[Low])) begin
      high_q <= high_d;
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // The count does not wrap: past the largest period it would miss a sync for another 2^20 units.
  `RVT_IMPLIES(NoWrap_A, !restart_i && add && low_n[Low], high_n != '0)

endmodule

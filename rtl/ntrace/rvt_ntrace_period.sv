// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Counts towards the next periodic sync (NT:CTL-08, TCI:SYNC-02..07), and takes up requests for one.
///
/// `due_o[0]` says whether the count has reached the period of this clock, `due_o[i+1]` whether it
/// will have when heads 0 to i are counted, whether or not they are. `restart_i` wins over all that
/// counts. In the mode that counts clocks, and for a request, the answer is a register, still while a
/// head that makes records stays: none of them changes because time passes (D-24, D-34).
module rvt_ntrace_period #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned FlowBlocks = Build.FlowBlocks,
  localparam int unsigned UnitsWidth = rvt_build_pkg::units_width(Build.Single, Build.IretireWidth)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,

  input  logic [1:0]                       sync_mode_i,  // sync_mode_e, takes effect at once
  input  logic [3:0]                       sync_max_i,   // the period is 2^(sync_max + 4), at once
  input  logic                             sync_req_i,   // a request, for as long as it stands

  input  logic                             restart_i,    // a sync message, or nothing is traced
  input  logic                             record_i,     // a record that is no sync is taken
  input  logic                             stay_i,       // a head makes a record and stays
  input  logic [FlowBlocks-1:0]            count_i,      // heads that are counted, the lowest ones
  input  logic [FlowBlocks*UnitsWidth-1:0] units_i,      // half-words of each head

  output logic [FlowBlocks:0]              due_o
);

  localparam int unsigned Width = 20;  // holds 2^19 and the largest blocks
  localparam int unsigned Low = UnitsWidth < 4 ? 4 : UnitsWidth;
  localparam int unsigned High = Width - Low;
  localparam int unsigned Carry = $clog2(FlowBlocks + 1);
  localparam int unsigned Sum = Low + Carry;

  // The half-words come late, from the queue's memory. So the count is in two parts: what the upper
  // one becomes, and whether that reaches the period, is known before the lower one's carry is.
  logic [Low-1:0] low_q, low_d;
  logic [High-1:0] high_q, high_d;
  logic due_q;  // of the mode that counts clocks, and of a request
  logic served_q;  // a message that serves the request has been recorded
  logic by_message, by_clock, by_units, over, add, due;

  // count >= 2^(max + 4) is seen from the bits that alone would reach it.
  function automatic logic reached(input logic [Width-5:0] sixteenths, input logic [3:0] max);
    reached = (sixteenths >> max) != '0;
  endfunction

  assign by_message = sync_mode_i == rvt_config_pkg::PeriodMessages;
  assign by_clock = Build.SyncClocks != 0 && sync_mode_i == rvt_config_pkg::PeriodClocks;
  assign by_units = sync_mode_i == rvt_config_pkg::PeriodHalfwords;
  assign over = reached((Width - 4)'({high_q, low_q} >> 4), sync_max_i);
  assign add = (by_message && record_i) || by_clock || (by_units && count_i[0]);
  assign due = due_q || ((by_message || by_units) && over);
  assign due_o[0] = due;

  // ---- The upper part with each carry that there may be --------------------------------------------

  for (genvar c = 0; c <= FlowBlocks; c++) begin : g_up
    logic [High-1:0] high;
    logic due_up;
    assign high = high_q + High'(c);
    assign due_up = c != 0 && reached((Width - 4)'({high, {Low{1'b0}}} >> 4), sync_max_i);
  end

  // ---- Sums of the lower part ------------------------------------------------------------------------

  for (genvar i = 0; i < FlowBlocks; i++) begin : g_sum
    logic [Sum-1:0] base, total, taken;
    logic [FlowBlocks:0] due_up;
    logic due_part;
    if (i == 0) begin : g_first
      assign base = {{Carry{1'b0}}, low_q};
      assign total = base + (by_units ? Sum'(units_i[UnitsWidth-1:0]) : Sum'(1));
      assign taken = total;
    end else begin : g_later
      assign base = g_sum[i-1].total;
      assign total = base + Sum'(units_i[UnitsWidth*i+:UnitsWidth]);
      assign taken = by_units && count_i[i] ? total : g_sum[i-1].taken;
    end
    for (genvar c = 0; c <= FlowBlocks; c++) begin : g_carry
      assign due_up[c] = total[Low+:Carry] == Carry'(c) && g_up[c].due_up;
    end
    assign due_part = reached((Width - 4)'({{High{1'b0}}, total[Low-1:0]} >> 4), sync_max_i);
    // Once due it stays due until it restarts, whatever is added.
    assign due_o[i+1] = due || (by_units && (due_part || due_up != '0));
  end

  // ---- Next count --------------------------------------------------------------------------------------

  logic [Sum-1:0] sum;
  assign sum = g_sum[FlowBlocks-1].taken;
  for (genvar c = 1; c <= FlowBlocks; c++) begin : g_next
    logic [High-1:0] high;
    if (c == 1) begin : g_least
      assign high = g_up[1].high;
    end else begin : g_more
      assign high = sum[Low+:Carry] == Carry'(c) ? g_up[c].high : g_next[c-1].high;
    end
  end

  always_comb begin
    low_d = sum[Low-1:0];
    // At the longest period a sync is due whatever the settings become: the bit that says so stays.
    high_d = g_next[FlowBlocks].high;
    high_d[High-1] = high_d[High-1] || high_q[High-1];
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
    end else if (restart_i || (add && sum[Low+:Carry] != '0)) begin
      high_q <= high_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      due_q <= 1'b0;
    end else if (restart_i || !stay_i) begin
      due_q <= !restart_i && (due_q || (by_clock && over) || (sync_req_i && !served_q));
    end
  end

  // One request, one sync: a request stands until its message is offered (TCI:SYNC-09, D-34).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      served_q <= 1'b0;
    end else begin
      served_q <= sync_req_i && (served_q || restart_i);
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // The count does not wrap: it would miss a sync for another 2^20 units.
  `RVT_IMPLIES(NoWrap_A, !restart_i && add && sum[Low+:Carry] != '0,
               high_q[High-1] ? high_d[High-1] : high_d > high_q)

endmodule

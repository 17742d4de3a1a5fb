// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// No periodic sync comes before its period has passed since the sync, start or end before, counted in
/// messages, half-words or clocks as the settings of each clock say (TCI:SYNC-02..07), or one is asked
/// for; and a request has no more than one (TCI:SYNC-09).
///
/// In the mode that counts clocks the period need only have passed in an earlier clock: a record on
/// offer does not change when the settings do (D-24). So with a request (D-34). How long a head can stay depends on the period, too.
module rvt_fv_flow_period #(
  parameter int unsigned UnitsWidth = 7,
  localparam int unsigned LowWidth  = UnitsWidth < 4 ? 4 : UnitsWidth,  // as in rvt_ntrace_period
  localparam int unsigned Width     = 20
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input rvt_config_pkg::config_t   cfg_i,
  input logic                      sync_req_i,
  input logic                      record_i,  // a record is taken
  input logic                      restart_i,  // it is a sync or ends the session, or all is cleared
  input logic                      periodic_i,  // it names the period as its reason
  input logic [UnitsWidth+2:0]     moved_i,  // half-words counted in this clock, before it
  input logic                      some_i,  // the others as in rvt_fv_flow_turns
  input logic [1:0]                kind_i,
  input logic                      turn_i,
  input logic                      idle_i,
  input logic                      pop_i,
  input logic                      next_i,
  input logic                      sync_i,
  input logic                      answered_i,
  input logic                      asked_i,
  input logic                      dut_pend_i,
  input logic                      dut_counted_i,
  input logic [LowWidth-1:0]       dut_low_i,
  input logic [Width-LowWidth-1:0] dut_high_i,
  input logic                      dut_due_i,
  input logic                      dut_served_i
);

  localparam logic [Width-1:0] TheTop = Width'(1) << (Width - 1);

  logic [Width-1:0] count_q, count_d, past;
  logic passed_q, passed, by_message, by_clock, by_units;
  logic served_q;  // a record since the request rose
  assign by_message = cfg_i.sync_mode == rvt_config_pkg::PeriodMessages;
  assign by_clock = cfg_i.sync_mode == rvt_config_pkg::PeriodClocks;
  assign by_units = cfg_i.sync_mode == rvt_config_pkg::PeriodHalfwords;

  // What leaves before the sync in its clock counts (two heads in a clock).
  assign past = count_q + (by_units ? Width'(moved_i) : '0);
  assign passed = 32'(past | (count_q & TheTop)) >= 32'd16 << cfg_i.sync_max;

  always_comb begin
    count_d = past;
    if (by_clock || (by_message && record_i)) count_d = count_q + Width'(1);
    count_d = count_d | (count_q & TheTop);  // the longest period has passed for good
    if (restart_i) count_d = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      passed_q <= 1'b0;
      served_q <= 1'b0;
    end else begin
      count_q <= count_d;
      passed_q <= !restart_i && (passed_q || (by_clock && passed) || (sync_req_i && !served_q));
      served_q <= sync_req_i && (served_q || restart_i);
    end
  end

  `RVT_IMPLIES(Period_A, periodic_i, passed_q || ((by_message || by_units) && passed))
  `RVT_ASSERT(Count_L, {dut_high_i, dut_low_i} == count_q)
  `RVT_IMPLIES(Due_L, dut_due_i, passed_q)
  `RVT_ASSERT(Served_L, dut_served_i == served_q)

  rvt_fv_flow_turns #(
    .LowWidth(LowWidth)
  ) i_turns (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .some_i,
    .kind_i,
    .turn_i,
    .idle_i,
    .pop_i,
    .next_i,
    .sync_i,
    .answered_i,
    .asked_i,
    .dut_pend_i,
    .dut_counted_i,
    .dut_low_i,
    .dut_high_i,
    .dut_due_i
  );

  `RVT_COVER(Messages_C, periodic_i && by_message)
  `RVT_COVER(Clocks_C, periodic_i && by_clock)
  `RVT_COVER(Asked_C, periodic_i && !by_clock && !by_message && !by_units)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// No periodic sync comes before its period has passed since the sync or start before, counted in
/// messages, half-words or clocks as the settings of each clock say (TCI:SYNC-02..07), or one is asked
/// for, as a new base of time does; and a request has no more than one (TCI:SYNC-09).
///
/// Half-words count as a run loads, and a run that has loaded without a sync gets one only if messages are
/// counted (D-24, D-34), by the settings of the clock before. As long as the settings stand still the count is
/// also that of the runs that have left.
module rvt_fv_flow_period #(
  localparam int unsigned Width = 20
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    sync_req_i,
  input logic                    record_i,  // a record is taken
  input logic                    restart_i,  // it is a sync or ends the session, or all is cleared
  input logic                    periodic_i,  // it names the period as its reason
  input logic                    load_i,  // a run loads ...
  input logic [10:0]             load_units_i,  // ... with so many half-words
  input logic                    load_new_i,  // ... in another base of time (TCI:TS-22)
  input logic                    some_i,  // a run is there ...
  input logic [10:0]             units_i,  // ... with so many
  input logic                    pop_i,  // it leaves
  input logic                    prepare_i,  // the clock before a sync or start of it ...
  input logic                    other_i,  // ... that has another reason
  input logic                    session_i,  // one has begun
  output logic                   over_o,  // messages make a sync due
  output logic                   changed,  // the settings are not those of the clock before
  input logic                    dut_none,  // prepared
  input logic [Width-1:0]        dut_ahead,
  input logic                    dut_due,
  input logic                    dut_message,
  input logic [12:0]             dut_offer,
  input logic                    dut_asked,
  input logic                    dut_served
);

  localparam logic [Width-1:0] TheTop = Width'(1) << (Width - 1);

  logic by_message, by_clock, by_units, passed;
  assign by_message = cfg_i.sync_mode == rvt_config_pkg::PeriodMessages;
  assign by_clock = cfg_i.sync_mode == rvt_config_pkg::PeriodClocks;
  assign by_units = cfg_i.sync_mode == rvt_config_pkg::PeriodHalfwords;

  function automatic logic whole(input logic [Width-1:0] count, input logic [3:0] max);
    whole = 32'(count) >= 32'd16 << max;
  endfunction

  // ---- What has passed before the run --------------------------------------------------------------

  logic [Width-1:0] count_q, count_d;
  logic passed_q, over_q;
  logic restarted_q;
  logic prepared_q;  // a sync or start follows: the count begins anew
  logic served_q;  // a record since the request rose
  logic want, want_q;  // no run has been told of the request; ... in a clock before
  assign want = want_q || (sync_req_i && !served_q);
  assign passed = whole(count_q, cfg_i.sync_max);
  assign over_o = over_q;

  always_comb begin
    count_d = count_q;
    if (cfg_i.active) begin
      if (by_units && load_i) count_d = count_q + Width'(load_units_i);
      if (by_clock || (by_message && record_i && !restart_i)) count_d = count_q + Width'(1);
      count_d = count_d | (count_q & TheTop);  // the longest period has passed for good
      if (prepared_q) count_d = by_units ? Width'(units_i) : '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      {passed_q, over_q, prepared_q} <= '0;
      restarted_q <= 1'b1;
      {want_q, served_q} <= '0;
    end else begin
      count_q <= count_d;
      over_q <= by_message && !restart_i && whole(count_d, cfg_i.sync_max);
      restarted_q <= restart_i;
      prepared_q <= !restart_i && (prepare_i || prepared_q);
      passed_q <= (load_i && load_new_i) ||
                  (!restart_i && (passed_q || (prepare_i && over_o) ||
                                  (load_i && ((passed && (by_clock || by_units)) || want))));
      want_q <= want && !restart_i;
      served_q <= sync_req_i && (served_q || restart_i);
    end
  end

  // ---- What has left since the sync before -----------------------------------------------------------

  logic [Width-1:0] gone_q, gone, held;
  logic [5:0] period_q;
  logic steady_q, asked_q, late_q;
  assign changed = {cfg_i.sync_mode, cfg_i.sync_max} != period_q;
  assign gone = gone_q + (by_units ? (pop_i ? Width'(units_i) : '0) :
                                     Width'(by_message && record_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {gone_q, period_q, steady_q, asked_q, late_q} <= '0;
    end else begin
      period_q <= {cfg_i.sync_mode, cfg_i.sync_max};
      gone_q <= restart_i ? '0 : gone | (gone_q & TheTop);
      steady_q <= prepared_q || (steady_q && !changed && !prepare_i);
      asked_q <= (load_i && load_new_i) || (!restart_i && (asked_q || (load_i && want)));
      late_q <= (load_i && load_new_i) ||
                (!restart_i && (late_q || (load_i && passed && (by_clock || by_units))));
    end
  end

  // ---- Properties ------------------------------------------------------------------------------------

  `RVT_IMPLIES(Period_A, periodic_i, passed_q)
  // ... and none comes late: the run that loads after it has passed, or in another base of time (TCI:TS-22), makes
  // one due, up to a restart.
  `RVT_IMPLIES(Due_A, late_q, dut_due)
  `RVT_IMPLIES(Steady_A, prepare_i && !other_i && steady_q && !changed && (by_units || by_message),
               asked_q || whole(gone_q, cfg_i.sync_max))

  // Messages make a sync due in the clock after that in which their count reaches the period.
  `RVT_IMPLIES(Message_A, !prepared_q, dut_message == over_q)

  `RVT_ASSERT(Count_L, dut_ahead == count_q && dut_none == prepared_q)
  `RVT_IMPLIES(Due_L, dut_due, passed_q || (dut_none && other_i))
  `RVT_ASSERT(Set_L, dut_offer[5:0] == period_q)
  `RVT_IMPLIES(Over_L, !prepared_q, over_q == (period_q[5:4] == rvt_config_pkg::PeriodMessages &&
               !restarted_q && whole(count_q, period_q[3:0])))
  `RVT_IMPLIES(Restart_L, restarted_q && session_i,
               count_q == '0 || period_q[5:4] != rvt_config_pkg::PeriodMessages)
  `RVT_ASSERT(Served_L, dut_served == served_q && dut_asked == want_q)
  // The count is what has left, with the run that is there.
  assign held = {1'b0, gone_q[Width-2:0]} + (some_i ? Width'(units_i) : '0);
  `RVT_IMPLIES(Gone_L, steady_q && !dut_none && session_i,
               !(period_q[5:4] == rvt_config_pkg::PeriodHalfwords) ||
               count_q == {gone_q[Width-1] || held[Width-1], held[Width-2:0]})
  `RVT_IMPLIES(Sent_L, steady_q && !dut_none && session_i,
               !(period_q[5:4] == rvt_config_pkg::PeriodMessages) || count_q == gone_q)
  `RVT_IMPLIES(None_L, steady_q && dut_none,
               period_q[5:4] == rvt_config_pkg::PeriodClocks || count_q == (
               period_q[5:4] == rvt_config_pkg::PeriodHalfwords ? Width'(units_i) : '0))
  `RVT_IMPLIES(Passed_L, steady_q && passed_q && session_i && !dut_none,
               asked_q || period_q[5:4] == rvt_config_pkg::PeriodClocks ||
               (period_q[5:4] == rvt_config_pkg::PeriodHalfwords && whole(gone_q, period_q[3:0])))

  `RVT_COVER(Messages_C, periodic_i && by_message)
  `RVT_COVER(Clocks_C, periodic_i && by_clock)
  `RVT_COVER(Asked_C, periodic_i && !by_clock && !by_message && !by_units)

endmodule

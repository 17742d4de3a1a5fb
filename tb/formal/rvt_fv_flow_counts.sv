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

/// How long a run can stay before flow, in turns: clocks in which the packer takes its record, or it
/// has none. Full counters take two of them at most, and the others are its own.
///
/// A change of the settings of the periodic sync takes effect on the run, so its turns count anew (TCI:SYNC-07).
module rvt_fv_flow_turns #(
  parameter int unsigned Ownerships = 0  // in a row
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    some,  // a run is there ...
  input rvt_ntrace_pkg::run_t    run,
  input logic                    turn_i,
  input logic                    idle_i,  // there is no record
  input logic                    pop,  // it leaves
  input logic                    prepares,  // a sync or start follows
  input logic                    sync_rec,  // the record that is taken is one
  input logic                    answered_q,  // the run has had one
  input logic                    asked_i,  // one is asked for before it
  input logic                    changed,  // the settings are not those of the clock before
  input logic                    over,  // messages make one due
  input logic                    dut_none,  // prepared
  input rvt_ntrace_pkg::flow_flags_t dut_flags,
  input logic [12:0]             dut_offer,  // with the sync settings of the clock before
  input logic [19:0]             dut_ahead,  // ... since the sync
  input logic [1:0]              dut_full_i,  // counters that are
  input logic                    dut_due,
  output logic                   synced  // a sync is behind the run, and the settings have not changed since
);

  localparam int unsigned Width = 4;

  logic block;
  assign synced = synced_q && !changed;
  logic synced_q;  // a sync is after it, and the settings have not changed since
  logic [Width-1:0] turns_q, turns, own_q, own, most, left;
  assign block = run.kind == rvt_ingress_pkg::EntryBlock || run.kind == rvt_ingress_pkg::EntryStart;
  assign turns = changed ? '0 : turns_q;
  assign own = changed ? '0 : own_q;
  assign most = Width'(rvt_ntrace_pkg::head_turns(run.kind, Ownerships));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {turns_q, own_q, synced_q} <= '0;
    end else begin
      synced_q <= cfg_i.active && !pop && (sync_rec || (synced_q && !changed && !prepares));
      if (!cfg_i.active || pop) turns_q <= '0;
      else if (turn_i && turns != '1) turns_q <= turns + Width'(1);
      else turns_q <= turns;
      if (!cfg_i.active || pop) own_q <= '0;
      else if (turn_i && dut_full_i == '0 && own != '1) own_q <= own + Width'(1);
      else own_q <= own;
    end
  end

  // A run without a record leaves at once, but for the clock before a sync or start.
  `RVT_IMPLIES(Moves_A, turn_i && idle_i, pop || prepares)
  // A run is gone after the last of its turns.
  `RVT_IMPLIES(Drains_A, some, turns < most)
  `RVT_IMPLIES(Own_A, some, own + Width'(2) < most)

  // What a run has left to do: what waits and its Ownership, preparation and sync and the Ownership of that, then
  // to be counted.
  logic to_sync;
  logic [Width-1:0] owns;  // Ownership messages to come
  assign owns = !dut_flags.own ? '0 : dut_flags.own_low ? Width'(1) : Width'(Ownerships);
  // A stop has one sync at most.
  assign to_sync = !dut_none && (over || !synced_q || changed) && (block || !answered_q);
  always_comb begin
    left = Width'(1);
    if (block || run.kind == rvt_ingress_pkg::EntryStop) begin
      left = left + Width'(dut_flags.pend || dut_none);  // a sync is of what waits
      if (to_sync) left = left + Width'(2);
      if (to_sync || dut_none) left = left + Width'(Ownerships);
      if (Ownerships > 0 && (block || answered_q)) left = left + owns;
    end
  end
  // Behind a sync Ownership alone has been counted, which makes none due.
  `RVT_IMPLIES(Few_L, Ownerships > 0 && synced_q && dut_offer[5:4] == rvt_config_pkg::PeriodMessages,
               21'(dut_ahead) + 21'(owns) <= 21'(Ownerships))
  `RVT_IMPLIES(Once_L, some && run.kind == rvt_ingress_pkg::EntryStop && answered_q,
               !asked_i && !dut_none)
  `RVT_ASSERT(Turns_L, some ? 32'(own) + 32'(left) + 2 <= 32'(most) : own_q == '0)
  `RVT_ASSERT(Full_L, some ? turns + Width'(dut_full_i[0]) + Width'(dut_full_i[1]) <= own + Width'(2) :
                               turns_q == '0)
  `RVT_IMPLIES(Synced_L, synced_q, answered_q && !asked_i && !dut_flags.pend && !dut_due &&
               dut_full_i == '0 && !dut_none)

endmodule

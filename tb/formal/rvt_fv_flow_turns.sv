// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

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

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
  input logic                    some_i,  // a run is there ...
  input logic [1:0]              kind_i,  // ... of this kind
  input logic                    turn_i,
  input logic                    idle_i,  // there is no record
  input logic                    pop_i,  // it leaves
  input logic                    prepare_i,  // a sync or start follows
  input logic                    sync_i,  // the record that is taken is one
  input logic                    answered_i,  // the run has had one
  input logic                    asked_i,  // one is asked for before it
  input logic                    changed,  // the settings are not those of the clock before
  input logic                    over_i,  // messages make one due
  input logic                    dut_pend_i,
  input logic                    dut_none_i,  // prepared
  input logic                    dut_own_i,  // an Ownership is to come ...
  input logic                    dut_own_low_i,  // ... of two the second one
  input logic                    messages_i,  // they were counted in the clock before ...
  input logic [19:0]             dut_ahead_i,  // ... since the sync
  input logic [1:0]              dut_full_i,  // counters that are
  input logic                    dut_due_i,
  output logic                   synced_o  // a sync is behind the run, and the settings have not changed since
);

  localparam int unsigned Width = 4;

  logic block;
  assign synced_o = synced_q && !changed;
  logic synced_q;  // a sync is after it, and the settings have not changed since
  logic [Width-1:0] turns_q, turns, own_q, own, most, left;
  assign block = kind_i == rvt_ingress_pkg::EntryBlock || kind_i == rvt_ingress_pkg::EntryStart;
  assign turns = changed ? '0 : turns_q;
  assign own = changed ? '0 : own_q;
  assign most = Width'(rvt_ntrace_pkg::head_turns(kind_i, Ownerships));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {turns_q, own_q, synced_q} <= '0;
    end else begin
      synced_q <= cfg_i.active && !pop_i && (sync_i || (synced_q && !changed && !prepare_i));
      if (!cfg_i.active || pop_i) turns_q <= '0;
      else if (turn_i && turns != '1) turns_q <= turns + Width'(1);
      else turns_q <= turns;
      if (!cfg_i.active || pop_i) own_q <= '0;
      else if (turn_i && dut_full_i == '0 && own != '1) own_q <= own + Width'(1);
      else own_q <= own;
    end
  end

  // A run without a record leaves at once, but for the clock before a sync or start.
  `RVT_IMPLIES(Moves_A, turn_i && idle_i, pop_i || prepare_i)
  // A run is gone after the last of its turns.
  `RVT_IMPLIES(Drains_A, some_i, turns < most)
  `RVT_IMPLIES(Own_A, some_i, own + Width'(2) < most)

  // What a run has left to do: what waits and its Ownership, preparation and sync and the Ownership of that, then
  // to be counted.
  logic to_sync;
  logic [Width-1:0] owns;  // Ownership messages to come
  assign owns = !dut_own_i ? '0 : dut_own_low_i ? Width'(1) : Width'(Ownerships);
  // A stop has one sync at most.
  assign to_sync = !dut_none_i && (over_i || !synced_q || changed) && (block || !answered_i);
  always_comb begin
    left = Width'(1);
    if (block || kind_i == rvt_ingress_pkg::EntryStop) begin
      left = left + Width'(dut_pend_i || dut_none_i);  // a sync is of what waits
      if (to_sync) left = left + Width'(2);
      if (to_sync || dut_none_i) left = left + Width'(Ownerships);
      if (Ownerships > 0 && (block || answered_i)) left = left + owns;
    end
  end
  // Behind a sync Ownership alone has been counted, which makes none due.
  `RVT_IMPLIES(Few_L, Ownerships > 0 && synced_q && messages_i,
               21'(dut_ahead_i) + 21'(owns) <= 21'(Ownerships))
  `RVT_IMPLIES(Once_L, some_i && kind_i == rvt_ingress_pkg::EntryStop && answered_i,
               !asked_i && !dut_none_i)
  `RVT_ASSERT(Turns_L, some_i ? 32'(own) + 32'(left) + 2 <= 32'(most) : own_q == '0)
  `RVT_ASSERT(Full_L, some_i ? turns + Width'(dut_full_i[0]) + Width'(dut_full_i[1]) <= own + Width'(2) :
                               turns_q == '0)
  `RVT_IMPLIES(Synced_L, synced_q, answered_i && !asked_i && !dut_pend_i && !dut_due_i &&
               dut_full_i == '0 && !dut_none_i)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// How long a head can stay before flow, in turns: clocks in which the packer takes its record, or it
/// has none.
///
/// A change of the settings of the periodic sync takes effect at once, so the turns count anew (TCI:SYNC-07).
module rvt_fv_flow_turns #(
  parameter int unsigned LowWidth = 7,  // as in rvt_ntrace_period
  localparam int unsigned Width   = 3
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    some_i,  // a head is in front ...
  input logic [1:0]              kind_i,  // ... of this kind
  input logic                    turn_i,
  input logic                    idle_i,  // there is no record
  input logic                    pop_i,  // it leaves ...
  input logic                    next_i,  // ... and the one after it has had a turn
  input logic                    sync_i,  // the record that is taken is a sync
  input logic                    answered_i,  // it has had a sync
  input logic                    asked_i,  // one is asked for before it
  input logic                    dut_pend_i,
  input logic                    dut_counted_i,
  input logic [LowWidth-1:0]     dut_low_i,
  input logic [19-LowWidth:0]    dut_high_i,
  input logic                    dut_due_i
);

  logic block, is_stop, changed;
  logic synced_q;  // a sync is after it, and the settings have not changed since
  logic [5:0] period_q;
  logic [Width-1:0] turns_q, turns, most, left;
  assign block = kind_i == rvt_ingress_pkg::EntryBlock || kind_i == rvt_ingress_pkg::EntryStart;
  assign is_stop = kind_i == rvt_ingress_pkg::EntryStop;
  assign changed = {cfg_i.sync_mode, cfg_i.sync_max} != period_q;
  assign turns = changed ? '0 : turns_q;
  assign most = Width'(rvt_ntrace_pkg::head_turns(kind_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {turns_q, period_q, synced_q} <= '0;
    end else begin
      period_q <= {cfg_i.sync_mode, cfg_i.sync_max};
      synced_q <= cfg_i.active && !pop_i && (sync_i || (synced_q && !changed));
      if (!cfg_i.active) turns_q <= '0;
      else if (pop_i) turns_q <= Width'(next_i);
      else if (turn_i && turns != '1) turns_q <= turns + Width'(1);
      else turns_q <= turns;
    end
  end

  // A head without a record leaves at once.
  `RVT_IMPLIES(Moves_A, turn_i && idle_i, pop_i)
  // A head is gone after the last of its turns.
  `RVT_IMPLIES(Drains_A, some_i, turns < most)

  // What a head has left to do: what waits, a sync, then to be counted, and RCODE 1.
  always_comb begin
    left = Width'(1);
    if (is_stop || (block && !dut_counted_i)) begin
      left = Width'(block) + Width'(1) + Width'(dut_pend_i) + Width'(!synced_q || changed);
    end
  end
  `RVT_ASSERT(Turns_L, some_i ? 32'(turns) + 32'(left) <= 32'(most) : turns_q == '0)
  `RVT_IMPLIES(Synced_L, synced_q,
               answered_i && !asked_i && (!dut_pend_i || dut_counted_i) && !dut_due_i &&
               (period_q[5:4] == rvt_config_pkg::PeriodClocks || dut_counted_i ||
                {dut_high_i, dut_low_i} == '0))

endmodule

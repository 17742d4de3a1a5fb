// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Ownership comes directly behind every sync message (NT:OWN-06, SYN-05), and before a run is counted that comes with another
/// privilege or context; two in a row have nothing between them (NT:OWN-07). Without `Context` there is none.
module rvt_fv_flow_owner #(
  parameter int unsigned Ownerships = 0  // in a row
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    load_i,  // a run comes ...
  input logic                    load_new_i,  // ... with another privilege or context
  input logic                    counted_i,  // a run of blocks leaves ...
  input logic                    waits_i,  // ... behind a transfer whose target it does not tell
  input logic                    taken_i,  // a record is taken
  input rvt_ntrace_pkg::record_t rec_i,
  input logic                    sync_i,  // ... it is a sync
  input logic                    forget_i,  // ... an Error or a Correlation
  input logic                    run_i,  // there is a run, and it is no overflow
  input logic                    stop_i,  // ... but a stop
  input logic                    answered_i,  // a sync has gone before it
  input logic [1:0]              full_i,  // counters that are full
  input logic                    synced_i,  // a sync is behind the run, and the sync settings have not changed since (TCI:SYNC-07)
  input logic [2:0]              due_i,  // a sync is due, by the period or by messages; the run is prepared for one
  input rvt_ntrace_pkg::flow_flags_t dut_flags
);

  logic owned_q;  // an Ownership is to come: the first of its row
  logic behind_q;  // a sync has gone, and not yet its Ownership
  logic second_q;  // the second one is to come
  logic is_own;
  assign is_own = rec_i.tcode == rvt_ntrace_pkg::TcOwnership;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {owned_q, behind_q, second_q} <= '0;
    end else if (!cfg_i.active) begin
      {owned_q, behind_q, second_q} <= '0;
    end else begin
      behind_q <= taken_i ? sync_i && cfg_i.context_en && Ownerships != 0 : behind_q;
      second_q <= taken_i ? is_own && Ownerships == 2 && !second_q : second_q;
      if (taken_i && (is_own || forget_i)) owned_q <= 1'b0;
      if (load_i && load_new_i) owned_q <= 1'b1;
    end
  end

  `RVT_STABLE_M(Context_M, cfg_i.active, cfg_i.context_en)
  // Nothing comes between a sync and its Ownership, nor between two.
  `RVT_IMPLIES(Behind_A, taken_i && behind_q && synced_i, is_own)
  `RVT_IMPLIES(Row_A, taken_i && second_q, is_own && rec_i.addr[1:0] == 2'b10)
  `RVT_IMPLIES(First_A, taken_i && is_own && !second_q,
               rec_i.addr[1:0] == (Ownerships == 2 ? 2'b11 : 2'b10))
  // A run is counted when what it owes has gone.
  `RVT_IMPLIES(Counted_A, counted_i, !behind_q && !second_q && (!owned_q || waits_i))
  // None is sent without a reason.
  `RVT_IMPLIES(None_A, taken_i && is_own, behind_q || second_q || owned_q)
  // Flow's own word for it.
  `RVT_IMPLIES(En_L, owned_q || behind_q || second_q, cfg_i.context_en || !cfg_i.active)
  `RVT_ASSERT(Own_L, dut_flags.own == (owned_q || behind_q || second_q))
  `RVT_IMPLIES(Low_L, dut_flags.own_low || second_q,
               dut_flags.own_low == second_q && dut_flags.own && dut_flags.started)
  `RVT_IMPLIES(Still_L, behind_q && synced_i, due_i == '0 && !dut_flags.pend && dut_flags.req == '0)
  `RVT_IMPLIES(Stop_L, stop_i && dut_flags.own && dut_flags.started && !dut_flags.late,
               behind_q || second_q)
  `RVT_IMPLIES(Pend_L, behind_q, !dut_flags.pend)
  `RVT_IMPLIES(Waits_L, second_q, !waits_i)
  `RVT_IMPLIES(Rows_L, behind_q || second_q, run_i && full_i == '0 && (second_q || answered_i))
  `RVT_IMPLIES(Answered_L, second_q && stop_i, answered_i)
  `RVT_IMPLIES(Late_L, (behind_q || second_q) && stop_i,
               dut_flags.own && dut_flags.started && !dut_flags.late)
  `RVT_COVER(Row_C, taken_i && second_q)
  `RVT_COVER(New_C, taken_i && is_own && owned_q && !behind_q)

endmodule

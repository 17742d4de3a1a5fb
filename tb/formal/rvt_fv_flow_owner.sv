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
  input logic                    load,  // a run comes ...
  input logic                    load_own,  // ... with another privilege or context
  input logic                    some,  // there is a run
  input rvt_ntrace_pkg::run_t    run,
  input logic                    pop,  // it leaves ...
  input logic                    block,  // ... and was of blocks
  input logic                    is_stop,
  input logic                    taken_rec,  // a record is taken
  input rvt_ntrace_pkg::record_t rec,
  input logic                    sync_rec,  // ... it is a sync
  input logic                    dropped,  // ... an Error
  input logic                    answered_q,  // a sync has gone before the run
  input logic                    synced,  // ... and the sync settings have not changed since (TCI:SYNC-07)
  input logic                    icnt_full,
  input logic                    hist_full,
  input logic                    dut_due,
  input logic                    dut_message,
  input logic                    dut_none,
  input rvt_ntrace_pkg::flow_flags_t dut_flags
);

  logic owned_q;  // an Ownership is to come: the first of its row
  logic behind_q;  // a sync has gone, and not yet its Ownership
  logic second_q;  // the second one is to come
  logic is_own, counted, waits, forget;
  assign counted = pop && block;
  // A transfer, or the sync after a reset, for which the run has no address.
  assign waits = (dut_flags.pend || dut_flags.req[rvt_ntrace_pkg::RequestResetBit]) && !run.known;
  assign forget = dropped || (taken_rec && rec.tcode == rvt_ntrace_pkg::TcProgTraceCorrelation);
  assign is_own = rec.tcode == rvt_ntrace_pkg::TcOwnership;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {owned_q, behind_q, second_q} <= '0;
    end else if (!cfg_i.active) begin
      {owned_q, behind_q, second_q} <= '0;
    end else begin
      behind_q <= taken_rec ? sync_rec && cfg_i.context_en && Ownerships != 0 : behind_q;
      second_q <= taken_rec ? is_own && Ownerships == 2 && !second_q : second_q;
      if (taken_rec && (is_own || forget)) owned_q <= 1'b0;
      if (load && load_own) owned_q <= 1'b1;
    end
  end

  `RVT_STABLE_M(Context_M, cfg_i.active, cfg_i.context_en)
  // Nothing comes between a sync and its Ownership, nor between two.
  `RVT_IMPLIES(Behind_A, taken_rec && behind_q && synced, is_own)
  `RVT_IMPLIES(Row_A, taken_rec && second_q, is_own && rec.addr[1:0] == 2'b10)
  `RVT_IMPLIES(First_A, taken_rec && is_own && !second_q,
               rec.addr[1:0] == (Ownerships == 2 ? 2'b11 : 2'b10))
  // A run is counted when what it owes has gone.
  `RVT_IMPLIES(Counted_A, counted, !behind_q && !second_q && (!owned_q || waits))
  // None is sent without a reason.
  `RVT_IMPLIES(None_A, taken_rec && is_own, behind_q || second_q || owned_q)
  // Flow's own word for it.
  `RVT_IMPLIES(En_L, owned_q || behind_q || second_q, cfg_i.context_en || !cfg_i.active)
  `RVT_ASSERT(Own_L, dut_flags.own == (owned_q || behind_q || second_q))
  `RVT_IMPLIES(Low_L, dut_flags.own_low || second_q,
               dut_flags.own_low == second_q && dut_flags.own && dut_flags.started)
  `RVT_IMPLIES(Still_L, behind_q && synced,
               !dut_due && !dut_message && !dut_none && !dut_flags.pend && dut_flags.req == '0)
  `RVT_IMPLIES(Stop_L, (some && is_stop) && dut_flags.own && dut_flags.started && !dut_flags.late,
               behind_q || second_q)
  `RVT_IMPLIES(Pend_L, behind_q, !dut_flags.pend)
  `RVT_IMPLIES(Waits_L, second_q, !waits)
  `RVT_IMPLIES(
      Rows_L, behind_q || second_q,
      some && run.kind != rvt_ingress_pkg::EntryOverflow && !icnt_full && !hist_full && (second_q || answered_q))
  `RVT_IMPLIES(Answered_L, second_q && (some && is_stop), answered_q)
  `RVT_IMPLIES(Late_L, (behind_q || second_q) && (some && is_stop),
               dut_flags.own && dut_flags.started && !dut_flags.late)
  `RVT_COVER(Row_C, taken_rec && second_q)
  `RVT_COVER(New_C, taken_rec && is_own && owned_q && !behind_q)

endmodule

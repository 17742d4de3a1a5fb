// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What a record of flow has and stands for: combinational.
module rvt_fv_flow_record (
  input  logic                    taken_rec,  // in this clock
  input  rvt_ntrace_pkg::record_t rec,
  output logic                    with_icnt,  // taken or not
  output logic                    with_hist,
  output logic                    dropped,  // an Error: what is pending is dropped
  output logic                    sync_rec,
  output logic                    plain_rec,  // a transfer's message, without sync
  output logic                    branch_rec,  // a transfer's message
  output logic                    direct_rec  // that of a taken branch of BTM
);

  always_comb begin
    with_icnt = 1'b0;
    with_hist = 1'b0;
    case (rec.tcode)
      rvt_ntrace_pkg::TcDirectBranch, rvt_ntrace_pkg::TcIndirectBranch,
      rvt_ntrace_pkg::TcProgTraceSync, rvt_ntrace_pkg::TcDirectBranchSync,
      rvt_ntrace_pkg::TcIndirectBranchSync: with_icnt = 1'b1;
      rvt_ntrace_pkg::TcIndirectBranchHist, rvt_ntrace_pkg::TcIndirectBranchHistSync: begin
        with_icnt = 1'b1;
        with_hist = 1'b1;
      end
      rvt_ntrace_pkg::TcResourceFull: begin
        with_icnt = rec.sub == rvt_ntrace_pkg::RcIcnt;
        with_hist = rec.sub == rvt_ntrace_pkg::RcHist;
      end
      rvt_ntrace_pkg::TcProgTraceCorrelation: begin
        with_icnt = 1'b1;
        with_hist = rec.btype == 2'd1;
      end
      default: ;
    endcase
  end

  assign dropped = taken_rec && rec.tcode == rvt_ntrace_pkg::TcError;
  assign sync_rec = taken_rec && rvt_ntrace_pkg::is_sync(rec.tcode);
  assign plain_rec = taken_rec && (rec.tcode == rvt_ntrace_pkg::TcIndirectBranch ||
                               rec.tcode == rvt_ntrace_pkg::TcIndirectBranchHist);
  assign branch_rec = plain_rec || (taken_rec &&
                                (rec.tcode == rvt_ntrace_pkg::TcIndirectBranchSync ||
                                 rec.tcode == rvt_ntrace_pkg::TcIndirectBranchHistSync));
  assign direct_rec = taken_rec && (rec.tcode == rvt_ntrace_pkg::TcDirectBranch ||
                                rec.tcode == rvt_ntrace_pkg::TcDirectBranchSync);

endmodule

/// Behind a new base of time no increase is formed before a sync message, and that one has a time of the new base
/// (TCI:TS-16, D-40). A full counter sent beside the first run of the base was filled before it.
module rvt_fv_flow_base #(
  parameter int unsigned TsWidth   = 0,
  parameter int unsigned TimeWidth = 1
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    some,  // there is a run
  input rvt_ntrace_pkg::run_t    run,
  input logic                    pop,  // it leaves
  input logic                    taken_rec,  // a record is taken
  input rvt_ntrace_pkg::record_t rec,
  input logic                    sync_rec,  // ... it is a sync
  input logic                    resource,  // ... a full counter
  input logic                    time_new_o,  // the packer forgets the time sent last
  input logic [TimeWidth-1:0]    dut_pend_time,
  input rvt_ntrace_pkg::flow_flags_t dut_flags
);

  logic has_q;  // the packer has a time to count an increase from
  logic old_q, old;  // ... of another base than the run that left; than the run
  logic told_q;  // it was told so of the run, or has a time of the run's
  logic left_some_q;  // a run has left, with the time ...
  logic [TimeWidth-1:0] left_q, time_rec;
  logic new_run, in_run;
  assign new_run = some && run.time_new && TsWidth > 0;
  assign old = has_q && (old_q || (new_run && !told_q));
  assign time_rec = TimeWidth'(rec.abs_time);
  assign in_run = time_rec == TimeWidth'(run.first_time) || time_rec == TimeWidth'(run.abs_time);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {has_q, old_q, told_q, left_some_q} <= '0;
    end else begin
      has_q <= cfg_i.active && (sync_rec || (has_q && !time_new_o));
      old_q <= cfg_i.active && !sync_rec && !time_new_o && (pop ? old : old_q);
      told_q <= cfg_i.active && !pop && (told_q || time_new_o || (sync_rec && new_run));
      left_some_q <= cfg_i.active && (left_some_q || pop);
    end
  end
  always_ff @(posedge clk_i) if (pop) left_q <= TimeWidth'(run.abs_time);

  `RVT_IMPLIES(Increase_A, taken_rec && !sync_rec && (resource ? old_q : old), time_new_o)
  `RVT_IMPLIES(Absolute_A, sync_rec && new_run, in_run)
  `RVT_IMPLIES(Time_A, sync_rec && TsWidth > 0, in_run || (left_some_q && time_rec == left_q))
  `RVT_ASSERT(Old_L, !old_q)
  `RVT_IMPLIES(Told_L, new_run && dut_flags.started, told_q)
  `RVT_IMPLIES(Pend_L, dut_flags.pend && TsWidth > 0, left_some_q && dut_pend_time == left_q)
  `RVT_COVER(New_C, TsWidth == 0 || (taken_rec && !sync_rec && !has_q && left_some_q))
  `RVT_COVER(Late_C, TsWidth == 0 || (sync_rec && dut_flags.pend && new_run && told_q))

endmodule

/// With several blocks per clock: each block is a run while the half-words on their way could reach the period,
/// so that none is passed within a run; and while messages count, which may reach it at any block.
///
/// The settings have to stand still.
module rvt_fv_flow_near #(
  localparam int unsigned Width = 20
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    changed,  // the settings are not those of the clock before
  input logic                    some_i,   // a run is there ...
  input logic [10:0]             units_i,  // ... with so many half-words, which the count has already
  input logic [Width-1:0]        dut_ahead,
  input logic                    dut_due,
  input logic                    dut_near,
  input logic [12:0]             dut_held  // half-words that came and have not left
);

  logic [Width:0] all;
  assign all = {1'b0, dut_ahead} + (Width + 1)'(dut_held) - (some_i ? (Width + 1)'(units_i) : '0);

  // rvt_fv_flow_runs_units: Held_A, Sums_L.
  `RVT_IMPLIES_M(Held_M, some_i, dut_held >= 13'(units_i))
  `RVT_IMPLIES(Near_A, cfg_i.sync_mode == rvt_config_pkg::PeriodHalfwords && !changed && !dut_due &&
               32'(all) >= 32'd16 << cfg_i.sync_max, dut_near)
  `RVT_IMPLIES(Messages_A, cfg_i.sync_mode == rvt_config_pkg::PeriodMessages, dut_near)

endmodule

/// Reference for the end of the last block (D-21): where the newest run that has left ends, if the program
/// goes on there for certain: on a port of 3 bits an itype 0 may be an inferable jump (NT:ING-04).
module rvt_fv_flow_end #(
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned Events     = 1,
  parameter int unsigned ItypeWidth = 4
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 pop_i,  // a run of blocks leaves
  input  logic                 session_i,  // of what has left: a session is open
  input  logic [AddrWidth-1:0] behind_i,  // behind its last block
  input  logic [3:0]           itype_i,
  output logic                 straight_o,
  output logic [AddrWidth-1:0] end_o,

  input  logic                 dut_straight_i,
  input  logic [AddrWidth-1:0] dut_end_i
);

  logic straight_q;
  logic [AddrWidth-1:0] end_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {straight_q, end_q} <= '0;
    end else if (pop_i) begin
      straight_q <= itype_i == 4'd4 || (ItypeWidth == 4 && (itype_i == 4'd0 || itype_i == 4'd7));
      end_q <= behind_i;
    end
  end
  assign straight_o = Events != 0 && straight_q;
  assign end_o = end_q;

  `RVT_IMPLIES(End_L, Events != 0 && session_i, dut_straight_i == straight_q && dut_end_i == end_q)

endmodule

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

/// What rvt_fv_flow has to reach.
module rvt_fv_flow_cover #(
  parameter int unsigned UnitsWidth = 7,
  parameter int unsigned IcntWidth  = 8,
  parameter int unsigned Htm        = 1,
  parameter int unsigned StackDepth = 2,
  parameter int unsigned Events     = 1,
  parameter int unsigned AddrWidth  = 31
) (
  input logic                        clk_i,
  input logic                        rst_ni,
  input rvt_config_pkg::config_t     cfg_i,
  input rvt_ntrace_pkg::record_t     rec,
  input rvt_ntrace_pkg::flow_flags_t dut_flags,
  input logic                        htm,
  input logic                        pop,
  input logic                        is_stop,
  input logic                        may_transfer,
  input logic                        resource,
  input logic                        with_icnt,
  input logic                        with_hist,
  input logic                        dropped,
  input logic                        sync_rec,
  input logic                        plain_rec,
  input logic                        some_hist,
  input logic                        owed_d,
  input logic [2:0]                  asked,
  input logic [IcntWidth:0]          units,
  input logic [IcntWidth:0]          sum_q,
  input logic [AddrWidth-1:0]        sent_addr_q
);

  logic pend, plain_sync;
  assign pend = dut_flags.pend;
  assign plain_sync = cfg_i.plain_sync;

  localparam bit Short = IcntWidth <= UnitsWidth + 2;
  logic [1:0] resource_q;  // RCODE 0 in the clock before, and a run behind it in that clock
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) resource_q <= '0;
    else resource_q <= {resource && with_icnt, resource && pop};
  end
  `RVT_COVER(BothFull_C, Htm == 0 || !Short || (resource && with_hist && resource_q == 2'b10))
  `RVT_COVER(Through_C, !Short || (resource && pop && units != '0))
  `RVT_COVER(Dropped_C, dropped && sum_q != '0 && (Htm == 0 || some_hist))
  `RVT_COVER(Stopped_C, pop && is_stop && rec.icnt != '0 && (!htm || rec.hist[2:1] == 2'b01))
  `RVT_COVER(Synced_C, sync_rec && rec.sub == rvt_ntrace_pkg::SyncPeriodic && pend)
  `RVT_COVER(Returned_C, StackDepth == 0 || !Short || (resource && with_icnt && pend))
  `RVT_COVER(Reset_C, sync_rec && rec.sub == rvt_ntrace_pkg::SyncReset && pend)
  `RVT_COVER(Vector_C, sync_rec && asked[0] && pend && plain_sync)
  `RVT_COVER(StopNotified_C, Events == 0 || (is_stop && sync_rec && sum_q != '0))
  `RVT_COVER(Jumped_C, pop && may_transfer && !owed_d)
  `RVT_COVER(Plain_C, plain_rec && pop && sent_addr_q != '0)

endmodule

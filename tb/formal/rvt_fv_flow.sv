// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Conservation in flow: half-words in = half-words reported + pending, outcomes likewise; every request
/// for a sync is answered at the next address.
///
/// The reference adds up what the runs that leave hold and takes off what the records say. Exceptions:
/// an Error (NT:ERR-10) and `active` = 0 drop what is pending. What a run may be is assumed: with one block
/// per clock it is an entry (rvt_fv_flow_entry), proved here to be the one that left the queue; with several
/// rvt_fv_flow_runs proves it.
module rvt_fv_flow #(
  parameter int unsigned Btm        = 1,
  parameter int unsigned Htm        = 1,
  parameter int unsigned UnitsWidth = 7,
  parameter int unsigned IcntWidth  = 8,
  parameter int unsigned HistWidth  = 3,
  parameter int unsigned StackDepth = 2,
  parameter int unsigned TsWidth    = 2,
  parameter int unsigned PlainHist  = 1,
  parameter int unsigned FlowBlocks = 1,
  parameter int unsigned Events     = 1,
  parameter int unsigned ItypeWidth = 4,
  parameter int unsigned Context    = 0,
  parameter int unsigned ContextWidth = 1,
  parameter int unsigned HcontextWidth = 0,
  localparam int unsigned B         = FlowBlocks,
  localparam int unsigned AddrWidth = 31,
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1,
  localparam int unsigned Outcomes  = rvt_ntrace_pkg::run_outcomes(FlowBlocks, HistWidth),
  localparam int unsigned DutHist   = HistWidth + Outcomes - 1
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    sync_req_i,
  input logic                    valid_i,
  input logic [B-1:0]            blocks_i,
  input logic [1:0]              kind_i,
  input logic [3:0]              sub_i,
  input logic [B-1:0]            known_i,
  input logic [B*AddrWidth-1:0]  addr_i,
  input logic [B*UnitsWidth-1:0] units_i,
  input logic [B*4-1:0]          itype_i,
  input logic [B*2-1:0]          seq_i,
  input logic [B-1:0]            notify_i,
  input logic [TimeWidth:0]      time_i,  // time_new, abs_time
  input logic                    rec_ready_i,
  input logic                    context_new_i,
  input logic [2:0]              pick_i,  // this outcome of the run is the tracked one

  (* probe = "i_dut.run" *) input rvt_ntrace_pkg::run_t run,
  (* probe = "i_dut.run_valid" *) input logic some,
  (* probe = "i_dut.run_ready" *) input logic leaves,
  (* probe = "i_dut.load" *) input logic load,
  (* probe = "i_dut.load_own" *) input logic load_own,
  (* probe = "i_dut.i_period.load_new_i" *) input logic load_new_i,
  (* probe = "i_dut.load_units" *) input logic [10:0] load_units,
  (* probe = "i_dut.link" *) input logic [AddrWidth-1:0] link,
  (* probe = "i_dut.behind" *) input logic [AddrWidth-1:0] behind,
  (* probe = "i_dut.prepares" *) input logic prepares,
  (* probe = "i_dut.no_ref" *) input logic dut_none,
  (* probe = "i_dut.ref_addr" *) input logic [AddrWidth-1:0] dut_ref,
  (* probe = "i_dut.icnt_q" *) input logic [IcntWidth-1:0] dut_icnt,
  (* probe = "i_dut.hist_q" *) input logic [DutHist-1:0] dut_hist,
  (* probe = "i_dut.flags_q" *) input rvt_ntrace_pkg::flow_flags_t dut_flags,
  (* probe = "i_dut.pend_time_q" *) input logic [TimeWidth-1:0] dut_pend_time,
  (* probe = "i_dut.straight" *) input logic dut_straight,
  (* probe = "i_dut.end_addr" *) input logic [AddrWidth-1:0] dut_end,
  (* probe = "i_dut.i_period.ahead_q" *) input logic [19:0] dut_ahead,
  (* probe = "i_dut.i_period.due_q" *) input logic dut_due,
  (* probe = "i_dut.offer_q" *) input logic [12:0] dut_offer,
  (* probe = "i_dut.period_near" *) input logic dut_near,
  (* probe = "i_dut.held_units" *) input logic [12:0] dut_held,
  (* probe = "i_dut.i_period.message_q" *) input logic dut_message,
  (* probe = "i_dut.i_period.asked_q" *) input logic dut_asked,
  (* probe = "i_dut.i_period.served_q" *) input logic dut_served
);

  logic ready, pop, rec_valid, empty, straight, word_o, time_new_o;
  logic [AddrWidth-1:0] end_addr;
  rvt_ntrace_pkg::record_t rec;

  // interface: proof Btm Htm Blocks=FlowBlocks FlowBlocks IretireWidth=UnitsWidth ItypeWidth IcntWidth HistWidth StackDepth TsWidth PlainHist Events Context ContextWidth HcontextWidth
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD(Btm); `RVT_BUILD(Htm); `RVT_BUILD_VALUE(Blocks,FlowBlocks);
    `RVT_BUILD(FlowBlocks); `RVT_BUILD_VALUE(IretireWidth,UnitsWidth); `RVT_BUILD(ItypeWidth);
    `RVT_BUILD(IcntWidth); `RVT_BUILD(HistWidth); `RVT_BUILD(StackDepth); `RVT_BUILD(TsWidth);
    `RVT_BUILD(PlainHist); `RVT_BUILD(Events); `RVT_BUILD(Context); `RVT_BUILD(ContextWidth);
    `RVT_BUILD(HcontextWidth);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  // interface end

  rvt_ingress_pkg::entry_t packed_entry, entry;
  logic [B*rvt_ingress_pkg::BlockBits-1:0] blocks;
  rvt_fv_pack #(B, AddrWidth, UnitsWidth, TimeWidth) i_pack (
    .*,
    .entry_o(packed_entry),
    .block_o(blocks)
  );
  always_comb begin  // privilege and context are left open
    entry = packed_entry;
    entry.time_new = TsWidth > 0 && time_i[TimeWidth];
    entry.context_new = Context != 0 && context_new_i && kind_i == rvt_ingress_pkg::EntryBlock &&
                        cfg_i.context_en;
  end

  rvt_ntrace_flow #(
    .Build(Build)
  ) i_dut (
    .*,
    .entry_i(entry),
    .block_i(blocks),
    .ready_o(ready),
    .rec_valid_o(rec_valid),
    .rec_o(rec),
    .empty_o(empty)
  );

  // ---- The run -------------------------------------------------------------------------------------

  localparam int unsigned SumWidth = IcntWidth + 1;
  logic session_q;  // a session is open after the runs that have left
  logic block, is_stop, is_start, htm, taken, may_transfer, known;
  logic [2:0] outcomes;
  logic [SumWidth-1:0] units;

  always @(*) if ($initstate) assume (!rst_ni);
  assign pop = some && leaves && cfg_i.active;  // switched off, all is dropped
  assign block = run.kind == rvt_ingress_pkg::EntryBlock || run.kind == rvt_ingress_pkg::EntryStart;
  assign is_start = run.kind == rvt_ingress_pkg::EntryStart;
  assign is_stop = run.kind == rvt_ingress_pkg::EntryStop;
  assign htm = Htm != 0 && (Btm == 0 || cfg_i.mode == rvt_config_pkg::ModeHtm);
  assign taken = run.itype == rvt_ingress_pkg::ItTaken;
  assign outcomes = block && htm ? run.outcomes : '0;
  assign may_transfer = block && rvt_ingress_pkg::is_transfer(run.itype);
  assign units = block ? SumWidth'(run.halfwords) : '0;

  rvt_fv_flow_run #(
    .UnitsWidth(UnitsWidth),
    .AddrWidth(AddrWidth),
    .TimeWidth(TimeWidth),
    .IcntWidth(IcntWidth),
    .FlowBlocks(FlowBlocks),
    .Outcomes(Outcomes),
    .Events(Events)
  ) i_run (
    .*,
    .session_i(session_q),
    .ready_i(ready),
    .entry_i(entry),
    .block_i(blocks[rvt_ingress_pkg::BlockBits-1:0]),
    .some_i(some),
    .run_i(run),
    .pop_i(pop),
    .link_i(link),
    .behind_i(behind),
    .htm_i(htm)
  );

  // ---- Reference -----------------------------------------------------------------------------------
  logic taken_rec, with_icnt, with_hist, dropped, sync_rec, plain_rec, branch_rec, direct_rec;
  assign taken_rec = rec_valid && rec_ready_i && cfg_i.active;
  rvt_fv_flow_record i_record (.*);

  logic [SumWidth-1:0] sum_q, sum_d, sum_rec;
  logic over, changed, synced, icnt_full, hist_full;
  logic answered_q, answered_d, resource, own, start_rec, some_hist, some_hist_d;
  // A transfer, or a taken branch of BTM, that has no message yet.
  logic owed_q, owed_d, may_match_q, may_match_d, direct_q, direct_d;
  logic unsent, unresolved, unanswered;  // as a run leaves something is left over
  // Requests for a sync: before the run, with what its `sub` says, after this clock.
  logic [2:0] asked_q, asked_d, asked;
  logic sent_q;  // an address has been sent, the last one is ...
  logic [AddrWidth-1:0] sent_addr_q;

  always_comb begin
    asked = asked_q;
    if (!answered_q && run.kind == rvt_ingress_pkg::EntryBlock) asked = asked | {1'b0, run.sub[1:0]};
    if (!answered_q && is_stop) asked = asked | {1'b0, run.sub[3], run.sub[1]};
    if (!some) asked = asked_q;
  end
  assign known = run.known && !(is_stop && asked[0]);  // D-22
  assign resource = taken_rec && rec.tcode == rvt_ntrace_pkg::TcResourceFull;
  assign start_rec = sync_rec && is_start && !dut_flags.started;
  // The record of this clock is before the run that leaves in it, but for the DirectBranch of its own.
  assign own = direct_rec && !direct_q;
  assign sum_rec = own ? sum_q + units : sum_q;

  rvt_fv_flow_end #(AddrWidth, Events, ItypeWidth) i_end (
    .clk_i,
    .rst_ni,
    .pop_i(pop && block),
    .session_i(session_q),
    .behind_i(behind),
    .itype_i(run.itype),
    .straight_o(straight),
    .end_o(end_addr),
    .dut_straight_i(dut_straight),
    .dut_end_i(dut_end)
  );

  always_comb begin
    {sum_d, owed_d, may_match_d, direct_d} = {sum_q, owed_q, may_match_q, direct_q};
    {asked_d, answered_d} = {asked_q, answered_q};
    {unsent, unresolved, unanswered} = '0;
    // The record.
    if (taken_rec && with_icnt && !own) sum_d = '0;
    // With `plain_sync` the vector stands alone: no message has the transfer's target (D-09).
    if (branch_rec || (sync_rec && asked[0] && cfg_i.plain_sync)) owed_d = 1'b0;
    if (direct_rec) direct_d = 1'b0;
    if (sync_rec) {asked_d, answered_d} = 4'd1;
    // The run.
    if (pop) begin
      if (run.kind != rvt_ingress_pkg::EntryOverflow) begin
        unsent = direct_d;
        unresolved = known && owed_d && !may_match_d;
        unanswered = !answered_d && asked != '0 && (block ? known : straight && !asked[0]);
      end
      owed_d = may_transfer && !(run.seq == rvt_ingress_pkg::SeqWithin ||
                                 (run.seq == rvt_ingress_pkg::SeqBehind && sum_d != '0));
      may_match_d = owed_d && cfg_i.ir_en && cfg_i.ir_mode != 2'd0 && StackDepth != 0 &&
                    (run.itype == rvt_ingress_pkg::ItSwap || run.itype == rvt_ingress_pkg::ItReturn);
      direct_d = taken && !htm && block && !own;
      asked_d = sync_rec ? '0 : asked;
      if (run.notify && block) asked_d = asked_d | 3'b100;
      sum_d = own ? '0 : sum_d + units;
      answered_d = 1'b0;
    end
    if (dropped || !cfg_i.active || (pop && !block)) {asked_d, answered_d} = '0;
    if (dropped || !cfg_i.active) sum_d = '0;
    if (!cfg_i.active) {owed_d, direct_d, may_match_d} = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {sum_q, session_q, owed_q, may_match_q, direct_q, asked_q, answered_q} <= '0;
      {sent_q, sent_addr_q} <= '0;
    end else begin
      session_q <= cfg_i.active && (pop ? block : session_q);
      {sum_q, owed_q, may_match_q, direct_q, asked_q, answered_q} <=
          {sum_d, owed_d, may_match_d, direct_d, asked_d, answered_d};
      sent_q <= cfg_i.active && (sent_q || sync_rec);
      if (sync_rec || plain_rec) sent_addr_q <= run.addr[AddrWidth-1:0];
    end
  end

  // ---- Properties ----------------------------------------------------------------------------------

  // I-CNT is the sum of the half-words since the message before, of the run that leaves if it is its own.
  `RVT_IMPLIES(Icnt_A, taken_rec && with_icnt, SumWidth'(rec.icnt) == sum_rec)
  `RVT_IMPLIES(Own_A, own, pop && taken && !htm)
  // A counter is sent for its own sake only if it is full.
  `RVT_IMPLIES(Full_A, resource && with_icnt, rec.icnt[IcntWidth-1])
  rvt_fv_flow_hist #(
    .Htm(Htm),
    .HistWidth(HistWidth),
    .DutWidth(DutHist),
    .Several(FlowBlocks - 1)
  ) i_hist (
    .*,
    .outcomes_i(pop ? outcomes : 3'd0),
    .taken_i(run.taken),
    .record_i(taken_rec && with_hist),
    .full_i(resource),
    .hist_i(rec.hist),
    .dropped_i(dropped),
    .dut_hist_i(dut_hist),
    .some_o(some_hist),
    .behind_o(some_hist_d)
  );
  // A message of a transfer stands for one that has none yet; after the next address, none is owed
  // but a return that may have matched the stack.
  `RVT_IMPLIES(Branch_A, plain_rec, owed_q && some && known)
  `RVT_ASSERT(Transfer_A, !unresolved)
  // No message says that a transfer went to the vector of a reset; a stop tells no place but D-21's.
  `RVT_IMPLIES(Vector_A, plain_rec || (sync_rec && is_stop), !asked[0])
  `RVT_IMPLIES(StopPlace_A, sync_rec && is_stop, straight && rec.addr == 63'(end_addr))
  // An address is the run's: all of it in a sync, else the difference to the one sent last.
  `RVT_IMPLIES(Sync_A, sync_rec && !is_stop, run.known && rec.addr == 63'(run.addr[AddrWidth-1:0]))
  `RVT_IMPLIES(Address_A, plain_rec, sent_q && rec.addr == 63'(run.addr[AddrWidth-1:0] ^ sent_addr_q))
  // A taken branch of BTM has exactly one message, before the next run's own (D-07).
  `RVT_ASSERT(DirectSent_A, !unsent)
  // A request is answered at the next address, by one sync with its reason; no other claims one.
  `RVT_ASSERT(Answered_A, !unanswered)
  `RVT_IMPLIES(Reason_A, sync_rec && !start_rec,
               rec.sub == (asked[0] ? rvt_ntrace_pkg::SyncReset :
                           asked[2] ? rvt_ntrace_pkg::SyncEvent :
                           asked[1] ? rvt_ntrace_pkg::SyncExternal :
                                      rvt_ntrace_pkg::SyncPeriodic))
  // What asks for a sync before a run is known from its first clock on.
  `RVT_ASSERT(Asked_A, dut_flags.req == asked)
  rvt_fv_flow_period i_period (
    .*,
    .record_i(taken_rec),
    .restart_i(!cfg_i.active || sync_rec || dropped || (taken_rec && pop && is_stop)),
    .periodic_i(sync_rec && rec.sub == rvt_ntrace_pkg::SyncPeriodic && !start_rec),
    .load_i(load),
    .load_units_i(load_units),
    .some_i(some),
    .units_i(run.halfwords),
    .pop_i(pop),
    .prepare_i(prepares),
    .other_i(asked != '0 || (is_start && !dut_flags.started)),
    .session_i(session_q || dut_flags.started),
    .over_o(over)
  );
  if (FlowBlocks > 1) begin : g_near
    rvt_fv_flow_near i_near (
      .*,
      .some_i(some),
      .units_i(run.halfwords)
    );
  end
  assign icnt_full = dut_icnt[IcntWidth-1] && !dut_flags.pend;
  assign hist_full = (dut_hist >> (HistWidth - 1)) != '0;
  rvt_fv_flow_turns #(
    .Ownerships(rvt_ntrace_pkg::ownerships(Build.Context, Build.HcontextWidth))
  ) i_turns (
    .*,
    .turn_i(some && cfg_i.active && (!rec_valid || rec_ready_i)),
    .idle_i(!rec_valid),
    .asked_i(|asked_q),
    .dut_full_i({hist_full, icnt_full})
  );
  rvt_fv_flow_base #(TsWidth, TimeWidth) i_base (.*);
  if (Context != 0) begin : g_owner
    rvt_fv_flow_owner #(
      .Ownerships(rvt_ntrace_pkg::ownerships(Build.Context, Build.HcontextWidth))
    ) i_owner (.*);
  end
  // Nothing is left when a session ends or begins: all was reported, but after an overflow.
  `RVT_IMPLIES(End_A, pop && cfg_i.active && !block, sum_d == '0 && !some_hist_d)
  `RVT_IMPLIES(Begin_A, start_rec,
               rec.tcode == rvt_ntrace_pkg::TcProgTraceSync && rec.sub == run.sub &&
               rec.icnt == '0)
  // A stop and an overflow leave with their message.
  `RVT_IMPLIES(Stop_A, pop && is_stop,
               rec_valid && rec.tcode == rvt_ntrace_pkg::TcProgTraceCorrelation &&
               rec.sub == (run.sub & 4'd5))
  `RVT_IMPLIES(Overflow_A, pop && run.kind == rvt_ingress_pkg::EntryOverflow,
               rec_valid && rec.tcode == rvt_ntrace_pkg::TcError && rec.icnt == 22'(run.sub))
  // Empty: no run is there, and no full counter waits.
  `RVT_IMPLIES(Empty_A, empty, !some && !rec_valid)

  // ---- Flow's registers and the reference ----------------------------------------------------------

  `RVT_ASSERT(Sum_L, SumWidth'(dut_icnt) == sum_q)
  `RVT_IMPLIES(Started_L, dut_flags.started, some && run.kind != rvt_ingress_pkg::EntryOverflow)
  `RVT_IMPLIES(Clean_L, !session_q && (!dut_flags.started || is_start),
               sum_q == '0 && !some_hist && !dut_flags.pend)
  `RVT_IMPLIES(Asked_L, !session_q,
               asked_q == '0 && (dut_flags.started || dut_flags.req == '0))
  `RVT_IMPLIES(Prepared_L, dut_none, some && dut_due && dut_ref == '0 && !icnt_full && !hist_full)
  `RVT_IMPLIES(Sent_L, session_q || dut_flags.started, sent_q)
  `RVT_IMPLIES(Ref_L, sent_q && !dut_none && (session_q || dut_flags.started), dut_ref == sent_addr_q)
  `RVT_IMPLIES(Full_L, FlowBlocks == 1 && hist_full, !dut_flags.pend)
  `RVT_IMPLIES(Held_L, dut_flags.held, dut_flags.pend && !htm)
  `RVT_IMPLIES(Btm_L, !htm && (session_q || dut_flags.started),
               !some_hist && dut_hist == DutHist'(1))
  `RVT_ASSERT(Direct_L, dut_flags.held == direct_q)
  `RVT_IMPLIES(Straight_L, dut_straight, !dut_flags.pend)
  `RVT_IMPLIES(Pend_L, dut_flags.pend && !dut_flags.held, owed_q)
  `RVT_IMPLIES(Owed_L, owed_q && !may_match_q, dut_flags.pend && !dut_flags.held)
  `RVT_IMPLIES(Popped_L, dut_flags.popped, may_match_q && owed_q)
  `RVT_IMPLIES(Answered_L, answered_q, dut_flags.started)
  `RVT_IMPLIES(NoEvents_L, Events == 0, dut_flags.req[2:1] == '0)

  rvt_fv_flow_cover #(UnitsWidth, IcntWidth, Htm, StackDepth, Events, AddrWidth) i_cover (.*);

endmodule

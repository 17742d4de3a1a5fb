// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Conservation in flow: half-words in = half-words reported + pending, outcomes likewise; every request
/// for a sync is answered at the next address.
///
/// The reference adds up what the popped heads hold and takes off what the records say. Exceptions:
/// an Error (NT:ERR-10) and `active` = 0 drop what is pending. What the heads may be is assumed by
/// rvt_fv_flow_heads, which says where it is proved.
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
  localparam int unsigned F         = FlowBlocks,
  localparam int unsigned LowWidth  = UnitsWidth < 4 ? 4 : UnitsWidth,  // as in rvt_ntrace_period
  localparam int unsigned AddrWidth = 31,
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    sync_req_i,
  input logic [F-1:0]            valid_i,
  input logic [1:0]              kind_i,
  input logic [3:0]              sub_i,
  input logic [F-1:0]            known_i,
  input logic [F*AddrWidth-1:0]  addr_i,
  input logic [F*UnitsWidth-1:0] units_i,
  input logic [F*4-1:0]          itype_i,
  input logic [F*2-1:0]          seq_i,
  input logic [F-1:0]            notify_i,
  input logic [TimeWidth-1:0]    time_i,
  input logic                    rec_ready_i,
  input logic [F-1:0]            pick_i,  // this outcome is the tracked one

  (* probe = "i_dut.icnt_q" *) input logic [IcntWidth-1:0] dut_icnt,
  (* probe = "i_dut.hist_q" *) input logic [HistWidth-1:0] dut_hist,
  (* probe = "i_dut.flags_q" *) input rvt_ntrace_pkg::flow_flags_t dut_flags,
  (* probe = "i_dut.popped_q" *) input logic dut_popped,
  (* probe = "i_dut.stay" *) input logic dut_stay,
  (* probe = "i_dut.straight" *) input logic dut_straight,
  (* probe = "i_dut.end_addr" *) input logic [AddrWidth-1:0] dut_end,
  (* probe = "i_dut.i_period.low_q" *) input logic [LowWidth-1:0] dut_low,
  (* probe = "i_dut.i_period.high_q" *) input logic [19-LowWidth:0] dut_high,
  (* probe = "i_dut.i_period.due_q" *) input logic dut_due,
  (* probe = "i_dut.i_period.served_q" *) input logic dut_served
);

  logic [F-1:0] ready, pop;
  logic [AddrWidth-1:0] end_addr;
  logic rec_valid, straight;
  rvt_ntrace_pkg::record_t rec;

  // interface: proof Btm Htm FlowBlocks IretireWidth=UnitsWidth IcntWidth HistWidth StackDepth TsWidth PlainHist Events
  // verilog_format: off
  localparam rvt_build_pkg::build_t Build = {
    32'd32, Btm, Htm, 32'd1, FlowBlocks, UnitsWidth, 32'd4, 32'd0, 32'd1, IcntWidth, HistWidth,
    StackDepth, 32'd12, TsWidth, 32'd15, 32'd2, 32'd1, 32'd0, PlainHist, Events, 32'd0, 32'd1,
    32'd1, 32'd1, 32'd1, 32'd0, 32'd1, 32'd10, 32'd32, 32'd1, 32'd8, 32'd8, 32'd255, 32'd64,
    32'd0, 32'd0
  };
  // verilog_format: on
  // interface end

  rvt_ingress_pkg::entry_t entry;
  logic [F*rvt_ingress_pkg::BlockBits-1:0] blocks;
  rvt_fv_pack #(F, AddrWidth, UnitsWidth, TimeWidth) i_pack (
    .*,
    .entry_o(entry),
    .block_o(blocks)
  );

  rvt_ntrace_flow #(
    .Build(Build)
  ) i_dut (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .sync_req_i,
    .valid_i,
    .entry_i(entry),
    .block_i(blocks),
    .ready_o(ready),
    .rec_valid_o(rec_valid),
    .rec_o(rec),
    .rec_ready_i
  );

  // ---- Heads ---------------------------------------------------------------------------------------

  logic session_q;  // a session is open after the entries popped so far
  logic block, is_stop, is_start, htm, some;
  logic [F-1:0] outcome, taken, may_transfer, stay, known;
  logic [2:0] popped;

  assign pop = valid_i & ready;
  assign some = valid_i[0];
  assign block = kind_i == rvt_ingress_pkg::EntryBlock || kind_i == rvt_ingress_pkg::EntryStart;
  assign is_start = kind_i == rvt_ingress_pkg::EntryStart;
  assign is_stop = kind_i == rvt_ingress_pkg::EntryStop;
  assign htm = Htm != 0 && (Btm == 0 || cfg_i.mode == rvt_config_pkg::ModeHtm);

  always @(*) if ($initstate) assume (!rst_ni);
  for (genvar i = 0; i < FlowBlocks; i++) begin : g_head
    logic [3:0] itype;
    assign itype = itype_i[4*i+:4];
    assign taken[i] = itype == rvt_ingress_pkg::ItTaken;
    assign outcome[i] = (i != 0 || block) && htm &&
                        (taken[i] || itype == rvt_ingress_pkg::ItNotTaken);
    assign may_transfer[i] = (i != 0 || block) && rvt_ingress_pkg::is_transfer(itype);
  end
  rvt_fv_flow_heads #(
    .F(F),
    .AddrWidth(AddrWidth),
    .UnitsWidth(UnitsWidth),
    .TimeWidth(TimeWidth),
    .Events(Events)
  ) i_heads (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .session_i(session_q),
    .pop_i(pop),
    .valid_i,
    .kind_i,
    .sub_i,
    .known_i,
    .addr_i,
    .units_i,
    .itype_i,
    .seq_i,
    .notify_i,
    .time_i,
    .popped_o(popped),
    .stay_o(stay)
  );

  // ---- Reference -----------------------------------------------------------------------------------

  logic taken_rec, with_icnt, with_hist, dropped, sync_rec, plain_rec, branch_rec, direct_rec;
  assign taken_rec = rec_valid && rec_ready_i && cfg_i.active;
  rvt_fv_flow_record i_record (
    .taken_i(taken_rec),
    .rec_i(rec),
    .with_icnt_o(with_icnt),
    .with_hist_o(with_hist),
    .dropped_o(dropped),
    .sync_o(sync_rec),
    .plain_o(plain_rec),
    .branch_o(branch_rec),
    .direct_o(direct_rec)
  );

  // `early_q`: the first head's half-words went out with RCODE 0 ahead of its outcome (NT:ICNT-14).
  localparam int unsigned SumWidth = IcntWidth + 1;
  logic [SumWidth-1:0] sum_q, sum_d, sum_all, next_units;
  logic [UnitsWidth+2:0] moved;  // half-words counted in this clock
  logic early_q, early_d, rcode0, some_left, next_known, answered_q, answered_d, unanswered;
  logic some_hist, some_hist_d;  // outcomes are pending; ... after this clock

  // A transfer, or a taken branch of BTM, that has no message yet.
  logic owed_q, owed_d, owed_n, may_match_q, may_match_d, direct_q, direct_d, direct_n;
  logic unsent, unresolved;  // at the pop of a head with an address one of the two is left over
  // Requests for a sync: before the first head, with what its `sub` says, after what is popped.
  logic [2:0] asked_q, asked_d, asked, asked_n;
  assign rcode0 = rec.tcode == rvt_ntrace_pkg::TcResourceFull && with_icnt;

  always_comb begin
    asked = asked_q;
    if (!answered_q && kind_i == rvt_ingress_pkg::EntryBlock) asked = asked | {1'b0, sub_i[1:0]};
    if (!answered_q && is_stop) asked = asked | {1'b0, sub_i[3], sub_i[1]};
  end
  assign known = is_stop && asked[0] ? '0 : known_i;  // D-22

  rvt_fv_flow_end #(
    .AddrWidth(AddrWidth),
    .UnitsWidth(UnitsWidth),
    .FlowBlocks(FlowBlocks),
    .Events(Events)
  ) i_end (
    .clk_i,
    .rst_ni,
    .pop_i(pop),
    .session_i(session_q),
    .block_i(block),
    .addr_i,
    .units_i,
    .itype_i,
    .straight_o(straight),
    .end_o(end_addr),
    .dut_counted_i(dut_flags.counted),
    .dut_straight_i(dut_straight),
    .dut_end_i(dut_end)
  );

  // The heads that leave, in order. The record, if any, is after all of them or the last one's own.
  always_comb begin
    sum_all = sum_q;
    moved = '0;
    {owed_n, may_match_d, direct_n} = {owed_q, may_match_q, direct_q};
    asked_n = asked;
    {unsent, unresolved, unanswered} = '0;
    for (int i = 0; i < FlowBlocks; i++) begin
      if (pop[i]) begin
        if (kind_i != rvt_ingress_pkg::EntryOverflow) begin
          if (direct_n) unsent = 1'b1;
          if (known[i] && owed_n && !may_match_d) unresolved = 1'b1;
          if (asked_n != '0 && (block ? known[i] : straight && !asked_n[0])) unanswered = 1'b1;
        end
        owed_n = may_transfer[i] && !(seq_i[2*i+:2] == rvt_ingress_pkg::SeqWithin ||
                                      (seq_i[2*i+:2] == rvt_ingress_pkg::SeqBehind &&
                                       sum_all != '0));
        may_match_d = owed_n && cfg_i.ir_en && cfg_i.ir_mode != 2'd0 && StackDepth != 0 &&
                      (itype_i[4*i+:4] == rvt_ingress_pkg::ItSwap ||
                       itype_i[4*i+:4] == rvt_ingress_pkg::ItReturn);
        direct_n = taken[i] && !htm && (i != 0 || block);
        if (notify_i[i] && (i != 0 || block)) asked_n = asked_n | 3'b100;
        if (!(i == 0 && early_q)) begin
          sum_all = sum_all + SumWidth'(units_i[UnitsWidth*i+:UnitsWidth]);
          moved = moved + (UnitsWidth + 3)'(units_i[UnitsWidth*i+:UnitsWidth]);
        end
      end
    end
    {some_left, next_known, next_units} = '0;
    for (int i = FlowBlocks - 1; i >= 0; i--) begin
      if (valid_i[i] && !pop[i]) begin
        some_left = 1'b1;
        next_known = known[i];
        next_units = (i == 0 && (early_q || !block)) ? '0 :
                     SumWidth'(units_i[UnitsWidth*i+:UnitsWidth]);
      end
    end
    sum_d = sum_all;
    early_d = early_q && !pop[0];
    owed_d = owed_n;
    direct_d = direct_n;
    asked_d = pop[0] ? asked_n : asked_q;
    answered_d = answered_q && !pop[0];
    if (taken_rec && with_icnt) begin
      sum_d = '0;
      if (rcode0 && some_left && SumWidth'(rec.icnt) != sum_all) begin
        early_d = 1'b1;
        moved = moved + (UnitsWidth + 3)'(next_units);
      end
    end
    // With `plain_sync` the vector stands alone: no message has the transfer's target (D-09).
    if (branch_rec || (sync_rec && asked_n[0] && cfg_i.plain_sync)) owed_d = 1'b0;
    if (direct_rec) direct_d = 1'b0;
    if (sync_rec) {asked_d, answered_d} = {3'b0, !pop[0]};
    if (dropped || !cfg_i.active || (pop[0] && !block)) {asked_d, answered_d} = '0;
    if (dropped || !cfg_i.active) {sum_d, early_d} = '0;
    if (!cfg_i.active) {owed_d, direct_d, may_match_d} = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {sum_q, early_q, session_q, owed_q, may_match_q, direct_q, asked_q, answered_q} <= '0;
    end else begin
      session_q <= cfg_i.active && (pop[0] ? block : session_q);
      {sum_q, early_q, owed_q, may_match_q, direct_q, asked_q, answered_q} <=
          {sum_d, early_d, owed_d, may_match_d, direct_d, asked_d, answered_d};
    end
  end

  // ---- Properties ----------------------------------------------------------------------------------

  // I-CNT is the sum of the half-words since the message before, the block that leaves included.
  `RVT_IMPLIES(Icnt_A, taken_rec && with_icnt,
               SumWidth'(rec.icnt) == sum_all ||
               (rcode0 && some_left && SumWidth'(rec.icnt) == sum_all + next_units))
  rvt_fv_flow_hist #(
    .F(F),
    .Htm(Htm),
    .HistWidth(HistWidth)
  ) i_hist (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .pop_i(pop),
    .outcome_i(outcome),
    .taken_i(taken),
    .pick_i,
    .record_i(taken_rec && with_hist),
    .hist_i(rec.hist),
    .dropped_i(dropped),
    .dut_counted_i(dut_flags.counted),
    .dut_hist_i(dut_hist),
    .some_o(some_hist),
    .behind_o(some_hist_d)
  );
  // A message of a transfer stands for one that has none yet; after the next address, none is owed
  // but a return that may have matched the stack.
  `RVT_IMPLIES(Branch_A, plain_rec, owed_n && some_left && next_known)
  `RVT_ASSERT(Transfer_A, !unresolved)
  // No message says that a transfer went to the vector of a reset; a stop tells no place but D-21's.
  `RVT_IMPLIES(Vector_A, plain_rec || (sync_rec && is_stop), !asked_n[0])
  `RVT_IMPLIES(StopPlace_A, sync_rec && is_stop, straight && rec.addr == 63'(end_addr))
  // A taken branch of BTM has exactly one message, before the next entry's own (D-07).
  `RVT_IMPLIES(Direct_A, direct_rec, direct_n)
  `RVT_ASSERT(DirectSent_A, !unsent)
  // A request is answered at the next address, by one sync with its reason; no other claims one.
  `RVT_ASSERT(Answered_A, !unanswered)
  `RVT_IMPLIES(Reason_A, sync_rec && !(is_start && !dut_flags.started && !pop[0]),
               rec.sub == (asked_n[0] ? rvt_ntrace_pkg::SyncReset :
                           asked_n[2] ? rvt_ntrace_pkg::SyncEvent :
                           asked_n[1] ? rvt_ntrace_pkg::SyncExternal :
                                        rvt_ntrace_pkg::SyncPeriodic))
  rvt_fv_flow_period #(
    .UnitsWidth(UnitsWidth)
  ) i_period (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .sync_req_i,
    .record_i(taken_rec),
    .restart_i(!cfg_i.active || sync_rec || dropped || (taken_rec && pop[0] && is_stop)),
    .periodic_i(sync_rec && rec.sub == rvt_ntrace_pkg::SyncPeriodic && !(is_start && !dut_flags.started)),
    .moved_i(moved),
    .some_i(some),
    .kind_i,
    .turn_i(some && (!rec_valid || rec_ready_i)),
    .idle_i(!rec_valid),
    .pop_i(pop[0]),
    .next_i(taken_rec && dut_stay),
    .sync_i(sync_rec),
    .answered_i(answered_q),
    .asked_i(|asked_q),
    .dut_pend_i(dut_flags.pend),
    .dut_counted_i(dut_flags.counted),
    .dut_low_i(dut_low),
    .dut_high_i(dut_high),
    .dut_due_i(dut_due),
    .dut_served_i(dut_served)
  );
  // Nothing is left when a session ends or begins: all was reported, but after an overflow.
  `RVT_IMPLIES(End_A, pop[0] && cfg_i.active && !block, sum_d == '0 && !some_hist_d)
  `RVT_IMPLIES(Begin_A, taken_rec && is_start && !pop[0] && !dut_flags.started,
               rec.tcode == rvt_ntrace_pkg::TcProgTraceSync && rec.sub == sub_i &&
               rec.icnt == '0 && rec.addr[AddrWidth-1:0] == addr_i[AddrWidth-1:0])
  // An entry leaves with its last record, and every end of a session has its message.
  `RVT_IMPLIES(Stop_A, pop[0] && is_stop,
               rec_valid && rec.tcode == rvt_ntrace_pkg::TcProgTraceCorrelation &&
               rec.sub == (sub_i & 4'd5))
  `RVT_IMPLIES(Overflow_A, pop[0] && kind_i == rvt_ingress_pkg::EntryOverflow,
               rec_valid && rec.tcode == rvt_ntrace_pkg::TcError && rec.icnt == 22'(sub_i))

  // ---- Flow's registers and the reference ----------------------------------------------------------

  `RVT_ASSERT(Sum_L, SumWidth'(dut_icnt) == sum_q)
  `RVT_ASSERT(Early_L, !early_q || dut_flags.counted || units_i[UnitsWidth-1:0] == '0)
  `RVT_IMPLIES(EarlyZero_L, dut_flags.counted, early_q || units_i[UnitsWidth-1:0] == '0)
  `RVT_IMPLIES(Counted_L, dut_flags.counted, some && outcome[0] && dut_hist[0] == taken[0] && !dut_flags.pend &&
               sum_q == '0 && dut_flags.started)
  `RVT_IMPLIES(Started_L, dut_flags.started || early_q, stay[0])
  `RVT_IMPLIES(Clean_L, !session_q && (!dut_flags.started || (is_start && !dut_flags.counted)),
               sum_q == '0 && !some_hist && !dut_flags.pend)
  `RVT_IMPLIES(Asked_L, !session_q && !dut_flags.counted,
               asked_q == '0 && (dut_flags.started || dut_flags.req == '0))
  `RVT_IMPLIES(Full_L, dut_icnt[IcntWidth-1], dut_flags.pend)
  `RVT_IMPLIES(Held_L, dut_flags.held, dut_flags.pend && !htm)
  `RVT_IMPLIES(Btm_L, !htm && (session_q || dut_flags.started),
               !some_hist && dut_hist == HistWidth'(1))
  `RVT_ASSERT(Direct_L, dut_flags.held == direct_q)
  `RVT_IMPLIES(Straight_L, dut_straight, !dut_flags.pend)
  `RVT_IMPLIES(Pend_L, dut_flags.pend && !dut_flags.held, owed_q)
  `RVT_IMPLIES(Owed_L, owed_q && !may_match_q, dut_flags.pend && !dut_flags.held)
  `RVT_IMPLIES(Popped_L, dut_popped && dut_flags.pend, may_match_q && owed_q)
  `RVT_IMPLIES(Answered_L, answered_q, dut_flags.started)
  `RVT_IMPLIES(CountedAsked_L, dut_flags.counted, asked == '0)
  `RVT_IMPLIES(NoEvents_L, Events == 0, dut_flags.req[2:1] == '0)
  `RVT_ASSERT(Req_L, dut_flags.req == ((dut_flags.started ? asked : asked_q) |
                                 {dut_flags.counted && notify_i[0], 2'b00}))

  // ---- Covers --------------------------------------------------------------------------------------

  localparam bit Short = IcntWidth <= UnitsWidth + 2;
  `RVT_COVER(BothFull_C, Htm == 0 || !Short || (pop[0] && early_q && taken_rec && with_hist))
  `RVT_COVER(Dropped_C, dropped && sum_q != '0 && (Htm == 0 || some_hist))
  `RVT_COVER(Stopped_C, pop[0] && is_stop &&
             (Short ? rec.icnt[IcntWidth-1] : rec.icnt != '0) && (!htm || rec.hist[2:1] == 2'b01))
  `RVT_COVER(Synced_C, taken_rec && rec.sub == rvt_ntrace_pkg::SyncPeriodic &&
                       rvt_ntrace_pkg::is_sync(rec.tcode) && dut_flags.pend)
  `RVT_COVER(Returned_C,
             StackDepth == 0 || !Short || (rcode0 && some_left && taken_rec && dut_flags.pend))
  `RVT_COVER(Reset_C, (sync_rec && rec.sub == rvt_ntrace_pkg::SyncReset && dut_flags.pend))
  `RVT_COVER(Vector_C, (sync_rec && asked_n[0] && dut_flags.pend && cfg_i.plain_sync))
  `RVT_COVER(StopNotified_C, Events == 0 || (is_stop && sync_rec && sum_all != '0))
  `RVT_COVER(Jumped_C, pop[0] && may_transfer[0] && !owed_n)
  `RVT_COVER(Together_C, FlowBlocks == 1 || (popped == 3'(FlowBlocks) && taken_rec))

endmodule

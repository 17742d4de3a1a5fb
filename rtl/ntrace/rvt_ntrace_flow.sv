// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Turns queue entries into records: I-CNT, HIST, the pending transfer, synchronisation.
///
/// Combinational from the heads to the record. In each clock the heads take their steps in order,
/// each on the state behind the one before, until a step has a record: that is the clock's last one,
/// and takes effect only when `rec_ready_i` is 1. A head leaves (`ready_o`) with its last record. Two
/// heads that use the return stack do not share a clock.
module rvt_ntrace_flow #(
  parameter int unsigned Xlen       = 32,  // 32 or 64
  parameter int unsigned Btm        = 1,   // modes built, at least one (NT:GEN-01)
  parameter int unsigned Htm        = 1,
  parameter int unsigned UnitsWidth = 6,   // bits of an entry's half-words, 1..8
  parameter int unsigned IcntWidth  = 16,  // 8..22; full when the top bit is 1 (NT:ICNT-07)
  parameter int unsigned HistWidth  = 32,  // 3..32 with the stop bit (NT:HIST-05)
  parameter int unsigned StackDepth = 0,   // return stack entries, 0..32 (NT:IRT-08)
  parameter int unsigned TsWidth    = 0,   // bits of time, 0..64
  parameter int unsigned PlainHist  = 1,   // HTM: forms without HIST while it is empty (NT:MSG-03)
  parameter int unsigned FlowBlocks = 1,   // heads that leave in a clock at most, 1..4
  parameter int unsigned Events     = 1,   // notify triggers are read
  parameter int unsigned ReturnModes = 1,  // return modes 1 and 2 are built; else they act as 3
  parameter int unsigned SyncClocks = 1,   // sync mode 2 is built; else it acts as 0
  localparam int unsigned AddrWidth = Xlen - 1,
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  rvt_ntrace_pkg::config_t  cfg_i,
  input  logic                     sync_req_i,  // a sync is asked for, whatever the period (D-34)

  // heads, the oldest in the low bits: kind and sub are head 0's, the others are plain blocks
  input  logic [FlowBlocks-1:0]            valid_i,  // the lowest ones
  input  logic [1:0]                       kind_i,
  input  logic [3:0]                       sub_i,
  input  logic [FlowBlocks-1:0]            known_i,
  input  logic [FlowBlocks*AddrWidth-1:0]  addr_i,
  input  logic [FlowBlocks*UnitsWidth-1:0] units_i,
  input  logic [FlowBlocks*4-1:0]          itype_i,
  input  logic [FlowBlocks*2-1:0]          seq_i,
  input  logic [FlowBlocks-1:0]            notify_i,
  input  logic [TimeWidth-1:0]             time_i,
  output logic [FlowBlocks-1:0]            ready_o,  // the head, if valid, leaves in this clock

  output logic                     rec_valid_o,
  output rvt_ntrace_pkg::record_t  rec_o,
  input  logic                     rec_ready_i
);

  localparam bit HasBtm = Btm != 0;
  localparam bit HasHtm = Htm != 0;
  localparam bit HasStack = StackDepth > 0;
  localparam int unsigned F = FlowBlocks;
  localparam int unsigned LowBits = 12;  // what return mode 2 compares of an address (D-26)
  localparam logic [HistWidth-1:0] NoHist = HistWidth'(1);  // NT:HIST-01

  logic [IcntWidth-1:0] icnt_q, rec_icnt;
  logic [HistWidth-1:0] hist_q, rec_hist;
  logic [AddrWidth-1:0] ref_addr, rec_addr, end_addr;
  rvt_ntrace_pkg::flow_flags_t flags, flags_d;
  logic pend_q, held_q, started_q, counted_q;
  logic [2:0] req_q;
  logic [1:0] pend_btype_q;
  logic [TimeWidth-1:0] pend_time_q;
  logic htm, straight, at_end, rec_taken, synced, forget, new_ref, stay;  // its head stays
  logic [F-1:0] offer, count, push, pop;  // by head: a record; counted, with push, with pop
  logic [F:0] due;

  assign htm = HasHtm && (!HasBtm || cfg_i.mode == rvt_ntrace_pkg::ModeHtm);
  assign rec_valid_o = offer != '0;
  assign rec_taken = rec_valid_o && rec_ready_i;
  assign stay = rec_valid_o && (offer & ready_o) == '0;
  rvt_ntrace_period #(
    .UnitsWidth(UnitsWidth),
    .FlowBlocks(FlowBlocks),
    .SyncClocks(SyncClocks)
  ) i_period (
    .clk_i,
    .rst_ni,
    .sync_mode_i(cfg_i.sync_mode),
    .sync_max_i(cfg_i.sync_max),
    .sync_req_i,
    .restart_i(forget || synced),
    .record_i(rec_taken),
    .stay_i(stay),
    .count_i(count),
    .units_i,
    .due_o(due)
  );

  // ---- Implicit return (NT:IRT) ----------------------------------------------------------------

  logic ir, stack_any, pop_q;
  logic [1:0] ir_mode;
  logic [AddrWidth-1:0] stack_top, pop_addr_q;
  // NT:IRT-01. Mode 1 compares nothing, mode 2 the low bits, mode 3 all (NT:IRT-03 to IRT-05; D-32).
  assign ir = HasStack && cfg_i.ir_en && cfg_i.ir_mode != 2'd0;
  assign ir_mode = ReturnModes != 0 ? cfg_i.ir_mode : 2'd3;

  // ---- Steps -----------------------------------------------------------------------------------

  // Of the step that has the record, chosen from the last head to the first: the last that runs.
  localparam int unsigned RecWidth = 3 + 4 + 2 + 1 + IcntWidth + HistWidth + AddrWidth;

  for (genvar i = 0; i < FlowBlocks; i++) begin : g_step
    // `_b` before the step, `_n` behind it, whether or not it is taken.
    logic [IcntWidth-1:0] icnt_b, icnt_n, icnt_s, icnt_rec;
    logic [HistWidth-1:0] hist_b, hist_n, hist_s, hist_rec;
    rvt_ntrace_pkg::flow_flags_t flags_b, flags_n, flags_s;
    rvt_ntrace_pkg::flow_act_t act, act_rec;
    logic pop_b, pop_n, fresh_b, fresh_n;
    logic go, runs, offers, taken, pushes, pops, used_b, used_n;
    logic [1:0] btype_b, btype_n;
    logic [AddrWidth-1:0] pop_addr_b, pop_addr_n, push_addr;
    logic [UnitsWidth-1:0] amount, push_units;
    logic done, direct, full, waits, sequential, hist_any, match, counts;
    logic [3:0] reason, itype;
    logic [AddrWidth-1:0] addr;
    logic [RecWidth-1:0] mine, rec;

    assign amount = units_i[UnitsWidth*i+:UnitsWidth];
    assign itype = itype_i[4*i+:4];
    assign addr = addr_i[AddrWidth*i+:AddrWidth];
    assign pushes = itype == rvt_ntrace_pkg::ItIndirectCall ||
                     itype == rvt_ntrace_pkg::ItDirectCall || itype == rvt_ntrace_pkg::ItSwap;
    assign pops = itype == rvt_ntrace_pkg::ItReturn || itype == rvt_ntrace_pkg::ItSwap;
    assign used_n = used_b || (ir && (pushes || pops));

    if (i == 0) begin : g_first
      assign icnt_b = icnt_q;
      assign hist_b = hist_q;
      assign flags_b = flags;
      assign pop_b = pop_q;
      assign pop_addr_b = pop_addr_q;
      assign btype_b = pend_btype_q;
      assign fresh_b = 1'b0;
      assign used_b = 1'b0;
      assign go = 1'b1;
    end else begin : g_later
      assign icnt_b = g_step[i-1].icnt_n;
      assign hist_b = g_step[i-1].hist_n;
      assign flags_b = g_step[i-1].flags_n;
      assign pop_b = g_step[i-1].pop_n;
      assign pop_addr_b = g_step[i-1].pop_addr_n;
      assign btype_b = g_step[i-1].btype_n;
      assign fresh_b = g_step[i-1].fresh_n;
      assign used_b = g_step[i-1].used_n;
      assign go = g_step[i-1].runs && !g_step[i-1].offers && !(used_b && (pushes || pops));
    end
    assign match = HasStack && pop_b && known_i[i] &&
                   (ir_mode == 2'd1 ||
                    (pop_addr_b[LowBits-1:0] == addr[LowBits-1:0] &&
                     (ir_mode == 2'd2 ||
                      pop_addr_b[AddrWidth-1:LowBits] == addr[AddrWidth-1:LowBits])));

    rvt_ntrace_flow_step #(
      .Btm(Btm),
      .Htm(Htm),
      .UnitsWidth(UnitsWidth),
      .IcntWidth(IcntWidth),
      .HistWidth(HistWidth),
      .StackDepth(StackDepth),
      .Events(Events)
    ) i_step (
      .htm_i(htm),
      .plain_sync_i(cfg_i.plain_sync),
      .icnt_i(icnt_b),
      .hist_i(hist_b),
      .flags_i(flags_b),
      .match_i(match),
      .straight_i(straight),
      .due_i(due[i]),
      .due_next_i(due[i+1]),
      .kind_i(i == 0 ? kind_i : rvt_ntrace_pkg::EntryBlock),
      .sub_i(i == 0 ? sub_i : 4'd0),
      .known_i(known_i[i]),
      .units_i(amount),
      .itype_i(itype),
      .seq_i(seq_i[2*i+:2]),
      .notify_i(notify_i[i]),
      .act_o(act),
      .count_o(counts),
      .offer_o(offers),
      .done_o(done),
      .direct_o(direct),
      .full_o(full),
      .waits_o(waits),
      .sequential_o(sequential),
      .hist_any_o(hist_any),
      .reason_o(reason),
      .icnt_rec_o(icnt_rec),
      .hist_rec_o(hist_rec),
      .icnt_o(icnt_s),
      .hist_o(hist_s),
      .flags_o(flags_s)
    );

    assign runs = valid_i[i] && go;
    assign taken = runs && (!offers || rec_ready_i);
    assign offer[i] = runs && offers;
    assign count[i] = taken && counts;
    assign push[i] = count[i] && pushes;
    assign pop[i] = count[i] && pops;
    assign ready_o[i] = go && done && (!offers || rec_ready_i);

    assign icnt_n = taken ? icnt_s : icnt_b;
    assign hist_n = taken ? hist_s : hist_b;
    assign flags_n = taken ? flags_s : flags_b;
    assign fresh_n = fresh_b || (count[i] && waits);
    assign btype_n = count[i] && waits ? rvt_ntrace_pkg::btype_of(itype) : btype_b;
    // A sequential swap pops without comparison (NT:SQJ-07).
    assign pop_n = taken ? counts && ir && pops && stack_any && !sequential : pop_b;
    assign pop_addr_n = taken ? stack_top : pop_addr_b;

    assign mine = {direct, full, hist_any, reason, btype_b, fresh_b, icnt_rec, hist_rec, addr};
    if (i == F - 1) begin : g_last
      logic unused_here;
      assign unused_here = used_n;
      assign rec = mine;
      assign act_rec = act;
      assign push_addr = addr;
      assign push_units = amount;
    end else begin : g_choice
      assign rec = g_step[i+1].runs ? g_step[i+1].rec : mine;
      assign act_rec = g_step[i+1].runs ? g_step[i+1].act_rec : act;
      assign push_addr = (pushes || pops) ? addr : g_step[i+1].push_addr;
      assign push_units = (pushes || pops) ? amount : g_step[i+1].push_units;
    end
  end

  // ---- Return stack ----------------------------------------------------------------------------

  rvt_ntrace_flow_return #(
    .Depth(StackDepth),
    .Width(AddrWidth)
  ) i_return (
    .clk_i,
    .rst_ni,
    .active_i(cfg_i.active),
    .clr_i(forget || synced),
    .push_i(ir && |push),
    .pop_i(ir && |pop),
    .addr_i(g_step[0].push_addr + AddrWidth'(g_step[0].push_units)),  // NT:ING-07
    .any_o(stack_any),
    .top_o(stack_top),
    .waits_i(g_step[F-1].pop_n),
    .waits_addr_i(g_step[F-1].pop_addr_n),
    .waits_o(pop_q),
    .waits_addr_o(pop_addr_q)
  );

  rvt_ntrace_flow_addr #(
    .AddrWidth(AddrWidth),
    .UnitsWidth(UnitsWidth),
    .FlowBlocks(FlowBlocks),
    .Events(Events)
  ) i_addr (
    .clk_i,
    .rst_ni,
    .sent_i(new_ref),
    .sent_addr_i(rec_addr),
    .ref_o(ref_addr),
    .count_i(count),
    .addr_i,
    .units_i,
    .itype_i,
    .straight_o(straight),
    .end_o(end_addr)
  );
  assign at_end = straight && kind_i == rvt_ntrace_pkg::EntryStop;

  // ---- Record ----------------------------------------------------------------------------------

  rvt_ntrace_pkg::flow_act_t rec_act;
  logic rec_direct, rec_full, rec_hist_any, rec_fresh;
  logic [3:0] rec_reason;
  logic [1:0] rec_btype;
  assign rec_act = g_step[0].act_rec;
  assign {rec_direct, rec_full, rec_hist_any, rec_reason, rec_btype, rec_fresh, rec_icnt, rec_hist,
          rec_addr} = g_step[0].rec;

  rvt_ntrace_flow_record #(
    .AddrWidth(AddrWidth),
    .Htm(Htm),
    .IcntWidth(IcntWidth),
    .HistWidth(HistWidth),
    .TsWidth(TsWidth),
    .PlainHist(PlainHist),
    .Events(Events)
  ) i_record (
    .htm_i(htm),
    .sub_i,
    .act_i(rec_act),
    .direct_i(rec_direct),
    .full_i(rec_full),
    .hist_any_i(rec_hist_any),
    .reason_i(rec_reason),
    .btype_i(rec_btype),
    .icnt_i(rec_icnt),
    .hist_i(rec_hist),
    .addr_i(at_end ? end_addr : rec_addr),  // nothing else is reported there (D-21)
    .ref_i(ref_addr),
    .time_i,
    .pend_time_i(rec_fresh ? time_i : pend_time_q),
    .rec_o
  );

  assign synced = rec_taken && (rec_act.direct_sync || rec_act.branch_sync || rec_act.linear);
  assign forget = !cfg_i.active || (rec_taken && (rec_act.error || rec_act.stop || rec_act.start));
  assign new_ref = synced || (rec_taken && (rec_act.start || rec_act.branch));

  // ---- State -----------------------------------------------------------------------------------

  assign flags = {pend_q, held_q, started_q, counted_q, req_q};
  assign flags_d = cfg_i.active ? g_step[F-1].flags_n : '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {pend_q, held_q, started_q, counted_q, req_q, icnt_q} <= '0;
      hist_q <= NoHist;
    end else begin
      {pend_q, held_q, started_q, counted_q, req_q} <= flags_d;
      icnt_q <= cfg_i.active ? g_step[F-1].icnt_n : '0;
      hist_q <= cfg_i.active ? g_step[F-1].hist_n : NoHist;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {pend_btype_q, pend_time_q} <= '0;
    end else if (g_step[F-1].fresh_n) begin
      pend_btype_q <= g_step[F-1].btype_n;
      pend_time_q <= time_i;
    end
  end

  logic unused_fields;
  assign unused_fields = ^{cfg_i, pend_time_q};

  // ---- Assertions ----------------------------------------------------------------------------

  logic [5:0] sync_set;
  assign sync_set = {cfg_i.sync_mode, cfg_i.sync_max};
  logic [12:0] offer_q;  // a record was on offer and was not taken; its TCODE, the sync settings
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) offer_q <= '0;
    else offer_q <= {rec_valid_o && !rec_ready_i && cfg_i.active, rec_o.tcode, sync_set};
  end

  // HIST always has its stop bit: a HIST of 0 cannot be sent (NT:HIST-03).
  `RVT_ASSERT(StopBit_A, hist_q != '0)
  // A start finds nothing left over, so no instruction is reported in two sessions.
  `RVT_IMPLIES(StartClean_A, rec_valid_o && rec_act.start,
               icnt_q == '0 && hist_q == NoHist && !pend_q)
  // A held branch is a pending one.
  `RVT_IMPLIES(Held_A, held_q, pend_q)
  // A full history leaves before the next outcome.
  `RVT_IMPLIES(HistRoom_A, !counted_q, !HasHtm || !hist_q[HistWidth-1])
  // A record on offer stays until it is taken: nothing behind the queue is dropped. A change of the
  // sync settings takes effect at once (TCI:SYNC-07), on a record on offer too.
  `RVT_IMPLIES(RecHeld_A, offer_q[12] && offer_q[5:0] == sync_set,
               rec_valid_o && rec_o.tcode == offer_q[11:6])
  // An address is only ever sent from a head that has one (D-01), or it is the end of the last block.
  `RVT_IMPLIES(AddrKnown_A, new_ref && !at_end, (offer & ~known_i) == '0)
  logic [F-1:0] icnt_wraps;  // no room for a block: half-words would be lost (NT:ICNT-11)
  for (genvar i = 0; i < FlowBlocks; i++) begin : g_room
    assign icnt_wraps[i] = count[i] && g_step[i].icnt_rec < g_step[i].icnt_b;
  end
  `RVT_ASSERT(IcntRoom_A, icnt_wraps == '0)
  // Heads are offered from the lowest on, and leave in their order.
  `RVT_ASSUME(Heads_M, (valid_i & (valid_i + F'(1))) == '0)
  `RVT_ASSERT(InOrder_A, (ready_o & (ready_o + F'(1))) == '0)

endmodule

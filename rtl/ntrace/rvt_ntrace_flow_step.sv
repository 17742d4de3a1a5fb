// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// One step of flow: what one head asks for, and the state after it. Combinational.
///
/// The order of the `act` decision is that of the messages (NT:ORD-01..10); docs/units/flow.md,
/// has it as a table. The state after the step counts only if the step is taken.
module rvt_ntrace_flow_step #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned AddrWidth  = Build.Xlen - 1,
  localparam int unsigned UnitsWidth = rvt_build_pkg::units_width(Build.Single, Build.IretireWidth)
) (
  input  logic                          clk_i,   // read by assertions only
  input  logic                          rst_ni,  // read by assertions only
  input  logic                          htm_i,         // mode of the session
  input  logic                          plain_sync_i,  // a sync at a branch follows it (D-09)
  input  logic                          ir_i,          // implicit return is on
  input  logic [1:0]                    ir_mode_i,

  input  rvt_ntrace_pkg::flow_state_t   state_i,     // before the head
  input  logic                          straight_i,  // the program goes on after the block before
  input  logic                          due_i,       // a periodic sync is due
  input  logic                          due_next_i,  // ... once this head is counted
  input  logic                          stack_any_i,
  input  logic [AddrWidth-1:0]          stack_top_i,

  // head
  input  logic                          turn_i,   // all heads before it left, without a record
  input  logic                          valid_i,
  input  rvt_ingress_pkg::entry_t       entry_i,
  input  rvt_ingress_pkg::block_t       block_i,
  output logic                          ready_o,  // the head leaves with this step

  output logic                          runs_o,   // it is this head's turn
  output logic                          turn_o,   // ... and then the next head's
  output logic                          offer_o,  // it has a record
  output rvt_ntrace_pkg::flow_choice_t  choice_o, // what the record would be made of
  input  logic                          rec_ready_i,

  output logic                          count_o,  // the block is counted
  output logic [UnitsWidth-1:0]         units_o,  // its half-words
  output logic                          uses_o,   // it pushes or pops
  output logic                          push_o,
  output logic                          pop_o,
  output rvt_ntrace_pkg::flow_state_t   state_o   // after the step, if it is taken
);

  localparam int unsigned IcntWidth = Build.IcntWidth;
  localparam int unsigned HistWidth = Build.HistWidth;
  localparam int unsigned LowBits = 12;  // what return mode 2 compares of an address (D-26)
  localparam bit HasBtm = Build.Btm != 0;
  localparam bit HasHtm = Build.Htm != 0;
  localparam bit HasStack = Build.StackDepth > 0;
  localparam bit HasEvents = Build.Events != 0;
  localparam logic [IcntWidth-1:0] NoIcnt = '0;  // full when the top bit is 1 (NT:ICNT-07)
  localparam logic [HistWidth-1:0] NoHist = HistWidth'(1);  // NT:HIST-01

  rvt_ntrace_pkg::flow_act_t act;
  rvt_ntrace_pkg::flow_flags_t flags, flags_d;
  logic [IcntWidth-1:0] icnt, icnt_n, icnt_rec, icnt_d;  // before; counted; of the record; after
  logic [HistWidth-1:0] hist, hist_n, hist_rec, hist_d;
  logic [AddrWidth-1:0] addr, popped_addr;
  logic is_stop, branch, taken, transfer, hold, known, match, due, reset, sequential;
  logic icnt_full, hist_full, offer_direct, offer_icnt, offers, done, keep, goes;
  logic synced, forget, icnt_stays, hist_stays, pushes, pops;

  assign flags = state_i.flags;
  assign icnt = IcntWidth'(state_i.icnt);
  assign hist = HistWidth'(state_i.hist);
  assign addr = AddrWidth'(block_i.addr);
  assign popped_addr = AddrWidth'(state_i.popped_addr);
  assign is_stop = entry_i.kind == rvt_ingress_pkg::EntryStop;
  assign taken = block_i.itype == rvt_ingress_pkg::ItTaken;
  assign branch = taken || block_i.itype == rvt_ingress_pkg::ItNotTaken;

  // ---- Requests --------------------------------------------------------------------------------

  logic [2:0] req;
  // What `sub` says arose before the head; its first step takes it up.
  always_comb begin
    req = flags.req;
    if (!flags.started && entry_i.kind == rvt_ingress_pkg::EntryBlock) begin
      req[rvt_ntrace_pkg::RequestResetBit] =
          req[rvt_ntrace_pkg::RequestResetBit] || entry_i.sub[rvt_ingress_pkg::BeforeResetBit];
      req[rvt_ntrace_pkg::RequestExternalBit] =
          req[rvt_ntrace_pkg::RequestExternalBit] || entry_i.sub[rvt_ingress_pkg::BeforeNotifyBit];
    end
    if (!flags.started && is_stop) begin
      req[rvt_ntrace_pkg::RequestResetBit] =
          req[rvt_ntrace_pkg::RequestResetBit] || entry_i.sub[rvt_ingress_pkg::StopResetBit];
      req[rvt_ntrace_pkg::RequestExternalBit] =
          req[rvt_ntrace_pkg::RequestExternalBit] || entry_i.sub[rvt_ingress_pkg::StopNotifiedBit];
    end
    if (!HasEvents) begin
      req[rvt_ntrace_pkg::RequestExternalBit] = 1'b0;
      req[rvt_ntrace_pkg::RequestEventBit] = 1'b0;
    end
  end

  rvt_ntrace_pkg::sync_e reason;
  always_comb begin  // NT:SYN-35
    reason = rvt_ntrace_pkg::SyncPeriodic;
    if (req[rvt_ntrace_pkg::RequestExternalBit]) reason = rvt_ntrace_pkg::SyncExternal;
    if (req[rvt_ntrace_pkg::RequestEventBit]) reason = rvt_ntrace_pkg::SyncEvent;
    if (req[rvt_ntrace_pkg::RequestResetBit]) reason = rvt_ntrace_pkg::SyncReset;
  end

  // ---- Decision --------------------------------------------------------------------------------

  assign due = due_i || req != '0;
  // After a reset the hart is at its vector, wherever the return would have gone (NT:SEQ-17). At a
  // stop nothing has gone to the vector, and with `plain_sync` no branch message has it (D-22, D-09).
  assign reset = req[rvt_ntrace_pkg::RequestResetBit];
  // Mode 1 compares nothing, mode 2 the low bits, mode 3 all (NT:IRT-03 to IRT-05; D-32).
  assign match = HasStack && state_i.popped && block_i.known && !reset &&
                 (ir_mode_i == 2'd1 ||
                  (popped_addr[LowBits-1:0] == addr[LowBits-1:0] &&
                   (ir_mode_i == 2'd2 ||
                    popped_addr[AddrWidth-1:LowBits] == addr[AddrWidth-1:LowBits])));
  assign known = block_i.known && !(is_stop && reset);

  always_comb begin
    act = '0;
    if (entry_i.kind == rvt_ingress_pkg::EntryOverflow) begin
      act.error = 1'b1;
    end else if (is_stop) begin
      if (HasBtm && flags.held) begin
        act.direct = 1'b1;
      end else if (flags.pend && known && !match) begin
        act.branch = 1'b1;
      end else if (HasEvents && req != '0 && straight_i && !reset) begin  // D-21
        act.linear = 1'b1;
      end else begin
        act.stop = 1'b1;
      end
    end else if (HasHtm && flags.counted) begin
      act.hist = 1'b1;
    end else if (entry_i.kind == rvt_ingress_pkg::EntryStart && !flags.started) begin
      act.start = 1'b1;
    end else if (HasBtm && flags.held) begin
      if (known && due && !plain_sync_i) act.direct_sync = 1'b1;
      else act.direct = 1'b1;
    end else if (flags.pend && known && !match && !(reset && plain_sync_i)) begin
      if (due && !plain_sync_i) act.branch_sync = 1'b1;
      else act.branch = 1'b1;
    end else if (due && known) begin
      act.linear = 1'b1;
    end else if (HasStack && flags.pend && match && icnt[IcntWidth-1]) begin
      act.icnt = 1'b1;
    end else begin
      act.count = 1'b1;
    end
  end

  // ---- Counting --------------------------------------------------------------------------------

  // The instruction before the jump is in this message's I-CNT (NT:SQJ-03, D-25).
  assign sequential = block_i.seq == rvt_ingress_pkg::SeqWithin ||
                      (block_i.seq == rvt_ingress_pkg::SeqBehind && icnt != NoIcnt);
  assign transfer = rvt_ingress_pkg::is_transfer(block_i.itype) && !sequential;
  assign units_o = UnitsWidth'(block_i.halfwords);
  assign icnt_n = icnt + IcntWidth'(units_o);
  assign hist_n = branch && HasHtm && htm_i ? {hist[HistWidth-2:0], taken} : hist;
  assign icnt_full = icnt_n[IcntWidth-1];
  assign hist_full = HasHtm && hist_n[HistWidth-1];

  // A taken branch of BTM waits if a sync will be due at the next block (D-07, D-21).
  assign hold = HasBtm && !htm_i && taken && (due_next_i || (HasEvents && block_i.notify)) &&
                !plain_sync_i;
  assign offer_direct = HasBtm && !htm_i && taken && !hold;
  // A transfer's own message, or that of a taken branch, carries a full count (NT:ICNT-12).
  assign offer_icnt = icnt_full && !transfer && (htm_i || !taken);
  assign keep = offer_icnt && hist_full;
  assign offers = !act.count || offer_direct || hist_full || offer_icnt;
  assign done = act.error || act.stop || act.hist || (act.count && !keep);
  assign icnt_rec = act.count ? icnt_n : icnt;
  assign hist_rec = act.count ? hist_n : hist;

  // ---- Turn ------------------------------------------------------------------------------------

  // Two heads that use the return stack do not share a clock.
  assign pushes = block_i.itype == rvt_ingress_pkg::ItIndirectCall ||
                  block_i.itype == rvt_ingress_pkg::ItDirectCall ||
                  block_i.itype == rvt_ingress_pkg::ItSwap;
  assign pops = block_i.itype == rvt_ingress_pkg::ItReturn ||
                block_i.itype == rvt_ingress_pkg::ItSwap;
  assign uses_o = pushes || pops;
  assign goes = turn_i && !(state_i.stack_used && uses_o);
  assign runs_o = valid_i && goes;
  assign turn_o = runs_o && !offers;
  assign offer_o = runs_o && offers;
  assign ready_o = goes && done && (!offers || rec_ready_i);
  assign count_o = runs_o && (!offers || rec_ready_i) && act.count;
  assign push_o = count_o && pushes;
  assign pop_o = count_o && pops;

  always_comb begin
    choice_o = '0;
    choice_o.act = act;
    choice_o.direct = offer_direct;
    choice_o.full = offer_icnt;
    choice_o.hist_any = HasHtm && hist != NoHist;
    choice_o.reason = reason;
    choice_o.btype = state_i.btype;
    choice_o.fresh = state_i.fresh;
    choice_o.icnt = 22'(icnt_rec);
    choice_o.hist = 32'(hist_rec);
    choice_o.addr = 63'(addr);
  end

  // ---- State after the step --------------------------------------------------------------------

  assign synced = act.direct_sync || act.branch_sync || act.linear;
  assign forget = act.error || act.stop || act.start;
  // What the record would have stays, unless the record reports it. RCODE 0 of an implicit return
  // does not report HIST, nor do messages of BTM, where it is always empty.
  assign icnt_stays = act.count ? !offer_direct && !offer_icnt : act.hist;
  assign hist_stays = act.count ? !hist_full || offer_icnt : act.icnt || act.direct;

  assign icnt_d = icnt_stays ? icnt_rec : NoIcnt;
  assign hist_d = hist_stays ? hist_rec : NoHist;

  always_comb begin
    flags_d = '0;
    // A block that has been counted and stays ends in a branch: nothing is pending after RCODE 1.
    flags_d.pend = act.count && (transfer || hold);
    flags_d.held = act.count && hold;
    flags_d.started = !done;
    flags_d.counted = HasHtm && act.count && keep;
    if (!synced && !forget) begin
      flags_d.req = req;
      if (HasEvents && act.count && block_i.notify) begin
        flags_d.req[rvt_ntrace_pkg::RequestEventBit] = 1'b1;
      end
    end
  end

  always_comb begin
    state_o = state_i;
    if (runs_o && (!offers || rec_ready_i)) begin
      state_o.flags = flags_d;
      state_o.icnt = 22'(icnt_d);
      state_o.hist = 32'(hist_d);
      // A sequential swap pops without comparison (NT:SQJ-07).
      state_o.popped = act.count && ir_i && pops && stack_any_i && !sequential;
      state_o.popped_addr = 63'(stack_top_i);
    end
    if (count_o && (transfer || hold)) begin
      state_o.fresh = 1'b1;
      state_o.btype = rvt_ntrace_pkg::btype_of(block_i.itype);
    end
    state_o.stack_used = state_i.stack_used || (ir_i && uses_o);
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // One thing at a time, and always one.
  `RVT_ASSERT(OneAct_A, act != '0 && (act & (act - 11'd1)) == '0)
  // An address is only ever sent from a head that has one (D-01), or it is the end of the last block.
  `RVT_IMPLIES(AddrKnown_A, offer_o && rec_ready_i && (synced || act.start || act.branch) &&
               !(straight_i && is_stop), block_i.known)
  // I-CNT has room for a block: no half-words are lost (NT:ICNT-11).
  `RVT_IMPLIES(IcntRoom_A, count_o, icnt_n >= icnt)

endmodule

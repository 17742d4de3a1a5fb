// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// One step of flow: what one head asks for, and the state behind it. Combinational.
///
/// The order of the `act` decision is that of the messages (NT:ORD-01..10); docs/units/flow.md,
/// has it as a table. The state behind the step counts only if the step is taken.
module rvt_ntrace_flow_step #(
  parameter int unsigned Btm        = 1,   // modes built, at least one
  parameter int unsigned Htm        = 1,
  parameter int unsigned UnitsWidth = 6,   // bits of a head's half-words
  parameter int unsigned IcntWidth  = 16,  // full when the top bit is 1 (NT:ICNT-07)
  parameter int unsigned HistWidth  = 32,  // with the stop bit (NT:HIST-05)
  parameter int unsigned StackDepth = 0,   // return stack entries
  parameter int unsigned Events     = 1    // notify triggers are read
) (
  input  logic                        htm_i,         // mode of the session
  input  logic                        plain_sync_i,  // a sync at a branch follows it (D-09)

  // state in front of the head
  input  logic [IcntWidth-1:0]        icnt_i,
  input  logic [HistWidth-1:0]        hist_i,
  input  rvt_ntrace_pkg::flow_flags_t flags_i,
  input  logic                        match_i,       // the head is where the return stack said
  input  logic                        straight_i,    // the program goes on behind the block before
  input  logic                        due_i,         // a periodic sync is due
  input  logic                        due_next_i,    // ... once this head is counted

  // head
  input  logic [1:0]                  kind_i,
  input  logic [3:0]                  sub_i,
  input  logic                        known_i,
  input  logic [UnitsWidth-1:0]       units_i,
  input  logic [3:0]                  itype_i,
  input  logic [1:0]                  seq_i,
  input  logic                        notify_i,

  output rvt_ntrace_pkg::flow_act_t   act_o,
  output logic                        count_o,       // `act_o.count`
  output logic                        offer_o,       // there is a record
  output logic                        done_o,        // the head leaves with this step
  output logic                        direct_o,      // with `count_o`: it is DirectBranch
  output logic                        full_o,        // with `count_o`: it is RCODE 0
  output logic                        waits_o,       // with `count_o`: a transfer or branch waits
  output logic                        sequential_o,  // ... and none for a sequential jump
  output logic                        hist_any_o,    // HIST is not empty in front of the head
  output logic [3:0]                  reason_o,      // SYNC of a sync here
  output logic [IcntWidth-1:0]        icnt_rec_o,    // of the record
  output logic [HistWidth-1:0]        hist_rec_o,

  // state behind the step
  output logic [IcntWidth-1:0]        icnt_o,
  output logic [HistWidth-1:0]        hist_o,
  output rvt_ntrace_pkg::flow_flags_t flags_o
);

  localparam bit HasBtm = Btm != 0;
  localparam bit HasHtm = Htm != 0;
  localparam logic [IcntWidth-1:0] NoIcnt = '0;
  localparam logic [HistWidth-1:0] NoHist = HistWidth'(1);  // NT:HIST-01

  rvt_ntrace_pkg::flow_act_t act;
  logic [IcntWidth-1:0] icnt_n;
  logic [HistWidth-1:0] hist_n;
  logic is_stop, branch, taken, transfer, hold, known, match, due, reset;
  logic icnt_full, hist_full, offer_direct, offer_icnt, keep;
  logic synced, forget, icnt_stays, hist_stays;

  assign is_stop = kind_i == rvt_ntrace_pkg::EntryStop;
  assign taken = itype_i == rvt_ntrace_pkg::ItTaken;
  assign branch = taken || itype_i == rvt_ntrace_pkg::ItNotTaken;

  // ---- Requests --------------------------------------------------------------------------------

  logic [2:0] req;
  // What `sub` says arose in front of the head; its first step takes it up.
  always_comb begin
    req = flags_i.req;
    if (!flags_i.started && kind_i == rvt_ntrace_pkg::EntryBlock) begin
      req[rvt_ntrace_pkg::RequestResetBit] =
          req[rvt_ntrace_pkg::RequestResetBit] || sub_i[rvt_ntrace_pkg::BeforeResetBit];
      req[rvt_ntrace_pkg::RequestExternalBit] =
          req[rvt_ntrace_pkg::RequestExternalBit] || sub_i[rvt_ntrace_pkg::BeforeNotifyBit];
    end
    if (!flags_i.started && is_stop) begin
      req[rvt_ntrace_pkg::RequestResetBit] =
          req[rvt_ntrace_pkg::RequestResetBit] || sub_i[rvt_ntrace_pkg::StopResetBit];
      req[rvt_ntrace_pkg::RequestExternalBit] =
          req[rvt_ntrace_pkg::RequestExternalBit] || sub_i[rvt_ntrace_pkg::StopNotifiedBit];
    end
    if (Events == 0) begin
      req[rvt_ntrace_pkg::RequestExternalBit] = 1'b0;
      req[rvt_ntrace_pkg::RequestEventBit] = 1'b0;
    end
  end

  always_comb begin  // NT:SYN-35
    reason_o = rvt_ntrace_pkg::SyncPeriodic;
    if (req[rvt_ntrace_pkg::RequestExternalBit]) reason_o = rvt_ntrace_pkg::SyncExternal;
    if (req[rvt_ntrace_pkg::RequestEventBit]) reason_o = rvt_ntrace_pkg::SyncEvent;
    if (req[rvt_ntrace_pkg::RequestResetBit]) reason_o = rvt_ntrace_pkg::SyncReset;
  end

  // ---- Decision --------------------------------------------------------------------------------

  assign due = due_i || req != '0;
  // Behind a reset the hart is at its vector, wherever the return would have gone (NT:SEQ-17). At a
  // stop nothing has gone to the vector, and with `plain_sync` no branch message has it (D-22, D-09).
  assign reset = req[rvt_ntrace_pkg::RequestResetBit];
  assign match = match_i && !reset;
  assign known = known_i && !(is_stop && reset);

  always_comb begin
    act = '0;
    if (kind_i == rvt_ntrace_pkg::EntryOverflow) begin
      act.error = 1'b1;
    end else if (is_stop) begin
      if (HasBtm && flags_i.held) begin
        act.direct = 1'b1;
      end else if (flags_i.pend && known && !match) begin
        act.branch = 1'b1;
      end else if (Events != 0 && req != '0 && straight_i && !reset) begin  // D-21
        act.linear = 1'b1;
      end else begin
        act.stop = 1'b1;
      end
    end else if (HasHtm && flags_i.counted) begin
      act.hist = 1'b1;
    end else if (kind_i == rvt_ntrace_pkg::EntryStart && !flags_i.started) begin
      act.start = 1'b1;
    end else if (HasBtm && flags_i.held) begin
      if (known && due && !plain_sync_i) act.direct_sync = 1'b1;
      else act.direct = 1'b1;
    end else if (flags_i.pend && known && !match && !(reset && plain_sync_i)) begin
      if (due && !plain_sync_i) act.branch_sync = 1'b1;
      else act.branch = 1'b1;
    end else if (due && known) begin
      act.linear = 1'b1;
    end else if (StackDepth > 0 && flags_i.pend && match && icnt_i[IcntWidth-1]) begin
      act.icnt = 1'b1;
    end else begin
      act.count = 1'b1;
    end
  end

  // ---- Counting --------------------------------------------------------------------------------

  // The instruction before the jump is in this message's I-CNT (NT:SQJ-03, D-25).
  assign sequential_o = seq_i == rvt_ntrace_pkg::SeqWithin ||
                        (seq_i == rvt_ntrace_pkg::SeqBehind && icnt_i != NoIcnt);
  assign transfer = rvt_ntrace_pkg::is_transfer(itype_i) && !sequential_o;
  assign icnt_n = icnt_i + IcntWidth'(units_i);
  assign hist_n = branch && HasHtm && htm_i ? {hist_i[HistWidth-2:0], taken} : hist_i;
  assign icnt_full = icnt_n[IcntWidth-1];
  assign hist_full = HasHtm && hist_n[HistWidth-1];
  assign hist_any_o = HasHtm && hist_i != NoHist;

  // A taken branch of BTM waits if a sync will be due at the next block (D-07, D-21).
  assign hold = HasBtm && !htm_i && taken && (due_next_i || (Events != 0 && notify_i)) &&
                !plain_sync_i;
  assign offer_direct = HasBtm && !htm_i && taken && !hold;
  // A transfer's own message, or that of a taken branch, carries a full count (NT:ICNT-12).
  assign offer_icnt = icnt_full && !transfer && (htm_i || !taken);
  assign keep = offer_icnt && hist_full;

  assign act_o = act;
  assign count_o = act.count;
  assign offer_o = !act.count || offer_direct || hist_full || offer_icnt;
  assign done_o = act.error || act.stop || act.hist || (act.count && !keep);
  assign direct_o = offer_direct;
  assign full_o = offer_icnt;
  assign waits_o = transfer || hold;
  assign icnt_rec_o = act.count ? icnt_n : icnt_i;
  assign hist_rec_o = act.count ? hist_n : hist_i;

  // ---- State behind the step -------------------------------------------------------------------

  assign synced = act.direct_sync || act.branch_sync || act.linear;
  assign forget = act.error || act.stop || act.start;

  always_comb begin
    // What the record would have stays, unless the record reports it. RCODE 0 of an implicit return
    // does not report HIST, nor do messages of BTM, where it is always empty.
    icnt_stays = act.count ? !offer_direct && !offer_icnt : act.hist;
    hist_stays = act.count ? !hist_full || offer_icnt : act.icnt || act.direct;
    icnt_o = icnt_stays ? icnt_rec_o : NoIcnt;
    hist_o = hist_stays ? hist_rec_o : NoHist;
    flags_o = '0;
    // A block that has been counted and stays ends in a branch: nothing is pending behind RCODE 1.
    flags_o.pend = act.count && (transfer || hold);
    flags_o.held = act.count && hold;
    flags_o.started = !done_o;
    flags_o.counted = HasHtm && act.count && keep;
    if (!synced && !forget) begin
      flags_o.req = req;
      if (Events != 0 && act.count && notify_i) flags_o.req[rvt_ntrace_pkg::RequestEventBit] = 1'b1;
    end
  end

  logic unused;
  assign unused = ^{flags_i, sub_i, notify_i, synced, forget};

endmodule

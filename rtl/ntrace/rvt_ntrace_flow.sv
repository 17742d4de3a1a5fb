// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Turns queue entries into records: I-CNT, HIST, the pending transfer, synchronisation.
///
/// Combinational from the queue's head to the record. In each clock the head gives at most one
/// record; with one, the clock's work takes effect only when `rec_ready_i` is 1, and the entry is
/// popped (`ready_o`) with its last record. An entry without a record takes one clock, whatever the
/// packer does. Which record comes first is the order of the `act` decision below (NT:ORD-01..10).
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
  parameter int unsigned Events     = 1,   // notify triggers and resets of the hart are read
  localparam int unsigned AddrWidth = Xlen - 1,
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  rvt_ntrace_pkg::config_t  cfg_i,

  // heads: the next blocks of one entry, the oldest in the low bits. Kind and sub are head 0's; the
  // others are plain blocks.
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
  output logic [FlowBlocks-1:0]            ready_o,  // the head is done in this clock

  // record
  output logic                     rec_valid_o,
  output rvt_ntrace_pkg::record_t  rec_o,
  input  logic                     rec_ready_i
);

  // What the head asks for in this clock, exactly one of these; every one but `count` gives exactly
  // one record. One bit each: a code would have to be taken apart again at every use.
  typedef struct packed {
    logic count;        // count the block; DirectBranch or ResourceFull if that asks for one
    logic error;        // end of a gap
    logic stop;         // ProgTraceCorrelation
    logic start;        // ProgTraceSync with the start reason
    logic hist;         // RCODE 1 behind the RCODE 0 of the same block
    logic direct;       // a held taken branch as DirectBranch
    logic direct_sync;  // a held taken branch as DirectBranchSync
    logic branch;       // the pending transfer, plain form
    logic branch_sync;  // the pending transfer, sync form
    logic linear;       // sync between instructions
    logic icnt;         // RCODE 0 at an implicit return
  } act_t;

  localparam bit HasBtm = Btm != 0;
  localparam bit HasHtm = Htm != 0;
  localparam logic [IcntWidth-1:0] NoIcnt = '0;
  localparam logic [HistWidth-1:0] NoHist = HistWidth'(1);  // NT:HIST-01

  if (Xlen != 32 && Xlen != 64) begin : g_bad_xlen
    $error("rvt_ntrace_flow: Xlen must be 32 or 64");
  end
  if (!HasBtm && !HasHtm) begin : g_bad_modes
    $error("rvt_ntrace_flow: build BTM, HTM or both");
  end
  if (IcntWidth < 8 || IcntWidth > 22 || UnitsWidth < 1 || UnitsWidth >= IcntWidth)
  begin : g_bad_icnt
    $error("rvt_ntrace_flow: IcntWidth must be 8..22 and above UnitsWidth");
  end
  if (HistWidth < 3 || HistWidth > 32) begin : g_bad_hist
    $error("rvt_ntrace_flow: HistWidth must be 3..32");
  end
  if (FlowBlocks != 1) begin : g_bad_blocks
    $error("rvt_ntrace_flow: FlowBlocks must be 1");
  end
  if (StackDepth > 32) begin : g_bad_stack
    $error("rvt_ntrace_flow: StackDepth must be 0..32");
  end

  logic [IcntWidth-1:0] icnt_q, icnt_d, icnt_n;
  logic [HistWidth-1:0] hist_q, hist_d, hist_n;
  logic [AddrWidth-1:0] ref_q;
  logic pend_q, pend_d;  // a transfer waits for its target
  logic held_q, held_d;  // ... a taken branch of BTM that waits for a sync (D-07)
  logic [1:0] pend_btype_q;
  logic [TimeWidth-1:0] pend_time_q;
  logic started_q, started_d;  // the head's start message has been sent
  logic counted_q, counted_d;  // the head has been counted, RCODE 1 remains

  act_t act;
  logic htm, is_block, branch, taken, transfer, hold;
  logic match, due, due_next, icnt_full, hist_full, hist_any;
  logic offer_direct, offer_icnt, offer_hist, offer;
  logic step, done, forget, synced, new_ref, keep;

  assign htm = HasHtm && (!HasBtm || cfg_i.mode == rvt_ntrace_pkg::ModeHtm);
  assign is_block = kind_i == rvt_ntrace_pkg::EntryBlock || kind_i == rvt_ntrace_pkg::EntryStart;
  assign taken = itype_i == rvt_ntrace_pkg::ItTaken;
  assign branch = taken || itype_i == rvt_ntrace_pkg::ItNotTaken;
  assign transfer = rvt_ntrace_pkg::is_transfer(itype_i);
  assign hist_any = HasHtm && hist_q != NoHist;

  rvt_ntrace_period #(
    .UnitsWidth(UnitsWidth)
  ) i_period (
    .clk_i,
    .rst_ni,
    .sync_mode_i(cfg_i.sync_mode),
    .sync_max_i(cfg_i.sync_max),
    .restart_i  (forget || synced),
    .record_i   (step && offer),
    .count_i    (step && act.count),
    .units_i,
    .due_o      (due),
    .due_next_o (due_next)
  );

  // ---- Implicit return (NT:IRT) ----------------------------------------------------------------

  logic link, ret;
  assign link = itype_i == rvt_ntrace_pkg::ItIndirectCall ||
                itype_i == rvt_ntrace_pkg::ItDirectCall || itype_i == rvt_ntrace_pkg::ItSwap;
  assign ret = itype_i == rvt_ntrace_pkg::ItReturn || itype_i == rvt_ntrace_pkg::ItSwap;

  if (StackDepth > 0) begin : g_stack
    logic pop_q, ir, any;
    logic [AddrWidth-1:0] pop_addr_q, top;

    assign ir = cfg_i.ir_en && cfg_i.ir_mode == 2'd3;  // NT:IRT-01, IRT-04
    assign match = pop_q && known_i && pop_addr_q == addr_i;

    rvt_ntrace_ret_stack #(
      .Depth(StackDepth),
      .Width(AddrWidth)
    ) i_stack (
      .clk_i,
      .rst_ni,
      .clr_i (forget || synced),
      .push_i(act.count && step && ir && link),
      .pop_i (act.count && step && ir && ret),
      .addr_i(addr_i + AddrWidth'(units_i)),  // NT:ING-07
      .any_o (any),
      .top_o (top)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        pop_q <= 1'b0;
        pop_addr_q <= '0;
      end else if (forget || synced) begin
        pop_q <= 1'b0;
      end else if (step) begin
        pop_q <= act.count && ir && ret && any;
        pop_addr_q <= top;
      end
    end
  end else begin : g_no_stack
    logic unused_here;
    assign match = 1'b0;
    assign unused_here = ^{link, ret, cfg_i.ir_en, cfg_i.ir_mode};
  end

  // ---- Decision --------------------------------------------------------------------------------

  assign icnt_n = icnt_q + IcntWidth'(units_i);
  assign hist_n = branch && HasHtm && htm ? {hist_q[HistWidth-2:0], taken} : hist_q;
  assign icnt_full = icnt_n[IcntWidth-1];
  assign hist_full = HasHtm && hist_n[HistWidth-1];

  always_comb begin
    act = '0;
    if (kind_i == rvt_ntrace_pkg::EntryGap) begin
      act.error = 1'b1;
    end else if (kind_i == rvt_ntrace_pkg::EntryStop) begin
      if (HasBtm && held_q) act.direct = 1'b1;
      else if (pend_q && known_i && !match) act.branch = 1'b1;
      else act.stop = 1'b1;
    end else if (HasHtm && counted_q) begin
      act.hist = 1'b1;
    end else if (kind_i == rvt_ntrace_pkg::EntryStart && !started_q) begin
      act.start = 1'b1;
    end else if (HasBtm && held_q) begin
      if (known_i && due && !cfg_i.plain_sync) act.direct_sync = 1'b1;
      else act.direct = 1'b1;
    end else if (pend_q && known_i && !match) begin
      if (due && !cfg_i.plain_sync) act.branch_sync = 1'b1;
      else act.branch = 1'b1;
    end else if (due && known_i) begin
      act.linear = 1'b1;
    end else if (StackDepth > 0 && pend_q && match && icnt_q[IcntWidth-1]) begin
      act.icnt = 1'b1;
    end else begin
      act.count = 1'b1;
    end
  end

  // A taken branch of BTM waits if a sync will be due at the next block (D-07).
  assign hold = HasBtm && !htm && taken && due_next && !cfg_i.plain_sync;
  assign offer_direct = HasBtm && !htm && taken && !hold;
  // A transfer's own message, or that of a taken branch, carries a full count (NT:ICNT-12).
  assign offer_icnt = icnt_full && !transfer && (htm || !taken);
  assign offer_hist = hist_full;
  assign offer = !act.count || offer_direct || offer_hist || offer_icnt;

  assign keep = offer_icnt && offer_hist;
  assign rec_valid_o = valid_i && offer;
  assign step = valid_i && (!offer || rec_ready_i);
  assign done = act.error || act.stop || act.hist || (act.count && !keep);
  assign ready_o = done && (!offer || rec_ready_i);

  assign synced = step && (act.direct_sync || act.branch_sync || act.linear);
  assign forget = !cfg_i.active || (step && (act.error || act.stop || act.start));
  assign new_ref = synced || (step && (act.start || act.branch));

  // ---- Record ----------------------------------------------------------------------------------

  logic with_hist, periodic, of_pend;
  logic [5:0] tcode;
  logic [IcntWidth-1:0] rec_icnt;
  logic [HistWidth-1:0] rec_hist;
  logic [AddrWidth-1:0] rec_addr;
  logic [TimeWidth-1:0] rec_time;
  assign with_hist = htm && (hist_any || PlainHist == 0);  // form of a message for a transfer
  assign periodic = act.direct_sync || act.branch_sync || act.linear;
  assign of_pend = act.direct || act.direct_sync || act.branch || act.branch_sync;
  assign rec_icnt = act.count ? icnt_n : icnt_q;
  assign rec_hist = act.count ? hist_n : hist_q;
  assign rec_addr = addr_i ^ (act.branch ? ref_q : '0);  // NT:ADR-03
  assign rec_time = of_pend ? pend_time_q : time_i;      // NT:TSP-06

  // Variable fields that the message does not have are left to the packer to ignore.
  always_comb begin
    tcode = '0;
    if (act.error) tcode = tcode | rvt_ntrace_pkg::TcError;
    if (act.stop) tcode = tcode | rvt_ntrace_pkg::TcProgTraceCorrelation;
    if (act.start) tcode = tcode | rvt_ntrace_pkg::TcProgTraceSync;
    if (act.direct) tcode = tcode | rvt_ntrace_pkg::TcDirectBranch;
    if (act.direct_sync) tcode = tcode | rvt_ntrace_pkg::TcDirectBranchSync;
    if (act.branch) begin
      tcode = tcode | (with_hist ? rvt_ntrace_pkg::TcIndirectBranchHist :
                                   rvt_ntrace_pkg::TcIndirectBranch);
    end
    if (act.branch_sync) begin
      tcode = tcode | (with_hist ? rvt_ntrace_pkg::TcIndirectBranchHistSync :
                                   rvt_ntrace_pkg::TcIndirectBranchSync);
    end
    if (act.linear) begin  // NT:SYN-32
      tcode = tcode | (htm && hist_any ? rvt_ntrace_pkg::TcIndirectBranchHistSync :
                                         rvt_ntrace_pkg::TcProgTraceSync);
    end
    if (act.hist || act.icnt || (act.count && !offer_direct)) begin
      tcode = tcode | rvt_ntrace_pkg::TcResourceFull;
    end
    if (act.count && offer_direct) tcode = tcode | rvt_ntrace_pkg::TcDirectBranch;

    rec_o = '0;
    rec_o.tcode = tcode;
    // A start's I-CNT is 0 (NT:SYN-30): nothing is left over from before (StartClean_A).
    rec_o.icnt = act.error ? 22'(sub_i) : 22'(rec_icnt);
    rec_o.addr = 63'(rec_addr);
    rec_o.hist = HasHtm ? 32'(rec_hist) : '0;
    rec_o.abs_time = TsWidth > 0 ? 64'(rec_time) : '0;
    if (act.stop || act.start) rec_o.sub = sub_i;
    if (periodic) rec_o.sub = rec_o.sub | rvt_ntrace_pkg::SyncPeriodic;
    // Both counters full give RCODE 0 first (NT:ICNT-14).
    if (act.hist || (act.count && !offer_direct && !offer_icnt)) begin
      rec_o.sub = rec_o.sub | rvt_ntrace_pkg::RcHist;
    end
    if (act.branch || act.branch_sync) rec_o.btype = pend_btype_q;
    if (act.stop) rec_o.btype[0] = rec_o.btype[0] | htm;  // CDF (NT:COR-03)
  end

  // ---- Next state ------------------------------------------------------------------------------

  logic hist_en;
  // A block shifts HIST; a record resets it, unless it is the RCODE 0 of an implicit return or a
  // message of BTM, whose HIST is always empty.
  assign hist_en = !cfg_i.active ||
                   (step && (act.count ? htm && branch : !act.icnt && !act.direct));

  always_comb begin
    icnt_d = act.count && !offer_direct && !offer_icnt ? icnt_n : NoIcnt;
    hist_d = act.count && !(offer_hist && !offer_icnt) ? {hist_q[HistWidth-2:0], taken} : NoHist;
    // A block that has been counted and stays ends in a branch: nothing is pending behind RCODE 1.
    pend_d = act.count && (transfer || hold);
    held_d = act.count && hold;
    started_d = act.start || (started_q && !done);
    counted_d = HasHtm && act.count && keep;
    if (!cfg_i.active) begin
      icnt_d = NoIcnt;
      hist_d = NoHist;
      pend_d = 1'b0;
      held_d = 1'b0;
      started_d = 1'b0;
      counted_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pend_q <= 1'b0;
      held_q <= 1'b0;
      started_q <= 1'b0;
      counted_q <= 1'b0;
    end else if (step || !cfg_i.active) begin
      pend_q <= pend_d;
      held_q <= held_d;
      started_q <= started_d;
      counted_q <= counted_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      icnt_q <= NoIcnt;
    end else if ((step && !act.hist) || !cfg_i.active) begin
      icnt_q <= icnt_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hist_q <= NoHist;
    end else if (hist_en) begin
      hist_q <= hist_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pend_btype_q <= '0;
      pend_time_q <= '0;
    end else if (step && act.count && (transfer || hold)) begin
      pend_btype_q <= itype_i == rvt_ntrace_pkg::ItException ? rvt_ntrace_pkg::BtException :
                      itype_i == rvt_ntrace_pkg::ItInterrupt ? rvt_ntrace_pkg::BtInterrupt :
                                                               rvt_ntrace_pkg::BtNone;
      pend_time_q <= time_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ref_q <= '0;
    end else if (new_ref) begin
      ref_q <= addr_i;
    end
  end

  logic unused_fields;
  assign unused_fields = ^{cfg_i, is_block, pend_time_q, seq_i, notify_i, Events};

  // ---- Assertions ----------------------------------------------------------------------------

  logic offered_q;  // a record was on offer and was not taken
  logic [5:0] tcode_q, sync_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      offered_q <= 1'b0;
      tcode_q <= '0;
      sync_q <= '0;
    end else begin
      offered_q <= rec_valid_o && !rec_ready_i && cfg_i.active;
      tcode_q <= rec_o.tcode;
      sync_q <= {cfg_i.sync_mode, cfg_i.sync_max};
    end
  end

  // HIST always has its stop bit: a HIST of 0 cannot be sent (NT:HIST-03).
  `RVT_ASSERT(StopBit_A, hist_q != '0)
  // A start finds nothing left over, so no instruction is reported in two sessions.
  `RVT_IMPLIES(StartClean_A, valid_i && act.start, icnt_q == '0 && !hist_any && !pend_q)
  // An address is only ever sent from a head that has one (D-01).
  `RVT_IMPLIES(AddrKnown_A, new_ref, known_i)
  // The counter has room for the largest block, so no half-word is ever lost (NT:ICNT-11).
  `RVT_IMPLIES(IcntRoom_A, valid_i && act.count && is_block, icnt_n >= icnt_q)
  // A held branch is a pending one.
  `RVT_IMPLIES(Held_A, held_q, pend_q)
  // A full history leaves before the next outcome.
  `RVT_IMPLIES(HistRoom_A, !counted_q, !HasHtm || !hist_q[HistWidth-1])
  // A record on offer stays until it is taken: nothing behind the queue is dropped. A change of the
  // sync settings takes effect at once (TCI:SYNC-07), on a record on offer too.
  `RVT_IMPLIES(RecHeld_A, offered_q && sync_q == {cfg_i.sync_mode, cfg_i.sync_max},
               rec_valid_o && rec_o.tcode == tcode_q)
  // Only a block is counted.
  `RVT_IMPLIES(CountBlock_A, valid_i && act.count, is_block)

endmodule

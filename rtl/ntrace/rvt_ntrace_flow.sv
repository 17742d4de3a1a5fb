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
  parameter int unsigned IcntWidth  = 16,  // 9..22; full when the top bit is 1 (NT:ICNT-07)
  parameter int unsigned HistWidth  = 32,  // 3..32 with the stop bit (NT:HIST-05)
  parameter int unsigned StackDepth = 0,   // return stack entries, 0..32 (NT:IRT-08)
  parameter int unsigned TsWidth    = 0,   // bits of time, 0..64
  parameter int unsigned PlainHist  = 1,   // HTM: forms without HIST while it is empty (NT:MSG-03)
  localparam int unsigned AddrWidth = Xlen - 1,
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  rvt_ntrace_pkg::config_t  cfg_i,

  // queue head
  input  logic                     valid_i,
  input  logic [1:0]               kind_i,
  input  logic [3:0]               sub_i,
  input  logic                     known_i,
  input  logic [AddrWidth-1:0]     addr_i,
  input  logic [UnitsWidth-1:0]    units_i,
  input  logic [3:0]               itype_i,
  input  logic [TimeWidth-1:0]     time_i,
  output logic                     ready_o,

  // record
  output logic                     rec_valid_o,
  output rvt_ntrace_pkg::record_t  rec_o,
  input  logic                     rec_ready_i
);

  // What the head asks for in this clock; every value but ActCount gives exactly one record.
  typedef enum logic [3:0] {
    ActCount,      // count the block; DirectBranch or ResourceFull if that asks for one
    ActError,      // end of a gap
    ActStop,       // ProgTraceCorrelation
    ActStart,      // ProgTraceSync with the start reason
    ActHist,       // RCODE 1 behind the RCODE 0 of the same block
    ActRelease,    // a held taken branch as DirectBranch
    ActHeldSync,   // a held taken branch as DirectBranchSync
    ActBranch,     // the pending transfer, plain form
    ActBranchSync, // the pending transfer, sync form
    ActLinear,     // sync between instructions
    ActIcnt        // RCODE 0 at an implicit return
  } act_e;

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
  if (IcntWidth < 8 || IcntWidth > 22 || UnitsWidth < 1 || UnitsWidth >= IcntWidth) begin : g_bad_icnt
    $error("rvt_ntrace_flow: IcntWidth must be 8..22 and above UnitsWidth");
  end
  if (HistWidth < 3 || HistWidth > 32) begin : g_bad_hist
    $error("rvt_ntrace_flow: HistWidth must be 3..32");
  end
  if (StackDepth > 32) begin : g_bad_stack
    $error("rvt_ntrace_flow: StackDepth must be 0..32");
  end

  logic [IcntWidth-1:0]   icnt_q, icnt_d, icnt_n;
  logic [HistWidth-1:0]   hist_q, hist_d, hist_n;
  logic [AddrWidth-1:0]   ref_q;
  logic pend_q, pend_d;            // a transfer waits for its target
  logic held_q, held_d;            // ... a taken branch of BTM that waits for a sync (D-07)
  logic [1:0] pend_btype_q;
  logic [TimeWidth-1:0] pend_time_q;
  logic started_q, started_d;      // the head's start message has been sent
  logic counted_q, counted_d;      // the head has been counted, RCODE 1 remains

  act_e act;
  logic htm, is_block, branch, taken, transfer, hold;
  logic match, due, due_next, icnt_full, hist_full, hist_any;
  logic offer_direct, offer_icnt, offer_hist, offer;
  logic step, count, done, forget, synced, new_ref, keep;

  assign htm = HasHtm && (!HasBtm || cfg_i.mode == rvt_ntrace_pkg::ModeHtm);
  assign is_block = kind_i == rvt_ntrace_pkg::EntryBlock || kind_i == rvt_ntrace_pkg::EntryStart;
  assign taken = itype_i == rvt_ntrace_pkg::ItTaken;
  assign branch = taken || itype_i == rvt_ntrace_pkg::ItNotTaken;
  assign transfer = rvt_ntrace_pkg::is_transfer(itype_i);
  assign hist_any = HasHtm && hist_q != NoHist;

  rvt_ntrace_period #(.UnitsWidth(UnitsWidth)) i_period (
    .clk_i, .rst_ni,
    .sync_mode_i(cfg_i.sync_mode), .sync_max_i(cfg_i.sync_max),
    .restart_i  (forget || synced),
    .record_i   (step && offer),
    .count_i    (step && count),
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

    rvt_ntrace_ret_stack #(.Depth(StackDepth), .Width(AddrWidth)) i_stack (
      .clk_i, .rst_ni,
      .clr_i (forget || synced),
      .push_i(count && step && ir && link),
      .pop_i (count && step && ir && ret),
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
      end else if (step && (count || !pend_d)) begin
        pop_q <= count && ir && ret && any;
        pop_addr_q <= top;
      end
    end
  end else begin : g_no_stack
    logic unused;
    assign match = 1'b0;
    assign unused = ^{link, ret, cfg_i.ir_en, cfg_i.ir_mode};
  end

  // ---- Decision --------------------------------------------------------------------------------

  assign icnt_n = icnt_q + IcntWidth'(units_i);
  assign hist_n = branch && HasHtm && htm ? {hist_q[HistWidth-2:0], taken} : hist_q;
  assign icnt_full = icnt_n[IcntWidth-1];
  assign hist_full = HasHtm && hist_n[HistWidth-1];

  always_comb begin
    act = ActCount;
    if (kind_i == rvt_ntrace_pkg::EntryGap) begin
      act = ActError;
    end else if (kind_i == rvt_ntrace_pkg::EntryStop) begin
      act = HasBtm && held_q ? ActRelease : pend_q && known_i && !match ? ActBranch : ActStop;
    end else if (HasHtm && counted_q) begin
      act = ActHist;
    end else if (kind_i == rvt_ntrace_pkg::EntryStart && !started_q) begin
      act = ActStart;
    end else if (HasBtm && held_q) begin
      act = known_i && due && !cfg_i.plain_sync ? ActHeldSync : ActRelease;
    end else if (pend_q && known_i && !match) begin
      act = due && !cfg_i.plain_sync ? ActBranchSync : ActBranch;
    end else if (due && known_i) begin
      act = ActLinear;
    end else if (StackDepth > 0 && pend_q && match && icnt_q[IcntWidth-1]) begin
      act = ActIcnt;
    end
  end

  // A taken branch of BTM waits if a sync will be due at the next block (D-07).
  assign hold = HasBtm && !htm && taken && due_next && !cfg_i.plain_sync;
  assign offer_direct = HasBtm && !htm && taken && !hold;
  // A transfer's own message, or that of a taken branch, carries a full count (NT:ICNT-12).
  assign offer_icnt = icnt_full && !transfer && (htm || !taken);
  assign offer_hist = hist_full;
  assign offer = act != ActCount || offer_direct || offer_icnt || offer_hist;

  assign count = act == ActCount;
  assign keep = HasHtm && count && offer_icnt && offer_hist;
  assign rec_valid_o = valid_i && offer;
  assign step = valid_i && (!offer || rec_ready_i);
  assign done = act == ActError || act == ActStop || act == ActHist || (count && !keep);
  assign ready_o = done && (!offer || rec_ready_i);

  assign synced = step && (act == ActHeldSync || act == ActBranchSync || act == ActLinear);
  assign forget = !cfg_i.active ||
                  (step && (act == ActError || act == ActStop || act == ActStart));
  assign new_ref = synced || (step && (act == ActStart || act == ActBranch));

  // ---- Record ----------------------------------------------------------------------------------

  logic [1:0] form;  // of a message for a transfer: bit 1 sync, bit 0 with HIST
  logic with_time_of_pend;
  logic [IcntWidth-1:0] rec_icnt;
  logic [HistWidth-1:0] rec_hist;
  logic [AddrWidth-1:0] rec_addr;
  logic [TimeWidth-1:0] rec_time;
  assign form = {act == ActBranchSync, htm && (hist_any || PlainHist == 0)};
  assign with_time_of_pend = act == ActRelease || act == ActHeldSync || act == ActBranch ||
                             act == ActBranchSync;
  assign rec_icnt = count ? icnt_n : icnt_q;
  assign rec_hist = count ? hist_n : hist_q;
  assign rec_addr = act == ActBranch ? addr_i ^ ref_q : addr_i;  // NT:ADR-03
  assign rec_time = with_time_of_pend ? pend_time_q : time_i;    // NT:TSP-06

  always_comb begin
    rec_o = '0;
    rec_o.icnt = 22'(rec_icnt);
    rec_o.addr = 63'(rec_addr);
    rec_o.hist = HasHtm ? 32'(rec_hist) : '0;
    rec_o.abs_time = TsWidth > 0 ? 64'(rec_time) : '0;
    unique case (act)
      ActError: begin
        rec_o.tcode = rvt_ntrace_pkg::TcError;
        rec_o.icnt = 22'(sub_i);
      end
      ActStop: begin
        rec_o.tcode = rvt_ntrace_pkg::TcProgTraceCorrelation;
        rec_o.sub = sub_i;
        rec_o.btype = {1'b0, htm};  // CDF (NT:COR-03)
      end
      ActStart: begin
        // I-CNT is 0 here (NT:SYN-30): nothing is left over from the session before (StartClean_A).
        rec_o.tcode = rvt_ntrace_pkg::TcProgTraceSync;
        rec_o.sub = sub_i;
      end
      ActHist: begin
        rec_o.tcode = rvt_ntrace_pkg::TcResourceFull;
        rec_o.sub = rvt_ntrace_pkg::RcHist;
      end
      ActRelease: rec_o.tcode = rvt_ntrace_pkg::TcDirectBranch;
      ActHeldSync: begin
        rec_o.tcode = rvt_ntrace_pkg::TcDirectBranchSync;
        rec_o.sub = rvt_ntrace_pkg::SyncPeriodic;
      end
      ActBranch, ActBranchSync: begin
        unique case (form)
          2'b00:   rec_o.tcode = rvt_ntrace_pkg::TcIndirectBranch;
          2'b01:   rec_o.tcode = rvt_ntrace_pkg::TcIndirectBranchHist;
          2'b10:   rec_o.tcode = rvt_ntrace_pkg::TcIndirectBranchSync;
          default: rec_o.tcode = rvt_ntrace_pkg::TcIndirectBranchHistSync;
        endcase
        if (act == ActBranchSync) rec_o.sub = rvt_ntrace_pkg::SyncPeriodic;
        rec_o.btype = pend_btype_q;
      end
      ActLinear: begin
        rec_o.tcode = htm && hist_any ? rvt_ntrace_pkg::TcIndirectBranchHistSync :
                                        rvt_ntrace_pkg::TcProgTraceSync;  // NT:SYN-32
        rec_o.sub = rvt_ntrace_pkg::SyncPeriodic;
      end
      ActIcnt: begin
        rec_o.tcode = rvt_ntrace_pkg::TcResourceFull;
        rec_o.sub = rvt_ntrace_pkg::RcIcnt;
      end
      default: begin
        // ActCount: both counters full give RCODE 0 first (NT:ICNT-14).
        rec_o.tcode = offer_direct ? rvt_ntrace_pkg::TcDirectBranch :
                                     rvt_ntrace_pkg::TcResourceFull;
        if (!offer_direct && !offer_icnt) rec_o.sub = rvt_ntrace_pkg::RcHist;
      end
    endcase
  end

  // ---- Next state ------------------------------------------------------------------------------

  always_comb begin
    icnt_d = icnt_q;
    hist_d = hist_q;
    pend_d = pend_q;
    held_d = held_q;
    started_d = started_q;
    counted_d = counted_q;
    if (step) begin
      unique case (act)
        ActCount: begin
          icnt_d = offer_direct || offer_icnt ? NoIcnt : icnt_n;
          hist_d = offer_hist && !offer_icnt ? NoHist : hist_n;
          pend_d = transfer || hold;
          held_d = hold;
          counted_d = keep;
        end
        ActHist: begin
          hist_d = NoHist;
          counted_d = 1'b0;
        end
        ActRelease, ActBranch, ActIcnt: begin
          icnt_d = NoIcnt;
          if (act == ActBranch) hist_d = NoHist;
          pend_d = 1'b0;
          held_d = 1'b0;
        end
        ActHeldSync, ActBranchSync, ActLinear: begin
          icnt_d = NoIcnt;
          hist_d = NoHist;
          pend_d = 1'b0;
          held_d = 1'b0;
        end
        default: ;
      endcase
      if (done) started_d = 1'b0;
    end
    if (forget) begin
      icnt_d = NoIcnt;
      hist_d = NoHist;
      pend_d = 1'b0;
      held_d = 1'b0;
      counted_d = 1'b0;
      started_d = cfg_i.active && act == ActStart;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      icnt_q <= NoIcnt;
      hist_q <= NoHist;
      pend_q <= 1'b0;
      held_q <= 1'b0;
      started_q <= 1'b0;
      counted_q <= 1'b0;
    end else begin
      icnt_q <= icnt_d;
      hist_q <= hist_d;
      pend_q <= pend_d;
      held_q <= held_d;
      started_q <= started_d;
      counted_q <= counted_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pend_btype_q <= '0;
      pend_time_q <= '0;
    end else if (step && count && (transfer || hold)) begin
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

  logic unused;
  assign unused = ^{cfg_i, is_block, pend_time_q};

  // ---- Assertions ----------------------------------------------------------------------------

  // HIST always has its stop bit: a HIST of 0 cannot be sent (NT:HIST-03).
  `RVT_ASSERT(StopBit_A, hist_q != '0)
  // A start finds nothing left over, so no instruction is reported in two sessions.
  `RVT_IMPLIES(StartClean_A, valid_i && act == ActStart, icnt_q == '0 && !hist_any && !pend_q)
  // An address is only ever sent from a head that has one (D-01).
  `RVT_IMPLIES(AddrKnown_A, new_ref, known_i)
  // The counter has room for the largest block, so no half-word is ever lost (NT:ICNT-11).
  `RVT_IMPLIES(IcntRoom_A, valid_i && count && is_block, icnt_n >= icnt_q)
  // A held branch is a pending one.
  `RVT_IMPLIES(Held_A, held_q, pend_q)
  // A full history leaves before the next outcome.
  `RVT_IMPLIES(HistRoom_A, !counted_q, !HasHtm || !hist_q[HistWidth-1])
  // A record on offer stays until it is taken (LINK-02): nothing behind the queue is dropped.
  `RVT_HELD(RecHeld_A, rec_valid_o, rec_ready_i || !cfg_i.active, rec_o.tcode)
  // Only a block is counted.
  `RVT_IMPLIES(CountBlock_A, valid_i && count, is_block)

endmodule

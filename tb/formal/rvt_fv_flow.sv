// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Conservation in flow: half-words in = half-words reported + pending, outcomes likewise.
///
/// The reference adds up what the popped entries hold and takes off what the records say. Exceptions:
/// an Error (NT:ERR-10) and `active` = 0 drop what is pending. What the queue's head may be is assumed;
/// the proofs of rvt_fv_ingress cover it.
module rvt_fv_flow #(
  parameter int unsigned Btm        = 1,
  parameter int unsigned Htm        = 1,
  parameter int unsigned UnitsWidth = 7,
  parameter int unsigned IcntWidth  = 8,
  parameter int unsigned HistWidth  = 3,
  parameter int unsigned StackDepth = 2,
  parameter int unsigned TsWidth    = 2,
  parameter int unsigned PlainHist  = 1,
  parameter int unsigned SwitchOff  = 1,  // periodic sync may be switched off within a session
  localparam int unsigned AddrWidth = 31,
  localparam int unsigned LowBits   = UnitsWidth < 4 ? 4 : UnitsWidth,
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_ntrace_pkg::config_t cfg_i,
  input logic                    valid_i,
  input logic [1:0]              kind_i,
  input logic [3:0]              sub_i,
  input logic                    known_i,
  input logic [AddrWidth-1:0]    addr_i,
  input logic [UnitsWidth-1:0]   units_i,
  input logic [3:0]              itype_i,
  input logic [TimeWidth-1:0]    time_i,
  input logic                    rec_ready_i,
  input logic                    pick_i,  // this outcome is the tracked one

  (* probe = "i_dut.icnt_q" *) input logic [IcntWidth-1:0] dut_icnt,
  (* probe = "i_dut.hist_q" *) input logic [HistWidth-1:0] dut_hist,
  (* probe = "i_dut.pend_q" *) input logic dut_pend,
  (* probe = "i_dut.held_q" *) input logic dut_held,
  (* probe = "i_dut.started_q" *) input logic dut_started,
  (* probe = "i_dut.g_stack.pop_q?" *) input logic dut_popped,
  (* probe = "i_dut.counted_q" *) input logic dut_counted,
  (* probe = "i_dut.i_period.low_q" *) input logic [LowBits-1:0] dut_low,
  (* probe = "i_dut.i_period.high_q" *) input logic [20-LowBits-1:0] dut_high
);

  logic ready, rec_valid;
  rvt_ntrace_pkg::record_t rec;

  rvt_ntrace_flow #(
    .Xlen(32),
    .Btm(Btm),
    .Htm(Htm),
    .UnitsWidth(UnitsWidth),
    .IcntWidth(IcntWidth),
    .HistWidth(HistWidth),
    .StackDepth(StackDepth),
    .TsWidth(TsWidth),
    .PlainHist(PlainHist)
  ) i_dut (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .valid_i,
    .kind_i,
    .sub_i,
    .known_i,
    .addr_i,
    .units_i,
    .itype_i,
    .time_i,
    .ready_o(ready),
    .rec_valid_o(rec_valid),
    .rec_o(rec),
    .rec_ready_i
  );

  // ---- What the head may be ------------------------------------------------------------------------

  logic session_q, valid_q;  // a session is open behind the entries popped so far
  logic pop, block, htm, outcome, taken;

  assign pop = valid_i && ready;
  assign block = kind_i == rvt_ntrace_pkg::EntryBlock || kind_i == rvt_ntrace_pkg::EntryStart;
  assign htm = Htm != 0 && (Btm == 0 || cfg_i.mode == rvt_ntrace_pkg::ModeHtm);
  assign taken = itype_i == rvt_ntrace_pkg::ItTaken;
  assign outcome = block && htm && (taken || itype_i == rvt_ntrace_pkg::ItNotTaken);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      session_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i && !ready && cfg_i.active;
      session_q <= cfg_i.active && (pop ? block : session_q);
    end
  end

  always @(*) if ($initstate) assume (!rst_ni);

  // The queue keeps its head until it is taken, and is empty behind `active` = 0.
  `RVT_IMPLIES_M(Kept_M, valid_q, valid_i)
  `RVT_STABLE_M(Head_M, valid_i && !ready && cfg_i.active,
                {kind_i, sub_i, known_i, addr_i, units_i, itype_i, time_i})
  logic inactive_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) inactive_q <= 1'b1;
    else inactive_q <= !cfg_i.active;
  end
  `RVT_IMPLIES_M(Cleared_M, inactive_q, !valid_i)
  // rvt_fv_ingress: Kinds_A, StopOwed_A, BlockLast_A.
  `RVT_IMPLIES_M(Kinds_M, valid_i, kind_i == rvt_ntrace_pkg::EntryGap ||
                 (kind_i == rvt_ntrace_pkg::EntryStart ? !session_q : session_q))
  // rvt_fv_ingress: Known_A, Quiet_A, GapTime_A and the entrance's StartKnown_A.
  `RVT_IMPLIES_M(Known_M, valid_i && block && !known_i,
                 itype_i == rvt_ntrace_pkg::ItInterrupt && units_i == '0 &&
                 kind_i != rvt_ntrace_pkg::EntryStart)
  `RVT_IMPLIES_M(Quiet_M, valid_i && !block, units_i == '0 && itype_i == '0 &&
                 (kind_i == rvt_ntrace_pkg::EntryStop || !known_i))
  // docs/design.md: these settings stand still from a start until the encoder is empty.
  `RVT_STABLE_M(Config_M, cfg_i.active && (session_q || valid_i),
                {cfg_i.mode, cfg_i.ir_mode, cfg_i.ir_en, cfg_i.plain_sync})

  `RVT_STABLE_M(OnOff_M, SwitchOff == 0 && cfg_i.active && (session_q || valid_i),
                cfg_i.sync_mode == '0)

  // ---- Reference -----------------------------------------------------------------------------------

  logic taken_rec, with_icnt, with_hist, dropped;
  assign taken_rec = rec_valid && rec_ready_i && cfg_i.active;
  assign dropped = taken_rec && rec.tcode == rvt_ntrace_pkg::TcError;

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

  // `early_q`: the head's half-words went out with RCODE 0 ahead of its outcome (NT:ICNT-14).
  localparam int unsigned SumWidth = IcntWidth + 1;
  logic [SumWidth-1:0] sum_q, sum_d, head_units, sum_all;
  logic early_q, early_d, rcode0;
  logic [5:0] length_q, length_d, length_all;
  logic held_q, held_d, value_q, value_d;
  logic [5:0] place_q, place_d, place_all;  // outcomes behind the tracked one

  assign head_units = block && !early_q ? SumWidth'(units_i) : '0;
  assign sum_all = sum_q + (pop ? head_units : '0);
  assign length_all = length_q + 6'(pop && outcome);
  assign place_all = place_q + 6'(pop && outcome);
  assign rcode0 = rec.tcode == rvt_ntrace_pkg::TcResourceFull && with_icnt;

  always_comb begin
    sum_d = sum_all;
    early_d = early_q && !pop;
    length_d = length_all;
    held_d = held_q;
    value_d = value_q;
    place_d = place_all;
    if (pop && outcome && pick_i && !held_q) begin
      held_d = 1'b1;
      value_d = taken;
      place_d = '0;
    end
    if (taken_rec && with_icnt) begin
      sum_d = '0;
      if (rcode0 && !pop && SumWidth'(rec.icnt) != sum_q) early_d = 1'b1;
    end
    if (taken_rec && with_hist) begin
      length_d = '0;
      held_d = 1'b0;
    end
    if (dropped || !cfg_i.active) begin
      sum_d = '0;
      early_d = 1'b0;
      length_d = '0;
      held_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {sum_q, early_q, length_q, held_q, value_q, place_q} <= '0;
    end else begin
      {sum_q, early_q, length_q} <= {sum_d, early_d, length_d};
      {held_q, value_q, place_q} <= {held_d, value_d, place_d};
    end
  end

  // A transfer, or a taken branch of BTM, that has no message yet.
  logic owed_q, may_match_q, direct_q;
  logic branch_rec, plain_rec, direct_rec, transfer, direct;
  assign transfer = block && rvt_ntrace_pkg::is_transfer(itype_i);
  assign direct = block && taken && !htm;
  assign plain_rec = taken_rec && (rec.tcode == rvt_ntrace_pkg::TcIndirectBranch ||
                                   rec.tcode == rvt_ntrace_pkg::TcIndirectBranchHist);
  assign branch_rec = plain_rec || (taken_rec &&
                                    (rec.tcode == rvt_ntrace_pkg::TcIndirectBranchSync ||
                                     rec.tcode == rvt_ntrace_pkg::TcIndirectBranchHistSync));
  assign direct_rec = taken_rec && (rec.tcode == rvt_ntrace_pkg::TcDirectBranch ||
                                    rec.tcode == rvt_ntrace_pkg::TcDirectBranchSync);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {owed_q, may_match_q, direct_q} <= '0;
    end else if (!cfg_i.active) begin
      {owed_q, may_match_q, direct_q} <= '0;
    end else begin
      owed_q <= pop ? transfer : owed_q && !branch_rec;
      direct_q <= pop ? direct && !direct_rec : direct_q && !direct_rec;
      if (pop) begin
        may_match_q <= cfg_i.ir_en && cfg_i.ir_mode == 2'd3 && StackDepth != 0 &&
                       (itype_i == rvt_ntrace_pkg::ItSwap || itype_i == rvt_ntrace_pkg::ItReturn);
      end
    end
  end

  // ---- Properties ----------------------------------------------------------------------------------

  // I-CNT of every message that has one is the sum of the half-words since the one before, the block
  // that leaves the queue with it included.
  `RVT_IMPLIES(Icnt_A, taken_rec && with_icnt,
               SumWidth'(rec.icnt) == sum_all ||
               (rcode0 && !pop && block && SumWidth'(rec.icnt) == sum_q + head_units))
  // HIST is a stop bit above exactly the outcomes since the HIST before.
  `RVT_IMPLIES(Hist_A, taken_rec && with_hist, (rec.hist >> length_all) == 32'd1)
  // Each outcome stands in its place, whichever it is.
  `RVT_IMPLIES(Outcome_A, taken_rec && with_hist && held_q, rec.hist[place_all[4:0]] == value_q)
  `RVT_IMPLIES(Newest_A, taken_rec && with_hist && pop && outcome, rec.hist[0] == taken)
  // A message of a transfer stands for one that has none yet; behind the next address, none is owed
  // but a return that may have matched the stack.
  `RVT_IMPLIES(Branch_A, plain_rec, owed_q && !pop)
  `RVT_IMPLIES(Transfer_A, pop && known_i && kind_i != rvt_ntrace_pkg::EntryGap,
               !owed_q || may_match_q)
  // A taken branch of BTM has exactly one message, before the next entry's own (D-07).
  `RVT_IMPLIES(Direct_A, direct_rec, pop ? direct && !direct_q : direct_q)
  `RVT_IMPLIES(DirectSent_A, pop && kind_i != rvt_ntrace_pkg::EntryGap, !direct_q)
  // Nothing is left when a session ends or begins: all was reported, but behind a gap.
  `RVT_IMPLIES(End_A, pop && cfg_i.active && (!block), sum_d == '0 && length_d == '0)
  `RVT_IMPLIES(Begin_A, taken_rec && kind_i == rvt_ntrace_pkg::EntryStart && !pop && !dut_started,
               rec.tcode == rvt_ntrace_pkg::TcProgTraceSync && rec.sub == sub_i &&
               rec.icnt == '0 && rec.addr[AddrWidth-1:0] == addr_i)
  // An entry without a record leaves at once; one with a record waits for the packer only.
  `RVT_IMPLIES(Moves_A, valid_i && (!rec_valid || rec_ready_i) && !ready,
               rec_valid && rec_ready_i)
  // An entry leaves with its last record, and every end of a session has its message.
  `RVT_IMPLIES(Stop_A, pop && kind_i == rvt_ntrace_pkg::EntryStop,
               rec_valid && rec.tcode == rvt_ntrace_pkg::TcProgTraceCorrelation && rec.sub == sub_i)
  `RVT_IMPLIES(Gap_A, pop && kind_i == rvt_ntrace_pkg::EntryGap,
               rec_valid && rec.tcode == rvt_ntrace_pkg::TcError && rec.icnt == 22'(sub_i))

  // ---- Flow's registers and the reference ----------------------------------------------------------

  logic [HistWidth-1:0] hist_above;
  logic [5:0] held_len;
  assign held_len = length_q + 6'(dut_counted);
  assign hist_above = dut_hist >> held_len;
  `RVT_ASSERT(Sum_L, SumWidth'(dut_icnt) == sum_q)
  `RVT_ASSERT(Early_L, !early_q || dut_counted || units_i == '0)
  `RVT_IMPLIES(EarlyZero_L, dut_counted, early_q || (units_i == '0))
  `RVT_ASSERT(Length_L, hist_above == HistWidth'(1) && 32'(length_q) + 32'(dut_counted) < HistWidth)
  `RVT_IMPLIES(Place_L, held_q, place_q < length_q &&
               dut_hist[place_q + 6'(dut_counted)] == value_q)
  `RVT_IMPLIES(Counted_L, dut_counted, valid_i && outcome && dut_hist[0] == taken && !dut_pend &&
               sum_q == '0 && (dut_started || kind_i == rvt_ntrace_pkg::EntryBlock))
  `RVT_IMPLIES(Clean_L, !session_q && !dut_started, sum_q == '0 && length_q == '0 && !dut_pend &&
               !dut_counted)
  `RVT_IMPLIES(Started_L, dut_started,
               valid_i && kind_i == rvt_ntrace_pkg::EntryStart && !session_q)
  `RVT_IMPLIES(StartedClean_L, dut_started && !dut_counted,
               sum_q == '0 && length_q == '0 && !dut_pend)
  `RVT_IMPLIES(Full_L, dut_icnt[IcntWidth-1], dut_pend)
  `RVT_IMPLIES(Held_L, dut_held, dut_pend && !htm)
  `RVT_IMPLIES(Btm_L, !htm && (session_q || dut_started),
               length_q == '0 && dut_hist == HistWidth'(1))
  `RVT_ASSERT(Direct_L, dut_held == direct_q)
  `RVT_IMPLIES(Pend_L, dut_pend && !dut_held, owed_q)
  `RVT_IMPLIES(Owed_L, owed_q && !may_match_q, dut_pend && !dut_held)
  `RVT_IMPLIES(Popped_L, dut_popped && dut_pend, may_match_q && owed_q)
  `RVT_IMPLIES(Valid_L, early_q, valid_i)

  // Past the largest period (2^19) a sync is due at the next block with an address. Until then come
  // at most: RCODE 1 behind RCODE 0, a held branch, the message of an interrupt without address.
  localparam int unsigned Largest = 1 << 19;
  logic [1:0] slack;
  always_comb begin
    slack = dut_counted || dut_held ? 2'd2 : 2'd1;
    if (valid_i && (!block || known_i) && !dut_counted) slack = {1'b0, dut_pend};
  end
  `RVT_IMPLIES(NoSession_L, !session_q && !dut_started, {dut_high, dut_low} == '0)
  `RVT_IMPLIES(Off_L, SwitchOff == 0 && cfg_i.sync_mode == '0, {dut_high, dut_low} == '0)
  `RVT_IMPLIES(Period_L, SwitchOff == 0 && 32'({dut_high, dut_low}) >= Largest,
               32'({dut_high, dut_low}) + 32'(slack) <= Largest + (1 << UnitsWidth) + 2)

  // ---- Covers --------------------------------------------------------------------------------------

  // A full I-CNT is out of reach of a short trace in the builds with wide counters.
  localparam bit Short = IcntWidth <= UnitsWidth + 2;
  `RVT_COVER(BothFull_C, Htm == 0 || !Short || (pop && early_q && taken_rec && with_hist))
  `RVT_COVER(Dropped_C, dropped && sum_q != '0 && (Htm == 0 || length_q != '0))
  `RVT_COVER(Stopped_C, pop && kind_i == rvt_ntrace_pkg::EntryStop &&
                        (Short ? rec.icnt[IcntWidth-1] : rec.icnt != '0) &&
                        (!htm || rec.hist[2:1] == 2'b01))
  `RVT_COVER(Synced_C, taken_rec && rec.sub == rvt_ntrace_pkg::SyncPeriodic &&
                       rvt_ntrace_pkg::is_sync(rec.tcode) && dut_pend)
  `RVT_COVER(Tracked_C, Htm == 0 || (taken_rec && with_hist && held_q && place_all != '0))
  `RVT_COVER(Returned_C, StackDepth == 0 || !Short || (rcode0 && !pop && taken_rec && dut_pend))

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The count of equal branches, any records in, any consumer: as many occurrences come out as went in, each count
/// directly behind its branch message and before anything else, and no record waits for longer than two messages.
module rvt_fv_repeat #(
  parameter int unsigned IcntWidth  = 3,
  parameter int unsigned HistWidth  = 3,
  parameter int unsigned TsWidth    = 2,
  parameter int unsigned CountWidth = 2
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    clr_i,
  input logic                    en_i,
  input logic                    rec_valid_i,
  input rvt_ntrace_pkg::record_t rec_i,
  input logic                    time_new_i,
  input logic                    out_ready_i,

  (* probe = "i_dut.valid_q" *) input logic dut_valid,
  (* probe = "i_dut.en_q" *) input logic dut_en,
  (* probe = "i_dut.no_addr_q" *) input logic dut_no_addr,
  (* probe = "i_dut.same" *) input logic dut_same,
  (* probe = "i_dut.rec_q" *) input rvt_ntrace_pkg::record_t dut_rec,
  (* probe = "i_dut.count_q" *) input logic [CountWidth-1:0] dut_count,
  (* probe = "i_dut.time_q" *) input logic [(TsWidth == 0 ? 1 : TsWidth)-1:0] dut_time,
  (* probe = "i_dut.new_q" *) input logic dut_new,
  (* probe = "i_dut.wait_q" *) input logic dut_wait
);

  logic rec_ready, out_valid, time_new, held, busy;
  rvt_ntrace_pkg::record_t out_rec;
  always @(*) if ($initstate) assume (!rst_ni);

  rvt_ntrace_repeat #(
    .IcntWidth(IcntWidth),
    .HistWidth(HistWidth),
    .TsWidth(TsWidth),
    .CountWidth(CountWidth)
  ) i_dut (
    .*,
    .rec_ready_o(rec_ready),
    .out_valid_o(out_valid),
    .out_rec_o(out_rec),
    .time_new_o(time_new),
    .held_o(held),
    .busy_o(busy)
  );

  // What a record is, in words of its own: TCODEs 3, 4 and 28.
  function automatic logic is_branch(input logic [5:0] tcode);
    is_branch = tcode == 6'd3 || tcode == 6'd4 || tcode == 6'd28;
  endfunction
  // It goes where the message before it went, as far as its address says.
  function automatic logic stays(input logic [5:0] tcode, input logic [62:0] addr);
    stays = tcode == 6'd3 || addr == 63'd0;
  endfunction
  function automatic logic fits(input logic [5:0] tcode, input logic [21:0] icnt,
                                input logic [31:0] hist);
    fits = (23'(icnt) >> IcntWidth) == '0 && (33'(hist) >> HistWidth) == '0 && (HistWidth != 0 || tcode != 6'd28);
  endfunction

  // ---- The record that was taken last, the message sent last, and how often it came again --------

  logic held_q;  // what was taken last has neither gone out nor been counted
  rvt_ntrace_pkg::record_t rec_q;  // it
  logic rec_on_q;  // it may be counted against, if it is a branch
  logic any_q;  // a branch was sent last
  logic on_q;  // ... and what was sent or counted last may be counted against
  rvt_ntrace_pkg::record_t sent_q;  // the message sent last
  logic [63:0] time_q;  // of the last time it came
  logic [18:0] again_q;
  logic late_q;  // the record has waited in a clock in which something left
  logic first_q;  // what is held was taken in the clock before
  logic base_q;  // another base of time has come and has not been reported
  logic taken, gone, repeats, counted, same;

  assign taken = rec_valid_i && rec_ready && !clr_i;
  assign gone = out_valid && out_ready_i && !clr_i;
  assign repeats = out_rec.tcode == 6'd30;
  // It has left, and was not sent.
  assign counted = held_q && rec_ready && !gone && !clr_i;
  assign same = any_q && on_q && is_branch(rec_q.tcode) && rec_q.tcode == sent_q.tcode &&
                rec_q.btype == sent_q.btype && rec_q.icnt == sent_q.icnt &&
                (sent_q.tcode != 6'd28 || rec_q.hist == sent_q.hist) &&
                stays(sent_q.tcode, sent_q.addr) && stays(rec_q.tcode, rec_q.addr);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {held_q, any_q, again_q, late_q, first_q, base_q} <= '0;
    end else if (clr_i) begin
      {held_q, any_q, again_q, late_q, first_q, base_q} <= '0;
    end else begin
      held_q <= taken || (held_q && !rec_ready);
      late_q <= held_q && !rec_ready && (late_q || gone);
      first_q <= taken;
      base_q <= TsWidth != 0 && (time_new_i || (base_q && !time_new));
      if (gone && !repeats) any_q <= is_branch(rec_q.tcode);
      if (gone) again_q <= '0;
      else if (counted) again_q <= again_q + 19'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (taken) begin
      rec_q <= rec_i;
      rec_on_q <= en_i;
    end
    if (gone && !repeats) sent_q <= rec_q;
    if (counted || (gone && !repeats)) on_q <= rec_on_q;
    if (counted) time_q <= rec_q.abs_time;
  end

  // What was taken last, if nothing is held: sent last, or the same once more.
  logic dut_have;  // a record against which another is counted
  assign dut_have = dut_en && is_branch(dut_rec.tcode) && stays(dut_rec.tcode, dut_rec.addr);
  `RVT_ASSERT(Held_L, dut_valid == held_q)
  `RVT_IMPLIES(Rec_L, held_q, dut_rec == rec_q && dut_same == same)
  `RVT_IMPLIES(Next_L, held_q, dut_have == (is_branch(rec_q.tcode) && stays(rec_q.tcode, rec_q.addr
               ) && rec_on_q))
  `RVT_IMPLIES(Last_L, !held_q, dut_have == (any_q && stays(sent_q.tcode, sent_q.addr) && on_q))
  `RVT_IMPLIES(Equal_L, !held_q && dut_have,
               dut_rec.tcode == sent_q.tcode && dut_rec.btype == sent_q.btype && dut_rec.icnt == sent_q.icnt &&
               (sent_q.tcode != 6'd28 || dut_rec.hist == sent_q.hist))
  `RVT_IMPLIES(Addr_L, held_q || dut_en, dut_no_addr == (dut_rec.addr == '0))
  `RVT_IMPLIES(Tcode_L, held_q || dut_en, rvt_ntrace_pkg::is_tcode(dut_rec.tcode))
  `RVT_ASSERT(Again_L, 19'(dut_count) == again_q)
  `RVT_IMPLIES(Sent_L, again_q != '0, any_q && stays(sent_q.tcode, sent_q.addr))
  `RVT_IMPLIES(Time_L, again_q != '0 && TsWidth != 0,
               64'(dut_time) == (time_q & 64'((1 << TsWidth) - 1)))
  `RVT_IMPLIES(Any_L, any_q, is_branch(sent_q.tcode) && fits(sent_q.tcode, sent_q.icnt, sent_q.hist
               ))
  // HREPEAT is wider than I-CNT.
  `RVT_IMPLIES(Fits_L, held_q,
               rec_q.tcode != 6'd30 && fits(rec_q.tcode, rec_q.tcode == 6'd27 ? '0 : rec_q.icnt, rec_q.hist))
  `RVT_IMPLIES(Late_L, late_q, held_q && again_q == '0)
  `RVT_ASSERT(Base_L, base_q == (dut_new || dut_wait) && !(dut_new && dut_wait))
  `RVT_IMPLIES(First_L, first_q, held_q && !dut_wait)
  // A build without HIST has no message with it.
  `RVT_IMPLIES_M(NoHist_M, rec_valid_i && HistWidth == 0, rec_i.tcode != 6'd28)

  // ---- Properties --------------------------------------------------------------------------------

  // A record that leaves and does not go out is the one sent last once more (NT:RPT-02, RPT-03, RPT-09).
  `RVT_IMPLIES(Same_A, counted, same)
  // ... and one that goes out is not, for then it would have been counted.
  `RVT_IMPLIES(Counted_A, gone && !repeats, !same)
  // RepeatBranch says how often, since the branch message or the RepeatBranch before (NT:RPT-01, RPT-06) ...
  `RVT_IMPLIES(Count_A, out_valid && repeats, 19'(out_rec.icnt) == again_q && again_q != '0)
  `RVT_ASSERT(Most_A, again_q < 19'(1 << CountWidth))
  // ... directly behind it: nothing has gone out since but RepeatBranch (NT:RPT-10), and nothing is taken in its clock.
  `RVT_IMPLIES(Behind_A, out_valid && repeats, any_q && is_branch(sent_q.tcode) && !taken)
  // ... and with the time of the last one (NT:TSP-11).
  `RVT_IMPLIES(Time_A, out_valid && repeats && TsWidth != 0,
               out_rec.abs_time == (time_q & 64'((1 << TsWidth) - 1)))
  `RVT_IMPLIES(Fields_A, out_valid && repeats, out_rec.sub == '0 && out_rec.btype == '0)
  // Every other record goes out as it came, once, and never before the count (NT:RPT-07, OWN-11).
  `RVT_IMPLIES(Whole_A, out_valid && !repeats, held_q && out_rec == rec_q && again_q == '0)
  `RVT_IMPLIES(Once_A, gone, rec_ready == !repeats)
  // What is on offer stays until it is taken.
  `RVT_HELD(Offer_A, out_valid, out_ready_i || clr_i, out_rec)
  // None is taken over one that is held, and without one there is always room.
  `RVT_IMPLIES(Room_A, !held_q, rec_ready && !out_valid)
  // A record is counted in the clock after it was taken, or waits for the consumer in two messages at most: the count and
  // its own. A full count goes out before it is counted.
  `RVT_IMPLIES(Drains_A, late_q && out_ready_i, rec_ready)
  `RVT_IMPLIES(Offers_A, held_q && !rec_ready, out_valid)
  // A record that came with another base of time or after it is held with the base reported at once, or before; one
  // that came before the base leaves without. Only a RepeatBranch of a count that is older may stand before it (D-40).
  `RVT_IMPLIES(Base_A, first_q && base_q, time_new)
  `RVT_IMPLIES(Early_A, time_new, base_q && (!held_q || first_q))
  // What is held is reported.
  `RVT_ASSERT(Held_A, held == held_q)
  `RVT_ASSERT(Busy_A, busy == (again_q != '0))

  `RVT_COVER(Most_C, gone && repeats && again_q == 19'((1 << CountWidth) - 1) && same)
  `RVT_COVER(Error_C, gone && repeats && rec_q.tcode == rvt_ntrace_pkg::TcError)
  `RVT_COVER(Hist_C, counted && rec_q.tcode == 6'd28 || HistWidth == 0)
  `RVT_COVER(Indirect_C, counted && rec_q.tcode == 6'd4 && rec_q.btype != '0)
  // A record is taken in the clock in which the one before it goes out, or is counted.
  `RVT_COVER(Each_C, gone && taken)
  `RVT_COVER(Next_C, counted && taken)
  `RVT_COVER(Base_C, time_new && held_q && again_q != '0 || TsWidth == 0)

endmodule

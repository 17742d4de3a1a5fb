// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The count of equal branches, any records in, any consumer: as many occurrences come out as went in, each count
/// directly behind its branch message and before anything else, and no record waits for longer than a clock more.
module rvt_fv_repeat #(
  parameter int unsigned IcntWidth  = 3,
  parameter int unsigned HistWidth  = 3,
  parameter int unsigned TsWidth    = 2,
  parameter int unsigned CountWidth = 2,
  localparam int unsigned HistBits  = HistWidth == 0 ? 1 : HistWidth,
  localparam int unsigned KeyBits   = 4 + IcntWidth + HistBits
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    clr_i,
  input logic                    en_i,
  input logic                    rec_valid_i,
  input rvt_ntrace_pkg::record_t rec_i,
  input logic                    out_ready_i,

  (* probe = "i_dut.have_q" *) input logic dut_have,
  (* probe = "i_dut.count_q" *) input logic [CountWidth-1:0] dut_count,
  (* probe = "i_dut.key_q" *) input logic [KeyBits-1:0] dut_key,
  (* probe = "i_dut.time_q" *) input logic [(TsWidth == 0 ? 1 : TsWidth)-1:0] dut_time
);

  logic rec_ready, out_valid, busy;
  rvt_ntrace_pkg::record_t out_rec;
  always @(*) if ($initstate) assume (!rst_ni);

  rvt_ntrace_repeat #(
    .IcntWidth(IcntWidth),
    .HistWidth(HistWidth),
    .TsWidth(TsWidth),
    .CountWidth(CountWidth)
  ) i_dut (
    .clk_i,
    .rst_ni,
    .clr_i,
    .en_i,
    .rec_valid_i,
    .rec_i,
    .rec_ready_o(rec_ready),
    .out_valid_o(out_valid),
    .out_rec_o(out_rec),
    .out_ready_i,
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

  // ---- The message sent last, and how often it came again ----------------------------------------

  logic any_q;  // there is one, and it may be counted against
  logic [5:0] tcode_q;
  logic [1:0] btype_q;
  logic [21:0] icnt_q;
  logic [31:0] hist_q;
  logic [62:0] addr_q;
  logic [63:0] time_q;  // of the last time it came
  logic [18:0] again_q;
  logic late_q;  // a record has waited in a clock in which something left
  logic taken, gone, repeats, same;

  assign taken = rec_valid_i && rec_ready && !clr_i;
  assign gone = out_valid && out_ready_i && !clr_i;
  assign repeats = out_rec.tcode == 6'd30;
  assign same = any_q && is_branch(rec_i.tcode) && rec_i.tcode == tcode_q &&
                rec_i.btype == btype_q && rec_i.icnt == icnt_q &&
                (tcode_q != 6'd28 || rec_i.hist == hist_q) &&
                stays(tcode_q, addr_q) && stays(rec_i.tcode, rec_i.addr);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {any_q, again_q, late_q} <= '0;
    end else begin
      late_q <= rec_valid_i && !taken && (late_q || gone) && !clr_i;
      if (clr_i) begin
        {any_q, again_q} <= '0;
      end else if (gone && !repeats) begin
        any_q <= is_branch(rec_i.tcode) && en_i;
        again_q <= '0;
      end else if (gone) begin
        again_q <= '0;
      end else if (taken) begin
        again_q <= again_q + 19'd1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (gone && !repeats) begin
      tcode_q <= rec_i.tcode;
      btype_q <= rec_i.btype;
      icnt_q <= rec_i.icnt;
      hist_q <= rec_i.hist;
      addr_q <= rec_i.addr;
    end
    if (taken && !gone) time_q <= rec_i.abs_time;
  end

  `RVT_ASSERT(Have_L, dut_have == (any_q && stays(tcode_q, addr_q)))
  `RVT_ASSERT(Again_L, 19'(dut_count) == again_q)
  `RVT_IMPLIES(Time_L, again_q != '0 && TsWidth != 0,
               64'(dut_time) == (time_q & 64'((1 << TsWidth) - 1)))
  `RVT_IMPLIES(Any_L, any_q, is_branch(tcode_q) && (HistWidth != 0 || tcode_q != 6'd28) && (22'(icnt_q) >> IcntWidth) == '0 &&
               (33'(hist_q) >> HistWidth) == '0)
  logic hist_form;
  logic [KeyBits-1:0] key;
  assign hist_form = HistWidth != 0 && tcode_q == 6'd28;
  assign key = {
    tcode_q == 6'd3, hist_form, btype_q, icnt_q[IcntWidth-1:0], hist_form ? hist_q[HistBits-1:0] : {HistBits{1'b0}}
  };
  `RVT_IMPLIES(Key_L, dut_have, dut_key == key)
  `RVT_IMPLIES(Late_L, late_q, again_q == '0)
  // A build without HIST has no message with it.
  `RVT_IMPLIES_M(NoHist_M, rec_valid_i && HistWidth == 0, rec_i.tcode != 6'd28)

  // ---- Properties --------------------------------------------------------------------------------

  // A record that is taken and does not go out is the one sent last once more (NT:RPT-02, RPT-03, RPT-09).
  `RVT_IMPLIES(Same_A, taken && !gone, same)
  // ... and one that goes out is not, for then it would have been counted.
  `RVT_IMPLIES(Counted_A, gone && !repeats, !same)
  // RepeatBranch says how often, since the branch message or the RepeatBranch before (NT:RPT-01, RPT-06) ...
  `RVT_IMPLIES(Count_A, out_valid && repeats, 19'(out_rec.icnt) == again_q && again_q != '0)
  `RVT_ASSERT(Most_A, again_q < 19'(1 << CountWidth))
  // ... directly behind it: nothing has gone out since but RepeatBranch (NT:RPT-10), and nothing is taken in its clock.
  `RVT_IMPLIES(Behind_A, out_valid && repeats, any_q && is_branch(tcode_q) && !taken)
  // ... and with the time of the last one (NT:TSP-11).
  `RVT_IMPLIES(Time_A, out_valid && repeats && TsWidth != 0,
               out_rec.abs_time == (time_q & 64'((1 << TsWidth) - 1)))
  `RVT_IMPLIES(Fields_A, out_valid && repeats, out_rec.sub == '0 && out_rec.btype == '0)
  // Every other record goes out as it came, at once, and never before the count (NT:RPT-07, OWN-11).
  `RVT_IMPLIES(Whole_A, out_valid && !repeats, out_rec == rec_i && again_q == '0)
  `RVT_IMPLIES(Once_A, gone && !repeats, taken)
  // A record waits for the consumer in two messages at most: the count and its own.
  `RVT_IMPLIES(Drains_A, late_q && rec_valid_i && out_ready_i, rec_ready)
  // What is held is reported.
  `RVT_ASSERT(Busy_A, busy == (again_q != '0))

  `RVT_COVER(Most_C, gone && repeats && again_q == 19'((1 << CountWidth) - 1) && same)
  `RVT_COVER(Error_C, gone && repeats && rec_i.tcode == rvt_ntrace_pkg::TcError)
  `RVT_COVER(Hist_C, taken && !gone && rec_i.tcode == 6'd28 || HistWidth == 0)
  `RVT_COVER(Indirect_C, taken && !gone && rec_i.tcode == 6'd4 && rec_i.btype != '0)

endmodule

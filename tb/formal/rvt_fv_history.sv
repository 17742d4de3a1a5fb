// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Outcomes that are held, any records in, any consumer: those that came go out in their order, each once, and none
/// is left behind a message that closes or when nothing is said to be held. Two outcomes fill a HIST.
module rvt_fv_history (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    clr_i,
  input logic                    flush_i,
  input logic                    rec_valid_i,
  input rvt_ntrace_pkg::record_t rec_i,
  input logic                    out_ready_i
);

  localparam int unsigned HistWidth = 3;
  localparam int unsigned Kept = 32;  // outcomes

  logic word, rec_ready, out_valid, time_new, held, busy;
  rvt_ntrace_pkg::record_t out_rec;
  always @(*) if ($initstate) assume (!rst_ni);
  assign word = rec_valid_i && rec_i.tcode == 6'd27 && rec_i.sub == 4'd1;

  rvt_ntrace_history #(
    .Longest(HistWidth - 1),
    .HistWidth(HistWidth),
    .TsWidth(0)
  ) i_dut (
    .*,
    .en_i(1'b1),
    .word_i(word),
    .time_new_i(1'b0),
    .rec_ready_o(rec_ready),
    .out_valid_o(out_valid),
    .out_rec_o(out_rec),
    .time_new_o(time_new),
    .held_o(held),
    .busy_o(busy)
  );

  // ---- What flow offers ----------------------------------------------------------------------------

  // TCODEs with HIST; a Correlation of HTM has it.
  function automatic logic has_hist(input logic [5:0] tcode);
    has_hist = tcode == 6'd28 || tcode == 6'd29 || tcode == 6'd33;
  endfunction
  logic offered_q;
  rvt_ntrace_pkg::record_t offer_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) offered_q <= 1'b0;
    else offered_q <= rec_valid_i && !rec_ready && !clr_i;
  end
  always_ff @(posedge clk_i) offer_q <= rec_i;
  `RVT_IMPLIES_M(Stays_M, offered_q, rec_valid_i && rec_i == offer_q)
  `RVT_ASSUME(Tcode_M, rec_i.tcode == 6'd27 || has_hist(rec_i.tcode) || rec_i.tcode == 6'd2 || rec_i.tcode == 6'd4 ||
              rec_i.tcode == 6'd8 || rec_i.tcode == 6'd9 || rec_i.tcode == 6'd12)
  `RVT_ASSUME(Hist_M, rec_i.hist[31:3] == '0 && rec_i.hist != '0 && rec_i.sub <= 4'd1)
  `RVT_IMPLIES_M(Full_M, rec_i.tcode == 6'd27 ? rec_i.sub == 4'd1 : has_hist(rec_i.tcode),
                 rec_i.hist[2] == (rec_i.tcode == 6'd27))
  `RVT_IMPLIES_M(Cdf_M, rec_i.tcode == 6'd33, rec_i.btype == 2'd1)

  // ---- Outcomes that have come and not gone --------------------------------------------------------

  logic [Kept-1:0] come_q, come;  // the newest one in bit 0
  logic [5:0] count_q, count;
  logic taken, gone, full, repeats, own;
  logic [1:0] outcomes;  // of the message
  logic [17:0] times;
  logic [5:0] leave;
  logic right;

  assign taken = rec_valid_i && rec_ready && !clr_i;
  assign gone = out_valid && out_ready_i && !clr_i;
  assign full = out_rec.tcode == 6'd27;
  assign repeats = full && out_rec.sub == 4'd2;
  assign outcomes = out_rec.hist[2] ? 2'd2 : {1'b0, out_rec.hist[1]};
  assign times = repeats ? out_rec.icnt[17:0] : 18'd1;
  // Its own outcomes come with a record that closes.
  assign own = !full && has_hist(rec_i.tcode) && rec_i.hist[2:1] != '0;
  always_comb begin
    leave = '0;
    if (gone && (full ? out_rec.sub != '0 : has_hist(out_rec.tcode) && !own))
      leave = outcomes == 2'd2 ? 6'(times << 1) : outcomes == 2'd1 ? 6'(times) : '0;
    right = 1'b1;
    for (int unsigned k = 0; k < Kept; k++) begin  // the k-th one that leaves
      if (6'(k) < leave && 6'(k) < count_q)
        right = right && come_q[5'(count_q-6'd1-6'(k))] == (outcomes == 2'd2 && k % 2 == 0 ? out_rec.hist[1] : out_rec.hist[0]);
    end
    come = word && taken ? {come_q[Kept-3:0], rec_i.hist[1:0]} : come_q;
    count = count_q - leave + (word && taken ? 6'd2 : 6'd0);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {come_q, count_q} <= '0;
    else {come_q, count_q} <= clr_i ? '0 : {come, count};
  end
  `RVT_ASSUME(Kept_M, count_q < 6'(Kept - 2))

  // ---- Properties ----------------------------------------------------------------------------------

  // What goes out has come before it, in that order (NT:RSF-07).
  `RVT_IMPLIES(Order_A, gone, leave <= count_q && right && times < 18'd32)
  // A message that closes leaves none behind (NT:RHI-06), and goes out as it came but for them.
  `RVT_IMPLIES(Closes_A, gone && !full,
               count == '0 && taken && out_rec.addr == rec_i.addr && out_rec.icnt == rec_i.icnt)
  `RVT_IMPLIES(Own_A, gone && own, count_q == '0 && out_rec.hist == rec_i.hist)
  // RCODE 0 overtakes them as it is (NT:RHI-07).
  `RVT_IMPLIES(Overtakes_A, gone && full && out_rec.sub == '0,
               taken && out_rec.icnt == rec_i.icnt && leave == '0)
  // All that is held is said to be.
  `RVT_IMPLIES(Busy_A, !busy, count_q == '0)
  // A record without outcomes to be held leaves in the clock in which it is taken.
  `RVT_IMPLIES(Taken_A, taken && !word, gone && (!full || out_rec.sub == '0))

  `RVT_COVER(Repeats_C, gone && repeats)
  `RVT_COVER(Joins_C, gone && !full && leave != '0 && out_rec.tcode != rec_i.tcode)
  `RVT_COVER(Overtakes_C, gone && full && out_rec.sub == '0 && count_q != '0)

endmodule

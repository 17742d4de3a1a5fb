// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What a record is to outcomes that are held, in the clock after it came: nothing of it is in the path of `ready`.
module rvt_ntrace_kind #(
  parameter int unsigned HistWidth = 32,
  parameter int unsigned TsWidth   = 0
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clr_i,
  input  logic                    rec_valid_i,
  input  rvt_ntrace_pkg::record_t rec_i,
  input  logic                    word_i,  // it has the outcomes of a whole HIST
  input  logic                    rec_ready_i,
  input  logic                    time_new_i,  // it and what follows have another base of time
  input  logic                    quiet_i,  // all outcomes that came before have gone, or are held
  output logic                    time_new_o,  // the same of what goes out
  input  logic                    joins_i,  // what goes out: it with the outcomes that remain ...
  input  logic                    sends_i,  // ... outcomes, ...
  input  logic                    repeats_i,  // ... which repeat; else it as it is
  input  logic [31:0]             hist_i,
  input  logic [17:0]             count_i,
  input  logic                    late_i,  // not with its time, but with this one
  input  logic [63:0]             time_i,
  output logic                    wait_o,  // outcomes wait: those before another base have to go
  output logic                    icnt_o,  // it overtakes them
  output logic                    close_o,  // it goes out after them
  output logic                    join_o,  // ... and can have some, as it has none (NT:RHI-06)
  output rvt_ntrace_pkg::record_t out_rec_o
);

  //   2 000010 Ownership     9 001001 ProgTraceSync       28 011100 IndirectBranchHist
  //   3 000011 DirectBranch 11 001011 DirectBranchSync    29 011101 IndirectBranchHistSync
  //   4 000100 IndirectBr.  12 001100 IndirectBranchSync  33 100001 ProgTraceCorrelation
  //   8 001000 Error        27 011011 ResourceFull
  logic [5:0] tc;
  logic full, joins;
  logic other_q;  // of RCODE 0, or of what closes and can have outcomes
  assign icnt_o = !close_o && other_q;
  assign join_o = close_o && other_q;
  logic wait_q, waits, time_new;  // until outcomes of another base have gone, or are in the record
  assign tc = rec_i.tcode;
  assign full = tc[4] && !tc[2];
  assign joins = (tc[2] || (tc[5] && rec_i.btype[0]) || (tc[3] && tc[0] && !tc[1])) &&
                 (!(tc[4] || tc[5]) || rec_i.hist[HistWidth-1:1] == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {close_o, other_q} <= '0;
    else if (clr_i || !rec_valid_i || rec_ready_i) {close_o, other_q} <= '0;
    else {close_o, other_q} <= {!full, full ? !word_i : joins};
  end

  always_comb begin
    out_rec_o = rec_i;
    // 4 becomes 28, 9 and 12 become 29.
    if (joins_i && !tc[5]) out_rec_o.tcode = {5'b01110, tc[4] ? tc[0] : tc[3]};
    if (joins_i || sends_i) out_rec_o.hist = hist_i;
    if (sends_i) begin
      out_rec_o.tcode = rvt_ntrace_pkg::TcResourceFull;
      out_rec_o.sub = repeats_i ? rvt_ntrace_pkg::RcHistRepeat : rvt_ntrace_pkg::RcHist;
      out_rec_o.btype = '0;
      out_rec_o.icnt = 22'(count_i);
      if (late_i) out_rec_o.abs_time = time_i;
    end
  end

  assign time_new = TsWidth != 0 && (time_new_i || wait_q) && !clr_i;
  assign waits = time_new && !quiet_i && !joins_i;
  assign time_new_o = time_new && !waits;
  assign wait_o = wait_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wait_q <= 1'b0;
    else wait_q <= waits;
  end

  // No record makes a repeat of its own.
  `RVT_IMPLIES_M(Rcode_M, rec_valid_i && full, rec_i.sub <= rvt_ntrace_pkg::RcHist)
  // A record on offer is taken, or is no more: its kind stays.
  `RVT_IMPLIES_M(Kind_M, rec_valid_i && (icnt_o || close_o),
                 {icnt_o, close_o} == {full && !word_i, !full})
  `RVT_IMPLIES_M(Word_M, word_i || (rec_valid_i && full),
                 word_i == (rec_valid_i && full && rec_i.sub[0]))
  // A base begins with a record that is more than a counter.
  `RVT_IMPLIES_M(Base_M, word_i, !time_new_i)

endmodule

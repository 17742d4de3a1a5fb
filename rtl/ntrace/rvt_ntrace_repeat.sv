// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Branch messages that are the same once more are counted, not sent (NT:RPT-01): docs/units/repeat.md.
///
/// A record that is equal to the branch record sent directly before it is taken at once. Before any other the count
/// goes out as RepeatBranch, in a clock of its own (NT:RPT-07). Only a branch that a decoder can repeat by
/// its address reference alone is counted against: DirectBranch, and a message whose U-ADDR is 0 (NT:RPT-09).
module rvt_ntrace_repeat #(
  parameter int unsigned IcntWidth  = 16,  // 1..22 bits of I-CNT
  parameter int unsigned HistWidth  = 32,  // 2..32 bits of HIST, 0: no HIST
  parameter int unsigned TsWidth    = 0,   // 1..64 bits of time, 0: no TSTAMP
  parameter int unsigned CountWidth = 18   // 1..18 bits of B-CNT (NT:RPT-06)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clr_i,
  input  logic                    en_i,  // branches are counted against what is sent from now on

  input  logic                    rec_valid_i,
  input  rvt_ntrace_pkg::record_t rec_i,
  output logic                    rec_ready_o,  // depends on the record

  output logic                    out_valid_o,
  output rvt_ntrace_pkg::record_t out_rec_o,
  input  logic                    out_ready_i,

  output logic                    busy_o  // a count is held
);

  localparam int unsigned HistBits = HistWidth == 0 ? 1 : HistWidth;
  localparam int unsigned TimeBits = TsWidth == 0 ? 1 : TsWidth;
  localparam int unsigned KeyBits = 4 + IcntWidth + HistBits;

  if (IcntWidth < 1 || IcntWidth > rvt_ntrace_pkg::IcntCeil) begin : g_bad_icnt_width
    $error("rvt_ntrace_repeat: IcntWidth must be 1..22");
  end
  if (HistWidth == 1 || HistWidth > rvt_ntrace_pkg::HistCeil) begin : g_bad_hist_width
    $error("rvt_ntrace_repeat: HistWidth must be 0 or 2..32");
  end
  if (TsWidth > rvt_ntrace_pkg::TimeCeil) begin : g_bad_ts_width
    $error("rvt_ntrace_repeat: TsWidth must be 0..64");
  end
  if (CountWidth < 1 || CountWidth > rvt_ntrace_pkg::RepeatCeil) begin : g_bad_count_width
    $error("rvt_ntrace_repeat: CountWidth must be 1..18");
  end

  // ---- The record ------------------------------------------------------------------------------

  logic direct, with_hist, candidate;
  logic [HistBits-1:0] hist;
  logic [KeyBits-1:0] key;  // all that two equal branches have in common, but the target

  // A branch message without SYNC (NT:RPT-03) that goes where the one before went: a DirectBranch has no address, and
  // what is equal to the address sent before has a difference of 0.
  assign direct = rec_i.tcode == rvt_ntrace_pkg::TcDirectBranch;
  assign with_hist = HistWidth != 0 && rec_i.tcode == rvt_ntrace_pkg::TcIndirectBranchHist;
  assign candidate = direct || ((with_hist || rec_i.tcode == rvt_ntrace_pkg::TcIndirectBranch) &&
                                rec_i.addr == '0);
  assign hist = with_hist ? HistBits'(rec_i.hist) : '0;
  assign key = {direct, with_hist, rec_i.btype, IcntWidth'(rec_i.icnt), hist};

  // ---- What is done with it --------------------------------------------------------------------

  logic have_q;  // the message sent last is one that is counted against
  logic [KeyBits-1:0] key_q;
  logic [CountWidth-1:0] count_q, count_d;
  logic [TimeBits-1:0] time_q;  // of what was counted last (NT:TSP-11)
  logic some, merge, send, pass;

  assign some = count_q != '0;
  assign merge = rec_valid_i && have_q && candidate && key == key_q && !(&count_q);
  assign send = rec_valid_i && !merge && some;
  assign pass = rec_valid_i && !merge && !some && out_ready_i;

  assign rec_ready_o = merge || (out_ready_i && !send);
  assign out_valid_o = rec_valid_i && !merge;
  assign busy_o = some;

  always_comb begin
    out_rec_o = rec_i;
    if (send) begin
      out_rec_o.tcode = rvt_ntrace_pkg::TcRepeatBranch;
      out_rec_o.sub = '0;
      out_rec_o.btype = '0;
      out_rec_o.icnt = 22'(count_q);
      out_rec_o.abs_time = TsWidth == 0 ? '0 : 64'(time_q);
    end
  end

  always_comb begin
    count_d = count_q;
    if (merge) count_d = count_q + CountWidth'(1);
    if (clr_i || (send && out_ready_i)) count_d = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) have_q <= 1'b0;
    else if (clr_i || pass) have_q <= candidate && en_i && !clr_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= count_d;
  end
  always_ff @(posedge clk_i) if (pass) key_q <= key;
  always_ff @(posedge clk_i) if (merge) time_q <= TimeBits'(rec_i.abs_time);

  // A smaller build leaves upper bits of the record aside.
  logic unused;
  assign unused = ^{rec_i, time_q};

  // ---- Assertions ----------------------------------------------------------------------------

  // What is counted is counted against the message sent last.
  `RVT_ASSERT(Held_A, have_q || !some)
  // No record is taken while the count before it is still here, but one that is counted as well (NT:RPT-07).
  `RVT_IMPLIES(First_A, rec_valid_i && rec_ready_o && some, merge)
  // I-CNT and HIST fit this build.
  `RVT_IMPLIES_M(Icnt_M, rec_valid_i, (23'(rec_i.icnt) >> IcntWidth) == '0)
  `RVT_IMPLIES_M(Hist_M, rec_valid_i, (33'(rec_i.hist) >> HistWidth) == '0)
  // Flow makes no RepeatBranch of its own.
  `RVT_IMPLIES_M(Tcode_M, rec_valid_i, rec_i.tcode != rvt_ntrace_pkg::TcRepeatBranch)

endmodule

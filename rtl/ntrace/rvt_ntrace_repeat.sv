// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Branch messages that are the same once more are counted, not sent (NT:RPT-01): docs/units/repeat.md.
///
/// A record is compared with the one before it while it goes into a register and in the clock after it, in which it
/// is counted or offered to the packer; a count before it goes out first as RepeatBranch, in a clock of its own (NT:RPT-07). Only a
/// branch that a decoder can repeat by its address reference alone is counted against: DirectBranch, and a
/// message whose U-ADDR is 0 (NT:RPT-09). `rec_ready_o` depends on the registers and `out_ready_i`.
module rvt_ntrace_repeat #(
  parameter int unsigned IcntWidth  = 16,  // 1..22 bits of I-CNT
  parameter int unsigned HistWidth  = 32,  // 2..32 bits of HIST, 0: no HIST
  parameter int unsigned TsWidth    = 0,   // 1..64 bits of time, 0: no TSTAMP
  parameter int unsigned CountWidth = 18   // 1..18 bits of B-CNT (NT:RPT-06)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clr_i,
  input  logic                    en_i,  // branches are counted against what comes from now on

  input  logic                    rec_valid_i,
  input  rvt_ntrace_pkg::record_t rec_i,
  input  logic                    time_new_i,  // it and what follows have another base of time
  output logic                    rec_ready_o,

  output logic                    out_valid_o,
  output rvt_ntrace_pkg::record_t out_rec_o,
  output logic                    time_new_o,  // the same of what is offered
  input  logic                    out_ready_i,

  output logic                    held_o,  // a record is held
  output logic                    busy_o   // a count is held
);

  localparam int unsigned HistBits = HistWidth == 0 ? 1 : HistWidth;
  localparam int unsigned TimeBits = TsWidth == 0 ? 1 : TsWidth;

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

  // ---- The record, and the one before it ---------------------------------------------------------

  logic valid_q;  // rec_q is here, neither sent nor counted; it stays when it has left
  rvt_ntrace_pkg::record_t rec_q;
  logic en_q;  // ... and was loaded while branches are counted
  // What the one before it is, if it is counted against; its B-TYPE; what of the two is the same.
  logic was_direct_q, was_plain_q, was_hist_q;
  logic [1:0] was_btype_q;
  logic icnt_same_q, hist_same_q;
  logic no_addr_q;  // the address sent is 0
  logic [4:0] tc;
  logic direct, plain, with_hist, same, load;

  // A branch message without SYNC (NT:RPT-03) that goes where the one before went: a DirectBranch has no address, and
  // what is equal to the address sent before has a difference of 0. What is long is compared as the record loads, the
  // rest in the clock after it. Only the bits that tell the messages apart are looked at.
  assign tc = rec_q.tcode[4:0];
  assign direct = tc[0] && tc[1] && !tc[3];  // DirectBranch
  assign plain = tc[2] && !tc[3];  // IndirectBranch
  assign with_hist = HistWidth != 0 && tc[2] && tc[4] && !tc[0] && !tc[1];  // IndirectBranchHist
  assign same = ((was_direct_q && direct) || (was_plain_q && plain && no_addr_q) ||
                 (was_hist_q && with_hist && no_addr_q && hist_same_q)) &&
                rec_q.btype == was_btype_q && icnt_same_q;
  assign load = rec_valid_i && rec_ready_o;

  // ---- What is done with it --------------------------------------------------------------------

  logic [CountWidth-1:0] count_q, count_d;
  logic [TimeBits-1:0] time_q;  // of what was counted last (NT:TSP-11)
  localparam logic [CountWidth-1:0] Last = {CountWidth{1'b1}} - CountWidth'(1);
  logic some_q, full_q;  // the count is not 0; it is the largest
  logic merge, send, leave, clear;

  assign merge = valid_q && same && !full_q;
  assign send = valid_q && !merge && some_q;
  assign leave = merge || (out_ready_i && !some_q);

  assign rec_ready_o = !valid_q || leave;
  assign out_valid_o = valid_q && !merge;
  assign held_o = valid_q;
  assign busy_o = some_q;

  always_comb begin
    out_rec_o = rec_q;
    if (some_q) begin
      out_rec_o.tcode = rvt_ntrace_pkg::TcRepeatBranch;
      out_rec_o.sub = '0;
      out_rec_o.btype = '0;
      out_rec_o.icnt = 22'(count_q);
      out_rec_o.abs_time = TsWidth == 0 ? '0 : 64'(time_q);
    end
  end

  assign clear = clr_i || (send && out_ready_i);
  always_comb begin
    count_d = count_q;
    if (merge) count_d = count_q + CountWidth'(1);
    if (clear) count_d = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_q, en_q} <= '0;
    end else if (clr_i || rec_ready_o) begin
      valid_q <= rec_valid_i && !clr_i;
      if (clr_i || rec_valid_i) en_q <= en_i && !clr_i;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      {some_q, full_q} <= '0;
    end else begin
      count_q <= count_d;
      some_q <= (some_q || merge) && !clear;
      full_q <= (full_q || (merge && count_q == Last)) && !clear;
    end
  end
  always_ff @(posedge clk_i) begin
    if (load) begin
      rec_q <= rec_i;
      was_direct_q <= en_q && direct;
      was_plain_q <= en_q && plain && no_addr_q;
      was_hist_q <= en_q && with_hist && no_addr_q;
      was_btype_q <= rec_q.btype;
      icnt_same_q <= IcntWidth'(rec_i.icnt) == IcntWidth'(rec_q.icnt);
      hist_same_q <= HistBits'(rec_i.hist) == HistBits'(rec_q.hist);
      no_addr_q <= rec_i.addr == '0;
    end
  end
  always_ff @(posedge clk_i) if (merge) time_q <= TimeBits'(rec_q.abs_time);

  // ---- Another base of time ----------------------------------------------------------------------

  logic new_q, wait_q;  // now; when the record that came before it has left
  logic time_new;

  assign time_new = TsWidth != 0 && (time_new_i || wait_q) && !clr_i;
  assign time_new_o = new_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {new_q, wait_q} <= '0;
    else {new_q, wait_q} <= {time_new && rec_ready_o, time_new && !rec_ready_o};
  end

  // A smaller build leaves upper bits of the record aside.
  logic unused;
  assign unused = ^{rec_i, time_q, time_new_i};

  // ---- Assertions ----------------------------------------------------------------------------

  // Before a record goes out the count has (NT:RPT-07).
  `RVT_IMPLIES(First_A, out_valid_o && some_q, out_rec_o.tcode == rvt_ntrace_pkg::TcRepeatBranch)
  // What is decided by the count being 0 or the largest says so.
  `RVT_ASSERT(Count_A, some_q == (count_q != '0) && full_q == &count_q)
  // What is counted goes where the one before went.
  `RVT_IMPLIES(Stays_A, merge,
               rec_q.tcode == rvt_ntrace_pkg::TcDirectBranch || rec_q.addr == '0)
  // I-CNT and HIST fit this build; HREPEAT is not compared.
  `RVT_IMPLIES_M(Icnt_M,
                 rec_valid_i && (rec_i.tcode != rvt_ntrace_pkg::TcResourceFull ||
                                 rec_i.sub == rvt_ntrace_pkg::RcIcnt),
                 (23'(rec_i.icnt) >> IcntWidth) == '0)
  `RVT_IMPLIES_M(Hist_M, rec_valid_i, (33'(rec_i.hist) >> HistWidth) == '0)
  // It is a message, and flow makes no RepeatBranch of its own.
  `RVT_IMPLIES_M(Tcode_M, rec_valid_i, rvt_ntrace_pkg::is_tcode(rec_i.tcode) &&
                 rec_i.tcode != rvt_ntrace_pkg::TcRepeatBranch)

endmodule

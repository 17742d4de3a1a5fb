// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Layout of a message (NT:MSG): the fixed fields in one word, and which variable fields follow.
/// Combinational.
///
/// SRC is not here, nor TSTAMP: whether a message has it depends on the messages before.
module rvt_ntrace_packer_layout #(
  parameter int unsigned HistWidth   = 32,  // 2..32 bits of HIST, 0: no HIST
  parameter int unsigned Repeat      = 1,   // 1: a ResourceFull may have RCODE 2
  localparam int unsigned FixedBits  = 6    // SYNC, ETYPE, RCODE or EVCODE, then B-TYPE or CDF
) (
  input  logic                    clk_i,   // read by assertions only
  input  logic                    rst_ni,  // read by assertions only
  input  logic                    rec_valid_i,
  input  rvt_ntrace_pkg::record_t rec_i,

  output logic [FixedBits-1:0]    fixed_o,       // the fixed fields after TCODE and SRC
  output logic [2:0]              fixed_bits_o,  // 0, 2, 4 or 6
  output logic                    has_icnt_o,
  output logic                    has_addr_o,
  output logic                    has_hist_o,
  output logic                    hist_first_o  // HIST, if any, comes before I-CNT
);

  logic [5:0] tc;
  logic branch, full;
  logic with_sub, with_btype;

  // Only the bits that tell the twelve messages apart are looked at: a quarter less than comparing.
  //   2 000010 Ownership     9 001001 ProgTraceSync       28 011100 IndirectBranchHist
  //   3 000011 DirectBranch 11 001011 DirectBranchSync    29 011101 IndirectBranchHistSync
  //   4 000100 IndirectBr.  12 001100 IndirectBranchSync  30 011110 RepeatBranch
  //   8 001000 Error        27 011011 ResourceFull        33 100001 ProgTraceCorrelation
  assign tc = rec_i.tcode;
  assign branch = tc[2] && !tc[1];  // an indirect branch: 4, 12, 28, 29
  assign full = tc[4] && !tc[2];    // ResourceFull
  assign with_sub = tc[5] || (tc[3] && (tc[0] || !tc[4]));
  assign with_btype = tc[5] || branch;
  assign has_addr_o = branch || (tc[3] && tc[0] && !tc[4]) || (tc[1] && !tc[0] && !tc[4]);
  if (HistWidth == 0) begin : g_no_hist
    assign has_hist_o = 1'b0;
    assign has_icnt_o = tc[4] || tc[0] || !tc[1];
  end else begin : g_hist
    assign has_hist_o = (branch && tc[4]) || (tc[5] && rec_i.btype[0]) ||
                        (full && rec_i.sub[1:0] != 2'(rvt_ntrace_pkg::RcIcnt));
    assign has_icnt_o = full ? rec_i.sub[1:0] != 2'(rvt_ntrace_pkg::RcHist)
                             : tc[4] || tc[0] || !tc[1];
  end
  assign hist_first_o = Repeat != 0 && HistWidth != 0 && full;

  // Zero in a message without it, so B-TYPE alone needs no place of its own.
  assign fixed_o = with_sub ? {rec_i.btype, rec_i.sub} : {4'b0, rec_i.btype};
  assign fixed_bits_o = {with_sub, with_btype, 1'b0};

  logic unused;
  assign unused = ^{clk_i, rst_ni, rec_valid_i, rec_i};

  // ---- Assertions ----------------------------------------------------------------------------

  // A record is one of the twelve messages.
  `RVT_IMPLIES_M(Tcode_M, rec_valid_i, rvt_ntrace_pkg::is_tcode(rec_i.tcode))
  // A fixed field that the message does not have is zero; I-CNT, address and HIST are ignored then.
  `RVT_IMPLIES_M(NoSub_M, rec_valid_i && !with_sub, rec_i.sub == '0)
  `RVT_IMPLIES_M(NoBtype_M, rec_valid_i && !with_btype, rec_i.btype == '0)
  // Reserved codes are never asked for (NT:RSF-01, NT:COR-02).
  `RVT_IMPLIES_M(Rcode_M, rec_valid_i && rec_i.tcode == rvt_ntrace_pkg::TcResourceFull,
                 rec_i.sub <= (Repeat != 0 ? rvt_ntrace_pkg::RcHistRepeat : rvt_ntrace_pkg::RcHist))
  `RVT_IMPLIES_M(Cdf_M, rec_valid_i && rec_i.tcode == rvt_ntrace_pkg::TcProgTraceCorrelation,
                 !rec_i.btype[1])

endmodule

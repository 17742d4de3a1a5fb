// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The record of the step of flow that has one. Combinational.
///
/// Variable fields that the message does not have are left to the packer to ignore.
module rvt_ntrace_flow_record #(
  parameter int unsigned AddrWidth = 31,
  parameter int unsigned Htm       = 1,
  parameter int unsigned IcntWidth = 16,
  parameter int unsigned HistWidth = 32,
  parameter int unsigned TsWidth   = 0,
  parameter int unsigned PlainHist = 1,  // HTM: forms without HIST while it is empty (NT:MSG-03)
  parameter int unsigned Events    = 1,
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1
) (
  input  logic                      htm_i,       // mode of the session
  input  logic [3:0]                sub_i,       // of the entry
  input  rvt_ntrace_pkg::flow_act_t act_i,       // what is done ...
  input  logic                      direct_i,    // ... where a block is counted
  input  logic                      full_i,
  input  logic                      hist_any_i,
  input  logic [3:0]                reason_i,    // SYNC, if it is a sync
  input  logic [1:0]                btype_i,     // of what waited
  input  logic [IcntWidth-1:0]      icnt_i,
  input  logic [HistWidth-1:0]      hist_i,
  input  logic [AddrWidth-1:0]      addr_i,      // of the head
  input  logic [AddrWidth-1:0]      ref_i,       // address sent last
  input  logic [TimeWidth-1:0]      time_i,      // of the head
  input  logic [TimeWidth-1:0]      pend_time_i, // of what waited
  output rvt_ntrace_pkg::record_t   rec_o
);

  localparam bit HasHtm = Htm != 0;

  logic with_hist, sync, of_pend;
  logic [5:0] tcode;
  logic [AddrWidth-1:0] addr;
  logic [TimeWidth-1:0] abs_time;

  assign with_hist = htm_i && (hist_any_i || PlainHist == 0);  // form of a message for a transfer
  assign sync = act_i.direct_sync || act_i.branch_sync || act_i.linear;
  assign of_pend = act_i.direct || act_i.direct_sync || act_i.branch || act_i.branch_sync;
  assign addr = addr_i ^ (act_i.branch ? ref_i : '0);  // NT:ADR-03
  assign abs_time = of_pend ? pend_time_i : time_i;    // NT:TSP-06

  always_comb begin
    tcode = '0;
    if (act_i.error) tcode = tcode | rvt_ntrace_pkg::TcError;
    if (act_i.stop) tcode = tcode | rvt_ntrace_pkg::TcProgTraceCorrelation;
    if (act_i.start) tcode = tcode | rvt_ntrace_pkg::TcProgTraceSync;
    if (act_i.direct) tcode = tcode | rvt_ntrace_pkg::TcDirectBranch;
    if (act_i.direct_sync) tcode = tcode | rvt_ntrace_pkg::TcDirectBranchSync;
    if (act_i.branch) begin
      tcode = tcode | (with_hist ? rvt_ntrace_pkg::TcIndirectBranchHist :
                                   rvt_ntrace_pkg::TcIndirectBranch);
    end
    if (act_i.branch_sync) begin
      tcode = tcode | (with_hist ? rvt_ntrace_pkg::TcIndirectBranchHistSync :
                                   rvt_ntrace_pkg::TcIndirectBranchSync);
    end
    if (act_i.linear) begin  // NT:SYN-32
      tcode = tcode | (htm_i && hist_any_i ? rvt_ntrace_pkg::TcIndirectBranchHistSync :
                                             rvt_ntrace_pkg::TcProgTraceSync);
    end
    if (act_i.hist || act_i.icnt || (act_i.count && !direct_i)) begin
      tcode = tcode | rvt_ntrace_pkg::TcResourceFull;
    end
    if (act_i.count && direct_i) tcode = tcode | rvt_ntrace_pkg::TcDirectBranch;
  end

  always_comb begin
    rec_o = '0;
    rec_o.tcode = tcode;
    // A start's I-CNT is 0 (NT:SYN-30): nothing is left over from before.
    rec_o.icnt = act_i.error ? 22'(sub_i) : 22'(icnt_i);
    rec_o.addr = 63'(addr);
    rec_o.hist = HasHtm ? 32'(hist_i) : '0;
    rec_o.abs_time = TsWidth > 0 ? 64'(abs_time) : '0;
    if (act_i.stop || act_i.start) rec_o.sub = sub_i;
    if (act_i.stop) begin
      rec_o.sub[rvt_ntrace_pkg::StopResetBit] = 1'b0;
      if (Events != 0) rec_o.sub[rvt_ntrace_pkg::StopNotifiedBit] = 1'b0;
    end
    if (sync) rec_o.sub = rec_o.sub | reason_i;
    // Both counters full give RCODE 0 first (NT:ICNT-14).
    if (act_i.hist || (act_i.count && !direct_i && !full_i)) begin
      rec_o.sub = rec_o.sub | rvt_ntrace_pkg::RcHist;
    end
    if (act_i.branch || act_i.branch_sync) rec_o.btype = btype_i;
    if (act_i.stop) rec_o.btype[0] = rec_o.btype[0] | htm_i;  // CDF (NT:COR-03)
  end

endmodule

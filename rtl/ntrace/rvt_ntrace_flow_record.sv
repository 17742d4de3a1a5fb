// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The record of the step of flow that has one. Combinational.
///
/// Variable fields that the message does not have are left to the packer to ignore.
module rvt_ntrace_flow_record #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned AddrWidth = Build.Xlen - 1,
  localparam int unsigned TimeWidth = Build.TsWidth > 0 ? Build.TsWidth : 1
) (
  input  logic                         htm_i,       // mode of the session
  input  logic [3:0]                   sub_i,       // of the entry
  input  rvt_ntrace_pkg::flow_choice_t choice_i,
  input  logic [AddrWidth-1:0]         addr_i,      // to report
  input  logic [AddrWidth-1:0]         ref_i,       // address sent last
  input  logic [TimeWidth-1:0]         time_i,      // of the head
  input  logic [TimeWidth-1:0]         pend_time_i, // of what waited
  output rvt_ntrace_pkg::record_t      rec_o
);

  localparam bit HasHtm = Build.Htm != 0;

  rvt_ntrace_pkg::flow_act_t act;
  assign act = choice_i.act;

  logic with_hist, sync, of_pend;
  logic [5:0] tcode;
  logic [AddrWidth-1:0] addr;
  logic [TimeWidth-1:0] abs_time;

  // The form of a message for a transfer.
  assign with_hist = htm_i && (choice_i.hist_any || Build.PlainHist == 0);
  assign sync = act.direct_sync || act.branch_sync || act.linear;
  assign of_pend = act.direct || act.direct_sync || act.branch || act.branch_sync;
  assign addr = addr_i ^ (act.branch ? ref_i : '0);  // NT:ADR-03
  assign abs_time = of_pend ? pend_time_i : time_i;    // NT:TSP-06

  always_comb begin
    tcode = '0;
    if (act.error) tcode = tcode | rvt_ntrace_pkg::TcError;
    if (act.stop) tcode = tcode | rvt_ntrace_pkg::TcProgTraceCorrelation;
    if (act.start) tcode = tcode | rvt_ntrace_pkg::TcProgTraceSync;
    if (act.direct) tcode = tcode | rvt_ntrace_pkg::TcDirectBranch;
    if (act.direct_sync) tcode = tcode | rvt_ntrace_pkg::TcDirectBranchSync;
    if (act.branch) begin
      tcode = tcode | (with_hist ? rvt_ntrace_pkg::TcIndirectBranchHist :
                                   rvt_ntrace_pkg::TcIndirectBranch);
    end
    if (act.branch_sync) begin
      tcode = tcode | (with_hist ? rvt_ntrace_pkg::TcIndirectBranchHistSync :
                                   rvt_ntrace_pkg::TcIndirectBranchSync);
    end
    if (act.linear) begin  // NT:SYN-32
      tcode = tcode | (htm_i && choice_i.hist_any ? rvt_ntrace_pkg::TcIndirectBranchHistSync :
                                             rvt_ntrace_pkg::TcProgTraceSync);
    end
    if (act.hist || act.icnt || (act.count && !choice_i.direct)) begin
      tcode = tcode | rvt_ntrace_pkg::TcResourceFull;
    end
    if (act.count && choice_i.direct) tcode = tcode | rvt_ntrace_pkg::TcDirectBranch;
  end

  always_comb begin
    rec_o = '0;
    rec_o.tcode = tcode;
    // A start's I-CNT is 0 (NT:SYN-30): nothing is left over from before.
    rec_o.icnt = act.error ? 22'(rvt_ntrace_pkg::ecode_of(sub_i)) : choice_i.icnt;
    rec_o.addr = 63'(addr);
    rec_o.hist = HasHtm ? choice_i.hist : '0;
    rec_o.abs_time = Build.TsWidth > 0 ? 64'(abs_time) : '0;
    if (act.start) rec_o.sub = rvt_ntrace_pkg::sync_of(sub_i);
    if (act.stop) rec_o.sub = rvt_ntrace_pkg::evcode_of(sub_i & rvt_ingress_pkg::EndedBits);
    if (sync) rec_o.sub = rec_o.sub | choice_i.reason;
    // Both counters full give RCODE 0 first (NT:ICNT-14).
    if (act.hist || (act.count && !choice_i.direct && !choice_i.full)) begin
      rec_o.sub = rec_o.sub | rvt_ntrace_pkg::RcHist;
    end
    if (act.branch || act.branch_sync) rec_o.btype = choice_i.btype;
    if (act.stop) rec_o.btype[0] = rec_o.btype[0] | htm_i;  // CDF (NT:COR-03)
  end

endmodule

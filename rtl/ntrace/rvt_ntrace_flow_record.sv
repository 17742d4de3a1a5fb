// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The record of a step of flow. Combinational.
///
/// Variable fields that the message does not have are left to the packer to ignore.
module rvt_ntrace_flow_record #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned AddrWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits),
  localparam int unsigned TimeWidth = Build.TsWidth > 0 ? Build.TsWidth : 1,
  localparam int unsigned Excess    = rvt_ntrace_pkg::run_outcomes(Build.FlowBlocks,
                                                                   Build.HistWidth) - 1,
  localparam int unsigned HistBits = Build.HistWidth + Excess
) (
  input  logic                       htm_i,       // mode of the session
  input  rvt_ntrace_pkg::flow_act_t  act_i,
  input  logic                       drain_i,     // of a full counter
  input  logic [3:0]                 sub_i,       // of the entry
  input  rvt_ntrace_pkg::sync_e      reason_i,    // SYNC of a sync
  input  logic [1:0]                 btype_i,     // of what waited
  input  logic [Build.IcntWidth-1:0] icnt_i,
  input  logic [HistBits-1:0]       hist_i,      // with the outcomes behind the one that filled it
  input  logic                       hist_any_i,  // HIST is not empty
  input  logic [AddrWidth-1:0]       addr_i,      // to report
  input  logic [AddrWidth-1:0]       ref_i,       // address sent last
  input  logic [2:0]                 priv_i,      // of the run, as the next one
  input  logic [58:0]                hart_context_i,
  input  logic                       own_low_i,   // of two Ownership messages the second one
  input  logic                       own_late_i,  // ... with the time of what waited
  input  logic [TimeWidth-1:0]       time_i,      // of the run
  input  logic [TimeWidth-1:0]       pend_time_i, // of what was counted last
  input  logic                       time_new_i,  // ... has another base than the run
  output rvt_ntrace_pkg::record_t    rec_o
);

  localparam bit HasBtm = Build.Btm != 0;
  localparam bit HasHtm = Build.Htm != 0;
  localparam int unsigned SentWidth = Build.Xlen - 1;

  rvt_ntrace_pkg::flow_act_t act;
  assign act = act_i;

  logic with_hist, of_pend;
  logic [5:0] tcode;
  logic [Build.HistWidth-1:0] hist;
  logic [AddrWidth-1:0] addr;
  logic [SentWidth-1:0] sent;
  logic [TimeWidth-1:0] abs_time;

  // The form of a message for a transfer.
  assign with_hist = htm_i && (hist_any_i || Build.PlainHist == 0);
  assign addr = addr_i ^ ref_i;  // NT:ADR-03
  assign sent = SentWidth'({{SentWidth{addr[AddrWidth-1]}}, addr});  // D-35
  // Where the base has changed between them, the time of what waited is that of the run (D-40).
  assign abs_time = of_pend && !(time_new_i && !drain_i) ? pend_time_i : time_i;  // NT:TSP-06
  assign of_pend = drain_i || act.direct || act.direct_sync || act.branch || act.branch_sync ||
                   (act.own && own_late_i);

  // PROCESS (NT:OWN-01..03).
  localparam int unsigned Hcontext = Build.Context > 1 ? Build.HcontextWidth : 0;
  localparam int unsigned Scontext = Build.ContextWidth - Hcontext;
  logic [1:0] prv, format;
  logic [58:0] told;
  logic [62:0] process_field;
  assign prv = priv_i[2] ? {1'b0, priv_i[1]} : priv_i[1:0];
  always_comb begin
    format = Build.Context > 1 ? 2'b10 : 2'b00;
    told = hart_context_i & ~({59{1'b1}} << Scontext);
    if (Hcontext > 0 && !own_low_i) begin
      format = 2'b11;
      told = hart_context_i >> Scontext;
    end
    process_field = Build.Context > 0 ? {told[57:0], priv_i[2], prv, format} : '0;
  end
  logic unused;
  assign unused = ^{told[58], own_low_i};

  always_comb begin
    tcode = '0;
    if (act.own) tcode = tcode | rvt_ntrace_pkg::TcOwnership;
    if (act.error) tcode = tcode | rvt_ntrace_pkg::TcError;
    if (act.stop) tcode = tcode | rvt_ntrace_pkg::TcProgTraceCorrelation;
    if (act.start) tcode = tcode | rvt_ntrace_pkg::TcProgTraceSync;
    if (act.direct || (HasBtm && act.count)) tcode = tcode | rvt_ntrace_pkg::TcDirectBranch;
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
      tcode = tcode | (htm_i && hist_any_i ? rvt_ntrace_pkg::TcIndirectBranchHistSync :
                                             rvt_ntrace_pkg::TcProgTraceSync);
    end
    if (act.hist || act.icnt) tcode = tcode | rvt_ntrace_pkg::TcResourceFull;
  end

  always_comb begin  // only RCODE 1 ever finds outcomes too many; they stay
    hist = hist_i[Build.HistWidth-1:0];
    for (int unsigned i = 1; i <= Excess; i++) begin
      if (hist_i[Build.HistWidth-1+i]) hist = hist_i[i+:Build.HistWidth];
    end
  end

  always_comb begin
    rec_o = '0;
    rec_o.tcode = tcode;
    // A start's I-CNT is 0 (NT:SYN-30): nothing is left over from before.
    rec_o.icnt = act.error ? 22'(rvt_ntrace_pkg::ecode_of(sub_i)) : 22'(icnt_i);
    rec_o.addr = Build.Context > 0 && act.own ? process_field : 63'(sent);
    rec_o.hist = HasHtm ? 32'(hist) : '0;
    rec_o.abs_time = Build.TsWidth > 0 ? 64'(abs_time) : '0;
    if (act.start) rec_o.sub = rvt_ntrace_pkg::sync_of(sub_i);
    if (act.stop) rec_o.sub = rvt_ntrace_pkg::evcode_of(sub_i & rvt_ingress_pkg::EndedBits);
    if (act.direct_sync || act.branch_sync || act.linear) rec_o.sub = rec_o.sub | reason_i;
    if (act.hist) rec_o.sub = rec_o.sub | rvt_ntrace_pkg::RcHist;
    if (act.branch || act.branch_sync) rec_o.btype = btype_i;
    if (act.stop) rec_o.btype[0] = rec_o.btype[0] | htm_i;  // CDF (NT:COR-03)
  end

endmodule

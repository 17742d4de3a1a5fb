// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What a record of flow has and stands for: combinational.
module rvt_fv_flow_record (
  input  logic                    taken_i,  // in this clock
  input  rvt_ntrace_pkg::record_t rec_i,
  output logic                    with_icnt_o,  // taken or not
  output logic                    with_hist_o,
  output logic                    dropped_o,  // an Error: what is pending is dropped
  output logic                    sync_o,
  output logic                    plain_o,  // a transfer's message, without sync
  output logic                    branch_o,  // a transfer's message
  output logic                    direct_o  // that of a taken branch of BTM
);

  always_comb begin
    with_icnt_o = 1'b0;
    with_hist_o = 1'b0;
    case (rec_i.tcode)
      rvt_ntrace_pkg::TcDirectBranch, rvt_ntrace_pkg::TcIndirectBranch,
      rvt_ntrace_pkg::TcProgTraceSync, rvt_ntrace_pkg::TcDirectBranchSync,
      rvt_ntrace_pkg::TcIndirectBranchSync: with_icnt_o = 1'b1;
      rvt_ntrace_pkg::TcIndirectBranchHist, rvt_ntrace_pkg::TcIndirectBranchHistSync: begin
        with_icnt_o = 1'b1;
        with_hist_o = 1'b1;
      end
      rvt_ntrace_pkg::TcResourceFull: begin
        with_icnt_o = rec_i.sub == rvt_ntrace_pkg::RcIcnt;
        with_hist_o = rec_i.sub == rvt_ntrace_pkg::RcHist;
      end
      rvt_ntrace_pkg::TcProgTraceCorrelation: begin
        with_icnt_o = 1'b1;
        with_hist_o = rec_i.btype == 2'd1;
      end
      default: ;
    endcase
  end

  assign dropped_o = taken_i && rec_i.tcode == rvt_ntrace_pkg::TcError;
  assign sync_o = taken_i && rvt_ntrace_pkg::is_sync(rec_i.tcode);
  assign plain_o = taken_i && (rec_i.tcode == rvt_ntrace_pkg::TcIndirectBranch ||
                               rec_i.tcode == rvt_ntrace_pkg::TcIndirectBranchHist);
  assign branch_o = plain_o || (taken_i &&
                                (rec_i.tcode == rvt_ntrace_pkg::TcIndirectBranchSync ||
                                 rec_i.tcode == rvt_ntrace_pkg::TcIndirectBranchHistSync));
  assign direct_o = taken_i && (rec_i.tcode == rvt_ntrace_pkg::TcDirectBranch ||
                                rec_i.tcode == rvt_ntrace_pkg::TcDirectBranchSync);

endmodule

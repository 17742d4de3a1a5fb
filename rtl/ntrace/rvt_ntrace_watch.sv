// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What N-Trace's messages show of themselves to the checker of the encoder, in simulation.
module rvt_ntrace_watch #(
  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  parameter int unsigned LongestBeats = 17,
  localparam int unsigned BytesWidth = $clog2(Build.Lanes) + 1
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic                     clr_i,
  input logic                     flow_i,  // a record leaves flow ...
  input rvt_ntrace_pkg::record_t  flow_record_i,  // ... this one
  input logic                     hist_i,  // one leaves what holds outcomes ...
  input rvt_ntrace_pkg::record_t  hist_record_i,  // ... this one
  input logic                     rec_i,  // one goes into the packer ...
  input rvt_ntrace_pkg::record_t  record_i,  // ... this one
  input logic                     packed_i,  // a beat goes into the message FIFO ...
  input logic [BytesWidth-1:0]    bytes_i,  // ... with so many bytes
  input logic                     fifo_empty_i
);

  localparam int unsigned Ownerships = rvt_ntrace_pkg::ownerships(
      Build.Context, Build.HcontextWidth
  );

  // Outcomes of a message.
  function automatic int unsigned outcomes_of(input logic [5:0] tcode, input logic [3:0] sub,
                                              input logic cdf, input logic [21:0] icnt,
                                              input logic [31:0] hist);
    int unsigned found;
    found = 0;
    for (int unsigned i = 0; i < 32; i++) if (hist[i]) found = i;
    outcomes_of = 0;
    if (tcode == rvt_ntrace_pkg::TcIndirectBranchHist ||
        tcode == rvt_ntrace_pkg::TcIndirectBranchHistSync ||
        (tcode == rvt_ntrace_pkg::TcProgTraceCorrelation && cdf))
      outcomes_of = found;
    if (tcode == rvt_ntrace_pkg::TcResourceFull && sub == rvt_ntrace_pkg::RcHist)
      outcomes_of = found;
    if (tcode == rvt_ntrace_pkg::TcResourceFull && sub == rvt_ntrace_pkg::RcHistRepeat)
      outcomes_of = found * 32'(icnt);
  endfunction

  // Outcomes that have left flow and not yet what holds them.
  int unsigned outcomes_q, come, gone;
  always_comb begin
    come = flow_i ? outcomes_of(flow_record_i.tcode, flow_record_i.sub, flow_record_i.btype[0],
                                flow_record_i.icnt, flow_record_i.hist) : 0;
    gone = hist_i ? outcomes_of(hist_record_i.tcode, hist_record_i.sub, hist_record_i.btype[0],
                                hist_record_i.icnt, hist_record_i.hist) : 0;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) outcomes_q <= '0;
    else if (clr_i) outcomes_q <= '0;
    else outcomes_q <= outcomes_q + come - gone;
  end

  rvt_ingress_pkg::watch_t watch;  // read by rvt_check_bind
  always_comb begin
    watch = '0;
    watch.made = hist_i;
    watch.holds = outcomes_q != 0;
    watch.begun = rec_i;
    watch.counts = record_i.tcode == rvt_ntrace_pkg::TcRepeatBranch;
    watch.said = watch.counts ? record_i.icnt : 22'd1;
    if (packed_i) watch.put = Build.FifoBytes != 0 ? 10'(bytes_i) : 10'd1;
    watch.fifo_empty = fifo_empty_i;
    watch.own_clocks = 16'(rvt_ntrace_pkg::own_clocks(
        LongestBeats, Build.Blocks, Build.FlowBlocks, Build.Lanes, Build.RepeatBranch,
        Build.QueueSync, Ownerships
    ) + (Build.RepeatHist != 0 ? 1500 + 12 * LongestBeats : 0));
    watch.run_clocks = 16'(rvt_ntrace_pkg::run_clocks(
        LongestBeats, Build.RepeatBranch, Ownerships
    ) + (Build.RepeatHist != 0 ? 300 + 6 * LongestBeats : 0));
  end

  logic unused;
  assign unused = ^{record_i, flow_record_i, hist_record_i, watch};

endmodule

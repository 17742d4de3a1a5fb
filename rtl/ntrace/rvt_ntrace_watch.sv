// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What N-Trace's messages show of themselves to the checker of the encoder, in simulation.
module rvt_ntrace_watch #(
  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  parameter int unsigned LongestBeats = 17,
  localparam int unsigned BytesWidth = $clog2(Build.Lanes) + 1
) (
  input logic                     flow_i,  // a record leaves flow
  input logic                     rec_i,  // one goes into the packer ...
  input rvt_ntrace_pkg::record_t  record_i,  // ... this one
  input logic                     packed_i,  // a beat goes into the message FIFO ...
  input logic [BytesWidth-1:0]    bytes_i,  // ... with so many bytes
  input logic                     fifo_empty_i
);

  localparam int unsigned Ownerships = rvt_ntrace_pkg::ownerships(
      Build.Context, Build.HcontextWidth
  );

  rvt_ingress_pkg::watch_t watch;  // read by rvt_check_bind
  always_comb begin
    watch = '0;
    watch.made = flow_i;
    watch.begun = rec_i;
    watch.counts = record_i.tcode == rvt_ntrace_pkg::TcRepeatBranch;
    watch.said = watch.counts ? record_i.icnt : 22'd1;
    if (packed_i) watch.put = Build.FifoBytes != 0 ? 10'(bytes_i) : 10'd1;
    watch.fifo_empty = fifo_empty_i;
    watch.own_clocks = 16'(rvt_ntrace_pkg::own_clocks(
        LongestBeats, Build.Blocks, Build.FlowBlocks, Build.Lanes, Build.RepeatBranch,
        Build.QueueSync, Ownerships
    ));
    watch.run_clocks = 16'(rvt_ntrace_pkg::run_clocks(
        LongestBeats, Build.RepeatBranch, Ownerships
    ));
  end

  logic unused;
  assign unused = ^{record_i, watch};

endmodule

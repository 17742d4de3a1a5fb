// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What E-Trace's packets show of themselves to the checker of the encoder, in simulation.
module rvt_etrace_watch #(
  parameter int unsigned LongestBeats = 17
) (
  input logic rec_i,  // a record goes into the packer
  input logic packed_i,  // a beat goes into the message FIFO
  input logic fifo_empty_i
);

  rvt_ingress_pkg::watch_t watch;  // read by rvt_check_bind
  always_comb begin
    watch = '0;
    watch.made = rec_i;
    watch.begun = rec_i;
    watch.said = 22'd1;
    if (packed_i) watch.put = 10'd1;
    watch.fifo_empty = fifo_empty_i;
    watch.own_clocks = 16'(8 * LongestBeats + 24);
    watch.run_clocks = 16'(3 * LongestBeats + 9);
  end

  logic unused;
  assign unused = ^watch;

endmodule

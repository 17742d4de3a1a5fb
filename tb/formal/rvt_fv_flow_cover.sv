// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What rvt_fv_flow has to reach.
module rvt_fv_flow_cover #(
  parameter int unsigned UnitsWidth = 7,
  parameter int unsigned IcntWidth  = 8,
  parameter int unsigned Htm        = 1,
  parameter int unsigned StackDepth = 2,
  parameter int unsigned Events     = 1,
  parameter int unsigned AddrWidth  = 31
) (
  input logic                        clk_i,
  input logic                        rst_ni,
  input rvt_config_pkg::config_t     cfg_i,
  input rvt_ntrace_pkg::record_t     rec,
  input rvt_ntrace_pkg::flow_flags_t dut_flags,
  input logic                        htm,
  input logic                        pop,
  input logic                        is_stop,
  input logic                        may_transfer,
  input logic                        resource,
  input logic                        with_icnt,
  input logic                        with_hist,
  input logic                        dropped,
  input logic                        sync_rec,
  input logic                        plain_rec,
  input logic                        some_hist,
  input logic                        owed_d,
  input logic [2:0]                  asked,
  input logic [IcntWidth:0]          units,
  input logic [IcntWidth:0]          sum_q,
  input logic [AddrWidth-1:0]        sent_addr_q
);

  logic pend, plain_sync;
  assign pend = dut_flags.pend;
  assign plain_sync = cfg_i.plain_sync;

  localparam bit Short = IcntWidth <= UnitsWidth + 2;
  logic [1:0] resource_q;  // RCODE 0 in the clock before, and a run behind it in that clock
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) resource_q <= '0;
    else resource_q <= {resource && with_icnt, resource && pop};
  end
  `RVT_COVER(BothFull_C, Htm == 0 || !Short || (resource && with_hist && resource_q == 2'b10))
  `RVT_COVER(Through_C, !Short || (resource && pop && units != '0))
  `RVT_COVER(Dropped_C, dropped && sum_q != '0 && (Htm == 0 || some_hist))
  `RVT_COVER(Stopped_C, pop && is_stop && rec.icnt != '0 && (!htm || rec.hist[2:1] == 2'b01))
  `RVT_COVER(Synced_C, sync_rec && rec.sub == rvt_ntrace_pkg::SyncPeriodic && pend)
  `RVT_COVER(Returned_C, StackDepth == 0 || !Short || (resource && with_icnt && pend))
  `RVT_COVER(Reset_C, sync_rec && rec.sub == rvt_ntrace_pkg::SyncReset && pend)
  `RVT_COVER(Vector_C, sync_rec && asked[0] && pend && plain_sync)
  `RVT_COVER(StopNotified_C, Events == 0 || (is_stop && sync_rec && sum_q != '0))
  `RVT_COVER(Jumped_C, pop && may_transfer && !owed_d)
  `RVT_COVER(Plain_C, plain_rec && pop && sent_addr_q != '0)

endmodule

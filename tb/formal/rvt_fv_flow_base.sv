// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Behind a new base of time no increase is formed before a sync message, and that one has a time of the new base
/// (TCI:TS-16, D-40). A full counter sent beside the first run of the base was filled before it.
module rvt_fv_flow_base #(
  parameter int unsigned TsWidth   = 0,
  parameter int unsigned TimeWidth = 1
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    some,  // there is a run
  input rvt_ntrace_pkg::run_t    run,
  input logic                    pop,  // it leaves
  input logic                    taken_rec,  // a record is taken
  input rvt_ntrace_pkg::record_t rec,
  input logic                    sync_rec,  // ... it is a sync
  input logic                    resource,  // ... a full counter
  input logic                    time_new_o,  // the packer forgets the time sent last
  input logic [TimeWidth-1:0]    dut_pend_time,
  input rvt_ntrace_pkg::flow_flags_t dut_flags
);

  logic has_q;  // the packer has a time to count an increase from
  logic old_q, old;  // ... of another base than the run that left; than the run
  logic told_q;  // it was told so of the run, or has a time of the run's
  logic left_some_q;  // a run has left, with the time ...
  logic [TimeWidth-1:0] left_q, time_rec;
  logic new_run, in_run;
  assign new_run = some && run.time_new && TsWidth > 0;
  assign old = has_q && (old_q || (new_run && !told_q));
  assign time_rec = TimeWidth'(rec.abs_time);
  assign in_run = time_rec == TimeWidth'(run.first_time) || time_rec == TimeWidth'(run.abs_time);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {has_q, old_q, told_q, left_some_q} <= '0;
    end else begin
      has_q <= cfg_i.active && (sync_rec || (has_q && !time_new_o));
      old_q <= cfg_i.active && !sync_rec && !time_new_o && (pop ? old : old_q);
      told_q <= cfg_i.active && !pop && (told_q || time_new_o || (sync_rec && new_run));
      left_some_q <= cfg_i.active && (left_some_q || pop);
    end
  end
  always_ff @(posedge clk_i) if (pop) left_q <= TimeWidth'(run.abs_time);

  `RVT_IMPLIES(Increase_A, taken_rec && !sync_rec && (resource ? old_q : old), time_new_o)
  `RVT_IMPLIES(Absolute_A, sync_rec && new_run, in_run)
  `RVT_IMPLIES(Time_A, sync_rec && TsWidth > 0, in_run || (left_some_q && time_rec == left_q))
  `RVT_ASSERT(Old_L, !old_q)
  `RVT_IMPLIES(Told_L, new_run && dut_flags.started, told_q)
  `RVT_IMPLIES(Pend_L, dut_flags.pend && TsWidth > 0, left_some_q && dut_pend_time == left_q)
  `RVT_COVER(New_C, TsWidth == 0 || (taken_rec && !sync_rec && !has_q && left_some_q))
  `RVT_COVER(Late_C, TsWidth == 0 || (sync_rec && dut_flags.pend && new_run && told_q))

endmodule

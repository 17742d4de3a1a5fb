// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Part of rvt_fv_flow_runs: how many runs leave flow after the last entry has come. `Drains_A` of
/// rvt_check_encoder counts with that.
module rvt_fv_flow_runs_held #(
  parameter int unsigned Blocks     = 2,
  parameter int unsigned FlowBlocks = 2
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    take_entry,  // an entry comes
  input logic                    pop,  // a run leaves
  input logic                    some,  // there is one
  input logic                    dut_next_valid,
  input logic                    dut_aside_valid,
  input logic                    dut_plan_valid,
  input logic                    dut_more,  // the plan has a rest
  input logic [3:0]              entry_n  // blocks of the entry that have not left it
);

  // One, the next one, what is aside, a planned run, its rest, and one for each block of an entry. With `FlowBlocks` 1
  // there is no rest.
  localparam int unsigned HeldRuns = Blocks + (FlowBlocks > 1 ? 5 : 3);
  logic [4:0] since_q, held;  // runs: that have left since; at most, that are held
  assign held = 5'(some) + 5'(dut_next_valid) + 5'(dut_aside_valid) + 5'(dut_plan_valid) +
                5'(dut_plan_valid && dut_more) + 5'(entry_n);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) since_q <= '0;
    else since_q <= !cfg_i.active || take_entry ? '0 : since_q + 5'(pop);
  end
  `RVT_ASSERT(Runs_A, 32'(since_q) + 32'(held) <= HeldRuns)
  `RVT_ASSERT(Rest_L, FlowBlocks > 1 || !(dut_aside_valid || (dut_plan_valid && dut_more)))
  `RVT_COVER(Runs_C, 32'(held) == HeldRuns)

endmodule

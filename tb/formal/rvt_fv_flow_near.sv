// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// With several blocks per clock: each block is a run while the half-words on their way could reach the period,
/// so that none is passed within a run; and while messages count, which may reach it at any block.
///
/// The settings have to stand still.
module rvt_fv_flow_near #(
  localparam int unsigned Width = 20
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    changed,  // the settings are not those of the clock before
  input logic                    some_i,   // a run is there ...
  input logic [10:0]             units_i,  // ... with so many half-words, which the count has already
  input logic [Width-1:0]        dut_ahead,
  input logic                    dut_due,
  input logic                    dut_near,
  input logic [12:0]             dut_held  // half-words that came and have not left
);

  logic [Width:0] all;
  assign all = {1'b0, dut_ahead} + (Width + 1)'(dut_held) - (some_i ? (Width + 1)'(units_i) : '0);

  // rvt_fv_flow_runs_units: Held_A, Sums_L.
  `RVT_IMPLIES_M(Held_M, some_i, dut_held >= 13'(units_i))
  `RVT_IMPLIES(Near_A, cfg_i.sync_mode == rvt_config_pkg::PeriodHalfwords && !changed && !dut_due &&
               32'(all) >= 32'd16 << cfg_i.sync_max, dut_near)
  `RVT_IMPLIES(Messages_A, cfg_i.sync_mode == rvt_config_pkg::PeriodMessages, dut_near)

endmodule

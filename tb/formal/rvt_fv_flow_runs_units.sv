// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Half-words of the runs: what is on its way is known, and I-CNT becomes full at a run's end only.
module rvt_fv_flow_runs_units #(
  parameter int unsigned UnitsWidth = 3,
  parameter int unsigned IcntWidth  = 8,
  parameter int unsigned SumWidth   = 8,  // holds what is on its way
  parameter int unsigned RunBits    = 8   // of a run_t
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 active_i,
  input logic [IcntWidth-1:0] icnt_i,
  input logic                 pop_i,        // the run leaves
  input logic [5*RunBits-1:0] stages_i,     // the run first, ...
  input logic [5*4-1:0]       counts_i,     // ... blocks of each, ...
  input logic [6*5-1:0]       from_i,       // ... of all before it, with that of the entry
  input logic                 joins_i,      // what is aside may begin the plan
  input logic                 several_i,    // the entry may be a run of several blocks
  input logic [SumWidth-1:0]  rest_i,       // half-words of what is left of it
  input logic [12:0]          dut_held_i,
  input logic [10:0]          dut_entry_i,  // of the entry that has just come
  input logic [IcntWidth+2:0] dut_total_i
);

  localparam int unsigned Half = 1 << (IcntWidth - 1);

  // I-CNT grows by nothing but the run that leaves (rvt_fv_flow: Icnt_A).
  rvt_ntrace_pkg::run_t run;
  logic [IcntWidth:0] most_q;
  assign run = stages_i[RunBits-1:0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) most_q <= (IcntWidth + 1)'(Half - 1);
    else if (!active_i) most_q <= (IcntWidth + 1)'(Half - 1);
    else most_q <= {1'b0, icnt_i} + (pop_i ? (IcntWidth + 1)'(run.halfwords) : '0);
  end
  `RVT_ASSUME(Icnt_M, {1'b0, icnt_i} <= most_q)

  // ---- Stages --------------------------------------------------------------------------------------

  logic [6*SumWidth-1:0] from_units;
  logic [SumWidth-1:0] all_units;
  logic [4:0] sums;
  logic [5:0] several, fits;
  assign from_units[SumWidth-1:0] = '0;
  assign all_units = from_units[5*SumWidth+:SumWidth] + rest_i;
  for (genvar i = 0; i < 5; i++) begin : g_stage
    rvt_ntrace_pkg::run_t stage;
    assign stage = stages_i[RunBits*i+:RunBits];
    assign from_units[SumWidth*(i+1)+:SumWidth] =
        from_units[SumWidth*i+:SumWidth] + (counts_i[4*i+:4] != '0 ? SumWidth'(stage.halfwords) : '0);
    assign sums[i] = 32'(from_units[SumWidth*(i+1)+:SumWidth]) <=
                     32'(from_i[5*(i+1)+:5]) * ((1 << UnitsWidth) - 1) &&
                     from_units[SumWidth*(i+1)+:SumWidth] >= from_units[SumWidth*i+:SumWidth];
    assign fits[i] = 32'(icnt_i) + 32'(from_units[SumWidth*(i+1)+:SumWidth]) < Half;
  end
  assign fits[5] = 32'(icnt_i) + 32'(all_units) < Half;
  assign several = {
    several_i,
    counts_i[16+:4] != '0,
    counts_i[12+:4] > 4'd1 || (counts_i[12+:4] != '0 && joins_i),
    counts_i[8+:4] != '0,
    counts_i[4+:4] > 4'd1,
    counts_i[0+:4] > 4'd1
  };

  // ---- Properties ----------------------------------------------------------------------------------

  // I-CNT does not become full with a run of several blocks, so it becomes so at a run's end only.
  `RVT_IMPLIES(Icnt_A, several[0], 32'(icnt_i) + 32'(run.halfwords) < Half)
  `RVT_IMPLIES(Room_A, counts_i[3:0] != '0, 32'(run.halfwords) < Half)
  // What is held is what the queue gave and has not left with a run.
  `RVT_ASSERT(Held_A, dut_held_i == 13'(all_units))

  // No sum wraps.
  `RVT_ASSERT(Sums_L, sums == '1)
  // What may have several blocks does not fill I-CNT, whose sum with all on its way is known.
  `RVT_ASSERT(Fits_L, (several & ~fits) == '0)
  `RVT_IMPLIES(Near_L, all_units != '0,
               32'(dut_total_i) + 32'(dut_entry_i) >= 32'(icnt_i) + 32'(all_units))

endmodule

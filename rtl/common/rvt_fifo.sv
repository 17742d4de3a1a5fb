// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Queue with one write and one read port, no path from input to output within a clock.
///
/// `ready_o`, `valid_o` and `level_o` are functions of the level alone, so a word written in clock n
/// is offered in clock n+1. A word offered while full, or taken while empty, is ignored. The memory
/// has no reset and is read asynchronously: FPGAs build it from LUT RAM.
module rvt_fifo #(
  parameter int unsigned Width = 8,   // 1..1024
  parameter int unsigned Depth = 16,  // 2..512, any number
  parameter int unsigned Quiet = 1    // 0: data_o is unspecified while valid_o is 0
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       clr_i,

  input  logic                       valid_i,
  input  logic [Width-1:0]           data_i,
  output logic                       ready_o,

  output logic                       valid_o,
  output logic [Width-1:0]           data_o,  // with Quiet 0 while valid_o is 0
  input  logic                       ready_i,

  output logic [$clog2(Depth+1)-1:0] level_o
);

  localparam int unsigned LevelWidth = $clog2(Depth + 1);
  localparam int unsigned PtrWidth = $clog2(Depth);
  localparam logic [LevelWidth-1:0] Full = LevelWidth'(Depth);
  localparam logic [PtrWidth-1:0] Last = PtrWidth'(Depth - 1);

  if (Width < 1 || Width > 1024) begin : g_bad_width
    $error("rvt_fifo: Width must be 1..1024");
  end
  if (Depth < 2 || Depth > 512) begin : g_bad_depth
    $error("rvt_fifo: Depth must be 2..512");
  end

  logic [Width-1:0] mem_q[0:Depth-1];
  logic [LevelWidth-1:0] level_q, level_d;
  logic [PtrWidth-1:0] wptr_q, wptr_d, rptr_q, rptr_d;
  logic push, pop;

  assign ready_o = level_q != Full;
  assign valid_o = level_q != '0;
  assign level_o = level_q;
  assign data_o = valid_o || Quiet == 0 ? mem_q[rptr_q] : '0;

  assign push = valid_i && ready_o;
  assign pop = ready_i && valid_o;

  always_comb begin
    // One adder for both directions: the addend is +1 for a push and all ones, -1, for a pop.
    level_d = level_q + {{(LevelWidth - 1){!push}}, 1'b1};
    wptr_d = wptr_q == Last ? '0 : wptr_q + PtrWidth'(1);
    rptr_d = rptr_q == Last ? '0 : rptr_q + PtrWidth'(1);
    if (clr_i) begin
      level_d = '0;
      wptr_d = '0;
      rptr_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      level_q <= '0;
    end else if (clr_i || push != pop) begin
      level_q <= level_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q <= '0;
    end else if (clr_i || push) begin
      wptr_q <= wptr_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rptr_q <= '0;
    end else if (clr_i || pop) begin
      rptr_q <= rptr_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) begin
      mem_q[wptr_q] <= data_i;
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // The queue never holds more than it has room for.
  `RVT_ASSERT(LevelRange_A, level_q <= Full)
  // Pointers stay inside a memory whose depth is not a power of two.
  `RVT_ASSERT(PtrRange_A, wptr_q <= Last && rptr_q <= Last)
  // Level and pointers agree, so no word is lost or seen twice.
  `RVT_ASSERT(Distance_A,
              32'(level_q) == (wptr_q > rptr_q ? 32'(wptr_q) - 32'(rptr_q) :
                               wptr_q < rptr_q ? 32'(wptr_q) + Depth - 32'(rptr_q) :
                               level_q == '0 ? 0 : Depth))
  // Outputs are defined and quiet while nothing is offered, whatever the memory holds.
  `RVT_IMPLIES(Quiet_A, !valid_o && Quiet != 0, data_o == '0)
  // What is offered stays until it is taken.
  `RVT_HELD(Held_A, valid_o, ready_i || clr_i, data_o)

endmodule

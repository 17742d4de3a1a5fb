// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Clocks that wait, and the one place where anything is lost (TV:E-05).
///
/// The slots of a clock are one word, taken as a whole or refused. After a refused one all are, up to a
/// clock in which nothing is held and the FIFO has room again, whatever the hart says in it.
module rvt_tandem_queue #(
  parameter int unsigned Width        = 1,
  parameter int unsigned Depth        = 1,  // 1..64 words; 1: a register
  parameter int unsigned StallLatency = 0   // 0..Depth-1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             active_i,
  input  logic             enable_i,
  input  logic             lost_clr_i,

  input  logic             valid_i,    // a slot is valid
  input  logic [Width-1:0] slots_i,
  input  logic             dump_i,     // they are a dump's: without room they wait
  output logic             put_o,      // they are taken
  output logic             refused_o,
  output logic             dropping_o, // nothing is taken
  output logic             stall_o,
  output logic             lost_o,

  output logic             valid_o,    // a word is on offer
  output logic [Width-1:0] slots_o,    // ... unspecified while none is
  input  logic             leaves_i,   // ... it leaves
  input  logic             drained_i   // nothing is held behind it, and there is room
);

  logic told, ready, put, refused;
  logic lost_q, dropping_q, dropping_d;

  assign told = valid_i && enable_i && active_i;
  // A dump leaves places for what a hart still says that stalls in time.
  assign put = told && !dropping_q && (dump_i ? !stall_o : ready);
  assign refused = told && !put && !dump_i;
  assign dropping_d = dropping_q ? active_i && (valid_o || !drained_i) : refused;
  assign lost_o = lost_q;
  assign put_o = put;
  assign refused_o = refused;
  assign dropping_o = dropping_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lost_q <= 1'b0;
      dropping_q <= 1'b0;
    end else begin
      lost_q <= refused || (lost_q && !lost_clr_i);
      dropping_q <= dropping_d;
    end
  end

  if (Depth == 1) begin : g_register
    logic valid_q;
    logic [Width-1:0] slots_q;

    assign ready = !valid_q || leaves_i;
    assign stall_o = !ready;
    assign valid_o = valid_q;
    assign slots_o = slots_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_q <= 1'b0;
      else if (ready || !active_i) valid_q <= put;
    end

    // What is not on offer may be anything: it does not wait for what the hart says.
    always_ff @(posedge clk_i) begin
      if (ready) slots_q <= slots_i;
    end
  end else begin : g_memory
    localparam int unsigned LevelWidth = $clog2(Depth + 1);
    logic [LevelWidth-1:0] level;

    rvt_fifo #(
      .Width(Width),
      .Depth(Depth),
      .Quiet(0)
    ) u_fifo (
      .clk_i,
      .rst_ni,
      .clr_i(!active_i),
      .valid_i(put),
      .data_i(slots_i),
      .ready_o(ready),
      .commit_i(1'b0),
      .drop_i(1'b0),
      .head_i(1'b0),
      .valid_o,
      .data_o(slots_o),
      .ready_i(leaves_i),
      .level_o(level)
    );

    assign stall_o = 32'(level) + StallLatency >= Depth;
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // While nothing is refused and the hart is not stalled, it may tell: there is room (TV:E-05).
  `RVT_IMPLIES(Room_A, !stall_o, ready)
  // Only what is on offer leaves.
  `RVT_IMPLIES_M(Leaves_M, leaves_i, valid_o)
  // What is refused is said, and nothing of it is taken (TV:E-05).
  `RVT_IMPLIES(Refused_A, refused, !put)

endmodule

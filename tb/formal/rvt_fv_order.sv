// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Order and time through a `rvt_fifo`: any word may be the tracked one.
///
/// It is out after exactly those before it, unchanged, and with a consumer that takes within the
/// clocks that a full queue needs.
module rvt_fv_order #(
  parameter int unsigned Width     = 8,
  parameter int unsigned Stored    = Width,  // of these, the low bits are in the memory
  parameter int unsigned Depth     = 4,
  parameter int unsigned Sync      = 0,  // as of the queue
  localparam int unsigned Words     = Depth - Sync,  // of the memory
  localparam int unsigned LevelBits = $clog2(Depth + 1)
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic                     clr_i,
  input logic                     pick_i,  // the word that goes in is the tracked one
  input logic                     push_i,  // a word goes in, this one
  input logic [Width-1:0]         word_i,
  input logic                     valid_i,  // the word in front
  input logic [Width-1:0]         front_i,
  input logic                     ready_i,  // it is taken

  input logic [$clog2(Words)-1:0] dut_rptr_i,
  input logic [LevelBits-1:0]     dut_level_i,
  input logic [Words*Stored-1:0]  dut_mem_i,

  output logic                    held_o,  // the tracked word is in the queue
  output logic [Width-1:0]        held_word_o,
  output logic                    leave_o  // it leaves
);

  logic held_q, take;
  logic [LevelBits-1:0] ahead_q, pop;
  logic [LevelBits-1:0] waited_q;  // clocks with a consumer that takes
  logic [Width-1:0] value_q;
  logic [Words-1:0] at_slot;
  logic first;  // the tracked word has left the memory

  assign take = push_i && pick_i && !held_q && !clr_i;
  assign pop = LevelBits'(ready_i && valid_i);
  assign leave_o = held_q && pop != '0 && ahead_q == '0;
  assign held_o = held_q;
  assign held_word_o = value_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      {ahead_q, waited_q, value_q} <= '0;
    end else begin
      held_q <= (take || (held_q && !leave_o)) && !clr_i;
      ahead_q <= take ? dut_level_i - pop : ahead_q - pop;
      if (take) value_q <= word_i;
      if (take) waited_q <= '0;
      else if (ready_i && 32'(waited_q) < Depth) waited_q <= waited_q + LevelBits'(1);
    end
  end

  `RVT_IMPLIES(Order_A, held_q && ahead_q == '0 && (Sync == 0 || valid_i),
               valid_i && front_i == value_q)
  `RVT_IMPLIES(Drains_A, held_q, 32'(waited_q) < Depth)

  assign first = Sync != 0 && valid_i && ahead_q == '0;
  for (genvar k = 0; k < Words; k++) begin : g_slot
    assign at_slot[k] = k == (32'(dut_rptr_i) + 32'(ahead_q) - 32'(Sync != 0 && valid_i)) % Words &&
                        dut_mem_i[Stored*k+:Stored] == value_q[Stored-1:0];
  end
  `RVT_IMPLIES(Ahead_L, held_q, ahead_q < dut_level_i)
  `RVT_IMPLIES(Waited_L, held_q, 32'(waited_q) + 32'(ahead_q) < Depth)
  `RVT_IMPLIES(Slot_L, held_q && !first, at_slot != '0)
  // While the register is empty the tracked word is the only one, and has just been written.
  `RVT_IMPLIES(New_L, held_q && !valid_i, ahead_q == '0 && waited_q == '0)

endmodule

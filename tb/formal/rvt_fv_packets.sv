// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// `rvt_fifo` with packets: what is committed leaves in its order, what is dropped never does, and the first word of a packet
/// may be written last. Any word may be the tracked one.
module rvt_fv_packets #(
  parameter int unsigned Width     = 2,
  parameter int unsigned Depth     = 3,
  localparam int unsigned LevelBits = $clog2(Depth + 1),
  localparam int unsigned PtrBits   = $clog2(Depth)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             clr_i,
  input logic             valid_i,
  input logic [Width-1:0] data_i,
  input logic             commit_i,
  input logic             drop_i,
  input logic             head_i,
  input logic             ready_i,
  input logic             pick_i,  // the word that goes in is the tracked one

  (* probe = "i_dut.rptr_q" *) input logic [PtrBits-1:0] dut_rptr,
  (* probe = "i_dut.wptr_q" *) input logic [PtrBits-1:0] dut_wptr,
  (* probe = "i_dut.level_q" *) input logic [LevelBits-1:0] dut_level,
  (* probe = "i_dut.g_packets.whole_q" *) input logic [LevelBits-1:0] dut_whole,
  (* probe = "i_dut.g_packets.first_q" *) input logic [PtrBits-1:0] dut_first,
  (* probe = "i_dut.mem_q[*]" *) input logic [Depth*Width-1:0] dut_mem
);

  logic ready, valid;
  logic [Width-1:0] data;
  logic [LevelBits-1:0] level;

  rvt_fifo #(
    .Width(Width),
    .Depth(Depth),
    .Packets(1)
  ) i_dut (
    .*,
    .ready_o(ready),
    .valid_o(valid),
    .data_o(data),
    .level_o(level)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // ---- What was written and has not left -----------------------------------------------------------

  logic [LevelBits-1:0] held_q, whole_q, held_next;  // words; of them, those committed
  logic push, pop, head;
  assign head = valid_i && head_i && !drop_i;
  assign push = valid_i && ready && !head_i && !drop_i;
  assign pop = valid && ready_i;
  assign held_next = held_q + LevelBits'(push) - LevelBits'(pop);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {held_q, whole_q} <= '0;
    end else if (clr_i) begin
      {held_q, whole_q} <= '0;
    end else if (drop_i) begin
      held_q <= whole_q - LevelBits'(pop);
      whole_q <= whole_q - LevelBits'(pop);
    end else begin
      held_q <= held_next;
      whole_q <= commit_i ? held_next : whole_q - LevelBits'(pop);
    end
  end

  // ---- The tracked word ----------------------------------------------------------------------------

  logic in_q, take, leave, is_head, waits;
  logic [LevelBits-1:0] ahead_q;  // words before it
  logic [Width-1:0] value_q;
  assign take = push && pick_i && !in_q && !clr_i;
  assign leave = in_q && pop && ahead_q == '0;
  assign waits = in_q && ahead_q >= whole_q;  // for its packet's end
  assign is_head = waits && ahead_q == whole_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q <= 1'b0;
      {ahead_q, value_q} <= '0;
    end else begin
      in_q <= (take || (in_q && !leave && !(drop_i && waits))) && !clr_i;
      ahead_q <= (take ? held_q : ahead_q) - LevelBits'(pop);
      if (take) value_q <= data_i;
      else if (head && is_head) value_q <= data_i;
    end
  end

  // ---- Properties ----------------------------------------------------------------------------------

  // What is committed is offered, and nothing else; only a full queue refuses a word.
  `RVT_ASSERT(Offered_A, valid == (whole_q != '0))
  `RVT_ASSERT(Room_A, ready == (32'(held_q) != Depth) && level == held_q)
  // The word is out after exactly those before it, as it was written last.
  `RVT_IMPLIES(Order_A, in_q && ahead_q == '0 && valid, data == value_q)

  logic [Depth-1:0] at_slot;
  for (genvar k = 0; k < Depth; k++) begin : g_slot
    assign at_slot[k] = k == (32'(dut_rptr) + 32'(ahead_q)) % Depth &&
                        dut_mem[Width*k+:Width] == value_q;
  end
  `RVT_ASSERT(Counts_L, dut_level == held_q && dut_whole == whole_q && whole_q <= held_q &&
                        32'(held_q) <= Depth)
  `RVT_ASSERT(First_L, (32'(dut_rptr) + 32'(whole_q)) % Depth == 32'(dut_first))
  `RVT_ASSERT(Write_L, (32'(dut_rptr) + 32'(held_q)) % Depth == 32'(dut_wptr))
  `RVT_IMPLIES(Ahead_L, in_q, ahead_q < held_q)
  `RVT_IMPLIES(Slot_L, in_q, at_slot != '0)

  // A first word that was written last leaves; a packet is dropped as a word of another one leaves.
  logic was_head_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) was_head_q <= 1'b0;
    else was_head_q <= take ? 1'b0 : was_head_q || (head && is_head);
  end
  `RVT_COVER(Head_C, leave && was_head_q)
  `RVT_COVER(Full_C, head && commit_i && !ready)
  `RVT_COVER(Drop_C, drop_i && pop && 32'(held_q) > 32'(whole_q) + 1)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Return stack against a symbolic entry: any one push may be the tracked one, so what holds for it
/// holds for every push. The reference knows only how many entries lie above the tracked one.
module rvt_fv_ret_stack #(
  parameter int unsigned Depth = 3,
  parameter int unsigned Width = 4
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             clr_i,
  input logic             en_i,
  input logic             push_i,
  input logic             pop_i,
  input logic [Width-1:0] addr_i,
  input logic             pick_i,  // this push is the tracked one

  (* probe = "i_dut.top_q" *) input logic [(Depth > 1 ? $clog2(Depth) : 1)-1:0] dut_top,
  (* probe = "i_dut.count_q" *) input logic [$clog2(Depth+1)-1:0] dut_count,
  (* probe = "i_dut.mem_q[*]" *) input logic [Depth*Width-1:0] dut_mem
);

  localparam int unsigned Bits = $clog2(Depth + 1);

  logic any;
  logic [Bits-1:0] depth;
  logic [Width-1:0] top;

  rvt_ret_stack #(
    .Depth(Depth),
    .Width(Width)
  ) i_dut (
    .*,
    .any_o(any),
    .top_o(top),
    .count_o(depth)
  );

  // ---- Reference -------------------------------------------------------------------------------

  logic [Bits-1:0] count_q, count_d, above_q, above_d;  // entries, entries above the tracked one
  logic held_q, held_d;
  logic [Width-1:0] value_q;
  logic push, pop, popped, take;

  assign push = en_i && push_i;
  assign pop = en_i && pop_i;
  assign popped = pop && count_q != '0;
  assign take = push && pick_i && !held_q && !clr_i;

  always_comb begin
    count_d = count_q - Bits'(popped);
    held_d = held_q && !(popped && above_q == '0);
    above_d = above_q - Bits'(popped);
    if (push) begin
      // The oldest entry makes room (NT:IRT-09).
      if (count_d == Bits'(Depth)) held_d = held_d && above_d != Bits'(Depth - 1);
      else count_d = count_d + Bits'(1);
      above_d = above_d + Bits'(1);
    end
    if (take) begin
      held_d = 1'b1;
      above_d = '0;
    end
    if (clr_i) begin
      count_d = '0;
      held_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      above_q <= '0;
      held_q <= 1'b0;
      value_q <= '0;
    end else begin
      count_q <= count_d;
      above_q <= above_d;
      held_q <= held_d;
      if (take) value_q <= addr_i;
    end
  end

  // ---- Properties ------------------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);

  // An entry that nothing lies above is the one on top, unchanged: last in, first out.
  `RVT_IMPLIES(Top_A, held_q && above_q == '0, any && top == value_q)
  // The stack is empty exactly when every push was popped, dropped or cleared.
  `RVT_ASSERT(Any_A, any == (count_q != '0) && depth == count_q)

  // Where the tracked entry lies.
  logic [Depth-1:0] at_slot;
  for (genvar k = 0; k < Depth; k++) begin : g_slot
    assign at_slot[k] = 32'(dut_top) == (k + 32'(above_q)) % Depth &&
                        dut_mem[Width*k+:Width] == value_q;
  end
  `RVT_ASSERT(Count_L, dut_count == count_q)
  `RVT_IMPLIES(Above_L, held_q, above_q < count_q)
  `RVT_IMPLIES(Slot_L, held_q, at_slot != '0)

  // The tracked entry comes back to the top with others above it popped, on a stack that was full.
  logic full_q, deep_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q <= 1'b0;
      deep_q <= 1'b0;
    end else begin
      full_q <= !take && held_q && (full_q || count_q == Bits'(Depth));
      deep_q <= !take && held_q && (deep_q || above_q != '0);
    end
  end
  `RVT_COVER(Back_C, held_q && above_q == '0 && deep_q && full_q)
  `RVT_COVER(Swap_C, popped && push && held_q && above_q != '0)
  `RVT_COVER(Dropped_C, count_q == Bits'(Depth) && push && !pop && held_q &&
                        above_q == Bits'(Depth - 1))

endmodule

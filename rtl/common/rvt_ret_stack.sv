// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The implicit-return stack (NT:IRT-04): addresses to which traced calls will return; docs/units/ret-stack.md.
///
/// The newest entry is visible in the same clock; push and pop take effect at the clock's edge. Pop
/// and push together replace the newest entry (NT:ITY-12). A push on a full stack drops the oldest
/// entry, a pop on an empty one does nothing (NT:IRT-09). `clr_i` wins over both.
module rvt_ret_stack #(
  parameter int unsigned Depth = 8,  // 1..32, any number
  parameter int unsigned Width = 31,  // bits of an address, 1..63
  localparam int unsigned CountWidth = $clog2(Depth + 1)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clr_i,

  input  logic             en_i,  // what push_i and pop_i say is done
  input  logic             push_i,
  input  logic             pop_i,
  input  logic [Width-1:0] addr_i,

  output logic             any_o,  // the stack is not empty
  output logic [Width-1:0] top_o,  // defined while any_o
  output logic [CountWidth-1:0] count_o  // entries
);

  localparam int unsigned PtrWidth = Depth > 1 ? $clog2(Depth) : 1;
  localparam logic [PtrWidth-1:0] Last = PtrWidth'(Depth - 1);
  localparam logic [CountWidth-1:0] Full = CountWidth'(Depth);

  if (Depth < 1 || Depth > 32) begin : g_bad_depth
    $error("rvt_ret_stack: Depth must be 1..32");
  end
  if (Width < 1 || Width > 63) begin : g_bad_width
    $error("rvt_ret_stack: Width must be 1..63");
  end

  // Points at the newest entry, so that reading needs no subtraction; before the first push the
  // last entry counts as newest and the first push goes to entry 0.
  logic [PtrWidth-1:0] top_q, top_d, up, down, target;
  logic [CountWidth-1:0] count_q, count_d;
  logic [Width-1:0] mem_q[0:Depth-1];

  assign any_o = count_q != '0;
  assign count_o = count_q;
  assign top_o = mem_q[top_q];
  assign up    = top_q == Last ? '0 : top_q + PtrWidth'(1);
  assign down  = top_q == '0 ? Last : top_q - PtrWidth'(1);

  always_comb begin
    top_d = top_q;
    count_d = count_q;
    if (clr_i) begin
      top_d = Last;
      count_d = '0;
    end else if (en_i && push_i && !(pop_i && any_o)) begin
      top_d = up;
      if (count_q != Full) count_d = count_q + CountWidth'(1);
    end else if (en_i && pop_i && !push_i && any_o) begin
      top_d = down;
      count_d = count_q - CountWidth'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      top_q <= Last;
      count_q <= '0;
    end else begin
      top_q <= top_d;
      count_q <= count_d;
    end
  end

  // Not `top_d`: what a push writes under `clr_i` is never read, and the address need not wait.
  assign target = pop_i && any_o ? top_q : up;

  always_ff @(posedge clk_i) begin
    if (en_i && push_i) begin
      mem_q[target] <= addr_i;
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // The stack never claims more entries than it has.
  `RVT_ASSERT(CountRange_A, count_q <= Full)
  // The pointer stays inside a memory whose depth is not a power of two.
  `RVT_ASSERT(TopRange_A, top_q <= Last)
  // Only an entry that was pushed is ever offered.
  `RVT_IMPLIES(Empty_A, count_q == '0, !any_o)

endmodule

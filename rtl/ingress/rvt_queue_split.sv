// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Takes the entry at the queue's front apart: its blocks leave as heads, oldest first, up to `Heads`
/// in a clock.
///
/// Combinational forward from the entry to the heads; the entry leaves the queue with its last head.
/// Kind and `sub` of the entry are its first head's; what follows are plain blocks. What a head holds
/// while its bit of `valid_o` is 0 is unspecified.
module rvt_queue_split #(
  parameter int unsigned Blocks = 2,  // blocks of an entry, 2..4
  parameter int unsigned Heads  = 2,  // heads in a clock, 1..Blocks
  parameter int unsigned Width  = 8   // bits of a block
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clr_i,

  // entry
  input  logic                    valid_i,
  input  logic [1:0]              kind_i,
  input  logic [3:0]              sub_i,
  input  logic [Blocks-1:0]       blocks_i,  // the lowest ones, at least one
  input  logic [Blocks*Width-1:0] data_i,
  output logic                    ready_o,   // the entry leaves

  // heads
  output logic [Heads-1:0]        valid_o,  // the lowest ones
  output logic [1:0]              kind_o,   // of head 0; the others are blocks
  output logic [3:0]              sub_o,    // of head 0; 0 for the others
  output logic [Heads*Width-1:0]  data_o,
  input  logic [Heads-1:0]        ready_i   // the head leaves; only the lowest ones
);

  localparam int unsigned IndexWidth = $clog2(Blocks);

  if (Blocks < 2 || Blocks > 4) begin : g_bad_blocks
    $error("rvt_queue_split: Blocks must be 2..4");
  end
  if (Heads < 1 || Heads > Blocks) begin : g_bad_heads
    $error("rvt_queue_split: Heads must be 1..Blocks");
  end

  logic [IndexWidth-1:0] index_q, index_d;  // blocks of the entry that have left
  logic [Blocks-1:0] left, after;  // blocks that are still there; ... after this clock
  logic [Heads-1:0] taken;

  assign left = blocks_i >> index_q;
  assign taken = ready_i & valid_o;
  assign kind_o = index_q == '0 ? kind_i : rvt_ingress_pkg::EntryBlock;
  assign sub_o = index_q == '0 ? sub_i : '0;
  assign data_o = (Heads * Width)'(data_i >> (32'(index_q) * Width));

  for (genvar h = 0; h < Heads; h++) begin : g_head
    assign valid_o[h] = valid_i && left[h];
  end

  always_comb begin
    after = left;
    index_d = index_q;
    for (int unsigned h = 0; h < Heads; h++) begin
      if (taken[h]) begin
        after = left >> (h + 1);
        index_d = index_q + IndexWidth'(h + 1);
      end
    end
    ready_o = taken[0] && after == '0;
    if (ready_o || clr_i) index_d = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      index_q <= '0;
    end else if (taken[0] || clr_i) begin
      index_q <= index_d;
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // An entry has blocks, and they are the lowest ones.
  `RVT_IMPLIES_M(Blocks_M, valid_i, blocks_i[0] && (blocks_i & (blocks_i + Blocks'(1))) == '0)
  // Heads leave in order.
  `RVT_ASSUME(Order_M, (taken & (taken + Heads'(1))) == '0)
  // An entry is never left standing without a head on offer.
  `RVT_IMPLIES(Head_A, valid_i, valid_o[0])
  // Between two entries nothing is left over.
  `RVT_IMPLIES(Fresh_A, !valid_i, index_q == '0)

endmodule

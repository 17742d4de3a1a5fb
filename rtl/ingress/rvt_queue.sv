// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The queue between ingress stage and encoder: an entry per clock in, an entry per clock out.
///
/// Holds what the build has and nothing more: which blocks there are with more than one of them,
/// notify triggers with `Events`, `seq` with `SeqJump`, a time with `TsWidth`. There is an entry more
/// than `QueueDepth`, for a stop. What is written in clock n is offered in clock n+1, with `QueueSync` in n+2.
module rvt_queue #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Blocks     = Build.Blocks,
  localparam int unsigned LevelWidth = $clog2(Build.QueueDepth + 2),
  localparam int unsigned BlockBits  = rvt_ingress_pkg::BlockBits
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        clr_i,

  // entry in
  input  logic                        valid_i,
  input  rvt_ingress_pkg::entry_t     entry_i,
  input  logic [Blocks-1:0]           blocks_i,  // the lowest ones, at least one
  input  logic [Blocks*BlockBits-1:0] block_i,   // block_t of each
  output logic                        ready_o,
  output logic [LevelWidth-1:0]       level_o,   // entries

  // the oldest entry; unspecified while `valid_o` is 0
  output logic                        valid_o,
  output rvt_ingress_pkg::entry_t     entry_o,
  output logic [Blocks-1:0]           blocks_o,
  output logic [Blocks*BlockBits-1:0] block_o,
  input  logic                        ready_i
);

  // interface: packed
  localparam int unsigned PackedWidth =
      2*Build.Format + 2*Build.SeqJump + Build.Events + 1 + ((Build.Xlen < Build.AddrBits ?
      Build.Xlen : Build.AddrBits)-1) + (Build.IretireWidth+Build.Single*(4-Build.IretireWidth)) +
      Build.ItypeWidth;
  localparam int unsigned EntryWidth =
      (3*(Build.Context < 1 ? Build.Context : 1)*(1-Build.Format)+Build.PrivBits*Build.Format) +
      (Build.ContextWidth*((Build.Context > 1 ? Build.Context : 1)-1)) + (Build.Context < 1 ?
      Build.Context : 1) + Build.Format + (2*Build.Format*((Build.Context > 1 ? Build.Context :
      1)-1)) + 3*Build.Format + Build.Format*(4+Build.Xlen/32) + Build.Format*Build.Xlen +
      (Build.TsWidth < 1 ? Build.TsWidth : 1) + Build.TsWidth + 2 + 4;
  // interface end
  // The memory's word: the blocks, what else the entry has, which blocks there are after the first.
  localparam int unsigned EntryAt = Blocks * PackedWidth;
  localparam int unsigned MoreAt = EntryAt + EntryWidth;
  localparam int unsigned Width = MoreAt + Blocks - 1;

  logic [Width-1:0] in, out;

  for (genvar b = 0; b < Blocks; b++) begin : g_block
    rvt_queue_pack #(
      .Build(Build)
    ) i_pack (
      .block_i(block_i[BlockBits*b+:BlockBits]),
      .bits_o (in[PackedWidth*b+:PackedWidth]),
      .bits_i (out[PackedWidth*b+:PackedWidth]),
      .block_o(block_o[BlockBits*b+:BlockBits])
    );
  end
  rvt_queue_pack_entry #(
    .Build(Build)
  ) i_pack_entry (
    .entry_i,
    .bits_o(in[EntryAt+:EntryWidth]),
    .bits_i(out[EntryAt+:EntryWidth]),
    .entry_o
  );
  assign blocks_o[0] = 1'b1;
  if (Blocks > 1) begin : g_more
    assign in[MoreAt+:Blocks-1] = blocks_i[Blocks-1:1];
    assign blocks_o[Blocks-1:1] = out[MoreAt+:Blocks-1];
  end

  rvt_fifo #(
    .Width(Width),
    .Depth(Build.QueueDepth + 1),
    .Quiet(0),
    .Sync (Build.QueueSync)
  ) i_fifo (
    .clk_i,
    .rst_ni,
    .clr_i,
    .valid_i,
    .data_i(in),
    .ready_o,
    .commit_i(1'b1),
    .drop_i(1'b0),
    .head_i(1'b0),
    .valid_o,
    .data_o(out),
    .ready_i,
    .level_o
  );

  // ---- Assertions ----------------------------------------------------------------------------

  // Without a block there is no entry, and its blocks are the lowest ones.
  `RVT_IMPLIES_M(First_M, valid_i, blocks_i[0] && (blocks_i & (blocks_i + Blocks'(1))) == '0)

endmodule

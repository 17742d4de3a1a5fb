// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The queue between ingress stage and encoder: an entry per clock in, its blocks as heads out.
///
/// Holds what the build has and nothing more: which blocks there are with more than one of them,
/// notify triggers with `Events`, `seq` with `SeqJump`, a time with `TsWidth`. There is an entry more
/// than `QueueDepth`, for a stop. What is written in clock n is offered in clock n+1.
module rvt_queue #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Blocks     = Build.Blocks,
  localparam int unsigned FlowBlocks = Build.FlowBlocks,
  localparam int unsigned LevelWidth = $clog2(Build.QueueDepth + 2),
  localparam int unsigned BlockBits  = rvt_ingress_pkg::BlockBits
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic                            clr_i,

  // entry
  input  logic                            valid_i,
  input  rvt_ingress_pkg::entry_t         entry_i,
  input  logic [Blocks-1:0]               blocks_i,  // the lowest ones, at least one
  input  logic [Blocks*BlockBits-1:0]     block_i,   // block_t of each
  output logic                            ready_o,
  output logic [LevelWidth-1:0]           level_o,   // entries

  // heads, oldest first; unspecified where `valid_o` is 0
  output logic [FlowBlocks-1:0]           valid_o,
  output rvt_ingress_pkg::entry_t         entry_o,  // of head 0; the others are blocks
  output logic [FlowBlocks*BlockBits-1:0] block_o,
  input  logic [FlowBlocks-1:0]           ready_i   // the head leaves; only the lowest ones
);

  // interface: packed
  localparam int unsigned PackedWidth =
      2*Build.SeqJump + Build.Events + 1 + (Build.Xlen-1) +
      (Build.IretireWidth+Build.Single*(4-Build.IretireWidth)) + Build.ItypeWidth;
  localparam int unsigned EntryWidth = Build.TsWidth + 2 + 4;
  // interface end
  // The memory's word: the blocks, what else the entry has, which blocks there are after the first.
  localparam int unsigned EntryAt = Blocks * PackedWidth;  // `sub` and `kind` are its lowest bits
  localparam int unsigned MoreAt = EntryAt + EntryWidth;
  localparam int unsigned Width = MoreAt + Blocks - 1;

  logic [Width-1:0] word, front;
  logic front_valid, front_ready;
  logic [EntryWidth-1:0] entry;  // of head 0
  logic [Blocks*PackedWidth-1:0] heads;  // 0 above those of a clock
  logic [Blocks*BlockBits-1:0] blocks;

  for (genvar b = 0; b < Blocks; b++) begin : g_block
    rvt_queue_pack #(
      .Build(Build)
    ) i_pack (
      .block_i(block_i[BlockBits*b+:BlockBits]),
      .bits_o (word[PackedWidth*b+:PackedWidth]),
      .bits_i (heads[PackedWidth*b+:PackedWidth]),
      .block_o(blocks[BlockBits*b+:BlockBits])
    );
  end
  assign block_o = blocks[FlowBlocks*BlockBits-1:0];
  rvt_queue_pack_entry #(
    .Build(Build)
  ) i_pack_entry (
    .entry_i,
    .bits_o(word[EntryAt+:EntryWidth]),
    .bits_i(entry),
    .entry_o
  );

  rvt_fifo #(
    .Width(Width),
    .Depth(Build.QueueDepth + 1),
    .Quiet(0)
  ) i_fifo (
    .clk_i,
    .rst_ni,
    .clr_i,
    .valid_i,
    .data_i(word),
    .ready_o,
    .valid_o(front_valid),
    .data_o(front),
    .ready_i(front_ready),
    .level_o
  );

  if (Blocks > 1) begin : g_split
    assign word[MoreAt+:Blocks-1] = blocks_i[Blocks-1:1];
    rvt_queue_split #(
      .Blocks(Blocks),
      .Heads(FlowBlocks),
      .Width(PackedWidth)
    ) i_split (
      .clk_i,
      .rst_ni,
      .clr_i,
      .valid_i (front_valid),
      .kind_i  (front[EntryAt+4+:2]),
      .sub_i   (front[EntryAt+:4]),
      .blocks_i({front[MoreAt+:Blocks-1], 1'b1}),
      .data_i  (front[EntryAt-1:0]),
      .ready_o (front_ready),
      .valid_o,
      .kind_o  (entry[5:4]),
      .sub_o   (entry[3:0]),
      .data_o  (heads[FlowBlocks*PackedWidth-1:0]),
      .ready_i
    );
    if (EntryWidth > 6) begin : g_same
      assign entry[EntryWidth-1:6] = front[EntryAt+6+:EntryWidth-6];
    end
    if (FlowBlocks < Blocks) begin : g_few
      assign heads[Blocks*PackedWidth-1:FlowBlocks*PackedWidth] = '0;
    end
  end else begin : g_single
    assign valid_o = front_valid;
    assign front_ready = ready_i;
    assign entry = front[EntryAt+:EntryWidth];
    assign heads = front[EntryAt-1:0];
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // Without a block there is no entry.
  `RVT_IMPLIES_M(First_M, valid_i, blocks_i[0])

endmodule

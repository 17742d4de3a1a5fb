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

  localparam int unsigned TsWidth = Build.TsWidth;
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1;
  // interface: packed
  localparam int unsigned PackedWidth =
      2*Build.SeqJump + Build.Events + 1 + (Build.Xlen-1) +
      (Build.IretireWidth+Build.Single*(4-Build.IretireWidth)) + Build.ItypeWidth;
  // interface end
  // The memory's word: the blocks, `sub` and `kind`, the time, which blocks there are after the first.
  localparam int unsigned KindAt = Blocks * PackedWidth;
  localparam int unsigned TimeAt = KindAt + 6;
  localparam int unsigned MoreAt = TimeAt + TsWidth;
  localparam int unsigned Width = MoreAt + Blocks - 1;

  logic [Width-1:0] word, front;
  logic front_valid, front_ready;
  logic [TimeWidth-1:0] abs_time;
  logic [5:0] kind;  // with `sub`
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
  assign word[KindAt+:6] = {entry_i.kind, entry_i.sub};
  if (TsWidth > 0) begin : g_time
    assign word[TimeAt+:TimeWidth] = TimeWidth'(entry_i.abs_time);
    assign abs_time = front[TimeAt+:TimeWidth];
  end else begin : g_no_time
    assign abs_time = '0;
  end

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
      .kind_i  (front[KindAt+4+:2]),
      .sub_i   (front[KindAt+:4]),
      .blocks_i({front[MoreAt+:Blocks-1], 1'b1}),
      .data_i  (front[KindAt-1:0]),
      .ready_o (front_ready),
      .valid_o,
      .kind_o  (kind[5:4]),
      .sub_o   (kind[3:0]),
      .data_o  (heads[FlowBlocks*PackedWidth-1:0]),
      .ready_i
    );
    if (FlowBlocks < Blocks) begin : g_few
      assign heads[Blocks*PackedWidth-1:FlowBlocks*PackedWidth] = '0;
    end
  end else begin : g_single
    assign valid_o = front_valid;
    assign front_ready = ready_i;
    assign kind = front[KindAt+:6];
    assign heads = front[KindAt-1:0];
  end
  assign entry_o = {kind, 64'(abs_time)};

  // ---- Assertions ----------------------------------------------------------------------------

  // Without a block there is no entry.
  `RVT_IMPLIES_M(First_M, valid_i, blocks_i[0])

endmodule

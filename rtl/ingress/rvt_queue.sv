// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The queue between ingress stage and flow: an entry per clock in, its blocks as heads out.
///
/// Holds what the build has and nothing more: which blocks there are with more than one of them,
/// notify triggers with `Events`, `seq` with `SeqJump`, a time with `TsWidth`. An entry written in
/// clock n is offered in clock n+1.
module rvt_queue #(
  parameter int unsigned Xlen       = 32,  // 32 or 64
  parameter int unsigned Blocks     = 1,   // blocks of an entry, 1..4
  parameter int unsigned FlowBlocks = 1,   // heads in a clock, 1..Blocks
  parameter int unsigned UnitsWidth = 6,   // bits of a block's half-words, 1..8
  parameter int unsigned ItypeWidth = 4,   // bits of itype as it comes in, 3 or 4
  parameter int unsigned Events     = 0,   // 1: blocks have a notify trigger
  parameter int unsigned SeqJump    = 0,   // 1: blocks have `seq`
  parameter int unsigned TsWidth    = 0,   // bits of time, 0..64
  parameter int unsigned QueueDepth = 16,  // entries, 2..65
  localparam int unsigned AddrWidth  = Xlen - 1,
  localparam int unsigned TimeWidth  = TsWidth > 0 ? TsWidth : 1,
  localparam int unsigned LevelWidth = $clog2(QueueDepth + 1)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             clr_i,

  // entry
  input  logic                             valid_i,
  input  logic [1:0]                       kind_i,
  input  logic [3:0]                       sub_i,
  input  logic [Blocks-1:0]                blocks_i,  // the lowest ones, at least one
  input  logic [Blocks-1:0]                known_i,
  input  logic [Blocks*AddrWidth-1:0]      addr_i,
  input  logic [Blocks*UnitsWidth-1:0]     units_i,
  input  logic [Blocks*ItypeWidth-1:0]     itype_i,
  input  logic [Blocks*2-1:0]              seq_i,
  input  logic [Blocks-1:0]                notify_i,
  input  logic [TimeWidth-1:0]             time_i,
  output logic                             ready_o,
  output logic [LevelWidth-1:0]            level_o,  // entries

  // heads, oldest first; unspecified where `valid_o` is 0
  output logic [FlowBlocks-1:0]            valid_o,
  output logic [1:0]                       kind_o,  // of head 0; the others are blocks
  output logic [3:0]                       sub_o,   // of head 0; 0 for the others
  output logic [FlowBlocks-1:0]            known_o,
  output logic [FlowBlocks*AddrWidth-1:0]  addr_o,
  output logic [FlowBlocks*UnitsWidth-1:0] units_o,
  output logic [FlowBlocks*4-1:0]          itype_o,
  output logic [FlowBlocks*2-1:0]          seq_o,
  output logic [FlowBlocks-1:0]            notify_o,
  output logic [TimeWidth-1:0]             time_o,  // of all heads
  input  logic [FlowBlocks-1:0]            ready_i  // the head leaves; only the lowest ones
);

  // A block: itype, units, address, known, then notify and seq.
  localparam int unsigned UnitsAt = ItypeWidth;
  localparam int unsigned AddrAt = UnitsAt + UnitsWidth;
  localparam int unsigned KnownAt = AddrAt + AddrWidth;
  localparam int unsigned NotifyAt = KnownAt + 1;
  localparam int unsigned SeqAt = NotifyAt + (Events != 0 ? 1 : 0);
  localparam int unsigned BlockWidth = SeqAt + (SeqJump != 0 ? 2 : 0);
  // An entry: its blocks, sub, kind, then the time and which blocks there are behind the first.
  localparam int unsigned SubAt = Blocks * BlockWidth;
  localparam int unsigned TimeAt = SubAt + 4 + 2;
  localparam int unsigned MoreAt = TimeAt + TsWidth;
  localparam int unsigned EntryWidth = MoreAt + Blocks - 1;

  logic [EntryWidth-1:0] entry, front;
  logic front_valid, front_ready;
  logic [FlowBlocks*BlockWidth-1:0] heads;

  for (genvar b = 0; b < Blocks; b++) begin : g_put
    assign entry[BlockWidth*b+:UnitsAt] = itype_i[ItypeWidth*b+:ItypeWidth];
    assign entry[BlockWidth*b+UnitsAt+:UnitsWidth] = units_i[UnitsWidth*b+:UnitsWidth];
    assign entry[BlockWidth*b+AddrAt+:AddrWidth] = addr_i[AddrWidth*b+:AddrWidth];
    assign entry[BlockWidth*b+KnownAt] = known_i[b];
    if (Events != 0) begin : g_notify
      assign entry[BlockWidth*b+NotifyAt] = notify_i[b];
    end
    if (SeqJump != 0) begin : g_seq
      assign entry[BlockWidth*b+SeqAt+:2] = seq_i[2*b+:2];
    end
  end
  assign entry[SubAt+:6] = {kind_i, sub_i};
  if (TsWidth > 0) begin : g_time
    assign entry[TimeAt+:TimeWidth] = time_i;
    assign time_o = front[TimeAt+:TimeWidth];
  end else begin : g_no_time
    assign time_o = '0;
  end

  rvt_fifo #(
    .Width(EntryWidth),
    .Depth(QueueDepth),
    .Quiet(0)
  ) i_fifo (
    .clk_i,
    .rst_ni,
    .clr_i,
    .valid_i,
    .data_i(entry),
    .ready_o,
    .valid_o(front_valid),
    .data_o(front),
    .ready_i(front_ready),
    .level_o
  );

  if (Blocks > 1) begin : g_split
    assign entry[MoreAt+:Blocks-1] = blocks_i[Blocks-1:1];
    rvt_queue_split #(
      .Blocks(Blocks),
      .Heads(FlowBlocks),
      .Width(BlockWidth)
    ) i_split (
      .clk_i,
      .rst_ni,
      .clr_i,
      .valid_i (front_valid),
      .kind_i  (front[SubAt+4+:2]),
      .sub_i   (front[SubAt+:4]),
      .blocks_i({front[MoreAt+:Blocks-1], 1'b1}),
      .data_i  (front[SubAt-1:0]),
      .ready_o (front_ready),
      .valid_o,
      .kind_o,
      .sub_o,
      .data_o  (heads),
      .ready_i
    );
  end else begin : g_single
    assign valid_o = front_valid;
    assign front_ready = ready_i;
    assign {kind_o, sub_o} = front[SubAt+:6];
    assign heads = front[SubAt-1:0];
  end

  for (genvar h = 0; h < FlowBlocks; h++) begin : g_head
    assign itype_o[4*h+:4] = 4'(heads[BlockWidth*h+:ItypeWidth]);
    assign units_o[UnitsWidth*h+:UnitsWidth] = heads[BlockWidth*h+UnitsAt+:UnitsWidth];
    assign addr_o[AddrWidth*h+:AddrWidth] = heads[BlockWidth*h+AddrAt+:AddrWidth];
    assign known_o[h] = heads[BlockWidth*h+KnownAt];
    if (Events != 0) begin : g_notify
      assign notify_o[h] = heads[BlockWidth*h+NotifyAt];
    end else begin : g_no_notify
      assign notify_o[h] = 1'b0;
    end
    if (SeqJump != 0) begin : g_seq
      assign seq_o[2*h+:2] = heads[BlockWidth*h+SeqAt+:2];
    end else begin : g_no_seq
      assign seq_o[2*h+:2] = rvt_ntrace_pkg::SeqNo;
    end
  end

  logic unused;
  assign unused = ^{blocks_i, seq_i, notify_i, time_i};

  // ---- Assertions ----------------------------------------------------------------------------

  // Without a block there is no entry.
  `RVT_IMPLIES_M(First_M, valid_i, blocks_i[0])

endmodule

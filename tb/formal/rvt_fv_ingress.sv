// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Ingress stage and queue together with one block in an entry, from the ingress port to the queue's head.
///
/// What the ingress stage writes is proved by rvt_fv_ingress_stage, with this queue after it; here, that it
/// arrives. Any one entry may be the tracked one.
module rvt_fv_ingress #(
  parameter int unsigned IretireWidth = 2,
  parameter int unsigned Single       = 0,
  parameter int unsigned IaddrOnInt   = 1,
  parameter int unsigned Events       = 1,
  parameter int unsigned TsWidth      = 3,
  parameter int unsigned QueueDepth   = 4,
  parameter int unsigned QueueSync    = 0,
  parameter int unsigned StallLatency = 2,
  localparam int unsigned Entries     = QueueDepth + 1,  // of the queue ...
  localparam int unsigned Words       = Entries - QueueSync,  // ... and of its memory
  localparam int unsigned Xlen        = 32,
  localparam int unsigned UnitsWidth  = Single != 0 ? 4 : IretireWidth,
  localparam int unsigned EntryWidth  = 2 + 1 + TsWidth + 1 + 2 + 4 + 1 + (Xlen - 1) + UnitsWidth + 4
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic [IretireWidth-1:0] iretire_i,
  input logic [Xlen-1:0]         iaddr_i,
  input logic [3:0]              itype_i,
  input logic [1:0]              ilastsize_i,
  input logic                    sijump_i,
  input logic [31:0]             cause_i,
  input logic [31:0]             tval_i,
  input logic [2:0]              priv_i,
  input logic [2:0]              trigger_i,
  input logic [2:0]              ext_trigger_i,
  input logic                    halted_i,
  input logic                    hart_reset_i,
  input logic                    lowpower_i,
  input logic [TsWidth-1:0]      time_i,
  input logic                    resume_i,
  input logic                    given_up_i,
  input logic                    ready_i,  // flow takes the head
  input logic                    pick_i,   // this entry is the tracked one
  input logic                    obey_i,   // the hart keeps the promise of StallLatency

  (* probe = "i_ingress.i_dut.i_session.open_q" *) input logic dut_open,
  (* probe = "i_ingress.i_dut.i_session.overflow_q" *) input logic dut_overflow,
  (* probe = "i_ingress.i_dut.i_session.away_q" *) input logic dut_away,
  (* probe = "i_ingress.i_dut.i_session.rst_q" *) input logic dut_rst,
  (* probe = "i_ingress.i_dut.i_session.ext_q" *) input logic dut_ext,
  (* probe = "i_ingress.i_dut.i_session.lost_q" *) input logic dut_lost,
  (* probe = "i_ingress.i_dut.i_session.reason_q" *) input logic [3:0] dut_reason,
  (* probe = "i_ingress.i_dut.overflow_time_q" *) input logic [TsWidth-1:0] dut_overflow_time,
  (* probe = "i_queue.rptr_q" *) input logic [$clog2(Words)-1:0] dut_rptr,
  (* probe = "i_queue.mem_q[*]" *) input logic [Words*EntryWidth-1:0] dut_mem
);

  localparam int unsigned LevelWidth = $clog2(Entries + 1);

  logic put, blocks, known, notify, room, head_valid;
  logic [1:0] kind, seq;
  logic [3:0] sub, itype;
  logic [Xlen-2:0] addr;
  logic [UnitsWidth-1:0] units;
  logic [TsWidth:0] stamp;
  logic [EntryWidth-1:0] entry, head;
  logic [LevelWidth-1:0] level;

  rvt_fv_ingress_stage #(
    .Blocks(1),
    .IretireWidth(IretireWidth),
    .Single(Single),
    .IaddrOnInt(IaddrOnInt),
    .Events(Events),
    .TsWidth(TsWidth),
    .QueueDepth(QueueDepth),
    .StallLatency(StallLatency)
  ) i_ingress (
    .*,
    .context_i(1'b0),
    .ctype_i(2'b00),
    .level_i(level),
    .ready_i(room),
    .valid_o(put),
    .kind_o(kind),
    .sub_o(sub),
    .blocks_o(blocks),
    .known_o(known),
    .addr_o(addr),
    .units_o(units),
    .itype_o(itype),
    .seq_o(seq),
    .notify_o(notify),
    .time_o(stamp),
    .dut_open_i(dut_open),
    .dut_overflow_i(dut_overflow),
    .dut_away_i(dut_away),
    .dut_rst_i(dut_rst),
    .dut_ext_i(dut_ext),
    .dut_lost_i(dut_lost),
    .dut_reason_i(dut_reason),
    .dut_overflow_time_i(dut_overflow_time)
  );

  assign entry = {seq, notify, stamp, kind, sub, known, addr, units, itype};

  rvt_fifo #(
    .Width(EntryWidth),
    .Depth(Entries),
    .Quiet(0),
    .Sync(QueueSync)
  ) i_queue (
    .*,
    .clr_i  (!cfg_i.active),
    .valid_i(put),
    .data_i (entry),
    .ready_o(room),
    .commit_i(1'b1),
    .drop_i(1'b0),
    .head_i(1'b0),
    .valid_o(head_valid),
    .data_o (head),
    .level_o(level)
  );

  // ---- Order through the queue -------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);

  logic held, leave;
  logic [EntryWidth-1:0] held_entry;
  rvt_fv_order #(
    .Width(EntryWidth),
    .Stored(EntryWidth),
    .Depth(Entries),
    .Sync(QueueSync)
  ) i_order (
    .*,
    .clr_i       (!cfg_i.active),
    .push_i      (put),
    .word_i      (entry),
    .valid_i     (head_valid),
    .front_i     (head),
    .dut_rptr_i  (dut_rptr),
    .dut_level_i (level),
    .dut_mem_i   (dut_mem),
    .held_o      (held),
    .held_word_o (held_entry),
    .leave_o     (leave)
  );

  // ---- Covers ------------------------------------------------------------------------------------

  `RVT_COVER(Tracked_C, leave && held_entry[UnitsWidth+4+:Xlen-1] != '0)

endmodule

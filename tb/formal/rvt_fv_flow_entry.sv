// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What an entry may be that reaches flow, as assumptions: of the queue's oldest entry, and of the run in a
/// build with one block per clock, which is such an entry. rvt_fv_entries proves them at the queue; Config_M is the
/// register block's.
module rvt_fv_flow_entry #(
  parameter int unsigned Blocks     = 1,
  parameter int unsigned UnitsWidth = 7,
  parameter int unsigned Events     = 1
) (
  input logic                         clk_i,
  input logic                         rst_ni,
  input rvt_config_pkg::config_t      cfg_i,
  input logic                         session_i,  // open after the entries before this one
  input logic                         busy_i,  // a session is open in what is looked at, or an entry is there
  input logic                         valid_i,
  input logic [1:0]                   kind_i,
  input logic [3:0]                   sub_i,
  input logic [Blocks-1:0]            blocks_i,
  input logic [Blocks-1:0]            known_i,
  input logic [Blocks*UnitsWidth-1:0] units_i,
  input logic [Blocks*4-1:0]          itype_i,
  input logic [Blocks*2-1:0]          seq_i,
  input logic [Blocks-1:0]            notify_i
);

  logic block, is_start, is_stop;
  logic [Blocks-1:0] there, unknown_ok, seq_ok;

  assign block = kind_i == rvt_ingress_pkg::EntryBlock || kind_i == rvt_ingress_pkg::EntryStart;
  assign is_start = kind_i == rvt_ingress_pkg::EntryStart;
  assign is_stop = kind_i == rvt_ingress_pkg::EntryStop;
  assign there = valid_i ? blocks_i : '0;

  for (genvar i = 0; i < Blocks; i++) begin : g_block
    logic [3:0] itype;
    assign itype = itype_i[4*i+:4];
    assign unknown_ok[i] = itype == rvt_ingress_pkg::ItInterrupt &&
                           units_i[UnitsWidth*i+:UnitsWidth] == '0 && (i != 0 || !is_start);
    assign seq_ok[i] = seq_i[2*i+:2] == '0 || (seq_i[2*i+:2] != 2'd3 && (
        itype == rvt_ingress_pkg::ItIndirect || itype == rvt_ingress_pkg::ItIndirectCall ||
        itype == rvt_ingress_pkg::ItIndirectJump || itype == rvt_ingress_pkg::ItSwap ||
        itype == rvt_ingress_pkg::ItIndirectLink));
  end

  // An entry has a block, and its blocks are the lowest ones.
  `RVT_IMPLIES_M(Lowest_M, valid_i, blocks_i[0] && (blocks_i & (blocks_i + Blocks'(1))) == '0)
  // rvt_fv_ingress_stage: Known_A, Quiet_A, OverflowTime_A and the ingress stage's StartKnown_A.
  `RVT_IMPLIES_M(Known_M, block, (there & ~known_i & ~unknown_ok) == '0)
  `RVT_ASSUME(Seq_M, (there & ~seq_ok) == '0)
  `RVT_IMPLIES_M(Events_M, Events == 0, (there & notify_i) == '0)
  `RVT_IMPLIES_M(Quiet_M, valid_i && !block, units_i[UnitsWidth-1:0] == '0 &&
                 itype_i[3:0] == '0 && !notify_i[0] && (is_stop || !known_i[0]))
  // A stop and an overflow have one block.
  `RVT_IMPLIES_M(Alone_M, !block, (there >> 1) == '0)
  // rvt_fv_ingress_stage: Kinds_A, StopOwed_A, BlockLast_A.
  `RVT_IMPLIES_M(Kinds_M, valid_i, kind_i == rvt_ingress_pkg::EntryOverflow ||
                 (is_start ? !session_i : session_i))
  `RVT_IMPLIES_M(Sub_M, valid_i && kind_i == rvt_ingress_pkg::EntryBlock,
                 sub_i[3:2] == '0 && (Events != 0 || !sub_i[1]))
  `RVT_IMPLIES_M(SubStop_M, valid_i && is_stop && Events == 0, !sub_i[3])
  // docs/units/registers.md: these settings stand still from a start until the encoder is empty.
  `RVT_STABLE_M(Config_M, cfg_i.active && busy_i,
                {cfg_i.mode, cfg_i.ir_mode, cfg_i.ir_en, cfg_i.plain_sync})

endmodule

/// What a run may be. With one block per clock it is the entry that left the queue, which is proved, and of
/// that entry is assumed what rvt_fv_entries proves. With several it is assumed what rvt_fv_flow_runs proves.
module rvt_fv_flow_run #(
  parameter int unsigned UnitsWidth = 7,
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned TimeWidth  = 1,
  parameter int unsigned IcntWidth  = 8,
  parameter int unsigned FlowBlocks = 1,
  parameter int unsigned Outcomes   = 1,
  parameter int unsigned Events     = 1
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    session_i,  // open after the runs that have left
  input logic                    valid_i,  // the queue's oldest entry
  input logic                    ready_i,
  input rvt_ingress_pkg::entry_t entry_i,
  input rvt_ingress_pkg::block_t block_i,
  input logic                    some_i,  // the run
  input rvt_ntrace_pkg::run_t    run_i,
  input logic                    pop_i,  // it leaves
  input logic [AddrWidth-1:0]    link_i,  // where its call returns to
  input logic [AddrWidth-1:0]    behind_i,  // behind its last block
  input logic                    htm_i
);

  logic yes;
  assign yes = 1'b1;
  rvt_fv_flow_entry #(
    .Blocks(1),
    .UnitsWidth(11),
    .Events(Events)
  ) i_entry (
    .*,
    .busy_i(session_i || some_i),
    .valid_i(some_i),
    .kind_i(run_i.kind),
    .sub_i(run_i.sub),
    .blocks_i(yes),
    .known_i(run_i.known),
    .units_i(run_i.halfwords),
    .itype_i(run_i.itype),
    .seq_i(run_i.seq),
    .notify_i(run_i.notify)
  );

  if (FlowBlocks == 1) begin : g_one
    // An entry is a run once, from the clock after it has left the queue until it leaves flow, unchanged.
    logic held_q;
    rvt_ingress_pkg::entry_t entry_q;
    rvt_ingress_pkg::block_t block_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {held_q, entry_q, block_q} <= '0;
      end else begin
        held_q <= cfg_i.active && ((valid_i && ready_i) || (held_q && !pop_i));
        if (valid_i && ready_i) {entry_q, block_q} <= {entry_i, block_i};
      end
    end
    `RVT_ASSERT(Run_A,
                some_i == held_q && !(cfg_i.active && valid_i && ready_i && held_q && !pop_i))
    `RVT_IMPLIES(Same_A, some_i,
                 run_i.first_time == entry_q.abs_time && run_i.abs_time == entry_q.abs_time && run_i.time_new == entry_q.time_new &&
                 run_i.kind == entry_q.kind && run_i.sub == entry_q.sub &&
                 run_i.known == block_q.known && run_i.addr == block_q.addr &&
                 run_i.halfwords == 11'(block_q.halfwords) && run_i.itype == block_q.itype &&
                 run_i.seq == block_q.seq && run_i.notify == block_q.notify)
    `RVT_IMPLIES(Behind_A, some_i,
                 behind_i == block_q.addr[AddrWidth-1:0] + AddrWidth'(block_q.halfwords) &&
                 link_i == behind_i)
    `RVT_IMPLIES(Units_A, some_i, (run_i.halfwords >> UnitsWidth) == '0)
    `RVT_IMPLIES(Outcome_A, some_i,
                 run_i.outcomes == 3'(run_i.itype == 4'd4 || run_i.itype == 4'd5) &&
                 run_i.taken[0] == (run_i.itype == 4'd5))
    logic unused;
    assign unused = htm_i;
  end else begin : g_several
    // rvt_fv_flow_runs: Room_A, Outcomes_A.
    `RVT_IMPLIES_M(Room_M, some_i, 32'(run_i.halfwords) < (1 << (IcntWidth - 1)))
    `RVT_IMPLIES_M(Outcomes_M, some_i, 32'(run_i.outcomes) <= Outcomes &&
                   (!htm_i || (run_i.itype != 4'd4 && run_i.itype != 4'd5) ||
                    (run_i.outcomes != '0 && run_i.taken[0] == (run_i.itype == 4'd5))))
    `RVT_IMPLIES_M(None_M, some_i && run_i.kind >= rvt_ingress_pkg::EntryStop, run_i.outcomes == '0)
    logic unused;
    assign unused = ^{valid_i, ready_i, entry_i, block_i, pop_i, link_i, behind_i};
  end

endmodule

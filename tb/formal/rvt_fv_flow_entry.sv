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

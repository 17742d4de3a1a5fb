// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What flow's heads may be, as assumptions. Where entries have several blocks, rvt_fv_heads proves all
/// of them but Config_M; where they have one, the proofs of rvt_fv_ingress have what is named here.
/// Config_M is the register block's.
module rvt_fv_flow_heads #(
  parameter int unsigned F          = 1,  // heads in a clock
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned UnitsWidth = 7,
  parameter int unsigned TimeWidth  = 1,
  parameter int unsigned Events     = 1,
  localparam int unsigned HeadWidth = 1 + AddrWidth + UnitsWidth + 4 + 2 + 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  rvt_config_pkg::config_t cfg_i,
  input  logic                    session_i,  // open after the heads popped so far
  input  logic [F-1:0]            pop_i,
  input  logic [F-1:0]            valid_i,
  input  logic [1:0]              kind_i,
  input  logic [3:0]              sub_i,
  input  logic [F-1:0]            known_i,
  input  logic [F*AddrWidth-1:0]  addr_i,
  input  logic [F*UnitsWidth-1:0] units_i,
  input  logic [F*4-1:0]          itype_i,
  input  logic [F*2-1:0]          seq_i,
  input  logic [F-1:0]            notify_i,
  input  logic [TimeWidth-1:0]    time_i,

  output logic [2:0]              popped_o,  // so many leave
  output logic [F-1:0]            stay_o     // the head was there in the clock before
);

  logic some, block, is_start, is_stop;
  logic [F-1:0] unknown_ok, seq_ok;
  logic [F*HeadWidth-1:0] heads;

  assign some = valid_i[0];
  assign block = kind_i == rvt_ingress_pkg::EntryBlock || kind_i == rvt_ingress_pkg::EntryStart;
  assign is_start = kind_i == rvt_ingress_pkg::EntryStart;
  assign is_stop = kind_i == rvt_ingress_pkg::EntryStop;

  always_comb begin
    popped_o = '0;
    for (int i = 0; i < F; i++) popped_o = popped_o + 3'(pop_i[i]);
  end

  for (genvar i = 0; i < F; i++) begin : g_head
    logic [3:0] itype;
    assign itype = itype_i[4*i+:4];
    assign heads[HeadWidth*i+:HeadWidth] =
        {known_i[i], addr_i[AddrWidth*i+:AddrWidth], units_i[UnitsWidth*i+:UnitsWidth], itype,
         seq_i[2*i+:2], notify_i[i]};
    assign unknown_ok[i] = itype == rvt_ingress_pkg::ItInterrupt &&
                           units_i[UnitsWidth*i+:UnitsWidth] == '0 && (i != 0 || !is_start);
    assign seq_ok[i] = seq_i[2*i+:2] == '0 || (seq_i[2*i+:2] != 2'd3 && (
        itype == rvt_ingress_pkg::ItIndirect || itype == rvt_ingress_pkg::ItIndirectCall ||
        itype == rvt_ingress_pkg::ItIndirectJump || itype == rvt_ingress_pkg::ItSwap ||
        itype == rvt_ingress_pkg::ItIndirectLink));
  end
  // rvt_fv_ingress_stage: Known_A, Quiet_A, OverflowTime_A and the ingress stage's StartKnown_A.
  `RVT_IMPLIES_M(Known_M, block, (valid_i & ~known_i & ~unknown_ok) == '0)
  `RVT_ASSUME(Seq_M, (valid_i & ~seq_ok) == '0)
  `RVT_IMPLIES_M(Events_M, Events == 0, (valid_i & notify_i) == '0)
  `RVT_IMPLIES_M(Quiet_M, some && !block, units_i[UnitsWidth-1:0] == '0 &&
                 itype_i[3:0] == '0 && !notify_i[0] && (is_stop || !known_i[0]))
  // A stop and an overflow have one block, which has no others beside it.
  `RVT_IMPLIES_M(Alone_M, some && !block, (valid_i >> 1) == '0)
  // rvt_fv_ingress_stage: Kinds_A, StopOwed_A, BlockLast_A.
  `RVT_IMPLIES_M(Kinds_M, some, kind_i == rvt_ingress_pkg::EntryOverflow ||
                 (is_start ? !session_i : session_i))
  `RVT_IMPLIES_M(Sub_M, some && kind_i == rvt_ingress_pkg::EntryBlock,
                 sub_i[3:2] == '0 && (Events != 0 || !sub_i[1]))
  `RVT_IMPLIES_M(SubStop_M, some && is_stop && Events == 0, !sub_i[3])

  // What is not taken moves down and is otherwise kept; after `active` = 0 there is nothing. With one
  // block this is rvt_fv_ingress: Order_A, and the queue's Held_A.
  logic [F-1:0] stay_q;
  logic [F*HeadWidth-1:0] heads_q;
  logic [1:0] kind_q;
  logic [3:0] sub_q;
  logic [TimeWidth-1:0] time_q;
  logic inactive_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {stay_q, heads_q, kind_q, sub_q, time_q} <= '0;
      inactive_q <= 1'b1;
    end else begin
      stay_q <= cfg_i.active ? valid_i >> popped_o : '0;
      heads_q <= heads >> (32'(popped_o) * HeadWidth);
      kind_q <= pop_i[0] ? rvt_ingress_pkg::EntryBlock : kind_i;
      sub_q <= pop_i[0] ? 4'd0 : sub_i;
      time_q <= time_i;
      inactive_q <= !cfg_i.active;
    end
  end
  `RVT_IMPLIES_M(Cleared_M, inactive_q, valid_i == '0)
  `RVT_ASSUME(Kept_M, (stay_q & ~valid_i) == '0)
  `RVT_IMPLIES_M(Entry_M, stay_q[0], {kind_i, sub_i, time_i} == {kind_q, sub_q, time_q})
  logic [F-1:0] same;
  for (genvar i = 0; i < F; i++) begin : g_same
    assign same[i] = heads[HeadWidth*i+:HeadWidth] == heads_q[HeadWidth*i+:HeadWidth];
  end
  `RVT_ASSUME(Head_M, (stay_q & ~same) == '0)
  // docs/units/registers.md: these settings stand still from a start until the encoder is empty.
  `RVT_STABLE_M(Config_M, cfg_i.active && (session_i || some),
                {cfg_i.mode, cfg_i.ir_mode, cfg_i.ir_en, cfg_i.plain_sync})
  assign stay_o = stay_q;

endmodule

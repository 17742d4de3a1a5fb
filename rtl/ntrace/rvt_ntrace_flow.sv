// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Turns queue entries into records: I-CNT, HIST, the pending transfer, synchronisation.
///
/// Combinational from the heads to the record. In each clock the heads take their steps in order,
/// each on the state after the one before, until a step has a record: that is the clock's last one,
/// and takes effect only when `rec_ready_i` is 1. A head leaves (`ready_o`) with its last record. Two
/// heads that use the return stack do not share a clock.
module rvt_ntrace_flow #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned FlowBlocks = Build.FlowBlocks,
  localparam int unsigned BlockBits  = rvt_ingress_pkg::BlockBits
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  rvt_config_pkg::config_t         cfg_i,
  input  logic                            sync_req_i,  // asks for a sync (D-34)

  // heads, the oldest in the low bits
  input  logic [FlowBlocks-1:0]           valid_i,  // the lowest ones
  input  rvt_ingress_pkg::entry_t         entry_i,  // of head 0; the others are blocks
  input  logic [FlowBlocks*BlockBits-1:0] block_i,  // block_t of each
  output logic [FlowBlocks-1:0]           ready_o,  // the head, if valid, leaves in this clock

  output logic                            rec_valid_o,
  output rvt_ntrace_pkg::record_t         rec_o,
  input  logic                            rec_ready_i
);

  localparam bit HasBtm = Build.Btm != 0;
  localparam bit HasHtm = Build.Htm != 0;
  localparam int unsigned F = FlowBlocks;
  localparam int unsigned AddrWidth = Build.Xlen - 1;
  localparam int unsigned UnitsWidth = rvt_build_pkg::units_width(Build.Single, Build.IretireWidth);
  localparam int unsigned IcntWidth = Build.IcntWidth;
  localparam int unsigned HistWidth = Build.HistWidth;
  localparam int unsigned TimeWidth = Build.TsWidth > 0 ? Build.TsWidth : 1;
  localparam logic [HistWidth-1:0] NoHist = HistWidth'(1);  // NT:HIST-01

  logic [IcntWidth-1:0] icnt_q;
  logic [HistWidth-1:0] hist_q;
  rvt_ntrace_pkg::flow_flags_t flags_q;
  logic [1:0] pend_btype_q;
  logic [TimeWidth-1:0] pend_time_q;
  logic popped_q;
  logic [AddrWidth-1:0] popped_addr_q;
  rvt_ntrace_pkg::flow_state_t state, state_d;  // before the clock's first head, after its last
  rvt_ntrace_pkg::flow_choice_t choice;
  logic htm, straight, at_end, rec_taken, synced, forget, new_ref, stay;  // its head stays
  logic [AddrWidth-1:0] ref_addr, end_addr, rec_addr, return_addr, popped_addr;
  logic [TimeWidth-1:0] now;  // time of the heads
  logic [F-1:0] offer, count, push, pop;  // by head: a record; counted, with push, with pop
  logic [F*UnitsWidth-1:0] head_units;
  logic [F:0] due;

  assign htm = HasHtm && (!HasBtm || cfg_i.mode == rvt_config_pkg::ModeHtm);
  assign rec_valid_o = offer != '0;
  assign rec_taken = rec_valid_o && rec_ready_i;
  assign stay = rec_valid_o && (offer & ready_o) == '0;
  rvt_ntrace_period #(
    .Build(Build)
  ) i_period (
    .clk_i,
    .rst_ni,
    .sync_mode_i(cfg_i.sync_mode),
    .sync_max_i(cfg_i.sync_max),
    .sync_req_i,
    .restart_i(forget || synced),
    .record_i(rec_taken),
    .stay_i(stay),
    .count_i(count),
    .units_i(head_units),
    .due_o(due)
  );

  // ---- Implicit return (NT:IRT) ----------------------------------------------------------------

  logic ir, stack_any;
  logic [1:0] ir_mode;
  logic [AddrWidth-1:0] stack_top;
  assign ir = Build.StackDepth > 0 && cfg_i.ir_en && cfg_i.ir_mode != 2'd0;  // NT:IRT-01
  assign ir_mode = Build.ReturnModes != 0 ? cfg_i.ir_mode : 2'd3;

  // ---- Steps -----------------------------------------------------------------------------------

  for (genvar i = 0; i < FlowBlocks; i++) begin : g_step
    rvt_ntrace_pkg::flow_state_t from, to;  // before the head, after it
    rvt_ntrace_pkg::flow_choice_t mine, chosen;  // of this head, of the last that runs from here on
    rvt_ingress_pkg::entry_t entry;
    rvt_ingress_pkg::block_t
        head, counted, used;  // used: the first from here on that uses the stack
    logic turn, runs, next_turn, uses;

    assign head = block_i[BlockBits*i+:BlockBits];
    if (i == 0) begin : g_first
      assign from = state;
      assign entry = entry_i;
      assign turn = 1'b1;
      assign counted = head;
    end else begin : g_later
      assign from = g_step[i-1].to;
      assign entry = '0;  // EntryBlock
      assign turn = g_step[i-1].next_turn;
      assign counted = count[i] ? head : g_step[i-1].counted;
    end
    if (i == F - 1) begin : g_last
      assign chosen = mine;
      assign used = head;
    end else begin : g_choice
      assign chosen = g_step[i+1].runs ? g_step[i+1].chosen : mine;
      assign used = uses ? head : g_step[i+1].used;
    end

    rvt_ntrace_flow_step #(
      .Build(Build)
    ) i_step (
      .clk_i,
      .rst_ni,
      .htm_i(htm),
      .plain_sync_i(cfg_i.plain_sync),
      .ir_i(ir),
      .ir_mode_i(ir_mode),
      .state_i(from),
      .straight_i(straight),
      .due_i(due[i]),
      .due_next_i(due[i+1]),
      .stack_any_i(stack_any),
      .stack_top_i(stack_top),
      .turn_i(turn),
      .valid_i(valid_i[i]),
      .entry_i(entry),
      .block_i(head),
      .ready_o(ready_o[i]),
      .runs_o(runs),
      .turn_o(next_turn),
      .offer_o(offer[i]),
      .choice_o(mine),
      .rec_ready_i,
      .count_o(count[i]),
      .units_o(head_units[UnitsWidth*i+:UnitsWidth]),
      .uses_o(uses),
      .push_o(push[i]),
      .pop_o(pop[i]),
      .state_o(to)
    );
  end
  assign state_d = g_step[F-1].to;
  assign choice = g_step[0].chosen;
  assign rec_addr = AddrWidth'(choice.addr);
  assign now = TimeWidth'(entry_i.abs_time);

  // ---- Return stack ----------------------------------------------------------------------------

  rvt_ingress_pkg::block_t call;
  assign call = g_step[0].used;
  assign return_addr = AddrWidth'(call.addr) + AddrWidth'(call.halfwords);  // NT:ING-07
  assign popped_addr = AddrWidth'(state_d.popped_addr);
  rvt_ntrace_flow_return #(
    .Depth(Build.StackDepth),
    .Width(AddrWidth)
  ) i_return (
    .clk_i,
    .rst_ni,
    .active_i(cfg_i.active),
    .clr_i(forget || synced),
    .push_i(ir && |push),
    .pop_i(ir && |pop),
    .addr_i(return_addr),
    .any_o(stack_any),
    .top_o(stack_top),
    .waits_i(state_d.popped),
    .waits_addr_i(popped_addr),
    .waits_o(popped_q),
    .waits_addr_o(popped_addr_q)
  );

  rvt_ntrace_flow_addr #(
    .Build(Build)
  ) i_addr (
    .clk_i,
    .rst_ni,
    .sent_i(new_ref),
    .sent_addr_i(rec_addr),
    .ref_o(ref_addr),
    .count_i(count != '0),
    .block_i(g_step[F-1].counted),
    .straight_o(straight),
    .end_o(end_addr)
  );
  assign at_end = straight && entry_i.kind == rvt_ingress_pkg::EntryStop;

  // ---- Record ----------------------------------------------------------------------------------

  rvt_ntrace_flow_record #(
    .Build(Build)
  ) i_record (
    .htm_i(htm),
    .sub_i(entry_i.sub),
    .choice_i(choice),
    .addr_i(at_end ? end_addr : rec_addr),  // nothing else is reported there (D-21)
    .ref_i(ref_addr),
    .time_i(now),
    .pend_time_i(choice.fresh ? now : pend_time_q),
    .rec_o
  );

  assign synced = rec_taken &&
                  (choice.act.direct_sync || choice.act.branch_sync || choice.act.linear);
  assign forget = !cfg_i.active ||
                  (rec_taken && (choice.act.error || choice.act.stop || choice.act.start));
  assign new_ref = synced || (rec_taken && (choice.act.start || choice.act.branch));

  // ---- State -----------------------------------------------------------------------------------

  always_comb begin
    state.flags = flags_q;
    state.icnt = 22'(icnt_q);
    state.hist = 32'(hist_q);
    state.popped = popped_q;
    state.popped_addr = 63'(popped_addr_q);
    state.fresh = 1'b0;
    state.btype = pend_btype_q;
    state.stack_used = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flags_q <= '0;
      icnt_q <= '0;
      hist_q <= NoHist;
    end else begin
      flags_q <= cfg_i.active ? state_d.flags : '0;
      icnt_q <= cfg_i.active ? IcntWidth'(state_d.icnt) : '0;
      hist_q <= cfg_i.active ? HistWidth'(state_d.hist) : NoHist;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pend_btype_q <= '0;
      pend_time_q <= '0;
    end else if (state_d.fresh) begin
      pend_btype_q <= state_d.btype;
      pend_time_q <= now;
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  logic [5:0] sync_set;
  assign sync_set = {cfg_i.sync_mode, cfg_i.sync_max};
  logic [12:0] offer_q;  // a record was on offer and was not taken; its TCODE, the sync settings
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) offer_q <= '0;
    else offer_q <= {rec_valid_o && !rec_ready_i && cfg_i.active, rec_o.tcode, sync_set};
  end

  // HIST always has its stop bit: a HIST of 0 cannot be sent (NT:HIST-03).
  `RVT_ASSERT(StopBit_A, hist_q != '0)
  // A start finds nothing left over, so no instruction is reported in two sessions.
  `RVT_IMPLIES(StartClean_A, rec_valid_o && choice.act.start,
               icnt_q == '0 && hist_q == NoHist && !flags_q.pend)
  // A held branch is a pending one.
  `RVT_IMPLIES(Held_A, flags_q.held, flags_q.pend)
  // A full history leaves before the next outcome.
  `RVT_IMPLIES(HistRoom_A, !flags_q.counted, !HasHtm || !hist_q[HistWidth-1])
  // A record on offer stays until it is taken: nothing after the queue is dropped. A change of the
  // sync settings takes effect at once (TCI:SYNC-07), on a record on offer too.
  `RVT_IMPLIES(RecHeld_A, offer_q[12] && offer_q[5:0] == sync_set,
               rec_valid_o && rec_o.tcode == offer_q[11:6])
  // Heads are offered from the lowest on, and leave in their order.
  `RVT_ASSUME(Heads_M, (valid_i & (valid_i + F'(1))) == '0)
  `RVT_ASSERT(InOrder_A, (ready_o & (ready_o + F'(1))) == '0)

endmodule

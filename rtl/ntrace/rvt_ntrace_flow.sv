// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Turns queue entries into records: I-CNT, HIST, the pending transfer, synchronisation.
///
/// What is the oldest entry in clock n is a run in a register in n+1, with several blocks per clock in n+3, and from
/// then on one record at most in each clock, combinational from registers. A step takes effect when it has no record or `rec_ready_i`
/// is 1; the run leaves with its last one. A full counter is sent with or without a run.
module rvt_ntrace_flow #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Blocks    = Build.Blocks,
  localparam int unsigned BlockBits = rvt_ingress_pkg::BlockBits
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  rvt_config_pkg::config_t     cfg_i,
  input  logic                        sync_req_i,  // asks for a sync (D-34)

  // the queue's oldest entry
  input  logic                        valid_i,
  input  rvt_ingress_pkg::entry_t     entry_i,
  input  logic [Blocks-1:0]           blocks_i,
  input  logic [Blocks*BlockBits-1:0] block_i,  // block_t of each
  output logic                        ready_o,  // it leaves in this clock

  output logic                        rec_valid_o,
  output rvt_ntrace_pkg::record_t     rec_o,
  output logic                        word_o,  // it is RCODE 1; a function of the registers
  output logic                        time_new_o,  // it and what follows have another base of time
  input  logic                        rec_ready_i,

  output logic                        empty_o   // no block is held, no counter waits to be sent
);

  localparam bit HasBtm = Build.Btm != 0;
  localparam bit HasHtm = Build.Htm != 0;
  localparam int unsigned AddrWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits);
  localparam int unsigned IcntWidth = Build.IcntWidth;
  // HIST and the outcomes of a run behind the one that filled it.
  localparam int unsigned Excess = rvt_ntrace_pkg::run_outcomes(
      Build.FlowBlocks, Build.HistWidth
  ) - 1;
  localparam int unsigned HistBits = Build.HistWidth + Excess;
  localparam int unsigned TimeWidth = Build.TsWidth > 0 ? Build.TsWidth : 1;
  localparam logic [HistBits-1:0] NoHist = HistBits'(1);  // NT:HIST-01

  logic [IcntWidth-1:0] icnt_q, icnt_d;
  logic [HistBits-1:0] hist_q, hist_d;
  rvt_ntrace_pkg::flow_flags_t flags_q, flags_d, flags_n;  // now; after the step; with what loads
  logic [1:0] pend_btype_q;
  logic [TimeWidth-1:0] pend_time_q;  // of the last block that was counted
  rvt_ntrace_pkg::run_t run;
  rvt_ntrace_pkg::flow_act_t act;
  logic steps, icnt_en, hist_en;
  logic htm, run_valid, run_ready, runs_empty, load, count, rec_taken, restart, forget, new_ref;
  logic [AddrWidth-1:0] load_addr, addr, link, behind, ref_addr, end_addr, rec_addr;
  logic [TimeWidth-1:0] rec_time;
  logic [IcntWidth-1:0] rec_icnt;
  logic [10:0] load_units, entry_units;
  logic [2:0] load_req;
  logic load_own, load_new;
  logic [12:0] held_units;
  logic no_ref, straight, at_end, prepares, due, due_next, same;
  logic period_near;

  assign htm = HasHtm && (!HasBtm || cfg_i.mode == rvt_config_pkg::ModeHtm);
  assign rec_taken = rec_valid_o && rec_ready_i;

  // ---- Implicit return (NT:IRT) ----------------------------------------------------------------

  logic ir, stack_any;
  logic [1:0] ir_mode;
  assign ir = Build.StackDepth > 0 && cfg_i.ir_en && cfg_i.ir_mode != 2'd0;  // NT:IRT-01
  assign ir_mode = Build.ReturnModes != 0 ? cfg_i.ir_mode : 2'd3;

  // ---- Runs ------------------------------------------------------------------------------------

  if (Blocks == 1) begin : g_front
    rvt_ntrace_flow_front #(
      .Build(Build)
    ) i_front (
      .clk_i,
      .rst_ni,
      .clr_i(!cfg_i.active),
      .all_jumps_i(cfg_i.all_jumps),
      .valid_i,
      .entry_i,
      .block_i,
      .ready_o,
      .valid_o(run_valid),
      .run_o(run),
      .ready_i(run_ready),
      .load_o(load),
      .load_addr_o(load_addr),
      .load_units_o(load_units),
      .load_req_o(load_req),
      .load_own_o(load_own),
      .load_new_o(load_new)
    );
    assign held_units = '0;
    assign entry_units = '0;
    assign runs_empty = !run_valid;
    logic unused;
    assign unused = ^{blocks_i, period_near};
  end else begin : g_runs
    rvt_ntrace_flow_runs #(
      .Build(Build)
    ) i_runs (
      .clk_i,
      .rst_ni,
      .clr_i(!cfg_i.active),
      .btm_i(!htm),
      .ir_i(ir),
      .all_jumps_i(cfg_i.all_jumps),
      .icnt_i(icnt_q),
      .period_near_i(period_near),
      .valid_i,
      .entry_i,
      .blocks_i,
      .block_i,
      .ready_o,
      .valid_o(run_valid),
      .run_o(run),
      .ready_i(run_ready),
      .empty_o(runs_empty),
      .load_o(load),
      .load_addr_o(load_addr),
      .load_units_o(load_units),
      .load_req_o(load_req),
      .load_own_o(load_own),
      .load_new_o(load_new),
      .held_units_o(held_units),
      .entry_units_o(entry_units)
    );
  end

  rvt_period #(
    .Build(Build)
  ) i_period (
    .clk_i,
    .rst_ni,
    .active_i(cfg_i.active),
    .sync_mode_i(cfg_i.sync_mode),
    .sync_max_i(cfg_i.sync_max),
    .sync_req_i,
    .load_i(load),
    .load_units_i(load_units),
    .load_new_i(Build.TsWidth > 0 && load_new),
    .held_units_i(held_units),
    .entry_units_i(entry_units),
    .prepare_i(prepares),
    .prepared_i(no_ref),
    .run_units_i(run.halfwords),
    .restart_i(forget),
    .record_i(rec_taken),
    .due_o(due),
    .due_next_o(due_next),
    .near_o(period_near)
  );

  // ---- Step ------------------------------------------------------------------------------------

  logic
      direct,
      drain,
      icnt_any_q,
      icnt_any_d,
      hist_any_q,
      hist_any_d;  // I-CNT is not 0; HIST not empty
  rvt_ntrace_pkg::sync_e reason;

  rvt_ntrace_flow_step #(
    .Build(Build)
  ) i_step (
    .clk_i,
    .rst_ni,
    .htm_i(htm),
    .plain_sync_i(cfg_i.plain_sync),
    .by_message_i(cfg_i.sync_mode == rvt_config_pkg::PeriodMessages),
    .ir_i(ir),
    .context_en_i(cfg_i.context_en),
    .flags_i(flags_q),
    .icnt_i(icnt_q),
    .icnt_any_i(icnt_any_q),
    .hist_i(hist_q),
    .no_ref_i(no_ref),
    .straight_i(straight),
    .due_i(due),
    .due_next_i(due_next),
    .stack_any_i(stack_any),
    .same_i(same),
    .valid_i(run_valid),
    .run_i(run),
    .ready_o(run_ready),
    .offer_o(rec_valid_o),
    .act_o(act),
    .direct_o(direct),
    .drain_o(drain),
    .word_o,
    .reason_o(reason),
    .rec_ready_i,
    .count_o(count),
    .prepare_o(prepares),
    .restart_o(restart),
    .sent_o(new_ref),
    .step_o(steps),
    .flags_o(flags_d),
    .icnt_en_o(icnt_en),
    .icnt_o(icnt_d),
    .icnt_any_o(icnt_any_d),
    .hist_en_o(hist_en),
    .hist_o(hist_d),
    .hist_any_o(hist_any_d)
  );

  // ---- Return stack ----------------------------------------------------------------------------

  rvt_ntrace_flow_return #(
    .Depth(Build.StackDepth),
    .Width(AddrWidth)
  ) i_return (
    .clk_i,
    .rst_ni,
    .clr_i(forget),
    .en_i(count),
    .push_i(ir && run.push),
    .pop_i(ir && rvt_ingress_pkg::is_return(run.itype)),
    .addr_i(link),
    .any_o(stack_any),
    .valid_i(run_valid),
    .mode_i(ir_mode),
    .load_i(load),
    .load_addr_i(load_addr),
    .same_o(same)
  );

  rvt_ntrace_flow_addr #(
    .Build(Build)
  ) i_addr (
    .clk_i,
    .rst_ni,
    .forget_i(forget),
    .clear_i(prepares),
    .none_o(no_ref),
    .sent_i(new_ref),
    .sent_addr_i(addr),
    .ref_o(ref_addr),
    .count_i(count),
    .itype_i(run.itype),
    .behind_i(behind),
    .straight_o(straight),
    .end_o(end_addr)
  );
  assign addr = AddrWidth'(run.addr);
  assign link = AddrWidth'(run.call_addr) + AddrWidth'(run.call_units);
  assign behind = AddrWidth'(run.last_addr) + AddrWidth'(run.last_units);
  assign rec_addr = at_end ? end_addr : addr;
  assign rec_time = TimeWidth'(direct ? run.abs_time : run.first_time);
  assign rec_icnt = direct ? icnt_q + IcntWidth'(run.halfwords) : icnt_q;
  // At a stop nothing else is reported (D-21).
  assign at_end = straight && run.kind == rvt_ingress_pkg::EntryStop;

  // ---- Record ----------------------------------------------------------------------------------

  rvt_ntrace_flow_record #(
    .Build(Build)
  ) i_record (
    .htm_i(htm),
    .act_i(act),
    .drain_i(drain),
    .sub_i(run.sub),
    .reason_i(reason),
    .btype_i(pend_btype_q),
    .icnt_i(rec_icnt),
    .hist_i(hist_q),
    .hist_any_i(hist_any_q),
    .addr_i(rec_addr),
    .ref_i(ref_addr),
    .priv_i(run.priv),
    .hart_context_i(run.hart_context),
    .own_low_i(flags_q.own_low),
    .own_late_i(flags_q.late),
    .time_i(rec_time),
    .pend_time_i(pend_time_q),
    .time_new_i(Build.TsWidth > 0 && run.time_new),
    .rec_o
  );

  // From the first step of the run on; the counter that is full was filled before it.
  assign time_new_o = Build.TsWidth > 0 && run_valid && run.time_new && !flags_q.started && !drain;

  assign forget = !cfg_i.active || restart;
  assign empty_o = runs_empty && !drain;

  // ---- State -----------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flags_q <= '0;
      icnt_q <= '0;
      hist_q <= NoHist;
      {icnt_any_q, hist_any_q} <= '0;
    end else begin
      flags_q <= cfg_i.active ? flags_n : '0;
      if (icnt_en || !cfg_i.active) icnt_any_q <= cfg_i.active && icnt_any_d;
      if (icnt_en || !cfg_i.active) icnt_q <= cfg_i.active ? icnt_d : '0;
      if (hist_en || !cfg_i.active) hist_q <= cfg_i.active ? hist_d : NoHist;
      if (hist_en || !cfg_i.active) hist_any_q <= cfg_i.active && hist_any_d;
    end
  end

  // What arose before a run stands beside it from its first clock on.
  always_comb begin
    flags_n = steps ? flags_d : flags_q;
    flags_n.req = flags_n.req | (load ? load_req : '0);
    flags_n.asks = flags_n.asks || (load && load_req != '0);
    flags_n.own = flags_n.own || (load && load_own);
  end

  always_ff @(posedge clk_i) begin
    if (count) begin
      pend_btype_q <= rvt_ntrace_pkg::btype_of(run.itype);
      pend_time_q <= TimeWidth'(run.abs_time);
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  logic [5:0] sync_set, before_q;  // the sync settings; ... two clocks ago
  assign sync_set = {cfg_i.sync_mode, cfg_i.sync_max};
  logic [12:0] offer_q;  // a record was on offer and was not taken; its TCODE, the sync settings
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {before_q, offer_q} <= '0;
    else
      {before_q, offer_q} <= {
        offer_q[5:0], rec_valid_o && !rec_ready_i && cfg_i.active, rec_o.tcode, sync_set
      };
  end

  // HIST always has its stop bit: a HIST of 0 cannot be sent (NT:HIST-03).
  `RVT_ASSERT(StopBit_A, hist_q != '0)
  // What is decided by whether a counter has anything says so.
  `RVT_ASSERT(Any_A, icnt_any_q == (icnt_q != '0) && hist_any_q == (hist_q != NoHist))
  `RVT_IMPLIES(Asks_A, Build.Events != 0, flags_q.asks == (flags_q.req != '0))
  // A start finds nothing left over, so no instruction is reported in two sessions.
  `RVT_IMPLIES(StartClean_A, rec_valid_o && act.start,
               icnt_q == '0 && hist_q == NoHist && !flags_q.pend)
  `RVT_ASSERT(Word_A, word_o == (rec_valid_o && rec_o.tcode == rvt_ntrace_pkg::TcResourceFull &&
                                 rec_o.sub == rvt_ntrace_pkg::RcHist))
  // A held branch is a pending one.
  `RVT_IMPLIES(Held_A, flags_q.held, flags_q.pend)
  // A record on offer stays until it is taken: nothing after the queue is dropped. A change of the
  // sync settings takes effect a clock later (TCI:SYNC-07), on a record on offer too.
  `RVT_IMPLIES(RecHeld_A, offer_q[12] && offer_q[5:0] == before_q,
               rec_valid_o && rec_o.tcode == offer_q[11:6])

endmodule

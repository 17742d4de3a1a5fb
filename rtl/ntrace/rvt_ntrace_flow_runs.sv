// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The run that flow looks at, in a build with several blocks per clock; docs/units/flow.md.
///
/// entry -> plan -> run, each a register. The blocks behind a planned run are put aside and begin the next
/// one, so that entries with one transfer each leave one per clock. A run that flow is not ready for
/// waits in a second register: nothing before it looks at `ready_i`. What is the oldest entry in clock n is
/// a run in n+3.
module rvt_ntrace_flow_runs #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Blocks     = Build.Blocks,
  localparam int unsigned BlockBits  = rvt_ingress_pkg::BlockBits,
  localparam int unsigned AddrWidth  = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits),
  localparam int unsigned IcntWidth  = Build.IcntWidth
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        clr_i,

  input  logic                        btm_i,  // mode of the session
  input  logic                        ir_i,   // implicit return is on
  input  logic                        all_jumps_i,  // direct jumps are taken branches
  input  logic [IcntWidth-1:0]        icnt_i,
  input  logic                        period_near_i,  // a periodic sync may be due at any block

  // the queue's oldest entry
  input  logic                        valid_i,
  input  rvt_ingress_pkg::entry_t     entry_i,
  input  logic [Blocks-1:0]           blocks_i,
  input  logic [Blocks*BlockBits-1:0] block_i,
  output logic                        ready_o,  // it leaves

  // the run
  output logic                        valid_o,
  output rvt_ntrace_pkg::run_t        run_o,
  input  logic                        ready_i,  // it leaves
  output logic                        empty_o,  // there is none, nor anything before it

  // the next run
  output logic                        load_o,  // it comes with this clock's edge
  output logic [AddrWidth-1:0]        load_addr_o,
  output logic [10:0]                 load_units_o,
  output logic [2:0]                  load_req_o,  // requests for a sync that arose before it
  output logic                        load_own_o,  // a privilege or context that is new
  output logic                        load_new_o,  // another base of time
  output logic [12:0]                 held_units_o,  // half-words between the queue and the run ...
  output logic [10:0]                 entry_units_o  // ... of those, of an entry that has just come
);

  localparam int unsigned Outcomes = rvt_ntrace_pkg::run_outcomes(
      Build.FlowBlocks, Build.HistWidth
  );

  // Bits of an entry's half-words; those of the total but I-CNT's above them.
  localparam int unsigned EntryBits = rvt_build_pkg::units_width(
      Build.Single, Build.IretireWidth
  ) + $clog2(
      Blocks
  );
  localparam logic [IcntWidth+2:0] Outside =
      ({(IcntWidth + 3) {1'b1}} << (IcntWidth - 1)) | ~({(IcntWidth + 3) {1'b1}} << EntryBits);

  logic valid_q, next_valid_q, aside_valid_q;
  logic plan_valid, plan_empty, joins, more, alone, made;
  rvt_ntrace_pkg::run_t run_q, next_q, aside_q, run_d, plan, rest, new_run;
  logic [10:0] entry_units;
  logic [10:0] entry_units_q;
  logic [12:0] held_q;

  // ---- Plan ------------------------------------------------------------------------------------

  // I-CNT with all that was on its way in the clock before, but for the entry that came in it: where that
  // fills it, or reaches the period, it may have to be sent between any two blocks.
  logic [IcntWidth+2:0] total_q;
  logic icnt_near;
  logic [EntryBits:0] low;
  // Only the low bits are added: what their carry would do is known before.
  assign low = {1'b0, total_q[EntryBits-1:0]} + (EntryBits + 1)'(entry_units_q);
  assign icnt_near = (total_q >> (IcntWidth - 1)) != '0 || (low >> (IcntWidth - 1)) != '0 ||
                     (low[EntryBits] && (total_q | Outside) == '1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      total_q <= '0;
    end else begin
      total_q <= clr_i ? '0 : (IcntWidth + 3)'(icnt_i) + (IcntWidth + 3)'(held_units_o);
    end
  end

  rvt_ntrace_flow_plan #(
    .Build(Build)
  ) i_plan (
    .clk_i,
    .rst_ni,
    .clr_i,
    .btm_i,
    .ir_i,
    .all_jumps_i,
    .one_i(period_near_i || icnt_near),
    .valid_i,
    .entry_i,
    .blocks_i,
    .block_i,
    .ready_o,
    .units_o(entry_units),
    .valid_o(plan_valid),
    .run_o(plan),
    .joins_o(joins),
    .more_o(more),
    .rest_o(rest),
    .ready_i(made && !alone),
    .empty_o(plan_empty)
  );

  // ---- Run -------------------------------------------------------------------------------------

  logic [3:0] outcomes;
  assign outcomes = 4'(aside_q.outcomes) + 4'(plan.outcomes);
  // What is aside begins the planned run, or is one alone. A time of its own RCODE 1 would have to tell.
  assign alone = aside_valid_q &&
                 (!plan_valid || !joins || outcomes > 4'(Outcomes) ||
                  (Build.TsWidth > 0 && aside_q.outcomes != '0));
  assign made = !next_valid_q && (plan_valid || aside_valid_q);

  always_comb begin
    new_run = plan;
    if (aside_valid_q) begin
      new_run.first_time = aside_q.first_time;
      new_run.kind = rvt_ingress_pkg::EntryBlock;
      new_run.sub = '0;
      new_run.priv = aside_q.priv;
      new_run.hart_context = aside_q.hart_context;
      new_run.context_new = 1'b0;
      new_run.time_new = 1'b0;
      new_run.known = 1'b1;
      new_run.addr = aside_q.addr;
      new_run.halfwords = alone ? aside_q.halfwords : aside_q.halfwords + plan.halfwords;
      new_run.outcomes = aside_q.outcomes + (alone ? '0 : plan.outcomes);
      new_run.taken = alone ? aside_q.taken : (aside_q.taken << plan.outcomes) | plan.taken;
    end
    if (alone) begin  // without a call: it returns to nowhere
      new_run.abs_time = aside_q.abs_time;
      new_run.push = 1'b0;
      new_run.last_addr = aside_q.last_addr;
      new_run.last_units = aside_q.last_units;
      new_run.seq = rvt_ingress_pkg::SeqNo;
      new_run.notify = 1'b0;
      new_run.itype = aside_q.itype;
    end
  end

  assign run_d = next_valid_q ? next_q : new_run;
  assign load_o = (!valid_q || ready_i) && (next_valid_q || plan_valid || aside_valid_q);
  assign load_addr_o = AddrWidth'(run_d.addr);
  assign load_units_o = run_d.halfwords;
  assign load_own_o = run_d.context_new;
  assign load_new_o = run_d.time_new;
  assign load_req_o = rvt_ntrace_pkg::requests_of(run_d.kind, run_d.sub);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_q, next_valid_q, aside_valid_q} <= '0;
    end else if (clr_i) begin
      {valid_q, next_valid_q, aside_valid_q} <= '0;
    end else begin
      valid_q <= load_o || (valid_q && !ready_i);
      next_valid_q <= (next_valid_q || made) && !load_o;
      if (made) aside_valid_q <= !alone && more;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_o) run_q <= run_d;
    if (made) begin
      next_q <= new_run;
      aside_q <= rest;
    end
  end

  assign valid_o = valid_q;
  assign run_o = run_q;
  assign empty_o = !valid_q && !next_valid_q && !aside_valid_q && plan_empty;

  // Blocks aside begin no entry and have no call.
  logic unused;
  assign unused = ^aside_q;

  // ---- Half-words on their way -----------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {entry_units_q, held_q} <= '0;
    end else if (clr_i) begin
      {entry_units_q, held_q} <= '0;
    end else begin
      entry_units_q <= ready_o ? entry_units : '0;
      held_q <= held_units_o - (valid_q && ready_i ? 13'(run_q.halfwords) : '0);
    end
  end
  assign held_units_o = held_q + 13'(entry_units_q);
  assign entry_units_o = entry_units_q;

  // ---- Assertions ----------------------------------------------------------------------------

  // With nothing before the run nothing is held.
  `RVT_IMPLIES(Held_A, empty_o, held_units_o == '0)

endmodule

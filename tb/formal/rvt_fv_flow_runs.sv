// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Entries in, runs out, in a build with several blocks per clock: each block is in one run, after exactly those
/// before it, and nothing that divides a run is within one.
///
/// Any one block may be the tracked one: it leaves after exactly the blocks before it, and what its run says of
/// address, half-words, outcomes, calls and end is right at its place. How many blocks a run has is not in
/// it: the counts below follow its making.
module rvt_fv_flow_runs #(
  parameter int unsigned Blocks       = 2,
  parameter int unsigned FlowBlocks   = 2,
  parameter int unsigned Btm          = 1,
  parameter int unsigned Htm          = 1,
  parameter int unsigned IretireWidth = 3,
  parameter int unsigned IcntWidth    = 8,
  parameter int unsigned HistWidth    = 4,
  parameter int unsigned TsWidth      = 2,
  parameter int unsigned Events       = 1,
  localparam int unsigned B           = Blocks,
  localparam int unsigned AddrWidth   = 31,
  localparam int unsigned TimeWidth   = TsWidth > 0 ? TsWidth : 1,
  localparam int unsigned UnitsWidth  = IretireWidth,
  localparam int unsigned BlockBits   = rvt_ingress_pkg::BlockBits
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic [IcntWidth-1:0]    icnt_i,
  input logic                    period_near_i,
  input logic                    valid_i,
  input logic [B-1:0]            blocks_i,
  input logic [1:0]              kind_i,
  input logic [3:0]              sub_i,
  input logic [B-1:0]            known_i,
  input logic [B*AddrWidth-1:0]  addr_i,
  input logic [B*UnitsWidth-1:0] units_i,
  input logic [B*4-1:0]          itype_i,
  input logic [B*2-1:0]          seq_i,
  input logic [B-1:0]            notify_i,
  input logic [TimeWidth-1:0]    time_i,
  input logic                    ready_i,  // the run leaves
  input logic [1:0]              pick_i,  // this block of the entry is the tracked one

  (* probe = "i_dut.made" *) input logic dut_made,
  (* probe = "i_dut.alone" *) input logic dut_alone,
  (* probe = "i_dut.next_valid_q" *) input logic dut_next_valid,
  (* probe = "i_dut.aside_valid_q" *) input logic dut_aside_valid,
  (* probe = "i_dut.next_q" *) input rvt_ntrace_pkg::run_t dut_next,
  (* probe = "i_dut.aside_q" *) input rvt_ntrace_pkg::run_t dut_aside,
  (* probe = "i_dut.i_plan.valid_q" *) input logic dut_plan_valid,
  (* probe = "i_dut.i_plan.run_q" *) input rvt_ntrace_pkg::run_t dut_plan,
  (* probe = "i_dut.i_plan.more_q" *) input logic dut_more,
  (* probe = "i_dut.i_plan.joins_q" *) input logic dut_joins,
  (* probe = "i_dut.i_plan.rest_q" *) input rvt_ntrace_pkg::run_t dut_rest,
  (* probe = "i_dut.i_plan.load" *) input logic dut_load,
  (* probe = "i_dut.i_plan.one_i" *) input logic dut_one,
  (* probe = "i_dut.i_plan.in" *) input logic [B-1:0] dut_in,
  (* probe = "i_dut.i_plan.left" *) input logic [B-1:0] dut_left,
  (* probe = "i_dut.i_plan.clean" *) input logic dut_clean,
  (* probe = "i_dut.i_plan.gone_q" *) input logic [B-1:0] dut_gone,
  (* probe = "i_dut.i_plan.single" *) input logic [B-1:0] dut_single,
  (* probe = "i_dut.i_plan.ends" *) input logic [B-1:0] dut_ends,
  (* probe = "i_dut.i_plan.branches" *) input logic [B-1:0] dut_branches,
  (* probe = "i_dut.i_plan.calls" *) input logic [B-1:0] dut_calls,
  (* probe = "i_dut.i_plan.uses" *) input logic [B-1:0] dut_uses,
  (* probe = "i_dut.i_plan.entry_valid_q" *) input logic dut_entry_valid,
  (* probe = "i_dut.i_plan.entry_q" *) input rvt_ingress_pkg::entry_t dut_entry,
  (* probe = "i_dut.i_plan.blocks_q" *) input logic [B-1:0] dut_blocks,
  (* probe = "i_dut.i_plan.block_q" *) input logic [B*BlockBits-1:0] dut_block,
  (* probe = "i_dut.total_q" *) input logic [IcntWidth+2:0] dut_total
);

  localparam int unsigned Outcomes = rvt_ntrace_pkg::run_outcomes(FlowBlocks, HistWidth);
  localparam int unsigned SumWidth = IretireWidth + (B > 2 ? 5 : 4);  // holds what is on its way

  logic ready, some, pop, empty, load, htm, ir;
  logic [AddrWidth-1:0] load_addr;
  logic [10:0] load_units, entry_units;
  logic [12:0] held_units;
  logic [2:0] load_req, load_req_q;
  rvt_ntrace_pkg::run_t run;

  // interface: proof Btm Htm Blocks FlowBlocks IretireWidth IcntWidth HistWidth StackDepth=2 TsWidth Events SeqJump=1
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD(Btm); `RVT_BUILD(Htm); `RVT_BUILD(Blocks); `RVT_BUILD(FlowBlocks);
    `RVT_BUILD(IretireWidth); `RVT_BUILD(IcntWidth); `RVT_BUILD(HistWidth);
    `RVT_BUILD_VALUE(StackDepth,2); `RVT_BUILD(TsWidth); `RVT_BUILD(Events);
    `RVT_BUILD_VALUE(SeqJump,1);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  // interface end

  rvt_ingress_pkg::entry_t entry;
  logic [B*BlockBits-1:0] block;
  rvt_fv_pack #(B, AddrWidth, UnitsWidth, TimeWidth) i_pack (
    .*,
    .time_i({1'b0, time_i}),
    .entry_o(entry),
    .block_o(block)
  );

  assign htm = Htm != 0 && (Btm == 0 || cfg_i.mode == rvt_config_pkg::ModeHtm);
  assign ir = cfg_i.ir_en && cfg_i.ir_mode != 2'd0;

  rvt_ntrace_flow_runs #(
    .Build(Build)
  ) i_dut (
    .*,
    .clr_i(!cfg_i.active),
    .btm_i(!htm),
    .ir_i(ir),
    .all_jumps_i(cfg_i.all_jumps),
    .entry_i(entry),
    .block_i(block),
    .ready_o(ready),
    .valid_o(some),
    .run_o(run),
    .empty_o(empty),
    .load_o(load),
    .load_addr_o(load_addr),
    .load_units_o(load_units),
    .load_req_o(load_req),
    .load_own_o(),
    .load_new_o(),
    .held_units_o(held_units),
    .entry_units_o(entry_units)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  logic take_entry, session_q, busy;  // after the entries that went in
  assign take_entry = valid_i && ready && cfg_i.active;
  assign pop = some && ready_i && cfg_i.active;
  assign busy = session_q || valid_i || total_q != '0;

  rvt_fv_flow_entry #(
    .Blocks(B),
    .UnitsWidth(UnitsWidth),
    .Events(Events)
  ) i_entry (
    .*,
    .session_i(session_q),
    .busy_i(busy)
  );

  // ---- Blocks of each stage ------------------------------------------------------------------------

  function automatic logic [3:0] ones(input logic [B-1:0] bits);
    ones = '0;
    for (int i = 0; i < B; i++) ones = ones + 4'(bits[i]);
  endfunction

  logic dut_begins;  // what is aside begins the planned run
  assign dut_begins = dut_aside_valid && !dut_alone;
  logic [3:0] run_q, next_q, aside_q, plan_q, rest_q, entry_n, made_n;
  assign made_n = dut_alone ? aside_q : dut_begins ? aside_q + plan_q : plan_q;
  assign entry_n = dut_entry_valid ? ones(dut_blocks & ~dut_gone) : '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {run_q, next_q, aside_q, plan_q, rest_q, load_req_q} <= '0;
    end else if (!cfg_i.active) begin
      {run_q, next_q, aside_q, plan_q, rest_q} <= '0;
    end else begin
      if (load) load_req_q <= load_req;
      if (load) run_q <= dut_next_valid ? next_q : made_n;
      else if (pop) run_q <= '0;
      if (dut_made) begin
        next_q <= load ? '0 : made_n;
        aside_q <= dut_alone ? '0 : rest_q;
      end else if (load) begin
        next_q <= '0;
      end
      if (dut_load) begin
        plan_q <= dut_one ? 4'd1 : ones(dut_in);
        rest_q <= dut_clean && !dut_one ? ones(dut_left) : '0;
      end else if (dut_made && !dut_alone) begin
        {plan_q, rest_q} <= '0;
      end
    end
  end

  // ---- Reference -----------------------------------------------------------------------------------

  // Blocks that went in and have not left; of these, before the tracked one.
  logic [4:0] total_q, total, ahead_q, ahead;
  logic held_q, take, leave;
  logic [1:0] pick_q;
  rvt_ingress_pkg::entry_t in_entry_q, pick_entry;
  rvt_ingress_pkg::block_t in_block_q, pick_block;
  logic in_entry;  // it is in the entry's register ...
  logic [4:0] here;  // ... or in this stage
  logic [6*5-1:0] from;  // blocks of the stages before, with that of the entry
  // In its run, before it: blocks, half-words, outcomes, calls.
  logic [4:0] lead_q, lead_d, lead_outcomes_q, lead_outcomes_d, lead_calls_q, lead_calls_d;
  logic [SumWidth-1:0] lead_units_q, lead_units_d;

  always_comb begin
    pick_block = '0;
    for (int b = 0; b < B; b++) begin
      if (pick_i == 2'(b)) pick_block = block[BlockBits*b+:BlockBits];
    end
    pick_entry = entry;
    if (pick_i != '0) {pick_entry.kind, pick_entry.sub} = '0;
  end

  assign take = take_entry && !held_q && 32'(pick_i) < B && blocks_i[pick_i];
  assign leave = held_q && pop && ahead_q < 5'(run_q);
  assign total = total_q - (pop ? 5'(run_q) : '0);
  assign ahead = ahead_q - (pop ? 5'(run_q) : '0);

  logic [B-1:0] there, first, class_ok, same, branches, calls;
  logic [SumWidth-1:0] rest_units;
  assign there = dut_entry_valid ? dut_blocks & ~dut_gone : '0;
  assign first = there & ~(there << 1);  // they are neighbours
  rvt_fv_flow_runs_entry #(B, Htm, UnitsWidth, SumWidth) i_inside (
    .htm_i(htm),
    .ir_i(ir),
    .tracked_entry_i(in_entry_q),
    .tracked_block_i(in_block_q),
    .dut_entry_i(dut_entry),
    .dut_blocks_i(dut_blocks),
    .dut_block_i(dut_block),
    .dut_classes_i({dut_single, dut_branches, dut_calls, dut_uses, dut_ends}),
    .there_i(there),
    .class_ok_o(class_ok),
    .same_o(same),
    .branches_o(branches),
    .calls_o(calls),
    .units_o(rest_units)
  );

  // The tracked block leaves the entry as one of a run or of its rest; a run that begins with what is aside has
  // that before it.
  logic [B-1:0] together;
  assign together = dut_one ? first : dut_in[pick_q] ? dut_in : dut_left;
  always_comb begin
    {lead_d, lead_units_d, lead_outcomes_d, lead_calls_d} =
        {lead_q, lead_units_q, lead_outcomes_q, lead_calls_q};
    if (in_entry && dut_load && (dut_one ? first[pick_q] : dut_in[pick_q] || dut_clean)) begin
      {lead_d, lead_units_d, lead_outcomes_d, lead_calls_d} = '0;
      for (int b = 0; b < B; b++) begin
        if (b < 32'(pick_q) && together[b]) begin
          lead_d = lead_d + 5'd1;
          lead_units_d = lead_units_d + SumWidth'(dut_block[BlockBits*b+4+:8]);
          lead_outcomes_d = lead_outcomes_d + 5'(branches[b]);
          lead_calls_d = lead_calls_d + 5'(calls[b]);
        end
      end
    end
    if (here[3] && dut_made && dut_begins) begin
      lead_d = lead_q + 5'(aside_q);
      lead_units_d = lead_units_q + SumWidth'(dut_aside.halfwords);
      lead_outcomes_d = lead_outcomes_q + 5'(dut_aside.outcomes);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {total_q, held_q, session_q, ahead_q, pick_q, in_entry_q, in_block_q} <= '0;
      {lead_q, lead_units_q, lead_outcomes_q, lead_calls_q} <= '0;
    end else if (!cfg_i.active) begin
      {total_q, held_q, session_q} <= '0;
    end else begin
      total_q <= total + (take_entry ? 5'(ones(blocks_i)) : '0);
      held_q <= take || (held_q && !leave);
      ahead_q <= take ? total + 5'(pick_i) : ahead;
      {lead_q, lead_units_q, lead_outcomes_q, lead_calls_q} <=
          {lead_d, lead_units_d, lead_outcomes_d, lead_calls_d};
      if (take) {pick_q, in_entry_q, in_block_q} <= {pick_i, pick_entry, pick_block};
      if (take_entry) session_q <= kind_i < rvt_ingress_pkg::EntryStop;
    end
  end

  // ---- Properties ----------------------------------------------------------------------------------

  // The stages, run first: blocks, what they hold, whether the tracked block is there as it has to be.
  localparam int unsigned RunBits = $bits(run);
  logic [5*RunBits-1:0] stages;
  logic [5*4-1:0] counts;
  logic [4:0] right, ends, begins, uses, shape, shaped, small, placed;
  assign stages = {dut_rest, dut_plan, dut_aside, dut_next, run};
  assign counts = {rest_q, plan_q, aside_q, next_q, run_q};
  assign from[4:0] = '0;
  for (genvar i = 0; i < 5; i++) begin : g_stage
    rvt_ntrace_pkg::run_t stage;
    logic [3:0] count;
    assign stage = stages[RunBits*i+:RunBits];
    assign count = counts[4*i+:4];
    assign from[5*(i+1)+:5] = from[5*i+:5] + 5'(count);
    assign here[i] = held_q && ahead_q >= from[5*i+:5] && ahead_q < from[5*(i+1)+:5];
    assign placed[i] = ahead_q == from[5*i+:5] + lead_q;
    assign shape[i] = count == '0 || shaped[i];
    assign small[i] = 32'(stage.halfwords) <= 32'(count) * ((1 << UnitsWidth) - 1) || count == '0;
    rvt_fv_flow_runs_at #(Htm, AddrWidth, TimeWidth, SumWidth, Outcomes) i_at (
      .btm_i(!htm),
      .ir_i(ir),
      .run_i(stage),
      .blocks_i(count),
      .index_i(lead_q),
      .units_i(lead_units_q),
      .outcomes_i(lead_outcomes_q),
      .calls_i(lead_calls_q),
      .entry_i(in_entry_q),
      .block_i(in_block_q),
      .ends_o(ends[i]),
      .begins_o(begins[i]),
      .uses_o(uses[i]),
      .shaped_o(shaped[i]),
      .right_o(right[i])
    );
  end

  // The block is in the run in which it has to be, with its address, outcome, call and end.
  `RVT_IMPLIES(Block_A, here[0], some && right[0])
  // Its requests for a sync are known as it loads.
  `RVT_IMPLIES(Asked_A, some, load_req_q == rvt_ntrace_pkg::requests_of(run.kind, run.sub))
  // A run has a block, of those that went in.
  `RVT_IMPLIES(Some_A, some, run_q != '0 && 5'(run_q) <= total_q)
  `RVT_ASSERT(Empty_A, empty == (total_q == '0))
  rvt_fv_flow_runs_held #(B, FlowBlocks) i_held (.*);
  // What flow's HIST has room for; the last outcome is the last block's.
  `RVT_ASSERT(Outcomes_A, shape[0])
  rvt_fv_flow_runs_units #(UnitsWidth, IcntWidth, SumWidth, RunBits) i_units (
    .*,
    .active_i(cfg_i.active),
    .pop_i(pop),
    .stages_i(stages),
    .counts_i(counts),
    .from_i(from),
    .joins_i(dut_joins),
    .several_i(dut_entry_valid && !dut_one),
    .rest_i(rest_units),
    .dut_held_i(held_units),
    .dut_entry_i(entry_units),
    .dut_total_i(dut_total)
  );

  // ---- The stages and the reference ----------------------------------------------------------------

  assign in_entry = held_q && ahead_q >= from[25+:5];
  `RVT_IMPLIES(Entry_L, in_entry, same[pick_q] && 32'(pick_q) < B &&
               ahead_q == from[25+:5] + 5'(ones(there & B'((1 << pick_q) - 1))))
  `RVT_ASSERT(Right_L, (here & ~right) == '0)
  // A place in its run is one in what went in.
  `RVT_ASSERT(Placed_L, (here & ~placed) == '0)
  // What is put aside begins nothing, ends nothing and uses nothing; a planned run that joins begins nothing.
  `RVT_ASSERT(Clean_L, (here & 5'b10100 & (ends | begins | uses)) == '0)
  `RVT_IMPLIES(Joins_L, here[3] && dut_joins && lead_q == '0, !begins[3])
  `RVT_ASSERT(Shape_L, shape == '1 &&
              (aside_q == '0 || (dut_aside.kind == '0 && dut_aside.sub == '0 && !dut_aside.push &&
                                 dut_aside.known)) &&
              (rest_q == '0 || (dut_rest.kind == '0 && dut_rest.sub == '0 && !dut_rest.push &&
                                dut_rest.known)) &&
              (plan_q == '0 || !dut_joins || (dut_plan.kind == '0 && dut_plan.sub == '0)))
  `RVT_ASSERT(Stages_L, some == (run_q != '0) && dut_next_valid == (next_q != '0) &&
              dut_aside_valid == (aside_q != '0) && dut_plan_valid == (plan_q != '0) &&
              (dut_plan_valid && dut_more) == (rest_q != '0) && dut_entry_valid == (entry_n != '0))
  `RVT_ASSERT(Gone_L, (dut_gone & (dut_gone + B'(1))) == '0 && (dut_entry_valid || dut_gone == '0) &&
              (!dut_entry_valid || ((dut_blocks & (dut_blocks + B'(1))) == '0 && dut_blocks[0] &&
                                    class_ok == '1 &&
                                    (dut_entry.kind < rvt_ingress_pkg::EntryStop ||
                                     ((dut_blocks >> 1) == '0 && !dut_branches[0] && !dut_uses[0])))))
  `RVT_ASSERT(Total_L, total_q == from[25+:5] + 5'(entry_n))
  `RVT_IMPLIES(Held_L, held_q, ahead_q < total_q)
  `RVT_ASSERT(Counts_L, 32'(run_q) < 2 * B && 32'(next_q) < 2 * B && 32'(aside_q) < B &&
              32'(plan_q) <= B && 32'(rest_q) < B && 32'(plan_q) + 32'(rest_q) <= B)
  `RVT_ASSERT(Small_L, small == '1)

  rvt_fv_flow_runs_cover #(FlowBlocks, Htm, HistWidth) i_cover (.*);

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The entry in its register: what is left of it, classes of its blocks, whether one is the tracked one.
/// Combinational.
module rvt_fv_flow_runs_entry #(
  parameter int unsigned B          = 2,
  parameter int unsigned Htm        = 1,
  parameter int unsigned UnitsWidth = 3,
  parameter int unsigned SumWidth   = 8,
  localparam int unsigned BlockBits = rvt_ingress_pkg::BlockBits
) (
  input  logic                    htm_i,
  input  logic                    ir_i,
  input  rvt_ingress_pkg::entry_t tracked_entry_i,
  input  rvt_ingress_pkg::block_t tracked_block_i,
  input  rvt_ingress_pkg::entry_t dut_entry_i,
  input  logic [B-1:0]            dut_blocks_i,
  input  logic [B*BlockBits-1:0]  dut_block_i,
  input  logic [5*B-1:0]          dut_classes_i,  // single, branches, calls, uses, ends
  input  logic [B-1:0]            there_i,        // not gone
  output logic [B-1:0]            class_ok_o,
  output logic [B-1:0]            same_o,         // the tracked one
  output logic [B-1:0]            branches_o,
  output logic [B-1:0]            calls_o,
  output logic [SumWidth-1:0]     units_o         // half-words of what is left
);

  for (genvar b = 0; b < B; b++) begin : g_block
    rvt_ingress_pkg::block_t block;
    logic single, uses, ends;
    assign block = dut_block_i[BlockBits*b+:BlockBits];
    assign single = !block.known || block.seq != rvt_ingress_pkg::SeqNo;
    assign branches_o[b] = Htm != 0 && rvt_ingress_pkg::is_branch(block.itype);
    assign calls_o[b] = ir_i && rvt_ingress_pkg::is_call(block.itype);
    assign uses = calls_o[b] || (ir_i && rvt_ingress_pkg::is_return(block.itype));
    assign ends = single || block.notify || rvt_ingress_pkg::is_transfer(block.itype) ||
                  (!htm_i && block.itype == rvt_ingress_pkg::ItTaken);
    assign class_ok_o[b] = !dut_blocks_i[b] || (
        {dut_classes_i[4*B+b], dut_classes_i[3*B+b], dut_classes_i[2*B+b], dut_classes_i[B+b],
         dut_classes_i[b]} == {single, branches_o[b], calls_o[b], uses, ends} &&
        (block.halfwords >> UnitsWidth) == '0);
    assign same_o[b] = there_i[b] && block == tracked_block_i &&
                       dut_entry_i.abs_time == tracked_entry_i.abs_time &&
                       {tracked_entry_i.kind, tracked_entry_i.sub} ==
                           (b == 0 ? {dut_entry_i.kind, dut_entry_i.sub} : 6'd0);
  end

  always_comb begin
    units_o = '0;
    for (int b = 0; b < B; b++) begin
      if (there_i[b]) units_o = units_o + SumWidth'(dut_block_i[BlockBits*b+4+:8]);
    end
  end

endmodule

/// Part of rvt_fv_flow_runs: how many runs leave flow after the last entry has come. `Drains_A` of
/// rvt_check_encoder counts with that.
module rvt_fv_flow_runs_held #(
  parameter int unsigned Blocks     = 2,
  parameter int unsigned FlowBlocks = 2
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    take_entry,  // an entry comes
  input logic                    pop,  // a run leaves
  input logic                    some,  // there is one
  input logic                    dut_next_valid,
  input logic                    dut_aside_valid,
  input logic                    dut_plan_valid,
  input logic                    dut_more,  // the plan has a rest
  input logic [3:0]              entry_n  // blocks of the entry that have not left it
);

  // One, the next one, what is aside, a planned run, its rest, and one for each block of an entry. With `FlowBlocks` 1
  // there is no rest.
  localparam int unsigned HeldRuns = Blocks + (FlowBlocks > 1 ? 5 : 3);
  logic [4:0] since_q, held;  // runs: that have left since; at most, that are held
  assign held = 5'(some) + 5'(dut_next_valid) + 5'(dut_aside_valid) + 5'(dut_plan_valid) +
                5'(dut_plan_valid && dut_more) + 5'(entry_n);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) since_q <= '0;
    else since_q <= !cfg_i.active || take_entry ? '0 : since_q + 5'(pop);
  end
  `RVT_ASSERT(Runs_A, 32'(since_q) + 32'(held) <= HeldRuns)
  `RVT_ASSERT(Rest_L, FlowBlocks > 1 || !(dut_aside_valid || (dut_plan_valid && dut_more)))
  `RVT_COVER(Runs_C, 32'(held) == HeldRuns)

endmodule

/// Whether a block is what its place in a run says: combinational.
module rvt_fv_flow_runs_at #(
  parameter int unsigned Htm       = 1,
  parameter int unsigned AddrWidth = 31,
  parameter int unsigned TimeWidth = 1,
  parameter int unsigned SumWidth  = 8,
  parameter int unsigned Outcomes  = 1
) (
  input  logic                    btm_i,
  input  logic                    ir_i,
  input  rvt_ntrace_pkg::run_t    run_i,
  input  logic [3:0]              blocks_i,  // of the run
  input  logic [4:0]              index_i,   // of the block, below that
  input  logic [SumWidth-1:0]     units_i,   // half-words of the run before the block,
  input  logic [4:0]              outcomes_i,  // ... outcomes,
  input  logic [4:0]              calls_i,   // ... calls
  input  rvt_ingress_pkg::entry_t entry_i,   // the block, with what its entry says of it
  input  rvt_ingress_pkg::block_t block_i,
  output logic                    ends_o,    // nothing may follow the block in its run
  output logic                    begins_o,  // nothing may be before it
  output logic                    uses_o,    // it uses the return stack
  output logic                    shaped_o,  // the run is one that flow takes
  output logic                    right_o
);

  logic first, last, branch, call;
  logic [SumWidth-1:0] units;
  logic [4:0] outcomes, calls, place;

  assign first = index_i == '0;
  assign last = index_i == 5'(blocks_i) - 5'd1;
  assign branch = Htm != 0 && (block_i.itype == 4'd4 || block_i.itype == 4'd5);
  assign call = ir_i && rvt_ingress_pkg::is_call(block_i.itype);

  // A transfer, a notification, a place that is not known, a sequential jump; in BTM a taken branch.
  assign ends_o = rvt_ingress_pkg::is_transfer(block_i.itype) || block_i.notify || !block_i.known ||
                  block_i.seq != rvt_ingress_pkg::SeqNo ||
                  (btm_i && block_i.itype == rvt_ingress_pkg::ItTaken) ||
                  entry_i.kind >= rvt_ingress_pkg::EntryStop;
  // Requests, a start, a place that is not known, a sequential jump.
  assign begins_o = entry_i.kind != rvt_ingress_pkg::EntryBlock || entry_i.sub != '0 ||
                    !block_i.known || block_i.seq != rvt_ingress_pkg::SeqNo;
  assign uses_o = call || (ir_i && rvt_ingress_pkg::is_return(block_i.itype));

  assign units = units_i + SumWidth'(block_i.halfwords);
  assign outcomes = outcomes_i + 5'(branch);
  assign calls = calls_i + 5'(call);
  assign place = 5'(run_i.outcomes) - outcomes;  // outcomes of the run behind it

  assign right_o =
      index_i < 5'(blocks_i) &&
      (first ? units_i == '0 && outcomes_i == '0 && calls_i == '0 &&
               run_i.known == block_i.known &&
               run_i.addr[AddrWidth-1:0] == AddrWidth'(block_i.addr) &&
               run_i.kind == entry_i.kind && run_i.sub == entry_i.sub &&
               run_i.first_time[TimeWidth-1:0] == entry_i.abs_time[TimeWidth-1:0] : !begins_o) &&
      (last ? units == SumWidth'(run_i.halfwords) && outcomes == 5'(run_i.outcomes) &&
              calls == 5'(run_i.push) && run_i.itype == block_i.itype && run_i.seq == block_i.seq &&
              run_i.notify == block_i.notify && run_i.last_addr[AddrWidth-1:0] == AddrWidth'(block_i.addr) &&
              run_i.last_units == block_i.halfwords &&
              run_i.abs_time[TimeWidth-1:0] == entry_i.abs_time[TimeWidth-1:0] : !ends_o) &&
      units_i <= SumWidth'(run_i.halfwords) && outcomes_i <= 5'(run_i.outcomes) && calls_i <= 5'(run_i.push) &&
      units <= SumWidth'(run_i.halfwords) && outcomes <= 5'(run_i.outcomes) && calls <= 5'(run_i.push) &&
      (!branch || run_i.taken[place[1:0]] == (block_i.itype == 4'd5)) &&
      (!call || (run_i.call_addr[AddrWidth-1:0] == AddrWidth'(block_i.addr) &&
                 run_i.call_units == block_i.halfwords));

  assign shaped_o = 32'(run_i.outcomes) <= Outcomes &&
                    (Htm == 0 || !rvt_ingress_pkg::is_branch(run_i.itype) ||
                     (run_i.outcomes != '0 && run_i.taken[0] == (run_i.itype == 4'd5))) &&
                    (run_i.kind < rvt_ingress_pkg::EntryStop || run_i.outcomes == '0) &&
                    (!ir_i || !run_i.push || !rvt_ingress_pkg::is_return(run_i.itype) ||
                     rvt_ingress_pkg::is_call(run_i.itype)) &&
                    (run_i.taken >> run_i.outcomes) == '0 && blocks_i != '0;

endmodule

/// Half-words of the runs: what is on its way is known, and I-CNT becomes full at a run's end only.
module rvt_fv_flow_runs_units #(
  parameter int unsigned UnitsWidth = 3,
  parameter int unsigned IcntWidth  = 8,
  parameter int unsigned SumWidth   = 8,  // holds what is on its way
  parameter int unsigned RunBits    = 8   // of a run_t
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 active_i,
  input logic [IcntWidth-1:0] icnt_i,
  input logic                 pop_i,        // the run leaves
  input logic [5*RunBits-1:0] stages_i,     // the run first, ...
  input logic [5*4-1:0]       counts_i,     // ... blocks of each, ...
  input logic [6*5-1:0]       from_i,       // ... of all before it, with that of the entry
  input logic                 joins_i,      // what is aside may begin the plan
  input logic                 several_i,    // the entry may be a run of several blocks
  input logic [SumWidth-1:0]  rest_i,       // half-words of what is left of it
  input logic [12:0]          dut_held_i,
  input logic [10:0]          dut_entry_i,  // of the entry that has just come
  input logic [IcntWidth+2:0] dut_total_i
);

  localparam int unsigned Half = 1 << (IcntWidth - 1);

  // I-CNT grows by nothing but the run that leaves (rvt_fv_flow: Icnt_A).
  rvt_ntrace_pkg::run_t run;
  logic [IcntWidth:0] most_q;
  assign run = stages_i[RunBits-1:0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) most_q <= (IcntWidth + 1)'(Half - 1);
    else if (!active_i) most_q <= (IcntWidth + 1)'(Half - 1);
    else most_q <= {1'b0, icnt_i} + (pop_i ? (IcntWidth + 1)'(run.halfwords) : '0);
  end
  `RVT_ASSUME(Icnt_M, {1'b0, icnt_i} <= most_q)

  // ---- Stages --------------------------------------------------------------------------------------

  logic [6*SumWidth-1:0] from_units;
  logic [SumWidth-1:0] all_units;
  logic [4:0] sums;
  logic [5:0] several, fits;
  assign from_units[SumWidth-1:0] = '0;
  assign all_units = from_units[5*SumWidth+:SumWidth] + rest_i;
  for (genvar i = 0; i < 5; i++) begin : g_stage
    rvt_ntrace_pkg::run_t stage;
    assign stage = stages_i[RunBits*i+:RunBits];
    assign from_units[SumWidth*(i+1)+:SumWidth] =
        from_units[SumWidth*i+:SumWidth] + (counts_i[4*i+:4] != '0 ? SumWidth'(stage.halfwords) : '0);
    assign sums[i] = 32'(from_units[SumWidth*(i+1)+:SumWidth]) <=
                     32'(from_i[5*(i+1)+:5]) * ((1 << UnitsWidth) - 1) &&
                     from_units[SumWidth*(i+1)+:SumWidth] >= from_units[SumWidth*i+:SumWidth];
    assign fits[i] = 32'(icnt_i) + 32'(from_units[SumWidth*(i+1)+:SumWidth]) < Half;
  end
  assign fits[5] = 32'(icnt_i) + 32'(all_units) < Half;
  assign several = {
    several_i,
    counts_i[16+:4] != '0,
    counts_i[12+:4] > 4'd1 || (counts_i[12+:4] != '0 && joins_i),
    counts_i[8+:4] != '0,
    counts_i[4+:4] > 4'd1,
    counts_i[0+:4] > 4'd1
  };

  // ---- Properties ----------------------------------------------------------------------------------

  // I-CNT does not become full with a run of several blocks, so it becomes so at a run's end only.
  `RVT_IMPLIES(Icnt_A, several[0], 32'(icnt_i) + 32'(run.halfwords) < Half)
  `RVT_IMPLIES(Room_A, counts_i[3:0] != '0, 32'(run.halfwords) < Half)
  // What is held is what the queue gave and has not left with a run.
  `RVT_ASSERT(Held_A, dut_held_i == 13'(all_units))

  // No sum wraps.
  `RVT_ASSERT(Sums_L, sums == '1)
  // What may have several blocks does not fill I-CNT, whose sum with all on its way is known.
  `RVT_ASSERT(Fits_L, (several & ~fits) == '0)
  `RVT_IMPLIES(Near_L, all_units != '0,
               32'(dut_total_i) + 32'(dut_entry_i) >= 32'(icnt_i) + 32'(all_units))

endmodule

/// Covers of rvt_fv_flow_runs.
module rvt_fv_flow_runs_cover #(
  parameter int unsigned FlowBlocks = 2,
  parameter int unsigned Htm        = 1,
  parameter int unsigned HistWidth  = 4
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    leave,  // the run with the tracked block
  input logic                    pop,
  input rvt_ntrace_pkg::run_t    run,
  input logic [3:0]              run_q,  // its blocks
  input logic [4:0]              total_q,
  input logic [4:0]              ahead_q,
  input logic                    ir,
  input rvt_ingress_pkg::block_t in_block_q
);

  // Blocks of two entries in a run, the tracked one not the first; outcomes of both.
  `RVT_COVER(Merged_C, FlowBlocks == 1 || (leave && 32'(run_q) > FlowBlocks && ahead_q != '0 && in_block_q.addr != '0))
  `RVT_COVER(Outcomes_C, FlowBlocks == 1 || Htm == 0 || HistWidth < 4 || (leave && run.outcomes == 3'd2 && run.taken == 4'd2))
  `RVT_COVER(Call_C, FlowBlocks == 1 || (leave && ir && run.push && run_q > 4'd1))
  // A transfer in each clock.
  logic [1:0] transfers_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) transfers_q <= '0;
    else transfers_q <= {transfers_q[0], pop && run_q > 4'd1 && rvt_ingress_pkg::is_transfer(run.itype)};
  end
  `RVT_COVER(Transfers_C, FlowBlocks == 1 || (transfers_q == 2'd3 && pop && rvt_ingress_pkg::is_transfer(run.itype)))
  `RVT_COVER(Single_C, pop && run_q == 4'd1 && total_q > 5'd4)

endmodule

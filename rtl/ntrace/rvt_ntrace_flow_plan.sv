// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Takes a run off the oldest entry, in a build with several blocks per clock; docs/units/flow.md.
///
/// A run ends where something may happen between two blocks: after a transfer, a notification, in BTM
/// a taken branch; before an address that is not known and after it; before a second use of the return
/// stack. While a full I-CNT or a periodic sync may have to stand between any two blocks, each is a run. Blocks
/// behind the run that have nothing of that leave with it, as its rest. The plan is a register.
module rvt_ntrace_flow_plan #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Blocks     = Build.Blocks,
  localparam int unsigned FlowBlocks = Build.FlowBlocks,
  localparam int unsigned BlockBits  = rvt_ingress_pkg::BlockBits,
  localparam int unsigned AddrWidth  = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits),
  localparam int unsigned UnitsWidth = rvt_build_pkg::units_width(Build.Single, Build.IretireWidth)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        clr_i,

  input  logic                        btm_i,    // mode of the session
  input  logic                        ir_i,     // implicit return is on
  input  logic                        all_jumps_i,  // direct jumps are taken branches
  input  logic                        one_i,    // every block is a run

  // the queue's oldest entry
  input  logic                        valid_i,
  input  rvt_ingress_pkg::entry_t     entry_i,
  input  logic [Blocks-1:0]           blocks_i,
  input  logic [Blocks*BlockBits-1:0] block_i,
  output logic                        ready_o,  // it leaves ...
  output logic [10:0]                 units_o,  // ... with so many half-words

  output logic                        valid_o,   // there is a plan
  output rvt_ntrace_pkg::run_t        run_o,
  output logic                        joins_o,   // the run may follow blocks of the entry before
  output logic                        more_o,    // there is a rest ...
  output rvt_ntrace_pkg::run_t        rest_o,    // ... this
  input  logic                        ready_i,   // the plan is taken
  output logic                        empty_o    // there is neither plan nor entry
);

  localparam int unsigned Sum = UnitsWidth + 2;
  localparam int unsigned Outcomes = rvt_ntrace_pkg::run_outcomes(FlowBlocks, Build.HistWidth);

  logic valid_q, joins_q, more_q, load;
  rvt_ntrace_pkg::run_t run_q, run_d, rest_q, rest_d;
  logic [Blocks-1:0] gone_q;  // blocks of the entry that have left

  // ---- The entry, in a register ----------------------------------------------------------------

  logic entry_valid_q, leaves;
  rvt_ingress_pkg::entry_t entry_q;
  logic [Blocks-1:0] blocks_q;
  logic [Blocks*BlockBits-1:0] block_d, block_q;
  logic [Blocks-1:0] single_d, ends_d, branches_d, calls_d, uses_d;
  logic [Blocks-1:0] single, ends, branches, calls, uses;
  logic [Blocks*Sum-1:0] own_units;
  logic [Sum-1:0] all_units;

  for (genvar i = 0; i < Blocks; i++) begin : g_class
    rvt_ntrace_flow_class #(
      .Build(Build)
    ) i_class (
      .btm_i,
      .ir_i,
      .all_jumps_i,
      .block_i (block_i[BlockBits*i+:BlockBits]),
      .itype_o (block_d[BlockBits*i+:4]),
      .single_o(single_d[i]),
      .ends_o  (ends_d[i]),
      .branch_o(branches_d[i]),
      .call_o  (calls_d[i]),
      .uses_o  (uses_d[i])
    );
    assign block_d[BlockBits*i+4+:BlockBits-4] = block_i[BlockBits*i+4+:BlockBits-4];
    assign own_units[Sum*i+:Sum] = blocks_i[i] ? Sum'(block_i[BlockBits*i+4+:8]) : '0;
  end

  always_comb begin  // in pairs
    all_units = '0;
    for (int unsigned i = 0; i < Blocks; i += 2) begin
      all_units = all_units + (own_units[Sum*i+:Sum] +
                               (i + 1 < Blocks ? own_units[Sum*(i+1<Blocks?i+1:i)+:Sum] : '0));
    end
  end

  assign ready_o = valid_i && (!entry_valid_q || leaves);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      entry_valid_q <= 1'b0;
    end else begin
      entry_valid_q <= !clr_i && (valid_i || (entry_valid_q && !leaves));
    end
  end
  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      entry_q <= entry_i;
      blocks_q <= blocks_i;
      block_q <= block_d;
      {single, ends, branches, calls, uses} <= {single_d, ends_d, branches_d, calls_d, uses_d};
    end
  end

  // ---- Its blocks ------------------------------------------------------------------------------

  logic [Blocks-1:0] there, seen, first;  // not gone; within reach of this clock; the oldest
  logic [Blocks-1:0] known, notifies, takes;
  logic [Blocks*4-1:0] itypes;
  logic [Blocks*2-1:0] seqs;
  logic [Blocks*AddrWidth-1:0] addrs;
  logic [Blocks*UnitsWidth-1:0] block_units;
  logic [Blocks*Sum-1:0]
      lengths, sums, rests;  // of each that is seen; of those up to it; behind it

  for (genvar i = 0; i < Blocks; i++) begin : g_block
    rvt_ntrace_flow_fields #(
      .Build(Build)
    ) i_fields (
      .block_i (block_q[BlockBits*i+:BlockBits]),
      .known_o (known[i]),
      .notify_o(notifies[i]),
      .itype_o (itypes[4*i+:4]),
      .seq_o   (seqs[2*i+:2]),
      .addr_o  (addrs[AddrWidth*i+:AddrWidth]),
      .units_o (block_units[UnitsWidth*i+:UnitsWidth])
    );
    assign takes[i] = itypes[4*i+:4] == rvt_ingress_pkg::ItTaken;
    assign there[i] = blocks_q[i] && !gone_q[i];
    if (i == 0) begin : g_oldest
      assign first[i] = !gone_q[0];
    end else begin : g_others
      assign first[i] = gone_q[i-1] && !gone_q[i];
    end
    if (i < FlowBlocks) begin : g_near
      assign seen[i] = there[i];
    end else begin : g_far
      assign seen[i] = there[i] && gone_q[i-FlowBlocks];
    end
    assign lengths[Sum*i+:Sum] = seen[i] ? Sum'(block_units[UnitsWidth*i+:UnitsWidth]) : '0;
  end

  always_comb begin
    sums = '0;
    rests = '0;
    sums[Sum-1:0] = lengths[Sum-1:0];
    for (int unsigned i = 1; i < Blocks; i++) begin
      sums[Sum*i+:Sum] = sums[Sum*(i-1)+:Sum] + lengths[Sum*i+:Sum];
      if (i == 3) begin  // in pairs
        sums[Sum*i+:Sum] = sums[Sum*(i-2)+:Sum] + (lengths[Sum*(i-1)+:Sum] + lengths[Sum*i+:Sum]);
      end
    end
    for (int unsigned i = Blocks - 1; i > 0; i--) begin
      rests[Sum*(i-1)+:Sum] = lengths[Sum*i+:Sum] + rests[Sum*i+:Sum];
    end
  end

  // ---- The run ---------------------------------------------------------------------------------

  logic [Blocks-1:0] in, last, left;
  logic used, joins;
  logic [2:0] outcomes;

  always_comb begin
    in = '0;
    in[0] = seen[0];
    used = uses[0];
    outcomes = 3'(branches[0]);
    for (int unsigned i = 1; i < Blocks; i++) begin
      joins = in[i-1] && !ends[i-1] && !single[i] && !(uses[i] && used) &&
              !(branches[i] && outcomes == 3'(Outcomes));
      in[i] = seen[i] && (first[i] || joins);
      used = uses[i] || (used && !first[i]);
      outcomes = (first[i] ? 3'd0 : outcomes) + 3'(branches[i]);
    end
  end
  assign last = in & ~(in >> 1);

  logic clean;  // what is left has nothing that ends a run
  assign left = there & ~in;
  assign clean = FlowBlocks > 1 && left != '0 && (left & (ends | uses | ~seen)) == '0 &&
                 (FlowBlocks <= Outcomes + 1 || 32'(rest_d.outcomes) <= Outcomes);
  assign load = entry_valid_q && (!valid_q || ready_i);
  assign leaves = load && (one_i ? (there & ~first) == '0 : left == '0 || clean);

  // ---- Its content, and that of the rest -------------------------------------------------------

  logic [Blocks-1:0] opens, closes;  // the first of the rest, the last
  assign opens = left & (last << 1);
  assign closes = left & ~(left >> 1);

  always_comb begin
    run_d = '0;
    rest_d = '0;
    run_d.first_time = entry_q.abs_time;
    run_d.abs_time = entry_q.abs_time;
    run_d.kind = gone_q[0] ? rvt_ingress_pkg::EntryBlock : entry_q.kind;
    run_d.sub = gone_q[0] ? '0 : entry_q.sub;
    run_d.context_new = entry_q.context_new && !gone_q[0];
    run_d.time_new = entry_q.time_new && !gone_q[0];
    run_d.priv = entry_q.priv;
    run_d.hart_context = entry_q.hart_context;
    rest_d.priv = entry_q.priv;
    rest_d.hart_context = entry_q.hart_context;
    rest_d.first_time = entry_q.abs_time;
    rest_d.abs_time = entry_q.abs_time;
    rest_d.known = 1'b1;
    for (int unsigned i = 0; i < Blocks; i++) begin
      if (first[i]) begin
        run_d.known = known[i];
        run_d.addr = run_d.addr | 63'(addrs[AddrWidth*i+:AddrWidth]);
      end
      if (one_i ? first[i] : last[i]) begin
        run_d.halfwords = run_d.halfwords | 11'(sums[Sum*i+:Sum]);
        run_d.itype = run_d.itype | itypes[4*i+:4];
        run_d.seq = run_d.seq | seqs[2*i+:2];
        run_d.notify = run_d.notify || notifies[i];
        run_d.last_addr = run_d.last_addr | 63'(addrs[AddrWidth*i+:AddrWidth]);
        run_d.last_units = run_d.last_units | 8'(block_units[UnitsWidth*i+:UnitsWidth]);
        rest_d.halfwords = rest_d.halfwords | 11'(rests[Sum*i+:Sum]);
      end
      if ((one_i ? first[i] : in[i]) && calls[i]) begin
        run_d.push = 1'b1;
        run_d.call_addr = run_d.call_addr | 63'(addrs[AddrWidth*i+:AddrWidth]);
        run_d.call_units = run_d.call_units | 8'(block_units[UnitsWidth*i+:UnitsWidth]);
      end
      if ((one_i ? first[i] : in[i]) && branches[i]) begin
        run_d.taken = {run_d.taken[2:0], takes[i]};
        run_d.outcomes = run_d.outcomes + 3'd1;
      end
      if (opens[i]) rest_d.addr = rest_d.addr | 63'(addrs[AddrWidth*i+:AddrWidth]);
      if (closes[i]) begin
        rest_d.itype = rest_d.itype | itypes[4*i+:4];
        rest_d.last_addr = rest_d.last_addr | 63'(addrs[AddrWidth*i+:AddrWidth]);
        rest_d.last_units = rest_d.last_units | 8'(block_units[UnitsWidth*i+:UnitsWidth]);
      end
      if (left[i] && branches[i]) begin
        rest_d.taken = {rest_d.taken[2:0], takes[i]};
        rest_d.outcomes = rest_d.outcomes + 3'd1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_q, gone_q} <= '0;
    end else if (clr_i) begin
      {valid_q, gone_q} <= '0;
    end else begin
      valid_q <= load || (valid_q && !ready_i);
      if (load) gone_q <= leaves ? '0 : gone_q | (one_i ? first : in);
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) begin
      run_q <= run_d;
      rest_q <= rest_d;
      more_q <= clean && !one_i;
      joins_q <= !one_i && (first & single) == '0 &&
                 (gone_q[0] || (entry_q.kind == rvt_ingress_pkg::EntryBlock && entry_q.sub == '0 &&
                                !entry_q.context_new && !entry_q.time_new));
    end
  end

  assign valid_o = valid_q;
  assign empty_o = !entry_valid_q && !valid_q;
  assign run_o = run_q;
  assign rest_o = rest_q;
  assign more_o = more_q;
  assign joins_o = joins_q;
  assign units_o = 11'(all_units);

  // ---- Assertions ----------------------------------------------------------------------------

  // A run has a block, and its blocks follow each other.
  `RVT_IMPLIES(Some_A, entry_valid_q, in != '0 && (last & (last - Blocks'(1))) == '0)

  logic unused;
  assign unused = ^entry_q;  // N-Trace's columns are some of them

endmodule

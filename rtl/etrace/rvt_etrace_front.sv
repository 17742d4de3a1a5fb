// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The block that is looked at, C, and the one after it, N: both in registers. One block of the queue's
/// oldest entry becomes N in each clock, and N becomes C as that leaves.
module rvt_etrace_front #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Blocks    = Build.Blocks,
  localparam int unsigned BlockBits = rvt_ingress_pkg::BlockBits,
  localparam int unsigned AddrWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        clr_i,

  // the queue's oldest entry
  input  logic                        valid_i,
  input  rvt_ingress_pkg::entry_t     entry_i,
  input  logic [Blocks-1:0]           blocks_i,
  input  logic [Blocks*BlockBits-1:0] block_i,
  output logic                        ready_o,

  output logic                        run_valid_o,
  output rvt_ingress_pkg::entry_t     run_entry_o,
  output rvt_ingress_pkg::block_t     run_block_o,
  output logic                        run_has_o,     // it has an instruction ...
  output logic                        run_single_o,  // ... or none, or one
  output logic [AddrWidth-1:0]        run_last_o,    // address of its last instruction
  input  logic                        run_ready_i,   // it leaves

  output logic                        next_valid_o,
  output rvt_ingress_pkg::entry_t     next_entry_o,
  output rvt_ingress_pkg::block_t     next_block_o,
  output logic                        next_has_o,
  output logic                        load_o,        // N becomes C with this clock's edge ...
  output logic [AddrWidth-1:0]        load_last_o    // ... and this its last instruction
);

  logic next_valid_q, next_has_q, next_single_q, run_valid_q, has_q, single_q, take, last;
  rvt_ingress_pkg::entry_t next_entry_q, run_entry_q, entry;
  rvt_ingress_pkg::block_t next_block_q, run_block_q, block;
  logic [AddrWidth-1:0] last_q;
  logic [7:0] size;  // half-words of the last instruction of the block that comes in
  logic [7:0] before_q;  // of N before its last one
  logic single;

  assign load_o = next_valid_q && (!run_valid_q || run_ready_i);
  assign take = valid_i && (!next_valid_q || load_o);
  assign ready_o = take && last;

  if (Blocks == 1) begin : g_one
    assign last = 1'b1;
    assign block = block_i;
    assign entry = entry_i;
    logic unused;
    assign unused = ^blocks_i;
  end else begin : g_several
    localparam int unsigned AtWidth = $clog2(Blocks);
    logic [AtWidth-1:0] at_q;
    logic [Blocks-1:0] rest;
    assign rest = blocks_i >> at_q;
    assign last = (rest >> 1) == '0;
    assign block = BlockBits'(block_i >> (32'(at_q) * BlockBits));
    always_comb begin
      entry = entry_i;
      if (at_q != '0) begin
        entry.kind = rvt_ingress_pkg::EntryBlock;
        entry.enable_new = 1'b0;
        entry.ctype = '0;
        entry.trap = '0;
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) at_q <= '0;
      else if (clr_i || (take && last)) at_q <= '0;
      else if (take) at_q <= at_q + AtWidth'(1);
    end
  end

  assign size = 8'd1 << block.last_size;
  assign single = block.halfwords <= size;
  assign load_last_o = AddrWidth'(next_block_q.addr) + AddrWidth'(before_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_valid_q <= 1'b0;
      run_valid_q <= 1'b0;
    end else begin
      next_valid_q <= !clr_i && (take || (next_valid_q && !load_o));
      run_valid_q <= !clr_i && (load_o || (run_valid_q && !run_ready_i));
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      next_entry_q <= entry;
      next_block_q <= block;
      next_has_q <= block.halfwords != '0;
      next_single_q <= single;
      before_q <= single ? '0 : block.halfwords - size;
    end
    if (load_o) begin
      run_entry_q <= next_entry_q;
      run_block_q <= next_block_q;
      has_q <= next_has_q;
      single_q <= next_single_q;
      last_q <= load_last_o;
    end
  end

  assign run_valid_o = run_valid_q;
  assign run_entry_o = run_entry_q;
  assign run_block_o = run_block_q;
  assign run_has_o = has_q;
  assign run_single_o = single_q;
  assign run_last_o = last_q;
  assign next_valid_o = next_valid_q;
  assign next_entry_o = next_entry_q;
  assign next_block_o = next_block_q;
  assign next_has_o = next_has_q;

endmodule

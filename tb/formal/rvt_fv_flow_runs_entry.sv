// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

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

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_build.svh"

/// The queue with a port for each field of its entries.
module rvt_fv_queue #(
  parameter int unsigned Blocks       = 2,
  parameter int unsigned IretireWidth = 2,
  parameter int unsigned Single       = 0,
  parameter int unsigned Events       = 1,
  parameter int unsigned TsWidth      = 2,  // 1 or more
  parameter int unsigned QueueDepth   = 3,
  parameter int unsigned QueueSync    = 0,
  localparam int unsigned B           = Blocks,
  localparam int unsigned AddrWidth   = 31,
  localparam int unsigned UnitsWidth  = Single != 0 ? 4 : IretireWidth
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          clr_i,

  input  logic                          valid_i,
  input  logic [B-1:0]                  blocks_i,
  input  logic [1:0]                 kind_i,
  input  logic [3:0]                 sub_i,
  input  logic [TsWidth:0]           time_i,
  input  logic [B-1:0]               known_i,
  input  logic [B*AddrWidth-1:0]     addr_i,
  input  logic [B*UnitsWidth-1:0]    units_i,
  input  logic [B*4-1:0]             itype_i,
  input  logic [B*2-1:0]             seq_i,
  input  logic [B-1:0]               notify_i,
  output logic                          ready_o,
  output logic [$clog2(QueueDepth+2)-1:0] level_o,

  output logic                       valid_o,
  output logic [B-1:0]               blocks_o,
  output logic [1:0]                 kind_o,
  output logic [3:0]                 sub_o,
  output logic [TsWidth:0]           time_o,
  output logic [B-1:0]               known_o,
  output logic [B*AddrWidth-1:0]     addr_o,
  output logic [B*UnitsWidth-1:0]    units_o,
  output logic [B*4-1:0]             itype_o,
  output logic [B*2-1:0]             seq_o,
  output logic [B-1:0]               notify_o,
  input  logic                       ready_i
);

  // interface: proof Blocks IretireWidth Single Events SeqJump=1 TsWidth QueueDepth QueueSync
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD(Blocks); `RVT_BUILD(IretireWidth); `RVT_BUILD(Single); `RVT_BUILD(Events);
    `RVT_BUILD_VALUE(SeqJump,1); `RVT_BUILD(TsWidth); `RVT_BUILD(QueueDepth);
    `RVT_BUILD(QueueSync);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  // interface end

  rvt_ingress_pkg::entry_t put_entry, head_entry;
  logic [B*rvt_ingress_pkg::BlockBits-1:0] put_block;
  logic [B*rvt_ingress_pkg::BlockBits-1:0] head_block;

  rvt_fv_pack #(B, AddrWidth, UnitsWidth, TsWidth) i_pack (
    .*,
    .entry_o(put_entry),
    .block_o(put_block)
  );
  rvt_fv_unpack #(B, AddrWidth, UnitsWidth, TsWidth) i_unpack (
    .*,
    .entry_i(head_entry),
    .block_i(head_block)
  );

  rvt_queue #(
    .Build(Build)
  ) i_dut (
    .*,
    .entry_i(put_entry),
    .block_i(put_block),
    .entry_o(head_entry),
    .block_o(head_block)
  );

endmodule

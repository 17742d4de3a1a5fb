// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The window of the recorder's registers, and the recorder behind it.
module rvt_tb_ctr_apb #(
  parameter  int unsigned Xlen         = 64,
  parameter  int unsigned Blocks       = 1,
  parameter  int unsigned IretireWidth = 3,
  parameter  int unsigned Single       = 0,
  parameter  int unsigned Depths       = 1,
  parameter  int unsigned CounterWidth = 27,
  parameter  int unsigned Misp         = 1,
  parameter  int unsigned Type         = 1,
  parameter  int unsigned Filters      = 65342,
  parameter  int unsigned ExtTraps     = 1,
  parameter  int unsigned RasEmu       = 1,
  parameter  int unsigned Hyp          = 0,
  parameter  int unsigned Lcofi        = 1,
  parameter  int unsigned BlockRam     = 0,
  parameter  int unsigned Lag          = 0,
  localparam int unsigned ItypeWidth   = 4
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  // interface: ports ctr
  input  logic [Blocks*IretireWidth-1:0] iretire_i,  // half-words of the block, 0: none, or a trap
  input  logic [Blocks*Xlen-1:0]         iaddr_i,  // of its first instruction; bit 0 is not used
  input  logic [Blocks*ItypeWidth-1:0]   itype_i,  // how the block ends (NT:ITY)
  input  logic [Blocks*2-1:0]            ilastsize_i,  // last instruction; with Single or SeqJump
  input  logic [Xlen-1:0]                cause_i,  // E-Trace: of the trap in this clock
  input  logic [2:0]                     priv_i,  // privilege; 4 is debug mode
  input  logic                           halted_i,  // the hart is in debug mode
  input  logic [Blocks*Xlen-1:0]         target_i,  // PC after the transfer (CTR-B-03)
  input  logic [Blocks-1:0]              mispredict_i,  // the hart predicted wrong (CTR-B-04)
  input  logic [2:0]                     priv_after_i,  // privilege after its trap or return
  input  logic [Xlen-1:0]                epc_i,  // xepc of the trap of this clock (CTR-B-03)
  input  logic                           cycle_i,  // mcycle would tick (CTR-T-01)
  // interface end

  input  logic                           psel_i,
  input  logic                           penable_i,
  input  logic                           pwrite_i,
  input  logic [12:0]                    paddr_i,
  input  logic [31:0]                    pwdata_i,
  input  logic [3:0]                     pstrb_i,
  output logic [31:0]                    prdata_o,
  output logic                           pready_o,
  output logic                           pslverr_o
);

  logic csr_valid, csr_ready, csr_done;
  logic [1:0] csr_op, csr_exc;
  logic [11:0] csr_addr, csr_select;
  logic [Xlen-1:0] csr_wdata, csr_rdata;

  rvt_ctr_apb #(
    .Xlen(Xlen),
    .Depths(Depths),
    .CounterWidth(CounterWidth),
    .Misp(Misp),
    .Type(Type),
    .Filters(Filters),
    .ExtTraps(ExtTraps),
    .RasEmu(RasEmu),
    .Hyp(Hyp),
    .Lcofi(Lcofi),
    .Lag(Lag)
  ) i_window (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i,
    .prdata_o,
    .pready_o,
    .pslverr_o,
    .csr_valid_o(csr_valid),
    .csr_op_o(csr_op),
    .csr_addr_o(csr_addr),
    .csr_select_o(csr_select),
    .csr_wdata_o(csr_wdata),
    .csr_ready_i(csr_ready),
    .csr_done_i(csr_done),
    .csr_rdata_i(csr_rdata)
  );

  rvt_ctr #(
    .Xlen(Xlen),
    .Blocks(Blocks),
    .IretireWidth(IretireWidth),
    .Single(Single),
    .Depths(Depths),
    .CounterWidth(CounterWidth),
    .Misp(Misp),
    .Type(Type),
    .Filters(Filters),
    .ExtTraps(ExtTraps),
    .RasEmu(RasEmu),
    .Hyp(Hyp),
    .Lcofi(Lcofi),
    .BlockRam(BlockRam)
  ) i_ctr (
    .clk_i,
    .rst_ni,
    // interface: join ctr
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .cause_i,
    .priv_i,
    .halted_i,
    .target_i,
    .mispredict_i,
    .priv_after_i,
    .epc_i,
    .cycle_i,
    // interface end
    .csr_valid_i(csr_valid),
    .csr_op_i(csr_op),
    .csr_addr_i(csr_addr),
    .csr_select_i(csr_select),
    .csr_wdata_i(csr_wdata),
    .csr_mode_i(rvt_ctr_pkg::PrivM),
    .csr_xlen32_i(1'b0),
    .mstateen_ctr_i(1'b1),
    .hstateen_ctr_i(1'b1),
    .csr_ready_o(csr_ready),
    .csr_done_o(csr_done),
    .csr_rdata_o(csr_rdata),
    .csr_exc_o(csr_exc)
  );

  logic unused;
  assign unused = ^csr_exc;

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// rvt_ctr with its state in the open, and entries as software reads them: all of up to 32, of more
/// a page of 16.
module rvt_tb_ctr #(
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
  localparam int unsigned ItypeWidth   = 4,
  localparam int unsigned AddrWidth    = rvt_ctr_pkg::pointer_width(Depths),
  localparam int unsigned Shown        = AddrWidth > 5 ? 16 : 1 << AddrWidth
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

  input  logic                           csr_valid_i,
  input  logic [1:0]                     csr_op_i,
  input  logic [11:0]                    csr_addr_i,
  input  logic [11:0]                    csr_select_i,
  input  logic [Xlen-1:0]                csr_wdata_i,
  input  logic [2:0]                     csr_mode_i,
  input  logic                           csr_xlen32_i,
  input  logic                           mstateen_ctr_i,
  input  logic                           hstateen_ctr_i,
  output logic                           csr_ready_o,
  output logic                           csr_done_o,
  output logic [Xlen-1:0]                csr_rdata_o,
  output logic [1:0]                     csr_exc_o,

  output logic [63:0]                    st_mctrctl_o,
  output logic [63:0]                    st_vsctrctl_o,
  output logic [8:0]                     st_depth_o,
  output logic [7:0]                     st_wrptr_o,
  output logic                           st_frozen_o,
  output logic [2:0]                     st_mode_o,
  output logic [31:0]                    st_counter_o,  // cycles, 0 without a counter
  output logic                           st_valid_o,  // CCV of the next record
  output logic [7:0]                     st_upper_o,  // not cleared yet, behind the depth
  output logic [7:0]                     st_first_o,  // ... the first of those in the depth
  output logic [8:0]                     st_ring_o,  // ... how many they are

  input  logic [3:0]                     page_i,  // entries from page_i * Shown on, by their place
  output logic [Shown*Xlen-1:0]          sources_o,
  output logic [Shown*Xlen-1:0]          targets_o,
  output logic [Shown*32-1:0]            data_o
);

  localparam int unsigned BankWidth = Blocks > 2 ? 2 : Blocks - 1;
  localparam int unsigned Banks = 1 << BankWidth;

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
  ) i_dut (
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
    .csr_valid_i,
    .csr_op_i,
    .csr_addr_i,
    .csr_select_i,
    .csr_wdata_i,
    .csr_mode_i,
    .csr_xlen32_i,
    .mstateen_ctr_i,
    .hstateen_ctr_i,
    .csr_ready_o,
    .csr_done_o,
    .csr_rdata_o,
    .csr_exc_o
  );

  // ---- State -----------------------------------------------------------------------------------

  assign st_mctrctl_o = i_dut.i_controls.mctrctl_q;
  assign st_vsctrctl_o = i_dut.i_controls.vsctrctl_q;
  assign st_depth_o = 9'(i_dut.i_pointers.mask_q) + 9'd1;
  assign st_wrptr_o = 8'(i_dut.i_pointers.wrptr_q);
  assign st_frozen_o = i_dut.frozen_q;
  assign st_mode_o = i_dut.mode_q;
  assign st_upper_o = 8'(i_dut.i_pointers.upper_q);
  assign st_first_o = 8'(i_dut.i_pointers.first_q);
  assign st_ring_o = 9'(i_dut.i_pointers.ring_q);

  if (CounterWidth != 0) begin : g_counter
    logic [31:0] ccm, low;
    logic [3:0] cce;
    assign ccm = 32'(i_dut.g_cycles.i_cycles.ccm_q);
    assign cce = i_dut.g_cycles.i_cycles.cce_q;
    assign low = 32'(i_dut.g_cycles.i_cycles.low_q);
    assign st_counter_o = cce == '0 ? ccm : ((32'd4096 + ccm) << (cce - 4'd1)) + low;
    assign st_valid_o = i_dut.g_cycles.i_cycles.valid_q;
  end else begin : g_no_counter
    assign st_counter_o = '0;
    assign st_valid_o = 1'b0;
  end

  // ---- Entries ---------------------------------------------------------------------------------

  for (genvar s = 0; s < Shown; s++) begin : g_shown
    localparam int unsigned Bank = s % Banks;
    logic [8:0] at;
    logic [AddrWidth-1:0] word;
    logic v;
    logic [Xlen-2:0] source;
    logic [Xlen-1:0] target;
    assign at = 9'(32'(page_i) * Shown + s);
    assign word = AddrWidth'(at >> BankWidth);
    if (BlockRam != 0) begin : g_block
      assign v = i_dut.i_store.g_bank[Bank].i_valid.g_block.mem_q[word];
      assign source = i_dut.i_store.g_bank[Bank].i_source.g_block.mem_q[word];
      if (Misp != 0) begin : g_misp
        assign target = i_dut.i_store.g_bank[Bank].i_target.g_block.mem_q[word];
      end else begin : g_no_misp
        assign target = {i_dut.i_store.g_bank[Bank].i_target.g_block.mem_q[word], 1'b0};
      end
    end else begin : g_lut
      assign v = i_dut.i_store.g_bank[Bank].i_valid.g_lut.mem_q[word];
      assign source = i_dut.i_store.g_bank[Bank].i_source.g_lut.mem_q[word];
      if (Misp != 0) begin : g_misp
        assign target = i_dut.i_store.g_bank[Bank].i_target.g_lut.mem_q[word];
      end else begin : g_no_misp
        assign target = {i_dut.i_store.g_bank[Bank].i_target.g_lut.mem_q[word], 1'b0};
      end
    end

    logic [31:0] stored;
    if (Type == 0 && CounterWidth == 0) begin : g_no_data
      assign stored = '0;
    end else if (BlockRam != 0) begin : g_data_block
      assign stored = 32'(i_dut.i_store.g_bank[Bank].g_data.i_data.g_block.mem_q[word]);
    end else begin : g_data_lut
      assign stored = 32'(i_dut.i_store.g_bank[Bank].g_data.i_data.g_lut.mem_q[word]);
    end

    // What a clear has not reached reads as 0.
    logic unwalked;
    logic [8:0] from_first;
    assign from_first = (at - 9'(st_first_o)) & (st_depth_o - 9'd1);
    assign unwalked = at >= st_depth_o ? at - st_depth_o < 9'(st_upper_o) : from_first < st_ring_o;
    assign sources_o[Xlen*s+:Xlen] = unwalked ? '0 : {source, v};
    assign targets_o[Xlen*s+:Xlen] = unwalked ? '0 : target;
    assign data_o[32*s+:32] = unwalked ? '0 :
        Type == 0 ? {stored[16:0], 15'd0} :
        CounterWidth == 0 ? stored : {stored[20:4], 11'd0, stored[3:0]};
  end

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Control transfer records of a hart: Smctr and Ssctr 1.0, all but the hart's own decoding of
/// instructions.
///
/// Reads the hart's ingress port as the encoders do, stalls nothing, and needs none of them
/// (CTR-H-01). What is on the ports in a clock is a register in the next, which executes it: all
/// slots in order, then, in a clock without an event, an access. An access is answered two clocks
/// after its request at the least. Every output is a register.
module rvt_ctr #(
  parameter  int unsigned Xlen         = 64,        // 32 or 64
  parameter  int unsigned Blocks       = 1,         // slots of a clock, 1..4
  parameter  int unsigned IretireWidth = 3,         // bits of a block's half-words, 1..8
  parameter  int unsigned Single       = 0,         // 1: a slot is an instruction, not a block
  parameter  int unsigned Depths       = 1,         // bit i: a depth of 16 << i is legal, 1..31
  parameter  int unsigned CounterWidth = 27,        // of the cycles: 0, 12, 13, 15, 19, 27
  parameter  int unsigned Misp         = 1,         // records say what was predicted wrong
  parameter  int unsigned Type         = 1,         // ... and their type
  parameter  int unsigned Filters      = 65342,     // bit T: type T has a filter; 0 with Xlen 32
  parameter  int unsigned ExtTraps     = 1,         // external traps
  parameter  int unsigned RasEmu       = 1,         // return address stack emulation
  parameter  int unsigned Hyp          = 0,         // hypervisor: vsctrctl
  parameter  int unsigned Lcofi        = 1,         // LCOFIFRZ: the hart has Sscofpmf
  parameter  int unsigned BlockRam     = 0,         // entries in block RAM; from 32 on
  localparam int unsigned ItypeWidth   = 4
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  // What retires, in order, and the trap of this clock.
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

  // Accesses by CSR instructions and SCTRCLR: taken if valid and ready; after all that is older on
  // the ports.
  input  logic                           csr_valid_i,
  input  logic [1:0]                     csr_op_i,        // 0 read, 1 write, 2 SCTRCLR
  input  logic [11:0]                    csr_addr_i,      // number of the CSR
  input  logic [11:0]                    csr_select_i,    // siselect or vsiselect
  input  logic [Xlen-1:0]                csr_wdata_i,
  input  logic [2:0]                     csr_mode_i,      // privilege of the instruction
  input  logic                           csr_xlen32_i,    // its XLEN is 32; with Xlen 64
  input  logic                           mstateen_ctr_i,  // mstateen0, hstateen0 (CTR-S-01)
  input  logic                           hstateen_ctr_i,
  output logic                           csr_ready_o,     // none is in flight
  output logic                           csr_done_o,      // the answer, for a clock
  output logic [Xlen-1:0]                csr_rdata_o,     // ... else 0
  output logic [1:0]                     csr_exc_o        // ... 0 none, 1 illegal, 2 virtual
);

  localparam int unsigned AddrWidth = rvt_ctr_pkg::pointer_width(Depths);

  if (Xlen != 32 && Xlen != 64) begin : g_bad_xlen
    $error("rvt_ctr: Xlen must be 32 or 64");
  end
  if (Blocks < 1 || Blocks > 4) begin : g_bad_blocks
    $error("rvt_ctr: Blocks must be 1..4");
  end
  if (IretireWidth < 1 || IretireWidth > 8) begin : g_bad_iretire_width
    $error("rvt_ctr: IretireWidth must be 1..8");
  end
  if (Depths < 1 || Depths > 31) begin : g_bad_depths
    $error("rvt_ctr: Depths must be 1..31");
  end
  if (CounterWidth != 0 && CounterWidth != 12 && rvt_ctr_pkg::cce_width(
          CounterWidth
      ) == 0) begin : g_bad_counter_width
    $error("rvt_ctr: CounterWidth must be 0, 12, 13, 15, 19 or 27");
  end
  if (Filters > 65535 || (Filters[15:0] & ~rvt_ctr_pkg::FiltersLegal) != '0) begin : g_bad_filters
    $error("rvt_ctr: Filters must have bits of 1..5 and 8..15 only");
  end
  if (Xlen == 32 && Filters != 0) begin : g_bad_filters_32
    $error("rvt_ctr: Filters must be 0 with Xlen 32");
  end
  if (BlockRam > 1 || (BlockRam == 1 && AddrWidth < 5)) begin : g_bad_block_ram
    $error("rvt_ctr: BlockRam must be 0, or 1 with a depth of 32 or more");
  end
  if (Single > 1 || Misp > 1 || Type > 1 || ExtTraps > 1 || RasEmu > 1 || Hyp > 1 ||
      Lcofi > 1) begin : g_bad_flag
    $error("rvt_ctr: Single, Misp, Type, ExtTraps, RasEmu, Hyp and Lcofi must be 0 or 1");
  end

  // ---- Ports -----------------------------------------------------------------------------------

  logic [Blocks-1:0] events;
  logic [Blocks*4-1:0] itype;
  logic [Blocks*(Xlen-1)-1:0] source;
  logic [Blocks*Xlen-1:0] target;  // with MISP
  logic any_valid, changes, breakpoint, lcofi, cycle, any_event;
  logic [2:0] priv, priv_after;
  logic [63:0] mctrctl, vsctrctl, mctrctl_next, vsctrctl_next;
  logic source_enabled, target_enabled, external;

  rvt_ctr_port #(
    .Xlen(Xlen),
    .Blocks(Blocks),
    .IretireWidth(IretireWidth),
    .Single(Single),
    .Hyp(Hyp)
  ) i_port (
    .clk_i,
    .rst_ni,
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .priv_i,
    .cause_i,
    .halted_i,
    .target_i,
    .mispredict_i,
    .priv_after_i,
    .epc_i,
    .cycle_i,
    .mctrctl_next_i(mctrctl_next),
    .vsctrctl_next_i(vsctrctl_next),
    .event_o(events),
    .itype_o(itype),
    .source_o(source),
    .target_o(target),
    .any_o(any_valid),
    .changes_o(changes),
    .priv_o(priv),
    .priv_after_o(priv_after),
    .source_enabled_o(source_enabled),
    .target_enabled_o(target_enabled),
    .external_o(external),
    .breakpoint_o(breakpoint),
    .lcofi_o(lcofi),
    .cycle_o(cycle)
  );

  assign any_event = events != '0;

  // ---- Accesses --------------------------------------------------------------------------------

  logic execute, read, write, clear, high, walking, controls_written;
  rvt_ctr_pkg::reg_e which;
  rvt_ctr_pkg::entry_e entry_which;
  logic [7:0] index, wrptr;
  logic [Xlen-1:0] wdata, controls_rdata, entry_rdata, rdata;
  logic [2:0] depth;
  logic frozen_q, frozen, unwalked, unwalked_q;

  rvt_ctr_csr #(
    .Xlen(Xlen),
    .Hyp(Hyp)
  ) i_csr (
    .clk_i,
    .rst_ni,
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
    .csr_exc_o,
    .event_i(any_event),
    .walking_i(walking),
    .execute_o(execute),
    .read_o(read),
    .write_o(write),
    .clear_o(clear),
    .reg_o(which),
    .entry_o(entry_which),
    .index_o(index),
    .high_o(high),
    .wdata_o(wdata)
  );

  rvt_ctr_controls #(
    .Xlen(Xlen),
    .Filters(Filters),
    .ExtTraps(ExtTraps),
    .RasEmu(RasEmu),
    .Hyp(Hyp),
    .Lcofi(Lcofi)
  ) i_controls (
    .clk_i,
    .rst_ni,
    .read_i(read),
    .write_i(write),
    .reg_i(which),
    .high_i(high),
    .wdata_i(wdata),
    .wrptr_i(wrptr),
    .frozen_i(frozen_q),
    .depth_i(depth),
    .written_o(controls_written),
    .mctrctl_o(mctrctl),
    .vsctrctl_o(vsctrctl),
    .mctrctl_next_o(mctrctl_next),
    .vsctrctl_next_o(vsctrctl_next),
    .rdata_o(controls_rdata)
  );

  // Memories and controls are 0 but for what was read. An entry that is not zeroed yet reads as 0.
  assign rdata = controls_rdata | entry_rdata;
  if (Xlen == 64) begin : g_high
    assign csr_rdata_o = {
      rdata[Xlen-1:32] & {32{high && !unwalked_q}}, rdata[31:0] & {32{!unwalked_q}}
    };
  end else begin : g_no_high
    assign csr_rdata_o = rdata & {Xlen{!unwalked_q}};
    logic unused_high;
    assign unused_high = high;
  end

  // ---- Events ----------------------------------------------------------------------------------

  logic [Blocks-1:0] records, swaps, pops, no_source, no_target, no_count;
  logic [2:0] mode, mode_q;
  logic counts;  // the mode is enabled

  rvt_ctr_decide #(
    .Blocks(Blocks),
    .Hyp(Hyp)
  ) i_decide (
    .clk_i,
    .rst_ni,
    .event_i(events),
    .itype_i(itype),
    .priv_i(priv),
    .priv_after_i(priv_after),
    .source_i(source_enabled),
    .target_i(target_enabled),
    .external_i(external),
    .breakpoint_i(breakpoint),
    .lcofi_i(lcofi),
    .mctrctl_i(mctrctl),
    .vsctrctl_i(vsctrctl),
    .frozen_i(frozen_q),
    .record_o(records),
    .swap_o(swaps),
    .pop_o(pops),
    .no_source_o(no_source),
    .no_target_o(no_target),
    .no_count_o(no_count),
    .frozen_o(frozen)
  );

  // Cycles count by the mode of what retires, after a trap or return by the one it led to.
  assign mode = any_valid ? priv : mode_q;
  assign counts = any_valid ? source_enabled :
                  rvt_ctr_pkg::enabled(mode_q, mctrctl[2:0], vsctrctl[1:0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mode_q <= rvt_ctr_pkg::PrivM;
      frozen_q <= 1'b0;
      unwalked_q <= 1'b0;
    end else begin
      mode_q <= changes ? priv_after : mode;
      frozen_q <= write && which == rvt_ctr_pkg::RegStatus ? wdata[rvt_ctr_pkg::FrozenBit] : frozen;
      unwalked_q <= unwalked && which == rvt_ctr_pkg::RegEntry;
    end
  end

  // ---- Cycles ----------------------------------------------------------------------------------

  logic [Blocks-1:0] ccv;
  logic [Blocks*16-1:0] cc;

  if (CounterWidth != 0) begin : g_cycles
    rvt_ctr_cycles #(
      .Blocks(Blocks),
      .Width(CounterWidth)
    ) i_cycles (
      .clk_i,
      .rst_ni,
      .tick_i(cycle && !frozen_q && counts),
      .record_i(records | swaps),
      .no_count_i(no_count),
      .lose_i(controls_written || clear),
      .ccv_o(ccv),
      .cc_o(cc)
    );
  end else begin : g_no_cycles
    assign ccv = '0;
    assign cc = '0;
    logic unused_cycle;
    assign unused_cycle = ^{cycle, counts, controls_written, no_count};
  end

  // ---- Entries ---------------------------------------------------------------------------------

  logic [Blocks*AddrWidth-1:0] addr;
  logic [AddrWidth-1:0] walk_addr, entry_addr;
  logic [Blocks-1:0] zero;
  logic walk, in_depth;

  rvt_ctr_pointers #(
    .Blocks(Blocks),
    .Depths(Depths)
  ) i_pointers (
    .clk_i,
    .rst_ni,
    .record_i(records),
    .swap_i(swaps),
    .pop_i(pops),
    .addr_o(addr),
    .zero_o(zero),
    .clear_i(clear),
    .set_status_i(write && which == rvt_ctr_pkg::RegStatus),
    .set_depth_i(write && which == rvt_ctr_pkg::RegDepth),
    .wdata_i(wdata[7:0]),
    .wrptr_o(wrptr),
    .depth_o(depth),
    .free_i(!any_event && !execute),
    .walking_o(walking),
    .walk_o(walk),
    .walk_addr_o(walk_addr),
    .index_i(index),
    .entry_o(entry_addr),
    .inside_o(in_depth),
    .unwalked_o(unwalked)
  );

  rvt_ctr_store #(
    .Xlen(Xlen),
    .Blocks(Blocks),
    .Depths(Depths),
    .CounterWidth(CounterWidth),
    .Misp(Misp),
    .Type(Type),
    .BlockRam(BlockRam)
  ) i_store (
    .clk_i,
    .rst_ni,
    .event_i(any_event),
    .write_i(records | swaps),
    .pop_i(pops),
    .zero_i(zero),
    .addr_i(addr),
    .source_i(source),
    .target_i(target),
    .no_source_i(no_source),
    .no_target_i(no_target),
    .itype_i(itype),
    .ccv_i(ccv),
    .cc_i(cc),
    .walking_i(walking),
    .walk_i(walk),
    .walk_addr_i(walk_addr),
    .csr_write_i(write && which == rvt_ctr_pkg::RegEntry && in_depth),
    .csr_read_i(read && which == rvt_ctr_pkg::RegEntry && in_depth),
    .csr_entry_i(entry_which),
    .csr_addr_i(entry_addr),
    .csr_wdata_i(wdata),
    .rdata_o(entry_rdata)
  );

  // ---- Assertions ------------------------------------------------------------------------------

  // Records frozen stay so until software writes sctrstatus (CTR-C-21).
  `RVT_IMPLIES(Frozen_A, frozen_q && !(write && which == rvt_ctr_pkg::RegStatus), frozen)

endmodule

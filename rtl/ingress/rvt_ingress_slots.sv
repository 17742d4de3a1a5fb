// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What the slots of one clock say, each on its own (`rvt_ingress_slot`), and whether they are the lowest ones.
///
/// What an invalid slot says is undefined, except that its bit of `valid_o` is 0 (NT:ING-03). Any
/// values may be on the port: `hole_o` says that the hart leaves a hole between its slots.
module rvt_ingress_slots #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Xlen         = Build.Xlen,
  localparam int unsigned Blocks       = Build.Blocks,
  localparam int unsigned IretireWidth = Build.IretireWidth,
  localparam int unsigned ItypeWidth   = Build.ItypeWidth
) (
  input  logic                           clk_i,   // read by assertions only
  input  logic                           rst_ni,  // read by assertions only
  input  logic                           seq_en_i,
  input  logic                           traced_i,  // the clock is traced
  input  logic [2:0]                     priv_i,
  input  logic [Blocks-1:0]              notify_i,  // notify triggers that count

  // interface: ports slot
  input  logic [Blocks*IretireWidth-1:0] iretire_i,  // half-words of the block, 0: none, or a trap
  input  logic [Blocks*Xlen-1:0]         iaddr_i,  // of its first instruction; bit 0 is not used
  input  logic [Blocks*ItypeWidth-1:0]   itype_i,  // how the block ends (NT:ITY)
  input  logic [Blocks*2-1:0]            ilastsize_i,  // last instruction; with Single or SeqJump
  input  logic [Blocks-1:0]              sijump_i,  // with SeqJump: a pair's jump (NT:ING-20)
  // interface end

  output logic [Blocks-1:0]              valid_o,
  output logic                           hole_o,   // they are not the lowest ones (NT:ING-02)
  output logic [Blocks-1:0]              known_o,  // valid, and the address means something
  output logic [Blocks*rvt_ingress_pkg::SlotBits-1:0] slots_o  // slot_t of each
);

  for (genvar b = 0; b < Blocks; b++) begin : g_slot
    rvt_ingress_slot #(
      .Build(Build)
    ) i_slot (
      .seq_en_i,
      .traced_i,
      .notify_i(notify_i[b]),
      .priv_i,
      // interface: slices slot
      .iretire_i(iretire_i[IretireWidth*b+:IretireWidth]),
      .iaddr_i(iaddr_i[Xlen*b+:Xlen]),
      .itype_i(itype_i[ItypeWidth*b+:ItypeWidth]),
      .ilastsize_i(ilastsize_i[2*b+:2]),
      .sijump_i(sijump_i[b]),
      // interface end
      .valid_o(valid_o[b]),
      .known_o(known_o[b]),
      .slot_o(slots_o[rvt_ingress_pkg::SlotBits*b+:rvt_ingress_pkg::SlotBits])
    );
  end

  assign hole_o = (valid_o & (valid_o + Blocks'(1))) != '0;

  // ---- Assertions ----------------------------------------------------------------------------

  // An address is known only of a slot that says something.
  `RVT_ASSERT(KnownValid_A, (known_o & ~valid_o) == '0)

endmodule

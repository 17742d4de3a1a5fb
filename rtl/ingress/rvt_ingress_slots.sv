// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What the slots of one clock say, each on its own: combinational, without a clock's events.
///
/// What an invalid slot says is undefined, except that its bit of `valid_o` is 0 (NT:ING-03). Any
/// values may be on the port: `hole_o` says that the hart leaves a hole between its slots.
module rvt_ingress_slots #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Xlen         = Build.Xlen,
  localparam int unsigned Blocks       = Build.Blocks,
  localparam int unsigned IretireWidth = Build.IretireWidth,
  localparam int unsigned ItypeWidth   = Build.ItypeWidth,
  localparam int unsigned AddrWidth    = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits)
) (
  input  logic                           clk_i,   // read by assertions only
  input  logic                           rst_ni,  // read by assertions only
  input  logic                           seq_en_i,
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
  output logic [Blocks*rvt_ingress_pkg::BlockBits-1:0] block_o  // block_t of each
);

  for (genvar b = 0; b < Blocks; b++) begin : g_slot
    logic [IretireWidth-1:0] iretire;
    logic [3:0] itype;
    logic [AddrWidth-1:0] addr;
    logic [7:0] halfwords;
    logic [1:0] seq;
    logic known, trap;

    assign iretire = iretire_i[IretireWidth*b+:IretireWidth];
    assign addr = iaddr_i[Xlen*b+1+:AddrWidth];  // D-35
    assign itype = 4'(itype_i[ItypeWidth*b+:ItypeWidth]);
    assign trap = itype == rvt_ingress_pkg::ItException || itype == rvt_ingress_pkg::ItInterrupt;
    assign valid_o[b] = iretire != '0 || trap;
    // NT:ING-13, ING-14.
    assign known = iretire != '0 || itype == rvt_ingress_pkg::ItException ||
                   (Build.IaddrOnInt != 0 && itype == rvt_ingress_pkg::ItInterrupt);
    assign known_o[b] = known;

    if (Build.Single != 0) begin : g_single
      // NT:ING-05: iretire is an instruction flag; the instruction's size counts.
      assign halfwords = iretire != '0 ? 8'd1 << ilastsize_i[2*b+:2] : '0;
    end else begin : g_block
      assign halfwords = 8'(iretire);
    end

    if (Build.SeqJump != 0) begin : g_seq
      logic preceded;
      assign preceded = Build.Single == 0 && 32'(iretire) > 32'd1 << ilastsize_i[2*b+:2];
      assign seq = !seq_en_i || !sijump_i[b] || !rvt_ingress_pkg::is_sequential(itype) ?
                   rvt_ingress_pkg::SeqNo :
                   preceded ? rvt_ingress_pkg::SeqWithin : rvt_ingress_pkg::SeqBehind;
    end else begin : g_no_seq
      assign seq = rvt_ingress_pkg::SeqNo;
    end

    assign block_o[rvt_ingress_pkg::BlockBits*b+:rvt_ingress_pkg::BlockBits] = {
      seq, notify_i[b], known, 63'(addr), halfwords, itype
    };
  end

  assign hole_o = (valid_o & (valid_o + Blocks'(1))) != '0;

  if (Build.SeqJump == 0) begin : g_unread
    logic unused;
    assign unused = ^{seq_en_i, sijump_i};
    if (Build.Single == 0) begin : g_no_size
      logic unused_size;
      assign unused_size = ^ilastsize_i;
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // An address is known only of a slot that says something.
  `RVT_ASSERT(KnownValid_A, (known_o & ~valid_o) == '0)

endmodule

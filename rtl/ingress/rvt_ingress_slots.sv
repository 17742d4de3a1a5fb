// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What the slots of one clock say, each on its own: combinational, without a clock's events.
///
/// What an invalid slot says is undefined, except that its bit of `valid_o` is 0 (NT:ING-03). Any
/// values may be on the port: `hole_o` says that the hart leaves a hole between its slots.
module rvt_ingress_slots #(
  parameter int unsigned Xlen         = 32,  // 32 or 64
  parameter int unsigned Blocks       = 1,   // slots per clock, 1..4
  parameter int unsigned IretireWidth = 6,   // bits of iretire, 2..8; 1..8 if Single
  parameter int unsigned ItypeWidth   = 4,   // bits of itype, 3 or 4 (NT:ING-08)
  parameter int unsigned Single       = 0,   // 1: iretire counts instructions, 0 or 1 (NT:ING-05)
  parameter int unsigned IaddrOnInt   = 1,   // 1: an interrupt alone has an address (NT:ING-14)
  parameter int unsigned SeqJump      = 0,   // 1: sequential jumps are built (NT:SQJ-01)
  localparam int unsigned UnitsWidth  = Single != 0 ? 4 : IretireWidth
) (
  input  logic                           clk_i,   // read by assertions only
  input  logic                           rst_ni,  // read by assertions only
  input  logic                           seq_en_i,
  input  logic [Blocks*IretireWidth-1:0] iretire_i,
  input  logic [Blocks*Xlen-1:0]         iaddr_i,
  input  logic [Blocks*ItypeWidth-1:0]   itype_i,
  input  logic [Blocks*2-1:0]            ilastsize_i,
  input  logic [Blocks-1:0]              sijump_i,

  output logic [Blocks-1:0]              valid_o,
  output logic                           hole_o,   // they are not the lowest ones (NT:ING-02)
  output logic [Blocks-1:0]              known_o,  // valid, and the address means something
  output logic [Blocks*(Xlen-1)-1:0]     addr_o,   // as it is on the port
  output logic [Blocks*UnitsWidth-1:0]   units_o,  // half-words retired
  output logic [Blocks*2-1:0]            seq_o     // seq_e
);

  for (genvar b = 0; b < Blocks; b++) begin : g_slot
    logic [IretireWidth-1:0] iretire;
    logic [3:0] itype;
    logic known, trap;

    assign iretire = iretire_i[IretireWidth*b+:IretireWidth];
    assign itype = 4'(itype_i[ItypeWidth*b+:ItypeWidth]);
    assign trap = itype == rvt_ntrace_pkg::ItException || itype == rvt_ntrace_pkg::ItInterrupt;
    assign valid_o[b] = iretire != '0 || trap;
    // NT:ING-13, ING-14.
    assign known = iretire != '0 || itype == rvt_ntrace_pkg::ItException ||
                   (IaddrOnInt != 0 && itype == rvt_ntrace_pkg::ItInterrupt);
    assign known_o[b] = known;
    assign addr_o[(Xlen-1)*b+:Xlen-1] = iaddr_i[Xlen*b+1+:Xlen-1];

    if (Single != 0) begin : g_single
      // NT:ING-05: iretire is an instruction flag; the instruction's size counts.
      assign units_o[UnitsWidth*b+:UnitsWidth] =
          iretire != '0 ? UnitsWidth'(1) << ilastsize_i[2*b+:2] : '0;
    end else begin : g_block
      assign units_o[UnitsWidth*b+:UnitsWidth] = iretire;
    end

    if (SeqJump != 0) begin : g_seq
      logic preceded;
      assign preceded = Single == 0 && 32'(iretire) > 32'd1 << ilastsize_i[2*b+:2];
      assign seq_o[2*b+:2] = !seq_en_i || !sijump_i[b] || !rvt_ntrace_pkg::is_sequential(itype) ?
                             rvt_ntrace_pkg::SeqNo :
                             preceded ? rvt_ntrace_pkg::SeqWithin : rvt_ntrace_pkg::SeqBehind;
    end else begin : g_no_seq
      assign seq_o[2*b+:2] = rvt_ntrace_pkg::SeqNo;
    end
  end

  assign hole_o = (valid_o & (valid_o + Blocks'(1))) != '0;

  logic unused;
  assign unused = ^{clk_i, rst_ni, seq_en_i, iaddr_i, ilastsize_i, sijump_i};

  // ---- Assertions ----------------------------------------------------------------------------

  // An address is known only of a slot that says something.
  `RVT_ASSERT(KnownValid_A, (known_o & ~valid_o) == '0)

endmodule

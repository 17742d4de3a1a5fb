// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What one slot of a clock says: combinational, without a clock's events.
module rvt_ingress_slot #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Xlen         = Build.Xlen,
  localparam int unsigned IretireWidth = Build.IretireWidth,
  localparam int unsigned ItypeWidth   = Build.ItypeWidth,
  localparam int unsigned AddrWidth    = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits)
) (
  input  logic                    seq_en_i,
  input  logic                    traced_i,     // the clock is traced
  input  logic                    notify_i,     // a notify trigger that counts
  input  logic [2:0]              priv_i,
  input  logic [IretireWidth-1:0] iretire_i,
  input  logic [Xlen-1:0]         iaddr_i,
  input  logic [ItypeWidth-1:0]   itype_i,
  input  logic [1:0]              ilastsize_i,
  input  logic                    sijump_i,

  output logic                    valid_o,
  output logic                    known_o,      // valid, and the address means something
  output rvt_ingress_pkg::slot_t  slot_o
);

  logic [3:0] itype;
  logic [7:0] halfwords;
  logic [1:0] seq;
  logic some, trap;

  assign itype = 4'(itype_i);
  assign some = iretire_i != '0;
  assign trap = itype == rvt_ingress_pkg::ItException || itype == rvt_ingress_pkg::ItInterrupt;
  assign valid_o = some || trap;
  // NT:ING-13, ING-14.
  assign known_o = some || itype == rvt_ingress_pkg::ItException ||
                   (Build.IaddrOnInt != 0 && itype == rvt_ingress_pkg::ItInterrupt);

  if (Build.Single != 0) begin : g_single
    // NT:ING-05: iretire is an instruction flag; the instruction's size counts.
    assign halfwords = some ? 8'd1 << ilastsize_i : '0;
  end else begin : g_block
    assign halfwords = 8'(iretire_i);
  end

  if (Build.SeqJump != 0) begin : g_seq
    logic preceded;
    assign preceded = Build.Single == 0 && 32'(iretire_i) > 32'd1 << ilastsize_i;
    assign seq = !seq_en_i || !sijump_i || !rvt_ingress_pkg::is_sequential(itype) ?
                 rvt_ingress_pkg::SeqNo :
                 preceded ? rvt_ingress_pkg::SeqWithin : rvt_ingress_pkg::SeqBehind;
  end else begin : g_no_seq
    assign seq = rvt_ingress_pkg::SeqNo;
  end

  always_comb begin
    slot_o.valid = valid_o;
    slot_o.traced = valid_o && traced_i;
    slot_o.last_size = ilastsize_i;
    slot_o.priv = priv_i;
    slot_o.seq = seq;
    slot_o.notify = notify_i;
    slot_o.known = known_o;
    slot_o.addr = 63'(iaddr_i[1+:AddrWidth]);  // D-35
    slot_o.halfwords = halfwords;
    slot_o.itype = itype;
  end

  logic unused;
  assign unused = ^{iaddr_i, seq_en_i, sijump_i};

endmodule

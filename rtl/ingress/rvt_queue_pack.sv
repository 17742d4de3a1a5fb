// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/interface from rtl/interface; `make interface` writes it anew.

/// A block as the memory of the queue holds it, with only the bits that the build has, and back.
/// Combinational, both ways; `Width` is what an instance has to know.
module rvt_queue_pack #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned LastSizeWidth  = 2*Build.Format,
  localparam int unsigned SeqWidth       = 2*Build.SeqJump,
  localparam int unsigned NotifyWidth    = Build.Events,
  localparam int unsigned KnownWidth     = 1,
  localparam int unsigned AddrWidth      = (Build.Xlen < Build.AddrBits ? Build.Xlen :
      Build.AddrBits)-1,
  localparam int unsigned HalfwordsWidth = Build.IretireWidth+Build.Single*(4-Build.IretireWidth),
  localparam int unsigned ItypeWidth     = Build.ItypeWidth,
  localparam int unsigned Width          = LastSizeWidth + SeqWidth + NotifyWidth +
      KnownWidth + AddrWidth + HalfwordsWidth + ItypeWidth
) (
  input  rvt_ingress_pkg::block_t block_i,
  output logic [Width-1:0]        bits_o,

  input  logic [Width-1:0]        bits_i,
  output rvt_ingress_pkg::block_t block_o
);

  localparam int unsigned ItypeAt = 0;
  localparam int unsigned HalfwordsAt = ItypeAt + ItypeWidth;
  localparam int unsigned AddrAt = HalfwordsAt + HalfwordsWidth;
  localparam int unsigned KnownAt = AddrAt + AddrWidth;
  localparam int unsigned NotifyAt = KnownAt + KnownWidth;
  localparam int unsigned SeqAt = NotifyAt + NotifyWidth;
  localparam int unsigned LastSizeAt = SeqAt + SeqWidth;

  logic [1:0] last_size;
  logic [1:0] seq;
  logic [0:0] notify;
  logic [0:0] known;
  logic [62:0] addr;
  logic [7:0] halfwords;
  logic [3:0] itype;

  if (LastSizeWidth > 0) begin : g_last_size
    assign bits_o[LastSizeAt+:LastSizeWidth] = LastSizeWidth'(block_i.last_size);
    assign last_size = 2'(bits_i[LastSizeAt+:LastSizeWidth]);
  end else begin : g_no_last_size
    assign last_size = '0;
  end

  if (SeqWidth > 0) begin : g_seq
    assign bits_o[SeqAt+:SeqWidth] = SeqWidth'(block_i.seq);
    assign seq = 2'(bits_i[SeqAt+:SeqWidth]);
  end else begin : g_no_seq
    assign seq = '0;
  end

  if (NotifyWidth > 0) begin : g_notify
    assign bits_o[NotifyAt+:NotifyWidth] = NotifyWidth'(block_i.notify);
    assign notify = 1'(bits_i[NotifyAt+:NotifyWidth]);
  end else begin : g_no_notify
    assign notify = '0;
  end

  if (KnownWidth > 0) begin : g_known
    assign bits_o[KnownAt+:KnownWidth] = KnownWidth'(block_i.known);
    assign known = 1'(bits_i[KnownAt+:KnownWidth]);
  end else begin : g_no_known
    assign known = '0;
  end

  if (AddrWidth > 0) begin : g_addr
    assign bits_o[AddrAt+:AddrWidth] = AddrWidth'(block_i.addr);
    assign addr = 63'(bits_i[AddrAt+:AddrWidth]);
  end else begin : g_no_addr
    assign addr = '0;
  end

  if (HalfwordsWidth > 0) begin : g_halfwords
    assign bits_o[HalfwordsAt+:HalfwordsWidth] = HalfwordsWidth'(block_i.halfwords);
    assign halfwords = 8'(bits_i[HalfwordsAt+:HalfwordsWidth]);
  end else begin : g_no_halfwords
    assign halfwords = '0;
  end

  if (ItypeWidth > 0) begin : g_itype
    assign bits_o[ItypeAt+:ItypeWidth] = ItypeWidth'(block_i.itype);
    assign itype = 4'(bits_i[ItypeAt+:ItypeWidth]);
  end else begin : g_no_itype
    assign itype = '0;
  end

  assign block_o = {last_size, seq, notify, known, addr, halfwords, itype};

endmodule

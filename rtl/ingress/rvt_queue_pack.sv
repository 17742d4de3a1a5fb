// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A block as the queue's memory holds it, with only the bits that the build has, and back.
/// Combinational, both ways.
module rvt_queue_pack #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Width = rvt_build_pkg::block_width(
      Build.Xlen, Build.Single, Build.IretireWidth, Build.ItypeWidth, Build.Events, Build.SeqJump)
) (
  input  rvt_ingress_pkg::block_t block_i,
  output logic [Width-1:0]        bits_o,

  input  logic [Width-1:0]        bits_i,
  output rvt_ingress_pkg::block_t block_o
);

  localparam int unsigned ItypeWidth = Build.ItypeWidth;
  localparam int unsigned UnitsWidth = rvt_build_pkg::units_width(Build.Single, Build.IretireWidth);
  localparam int unsigned AddrWidth = Build.Xlen - 1;
  localparam int unsigned Least = 1 + AddrWidth + UnitsWidth + ItypeWidth;  // what every build has

  logic [Least-1:0] least;
  logic [2:0] more;  // `notify` with Events, then `seq`; 0 where the build does not have it
  logic known;
  logic [AddrWidth-1:0] addr;
  logic [UnitsWidth-1:0] halfwords;
  logic [ItypeWidth-1:0] itype;

  assign least = {block_i.known, AddrWidth'(block_i.addr), UnitsWidth'(block_i.halfwords),
                  ItypeWidth'(block_i.itype)};
  assign bits_o = Width'({Build.Events != 0 ? {block_i.seq, block_i.notify} :
                                              {1'b0, block_i.seq}, least});

  assign {known, addr, halfwords, itype} = bits_i[Least-1:0];
  assign more = 3'(bits_i >> Least);
  assign block_o = {known, Build.Events != 0 ? {more[0], more[2:1]} : {1'b0, more[1:0]},
                    4'(itype), 8'(halfwords), 63'(addr)};

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The fields of a block, of the build's width. Combinational.
module rvt_ntrace_flow_fields #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned AddrWidth  = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits),
  localparam int unsigned UnitsWidth = rvt_build_pkg::units_width(Build.Single, Build.IretireWidth)
) (
  input  rvt_ingress_pkg::block_t block_i,
  output logic                    known_o,
  output logic                    notify_o,
  output logic [3:0]              itype_o,
  output logic [1:0]              seq_o,
  output logic [AddrWidth-1:0]    addr_o,
  output logic [UnitsWidth-1:0]   units_o    // its half-words
);

  assign known_o = block_i.known;
  assign notify_o = block_i.notify;
  assign itype_o = block_i.itype;
  assign seq_o = block_i.seq;
  assign addr_o = AddrWidth'(block_i.addr);
  assign units_o = UnitsWidth'(block_i.halfwords);

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Entry and blocks of a proof, whose widths are the build's, as the structs of the RTL.
module rvt_fv_pack #(
  parameter int unsigned N          = 1,  // blocks
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned UnitsWidth = 6,
  parameter int unsigned TimeWidth  = 1
) (
  input  logic [1:0]              kind_i,
  input  logic [3:0]              sub_i,
  input  logic [TimeWidth:0]      time_i,  // time_new, abs_time
  input  logic [N-1:0]            known_i,
  input  logic [N*AddrWidth-1:0]  addr_i,
  input  logic [N*UnitsWidth-1:0] units_i,
  input  logic [N*4-1:0]          itype_i,
  input  logic [N*2-1:0]          seq_i,
  input  logic [N-1:0]            notify_i,
  output rvt_ingress_pkg::entry_t entry_o,
  output logic [N*rvt_ingress_pkg::BlockBits-1:0] block_o
);

  assign entry_o = {time_i[TimeWidth], 64'(time_i[TimeWidth-1:0]), kind_i, sub_i};
  for (genvar n = 0; n < N; n++) begin : g_block
    logic [62:0] addr;
    logic [7:0] units;
    assign addr = 63'(addr_i[AddrWidth*n+:AddrWidth]);
    assign units = 8'(units_i[UnitsWidth*n+:UnitsWidth]);
    assign block_o[rvt_ingress_pkg::BlockBits*n+:rvt_ingress_pkg::BlockBits] = {
      seq_i[2*n+:2], notify_i[n], known_i[n], addr, units, itype_i[4*n+:4]
    };
  end

endmodule

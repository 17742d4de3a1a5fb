// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The structs of the RTL as entry and blocks of a proof, whose widths are the build's.
module rvt_fv_unpack #(
  parameter int unsigned N          = 1,  // blocks
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned UnitsWidth = 6,
  parameter int unsigned TimeWidth  = 1
) (
  input  rvt_ingress_pkg::entry_t entry_i,
  input  logic [N*rvt_ingress_pkg::BlockBits-1:0] block_i,
  output logic [1:0]              kind_o,
  output logic [3:0]              sub_o,
  output logic [TimeWidth:0]      time_o,  // time_new, abs_time
  output logic [N-1:0]            known_o,
  output logic [N*AddrWidth-1:0]  addr_o,
  output logic [N*UnitsWidth-1:0] units_o,
  output logic [N*4-1:0]          itype_o,
  output logic [N*2-1:0]          seq_o,
  output logic [N-1:0]            notify_o
);

  logic [63:0] abs_time;
  logic time_new;
  assign {time_new, abs_time, kind_o, sub_o} = entry_i;
  assign time_o = {time_new, abs_time[TimeWidth-1:0]};
  for (genvar n = 0; n < N; n++) begin : g_block
    logic [62:0] addr;
    logic [7:0] units;
    assign {seq_o[2*n+:2], notify_o[n], known_o[n], addr, units, itype_o[4*n+:4]} =
        block_i[rvt_ingress_pkg::BlockBits*n+:rvt_ingress_pkg::BlockBits];
    assign addr_o[AddrWidth*n+:AddrWidth] = addr[AddrWidth-1:0];
    assign units_o[UnitsWidth*n+:UnitsWidth] = units[UnitsWidth-1:0];
  end

endmodule

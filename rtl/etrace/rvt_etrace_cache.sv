// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The jump target cache (ETR:M-JTC): whether the run's address is one that a packet can tell by its index, the low bits of it.
module rvt_etrace_cache #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned AddrWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits)
) (
  input  logic                 clk_i,
  input  logic                 en_i,     // trTeInstEnJumpTargetCache
  input  logic                 clear_i,  // a 3.0 or 3.1, or no session (ETR:F3-07)
  input  logic                 load_i,
  input  logic [AddrWidth-1:0] load_addr_i,  // of the next run, as it loads
  input  logic [AddrWidth-1:0] addr_i,
  input  logic                 enter_i,  // it is a target that is told (ETR:DC-03) ...
  input  logic                 drop_i,   // ... or that of an implied return
  output logic                 hit_o
);

  if (Build.CacheSize > 0) begin : g_cache
    localparam int unsigned Size = Build.CacheSize;
    logic valid;
    logic [AddrWidth-1:Size] mem_q[0:2**Size-1];  // what the index does not say

    rvt_etrace_table #(
      .Size(Size),
      .Width(1)
    ) i_valid (
      .clk_i,
      .clear_i,
      .load_i,
      .index_i(load_addr_i[Size-1:0]),
      .entry_o(valid),
      .write_i(enter_i || drop_i),
      .entry_i(enter_i)
    );

    assign hit_o = en_i && valid && mem_q[addr_i[Size-1:0]] == addr_i[AddrWidth-1:Size];
    always_ff @(posedge clk_i) begin
      if (enter_i) mem_q[addr_i[Size-1:0]] <= addr_i[AddrWidth-1:Size];
    end
    logic unused;
    assign unused = ^load_addr_i;
  end else begin : g_no_cache
    assign hit_o = 1'b0;
    logic unused;
    assign unused = ^{clk_i, en_i, clear_i, load_i, load_addr_i, addr_i, enter_i, drop_i};
  end

endmodule

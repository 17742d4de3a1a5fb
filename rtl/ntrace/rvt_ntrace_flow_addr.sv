// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Addresses that flow remembers: the one sent last, and where the last block that was counted ends.
///
/// The end is held with `Events` only: a stop reports a notification there (D-21).
module rvt_ntrace_flow_addr #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned AddrWidth = Build.Xlen - 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  logic                    sent_i,  // an address is sent
  input  logic [AddrWidth-1:0]    sent_addr_i,
  output logic [AddrWidth-1:0]    ref_o,   // the one sent last (NT:ADR-04)

  input  logic                    count_i,     // a block is counted
  input  rvt_ingress_pkg::block_t block_i,     // the last of them
  output logic                    straight_o,  // the program goes on after it ...
  output logic [AddrWidth-1:0]    end_o        // ... here
);

  logic [AddrWidth-1:0] ref_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ref_q <= '0;
    end else if (sent_i) begin
      ref_q <= sent_addr_i;
    end
  end
  assign ref_o = ref_q;

  if (Build.Events != 0) begin : g_end
    logic straight_q;
    logic [AddrWidth-1:0] end_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        straight_q <= 1'b0;
        end_q <= '0;
      end else if (count_i) begin
        straight_q <= rvt_ingress_pkg::is_straight(block_i.itype);
        end_q <= AddrWidth'(block_i.addr) + AddrWidth'(block_i.halfwords);
      end
    end
    assign straight_o = straight_q;
    assign end_o = end_q;
  end else begin : g_no_end
    logic unused;
    assign unused = ^{count_i, block_i};
    assign straight_o = 1'b0;
    assign end_o = '0;
  end

endmodule

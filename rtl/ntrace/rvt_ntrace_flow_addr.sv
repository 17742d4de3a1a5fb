// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Addresses that flow remembers: the one sent last, and where the last block that was counted ends.
///
/// The one sent last becomes 0 before a message with F-ADDR, so that the difference to it is the address
/// itself. The end is held with `Events` only: a stop reports a notification there (D-21).
module rvt_ntrace_flow_addr #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned AddrWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 forget_i,  // a session ends or begins, or what was prepared is sent
  input  logic                 clear_i,   // the one sent last becomes 0
  output logic                 none_o,    // it is, and none has been sent since
  input  logic                 sent_i,    // an address is sent
  input  logic [AddrWidth-1:0] sent_addr_i,
  output logic [AddrWidth-1:0] ref_o,     // the one sent last (NT:ADR-04)

  input  logic                 count_i,     // blocks are counted
  input  logic [3:0]           itype_i,     // of the last of them
  input  logic [AddrWidth-1:0] behind_i,    // behind it
  output logic                 straight_o,  // the program goes on after it for certain ...
  output logic [AddrWidth-1:0] end_o        // ... here
);

  logic none_q;
  logic [AddrWidth-1:0] ref_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      none_q <= 1'b0;
    end else if (clear_i || forget_i) begin
      none_q <= clear_i && !forget_i;
    end
  end

  // Without a reset of its own: the clear takes no gate in front of each bit.
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      ref_q <= '0;
    end else if (sent_i) begin
      ref_q <= sent_addr_i;
    end
  end
  assign none_o = none_q;
  assign ref_o = ref_q;

  if (Build.Events != 0) begin : g_end
    logic straight_q;
    logic [AddrWidth-1:0] end_q;

    always_ff @(posedge clk_i) begin
      if (count_i) begin
        straight_q <= rvt_ingress_pkg::is_straight(itype_i, Build.ItypeWidth);
        end_q <= behind_i;
      end
    end
    assign straight_o = straight_q;
    assign end_o = end_q;
  end else begin : g_no_end
    logic unused;
    assign unused = ^{count_i, itype_i, behind_i};
    assign straight_o = 1'b0;
    assign end_o = '0;
  end

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Addresses that flow remembers: the one sent last, and where the last block that was counted ends.
///
/// The end is held with `Events` only: a stop reports a notification there (D-21).
module rvt_ntrace_flow_addr #(
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned UnitsWidth = 6,  // bits of a head's half-words
  parameter int unsigned FlowBlocks = 1,  // heads in a clock, 1..4
  parameter int unsigned Events     = 0   // notify triggers are read
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,

  input  logic                             sent_i,  // an address is sent
  input  logic [AddrWidth-1:0]             sent_addr_i,
  output logic [AddrWidth-1:0]             ref_o,   // the one sent last (NT:ADR-04)

  // heads
  input  logic [FlowBlocks-1:0]            count_i,  // the head is counted
  input  logic [FlowBlocks*AddrWidth-1:0]  addr_i,
  input  logic [FlowBlocks*UnitsWidth-1:0] units_i,
  input  logic [FlowBlocks*4-1:0]          itype_i,
  output logic                             straight_o,  // the program goes on behind the last ...
  output logic [AddrWidth-1:0]             end_o        // ... here
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

  if (Events != 0) begin : g_end
    logic straight_q, straight_d;
    logic [AddrWidth-1:0] end_q, addr;
    logic [UnitsWidth-1:0] amount;

    always_comb begin
      straight_d = rvt_ntrace_pkg::is_straight(itype_i[3:0]);
      addr = addr_i[AddrWidth-1:0];
      amount = units_i[UnitsWidth-1:0];
      for (int unsigned h = 1; h < FlowBlocks; h++) begin
        if (count_i[h]) begin
          straight_d = rvt_ntrace_pkg::is_straight(itype_i[4*h+:4]);
          addr = addr_i[AddrWidth*h+:AddrWidth];
          amount = units_i[UnitsWidth*h+:UnitsWidth];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        straight_q <= 1'b0;
        end_q <= '0;
      end else if (count_i != '0) begin
        straight_q <= straight_d;
        end_q <= addr + AddrWidth'(amount);
      end
    end
    assign straight_o = straight_q;
    assign end_o = end_q;
  end else begin : g_no_end
    assign straight_o = 1'b0;
    assign end_o = '0;
  end

  logic unused;
  assign unused = ^{count_i, addr_i, units_i, itype_i};

  // ---- Assertions ----------------------------------------------------------------------------

  // Heads are counted in their order, none is left out.
  `RVT_ASSERT(Order_A, (count_i & (count_i + FlowBlocks'(1))) == '0)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The list of fields of rvt_fv_packer: its order, and that what is left of it is what is left of the longest message.
module rvt_fv_packer_rest #(
  parameter  int unsigned FieldBits = 24,
  parameter  int unsigned Longest   = 12,  // bytes of the longest message
  localparam int unsigned SpentBits = $clog2(Longest + 1),
  localparam int unsigned MustBits  = 4
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic                   busy_i,
  input logic [4*FieldBits-1:0] list_i,
  input logic [7:0]             kinds_i,
  input logic [2:0]             count_i,
  input logic [MustBits-1:0]    must_i,
  input logic [SpentBits-1:0]   spent_i,
  input logic                   extend_i,     // the address is an extended one ...
  input logic [5:0]             addr_left_i,  // ... of which so many bytes are left
  input logic                   hist_first_i,
  input logic                   has_hist_i
);

  localparam logic [1:0] Icnt = 2'd0;
  localparam logic [1:0] Addr = 2'd1;
  localparam logic [1:0] Hist = 2'd2;

  // The order in which the packer goes through its segments is that of the list.
  logic [3:0] order;
  always_comb begin
    order = '0;
    for (int unsigned j = 0; j < 3; j++) begin
      if (32'(count_i) > j + 1) begin
        order[j] = kinds_i[2*j+2+:2] <= kinds_i[2*j+:2] &&
                   !(j == 0 && hist_first_i && kinds_i[3:0] == {Icnt, Hist});
        if (hist_first_i && kinds_i[2*j+2+:2] == Hist) order[j] = 1'b1;
      end
    end
  end
  `RVT_IMPLIES(Order_L, busy_i, order == '0 && count_i <= 3'd4)
  `RVT_IMPLIES(HistFirst_L, busy_i && hist_first_i && has_hist_i, kinds_i[1:0] == Hist)

  localparam int unsigned Parts = (FieldBits + 5) / 6;
  logic [7:0] left;  // bytes
  always_comb begin
    left = '0;
    for (int unsigned j = 0; j < 4; j++) begin
      for (int unsigned k = 0; k < Parts; k++) begin
        if (32'(count_i) > j && (extend_i && kinds_i[2*j+:2] == Addr ? 32'(addr_left_i) > k :
                                 k == 0 || (list_i[FieldBits*j+:FieldBits] >> (6 * k)) != '0 ||
                                 (j == 0 && 32'(must_i) > k)))
          left = left + 8'd1;
      end
    end
  end
  `RVT_IMPLIES(Left_L, busy_i, 32'(spent_i) + 32'(left) <= Longest)

endmodule

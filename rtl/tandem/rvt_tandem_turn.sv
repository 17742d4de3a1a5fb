// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Bytes turned into lanes: rows of `Lanes` bytes, each turned upwards by the same number of lanes.
/// Combinational.
module rvt_tandem_turn #(
  parameter  int unsigned Lanes = 4,  // 1, 2, 4, 8 or 16
  parameter  int unsigned Bytes = 8,
  localparam int unsigned Rows  = (Bytes + Lanes - 1) / Lanes,
  localparam int unsigned Place = Lanes == 1 ? 1 : $clog2(Lanes)
) (
  input  logic [8*Bytes-1:0]      bytes_i,
  input  logic [Place-1:0]        by_i,    // lanes
  output logic [8*Lanes*Rows-1:0] rows_o
);

  localparam int unsigned Steps = $clog2(Lanes);
  localparam int unsigned RowWidth = 8 * Lanes;

  logic [RowWidth*Rows-1:0] padded;
  assign padded = (RowWidth * Rows)'(bytes_i);

  for (genvar r = 0; r < Rows; r++) begin : g_row
    logic [RowWidth-1:0] row;
    always_comb begin
      row = padded[RowWidth*r+:RowWidth];
      for (int unsigned i = Steps; i > 0; i--) begin
        if (by_i[i-1]) row = row << (4 << i) | row >> (RowWidth - (4 << i));
      end
    end
    assign rows_o[RowWidth*r+:RowWidth] = row;
  end

  logic unused;
  assign unused = ^by_i;  // of one lane

endmodule

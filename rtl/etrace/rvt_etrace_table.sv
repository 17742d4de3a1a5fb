// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A table whose entries can all be set to `Empty` in one clock.
///
/// `load_i` chooses an entry, which is in registers from the next clock on; a write is to that one, takes effect at the clock's edge and
/// is seen by a load in the same clock. Rows of several entries have a flip-flop each that says whether anything has been written since
/// `clear_i`, which wins over both.
module rvt_etrace_table #(
  parameter int unsigned      Size  = 5,  // 2^Size entries, 1..7
  parameter int unsigned      Width = 2,  // bits of an entry
  parameter logic [Width-1:0] Empty = '0
) (
  input  logic             clk_i,
  input  logic             clear_i,

  input  logic             load_i,
  input  logic [Size-1:0]  index_i,
  output logic [Width-1:0] entry_o,
  input  logic             write_i,
  input  logic [Width-1:0] entry_i
);

  localparam int unsigned RowBits = Size < 4 ? Size : 4;  // 16 rows are the least that LUT RAM has
  localparam int unsigned Entries = 1 << (Size - RowBits);

  logic [2**RowBits-1:0] written_q;
  logic [Entries*Width-1:0] mem_q[0:2**RowBits-1];
  logic [Entries*Width-1:0] row_q, row_d;
  logic [RowBits-1:0] at, at_q;

  assign at = RowBits'(index_i);

  if (Entries == 1) begin : g_one
    assign entry_o = row_q;
    assign row_d = write_i ? entry_i : row_q;
  end else begin : g_several
    logic [Size-RowBits-1:0] of_q;
    always_ff @(posedge clk_i) if (load_i) of_q <= index_i[Size-1:RowBits];
    assign entry_o = Width'(row_q >> (32'(of_q) * Width));
    for (genvar i = 0; i < Entries; i++) begin : g_entry
      assign row_d[i*Width+:Width] = write_i && 32'(of_q) == i ? entry_i : row_q[i*Width+:Width];
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) written_q <= '0;
    else if (write_i) written_q[at_q] <= 1'b1;
    if (write_i) mem_q[at_q] <= row_d;
    if (load_i) at_q <= at;
    if (clear_i) row_q <= {Entries{Empty}};
    else if (!load_i || at == at_q) row_q <= row_d;
    else row_q <= written_q[at] ? mem_q[at] : {Entries{Empty}};
  end

endmodule

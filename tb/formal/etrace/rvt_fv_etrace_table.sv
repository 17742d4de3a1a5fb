// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// A table that is emptied in a clock, against any one of its entries: it has what was written to it last since the clear, else `Empty`.
module rvt_fv_etrace_table #(
  parameter int unsigned Size  = 5,  // 5..7: rows of several entries
  parameter int unsigned Width = 2,
  parameter int unsigned Empty = 1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             clear_i,
  input logic             load_i,
  input logic [Size-1:0]  index_i,
  input logic             write_i,
  input logic [Width-1:0] entry_i,
  input logic [Size-1:0]  pick_i,   // which one is tracked, in the first clock

  (* probe = "i_dut.written_q" *) input logic [15:0] dut_written,
  (* probe = "i_dut.mem_q[*]" *) input logic [2**Size*Width-1:0] dut_mem,
  (* probe = "i_dut.row_q" *) input logic [2**(Size-4)*Width-1:0] dut_row,
  (* probe = "i_dut.at_q" *) input logic [3:0] dut_at,
  (* probe = "i_dut.g_several.of_q" *) input logic [Size-5:0] dut_of
);

  localparam int unsigned RowBits = 4;
  localparam int unsigned RowWidth = 2 ** (Size - RowBits) * Width;

  logic [Width-1:0] entry;

  rvt_etrace_table #(
    .Size(Size),
    .Width(Width),
    .Empty(Width'(Empty))
  ) i_dut (
    .*,
    .entry_o(entry)
  );

  // ---- Reference -------------------------------------------------------------------------------

  logic [Size-1:0] spot_q, at_q;  // the tracked entry, the one that was loaded
  logic [Width-1:0] value_q;  // what the tracked one has
  logic cleared_q, loaded_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cleared_q <= 1'b0;
      loaded_q <= 1'b0;
      value_q <= Width'(Empty);
    end else begin
      cleared_q <= cleared_q || clear_i;
      loaded_q <= loaded_q || (cleared_q && load_i);
      if (clear_i) value_q <= Width'(Empty);
      else if (write_i && at_q == spot_q) value_q <= entry_i;
    end
  end
  always_ff @(posedge clk_i) begin
    spot_q <= $initstate ? pick_i : spot_q;
    if (load_i) at_q <= index_i;
  end

  // ---- Properties ------------------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);

  // Flow is cleared while there is no session, and only a run that was loaded writes.
  `RVT_ASSUME(Write_M, loaded_q || !write_i)
  `RVT_ASSUME(Clear_M, cleared_q || clear_i || !load_i)

  `RVT_IMPLIES(Entry_A, loaded_q && at_q == spot_q, entry == value_q)

  logic [RowBits-1:0] row;
  logic [RowWidth-1:0] kept;  // the tracked one's row
  logic [Width-1:0] in_memory, in_row;
  assign row = RowBits'(spot_q);
  assign kept = RowWidth'(dut_mem >> (RowWidth * 32'(row)));
  assign in_memory = Width'(kept >> (Width * (32'(spot_q) >> RowBits)));
  assign in_row = Width'(dut_row >> (Width * (32'(spot_q) >> RowBits)));
  `RVT_IMPLIES(Memory_L, cleared_q, (dut_written[row] ? in_memory : Width'(Empty)) == value_q)
  `RVT_IMPLIES(Row_L, cleared_q && dut_at == row, in_row == value_q)
  `RVT_IMPLIES(At_L, loaded_q, {dut_of, dut_at} == at_q)
  `RVT_IMPLIES(Loaded_L, loaded_q, cleared_q)

  // Read back after another row was loaded; and, written before a clear, empty.
  logic away_q, back_q, full_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      away_q <= 1'b0;
      back_q <= 1'b0;
      full_q <= 1'b0;
    end else begin
      away_q <= loaded_q && dut_at != row && value_q != Width'(Empty);
      back_q <= away_q && load_i && index_i == spot_q;
      full_q <= full_q || away_q;
    end
  end
  `RVT_COVER(Back_C, back_q && entry == value_q && value_q != Width'(Empty))
  `RVT_COVER(Cleared_C, full_q && at_q == spot_q && value_q == Width'(Empty))

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Of an encoder with several elements a clock, beside it: each byte of each piece leaves at its place in a
/// beat of its group (any byte may be the tracked one), a group begins, is not cut, and ends, x0 is never
/// sent.
module rvt_fv_tandem_wide #(
  parameter  int unsigned Lanes     = 16,
  parameter  int unsigned HeadBytes = 12,
  parameter  int unsigned Longest   = 10,
  parameter  int unsigned X0        = 1,  // 0: an element may be of a transaction
  localparam int unsigned Size      = 48,  // bytes of three rows
  localparam int unsigned PartWidth = Lanes == 16 ? 1 : $clog2(16 / Lanes)
) (
  input logic clk_i,
  input logic rst_ni,
  input logic active_i,
  input logic pick_i,  // the piece that goes into rows has the tracked byte, ...
  input logic [5:0] which_i,  // ... this one
  input logic empty,

  // Of rvt_tandem_wide and below.
  input logic valid,
  input logic piece_valid,
  input logic take,
  input logic [8*HeadBytes-1:0] head,
  input logic [4:0] head_bytes,
  input logic [8*Longest-1:0] first,
  input logic [3:0] first_bytes,
  input logic [8*Longest-1:0] second,
  input logic [3:0] second_bytes,
  input logic last,
  input logic row_ready,
  input logic dut_begun,
  input logic [3:0] row_place,
  input logic [5:0] row_count,
  input logic row_ended,
  input logic [127:0] row_carry,
  input logic [127:0] row_first,
  input logic [127:0] row_second,
  input logic [Size-1:0] row_of_first,
  input logic [Size-1:0] row_of_second,
  input logic [PartWidth-1:0] row_part,

  input logic beat_valid,
  input logic beat_ready,
  input logic beat_eom,
  input logic [8*Lanes-1:0] beat_data,
  input logic [$clog2(Lanes):0] beat_bytes
);

  // ---- Groups ----------------------------------------------------------------------------------

  logic open_q;  // a group has begun in the rows, and not ended
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (!active_i) open_q <= 1'b0;
    else if (take) open_q <= !last;
  end

  // A begin comes first and only there (TV:R-03).
  `RVT_IMPLIES(Begin_A, piece_valid, open_q == (head_bytes == '0))
  `RVT_IMPLIES(Code_A, piece_valid && !open_q, head[7:0] == rvt_tandem_pkg::OpBegin)
  // What has begun, and not ended, goes on (TV:R-03).
  `RVT_IMPLIES(Open_A, dut_begun, valid)
  // No register element is one of x0 (TV:AMB-T15).
  logic first_x0, second_x0;
  assign first_x0 = (first[7:0] == rvt_tandem_pkg::OpRegister ||
                     first[7:0] == rvt_tandem_pkg::OpAdd) && first[23:8] == 16'h1000;
  assign second_x0 = (second[7:0] == rvt_tandem_pkg::OpRegister ||
                      second[7:0] == rvt_tandem_pkg::OpAdd) && second[23:8] == 16'h1000;
  `RVT_IMPLIES(X0_A, piece_valid && X0 != 0, !first_x0 && !second_x0)
  // A piece has bytes that three rows have room for (TV:E-04).
  `RVT_IMPLIES(Piece_A, piece_valid, 32'(head_bytes) <= HeadBytes && 32'(first_bytes) <= Longest &&
               32'(second_bytes) <= Longest)
  `RVT_IMPLIES(Head_L, piece_valid, head >> 8 * 32'(head_bytes) == '0)
  `RVT_ASSERT(Begun_L, dut_begun == (piece_valid ? !last : open_q))

  // ---- The tracked byte ------------------------------------------------------------------------

  logic [5:0] first_from, second_from, elements, length;
  logic [7:0] value, value_q;
  logic held_q, is_end_q, picked, gone, row_sent;
  logic [5:0] at_q, lane;  // its place from the row's first lane on; in the beat

  assign first_from = 6'(head_bytes);
  assign second_from = first_from + 6'(first_bytes);
  assign elements = second_from + 6'(second_bytes);
  assign length = elements + 6'(last);
  always_comb begin
    if (which_i < first_from) value = 8'(head >> 8 * 32'(which_i));
    else if (which_i < second_from) value = 8'(first >> 8 * 32'(which_i - first_from));
    else if (which_i < elements) value = 8'(second >> 8 * 32'(which_i - second_from));
    else value = rvt_tandem_pkg::OpEnd;
  end
  assign picked = take && active_i && pick_i && which_i < length && !held_q;
  assign lane = at_q - 6'(32'(row_part) * Lanes);
  assign gone = held_q && beat_valid && beat_ready && 32'(at_q) >= 32'(row_part) * Lanes &&
                lane < 6'(beat_bytes);
  assign row_sent = beat_valid && row_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {held_q, is_end_q, at_q, value_q} <= '0;
    end else begin
      held_q <= active_i && (picked || (held_q && !gone));
      if (row_sent) at_q <= at_q - 6'd16;
      if (picked) begin
        at_q <= 6'(row_place) + which_i;
        value_q <= value;
        is_end_q <= which_i == elements;
      end
    end
  end

  // It leaves in its lane. An end is the last byte of a beat that says so, and nothing else is, so
  // groups never share a beat (TV:E-06).
  `RVT_IMPLIES(Byte_A, gone, 8'(beat_data >> 8 * 32'(lane)) == value_q)
  `RVT_IMPLIES(End_A, gone, is_end_q == (beat_eom && lane + 6'd1 == 6'(beat_bytes)))
  // It is on its way until it has left, and leaves with its row.
  `RVT_IMPLIES(Held_A, held_q, !empty)
  `RVT_IMPLIES(Row_A, held_q && row_sent && !gone, 32'(at_q) >= 16)

  // ---- The rows --------------------------------------------------------------------------------

  logic [8*Size-1:0] line;  // bytes from the row's first lane on, but for the end
  logic [5:0] filled;
  for (genvar p = 0; p < Size; p++) begin : g_byte
    assign line[8*p+:8] = (p < 16 ? row_carry[8*(p%16)+:8] : 8'd0) |
                          (row_first[8*(p%16)+:8] & {8{row_of_first[p]}}) |
                          (row_second[8*(p%16)+:8] & {8{row_of_second[p]}});
  end
  assign filled = row_count - 6'(row_ended);

  `RVT_IMPLIES(Line_L, held_q, at_q < row_count && is_end_q == (row_ended && at_q == filled) &&
               (is_end_q ? value_q == rvt_tandem_pkg::OpEnd
                         : 8'(line >> 8 * 32'(at_q)) == value_q))
  `RVT_IMPLIES(Part_L, held_q && 32'(row_part) != 0, 32'(at_q) >= 32'(row_part) * Lanes)
  `RVT_ASSERT(Clean_L, line >> 8 * 32'(filled) == '0)
  `RVT_ASSERT(Ended_L, !row_ended || row_count != '0)
  `RVT_ASSERT(Place_L, row_place == (row_ended ? 4'd0 : row_count[3:0]))
  `RVT_IMPLIES(Open_L, !open_q, row_ended || row_count == '0)
  `RVT_IMPLIES(Going_L, open_q, !row_ended)

  `RVT_COVER(End_C, gone && is_end_q && 32'(beat_bytes) == Lanes)
  `RVT_COVER(Above_C, gone && open_q && take)
  `RVT_COVER(Again_C, gone && is_end_q && take)

endmodule

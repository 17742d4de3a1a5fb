// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// `rvt_tandem_wide` with any word that slots make: each byte of each piece leaves at its place in a beat of
/// its group (any byte may be the tracked one), a group begins, is not cut, and ends.
module rvt_fv_tandem_wide #(
  parameter  int unsigned Xlen         = 32,
  parameter  int unsigned Flen         = 0,
  parameter  int unsigned Mlen         = 32,
  parameter  int unsigned Csrs         = 1,
  parameter  int unsigned Elements     = 9,
  parameter  int unsigned AddRegisters = 0,
  parameter  int unsigned Lanes        = 16,
  localparam logic [rvt_tandem_pkg::Count-1:0] Has =
      rvt_tandem_pkg::built(Csrs, Elements[9:0], 0),
  localparam int unsigned Longest      = rvt_tandem_pkg::longest(1, Has, Xlen, Flen, Mlen),
  localparam int unsigned HeadBytes    = 8 + Xlen / 8,
  localparam int unsigned Size         = 48,  // bytes of three rows
  localparam int unsigned PartWidth    = Lanes == 16 ? 1 : $clog2(16 / Lanes),
  localparam int unsigned SlotWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Count, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned PcAt         = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Pc, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned InsnAt       = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Insn, Has, Xlen, Flen, Mlen, AddRegisters)
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clr_i,
  input logic valid_i,
  input logic [SlotWidth-1:0] slot_i,
  input logic m_ready_i,
  input logic pick_i,  // the piece that goes into rows has the tracked byte, ...
  input logic [5:0] which_i,  // ... this one

  (* probe = "i_dut.piece_valid" *) input logic piece_valid,
  (* probe = "i_dut.piece_ready" *) input logic take,
  (* probe = "i_dut.head" *) input logic [8*HeadBytes-1:0] head,
  (* probe = "i_dut.head_bytes" *) input logic [4:0] head_bytes,
  (* probe = "i_dut.first" *) input logic [8*Longest-1:0] first,
  (* probe = "i_dut.first_bytes" *) input logic [3:0] first_bytes,
  (* probe = "i_dut.second" *) input logic [8*Longest-1:0] second,
  (* probe = "i_dut.second_bytes" *) input logic [3:0] second_bytes,
  (* probe = "i_dut.last" *) input logic last,
  (* probe = "i_dut.row_ready" *) input logic row_ready,
  (* probe = "i_dut.i_pieces.begun_q" *) input logic dut_begun,
  (* probe = "i_dut.i_rows.place_q" *) input logic [3:0] dut_place,
  (* probe = "i_dut.i_rows.count_q" *) input logic [5:0] dut_count,
  (* probe = "i_dut.i_rows.ended_q" *) input logic dut_ended,
  (* probe = "i_dut.i_rows.carry_q" *) input logic [127:0] dut_carry,
  (* probe = "i_dut.i_rows.first_q" *) input logic [127:0] dut_first,
  (* probe = "i_dut.i_rows.second_q" *) input logic [127:0] dut_second,
  (* probe = "i_dut.i_rows.of_first_q" *) input logic [Size-1:0] dut_of_first,
  (* probe = "i_dut.i_rows.of_second_q" *) input logic [Size-1:0] dut_of_second,
  (* probe = "i_dut.g_beats.part_q?" *) input logic [PartWidth-1:0] dut_part
);

  logic leaves, m_valid, m_eom, empty;
  logic [8*Lanes-1:0] m_data;
  logic [$clog2(Lanes):0] m_bytes;

  rvt_tandem_wide #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Has(Has),
    .AddRegisters(AddRegisters),
    .Lanes(Lanes)
  ) i_dut (
    .clk_i,
    .rst_ni,
    .clr_i,
    .valid_i,
    .slot_i,
    .leaves_o(leaves),
    .m_valid_o(m_valid),
    .m_data_o(m_data),
    .m_bytes_o(m_bytes),
    .m_eom_o(m_eom),
    .m_ready_i,
    .empty_o(empty)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // What rvt_tandem_slot makes of a record, and a queue that keeps its word.
  logic [1:0] begins;
  assign begins = slot_i[2:1];
  `RVT_IMPLIES_M(Slot_M, valid_i, slot_i[0])
  `RVT_IMPLIES_M(Pc_M, valid_i && slot_i[PcAt], begins == rvt_tandem_pkg::HeadPlain ||
                 begins == rvt_tandem_pkg::HeadInit)
  `RVT_IMPLIES_M(Insn_M, valid_i && slot_i[InsnAt], begins == rvt_tandem_pkg::HeadIncrement ||
                 (begins == rvt_tandem_pkg::HeadPlain && slot_i[PcAt]))
  `RVT_STABLE_M(Word_M, valid_i && !clr_i && !leaves, {valid_i, slot_i})

  // ---- Groups ----------------------------------------------------------------------------------

  logic open_q;  // a group has begun in the rows, and not ended
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (clr_i) open_q <= 1'b0;
    else if (take) open_q <= !last;
  end

  // A begin comes first and only there (TV:R-03).
  `RVT_IMPLIES(Begin_A, piece_valid, open_q == (head_bytes == '0))
  `RVT_IMPLIES(Code_A, piece_valid && !open_q, head[7:0] == rvt_tandem_pkg::OpBegin)
  // A piece has bytes that three rows have room for (TV:E-04).
  `RVT_IMPLIES(Piece_A, piece_valid, 32'(head_bytes) <= HeadBytes && 32'(first_bytes) <= Longest &&
               32'(second_bytes) <= Longest)
  `RVT_IMPLIES(Head_L, piece_valid, head >> 8 * 32'(head_bytes) == '0)
  `RVT_ASSERT(Begun_L, dut_begun == (piece_valid ? !last : open_q))
  `RVT_IMPLIES(Word_L, dut_begun, valid_i)

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
  assign picked = take && !clr_i && pick_i && which_i < length && !held_q;
  assign lane = at_q - 6'(32'(dut_part) * Lanes);
  assign gone = held_q && m_valid && m_ready_i && 32'(at_q) >= 32'(dut_part) * Lanes &&
                lane < 6'(m_bytes);
  assign row_sent = m_valid && row_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {held_q, is_end_q, at_q, value_q} <= '0;
    end else begin
      held_q <= !clr_i && (picked || (held_q && !gone));
      if (row_sent) at_q <= at_q - 6'd16;
      if (picked) begin
        at_q <= 6'(dut_place) + which_i;
        value_q <= value;
        is_end_q <= which_i == elements;
      end
    end
  end

  // It leaves in its lane. An end is the last byte of a beat that says so, and nothing else is, so
  // groups never share a beat (TV:E-06).
  `RVT_IMPLIES(Byte_A, gone, 8'(m_data >> 8 * 32'(lane)) == value_q)
  `RVT_IMPLIES(End_A, gone, is_end_q == (m_eom && lane + 6'd1 == 6'(m_bytes)))
  // It is on its way until it has left, and leaves with its row.
  `RVT_IMPLIES(Held_A, held_q, !empty)
  `RVT_IMPLIES(Row_A, held_q && row_sent && !gone, 32'(at_q) >= 16)

  // ---- The rows --------------------------------------------------------------------------------

  logic [8*Size-1:0] line;  // bytes from the row's first lane on, but for the end
  logic [5:0] filled;
  for (genvar p = 0; p < Size; p++) begin : g_byte
    assign line[8*p+:8] = (p < 16 ? dut_carry[8*(p%16)+:8] : 8'd0) |
                          (dut_first[8*(p%16)+:8] & {8{dut_of_first[p]}}) |
                          (dut_second[8*(p%16)+:8] & {8{dut_of_second[p]}});
  end
  assign filled = dut_count - 6'(dut_ended);

  `RVT_IMPLIES(Line_L, held_q, at_q < dut_count && is_end_q == (dut_ended && at_q == filled) &&
               (is_end_q ? value_q == rvt_tandem_pkg::OpEnd
                         : 8'(line >> 8 * 32'(at_q)) == value_q))
  `RVT_IMPLIES(Part_L, held_q && 32'(dut_part) != 0, 32'(at_q) >= 32'(dut_part) * Lanes)
  `RVT_ASSERT(Clean_L, line >> 8 * 32'(filled) == '0)
  `RVT_ASSERT(Ended_L, !dut_ended || dut_count != '0)
  `RVT_ASSERT(Place_L, dut_place == (dut_ended ? 4'd0 : dut_count[3:0]))
  `RVT_IMPLIES(Open_L, !open_q, dut_ended || dut_count == '0)
  `RVT_IMPLIES(Going_L, open_q, !dut_ended)

  `RVT_COVER(End_C, gone && is_end_q && 32'(m_bytes) == Lanes)
  `RVT_COVER(Above_C, gone && 32'(at_q) == 0 && open_q && take)
  `RVT_COVER(Again_C, gone && is_end_q && take)

endmodule

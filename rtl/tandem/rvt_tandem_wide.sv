// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Slots -> pieces -> rows of 16 bytes -> beats: several elements a clock, where rvt_tandem_elements and
/// rvt_tandem_buffer take one.
module rvt_tandem_wide #(
  parameter  int unsigned                      Xlen         = 32,  // as rvt_tandem ...
  parameter  int unsigned                      Flen         = 0,
  parameter  int unsigned                      Mlen         = 32,
  parameter  logic [rvt_tandem_pkg::Count-1:0] Has          = 19'h03fef,
  parameter  int unsigned                      AddRegisters = 0,
  parameter  int unsigned                      Lanes        = 16,  // 1, 2, 4, 8 or 16
  localparam int unsigned                      SlotWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Count, Has, Xlen, Flen, Mlen, AddRegisters)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      clr_i,

  input  logic                      valid_i,
  input  logic [SlotWidth-1:0]      slot_i,
  output logic                      leaves_o,  // the slot has left

  output logic                      m_valid_o,
  output logic [8*Lanes-1:0]        m_data_o,
  output logic [$clog2(Lanes):0]    m_bytes_o,
  output logic                      m_eom_o,
  input  logic                      m_ready_i,
  output logic                      empty_o     // nothing is held
);

  localparam int unsigned HeadBytes = 8 + Xlen / 8;
  localparam int unsigned Longest = rvt_tandem_pkg::longest(1, Has, Xlen, Flen, Mlen);

  logic piece_valid, piece_ready, last;
  logic [8*HeadBytes-1:0] head;
  logic [4:0] head_bytes;
  logic [8*Longest-1:0] first, second;
  logic [3:0] first_bytes, second_bytes;
  logic row_valid, row_ready, row_eom, rows_empty;
  logic [127:0] row;
  logic [4:0] row_bytes;

  rvt_tandem_pieces #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Has(Has),
    .AddRegisters(AddRegisters)
  ) i_pieces (
    .clk_i,
    .rst_ni,
    .clr_i,
    .valid_i,
    .slot_i,
    .leaves_o,
    .valid_o(piece_valid),
    .head_o(head),
    .head_bytes_o(head_bytes),
    .first_o(first),
    .first_bytes_o(first_bytes),
    .second_o(second),
    .second_bytes_o(second_bytes),
    .last_o(last),
    .ready_i(piece_ready)
  );

  rvt_tandem_rows #(
    .HeadBytes(HeadBytes),
    .Longest(Longest)
  ) i_rows (
    .clk_i,
    .rst_ni,
    .clr_i,
    .valid_i(piece_valid),
    .head_i(head),
    .head_bytes_i(head_bytes),
    .first_i(first),
    .first_bytes_i(first_bytes),
    .second_i(second),
    .second_bytes_i(second_bytes),
    .last_i(last),
    .ready_o(piece_ready),
    .m_valid_o(row_valid),
    .m_data_o(row),
    .m_bytes_o(row_bytes),
    .m_eom_o(row_eom),
    .m_ready_i(row_ready),
    .empty_o(rows_empty)
  );

  assign empty_o = !piece_valid && rows_empty;
  assign m_valid_o = row_valid;

  // ---- A row in beats --------------------------------------------------------------------------

  if (Lanes == 16) begin : g_row
    assign m_data_o = row;
    assign m_bytes_o = row_bytes;
    assign m_eom_o = row_eom;
    assign row_ready = m_ready_i;
  end else begin : g_beats
    localparam int unsigned Parts = 16 / Lanes;
    localparam int unsigned BytesWidth = $clog2(Lanes) + 1;
    logic [$clog2(Parts)-1:0] part_q;  // beats of the row that have left
    logic [4:0] left;  // bytes of the others
    logic last_part;

    assign left = row_bytes - 5'(32'(part_q) * Lanes);
    assign last_part = 32'(left) <= Lanes;
    assign m_data_o = row[8*Lanes*32'(part_q)+:8*Lanes];
    assign m_bytes_o = last_part ? BytesWidth'(left) : BytesWidth'(Lanes);
    assign m_eom_o = row_eom && last_part;
    assign row_ready = m_ready_i && last_part;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) part_q <= '0;
      else if (clr_i) part_q <= '0;
      else if (row_valid && m_ready_i) part_q <= last_part ? '0 : part_q + 1'b1;
    end

    // A row does not change, or go, before its last beat.
    `RVT_IMPLIES(Part_A, part_q != '0, row_valid && left != '0)
  end

endmodule

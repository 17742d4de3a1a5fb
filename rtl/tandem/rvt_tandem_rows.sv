// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Pieces -> rows of 16 bytes without a gap, whole groups in each (TV:E-06).
///
/// Rows of a group are full but for its last one, so where an element begins in a row is known when its
/// piece is taken: it is turned into its lanes there. Which lanes of the row each has is a mask, of the
/// rows above it as well. What is left of a row waits in `carry_q`, and so does what begins a group.
module rvt_tandem_rows #(
  parameter  int unsigned HeadBytes = 12,  // of begin, pc and instruction, at most 16
  parameter  int unsigned Longest   = 10,  // bytes of an element, at most 11
  localparam int unsigned Row       = 16
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clr_i,

  // The piece on offer, as in rvt_tandem_pieces.
  input  logic                   valid_i,
  input  logic [8*HeadBytes-1:0] head_i,
  input  logic [4:0]             head_bytes_i,
  input  logic [8*Longest-1:0]   first_i,
  input  logic [3:0]             first_bytes_i,
  input  logic [8*Longest-1:0]   second_i,
  input  logic [3:0]             second_bytes_i,
  input  logic                   last_i,
  output logic                   ready_o,

  output logic                   m_valid_o,
  output logic [8*Row-1:0]       m_data_o,
  output logic [4:0]             m_bytes_o,
  output logic                   m_eom_o,
  input  logic                   m_ready_i,
  output logic                   empty_o     // no row is held
);

  localparam int unsigned Rows = 3;  // of a piece with what is before it in its first row
  localparam int unsigned Size = Row + 2 * Longest + 1;  // bytes of them, at most

  // ---- Where its bytes go ----------------------------------------------------------------------

  logic [3:0] place_q;  // lane in which the next piece begins; 0: one that begins a group
  logic [4:0] first_at, second_at;
  logic [5:0] elements_end, end_at;
  logic [8*Row-1:0] first_row, second_row;
  logic [Rows*Row-1:0] below_first, below_second, below_end;  // places that are

  assign first_at = 5'(place_q) | head_bytes_i;
  assign second_at = first_at + 5'(first_bytes_i);
  assign elements_end = 6'(second_at) + 6'(second_bytes_i);
  assign end_at = elements_end + 6'(last_i);

  rvt_tandem_turn #(
    .Lanes(Row),
    .Bytes(Longest)
  ) i_first (
    .bytes_i(first_i),
    .by_i(first_at[3:0]),
    .rows_o(first_row)
  );

  rvt_tandem_turn #(
    .Lanes(Row),
    .Bytes(Longest)
  ) i_second (
    .bytes_i(second_i),
    .by_i(second_at[3:0]),
    .rows_o(second_row)
  );

  assign below_first = ~({Rows * Row{1'b1}} << first_at);
  assign below_second = ~({Rows * Row{1'b1}} << second_at);
  assign below_end = ~({Rows * Row{1'b1}} << elements_end);

  // ---- The row ---------------------------------------------------------------------------------

  logic [8*Row-1:0] carry_q, carry_d, first_q, second_q;
  logic [Rows*Row-1:0] of_first_q, of_second_q;  // places of each, from the row's first lane on
  logic [5:0] count_q, count_d;  // bytes of the row and above
  logic ended_q, ended_d;  // the last of them ends a group
  logic full, sent, fits, take;
  logic [8*Row-1:0] row, above;

  for (genvar j = 0; j < Row; j++) begin : g_lane
    logic ends;
    assign row[8*j+:8] = carry_q[8*j+:8] | (first_q[8*j+:8] & {8{of_first_q[j]}}) |
                         (second_q[8*j+:8] & {8{of_second_q[j]}});
    assign above[8*j+:8] = (first_q[8*j+:8] & {8{of_first_q[Row+j]}}) |
                           (second_q[8*j+:8] & {8{of_second_q[Row+j]}});
    assign ends = ended_q && 32'(count_q) == j + 1;
    assign m_data_o[8*j+:8] = row[8*j+:8] | (rvt_tandem_pkg::OpEnd & {8{ends}});
  end

  assign full = count_q[5:4] != '0;
  assign m_valid_o = full || (ended_q && count_q != '0);
  assign m_bytes_o = full ? 5'(Row) : count_q[4:0];
  assign m_eom_o = ended_q && (!full || count_q == 6'(Row));
  assign sent = m_valid_o && m_ready_i;
  assign fits = count_q == '0 || m_eom_o || (!ended_q && !count_q[5]);
  assign take = valid_i && fits && (!m_valid_o || m_ready_i);
  assign ready_o = take;
  assign empty_o = count_q == '0;

  always_comb begin
    carry_d = '0;
    count_d = count_q;
    ended_d = ended_q;
    if (sent) begin
      count_d = full ? count_q - 6'(Row) : '0;
      ended_d = ended_q && !m_eom_o;
    end
    if (take) begin
      carry_d = (8 * Row)'(head_i) | (sent ? above : row);
      count_d = end_at;
      ended_d = last_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      place_q <= '0;
      count_q <= '0;
      ended_q <= 1'b0;
      carry_q <= '0;
      of_first_q <= '0;
      of_second_q <= '0;
    end else if (clr_i) begin
      place_q <= '0;
      count_q <= '0;
      ended_q <= 1'b0;
      carry_q <= '0;
      of_first_q <= '0;
      of_second_q <= '0;
    end else if (sent || take) begin
      if (take) place_q <= last_i ? '0 : end_at[3:0];
      count_q <= count_d;
      ended_q <= ended_d;
      carry_q <= carry_d;
      of_first_q <= take ? below_second & ~below_first : of_first_q >> Row;
      of_second_q <= take ? below_end & ~below_second : of_second_q >> Row;
    end
  end

  // Without a reset, as what the queue has on offer.
  always_ff @(posedge clk_i) begin
    if (take) begin
      first_q <= first_row;
      second_q <= second_row;
    end
  end

  // ---- Assertions ------------------------------------------------------------------------------

  logic [5:0] left;  // after the row
  assign left = sent ? count_q - 6'(m_bytes_o) : count_q;

  // What begins a group has a row of its own (TV:E-06).
  `RVT_IMPLIES(Begins_A, valid_i && head_bytes_i != '0, place_q == '0)
  // A piece goes where it is turned to: behind what is left of its group.
  `RVT_IMPLIES(Place_A, take, left == 6'(place_q) && (left == '0 || !ended_q))
  // Three rows hold the longest piece behind a row that lacks a byte (TV:E-04).
  `RVT_ASSERT(Bound_A, 32'(count_q) <= Size)
  // Nothing is left of a row that has left, or in lanes above its bytes.
  `RVT_IMPLIES(Clean_A, count_q == '0, row == '0)
  // No row within a group is short of a byte.
  `RVT_IMPLIES(Full_A, m_valid_o && !m_eom_o, 32'(m_bytes_o) == Row)

endmodule

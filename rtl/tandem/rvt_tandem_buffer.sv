// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Elements -> element register -> buffer -> beats, whole groups in each (TV:E-06).
///
/// Beats of a group are full but for its last one, so where an element begins in a beat is known when it
/// is chosen: it goes into the element register turned into its lanes, and into the buffer as it is.
module rvt_tandem_buffer #(
  parameter int unsigned Lanes     = 4,  // 1, 2, 4, 8 or 16
  parameter int unsigned DataBytes = 8,  // of an element, at most
  parameter int unsigned Longest   = 11  // bytes of an element, at most
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clr_i,

  // The element on offer, as in rvt_tandem_elements.
  input  logic                   valid_i,
  input  logic [23:0]            header_i,
  input  logic [1:0]             header_bytes_i,
  input  logic [8*DataBytes-1:0] data_i,
  input  logic [3:0]             data_bytes_i,
  input  logic                   last_i,
  output logic                   ready_o,

  output logic                   m_valid_o,
  output logic [8*Lanes-1:0]     m_data_o,
  output logic [$clog2(Lanes):0] m_bytes_o,
  output logic                   m_eom_o,
  input  logic                   m_ready_i,
  output logic                   empty_o
);

  localparam int unsigned Size = Lanes + Longest;  // bytes of the buffer: one of a group's end more
  localparam int unsigned SizeWidth = $clog2(Size + 1);
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1;
  localparam int unsigned Place = Lanes == 1 ? 1 : $clog2(Lanes);
  localparam int unsigned RowWidth = 8 * Lanes;
  localparam int unsigned HeaderRows = (3 + Lanes - 1) / Lanes;
  localparam int unsigned DataRows = (DataBytes + Lanes - 1) / Lanes;

  // ---- Element register ------------------------------------------------------------------------

  logic [Place-1:0] place_q, place_d;  // lane in which the next element begins
  logic [SizeWidth-1:0] data_at, end_at;  // from the beginning of its first beat
  logic [RowWidth*HeaderRows-1:0] header_rows, header_q;
  logic [RowWidth*DataRows-1:0] data_rows, data_q;
  logic held_q, last_q;
  logic [Place-1:0] first_q;  // where it begins, ...
  logic [SizeWidth-1:0] data_at_q;  // ... its data
  logic [SizeWidth-1:0] end_q;  // ... and what follows it, in bytes of the buffer
  logic take;  // it goes into the buffer

  assign data_at = SizeWidth'(place_q) + SizeWidth'(header_bytes_i);
  assign end_at = data_at + SizeWidth'(data_bytes_i) + SizeWidth'(last_i);
  assign place_d = last_i || Lanes == 1 ? '0 : Place'(end_at);
  assign ready_o = !held_q || take;

  rvt_tandem_turn #(
    .Lanes(Lanes),
    .Bytes(3)
  ) i_header (
    .bytes_i(header_i),
    .by_i(place_q),
    .rows_o(header_rows)
  );

  rvt_tandem_turn #(
    .Lanes(Lanes),
    .Bytes(DataBytes)
  ) i_data (
    .bytes_i(data_i),
    .by_i(Place'(data_at)),
    .rows_o(data_rows)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      place_q <= '0;
    end else if (clr_i || ready_o) begin
      held_q <= valid_i && !clr_i;
      if (clr_i || valid_i) place_q <= clr_i ? '0 : place_d;
    end
  end

  // Without a reset, as what the queue has on offer.
  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      header_q <= header_rows;
      data_q <= data_rows;
      last_q <= last_i;
      first_q <= place_q;
      data_at_q <= data_at;
      end_q <= end_at;
    end
  end

  // ---- Its bytes in the buffer -----------------------------------------------------------------

  logic [8*Size-1:0] bytes;  // as if what is before them were there

  for (genvar p = 0; p < Size; p++) begin : g_byte
    localparam int unsigned Lane = p % Lanes;
    logic [7:0] of_header, of_data;
    always_comb begin
      of_header = header_q[8*Lane+:8];
      for (int unsigned r = 1; r < HeaderRows; r++) begin
        if (p >= r * Lanes && 32'(first_q) + r * Lanes <= p)
          of_header = header_q[RowWidth*r+8*Lane+:8];
      end
      of_data = data_q[8*Lane+:8];
      for (int unsigned r = 1; r < DataRows; r++) begin
        if (p >= r * Lanes && 32'(data_at_q) + r * Lanes <= p)
          of_data = data_q[RowWidth*r+8*Lane+:8];
      end
      bytes[8*p+:8] = p < Lanes + 2 && p < 32'(data_at_q) ? of_header : of_data;
      if (last_q && 32'(end_q) == p + 1) bytes[8*p+:8] = rvt_tandem_pkg::OpEnd;
    end
  end

  // ---- Buffer ----------------------------------------------------------------------------------

  logic [SizeWidth-1:0] count_q, count_d;
  logic ended_q, ended_d;  // its last byte ends a group
  logic full;  // a beat of all lanes
  logic sent;
  logic fits;  // an element follows what it holds, at the latest when a beat has left
  logic [8*Size-1:0] buffer_q;

  assign full = 32'(count_q) >= Lanes;
  assign m_valid_o = full || (ended_q && count_q != '0);
  assign m_bytes_o = full ? BytesWidth'(Lanes) : BytesWidth'(count_q);
  assign m_eom_o = ended_q && 32'(count_q) <= Lanes;
  assign sent = m_valid_o && m_ready_i;
  assign fits = count_q == '0 || 32'(count_q) < (ended_q ? Lanes + 1 : 2 * Lanes);
  assign take = held_q && fits && (!m_valid_o || m_ready_i);
  assign empty_o = !held_q && count_q == '0;

  for (genvar j = 0; j < Lanes; j++) begin : g_lane
    assign m_data_o[8*j+:8] = buffer_q[8*j+:8] & {8{j == 0 || 32'(count_q) > j}};
  end

  always_comb begin
    count_d = count_q;
    ended_d = ended_q;
    if (sent) begin
      count_d = full ? count_q - SizeWidth'(Lanes) : '0;
      ended_d = ended_q && !m_eom_o;
    end
    if (take) begin
      count_d = end_q;
      ended_d = last_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      ended_q <= 1'b0;
    end else begin
      count_q <= clr_i ? '0 : count_d;
      ended_q <= !clr_i && ended_d;
    end
  end

  for (genvar p = 0; p < Size; p++) begin : g_buffer
    logic own;  // of the element, if that goes in: lanes below keep what is left of a beat
    assign own = held_q && fits && (p + 1 >= Lanes || p >= 32'(first_q));
    always_ff @(posedge clk_i) begin
      if (sent || (take && own)) begin
        if (own || p + Lanes >= Size) buffer_q[8*p+:8] <= bytes[8*p+:8];
        else buffer_q[8*p+:8] <= buffer_q[8*((p+Lanes)%Size)+:8];
      end
    end
  end

  // ---- Assertions ------------------------------------------------------------------------------

  logic [SizeWidth-1:0] left;  // of the buffer, after the beat
  assign left = sent ? count_q - SizeWidth'(m_bytes_o) : count_q;

  // The buffer holds the longest element behind a beat that lacks a byte, and never more (TV:E-04).
  `RVT_ASSERT(Bound_A, 32'(count_q) <= Size && (!held_q || 32'(end_q) <= Size))
  // An element goes where it was turned to: behind what is left of its group.
  `RVT_IMPLIES(Place_A, take, left == SizeWidth'(first_q))
  // Bytes of two groups never share a beat (TV:E-06).
  `RVT_IMPLIES(Apart_A, take && left != '0, !ended_q)
  // No beat within a group is short of a byte.
  `RVT_IMPLIES(Full_A, m_valid_o && !m_eom_o, 32'(m_bytes_o) == Lanes)

endmodule

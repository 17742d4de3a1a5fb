// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Of an encoder with one element a clock, beside it: each byte of each element leaves at its place in a beat
/// of its group (any byte may be the tracked one), a group begins, is not cut, and ends, x0 is never sent.
module rvt_fv_tandem_single #(
  parameter  int unsigned Lanes     = 4,
  parameter  int unsigned DataBytes = 8,
  parameter  int unsigned Longest   = 11,
  localparam int unsigned Size      = Lanes + Longest,
  localparam int unsigned SizeWidth = $clog2(Size + 1),
  localparam int unsigned Place     = Lanes == 1 ? 1 : $clog2(Lanes)
) (
  input logic clk_i,
  input logic rst_ni,
  input logic active_i,
  input logic pick_i,  // the element that leaves the slot has the tracked byte, ...
  input logic [3:0] which_i,  // ... this one
  input logic empty,

  // Of rvt_tandem_single and below.
  input logic valid,
  input logic ready,
  input logic last,
  input logic [23:0] header,
  input logic [1:0] header_bytes,
  input logic [8*DataBytes-1:0] data,
  input logic [3:0] data_bytes,
  input logic first,  // the element on offer is a group's first
  input logic access,  // ... operation and size behind the address of a transaction
  input logic [Place-1:0] dut_place,
  input logic dut_held,
  input logic dut_last,
  input logic [Place-1:0] dut_first,
  input logic [SizeWidth-1:0] dut_end,
  input logic [8*Size-1:0] dut_bytes,
  input logic dut_take,
  input logic [SizeWidth-1:0] dut_count,
  input logic dut_ended,
  input logic [8*Size-1:0] dut_buffer,

  input logic beat_valid,
  input logic beat_ready,
  input logic beat_eom,
  input logic [8*Lanes-1:0] beat_data,
  input logic [$clog2(Lanes):0] beat_bytes
);

  // ---- Elements --------------------------------------------------------------------------------

  logic moves, sent;
  assign moves = valid && ready && active_i;
  assign sent = beat_valid && beat_ready;

  logic open_q;  // a group has begun, and not ended
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (!active_i) open_q <= 1'b0;
    else if (moves) open_q <= !last;
  end

  // A begin comes first and only there; what is not ended goes on (TV:R-03).
  `RVT_IMPLIES(Begin_A, valid, open_q != (header[7:0] == rvt_tandem_pkg::OpBegin && !access))
  `RVT_IMPLIES(Open_A, open_q, valid)
  // No register element is one of x0 (TV:AMB-T15).
  `RVT_IMPLIES(X0_A, valid && (header[7:0] == rvt_tandem_pkg::OpRegister ||
                               header[7:0] == rvt_tandem_pkg::OpAdd), header[23:8] != 16'h1000)
  // An element has bytes that the buffer has room for (TV:E-04).
  `RVT_IMPLIES(Element_A, valid, header_bytes != '0 && 32'(data_bytes) <= DataBytes &&
               32'(header_bytes) + 32'(data_bytes) <= Longest)

  // ---- The tracked byte ------------------------------------------------------------------------

  logic [4:0] length;
  logic picked, in_element_q, in_buffer_q, leaves, is_end_q;
  logic [SizeWidth-1:0] at_q;  // its place in the buffer, or the one to which it goes
  logic [7:0] value, value_q;

  assign length = 5'(header_bytes) + 5'(data_bytes) + 5'(last);
  always_comb begin
    value = '0;
    if (32'(which_i) < 32'(header_bytes)) value = header[8*which_i[1:0]+:8];
    else if (32'(which_i) == 32'(length) - 1 && last) value = rvt_tandem_pkg::OpEnd;
    else value = 8'(data >> 8 * (32'(which_i) - 32'(header_bytes)));
  end
  assign picked = moves && pick_i && 5'(which_i) < length && !in_element_q && !in_buffer_q;
  assign leaves = in_buffer_q && sent && 32'(at_q) < 32'(beat_bytes);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {in_element_q, in_buffer_q, is_end_q, at_q, value_q} <= '0;
    end else if (!active_i) begin
      {in_element_q, in_buffer_q} <= '0;
    end else begin
      in_element_q <= picked || (in_element_q && !dut_take);
      in_buffer_q <= (in_element_q && dut_take) || (in_buffer_q && !leaves);
      if (picked) begin
        at_q <= SizeWidth'(dut_place) + SizeWidth'(which_i);
        value_q <= value;
        is_end_q <= last && 5'(which_i) + 5'd1 == length;
      end
      if (in_buffer_q && sent) at_q <= at_q - SizeWidth'(beat_bytes);
    end
  end

  // It leaves in its lane. An end is the last byte of a beat that says so, and nothing else is, so
  // groups never share a beat (TV:E-06).
  `RVT_IMPLIES(Byte_A, leaves, 8'(beat_data >> 8 * 32'(at_q)) == value_q)
  `RVT_IMPLIES(End_A, leaves, is_end_q == (beat_eom && 32'(at_q) + 1 == 32'(beat_bytes)))
  // It is on its way until it has left.
  `RVT_IMPLIES(Held_A, in_element_q || in_buffer_q, !empty)

  logic [Place-1:0] goes_on;  // where what comes behind the buffer begins
  assign goes_on = dut_ended || Lanes == 1 ? '0 : dut_count[Place-1:0];
  `RVT_IMPLIES(Element_L, in_element_q, dut_held && 32'(at_q) >= 32'(dut_first) && at_q < dut_end &&
               8'(dut_bytes >> 8 * 32'(at_q)) == value_q &&
               is_end_q == (dut_last && 32'(at_q) + 1 == 32'(dut_end)))
  `RVT_IMPLIES(Buffer_L, in_buffer_q, at_q < dut_count &&
               8'(dut_buffer >> 8 * 32'(at_q)) == value_q &&
               is_end_q == (dut_ended && 32'(at_q) + 1 == 32'(dut_count)))
  `RVT_ASSERT(Once_L, !(in_element_q && in_buffer_q))
  `RVT_ASSERT(Goes_L, dut_held ? dut_first == goes_on : dut_place == goes_on)
  `RVT_IMPLIES(Next_L, dut_held,
               dut_place == (dut_last || Lanes == 1 ? '0 : dut_end[Place-1:0]) &&
               32'(dut_end) > 32'(dut_first) && 32'(dut_end) - 32'(dut_first) <= Longest + 1)
  `RVT_ASSERT(Ended_L, !dut_ended || dut_count != '0)
  `RVT_ASSERT(Head_L, open_q != first)

  `RVT_COVER(End_C, leaves && is_end_q && 32'(at_q) + 1 == Lanes)
  `RVT_COVER(Behind_C, leaves && is_end_q && valid && dut_held)

endmodule

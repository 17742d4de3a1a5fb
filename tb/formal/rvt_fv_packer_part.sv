// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The registers of one part of the wide packer against the reference: lemmas of rvt_fv_packer_wide.
///
/// The parts are a chain here, too.
module rvt_fv_packer_part #(
  parameter int unsigned Lanes = 2,
  parameter int unsigned Bytes = 4,   // of the part, at most
  parameter int unsigned Value = 24,  // bits of the reference's value
  localparam int unsigned PlaceBits = $clog2(Lanes),
  localparam int unsigned Beats = (Bytes + Lanes - 1) / Lanes,
  localparam int unsigned MoreBits = Beats > 1 ? Beats - 1 : 1,
  localparam int unsigned Views = Lanes + Beats - 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 msg_i,  // a message is held
  // the reference's
  input  logic [Value-1:0]     value_i,
  input  logic [5:0]           begin_i,  // its first byte in the message
  input  logic [5:0]           bytes_i,  // 0: the message has no such part
  input  logic [5:0]           at_i,  // bytes of the message that have left
  // of the parts before it, and with it: bytes have not left, how many of the last beat they take, their beats
  input  logic [12:0]          before_i,
  output logic [12:0]          after_o,
  // the unit's
  input  logic                 has_i,
  input  logic                 cut_i,
  input  logic [MoreBits-1:0]  more_i,
  input  logic [Views-1:0]     view_i,
  input  logic [PlaceBits-1:0] end_i,
  input  logic [6*Bytes-1:0]   bits_i
);

  logic some_before, some_after;
  logic [5:0] used_before, used_after, beats_before, beats_after;
  assign {some_before, used_before, beats_before} = before_i;
  assign after_o = {some_after, used_after, beats_after};

  logic begun, joins, there, ok;
  logic [5:0] gone, left, full, tail;  // full beats before its last one, bytes in that
  logic [Views-1:0] view;
  logic [MoreBits-1:0] more;
  always_comb begin
    begun = at_i > begin_i;
    gone = begun ? at_i - begin_i : '0;
    there = msg_i && bytes_i > gone;
    left = there ? bytes_i - gone : '0;
    full = (left - 6'd1) / Lanes;
    tail = ((left - 6'd1) % Lanes) + 6'd1;
    joins = some_before && 32'(used_before) + 32'(left) <= Lanes;
    some_after = some_before || there;
    used_after = !there ? used_before : joins ? used_before + left : tail;
    beats_after = !there || joins ? beats_before : beats_before + full + 6'd1;
    view = '0;
    more = '0;
    for (int unsigned k = 0; k < Lanes; k++) if (32'(used_before) == k && joins) view[k] = 1'b1;
    for (int unsigned b = 0; b < Beats; b++) begin
      if (!joins && 32'(gone) == Lanes * b) view[b==0?0 : Lanes-1+b] = 1'b1;
    end
    for (int unsigned b = 1; b < Beats; b++) more[b-1] = !joins && 32'(full) >= b;
    ok = view_i == view && more_i == more && cut_i == (some_before && !joins) &&
         end_i == PlaceBits'(used_after - 6'd1);
  end

  `RVT_ASSERT(Has_L, has_i == there)
  `RVT_IMPLIES(Place_L, there, ok)
  `RVT_IMPLIES(Bits_L, there, Value'(bits_i) == value_i)
  // The value has no bits above its bytes, and beats leave whole.
  `RVT_IMPLIES(Value_L, msg_i, (value_i >> (6 * 32'(bytes_i))) == '0 && 32'(bytes_i) <= Bytes)
  `RVT_IMPLIES(Gone_L, there && begun, 32'(gone) % Lanes == 0 && !some_before)

endmodule

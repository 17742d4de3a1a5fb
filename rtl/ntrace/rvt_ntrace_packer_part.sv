// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// One part of a message in the wide packer: whole bytes, and their place in a beat (docs/units/packer.md).
///
/// The parts of a message are a chain: each begins where the one before it ends, or begins a beat. All that
/// says when a part leaves is in registers. The bytes stay where they were loaded; which of them are in the beat on
/// offer, and in which lanes, is the *view*: the first beat at any lane, or a later one at lane 0.
module rvt_ntrace_packer_part #(
  parameter int unsigned Lanes = 4,  // bytes per beat: 2, 4, 8 or 16
  parameter int unsigned Bytes = 6,  // of the part, at most
  parameter int unsigned First = 0,  // nothing comes before it
  localparam int unsigned ChunkBits = 6,
  localparam int unsigned PlaceBits = $clog2(Lanes)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  // the message to come
  input  logic                       load_i,
  input  logic [ChunkBits*Bytes-1:0] bits_i,
  input  logic                       has_i,  // it has such a part
  input  logic [Bytes-1:0]           need_i,  // ... and this byte of it: all up to the last
  input  logic [PlaceBits-1:0]       end_i,  // lane in which the part before it ends
  output logic [PlaceBits-1:0]       end_o,

  // the message that leaves
  input  logic                       step_i,  // a beat is taken, a message loaded, or none is held
  input  logic                       take_i,  // the beat on offer is taken
  input  logic                       wait_i,  // a part before it does not end with this beat
  output logic                       wait_o,
  input  logic                       held_i,  // a part before it has bytes; for an assertion
  output logic                       held_o,
  output logic [ChunkBits*Lanes-1:0] beat_o,
  output logic [Lanes-1:0]           ends_o  // its last byte is in this lane
);

  localparam int unsigned BeatBits = ChunkBits * Lanes;
  localparam int unsigned Beats = (Bytes + Lanes - 1) / Lanes;
  localparam int unsigned MoreBits = Beats > 1 ? Beats - 1 : 1;
  localparam int unsigned Views = Lanes + Beats - 1;

  logic has_q, has_d;  // it has bytes that have not left
  logic cut_q, cut_d;  // the part before it has to leave first
  logic [MoreBits-1:0] more_q, more_d;  // beats of it after this one
  logic [Views-1:0] view_q, view_d;  // lane in which it begins, or Lanes - 1 + the beat
  logic [PlaceBits-1:0] end_q;  // lane in which it ends
  logic [ChunkBits*Bytes-1:0] bits_q;

  // ---- Where it goes -----------------------------------------------------------------------------

  logic cut;
  logic [Beats*Lanes:0] need;
  logic [PlaceBits-1:0] low;  // lane of its last byte if it begins a beat
  logic [PlaceBits:0] sum;  // ... and if it does not
  logic [MoreBits-1:0] more;

  always_comb begin
    need = (Beats * Lanes + 1)'(need_i);
    low = '0;
    for (int unsigned k = 0; k < Beats * Lanes; k++) begin
      if ((k == 0 || need[k]) && !need[k+1]) low = low | PlaceBits'(k % Lanes);
    end
    more = '0;
    for (int unsigned b = 1; b < Beats; b++) more[b-1] = has_i && need[b*Lanes];
    sum = (PlaceBits + 1)'(end_i) + (PlaceBits + 1)'(low) + (PlaceBits + 1)'(1);
    cut = First == 0 && has_i && (need[Lanes] || sum[PlaceBits]);
    end_o = First != 0 || cut ? low : has_i ? sum[PlaceBits-1:0] : end_i;
  end

  // ---- The beat on offer ---------------------------------------------------------------------------

  logic on;  // it has bytes in the beat
  logic [BeatBits*Beats-1:0] all;
  assign on = has_q && !cut_q && !wait_i;
  assign held_o = held_i || has_q;
  assign wait_o = wait_i || cut_q || more_q[0];

  assign all = (BeatBits * Beats)'(bits_q);

  always_comb begin
    beat_o = '0;
    for (int unsigned k = 0; k < Lanes; k++) begin
      ends_o[k] = on && !more_q[0] && end_q == PlaceBits'(k);
      beat_o = beat_o | ({BeatBits{on && view_q[k]}} & (all[BeatBits-1:0] << (ChunkBits * k)));
    end
    for (int unsigned b = 1; b < Beats; b++) begin
      beat_o = beat_o | ({BeatBits{on && view_q[Lanes-1+b]}} & all[BeatBits*b+:BeatBits]);
    end
  end

  // ---- Next state ----------------------------------------------------------------------------------

  // With a beat it leaves, unless it or a part before it has more.
  always_comb begin
    has_d = take_i && has_q && wait_o;
    cut_d = take_i && cut_q && wait_i;
    more_d = take_i ? (on ? more_q >> 1 : more_q) : '0;
    if (load_i) begin
      has_d = has_i;
      cut_d = cut;
      more_d = more;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      has_q <= 1'b0;
      cut_q <= 1'b0;
      more_q <= '0;
    end else if (step_i) begin
      has_q <= has_d;
      cut_q <= cut_d;
      more_q <= more_d;
    end
  end

  // Only a part that begins in lane 0 has a second beat.
  always_comb begin
    view_d = '0;
    for (int unsigned b = 1; b < Beats; b++) view_d[Lanes-1+b] = view_q[b==1?0 : Lanes-2+b];
    if (load_i) begin
      view_d = '0;
      view_d[0] = First != 0 || cut;
      for (int unsigned k = 1; k < Lanes; k++) begin
        view_d[k] = First == 0 && !cut && end_i == PlaceBits'(k - 1);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) view_q <= '0;
    else if (load_i || (take_i && on)) view_q <= view_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      end_q <= '0;
      bits_q <= '0;
    end else if (load_i) begin
      end_q <= end_o;
      bits_q <= bits_i;
    end
  end

  logic unused;
  assign unused = held_i;

  // ---- Assertions ----------------------------------------------------------------------------

  // Bytes are needed from the lowest up.
  `RVT_IMPLIES(Need_A, load_i && has_i,
               ((need_i | Bytes'(1)) & ((need_i | Bytes'(1)) + Bytes'(1))) == '0)
  // A message is loaded when the one before it has left.
  `RVT_IMPLIES(Left_A, load_i, !has_q || (take_i && on && !more_q[0]))
  // What has left waits for nothing.
  `RVT_IMPLIES(Spent_A, !has_q, !cut_q && more_q == '0)
  // It has one view, and one at lane 0 if it waits for a beat or has several.
  logic later;  // its first beat has left
  assign later = (view_q >> Lanes) != '0;
  `RVT_IMPLIES(View_A, has_q, view_q != '0 && (view_q & (view_q - Views'(1))) == '0 &&
               ((!cut_q && more_q == '0) || view_q[0] || later) &&
               (First == 0 || ((view_q[0] || later) && !cut_q)))
  `RVT_IMPLIES(Later_A, has_q && later, !cut_q)
  // One that begins a beat, or has several, comes after parts that have left.
  `RVT_IMPLIES(Alone_A, has_q && !cut_q && (view_q[0] || later), !held_i)
  // It has beats one after the other.
  `RVT_ASSERT(More_A, (more_q & (more_q + MoreBits'(1))) == '0 && (Beats > 1 || more_q == '0))
  // After its last byte there are no bits.
  logic above;
  always_comb begin
    above = 1'b0;
    for (int unsigned v = 0; v < Views; v++) begin
      for (int unsigned m = 0; m < Beats; m++) begin
        for (int unsigned e = 0; e < Lanes; e++) begin
          if (view_q[v] && more_q == ~({MoreBits{1'b1}} << m) && end_q == PlaceBits'(e)) begin
            // Its beat and its first lane; the last byte is in lane e.
            if (v < Lanes ? e < v : v - Lanes + 1 + m >= Beats) above = 1'b1;
            else if ((bits_q >> (ChunkBits * (v < Lanes ? Lanes * m + e + 1 - v
                                              : Lanes * (v - Lanes + 1 + m) + e + 1))) != '0)
              above = 1'b1;
          end
        end
      end
    end
  end
  `RVT_IMPLIES(Above_A, has_q, !above)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// From beats of the stream to words of the PIB's buffer, one a clock: docs/units/pib.md.
///
/// A message begins with a word. Where it ends within one, the rest of the word is idle (TCI:PIB-09).
module rvt_pib_words #(
  parameter int unsigned Framing    = 0,  // of rvt_framing_pkg
  parameter int unsigned Lanes      = 1,  // bytes of a beat: 1, 2, 4, 8 or 16
  parameter int unsigned WordBytes  = 1,  // bytes of a word: 1 or 2
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1,
  localparam rvt_framing_pkg::values_t Values = rvt_framing_pkg::values(Framing)
) (
  input  logic                   clk_i,  // one clock for everything
  input  logic                   rst_ni,  // asserted asynchronously, released synchronously
  input  logic                   clr_i,  // what is held is dropped

  input  logic                   s_valid_i,  // a beat is offered
  input  logic [8*Lanes-1:0]     s_data_i,  // byte 0 in 7:0
  input  logic [BytesWidth-1:0]  s_bytes_i,  // bytes of the beat
  input  logic                   s_eom_i,  // it ends a message
  output logic                   s_ready_o,  // it is taken in this clock; of state and m_ready_i

  output logic                   m_valid_o,  // a word is offered
  output logic [8*WordBytes-1:0] m_data_o,  // its first byte in 7:0
  output logic                   m_eom_o,  // it ends a message
  output logic [WordBytes-1:0]   m_ends_o,  // ... with this byte
  input  logic                   m_ready_i,  // it is taken in this clock

  output logic                   held_o  // bytes are held
);

  // What fills the upper byte of an odd tail.
  localparam logic [7:0] Tail = Values.Headed ? Values.Align : Values.Padding;

  logic take;
  assign take = s_valid_i && s_ready_o;

  if (Lanes == 1 && WordBytes == 1) begin : g_bytes
    assign s_ready_o = m_ready_i;
    assign m_valid_o = s_valid_i;
    assign m_data_o = s_data_i;
    assign m_eom_o = s_eom_i;
    assign m_ends_o = s_eom_i;
    assign held_o = 1'b0;
    logic unused;
    assign unused = ^{clk_i, rst_ni, clr_i, s_bytes_i, take};
  end

  if (Lanes == 1 && WordBytes == 2) begin : g_pairs
    // The first byte of a word waits for the second one.
    logic half_q;
    logic [7:0] low_q;
    assign s_ready_o = m_ready_i;
    assign m_valid_o = s_valid_i && (half_q || s_eom_i);
    assign m_data_o = half_q ? {s_data_i, low_q} : {Tail, s_data_i};
    assign m_eom_o = s_eom_i;
    assign m_ends_o = half_q ? {s_eom_i, 1'b0} : {1'b0, s_eom_i};
    assign held_o = half_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        half_q <= 1'b0;
      end else begin
        half_q <= (take ? !m_valid_o : half_q) && !clr_i;
      end
    end
    always_ff @(posedge clk_i) begin
      if (take) begin
        low_q <= s_data_i;
      end
    end
    logic unused;
    assign unused = ^s_bytes_i;
  end

  if (Lanes > 1) begin : g_beats
    // A beat goes where the rest of the one before ends, so words follow each other without a pause.
    localparam int unsigned PackBytes = Lanes + WordBytes - 1;
    logic [8*PackBytes-1:0] pack_q, pack_d, kept;  // kept: what no word takes in this clock
    logic [BytesWidth-1:0] level_q, level_d, rest;  // bytes held; of kept
    localparam int unsigned WordWidth = $clog2(WordBytes) + 1;
    logic [WordBytes-1:0] ends;
    rvt_framing_pkg::said_t said;
    logic pair, moves;

    assign moves = m_valid_o && m_ready_i;
    assign s_ready_o = 32'(rest) < WordBytes;
    assign held_o = level_q != '0;
    assign m_data_o[7:0] = pack_q[7:0];
    assign m_eom_o = |ends;
    assign m_ends_o = ends;

    if (Values.Beside) begin : g_beside
      // The end of a message is kept beside its byte.
      logic [PackBytes-1:0] ends_q, ends_kept, beat_ends;
      assign ends_kept = !moves ? ends_q : pair ? ends_q >> 2 : ends_q >> 1;
      for (genvar k = 0; k < PackBytes; k++) begin : g_byte
        assign beat_ends[k] = s_eom_i && 32'(s_bytes_i) == k + 1;
      end
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          ends_q <= '0;
        end else if (clr_i) begin
          ends_q <= '0;
        end else if (moves || take) begin
          ends_q <= !take ? ends_kept : WordBytes == 1 || rest == '0 ? beat_ends :
                    PackBytes'({beat_ends, ends_kept[0]});
        end
      end
      assign ends = ends_q[WordBytes-1:0] & {WordBytes{held_o}};
      assign said = '0;
    end else begin : g_framing
      rvt_framing #(
        .Framing(Framing),
        .Lanes(WordBytes)
      ) i_framing (
        .clk_i,
        .rst_ni,
        .clr_i,
        .take_i(moves),
        .bytes_i(WordWidth'(pair ? 2 : 1)),
        .data_i(pack_q[8*WordBytes-1:0]),
        .ends_o(ends),
        .said_o(said)
      );
    end

    if (WordBytes == 1) begin : g_narrow
      assign pair = 1'b0;
      assign m_valid_o = held_o;
    end else begin : g_wide
      logic single;  // a message ends in the first byte of a word
      assign single = ends[0];
      assign pair = !single;
      assign m_valid_o = single ? held_o : 32'(level_q) > 1;
      assign m_data_o[15:8] = single ? Tail : pack_q[15:8];  // TCI:PIB-09
    end

    assign rest = !moves ? level_q : level_q - (pair ? BytesWidth'(2) : BytesWidth'(1));
    assign kept = !moves ? pack_q : pair ? pack_q >> 16 : pack_q >> 8;

    always_comb begin
      level_d = rest;
      pack_d = kept;
      if (take) begin
        level_d = rest + s_bytes_i;
        pack_d = WordBytes == 1 || rest == '0 ? (8 * PackBytes)'(s_data_i) :
                 (8 * PackBytes)'({s_data_i, kept[7:0]});
      end
      if (clr_i) level_d = '0;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        level_q <= '0;
      end else begin
        level_q <= level_d;
      end
    end

    always_ff @(posedge clk_i) begin
      if (moves || take) begin
        pack_q <= pack_d;
      end
    end

    logic unused;
    assign unused = s_eom_i;

    // ---- Assertions --------------------------------------------------------------------------

    // The register never holds more than it has room for.
    `RVT_ASSERT(Level_A, 32'(level_q) <= PackBytes)
    // A beat is taken only when no word of those before it is left.
    `RVT_IMPLIES(Rest_A, take, 32'(rest) < WordBytes)
    // What waits for more bytes is an open message.
    `RVT_IMPLIES(Waits_A, held_o && !m_valid_o, WordBytes == 2 && level_q == BytesWidth'(1))
  end

endmodule

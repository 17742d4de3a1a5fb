// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The PIB's buffer: beats of the stream in, bytes of whole messages out: docs/units/pib.md.
///
/// It counts the messages that it holds to their end, and hands on its words, or the bytes of them one by one.
module rvt_pib_buffer #(
  parameter int unsigned Framing   = 0,   // of rvt_framing_pkg
  parameter int unsigned Lanes     = 1,   // bytes of a beat: 1, 2, 4, 8 or 16
  parameter int unsigned WordBytes = 1,   // bytes of a word: 1 or 2
  parameter int unsigned Words     = 64,  // 2..512
  localparam int unsigned MsgsWidth = $clog2(Words + 1)
) (
  input  logic                   clk_i,  // one clock for everything
  input  logic                   rst_ni,  // asserted asynchronously, released synchronously
  input  logic                   clr_i,  // what is held is dropped

  input  logic                   s_valid_i,  // a beat is taken, if s_ready_o
  input  logic [8*Lanes-1:0]     s_data_i,  // byte 0 in 7:0
  input  logic [$clog2(Lanes):0] s_bytes_i,  // bytes of the beat
  input  logic                   s_eom_i,  // it ends a message
  output logic                   s_ready_o,  // there is room for a beat

  input  logic                   pairs_i,  // words are taken whole
  input  logic                   take_i,  // the byte that is offered leaves, or the word
  output logic                   valid_o,  // a byte is offered ...
  output logic [7:0]             byte_o,  // ... this one
  output logic [7:0]             upper_o,  // the second one of its word
  output logic                   whole_o,  // a message is held to its end
  output logic                   aligns_o,  // of a first byte: it aligns a probe of few pins
  output logic                   ends_o,  // a message ends with what leaves in this clock
  output logic                   held_o  // bytes are held before the buffer
);

  logic [MsgsWidth-1:0] msgs_q, msgs_d, unused_level;
  logic [8*WordBytes-1:0] word, head;
  localparam rvt_framing_pkg::values_t Values = rvt_framing_pkg::values(Framing);
  // With the ends of messages beside the bytes, where these do not say it.
  localparam int unsigned Width = 8 * WordBytes + (Values.Beside ? WordBytes : 0);
  logic [WordBytes-1:0] ends, in_ends;
  logic [Width-1:0] in_word, out_word;
  rvt_framing_pkg::said_t said;
  logic ready, word_valid, word_ends, word_done;
  logic pop, msg_in, msg_out;

  rvt_pib_words #(
    .Framing(Framing),
    .Lanes(Lanes),
    .WordBytes(WordBytes)
  ) i_words (
    .clk_i,
    .rst_ni,
    .clr_i,
    .s_valid_i,
    .s_data_i,
    .s_bytes_i,
    .s_eom_i,
    .s_ready_o,
    .m_valid_o(word_valid),
    .m_data_o(word),
    .m_eom_o(word_ends),
    .m_ends_o(in_ends),
    .m_ready_i(ready),
    .held_o
  );

  rvt_fifo #(
    .Width(Width),
    .Depth(Words)
  ) u_fifo (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .clr_i   (clr_i),
    .valid_i (word_valid),
    .data_i  (in_word),
    .ready_o (ready),
    .commit_i(1'b1),
    .drop_i  (1'b0),
    .head_i  (1'b0),
    .valid_o (valid_o),
    .data_o  (out_word),
    .ready_i (pop),
    .level_o (unused_level)
  );

  assign in_word = Width'({in_ends, word});
  assign head = out_word[8*WordBytes-1:0];

  if (Values.Beside) begin : g_beside
    assign ends = out_word[Width-1-:WordBytes];
    assign said = '0;
  end else begin : g_framing
    rvt_framing #(
      .Framing(Framing),
      .Lanes(WordBytes)
    ) i_framing (
      .clk_i,
      .rst_ni,
      .clr_i,
      .take_i(pop),
      .bytes_i(($clog2(WordBytes) + 1)'(ends[0] ? 1 : WordBytes)),
      .data_i(head),
      .ends_o(ends),
      .said_o(said)
    );
  end

  if (WordBytes == 1) begin : g_bytes
    assign word_done = 1'b1;
    assign byte_o = head;
    assign upper_o = '0;
    logic unused_pairs;
    assign unused_pairs = pairs_i;
  end else begin : g_pairs
    logic second_q;
    assign word_done = pairs_i || second_q || ends[0];
    assign byte_o = second_q ? head[15:8] : head[7:0];
    assign upper_o = head[15:8];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        second_q <= 1'b0;
      end else begin
        second_q <= (take_i ? !word_done : second_q) && !clr_i;
      end
    end
  end

  assign pop = take_i && word_done;
  assign msg_in = word_valid && ready && word_ends;
  assign msg_out = pop && |ends;
  assign whole_o = msgs_q != '0;
  assign ends_o = msg_out;
  assign aligns_o = said.aligns;

  always_comb begin
    // One adder: +1 for a message that has come in, -1 for one that goes out.
    msgs_d = msgs_q + {{(MsgsWidth - 1) {!msg_in}}, 1'b1};
    if (clr_i) msgs_d = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      msgs_q <= '0;
    end else if (clr_i || msg_in != msg_out) begin
      msgs_q <= msgs_d;
    end
  end

  logic unused;
  assign unused = ^{unused_level, in_ends};

  // ---- Assertions ----------------------------------------------------------------------------

  // Messages counted are messages held (TCI:PIB-12).
  `RVT_IMPLIES(Counted_A, whole_o, valid_o)

endmodule

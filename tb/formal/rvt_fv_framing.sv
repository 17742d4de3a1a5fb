// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// A format that counts, or one whose ends are kept beside the bytes, through the message FIFO and the PIB's buffer: the change `framing_counted` puts one in place of N-Trace.
///
/// The first byte of a message is the number of its bytes. Any message may be the tracked one: whatever is between, it leaves
/// with its length as its first byte and ends after as many, and every other one between two ends. Bounded.
module rvt_fv_framing #(
  parameter int unsigned Lanes     = 1,
  parameter int unsigned WordBytes = 1,
  parameter int unsigned Beside    = 0,  // 1: as the stream says it, without that change
  localparam int unsigned BytesBits = $clog2(Lanes) + 1
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 clr_i,
  input logic                 s_valid_i,
  input logic [8*Lanes-1:0]   s_data_i,
  input logic [BytesBits-1:0] s_bytes_i,
  input logic                 pairs_i,
  input logic                 take_i,
  input logic                 pick_i  // the message that begins is the tracked one
);

  logic s_ready, m_valid, m_eom, m_sync, m_ready, resume, empty;
  logic [8*Lanes-1:0] m_data;
  logic [BytesBits-1:0] m_bytes;
  logic valid, whole, aligns, ends, held;
  logic [7:0] first, upper, in_left;

  rvt_msg_fifo #(
    .Lanes(Lanes),
    .Depth(3),
    .ResumeLevel(1),
    .Marks(Beside)
  ) i_fifo (
    .*,
    .s_marks_i({2'b00, Beside != 0 && 8'(s_bytes_i) == in_left}),
    .s_ready_o(s_ready),
    .s_commit_i(1'b1),
    .s_drop_i(1'b0),
    .s_head_i(1'b0),
    .m_valid_o(m_valid),
    .m_data_o(m_data),
    .m_bytes_o(m_bytes),
    .m_eom_o(m_eom),
    .m_sync_o(m_sync),
    .m_mark_o(),
    .m_ready_i(m_ready),
    .resume_o(resume),
    .empty_o(empty)
  );

  rvt_pib_buffer #(
    .Framing(Beside != 0 ? rvt_framing_pkg::Tandem : rvt_framing_pkg::NTrace),
    .Lanes(Lanes),
    .WordBytes(WordBytes),
    .Words(4)
  ) i_buffer (
    .*,
    .s_valid_i(m_valid && m_ready),
    .s_data_i(m_data),
    .s_bytes_i(m_bytes),
    .s_eom_i(m_eom),
    .s_ready_o(m_ready),
    .pairs_i(pairs_i && WordBytes == 2),
    .take_i(take_i && whole),
    .valid_o(valid),
    .byte_o(first),
    .upper_o(upper),
    .whole_o(whole),
    .aligns_o(aligns),
    .ends_o(ends),
    .held_o(held)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // ---- Messages in: of 2 to 4 bytes, a beat ends with one ------------------------------------------

  logic [7:0] in_q, length_q;
  logic [3:0]
      count_q, at_q, out_q;  // messages that have begun; the tracked one; those that have ended
  logic begins, tracked_q, pairs_q;
  assign begins = in_q == '0;
  assign in_left = begins ? s_data_i[7:0] : in_q;
  `RVT_IMPLIES_M(Length_M, s_valid_i && begins, s_data_i[7:0] >= 8'd2 && s_data_i[7:0] <= 8'd4)
  `RVT_IMPLIES_M(Beat_M, s_valid_i, 8'(s_bytes_i) <= in_left)
  // The form of the pins stays, and words are taken whole from the begin of a message.
  always_ff @(posedge clk_i) pairs_q <= pairs_i;
  `RVT_IMPLIES_M(Pairs_M, whole, pairs_i == pairs_q)

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {in_q, count_q, tracked_q, at_q, length_q} <= '0;
    end else if (clr_i) begin
      {in_q, count_q, tracked_q} <= '0;
    end else if (s_valid_i && s_ready) begin
      in_q <= in_left - 8'(s_bytes_i);
      count_q <= count_q + 4'(begins);
      if (begins && pick_i && !tracked_q) begin
        tracked_q <= 1'b1;
        at_q <= count_q;
        length_q <= s_data_i[7:0];
      end
    end
  end

  // ---- Messages out --------------------------------------------------------------------------------

  logic [7:0]
      seen_q, now, total_q, total;  // bytes of the message that have left; with those of now
  logic leaves;
  assign leaves = take_i && whole;
  assign total = seen_q == '0 ? first : total_q;
  assign now = seen_q + (pairs_i && WordBytes == 2 && total > seen_q + 8'd1 ? 8'd2 : 8'd1);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {seen_q, out_q, total_q} <= '0;
    end else if (clr_i) begin
      {seen_q, out_q} <= '0;
    end else if (leaves) begin
      seen_q <= ends ? '0 : now;
      out_q <= out_q + 4'(ends);
      total_q <= total;
    end
  end

  // A message ends with its last byte, and not before.
  `RVT_ASSERT(Ends_A, ends == (leaves && now == total))
  // The tracked one begins where those before it have ended.
  `RVT_IMPLIES(First_A, leaves && tracked_q && seen_q == '0 && out_q == at_q, first == length_q)
  `RVT_IMPLIES(Whole_A, whole, valid)

  `RVT_COVER(Second_C,
             leaves && ends && tracked_q && out_q == at_q && at_q != '0 && length_q == 8'd3)

endmodule

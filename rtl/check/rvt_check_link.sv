// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// One link of the stream, in simulation: what goes in comes out, whole and in order.
///
/// Bytes and messages are counted on both sides, and a sum that depends on their order is kept. Both
/// sides agree whenever the link says that it is empty, so that Empty is true as well (TCI:CTRL-16).
module rvt_check_link #(
  parameter int unsigned Lanes = 1  // bytes per beat: 1, 2, 4, 8 or 16
) (
  input logic                   clk_i,  // one clock for everything
  input logic                   rst_ni,  // asserted asynchronously, released synchronously
  input logic                   clr_i,  // what is held is dropped
  input logic                   s_take_i,  // a beat goes in in this clock
  input logic [8*Lanes-1:0]     s_data_i,  // byte 0 in 7:0
  input logic [$clog2(Lanes):0] s_bytes_i,  // bytes of the beat
  input logic                   s_eom_i,  // it ends a message
  input logic                   m_take_i,  // a beat comes out in this clock
  input logic [8*Lanes-1:0]     m_data_i,  // byte 0 in 7:0
  input logic [$clog2(Lanes):0] m_bytes_i,  // bytes of the beat
  input logic                   m_eom_i,  // it ends a message
  input logic                   empty_i  // nothing is held, whatever moves in this clock
);

  logic [31:0] s_count_q, m_count_q, s_sum_q, m_sum_q, s_sum_d, m_sum_d;
  logic [15:0] s_msgs_q, m_msgs_q;

  always_comb begin
    s_sum_d = s_sum_q;
    m_sum_d = m_sum_q;
    for (int unsigned k = 0; k < Lanes; k++) begin
      if (k < 32'(s_bytes_i)) s_sum_d = {s_sum_d[26:0], s_sum_d[31:27]} + 32'(s_data_i[8*k+:8]);
      if (k < 32'(m_bytes_i)) m_sum_d = {m_sum_d[26:0], m_sum_d[31:27]} + 32'(m_data_i[8*k+:8]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      s_count_q <= '0;
      s_sum_q <= '0;
      s_msgs_q <= '0;
    end else if (clr_i) begin
      s_count_q <= '0;
      s_sum_q <= '0;
      s_msgs_q <= '0;
    end else if (s_take_i) begin
      s_count_q <= s_count_q + 32'(s_bytes_i);
      s_sum_q <= s_sum_d;
      s_msgs_q <= s_msgs_q + 16'(s_eom_i);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      m_count_q <= '0;
      m_sum_q <= '0;
      m_msgs_q <= '0;
    end else if (clr_i) begin
      m_count_q <= '0;
      m_sum_q <= '0;
      m_msgs_q <= '0;
    end else if (m_take_i) begin
      m_count_q <= m_count_q + 32'(m_bytes_i);
      m_sum_q <= m_sum_d;
      m_msgs_q <= m_msgs_q + 16'(m_eom_i);
    end
  end

  logic unused;
  assign unused = ^{empty_i, m_count_q, m_sum_q, m_msgs_q, s_count_q, s_sum_q, s_msgs_q};

  // ---- Assertions ----------------------------------------------------------------------------

  // Empty is said only when as many bytes have come out as went in.
  `RVT_IMPLIES(EmptyTruth_A, empty_i, s_count_q == m_count_q)
  // They were the same bytes in the same order.
  `RVT_IMPLIES(Order_A, empty_i, s_sum_q == m_sum_q)
  // They made as many messages.
  `RVT_IMPLIES(Messages_A, empty_i, s_msgs_q == m_msgs_q)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Watches a fork: its stream and each branch keep to the link's rules, and a branch gets what it has joined.
module rvt_check_fork #(
  parameter int unsigned Framing = 0,  // as the stream's
  parameter int unsigned Lanes = 1,  // bytes of a beat
  parameter int unsigned Branches = 1,
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clr_i,

  input logic s_valid_i,
  input logic [8*Lanes-1:0] s_data_i,
  input logic [BytesWidth-1:0] s_bytes_i,
  input logic s_eom_i,
  input logic [5:0] s_length_i,
  input logic s_ready_i,

  input logic [Branches-1:0] leaves_i,  // it is reset
  input logic [Branches-1:0] waits_i,  // it is offered the beat until it takes it
  input logic [Branches-1:0] joins_i,  // the beat passes, and is one of its message
  input logic [Branches-1:0] takes_i,  // it takes the beat
  input logic [Branches-1:0] sent_i,  // it has the beat on offer

  input logic [Branches-1:0] m_valid_i,
  input logic [Branches*8*Lanes-1:0] m_data_i,
  input logic [Branches*BytesWidth-1:0] m_bytes_i,
  input logic [Branches-1:0] m_eom_i,
  input logic [Branches*6-1:0] m_length_i,
  input logic [Branches-1:0] m_ready_i
);

  rvt_check_stream #(
    .Framing(Framing),
    .Lanes(Lanes)
  ) i_check_s (
    .clk_i,
    .rst_ni,
    .clr_i,
    .drop_i(1'b0),
    .valid_i(s_valid_i),
    .data_i(s_data_i),
    .bytes_i(s_bytes_i),
    .eom_i(s_eom_i),
    .length_i(s_length_i),
    .ready_i(s_ready_i)
  );

  for (genvar b = 0; b < Branches; b++) begin : g_check
    // Before its first beat is taken a branch may turn its back on a message, later it may be reset;
    // what was taken by then began and went on as it should.
    rvt_check_stream #(
      .Framing(Framing),
      .Lanes(Lanes)
    ) i_stream (
      .clk_i,
      .rst_ni,
      .clr_i(clr_i || leaves_i[b]),
      .drop_i(!waits_i[b]),
      .valid_i(m_valid_i[b]),
      .data_i(m_data_i[8*Lanes*b+:8*Lanes]),
      .bytes_i(m_bytes_i[BytesWidth*b+:BytesWidth]),
      .eom_i(m_eom_i[b]),
      .length_i(m_length_i[6*b+:6]),
      .ready_i(m_ready_i[b])
    );
    rvt_check_link #(
      .Lanes(Lanes)
    ) i_link (
      .clk_i,
      .rst_ni,
      .clr_i(clr_i || leaves_i[b]),
      .s_take_i(joins_i[b]),
      .s_data_i,
      .s_bytes_i,
      .s_eom_i,
      .m_take_i(takes_i[b]),
      .m_data_i(m_data_i[8*Lanes*b+:8*Lanes]),
      .m_bytes_i(m_bytes_i[BytesWidth*b+:BytesWidth]),
      .m_eom_i(m_eom_i[b]),
      .empty_i(!sent_i[b])
    );
  end

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Sync sequences between the messages of a stream (ETR:DC-12): docs/units/stream.md.
///
/// When 2^(freq + 5) bytes of messages have passed since the last sequence, the next message waits until idle bytes
/// and what aligns have left, as a message of their own. Without a framing that has any, the stream passes as it is.
module rvt_sync_sequence #(
  parameter int unsigned Framing = 0,  // of rvt_framing_pkg
  parameter int unsigned Lanes   = 1,  // bytes of a beat: 1, 2, 4, 8 or 16
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1
) (
  input  logic                  clk_i,  // one clock for everything
  input  logic                  rst_ni,  // asserted asynchronously, released synchronously
  input  logic                  clr_i,  // the sink is off: no sequence is under way or due
  input  logic [2:0]            freq_i,  // trRamAsyncFreq, trPibAsyncFreq; 0: none

  input  logic                  s_valid_i,  // as the sink's
  input  logic [8*Lanes-1:0]    s_data_i,
  input  logic [BytesWidth-1:0] s_bytes_i,
  input  logic                  s_eom_i,
  input  logic [5:0]            s_length_i,
  output logic                  s_ready_o,

  output logic                  m_valid_o,  // to the sink
  output logic [8*Lanes-1:0]    m_data_o,
  output logic [BytesWidth-1:0] m_bytes_o,
  output logic                  m_eom_o,
  output logic [5:0]            m_length_o,
  input  logic                  m_ready_i
);

  localparam rvt_framing_pkg::values_t Values = rvt_framing_pkg::values(Framing);

  if (Values.Headed) begin : g_headed
    localparam logic [5:0] Bytes = 6'(Values.SyncBytes + 1);
    localparam int unsigned CountWidth = 13;

    logic [CountWidth-1:0] count_q;  // bytes of messages since the last sequence, up to 2^12
    logic [5:0] left_q;  // bytes of the sequence under way; 0: none is
    logic mid_q, due, holds, last, passes, steps;

    assign due = freq_i != '0 && |(count_q >> (4'd5 + 4'(freq_i)));
    assign holds = left_q != '0 || (due && !mid_q);
    assign last = left_q <= 6'(Lanes);
    assign passes = s_valid_i && s_ready_o;
    assign steps = left_q != '0 && m_ready_i;

    assign s_ready_o = m_ready_i && !holds;
    assign m_valid_o = left_q != '0 || (s_valid_i && !holds);
    assign m_eom_o = left_q != '0 ? last : s_eom_i && !holds;
    assign m_length_o = left_q != '0 ? Bytes : s_length_i;
    assign m_bytes_o = left_q != '0 ? (last ? BytesWidth'(left_q) : BytesWidth'(Lanes)) :
                       holds ? '0 : s_bytes_i;
    for (genvar k = 0; k < Lanes; k++) begin : g_lane
      assign m_data_o[8*k+:8] = left_q == 6'(k + 1) ? Values.Align :
                                left_q != '0 ? Values.Idle : holds ? '0 : s_data_i[8*k+:8];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q <= '0;
        left_q <= '0;
        mid_q <= 1'b0;
      end else if (clr_i) begin
        count_q <= '0;
        left_q <= '0;
        mid_q <= 1'b0;
      end else begin
        if (steps && last) count_q <= '0;
        else if (passes && !count_q[CountWidth-1]) count_q <= count_q + CountWidth'(s_bytes_i);
        if (steps) left_q <= last ? '0 : left_q - 6'(Lanes);
        else if (left_q == '0 && due && !mid_q && s_valid_i) left_q <= Bytes;
        if (passes) mid_q <= !s_eom_i;
      end
    end

    // ---- Assertions ----------------------------------------------------------------------------

    // No sequence is within a message.
    `RVT_IMPLIES(Between_A, left_q != '0, !mid_q)
  end else begin : g_none
    assign s_ready_o = m_ready_i;
    assign m_valid_o = s_valid_i;
    assign m_data_o = s_data_i;
    assign m_bytes_o = s_bytes_i;
    assign m_eom_o = s_eom_i;
    assign m_length_o = s_length_i;
    logic unused;
    assign unused = ^{clk_i, rst_ni, clr_i, freq_i};
  end

endmodule

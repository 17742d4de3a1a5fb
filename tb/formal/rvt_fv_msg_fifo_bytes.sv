// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The message FIFO of bytes, any beats in: each byte leaves after exactly those before it, unchanged, in a beat
/// that ends with its message or is full. Any byte may be the one tracked; ends of messages are anywhere.
module rvt_fv_msg_fifo_bytes #(
  parameter int unsigned Lanes     = 2,
  parameter int unsigned Depth     = 3,
  localparam int unsigned BytesBits = $clog2(Lanes) + 1,
  localparam int unsigned Most      = Lanes * Depth,  // bytes
  localparam int unsigned LevelBits = $clog2(Most + 1)
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic                     clr_i,
  input logic                     s_valid_i,
  input logic [8*Lanes-1:0]       s_data_i,
  input logic [BytesBits-1:0]     s_bytes_i,
  input logic                     m_ready_i,
  input logic                     pick_i,  // a byte of this beat is the tracked one
  input logic [$clog2(Lanes)-1:0] lane_i,  // this one

  (* probe = "i_fifo.g_bytes.u_fifo.rrow_q" *) input logic [$clog2(Depth)-1:0] dut_row,
  (* probe = "i_fifo.g_bytes.u_fifo.rlane_q" *) input logic [$clog2(Lanes)-1:0] dut_lane,
  (* probe = "i_fifo.g_bytes.u_fifo.level_q" *) input logic [LevelBits-1:0] dut_level,
  (* probe = "i_fifo.g_bytes.u_fifo.g_lane[0].mem_q[*]" *) input logic [8*Depth-1:0] dut_mem_0,
  (* probe = "i_fifo.g_bytes.u_fifo.g_lane[1].mem_q[*]" *) input logic [8*Depth-1:0] dut_mem_1,
  (* probe = "i_fifo.g_bytes.u_fifo.g_lane[2].mem_q[*]?" *) input logic [8*Depth-1:0] dut_mem_2,
  (* probe = "i_fifo.g_bytes.u_fifo.g_lane[3].mem_q[*]?" *) input logic [8*Depth-1:0] dut_mem_3
);

  logic s_ready, s_eom, m_valid, m_eom, m_sync, resume, empty;
  logic [8*Lanes-1:0] m_data;
  logic [BytesBits-1:0] m_bytes;

  // What the packer is proved to keep: the mark is the bytes', unused lanes are zero.
  logic [Lanes-1:0] s_last, s_above;
  for (genvar k = 0; k < Lanes; k++) begin : g_lane
    assign s_last[k] = s_data_i[8*k+:2] == rvt_ntrace_pkg::MseoEndMsg;
    assign s_above[k] = k >= 32'(s_bytes_i) && s_data_i[8*k+:8] != '0;
  end
  assign s_eom = s_last != '0;
  `RVT_IMPLIES_M(Above_M, s_valid_i, s_above == '0)
  always @(*) if ($initstate) assume (!rst_ni);

  rvt_msg_fifo #(
    .Lanes(Lanes),
    .Depth(Depth),
    .ResumeLevel(Depth / 2),
    .Bytes(1)
  ) i_fifo (
    .*,
    .s_marks_i(3'b000),
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
    .resume_o(resume),
    .empty_o(empty)
  );

  // ---- Bytes in and out ----------------------------------------------------------------------------

  logic [LevelBits-1:0] level_q, in, out;
  assign in = s_valid_i && s_ready ? LevelBits'(s_bytes_i) : '0;
  assign out = m_valid && m_ready_i ? LevelBits'(m_bytes) : '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) level_q <= '0;
    else level_q <= clr_i ? '0 : level_q + in - out;
  end
  // None is lost or added; a beat of all lanes is refused only where it may have no room, and what is empty holds none.
  `RVT_ASSERT(Level_A, dut_level == level_q && 32'(level_q) <= Most)
  `RVT_ASSERT(Room_A, s_ready == (32'(level_q) + Lanes <= Most) && empty == (level_q == '0))
  // The level at which an overflow may end is reported a clock after it was reached.
  logic low_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) low_q <= 1'b1;
    else low_q <= clr_i || 32'(level_q) <= Depth / 2 * Lanes;
  end
  `RVT_ASSERT(Resume_A, resume == low_q)

  // ---- The shape of a beat -------------------------------------------------------------------------

  logic [Lanes-1:0] last, above;
  for (genvar k = 0; k < Lanes; k++) begin : g_shape
    assign last[k] = m_data[8*k+:2] == rvt_ntrace_pkg::MseoEndMsg;
    assign above[k] = k >= 32'(m_bytes) && m_data[8*k+:8] != '0;
  end
  `RVT_ASSERT(Above_A, above == '0)
  `RVT_ASSERT(Ends_A, m_eom == (last != '0) && (last == '0 || last == Lanes'(1) << (m_bytes - 1)))
  `RVT_IMPLIES(Whole_A, m_valid, m_eom || 32'(m_bytes) == Lanes)
  `RVT_IMPLIES(Full_A, 32'(level_q) >= Lanes, m_valid)

  // ---- The tracked byte ----------------------------------------------------------------------------

  logic held_q, take, leave, is_last;
  logic [LevelBits-1:0] ahead_q;  // bytes
  logic [LevelBits-1:0] waited_q;  // clocks with a consumer that takes
  logic [7:0] value_q;
  assign take = in != '0 && pick_i && 32'(lane_i) < 32'(s_bytes_i) && !held_q && !clr_i;
  assign leave = held_q && ahead_q < out;
  assign is_last = value_q[1:0] == rvt_ntrace_pkg::MseoEndMsg;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      {ahead_q, waited_q, value_q} <= '0;
    end else begin
      held_q <= (take || (held_q && !leave)) && !clr_i;
      ahead_q <= take ? level_q + LevelBits'(lane_i) - out : ahead_q - out;
      if (take) value_q <= s_data_i[8*lane_i+:8];
      if (take) waited_q <= '0;
      else if (m_ready_i && 32'(waited_q) < Most) waited_q <= waited_q + LevelBits'(1);
    end
  end
  `RVT_IMPLIES(Order_A, held_q && m_valid && 32'(ahead_q) < 32'(m_bytes),
               m_data[8*ahead_q[$clog2(Lanes)-1:0]+:8] == value_q)
  // The end of a message waits for nothing but the consumer.
  `RVT_IMPLIES(Offered_A, held_q && is_last && 32'(ahead_q) < Lanes, m_valid)
  `RVT_IMPLIES(Drains_A, held_q && is_last, 32'(waited_q) < Most)

  logic [31:0] at;
  logic [4*8*Depth-1:0] mem;
  assign at = (32'(dut_row) * Lanes + 32'(dut_lane) + 32'(ahead_q)) % Most;
  assign mem = {dut_mem_3, dut_mem_2, dut_mem_1, dut_mem_0};
  logic [Most-1:0] is_there;
  for (genvar k = 0; k < Most; k++) begin : g_place
    assign is_there[k] = at == k && mem[8*((k%Lanes)*Depth+k/Lanes)+:8] == value_q;
  end
  `RVT_IMPLIES(Ahead_L, held_q, ahead_q < level_q)
  `RVT_IMPLIES(Waited_L, held_q && is_last, 32'(waited_q) + 32'(ahead_q) < Most)
  `RVT_IMPLIES(Place_L, held_q, is_there != '0)

  `RVT_COVER(Tracked_C, leave && is_last && dut_lane != '0 && 32'(level_q) > Lanes * (Depth - 1))
  `RVT_COVER(Waits_C, held_q && ahead_q == '0 && !m_valid && 32'(level_q) == Lanes - 1)

endmodule

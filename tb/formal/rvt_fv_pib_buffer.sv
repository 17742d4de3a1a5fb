// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Lemmas of rvt_fv_pib about the bytes in the PIB: in its buffer, and after them those of a beat of several lanes.
///
/// Messages are numbered; `tag_q` holds, for each byte of the buffer, the number of its message. So what ties `msgs_q`
/// to the buffer is said slot by slot, without counting over the whole buffer.
module rvt_fv_pib_buffer #(
  parameter int unsigned Lanes       = 1,
  parameter int unsigned BufferBytes = 38,
  localparam int unsigned BytesBits  = $clog2(Lanes) + 1,
  localparam int unsigned LevelBits  = $clog2(BufferBytes + 1)
) (
  input logic                           clk_i,
  input logic                           rst_ni,
  input logic                           running_i,
  input logic                           open_i,  // the message that comes in has not ended
  input logic                           message_i,  // one has begun on the pins and not ended
  input logic                           held_i,  // the tracked byte is in the PIB after this clock
  input logic [LevelBits:0]             ahead_i,  // bytes before it
  input logic [7:0]                     value_i,
  input logic                           push_i,  // a byte goes into the buffer
  input logic [7:0]                     word_i,
  input logic                           pop_i,  // one leaves it

  input logic [BytesBits-1:0]           dut_packed_i,
  input logic [8*Lanes-1:0]             dut_pack_i,
  input logic [LevelBits-1:0]           dut_msgs_i,
  input logic [LevelBits-1:0]           dut_level_i,
  input logic [7:0]                     dut_head_i,
  input logic [$clog2(BufferBytes)-1:0] dut_wptr_i,
  input logic [$clog2(BufferBytes)-1:0] dut_rptr_i,
  input logic [8*BufferBytes-1:0]       dut_mem_i
);

  localparam logic [1:0] EndMsg = rvt_ntrace_pkg::MseoEndMsg;
  localparam int unsigned TagBits = LevelBits + 1;

  logic [TagBits-1:0] in_q, out_tag_q;
  logic [TagBits*BufferBytes-1:0] tag_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {in_q, out_tag_q} <= '0;
    end else begin
      in_q <= running_i ? in_q + TagBits'(push_i && word_i[1:0] == EndMsg) : '0;
      out_tag_q <= running_i ? out_tag_q + TagBits'(pop_i && dut_head_i[1:0] == EndMsg) : '0;
    end
  end
  for (genvar k = 0; k < BufferBytes; k++) begin : g_tag
    always_ff @(posedge clk_i) begin
      if (push_i && 32'(dut_wptr_i) == k) tag_q[TagBits*k+:TagBits] <= in_q;
    end
  end

  // The beat: its bytes come after those of the buffer.
  logic beat_held;
  logic [Lanes-1:0] is_packed, bad_pack;
  assign beat_held = Lanes > 1 && dut_packed_i != '0;
  for (genvar k = 0; k < Lanes; k++) begin : g_beat
    logic in_use, is_end;
    assign in_use = Lanes > 1 && k < 32'(dut_packed_i);
    assign is_end = dut_pack_i[8*k+:2] == EndMsg;
    assign is_packed[k] = in_use && 32'(ahead_i) == 32'(dut_level_i) + k && dut_pack_i[8*k+:8] == value_i;
    // The last byte of a message is the last one of its beat.
    assign bad_pack[k] = in_use && is_end != (k + 1 == 32'(dut_packed_i) && !open_i);
  end
  `RVT_ASSERT(Beat_L, bad_pack == '0)
  `RVT_IMPLIES(BeatBegin_L, beat_held && dut_level_i == '0, dut_pack_i[1:0] == '0 && !message_i)

  logic [BufferBytes-1:0] is_tracked, bad_begin, bad_tag;
  for (genvar k = 0; k < BufferBytes; k++) begin : g_slot
    localparam int unsigned Next = k + 1 == BufferBytes ? 0 : k + 1;
    logic [LevelBits:0] index;  // bytes between the head and this slot
    logic in_use, newest, is_end;
    logic [TagBits-1:0] tag, above, behind;
    assign index = k >= 32'(dut_rptr_i) ? (LevelBits + 1)'(k) - (LevelBits + 1)'(dut_rptr_i) :
                   (LevelBits + 1)'(k + BufferBytes) - (LevelBits + 1)'(dut_rptr_i);
    assign in_use = index < (LevelBits + 1)'(dut_level_i);
    assign newest = index + 1'b1 == (LevelBits + 1)'(dut_level_i);
    assign is_end = dut_mem_i[8*k+:2] == EndMsg;
    assign is_tracked[k] = in_use && index == ahead_i && dut_mem_i[8*k+:8] == value_i;
    // A message begins after the end of another; after the last byte the producer knows.
    assign bad_begin[k] = in_use && (!newest ? is_end && dut_mem_i[8*Next+:2] != '0 :
                                     beat_held ? is_end && dut_pack_i[1:0] != '0 : is_end == open_i);
    // Numbers go up by one after each end, from the message that leaves to the one that arrives.
    assign tag = tag_q[TagBits*k+:TagBits];
    assign above = tag - out_tag_q;
    assign behind = tag + TagBits'(is_end);
    assign bad_tag[k] = in_use && (above > index || (index == '0 && above != '0) ||
                                   behind != (newest ? in_q : tag_q[TagBits*Next+:TagBits]));
  end
  // Complete messages are those that went in and not out.
  `RVT_ASSERT(Msgs_L, TagBits'(dut_msgs_i) == in_q - out_tag_q)
  `RVT_ASSERT(Tags_L, bad_tag == '0)
  `RVT_IMPLIES(NoTag_L, dut_level_i == '0, in_q == out_tag_q)
  `RVT_ASSERT(Begin_L, bad_begin == '0)
  `RVT_IMPLIES(HeadBegin_L, dut_level_i != '0 && !message_i, dut_head_i[1:0] == '0)
  `RVT_IMPLIES(EmptyBegin_L, dut_level_i == '0 && !beat_held, open_i == message_i)
  `RVT_IMPLIES(Tracked_L, held_i, (is_tracked != '0) || (is_packed != '0))

endmodule

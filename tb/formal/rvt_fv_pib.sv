// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// PIB as a probe sees it: a monitor that knows TRC_CLK, TRC_DATA and the mode reads the bytes back.
///
/// Outside a message it takes all ones for idle, inside one every beat for data; so an overflow within a
/// message would make it read a wrong byte. Any accepted byte may be the tracked one. The mode may become
/// 0 at any time, as the Active bit makes it: what is on the pins ends, and they stop at 0. Calibration may
/// be wanted in any clock; a first byte with MSEO 10 begins a pattern, one with 00 a message.
module rvt_fv_pib #(
  parameter int unsigned Lanes       = 1,
  parameter int unsigned Pins        = 8,
  parameter int unsigned DivWidth    = 2,
  parameter int unsigned BufferBytes = 38,
  parameter int unsigned Calibrate   = 0,
  localparam int unsigned BytesBits  = $clog2(Lanes) + 1,
  localparam int unsigned LevelBits  = $clog2(BufferBytes + 1)
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                active_i,
  input logic                enable_i,
  input logic [3:0]          mode_i,
  input logic                calibrate_i,
  input logic [DivWidth-1:0] divider_i,
  input logic                s_valid_i,
  input logic [8*Lanes-1:0]  s_data_i,
  input logic [BytesBits-1:0] s_bytes_i,
  input logic                s_eom_i,
  input logic                pick_i,     // this beat has the tracked byte
  input logic [BytesBits-1:0] lane_i,    // in this lane

  (* probe = "i_dut.i_buffer.i_words.g_beats.level_q?" *) input logic [BytesBits-1:0] dut_packed,
  (* probe = "i_dut.i_buffer.i_words.g_beats.pack_q?" *) input logic [8*Lanes-1:0] dut_pack,
  (* probe = "i_dut.i_buffer.word_valid" *) input logic dut_word_valid,
  (* probe = "i_dut.i_buffer.ready" *) input logic dut_buf_ready,
  (* probe = "i_dut.i_buffer.word" *) input logic [7:0] dut_word,
  (* probe = "i_dut.i_buffer.msgs_q" *) input logic [LevelBits-1:0] dut_msgs,
  (* probe = "i_dut.in_msg_q" *) input logic dut_in_msg,
  (* probe = "i_dut.i_buffer.pop" *) input logic dut_pop,
  (* probe = "i_dut.high_q" *) input logic dut_high,
  (* probe = "i_dut.on_pins_q" *) input logic dut_on_pins,
  (* probe = "i_dut.pattern_q" *) input logic dut_last,
  (* probe = "i_dut.g_pattern.pos_q?" *) input logic [1:0] dut_pos,
  (* probe = "i_dut.idle_q" *) input logic [2:0] dut_idle,
  (* probe = "i_dut.open_q" *) input logic dut_open,
  (* probe = "i_dut.nibbles" *) input logic dut_nibbles,
  (* probe = "i_dut.changed" *) input logic dut_changed,
  (* probe = "i_dut.clear" *) input logic dut_clear,
  (* probe = "i_dut.div_q" *) input logic [DivWidth-1:0] dut_div,
  (* probe = "i_dut.i_buffer.u_fifo.level_q" *) input logic [LevelBits-1:0] dut_level,
  (* probe = "i_dut.i_buffer.head" *) input logic [7:0] head,
  (* probe = "i_dut.i_buffer.u_fifo.wptr_q" *) input logic [$clog2(BufferBytes)-1:0] dut_wptr,
  (* probe = "i_dut.i_buffer.u_fifo.rptr_q" *) input logic [$clog2(BufferBytes)-1:0] dut_rptr,
  (* probe = "i_dut.i_buffer.u_fifo.mem_q[*]" *) input logic [8*BufferBytes-1:0] dut_mem
);

  localparam logic [1:0] EndMsg = rvt_ntrace_pkg::MseoEndMsg;

  logic s_ready, s_dn_on, dn_lost, empty, in_msg, trc_clk;
  logic [Pins-1:0] trc_data;

  rvt_pib #(
    .Lanes(Lanes),
    .Pins(Pins),
    .DivWidth(DivWidth),
    .BufferBytes(BufferBytes),
    .Calibrate(Calibrate)
  ) i_dut (
    .*,
    .center_i(1'b0),
    .s_ready_o(s_ready),
    .s_dn_on_o(s_dn_on),
    .s_dn_lost_o(dn_lost),
    .empty_o(empty),
    .in_msg_o(in_msg),
    .trc_clk_o(trc_clk),
    .trc_data_o(trc_data)
  );

  logic on, calibrates, wanted_q, can_stop, running, accept, open_q;
  logic bytewise, bytewise_q;  // of the next beat; of the one on the pins
  assign on = active_i && (mode_i == 4'd10 || (Pins == 8 && mode_i == 4'd11));
  assign calibrates = Calibrate != 0 && calibrate_i;
  assign bytewise = Pins == 8 && (on ? mode_i == 4'd11 : bytewise_q);
  // The pins stop where a beat ends with TRC_CLK low and no message or pattern is on them.
  assign can_stop = wait_q == '0 && !trc_clk && !in_msg_d && !half_d && !pattern_d;
  assign running = active_i && (on || !can_stop);
  assign accept = s_valid_i && s_ready;

  always @(*) if ($initstate) assume (!rst_ni);

  // A message begins with MSEO 00 (NT:PKT-03; rvt_fv_packer proves it), also after a clear.
  `RVT_IMPLIES_M(First_M, s_valid_i && !open_q && on, s_data_i[1:0] == '0)
  // None but the last byte of a beat ends a message (TCI:LINK-05).
  logic [Lanes-1:0] last, early;
  for (genvar k = 0; k < Lanes; k++) begin : g_lane
    assign last[k] = s_data_i[8*k+:2] == EndMsg;
    assign early[k] = k + 1 != 32'(s_bytes_i) && last[k];
  end
  `RVT_IMPLIES_M(Last_M, s_valid_i, early == '0 && s_eom_i == |last)
  // Mode and divider stand still while there is something to send (TCI:PIB-27), but for the mode 0.
  logic fixed_q;
  logic [3:0] mode_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {fixed_q, mode_q} <= '0;
    end else begin
      fixed_q <= active_i && (enable_i || !empty);
      mode_q <= mode_i;
    end
  end
  `RVT_IMPLIES_M(Mode_M, fixed_q, mode_i == mode_q || mode_i == '0)
  `RVT_STABLE_M(Config_M, active_i && (enable_i || !empty), divider_i)

  // ---- The probe -----------------------------------------------------------------------------------

  localparam logic [1:0] PatternMseo = 2'b10;
  logic begins, pattern_q, pattern_d;  // a pattern is on the pins
  logic [1:0] pos_q, pos_d;  // which byte of it is next
  logic
      last_q, last_d, after_q, after_d;  // the last that began, and the one in front, was a pattern
  logic shown_q, shown_d;  // the last beat was no idle one
  logic [7:0] expected;
  assign shown_d = beat ? !(begins && is_idle) : shown_q;
  assign expected = 8'((bytewise_q ? 32'hff00_55aa : 32'h0ff0_5a5a) >> {pos_q, 3'd0});  // TCI:PIB-21
  logic
      ran_q, clk_q, in_msg_q, in_msg_d, half_q, half_d, beat, byte_done, first_q, first_d, is_idle;
  logic [Pins-1:0] data_q;
  logic [3:0] low_q, low_d;
  logic [2:0] idle_q, idle_d, before_q, before_d;  // idle beats up to 4; those before this message
  logic [7:0] seen;

  assign beat = ran_q && trc_clk != clk_q;
  assign begins = beat && !in_msg_q && !half_q && !pattern_q;
  assign seen = bytewise_q ? 8'(trc_data) : {trc_data[3:0], low_q};
  assign is_idle = bytewise_q ? 8'(trc_data) == 8'hff : trc_data[3:0] == 4'hf;

  always_comb begin
    in_msg_d = in_msg_q;
    half_d = half_q;
    low_d = low_q;
    idle_d = idle_q;
    before_d = before_q;
    first_d = first_q;
    byte_done = 1'b0;
    pattern_d = pattern_q;
    pos_d = pos_q;
    after_d = after_q;
    last_d = last_q;
    if (begins && is_idle) begin
      if (idle_q != 3'd4) idle_d = idle_q + 3'd1;
    end else if (beat) begin
      if (begins) begin
        before_d = idle_q;
        after_d = last_q;
        last_d = trc_data[1:0] == PatternMseo;
        pattern_d = last_d;
        first_d = !last_d;
      end
      idle_d = '0;
      half_d = !(bytewise_q || half_q);
      low_d = trc_data[3:0];
      if (!half_d) first_d = 1'b0;
      if (!half_d && pattern_d) begin
        pos_d = pos_q + 2'd1;
        pattern_d = pos_q != 2'd3;
      end else if (!half_d) begin
        byte_done = 1'b1;
        in_msg_d = seen[1:0] != EndMsg;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {ran_q, clk_q, data_q, in_msg_q, half_q, low_q, idle_q, before_q, first_q} <= '0;
      {open_q, bytewise_q, pattern_q, pos_q, last_q, after_q, shown_q, wanted_q} <= '0;
    end else begin
      pattern_q <= pattern_d && running;
      pos_q <= running ? pos_d : '0;
      last_q <= last_d && running;
      after_q <= after_d;
      shown_q <= shown_d && running;
      wanted_q <= on && enable_i && calibrates && !(open_q && dut_msgs != '0);
      ran_q <= running;
      bytewise_q <= bytewise;
      clk_q <= running && trc_clk;
      data_q <= trc_data;
      in_msg_q <= in_msg_d && running;
      half_q <= half_d && running;
      low_q <= low_d;
      idle_q <= running && bytewise == bytewise_q ? idle_d : '0;
      before_q <= before_d;
      first_q <= first_d && running;
      open_q <= running && (accept ? !s_eom_i : open_q);
    end
  end

  // ---- Bytes on the wire against bytes accepted ----------------------------------------------------

  logic held_q, take, leave;
  logic [LevelBits:0] bytes_in;
  logic [LevelBits:0] out_q, out_now, ahead_q, ahead_now;  // accepted and not seen yet
  logic [7:0] value_q;

  assign out_now = out_q - (LevelBits + 1)'(byte_done);
  assign ahead_now = ahead_q - (LevelBits + 1)'(byte_done);
  assign leave = held_q && byte_done && ahead_q == '0;
  assign take = accept && pick_i && lane_i < s_bytes_i && !held_q;
  assign bytes_in = accept ? (LevelBits + 1)'(s_bytes_i) : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {held_q, out_q, ahead_q, value_q} <= '0;
    end else begin
      held_q <= (take || (held_q && !leave)) && running;
      out_q <= running ? out_now + bytes_in : '0;
      ahead_q <= take ? out_now + (LevelBits + 1)'(lane_i) : ahead_now;
      if (take) value_q <= 8'(s_data_i >> {lane_i, 3'd0});
    end
  end

  // ---- Properties ----------------------------------------------------------------------------------

  // The probe reads the accepted bytes in their order and nothing else: no overflow within a message.
  `RVT_IMPLIES(Byte_A, held_q && byte_done && ahead_q == '0, seen == value_q)
  `RVT_IMPLIES(Invented_A, byte_done, out_q != '0)
  // In the 4-bit mode a sync message comes after four idle beats at least (TCI:PIB-14).
  logic sync_begins;
  assign sync_begins = byte_done && !bytewise_q && first_q && rvt_ntrace_pkg::is_sync(seen[7:2]);
  `RVT_IMPLIES(Align_A, sync_begins, before_q == 3'd4)
  // A pattern is its four bytes, begun while calibration is wanted, and then no message begins, but those
  // before one of which the rest is taken (TCI:PIB-21, PIB-24). It repeats at once or after four idle beats; a message keeps that distance, too (TCI:PIB-22).
  logic starts, of_pattern;
  assign starts = begins && !is_idle;
  assign of_pattern = beat && !half_d && (starts ? last_d : pattern_q);
  `RVT_IMPLIES(Pattern_A, of_pattern, seen == expected)
  `RVT_IMPLIES(Wanted_A, starts, last_d == wanted_q)
  `RVT_IMPLIES(Apart_A, starts && (last_d || after_d),
               before_d == 3'd4 || (before_d == 3'd0 && last_d && after_d))
  // TRC_CLK toggles every `divider + 1` clocks, and data changes with it only (TCI:PIB-04, PIB-05).
  logic [DivWidth-1:0] wait_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wait_q <= '0;
    else wait_q <= !running ? '0 : wait_q == '0 ? divider_i : wait_q - DivWidth'(1);
  end
  logic due_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) due_q <= 1'b0;
    else due_q <= running && wait_q == '0;
  end
  `RVT_ASSERT(Period_A, beat == due_q)
  `RVT_IMPLIES(Between_A, ran_q && !beat, trc_data == data_q)
  // Pins are 0 when the block does not run, and the upper ones of a wide build in the 4-bit mode.
  `RVT_IMPLIES(Off_A, !ran_q, !trc_clk && trc_data == '0)
  if (Pins == 8) begin : g_upper
    logic [3:0] upper;
    assign upper = trc_data[Pins-1-:4];
    `RVT_IMPLIES(Upper_A, beat && !bytewise_q, upper == '0)
  end
  // Empty means that the probe has all that was accepted, to the last beat (TCI:PIB-26).
  `RVT_IMPLIES(Empty_A, empty && ran_q, out_now == '0 && !in_msg_d && !half_d && !pattern_d)

  // Messages are taken while enabled and not calibrating, and the rest of one that has begun (TCI:LINK-07, LINK-08).
  `RVT_ASSERT(Listens_A, s_dn_on == (on && ((enable_i && !calibrates) || open_q)))
  `RVT_IMPLIES(Refuses_A, !s_dn_on, !s_ready)
  // The Active bit waits as long as the pins cannot stop (TCI:CTRL-07).
  `RVT_ASSERT(InMsg_A, in_msg == !can_stop)

  // ---- Time ----------------------------------------------------------------------------------------

  // While a message is there and no pattern is wanted, or the rest of another message, the next byte is out
  // within the rest of a pattern, four idle beats and its own. So a source within a message waits for no software
  // (TCI:CTRL-07).
  localparam int unsigned Beats = Calibrate != 0 ? 13 : 6;
  logic pending;
  logic [3:0] spent_q, left, of_byte;  // beats
  assign pending = on && !(enable_i && calibrates && !open_q) && dut_msgs != '0;
  assign of_byte = dut_nibbles ? 4'd2 : 4'd1;
  always_comb begin
    left = of_byte - 4'(dut_high);
    if (dut_in_msg && dut_last) begin
      left = left + 4'd4 + (4'd4 - 4'(dut_pos)) * of_byte;
    end else if (!dut_in_msg) begin
      left = left + 4'd4 - (dut_changed ? 4'd0 : 4'(dut_idle));
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) spent_q <= '0;
    else if (!pending || dut_pop) spent_q <= '0;
    else if (wait_q == '0 && spent_q != '1) spent_q <= spent_q + 4'd1;
  end
  `RVT_IMPLIES(Drains_A, pending, 32'(spent_q) < Beats)
  `RVT_IMPLIES(Begun_L, dut_in_msg && dut_last, dut_high || dut_pos != '0)
  `RVT_IMPLIES(Spent_L, pending, 32'(spent_q) + 32'(left) <= Beats)

  // ---- Registers and the probe ---------------------------------------------------------------------

  logic dut_message;
  assign dut_message = dut_in_msg && !dut_last;
  logic still_held, push, pop;
  assign still_held = held_q && !leave;
  assign push = dut_word_valid && dut_buf_ready;
  assign pop = dut_level != '0 && dut_pop;
  rvt_fv_pib_buffer #(
    .Lanes(Lanes),
    .BufferBytes(BufferBytes)
  ) i_buffer (
    .clk_i,
    .rst_ni,
    .running_i(running),
    .open_i(open_q),
    .message_i(dut_message),
    .held_i(still_held),
    .ahead_i(ahead_now),
    .value_i(value_q),
    .push_i(push),
    .word_i(dut_word),
    .pop_i(pop),
    .dut_packed_i(dut_packed),
    .dut_pack_i(dut_pack),
    .dut_msgs_i(dut_msgs),
    .dut_level_i(dut_level),
    .dut_head_i(head),
    .dut_wptr_i(dut_wptr),
    .dut_rptr_i(dut_rptr),
    .dut_mem_i(dut_mem)
  );
  `RVT_IMPLIES(Out_L, ran_q, out_now == (LevelBits + 1)'(dut_level) + (LevelBits + 1)'(dut_packed))
  `RVT_IMPLIES(Idle_L, !ran_q, out_q == '0 && dut_level == '0 && dut_packed == '0 && dut_msgs == '0 && !open_q &&
               !dut_in_msg && !dut_high && !dut_on_pins && dut_idle == '0 && dut_div == '0 &&
               !in_msg_q && !half_q && idle_q == '0 && !held_q && wait_q == '0 && !dut_last &&
               dut_pos == '0 && !pattern_q && pos_q == '0 && !last_q && !shown_q)
  `RVT_IMPLIES(Probe_L, ran_q, half_d == dut_high && idle_d == dut_idle && wait_q == dut_div &&
               (in_msg_d || half_d || pattern_d) == dut_in_msg &&
               (!half_d || low_d == (pattern_d ? expected[3:0] : head[3:0])))
  `RVT_IMPLIES(Pattern_L, ran_q, dut_last == last_d && dut_pos == pos_d && dut_on_pins == shown_d &&
               (shown_d ? idle_d == '0 : !dut_in_msg) && (last_d ? !in_msg_d : !pattern_d) &&
               (pattern_d == (dut_in_msg && last_d)) && (pattern_d || pos_d == '0))
  `RVT_IMPLIES(First_L, ran_q && half_d, first_d == (!in_msg_d && !pattern_d))
  `RVT_IMPLIES(Before_L, ran_q && half_d && first_d && rvt_ntrace_pkg::is_sync(head[7:2]),
               before_d == 3'd4)
  `RVT_ASSERT(Open_L, dut_open == open_q)
  `RVT_ASSERT(Clear_L, dut_clear == !running)
  `RVT_ASSERT(Nibbles_L, dut_nibbles == !bytewise)
  `RVT_ASSERT(Changed_L, dut_changed == (bytewise != bytewise_q))
  `RVT_IMPLIES(Mode_L, ran_q && half_d, !bytewise && !bytewise_q)
  `RVT_IMPLIES(Clk_L, !ran_q, !clk_q)
  `RVT_IMPLIES(NotFirst_L, !half_q, !first_q)

  // ---- Covers --------------------------------------------------------------------------------------

  // A message ends with a byte like idle, and the next one follows directly.
  logic ones_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ones_q <= 1'b0;
    else ones_q <= running && (byte_done ? seen == 8'hff : ones_q && idle_d == '0);
  end
  `RVT_COVER(Next_C, byte_done && ones_q)
  `RVT_COVER(Sync_C, sync_begins)
  // The pins stop after a message, with another one in the buffer.
  `RVT_COVER(Stop_C, active_i && ran_q && !running && !empty)
  `RVT_COVER(Beat_C, Lanes == 1 || (accept && 32'(s_bytes_i) == Lanes && dut_packed != '0))
  `RVT_COVER(Rest_C, accept && !enable_i)
  `RVT_COVER(Slow_C, leave && divider_i == DivWidth'(1) && in_msg_q)
  `RVT_COVER(Bytes_C, Pins == 4 || (leave && bytewise_q && ahead_q == '0 && out_q > 2))
  // A pattern is repeated, a message comes after one, the pins stop after one.
  `RVT_COVER(Repeat_C, Calibrate == 0 || (starts && last_d && after_d && before_d == '0))
  `RVT_COVER(Behind_C, Calibrate == 0 || (starts && !last_d && after_d))
  `RVT_COVER(Close_C, Calibrate == 0 || (active_i && ran_q && !running && last_q && shown_q))

endmodule

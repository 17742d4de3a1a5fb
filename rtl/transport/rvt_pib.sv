// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Pin interface block in its parallel modes: docs/units/pib.md.
///
/// The pins come from flip-flops. A message starts only when all of it is in the buffer, so its
/// bits follow each other on consecutive clock edges (NT:PIB-03).
module rvt_pib #(
  // interface: parameters only Framing Lanes Pins DivWidth BufferBytes ClkCenter Calibrate
  parameter int unsigned Framing     = 0,   // framing: N-Trace, E-Trace; of a sink tandem too
  parameter int unsigned Lanes       = 1,   // bytes of a beat: 1, 2, 4, 8 or 16
  parameter int unsigned Pins        = 8,   // trace data pins: 4, 8 or 16
  parameter int unsigned DivWidth    = 8,   // bits of trPibDivider: 1..16
  parameter int unsigned BufferBytes = 64,  // of the PIB, at least the longest message: 38..256
  parameter int unsigned ClkCenter   = 0,   // TRC_CLK edges in the middle of beats are built
  parameter int unsigned Calibrate   = 0    // calibration patterns are built
  // interface end
) (
  input  logic                clk_i,  // one clock for everything
  input  logic                rst_ni,  // asserted asynchronously, released synchronously

  input  logic                active_i,  // 0 clears everything in the next clock (TCI:CTRL-20)
  input  logic                enable_i,  // trPibEnable; 0 takes no new message
  input  logic [3:0]          mode_i,  // trPibMode; stable while not empty or enabled; or 0
  input  logic                center_i,  // trPibClkCenter; stable like the mode
  input  logic                calibrate_i,  // trPibCalibrate
  input  logic [DivWidth-1:0] divider_i,  // fdiv is clk_i by divider + 1; stable like the mode

  input  logic                s_valid_i,  // a beat is offered
  input  logic [8*Lanes-1:0]  s_data_i,  // byte 0 in 7:0
  input  logic [$clog2(Lanes):0] s_bytes_i,  // bytes of the beat
  input  logic                s_eom_i,  // it ends a message
  output logic                s_ready_o,  // it is taken in this clock
  output logic                s_dn_on_o,  // messages are taken, or the rest of one (TCI:LINK-08)
  output logic                s_dn_lost_o,  // what the buffer holds is given up in this clock

  output logic                empty_o,  // trPibEmpty, also the pins are idle (TCI:PIB-26)
  output logic                in_msg_o,  // the pins cannot stop in this clock
  output logic                trc_clk_o,  // runs with data and without
  output logic [Pins-1:0]     trc_data_o  // a beat; all ones while idle, 0 while off
);

  localparam rvt_framing_pkg::values_t Values = rvt_framing_pkg::values(Framing);
  localparam logic [3:0] Mode4Bit = 4'd10;  // TCI:PIB-01
  localparam logic [3:0] Mode8Bit = 4'd11;
  localparam logic [3:0] Mode16Bit = 4'd12;
  localparam logic [2:0] AlignBeats = 3'(2 * Values.AlignBytes);  // in the 4-bit mode
  localparam int unsigned WordBytes = Pins == 16 ? 2 : 1;  // of the buffer
  localparam logic [7:0] BlankUpper = Values.Headed ? Values.Align : Values.Idle;
  localparam int unsigned Longest = Values.Headed ? Values.SyncBytes + 1 : Values.Longest;

  if (BufferBytes < Longest) begin : g_bad_longest
    $error("rvt_pib: BufferBytes must be at least the longest message");
  end

  // The parameters of a build know the formats of an encoder with registers alone.
  localparam int unsigned Coded = Framing == rvt_framing_pkg::Tandem ? 0 : Framing;
  // interface: check 5 Framing=Coded Format=Coded SrcBitsMax=0 Lanes Pins DivWidth BufferBytes ClkCenter Calibrate SafeDiv=0 Ram=0
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD_VALUE(Framing,Coded); `RVT_BUILD_VALUE(Format,Coded);
    `RVT_BUILD_VALUE(SrcBitsMax,0); `RVT_BUILD(Lanes); `RVT_BUILD(Pins); `RVT_BUILD(DivWidth);
    `RVT_BUILD(BufferBytes); `RVT_BUILD(ClkCenter); `RVT_BUILD(Calibrate);
    `RVT_BUILD_VALUE(SafeDiv,0); `RVT_BUILD_VALUE(Ram,0);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  rvt_check_build #(
    .Build(Build),
    .Levels(5)
  ) i_check_build ();
  // interface end

  logic [DivWidth-1:0] div_q, div_d;
  logic in_msg_q, in_msg_d;
  logic high_q, high_d;
  logic on_pins_q, on_pins_d;
  logic [2:0] idle_q, idle_d, idle;
  logic open_q;
  logic trc_clk_q;
  logic [Pins-1:0] trc_data_q, trc_data_d;
  logic [15:0] pins;

  logic on, tick, beat, center_edge, stopped, clear;
  logic nibbles, pairs, changed;
  logic buf_valid, room, held, whole;
  logic push, take, msg_out, byte_done;
  logic pattern, pattern_q, pattern_start, pattern_ends, want_pattern;
  logic aligned, aligns, may, start, lead, show;
  logic [7:0] lower, upper, pattern_byte, data, blank;

  // ---- Modes -----------------------------------------------------------------------------------

  assign on = active_i && (mode_i == Mode4Bit || (Pins >= 8 && mode_i == Mode8Bit) ||
                           (Pins >= 16 && mode_i == Mode16Bit));

  // What is on the pins keeps its form while they come to a stop.
  if (Pins == 4) begin : g_one_mode
    assign nibbles = 1'b1;
    assign pairs = 1'b0;
    assign changed = 1'b0;
  end else begin : g_modes
    logic nibbles_q, pairs_q;
    assign nibbles = on ? mode_i == Mode4Bit : nibbles_q;
    assign pairs = Pins == 16 && (on ? mode_i == Mode16Bit : pairs_q);
    assign changed = nibbles != nibbles_q || pairs != pairs_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        nibbles_q <= 1'b1;
        pairs_q <= 1'b0;
      end else begin
        nibbles_q <= nibbles;
        pairs_q <= pairs;
      end
    end
  end

  // ---- Beats -----------------------------------------------------------------------------------

  assign tick = div_q == '0;
  if (ClkCenter != 0) begin : g_center
    logic wait_q;  // the beat on the pins waits for its edge
    assign beat = tick && !wait_q;
    assign center_edge = tick && wait_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        wait_q <= 1'b0;
      end else if (clear || tick) begin
        wait_q <= beat && center_i && !clear;
      end
    end
  end else begin : g_no_center
    assign beat = tick;
    assign center_edge = 1'b0;
  end

  // At the end of a beat with TRC_CLK low and no message the clock can stop without a runt pulse.
  assign stopped = beat && !trc_clk_q && !in_msg_q;
  assign clear = !active_i || (!on && stopped);

  // ---- Buffer ----------------------------------------------------------------------------------

  // No producer waits for the end of calibration, which software decides (TCI:CTRL-07).
  assign s_dn_on_o = on && ((enable_i && !(Calibrate != 0 && calibrate_i)) || open_q);
  assign s_ready_o = s_dn_on_o && room;
  assign push = s_valid_i && s_ready_o;

  rvt_pib_buffer #(
    .Framing(Framing),
    .Lanes(Lanes),
    .WordBytes(WordBytes),
    .Words(BufferBytes / WordBytes)
  ) i_buffer (
    .clk_i,
    .rst_ni,
    .clr_i(clear),
    .s_valid_i(push),
    .s_data_i,
    .s_bytes_i,
    .s_eom_i,
    .s_ready_o(room),
    .pairs_i(pairs),
    .take_i(take),
    .valid_o(buf_valid),
    .byte_o(lower),
    .upper_o(upper),
    .whole_o(whole),
    .aligns_o(aligns),
    .ends_o(msg_out),
    .held_o(held)
  );

  // ---- Calibration -----------------------------------------------------------------------------

  if (Calibrate != 0) begin : g_pattern
    logic [1:0] pos_q;  // byte of the pattern; 0 outside
    logic last_q;  // of pattern and message, the pattern was on the pins last
    // The rest of a message is taken, so what is before it leaves: a full buffer would wait for software.
    assign want_pattern = on && enable_i && calibrate_i && !(open_q && whole);
    assign pattern_q = last_q;
    // A repetition follows directly; the first one and the first message after it keep a distance.
    assign pattern_start =
        want_pattern && (aligned || (last_q && on_pins_q)) && !(Values.Headed && high_q);
    assign pattern = in_msg_q ? last_q : pattern_start;
    assign pattern_ends = byte_done && pos_q == 2'd3;
    always_comb begin
      unique case (pos_q)  // TCI:PIB-21
        2'd0: pattern_byte = nibbles ? 8'h5a : 8'haa;
        2'd1: pattern_byte = nibbles ? 8'h5a : 8'h55;
        2'd2: pattern_byte = nibbles ? 8'hf0 : 8'h00;
        2'd3: pattern_byte = nibbles ? 8'h0f : 8'hff;
        default: pattern_byte = '0;
      endcase
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        pos_q <= '0;
        last_q <= 1'b0;
      end else if (clear) begin
        pos_q <= '0;
        last_q <= 1'b0;
      end else if (beat && show) begin
        pos_q <= pos_q + 2'(pattern && byte_done);
        last_q <= pattern;
      end
    end
  end else begin : g_no_pattern
    assign pattern_byte = '0;
    assign want_pattern = 1'b0;
    assign pattern_q = 1'b0;
    assign pattern_start = 1'b0;
    assign pattern = 1'b0;
    assign pattern_ends = 1'b0;
  end

  // ---- What the next beat is -------------------------------------------------------------------

  // Idle beats of another mode do not count.
  assign idle = changed ? '0 : idle_q;
  assign aligned = idle == AlignBeats;
  assign may =
      on && whole && !want_pattern && (aligned || !(pattern_q || (nibbles && aligns)));

  // What aligns is the last idle byte before a message, and with four pins idle are whole bytes; in a pair it is the
  // upper one of all that are idle (ETR:DC-13).
  if (Values.Headed) begin : g_headed
    logic lead_q;  // the beat on the pins is the last one before a message
    assign start = may && !high_q && (pairs || on_pins_q || lead_q);
    assign lead = may && !start && !in_msg_q && !pairs && (!nibbles || high_q);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) lead_q <= 1'b0;
      else if (clear || changed) lead_q <= 1'b0;
      else if (beat) lead_q <= lead;
    end
  end else begin : g_plain
    assign start = may;
    assign lead = 1'b0;
  end
  assign blank = !lead ? Values.Idle :
                 nibbles ? {Values.Align[3:0], Values.Align[7:4]} : Values.Align;
  assign show = in_msg_q || start || pattern_start;
  assign byte_done = !nibbles || high_q;
  assign data = pattern ? pattern_byte : lower;
  assign take = beat && show && !pattern && byte_done;

  always_comb begin
    div_d = tick ? divider_i : div_q - DivWidth'(1);
    in_msg_d = show && !(pattern ? pattern_ends : msg_out);
    high_d = (show || (Values.Headed && nibbles)) && !byte_done;
    on_pins_d = show;
    idle_d = !beat ? idle : show ? '0 : (aligned ? AlignBeats : idle + 3'd1);
    pins = '0;
    pins[3:0] = !show ? blank[3:0] : (high_q ? data[7:4] : data[3:0]);
    if (!nibbles) begin
      pins[7:4] = show ? data[7:4] : blank[7:4];
    end
    if (pairs) begin
      pins[15:8] = !show ? BlankUpper : (pattern ? data : upper);
    end
    trc_data_d = pins[Pins-1:0];
    if (clear) begin
      div_d = '0;
      trc_data_d = '0;
      in_msg_d = 1'b0;
      high_d = 1'b0;
      on_pins_d = 1'b0;
      idle_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      div_q <= '0;
      open_q <= 1'b0;
    end else begin
      div_q <= div_d;
      open_q <= (push ? !s_eom_i : open_q) && !clear;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      trc_clk_q <= 1'b0;
    end else if (clear || center_edge || (beat && !(ClkCenter != 0 && center_i))) begin
      trc_clk_q <= !trc_clk_q && !clear;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      trc_data_q <= '0;
      in_msg_q <= 1'b0;
      high_q <= 1'b0;
      on_pins_q <= 1'b0;
    end else if (clear || beat) begin
      trc_data_q <= trc_data_d;
      in_msg_q <= in_msg_d;
      high_q <= high_d;
      on_pins_q <= on_pins_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      idle_q <= '0;
    end else if (clear || beat || changed) begin
      idle_q <= idle_d;
    end
  end

  assign empty_o = !buf_valid && !held && !on_pins_q;
  assign s_dn_lost_o = clear && (buf_valid || held);
  assign in_msg_o = !stopped;
  assign trc_clk_o = trc_clk_q;
  assign trc_data_o = trc_data_q;

  logic unused;
  assign unused = ^{pins, upper, center_i, calibrate_i};

  // ---- Assertions ----------------------------------------------------------------------------

  // A beat has 1..Lanes bytes (TCI:LINK-05).
  `RVT_IMPLIES_M(Bytes_M, s_valid_i, s_bytes_i != '0 && 32'(s_bytes_i) <= Lanes)
  // No other mode while there is something to send (TCI:PIB-27).
  `RVT_IMPLIES_M(ModeNibble_M, active_i && high_q && in_msg_q, nibbles)
  // A started message never waits for a byte, so its bits have no overflow (NT:PIB-03).
  `RVT_IMPLIES(OverflowFree_A, beat && show && !pattern, buf_valid)
  // A message in the buffer is complete as long as it is leaving.
  `RVT_IMPLIES(Whole_A, in_msg_q && !pattern_q, whole)
  // A high nibble follows its low nibble at once, where idle is bytes an idle one, too.
  `RVT_IMPLIES(Nibble_A, high_q,
               (in_msg_q && on_pins_q) || (Values.Headed && !in_msg_q && !on_pins_q))
  // No message starts after fewer than four idle beats if a probe shall align on it (TCI:PIB-14).
  `RVT_IMPLIES(Align_A,
               beat && show && !pattern && !in_msg_q && nibbles && aligns, idle_q == AlignBeats)
  // Neither does one after a pattern, nor a pattern after a message (TCI:PIB-22).
  `RVT_IMPLIES(Apart_A, beat && show && on_pins_q, pattern == pattern_q)
  // The count of idle beats stays in its range.
  `RVT_ASSERT(IdleRange_A, idle_q <= AlignBeats)
  // With a message on the pins or in the buffer the block is not empty (TCI:PIB-26).
  `RVT_IMPLIES(Empty_A, in_msg_q || on_pins_q || whole || open_q, !empty_o)
  // No message begins at the input while disabled, calibrating or inactive (TCI:LINK-07, PIB-21),
  // and no producer waits until one does (TCI:CTRL-07).
  `RVT_IMPLIES(Refuse_A,
               !active_i || (!open_q && (!enable_i || (Calibrate != 0 && calibrate_i))),
               !s_ready_o && !s_dn_on_o)

endmodule

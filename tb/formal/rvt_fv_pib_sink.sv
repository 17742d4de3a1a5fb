// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// PIB sink with calibration, for every bus, power switch and source: Active comes to its end.
///
/// `left` counts the ticks that the pins need at most until they can stop, from what is on them alone. That
/// it falls with every tick of Closing bounds Closing; patterns and messages prolong it by their rest only.
module rvt_fv_pib_sink #(
  parameter int unsigned Pins        = 8,
  parameter int unsigned DivWidth    = 2,
  parameter int unsigned BufferBytes = 4,
  parameter int unsigned SafeDiv     = 1,
  parameter int unsigned ClkCenter   = 1,
  localparam int unsigned LevelBits  = $clog2(BufferBytes + 1)
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        psel_i,
  input logic        penable_i,
  input logic        pwrite_i,
  input logic [11:0] paddr_i,
  input logic [31:0] pwdata_i,
  input logic [3:0]  pstrb_i,
  input logic        active_ack_i,
  input logic        s_valid_i,
  input logic [7:0]  s_data_i,
  input logic [0:0]  s_bytes_i,
  input logic        s_eom_i,
  input logic [5:0]  s_length_i,

  (* probe = "i_dut.i_regs.i_active.life_q" *) input logic [2:0] dut_life,
  (* probe = "i_dut.i_regs.i_active.want_q" *) input logic dut_want,
  (* probe = "i_dut.i_regs.enable_q" *) input logic dut_enable,
  (* probe = "i_dut.i_regs.center_q" *) input logic dut_center,
  (* probe = "i_dut.i_pib.in_msg_q" *) input logic dut_in_msg,
  (* probe = "i_dut.i_pib.pattern_q" *) input logic dut_pattern,
  (* probe = "i_dut.i_pib.g_pattern.pos_q" *) input logic [1:0] dut_pos,
  (* probe = "i_dut.i_pib.high_q" *) input logic dut_high,
  (* probe = "i_dut.i_pib.nibbles" *) input logic dut_nibbles,
  (* probe = "i_dut.i_pib.div_q" *) input logic [DivWidth-1:0] dut_div,
  (* probe = "i_dut.i_pib.g_center.wait_q?" *) input logic dut_wait,
  (* probe = "i_dut.i_pib.i_buffer.u_fifo.level_q" *) input logic [LevelBits-1:0] dut_level
);

  localparam logic [2:0] LifeOff = 3'b000;
  localparam logic [2:0] LifeRising = 3'b001;
  localparam logic [2:0] LifeOn = 3'b011;
  localparam logic [2:0] LifeClosing = 3'b111;
  localparam logic [2:0] LifeFalling = 3'b010;

  logic [31:0] prdata;
  logic pready, pslverr, req, s_ready, dn_on, dn_stopped, dn_lost, trc_clk;
  logic [Pins-1:0] trc_data;

  rvt_pib_sink #(
    .Pins(Pins),
    .DivWidth(DivWidth),
    .BufferBytes(BufferBytes),
    .SafeDiv(SafeDiv),
    .ClkCenter(ClkCenter),
    .Calibrate(1)
  ) i_dut (
    .*,
    .prdata_o(prdata),
    .pready_o(pready),
    .pslverr_o(pslverr),
    .active_req_o(req),
    .s_ready_o(s_ready),
    .s_dn_on_o(dn_on),
    .s_dn_lost_o(dn_lost),
    .s_dn_stopped_o(dn_stopped),
    .trc_clk_o(trc_clk),
    .trc_data_o(trc_data)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // What `pib-8c` and `pib-4c` prove: a message on the pins has its next byte in the buffer.
  `RVT_IMPLIES_M(Rest_M, dut_in_msg && !dut_pattern, dut_level != '0)

  // ---- How long it can take ------------------------------------------------------------------------

  logic [7:0] bytes, beats;  // left of the message or repetition on the pins
  logic [11:0] ticks;
  logic [15:0] left, left_q;
  logic closing, closing_q;
  assign closing = dut_life == LifeClosing;
  assign bytes = dut_pattern ? 8'd4 - 8'(dut_pos) : 8'(dut_level);
  assign beats = dut_nibbles ? {bytes[6:0], 1'b0} - 8'(dut_high) : bytes;
  // After it TRC_CLK falls and a beat ends: two beats at most.
  assign ticks = dut_in_msg ? 12'd4 + (ClkCenter != 0 ? {3'd0, beats, 1'b0} : 12'(beats)) + 12'(dut_wait) :
                 dut_wait ? (trc_clk ? 12'd2 : 12'd4) : trc_clk ? 12'd3 : 12'd1;
  assign left = (16'(ticks) << DivWidth) + 16'(dut_div);

  logic could_q, clk_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {closing_q, left_q, could_q, clk_q} <= '0;
    end else begin
      closing_q <= closing;
      left_q <= left;
      could_q <= dut_div == '0 && !dut_wait && !dut_in_msg;
      clk_q <= trc_clk;
    end
  end

  // ---- Properties ----------------------------------------------------------------------------------

  // Every clock of Closing is nearer to its end, whatever software and source do (TCI:CTRL-07).
  `RVT_IMPLIES(Nearer_A, closing && closing_q, left < left_q)
  // It ends where neither message, repetition nor pulse is cut, and no other way (TCI:CTRL-07, PIB-22).
  `RVT_IMPLIES(Whole_A, closing_q && !closing, dut_life == LifeFalling && could_q && !clk_q)
  `RVT_IMPLIES(Ends_A, closing_q && could_q && !clk_q, !closing)
  // Nothing is taken meanwhile, and an inactive sink is quiet (TCI:CTRL-20, LINK-07).
  `RVT_IMPLIES(Deaf_A, dut_life != LifeOn, !s_ready && !dn_on)
  `RVT_IMPLIES(Quiet_A, dut_life != LifeOn && !closing, !trc_clk && trc_data == '0 && !dut_enable)
  // Four phases with the switch, each ended by its answer (TCI:CTRL-02).
  `RVT_ASSERT(Request_A, req == (dut_life == LifeRising || dut_life == LifeOn || closing))
  logic [2:0] life_q;
  logic ack_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {life_q, ack_q} <= '0;
    end else begin
      life_q <= dut_life;
      ack_q <= active_ack_i;
    end
  end
  `RVT_IMPLIES(Rises_A, life_q == LifeRising, dut_life == (ack_q ? LifeOn : LifeRising))
  `RVT_IMPLIES(Falls_A, life_q == LifeFalling, dut_life == (ack_q ? LifeFalling : LifeOff))
  // A wanted 0 closes at once, whatever is on the pins; a 1 begins again after Off.
  `RVT_IMPLIES(Closes_A, life_q == LifeOn, dut_life == (dut_want ? LifeOn : LifeClosing))
  `RVT_IMPLIES(Begins_A, life_q == LifeOff, dut_life == (dut_want ? LifeRising : LifeOff))

  // ---- Lemmas --------------------------------------------------------------------------------------

  `RVT_IMPLIES(Fresh_L, dut_life == LifeOn && !dut_want, !dut_enable)
  `RVT_ASSERT(Center_L, ClkCenter != 0 || !dut_center)
  `RVT_IMPLIES(Closing_L, closing, !dut_enable)

  // ---- Covers --------------------------------------------------------------------------------------

  logic pattern_q, message_q;  // Closing began within one
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {pattern_q, message_q} <= '0;
    end else if (closing && !closing_q) begin
      pattern_q <= dut_in_msg && dut_pattern;
      message_q <= dut_in_msg && !dut_pattern;
    end
  end
  `RVT_COVER(Pattern_C, closing_q && !closing && pattern_q)
  `RVT_COVER(Message_C, closing_q && !closing && message_q)
  `RVT_COVER(Again_C, life_q == LifeOff && dut_life == LifeRising && message_q)

  logic unused;
  assign unused = ^{prdata, pready, pslverr, dn_stopped};

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Sessions of the ingress stage: what a clock writes into the queue, what it refuses, and when the hart has
/// to stall.
///
/// A session is open from an entry of blocks to the first clock that ends it with a stop or an overflow. A
/// clock's blocks that find the queue full open an overflow, as does a clock whose slots have no order
/// (D-27), and one after a loss at the stream's other end (D-33). A stop always fits: one entry of the queue is kept for it, and the next session begins only
/// when there is room for blocks again. `stall_o`, `overflow_o` and `busy_o` are functions of state,
/// configuration and queue level.
module rvt_ingress_session #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Blocks     = Build.Blocks,
  localparam int unsigned QueueDepth = Build.QueueDepth,
  localparam int unsigned StallLatency = Build.StallLatency,
  localparam int unsigned LevelWidth = $clog2(QueueDepth + 2)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  rvt_config_pkg::config_t cfg_i,

  // state of the hart
  input  logic                    trig_on_i,   // trace-on trigger; needs Events, as the next two
  input  logic                    trig_off_i,  // trace-off trigger
  input  logic                    notify_i,    // external notify trigger
  input  logic                    halted_i,    // debug mode
  input  logic                    lowpower_i,
  input  logic                    hart_reset_i,
  input  logic [2:0]              priv_i,      // with Context, as the next one
  input  logic                    reported_i,  // a context is reported

  // slots of the clock
  input  logic                    valid_i,  // there is a slot 0
  input  logic [Blocks-1:0]       known_i,  // valid, and the address means something
  input  logic                    hole_i,   // they are not the lowest ones (NT:ING-02)
  input  logic                    retires_i,  // one of them has an instruction

  // what lies after
  input  logic [LevelWidth-1:0]   level_i,   // entries in the queue
  input  logic                    resume_i,  // the message FIFO has drained far enough
  input  logic                    lost_i,    // some of what has left is lost

  // what the clock writes, at most one
  output logic                    put_overflow_o,    // the end of the overflow
  output logic                    put_stop_o,   // the stop
  output logic                    put_block_o,  // the blocks
  output logic                    put_enable_o,  // with E-Trace: that trTeEnable has risen
  output logic                    overflow_open_o,   // an overflow opens

  // state before the clock
  output logic                    goes_on_o,  // a session is open after the clock, which is traced
  output logic                    open_o,    // a block of this session has been accepted
  output logic [3:0]              reason_o,  // SYNC of the next start
  output logic                    rst_o,     // the hart was reset, and no entry has carried it yet
  output logic                    ext_o,     // ... an external notify trigger came
  output logic                    enable_new_o,  // E-Trace: trTeEnable was 0 since the last entry
  output logic                    context_new_o,  // the blocks have a new privilege or context
  output logic                    lost_context_o,  // ... such have been refused in the overflow
  output logic [2:0]              priv_o,  // privilege of the blocks before
  output logic                    stall_o,
  output logic                    traced_o,  // slots of this clock, before anything refuses them
  output logic                    overflow_o,
  output logic                    busy_o
);

  localparam bit Etrace = Build.Format == 1;

  logic open_q, open_d;
  logic [3:0] reason_q, reason_d;
  logic away_q;  // in debug mode or low power
  logic rst_q, rst_d;
  logic ext_q, ext_d;
  logic overflow_q, overflow_d;
  logic lost_q, lost_d;  // lost_i came in the clock before: an overflow opens

  // ---- What the clock writes -------------------------------------------------------------------

  logic enabled, on, want, room, odd, blk;

  assign enabled = cfg_i.active && cfg_i.enable && cfg_i.mode != rvt_config_pkg::ModeOff;
  assign on = enabled && (cfg_i.tracing || trig_on_i);  // TCI:TE-01, TRIG-05
  assign want = on && !halted_i && !lowpower_i &&       // NT:SEQ-18
                !(Etrace && hart_reset_i);              // ETR:Q-04
  assign room = level_i < LevelWidth'(QueueDepth);
  // Refused whole (D-27): a hole between the slots, or blocks after one that cannot start.
  assign odd = hole_i || (!open_q && !known_i[0] && known_i != '0);
  assign blk = want && !hart_reset_i && (odd || (open_q ? valid_i : known_i[0]));

  assign traced_o = blk;

  // The stop, the overflow's end and the blocks exclude each other: an overflow is only there while no session is
  // open.
  assign put_overflow_o = overflow_q && level_i == '0 && resume_i;
  assign put_stop_o = open_q && !want && !lost_q;
  assign put_block_o = blk && !odd && room && !overflow_q && !lost_q;
  assign overflow_open_o = ((blk && !put_block_o) || lost_q) && !overflow_q;

  // ---- State -----------------------------------------------------------------------------------

  always_comb begin
    open_d = open_q;
    reason_d = reason_q;
    overflow_d = overflow_q;
    if (put_stop_o || overflow_open_o) open_d = 1'b0;
    if (put_block_o) open_d = 1'b1;
    if (put_overflow_o) overflow_d = 1'b0;
    if (overflow_open_o) overflow_d = 1'b1;
    // D-04. A start reason stays until the hart's state, a switch or another overflow replaces it; a
    // reset of the hart does not replace a loss, as tracing is on through it.
    if (want && put_overflow_o) reason_d = rvt_ingress_pkg::StartOverrun;
    else if (want && (!hart_reset_i || reason_q == rvt_ingress_pkg::StartOverrun))
      reason_d = reason_q;
    else if (hart_reset_i) reason_d = rvt_ingress_pkg::StartReset;
    else if (lowpower_i) reason_d = rvt_ingress_pkg::StartPower;
    else if (halted_i) reason_d = rvt_ingress_pkg::StartDebug;
    else reason_d = rvt_ingress_pkg::StartEnable;
    // Both wait for the session's next entry and end with the session. With a trace-on trigger the
    // start message stands for a notification of its clock, with a trace-off the stop (D-21).
    rst_d = (rst_q && !put_block_o) || hart_reset_i;
    ext_d = Build.Events != 0 && ((ext_q && !put_block_o) ||
                                  (notify_i && !trig_off_i && (open_q || !trig_on_i)));
    if (Etrace) begin  // ETR:DC-16: with the clock's newest instruction, else the next one
      ext_d = Build.Events != 0 && !(put_block_o && retires_i) && (ext_q || notify_i);
    end
    if (!cfg_i.active) begin
      open_d = 1'b0;
      reason_d = rvt_ingress_pkg::StartEnable;
      overflow_d = 1'b0;
    end
    // An open overflow announces it; after Enable 0 trace ends (D-33).
    lost_d = lost_i && cfg_i.active && (open_q || (cfg_i.enable && !overflow_q));
    if (!open_d) begin
      rst_d = 1'b0;
      ext_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      reason_q <= rvt_ingress_pkg::StartEnable;
      away_q <= 1'b0;
      rst_q <= 1'b0;
      ext_q <= 1'b0;
      overflow_q <= 1'b0;
      lost_q <= 1'b0;
    end else begin
      open_q <= open_d;
      reason_q <= reason_d;
      away_q <= (halted_i || lowpower_i) && cfg_i.active;
      rst_q <= rst_d;
      ext_q <= ext_d;
      overflow_q <= overflow_d;
      lost_q <= lost_d;
    end
  end

  // ---- trTeEnable (ETR:DC-07) -------------------------------------------------------------------

  if (Etrace) begin : g_enable
    logic new_q;
    assign enable_new_o = new_q;
    assign put_enable_o = new_q && cfg_i.active && cfg_i.enable && !open_q && !overflow_q &&
                          !lost_q && !blk && room;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) new_q <= 1'b1;
      else begin
        new_q <= !cfg_i.active || !cfg_i.enable ||
                 (new_q && !(put_overflow_o || put_stop_o || put_block_o || put_enable_o));
      end
    end
  end else begin : g_no_enable
    assign enable_new_o = 1'b0;
    assign put_enable_o = 1'b0;
    logic unused;
    assign unused = retires_i;
  end

  // ---- Privilege and context (NT:OWN-04, OWN-05) -------------------------------------------------

  if (Build.Context != 0) begin : g_context
    logic [2:0] priv_q;
    logic
        told_q, lost_own_q;  // a context was reported since the blocks before; a change was refused
    logic told, moved;
    assign told = reported_i || told_q;
    assign moved = priv_i != priv_q;
    assign context_new_o = cfg_i.context_en && open_q && (told || moved);
    assign lost_context_o = lost_own_q || (cfg_i.context_en && ((lost_q && !overflow_q) || (
                            blk && !put_block_o && (told || ((open_q || overflow_q) && moved)))));
    assign priv_o = priv_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        priv_q <= '0;
        {told_q, lost_own_q} <= '0;
      end else begin
        if (!cfg_i.active) priv_q <= '0;
        else if (blk) priv_q <= priv_i;
        told_q <= (told_q || (reported_i && want && (open_q || overflow_q))) && !blk &&
                  (open_d || overflow_d);
        lost_own_q <= lost_context_o && overflow_d;
      end
    end
  end else begin : g_no_context
    assign {context_new_o, lost_context_o, priv_o} = '0;
    logic unused;
    assign unused = ^{priv_i, reported_i};
  end

  assign open_o = open_q;
  assign goes_on_o = open_d && want;
  assign reason_o = reason_q;
  assign rst_o = rst_q;
  assign ext_o = ext_q;

  // NT:ING-26, TCI:OVF-10: released as tracing ends. Where trace-off is followed by trace-on in the
  // next clock the session goes on, and so must stall (TCI:TRIG-06).
  assign stall_o = enabled && (cfg_i.tracing || (Build.Events != 0 && open_q)) && cfg_i.stall_ena &&
                   !away_q && level_i >= LevelWidth'(QueueDepth - StallLatency);
  assign overflow_o = overflow_q;
  assign busy_o = open_q || overflow_q || lost_q;

  if (Build.Events == 0) begin : g_no_events
    logic unused;
    assign unused = ^{notify_i, trig_off_i};
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // Loss is always announced: a block is refused only in an open overflow or in the clock that opens one.
  `RVT_IMPLIES(Announced_A, (blk && !put_block_o) || lost_q, overflow_q || overflow_open_o)
  // While an overflow is open no session is, so it cannot overtake a block.
  `RVT_IMPLIES(OverflowAlone_A, overflow_q, !open_q)
  // What waits for the next entry of a session is there only while one is open.
  `RVT_IMPLIES(HeldInSession_A, rst_q || ext_q, open_q)
  // At most one thing is written in a clock.
  `RVT_ASSERT(OnePut_A,
              32'(put_overflow_o) + 32'(put_stop_o) + 32'(put_block_o) + 32'(put_enable_o) <= 1)
  // The queue never claims more than its depth, and has an entry for the stop of a session.
  `RVT_ASSUME(Level_M, level_i <= LevelWidth'(QueueDepth) + LevelWidth'(!open_q))

endmodule

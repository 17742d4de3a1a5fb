// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What an encoder holds, loses, stalls and sends, in simulation: counted here, not read off its registers.
///
/// Entries, beats (with FifoBytes bytes) and messages are counted where they go in and where they come out. From the counts
/// follows when the hart has to be stalled, what may be refused, when an overflow ends, and when Empty
/// and a flush may be reported. Golden model and functional encoder are not asked.
module rvt_check_encoder #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  parameter  int unsigned FifoDepth = 96,  // beats or rows of the message FIFO
  localparam int unsigned Blocks       = Build.Blocks,
  localparam int unsigned IretireWidth = Build.IretireWidth,
  localparam int unsigned ItypeWidth   = Build.ItypeWidth,
  localparam int unsigned QueueDepth   = Build.QueueDepth,
  localparam int unsigned StallLatency = Build.StallLatency,
  localparam int unsigned Lanes        = Build.Lanes
) (
  input logic                           clk_i,
  input logic                           rst_ni,
  input rvt_config_pkg::config_t        cfg_i,
  input logic [Blocks*IretireWidth-1:0] iretire_i,
  input logic [Blocks*ItypeWidth-1:0]   itype_i,
  input logic                           halted_i,  // debug mode, by either sign of it
  input logic                           lowpower_i,
  input logic                           hart_reset_i,
  input logic                           on_i,  // a trace-on trigger, debug or external
  input logic                           stall_i,
  input logic                           overflow_i,
  input logic                           dn_lost_i,  // some of what has left is lost
  input logic                           put_i,  // an entry goes into the queue in this clock
  input rvt_ingress_pkg::entry_e         kind_i,
  input logic                           take_i,  // an entry leaves it
  input logic                           flow_empty_i,  // none of it is before the packer
  input rvt_ingress_pkg::watch_t         watch_i,  // what the back end does
  input logic                           m_valid_i,  // a beat is offered
  input logic [8*Lanes-1:0]             m_data_i,
  input logic [$clog2(Lanes):0]         m_bytes_i,
  input logic                           m_eom_i,
  input logic [5:0]                     m_length_i,
  input logic                           m_ready_i,
  input logic                           flush_req_i,
  input logic                           flush_ack_i,
  input logic                           empty_i
);

  localparam int unsigned Unit = Build.FifoBytes != 0 ? Lanes : 1;  // bytes are counted, or beats
  localparam int unsigned Resume = FifoDepth / 2 * Unit;  // at which an overflow may end

  // ---- The clock on the ingress port -------------------------------------------------------------

  logic [Blocks-1:0] valid, known;
  logic traced, away, hole, qualified, refused, put_block, put_stop, put_overflow, m_beat;

  for (genvar b = 0; b < Blocks; b++) begin : g_slot
    logic retires, trap;
    logic [3:0] itype;
    assign itype = 4'(itype_i[ItypeWidth*b+:ItypeWidth]);
    assign retires = iretire_i[IretireWidth*b+:IretireWidth] != '0;
    assign trap = itype == 4'd1 || itype == 4'd2;  // NT:ITY-01, ITY-02
    assign valid[b] = retires || trap;
    assign known[b] = retires || itype == 4'd1 || (itype == 4'd2 && Build.IaddrOnInt != 0);
  end

  // In E-Trace a reset of the hart ends a session (ETR:Q-04).
  assign away = halted_i || lowpower_i;
  // TCI:TE-01, TRIG-05.
  assign traced = cfg_i.active && cfg_i.enable && cfg_i.mode != '0 && !away &&
                  !(Build.Format == 1 && hart_reset_i) &&
                  (cfg_i.tracing || (Build.Events != 0 && cfg_i.trig_ena && on_i));
  assign hole = (valid & (valid + Blocks'(1))) != '0;  // D-27
  assign put_block = put_i && kind_i <= rvt_ingress_pkg::EntryStart;
  assign put_stop = put_i && kind_i == rvt_ingress_pkg::EntryStop;
  // Without an overflow such an entry says that trTeEnable has risen.
  assign put_overflow = put_i && kind_i == rvt_ingress_pkg::EntryOverflow && overflow_i;
  assign m_beat = m_valid_i && m_ready_i;

  // ---- What has gone in and not come out -----------------------------------------------------------

  int unsigned level_q, fifo_q, held_q;  // entries, beats or bytes, messages
  int unsigned unsent_q;  // records that no message says that has begun
  int unsigned said;
  int unsigned m_units;
  assign said = watch_i.begun ? 32'(watch_i.said) : 0;
  assign m_units = Build.FifoBytes != 0 ? 32'(m_bytes_i) : 1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {level_q, fifo_q, held_q, unsent_q} <= '0;
    end else if (!cfg_i.active) begin
      {level_q, fifo_q, held_q, unsent_q} <= '0;
    end else begin
      level_q <= level_q + 32'(put_i) - 32'(take_i);
      fifo_q <= fifo_q + 32'(watch_i.put) - (m_beat ? m_units : 0) -
                (watch_i.dropped ? 32'(watch_i.dropped_put) : 0);
      held_q <= held_q + 32'(watch_i.begun) - 32'(m_beat && m_eom_i) - 32'(watch_i.dropped);
      unsent_q <= unsent_q + 32'(watch_i.made) - said;
    end
  end

  // ---- Session, overflow, stall --------------------------------------------------------------------

  logic open_q, lost_q;  // a session is open; blocks are being lost
  logic hurt_q;  // something was lost at the other end: an overflow opens (D-33, NT:ERR-01)
  logic low_q, away_q, ack_q;
  int unsigned able_q, stalled_q;  // clocks in a row in which stall was allowed; ... was asserted
  logic able, close, none;

  assign qualified = traced && !hart_reset_i &&
                     (open_q ? valid != '0 : known != '0 || hole);
  assign refused = qualified && !put_block;
  assign close = open_q && !traced && !hurt_q;
  assign able = cfg_i.active && cfg_i.enable && cfg_i.mode != '0 && cfg_i.stall_ena && !away_q &&
                (cfg_i.tracing || (Build.Events != 0 && open_q));
  assign none = level_q == 0 && flow_empty_i && held_q == 0 && unsent_q == 0 && !watch_i.holds;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {open_q, lost_q, hurt_q, away_q, ack_q} <= '0;
      {able_q, stalled_q} <= '0;
      low_q <= 1'b1;
    end else if (!cfg_i.active) begin
      {open_q, lost_q, hurt_q, away_q, ack_q} <= '0;
      {able_q, stalled_q} <= '0;
      low_q <= 1'b1;
    end else begin
      open_q <= put_block || (open_q && !close && !refused && !hurt_q);
      hurt_q <= dn_lost_i && (open_q || (cfg_i.enable && !empty_i && !lost_q));
      lost_q <= lost_q ? !put_overflow : refused || hurt_q;
      low_q <= fifo_q <= Resume;
      away_q <= away;
      ack_q <= flush_req_i && none;
      able_q <= able ? able_q + 1 : 0;
      stalled_q <= stall_i ? stalled_q + 1 : 0;
    end
  end

  // ---- Empty a bounded time after Enable 0 -----------------------------------------------------------

  // Clocks in which the consumer takes what is offered: one for each beat in the FIFO (of bytes: full ones, and the last
  // one of each message), and what the back end says.
  // An entry has at most as many runs as blocks, and one is written as Enable falls.
  int unsigned left_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (!cfg_i.active || cfg_i.enable)
      left_q <= 32'(watch_i.own_clocks) + fifo_q / Unit + (Build.FifoBytes != 0 ? held_q : 0) +
                (level_q + 1) * Blocks * 32'(watch_i.run_clocks);
    else if (left_q != 0 && (m_ready_i || !m_valid_i)) left_q <= left_q - 1;
  end

  logic unused;
  assign unused = ^{
    cfg_i, overflow_i, stall_i, empty_i, flush_ack_i, able_q, stalled_q, low_q, ack_q
  };

  // ---- Stream and message FIFO -----------------------------------------------------------------------

  rvt_check_stream #(
    .Framing(Build.Framing),
    .Lanes(Lanes)
  ) i_check_m (
    .clk_i,
    .rst_ni,
    .clr_i(!cfg_i.active),
    .drop_i(1'b0),
    .valid_i(m_valid_i),
    .data_i(m_data_i),
    .bytes_i(m_bytes_i),
    .eom_i(m_eom_i),
    .length_i(m_length_i),
    .ready_i(m_ready_i)
  );
  // What the FIFO calls empty has no message that has begun.
  `RVT_IMPLIES(FifoEmpty_A, watch_i.fifo_empty, fifo_q == 0)

  // ---- Assertions ----------------------------------------------------------------------------

  // Nothing is refused while there is room, but a clock without an order or one after a loss at a sink.
  `RVT_IMPLIES(RefusedFull_A, refused && !lost_q,
               level_q >= QueueDepth || hurt_q || hole || (!open_q && !known[0]))
  // In an overflow nothing is accepted, and it is open as long as blocks are refused (NT:ERR-01).
  `RVT_IMPLIES(AcceptedWhole_A, put_block,
               qualified && !lost_q && !hurt_q && !hole && level_q < QueueDepth)
  `RVT_ASSERT(Overflow_A, overflow_i == lost_q)
  // It ends when the queue is empty and the FIFO has drained to its level, then and not later
  // (TCI:OVF-02, OVF-03).
  `RVT_IMPLIES(OverflowEnd_A, cfg_i.active,
               put_overflow == (lost_q && level_q == 0 && flow_empty_i && low_q))
  // A session that ends without an overflow has one stop, at once: an entry is kept for it.
  `RVT_IMPLIES(Stop_A, cfg_i.active, put_stop == close)
  `RVT_ASSERT(Level_A, level_q <= QueueDepth + 32'(!open_q))
  // Stall never outlasts what allows it (TCI:OVF-10), nor is there one with more room than needed.
  `RVT_IMPLIES(StallAllowed_A, stall_i, able && level_q + StallLatency >= QueueDepth)
  // It is there when it must be, so that what a hart sends in its latency fits (NT:ING-26).
  `RVT_IMPLIES(StallDue_A, able && level_q + StallLatency >= QueueDepth, stall_i)
  `RVT_IMPLIES(StallEarly_A,
               refused && !lost_q && open_q && !hole && !hurt_q && able_q >= StallLatency,
               stalled_q >= StallLatency)
  // Whatever the hart does: with a consumer that takes, nothing is left some time after Enable 0.
  `RVT_IMPLIES(Drains_A, cfg_i.active && !cfg_i.enable, empty_i || left_q != 0)
  // What is not sent is counted: a message of its own says how often, before the next record, which is held and
  // goes out after all before it have (NT:RPT-01, RPT-07).
  `RVT_IMPLIES(Repeats_A, watch_i.begun && Build.RepeatBranch != 0,
               watch_i.counts ? unsent_q == said + 1 && said != 0 : unsent_q == 1)
  `RVT_IMPLIES(Sent_A, Build.RepeatBranch == 0,
               watch_i.begun == watch_i.made && !(watch_i.begun && watch_i.counts))
  // ... and outcomes are held, within a session or before its stop has left, so that all go out.
  `RVT_IMPLIES(RepeatsEnd_A, unsent_q != 0 || watch_i.holds,
               open_q || lost_q || hurt_q || level_q != 0 || !flow_empty_i)
  // Empty: no entry, no message, no session, no overflow, no count of branches, no outcomes (TCI:CTRL-15).
  `RVT_ASSERT(Empty_A, empty_i == (none && !open_q && !lost_q && !hurt_q))
  // A flush is acknowledged when nothing was held in the clock before, and then.
  `RVT_ASSERT(Flush_A, flush_ack_i == ack_q)

endmodule

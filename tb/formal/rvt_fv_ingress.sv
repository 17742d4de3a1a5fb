// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Entrance and queue together, from the ingress port to the queue's head.
///
/// The reference is docs/design.md "Entrance and queue" seen from outside: a session is open from an
/// entry of a block to the first clock that ends it; from there on a stop, or the Error of a gap, is
/// owed. Any one entry may be the tracked one.
module rvt_fv_ingress #(
  parameter int unsigned IretireWidth = 2,
  parameter int unsigned Single       = 0,
  parameter int unsigned IaddrOnInt   = 1,
  parameter int unsigned Events       = 1,
  parameter int unsigned TsWidth      = 3,
  parameter int unsigned QueueDepth   = 4,
  parameter int unsigned StallLatency = 2,
  localparam int unsigned Xlen        = 32,
  localparam int unsigned UnitsWidth  = Single != 0 ? 3 : IretireWidth,
  localparam int unsigned EntryWidth  = 2 + 1 + TsWidth + 2 + 4 + 1 + (Xlen - 1) + UnitsWidth + 4
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_ntrace_pkg::config_t cfg_i,
  input logic [IretireWidth-1:0] iretire_i,
  input logic [Xlen-1:0]         iaddr_i,
  input logic [3:0]              itype_i,
  input logic [1:0]              ilastsize_i,
  input logic                    sijump_i,
  input logic [2:0]              priv_i,
  input logic [2:0]              trigger_i,
  input logic [2:0]              ext_trigger_i,
  input logic                    halted_i,
  input logic                    hart_reset_i,
  input logic                    lowpower_i,
  input logic [TsWidth-1:0]      time_i,
  input logic                    resume_i,
  input logic                    ready_i,  // flow takes the head
  input logic                    pick_i,   // this entry is the tracked one
  input logic                    obey_i,   // the hart keeps the promise of StallLatency

  (* probe = "i_dut.open_q" *) input logic dut_open,
  (* probe = "i_dut.gap_q" *) input logic dut_gap,
  (* probe = "i_dut.side_q" *) input logic dut_side,
  (* probe = "i_dut.away_q" *) input logic dut_away,
  (* probe = "i_dut.rst_q" *) input logic dut_rst,
  (* probe = "i_dut.ext_q" *) input logic dut_ext,
  (* probe = "i_dut.reason_q" *) input logic [3:0] dut_reason,
  (* probe = "i_dut.gap_time_q" *) input logic [TsWidth-1:0] dut_gap_time,
  (* probe = "i_dut.side_sub_q" *) input logic [3:0] dut_side_sub,
  (* probe = "i_dut.side_known_q" *) input logic dut_side_known,
  (* probe = "i_dut.side_addr_q" *) input logic [Xlen-2:0] dut_side_addr,
  (* probe = "i_dut.side_time_q" *) input logic [TsWidth-1:0] dut_side_time,
  (* probe = "i_queue.rptr_q" *) input logic [$clog2(QueueDepth)-1:0] dut_rptr,
  (* probe = "i_queue.mem_q[*]" *) input logic [QueueDepth*EntryWidth-1:0] dut_mem
);

  localparam int unsigned LevelWidth = $clog2(QueueDepth + 1);
  localparam logic [LevelWidth-1:0] Latency = LevelWidth'(StallLatency);

  logic put, blocks, known, notify, room, head_valid, stall, gap, busy;
  logic [1:0] kind, seq;
  logic [3:0] sub, itype;
  logic [Xlen-2:0] addr;
  logic [UnitsWidth-1:0] units;
  logic [TsWidth-1:0] stamp;
  logic [EntryWidth-1:0] entry, head;
  logic [LevelWidth-1:0] level;

  rvt_ntrace_entrance #(
    .Xlen(Xlen),
    .IretireWidth(IretireWidth),
    .Single(Single),
    .IaddrOnInt(IaddrOnInt),
    .Events(Events),
    .SeqJump(1),
    .TsWidth(TsWidth),
    .QueueDepth(QueueDepth),
    .StallLatency(StallLatency)
  ) i_dut (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    .priv_i,
    .trigger_i,
    .ext_trigger_i,
    .halted_i,
    .hart_reset_i,
    .lowpower_i,
    .time_i,
    .stall_o(stall),
    .level_i(level),
    .resume_i,
    .valid_o(put),
    .kind_o(kind),
    .sub_o(sub),
    .blocks_o(blocks),
    .known_o(known),
    .addr_o(addr),
    .units_o(units),
    .itype_o(itype),
    .seq_o(seq),
    .notify_o(notify),
    .time_o(stamp),
    .gap_o(gap),
    .busy_o(busy)
  );

  assign entry = {seq, notify, stamp, kind, sub, known, addr, units, itype};

  rvt_fifo #(
    .Width(EntryWidth),
    .Depth(QueueDepth),
    .Quiet(0)
  ) i_queue (
    .clk_i,
    .rst_ni,
    .clr_i  (!cfg_i.active),
    .valid_i(put),
    .data_i (entry),
    .ready_o(room),
    .valid_o(head_valid),
    .data_o (head),
    .ready_i,
    .level_o(level)
  );

  // ---- Reference: what the port asks for ---------------------------------------------------------

  logic on, by_trigger, halted, low, in_reset, want, group, knows, has_events;
  assign has_events = Events != 0;
  assign on = cfg_i.active && cfg_i.enable && cfg_i.mode != '0 &&
              (cfg_i.tracing || by_trigger);
  assign by_trigger = has_events && cfg_i.trig_ena && (trigger_i[0] || ext_trigger_i[0]);
  assign halted = halted_i || priv_i == rvt_ntrace_pkg::PrivDebug;
  assign low = has_events && lowpower_i;
  assign in_reset = has_events && hart_reset_i;
  assign want = on && !halted && !low;
  assign group = iretire_i != '0 || itype_i == rvt_ntrace_pkg::ItException ||
                 itype_i == rvt_ntrace_pkg::ItInterrupt;
  assign knows = iretire_i != '0 || itype_i == rvt_ntrace_pkg::ItException ||
                 (itype_i == rvt_ntrace_pkg::ItInterrupt && IaddrOnInt != 0);

  // Sessions as the entries tell them: open from a start on, until the clock that ends it.
  logic open_q, owed_q, lost_q;  // a stop is owed; something was refused and not announced
  logic reset_q, notified_q;  // came up in the session, behind its last entry
  logic [3:0] reason_q;  // D-04
  logic owed_known_q, stop_known;
  logic [3:0] owed_sub_q, stop_sub;
  logic [Xlen-2:0] owed_addr_q;
  logic [TsWidth-1:0] owed_time_q, lost_time_q;
  logic is_block, is_stop, is_gap, ends, offered, refused;

  assign is_block = put && (kind == rvt_ntrace_pkg::EntryBlock ||
                            kind == rvt_ntrace_pkg::EntryStart);
  assign is_stop = put && kind == rvt_ntrace_pkg::EntryStop;
  assign is_gap = put && kind == rvt_ntrace_pkg::EntryGap;
  assign ends = open_q && !want;
  // D-03, D-21.
  assign stop_sub = {notified_q, 3'b0} |
                    (halted ? rvt_ntrace_pkg::EvDebug :
                     low ? rvt_ntrace_pkg::EvPower : rvt_ntrace_pkg::EvDisabled);
  assign stop_known = group && knows && !halted && !low && !in_reset && !reset_q;
  // A block to be traced; without an address it cannot begin a session (D-04).
  assign offered = want && !in_reset && group && (open_q || knows);
  assign refused = offered && !is_block;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {open_q, owed_q, lost_q, reset_q, notified_q} <= '0;
      reason_q <= rvt_ntrace_pkg::SyncEnable;
      {owed_sub_q, owed_known_q, owed_addr_q, owed_time_q, lost_time_q} <= '0;
    end else if (!cfg_i.active) begin
      {open_q, owed_q, lost_q, reset_q, notified_q} <= '0;
      reason_q <= rvt_ntrace_pkg::SyncEnable;
    end else begin
      reset_q <= open_q && want && !refused && (in_reset || (reset_q && !is_block));
      // D-21: a start by a trigger stands for what its clock notifies.
      notified_q <= (open_q || (is_block && !by_trigger)) && want && !refused &&
                    ((has_events && ext_trigger_i[2]) || (notified_q && !is_block));
      if (in_reset && !(want && (is_gap || reason_q == rvt_ntrace_pkg::SyncOverrun)))
        reason_q <= rvt_ntrace_pkg::SyncReset;
      else if (low) reason_q <= rvt_ntrace_pkg::SyncPower;
      else if (halted) reason_q <= rvt_ntrace_pkg::SyncDebug;
      else if (!on) reason_q <= rvt_ntrace_pkg::SyncEnable;
      else if (is_gap) reason_q <= rvt_ntrace_pkg::SyncOverrun;
      open_q <= is_block || (open_q && want && !refused);
      owed_q <= (owed_q || ends) && !is_stop;
      // What is refused in the clock of the gap's entry is part of that gap.
      lost_q <= lost_q ? !is_gap : refused;
      if (ends) begin
        owed_sub_q <= stop_sub;
        owed_known_q <= stop_known;
        owed_addr_q <= stop_known ? iaddr_i[Xlen-1:1] : '0;
        owed_time_q <= time_i;
      end
      if (refused && !lost_q) lost_time_q <= time_i;
    end
  end

  // ---- Properties --------------------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);

  // A block is written in its own clock, whole, or refused; what is refused opens a gap.
  `RVT_IMPLIES(Own_A, cfg_i.active && is_block,
               offered && itype == itype_i && stamp == time_i &&
               known == knows && addr == (knows ? iaddr_i[Xlen-1:1] : '0) &&
               units == UnitsWidth'(Single == 0 ? 32'(iretire_i) :
                                    iretire_i != '0 ? 32'd1 << ilastsize_i : 32'd0) &&
               kind == (open_q ? rvt_ntrace_pkg::EntryBlock : rvt_ntrace_pkg::EntryStart))
  // It carries what came up in the session before it; a start says why it starts instead, and stands
  // for the notification of its block if a trigger made it (TCI:TRIG-10).
  `RVT_IMPLIES(Events_A, cfg_i.active && is_block,
               sub == (open_q ? {2'b0, notified_q, reset_q} : reason_q) &&
               notify == (has_events && trigger_i[2] && (open_q || !by_trigger)))
  // No jump counts as a pair unless the hart says so (NT:ING-20).
  `RVT_IMPLIES(Pair_A, put && seq != rvt_ntrace_pkg::SeqNo, is_block && sijump_i && cfg_i.seq_en)
  `RVT_IMPLIES(One_A, put, blocks)
  `RVT_ASSERT(Announced_A, gap == lost_q)
  // Loss without need does not happen: a refused block found the queue full, or stands behind a
  // stop that waits or a gap that is open.
  `RVT_IMPLIES(Need_A, refused, !room || owed_q || lost_q)
  // Nothing overtakes: while a stop is owed or a gap is open, no block is written, and the stop comes
  // before the gap.
  `RVT_IMPLIES(BlockLast_A, cfg_i.active && is_block, !owed_q && !lost_q)
  `RVT_IMPLIES(GapAfterStop_A, cfg_i.active && is_gap, lost_q && !owed_q)
  // A stop is written once, where one is owed, and as soon as there is room.
  `RVT_IMPLIES(StopOwed_A, cfg_i.active && is_stop, owed_q || ends)
  `RVT_IMPLIES(StopSoon_A, cfg_i.active && (owed_q || ends) && room, is_stop)
  `RVT_IMPLIES(StopNow_A, cfg_i.active && is_stop && !owed_q,
               sub == stop_sub && known == stop_known && stamp == time_i &&
               addr == (known ? iaddr_i[Xlen-1:1] : '0))
  // One that waited says what it would have said at once.
  `RVT_IMPLIES(StopLate_A, cfg_i.active && is_stop && owed_q,
               sub == owed_sub_q && known == owed_known_q && addr == owed_addr_q && stamp == owed_time_q)
  // A gap is closed by one entry, with the time of the first refused group, as soon as its rule allows.
  `RVT_IMPLIES(GapTime_A, cfg_i.active && is_gap,
               stamp == lost_time_q && !known && addr == '0 && sub == 4'd4)
  `RVT_IMPLIES(GapSoon_A, cfg_i.active && lost_q && !owed_q && level == '0 && resume_i, is_gap)
  // The order of kinds that flow relies on: a session begins with START and ends with STOP or GAP.
  `RVT_IMPLIES(Kinds_A, cfg_i.active && put && kind == rvt_ntrace_pkg::EntryBlock, open_q)
  // Only an interrupt alone has no address, and it counts nothing (NT:SEQ-16).
  `RVT_IMPLIES(Known_A, is_block && !known,
               itype == rvt_ntrace_pkg::ItInterrupt && units == '0 && IaddrOnInt == 0)
  `RVT_IMPLIES(Quiet_A, is_stop || is_gap, units == '0 && itype == '0)
  // What is written is written: the queue has room for it.
  `RVT_IMPLIES(Fits_A, cfg_i.active && put, room)
  // The encoder is not idle while anything is owed.
  `RVT_ASSERT(Busy_A, busy == (open_q || owed_q || lost_q))

  // ---- Order through the queue -------------------------------------------------------------------

  logic held_q, take, leave;
  logic [LevelWidth-1:0] ahead_q, pop;
  logic [EntryWidth-1:0] value_q;
  logic [QueueDepth-1:0] at_slot;
  assign take = put && pick_i && !held_q && cfg_i.active;
  assign pop = LevelWidth'(ready_i && head_valid);
  assign leave = held_q && pop != '0 && ahead_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      ahead_q <= '0;
      value_q <= '0;
    end else begin
      held_q <= (take || (held_q && !leave)) && cfg_i.active;
      ahead_q <= take ? level - pop : ahead_q - pop;
      if (take) value_q <= entry;
    end
  end

  // An entry comes to the head behind exactly those written before it, unchanged.
  `RVT_IMPLIES(Order_A, held_q && ahead_q == '0, head_valid && head == value_q)

  for (genvar k = 0; k < QueueDepth; k++) begin : g_slot
    assign at_slot[k] = k == (32'(dut_rptr) + 32'(ahead_q)) % QueueDepth &&
                        dut_mem[EntryWidth*k+:EntryWidth] == value_q;
  end
  `RVT_IMPLIES(Ahead_L, held_q, ahead_q < level)
  `RVT_IMPLIES(Slot_L, held_q, at_slot != '0)

  // ---- Stall -------------------------------------------------------------------------------------

  // `arrived_q` groups came since stall rose. A session is covered by the promise if the queue was
  // below the limit when it began.
  logic [LevelWidth-1:0] arrived_q, free;
  logic good_q;
  assign free = LevelWidth'(QueueDepth) - level;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      arrived_q <= '0;
      good_q <= 1'b0;
    end else begin
      arrived_q <= !stall ? '0 : arrived_q == Latency ? Latency : arrived_q + LevelWidth'(group);
      good_q <= cfg_i.active && (is_block ? (open_q ? good_q : free > Latency) : good_q && open_q) &&
                obey_i && cfg_i.stall_ena;
    end
  end

  logic obeys;
  assign obeys = obey_i && cfg_i.stall_ena && !(stall && group && arrived_q == Latency);
  // No block of such a session is refused while the hart keeps to the latency.
  `RVT_IMPLIES(NoLoss_A, open_q && good_q && obeys, !refused)
  `RVT_ASSERT(Arrived_L, arrived_q <= Latency)
  `RVT_IMPLIES(Slack_L, open_q && good_q, 32'(free) + 32'(arrived_q) >= StallLatency)

  // ---- State of the entrance ---------------------------------------------------------------------

  `RVT_ASSERT(State_L, dut_open == open_q && dut_gap == lost_q && dut_side == owed_q)
  `RVT_IMPLIES(SessionAlone_L, open_q, !owed_q && !lost_q && !dut_away)
  `RVT_ASSERT(Held_L, dut_rst == reset_q && dut_ext == notified_q && dut_reason == reason_q)
  `RVT_IMPLIES(GapTimeState_L, lost_q, dut_gap_time == lost_time_q)
  `RVT_IMPLIES(StopState_L, owed_q,
               dut_side_sub == owed_sub_q && dut_side_known == owed_known_q &&
               dut_side_addr == owed_addr_q && dut_side_time == owed_time_q)

  // ---- Covers ------------------------------------------------------------------------------------

  // A stop waits, a gap opens behind it, both leave, and a session with reason 7 begins.
  logic waited_q, both_q, told_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waited_q, both_q, told_q} <= '0;
    else begin
      waited_q <= waited_q || (owed_q && !is_stop);
      both_q <= both_q || (owed_q && lost_q && cfg_i.active);
      told_q <= cfg_i.active && both_q && (told_q || is_gap);
    end
  end
  `RVT_COVER(Restart_C, told_q && put && kind == rvt_ntrace_pkg::EntryStart &&
                        sub == rvt_ntrace_pkg::SyncOverrun)
  `RVT_COVER(Late_C, is_stop && owed_q && known)
  `RVT_COVER(Tracked_C, leave && value_q[UnitsWidth+4+:Xlen-1] != '0)
  // A hart that obeys fills the queue to the last entry.
  `RVT_COVER(Stalled_C, open_q && good_q && stall && free == '0 && arrived_q == Latency)

endmodule

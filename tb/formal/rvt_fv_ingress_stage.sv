// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// The ingress stage with what is proved of it, before a queue that is the wrapper's: what it writes in
/// a clock, what it refuses and announces, and when it stalls the hart.
///
/// The reference is docs/units/ingress.md seen from outside: a session is open from an
/// entry of a block to the first clock that ends it, with a stop in that clock or with an overflow. A clock is
/// accepted or refused with all its slots.
module rvt_fv_ingress_stage #(
  parameter int unsigned Blocks       = 1,
  parameter int unsigned IretireWidth = 2,
  parameter int unsigned Single       = 0,
  parameter int unsigned IaddrOnInt   = 1,
  parameter int unsigned Events       = 1,
  parameter int unsigned TsWidth      = 3,  // 1 or more
  parameter int unsigned QueueDepth   = 4,
  parameter int unsigned StallLatency = 2,
  localparam int unsigned B           = Blocks,
  localparam int unsigned Xlen        = 32,
  localparam int unsigned AddrWidth   = Xlen - 1,
  localparam int unsigned UnitsWidth  = Single != 0 ? 4 : IretireWidth,
  localparam int unsigned LevelWidth  = $clog2(QueueDepth + 2)
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input rvt_config_pkg::config_t   cfg_i,
  input logic [B*IretireWidth-1:0] iretire_i,
  input logic [B*Xlen-1:0]         iaddr_i,
  input logic [B*4-1:0]            itype_i,
  input logic [B*2-1:0]            ilastsize_i,
  input logic [B-1:0]              sijump_i,
  input logic [Xlen-1:0]           cause_i,
  input logic [Xlen-1:0]           tval_i,
  input logic [2:0]                priv_i,
  input logic                      context_i,
  input logic [1:0]                ctype_i,
  input logic [B+1:0]              trigger_i,
  input logic [2:0]                ext_trigger_i,
  input logic                      halted_i,
  input logic                      hart_reset_i,
  input logic                      lowpower_i,
  input logic [TsWidth-1:0]        time_i,
  input logic                      resume_i,
  input logic                      given_up_i,  // some of what has left is lost
  input logic                      obey_i,  // the hart keeps the promise of StallLatency

  // the queue
  input  logic [LevelWidth-1:0]   level_i,
  input  logic                    ready_i,
  output logic                    valid_o,
  output logic [1:0]              kind_o,
  output logic [3:0]              sub_o,
  output logic [B-1:0]            blocks_o,
  output logic [B-1:0]            known_o,
  output logic [B*AddrWidth-1:0]  addr_o,
  output logic [B*UnitsWidth-1:0] units_o,
  output logic [B*4-1:0]          itype_o,
  output logic [B*2-1:0]          seq_o,
  output logic [B-1:0]            notify_o,
  output logic [TsWidth:0]        time_o,

  // registers of `i_dut`
  input logic                 dut_open_i,
  input logic                 dut_overflow_i,
  input logic                 dut_away_i,
  input logic                 dut_rst_i,
  input logic                 dut_ext_i,
  input logic                 dut_lost_i,
  input logic [3:0]           dut_reason_i,
  input logic [TsWidth-1:0]   dut_overflow_time_i
);

  localparam logic [LevelWidth-1:0] Latency = LevelWidth'(StallLatency);

  logic stall, overflow, busy;

  // interface: proof Xlen Blocks IretireWidth Single IaddrOnInt Events SeqJump=1 TsWidth QueueDepth StallLatency
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD(Xlen); `RVT_BUILD(Blocks); `RVT_BUILD(IretireWidth); `RVT_BUILD(Single);
    `RVT_BUILD(IaddrOnInt); `RVT_BUILD(Events); `RVT_BUILD_VALUE(SeqJump,1);
    `RVT_BUILD(TsWidth); `RVT_BUILD(QueueDepth); `RVT_BUILD(StallLatency);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  // interface end

  rvt_ingress_pkg::entry_t entry;
  logic [B*rvt_ingress_pkg::BlockBits-1:0] blocks;
  rvt_fv_unpack #(B, AddrWidth, UnitsWidth, TsWidth) i_unpack (.*, .entry_i(entry), .block_i(blocks));

  rvt_ingress_stage #(
    .Build(Build)
  ) i_dut (
    .*,
    .stall_o(stall),
    .slots_o(),
    .lost_i(given_up_i),
    .entry_o(entry),
    .block_o(blocks),
    .overflow_o(overflow),
    .busy_o(busy)
  );

  // ---- Reference: what the port asks for ---------------------------------------------------------

  // Sessions as the entries tell them: open from a start on, until the clock that ends it.
  logic open_q, lost_q;  // lost_q: something was refused and not announced
  logic reset_q, notified_q;  // came up in the session, after its last entry
  logic given_q;  // a loss after the encoder in the clock before: it opens an overflow (D-33)
  logic [3:0] reason_q;  // D-04
  logic stop_known, known;
  logic [3:0] stop_sub;
  logic [AddrWidth-1:0] addr;
  logic [TsWidth-1:0] lost_time_q;
  logic new_q;  // the base of time has changed since the last entry
  logic is_block, is_stop, is_overflow, ends, room, offered, refused;

  logic on, by_trigger, by_off, halted, low, in_reset, want, has_events, some;
  logic hole, odd;
  logic [B-1:0] slot, knows, own, told, known_ok, pair_ok;
  assign has_events = Events != 0;
  assign on = cfg_i.active && cfg_i.enable && cfg_i.mode != '0 &&
              (cfg_i.tracing || by_trigger);
  assign by_off = has_events && cfg_i.trig_ena && (trigger_i[1] || ext_trigger_i[1]);
  assign by_trigger = has_events && cfg_i.trig_ena && (trigger_i[0] || ext_trigger_i[0]);
  assign halted = halted_i || priv_i == rvt_ingress_pkg::PrivDebug;
  assign low = lowpower_i;
  assign in_reset = hart_reset_i;
  assign want = on && !halted && !low;
  assign some = slot != '0;
  // D-27: a valid slot after one that is not, or one with an address after one that cannot start.
  always_comb begin
    hole = 1'b0;
    odd = 1'b0;
    for (int unsigned b = 1; b < B; b++) begin
      if (slot[b] && !slot[b-1]) hole = 1'b1;
      if (knows[b] && !knows[0] && !open_q) odd = 1'b1;
    end
    if (hole) odd = 1'b1;
  end

  for (genvar b = 0; b < B; b++) begin : g_block
    logic [IretireWidth-1:0] iretire;
    logic [3:0] itype;
    logic [AddrWidth-1:0] addr;
    logic [UnitsWidth-1:0] units;
    assign iretire = iretire_i[IretireWidth*b+:IretireWidth];
    assign itype = itype_i[4*b+:4];
    assign addr = addr_o[AddrWidth*b+:AddrWidth];
    assign units = units_o[UnitsWidth*b+:UnitsWidth];
    assign slot[b] = iretire != '0 || itype == rvt_ingress_pkg::ItException ||
                      itype == rvt_ingress_pkg::ItInterrupt;
    assign knows[b] = iretire != '0 || itype == rvt_ingress_pkg::ItException ||
                      (itype == rvt_ingress_pkg::ItInterrupt && IaddrOnInt != 0);
    assign own[b] = blocks_o[b] == slot[b] && (!slot[b] || (
        itype_o[4*b+:4] == itype && known_o[b] == knows[b] &&
        (addr == iaddr_i[Xlen*b+1+:AddrWidth] || !knows[b]) &&
        units == UnitsWidth'(Single == 0 ? 32'(iretire) :
                             iretire != '0 ? 32'd1 << ilastsize_i[2*b+:2] : 32'd0)));
    assign told[b] = notify_o[b] == (has_events && trigger_i[2+b] && !by_off &&
                                     (b != 0 || open_q || !by_trigger));
    assign known_ok[b] = known_o[b] || (itype_o[4*b+:4] == rvt_ingress_pkg::ItInterrupt &&
                                        units == '0 && IaddrOnInt == 0);
    assign pair_ok[b] = seq_o[2*b+:2] == rvt_ingress_pkg::SeqNo ||
                        (is_block && sijump_i[b] && cfg_i.seq_en);
  end

  assign is_block = valid_o && (kind_o == rvt_ingress_pkg::EntryBlock ||
                                kind_o == rvt_ingress_pkg::EntryStart);
  assign is_stop = valid_o && kind_o == rvt_ingress_pkg::EntryStop;
  assign is_overflow = valid_o && kind_o == rvt_ingress_pkg::EntryOverflow;
  assign known = known_o[0];
  assign addr = addr_o[AddrWidth-1:0];
  assign room = level_i < LevelWidth'(QueueDepth);
  assign ends = open_q && !want && !given_q;
  // D-03, D-21.
  assign stop_sub = {notified_q, 1'b0, reset_q, 1'b0} |
                    (halted ? rvt_ingress_pkg::EndedDebug :
                     low ? rvt_ingress_pkg::EndedPower : rvt_ingress_pkg::EndedDisabled);
  assign stop_known = knows[0] && !hole && !halted && !low && !in_reset;

  // Blocks to be traced; without an address the first cannot begin a session (D-04). Any values may be
  // on the port: no assumption says what a hart does.
  assign offered = want && !in_reset && (odd || (some && (open_q || knows[0])));
  assign refused = offered && !is_block;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {open_q, lost_q, reset_q, notified_q, given_q, new_q} <= '0;
      reason_q <= rvt_ingress_pkg::StartEnable;
      lost_time_q <= '0;
    end else if (!cfg_i.active) begin
      {open_q, lost_q, reset_q, notified_q, given_q, new_q} <= '0;
      reason_q <= rvt_ingress_pkg::StartEnable;
    end else begin
      new_q <= (new_q || cfg_i.time_new) && !valid_o;
      reset_q <= open_q && want && !refused && !given_q && (in_reset || (reset_q && !is_block));
      // D-21: a start by a trigger stands for what its clock notifies.
      notified_q <= (open_q || (is_block && !by_trigger)) && want && !refused && !given_q &&
                    ((has_events && ext_trigger_i[2] && !by_off) || (notified_q && !is_block));
      if (in_reset && !(want && (is_overflow || reason_q == rvt_ingress_pkg::StartOverrun)))
        reason_q <= rvt_ingress_pkg::StartReset;
      else if (low) reason_q <= rvt_ingress_pkg::StartPower;
      else if (halted) reason_q <= rvt_ingress_pkg::StartDebug;
      else if (!on) reason_q <= rvt_ingress_pkg::StartEnable;
      else if (is_overflow) reason_q <= rvt_ingress_pkg::StartOverrun;
      open_q <= is_block || (open_q && want && !refused && !given_q);
      given_q <= given_up_i && (open_q || (cfg_i.enable && !lost_q));
      // What is refused in the clock of the overflow's entry is part of that overflow.
      lost_q <= lost_q ? !is_overflow : refused || given_q;
      if ((refused || given_q) && !lost_q) lost_time_q <= time_i;
    end
  end

  // ---- Properties --------------------------------------------------------------------------------

  // The slots of a clock are written in it together, whole, each with its own fields, or refused
  // together.
  `RVT_IMPLIES(Own_A, cfg_i.active && is_block,
               offered && !odd && own == '1 && time_o[TsWidth-1:0] == time_i &&
               kind_o == (open_q ? rvt_ingress_pkg::EntryBlock : rvt_ingress_pkg::EntryStart))
  // ... and every entry says whether the base of time has changed since the one before (TCI:TS-16).
  `RVT_ASSERT(New_A, time_o[TsWidth] == (new_q || cfg_i.time_new))
  // They carry what came up in the session before them; a start says why it starts instead, and
  // stands for the notification of its first block if a trigger made it (TCI:TRIG-10).
  `RVT_IMPLIES(Events_A, cfg_i.active && is_block,
               sub_o == (open_q ? {2'b0, notified_q, reset_q} : reason_q) && told == '1)
  // No jump counts as a pair unless the hart says so (NT:ING-20).
  `RVT_IMPLIES(Pair_A, valid_o, (blocks_o & ~pair_ok) == '0)
  // A stop and an overflow are a block alone.
  `RVT_IMPLIES(One_A, valid_o, blocks_o[0] && (is_block || blocks_o == B'(1)))
  // What is refused opens an overflow.
  `RVT_ASSERT(Announced_A, overflow == lost_q)
  // Loss without need does not happen: a refused clock found the queue full, has slots without an
  // order, or stands after a loss at the sink or an overflow that is open.
  `RVT_IMPLIES(Need_A, refused, !room || odd || given_q || lost_q)
  // A loss after the encoder is announced before the next block (NT:ERR-01).
  `RVT_IMPLIES(Given_A, cfg_i.active && is_block, !given_q)
  // Nothing overtakes: while an overflow is open, no block is written.
  `RVT_IMPLIES(BlockLast_A, cfg_i.active && is_block, !lost_q)
  `RVT_IMPLIES(OverflowOpen_A, cfg_i.active && is_overflow, lost_q)
  // A stop is written in the clock that ends the session, and then alone.
  `RVT_ASSERT(StopNow_A, !cfg_i.active || is_stop == ends)
  `RVT_IMPLIES(Stop_A, cfg_i.active && is_stop,
               sub_o == stop_sub && known == stop_known && time_o[TsWidth-1:0] == time_i &&
               (addr == iaddr_i[Xlen-1:1] || !known) && !notify_o[0])
  // Blocks leave an entry for it.
  `RVT_IMPLIES(Kept_A, cfg_i.active && is_block, room)
  // An overflow is closed by one entry, with the time of the first refused slots, as soon as its rule
  // allows.
  `RVT_IMPLIES(OverflowTime_A, cfg_i.active && is_overflow,
               time_o[TsWidth-1:0] == lost_time_q && !known && sub_o == 4'd4 && !notify_o[0])
  `RVT_IMPLIES(OverflowSoon_A, cfg_i.active && lost_q && level_i == '0 && resume_i, is_overflow)
  // The order of kinds that flow relies on: a session begins with START and ends with STOP or OVERFLOW.
  `RVT_IMPLIES(Kinds_A, cfg_i.active && valid_o && kind_o == rvt_ingress_pkg::EntryBlock, open_q)
  // Only an interrupt alone has no address, and it counts nothing (NT:SEQ-16).
  `RVT_IMPLIES(Known_A, is_block, (blocks_o & ~known_ok) == '0)
  `RVT_IMPLIES(Quiet_A, is_stop || is_overflow, units_o[UnitsWidth-1:0] == '0 && itype_o[3:0] == '0)
  // What is written is written: the queue has room for it.
  `RVT_IMPLIES(Fits_A, cfg_i.active && valid_o, ready_i)
  // The encoder is not idle while a session or an overflow is open, or an overflow opens.
  `RVT_ASSERT(Busy_A, busy == (open_q || lost_q || given_q))

  // ---- After Enable 0 ---------------------------------------------------------------------------

  // Clocks in which the next entry's rule lets it be written: a stop or an overflow, after a stop an overflow by a
  // loss in its clock, then nothing.
  localparam int unsigned LastEntries = 2;
  logic disabled, lets;
  logic [1:0] spent_q;
  assign disabled = cfg_i.active && !cfg_i.enable;
  assign lets = !given_q && (!lost_q || (level_i == '0 && resume_i));
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) spent_q <= '0;
    else if (!disabled) spent_q <= '0;
    else if (busy && lets && spent_q != 2'd3) spent_q <= spent_q + 2'd1;
  end
  `RVT_IMPLIES(Drains_A, disabled && busy, 32'(spent_q) < LastEntries)
  `RVT_IMPLIES(Spent_L, disabled && busy, (open_q ? 2'd2 : 2'd1) + spent_q <= 2'(LastEntries))

  // ---- Stall -------------------------------------------------------------------------------------

  // In `arrived_q` clocks slots came since stall rose. A session is covered by the promise if the
  // queue was below the limit when it began.
  logic [LevelWidth-1:0] arrived_q, free;
  logic good_q, obeys;
  assign free = room ? LevelWidth'(QueueDepth) - level_i : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      arrived_q <= '0;
      good_q <= 1'b0;
    end else begin
      arrived_q <= !stall ? '0 : arrived_q == Latency ? Latency : arrived_q + LevelWidth'(some);
      good_q <= cfg_i.active && (is_block ? (open_q ? good_q : free > Latency) : good_q && open_q) &&
                obey_i && cfg_i.stall_ena;
    end
  end

  assign obeys = obey_i && cfg_i.stall_ena && !(stall && some && arrived_q == Latency);
  // No block of such a session is refused while the hart keeps to the latency.
  `RVT_IMPLIES(NoLoss_A, open_q && good_q && obeys, !refused || odd || given_q)
  `RVT_ASSERT(Arrived_L, arrived_q <= Latency)
  `RVT_IMPLIES(Slack_L, open_q && good_q, 32'(free) + 32'(arrived_q) >= StallLatency)

  // ---- State of the ingress stage ---------------------------------------------------------------------

  `RVT_ASSERT(State_L, dut_open_i == open_q && dut_overflow_i == lost_q)
  `RVT_IMPLIES(SessionAlone_L, open_q, !lost_q && !dut_away_i && level_i <= LevelWidth'(QueueDepth))
  `RVT_ASSERT(Held_L, dut_rst_i == reset_q && dut_ext_i == notified_q && dut_lost_i == given_q &&
              dut_reason_i == reason_q)
  `RVT_IMPLIES(OverflowTimeState_L, lost_q, dut_overflow_time_i == lost_time_q)

  // ---- Covers ------------------------------------------------------------------------------------

  // A stop takes the entry kept for it, an overflow opens after it, and a session with reason 7 begins.
  logic both_q, told_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {both_q, told_q} <= '0;
    else begin
      both_q <= both_q || (level_i > LevelWidth'(QueueDepth) && lost_q && cfg_i.active);
      told_q <= cfg_i.active && both_q && (told_q || is_overflow);
    end
  end
  `RVT_COVER(Odd_C, B == 1 || (room && open_q && odd && refused))
  `RVT_COVER(Restart_C, told_q && valid_o && kind_o == rvt_ingress_pkg::EntryStart &&
                        sub_o == rvt_ingress_pkg::StartOverrun)
  `RVT_COVER(Last_C, is_stop && !room && known)
  // A hart that obeys fills the queue to the last entry, with all slots in a clock of stall.
  logic full_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) full_q <= 1'b0;
    else full_q <= stall && (full_q || (is_block && blocks_o == '1));
  end
  `RVT_COVER(Stalled_C,
             open_q && good_q && stall && free == '0 && arrived_q == Latency && full_q)

endmodule

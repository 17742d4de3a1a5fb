// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Decides what of the ingress port is traced, and turns every clock into at most one queue entry.
///
/// Combinational from the port to the entry; `stall_o`, `gap_o` and `busy_o` are functions of state,
/// configuration and queue level. Nothing behind the entrance ever loses anything: a clock's blocks
/// that find the queue full open a gap, and the gap is announced before anything else is accepted
/// (NT:ERR-01). A clock whose groups have no order, as there is a hole between them, opens one too
/// (D-27). A stop that finds the queue full waits in the side register; until then that holds the end
/// of the last block, which is where a stop reports a notification (D-21). Order of precedence in a
/// clock: waiting stop, end of a gap, stop, blocks.
module rvt_ntrace_entrance #(
  parameter int unsigned Xlen         = 32,  // 32 or 64
  parameter int unsigned Blocks       = 1,   // groups per clock, 1..4
  parameter int unsigned IretireWidth = 6,   // bits of iretire, 2..8; 1..8 if Single
  parameter int unsigned ItypeWidth   = 4,   // bits of itype, 3 or 4 (NT:ING-08)
  parameter int unsigned Single       = 0,   // 1: iretire counts instructions, 0 or 1 (NT:ING-05)
  parameter int unsigned IaddrOnInt   = 1,   // 1: an interrupt alone has an address (NT:ING-14)
  parameter int unsigned Events       = 0,   // 1: triggers are read
  parameter int unsigned SeqJump      = 0,   // 1: sequential jumps are built (NT:SQJ-01)
  parameter int unsigned TsWidth      = 0,   // bits of time, 0..64
  parameter int unsigned QueueDepth   = 16,  // entries, 2..64
  parameter int unsigned StallLatency = 2,   // clocks of groups under stall, 1..QueueDepth-1
  localparam int unsigned UnitsWidth  = Single != 0 ? 4 : IretireWidth,
  localparam int unsigned LevelWidth  = $clog2(QueueDepth + 1),
  localparam int unsigned TimeWidth   = TsWidth > 0 ? TsWidth : 1
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  rvt_ntrace_pkg::config_t        cfg_i,

  // ingress port, group 0 in the low bits
  input  logic [Blocks*IretireWidth-1:0] iretire_i,
  input  logic [Blocks*Xlen-1:0]         iaddr_i,
  input  logic [Blocks*ItypeWidth-1:0]   itype_i,
  input  logic [Blocks*2-1:0]            ilastsize_i,
  input  logic [Blocks-1:0]              sijump_i,
  input  logic [2:0]                     priv_i,
  input  logic [Blocks+1:0]              trigger_i,
  input  logic [2:0]                     ext_trigger_i,
  input  logic                           halted_i,
  input  logic                           hart_reset_i,
  input  logic                           lowpower_i,
  input  logic [TimeWidth-1:0]           time_i,
  output logic                           stall_o,

  // what lies behind
  input  logic [LevelWidth-1:0]          level_i,   // entries in the queue
  input  logic                           resume_i,  // the message FIFO has drained far enough
  input  logic                           lost_i,    // who takes the stream has given up some of it

  // entry, written at this clock's edge; a stop and a gap have block 0 alone
  output logic                           valid_o,
  output logic [1:0]                     kind_o,
  output logic [3:0]                     sub_o,
  output logic [Blocks-1:0]              blocks_o,  // the blocks there are, the lowest ones
  output logic [Blocks-1:0]              known_o,
  output logic [Blocks*(Xlen-1)-1:0]     addr_o,
  output logic [Blocks*UnitsWidth-1:0]   units_o,
  output logic [Blocks*ItypeWidth-1:0]   itype_o,
  output logic [Blocks*2-1:0]            seq_o,
  output logic [Blocks-1:0]              notify_o,
  output logic [TimeWidth-1:0]           time_o,

  output logic                           gap_o,
  output logic                           busy_o
);

  localparam int unsigned AddrWidth = Xlen - 1;
  localparam logic [3:0] ProgramLost = 4'd4;  // ECODE bit 2 (NT:ERR-03)

  if (Xlen != 32 && Xlen != 64) begin : g_bad_xlen
    $error("rvt_ntrace_entrance: Xlen must be 32 or 64");
  end
  if (Blocks < 1 || Blocks > 4) begin : g_bad_blocks
    $error("rvt_ntrace_entrance: Blocks must be 1..4");
  end
  if (IretireWidth < 1 || IretireWidth > 8) begin : g_bad_iretire
    $error("rvt_ntrace_entrance: IretireWidth must be 1..8");
  end
  if ((Single | IaddrOnInt | Events | SeqJump) > 1) begin : g_bad_option
    $error("rvt_ntrace_entrance: Single, IaddrOnInt, Events and SeqJump must be 0 or 1");
  end
  if (Single == 0 && IretireWidth == 1) begin : g_bad_half_words
    $error("rvt_ntrace_entrance: IretireWidth must be above 1 without Single");
  end
  if (ItypeWidth != 3 && ItypeWidth != 4) begin : g_bad_itype
    $error("rvt_ntrace_entrance: ItypeWidth must be 3 or 4");
  end
  if (QueueDepth < 2 || QueueDepth > 64) begin : g_bad_depth
    $error("rvt_ntrace_entrance: QueueDepth must be 2..64");
  end
  if (StallLatency < 1 || StallLatency >= QueueDepth) begin : g_bad_latency
    $error("rvt_ntrace_entrance: StallLatency must be 1..QueueDepth-1");
  end

  logic open_q, open_d;  // a block of this session has been accepted
  logic [3:0] reason_q, reason_d;
  logic away_q;  // in debug mode or low power
  logic rst_q, rst_d;  // the hart was reset, and no entry has carried it yet
  logic ext_q, ext_d;  // an external notify trigger came, and no entry has carried it yet
  logic gap_q, gap_d;
  logic lost_q, lost_d;  // lost_i came in this session: its next block opens a gap
  logic side_q, side_d;  // a stop waits for room
  logic [3:0] side_sub_q;
  logic side_known_q, side_load;
  logic [Xlen-2:0] side_addr_q, side_addr;
  logic straight;  // the program goes on behind the last block
  logic [TimeWidth-1:0] gap_time_q, side_time_q;
  logic gap_open;

  // ---- The clock's state and its groups --------------------------------------------------------

  logic trig_on, trig_off, enabled, on, halted, want, room, stop, hole, odd, blk;
  logic [Blocks-1:0] valid, known;
  logic [Blocks*(Xlen-1)-1:0] addr;
  logic [Blocks*UnitsWidth-1:0] retired;
  logic [Blocks*2-1:0] seq;

  // Debug and external triggers are one (TCI:TRIG-15). The register clears or sets tracing for the
  // clocks behind this one (D-23).
  assign trig_on = Events != 0 && cfg_i.trig_ena && (trigger_i[0] || ext_trigger_i[0]);
  assign trig_off = Events != 0 && cfg_i.trig_ena && (trigger_i[1] || ext_trigger_i[1]);
  assign enabled = cfg_i.active && cfg_i.enable && cfg_i.mode != rvt_ntrace_pkg::ModeOff;
  assign on = enabled && (cfg_i.tracing || trig_on);                    // TCI:TE-01, TRIG-05
  assign halted = halted_i || priv_i == rvt_ntrace_pkg::PrivDebug;      // NT:ING-24
  assign want = on && !halted && !lowpower_i;                           // NT:SEQ-18
  assign room = level_i != LevelWidth'(QueueDepth);

  rvt_ntrace_groups #(
    .Xlen(Xlen),
    .Blocks(Blocks),
    .IretireWidth(IretireWidth),
    .ItypeWidth(ItypeWidth),
    .Single(Single),
    .IaddrOnInt(IaddrOnInt),
    .SeqJump(SeqJump)
  ) i_groups (
    .clk_i,
    .rst_ni,
    .seq_en_i(cfg_i.seq_en),
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    .valid_o(valid),
    .hole_o(hole),
    .known_o(known),
    .addr_o(addr),
    .units_o(retired),
    .seq_o(seq)
  );

  assign stop = open_q && !want;
  // Refused whole (D-27): a hole between the groups, or blocks behind one that cannot start.
  assign odd = hole || (!open_q && !known[0] && known != '0);
  assign blk = want && !hart_reset_i && (odd || (open_q ? valid[0] : known[0]));

  // ---- Entry -----------------------------------------------------------------------------------

  // The stop, the gap's end and the blocks exclude each other: a gap or a waiting stop is only there
  // while no session is open.
  logic put_side, put_gap, put_stop, put_block;
  logic [3:0] stop_code;
  logic stop_known, resolves;

  assign put_side = side_q && room;
  assign put_gap = !side_q && gap_q && level_i == '0 && resume_i;
  assign put_stop = stop && room;
  assign put_block = blk && !odd && room && !side_q && !gap_q && !lost_q;
  assign gap_open = blk && !put_block && !gap_q;

  assign stop_code = halted ? rvt_ntrace_pkg::EvDebug :
                     lowpower_i ? rvt_ntrace_pkg::EvPower : rvt_ntrace_pkg::EvDisabled;  // D-03
  assign resolves = known[0] && !hole && !halted && !lowpower_i && !hart_reset_i;
  assign stop_known = !rst_q && (straight || resolves);

  assign valid_o = put_side || put_gap || put_stop || put_block;

  always_comb begin
    kind_o = open_q ? rvt_ntrace_pkg::EntryBlock : rvt_ntrace_pkg::EntryStart;
    sub_o = open_q ? {2'b0, ext_q, rst_q} : reason_q;
    blocks_o = valid;
    known_o = known;
    addr_o = addr;
    units_o = retired;
    itype_o = itype_i;
    seq_o = seq;
    notify_o = Events != 0 && !trig_off ? trigger_i[Blocks+1:2] : '0;  // TCI:TRIG-10
    if (!open_q && trig_on) notify_o[0] = 1'b0;  // the start stands for it (TCI:TRIG-10)
    time_o = time_i;
    if (!put_block) begin
      kind_o = side_q || !gap_q ? rvt_ntrace_pkg::EntryStop : rvt_ntrace_pkg::EntryGap;
      blocks_o = Blocks'(1);
      itype_o[ItypeWidth-1:0] = '0;
      units_o[UnitsWidth-1:0] = '0;
      seq_o[1:0] = rvt_ntrace_pkg::SeqNo;
      notify_o[0] = 1'b0;
      if (side_q) begin
        sub_o = side_sub_q;
        known_o[0] = side_known_q;
        addr_o[Xlen-2:0] = side_addr_q;
        time_o = side_time_q;
      end else if (gap_q) begin
        sub_o = ProgramLost;
        known_o[0] = 1'b0;
        addr_o[Xlen-2:0] = '0;
        time_o = gap_time_q;
      end else begin
        sub_o = {ext_q, stop_code[2:0]};
        known_o[0] = stop_known;
        addr_o[Xlen-2:0] = !stop_known ? '0 : straight ? side_addr_q : addr[Xlen-2:0];
      end
      notify_o[0] = straight && known_o[0];  // it is the end of the last block
    end
  end

  // ---- End of the last block -------------------------------------------------------------------

  if (Events != 0) begin : g_end
    logic straight_q;
    logic [3:0] itype;
    logic [UnitsWidth-1:0] last_units;
    always_comb begin
      itype = 4'(itype_i[ItypeWidth-1:0]);
      last_units = retired[UnitsWidth-1:0];
      side_addr = addr_o[Xlen-2:0];
      for (int unsigned b = 1; b < Blocks; b++) begin
        if (put_block && valid[b]) begin
          itype = 4'(itype_i[ItypeWidth*b+:ItypeWidth]);
          last_units = retired[UnitsWidth*b+:UnitsWidth];
          side_addr = addr[(Xlen-1)*b+:Xlen-1];
        end
      end
      side_addr = side_addr + (put_block ? AddrWidth'(last_units) : '0);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        straight_q <= 1'b0;
      end else if (put_block) begin
        straight_q <= rvt_ntrace_pkg::is_straight(itype);
      end
    end
    assign straight = straight_q;
  end else begin : g_no_end
    assign straight = 1'b0;
    assign side_addr = addr_o[Xlen-2:0];
  end

  // ---- State -----------------------------------------------------------------------------------

  always_comb begin
    open_d = open_q;
    reason_d = reason_q;
    gap_d = gap_q;
    side_d = side_q && !put_side;
    side_load = stop && !room;
    if (stop || gap_open) open_d = 1'b0;
    if (put_block) open_d = 1'b1;
    if (put_gap) gap_d = 1'b0;
    if (gap_open) gap_d = 1'b1;
    if (side_load) side_d = 1'b1;
    // D-04. A start reason stays until the hart's state, a switch or another gap replaces it; a
    // reset of the hart does not replace a loss, as tracing is on through it.
    if (want && put_gap) reason_d = rvt_ntrace_pkg::SyncOverrun;
    else if (want && (!hart_reset_i || reason_q == rvt_ntrace_pkg::SyncOverrun))
      reason_d = reason_q;
    else if (hart_reset_i) reason_d = rvt_ntrace_pkg::SyncReset;
    else if (lowpower_i) reason_d = rvt_ntrace_pkg::SyncPower;
    else if (halted) reason_d = rvt_ntrace_pkg::SyncDebug;
    else reason_d = rvt_ntrace_pkg::SyncEnable;
    // Both wait for the session's next entry and end with the session. With a trace-on trigger the
    // start message stands for a notification of its clock, with a trace-off the stop (D-21).
    rst_d = (rst_q && !put_block) || hart_reset_i;
    ext_d = Events != 0 && ((ext_q && !put_block) ||
                            (ext_trigger_i[2] && !trig_off && (open_q || !trig_on)));
    if (!cfg_i.active) begin
      open_d = 1'b0;
      reason_d = rvt_ntrace_pkg::SyncEnable;
      gap_d = 1'b0;
      side_d = 1'b0;
    end
    lost_d = lost_q || lost_i;
    if (!open_d) begin
      rst_d = 1'b0;
      ext_d = 1'b0;
      lost_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      reason_q <= rvt_ntrace_pkg::SyncEnable;
      away_q <= 1'b0;
      rst_q <= 1'b0;
      ext_q <= 1'b0;
      gap_q <= 1'b0;
      side_q <= 1'b0;
      lost_q <= 1'b0;
    end else begin
      open_q <= open_d;
      reason_q <= reason_d;
      away_q <= (halted || lowpower_i) && cfg_i.active;
      rst_q <= rst_d;
      ext_q <= ext_d;
      gap_q <= gap_d;
      side_q <= side_d;
      lost_q <= lost_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      side_sub_q <= '0;
      side_known_q <= 1'b0;
      side_time_q <= '0;
    end else if (side_load) begin
      side_sub_q <= {ext_q, stop_code[2:0]};
      side_known_q <= stop_known;
      side_time_q <= time_o;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      side_addr_q <= '0;
    end else if (side_load || (Events != 0 && put_block)) begin
      side_addr_q <= side_addr;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gap_time_q <= '0;
    end else if (gap_open) begin
      gap_time_q <= time_i;
    end
  end

  // NT:ING-26, TCI:OVF-10: released as tracing ends. Where trace-off is followed by trace-on in the
  // next clock the session goes on, and so must stall (TCI:TRIG-06).
  assign stall_o = enabled && (cfg_i.tracing || (Events != 0 && open_q)) && cfg_i.stall_ena &&
                   !away_q && LevelWidth'(QueueDepth) - level_i <= LevelWidth'(StallLatency);
  assign gap_o = gap_q;
  assign busy_o = open_q || gap_q || side_q;

  logic unused;
  assign unused = ^{cfg_i, trigger_i, ext_trigger_i, stop_code[3]};

  // ---- Checker and assertions -------------------------------------------------------------------

  `RVT_HART_CHECKER(rvt_check_ingress #(
    .Xlen(Xlen),
    .Blocks(Blocks),
    .IretireWidth(IretireWidth),
    .ItypeWidth(ItypeWidth),
    .Single(Single),
    .IaddrOnInt(IaddrOnInt),
    .StallLatency(StallLatency),
    .Events(Events),
    .SeqJump(SeqJump),
    .TsWidth(TsWidth)
  ) i_check_ingress (
    .clk_i,
    .rst_ni,
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i(sijump_i != '0),
    .trigger_i(trigger_i != '0 || ext_trigger_i != '0),
    .time_i(time_i != '0),
    .away_i(halted || lowpower_i || hart_reset_i),
    .stall_i(stall_o)
  );)

  // Loss is always announced: a block is refused only in an open gap or in the clock that opens one.
  `RVT_IMPLIES(Announced_A, blk && !put_block, gap_q || gap_open)
  // While a gap is open or a stop waits, no session is open, so neither can overtake a block.
  `RVT_IMPLIES(GapAlone_A, gap_q || side_q, !open_q)
  // What waits for the next entry of a session is there only while one is open.
  `RVT_IMPLIES(HeldInSession_A, rst_q || ext_q || lost_q, open_q)
  // Nothing is written into a full queue.
  `RVT_IMPLIES(Room_A, valid_o && cfg_i.active, room)
  // Every start has an address for its F-ADDR.
  `RVT_IMPLIES(StartKnown_A, valid_o && kind_o == rvt_ntrace_pkg::EntryStart, known_o[0])
  // An entry has a block 0, and its blocks are the lowest ones, whatever the hart does.
  `RVT_IMPLIES(First_A, valid_o, blocks_o[0] && (blocks_o & (blocks_o + Blocks'(1))) == '0)
  // At most one thing is written in a clock.
  `RVT_ASSERT(OnePut_A, 32'(put_side) + 32'(put_gap) + 32'(put_stop) + 32'(put_block) <= 1)
  // The queue never claims more than its depth.
  `RVT_ASSUME(Level_M, level_i <= LevelWidth'(QueueDepth))

endmodule

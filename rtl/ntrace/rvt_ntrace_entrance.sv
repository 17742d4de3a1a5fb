// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Decides what of the ingress port is traced, and turns every clock into at most one queue entry.
///
/// Combinational from the port to the entry; `stall_o`, `gap_o` and `busy_o` are functions of state,
/// configuration and queue level. Nothing behind the entrance ever loses anything: a block that
/// finds the queue full opens a gap, and the gap is announced before anything else is accepted
/// (NT:ERR-01). A stop that finds the queue full waits in the side register. Order of precedence in
/// a clock: waiting stop, end of a gap, stop, block.
module rvt_ntrace_entrance #(
  parameter int unsigned Xlen         = 32,  // 32 or 64
  parameter int unsigned IretireWidth = 6,   // bits of iretire, 1..8
  parameter int unsigned Single       = 0,   // 1: iretire counts instructions, 0 or 1 (NT:ING-05)
  parameter int unsigned IaddrOnInt   = 1,   // 1: an interrupt alone has an address (NT:ING-14)
  parameter int unsigned TsWidth      = 0,   // bits of time, 0..64
  parameter int unsigned QueueDepth   = 16,  // entries, 2..64
  parameter int unsigned StallLatency = 2,   // groups still arriving under stall, 1..QueueDepth-1
  localparam int unsigned UnitsWidth  = Single != 0 ? 4 : IretireWidth,
  localparam int unsigned LevelWidth  = $clog2(QueueDepth + 1),
  localparam int unsigned TimeWidth   = TsWidth > 0 ? TsWidth : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  rvt_ntrace_pkg::config_t cfg_i,

  // ingress port, the oldest and only group
  input  logic [IretireWidth-1:0] iretire_i,
  input  logic [Xlen-1:0]         iaddr_i,
  input  logic [3:0]              itype_i,
  input  logic [1:0]              ilastsize_i,
  input  logic [2:0]              priv_i,
  input  logic                    halted_i,
  input  logic [TimeWidth-1:0]    time_i,
  output logic                    stall_o,

  // what lies behind
  input  logic [LevelWidth-1:0]   level_i,   // entries in the queue
  input  logic                    resume_i,  // the message FIFO has drained far enough

  // entry, written at this clock's edge
  output logic                    valid_o,
  output logic [1:0]              kind_o,
  output logic [3:0]              sub_o,
  output logic                    known_o,
  output logic [Xlen-2:0]         addr_o,
  output logic [UnitsWidth-1:0]   units_o,
  output logic [3:0]              itype_o,
  output logic [TimeWidth-1:0]    time_o,

  output logic                    gap_o,
  output logic                    busy_o
);

  localparam logic [3:0] ProgramLost = 4'd4;  // ECODE bit 2 (NT:ERR-03)

  if (Xlen != 32 && Xlen != 64) begin : g_bad_xlen
    $error("rvt_ntrace_entrance: Xlen must be 32 or 64");
  end
  if (IretireWidth < 1 || IretireWidth > 8) begin : g_bad_iretire
    $error("rvt_ntrace_entrance: IretireWidth must be 1..8");
  end
  if (QueueDepth < 2 || QueueDepth > 64) begin : g_bad_depth
    $error("rvt_ntrace_entrance: QueueDepth must be 2..64");
  end
  if (StallLatency < 1 || StallLatency >= QueueDepth) begin : g_bad_latency
    $error("rvt_ntrace_entrance: StallLatency must be 1..QueueDepth-1");
  end

  logic open_q, open_d;  // a block of this session has been accepted
  logic [3:0] reason_q, reason_d;
  logic halted_q;
  logic gap_q, gap_d;
  logic side_q, side_d;  // a stop waits for room
  logic side_debug_q, side_known_q, side_load;
  logic [Xlen-2:0] side_addr_q;
  logic [TimeWidth-1:0] gap_time_q, side_time_q;
  logic gap_open;

  logic on, halted, want, known, room, stop, blk, trap;
  logic [UnitsWidth-1:0] retired;

  // The stop, the gap's end and the block exclude each other: a gap or a waiting stop is only there
  // while no session is open.
  logic put_side, put_gap, put_stop, put_block;

  if (Single != 0) begin : g_single
    // NT:ING-05: iretire is an instruction flag; the instruction's size counts.
    assign retired = iretire_i != '0 ? UnitsWidth'(1) << ilastsize_i : '0;
  end else begin : g_block
    logic unused;
    assign unused = ^ilastsize_i;
    assign retired = iretire_i;
  end

  assign on = cfg_i.active && cfg_i.enable && cfg_i.tracing &&
              cfg_i.mode != rvt_ntrace_pkg::ModeOff;                    // TCI:TE-01
  assign halted = halted_i || priv_i == rvt_ntrace_pkg::PrivDebug;      // NT:ING-24
  assign want = on && !halted;
  assign trap = itype_i == rvt_ntrace_pkg::ItException ||
                itype_i == rvt_ntrace_pkg::ItInterrupt;
  // A valid block whose address means something (NT:ING-13, ING-14).
  assign known = iretire_i != '0 || itype_i == rvt_ntrace_pkg::ItException ||
                 (IaddrOnInt != 0 && itype_i == rvt_ntrace_pkg::ItInterrupt);
  assign room = level_i != LevelWidth'(QueueDepth);

  assign stop = open_q && !want;
  assign blk = want && (open_q ? iretire_i != '0 || trap : known);

  assign put_side = side_q && room;
  assign put_gap = !side_q && gap_q && level_i == '0 && resume_i;
  assign put_stop = stop && room;
  assign put_block = blk && room && !side_q && !gap_q;
  assign gap_open = blk && !put_block && !gap_q;

  assign valid_o = put_side || put_gap || put_stop || put_block;

  always_comb begin
    kind_o = open_q ? rvt_ntrace_pkg::EntryBlock : rvt_ntrace_pkg::EntryStart;
    sub_o = open_q ? 4'd0 : reason_q;
    known_o = known;
    addr_o = known ? iaddr_i[Xlen-1:1] : '0;
    units_o = retired;
    itype_o = itype_i;
    time_o = time_i;
    if (!put_block) begin
      kind_o = side_q || !gap_q ? rvt_ntrace_pkg::EntryStop : rvt_ntrace_pkg::EntryGap;
      itype_o = '0;
      units_o = '0;
      if (side_q) begin
        sub_o = side_debug_q ? rvt_ntrace_pkg::EvDebug : rvt_ntrace_pkg::EvDisabled;
        known_o = side_known_q;
        addr_o = side_addr_q;
        time_o = side_time_q;
      end else if (gap_q) begin
        sub_o = ProgramLost;
        known_o = 1'b0;
        addr_o = '0;
        time_o = gap_time_q;
      end else begin
        sub_o = halted ? rvt_ntrace_pkg::EvDebug : rvt_ntrace_pkg::EvDisabled;
        known_o = known && !halted;
        addr_o = known && !halted ? iaddr_i[Xlen-1:1] : '0;
      end
    end
  end

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
    // D-04. A start reason stays until debug mode, a switch or another gap replaces it.
    if (halted) reason_d = rvt_ntrace_pkg::SyncDebug;
    else if (!on) reason_d = rvt_ntrace_pkg::SyncEnable;
    else if (put_gap) reason_d = rvt_ntrace_pkg::SyncOverrun;
    if (!cfg_i.active) begin
      open_d = 1'b0;
      reason_d = rvt_ntrace_pkg::SyncEnable;
      gap_d = 1'b0;
      side_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      reason_q <= rvt_ntrace_pkg::SyncEnable;
      halted_q <= 1'b0;
      gap_q <= 1'b0;
      side_q <= 1'b0;
    end else begin
      open_q <= open_d;
      reason_q <= reason_d;
      halted_q <= halted && cfg_i.active;
      gap_q <= gap_d;
      side_q <= side_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      side_debug_q <= 1'b0;
      side_known_q <= 1'b0;
      side_addr_q <= '0;
      side_time_q <= '0;
    end else if (side_load) begin
      side_debug_q <= halted;
      side_known_q <= known_o;
      side_addr_q <= addr_o;
      side_time_q <= time_o;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gap_time_q <= '0;
    end else if (gap_open) begin
      gap_time_q <= time_i;
    end
  end

  // NT:ING-26, TCI:OVF-10: released as soon as tracing ends.
  assign stall_o = on && cfg_i.stall_ena && !halted_q &&
                   LevelWidth'(QueueDepth) - level_i <= LevelWidth'(StallLatency);
  assign gap_o = gap_q;
  assign busy_o = open_q || gap_q || side_q;

  logic unused_fields;
  assign unused_fields = ^{cfg_i, iaddr_i[0]};

  // ---- Assertions ----------------------------------------------------------------------------

  // Loss is always announced: a block is refused only in an open gap or in the clock that opens one.
  `RVT_IMPLIES(Announced_A, blk && !put_block, gap_q || gap_open)
  // While a gap is open or a stop waits, no session is open, so neither can overtake a block.
  `RVT_IMPLIES(GapAlone_A, gap_q || side_q, !open_q)
  // Nothing is written into a full queue.
  `RVT_IMPLIES(Room_A, valid_o && cfg_i.active, room)
  // Every start has an address for its F-ADDR.
  `RVT_IMPLIES(StartKnown_A, valid_o && kind_o == rvt_ntrace_pkg::EntryStart, known_o)
  // At most one thing is written in a clock.
  `RVT_ASSERT(OnePut_A, 32'(put_side) + 32'(put_gap) + 32'(put_stop) + 32'(put_block) <= 1)
  // The queue never claims more than its depth.
  `RVT_ASSERT(Level_M, level_i <= LevelWidth'(QueueDepth))

endmodule

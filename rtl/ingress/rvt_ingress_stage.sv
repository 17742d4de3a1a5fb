// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Decides what of the ingress port is traced, and turns every clock into at most one queue entry.
///
/// Combinational from the port to the entry; `stall_o`, `overflow_o` and `busy_o` are functions of state,
/// configuration and queue level. Nothing after the ingress stage ever loses anything: a clock's blocks
/// that find the queue full open an overflow, and the overflow is announced before anything else is accepted
/// (NT:ERR-01). `rvt_ingress_session` has the decision and its state; what is written is formed here.
module rvt_ingress_stage #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Xlen         = Build.Xlen,
  localparam int unsigned Blocks       = Build.Blocks,
  localparam int unsigned IretireWidth = Build.IretireWidth,
  localparam int unsigned ItypeWidth   = Build.ItypeWidth,
  localparam int unsigned TimeWidth    = Build.TsWidth > 0 ? Build.TsWidth : 1,
  localparam int unsigned LevelWidth   = $clog2(Build.QueueDepth + 2),
  localparam int unsigned ContextWidth = Build.ContextWidth,
  localparam int unsigned ContextBits  = 59,  // of the largest build
  localparam int unsigned BlockBits    = rvt_ingress_pkg::BlockBits,
  localparam int unsigned SlotBits     = rvt_ingress_pkg::SlotBits
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  rvt_config_pkg::config_t        cfg_i,

  // ingress port, slot 0 in the low bits
  // interface: ports read
  input  logic [Blocks*IretireWidth-1:0] iretire_i,  // half-words of the block, 0: none, or a trap
  input  logic [Blocks*Xlen-1:0]         iaddr_i,  // of its first instruction; bit 0 is not used
  input  logic [Blocks*ItypeWidth-1:0]   itype_i,  // how the block ends (NT:ITY)
  input  logic [Blocks*2-1:0]            ilastsize_i,  // last instruction; with Single or SeqJump
  input  logic [Blocks-1:0]              sijump_i,  // with SeqJump: a pair's jump (NT:ING-20)
  input  logic [Xlen-1:0]                cause_i,  // E-Trace: of the trap in this clock
  input  logic [Xlen-1:0]                tval_i,  // with E-Trace: ... its value
  input  logic [2:0]                     priv_i,  // privilege; 4 is debug mode
  input  logic [ContextWidth-1:0]        context_i,  // with Context 2: NT:OWN-10
  input  logic [1:0]                     ctype_i,  // with Context 2: NT:ING-19
  input  logic [Blocks+1:0]              trigger_i,  // with Events: NT:ING-21
  input  logic [2:0]                     ext_trigger_i,  // with Events: on, off, notify
  input  logic                           halted_i,  // the hart is in debug mode
  input  logic                           hart_reset_i,  // the hart is in reset (NT:ING-25)
  input  logic                           lowpower_i,  // ... in low power (NT:SEQ-18)
  input  logic [TimeWidth-1:0]           time_i,  // time of this clock
  // interface end
  output logic                           stall_o,

  // slots as they are decided, before anything is refused
  output logic [Blocks*SlotBits-1:0]     slots_o,   // slot_t of each

  // what lies after
  input  logic [LevelWidth-1:0]          level_i,   // entries in the queue
  input  logic                           resume_i,  // the message FIFO has drained far enough
  input  logic                           lost_i,    // some of what has left is lost

  // entry, written at this clock's edge; a stop and an overflow have block 0 alone
  output logic                           valid_o,
  output rvt_ingress_pkg::entry_t        entry_o,
  output logic [Blocks-1:0]              blocks_o,  // the blocks there are, the lowest ones
  output logic [Blocks*BlockBits-1:0]    block_o,   // block_t of each

  output logic                           overflow_o,
  output logic                           busy_o
);

  logic open, rst, ext;  // state before the clock
  logic [3:0] reason;
  logic goes_on;  // a session is open after the clock, and was before it
  logic put_stop, put_overflow, put_block, put_enable, overflow_open, enable_new;
  logic [TimeWidth-1:0] overflow_time_q;
  logic time_new, time_new_q;  // the base of time has changed since the last entry
  logic context_new, lost_context;
  logic [2:0] priv;  // of the blocks before

  // What E-Trace reads besides.
  localparam bit Etrace = Build.Format == 1;

  logic retires, told;
  logic [Blocks-1:0]
      newest, flagged;  // the newest slot with an instruction; a notify trigger of the slot
  logic [1:0] ctype;
  logic [2:0] trap_itype;
  logic [5:0] trap_cause;
  logic [63:0] trap_tval;

  // ---- The clock's state and its slots --------------------------------------------------------

  logic trig_on, trig_off, halted, hole, reported;
  logic [Blocks-1:0] valid, known;
  logic [Blocks-1:0] notify;
  logic [Blocks*BlockBits-1:0] blocks;  // block_t of each slot
  logic traced;

  // Debug and external triggers are one (TCI:TRIG-15). The register clears or sets tracing for the
  // clocks after this one (D-23).
  assign trig_on = Build.Events != 0 && cfg_i.trig_ena && (trigger_i[0] || ext_trigger_i[0]);
  assign trig_off = Build.Events != 0 && cfg_i.trig_ena && (trigger_i[1] || ext_trigger_i[1]);
  assign notify = Build.Events != 0 && !trig_off ? trigger_i[Blocks+1:2] : '0;  // TCI:TRIG-10
  assign halted = halted_i || priv_i == rvt_ingress_pkg::PrivDebug;  // NT:ING-24
  assign reported = Build.Context > 1 && ctype_i != 2'd0;  // NT:OWN-12

  logic seq_en;
  if (Build.AllJumps != 0) begin : g_all_jumps
    assign seq_en = cfg_i.seq_en && !cfg_i.all_jumps;  // NT:AJM-06
  end else begin : g_inferable
    assign seq_en = cfg_i.seq_en;
  end

  rvt_ingress_slots #(
    .Build(Build)
  ) i_slots (
    .clk_i,
    .rst_ni,
    .seq_en_i(seq_en),
    .traced_i(traced),
    .priv_i,
    .notify_i(notify),
    // interface: join slot
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    // interface end
    .valid_o(valid),
    .hole_o(hole),
    .known_o(known),
    .slots_o
  );
  for (genvar b = 0; b < Blocks; b++) begin : g_block
    assign blocks[BlockBits*b+:BlockBits] = slots_o[SlotBits*b+:BlockBits];
  end

  rvt_ingress_session #(
    .Build(Build)
  ) i_session (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .trig_on_i(trig_on),
    .trig_off_i(trig_off),
    .notify_i(ext_trigger_i[2]),
    .halted_i(halted),
    .lowpower_i,
    .hart_reset_i,
    .priv_i,
    .reported_i(reported),
    .valid_i(valid[0]),
    .known_i(known),
    .hole_i(hole),
    .retires_i(retires),
    .level_i,
    .resume_i,
    .lost_i,
    .put_overflow_o(put_overflow),
    .put_stop_o(put_stop),
    .put_block_o(put_block),
    .put_enable_o(put_enable),
    .goes_on_o(goes_on),
    .overflow_open_o(overflow_open),
    .open_o(open),
    .reason_o(reason),
    .rst_o(rst),
    .ext_o(ext),
    .enable_new_o(enable_new),
    .context_new_o(context_new),
    .lost_context_o(lost_context),
    .priv_o(priv),
    .stall_o,
    .traced_o(traced),
    .overflow_o,
    .busy_o
  );

  // ---- What E-Trace reads besides ----------------------------------------------------------------

  if (Etrace) begin : g_etrace
    localparam int unsigned TvalWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits) + 1;
    logic [Blocks-1:0] has, trap;
    logic [1:0] ctype_q;
    logic [2:0] trap_q;
    logic [5:0] cause_q;
    logic [TvalWidth-1:0] tval_q;
    logic [3:0] last;  // itype of the newest slot

    always_comb begin
      last = '0;
      for (int unsigned b = 0; b < Blocks; b++) begin
        has[b] = valid[b] && iretire_i[IretireWidth*b+:IretireWidth] != '0;
        trap[b] = valid[b] && rvt_ingress_pkg::is_trap(4'(itype_i[ItypeWidth*b+:ItypeWidth]));
        if (valid[b]) last = 4'(itype_i[ItypeWidth*b+:ItypeWidth]);
      end
      newest = '0;
      for (int unsigned b = 0; b < Blocks; b++) if (has[b]) newest = Blocks'(1) << b;
    end
    assign retires = has != '0;
    assign flagged = Build.Events != 0 ? trigger_i[Blocks+1:2] : '0;
    assign told = Build.Events != 0 && (ext || ext_trigger_i[2]);
    assign ctype = !cfg_i.context_en ? 2'd0 : reported ? ctype_i : ctype_q;
    // The trap right before the entry, traced or not (ETR AMB-4). That of a block is asked for with what comes after it.
    assign trap_itype = trap_q;
    assign trap_cause = cause_q;
    assign trap_tval = 64'(tval_q);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {ctype_q, trap_q} <= '0;
      end else begin
        ctype_q <= cfg_i.active && goes_on && !traced ? ctype : '0;
        if (!cfg_i.active || halted || lowpower_i || hart_reset_i) trap_q <= '0;
        else if (valid != '0)
          trap_q <= rvt_ingress_pkg::is_trap(last) ? {put_block, last[1:0]} : '0;
      end
    end
    // A trap in front of another block, which no hart reports, has the cause of the one before its clock.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        cause_q <= '0;
        tval_q <= '0;
      end else if (trap != '0) begin
        cause_q <= 6'(cause_i[rvt_ingress_pkg::cause_width(Build.Xlen)-1:0]);
        tval_q <= tval_i[TvalWidth-1:0];
      end
    end
    logic unused_etrace;
    assign unused_etrace = ^{cause_i, tval_i};
  end else begin : g_no_etrace
    assign {retires, told, newest, flagged, ctype, trap_itype, trap_cause, trap_tval} = '0;
    logic unused_etrace;
    assign unused_etrace = ^{cause_i, tval_i, retires, told, newest, flagged, ctype, goes_on};
  end

  // ---- Entry -----------------------------------------------------------------------------------

  logic [3:0] stop_code;
  logic stop_known;

  assign stop_code = Etrace && cfg_i.enable ? rvt_ingress_pkg::EndedEnabled :
                     Etrace ? rvt_ingress_pkg::EndedDisabled :
                     halted ? rvt_ingress_pkg::EndedDebug :  // D-03
                     lowpower_i ? rvt_ingress_pkg::EndedPower : rvt_ingress_pkg::EndedDisabled;
  assign stop_known = known[0] && !hole && !halted && !lowpower_i && !hart_reset_i;

  assign valid_o = put_overflow || put_stop || put_block || put_enable;

  rvt_ingress_pkg::block_t first, one;  // block 0, one of all
  // The first block goes through `first`. The clock's triggers say something of its newest instruction.
  always_comb begin
    for (int unsigned b = 0; b < Blocks; b++) begin
      one = b == 0 ? first : blocks[BlockBits*b+:BlockBits];
      if (Etrace) one.notify = put_block && (flagged[b] || (newest[b] && told));
      block_o[BlockBits*b+:BlockBits] = one;
    end
  end

  always_comb begin
    entry_o.kind = open ? rvt_ingress_pkg::EntryBlock : rvt_ingress_pkg::EntryStart;
    entry_o.sub = open ? {2'b0, ext, rst} : reason;
    entry_o.priv = Etrace ? 3'(priv_i[Build.PrivBits-1:0]) : Build.Context != 0 ? priv_i : '0;
    entry_o.hart_context = Build.Context > 1 && (!Etrace || cfg_i.context_en) ?
                           ContextBits'(context_i) : '0;
    entry_o.context_new = context_new;
    entry_o.enable_new = enable_new;
    entry_o.ctype = ctype;
    entry_o.trap = trap_itype;
    entry_o.cause = trap_cause;
    entry_o.tval = trap_tval;
    entry_o.abs_time = 64'(time_i);
    entry_o.time_new = time_new;
    blocks_o = valid;
    first = blocks[BlockBits-1:0];
    if (!open && trig_on) first.notify = 1'b0;  // the start stands for it (TCI:TRIG-10)
    if (!put_block) begin
      entry_o.enable_new = 1'b0;
      entry_o.ctype = '0;
      entry_o.kind = overflow_o || put_enable ? rvt_ingress_pkg::EntryOverflow :
                     rvt_ingress_pkg::EntryStop;
      blocks_o = Blocks'(1);
      first.itype = rvt_ingress_pkg::ItNone;
      first.halfwords = '0;
      first.seq = rvt_ingress_pkg::SeqNo;
      first.notify = 1'b0;
      entry_o.priv = Etrace ? 3'(priv_i[Build.PrivBits-1:0]) : priv;
      entry_o.context_new = 1'b0;
      if (put_enable) begin
        entry_o.sub = rvt_ingress_pkg::LostEnabled;
        first.known = 1'b0;
      end else if (overflow_o) begin
        entry_o.sub = rvt_ingress_pkg::LostBlocks;
        if (Etrace && cfg_i.enable) entry_o.sub = entry_o.sub | rvt_ingress_pkg::LostEnabled;
        if (lost_context) entry_o.sub = entry_o.sub | rvt_ingress_pkg::LostContext;
        first.known = 1'b0;
        entry_o.abs_time = 64'(overflow_time_q);
      end else begin
        entry_o.sub = {ext, stop_code[2], rst, stop_code[0]};
        first.known = stop_known;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      overflow_time_q <= '0;
    end else if (overflow_open) begin
      overflow_time_q <= time_i;
    end
  end

  assign time_new = Build.TsWidth != 0 && (cfg_i.time_new || time_new_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      time_new_q <= 1'b0;
    end else begin
      time_new_q <= cfg_i.active && time_new && !valid_o;
    end
  end

  logic unused;
  assign unused = ^{stop_code[3], stop_code[1]};
  if (Build.Context < 2) begin : g_no_context
    logic unused_context;
    assign unused_context = ^{context_i, ctype_i};
  end
  if (Build.Events == 0) begin : g_no_events
    logic unused_triggers;
    assign unused_triggers = ^{trigger_i, ext_trigger_i};
  end

  // ---- Checker and assertions -------------------------------------------------------------------

  // Nothing is written into a full queue.
  `RVT_IMPLIES(Room_A, valid_o && cfg_i.active, level_i <= LevelWidth'(Build.QueueDepth))
  // Every start has an address for its F-ADDR.
  `RVT_IMPLIES(StartKnown_A, valid_o && entry_o.kind == rvt_ingress_pkg::EntryStart, first.known)
  // An entry has a block 0, and its blocks are the lowest ones, whatever the hart does.
  `RVT_IMPLIES(First_A, valid_o, blocks_o[0] && (blocks_o & (blocks_o + Blocks'(1))) == '0)

endmodule

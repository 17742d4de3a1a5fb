// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Ingress stage and queue with several blocks in an entry: what goes in comes out, in order and unchanged,
/// and is what `rvt_fv_flow_entry` says.
///
/// Any one entry may be the tracked one. What the ingress stage accepts, refuses and announces, and stall, are
/// proved by rvt_fv_ingress_stage.
module rvt_fv_entries #(
  parameter int unsigned Blocks       = 2,
  parameter int unsigned IretireWidth = 2,
  parameter int unsigned Single       = 0,
  parameter int unsigned IaddrOnInt   = 0,
  parameter int unsigned Events       = 1,
  parameter int unsigned TsWidth      = 2,  // 1 or more
  parameter int unsigned QueueDepth   = 3,
  parameter int unsigned QueueSync    = 0,
  parameter int unsigned StallLatency = 1,
  localparam int unsigned Entries     = QueueDepth + 1,  // of the queue ...
  localparam int unsigned Words       = Entries - QueueSync,  // ... and of its memory
  localparam int unsigned B           = Blocks,
  localparam int unsigned Xlen        = 32,
  localparam int unsigned AddrWidth   = Xlen - 1,
  localparam int unsigned UnitsWidth  = Single != 0 ? 4 : IretireWidth,
  // As in rvt_queue.
  localparam int unsigned BlockWidth  = 4 + UnitsWidth + AddrWidth + 1 + (Events != 0 ? 1 : 0) + 2,
  localparam int unsigned EntryWidth  = B * BlockWidth + 7 + TsWidth + B - 1
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
  input logic [B+1:0]              trigger_i,
  input logic [2:0]                ext_trigger_i,
  input logic                      halted_i,
  input logic                      hart_reset_i,
  input logic                      lowpower_i,
  input logic [TsWidth-1:0]        time_i,
  input logic                      resume_i,
  input logic                      given_up_i,
  input logic                      obey_i,  // the hart keeps the promise of StallLatency
  input logic                      ready_i,  // flow takes the entry
  input logic                      pick_i,  // this entry is the tracked one

  (* probe = "i_ingress.i_dut.i_session.open_q" *) input logic dut_open,
  (* probe = "i_ingress.i_dut.i_session.overflow_q" *) input logic dut_overflow,
  (* probe = "i_ingress.i_dut.i_session.away_q" *) input logic dut_away,
  (* probe = "i_ingress.i_dut.i_session.rst_q" *) input logic dut_rst,
  (* probe = "i_ingress.i_dut.i_session.ext_q" *) input logic dut_ext,
  (* probe = "i_ingress.i_dut.i_session.lost_q" *) input logic dut_lost,
  (* probe = "i_ingress.i_dut.i_session.reason_q" *) input logic [3:0] dut_reason,
  (* probe = "i_ingress.i_dut.overflow_time_q" *) input logic [TsWidth-1:0] dut_overflow_time,
  (* probe = "i_queue.i_dut.i_fifo.rptr_q" *) input logic [$clog2(Words)-1:0] dut_rptr,
  (* probe = "i_queue.i_dut.i_fifo.mem_q[*]" *) input logic [Words*EntryWidth-1:0] dut_mem
);

  localparam int unsigned LevelWidth = $clog2(Entries + 1);

  logic put, room;
  logic [1:0] put_kind, head_kind;
  logic [3:0] put_sub, head_sub;
  logic [B-1:0] put_blocks, put_known, put_notify;
  logic [B*AddrWidth-1:0] put_addr;
  logic [B*UnitsWidth-1:0] put_units;
  logic [B*4-1:0] put_itype;
  logic [B*2-1:0] put_seq;
  logic [TsWidth:0] put_time, head_time;
  logic [LevelWidth-1:0] level;
  logic head_valid, pop;
  logic [B-1:0] head_blocks, head_known, head_notify;
  logic [B*AddrWidth-1:0] head_addr;
  logic [B*UnitsWidth-1:0] head_units;
  logic [B*4-1:0] head_itype;
  logic [B*2-1:0] head_seq;

  rvt_fv_ingress_stage #(
    .Blocks(Blocks),
    .IretireWidth(IretireWidth),
    .Single(Single),
    .IaddrOnInt(IaddrOnInt),
    .Events(Events),
    .TsWidth(TsWidth),
    .QueueDepth(QueueDepth),
    .StallLatency(StallLatency)
  ) i_ingress (
    .*,
    .context_i(1'b0),
    .ctype_i(2'b00),
    .level_i(level),
    .ready_i(room),
    .valid_o(put),
    .kind_o(put_kind),
    .sub_o(put_sub),
    .blocks_o(put_blocks),
    .known_o(put_known),
    .addr_o(put_addr),
    .units_o(put_units),
    .itype_o(put_itype),
    .seq_o(put_seq),
    .notify_o(put_notify),
    .time_o(put_time),
    .dut_open_i(dut_open),
    .dut_overflow_i(dut_overflow),
    .dut_away_i(dut_away),
    .dut_rst_i(dut_rst),
    .dut_ext_i(dut_ext),
    .dut_lost_i(dut_lost),
    .dut_reason_i(dut_reason),
    .dut_overflow_time_i(dut_overflow_time)
  );

  rvt_fv_queue #(
    .Blocks(Blocks),
    .IretireWidth(IretireWidth),
    .Single(Single),
    .Events(Events),
    .TsWidth(TsWidth),
    .QueueDepth(QueueDepth),
    .QueueSync(QueueSync)
  ) i_queue (
    .*,
    .clr_i(!cfg_i.active),
    .valid_i(put),
    .blocks_i(put_blocks),
    .kind_i(put_kind),
    .sub_i(put_sub),
    .time_i(put_time),
    .known_i(put_known),
    .addr_i(put_addr),
    .units_i(put_units),
    .itype_i(put_itype),
    .seq_i(put_seq),
    .notify_i(put_notify),
    .ready_o(room),
    .level_o(level),
    .valid_o(head_valid),
    .blocks_o(head_blocks),
    .kind_o(head_kind),
    .sub_o(head_sub),
    .time_o(head_time),
    .known_o(head_known),
    .addr_o(head_addr),
    .units_o(head_units),
    .itype_o(head_itype),
    .seq_o(head_seq),
    .notify_o(head_notify)
  );

  // Whether a session is open after the entries that have left, and after those written so far.
  logic session_q, put_session_q;
  assign pop = head_valid && ready_i;

  rvt_fv_flow_entry #(
    .Blocks(B),
    .UnitsWidth(UnitsWidth),
    .Events(Events)
  ) i_heads (
    .*,
    .session_i(session_q),
    .busy_i(session_q || head_valid),
    .valid_i(head_valid),
    .kind_i(head_kind),
    .sub_i(head_sub),
    .blocks_i(head_blocks),
    .known_i(head_known),
    .units_i(head_units),
    .itype_i(head_itype),
    .seq_i(head_seq),
    .notify_i(head_notify)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // ---- Order through the queue -------------------------------------------------------------------

  function automatic logic is_block(input logic [1:0] kind);
    is_block = kind == rvt_ingress_pkg::EntryBlock || kind == rvt_ingress_pkg::EntryStart;
  endfunction

  logic [EntryWidth-1:0] put_word, head_word;
  assign put_word[EntryWidth-1:B*BlockWidth] = {put_blocks[B-1:1], put_time, put_kind, put_sub};
  assign head_word[EntryWidth-1:B*BlockWidth] = {head_blocks[B-1:1], head_time, head_kind, head_sub};
  for (genvar b = 0; b < B; b++) begin : g_block
    localparam int unsigned At = BlockWidth * b;
    localparam int unsigned KnownAt = At + 4 + UnitsWidth + AddrWidth;
    assign put_word[KnownAt:At] = {put_known[b], put_addr[AddrWidth*b+:AddrWidth],
                                   put_units[UnitsWidth*b+:UnitsWidth], put_itype[4*b+:4]};
    assign head_word[KnownAt:At] = {head_known[b], head_addr[AddrWidth*b+:AddrWidth],
                                    head_units[UnitsWidth*b+:UnitsWidth], head_itype[4*b+:4]};
    assign put_word[At+BlockWidth-2+:2] = put_seq[2*b+:2];
    assign head_word[At+BlockWidth-2+:2] = head_seq[2*b+:2];
    if (Events != 0) begin : g_notify
      assign put_word[KnownAt+1] = put_notify[b];
      assign head_word[KnownAt+1] = head_notify[b];
    end
  end

  logic held, leave;
  logic [EntryWidth-1:0] held_word;
  rvt_fv_order #(
    .Width(EntryWidth),
    .Stored(EntryWidth),
    .Depth(Entries),
    .Sync(QueueSync)
  ) i_order (
    .*,
    .clr_i       (!cfg_i.active),
    .push_i      (put),
    .word_i      (put_word),
    .valid_i     (head_valid),
    .front_i     (head_word),
    .dut_rptr_i  (dut_rptr),
    .dut_level_i (level),
    .dut_mem_i   (dut_mem),
    .held_o      (held),
    .held_word_o (held_word),
    .leave_o     (leave)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {session_q, put_session_q} <= '0;
    end else begin
      session_q <= cfg_i.active && (pop ? is_block(head_kind) : session_q);
      put_session_q <= cfg_i.active && (put ? is_block(put_kind) : put_session_q);
    end
  end

  // Nothing comes out that was not written; from a memory with a clocked read a clock later.
  `RVT_ASSERT(Some_A, QueueSync != 0 ? !head_valid || level != '0 : head_valid == (level != '0))

  // ---- The queue's memory and the reference --------------------------------------------------------

  // Entries from the front on.
  logic in_front;  // the first one has left the memory
  assign in_front = QueueSync != 0 && head_valid;
  logic [Entries-1:0] fine, chained;
  logic [Entries:0] session;  // after the entries before
  assign session[0] = session_q;
  for (genvar p = 0; p < Entries; p++) begin : g_place
    logic [EntryWidth-1:0] entry;
    logic [1:0] kind;
    always_comb begin
      entry = '0;
      for (int k = 0; k < Words; k++) begin
        if (32'(dut_rptr) == (k + Words - p + 32'(in_front)) % Words)
          entry = dut_mem[EntryWidth*k+:EntryWidth];
      end
      if (p == 0 && in_front) entry = head_word;
    end
    rvt_fv_entries_word #(
      .Blocks(Blocks),
      .AddrWidth(AddrWidth),
      .UnitsWidth(UnitsWidth),
      .Events(Events),
      .TsWidth(TsWidth)
    ) i_entry (
      .entry_i(entry),
      .kind_o(kind),
      .fine_o(fine[p])
    );
    assign session[p+1] = p < 32'(level) ? is_block(kind) : session[p];
    assign chained[p] = kind == rvt_ingress_pkg::EntryOverflow ||
                        session[p] == (kind != rvt_ingress_pkg::EntryStart);
  end

  logic [Entries-1:0] used_all;
  assign used_all = Entries'((1 << level) - 1);
  `RVT_ASSERT(Entries_L, (used_all & ~fine) == '0)
  `RVT_ASSERT(Chain_L, (used_all & ~chained) == '0)
  // Sessions: of the ingress stage, of what was written, of what has left.
  `RVT_ASSERT(Session_L, put_session_q == session[Entries])
  `RVT_IMPLIES(Open_L, dut_open, put_session_q)
  `RVT_IMPLIES(Closed_L, !dut_open && !dut_overflow, !put_session_q)
  `RVT_IMPLIES(NoEvents_L, Events == 0, !dut_ext)

  // ---- Covers --------------------------------------------------------------------------------------

  logic several_q;  // the entry before had all blocks
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) several_q <= 1'b0;
    else if (pop) several_q <= &head_blocks;
  end
  `RVT_COVER(Tracked_C, leave && &head_blocks && held_word[UnitsWidth+4+:AddrWidth] != '0)
  `RVT_COVER(Full_C, pop && held && level == LevelWidth'(Entries))
  `RVT_COVER(Stop_C, pop && head_kind == rvt_ingress_pkg::EntryStop && several_q)
  `RVT_COVER(Overflow_C, pop && head_kind == rvt_ingress_pkg::EntryOverflow && several_q)
  `RVT_COVER(Unknown_C, IaddrOnInt != 0 || (pop && is_block(head_kind
             ) && &head_blocks && !head_known[B-1]))

endmodule

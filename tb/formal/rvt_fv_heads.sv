// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Ingress stage, queue and split with several blocks in an entry: every slot that is accepted reaches
/// flow, in order and unchanged, and the heads are what `rvt_fv_flow_heads` says.
///
/// The reference counts blocks and knows no entries. Any one block may be the tracked one. What the
/// ingress stage accepts, refuses and announces, and stall, are proved by rvt_fv_ingress_stage.
module rvt_fv_heads #(
  parameter int unsigned Blocks       = 2,
  parameter int unsigned FlowBlocks   = 2,
  parameter int unsigned IretireWidth = 2,
  parameter int unsigned Single       = 0,
  parameter int unsigned IaddrOnInt   = 0,
  parameter int unsigned Events       = 1,
  parameter int unsigned TsWidth      = 2,  // 1 or more
  parameter int unsigned QueueDepth   = 3,
  parameter int unsigned StallLatency = 1,
  localparam int unsigned Entries     = QueueDepth + 1,  // of the queue
  localparam int unsigned B           = Blocks,
  localparam int unsigned F           = FlowBlocks,
  localparam int unsigned Xlen        = 32,
  localparam int unsigned AddrWidth   = Xlen - 1,
  localparam int unsigned UnitsWidth  = Single != 0 ? 4 : IretireWidth,
  // As in rvt_queue.
  localparam int unsigned BlockWidth  = 4 + UnitsWidth + AddrWidth + 1 + (Events != 0 ? 1 : 0) + 2,
  localparam int unsigned EntryWidth  = B * BlockWidth + 6 + TsWidth + B - 1
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input rvt_config_pkg::config_t   cfg_i,
  input logic [B*IretireWidth-1:0] iretire_i,
  input logic [B*Xlen-1:0]         iaddr_i,
  input logic [B*4-1:0]            itype_i,
  input logic [B*2-1:0]            ilastsize_i,
  input logic [B-1:0]              sijump_i,
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
  input logic [F-1:0]              want_i,  // flow takes the heads below the first 0
  input logic [B-1:0]              pick_i,  // the lowest of these blocks is the tracked one

  (* probe = "i_ingress.i_dut.i_session.open_q" *) input logic dut_open,
  (* probe = "i_ingress.i_dut.i_session.overflow_q" *) input logic dut_overflow,
  (* probe = "i_ingress.i_dut.i_session.away_q" *) input logic dut_away,
  (* probe = "i_ingress.i_dut.i_session.rst_q" *) input logic dut_rst,
  (* probe = "i_ingress.i_dut.i_session.ext_q" *) input logic dut_ext,
  (* probe = "i_ingress.i_dut.i_session.lost_q" *) input logic dut_lost,
  (* probe = "i_ingress.i_dut.i_session.reason_q" *) input logic [3:0] dut_reason,
  (* probe = "i_ingress.i_dut.overflow_time_q" *) input logic [TsWidth-1:0] dut_overflow_time,
  (* probe = "i_queue.i_dut.g_split.i_split.index_q" *) input logic [$clog2(B)-1:0] dut_index,
  (* probe = "i_queue.i_dut.i_fifo.rptr_q" *) input logic [$clog2(Entries)-1:0] dut_rptr,
  (* probe = "i_queue.i_dut.i_fifo.mem_q[*]" *) input logic [Entries*EntryWidth-1:0] dut_mem
);

  localparam int unsigned LevelWidth = $clog2(Entries + 1);
  localparam int unsigned CountWidth = $clog2(Entries * B + 1) + 1;
  localparam int unsigned ValueWidth = 6 + TsWidth + 1 + 2 + 1 + AddrWidth + UnitsWidth + 4;

  logic put, room;
  logic [1:0] put_kind, head_kind;
  logic [3:0] put_sub, head_sub;
  logic [B-1:0] put_blocks, put_known, put_notify;
  logic [B*AddrWidth-1:0] put_addr;
  logic [B*UnitsWidth-1:0] put_units;
  logic [B*4-1:0] put_itype;
  logic [B*2-1:0] put_seq;
  logic [TsWidth-1:0] put_time, head_time;
  logic [LevelWidth-1:0] level;
  logic [F-1:0] head_valid, head_known, head_notify, ready, pop, stay;
  logic [F*AddrWidth-1:0] head_addr;
  logic [F*UnitsWidth-1:0] head_units;
  logic [F*4-1:0] head_itype;
  logic [F*2-1:0] head_seq;
  logic [2:0] popped;

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
    .resume_i,
    .given_up_i,
    .obey_i,
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
    .FlowBlocks(FlowBlocks),
    .IretireWidth(IretireWidth),
    .Single(Single),
    .Events(Events),
    .TsWidth(TsWidth),
    .QueueDepth(QueueDepth)
  ) i_queue (
    .clk_i,
    .rst_ni,
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
    .kind_o(head_kind),
    .sub_o(head_sub),
    .time_o(head_time),
    .known_o(head_known),
    .addr_o(head_addr),
    .units_o(head_units),
    .itype_o(head_itype),
    .seq_o(head_seq),
    .notify_o(head_notify),
    .ready_i(ready)
  );

  // Whether a session is open after the heads popped so far, and after the entries written so far.
  logic session_q, put_session_q;
  for (genvar h = 0; h < F; h++) begin : g_ready
    assign ready[h] = (~want_i & F'((1 << (h + 1)) - 1)) == '0;
  end
  assign pop = head_valid & ready;

  rvt_fv_flow_heads #(
    .F(F),
    .AddrWidth(AddrWidth),
    .UnitsWidth(UnitsWidth),
    .TimeWidth(TsWidth),
    .Events(Events)
  ) i_heads (
    .clk_i,
    .rst_ni,
    .cfg_i,
    .session_i(session_q),
    .pop_i(pop),
    .valid_i(head_valid),
    .kind_i(head_kind),
    .sub_i(head_sub),
    .known_i(head_known),
    .addr_i(head_addr),
    .units_i(head_units),
    .itype_i(head_itype),
    .seq_i(head_seq),
    .notify_i(head_notify),
    .time_i(head_time),
    .popped_o(popped),
    .stay_o(stay)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // ---- Reference -----------------------------------------------------------------------------------

  function automatic logic is_block(input logic [1:0] kind);
    is_block = kind == rvt_ingress_pkg::EntryBlock || kind == rvt_ingress_pkg::EntryStart;
  endfunction

  logic [B*ValueWidth-1:0] put_value;
  logic [F*ValueWidth-1:0] head_value;
  for (genvar b = 0; b < B; b++) begin : g_put
    assign put_value[ValueWidth*b+:ValueWidth] = {
      b == 0 ? put_kind : rvt_ingress_pkg::EntryBlock,
      b == 0 ? put_sub : 4'd0,
      put_time,
      put_notify[b],
      put_seq[2*b+:2],
      put_known[b],
      put_addr[AddrWidth*b+:AddrWidth],
      put_units[UnitsWidth*b+:UnitsWidth],
      put_itype[4*b+:4]
    };
  end
  for (genvar h = 0; h < F; h++) begin : g_head
    assign head_value[ValueWidth*h+:ValueWidth] = {
      h == 0 ? head_kind : rvt_ingress_pkg::EntryBlock,
      h == 0 ? head_sub : 4'd0,
      head_time,
      head_notify[h],
      head_seq[2*h+:2],
      head_known[h],
      head_addr[AddrWidth*h+:AddrWidth],
      head_units[UnitsWidth*h+:UnitsWidth],
      head_itype[4*h+:4]
    };
  end

  // Blocks that were written and have not left; of these, before the tracked one; and after it
  // in its entry.
  logic [CountWidth-1:0] total_q, ahead_q, written, left;
  logic [2:0] offered, pick, pick_q, more_q;
  logic held_q, take, leave;
  logic [ValueWidth-1:0] value_q, pick_value, ahead_value;
  always_comb begin
    written = '0;
    offered = '0;
    pick = '0;
    pick_value = '0;
    for (int b = B - 1; b >= 0; b--) begin
      if (put && put_blocks[b]) written = written + CountWidth'(1);
      if (pick_i[b]) begin
        pick = 3'(b);
        pick_value = put_value[ValueWidth*b+:ValueWidth];
      end
    end
    ahead_value = '0;
    for (int h = 0; h < F; h++) begin
      offered = offered + 3'(head_valid[h]);
      if (ahead_q == CountWidth'(h)) ahead_value = head_value[ValueWidth*h+:ValueWidth];
    end
  end
  assign left = total_q - CountWidth'(popped);
  assign take = put && !held_q && CountWidth'(pick) < written && pick_i != '0;
  assign leave = held_q && ahead_q < CountWidth'(popped);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {total_q, ahead_q, held_q, value_q, pick_q, more_q} <= '0;
      {session_q, put_session_q} <= '0;
    end else begin
      total_q <= cfg_i.active ? left + written : '0;
      held_q <= cfg_i.active && (take || (held_q && !leave));
      ahead_q <= take ? left + CountWidth'(pick) : ahead_q - CountWidth'(popped);
      if (take) begin
        value_q <= pick_value;
        pick_q <= pick;
        more_q <= 3'(written) - 3'd1 - pick;
      end
      session_q <= cfg_i.active && (pop[0] ? is_block(head_kind) : session_q);
      put_session_q <= cfg_i.active && (put ? is_block(put_kind) : put_session_q);
    end
  end

  // ---- Properties ----------------------------------------------------------------------------------

  // A block is a head after exactly those written before it, unchanged; kind and `sub` are the first
  // block's.
  `RVT_IMPLIES(Order_A, held_q && ahead_q < CountWidth'(offered), ahead_value == value_q)
  // There are as many heads as the entry in front has blocks left, or as flow can take.
  `RVT_IMPLIES(Offered_A, held_q && ahead_q == '0,
               32'(offered) == (32'(more_q) + 1 < F ? 32'(more_q) + 1 : F))
  // No head was not written, and none waits after an empty entry.
  `RVT_ASSERT(Some_A, head_valid[0] == (total_q != '0) && CountWidth'(offered) <= total_q &&
                      (level == '0) == (total_q == '0))
  `RVT_ASSERT(Lowest_A, (head_valid & (head_valid + F'(1))) == '0)

  // With a flow that takes one head in each clock, a block is out within the clocks of a full queue of full
  // entries.
  logic [CountWidth-1:0] waited_q;  // clocks with such a flow
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waited_q <= '0;
    else if (take) waited_q <= '0;
    else if (ready[0] && 32'(waited_q) < Entries * B) waited_q <= waited_q + CountWidth'(1);
  end
  `RVT_IMPLIES(Drains_A, held_q, 32'(waited_q) < Entries * B)
  `RVT_IMPLIES(Waited_L, held_q, 32'(waited_q) + 32'(ahead_q) < Entries * B)

  // ---- The queue's memory and the reference --------------------------------------------------------

  // Entries from the front on.
  logic [Entries-1:0] fine, chained, tracked;
  logic [CountWidth-1:0] sum[0:Entries];  // blocks of the entries before
  logic [Entries:0] session;  // after the entries before
  assign sum[0] = '0;
  assign session[0] = session_q;
  for (genvar p = 0; p < Entries; p++) begin : g_place
    logic [EntryWidth-1:0] entry;
    logic [ValueWidth-1:0] value;
    logic [2:0] count;
    logic [1:0] kind;
    logic used;
    always_comb begin
      entry = '0;
      for (int k = 0; k < Entries; k++) begin
        if (32'(dut_rptr) == (k + Entries - p) % Entries) entry = dut_mem[EntryWidth*k+:EntryWidth];
      end
    end
    rvt_fv_heads_entry #(
      .Blocks(Blocks),
      .AddrWidth(AddrWidth),
      .UnitsWidth(UnitsWidth),
      .Events(Events),
      .TsWidth(TsWidth)
    ) i_entry (
      .entry_i(entry),
      .pick_i(pick_q),
      .count_o(count),
      .kind_o(kind),
      .fine_o(fine[p]),
      .value_o(value)
    );
    assign used = p < 32'(level);
    assign sum[p+1] = sum[p] + (used ? CountWidth'(count) : '0);
    assign session[p+1] = used ? is_block(kind) : session[p];
    // Once its first block has left, an entry is part of the open session.
    assign chained[p] = p == 0 && dut_index != '0 ? session_q && is_block(kind) :
                        kind == rvt_ingress_pkg::EntryOverflow ||
                        session[p] == (kind != rvt_ingress_pkg::EntryStart);
    assign tracked[p] = used && 4'(count) == 4'(pick_q) + 4'(more_q) + 4'd1 && value == value_q &&
                        ahead_q + CountWidth'(dut_index) == sum[p] + CountWidth'(pick_q);
  end

  logic [Entries-1:0] used_all;
  assign used_all = Entries'((1 << level) - 1);
  `RVT_ASSERT(Entries_L, (used_all & ~fine) == '0)
  `RVT_ASSERT(Chain_L, (used_all & ~chained) == '0)
  `RVT_ASSERT(Total_L, total_q + CountWidth'(dut_index) == sum[Entries] &&
                       (level == '0 ? dut_index == '0 : 32'(dut_index) < 32'(sum[1])))
  `RVT_IMPLIES(Ahead_L, held_q, ahead_q < total_q)
  `RVT_IMPLIES(Tracked_L, held_q, tracked != '0)
  // Sessions: of the ingress stage, of what was written, of what has left.
  `RVT_ASSERT(Session_L, put_session_q == session[Entries])
  `RVT_IMPLIES(Open_L, dut_open, put_session_q)
  `RVT_IMPLIES(Closed_L, !dut_open && !dut_overflow, !put_session_q)
  `RVT_IMPLIES(NoEvents_L, Events == 0, !dut_ext)

  // ---- Covers --------------------------------------------------------------------------------------

  // An entry leaves in parts, the tracked block not with the first; two blocks or more were before it.
  logic behind_q, part_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {behind_q, part_q} <= '0;
    else begin
      behind_q <= take ? left > CountWidth'(1) && pick != '0 : behind_q;
      part_q <= held_q && (part_q || (popped != '0 && ahead_q == CountWidth'(popped)));
    end
  end
  `RVT_COVER(Parts_C, leave && behind_q && part_q && value_q[UnitsWidth+4+:AddrWidth] != '0)
  // Heads of one entry leave together, out of a full queue.
  `RVT_COVER(Together_C, F == 1 || (32'(popped) == F && level == LevelWidth'(Entries)))
  // A stop, and an overflow, after an entry with several blocks.
  `RVT_COVER(Stop_C, pop[0] && head_kind == rvt_ingress_pkg::EntryStop && behind_q)
  `RVT_COVER(Overflow_C, pop[0] && head_kind == rvt_ingress_pkg::EntryOverflow && behind_q)
  `RVT_COVER(Unknown_C, IaddrOnInt != 0 || (F == 1 ? pop[0] && !head_known[0] && head_kind == '0 :
                                            pop[F-1] && !head_known[F-1]))

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// From the bounds of the units to that of the encoder: it is empty a stated number of clocks after
/// Enable 0, for any input.
///
/// `left` counts the clocks that the encoder needs at most, from its levels and handshakes alone, if the consumer
/// takes. Each such clock makes it smaller, and it is never more than what `Drains_A` of rvt_check_encoder allows.
module rvt_fv_encoder_drain #(
  parameter int unsigned Blocks      = 1,
  parameter int unsigned FlowBlocks  = 1,
  parameter int unsigned Entries     = 3,  // of the queue
  parameter int unsigned FifoDepth   = 10,
  parameter int unsigned Longest     = 5,  // beats of the longest message, 2 or more
  parameter int unsigned Wide        = 0,  // the packer has a record beside the message that leaves
  parameter int unsigned Sync        = 0,  // the queue offers an entry a clock later
  localparam int unsigned EntryBits  = $clog2(Entries + 1),
  localparam int unsigned LevelBits  = $clog2(FifoDepth + 1),
  localparam int unsigned Width      = 12
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic                    wait_i,  // a beat is offered and not taken
  input logic                    empty_i,
  input logic                    open_i,  // a session is
  input logic                    overflow_i,
  input logic                    lost_i,  // one opens after a loss
  input logic                    resume_i,
  input logic [EntryBits-1:0]    entries_i,
  input logic                    offered_i,  // the one in front is on offer
  input logic [1:0]              kind_i,  // of the entry in front ...
  input logic [Blocks-1:0]       blocks_i,  // ... and its blocks
  input logic                    put_i,  // an entry goes into the queue ...
  input logic [1:0]              put_kind_i,  // ... of this kind
  input logic                    take_i,  // one leaves it
  // With several blocks, what flow has between the queue and its run.
  input logic                    entry_i,  // an entry ...
  input logic [1:0]              entry_kind_i,
  input logic [Blocks-1:0]       entry_blocks_i,
  input logic [Blocks-1:0]       gone_i,  // ... without these blocks
  input logic                    plan_i,  // a planned run ...
  input logic [1:0]              plan_kind_i,
  input logic                    rest_i,  // ... and its rest
  input logic                    aside_i,  // a rest that was put aside
  input logic                    next_i,  // a run that waits for flow
  input logic [1:0]              next_kind_i,
  input logic                    some_i,  // flow has a run ...
  input logic [1:0]              run_kind_i,  // ... of this kind
  input logic                    pop_i,  // it leaves
  input logic                    turn_i,  // it has a turn: the packer takes its record, or there is none
  input logic [1:0]              full_i,  // counters that are full: their records are first
  input logic                    record_i,  // the wide packer holds a record that is no message yet
  input logic                    packs_i,  // the packer holds a message
  input logic                    load_i,  // ... from the next clock on
  input logic                    beat_i,  // a beat of it leaves
  input logic [LevelBits-1:0]    level_i  // of the message FIFO
);

  localparam int unsigned OfBlock = Longest * rvt_ntrace_pkg::head_turns(
      rvt_ingress_pkg::EntryBlock
  );
  localparam int unsigned OfStop = Longest * rvt_ntrace_pkg::head_turns(rvt_ingress_pkg::EntryStop);
  localparam int unsigned Fill = Wide != 0 ? 3 : 2;  // clocks from a run to its first beat
  localparam int unsigned Way = (Blocks == 1 ? 3 : 3 + Fill) + Sync;  // clocks from the queue to a run
  localparam int unsigned OfOverflow = Longest * rvt_ntrace_pkg::head_turns(
      rvt_ingress_pkg::EntryOverflow
  );

  // As in rvt_check_encoder.
  localparam int unsigned Own = (3 + Wide) * Longest + OfStop + OfOverflow + (Blocks == 1 ? 11 : 20) + 2 * Wide + 2 * Sync;
  localparam int unsigned Held = Blocks == 1 ? 1 : Blocks + (FlowBlocks > 1 ? 5 : 3);

  // ---- What the units are proved to keep -------------------------------------------------------------

  logic [7:0] spent_q, turns_q, turns;  // beats of the message; turns of the run, its own
  logic some, changed, several;  // ... and what flow has of it before its run
  logic [5:0] period_q;
  assign some = entries_i != '0;
  assign several = entry_i || plan_i || aside_i || next_i;
  assign changed = {cfg_i.sync_mode, cfg_i.sync_max} != period_q;
  assign turns = changed ? '0 : turns_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {spent_q, turns_q, period_q} <= '0;
    end else begin
      period_q <= {cfg_i.sync_mode, cfg_i.sync_max};
      if (load_i) spent_q <= '0;
      else if (beat_i && spent_q != '1) spent_q <= spent_q + 8'd1;
      if (!cfg_i.active || pop_i) turns_q <= '0;
      else if (turn_i && full_i == '0 && turns != '1) turns_q <= turns + 8'd1;
      else turns_q <= turns;
    end
  end
  // Drains_A of rvt_fv_packer and rvt_fv_packer_wide, Own_A of rvt_fv_flow_turns.
  `RVT_IMPLIES_M(Beats_M, packs_i, 32'(spent_q) < Longest)
  `RVT_IMPLIES_M(Turns_M, some_i, 32'(turns) + 2 < rvt_ntrace_pkg::head_turns(run_kind_i))
  // What `entries` proves: an entry has its lowest blocks, a stop and an overflow one; and in their order entries
  // leave, so a stop that went in last is in front when it is alone.
  logic stop_q;  // the newest entry is a stop
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stop_q <= 1'b0;
    else if (put_i) stop_q <= cfg_i.active && put_kind_i == rvt_ingress_pkg::EntryStop;
    else if (!cfg_i.active || (take_i && 32'(entries_i) == 1)) stop_q <= 1'b0;
  end
  `RVT_IMPLIES_M(Lowest_M, Blocks > 1 && offered_i, blocks_i[0] && (blocks_i & (blocks_i + Blocks'(1))) == '0 &&
                                 (kind_i < rvt_ingress_pkg::EntryStop || blocks_i == Blocks'(1)))
  `RVT_IMPLIES_M(Order_M, Blocks > 1 && stop_q && 32'(entries_i) == 1, kind_i == rvt_ingress_pkg::EntryStop)
  // With Sync an entry that is not on offer yet is the one of the clock before (Waits_A of rvt_fifo), and `ingress-sync` proves
  // that it is the one on offer next.
  logic [1:0] put_kind_q, kind, kind_q;  // of the newest entry, of the one in front, in the clock before
  logic late_q;  // the one in front was not on offer in the clock before
  assign kind = offered_i ? kind_i : put_kind_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {put_kind_q, kind_q, late_q} <= '0;
    else begin
      kind_q <= kind;
      if (put_i) put_kind_q <= put_kind_i;
      late_q <= some && !offered_i && cfg_i.active;
    end
  end
  `RVT_IMPLIES_M(Late_M, Sync != 0 && late_q, kind_i == kind_q)
  // A change of these settings may ask for one more sync of a head (TCI:SYNC-07).
  `RVT_STABLE_M(Period_M, cfg_i.active && !cfg_i.enable, {cfg_i.sync_mode, cfg_i.sync_max})

  // ---- Clocks left -----------------------------------------------------------------------------------

  // A beat leaves the FIFO in each clock, but for the clock in which the first of a message goes into an empty
  // one. The packer's message and record, then a longest one for each turn and each full counter; a run of blocks
  // may fill two. Two clocks until the first of these is on offer, with a record three, of which two or one are left
  // where the packer holds something; two in which an entry becomes the run, with several blocks a clock in each register
  // and those until its own first beat is on offer; a clock each in which stop and overflow
  // are written, an overflow also after a stop, and one in which it opens. An entry that is not on offer yet needs one more,
  // and if the packer's message ends meanwhile, two in which the next one comes to its first beat.
  logic [Width-1:0] left, left_q, most_q;
  logic work, works, before, comes, gap;
  assign before = Blocks == 1 ? some_i : entry_i;
  // A run leaves, its record and two full counters with it, and the entry is not on offer yet.
  assign gap = some && !offered_i && pop_i;
  assign works = Blocks == 1 ? work : some_i || full_i != '0;
  assign comes = Blocks > 1 && ((some && !entry_i) || (entry_i && !plan_i));
  assign work = some || several || some_i || full_i != '0;
  // Clocks of an entry, of as many runs as it has blocks.
  function automatic logic [Width-1:0] of_entry(input logic [1:0] kind, input logic [Blocks-1:0] blocks);
    of_entry = '0;
    for (int b = 0; b < Blocks; b++) begin
      if (blocks[b]) begin
        of_entry = of_entry + Width'(kind == rvt_ingress_pkg::EntryOverflow ? OfOverflow : OfBlock);
      end
    end
  endfunction
  always_comb begin
    left = Width'(level_i != '0 ? level_i : LevelBits'(packs_i || record_i));
    if (record_i) left = left + Width'(Longest);
    if (record_i ? !packs_i : packs_i && work && Wide != 0) left = left + Width'(1);
    if (packs_i) left = left + Width'(Longest) - Width'(spent_q);
    if (some_i) begin
      left = left +
          Width'(Longest) * (gap ? Width'(3) : Width'(rvt_ntrace_pkg::head_turns(run_kind_i)) - Width'(turns));
    end
    left = left + Width'(Longest) * (Width'(full_i[0]) + Width'(full_i[1]));
    if (some) begin
      left = left + (Width'(entries_i) - Width'(1)) * Width'(Blocks * OfBlock) + of_entry(kind, Blocks == 1 ? Blocks'(1) : offered_i ? blocks_i : '1);
      if (stop_q && 32'(entries_i) > 1) left = left - Width'((Blocks - 1) * OfBlock);
    end
    if (entry_i) left = left + of_entry(entry_kind_i, entry_blocks_i & ~gone_i);
    if (plan_i) left = left + of_entry(plan_kind_i, Blocks'(1));
    if (next_i) left = left + of_entry(next_kind_i, Blocks'(1));
    left = left + Width'(OfBlock) * (Width'(plan_i && rest_i) + Width'(aside_i));
    if (some && (!before || gap)) left = left + Width'(offered_i ? 3 : packs_i ? 6 : 4);
    else if (entry_i && !plan_i) left = left + Width'(2);
    if ((plan_i || aside_i || next_i) && !some_i) left = left + Width'(1 + Fill);
    if (comes) left = left + Width'(Fill);
    if (!packs_i && !record_i && works) left = left + Width'(Fill);
    if (open_i) left = left + Width'(OfStop + Fill + Way + 1);
    if (open_i || lost_i) left = left + Width'(1);
    if (open_i || lost_i || overflow_i) left = left + Width'(OfOverflow + Fill + Way + 1);
  end

  logic drains, drained_q, waited_q;
  assign drains = cfg_i.active && !cfg_i.enable;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {drained_q, waited_q, left_q} <= '0;
      most_q <= Width'(Own);
    end else begin
      drained_q <= drains;
      waited_q <= wait_i;
      left_q <= left;
      // As in rvt_check_encoder.
      if (!drains) begin
        most_q <= Width'(Own) + Width'(level_i) +
                  ((Width'(entries_i) + Width'(1)) * Width'(Blocks) + Width'(Held)) * Width'(OfBlock + 1);
      end else if (most_q != '0 && !wait_i) begin
        most_q <= most_q - Width'(1);
      end
    end
  end

  // ---- Properties ------------------------------------------------------------------------------------

  // Each clock in which the consumer takes is nearer to the end, and no clock is further from it.
  `RVT_IMPLIES(Nearer_A, drains && drained_q,
               waited_q ? left <= left_q : left < left_q || left == '0)
  // There the encoder is empty.
  `RVT_ASSERT(Empty_A, empty_i == (left == '0))
  // Nothing is left after the clocks that `Drains_A` of rvt_check_encoder allows.
  `RVT_IMPLIES(Most_A, drains, left <= most_q)
  `RVT_IMPLIES(Offered_L, !offered_i, Sync != 0 ? 32'(entries_i) < 2 : !some)
  `RVT_IMPLIES(Alone_L, open_i, !overflow_i && !stop_q)
  `RVT_IMPLIES(Resume_L, !resume_i,
               32'(level_i) >= FifoDepth / 2 || several || some_i || full_i != '0)
  `RVT_IMPLIES(Entry_L, entry_i, entry_blocks_i[0] && (entry_blocks_i & ~gone_i) != '0 &&
               (entry_blocks_i & (entry_blocks_i + Blocks'(1))) == '0 &&
               (entry_kind_i < rvt_ingress_pkg::EntryStop || entry_blocks_i == Blocks'(1)))
  `RVT_ASSERT(Gone_L, (gone_i & (gone_i + Blocks'(1))) == '0 && (entry_i || gone_i == '0))

  // ---- Covers ----------------------------------------------------------------------------------------

  // A stop in a queue that is full but for its entry, and an overflow that ends, after Enable 0.
  logic overflow_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) overflow_q <= 1'b0;
    else overflow_q <= overflow_i;
  end
  `RVT_COVER(Stop_C, drains && drained_q && some_i && 32'(entries_i) == Entries)
  `RVT_COVER(Overflow_C, drains && drained_q && overflow_q && !overflow_i && left != '0)

endmodule

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
  parameter int unsigned Entries     = 3,  // of the queue
  parameter int unsigned FifoDepth   = 10,
  parameter int unsigned Longest     = 5,  // beats of the longest message, 2 or more
  parameter int unsigned Wide        = 0,  // the packer has a record beside the message that leaves
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
  input logic [1:0]              kind_i,  // of the entry in front
  input logic [1:0]              index_i,  // blocks of it that have left
  input logic                    several_i,  // it has more after its first head
  input logic                    pop_i,  // a head leaves ...
  input logic                    next_i,  // ... and the one after it has had a turn
  input logic                    put_i,  // an entry is written
  input logic [1:0]              put_kind_i,
  input logic [1:0]              last_kind_i,  // of the entry written last, in the queue's memory
  input logic                    turn_i,  // flow's: the packer takes a record, or there is none
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
  localparam int unsigned Fill = Wide != 0 ? 3 : 2;  // clocks from a head to its first beat
  localparam int unsigned Own = (5 + Wide) * Longest + 8 + 2 * Wide;
  localparam int unsigned OfOverflow = Longest * rvt_ntrace_pkg::head_turns(
      rvt_ingress_pkg::EntryOverflow
  );

  // ---- What the units are proved to keep -------------------------------------------------------------

  logic [7:0] spent_q, turns_q, turns;  // beats of the message; turns of the head in front
  logic some, block, changed;
  logic [5:0] period_q;
  assign some = entries_i != '0;
  assign block = kind_i == rvt_ingress_pkg::EntryBlock || kind_i == rvt_ingress_pkg::EntryStart;
  assign changed = {cfg_i.sync_mode, cfg_i.sync_max} != period_q;
  assign turns = changed ? '0 : turns_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {spent_q, turns_q, period_q} <= '0;
    end else begin
      period_q <= {cfg_i.sync_mode, cfg_i.sync_max};
      if (load_i) spent_q <= '0;
      else if (beat_i && spent_q != '1) spent_q <= spent_q + 8'd1;
      if (!cfg_i.active) turns_q <= '0;
      else if (pop_i) turns_q <= 8'(next_i);
      else if (turn_i && turns != '1) turns_q <= turns + 8'd1;
      else turns_q <= turns;
    end
  end
  // Drains_A of rvt_fv_packer, rvt_fv_packer_wide and of rvt_fv_flow_turns, Alone_M of rvt_fv_flow_heads.
  `RVT_IMPLIES_M(Beats_M, packs_i, 32'(spent_q) < Longest)
  `RVT_IMPLIES_M(Turns_M, some, 32'(turns) < rvt_ntrace_pkg::head_turns(kind_i))
  `RVT_IMPLIES_M(Alone_M, some && !block, !several_i)
  // A change of these settings may ask for one more sync of a head (TCI:SYNC-07).
  `RVT_STABLE_M(Period_M, cfg_i.active && !cfg_i.enable, {cfg_i.sync_mode, cfg_i.sync_max})

  // ---- Clocks left -----------------------------------------------------------------------------------

  // A beat leaves the FIFO in each clock, but for the clock in which the first of a message goes into an empty
  // one. The packer's message and record, then a longest one for each turn; two clocks until the first of these is on
  // offer, with a record three, of which two or one are left where the packer holds something; a clock each in which
  // stop and overflow are written, an overflow also after a stop, and one in which it opens.
  logic [Width-1:0] left, left_q, most_q;
  logic stop_q;  // the entry written last is a stop
  always_comb begin
    left = Width'(level_i != '0 ? level_i : LevelBits'(packs_i || record_i));
    if (record_i) left = left + Width'(Longest);
    if (record_i ? !packs_i : packs_i && some && Wide != 0) left = left + Width'(1);
    if (packs_i) left = left + Width'(Longest) - Width'(spent_q);
    if (some) begin
      left = left + Width'(Longest) * (Width'(rvt_ntrace_pkg::head_turns(kind_i)) - Width'(turns));
      if (block) left = left + (Width'(Blocks - 1) - Width'(index_i)) * Width'(OfBlock);
      if (entries_i > EntryBits'(1)) begin
        left = left + (Width'(entries_i) - Width'(stop_q ? 2 : 1)) * Width'(Blocks * OfBlock);
        if (stop_q) left = left + Width'(OfStop);
      end
      if (!packs_i && !record_i) left = left + Width'(Fill);
    end
    if (open_i) left = left + Width'(OfStop + Fill + 1);
    if (open_i || lost_i) left = left + Width'(1);
    if (open_i || lost_i || overflow_i) left = left + Width'(OfOverflow + Fill + 1);
  end

  logic drains, drained_q, waited_q;
  assign drains = cfg_i.active && !cfg_i.enable;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {drained_q, waited_q, left_q, stop_q} <= '0;
      most_q <= Width'(Own);
    end else begin
      drained_q <= drains;
      waited_q <= wait_i;
      left_q <= left;
      if (put_i) stop_q <= put_kind_i == rvt_ingress_pkg::EntryStop;
      // As in rvt_check_encoder.
      if (!drains) begin
        most_q <= Width'(Own) + Width'(level_i) +
                  (Width'(entries_i) + Width'(1)) * Width'(Blocks * (OfBlock + 1));
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
  `RVT_IMPLIES(Last_L, some, stop_q == (last_kind_i == rvt_ingress_pkg::EntryStop))
  `RVT_IMPLIES(Alone_L, open_i, !overflow_i && !stop_q)
  `RVT_IMPLIES(Resume_L, !resume_i, 32'(level_i) >= FifoDepth / 2)

  // ---- Covers ----------------------------------------------------------------------------------------

  // A stop in a queue that is full but for its entry, and an overflow that ends, after Enable 0.
  logic overflow_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) overflow_q <= 1'b0;
    else overflow_q <= overflow_i;
  end
  `RVT_COVER(Stop_C, drains && drained_q && stop_q && 32'(entries_i) == Entries)
  `RVT_COVER(Overflow_C, drains && drained_q && overflow_q && !overflow_i && left != '0)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Counts towards the next periodic sync (NT:CTL-08, TCI:SYNC-02..07), and takes up requests for one, as of a
/// new base of time (TCI:TS-22).
///
/// Half-words count as they load into the run that flow looks at, so that the answers are registers:
/// `due_o`, whether a sync is due before the run, and `due_next_o`, behind it. Neither changes while a
/// run stays but by a message, in the mode that counts those (D-24, D-34). `prepare_i` is the clock
/// before a sync or start; from it on the count is that of what is behind the message.
module rvt_period #(
  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  active_i,

  input  logic [1:0]            sync_mode_i,  // sync_mode_e, for the runs that load from now on
  input  logic [3:0]            sync_max_i,   // the period is 2^(sync_max + 4), likewise
  input  logic                  sync_req_i,   // a request, for as long as it stands

  input  logic                  load_i,         // a run loads ...
  input  logic [10:0]           load_units_i,   // ... with so many half-words
  input  logic                  load_new_i,     // ... in another base of time: it asks for a sync
  input  logic [12:0]           held_units_i,   // half-words that are to load ...
  input  logic [10:0]           entry_units_i,  // ... of those, of an entry that has just come
  input  logic                  prepare_i,      // a sync or start follows with the next message ...
  input  logic                  prepared_i,     // ... it was prepared in a clock before
  input  logic [10:0]           run_units_i,    // ... before these half-words, of the run
  input  logic                  restart_i,      // it is recorded; a session ends; nothing is traced
  input  logic                  record_i,       // a record is taken

  output logic                  due_o,
  output logic                  due_next_o,

  output logic                  near_o  // with several blocks: a sync may be due at any block
);

  localparam int unsigned Width = 20;  // holds 2^19 and the largest blocks
  localparam int unsigned Low = Build.FlowBlocks > 1 ? 11 : rvt_build_pkg::units_width(
      Build.Single, Build.IretireWidth
  );  // bits of a run's half-words

  logic [Width-1:0] ahead_q, sum;  // what has loaded; with what loads now
  logic [Width-1:0] mask;  // the bits that alone would reach the period
  logic [Low:0] low;
  logic due_q, due_next_q, message_q;
  logic asked, asked_q;  // a request that no run has been told of; ... in a clock before
  logic served_q;  // a message that serves the request has been recorded
  logic by_message, by_clock, by_units;
  logic over, over_then;  // the period is reached; ... with what loads now, or a message

  assign by_message = sync_mode_i == rvt_config_pkg::PeriodMessages;
  assign by_clock = Build.SyncClocks != 0 && sync_mode_i == rvt_config_pkg::PeriodClocks;
  assign by_units = sync_mode_i == rvt_config_pkg::PeriodHalfwords;
  assign mask = {{(Width - 4) {1'b1}}, 4'd0} << sync_max_i;
  assign over = (ahead_q & mask) != '0;
  assign due_o = due_q || message_q;
  assign due_next_o = due_o || due_next_q;

  // ---- Count -----------------------------------------------------------------------------------

  // The low bits first, which wait for the queue's memory: what their carry would do is known by then.
  assign low = {1'b0, ahead_q[Low-1:0]} + (by_units ? (Low + 1)'(load_units_i) : (Low + 1)'(1));
  assign sum = {ahead_q[Width-1:Low] + (Width - Low)'(low[Low]), low[Low-1:0]};
  assign over_then = (ahead_q[Width-1:Low] & mask[Width-1:Low]) != '0 ||
                     (low[Low] && (ahead_q[Width-1:Low] | mask[Width-1:Low]) == '1) ||
                     (low[Low-1:0] & mask[Low-1:0]) != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ahead_q <= '0;
    end else if (active_i) begin
      if (prepared_i) begin
        ahead_q <= by_units ? Width'(run_units_i) : '0;
      end else if (by_clock || (by_units && load_i) || (by_message && record_i && !restart_i)) begin
        // At the longest period a sync is due whatever the settings become: the bit that says so stays.
        ahead_q <= {sum[Width-1] || ahead_q[Width-1], sum[Width-2:0]};
      end
    end
  end

  // ---- Answers ---------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      due_q <= 1'b0;
      due_next_q <= 1'b0;
    end else if (restart_i) begin
      due_q <= load_i && load_new_i;
      due_next_q <= by_units && (Width'(run_units_i) & mask) != '0;
    end else if (load_i) begin
      due_q <= due_q || ((by_clock || by_units) && over) || asked || load_new_i;
      due_next_q <= by_units && over_then;
    end else if (prepare_i) begin
      due_q <= 1'b1;  // whatever the settings become
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) message_q <= 1'b0;
    else message_q <= by_message && !restart_i && (over || (record_i && &(ahead_q | mask)));
  end

  assign asked = asked_q || (sync_req_i && !served_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q <= 1'b0;
    end else begin
      asked_q <= asked && !restart_i;
    end
  end

  // One request, one sync: a request stands until its message is offered (TCI:SYNC-09, D-34).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      served_q <= 1'b0;
    end else begin
      served_q <= sync_req_i && (served_q || restart_i);
    end
  end

  // ---- Blocks on their way ---------------------------------------------------------------------

  if (Build.FlowBlocks > 1) begin : g_near
    // A period that all on its way could reach has each block looked at, and so have messages.
    localparam int unsigned MostWidth = rvt_build_pkg::units_width(
        Build.Single, Build.IretireWidth
    ) + 5;
    localparam int unsigned EntryBits = rvt_build_pkg::units_width(
        Build.Single, Build.IretireWidth
    ) + $clog2(
        Build.Blocks
    );
    // All that has loaded or is on its way; in the clock before, but for the entry that came in it.
    logic [Width-1:0] coming, coming_q;
    logic [EntryBits:0] entry_low;  // with that entry
    assign coming = ahead_q + Width'(held_units_i);
    assign entry_low = {1'b0, coming_q[EntryBits-1:0]} + (EntryBits + 1)'(entry_units_i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        coming_q <= '0;
      end else begin
        coming_q <= {coming[Width-1] || ahead_q[Width-1], coming[Width-2:0]};
      end
    end
    logic unused;  // their upper bits are 0
    assign unused = ^entry_units_i;
    assign near_o = by_message ||
                    (by_units && (32'(sync_max_i) + 4 < MostWidth ||
                                  (!due_q && (coming_q & mask) != '0) ||
                                  (!due_q && entry_low[EntryBits] &&
                                   (coming_q[Width-1:EntryBits] | mask[Width-1:EntryBits]) == '1)));
  end else begin : g_never
    logic unused;
    assign unused = ^{held_units_i, entry_units_i};
    assign near_o = 1'b0;
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // The count does not wrap: it would miss a sync for another 2^20 units.
  logic top_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) top_q <= 1'b0;
    else top_q <= ahead_q[Width-1] && !(prepared_i && active_i);
  end
  `RVT_IMPLIES(NoWrap_A, top_q, ahead_q[Width-1])
  // A run's half-words are as many bits as blocks of the build have.
  `RVT_IMPLIES_M(Units_M, load_i, (load_units_i >> Low) == '0)
  // A count of messages that reaches the period makes a sync due a clock later, by the settings of its clock.
  logic [Width-1:0] mask_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mask_q <= '0;
    else mask_q <= by_message && !restart_i ? mask : '0;
  end
  `RVT_IMPLIES(Message_A, !prepared_i, message_q == ((ahead_q & mask_q) != '0))
  // What is said of the count with what loads is so.
  `RVT_ASSERT(Then_A, over_then == (((sum | (ahead_q & ~({Width{1'b1}} >> 1))) & mask) != '0))
  // A run does not load in the clock that prepares a message before another one.
  `RVT_ASSERT(Prepare_A, !(prepare_i && load_i))

endmodule

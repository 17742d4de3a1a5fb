// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Counts towards the next periodic sync (NT:CTL-08, TCI:SYNC-02..07), and takes up requests for one.
///
/// Half-words count as they load into the run that flow looks at, so that the answers are registers:
/// `due_o`, whether a sync is due before the run, and `due_next_o`, behind it. Neither changes while a
/// run stays but by a message, in the mode that counts those (D-24, D-34). `prepare_i` is the clock
/// before a sync or start; from it on the count is that of what is behind the message.
module rvt_ntrace_period #(
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
  input  logic [12:0]           held_units_i,   // half-words that are to load ...
  input  logic [10:0]           entry_units_i,  // ... of those, of an entry that has just come
  input  logic                  prepare_i,      // a sync or start follows with the next message ...
  input  logic [10:0]           run_units_i,    // ... before these half-words, of the run
  input  logic                  restart_i,      // it is recorded; a session ends; nothing is traced
  input  logic                  record_i,       // a record is taken

  output logic                  due_o,
  output logic                  due_next_o,

  output logic                  near_o  // with several blocks: a sync may be due at any block
);

  localparam int unsigned Width = 20;  // holds 2^19 and the largest blocks

  logic [Width-1:0] ahead_q, sum;  // what has loaded; with what loads now
  logic due_q, due_next_q;
  logic asked, asked_q;  // a request that no run has been told of; ... in a clock before
  logic served_q;  // a message that serves the request has been recorded
  logic by_message, by_clock, by_units, over;

  // count >= 2^(max + 4) is seen from the bits that alone would reach it.
  function automatic logic reached(input logic [Width-1:0] count, input logic [3:0] max);
    reached = ((count >> 4) >> max) != '0;
  endfunction

  assign by_message = sync_mode_i == rvt_config_pkg::PeriodMessages;
  assign by_clock = Build.SyncClocks != 0 && sync_mode_i == rvt_config_pkg::PeriodClocks;
  assign by_units = sync_mode_i == rvt_config_pkg::PeriodHalfwords;
  assign over = reached(ahead_q, sync_max_i);
  assign due_o = due_q || (by_message && over);
  assign due_next_o = due_o || due_next_q;

  // ---- Count -----------------------------------------------------------------------------------

  assign sum = ahead_q + (by_units ? Width'(load_units_i) : Width'(1));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ahead_q <= '0;
    end else if (!active_i) begin
      ahead_q <= '0;
    end else if (prepare_i) begin
      ahead_q <= by_units ? Width'(run_units_i) : '0;
    end else if (by_clock || (by_units && load_i) || (by_message && record_i && !restart_i)) begin
      // At the longest period a sync is due whatever the settings become: the bit that says so stays.
      ahead_q <= {sum[Width-1] || ahead_q[Width-1], sum[Width-2:0]};
    end
  end

  // ---- Answers ---------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      due_q <= 1'b0;
      due_next_q <= 1'b0;
    end else if (restart_i) begin
      due_q <= 1'b0;
      due_next_q <= by_units && over;
    end else if (load_i) begin
      due_q <= due_q || ((by_clock || by_units) && over) || asked;
      due_next_q <= by_units && reached(sum, sync_max_i);
    end else if (prepare_i) begin
      due_q <= 1'b1;  // whatever the settings become
    end
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
    logic [Width-1:0] coming_q;  // in the clock before, but for the entry that came in it

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        coming_q <= '0;
      end else begin
        coming_q <= ahead_q + Width'(held_units_i);
      end
    end
    assign near_o = by_message ||
                    (by_units && (32'(sync_max_i) + 4 < MostWidth ||
                                  (!due_q && reached(
        coming_q + Width'(entry_units_i), sync_max_i
    ))));
  end else begin : g_never
    logic unused;
    assign unused = ^{held_units_i, entry_units_i};
    assign near_o = 1'b0;
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // The count does not wrap: it would miss a sync for another 2^20 units.
  `RVT_IMPLIES(NoWrap_A, ahead_q[Width-1] && by_clock && !prepare_i && active_i,
               sum[Width-1] || ahead_q[Width-1])
  // A run does not load in the clock that prepares a message before another one.
  `RVT_ASSERT(Prepare_A, !(prepare_i && load_i))

endmodule

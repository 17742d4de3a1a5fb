// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Outcomes that repeat with a short period are counted, not sent (NT:RHI-01): docs/units/repeat.md.
///
/// Outcomes of whole HISTs come into a window of two; when it is full, a period is looked at in each clock.
/// While nothing is held a record passes in its clock. `rec_ready_o` depends on the registers, `word_i` and `out_ready_i`.
module rvt_ntrace_history #(
  parameter int unsigned Longest   = 31,  // 1..HistWidth-1: longest period
  parameter int unsigned HistWidth = 32,  // 3..32 bits of HIST
  parameter int unsigned TsWidth   = 0    // 1..64 bits of time, 0: no TSTAMP
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clr_i,
  input  logic                    en_i,     // outcomes that come from now on are held
  input  logic                    flush_i,  // what is held is to go out; no record is on offer
  input  logic                    rec_valid_i,
  input  rvt_ntrace_pkg::record_t rec_i,
  input  logic                    word_i,  // it is on offer and has the outcomes of a whole HIST
  input  logic                    time_new_i,  // it and what follows have another base of time
  output logic                    rec_ready_o,

  output logic                    out_valid_o,
  output rvt_ntrace_pkg::record_t out_rec_o,
  output logic                    time_new_o,  // the same of what is offered
  input  logic                    out_ready_i,
  output logic                    held_o,  // something moves, or a record is held
  output logic                    busy_o   // outcomes are held
);

  localparam int unsigned Word = HistWidth - 1;
  localparam int unsigned Whole = 2 * Word;
  localparam int unsigned TimeBits = TsWidth == 0 ? 1 : TsWidth;
  localparam int unsigned Least = (Word + 2) / 4;  // pairs of the shortest run that is looked for
  localparam logic [63:0] NoFour = ~64'd0 << (Whole - 3);

  if (HistWidth < 3 || HistWidth > rvt_ntrace_pkg::HistCeil) begin : g_bad_hist_width
    $error("rvt_ntrace_history: HistWidth must be 3..32");
  end
  if (Longest < 1 || Longest >= HistWidth) begin : g_bad_longest
    $error("rvt_ntrace_history: Longest must be 1..HistWidth-1");
  end
  if (TsWidth > rvt_ntrace_pkg::TimeCeil) begin : g_bad_ts_width
    $error("rvt_ntrace_history: TsWidth must be 0..64");
  end

  rvt_ntrace_pkg::history_step_t step;
  rvt_ntrace_pkg::history_act_t act;
  logic [31:0] acc_q;  // HIST of what is read, with its stop bit
  logic repeats;  // it is a block: read, compared with outcomes or sent

  // ---- The record on offer -----------------------------------------------------------------------

  logic waits, icnt_kind_q, close_kind_q, join_kind_q;
  logic holds;  // it has outcomes that are held
  logic quiet, idle, still_q, taken, closes, closing_q, ends;
  logic flush_q;  // begun, it goes on until nothing is held
  logic late;  // outcomes go out with the time of their record
  // Clocks of the search; blocks, and above those of the run how few outcomes they have to leave.
  logic [17:0] count_q, count_next;
  logic [TimeBits-1:0] time_q, word_time;  // of what is held, of the last record

  rvt_ntrace_kind #(
    .HistWidth(HistWidth),
    .TsWidth(TsWidth)
  ) i_kind (
    .clk_i,
    .rst_ni,
    .clr_i,
    .rec_valid_i,
    .rec_i,
    .word_i,
    .rec_ready_i(rec_ready_o),
    .time_new_i,
    .quiet_i(idle || (quiet && !flush_q)),
    .time_new_o,
    .joins_i(step.closes),
    .sends_i(step.sends),
    .repeats_i(repeats),
    .hist_i(acc_q),
    .count_i(count_q),
    .late_i(late),
    .time_i(64'(time_q)),
    .wait_o(waits),
    .icnt_o(icnt_kind_q),
    .close_o(close_kind_q),
    .join_o(join_kind_q),
    .out_rec_o
  );
  assign idle = step.idle;
  assign closes = close_kind_q && !flush_q;
  assign ends = closes || flush_i || flush_q;
  assign taken = rec_valid_i && rec_ready_o;
  assign holds = word_i && (en_i || !idle);

  // ---- The outcomes ------------------------------------------------------------------------------

  logic more, one, outcome, loads, by_four, full;
  logic [Whole-1:0] window, still;
  logic [5:0] ptr;  // the next one to be read, counted from 1; 0: none
  logic [5:0] held;  // of the window, those that are not yet sent or counted

  assign loads = holds && !more && !flush_q && !waits;
  rvt_ntrace_outcomes #(
    .Word(Word),
    .TimeBits(TimeBits)
  ) i_outcomes (
    .clk_i,
    .rst_ni,
    .clr_i,
    .load_i(loads),
    .later_i((taken && icnt_kind_q && !idle) || (step.sends && out_ready_i && !late)),  // NT:TSP-08
    .hist_i(rec_i.hist),
    .time_i(TimeBits'(rec_i.abs_time)),
    .shift_i(act.shift),
    .begin_i(step.rest && !repeats && full),
    .search_i(step.turns),
    .count_i(count_q[5:0]),
    .four_i(!repeats && !NoFour[held]),
    .picture_i(act.picture),
    .ptr_i(ptr),
    .any_o(more),
    .one_o(one),
    .by_four_o(by_four),
    .time_o(word_time),
    .read_o(outcome),
    .window_o(window),
    .picture_o(still)
  );

  // ---- A period a clock --------------------------------------------------------------------------

  logic [4:0] index, index_next;  // the next one of the block; outcomes still to be read
  logic [4:0] less, start;  // of the run that was chosen the period, less one, and pairs before it
  logic longer, earlier, none, same_q, words;
  logic [4:0] rest, resume;
  logic [5:0] limit;

  rvt_ntrace_periods #(
    .Longest(Longest),
    .Word(Word),
    .Least(Least)
  ) i_search (
    .clk_i,
    .begin_i(step.rest),
    .picture_i(still),
    .window_i(window),
    .count_i(count_q[5:0]),
    .search_i(step.search),
    .longer_o(longer),
    .newer_i(step.older && same_q),
    .older_i(step.length && same_q),
    .earlier_o(earlier),
    .check_i(step.check),
    .less_o(less),
    .pairs_o(start),
    .words_o(words),
    .rest_o(rest),
    .before_i(index),
    .limit_o(limit),
    .none_o(none),
    .resume_o(resume)
  );

  assign count_next = count_q + 18'd1;

  // ---- What is done ------------------------------------------------------------------------------

  logic in_window, leaves;
  logic block_q;  // the outcome of the block that the next one is compared with
  logic look_q;  // one was
  logic first, done, stops;  // the block's first one is next; it has come again; the repeat stops

  assign full = held == 6'(Whole);
  assign in_window = ptr != '0;
  assign first = index == less;
  assign done = look_q && same_q && first;
  assign stops = look_q && !same_q;
  assign quiet = step.rest && !more && (repeats ? !in_window && !look_q : !full);
  assign {held_o, busy_o} = {!idle && !still_q, !idle};
  assign leaves = out_valid_o && out_ready_i;
  assign index_next = index == '0 ? less : index - 5'd1;

  rvt_ntrace_history_steps #(
    .Word(Word)
  ) i_steps (
    .clk_i,
    .rst_ni,
    .clr_i,
    .loads_i(loads),
    .ends_i(ends),
    .join_i(join_kind_q && closes),
    .waits_i(rec_valid_i && closes),
    .more_i(more),
    .by_four_i(by_four),
    .full_i(full),
    .word_i(acc_q[Word-1]),
    .count_i(count_q),
    .longer_i(longer),
    .start_i(start),
    .less_i(less),
    .words_i(words),
    .rest_i(rest),
    .earlier_i(earlier),
    .none_i(none),
    .resume_i(resume),
    .look_i(look_q),
    .done_i(done),
    .stops_i(stops),
    .next_i(index_next),
    .ready_i(out_ready_i),
    .leaves_i(leaves),
    .step_o(step),
    .act_o(act),
    .held_o(held),
    .ptr_o(ptr),
    .index_o(index),
    .repeat_o(repeats)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {flush_q, still_q, look_q} <= '0;
    end else begin
      flush_q <= !clr_i && !idle && (flush_q || (flush_i && quiet));
      look_q <= !clr_i && (act.looks || (step.sends && look_q));
      still_q <= !clr_i && quiet && !loads && !ends && (repeats || held != '0);
    end
  end
  always_ff @(posedge clk_i) begin
    if (act.begins) acc_q <= 32'd1;
    else if (act.reads) acc_q <= {acc_q[30:0], outcome};
    if (act.zero) begin
      count_q <= '0;
    end else if (act.counts) begin
      count_q <= step.first ? {limit, 12'd0} : count_next;
    end
    if (step.found) count_q[17:12] <= '0;
    // Two outcomes a period apart, of which the window's newest is at hand.
    if (!step.sends)
      same_q <= (in_window ? outcome : one) ==
              (step.rest ? block_q : step.older || (step.same ? same_q : still[0]));
    if (step.read ? index == resume : act.looks) block_q <= step.read ? outcome : acc_q[index_next];
    closing_q <= rec_valid_i && (step.rest ? closes && quiet : closing_q);
    if (act.shift || !more) time_q <= word_time;
  end

  // ---- What goes out -----------------------------------------------------------------------------

  logic passes;  // a record, if it is not held
  assign passes = idle || (still_q && icnt_kind_q && !flush_q) ||
                  (step.closes && join_kind_q);
  assign rec_ready_o = loads || (passes && !holds && out_ready_i);
  assign out_valid_o = step.sends || (passes && rec_valid_i && !holds);

  assign late = TsWidth != 0 && !(closing_q && rec_valid_i);
  logic unused;
  assign unused = ^{rec_i, time_q};  // a smaller build leaves upper bits aside

  // ---- Assertions --------------------------------------------------------------------------------

  // A repeat is one of at least two blocks, of at least one outcome.
  `RVT_IMPLIES(Repeat_A, step.sends && repeats, count_q[17:1] != '0)
  // A base of time waits for all that a flush has begun to send (NT:TSP-03).
  `RVT_IMPLIES(Base_A, flush_q && !idle, !time_new_o)
  // RCODE 1 has a whole HIST. With flush_i none is on offer.
  `RVT_IMPLIES_M(Word_M, holds, rec_i.hist[HistWidth-1])
  `RVT_IMPLIES_M(Flush_M, flush_i, !rec_valid_i)

endmodule

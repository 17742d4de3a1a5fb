// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Outcomes that repeat with a short period are counted, not sent (NT:RHI-01): docs/units/repeat.md.
///
/// Outcomes of whole HISTs come into a window of two; when it is full, a period is looked at in each clock.
/// While nothing is held a record passes in its clock. `rec_ready_o` depends on the registers and `out_ready_i`.
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
  localparam logic [63:0] FromWord = ~64'd0 << Word;  // of all numbers, those from there on
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

  typedef enum logic [3:0] {
    StIdle,    // nothing is held: records pass
    StRest,    // outcomes come in, or follow the repeat
    StSearch,  // a period a clock
    StOlder,   // does the run begin an outcome earlier? That outcome ...
    StSame,    // ... and the one a period behind it
    StNewest,  // does it reach the newest outcome, which has no other beside it?
    StFirst,   // how many outcomes its blocks have to cover to be worth a message, ...
    StCheck,   // ... and whether they do, a block a clock
    StFound,   // what is before the run goes out
    StRead,    // outcomes of a HIST: before the run, the block, or of what is left
    StSend,
    StCloses
  } state_e;

  state_e state_q, state_d;
  logic [31:0] acc_q;  // HIST of what is read, with its stop bit
  logic repeat_q, repeat_d;  // it is a block: read, compared with outcomes or sent
  logic found_q, found_d;  // a run is found, what is before it is on its way

  // ---- The record on offer -----------------------------------------------------------------------

  logic is_word, word_kind_q, icnt_kind_q, close_kind_q, join_kind_q;
  logic quiet, idle, still_q, taken, closes, closing_q, ends;
  logic flush_q;  // begun, it goes on until nothing is held
  logic sends, late;  // outcomes go out; with the time of their record
  logic [17:0] count_q, count_next;  // blocks; clocks of the search; outcomes to be covered
  logic counts, counts_zero;
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
    .rec_ready_i(rec_ready_o),
    .time_new_i,
    .quiet_i(idle || quiet),
    .time_new_o,
    .joins_i(state_q == StCloses),
    .sends_i(sends),
    .repeats_i(repeat_q),
    .hist_i(acc_q),
    .count_i(count_q),
    .late_i(late),
    .time_i(64'(time_q)),
    .is_word_o(is_word),
    .word_o(word_kind_q),
    .icnt_o(icnt_kind_q),
    .close_o(close_kind_q),
    .join_o(join_kind_q),
    .out_rec_o
  );
  assign {idle, sends} = {state_q == StIdle, state_q == StSend};
  assign closes = close_kind_q && !flush_q;
  assign ends = closes || flush_i || flush_q;
  assign taken = rec_valid_i && rec_ready_o;

  // ---- The outcomes ------------------------------------------------------------------------------

  logic more, one, outcome, loads, shift, by_four, picture, search, reads, full;
  logic [Whole-1:0] window, still;
  logic [5:0] ptr_q, ptr_d;  // the next one to be read, counted from 1; 0: none
  logic [5:0] held_q, held_d, held_next;  // of the window, those that are not yet sent or counted

  assign loads = taken && is_word && (en_i || !idle);
  rvt_ntrace_outcomes #(
    .Word(Word),
    .TimeBits(TimeBits)
  ) i_outcomes (
    .clk_i,
    .rst_ni,
    .clr_i,
    .load_i(loads),
    .later_i((taken && icnt_kind_q && !idle) || (sends && out_ready_i && !late)),  // NT:TSP-08
    .hist_i(rec_i.hist),
    .time_i(TimeBits'(rec_i.abs_time)),
    .shift_i(shift),
    .begin_i(state_q == StRest && !repeat_q && full),
    .search_i(search),
    .count_i(count_q[5:0]),
    .four_i(!repeat_q && !NoFour[held_q]),
    .picture_i(picture),
    .ptr_i(ptr_q),
    .any_o(more),
    .one_o(one),
    .by_four_o(by_four),
    .time_o(word_time),
    .read_o(outcome),
    .window_o(window),
    .picture_o(still)
  );

  // ---- A period a clock --------------------------------------------------------------------------

  logic [4:0] index_q, index_d, index_next;  // the next one of the block; outcomes still to be read
  logic [4:0] less_q;  // the period that was chosen, less one
  logic [5:0] best_q;  // outcomes of its run
  logic [4:0] start_q;  // pairs before it
  logic longer, same_q, reach, reach_q, words_q, words_d, earlier, words;
  logic [4:0] run, start, rest;
  logic [6:0] best_less;
  logic [7:0] few, few_less;

  rvt_ntrace_periods #(
    .Longest(Longest),
    .Word(Word),
    .Least(Least)
  ) i_search (
    .clk_i,
    .begin_i(state_q == StRest),
    .picture_i(still),
    .window_i(window),
    .count_i(count_q[5:0]),
    .run_o(run),
    .start_o(start),
    .reach_o(reach),
    .found_i(less_q),
    .pairs_i(start_q),
    .earlier_i(earlier),
    .words_o(words),
    .rest_o(rest),
    .before_i(index_q),
    .few_o(few)
  );

  assign earlier = state_q == StNewest && same_q && start_q != '0;
  assign longer = state_q == StSearch && run > best_q[5:1];
  assign best_less = 7'(best_q) + {2'b11, ~less_q};
  assign few_less = count_q[7:0] + {3'b111, ~less_q};
  assign count_next = count_q + 18'd1;

  // ---- What is done ------------------------------------------------------------------------------

  logic in_window, there, leaves, grows, acc_begins, acc_reads;
  logic block_q;  // the outcome of the block that the next one is compared with
  logic look_q, looks;  // one was, one is
  logic first, done, stops;  // the block's first one is next; it has come again; the repeat stops

  assign search = state_q == StSearch || state_q == StOlder || state_q == StSame ||
                  state_q == StNewest || state_q == StFirst;
  assign reads = state_q == StSearch && !FromWord[count_q[5:0]];
  assign full = held_q == 6'(Whole);
  assign in_window = ptr_q != '0;
  assign there = in_window || more;
  assign first = index_q == less_q;
  assign done = look_q && same_q && first;
  assign stops = look_q && !same_q;
  assign held_next = held_q + (by_four ? 6'd4 : 6'd1);
  assign quiet = state_q == StRest && !more && (repeat_q ? !in_window && !look_q : !full);
  assign {held_o, busy_o} = {!idle && !still_q, !idle};
  assign leaves = out_valid_o && out_ready_i;
  assign index_next = index_q == '0 ? less_q : index_q - 5'd1;
  assign grows = earlier || (state_q == StFirst && same_q && reach_q && !less_q[0]);

  always_comb begin
    state_d = state_q;
    {shift, looks, picture, acc_begins, acc_reads} = '0;
    {held_d, ptr_d, index_d} = {held_q, ptr_q, index_q};
    {found_d, words_d, repeat_d} = {found_q, words_q, repeat_q};
    counts = search;
    counts_zero = 1'b0;
    unique case (state_q)
      StIdle: if (loads) state_d = StRest;
      StRest: begin
        counts_zero = !repeat_q;
        if (repeat_q) begin
          counts = done;
          if (stops || (!there && !look_q && ends)) begin
            // One block alone is better literal: it stays in the window (NT:RHI-04).
            if (count_q[17:1] != '0) state_d = StSend;
            else repeat_d = 1'b0;
          end else if (there) begin
            looks   = 1'b1;
            index_d = index_next;
            if (in_window) ptr_d = ptr_q - 6'd1;
            else shift = 1'b1;
          end
          if (shift) held_d = held_next;
          if (done && &count_q[17:1] && !count_q[0]) state_d = StSend;  // NT:RHI-05
          if (done && count_q != '0) held_d = {ptr_q[5:1], ptr_q[0] || shift};
        end else if (full) begin
          state_d = StSearch;
          {picture, acc_begins} = '1;
          ptr_d = held_q;
        end else if (more) begin
          shift  = 1'b1;
          held_d = held_next;
        end else if (held_q == '0) begin
          if (!loads) state_d = StIdle;
        end else if (ends) begin
          state_d = StRead;
          {picture, acc_begins} = '1;
          ptr_d = held_q;
        end
      end
      StSearch: begin
        if (longer) found_d = 1'b1;
        // The oldest outcomes are read meanwhile: if no run is found they are sent.
        acc_reads = reads;
        if (reads) ptr_d = ptr_q - 6'd1;
        if (count_q[5:0] == 6'(Word + 4)) begin
          state_d = StOlder;
          ptr_d   = ~{start_q, 1'b0} - 6'(62 - Whole);
        end
      end
      StOlder: begin
        ptr_d   = ptr_q + {1'b1, ~less_q};
        state_d = StSame;
      end
      StSame: begin
        ptr_d   = 6'(less_q) + 6'd2;
        state_d = StNewest;
      end
      StNewest: begin
        {words_d, index_d} = {words, rest};
        state_d = StFirst;
      end
      StFirst: begin
        ptr_d   = 6'(Word);
        state_d = found_q ? StCheck : StSend;
      end
      StCheck: begin
        counts = 1'b1;
        if (few_less[7]) begin
          state_d = StFound;
        end else if (best_less[6]) begin
          state_d = StSend;
          found_d = 1'b0;
        end
      end
      StFound: begin
        words_d = 1'b0;
        counts_zero = 1'b1;
        if (words_q) begin  // they have been read
          state_d = StSend;
        end else begin
          state_d = StRead;
          acc_begins = 1'b1;
          ptr_d = held_q;
          if (index_q == '0) begin
            index_d = index_next;
            {found_d, repeat_d} = 2'b01;
          end
        end
      end
      StRead: begin
        acc_reads = 1'b1;
        ptr_d = ptr_q - 6'd1;
        index_d = index_next;
        if (repeat_q) begin
          if (index_q == '0) begin
            state_d = StRest;
            counts  = 1'b1;
          end
        end else if (found_q) begin
          if (index_q == 5'd1) state_d = StSend;
        end else if (ptr_q == 6'd1 || acc_q[Word-1]) begin
          state_d = !ends ? StRest : join_kind_q && closes && ptr_q == 6'd1 ? StCloses : StSend;
        end
      end
      StSend:
      if (leaves) begin
        state_d = found_q ? StFound : StRest;
        if (repeat_q) begin
          repeat_d = &count_q;
          counts_zero = 1'b1;
        end else begin
          held_d = ptr_q;
        end
      end
      StCloses: begin  // or the record is no more: then all is still held
        if (leaves) held_d = ptr_q;
        if (leaves || !closes || !rec_valid_i) state_d = StRest;
      end
      default: state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      {held_q, repeat_q, found_q, flush_q, still_q, look_q} <= '0;
    end else begin
      state_q <= clr_i ? StIdle : state_d;
      {held_q, repeat_q, found_q} <= clr_i ? '0 : {held_d, repeat_d, found_d};
      flush_q <= !clr_i && !idle && (flush_q || (flush_i && quiet));
      look_q <= !clr_i && (looks || (sends && look_q));
      still_q <= !clr_i && quiet && !loads && !ends && (repeat_q || held_q != '0);
    end
  end
  always_ff @(posedge clk_i) begin
    {ptr_q, index_q, words_q} <= {ptr_d, index_d, words_d};
    if (acc_begins) acc_q <= 32'd1;
    else if (acc_reads) acc_q <= {acc_q[30:0], outcome};
    if (counts_zero) begin
      count_q <= '0;
    end else if (counts) begin
      count_q <= count_next;
      if (state_q == StFirst) count_q[7:0] <= few;
      if (state_q == StCheck) count_q[7:0] <= few_less;
    end
    if (state_q == StRest) begin
      best_q <= 6'(2 * (Least - 1));
    end else if (longer || grows || state_q == StCheck) begin
      best_q <= longer ? {run, 1'b0} : state_q == StCheck ? best_less[5:0] : best_q + 6'd1;
    end
    if (longer) begin
      less_q  <= 5'(count_q[5:0] - 6'd3);
      start_q <= start;
      reach_q <= reach;
    end
    // Two outcomes a period apart, of which the window's newest is at hand.
    if (!sends)
      same_q <= (in_window ? outcome : one) ==
              (state_q == StRest ? block_q :
               state_q == StOlder || (state_q == StSame ? same_q : still[0]));
    if (state_q == StRead ? first : looks)
      block_q <= state_q == StRead ? outcome : acc_q[index_next];
    closing_q <= state_q == StRest ? closes && quiet : closing_q && rec_valid_i;
    if (shift || !more) time_q <= word_time;
  end

  // ---- What goes out -----------------------------------------------------------------------------

  logic passes;  // a record, if it is not held
  assign passes = idle || (still_q && icnt_kind_q && !flush_q) ||
                  (state_q == StCloses && join_kind_q);
  assign rec_ready_o = (passes && out_ready_i) || (!idle && word_kind_q && !more && !flush_q);
  assign out_valid_o = sends || (passes && rec_valid_i && !(idle && en_i && is_word));

  assign late = TsWidth != 0 && !(closing_q && rec_valid_i);
  logic unused;
  assign unused = ^{rec_i, time_q};  // a smaller build leaves upper bits aside

  // ---- Assertions --------------------------------------------------------------------------------

  // The window is never asked for more outcomes than it has, and never holds more.
  `RVT_IMPLIES(Ptr_A, acc_reads, ptr_q != '0)
  `RVT_ASSERT(Held_A, held_q <= 6'(Whole))
  // A repeat is one of at least two blocks, of at least one outcome.
  `RVT_IMPLIES(Repeat_A, sends && repeat_q, count_q[17:1] != '0)
  // RCODE 1 has a whole HIST. With flush_i none is on offer.
  `RVT_IMPLIES_M(Word_M, rec_valid_i && is_word && (en_i || busy_o), rec_i.hist[HistWidth-1])
  `RVT_IMPLIES_M(Flush_M, flush_i, !rec_valid_i)

endmodule

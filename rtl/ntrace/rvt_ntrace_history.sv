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
    StRest,        // outcomes come in, or follow the repeat
    StSearch,      // a period a clock
    StOlder,       // does the run begin an outcome earlier? That outcome ...
    StSame,        // ... and the one a period behind it
    StNewest,      // does it reach the newest outcome, which has no other beside it, ...
    StEnds,        // ... and how many outcomes before it fill no HIST?
    StFirst,       // the first block is covered ...
    StCheck,       // ... and another one a clock, until they are worth a message
    StFound,       // what is before the run goes out
    StRead,        // outcomes that become a literal message
    StBlock,       // ... the block of a repeat
    StReadJoin,    // ... the HIST of the record that closes
    StSend,
    StSendRepeat,
    StCloses
  } state_e;

  state_e state_q, state_d;
  logic [31:0] acc_q;  // HIST of what is read, with its stop bit
  logic repeat_q, repeat_d;  // outcomes are compared with the block in acc_q

  // ---- The record on offer -----------------------------------------------------------------------

  logic is_word, word_kind_q, icnt_kind_q, close_kind_q, join_kind_q;
  logic quiet, empty, taken, closes, closing_q;
  logic flush, flush_q;  // begun, it goes on until nothing is held
  logic sends, late;  // outcomes go out; with the time of their record
  logic [17:0] count_q, count_d;  // blocks; period looked at; outcomes covered
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
    .quiet_i(quiet),
    .time_new_o,
    .joins_i(state_q == StCloses),
    .sends_i(sends),
    .repeats_i(state_q == StSendRepeat),
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
  assign closes = close_kind_q && !flush_q;
  assign flush = flush_i || flush_q;
  assign taken = rec_valid_i && rec_ready_o;

  // ---- Outcomes of a record ----------------------------------------------------------------------

  logic more, one, loads, shift, by_four, four_at_hand;  // there are some; the next one
  logic [3:0] four;

  assign loads = taken && is_word && (en_i || !empty);
  rvt_ntrace_outcomes #(
    .Word(Word),
    .TimeBits(TimeBits)
  ) i_outcomes (
    .clk_i,
    .rst_ni,
    .clr_i,
    .load_i(loads),
    .later_i((taken && icnt_kind_q && !empty) || (sends && out_ready_i && !late)),  // NT:TSP-08
    .hist_i(rec_i.hist),
    .time_i(TimeBits'(rec_i.abs_time)),
    .shift_i(shift),
    .by_four_i(by_four),
    .any_o(more),
    .one_o(one),
    .four_o(four),
    .aligned_o(four_at_hand),
    .time_o(word_time)
  );

  // ---- The window --------------------------------------------------------------------------------

  logic [Whole-1:0] window_q;  // outcomes, the newest one in bit 0
  logic [5:0] held_q, held_d;  // of them those that are not yet sent or counted
  logic [5:0] ptr_q, ptr_d;  // the next one to be read, counted from 1; 0: none
  logic begin_acc, read_acc, full, begins, outcome;
  logic [63:0] from_one;

  assign from_one = 64'({window_q, 1'b0});
  assign outcome = from_one[ptr_q];
  assign full = held_q == 6'(Whole);
  assign by_four = Word > 3 && !repeat_q && four_at_hand && held_q <= 6'(Whole - 4);

  always_ff @(posedge clk_i) begin
    if (shift) window_q <= by_four ? Whole'({window_q, four}) : {window_q[Whole-2:0], one};
    if (begin_acc) acc_q <= 32'd1;
    else if (read_acc) acc_q <= {acc_q[30:0], outcome};
  end

  // ---- A period a clock --------------------------------------------------------------------------

  logic [4:0] index_q, index_d;  // the next one of the block; outcomes still to be read
  logic [4:0] period_q;
  logic [5:0] best_q, best_d, before_q, before_d;
  logic found_q, found_d, any, longer, older_q, same_q;
  logic [4:0] run, start;
  logic [6:0] worth;

  rvt_ntrace_periods #(
    .Longest(Longest),
    .Word(Word),
    .Least(Least)
  ) i_search (
    .clk_i,
    .begin_i(begins),
    .window_i(window_q),
    .period_i(count_q[5:0]),
    .any_o(any),
    .run_o(run),
    .start_o(start),
    .found_i(period_q),
    .before_i(index_q),
    .worth_o(worth)
  );

  // ---- What is done ------------------------------------------------------------------------------

  logic in_window, next, same, leaves, joins;
  logic [4:0] left;

  assign longer = state_q == StSearch && any && {run, 1'b0} > best_q;
  assign in_window = ptr_q != '0;
  assign next = in_window ? outcome : one;
  assign same = next == acc_q[index_q];
  assign quiet = state_q == StRest && !more && (repeat_q ? !in_window : !full);
  assign busy_o = held_q != '0 || repeat_q;
  assign {held_o, empty} = {!quiet, quiet && !busy_o};
  assign leaves = out_valid_o && out_ready_i;
  assign left = held_q < 6'(Word) ? held_q[4:0] : 5'(Word);
  assign joins = join_kind_q && closes && held_q <= 6'(Word);

  always_comb begin
    state_d = state_q;
    {shift, begins, begin_acc, read_acc} = '0;
    {held_d, ptr_d, index_d, count_d} = {held_q, ptr_q, index_q, count_q};
    {best_d, before_d, found_d, repeat_d} = {best_q, before_q, found_q, repeat_q};
    unique case (state_q)
      StRest: begin
        if (repeat_q && (in_window || more)) begin
          if (same) begin
            if (in_window) ptr_d = ptr_q - 6'd1;
            else shift = 1'b1;
            index_d = index_q - 5'd1;
          end
        end else if (!repeat_q && !full && more) begin
          shift = 1'b1;
        end
        if (shift) held_d = held_q + (by_four ? 6'd4 : 6'd1);

        if (repeat_q) begin
          if (in_window || more ? !same : closes || flush) begin
            // One block alone is better literal: it stays in the window (NT:RHI-04).
            if (count_q[17:1] != '0) state_d = StSendRepeat;
            else repeat_d = 1'b0;
          end else if ((in_window || more) && index_q == '0) begin
            index_d = period_q - 5'd1;
            count_d = count_q + 18'd1;
            if (count_q != '0) held_d = ptr_d;
            if (&count_q[17:1] && !count_q[0]) state_d = StSendRepeat;  // NT:RHI-05
          end
        end else if (full) begin
          state_d = StSearch;
          {begins, begin_acc} = '1;
          count_d = 18'd1;
          best_d = 6'(2 * (Least - 1));
          found_d = 1'b0;
          ptr_d = held_q;
        end else if (!more && (closes || flush) && busy_o) begin
          state_d = joins ? StReadJoin : StRead;
          begin_acc = 1'b1;
          index_d = left;
          ptr_d = held_q;
        end
      end
      StSearch: begin
        if (longer) begin
          found_d = 1'b1;
          best_d = {run, 1'b0};
          before_d = {start, 1'b0};
        end
        // The oldest outcomes are read meanwhile: if no run is found they are sent.
        read_acc = count_q[5:0] <= 6'(Word);
        if (read_acc) ptr_d = ptr_q - 6'd1;
        count_d = count_q + 18'd1;
        if (count_q[5:0] == 6'(Word + 4)) begin
          state_d = StSend;
          if (found_q) begin
            state_d = StOlder;
            ptr_d = 6'(7'(Whole + 1) - 7'(before_q));
          end
        end
      end
      StOlder: begin
        ptr_d = ptr_q - 6'(period_q);
        state_d = StSame;
      end
      StSame: begin
        ptr_d   = 6'(period_q) + 6'd1;
        state_d = StNewest;
      end
      StNewest: begin
        if (before_q != '0 && same_q) begin
          before_d = before_q - 6'd1;
          best_d   = best_q + 6'd1;
        end
        state_d = StEnds;
      end
      StEnds: begin
        index_d = 5'(before_q < 6'(Word) ? before_q : before_q - 6'(Word));
        state_d = StFirst;
      end
      StFirst: begin
        if (7'(before_q) + 7'(best_q) + 7'(period_q) == 7'(Whole - 1) && same_q)
          best_d = best_q + 6'd1;
        count_d = 18'(period_q) + 18'(index_q);
        ptr_d = 6'(Word);
        state_d = StCheck;
      end
      StCheck: begin
        count_d = count_q + 18'(period_q);
        best_d = best_q - 6'(period_q);
        if (count_q[6:0] >= worth) begin
          state_d = StFound;
        end else if (best_q < 6'(period_q)) begin
          state_d = StSend;
          found_d = 1'b0;
        end
      end
      StFound: begin
        before_d = before_q < 6'(Word) ? '0 : before_q - 6'(Word);
        index_d = 5'(before_q == '0 ? 6'(period_q) : before_q);
        if (before_q >= 6'(Word)) begin  // they have been read
          state_d = StSend;
        end else begin
          state_d = before_q == '0 ? StBlock : StRead;
          begin_acc = 1'b1;
          ptr_d = held_q;
        end
      end
      StRead, StReadJoin, StBlock: begin
        read_acc = 1'b1;
        ptr_d = ptr_q - 6'd1;
        index_d = index_q - 5'd1;
        if (state_q == StBlock) begin
          found_d = 1'b0;
          repeat_d = 1'b1;
          count_d = 18'd1;
        end
        if (index_q == 5'd1) begin
          state_d = state_q == StRead ? StSend : StCloses;
          if (state_q == StBlock) begin
            state_d = StRest;
            index_d = period_q - 5'd1;
          end
        end
      end
      StSend:
      if (leaves) begin
        held_d  = ptr_q;
        state_d = found_q ? StFound : StRest;
      end
      StSendRepeat:
      if (leaves) begin
        repeat_d = &count_q;
        count_d  = '0;
        state_d  = StRest;
      end
      StCloses: begin  // or the record is no more: then all is still held
        if (leaves) held_d = '0;
        if (leaves || !closes || !rec_valid_i) state_d = StRest;
      end
      default: state_d = StRest;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StRest;
      {held_q, repeat_q, found_q, flush_q} <= '0;
    end else begin
      state_q <= clr_i ? StRest : state_d;
      {held_q, repeat_q, found_q} <= clr_i ? '0 : {held_d, repeat_d, found_d};
      flush_q <= !clr_i && busy_o && (flush_q || (flush_i && quiet));
    end
  end
  always_ff @(posedge clk_i) begin
    {ptr_q, index_q, count_q} <= {ptr_d, index_d, count_d};
    {best_q, before_q} <= {best_d, before_d};
    if (longer) period_q <= 5'(count_q[5:0] - 6'd3);
    if (state_q == StOlder) older_q <= outcome;
    // Two outcomes a period apart, of which the window's newest is at hand.
    if (state_q == StSame || state_q == StNewest)
      same_q <= outcome == (state_q == StSame ? older_q : window_q[0]);
    closing_q <= state_q == StRest ? closes && quiet : closing_q && rec_valid_i;
    if (shift || !more) time_q <= word_time;
  end

  // ---- What goes out -----------------------------------------------------------------------------

  always_comb begin
    rec_ready_o = word_kind_q && !more && !flush_q;
    out_valid_o = 1'b0;
    if (empty) begin
      rec_ready_o = out_ready_i;
      out_valid_o = rec_valid_i && !(en_i && is_word);
    end else if (quiet && icnt_kind_q && !flush_q) begin
      rec_ready_o = out_ready_i;
      out_valid_o = rec_valid_i;
    end
    if (state_q == StCloses) begin
      rec_ready_o = out_ready_i && join_kind_q;
      out_valid_o = rec_valid_i && join_kind_q;
    end
    if (sends) out_valid_o = 1'b1;
  end

  assign sends = state_q == StSend || state_q == StSendRepeat;
  assign late = TsWidth != 0 && !(closing_q && rec_valid_i);
  logic unused;
  assign unused = ^{rec_i, from_one, time_q};  // a smaller build leaves upper bits aside

  // ---- Assertions --------------------------------------------------------------------------------

  // The window is never asked for more outcomes than it has, and never holds more.
  `RVT_IMPLIES(Ptr_A, read_acc, ptr_q != '0)
  `RVT_ASSERT(Held_A, held_q <= 6'(Whole))
  // A repeat is one of at least two blocks, of at least one outcome.
  `RVT_IMPLIES(Repeat_A, state_q == StSendRepeat, count_q[17:1] != '0)
  // RCODE 1 has a whole HIST. With flush_i none is on offer.
  `RVT_IMPLIES_M(Word_M, rec_valid_i && is_word && (en_i || busy_o), rec_i.hist[HistWidth-1])
  `RVT_IMPLIES_M(Flush_M, flush_i, !rec_valid_i)

endmodule

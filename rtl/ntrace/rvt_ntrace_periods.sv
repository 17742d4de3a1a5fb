// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The oldest run of outcomes that are the same as one period later, of a period in each clock, and the longest of them:
/// docs/units/repeat.md.
///
/// The window turns by one outcome a clock, a picture of it stands still. In the first clock of a period is found where
/// its run begins, in the second one where it ends, in the third one how long it is; in the fourth one it
/// is chosen. Places and lengths are in pairs of outcomes, from the oldest pair on.
module rvt_ntrace_periods #(
  parameter  int unsigned Longest = 31,
  parameter  int unsigned Word    = 31,
  parameter  int unsigned Least   = 8,  // pairs
  localparam int unsigned Whole   = 2 * Word
) (
  input  logic             clk_i,
  input  logic             begin_i,    // period 1 comes
  input  logic [Whole-1:0] picture_i,  // the newest outcome in bit 0
  input  logic [Whole-1:0] window_i,   // the same, turned by the period
  input  logic [5:0]       count_i,    // periods before it
  input  logic             search_i,   // of period count_i - 2 the run is known
  output logic             longer_o,   // ... and longer than all before
  input  logic             newer_i,    // it ends an outcome later, if no pair of it is left
  input  logic             older_i,    // ... begins one earlier, if outcomes are before it:
  output logic             earlier_o,
  input  logic             check_i,    // a block of it is covered
  output logic [4:0]       less_o,     // of the run that is chosen the period, less one
  output logic [4:0]       pairs_o,    // ... pairs before it
  output logic             words_o,    // ... outcomes before it fill a HIST, ...
  output logic [4:0]       rest_o,     // ... and outcomes that fill none,
  input  logic [4:0]       before_i,   // these in the next clock:
  output logic [5:0]       limit_o,    // fewer outcomes have to be behind its blocks
  output logic             none_o,     // the run has no whole block more
  output logic [4:0]       resume_o    // of its block the outcome behind it, once it has none
);

  logic [Word-1:0] now;  // bit j: the pair is the same
  logic [31:0] over;  // ... is not, of the period before, in the run or behind it

  // ---- Where it begins ---------------------------------------------------------------------------

  localparam int unsigned Places = Word - Least + 1;
  logic [31:0] begins;
  logic [4:0] start_q, start2_q, stop_q;
  logic any_q, any2_q;
  for (genvar j = 0; j < Word; j++) begin : g_now
    localparam int unsigned Old = Whole - 1 - 2 * j;
    assign now[j] = picture_i[Old] == window_i[Old] && picture_i[Old-1] == window_i[Old-1];
  end
  for (genvar j = 0; j < 32; j++) begin : g_begin
    if (j < Places) begin : g_place
      assign begins[j] = &now[j+:Least];
    end else begin : g_no_place
      assign begins[j] = 1'b0;
    end
  end

  // ---- Where it ends -----------------------------------------------------------------------------

  // The first pair after the one with which the run begins that is not the same. A run of four has all pairs of the four
  // that it begins in, after that one.
  logic [7:0] behind, beside;  // by four pairs: behind those of the place; these
  logic [3:0] later;  // of four pairs: behind the place
  always_comb begin
    for (int unsigned n = 0; n < 8; n++) begin
      behind[n] = 3'(n) > start_q[4:2];
      beside[n] = Least < 4 && 3'(n) == start_q[4:2];
    end
    for (int unsigned n = 0; n < 4; n++) later[n] = 2'(n) > start_q[1:0];
  end
  logic unused;
  assign unused = ^{behind, beside, later};  // a smaller build has fewer pairs
  for (genvar j = 0; j < 32; j++) begin : g_end
    if (j == 0) begin : g_first
      assign over[j] = 1'b0;
    end else if (j < Word) begin : g_pair
      localparam int unsigned Old = Whole - 1 - 2 * j;
      assign over[j] = !(picture_i[Old] == window_i[Old+1] && picture_i[Old-1] == window_i[Old]) &&
                       (Least >= 4 || behind[j/4] || later[j%4]);
    end else begin : g_none
      assign over[j] = 1'b1;
    end
  end

  // The lowest bit that is set, in few levels: of each four bits, and of the fours that are looked at.
  function automatic logic [4:0] first(input logic [31:0] bits, input logic [7:0] fours);
    logic [7:0] some, these;
    logic none;
    none = 1'b1;
    first = '0;
    for (int unsigned n = 0; n < 8; n++) begin
      some[n]  = |bits[4*n+:4] && fours[n];
      none = 1'b1;
      for (int unsigned k = 0; k < n; k++) none = none && !some[k];
      these[n] = some[n] && none;
      if (these[n]) begin
        first = first | {3'(n), !(bits[4*n] || bits[4*n+1]),
                         !bits[4*n] && (bits[4*n+1] || !bits[4*n+2])};
      end
    end
  endfunction

  always_ff @(posedge clk_i) begin
    any_q <= !begin_i && |begins && count_i < 6'(Longest);
    any2_q <= !begin_i && any_q;
    start_q <= first(begins, '1);
    start2_q <= start_q;
    stop_q <= first(over, behind | beside);
  end

  // ---- Its length --------------------------------------------------------------------------------

  logic [4:0] limit, stop, run_q, place_q;
  logic [5:0] length;
  logic reach, reach_q;  // no whole pair comes after it
  // Behind the pairs that are whole the window has its oldest outcomes.
  assign limit = ~count_i[5:1] - 5'(31 - Word);
  assign reach = stop_q >= limit;
  assign stop = reach ? limit : stop_q;
  assign length = 6'(stop) - 6'(start2_q);
  always_ff @(posedge clk_i) begin
    run_q <= !begin_i && any2_q && !length[5] ? length[4:0] : '0;
    place_q <= start2_q;
    reach_q <= reach;
  end

  // ---- The longest one ---------------------------------------------------------------------------

  logic [5:0] best_q;  // outcomes
  logic grows, reaches_q;
  logic [6:0] best_less;
  assign longer_o = search_i && run_q > best_q[5:1];
  assign earlier_o = older_i && pairs_o != '0;
  assign grows = earlier_o || (newer_i && reaches_q && !less_o[0]);
  assign best_less = 7'(best_q) + {2'b11, ~less_o};
  assign none_o = best_less[6];
  assign resume_o = ~best_q[4:0];
  always_ff @(posedge clk_i) begin
    if (begin_i) begin
      best_q <= 6'(2 * (Least - 1));
    end else if (longer_o || grows || check_i) begin
      best_q <= longer_o ? {run_q, 1'b0} : check_i ? best_less[5:0] : best_q + 6'd1;
    end
    if (longer_o) begin
      less_o <= 5'(count_i - 6'd3);
      pairs_o <= place_q;
      reaches_q <= reach_q;
    end
  end

  // ---- What is before it -------------------------------------------------------------------------

  if (Word == 31) begin : g_rest
    assign words_o = pairs_o[4];
    assign rest_o  = {pairs_o[3:0] - 4'(earlier_o && !words_o), words_o ^ earlier_o};
  end else begin : g_rest_any
    logic [5:0] older;
    logic words;
    assign older = {pairs_o, 1'b0} - 6'(earlier_o);
    assign words = older >= 6'(Word);
    assign rest_o = 5'(words ? older - 6'(Word) : older);
    // What is before the run is one less than a whole HIST, if it begins earlier.
    assign words_o = {pairs_o, 1'b0} >= 6'(Word) && before_i != 5'(Word - 1);
  end

  // ---- What it costs -----------------------------------------------------------------------------

  // Bytes of a ResourceFull with RCODE 1: 10 bits, the outcomes and their stop bit. RCODE 2 has one more, for a short count.
  // Of each bit a table of all its values.
  localparam int unsigned WordBytes = (Word + 16) / 6;
  function automatic logic [31:0] repeat_row(input int unsigned bit_no);
    for (int unsigned n = 0; n < 32; n++) repeat_row[n] = ((((n + 17) / 6) + 1) >> bit_no) % 2 == 1;
  endfunction
  function automatic logic [31:0] rest_row(input int unsigned bit_no);
    for (int unsigned n = 0; n < 32; n++)
    rest_row[n] = n != 0 && (((n + 16) / 6) >> bit_no) % 2 == 1;
  endfunction
  function automatic logic [31:0] limit_row(input int unsigned bit_no);
    int unsigned worth, from;
    // Outcomes of whole HISTs that cost as much; those that are not in the whole HIST before the run.
    for (int unsigned n = 0; n < 32; n++) begin
      worth = (Word * (n % 16) + WordBytes - 1) / WordBytes;
      from = n < 16 ? Whole : Word;
      limit_row[n] = worth <= from && ((from - worth + 1) >> bit_no) % 2 == 1;
    end
  endfunction

  logic [3:0] repeat_bytes, rest_bytes, bytes;
  for (genvar k = 0; k < 4; k++) begin : g_bytes
    localparam logic [31:0] Repeats = repeat_row(k);
    localparam logic [31:0] Rest = rest_row(k);
    assign repeat_bytes[k] = Repeats[less_o];
    assign rest_bytes[k] = Rest[before_i];
  end
  assign bytes = repeat_bytes + rest_bytes;
  for (genvar k = 0; k < 6; k++) begin : g_limit
    localparam logic [31:0] Limit = limit_row(k);
    assign limit_o[k] = Limit[{words_o, bytes}];
  end

endmodule

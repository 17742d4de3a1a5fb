// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The oldest run of outcomes that are the same as one period later, of a period in each clock: docs/units/repeat.md.
///
/// The window turns by one outcome a clock, a picture of it stands still. In the first clock of a period is found where
/// its run begins, in the second one where it ends, in the third one how long it is; in the fourth one that is at the
/// outputs. Places and lengths are in pairs of outcomes, from the oldest pair on.
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
  output logic [4:0]       run_o,      // of period count_i - 2; 0: none
  output logic [4:0]       start_o,
  output logic             reach_o,    // no whole pair comes after it
  input  logic [4:0]       found_i,    // the period that was chosen, less one ...
  input  logic [4:0]       pairs_i,    // ... pairs before its run, ...
  input  logic             earlier_i,  // ... which begins an outcome earlier:
  output logic             words_o,    // they fill a HIST, ...
  output logic [4:0]       rest_o,     // ... and outcomes that fill none,
  input  logic [4:0]       before_i,   // these in the next clock:
  output logic [7:0]       few_o       // what blocks have to cover to be worth a message, less one
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

  logic [4:0] limit, stop;
  logic [5:0] length;
  logic reach;
  // Behind the pairs that are whole the window has its oldest outcomes.
  assign limit = ~count_i[5:1] - 5'(31 - Word);
  assign reach = stop_q >= limit;
  assign stop = reach ? limit : stop_q;
  assign length = 6'(stop) - 6'(start2_q);
  always_ff @(posedge clk_i) begin
    run_o <= !begin_i && any2_q && !length[5] ? length[4:0] : '0;
    start_o <= start2_q;
    reach_o <= reach;
  end

  // ---- What is before it -------------------------------------------------------------------------

  if (Word == 31) begin : g_rest
    assign words_o = pairs_i[4];
    assign rest_o  = {pairs_i[3:0] - 4'(earlier_i && !words_o), words_o ^ earlier_i};
  end else begin : g_rest_any
    logic [5:0] older;
    assign older = {pairs_i, 1'b0} - 6'(earlier_i);
    assign words_o = older >= 6'(Word);
    assign rest_o = 5'(words_o ? older - 6'(Word) : older);
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
  function automatic logic [15:0] worth_row(input int unsigned bit_no);
    for (int unsigned n = 0; n < 16; n++)
    worth_row[n] = (((Word * n + WordBytes - 1) / WordBytes) >> bit_no) % 2 == 1;
  endfunction

  logic [3:0] repeat_bytes, rest_bytes, bytes;
  logic [6:0] worth;  // outcomes of whole HISTs that cost as much
  for (genvar k = 0; k < 4; k++) begin : g_bytes
    localparam logic [31:0] Repeats = repeat_row(k);
    localparam logic [31:0] Rest = rest_row(k);
    assign repeat_bytes[k] = Repeats[found_i];
    assign rest_bytes[k] = Rest[before_i];
  end
  assign bytes = repeat_bytes + rest_bytes;
  for (genvar k = 0; k < 7; k++) begin : g_worth
    localparam logic [15:0] Outcomes = worth_row(k);
    assign worth[k] = Outcomes[bytes];
  end
  assign few_o = 8'(worth) + {3'b111, ~before_i};

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The oldest run of outcomes that are the same as one period later, of a period in each clock: docs/units/repeat.md.
///
/// The window stands still; a copy of it moves by one outcome a clock. In the first clock of a period is found where
/// its run begins, in the second one where it ends, in the third one how long it is; in the fourth one that is at the
/// outputs. Places and lengths are in pairs of outcomes, from the oldest pair on.
module rvt_ntrace_periods #(
  parameter  int unsigned Longest = 31,
  parameter  int unsigned Word    = 31,
  parameter  int unsigned Least   = 8,  // pairs
  localparam int unsigned Whole   = 2 * Word
) (
  input  logic             clk_i,
  input  logic             begin_i,   // period 1 comes
  input  logic [Whole-1:0] window_i,  // the newest outcome in bit 0
  input  logic [5:0]       period_i,
  output logic             any_o,     // there is one of period_i - 3
  output logic [4:0]       run_o,
  output logic [4:0]       start_o,
  input  logic [4:0]       found_i,  // the period that was chosen ...
  input  logic [4:0]       before_i,  // ... outcomes before it that fill no HIST ...
  output logic [6:0]       worth_o   // ... in outcomes of whole HISTs, what both cost
);

  logic [Whole-1:0] copy_q;
  logic [Word-1:0] now;  // bit j: the pair is the same
  logic [31:0] over;  // ... is not, of the period before, in the run or behind it

  // ---- Where it begins ---------------------------------------------------------------------------

  localparam int unsigned Places = Word - Least + 1;
  logic [31:0] begins;
  logic [4:0] start_q, start2_q, stop_q;
  logic any_q, any2_q;
  for (genvar j = 0; j < Word; j++) begin : g_now
    localparam int unsigned Old = Whole - 1 - 2 * j;
    assign now[j] = window_i[Old] == copy_q[Old] && window_i[Old-1] == copy_q[Old-1];
  end
  for (genvar j = 0; j < 32; j++) begin : g_begin
    if (j < Places) begin : g_place
      assign begins[j] = &now[j+:Least];
    end else begin : g_no_place
      assign begins[j] = 1'b0;
    end
  end

  // ---- Where it ends -----------------------------------------------------------------------------

  // The first pair behind the one with which the run begins that is not the same: the run has at least one.
  logic [7:0] behind, beside;  // by four pairs: behind those of the place; these
  logic [3:0] later;  // of four pairs: behind the place
  always_comb begin
    for (int unsigned n = 0; n < 8; n++) begin
      behind[n] = 3'(n) > start_q[4:2];
      beside[n] = 3'(n) == start_q[4:2];
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
      assign over[j] = !(window_i[Old] == copy_q[Old+1] && window_i[Old-1] == copy_q[Old]) &&
                       (behind[j/4] || (beside[j/4] && later[j%4]));
    end else begin : g_none
      assign over[j] = 1'b1;
    end
  end

  // The lowest bit that is set, in few levels: of each four bits, and of the fours.
  function automatic logic [4:0] first(input logic [31:0] bits);
    logic [7:0] some, these;
    logic none;
    none = 1'b1;
    first = '0;
    for (int unsigned n = 0; n < 8; n++) begin
      some[n]  = |bits[4*n+:4];
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
    copy_q <= begin_i ? {window_i[Whole-2:0], 1'b0} : {copy_q[Whole-2:0], 1'b0};
    any_q <= !begin_i && |begins && period_i <= 6'(Longest);
    any2_q <= !begin_i && any_q;
    start_q <= first(begins);
    start2_q <= start_q;
    stop_q <= first(over);
  end

  // ---- Its length --------------------------------------------------------------------------------

  logic [4:0] limit, stop;
  logic [5:0] length;
  // Behind the pairs that are whole the copy has no outcomes.
  assign limit = 5'(Word) - 5'((period_i - 6'd1) >> 1);
  assign stop = stop_q < limit ? stop_q : limit;
  assign length = 6'(stop) - 6'(start2_q);
  always_ff @(posedge clk_i) begin
    any_o <= !begin_i && any2_q && !length[5];
    run_o <= length[4:0];
    start_o <= start2_q;
  end

  // ---- What it costs -----------------------------------------------------------------------------

  // Bytes of a ResourceFull with RCODE 1: 10 bits, the outcomes and their stop bit. RCODE 2 has one more, for a short count.
  function automatic logic [3:0] literal_bytes(input logic [4:0] outcomes);
    literal_bytes = 4'd2;
    for (int unsigned n = 2; n < 32; n += 6) if (32'(outcomes) >= n) literal_bytes += 4'd1;
  endfunction
  localparam int unsigned WordBytes = (Word + 16) / 6;

  logic [3:0] bytes;
  assign bytes = literal_bytes(found_i) + 4'd1 + (before_i == '0 ? 4'd0 : literal_bytes(before_i));
  always_comb begin
    worth_o = '0;
    for (int unsigned n = 0; n < 16; n++) begin
      if (32'(bytes) == n) worth_o = 7'((Word * n + WordBytes - 1) / WordBytes);
    end
  end

endmodule

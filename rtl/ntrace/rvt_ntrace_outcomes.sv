// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Outcomes: those of a whole HIST that has come, the window that they go into, and a picture of it.
///
/// They go into the window from the oldest one on, by one or by four. It can turn by as many, too: after `2 * Word`
/// it is as before. The picture stands still; any outcome of it can be read.
module rvt_ntrace_outcomes #(
  parameter  int unsigned Word     = 31,
  parameter  int unsigned TimeBits = 1,
  localparam int unsigned Whole    = 2 * Word
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clr_i,
  input  logic                load_i,
  input  logic                later_i,    // the time alone
  input  logic [31:0]         hist_i,
  input  logic [TimeBits-1:0] time_i,
  input  logic                shift_i,    // into the window
  input  logic                begin_i,    // of a search: the window turns by one
  input  logic                search_i,   // it turns on ...
  input  logic [5:0]          count_i,    // ... and has done so in that many clocks
  input  logic                four_i,     // there is room for four
  input  logic                picture_i,  // it is taken
  input  logic [5:0]          ptr_i,      // what is read of it, counted from 1, the newest one
  output logic                any_o,      // some have not gone into the window
  output logic                one_o,      // the next one
  output logic                by_four_o,  // it moves by four
  output logic [TimeBits-1:0] time_o,     // of the record that came last
  output logic                read_o,
  output logic [Whole-1:0]    window_o,   // the newest outcome in bit 0
  output logic [Whole-1:0]    picture_o
);

  logic [31:0] word_q;
  logic [4:0] at_q;
  logic [3:0] four, four_in;
  logic one_in;
  logic [63:0] from_one;

  // After all periods the window turns on, until it is as it was.
  localparam int unsigned Ones = Word + (Word - 1) % 4;
  localparam int unsigned Turns = Ones + (Word - 1) / 4;
  localparam logic [63:0] FromOnes = ~64'd0 << Ones;
  localparam logic [63:0] FromTurns = ~64'd0 << Turns;
  logic turn;
  assign turn = begin_i || (search_i && !(Turns < Word + 9 && FromTurns[count_i]));
  assign by_four_o = Word > 4 && (search_i ? FromOnes[count_i] : four_i && &at_q[1:0]);

  assign four = word_q[{at_q[4:2], 2'b00}+:4];
  assign one_o = four[at_q[1:0]];
  assign four_in = turn ? window_o[Whole-1-:4] : four;
  assign one_in = turn ? window_o[Whole-1] : one_o;
  assign from_one = 64'({picture_o, 1'b0});
  assign read_o = from_one[ptr_i];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) any_o <= 1'b0;
    else if (clr_i) any_o <= 1'b0;
    else if (load_i) any_o <= 1'b1;
    else if (shift_i) any_o <= at_q[4:2] != '0 || (!by_four_o && at_q[1:0] != '0);
  end
  always_ff @(posedge clk_i) begin
    if (load_i) at_q <= 5'(Word - 1);
    else if (shift_i) at_q <= at_q - (by_four_o ? 5'd4 : 5'd1);
  end
  always_ff @(posedge clk_i) begin
    if (load_i) word_q <= 32'(hist_i[Word-1:0]);
    if (load_i || later_i) time_o <= time_i;
    if (shift_i || turn)
      window_o <= Whole'(by_four_o ? {window_o, four_in} : {3'b0, window_o, one_in});
    if (picture_i) picture_o <= window_o;
  end

  logic unused;
  assign unused = ^{hist_i, from_one};

endmodule

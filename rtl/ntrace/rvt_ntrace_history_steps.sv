// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What is done with outcomes that are held, a step a clock: docs/units/repeat.md.
module rvt_ntrace_history_steps #(
  parameter  int unsigned Word  = 31,
  localparam int unsigned Whole = 2 * Word
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clr_i,
  input  logic        loads_i,    // outcomes of a whole HIST come
  input  logic        ends_i,     // all that is held is to go out
  input  logic        join_i,     // ... before a record that can have the last ones
  input  logic        waits_i,    // such a record, or another one, is on offer
  input  logic        more_i,     // some have not gone into the window
  input  logic        by_four_i,  // they move by four
  input  logic        full_i,     // there is no room for more
  input  logic        word_i,     // with one more what is read fills a HIST
  input  logic [17:0] count_i,    // blocks; clocks of the search
  input  logic        longer_i,   // a run is found
  input  logic [ 4:0] start_i,    // pairs before it
  input  logic [ 4:0] less_i,     // its period, less one
  input  logic        words_i,    // outcomes before it fill a HIST, ...
  input  logic [ 4:0] rest_i,     // ... and outcomes that fill none
  input  logic        earlier_i,  // it begins an outcome earlier
  input  logic        none_i,     // it has no block more
  input  logic [ 4:0] resume_i,   // index_o of the outcome behind it, in the clocks after
  input  logic        look_i,     // an outcome was compared with the block
  input  logic        done_i,     // the block has come again
  input  logic        stops_i,    // it has not
  input  logic [ 4:0] next_i,     // index_o of the next outcome
  input  logic        ready_i,    // what is sent is taken
  input  logic        leaves_i,   // ... a record

  output rvt_ntrace_pkg::history_step_t       step_o,
  output rvt_ntrace_pkg::history_act_t        act_o,
  output logic                          [5:0] held_o,   // of the window, not yet sent or counted
  output logic                          [5:0] ptr_o,    // the next one read, from 1 on; 0: none
  output logic                          [4:0] index_o,  // the block's next one; still to be read
  output logic                                repeat_o  // what is read is a block
);

  localparam int unsigned CountBits = 18;
  localparam logic [63:0] FromWord = ~64'd0 << Word;  // of all numbers, those from there on

  typedef enum logic [3:0] {
    StIdle,    // nothing is held: records pass
    StRest,    // outcomes come in, or follow the repeat
    StSearch,  // a period a clock
    StNewest,  // does the run reach the newest outcome, which has no other beside it?
    StOlder,   // does it begin an outcome earlier? That outcome ...
    StSame,    // ... and the one a period behind it
    StLength,  // what is before it
    StFirst,   // how many outcomes its blocks have to cover to be worth a message, ...
    StCheck,   // ... and whether they do, a block a clock
    StFound,   // what is before the run goes out
    StRead,    // outcomes of a HIST: before the run, the block, or of what is left
    StSkip,    // what was measured of the run is not looked at again
    StSend,
    StCloses
  } state_e;

  state_e state_q, state_d;
  logic repeat_d;
  logic found_q, found_d;  // a run is found, what is before it is on its way
  logic shift, looks, picture, begins, reads, counts, zero;
  logic turns, oldest, there;
  logic [5:0] held_d, held_next, ptr_d, moved;
  logic [4:0] index_d;
  logic in_window;

  assign turns = state_q == StSearch || state_q == StOlder || state_q == StSame ||
                 state_q == StNewest || state_q == StLength || state_q == StFirst;
  assign oldest = state_q == StSearch && !FromWord[count_i[5:0]];
  assign in_window = ptr_o != '0;
  assign there = in_window || more_i;
  assign held_next = held_o + (by_four_i ? 6'd4 : 6'd1);

  // ptr_o moves on by an outcome or by a block; when the block is read, from behind the last one by one too far, then back.
  logic block_read, by_block, skips;
  logic [5:0] from, move;
  assign block_read = state_q == StRead && repeat_o && index_o == '0;
  assign by_block = state_q == StOlder || state_q == StCheck || block_read;
  assign skips = state_q == StSkip;
  assign from = block_read ? held_o : ptr_o;
  assign move = skips ? {1'b0, resume_i} : {1'b1, ~less_i | {5{!by_block}}};
  logic worth;
  logic [5:0] unused_less;
  assign {worth, unused_less} = 7'(ptr_o) - 7'(count_i[17:12]);
  assign moved = from + move + 6'(skips);

  always_comb begin
    state_d = state_q;
    {shift, looks, picture, begins, reads} = '0;
    {held_d, ptr_d, index_d} = {held_o, ptr_o, index_o};
    {found_d, repeat_d} = {found_q, repeat_o};
    counts = turns;
    zero = 1'b0;
    unique case (state_q)
      StIdle: if (loads_i) state_d = StRest;
      StRest: begin
        zero = !repeat_o;
        if (repeat_o) begin
          counts = done_i;
          if (stops_i || (!there && !look_i && ends_i)) begin
            // One block alone is better literal: it stays in the window (NT:RHI-04).
            if (count_i[17:1] != '0) state_d = StSend;
            else repeat_d = 1'b0;
          end else if (there) begin
            looks   = 1'b1;
            index_d = next_i;
            if (in_window) ptr_d = moved;
            else shift = 1'b1;
          end
          if (shift) held_d = held_next;
          if (done_i && &count_i[CountBits-1:1] && !count_i[0]) state_d = StSend;  // NT:RHI-05
          if (done_i && count_i != '0) held_d = {ptr_o[5:1], ptr_o[0] || shift};
        end else if (full_i) begin
          state_d = StSearch;
          {picture, begins} = '1;
          ptr_d = held_o;
        end else if (more_i) begin
          shift  = 1'b1;
          held_d = held_next;
        end else if (held_o == '0) begin
          if (!loads_i) state_d = StIdle;
        end else if (ends_i) begin
          state_d = StRead;
          {picture, begins} = '1;
          ptr_d = held_o;
        end
      end
      StSearch: begin
        if (longer_i) found_d = 1'b1;
        // The oldest outcomes are read meanwhile: if no run is found they are sent.
        reads = oldest;
        if (oldest) ptr_d = moved;
        if (count_i[5:0] == 6'(Word + 3)) begin
          state_d = StNewest;
          ptr_d   = 6'(less_i) + 6'd2;
        end
      end
      StNewest: begin
        ptr_d   = ~{start_i, 1'b0} - 6'(62 - Whole);
        state_d = StOlder;
      end
      StOlder: begin
        ptr_d   = moved;
        state_d = StSame;
      end
      StSame: state_d = StLength;
      StLength: begin
        index_d = rest_i;
        if (!earlier_i) ptr_d = moved;  // behind the first block
        state_d = StFirst;
      end
      StFirst: begin
        if (!found_q) ptr_d = 6'(Word);
        state_d = found_q ? StCheck : StSend;
      end
      StCheck: begin
        counts = 1'b1;
        ptr_d = !none_i ? moved : worth && !words_i ? 6'(Whole) : 6'(Word);
        if (none_i) begin
          found_d = worth;
          state_d = worth && !words_i ? StFound : StSend;
          if (worth) held_d = ptr_o;
        end
      end
      StFound: begin
        state_d = StRead;
        begins  = 1'b1;
        if (index_o == '0) begin
          index_d = next_i;
          {found_d, repeat_d} = 2'b01;
        end
      end
      StRead: begin
        reads = 1'b1;
        ptr_d = moved;
        index_d = next_i;
        if (repeat_o) begin
          if (index_o == '0) begin
            state_d = StSkip;
            index_d = resume_i;
          end
        end else if (found_q) begin
          if (index_o == 5'd1) state_d = StSend;
        end else if (ptr_o == 6'd1 || word_i) begin
          state_d = !ends_i ? StRest : join_i && ptr_o == 6'd1 ? StCloses : StSend;
        end
      end
      StSkip: begin
        ptr_d   = moved;
        state_d = StRest;
      end
      StSend:
      if (ready_i) begin
        state_d = found_q ? StFound : StRest;
        if (repeat_o) begin
          repeat_d = &count_i[CountBits-1:0];
          zero = 1'b1;
        end else if (!found_q) begin
          held_d = ptr_o;
        end
      end
      StCloses: begin  // or the record is no more: then all is still held
        if (leaves_i) state_d = StIdle;
        else if (!waits_i) state_d = StRest;
      end
      default: state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      {held_o, repeat_o, found_q} <= '0;
    end else begin
      state_q <= clr_i ? StIdle : state_d;
      {held_o, repeat_o, found_q} <= clr_i || state_q == StIdle ? '0 : {held_d, repeat_d, found_d};
    end
  end
  always_ff @(posedge clk_i) {ptr_o, index_o} <= {ptr_d, index_d};

  always_comb begin
    step_o.idle = state_q == StIdle;
    step_o.rest = state_q == StRest;
    step_o.search = state_q == StSearch;
    step_o.older = state_q == StOlder;
    step_o.same = state_q == StSame;
    step_o.length = state_q == StLength;
    step_o.first = state_q == StFirst;
    step_o.check = state_q == StCheck;
    step_o.found = state_q == StFound;
    step_o.read = state_q == StRead;
    step_o.sends = state_q == StSend;
    step_o.closes = state_q == StCloses;
    step_o.turns = turns;
    act_o.shift = shift;
    act_o.looks = looks;
    act_o.picture = picture;
    act_o.begins = begins;
    act_o.reads = reads;
    act_o.counts = counts;
    act_o.zero = zero;
  end

  // ---- Assertions --------------------------------------------------------------------------------

  // The window is never asked for more outcomes than it has, and never holds more.
  `RVT_IMPLIES(Ptr_A, reads, ptr_o != '0)
  `RVT_ASSERT(Held_A, held_o <= 6'(Whole))

endmodule

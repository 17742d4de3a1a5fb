// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Queue with one write and one read port, no path from input to output within a clock.
///
/// `ready_o` and `level_o` are functions of the level alone. A word offered while full, or taken while
/// empty, is ignored. The memory has no reset.
///
/// Sync 0: the memory has `Depth` words and is read asynchronously: FPGAs build it from LUT RAM. `valid_o` is a
/// function of the level, and a word written in clock n is offered in clock n+1.
///
/// Sync 1: the memory has `Depth` - 1 words and a read register, which holds what is offered: block RAM or a macro. `valid_o`
/// is a register. A word written in clock n is offered in n+2, or when the words before it have left, one a clock
/// as without. No word is read in the clock in which it is written.
///
/// Packets 1: what is written is held back up to a clock with `commit_i`, which takes what is written in it, too; `drop_i` forgets
/// it instead. The first word of a packet may be known last: a write before keeps its place, and a word offered with `head_i` goes
/// there, full or not, while the others stay where they are. A packet has to fit, `Depth` words at most.
module rvt_fifo #(
  parameter int unsigned Width = 8,   // 1..4096
  parameter int unsigned Depth = 16,  // 2..512, 3..512 with Sync, any number
  parameter int unsigned Quiet = 1,   // 0: data_o is unspecified while valid_o is 0
  parameter int unsigned Sync  = 0,   // 1: the memory is read synchronously
  parameter int unsigned Packets = 0  // 1: words are offered when they are committed, not with Sync
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       clr_i,

  input  logic                       valid_i,
  input  logic [Width-1:0]           data_i,
  output logic                       ready_o,
  input  logic                       commit_i,  // with Packets, as the next two
  input  logic                       drop_i,    // wins
  input  logic                       head_i,    // data_i is the first word of the packet

  output logic                       valid_o,
  output logic [Width-1:0]           data_o,  // with Quiet 0 while valid_o is 0
  input  logic                       ready_i,

  output logic [$clog2(Depth+1)-1:0] level_o   // words held, those not committed as well
);

  localparam int unsigned LevelWidth = $clog2(Depth + 1);
  localparam int unsigned Words = Depth - (Sync != 0 ? 1 : 0);  // of the memory
  localparam int unsigned PtrWidth = $clog2(Words);
  localparam logic [LevelWidth-1:0] Full = LevelWidth'(Depth);
  localparam logic [PtrWidth-1:0] Last = PtrWidth'(Words - 1);

  if (Width < 1 || Width > 4096) begin : g_bad_width
    $error("rvt_fifo: Width must be 1..4096");
  end
  if (Depth < 2 || Depth > 512) begin : g_bad_depth
    $error("rvt_fifo: Depth must be 2..512");
  end
  if (Packets > (Sync != 0 ? 0 : 1)) begin : g_bad_packets
    $error("rvt_fifo: Packets must be 0, or 1 without Sync");
  end
  if (Sync > 1 || (Sync == 1 && Depth == 2)) begin : g_bad_sync
    $error("rvt_fifo: Sync must be 0, or 1 with a Depth of 3 and more");
  end

  // The attribute saves logic that Yosys adds for a word that is read as it is written, and there is none.
  (* no_rw_check *)
  logic [Width-1:0] mem_q[0:Words-1];
  logic [LevelWidth-1:0] level_q, level_d;
  logic [PtrWidth-1:0] wptr_q, wptr_d, rptr_q, rptr_d;
  logic [LevelWidth-1:0] whole;  // words that may leave
  logic [PtrWidth-1:0] first, place;  // where the packet that comes in begins; the word on offer
  logic push, pop, head, drop;
  logic read, offered;  // Sync: a word leaves the memory, one is in its register ...
  logic [Width-1:0] word;  // ... this one

  assign ready_o = level_q != Full;
  assign valid_o = Sync != 0 ? offered : whole != '0;
  assign level_o = level_q;
  assign data_o = valid_o || Quiet == 0 ? (Sync != 0 ? word : mem_q[rptr_q]) : '0;

  assign drop = Packets != 0 && drop_i;
  assign head = Packets != 0 && valid_i && head_i && !drop;
  assign push = valid_i && ready_o && !head && !drop;
  assign pop = ready_i && valid_o;
  assign place = head ? first : wptr_q;

  always_comb begin
    // One adder for both directions: the addend is +1 for a push and all ones, -1, for a pop.
    level_d = level_q + {{(LevelWidth - 1){!push}}, 1'b1};
    wptr_d = wptr_q == Last ? '0 : wptr_q + PtrWidth'(1);
    if (drop) begin
      level_d = whole - LevelWidth'(pop);
      wptr_d = first;
    end
    rptr_d = rptr_q == Last ? '0 : rptr_q + PtrWidth'(1);
    if (clr_i) begin
      level_d = '0;
      wptr_d = '0;
      rptr_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      level_q <= '0;
    end else if (clr_i || drop || push != pop) begin
      level_q <= level_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q <= '0;
    end else if (clr_i || drop || push) begin
      wptr_q <= wptr_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rptr_q <= '0;
    end else if (clr_i || (Sync != 0 ? read : pop)) begin
      rptr_q <= rptr_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push || head) begin
      mem_q[place] <= data_i;
    end
  end

  if (Packets != 0) begin : g_packets
    logic [LevelWidth-1:0] whole_q, whole_d;
    logic [PtrWidth-1:0] first_q;

    assign whole = whole_q;
    assign first = first_q;

    always_comb begin
      whole_d = commit_i && !drop ? (push == pop ? level_q : level_d) : whole_q - LevelWidth'(pop);
      if (clr_i) whole_d = '0;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        whole_q <= '0;
        first_q <= '0;
      end else begin
        whole_q <= whole_d;
        if (clr_i || (commit_i && !drop)) first_q <= clr_i || push ? wptr_d : wptr_q;
      end
    end

    // The place of a head is kept.
    `RVT_IMPLIES_M(Head_M, head, whole_q != level_q)
    // A packet that does not fit would wait for room that only its end can make.
    `RVT_IMPLIES_M(Fits_M, valid_i && !head && !drop && !ready_o, whole_q != '0)
    // What may leave is held, and begins where the packet that comes in ends it.
    `RVT_ASSERT(Whole_A, whole_q <= level_q && first_q <= Last)
  end else begin : g_words
    assign whole = level_q;
    assign first = '0;
    logic unused;
    assign unused = ^{commit_i, drop_i, head_i};
  end

  if (Sync != 0) begin : g_sync
    logic [Width-1:0] word_q;
    logic valid_q, valid_d, some;

    assign some = level_q != LevelWidth'(valid_q);  // in the memory
    assign read = some && (!valid_q || ready_i);
    assign valid_d = !clr_i && (read || (valid_q && !ready_i));
    assign offered = valid_q;
    assign word = word_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
      end else begin
        valid_q <= valid_d;
      end
    end

    always_ff @(posedge clk_i) begin
      if (read) begin
        word_q <= mem_q[rptr_q];
      end
    end
  end else begin : g_async
    assign {read, offered, word} = '0;
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // The queue never holds more than it has room for.
  `RVT_ASSERT(LevelRange_A, level_q <= Full)
  // Pointers stay inside a memory whose depth is not a power of two.
  `RVT_ASSERT(PtrRange_A, wptr_q <= Last && rptr_q <= Last)
  // Level and pointers agree, so no word is lost or seen twice.
  `RVT_ASSERT(Distance_A,
              32'(level_q) == 32'(offered) +
                              (wptr_q > rptr_q ? 32'(wptr_q) - 32'(rptr_q) :
                               wptr_q < rptr_q ? 32'(wptr_q) + Words - 32'(rptr_q) :
                               level_q == '0 || (offered && level_q == LevelWidth'(1)) ? 0 : Words))
  // A register that is empty waits for one word at most, the one of the clock before.
  `RVT_IMPLIES(Waits_A, Sync != 0 && !offered, 32'(level_q) < 2)
  // What is offered is one of the words that the level counts.
  `RVT_IMPLIES(Counted_A, offered, level_q != '0)
  // The memory may do what it likes with a word that is read as it is written.
  `RVT_IMPLIES(Apart_A, push && read, wptr_q != rptr_q)
  // Outputs are defined and quiet while nothing is offered, whatever the memory holds.
  `RVT_IMPLIES(Quiet_A, !valid_o && Quiet != 0, data_o == '0)
  // What is offered stays until it is taken. Verilator 5.006 writes C++ that no compiler takes where
  // it samples wider words.
  if (Width <= 1024) begin : g_held
    `RVT_HELD(Held_A, valid_o, ready_i || clr_i, data_o)
  end

endmodule

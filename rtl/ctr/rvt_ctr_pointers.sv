// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Where entries are: depth, WRPTR (CTR-C-10, CTR-C-20), and which of them a clear has not reached
/// yet (CTR-I-03).
///
/// SCTRCLR takes effect in its clock: entries that are not zeroed yet read as 0. They are `upper`
/// ones behind the depth, and in the ring of the depth `ring` ones from `first` on, up to `end`. In
/// a clock that is free the last of these is zeroed. WRPTR never leaves the range from `end` to
/// `first`, so a record takes the first entry away, a pop the last:
///
///        end ->  zeroed, recorded anew  -> WRPTR -> ... zeroed -> first -> not zeroed -> end
///
/// Reset, which cannot zero a memory, begins a clear, too.
module rvt_ctr_pointers #(
  parameter  int unsigned Blocks = 1,  // slots, 1..4
  parameter  int unsigned Depths = 1,  // bit i: a depth of 16 << i is legal
  localparam int unsigned AddrWidth = rvt_ctr_pkg::pointer_width(Depths)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  input  logic [Blocks-1:0]           record_i,  // what each slot does, at most one of the three
  input  logic [Blocks-1:0]           swap_i,
  input  logic [Blocks-1:0]           pop_i,
  output logic [Blocks*AddrWidth-1:0] addr_o,  // its entry
  output logic [Blocks-1:0]           zero_o,  // a pop of an entry that is not zeroed yet

  input  logic                        clear_i,  // SCTRCLR
  input  logic                        set_status_i,  // sctrstatus is written with wdata_i
  input  logic                        set_depth_i,  // ... sctrdepth
  input  logic [7:0]                  wdata_i,
  output logic [7:0]                  wrptr_o,
  output logic [2:0]                  depth_o,  // code of sctrdepth

  input  logic                        free_i,  // no event and no access in this clock
  output logic                        walking_o,  // entries are not zeroed yet
  output logic                        walk_o,  // one is zeroed in this clock ...
  output logic [AddrWidth-1:0]        walk_addr_o,  // ... this one

  input  logic [7:0]                  index_i,  // of an access, 0: the youngest
  output logic [AddrWidth-1:0]        entry_o,  // ... its entry (CTR-E-02)
  output logic                        inside_o,  // ... which is in the depth
  output logic                        unwalked_o  // ... and reads as 0
);

  localparam bit Several = (Depths & (Depths - 1)) != 0;
  localparam int unsigned Least = rvt_ctr_pkg::least_code(Depths);
  localparam logic [AddrWidth-1:0] LeastMask = AddrWidth'((16 << Least) - 1);
  localparam int unsigned LeastUpper = (1 << AddrWidth) - (16 << Least);

  logic [AddrWidth-1:0] wrptr_q, wrptr_d, mask_q, mask_d;  // the mask is depth - 1
  logic [AddrWidth-1:0] first_q, first_d, upper_q, upper_d, ring_end, from_first;
  logic [AddrWidth:0] ring_q, ring_d;
  logic [7:0] mask;

  assign mask = 8'(mask_q);
  assign wrptr_o = 8'(wrptr_q);
  assign depth_o = mask[7] ? 3'd4 : mask[6] ? 3'd3 : mask[5] ? 3'd2 : {2'd0, mask[4]};

  assign entry_o = (wrptr_q + AddrWidth'(~index_i)) & mask_q;  // WRPTR - index - 1
  assign inside_o = (index_i & ~mask) == '0;
  assign from_first = (wrptr_q - first_q + AddrWidth'(~index_i)) & mask_q;
  assign unwalked_o = {1'b0, from_first} < ring_q;

  assign ring_end = (first_q + ring_q[AddrWidth-1:0]) & mask_q;
  assign walking_o = upper_q != '0 || ring_q != '0;
  assign walk_o = walking_o && free_i;
  assign walk_addr_o = upper_q != '0 ? mask_q + upper_q : (ring_end - AddrWidth'(1)) & mask_q;

  // ---- Depth -----------------------------------------------------------------------------------

  if (Several) begin : g_depths
    always_comb begin
      mask_d = mask_q;
      for (int unsigned i = 0; i < 5; i++) begin
        if (Depths[i] && set_depth_i && wdata_i[2:0] == 3'(i)) mask_d = AddrWidth'((16 << i) - 1);
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) mask_q <= LeastMask;
      else mask_q <= mask_d;
    end
  end else begin : g_depth
    assign mask_q = LeastMask;
    assign mask_d = LeastMask;
    logic unused_depth;
    assign unused_depth = set_depth_i;
  end

  // ---- The slots, in order ---------------------------------------------------------------------

  always_comb begin
    logic [AddrWidth-1:0] wrptr, below, first, last;
    logic [AddrWidth:0] ring;
    logic back, hit;
    wrptr = wrptr_q;
    first = first_q;
    last = ring_end;
    ring = ring_q;
    for (int unsigned k = 0; k < Blocks; k++) begin
      back = swap_i[k] || pop_i[k];
      below = (wrptr - AddrWidth'(1)) & mask_q;
      addr_o[AddrWidth*k+:AddrWidth] = back ? below : wrptr;
      hit = ring != '0 && ((record_i[k] && wrptr == first) || (back && wrptr == last));
      zero_o[k] = hit && pop_i[k];
      if (hit) begin
        if (record_i[k] || ring == (AddrWidth + 1)'(1)) first = (first + AddrWidth'(1)) & mask_q;
        if (back) last = below;
        ring = ring - (AddrWidth + 1)'(1);
      end
      if (record_i[k]) wrptr = (wrptr + AddrWidth'(1)) & mask_q;
      if (pop_i[k]) wrptr = below;
    end

    wrptr_d = wrptr & mask_d;  // CTR-C-11
    first_d = first;
    ring_d = ring;
    upper_d = upper_q;
    if (set_status_i) wrptr_d = AddrWidth'(wdata_i) & mask_q;
    if (clear_i) begin
      first_d = wrptr_q;
      ring_d = {1'b0, mask_q} + (AddrWidth + 1)'(1);
      upper_d = Several ? ~mask_q : '0;
    end else if (walk_o) begin
      if (upper_q != '0) upper_d = upper_q - AddrWidth'(1);
      else ring_d = ring_q - (AddrWidth + 1)'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wrptr_q <= '0;
      first_q <= '0;
      ring_q <= (AddrWidth + 1)'(16 << Least);
    end else begin
      wrptr_q <= wrptr_d;
      first_q <= first_d;
      ring_q <= ring_d;
    end
  end

  if (Several) begin : g_upper
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) upper_q <= AddrWidth'(LeastUpper);
      else upper_q <= upper_d;
    end
  end else begin : g_no_upper
    assign upper_q = '0;
    logic unused_upper;
    assign unused_upper = ^upper_d;
  end

  logic unused;
  assign unused = ^wdata_i;

  // ---- Assertions ------------------------------------------------------------------------------

  // WRPTR is in the depth (CTR-C-20), and so is the ring.
  `RVT_ASSERT(Pointer_A, (wrptr_q & ~mask_q) == '0)
  `RVT_ASSERT(First_A, ring_q == '0 || (first_q & ~mask_q) == '0)
  `RVT_ASSERT(Ring_A, ring_q <= {1'b0, mask_q} + (AddrWidth + 1)'(1))
  // WRPTR is from the end of the ring to its begin.
  logic [AddrWidth-1:0] walked;
  assign walked = (wrptr_q - ring_end) & mask_q;
  `RVT_ASSERT(Range_A, {1'b0, walked} + ring_q <= {1'b0, mask_q} + (AddrWidth + 1)'(1))
  // Pointer and depth are not set while a clear walks.
  `RVT_IMPLIES(Set_A, set_status_i || set_depth_i, !walking_o)

endmodule

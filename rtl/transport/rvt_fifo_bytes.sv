// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Queue of the bytes of a stream, side by side: a beat of few bytes takes the room of these alone.
///
/// Each lane has a memory of its own; beats are turned to where the byte before them ended, and back. A beat is
/// offered as soon as its last byte is held: that of a message, or the one that fills the lanes. Bytes of a message so far
/// that are fewer than `Lanes` wait. `ready_o` is a function of the level alone and says that there is room for `Lanes`
/// bytes; a beat written in clock n is offered in clock n+1. A full queue holds more than `Lanes` bytes, so it offers a
/// beat. The memories have no reset and are read asynchronously: FPGAs build them from LUT RAM.
module rvt_fifo_bytes #(
  parameter int unsigned Framing = 0,  // of rvt_framing_pkg
  parameter int unsigned Lanes = 4,   // 2, 4, 8 or 16
  parameter int unsigned Depth = 16,  // 2..512 rows of Lanes bytes, any number
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1,
  localparam int unsigned LevelWidth = $clog2(Depth * Lanes + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clr_i,

  input  logic                  valid_i,
  input  logic [8*Lanes-1:0]    data_i,
  input  logic [BytesWidth-1:0] bytes_i,  // 1..Lanes, from lane 0
  output logic                  ready_o,

  output logic                  valid_o,
  output logic [8*Lanes-1:0]    data_o,   // lanes without a byte read 0
  output logic [BytesWidth-1:0] bytes_o,  // 0 while valid_o is 0
  output logic                  eom_o,    // the beat ends a message
  output logic                  sync_o,   // of a first beat: a decoder can begin with it
  input  logic                  ready_i,

  output logic [LevelWidth-1:0] level_o   // bytes held, of a beat that is not whole as well
);

  localparam int unsigned LaneWidth = $clog2(Lanes);
  localparam int unsigned RowWidth = $clog2(Depth);
  localparam logic [RowWidth-1:0] LastRow = RowWidth'(Depth - 1);

  if (Lanes != 2 && Lanes != 4 && Lanes != 8 && Lanes != 16) begin : g_bad_lanes
    $error("rvt_fifo_bytes: Lanes must be 2, 4, 8 or 16");
  end
  if (Depth < 2 || Depth > 512) begin : g_bad_depth
    $error("rvt_fifo_bytes: Depth must be 2..512");
  end

  // Where the next byte goes and where the oldest one is: row and lane.
  logic [RowWidth-1:0] wrow_q, rrow_q, wrow_next, rrow_next;
  logic [LaneWidth-1:0] wlane_q, rlane_q;
  logic [LevelWidth-1:0] level_q, level_d;
  logic [BytesWidth-1:0] wlane_d, rlane_d;  // the highest bit: the row is full, or read
  logic push, pop;

  assign ready_o = level_q <= LevelWidth'(Lanes * (Depth - 1));
  assign level_o = level_q;
  assign push = valid_i && ready_o;
  assign pop = valid_o && ready_i;

  // ---- Memories --------------------------------------------------------------------------------

  logic [Lanes-1:0] used, write;
  logic [8*Lanes-1:0] turned, held, front;

  for (genvar k = 0; k < Lanes; k++) begin : g_used
    assign used[k] = k < 32'(bytes_i);
  end
  assign write = (Lanes)'({used, used} << wlane_q >> Lanes);
  assign turned = (8 * Lanes)'({data_i, data_i} << {wlane_q, 3'b0} >> 8 * Lanes);
  assign front = (8 * Lanes)'({held, held} >> {rlane_q, 3'b0});

  for (genvar k = 0; k < Lanes; k++) begin : g_lane
    logic [7:0] mem_q[0:Depth-1];
    logic [RowWidth-1:0] wrow, rrow;
    // Lanes below the first one belong to the row after it.
    assign wrow = k < 32'(wlane_q) ? wrow_next : wrow_q;
    assign rrow = k < 32'(rlane_q) ? rrow_next : rrow_q;
    assign held[8*k+:8] = mem_q[rrow];
    always_ff @(posedge clk_i) begin
      if (push && write[k]) begin
        mem_q[wrow] <= turned[8*k+:8];
      end
    end
  end

  // ---- The beat in front -----------------------------------------------------------------------

  logic [Lanes-1:0] there, framed, ends, taken;
  rvt_framing_pkg::said_t said;

  rvt_framing #(
    .Framing(Framing),
    .Lanes(Lanes)
  ) i_framing (
    .clk_i,
    .rst_ni,
    .clr_i,
    .take_i(pop),
    .bytes_i(bytes_o),
    .data_i(front),
    .ends_o(framed),
    .said_o(said)
  );
  assign sync_o = valid_o && said.syncs;

  for (genvar k = 0; k < Lanes; k++) begin : g_front
    assign there[k] = 32'(level_q) > k;
    assign ends[k] = there[k] && framed[k];
    if (k == 0) begin : g_first
      assign taken[k] = valid_o;
    end else begin : g_other
      assign taken[k] = valid_o && ends[k-1:0] == '0;
    end
    assign data_o[8*k+:8] = taken[k] ? front[8*k+:8] : '0;
  end
  assign eom_o = ends != '0;
  assign valid_o = there[Lanes-1] || eom_o;

  always_comb begin
    bytes_o = '0;
    for (int unsigned k = 0; k < Lanes; k++) begin
      if (taken[k]) bytes_o = BytesWidth'(k + 1);
    end
  end

  // ---- Level and places ------------------------------------------------------------------------

  always_comb begin
    wrow_next = wrow_q == LastRow ? '0 : wrow_q + RowWidth'(1);
    rrow_next = rrow_q == LastRow ? '0 : rrow_q + RowWidth'(1);
    wlane_d = BytesWidth'(wlane_q) + bytes_i;
    rlane_d = BytesWidth'(rlane_q) + bytes_o;
    level_d = level_q + (push ? LevelWidth'(bytes_i) : '0) - (pop ? LevelWidth'(bytes_o) : '0);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      level_q <= '0;
    end else if (clr_i || push || pop) begin
      level_q <= clr_i ? '0 : level_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wlane_q <= '0;
      wrow_q <= '0;
    end else if (clr_i) begin
      wlane_q <= '0;
      wrow_q <= '0;
    end else if (push) begin
      wlane_q <= wlane_d[LaneWidth-1:0];
      if (wlane_d[LaneWidth]) wrow_q <= wrow_next;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rlane_q <= '0;
      rrow_q <= '0;
    end else if (clr_i) begin
      rlane_q <= '0;
      rrow_q <= '0;
    end else if (pop) begin
      rlane_q <= rlane_d[LaneWidth-1:0];
      if (rlane_d[LaneWidth]) rrow_q <= rrow_next;
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // The queue never holds more than it has room for.
  `RVT_ASSERT(LevelRange_A, 32'(level_q) <= Lanes * Depth)
  // Rows stay inside memories whose depth is not a power of two.
  `RVT_ASSERT(RowRange_A, wrow_q <= LastRow && rrow_q <= LastRow)
  // Level and places agree, so no byte is lost or seen twice.
  `RVT_ASSERT(Distance_A,
              (32'(rrow_q) * Lanes + 32'(rlane_q) + 32'(level_q)) % (Lanes * Depth) ==
                  32'(wrow_q) * Lanes + 32'(wlane_q))
  // Who waits for room does not wait for ever: a whole beat is in front.
  `RVT_IMPLIES(Goes_A, !ready_o, valid_o)
  // Outputs are defined and quiet while nothing is offered, whatever the memories hold.
  `RVT_IMPLIES(Quiet_A, !valid_o, data_o == '0 && bytes_o == '0 && !eom_o)
  // What is offered stays until it is taken.
  `RVT_HELD(Held_A, valid_o, ready_i || clr_i, {data_o, bytes_o, eom_o})

endmodule

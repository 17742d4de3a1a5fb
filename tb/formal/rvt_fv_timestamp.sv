// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The timestamp unit for every run: what the counter does in a clock, in words of the specification, and that each
/// change of the base is said in the clock from which on it holds.
module rvt_fv_timestamp #(
  parameter int unsigned TsWidth = 8
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               works_i,
  input logic [11:0]        addr_i,
  input logic [3:0]         write_i,
  input logic [31:0]        wdata_i,
  input logic               read_i,
  input logic               halted_i,
  input logic [TsWidth-1:0] time_i,

  (* probe = "i_dut.counter_q" *) input logic [TsWidth-1:0] dut_counter,
  (* probe = "i_dut.clocks_q" *) input logic [5:0] dut_clocks,
  (* probe = "i_dut.set_q" *) input logic [12:0] dut_set
);

  logic [31:0] rdata;
  logic [TsWidth-1:0] now;
  logic en, new_base;
  logic [3:0] suppress;

  rvt_timestamp #(
    .TsWidth(TsWidth)
  ) i_dut (
    .*,
    .rdata_o(rdata),
    .time_o(now),
    .en_o(en),
    .suppress_o(suppress),
    .new_o(new_base)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  logic active, count, in_debug;
  logic [2:0] mode;
  logic [1:0] prescale;
  assign {mode, in_debug, count, active} = dut_set[5:0];
  assign prescale = dut_set[7:6];

  // The clock before.
  logic past_q, may_q, reset_q, works_q, active_q;
  logic [2:0] mode_q;
  logic [1:0] prescale_q;
  logic [TsWidth-1:0] counter_q;
  logic [5:0] clocks_q;
  logic counts, rest;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {past_q, may_q, reset_q, works_q, active_q, mode_q, prescale_q, counter_q, clocks_q} <= '0;
    end else begin
      past_q <= 1'b1;
      works_q <= works_i;
      active_q <= active;
      mode_q <= mode;
      prescale_q <= prescale;
      counter_q <= dut_counter;
      clocks_q <= dut_clocks;
      may_q <= active && count && (mode == 3'd2 || (mode == 3'd3 && (in_debug || !halted_i)));
      reset_q <= write_i[0] && addr_i[11:2] == 10'h010 && wdata_i[2];
    end
  end

  // 4^n clocks have passed with this one.
  assign counts = may_q && (7'(clocks_q) + 7'd1) % (7'd1 << (2 * prescale_q)) == '0;
  assign rest = !works_q || !active || (reset_q && (mode == 3'd2 || mode == 3'd3));

  // The counter goes on by one in 4^n clocks that count, in no others, and a reset unit has none (TCI:TS-05 to TS-10).
  `RVT_IMPLIES(Count_A, past_q, dut_counter == (rest ? '0 : counter_q + TsWidth'(counts)))
  `RVT_IMPLIES(Clocks_A, past_q, dut_clocks == (rest ? 6'd0 : clocks_q + 6'(may_q)))
  // Which time counts (TCI:TS-03, TS-20).
  `RVT_ASSERT(Now_A, now == (!active ? '0 : mode == 3'd1 || mode == 3'd4 ? time_i :
                             mode == 3'd2 || mode == 3'd3 ? dut_counter : '0))
  // Modes are those of an encoder (TCI:TS-02); TSTAMP is on with all three (TCI:TS-17).
  `RVT_ASSERT(Mode_A, mode <= 3'd4)
  `RVT_ASSERT(On_A, en == (active && dut_set[8] && mode != '0))
  // A counter that does not go on has another base, and so has another source (TCI:TS-16).
  `RVT_IMPLIES(New_A, past_q && works_q && !new_base,
               active == active_q && mode == mode_q && prescale == prescale_q &&
               dut_counter == counter_q + TsWidth'(counts))

  `RVT_COVER(Count_C, past_q && prescale_q == 2'd1 && counts)
  `RVT_COVER(Debug_C, past_q && mode == 3'd3 && halted_i && dut_counter != counter_q)

endmodule

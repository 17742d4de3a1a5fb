// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Timestamp unit of a component: trTsControl, the counter, and which time counts (docs/units/timestamp.md).
///
/// `time_o` is `time_i` in the modes external and shared, the counter in the two internal ones, else 0. The counter
/// counts clocks, 4^trTsPrescale of them at a time. All other outputs are functions of registers.
module rvt_timestamp #(
  parameter int unsigned TsWidth = 40  // bits of time: 1..63
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               works_i,  // the component is not in reset

  // the bus
  input  logic [11:0]        addr_i,  // of a word; bits 1:0 are ignored
  input  logic [3:0]         write_i,  // bytes of it that are written in this clock
  input  logic [31:0]        wdata_i,
  input  logic               read_i,  // it is read in this clock
  output logic [31:0]        rdata_o,  // ... so; 0 where it is none of the unit

  input  logic               halted_i,  // the hart is in debug mode
  input  logic [TsWidth-1:0] time_i,  // of outside
  output logic [TsWidth-1:0] time_o,
  output logic               en_o,  // messages carry TSTAMP (TCI:TS-17)
  output logic [3:0]         suppress_o,  // kinds of messages that do not (TCI:TS-18)
  output logic               new_o  // time has another base from this clock on (TCI:TS-16)
);

  if (TsWidth < 1 || TsWidth > 63) begin : g_bad_ts_width
    $error("rvt_timestamp: TsWidth must be 1..63");
  end

  typedef enum logic [2:0] {  // TCI:TS-02
    ModeNone     = 3'd0,
    ModeExternal = 3'd1,
    ModeSystem   = 3'd2,
    ModeCore     = 3'd3,
    ModeShared   = 3'd4
  } mode_e;

  typedef struct packed {
    logic [3:0] suppress;
    logic       enable;
    logic [1:0] prescale;
    logic [2:0] mode;
    logic       run_in_debug;
    logic       count;
    logic       active;
  } set_t;

  set_t set_q, set_d;
  logic [TsWidth-1:0] counter_q, counter_d;
  logic [5:0] clocks_q, clocks_d;  // since the last count, below 4^3
  logic [31:0] high_q, high_d;
  logic new_q, new_d, clear, internal, outside, runs, counts;
  logic [11:0] addr;
  logic [3:0] to_control;  // bytes that are written in this clock
  rvt_regs_te_pkg::tr_ts_control_t wcontrol, rcontrol;
  logic [63:0] now;

  assign wcontrol = wdata_i;
  assign addr = {addr_i[11:2], 2'b00};
  assign to_control = write_i & {4{addr == rvt_regs_te_pkg::TrTsControlAddr}};

  // ---- Fields ----------------------------------------------------------------------------------

  always_comb begin
    set_d = set_q;
    if (to_control[0]) begin
      set_d.active = rvt_regs_te_pkg::tr_ts_active_warl(wcontrol.ts_active, TsWidth);
      set_d.count = rvt_regs_te_pkg::tr_ts_count_warl(wcontrol.ts_count, TsWidth);
      set_d.run_in_debug = rvt_regs_te_pkg::tr_ts_run_in_debug_warl(
          wcontrol.ts_run_in_debug, TsWidth);
      set_d.mode = rvt_regs_te_pkg::tr_ts_mode_warl(wcontrol.ts_mode, set_q.mode, TsWidth);
    end
    if (to_control[1]) begin
      set_d.prescale = rvt_regs_te_pkg::tr_ts_prescale_warl(wcontrol.ts_prescale, TsWidth);
      set_d.enable = rvt_regs_te_pkg::tr_ts_enable_warl(wcontrol.ts_enable, TsWidth);
    end
    if (to_control[2]) begin
      set_d.suppress = 4'(rvt_regs_te_pkg::rvt_ts_suppress_warl(wcontrol.rvt_ts_suppress, TsWidth));
    end
  end

  // ---- Counter ---------------------------------------------------------------------------------

  assign internal = set_q.mode == ModeSystem || set_q.mode == ModeCore;
  assign outside = set_q.active && (set_q.mode == ModeExternal || set_q.mode == ModeShared);
  assign runs = set_q.active && set_q.count && internal &&
                !(set_q.mode == ModeCore && halted_i && !set_q.run_in_debug);  // TCI:TS-07
  // In the mode that is written with it (TCI:TS-04, TS-05).
  assign clear = to_control[0] && wcontrol.ts_reset &&
                 (set_d.mode == ModeSystem || set_d.mode == ModeCore);

  always_comb begin
    unique case (set_q.prescale)  // TCI:TS-06
      2'd0: counts = 1'b1;
      2'd1: counts = clocks_q[1:0] == '1;
      2'd2: counts = clocks_q[3:0] == '1;
      default: counts = clocks_q == '1;
    endcase
    clocks_d = clocks_q + 6'(runs);
    counter_d = counter_q + TsWidth'(runs && counts);
    if (clear || !set_d.active) {clocks_d, counter_d} = '0;  // TCI:TS-10
  end

  // What was counted before says nothing of what is counted now; nor was any of it reported before TSTAMP
  // was switched on.
  assign new_d = clear || set_d.active != set_q.active || set_d.mode != set_q.mode ||
                 set_d.prescale != set_q.prescale || (set_d.enable && !set_q.enable);

  // ---- Time ------------------------------------------------------------------------------------

  assign time_o = (time_i & {TsWidth{outside}}) | (counter_q & {TsWidth{internal}});
  assign now = 64'(time_o);
  // TCI:BUS-12
  assign high_d = read_i && addr == rvt_regs_te_pkg::TrTsCounterLowAddr ? now[63:32] : high_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      set_q <= '0;
      {counter_q, clocks_q, high_q, new_q} <= '0;
    end else begin
      set_q <= works_i ? set_d : '0;
      counter_q <= works_i ? counter_d : '0;
      clocks_q <= works_i ? clocks_d : '0;
      high_q <= works_i && set_d.active ? high_d : '0;
      new_q <= works_i && new_d;
    end
  end

  // ---- Outputs ---------------------------------------------------------------------------------

  always_comb begin
    rcontrol = '0;
    rcontrol.ts_active = set_q.active;
    rcontrol.ts_count = set_q.count;
    rcontrol.ts_run_in_debug = set_q.run_in_debug;
    rcontrol.ts_mode = set_q.mode;
    rcontrol.ts_prescale = set_q.prescale;
    rcontrol.ts_enable = set_q.enable;
    rcontrol.rvt_ts_suppress = 8'(set_q.suppress);
    rcontrol.ts_width = 6'(TsWidth);
  end

  always_comb begin
    unique case (addr)
      rvt_regs_te_pkg::TrTsControlAddr: rdata_o = rcontrol;
      rvt_regs_te_pkg::TrTsCounterLowAddr: rdata_o = now[31:0];
      rvt_regs_te_pkg::TrTsCounterHighAddr: rdata_o = high_q;
      default: rdata_o = '0;
    endcase
  end

  assign en_o = set_q.active && set_q.enable && set_q.mode != ModeNone;
  assign suppress_o = set_q.suppress;
  assign new_o = new_q;

  logic unused;
  assign unused = ^{wcontrol, to_control[3], addr_i[1:0]};

  // ---- Assertions ------------------------------------------------------------------------------

  // A unit in reset has counted nothing (TCI:TS-10).
  `RVT_IMPLIES(Reset_A, !set_q.active, counter_q == '0 && clocks_q == '0 && high_q == '0)
  // An unknown time is never sent.
  `RVT_IMPLIES(Known_A, en_o, outside || internal)

endmodule

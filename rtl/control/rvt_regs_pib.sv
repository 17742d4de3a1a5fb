// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Register block of the PIB sink: docs/registers.md, docs/units/registers.md.
module rvt_regs_pib #(
  // interface: parameters only Framing Pins DivWidth SafeDiv ClkCenter Calibrate
  parameter int unsigned Framing   = 0,   // framing: N-Trace, E-Trace; of a sink tandem too
  parameter int unsigned Pins      = 8,   // trace data pins: 4, 8 or 16
  parameter int unsigned DivWidth  = 8,   // bits of trPibDivider: 1..16
  parameter int unsigned SafeDiv   = 255, // trPibDivider after activation: below 2^DivWidth
  parameter int unsigned ClkCenter = 0,   // TRC_CLK edges in the middle of beats are built
  parameter int unsigned Calibrate = 0    // calibration patterns are built
  // interface end
) (
  input  logic                clk_i,
  input  logic                rst_ni,  // power-up reset, no other (TCI:BUS-14)

  // APB4 (TCI:BUS-05)
  input  logic                psel_i,
  input  logic                penable_i,
  input  logic                pwrite_i,
  input  logic [11:0]         paddr_i,  // bits 1:0 are ignored
  input  logic [31:0]         pwdata_i,
  input  logic [3:0]          pstrb_i,
  output logic [31:0]         prdata_o,  // 0 outside the access phase of a read
  output logic                pready_o,  // constant 1
  output logic                pslverr_o,  // constant 0 (TCI:BUS-01)

  output logic                active_req_o,  // to a power or clock switch
  input  logic                active_ack_i,  // active_req_o, without one

  output logic                active_o,  // the inputs of rvt_pib
  output logic                enable_o,
  output logic [3:0]          mode_o,  // 0 in Closing: the pins come to a stop (TCI:CTRL-07)
  output logic                center_o,
  output logic                calibrate_o,
  output logic [2:0]          async_freq_o,  // trPibAsyncFreq
  output logic [DivWidth-1:0] divider_o,
  input  logic                empty_i,  // its outputs
  input  logic                in_msg_i
);

  // interface: check 4 Framing Pins DivWidth SafeDiv ClkCenter Calibrate
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD(Framing); `RVT_BUILD(Pins); `RVT_BUILD(DivWidth); `RVT_BUILD(SafeDiv);
    `RVT_BUILD(ClkCenter); `RVT_BUILD(Calibrate);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  rvt_check_build #(
    .Build(Build),
    .Levels(4)
  ) i_check_build ();
  // interface end

  // ---- Bus -------------------------------------------------------------------------------------

  logic at_control, at_impl, write;
  logic [3:0] to_control;  // bytes written in this clock
  logic reads, on, works;
  rvt_regs_pib_pkg::tr_pib_control_t wcontrol;

  assign at_control = {paddr_i[11:2], 2'b00} == rvt_regs_pib_pkg::TrPibControlAddr;
  assign at_impl = {paddr_i[11:2], 2'b00} == rvt_regs_pib_pkg::TrPibImplAddr;
  assign write = psel_i & penable_i & pwrite_i;
  assign wcontrol = pwdata_i;

  // A write that clears Active ignores all its other bits (TCI:CTRL-06).
  logic life_write, leave;
  assign life_write = write & at_control & pstrb_i[0];
  assign leave = life_write & on & !wcontrol.pib_active;
  assign to_control = pstrb_i & {4{write & at_control & on & !leave}};

  rvt_regs_active i_active (
    .clk_i,
    .rst_ni,
    .write_i(life_write),
    .value_i(wcontrol.pib_active),
    .hold_i(in_msg_i),
    .req_o(active_req_o),
    .ack_i(active_ack_i),
    .reads_o(reads),
    .on_o(on),
    .works_o(works)
  );

  // ---- Fields ----------------------------------------------------------------------------------

  logic enable_q, enable_d, center_q, center_d, calibrate_q, calibrate_d;
  logic [2:0] async_freq_q, async_freq_d;
  logic [3:0] mode_q, mode_d;
  logic [DivWidth-1:0] divider_q, divider_d;
  logic [15:0] divider;
  logic [3:0] to_idle;  // ... of the fields that move the pins (TCI:PIB-27)

  assign to_idle = to_control & {4{!enable_q & empty_i}};

  always_comb begin
    enable_d = enable_q;
    calibrate_d = calibrate_q;
    async_freq_d = async_freq_q;
    mode_d = mode_q;
    center_d = center_q;
    if (to_control[0]) enable_d = wcontrol.pib_enable;
    if (leave) enable_d = 1'b0;  // TCI:CTRL-03
    if (to_control[1]) begin
      calibrate_d = rvt_regs_pib_pkg::tr_pib_calibrate_warl(wcontrol.pib_calibrate, Calibrate);
      async_freq_d =
          rvt_regs_pib_pkg::tr_pib_async_freq_warl(wcontrol.pib_async_freq, 0, Framing);
    end
    if (Framing == 0) async_freq_d = '0;  // not built, not even as flip-flops
    if (to_idle[0]) begin
      mode_d =
          rvt_regs_pib_pkg::tr_pib_mode_warl(wcontrol.pib_mode, mode_q, Pins, 0);  // TCI:PIB-32
    end
    if (to_idle[1]) center_d = wcontrol.pib_clk_center;
    center_d = rvt_regs_pib_pkg::tr_pib_clk_center_warl(center_d, ClkCenter, mode_d);  // TCI:BUS-10

    divider = 16'(divider_q);
    if (to_idle[2]) divider[7:0] = wcontrol.pib_divider[7:0];
    if (to_idle[3]) divider[15:8] = wcontrol.pib_divider[15:8];
    divider = rvt_regs_pib_pkg::tr_pib_divider_warl(divider, DivWidth);
    divider_d = divider[DivWidth-1:0];
  end

  // ---- Read ------------------------------------------------------------------------------------

  rvt_regs_pib_pkg::tr_pib_control_t rcontrol;
  logic [31:0] prdata_q, prdata_d;

  always_comb begin
    rcontrol = '0;
    rcontrol.pib_empty = empty_i;
    if (reads) begin
      rcontrol.pib_active = 1'b1;
      rcontrol.pib_enable = enable_q;
      rcontrol.pib_mode = mode_q;
      rcontrol.pib_clk_center = center_q;
      rcontrol.pib_calibrate = calibrate_q;
      rcontrol.pib_async_freq = async_freq_q;
      rcontrol.pib_divider = 16'(divider_q);
    end
    prdata_d = '0;
    if (psel_i & !penable_i & !pwrite_i) begin
      if (at_control) prdata_d = rcontrol;
      if (at_impl) prdata_d = rvt_regs_pib_pkg::TrPibImplReset;
    end
  end

  // ---- Registers -------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      prdata_q <= '0;
    end else begin
      prdata_q <= prdata_d;
    end
  end

  // Every field is at its reset value while the component is in reset (TCI:CTRL-04, BUS-04).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q <= 1'b0;
      calibrate_q <= 1'b0;
      async_freq_q <= '0;
      center_q <= 1'b0;
      mode_q <= '0;
      divider_q <= DivWidth'(SafeDiv);
    end else begin
      enable_q <= works & enable_d;
      calibrate_q <= works & calibrate_d;
      async_freq_q <= works ? async_freq_d : '0;
      center_q <= works & center_d;
      mode_q <= works ? mode_d : '0;
      divider_q <= works ? divider_d : DivWidth'(SafeDiv);
    end
  end

  assign prdata_o = prdata_q;
  assign pready_o = 1'b1;
  assign pslverr_o = 1'b0;

  assign active_o = works;
  assign enable_o = enable_q;
  assign mode_o = mode_q & {4{on}};
  assign center_o = center_q;
  assign calibrate_o = calibrate_q;
  assign async_freq_o = async_freq_q;
  assign divider_o = divider_q;

  logic unused;
  assign unused = ^{paddr_i[1:0], wcontrol, divider};

  // ---- Assertions ------------------------------------------------------------------------------

  // Every access phase follows its setup phase, so what has been read is shown where it is asked for.
  `RVT_IMPLIES_M(Setup_M, prdata_q != '0, psel_i && penable_i && !pwrite_i)
  // Only a write enables (TCI:CTRL-17).
  `RVT_IMPLIES(EnableWritten_A, enable_d && !enable_q, to_control[0])
  // What forms the pins stands still while there is something to send (TCI:PIB-27).
  `RVT_STABLE(Held_A, on && (enable_q || !empty_i), {mode_q, center_q, divider_q})
  // No edge in the middle of beats without a mode that has beats (TCI:PIB-03).
  `RVT_IMPLIES(Center_A, center_q, mode_q[3])
  // A component in reset has nothing to say to its PIB.
  `RVT_IMPLIES(Reset_A, !reads, !enable_q && !calibrate_q && mode_q == '0)

endmodule

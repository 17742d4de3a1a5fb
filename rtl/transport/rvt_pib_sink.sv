// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// PIB sink: the registers of trace out of pins, and the pin interface block they control.
///
/// docs/units/registers.md says what software sees, docs/units/pib.md, what the pins do.
/// Every output is a function of state.
module rvt_pib_sink #(
  // interface: parameters only Framing Lanes Pins DivWidth BufferBytes SafeDiv ClkCenter Calibrate
  parameter int unsigned Framing     = 0,   // framing: N-Trace, E-Trace; of a sink tandem too
  parameter int unsigned Lanes       = 1,   // bytes of a beat: 1, 2, 4, 8 or 16
  parameter int unsigned Pins        = 8,   // trace data pins: 4, 8 or 16
  parameter int unsigned DivWidth    = 8,   // bits of trPibDivider: 1..16
  parameter int unsigned BufferBytes = 64,  // of the PIB, at least the longest message: 38..256
  parameter int unsigned SafeDiv     = 255, // trPibDivider after activation: below 2^DivWidth
  parameter int unsigned ClkCenter   = 0,   // TRC_CLK edges in the middle of beats are built
  parameter int unsigned Calibrate   = 0    // calibration patterns are built
  // interface end
) (
  input  logic            clk_i,  // one clock for everything
  input  logic            rst_ni,  // power-up reset

  input  logic            psel_i,  // APB4
  input  logic            penable_i,
  input  logic            pwrite_i,
  input  logic [11:0]     paddr_i,
  input  logic [31:0]     pwdata_i,
  input  logic [3:0]      pstrb_i,
  output logic [31:0]     prdata_o,  // 0 outside the access phase of a read
  output logic            pready_o,  // constant 1
  output logic            pslverr_o,  // constant 0

  output logic            active_req_o,  // to a power or clock switch
  input  logic            active_ack_i,  // active_req_o, without one

  input  logic            s_valid_i,  // a beat is offered
  input  logic [8*Lanes-1:0] s_data_i,  // byte 0 in 7:0
  input  logic [$clog2(Lanes):0] s_bytes_i,  // bytes of the beat
  input  logic            s_eom_i,  // it ends a message
  input  logic [5:0]      s_length_i,  // of a first beat: bytes of its message; 0: not known
  output logic            s_ready_o,  // it is taken in this clock
  output logic            s_dn_on_o,  // messages are taken, or the rest of one (TCI:LINK-08)
  output logic            s_dn_stopped_o,  // constant 0: nothing stops this sink but software
  output logic            s_dn_lost_o,  // what the buffer holds is given up in this clock

  output logic            trc_clk_o,
  output logic [Pins-1:0] trc_data_o
);

  // The parameters of a build know the formats of an encoder with registers alone.
  localparam int unsigned Coded = Framing == rvt_framing_pkg::Tandem ? 0 : Framing;

  logic active, enable, center, calibrate, empty, in_msg;
  logic [3:0] mode;
  logic [DivWidth-1:0] divider;
  logic [2:0] async_freq;

  rvt_regs_pib #(
    .Framing(Coded),
    .Pins(Pins),
    .DivWidth(DivWidth),
    .SafeDiv(SafeDiv),
    .ClkCenter(ClkCenter),
    .Calibrate(Calibrate)
  ) i_regs (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i,
    .prdata_o,
    .pready_o,
    .pslverr_o,
    .active_req_o,
    .active_ack_i,
    .active_o(active),
    .enable_o(enable),
    .mode_o(mode),
    .center_o(center),
    .calibrate_o(calibrate),
    .divider_o(divider),
    .async_freq_o(async_freq),
    .empty_i(empty),
    .in_msg_i(in_msg)
  );

  logic valid, eom, ready;
  logic [8*Lanes-1:0] data;
  logic [$clog2(Lanes):0] bytes;
  logic [5:0] unused_length;

  rvt_sync_sequence #(
    .Framing(Framing),
    .Lanes(Lanes)
  ) i_sequence (
    .clk_i,
    .rst_ni,
    .clr_i(!active),
    .freq_i(async_freq),
    .s_valid_i,
    .s_data_i,
    .s_bytes_i,
    .s_eom_i,
    .s_length_i,
    .s_ready_o,
    .m_valid_o(valid),
    .m_data_o(data),
    .m_bytes_o(bytes),
    .m_eom_o(eom),
    .m_length_o(unused_length),
    .m_ready_i(ready)
  );

  rvt_pib #(
    .Framing(Framing),
    .Lanes(Lanes),
    .Pins(Pins),
    .DivWidth(DivWidth),
    .BufferBytes(BufferBytes),
    .ClkCenter(ClkCenter),
    .Calibrate(Calibrate)
  ) i_pib (
    .clk_i,
    .rst_ni,
    .active_i(active),
    .enable_i(enable),
    .mode_i(mode),
    .center_i(center),
    .calibrate_i(calibrate),
    .divider_i(divider),
    .s_valid_i(valid),
    .s_data_i(data),
    .s_bytes_i(bytes),
    .s_eom_i(eom),
    .s_ready_o(ready),
    .s_dn_on_o,
    .s_dn_lost_o,
    .empty_o(empty),
    .in_msg_o(in_msg),
    .trc_clk_o,
    .trc_data_o
  );

  assign s_dn_stopped_o = 1'b0;

  logic unused;
  assign unused = ^unused_length;

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Register block of the encoder of tandem verification trace: docs/units/tandem.md.
module rvt_regs_tandem #(
  parameter int unsigned Xlen         = 32,   // all as rvt_tandem
  parameter int unsigned Flen         = 0,
  parameter int unsigned Mlen         = 32,
  parameter int unsigned Nret         = 1,
  parameter int unsigned Csrs         = 4,
  parameter int unsigned Elements     = 125,
  parameter int unsigned IncrementPc  = 1,
  parameter int unsigned OrFcsr       = 1,
  parameter int unsigned AddRegisters = 0,
  parameter int unsigned Shadow       = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,  // power-up reset, no other (TCI:BUS-14)

  // APB4 (TCI:BUS-05)
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [11:0] paddr_i,  // bits 1:0 are ignored
  input  logic [31:0] pwdata_i,
  input  logic [3:0]  pstrb_i,
  output logic [31:0] prdata_o,  // 0 outside the access phase of a read
  output logic        pready_o,  // constant 1
  output logic        pslverr_o,  // constant 0 (TCI:BUS-01)

  output logic        active_req_o,  // to a power or clock switch
  input  logic        active_ack_i,  // active_req_o, without one

  output logic        active_o,  // the encoder is not in reset
  output logic        closing_o,  // it ends its group and then is
  output logic        enable_o,
  output logic        stall_ena_o,
  input  logic        empty_i,
  input  logic        lost_i,  // what the hart says was refused
  input  logic        sink_lost_i,  // a sink has given up bytes

  // the encoder's stream
  input  logic        m_valid_i,
  input  logic        m_ready_i,
  input  logic        m_eom_i,
  input  logic        dn_on_i
);

  // ---- Bus -------------------------------------------------------------------------------------

  logic write, reading, at_control, at_impl, at_sizes, at_forms;
  logic [31:0] prdata_q, prdata_d;
  rvt_regs_tandem_pkg::rvt_tandem_control_t wcontrol;

  assign write = psel_i & penable_i & pwrite_i;
  assign reading = psel_i & !penable_i & !pwrite_i;
  assign at_control = {paddr_i[11:2], 2'b00} == rvt_regs_tandem_pkg::RvtTandemControlAddr;
  assign at_impl = {paddr_i[11:2], 2'b00} == rvt_regs_tandem_pkg::RvtTandemImplAddr;
  assign at_sizes = {paddr_i[11:2], 2'b00} == rvt_regs_tandem_pkg::RvtTandemSizesAddr;
  assign at_forms = {paddr_i[11:2], 2'b00} == rvt_regs_tandem_pkg::RvtTandemFormsAddr;
  assign wcontrol = pwdata_i;

  // ---- Active ----------------------------------------------------------------------------------

  logic life_write, leave, reads, on, works, mid_q, crosses;

  assign life_write = write & at_control & pstrb_i[0];
  // A write that clears Active ignores all its other bits (TCI:CTRL-06).
  assign leave = life_write & on & !wcontrol.rvt_tandem_active;
  // A group crosses while a beat is offered, or one without its end was the last taken.
  assign crosses = m_valid_i ? !(m_ready_i & m_eom_i) : mid_q;

  rvt_regs_active i_active (
    .clk_i,
    .rst_ni,
    .write_i(life_write),
    .value_i(wcontrol.rvt_tandem_active),
    .hold_i(crosses & dn_on_i),
    .req_o(active_req_o),
    .ack_i(active_ack_i),
    .reads_o(reads),
    .on_o(on),
    .works_o(works)
  );

  // ---- Fields ----------------------------------------------------------------------------------

  logic enable_q, enable_d, stall_ena_q, stall_ena_d, lost_q, lost_d, sink_lost_q, sink_lost_d;

  always_comb begin
    enable_d = enable_q;
    stall_ena_d = stall_ena_q;
    lost_d = lost_q;
    sink_lost_d = sink_lost_q;
    if (life_write & on) enable_d = wcontrol.rvt_tandem_enable & !leave;
    if (write & at_control & on & pstrb_i[1] & !leave) begin
      stall_ena_d = wcontrol.rvt_tandem_stall_ena;
      if (wcontrol.rvt_tandem_lost) lost_d = 1'b0;
      if (wcontrol.rvt_tandem_sink_lost) sink_lost_d = 1'b0;
    end
    if (lost_i) lost_d = 1'b1;  // TV:E-05
    if (sink_lost_i) sink_lost_d = 1'b1;
  end

  // ---- Read ------------------------------------------------------------------------------------

  localparam rvt_regs_tandem_pkg::rvt_tandem_sizes_t Sizes = {
    5'd0, 3'(Nret), 1'b0, 7'(Mlen), 1'b0, 7'(Flen), 1'b0, 7'(Xlen)
  };
  localparam rvt_regs_tandem_pkg::rvt_tandem_forms_t Forms = {
    12'd0,
    1'(Shadow),
    1'(AddRegisters),
    1'(OrFcsr),
    1'(IncrementPc),
    1'b0,
    3'(Csrs),
    2'd0,
    10'(Elements)
  };
  rvt_regs_tandem_pkg::rvt_tandem_control_t rcontrol;

  always_comb begin
    rcontrol = '0;
    rcontrol.rvt_tandem_empty = empty_i;
    rcontrol.rvt_tandem_active = reads;
    rcontrol.rvt_tandem_enable = enable_q;
    rcontrol.rvt_tandem_stall_ena = stall_ena_q;
    rcontrol.rvt_tandem_lost = lost_q;
    rcontrol.rvt_tandem_sink_lost = sink_lost_q;
    prdata_d = '0;
    if (reading) begin
      if (at_control) prdata_d = rcontrol;
      if (at_impl) prdata_d = rvt_regs_tandem_pkg::RvtTandemImplReset;
      if (at_sizes & reads) prdata_d = Sizes;
      if (at_forms & reads) prdata_d = Forms;
    end
  end

  // Every field is at its reset value while the component is in reset (TCI:CTRL-04, BUS-04).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {prdata_q, mid_q, enable_q, stall_ena_q, lost_q, sink_lost_q} <= '0;
    end else begin
      prdata_q <= prdata_d;
      mid_q <= works & (m_valid_i & m_ready_i ? !m_eom_i : mid_q);
      enable_q <= works & enable_d;
      stall_ena_q <= works & stall_ena_d;
      lost_q <= works & lost_d;
      sink_lost_q <= works & sink_lost_d;
    end
  end

  // ---- Outputs ---------------------------------------------------------------------------------

  assign prdata_o = prdata_q;
  assign pready_o = 1'b1;
  assign pslverr_o = 1'b0;
  assign active_o = works;
  assign closing_o = works & !on;
  assign enable_o = enable_q;
  assign stall_ena_o = stall_ena_q;

  logic unused;
  assign unused = ^{paddr_i[1:0], wcontrol, pstrb_i[3:2]};

  // ---- Assertions ------------------------------------------------------------------------------

  // Every access phase follows its setup phase, so what has been read is shown where it is asked for.
  `RVT_IMPLIES_M(Setup_M, prdata_q != '0, psel_i && penable_i && !pwrite_i)
  // Only a write enables (TCI:CTRL-17).
  `RVT_IMPLIES(EnableWritten_A, enable_d && !enable_q, life_write)
  // What is lost is said until software has seen it (TV:E-05).
  `RVT_IMPLIES(Said_A, works && lost_i, lost_d)
  // A component in reset has nothing to say to its encoder.
  `RVT_IMPLIES(Reset_A, !reads, !enable_q && !stall_ena_q && !lost_q && !sink_lost_q)

endmodule

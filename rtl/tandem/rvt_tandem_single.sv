// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Slots -> elements -> buffer -> beats: one element a clock, where rvt_tandem_wide takes several.
module rvt_tandem_single #(
  parameter  int unsigned                      Xlen         = 32,  // as rvt_tandem ...
  parameter  int unsigned                      Flen         = 0,
  parameter  int unsigned                      Mlen         = 32,
  parameter  logic [rvt_tandem_pkg::Count-1:0] Has          = 19'h03fef,
  parameter  int unsigned                      AddRegisters = 0,
  parameter  int unsigned                      Lanes        = 4,  // 1, 2, 4, 8 or 16
  localparam int unsigned                      SlotWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Count, Has, Xlen, Flen, Mlen, AddRegisters)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      clr_i,

  input  logic                      valid_i,
  input  logic [SlotWidth-1:0]      slot_i,
  output logic                      leaves_o,  // the slot has left

  output logic                      m_valid_o,
  output logic [8*Lanes-1:0]        m_data_o,
  output logic [$clog2(Lanes):0]    m_bytes_o,
  output logic                      m_eom_o,
  input  logic                      m_ready_i,
  output logic                      empty_o     // nothing is held
);

  localparam int unsigned DataBytes = rvt_tandem_pkg::longest(0, Has, Xlen, Flen, Mlen);

  logic element_valid, element_ready, last;
  logic [23:0] header;
  logic [1:0] header_bytes;
  logic [8*DataBytes-1:0] data;
  logic [3:0] data_bytes;

  rvt_tandem_elements #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Has(Has),
    .AddRegisters(AddRegisters)
  ) i_elements (
    .clk_i,
    .rst_ni,
    .clr_i,
    .valid_i,
    .slot_i,
    .leaves_o,
    .valid_o(element_valid),
    .header_o(header),
    .header_bytes_o(header_bytes),
    .data_o(data),
    .data_bytes_o(data_bytes),
    .last_o(last),
    .ready_i(element_ready)
  );

  rvt_tandem_buffer #(
    .Lanes(Lanes),
    .DataBytes(DataBytes),
    .Longest(rvt_tandem_pkg::longest(1, Has, Xlen, Flen, Mlen))
  ) i_buffer (
    .clk_i,
    .rst_ni,
    .clr_i,
    .valid_i(element_valid),
    .header_i(header),
    .header_bytes_i(header_bytes),
    .data_i(data),
    .data_bytes_i(data_bytes),
    .last_i(last),
    .ready_o(element_ready),
    .m_valid_o,
    .m_data_o,
    .m_bytes_o,
    .m_eom_o,
    .m_ready_i,
    .empty_o
  );

endmodule

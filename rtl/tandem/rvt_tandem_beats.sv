// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Words of the queue -> their slots, from the lowest valid one -> beats: one element a clock, or several.
module rvt_tandem_beats #(
  parameter  int unsigned                      Xlen         = 32,  // as rvt_tandem ...
  parameter  int unsigned                      Flen         = 0,
  parameter  int unsigned                      Mlen         = 32,
  parameter  logic [rvt_tandem_pkg::Count-1:0] Has          = 19'h03fef,  // elements of the build
  parameter  int unsigned                      AddRegisters = 0,
  parameter  int unsigned                      Nret         = 1,
  parameter  int unsigned                      Lanes        = 4,  // 1, 2, 4, 8 or 16
  parameter  int unsigned                      Wide         = 0,
  localparam int unsigned                      WordWidth    = rvt_tandem_pkg::word_bits(
      Nret, Has, Xlen, Flen, Mlen, AddRegisters)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clr_i,

  input  logic                   valid_i,
  input  logic [WordWidth-1:0]   word_i,
  output logic                   leaves_o,  // the word has left

  output logic                   m_valid_o,
  output logic [8*Lanes-1:0]     m_data_o,
  output logic [$clog2(Lanes):0] m_bytes_o,
  output logic                   m_eom_o,
  input  logic                   m_ready_i,
  output logic                   empty_o     // nothing is held
);

  localparam int unsigned SlotWidth = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Count, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned HartWidth = rvt_tandem_pkg::place(
      rvt_tandem_pkg::BusAddress, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned Slots = Has[rvt_tandem_pkg::BusAddress] ? Nret + 1 : Nret;

  // ---- Slots of the word -----------------------------------------------------------------------

  logic [Slots*SlotWidth-1:0] slots;  // all alike
  logic [SlotWidth-1:0] slot;
  logic last_slot, slot_leaves;

  for (genvar s = 0; s < Nret; s++) begin : g_hart
    assign slots[SlotWidth*s+:SlotWidth] = SlotWidth'(word_i[HartWidth*s+:HartWidth]);
  end
  if (Slots != Nret) begin : g_bus
    // Its begin is plain, and there is one if there is an address.
    assign slots[SlotWidth*Nret+:SlotWidth] = {
      word_i[WordWidth-1:HartWidth*Nret], HartWidth'(word_i[HartWidth*Nret])
    };
  end

  if (Slots == 1) begin : g_one
    assign slot = slots;
    assign last_slot = 1'b1;
  end else begin : g_several
    logic [Slots-1:0]
        spent_q, waiting, pick, after;  // the group has left; not yet; the first; others
    assign pick = waiting & ~(waiting - Slots'(1));
    assign after = waiting & ~pick;
    assign last_slot = after == '0;
    always_comb begin
      slot = '0;
      for (int unsigned s = 0; s < Slots; s++) begin
        waiting[s] = slots[SlotWidth*s] && !spent_q[s];
        slot = slot | (slots[SlotWidth*s+:SlotWidth] & {SlotWidth{pick[s]}});
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) spent_q <= '0;
      else if (clr_i) spent_q <= '0;
      else if (slot_leaves) spent_q <= last_slot ? '0 : spent_q | pick;
    end
  end

  assign leaves_o = slot_leaves && last_slot;

  // ---- Their bytes -----------------------------------------------------------------------------

  if (Wide == 0) begin : g_single
    rvt_tandem_single #(
      .Xlen(Xlen),
      .Flen(Flen),
      .Mlen(Mlen),
      .Has(Has),
      .AddRegisters(AddRegisters),
      .Lanes(Lanes)
    ) i_single (
      .clk_i,
      .rst_ni,
      .clr_i,
      .valid_i,
      .slot_i(slot),
      .leaves_o(slot_leaves),
      .m_valid_o,
      .m_data_o,
      .m_bytes_o,
      .m_eom_o,
      .m_ready_i,
      .empty_o
    );
  end else begin : g_wide
    rvt_tandem_wide #(
      .Xlen(Xlen),
      .Flen(Flen),
      .Mlen(Mlen),
      .Has(Has),
      .AddRegisters(AddRegisters),
      .Lanes(Lanes)
    ) i_wide (
      .clk_i,
      .rst_ni,
      .clr_i,
      .valid_i,
      .slot_i(slot),
      .leaves_o(slot_leaves),
      .m_valid_o,
      .m_data_o,
      .m_bytes_o,
      .m_eom_o,
      .m_ready_i,
      .empty_o
    );
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // A word on offer has a slot that has not left.
  `RVT_IMPLIES(Slot_A, valid_i, slot[0])

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The Active bit of a component between its request and its completion: docs/registers.md, "Active".
///
/// `req_o` and `ack_i` are the handshake with a power or clock switch; without one, tie them
/// together. What the component's output is about to say decides how long Closing lasts: `hold_i`.
module rvt_regs_active (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic write_i,  // byte 0 of Control is written in this clock
  input  logic value_i,  // ... with this bit 0
  input  logic hold_i,   // after this clock a message would still be crossing the output
  output logic req_o,    // the component is to have power
  input  logic ack_i,    // ... and has it
  output logic reads_o,  // what Active reads (TCI:CTRL-02)
  output logic on_o,     // every register can be written
  output logic works_o   // the component is not in reset
);

  // Bit 0 is the request, bit 1 what is read, so no output needs more than a gate.
  typedef enum logic [2:0] {
    LifeOff     = 3'b000,
    LifeRising  = 3'b001,
    LifeOn      = 3'b011,
    LifeClosing = 3'b111,
    LifeFalling = 3'b010
  } life_e;

  life_e life_q, life_d;
  logic want_q, want_d;

  assign want_d = write_i ? value_i : want_q;

  always_comb begin
    life_d = life_q;
    unique case (life_q)
      LifeOff: if (want_d) life_d = LifeRising;
      LifeRising: if (ack_i) life_d = LifeOn;
      LifeOn: if (!want_d) life_d = LifeClosing;
      LifeClosing: if (!hold_i) life_d = LifeFalling;
      default: if (!ack_i) life_d = LifeOff;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      life_q <= LifeOff;
      want_q <= 1'b0;
    end else begin
      life_q <= life_d;
      want_q <= want_d;
    end
  end

  assign req_o = life_q[0];
  assign reads_o = life_q[1];
  assign works_o = life_q[0] & life_q[1];
  assign on_o = works_o & !life_q[2];

  // ---- Assertions ------------------------------------------------------------------------------

  `RVT_ASSERT(LifeKnown_A, life_q == LifeOff || life_q == LifeRising || life_q == LifeOn ||
                           life_q == LifeClosing || life_q == LifeFalling)
  // A switch sees its four phases whatever is written meanwhile (TCI:CTRL-02).
  `RVT_IMPLIES(RequestKept_A, life_q == LifeRising && !ack_i, life_d == LifeRising)
  `RVT_IMPLIES(ReleaseKept_A, life_q == LifeFalling && ack_i, life_d == LifeFalling)
  // A written 0 is never passed over, whatever is written after it.
  `RVT_IMPLIES(ClosingIsKept_A, life_q == LifeClosing, life_d != LifeOn)

endmodule

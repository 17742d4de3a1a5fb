// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The CSRs of Ibex for RVFI, which shows none: what they were before and after each instruction that retires.
///
/// A snapshot is taken as an instruction leaves ID, and goes the way that RVFI goes with it. What an instruction has left is what the
/// next one finds, or what an interrupt between them found: so each is shown when the next one retires, with all of its RVFI.
module rvt_soc_ibex_csrs #(
  parameter int unsigned Channels = 7,
  parameter int unsigned Width = 1  // bits of the rest of RVFI
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [Channels*32-1:0] csrs_i,    // as they are
  input  logic                   id_done_i,  // an instruction leaves ID
  input  logic                   wb_done_i,  // ... WB, and RVFI shows it in the next clock
  input  logic                   irq_i,     // an interrupt is taken, and writes CSRs at the end of this clock
  input  logic                   valid_i,
  input  logic                   trap_i,
  input  logic                   intr_i,
  input  logic [Width-1:0]       rvfi_i,
  output logic                   valid_o,
  output logic [Width-1:0]       rvfi_o,
  output logic [Channels*32-1:0] rdata_o,
  output logic [Channels*32-1:0] wmask_o,
  output logic [Channels*32-1:0] wdata_o
);

  logic [Channels*32-1:0] irq_q;  // as the last interrupt found them
  logic [Channels*32-1:0] before_id_q, before_irq_id_q, before_q, before_irq_q;
  logic [Channels*32-1:0] before_held_q, after;
  logic [Width-1:0] held_q;
  logic some_q, trap_q;

  always_ff @(posedge clk_i) begin
    if (irq_i) irq_q <= csrs_i;
    if (id_done_i) begin
      before_id_q <= csrs_i;
      before_irq_id_q <= irq_q;
    end
    if (wb_done_i) begin
      before_q <= before_id_q;
      before_irq_q <= before_irq_id_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      some_q <= 1'b0;
    end else if (valid_i) begin
      some_q <= 1'b1;
      trap_q <= trap_i;
      held_q <= rvfi_i;
      before_held_q <= before_q;
    end
  end

  assign after = intr_i && !trap_q ? before_irq_q : before_q;
  assign valid_o = valid_i && some_q;
  assign rvfi_o = held_q;
  assign rdata_o = before_held_q;
  assign wmask_o = trap_q ? '0 : before_held_q ^ after;
  assign wdata_o = after;

endmodule

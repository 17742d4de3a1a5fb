// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Front end of `rvt_ingress_rvfi` for a hart whose commit ports do not say where an instruction goes on;
/// docs/units/ingress-commit.md.
///
/// Channel 0 is the oldest of a clock. What retires waits until the next PC is known: that of the next
/// instruction, of a trap (xepc), or of the entry to debug mode (dpc). Nothing waits for the encoder.
module rvt_ingress_commit #(
  parameter int unsigned Xlen = 64,  // 32 or 64
  parameter int unsigned Nret = 2    // channels, 1..4; the encoder's Blocks
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,  // of the hart

  input  logic [Nret-1:0]      valid_i,  // an instruction retires, or a trap comes in its place
  input  logic [Nret*32-1:0]   insn_i,  // as it was fetched; of 16 bits the lower half
  input  logic [Nret-1:0]      trap_i,  // it did not retire: pc_i is xepc, mode_i before it
  input  logic [Nret-1:0]      interrupt_i,  // the trap is no exception: its cause's top bit
  input  logic [Nret*2-1:0]    mode_i,
  input  logic [Nret*Xlen-1:0] pc_i,
  input  logic [Nret*Xlen-1:0] cause_i,  // of the trap: what it writes to xcause; 0: not known
  input  logic [Nret*Xlen-1:0] tval_i,  // ... and to xtval
  input  logic                 irq_i,  // an interrupt after these, if no channel has it
  input  logic [Xlen-1:0]      irq_pc_i,  // ... its xepc
  input  logic [Xlen-1:0]      irq_cause_i,  // ... and xcause
  input  logic [1:0]           irq_mode_i,  // ... and the privilege before it
  input  logic                 halted_i,  // debug mode: nothing is traced
  input  logic [Xlen-1:0]      dpc_i,  // read in the first clock of debug mode

  // verilog_lint: waive-start port-name-suffix
  output logic [Nret-1:0]      rvfi_valid,
  output logic [Nret*32-1:0]   rvfi_insn,
  output logic [Nret-1:0]      rvfi_trap,
  output logic [Nret-1:0]      rvfi_intr,
  output logic [Nret*2-1:0]    rvfi_mode,
  output logic [Nret*Xlen-1:0] rvfi_pc_rdata,
  output logic [Nret*Xlen-1:0] rvfi_pc_wdata,
  // verilog_lint: waive-stop port-name-suffix
  output logic [Nret*Xlen-1:0] cause_o,
  output logic [Nret*Xlen-1:0] tval_o,
  output logic [Nret*Xlen-1:0] intr_cause_o,
  output logic [Nret*2-1:0]    intr_mode_o,
  output logic                 halted_o  // to halted_i of `rvt_ingress_rvfi`; its interrupt_i is 1
);

  if (Xlen != 32 && Xlen != 64) begin : g_bad_xlen
    $error("rvt_ingress_commit: Xlen must be 32 or 64");
  end
  if (Nret < 1 || Nret > 4) begin : g_bad_nret
    $error("rvt_ingress_commit: Nret must be 1..4");
  end

  localparam int unsigned Cause = 6;  // bits of a cause, the most that E-Trace sends

  // The channels of the newest clock that had any.
  logic [Nret-1:0] valid_q, trap_q, intr_q, away_q;
  logic [Nret*32-1:0] insn_q;
  logic [Nret*2-1:0] mode_q, intr_mode_q;
  logic [Nret*Xlen-1:0] pc_q, tval_q;
  logic [Nret*Cause-1:0] cause_q, intr_cause_q;
  logic [Cause-1:0] pending_cause_q;
  logic [1:0] pending_mode_q;
  logic pending_q;  // the next instruction is the first of an interrupt's handler
  logic irq_q;  // after the channels that wait an interrupt came ...
  logic [Xlen-1:0] irq_pc_q;  // ... here

  logic go;  // the next PC is known
  logic [Xlen-1:0] next;
  logic [Nret-1:0] intr, away;
  logic pending;
  logic [Nret*Cause-1:0] cause, intr_cause;
  logic [Cause-1:0] pending_cause;
  logic [Nret*2-1:0] intr_mode;
  logic [1:0] pending_mode;

  always_comb begin
    // An interrupt is no instruction: the one before goes on at its PC, the one after is its handler's.
    pending = pending_q;
    pending_cause = pending_cause_q;
    pending_mode = pending_mode_q;
    intr = '0;
    away = valid_i & trap_i & interrupt_i;
    for (int unsigned c = 0; c < Nret; c++) begin
      intr[c] = valid_i[c] && pending;
      intr_mode[2*c+:2] = pending_mode;
      // Of several without an instruction between them: from where the first came, why the last.
      if (away[c] && !pending) pending_mode = mode_i[2*c+:2];
      if (valid_i[c]) pending = away[c];
      cause[Cause*c+:Cause] = cause_i[Xlen*c+:Cause];
      intr_cause[Cause*c+:Cause] = pending_cause;
      if (away[c]) pending_cause = cause_i[Xlen*c+:Cause];
    end
    if (irq_i && !pending) pending_mode = irq_mode_i;
    if (irq_i) pending = 1'b1;
    if (irq_i) pending_cause = irq_cause_i[Cause-1:0];

    go = halted_i || valid_i != '0 || irq_i || irq_q;
    next = halted_i ? dpc_i : irq_pc_i;
    for (int unsigned c = Nret; c > 0; c--) begin
      if (!halted_i && valid_i[c-1]) next = pc_i[Xlen*(c-1)+:Xlen];
    end
    if (irq_q) next = irq_pc_q;
    rvfi_pc_wdata = '0;
    for (int unsigned c = Nret; c > 0; c--) begin
      rvfi_pc_wdata[Xlen*(c-1)+:Xlen] = next;
      if (valid_q[c-1]) next = pc_q[Xlen*(c-1)+:Xlen];
    end
    for (int unsigned c = 0; c < Nret; c++) begin
      cause_o[Xlen*c+:Xlen] = Xlen'(cause_q[Cause*c+:Cause]);
      intr_cause_o[Xlen*c+:Xlen] = Xlen'(intr_cause_q[Cause*c+:Cause]);
    end
  end

  assign rvfi_valid = valid_q & ~away_q & {Nret{go}};
  assign rvfi_insn = insn_q;
  assign rvfi_trap = trap_q;
  assign rvfi_intr = intr_q;
  assign rvfi_mode = mode_q;
  assign rvfi_pc_rdata = pc_q;
  assign tval_o = tval_q;
  assign intr_mode_o = intr_mode_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      trap_q <= '0;
      intr_q <= '0;
      away_q <= '0;
      insn_q <= '0;
      mode_q <= '0;
      pc_q <= '0;
      tval_q <= '0;
      cause_q <= '0;
      intr_cause_q <= '0;
      intr_mode_q <= '0;
      pending_q <= 1'b0;
      pending_cause_q <= '0;
      pending_mode_q <= '0;
      irq_q <= 1'b0;
      irq_pc_q <= '0;
      halted_o <= 1'b0;
    end else begin
      // The last instruction before debug mode leaves in its first clock, the gap begins after it.
      halted_o <= halted_i;
      pending_q <= pending && !halted_i;
      pending_cause_q <= pending_cause;
      pending_mode_q <= pending_mode;
      irq_q <= irq_i && !halted_i;
      if (irq_i) irq_pc_q <= irq_pc_i;
      if (go) begin
        valid_q <= halted_i ? '0 : valid_i;
        trap_q <= trap_i;
        intr_q <= intr;
        away_q <= away;
        insn_q <= insn_i;
        mode_q <= mode_i;
        pc_q <= pc_i;
        tval_q <= tval_i;
        cause_q <= cause;
        intr_cause_q <= intr_cause;
        intr_mode_q <= intr_mode;
      end
    end
  end

  logic unused;
  assign unused = ^{cause_i, irq_cause_i};

  // ---- Checker and assertions ------------------------------------------------------------------

  // Nothing leaves before it is known where it goes on.
  `RVT_IMPLIES(Known_A, rvfi_valid != '0, halted_i || valid_i != '0 || irq_i || irq_q)
  // No instruction is shown in the gap of debug mode.
  `RVT_IMPLIES(Gap_A, halted_o && halted_i, rvfi_valid == '0)

endmodule

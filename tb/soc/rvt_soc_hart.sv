// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What every hart of these systems has beside its core: the adapter, the list of instructions that it
/// retires (+log=FILE, a PC a line), and clock and reset; +reset_hart=CLOCK resets the hart alone, once.
module rvt_soc_hart (
  output logic        clk_o,
  output logic        rst_no,
  output logic        hart_rst_no,

  input  logic        rvfi_valid_i,
  input  logic [31:0] rvfi_insn_i,
  input  logic        rvfi_trap_i,
  input  logic        rvfi_intr_i,
  input  logic [1:0]  rvfi_mode_i,
  input  logic [31:0] rvfi_pc_rdata_i,
  input  logic [31:0] rvfi_pc_wdata_i,
  input  logic        interrupt_i,
  input  logic        halted_i,

  output logic [5:0]  iretire_o,
  output logic [31:0] iaddr_o,
  output logic [3:0]  itype_o,
  output logic [1:0]  ilastsize_o,
  output logic        sijump_o,
  output logic [2:0]  priv_o,
  output logic        halted_o
);

  localparam int unsigned ResetClocks = 10;

  logic clk = 1'b0, rst_n = 1'b1, hart_rst_n = 1'b1;
  int log_file, reset_hart;
  logic lost;

  always #5 clk = !clk;
  initial begin
    string log_name;
    if (!$value$plusargs("log=%s", log_name)) $fatal(1, "expected +log=FILE");
    log_file = $fopen(log_name, "w");
    // A falling edge, for what has a gated clock.
    #1 rst_n = 1'b0;
    hart_rst_n = 1'b0;
    repeat (ResetClocks) @(posedge clk);
    #1 rst_n = 1'b1;
    hart_rst_n = 1'b1;
    if ($value$plusargs("reset_hart=%d", reset_hart)) begin
      repeat (reset_hart) @(posedge clk);
      #1 hart_rst_n = 1'b0;
      repeat (ResetClocks) @(posedge clk);
      #1 hart_rst_n = 1'b1;
    end
  end
  assign clk_o = clk;
  assign rst_no = rst_n;
  assign hart_rst_no = hart_rst_n;

  // ECALL, EBREAK and C.EBREAK never retire, whatever a core says. What retires in the last clock before a
  // reset of the hart is reset with the adapter, and in neither the trace nor the list.
  logic retired_q;
  logic [31:0] pc_q;
  always_ff @(posedge clk or negedge hart_rst_n) begin
    if (!hart_rst_n) begin
      retired_q <= 1'b0;
    end else begin
      retired_q <= rvfi_valid_i && !rvfi_trap_i && rvfi_insn_i != 32'h73 &&
                   rvfi_insn_i != 32'h100073 && rvfi_insn_i[15:0] != 16'h9002;
      if (retired_q) $fdisplay(log_file, "0x%0h", pc_q);
    end
  end
  always_ff @(posedge clk) pc_q <= rvfi_pc_rdata_i;

  rvt_ingress_rvfi #(
    .Xlen(32),
    .Nret(1)
  ) i_adapter (
    .clk_i(clk),
    .rst_ni(hart_rst_n),
    .rvfi_valid(rvfi_valid_i),
    .rvfi_insn(rvfi_insn_i),
    .rvfi_trap(rvfi_trap_i),
    .rvfi_intr(rvfi_intr_i),
    .rvfi_mode(rvfi_mode_i),
    .rvfi_pc_rdata(rvfi_pc_rdata_i),
    .rvfi_pc_wdata(rvfi_pc_wdata_i),
    .interrupt_i,
    .halted_i,
    .iretire_o,
    .iaddr_o,
    .itype_o,
    .ilastsize_o,
    .sijump_o,
    .priv_o,
    .halted_o,
    .lost_o(lost)
  );

  always @(posedge clk) if (rst_n && lost) $fatal(1, "the adapter has lost instructions");

endmodule

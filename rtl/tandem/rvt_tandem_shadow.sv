// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What a hart has told of its state since its last reset: registers, CSRs, privilege and pc (TV:E-08).
///
/// It sees every slot, whether the encoder takes it or not, by the rules of rvt_tandem_slot: what a group
/// does not have, and what the build does not send, is not kept. Outputs of the dump are of step_i.
module rvt_tandem_shadow #(
  parameter  int unsigned                      Xlen       = 32,
  parameter  int unsigned                      Flen       = 0,
  parameter  int unsigned                      Nret       = 1,
  parameter  int unsigned                      Csrs       = 4,
  parameter  logic [rvt_tandem_pkg::Count-1:0] Has        = 19'h03fef,  // elements of the build
  parameter  int unsigned                      ShadowCsrs = 32'h0001_ed18,
  localparam int unsigned                      CsrPorts   = Csrs == 0 ? 1 : Csrs,
  localparam int unsigned                      FprWidth   = Flen == 0 ? 1 : Flen
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,

  // The encoder's ports of these names.
  input  logic [Nret-1:0]               valid_i,
  input  logic [Nret*3-1:0]             kind_i,
  input  logic [Nret-1:0]               pc_valid_i,
  input  logic [Nret*Xlen-1:0]          pc_w_i,
  input  logic [Nret-1:0]               gpr_valid_i,
  input  logic [Nret*5-1:0]             gpr_i,
  input  logic [Nret*Xlen-1:0]          gpr_data_i,
  input  logic [Nret-1:0]               fpr_valid_i,
  input  logic [Nret*5-1:0]             fpr_i,
  input  logic [Nret*FprWidth-1:0]      fpr_data_i,
  input  logic [Nret*CsrPorts-1:0]      csr_valid_i,
  input  logic [Nret*12*CsrPorts-1:0]   csr_number_i,
  input  logic [Nret*Xlen*CsrPorts-1:0] csr_data_i,
  input  logic [Nret-1:0]               fflags_valid_i,
  input  logic [Nret*5-1:0]             fflags_i,
  input  logic [Nret-1:0]               privilege_valid_i,
  input  logic [Nret*2-1:0]             privilege_i,

  output logic                          told_o,             // the hart says something in this clock
  output logic                          reset_o,            // ... a reset

  input  logic                          dumping_i,
  input  logic                          sent_i,             // what is due at step_i is sent
  input  logic [4:0]                    step_i,
  output logic                          due_o,              // some register or CSR is to be sent
  output logic                          gpr_due_o,          // ... x register step_i
  output logic [Xlen-1:0]               gpr_o,
  output logic                          fpr_due_o,          // ... f register step_i
  output logic [FprWidth-1:0]           fpr_o,
  output logic                          csr_due_o,          // ... a CSR
  output logic [11:0]                   csr_number_o,
  output logic [Xlen-1:0]               csr_o,
  output logic                          pc_known_o,
  output logic [Xlen-1:0]               pc_o,
  output logic                          privilege_known_o,
  output logic [1:0]                    privilege_o
);

  // ---- Slots -----------------------------------------------------------------------------------

  logic [Nret-1:0] legal, reset, counts;  // the last: is no reset, and none comes after it

  always_comb begin
    reset_o = 1'b0;
    for (int unsigned s = Nret; s > 0; s--) begin
      legal[s-1] = valid_i[s-1] && kind_i[3*(s-1)+:3] <= rvt_tandem_pkg::KindOutside;
      reset[s-1] = legal[s-1] && kind_i[3*(s-1)+:3] == rvt_tandem_pkg::KindReset;
      reset_o = reset_o || reset[s-1];
      counts[s-1] = legal[s-1] && !reset_o;
    end
  end
  assign told_o = legal != '0;

  // ---- pc and privilege ------------------------------------------------------------------------

  logic pc_known_q, pc_told, privilege_known_q, privilege_told;
  logic [Xlen-1:0] pc_q, pc_d;
  logic [1:0] privilege_q, privilege_d;

  always_comb begin
    pc_told = 1'b0;
    pc_d = '0;
    privilege_told = 1'b0;
    privilege_d = '0;
    for (int unsigned s = 0; s < Nret; s++) begin
      if (counts[s] && (kind_i[3*s+:3] != rvt_tandem_pkg::KindOutside || pc_valid_i[s])) begin
        pc_told = 1'b1;
        pc_d = pc_w_i[Xlen*s+:Xlen];
      end
      if (Has[rvt_tandem_pkg::Privilege] && counts[s] && privilege_valid_i[s] &&
          privilege_i[2*s+:2] != 2'd2) begin
        privilege_told = 1'b1;
        privilege_d = privilege_i[2*s+:2];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {pc_known_q, privilege_known_q} <= '0;
    end else begin
      pc_known_q <= pc_told || (pc_known_q && !reset_o);
      privilege_known_q <= privilege_told || (privilege_known_q && !reset_o);
    end
  end

  // What is not known may be anything.
  always_ff @(posedge clk_i) begin
    if (pc_told) pc_q <= pc_d;
    if (privilege_told) privilege_q <= privilege_d;
  end

  assign pc_known_o = pc_known_q;
  assign pc_o = pc_q;
  assign privilege_known_o = privilege_known_q;
  assign privilege_o = privilege_q;

  // ---- Registers -------------------------------------------------------------------------------

  logic [31:0] gpr_due, fpr_due;
  logic csr_any;

  assign due_o = gpr_due != '0 || fpr_due != '0 || csr_any;
  assign gpr_due_o = gpr_due[step_i];
  assign fpr_due_o = fpr_due[step_i];

  if (Has[rvt_tandem_pkg::Gpr]) begin : g_gpr
    logic [Nret-1:0] write;
    for (genvar s = 0; s < Nret; s++) begin : g_write
      assign write[s] = counts[s] && gpr_valid_i[s] && gpr_i[5*s+:5] != '0;
    end
    rvt_tandem_known #(
      .Writers(Nret),
      .Width(Xlen)
    ) i_known (
      .clk_i,
      .rst_ni,
      .forget_i(reset_o),
      .hide_i('0),
      .write_i(write),
      .entry_i(gpr_i),
      .data_i(gpr_data_i),
      .again_i('0),
      .dumping_i,
      .sent_i,
      .read_i(step_i),
      .data_o(gpr_o),
      .due_o(gpr_due)
    );
  end else begin : g_no_gpr
    assign {gpr_due, gpr_o} = '0;
  end

  if (Has[rvt_tandem_pkg::Fpr]) begin : g_fpr
    rvt_tandem_known #(
      .Writers(Nret),
      .Width(FprWidth)
    ) i_known (
      .clk_i,
      .rst_ni,
      .forget_i(reset_o),
      .hide_i('0),
      .write_i(counts & fpr_valid_i),
      .entry_i(fpr_i),
      .data_i(fpr_data_i),
      .again_i('0),
      .dumping_i,
      .sent_i,
      .read_i(step_i),
      .data_o(fpr_o),
      .due_o(fpr_due)
    );
  end else begin : g_no_fpr
    assign {fpr_due, fpr_o} = '0;
  end

  if (Csrs != 0 && ShadowCsrs != 0) begin : g_csrs
    rvt_tandem_shadow_csrs #(
      .Xlen(Xlen),
      .Nret(Nret),
      .Csrs(Csrs),
      .Kept(ShadowCsrs),
      .Fflags(32'(Has[rvt_tandem_pkg::Fflags]))
    ) i_csrs (
      .clk_i,
      .rst_ni,
      .forget_i(reset_o),
      .counts_i(counts),
      .csr_valid_i,
      .csr_number_i,
      .csr_data_i,
      .fflags_valid_i,
      .fflags_i,
      .dumping_i,
      .sent_i,
      .step_i,
      .any_o(csr_any),
      .due_o(csr_due_o),
      .number_o(csr_number_o),
      .data_o(csr_o)
    );
  end else begin : g_no_csrs
    assign {csr_any, csr_due_o, csr_number_o, csr_o} = '0;
  end

  // What this build does not keep.
  logic unused;
  assign unused = ^{gpr_valid_i, gpr_i, gpr_data_i, fpr_valid_i, fpr_i, fpr_data_i, csr_valid_i,
                    csr_number_i, csr_data_i, fflags_valid_i, fflags_i, privilege_valid_i,
                    privilege_i};

  // ---- Assertions ------------------------------------------------------------------------------

  // x0 is never sent (TV:AMB-T15).
  `RVT_ASSERT(X0_A, !gpr_due[0])

endmodule

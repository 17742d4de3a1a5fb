// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A slot of the bundle as the queue holds it: which elements its group has, and their values.
///
/// Whatever the ports say, what a group must not have is left out here (TV:R-07, R-12, R-13,
/// AMB-T15, AMB-T17). Forms are chosen here as well, so old values and the pc of the instruction do
/// not wait. Combinational.
module rvt_tandem_slot #(
  parameter  int unsigned                      Xlen         = 32,
  parameter  int unsigned                      Flen         = 0,
  parameter  int unsigned                      Mlen         = 32,
  parameter  logic [rvt_tandem_pkg::Count-1:0] Has          = 19'h03fef,  // elements of the build
  parameter  int unsigned                      IncrementPc  = 1,
  parameter  int unsigned                      AddRegisters = 0,
  parameter  int unsigned                      CsrPorts     = 4,  // 1 at least
  localparam int unsigned                      FprWidth     = Flen == 0 ? 1 : Flen,
  localparam int unsigned                      Width        = rvt_tandem_pkg::place(
      rvt_tandem_pkg::BusAddress, Has, Xlen, Flen, Mlen, AddRegisters)
) (
  // The ports of these names.
  input  logic                     valid_i,
  input  logic [2:0]               kind_i,
  input  logic                     pc_valid_i,
  input  logic [Xlen-1:0]          pc_r_i,
  input  logic [Xlen-1:0]          pc_w_i,
  input  logic                     insn_valid_i,
  input  logic                     is32_i,
  input  logic [31:0]              insn_i,
  input  logic                     gpr_valid_i,
  input  logic [4:0]               gpr_i,
  input  logic [Xlen-1:0]          gpr_data_i,
  input  logic                     gpr_old_known_i,
  input  logic [Xlen-1:0]          gpr_old_i,
  input  logic                     fpr_valid_i,
  input  logic [4:0]               fpr_i,
  input  logic [FprWidth-1:0]      fpr_data_i,
  input  logic [CsrPorts-1:0]      csr_valid_i,
  input  logic [12*CsrPorts-1:0]   csr_number_i,
  input  logic [Xlen*CsrPorts-1:0] csr_data_i,
  input  logic                     fflags_valid_i,
  input  logic [4:0]               fflags_i,
  input  logic                     privilege_valid_i,
  input  logic [1:0]               privilege_i,
  input  logic                     paddr_valid_i,
  input  logic [Mlen-1:0]          paddr_i,
  input  logic                     eaddr_valid_i,
  input  logic [Mlen-1:0]          eaddr_i,
  input  logic                     store_valid_i,
  input  logic [1:0]               store_size_i,
  input  logic [63:0]              store_i,
  input  logic                     pc_paddr_valid_i,
  input  logic [Mlen-1:0]          pc_paddr_i,
  input  logic                     mtime_valid_i,
  input  logic [63:0]              mtime_i,

  output logic [Width-1:0]         bits_o  // bit 0: there is a group
);

  localparam int unsigned PcAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Pc, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned InsnAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Insn, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned GprAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Gpr, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned FprAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Fpr, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned FflagsAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Fflags, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned PrivilegeAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Privilege, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned PaddrAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Paddr, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned EaddrAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Eaddr, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned StoreAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Store, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned PcPaddrAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::PcPaddr, Has, Xlen, Flen, Mlen, AddRegisters
  );
  localparam int unsigned MtimeAt = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Mtime, Has, Xlen, Flen, Mlen, AddRegisters
  );

  logic valid, retired, outside, reset, insn;
  assign valid = valid_i && kind_i <= rvt_tandem_pkg::KindOutside;
  assign retired = kind_i == rvt_tandem_pkg::KindRetired;
  assign outside = kind_i == rvt_tandem_pkg::KindOutside;
  assign reset = kind_i == rvt_tandem_pkg::KindReset;
  assign insn = retired || (kind_i == rvt_tandem_pkg::KindException && insn_valid_i);

  // ---- Begin and pc ----------------------------------------------------------------------------

  logic increment;
  if (IncrementPc != 0) begin : g_increment
    // pc_w = pc_r + 2 or 4 without a carry chain: behind the lowest bit that changes, a bit changes if
    // the one below it does and was 1.
    logic [Xlen-1:0] changes, expected;
    assign changes = pc_r_i ^ pc_w_i;
    assign expected = {changes[Xlen-2:2] & pc_r_i[Xlen-2:2], is32_i || pc_r_i[1], !is32_i, 1'b0};
    assign increment = retired && changes == expected;
  end else begin : g_no_increment
    assign increment = 1'b0;
  end

  assign bits_o[0] = valid;
  assign bits_o[2:1] = increment ? rvt_tandem_pkg::HeadIncrement :
                       reset     ? rvt_tandem_pkg::HeadReset :
                       outside   ? rvt_tandem_pkg::HeadInit : rvt_tandem_pkg::HeadPlain;
  assign bits_o[PcAt] = !increment && !reset && !(outside && !pc_valid_i);
  assign bits_o[PcAt+1+:Xlen] = pc_w_i;
  assign bits_o[InsnAt+:2] = {is32_i, insn};
  assign bits_o[InsnAt+2+:32] = insn_i;

  // ---- Registers -------------------------------------------------------------------------------

  if (Has[rvt_tandem_pkg::Gpr]) begin : g_gpr
    assign bits_o[GprAt+:6] = {gpr_i, gpr_valid_i && gpr_i != '0 && !reset};
    if (AddRegisters != 0) begin : g_add
      logic [Xlen-1:0] difference;
      logic add;
      assign difference = gpr_data_i - gpr_old_i;
      assign add = gpr_old_known_i && difference[Xlen-1:7] == {(Xlen - 7) {difference[7]}};
      assign bits_o[GprAt+6] = add;
      assign bits_o[GprAt+7+:8] = add ? difference[7:0] : gpr_data_i[7:0];
      assign bits_o[GprAt+15+:Xlen-8] = gpr_data_i[Xlen-1:8];
    end else begin : g_full
      assign bits_o[GprAt+6+:Xlen] = gpr_data_i;
    end
  end

  if (Has[rvt_tandem_pkg::Fpr]) begin : g_fpr
    assign bits_o[FprAt+:6] = {fpr_i, fpr_valid_i && !reset};
    assign bits_o[FprAt+6+:Flen] = fpr_data_i;
  end

  for (genvar c = 0; c < 4; c++) begin : g_csr
    if (Has[rvt_tandem_pkg::Csr+c]) begin : g_built
      localparam int unsigned CsrAt = rvt_tandem_pkg::place(
          rvt_tandem_pkg::Csr + c, Has, Xlen, Flen, Mlen, AddRegisters
      );
      assign bits_o[CsrAt+:13] = {csr_number_i[12*c+:12], csr_valid_i[c] && !reset};
      assign bits_o[CsrAt+13+:Xlen] = csr_data_i[Xlen*c+:Xlen];
    end
  end

  if (Has[rvt_tandem_pkg::Fflags]) begin : g_fflags
    assign bits_o[FflagsAt+:6] = {fflags_i, fflags_valid_i && !reset};
  end

  // ---- State beside registers ------------------------------------------------------------------

  if (Has[rvt_tandem_pkg::Privilege]) begin : g_privilege
    assign bits_o[PrivilegeAt+:3] = {
      privilege_i, privilege_valid_i && privilege_i != 2'd2 && !reset
    };
  end
  if (Has[rvt_tandem_pkg::Paddr]) begin : g_paddr
    assign bits_o[PaddrAt+:Mlen+1] = {paddr_i, paddr_valid_i && !reset};
  end
  if (Has[rvt_tandem_pkg::Eaddr]) begin : g_eaddr
    assign bits_o[EaddrAt+:Mlen+1] = {eaddr_i, eaddr_valid_i && !reset};
  end
  if (Has[rvt_tandem_pkg::Store]) begin : g_store
    assign bits_o[StoreAt+:67] = {store_i, store_size_i, store_valid_i && !reset};
  end
  if (Has[rvt_tandem_pkg::PcPaddr]) begin : g_pc_paddr
    assign bits_o[PcPaddrAt+:Mlen+1] = {pc_paddr_i, pc_paddr_valid_i && !reset};
  end
  if (Has[rvt_tandem_pkg::Mtime]) begin : g_mtime
    assign bits_o[MtimeAt+:65] = {mtime_i, mtime_valid_i && !reset};
  end

  // What this build does not send.
  logic unused;
  assign unused = ^{pc_r_i, gpr_valid_i, gpr_i, gpr_data_i, gpr_old_known_i, gpr_old_i,
                    fpr_valid_i, fpr_i, fpr_data_i, csr_valid_i, csr_number_i, csr_data_i,
                    fflags_valid_i, fflags_i, privilege_valid_i, privilege_i, paddr_valid_i,
                    paddr_i, eaddr_valid_i, eaddr_i, store_valid_i, store_size_i, store_i,
                    pc_paddr_valid_i, pc_paddr_i, mtime_valid_i, mtime_i};

endmodule

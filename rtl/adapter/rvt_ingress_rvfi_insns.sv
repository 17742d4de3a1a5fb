// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What each instruction of RVFI is, and whether it is where the one before went on; part of rvt_ingress_rvfi.
/// Combinational from the instructions of a clock to what is said of them.
module rvt_ingress_rvfi_insns #(
  parameter int unsigned Xlen = 32,
  parameter int unsigned Format = 0,
  parameter int unsigned Nret = 1,
  parameter int unsigned Zcmp = 0,
  parameter int unsigned Zcmt = 0,
  localparam int unsigned Pc = Xlen - 1  // bits of an address
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 away_i,  // what retires now is not traced
  input  logic                 drop_i,  // it is lost

  // verilog_lint: waive-start port-name-suffix
  input  logic [Nret-1:0]      rvfi_valid,
  input  logic [Nret*32-1:0]   rvfi_insn,
  input  logic [Nret-1:0]      rvfi_trap,
  input  logic [Nret-1:0]      rvfi_intr,
  input  logic [Nret*Xlen-1:0] rvfi_pc_rdata,
  input  logic [Nret*Xlen-1:0] rvfi_pc_wdata,
  // verilog_lint: waive-stop port-name-suffix

  output logic [Nret-1:0]      broken_o,     // a trap that no instruction tells came before it ...
  output logic [Nret*Pc-1:0]   from_o,       // ... at this address
  output logic [Nret-1:0]      excepts_o,    // it traps itself
  output logic [Nret-1:0]      ends_o,       // a block ends with it
  output logic [Nret-1:0]      long_insn_o,  // 32 bits
  output logic [Nret-1:0]      sijump_o,
  output logic [Nret*4-1:0]    itype_o
);

  logic [Nret*2-1:0] size;
  logic [Nret*3-1:0] kind;  // insn_kind_e of each
  logic [Nret*4-1:0] itype;
  logic [Nret-1:0] sets;
  logic [Nret*5-1:0] rd, rs1;

  for (genvar c = 0; c < Nret; c++) begin : g_channel
    rvt_insn #(
      .Xlen(Xlen),
      .Format(Format),
      .Zcmp(Zcmp),
      .Zcmt(Zcmt)
    ) i_insn (
      .word_i(rvfi_insn[32*c+:32]),
      .size_o(size[2*c+:2]),
      .kind_o(kind[3*c+:3]),
      .itype_o(itype[4*c+:4]),
      .sets_o(sets[c]),
      .rd_o(rd[5*c+:5]),
      .rs1_o(rs1[5*c+:5])
    );
  end

  logic known_q, known;  // `next` is where the hart goes on ...
  logic [Pc-1:0] next_q, next;
  logic trapped_q, trapped;  // ... unless the instruction before has trapped,
  logic returned_q, returned;  // ... or was MRET or SRET
  logic [4:0] sets_q, set_rd;  // register that the instruction before set to a constant, 0: none
  logic [2:0] what;
  logic long_insn, excepts, ends, broken;
  logic [Pc-1:0] pc, after;

  always_comb begin
    known = known_q;
    next = next_q;
    trapped = trapped_q;
    returned = returned_q;
    set_rd = sets_q;
    itype_o = itype;
    for (int unsigned c = 0; c < Nret; c++) begin
      what = kind[3*c+:3];
      pc = rvfi_pc_rdata[Xlen*c+1+:Pc];
      long_insn = size[2*c+:2] != 2'd1;
      excepts = rvfi_trap[c] || what == rvt_ingress_pkg::InsnTrap;
      ends = what != rvt_ingress_pkg::InsnLinear;
      broken = known && !trapped && (rvfi_intr[c] || !returned && pc != next);
      broken_o[c] = broken;
      from_o[Pc*c+:Pc] = next;
      excepts_o[c] = excepts;
      ends_o[c] = ends;
      long_insn_o[c] = long_insn;
      sijump_o[c] = what == rvt_ingress_pkg::InsnIndirect && set_rd != '0 && !broken &&
                    set_rd == rs1[5*c+:5];
      after = pc + (long_insn ? Pc'(2) : Pc'(1));
      if (what == rvt_ingress_pkg::InsnBranch && rvfi_pc_wdata[Xlen*c+1+:Pc] == after) begin
        itype_o[4*c+:4] = rvt_ingress_pkg::ItNotTaken;
      end
      if (rvfi_valid[c] && !away_i) begin
        known = 1'b1;
        trapped = excepts;
        returned = what == rvt_ingress_pkg::InsnTrapReturn;
        next = ends ? rvfi_pc_wdata[Xlen*c+1+:Pc] : after;
        set_rd = sets[c] && !excepts ? rd[5*c+:5] : '0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      known_q <= 1'b0;
      next_q <= '0;
      trapped_q <= 1'b0;
      returned_q <= 1'b0;
      sets_q <= '0;
    end else begin
      known_q <= known && !away_i && !drop_i;
      next_q <= next;
      trapped_q <= trapped && !away_i && !drop_i;
      returned_q <= returned;
      sets_q <= away_i || drop_i ? '0 : set_rd;
    end
  end

  logic unused;
  assign unused = ^{rvfi_pc_rdata, rvfi_pc_wdata};

endmodule

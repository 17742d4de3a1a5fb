// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// `rvt_insn` for many words a clock; an answer has 32 bits, of which the upper are 0.
module rvt_tb_insn #(
  parameter int unsigned Xlen = 32,
  parameter int unsigned Format = 0,
  parameter int unsigned Zcmp = 0,
  parameter int unsigned Zcmt = 0,
  localparam int unsigned Words = 16
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [Words*32-1:0] word_i,
  output logic [Words*32-1:0] insn_o
);

  for (genvar w = 0; w < Words; w++) begin : g_word
    logic [1:0] size;
    rvt_ingress_pkg::insn_kind_e kind;
    logic [3:0] itype;
    logic sets;
    logic [4:0] rd, rs1;
    rvt_insn #(
      .Xlen(Xlen),
      .Format(Format),
      .Zcmp(Zcmp),
      .Zcmt(Zcmt)
    ) i_insn (
      .word_i(word_i[32*w+:32]),
      .size_o(size),
      .kind_o(kind),
      .itype_o(itype),
      .sets_o(sets),
      .rd_o(rd),
      .rs1_o(rs1)
    );
    assign insn_o[32*w+:32] = {12'd0, size, kind, itype, sets, rd, rs1};
  end

  logic unused;
  assign unused = clk_i ^ rst_ni;

endmodule

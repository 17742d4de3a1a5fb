// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What an instruction means to a trace: its length, whether and how it transfers control (NT:ITY-23..27).
///
/// Combinational. The C side has the same table, `rvt/insn.h`; `make insn-all` compares the two for every
/// word. What is not known is Linear (NT:CUS-06). Zcmp and Zcmt stand where C.FSDSP does (NT:CUS-09).
module rvt_insn #(
  parameter int unsigned Xlen = 32,   // 32: C.JAL; 64: C.ADDIW has its place
  parameter int unsigned Format = 0,  // of the trace; 1: JALR with rs1 = x0 is direct (ETR:IN-03)
  parameter int unsigned Zcmp = 0,    // CM.POPRET, CM.POPRETZ are returns
  parameter int unsigned Zcmt = 0     // CM.JT, CM.JALT jump by a table
) (
  input  logic [31:0]                 word_i,   // first half-word low; what follows is ignored
  output logic [1:0]                  size_o,   // half-words: 1, 2; 3: more, and Linear
  output rvt_ingress_pkg::insn_kind_e kind_o,
  output logic [3:0]                  itype_o,  // of a 4-bit port; a branch as if taken
  output logic                        sets_o,   // LUI, AUIPC, C.LUI: rd is set to a constant
  output logic [4:0]                  rd_o,     // of those and of jumps, else 0
  output logic [4:0]                  rs1_o     // of an indirect jump, else 0
);

  logic [4:0] rd;
  logic link_rd, link_rs1;

  assign rd = word_i[11:7];

  always_comb begin
    kind_o = rvt_ingress_pkg::InsnLinear;
    sets_o = 1'b0;
    rd_o = '0;
    rs1_o = '0;
    unique case (word_i[1:0])
      2'd1: begin
        unique case (word_i[15:13])
          3'd1: begin  // C.JAL
            if (Xlen == 32) begin
              kind_o = rvt_ingress_pkg::InsnJump;
              rd_o = 5'd1;
            end
          end
          3'd3: begin  // C.LUI, but C.ADDI16SP with x2; immediate 0 is reserved
            if (rd != 5'd2 && {word_i[12], word_i[6:2]} != '0) begin
              sets_o = 1'b1;
              rd_o = rd;
            end
          end
          3'd5: kind_o = rvt_ingress_pkg::InsnJump;  // C.J
          3'd6, 3'd7: kind_o = rvt_ingress_pkg::InsnBranch;  // C.BEQZ, C.BNEZ
          default: ;
        endcase
      end
      2'd2: begin
        if (word_i[15:13] == 3'd4 && word_i[6:2] == '0) begin
          if (rd != '0) begin  // C.JR, C.JALR
            kind_o = rvt_ingress_pkg::InsnIndirect;
            rd_o = 5'(word_i[12]);
            rs1_o = rd;
          end else if (word_i[12]) begin  // C.EBREAK
            kind_o = rvt_ingress_pkg::InsnTrap;
          end
        end else if (word_i[15:13] == 3'd5) begin
          if (Zcmt != 0 && word_i[12:10] == '0) begin  // CM.JT: entries 0..31, CM.JALT: the others
            kind_o = rvt_ingress_pkg::InsnTableJump;
            rd_o = 5'(word_i[9:7] != '0);
          end else if (Zcmp != 0 && (word_i[12:8] == 5'h1c || word_i[12:8] == 5'h1e) &&
                       word_i[7:6] != '0) begin
            // CM.POPRETZ, CM.POPRET; lists below 4 are reserved.
            kind_o = rvt_ingress_pkg::InsnIndirect;
          end
        end
      end
      2'd3: begin
        unique case (word_i[6:2])
          5'h05, 5'h0d: begin  // AUIPC, LUI
            sets_o = 1'b1;
            rd_o = rd;
          end
          5'h18: begin
            if (word_i[14:13] != 2'd1) kind_o = rvt_ingress_pkg::InsnBranch;
          end
          5'h19: begin  // JALR, to N-Trace also with rs1 = x0 (NT:ITY-26)
            if (word_i[14:12] == '0) begin
              kind_o = Format != 0 && word_i[19:15] == '0 ? rvt_ingress_pkg::InsnJump :
                                                            rvt_ingress_pkg::InsnIndirect;
              rd_o = rd;
              rs1_o = word_i[19:15];
            end
          end
          5'h1b: begin  // JAL
            kind_o = rvt_ingress_pkg::InsnJump;
            rd_o = rd;
          end
          5'h1c: begin
            unique case (word_i)
              32'h0000_0073, 32'h0010_0073: kind_o = rvt_ingress_pkg::InsnTrap;  // ECALL, EBREAK
              32'h1020_0073, 32'h3020_0073: kind_o = rvt_ingress_pkg::InsnTrapReturn;  // SRET, MRET
              default: ;
            endcase
          end
          default: ;
        endcase
      end
      default: ;
    endcase
  end

  assign size_o = word_i[1:0] != 2'd3 ? 2'd1 : word_i[4:2] != 3'd7 ? 2'd2 : 2'd3;

  assign link_rd = rd_o == 5'd1 || rd_o == 5'd5;
  assign link_rs1 = rs1_o == 5'd1 || rs1_o == 5'd5;

  always_comb begin
    itype_o = rvt_ingress_pkg::ItNone;
    unique case (kind_o)
      rvt_ingress_pkg::InsnBranch: itype_o = rvt_ingress_pkg::ItTaken;
      rvt_ingress_pkg::InsnJump, rvt_ingress_pkg::InsnTableJump: begin  // NT:ITY-23
        itype_o = link_rd ? rvt_ingress_pkg::ItDirectCall : rvt_ingress_pkg::ItDirectLink;
        if (rd_o == '0) itype_o = rvt_ingress_pkg::ItDirectJump;
      end
      rvt_ingress_pkg::InsnIndirect: begin  // NT:ITY-24; CM.POPRET returns by what it loads
        if (link_rd) begin
          itype_o = link_rs1 && rd_o != rs1_o ? rvt_ingress_pkg::ItSwap :
                                                rvt_ingress_pkg::ItIndirectCall;
        end else if (link_rs1 || word_i[1:0] == 2'd2 && word_i[13]) begin
          itype_o = rvt_ingress_pkg::ItReturn;
        end else begin
          itype_o = rd_o == '0 ? rvt_ingress_pkg::ItIndirectJump : rvt_ingress_pkg::ItIndirectLink;
        end
      end
      rvt_ingress_pkg::InsnTrapReturn: itype_o = rvt_ingress_pkg::ItTrapReturn;
      rvt_ingress_pkg::InsnTrap: itype_o = rvt_ingress_pkg::ItException;  // NT:ITY-25
      default: ;
    endcase
  end

endmodule

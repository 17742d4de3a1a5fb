// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// VexRiscv's write-back stage, as the ingress port wants it. Nine signals of the core, no RVFI.
module vex_adapter (
  input  logic        clk_i,        // the core's clock
  input  logic        run_i,        // 1: the core's clock has an edge at the end of this clock

  input  logic        fire_i,       // lastStageIsFiring: an instruction retires
  input  logic [31:0] pc_i,         // lastStagePc
  input  logic [31:0] insn_i,       // lastStageInstruction; C.* are expanded in it
  input  logic [31:0] next_i,       // writeBack_FORMAL_PC_NEXT: where the program goes on
  input  logic        rvc_i,        // execute_IS_RVC: two stages before
  input  logic        mem_stuck_i,  // memory_arbitration_isStuck
  input  logic        wb_stuck_i,   // writeBack_arbitration_isStuck
  input  logic        exception_i,  // CsrPlugin_hadException: pc_i goes to mepc
  input  logic        interrupt_i,  // CsrPlugin_interruptJump: the same

  output logic [5:0]  iretire_o,
  output logic [31:0] iaddr_o,
  output logic [3:0]  itype_o,
  output logic [1:0]  ilastsize_o   // for rvt_check_insn; this encoder does not read it
);

  // The core forgets after execute whether an instruction was compressed; here it comes along.
  logic mem_rvc_q, wb_rvc_q;
  always_ff @(posedge clk_i) begin
    if (!mem_stuck_i) mem_rvc_q <= rvc_i;
    if (!wb_stuck_i) wb_rvc_q <= mem_rvc_q;
  end

  // The table of docs/connect.md.
  logic rd_link, rs1_link, same, taken;
  assign rd_link = insn_i[11:7] == 5'd1 || insn_i[11:7] == 5'd5;
  assign rs1_link = insn_i[19:15] == 5'd1 || insn_i[19:15] == 5'd5;
  assign same = insn_i[11:7] == insn_i[19:15];
  assign taken = next_i != pc_i + (wb_rvc_q ? 32'd2 : 32'd4);

  logic [3:0] itype;
  always_comb begin
    itype = 4'd0;
    case (insn_i[6:2])
      5'b11000: itype = taken ? 4'd5 : 4'd4;
      5'b11011: itype = rd_link ? 4'd9 : insn_i[11:7] == 5'd0 ? 4'd11 : 4'd15;
      5'b11001: begin
        if (rd_link) itype = rs1_link && !same ? 4'd12 : 4'd8;
        else if (rs1_link) itype = 4'd13;
        else itype = insn_i[11:7] == 5'd0 ? 4'd10 : 4'd14;
      end
      default: if (insn_i == 32'h30200073) itype = 4'd3;  // MRET
    endcase
  end

  // A trap and an instruction never come in the same clock.
  always_comb begin
    iretire_o = '0;
    itype_o = '0;
    iaddr_o = pc_i;
    ilastsize_o = wb_rvc_q ? 2'd0 : 2'd1;
    if (run_i && (exception_i || interrupt_i)) begin
      itype_o = exception_i ? 4'd1 : 4'd2;
    end else if (run_i && fire_i) begin
      iretire_o = wb_rvc_q ? 6'd1 : 6'd2;
      itype_o = itype;
    end
  end

endmodule

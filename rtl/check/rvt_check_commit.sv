// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Do the commit ports of a hart report each instruction and each trap, once? In simulation only.
///
/// After an instruction that goes on at the next one comes that one, or a trap there: commit ports report
/// every trap. Anything else would be an interrupt in the trace that never was. A finding is a warning, once.
module rvt_check_commit #(
  parameter int unsigned Xlen = 64,  // as the adapter's
  parameter int unsigned Nret = 2    // ...
) (
  input logic                 clk_i,  // one clock for everything
  input logic                 rst_ni,  // of the hart
  input logic [Nret-1:0]      valid_i,  // the ports of the same names
  input logic [Nret*32-1:0]   insn_i,  // ...
  input logic [Nret-1:0]      trap_i,  // ...
  input logic [Nret*Xlen-1:0] pc_i,  // ...
  input logic                 irq_i,  // ...
  input logic [Xlen-1:0]      irq_pc_i,  // ...
  input logic                 halted_i  // ...
);

  logic [Nret-1:0] linear;  // the instruction goes on behind itself, for certain
  logic [Nret*2-1:0] size;

  for (genvar c = 0; c < Nret; c++) begin : g_channel
    rvt_ingress_pkg::insn_kind_e kind;
    logic [3:0] itype;
    logic sets;
    logic [4:0] rd, rs1;
    rvt_insn #(
      .Xlen(Xlen)
    ) i_insn (
      .word_i (insn_i[32*c+:32]),
      .size_o (size[2*c+:2]),
      .kind_o (kind),
      .itype_o(itype),
      .sets_o (sets),
      .rd_o   (rd),
      .rs1_o  (rs1)
    );
    // Where C.FSDSP stands, Zcmp and Zcmt have jumps.
    assign linear[c] = kind == rvt_ingress_pkg::InsnLinear && size[2*c+:2] != 2'd3 &&
                       (insn_i[32*c+:2] != 2'd2 || insn_i[32*c+13+:3] != 3'd5);
    logic unused;
    assign unused = ^{itype, sets, rd, rs1};
  end

  logic due_q, due;  // the next one is ...
  logic [Xlen-1:0] next_q, next;  // ... here
  logic [Xlen-1:0] last_q, last;  // after this one
  logic missing, again, told_q;
  logic [Xlen-1:0] at, expected;  // of the finding

  always_comb begin
    due = due_q && !halted_i;
    next = next_q;
    last = last_q;
    {missing, again, at, expected} = '0;
    for (int unsigned c = 0; c < Nret; c++) begin
      if (valid_i[c] && !halted_i) begin
        if (due && pc_i[Xlen*c+:Xlen] != next && !missing && !again) begin
          again = pc_i[Xlen*c+:Xlen] == last;
          missing = !again;
          at = pc_i[Xlen*c+:Xlen];
          expected = next;
        end
        due = linear[c] && !trap_i[c];
        last = pc_i[Xlen*c+:Xlen];
        next = last + (Xlen'(size[2*c+:2]) << 1);
      end
    end
    if (irq_i && !halted_i) begin
      if (due && irq_pc_i != next && !missing && !again) begin
        missing = 1'b1;
        at = irq_pc_i;
        expected = next;
      end
      due = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {due_q, next_q, last_q, told_q} <= '0;
    end else begin
      {due_q, next_q, last_q} <= {due, next, last};
      told_q <= told_q || missing || again;
    end
  end

  `RVT_WARN(missing && !told_q,
            ("%m: 0x%0h where 0x%0h is next, without a trap: is a retirement or trap missing?",
             at, expected))
  `RVT_WARN(again && !told_q,
            ("%m: 0x%0h twice, 0x%0h is next: is valid held for more than a clock?", at, expected))

endmodule

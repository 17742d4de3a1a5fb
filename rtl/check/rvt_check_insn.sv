// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Does what a hart says on the ingress port fit its instructions? In simulation only, and optional: put it
/// beside the encoder, with the same ports and the word at `insn_addr_o`, from the memory or the hart.
///
/// Blocks of both forms need a true `ilastsize_i`, though the encoder does not read it of a block in half-words.
/// It sees what `rvt_check_ingress` cannot: what never retires, a trap in the place of a branch's outcome,
/// outcomes exchanged, a wrong itype or length (NT:ITY-22..25), a jump that no pair explains, and with Context a
/// privilege that could not have executed the instruction. A finding is a warning, once, and no failure.
module rvt_check_insn #(
  parameter  int unsigned Xlen         = 32,  // as the encoder's
  parameter  int unsigned Format       = 0,   // ...
  parameter  int unsigned Blocks       = 1,   // ...
  parameter  int unsigned IretireWidth = 6,   // ...
  parameter  int unsigned ItypeWidth   = 4,   // ...
  parameter  int unsigned Single       = 0,   // ...
  parameter  int unsigned IaddrOnInt   = 1,   // ...
  parameter  int unsigned Context      = 0,   // ...; without it nobody reads priv_i
  parameter  int unsigned Zcmp         = 0,   // the hart has Zcmp
  parameter  int unsigned Zcmt         = 0    // the hart has Zcmt
) (
  input  logic                           clk_i,  // one clock for everything
  input  logic                           rst_ni,  // asserted asynchronously, released synchronously
  input  logic [Blocks*IretireWidth-1:0] iretire_i,  // the ports of the same names
  input  logic [Blocks*Xlen-1:0]         iaddr_i,  // ...
  input  logic [Blocks*ItypeWidth-1:0]   itype_i,  // ...
  input  logic [Blocks*2-1:0]            ilastsize_i,  // ...
  input  logic [Blocks-1:0]              sijump_i,  // ...
  input  logic [2:0]                     priv_i,  // ...
  input  logic                           away_i,  // halted, low power, reset: nothing is looked at
  output logic [Blocks*Xlen-1:0]         insn_addr_o,  // of each slot's last instruction
  input  logic [Blocks*32-1:0]           insn_i  // the word there; of 16 bits only the lower half
);

  localparam int unsigned Length = 0, Retired = 1, Hidden = 2, Itype = 3, Outcome = 4, Target = 5;
  localparam int unsigned Never = 6, Level = 7, Lowered = 8, Pair = 9;
  localparam int unsigned Findings = 10;

  // How far up a privilege is, of those that a trap can reach from one another (NT:ING-18).
  function automatic logic [1:0] rank(input logic [2:0] priv);
    unique case (priv)
      3'd6: rank = 2'd1;  // VS
      3'd1: rank = 2'd2;  // S
      3'd3: rank = 2'd3;  // M
      default: rank = 2'd0;  // U, VU
    endcase
  endfunction

  // Whether a word accesses a CSR; of its number bits 9:8 are the privilege, 11:10 are 3 where none may write.
  function automatic logic is_csr(input logic [6:0] opcode, input logic [2:0] funct3);
    is_csr = opcode == 7'h73 && (funct3 & 3'd3) != '0;
  endfunction

  // No hart executes it: 0, all ones, a write of a CSR that cannot be written (`unimp`).
  function automatic logic is_illegal(input logic [31:0] code);
    is_illegal = code[15:0] == '0 || code == '1 ||
        (is_csr(code[6:0], code[14:12]) && code[31:30] == 2'd3 &&
         (code[13:12] == 2'd1 || code[19:15] != '0));
  endfunction

  // The hart may execute it with this privilege.
  function automatic logic is_allowed(input logic [31:0] code, input logic [2:0] priv);
    is_allowed = 1'b1;
    if (code == 32'h3020_0073) is_allowed = priv == 3'd3;  // MRET
    if (code == 32'h1020_0073) is_allowed = rank(priv) != '0;  // SRET
    if (is_csr(code[6:0], code[14:12])) begin
      unique case (code[29:28])
        2'd0: ;
        2'd1: is_allowed = rank(priv) != '0;
        2'd2: is_allowed = rank(priv) > 2'd1;  // a hypervisor's
        default: is_allowed = priv == 3'd3;
      endcase
    end
  endfunction

  // What the instruction of each slot is.
  logic [Blocks*2-1:0] size;
  logic [Blocks*4-1:0] itype_due;
  logic [Blocks*3-1:0] kind;
  logic [Blocks*32-1:0] offset;  // of a direct target, from the instruction
  logic [Blocks*5-1:0]
      constant, base;  // register that it sets to a constant, that it jumps by; 0: none

  for (genvar b = 0; b < Blocks; b++) begin : g_slot
    rvt_ingress_pkg::insn_kind_e kind_b;
    logic sets;
    logic [4:0] rd, rs1;
    logic [31:0] w;
    assign w = insn_i[32*b+:32];
    rvt_insn #(
      .Xlen(Xlen),
      .Format(Format),
      .Zcmp(Zcmp),
      .Zcmt(Zcmt)
    ) i_insn (
      .word_i (w),
      .size_o (size[2*b+:2]),
      .kind_o (kind_b),
      .itype_o(itype_due[4*b+:4]),
      .sets_o (sets),
      .rd_o   (rd),
      .rs1_o  (rs1)
    );
    assign kind[3*b+:3] = kind_b;
    assign constant[5*b+:5] = sets ? rd : '0;
    assign base[5*b+:5] = rs1;
    always_comb begin
      if (w[6:0] == 7'h67) begin  // JALR, of which only the offset from x0 is read
        offset[32*b+:32] = {{20{w[31]}}, w[31:21], 1'b0};
      end else if (w[1:0] == 2'd3) begin
        offset[32*b+:32] = w[2] ? {{12{w[31]}}, w[19:12], w[20], w[30:21], 1'b0}  // JAL
        : {{20{w[31]}}, w[7], w[30:25], w[11:8], 1'b0};
      end else begin
        offset[32*b+:32] = w[14] && w[15]
            ? {{24{w[12]}}, w[6:5], w[2], w[11:10], w[4:3], 1'b0}  // C.BEQZ, C.BNEZ
        : {{21{w[12]}}, w[8], w[10:9], w[6], w[7], w[2], w[11], w[5:3], 1'b0};
      end
    end
    assign insn_addr_o[Xlen*b+:Xlen] = Single != 0 ? iaddr_i[Xlen*b+:Xlen] :
        iaddr_i[Xlen*b+:Xlen] + (Xlen'(iretire_i[IretireWidth*b+:IretireWidth]) << 1) -
        (Xlen'(2) << ilastsize_i[2*b+:2]);
  end

  // Where the program goes on after a branch or jump with a direct target.
  logic due_q, due;
  logic [Xlen-1:0] due_addr_q, due_addr, due_after_q, due_after, from_q, from;

  logic paired_q, paired;  // the instruction before is known ...
  logic [4:0] set_q, set;  // ... and sets this register to a constant, 0: none
  logic returned_q, returned;  // ... and it is MRET or SRET
  logic trapped_q, trapped;  // the block before was or ended in a trap ...
  logic [2:0] priv_q, priv_before;  // ... and had this privilege

  logic [Findings-1:0] found, told_q, tell;
  logic [Xlen-1:0] at, after, addr;
  logic [31:0] word;
  logic [3:0] itype, itype_want;
  logic [2:0] what;  // insn_kind_e
  logic retires, trap, branch, direct, alone;
  // Of the first finding of a kind in a clock.
  logic [Xlen-1:0] bad_at, bad_addr, bad_from;
  logic [31:0] bad_word;
  logic [3:0] bad_itype, bad_want;

  always_comb begin
    found = '0;
    {bad_at, bad_word, bad_itype, bad_want, bad_addr, bad_from} = '0;
    due = due_q && !away_i;
    due_addr = due_addr_q;
    due_after = due_after_q;
    from = from_q;
    paired = paired_q && !away_i;
    set = set_q;
    returned = returned_q && !away_i;
    trapped = trapped_q && !away_i;
    priv_before = priv_q;
    {at, after, addr, word, itype, itype_want, retires, trap, branch, direct, alone} = '0;
    what = rvt_ingress_pkg::InsnLinear;
    for (int unsigned b = 0; b < Blocks; b++) begin
      itype = 4'(itype_i[ItypeWidth*b+:ItypeWidth]);
      addr = iaddr_i[Xlen*b+:Xlen];
      retires = iretire_i[IretireWidth*b+:IretireWidth] != '0;
      trap = itype == rvt_ingress_pkg::ItException || itype == rvt_ingress_pkg::ItInterrupt;
      at = insn_addr_o[Xlen*b+:Xlen];
      word = insn_i[32*b+:32];
      after = at + (Xlen'(2) << ilastsize_i[2*b+:2]);
      what = kind[3*b+:3];
      branch = what == rvt_ingress_pkg::InsnBranch;
      direct = what == rvt_ingress_pkg::InsnJump;
      itype_want = itype_due[4*b+:4];
      if (ItypeWidth == 3) begin
        if (direct || what == rvt_ingress_pkg::InsnTableJump) itype_want = rvt_ingress_pkg::ItNone;
        if (what == rvt_ingress_pkg::InsnIndirect) itype_want = rvt_ingress_pkg::ItIndirect;
      end
      if (branch && itype == rvt_ingress_pkg::ItNotTaken) itype_want = itype;
      if (retires && !away_i && (found & ~told_q) == '0) begin
        bad_at = at;
        bad_word = word;
        bad_itype = itype;
        bad_want = itype_want;
      end
      if ((retires || trap) && !away_i) begin
        if (Context != 0 && trapped && rank(priv_i) < rank(priv_before)) found[Lowered] = 1'b1;
        // Where the branch or jump before went; an interrupt need not say where (NT:ING-14).
        if (due && addr != due_addr &&
            (retires || itype == rvt_ingress_pkg::ItException || IaddrOnInt != 0)) begin
          if (addr == due_after) found[Outcome] = 1'b1;
          else found[Target] = 1'b1;
          bad_addr = addr;
          bad_from = from;
        end
        due = 1'b0;
      end
      if (retires && !away_i) begin
        if (is_illegal(word)) found[Never] = 1'b1;
        else if (Context != 0 && !is_allowed(word, priv_i)) found[Level] = 1'b1;
        // Of a block of several instructions the one before the jump is not seen.
        alone = Single != 0 || iretire_i[IretireWidth*b+:IretireWidth] ==
            IretireWidth'(1) << ilastsize_i[2*b+:2];
        if (what == rvt_ingress_pkg::InsnIndirect && sijump_i[b] && alone && paired &&
            (set == '0 || set != base[5*b+:5])) begin
          found[Pair] = 1'b1;
        end
        if (size[2*b+:2] == 2'd1 && ilastsize_i[2*b+:2] != 2'd0 ||
            size[2*b+:2] == 2'd2 && ilastsize_i[2*b+:2] != 2'd1) begin
          found[Length] = 1'b1;
        end else if (what == rvt_ingress_pkg::InsnTrap) begin
          found[Retired] = 1'b1;
        end else if (trap) begin
          found[Hidden] = found[Hidden] || what != rvt_ingress_pkg::InsnLinear;
        end else if (itype != itype_want) begin
          found[Itype] = 1'b1;
        end else if (branch || direct) begin
          due = !branch || itype == rvt_ingress_pkg::ItTaken;
          due_addr = Xlen'($signed(offset[32*b+:32]));
          if (word[6:0] != 7'h67) due_addr = at + due_addr;
          due_after = after;
          from = at;
        end
      end
      if ((retires || trap) && !away_i) begin
        paired = 1'b1;
        set = retires && !trap ? constant[5*b+:5] : '0;
        // An interrupt directly after a return may have the privilege from which that came.
        trapped = trap && (retires || !returned);
        returned = itype == rvt_ingress_pkg::ItTrapReturn;
        priv_before = priv_i;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      told_q <= '0;
      due_q <= 1'b0;
      due_addr_q <= '0;
      due_after_q <= '0;
      from_q <= '0;
      {paired_q, set_q, returned_q, trapped_q, priv_q} <= '0;
    end else begin
      told_q <= told_q | found;
      due_q <= due;
      due_addr_q <= due_addr;
      due_after_q <= due_after;
      from_q <= from;
      {paired_q, set_q, returned_q, trapped_q, priv_q} <= {
        paired, set, returned, trapped, priv_before
      };
    end
  end

  assign tell = found & ~told_q;
  `RVT_WARN(tell[Length],
            ("%m: 0x%0h at 0x%0h: ilastsize is of another length (NT:ING-06)", bad_word, bad_at))
  `RVT_WARN(tell[Retired],
            ("%m: 0x%0h at 0x%0h retires: ECALL, EBREAK only trap (NT:ITY-25)", bad_word, bad_at))
  `RVT_WARN(tell[Hidden],
            ("%m: 0x%0h at 0x%0h has itype %0d: does a trap hide it? It needs a clock of its own",
             bad_word, bad_at, bad_itype))
  `RVT_WARN(tell[Itype],
            ("%m: 0x%0h at 0x%0h has itype %0d: expected %0d", bad_word, bad_at, bad_itype,
             bad_want))
  `RVT_WARN(tell[Outcome],
            ("%m: branch at 0x%0h was taken, the next block is behind it: are outcomes exchanged?",
             bad_from))
  `RVT_WARN(tell[Target],
            ("%m: block at 0x%0h after the jump at 0x%0h: is that its target, or a trap missing?",
             bad_addr, bad_from))
  `RVT_WARN(tell[Never],
            ("%m: 0x%0h at 0x%0h retires: no hart executes it: is it a trap?", bad_word, bad_at))
  `RVT_WARN(tell[Pair],
            ("%m: jump at 0x%0h has sijump, the instruction before does not set its register",
             bad_at))
  `RVT_WARN(tell[Level],
            ("%m: 0x%0h at 0x%0h retires with priv %0d, which may not execute it: is priv_i right?",
             bad_word, bad_at, priv_i))
  `RVT_WARN(tell[Lowered],
            ("%m: priv %0d after a trap with priv %0d: no trap lowers it: is priv_i right?", priv_i,
             priv_q))

  logic unused;
  assign unused = ^{tell, bad_want};

endmodule

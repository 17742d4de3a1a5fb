// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Adapter of a hart with RVFI, the RISC-V Formal Interface, to the ingress port; docs/units/ingress-rvfi.md.
///
/// Ports `rvfi_*` have riscv-formal's names and meanings; ILEN is 32, and channel 0 is the oldest of a clock.
/// An instruction is offered to the encoder in the clock after that in which it retires, or later: a trap
/// ends its clock (NT:ING-11), so what follows it waits. Nothing waits for the encoder. If more than `Groups`
/// clocks of instructions wait, the next are lost, and `halted_o` shows the encoder a gap in their place.
///
/// An instruction that is not where the one before went on follows a trap: RVFI need not tell one.
module rvt_ingress_rvfi #(
  parameter int unsigned Xlen = 32,         // 32 or 64
  parameter int unsigned Format = 0,        // as the encoder's
  parameter int unsigned Nret = 1,          // channels, 1..4; the encoder's Blocks
  parameter int unsigned IretireWidth = 6,  // as the encoder's, at least 2
  parameter int unsigned ItypeWidth = 4,    // as the encoder's: 3 or 4
  parameter int unsigned Single = 0,        // as the encoder's; not with Joined
  parameter int unsigned Joined = 0,        // 1: straight-line instructions become one block
  parameter int unsigned Zcmp = 0,          // the hart has Zcmp
  parameter int unsigned Zcmt = 0,          // the hart has Zcmt
  parameter int unsigned Targets = 0,       // 1: target_o, for rvt_ctr_next; ItypeWidth is 4 then
  parameter int unsigned Groups = 4         // clocks of instructions that can wait, 2..8
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,  // of the hart

  // verilog_lint: waive-start port-name-suffix
  input  logic [Nret-1:0]              rvfi_valid,
  input  logic [Nret*32-1:0]           rvfi_insn,
  input  logic [Nret-1:0]              rvfi_trap,      // it did not retire, but trapped
  input  logic [Nret-1:0]              rvfi_intr,      // it is the first of a trap handler
  input  logic [Nret*2-1:0]            rvfi_mode,
  input  logic [Nret*Xlen-1:0]         rvfi_pc_rdata,
  input  logic [Nret*Xlen-1:0]         rvfi_pc_wdata,  // read of branches, jumps
  // verilog_lint: waive-stop port-name-suffix
  input  logic [Nret*Xlen-1:0]         cause_i,  // xcause of the channel's own trap; 0: not known
  input  logic [Nret*Xlen-1:0]         tval_i,  // ... xtval; without one, of that before it
  input  logic [Nret*Xlen-1:0]         intr_cause_i,  // xcause of the trap before a handler
  input  logic [Nret*2-1:0]            intr_mode_i,  // privilege before that trap; 2: not known
  input  logic                         interrupt_i,  // the trap is no exception: mcause's top bit
  input  logic                         halted_i,     // debug mode: nothing is traced

  output logic [Nret*IretireWidth-1:0] iretire_o,
  output logic [Nret*Xlen-1:0]         iaddr_o,
  output logic [Nret*ItypeWidth-1:0]   itype_o,
  output logic [Nret*2-1:0]            ilastsize_o,
  output logic [Nret-1:0]              sijump_o,
  output logic [Xlen-1:0]              cause_o,  // of the trap that is told, without its top bit
  output logic [Xlen-1:0]              tval_o,   // ... of an exception
  output logic [2:0]                   priv_o,
  output logic [Nret*Xlen-1:0]         target_o,  // where a branch or jump leads; without Targets 0
  output logic                         halted_o,  // a gap: debug mode, or a loss
  output logic                         lost_o     // instructions of the clock before are lost
);

  localparam int unsigned Pc = Xlen - 1;  // bits of an address
  localparam int unsigned Cause = 6;  // bits of a cause, the most that E-Trace sends
  localparam int unsigned ItemBits = 2 * Pc + 15 + 2 * Cause + Xlen;
  localparam int unsigned GroupBits = Nret * (ItemBits + (Targets != 0 ? Pc : 0));
  localparam int unsigned Longest = 2;  // half-words of an instruction
  localparam logic [7:0] Most = Single != 0 ? 8'd0 : 8'((1 << IretireWidth) - 1 - Longest);
  localparam logic [3:0] Patience = 4'd15;  // idle clocks before an open block is told

  if (Xlen != 32 && Xlen != 64) begin : g_bad_xlen
    $error("rvt_ingress_rvfi: Xlen must be 32 or 64");
  end
  if (Format > 1) begin : g_bad_format
    $error("rvt_ingress_rvfi: Format must be 0 or 1");
  end
  if (Nret < 1 || Nret > 4) begin : g_bad_nret
    $error("rvt_ingress_rvfi: Nret must be 1..4");
  end
  if (IretireWidth > 8 || IretireWidth < 2 && Single == 0) begin : g_bad_iretire
    $error("rvt_ingress_rvfi: IretireWidth must be 2..8, or 1..8 with Single");
  end
  if (ItypeWidth != 3 && ItypeWidth != 4) begin : g_bad_itype
    $error("rvt_ingress_rvfi: ItypeWidth must be 3 or 4");
  end
  if (Targets > 1 || Targets != 0 && ItypeWidth != 4) begin : g_bad_targets
    $error("rvt_ingress_rvfi: Targets must be 0, or 1 with an ItypeWidth of 4");
  end
  if (Joined != 0 && Single != 0) begin : g_bad_joined
    $error("rvt_ingress_rvfi: Joined needs the block form of iretire, not Single");
  end
  if (Groups < 2 || Groups > 8) begin : g_bad_groups
    $error("rvt_ingress_rvfi: Groups must be 2..8");
  end

  // An instruction, classified, on its way to the port.
  typedef struct packed {
    logic [Cause-1:0] cause;  // its own trap's
    logic [Cause-1:0] intr_cause;  // that of the trap before it
    logic [1:0]       intr_mode;  // before that trap
    logic [Xlen-1:0]  tval;  // its own, else that before it
    logic          valid;
    logic          broken;     // a trap that no instruction tells came before it ...
    logic          irq;        // ... which is no exception
    logic [Pc-1:0] from;       // ... at this address
    logic          excepts;    // it traps itself
    logic          ends;       // a block ends with it
    logic          long_insn;  // 32 bits
    logic          sijump;
    logic [3:0]    itype;
    logic [1:0]    mode;
    logic [Pc-1:0] pc;
  } item_t;

  // ---- Items: what each instruction is, and whether it is where the one before went on --------------

  logic away;  // what retires now is not traced
  logic gap_q;  // the encoder has to be shown a gap
  logic put, room, drop;
  logic [Nret-1:0] broken, excepts, ends, long_insn, sijump;
  logic [Nret*4-1:0] itype;
  logic [Nret*Pc-1:0] from;
  logic [Nret*ItemBits-1:0] group;
  item_t made;

  rvt_ingress_rvfi_insns #(
    .Xlen(Xlen),
    .Format(Format),
    .Nret(Nret),
    .Zcmp(Zcmp),
    .Zcmt(Zcmt)
  ) i_insns (
    .clk_i,
    .rst_ni,
    .away_i(away),
    .drop_i(drop),
    .rvfi_valid,
    .rvfi_insn,
    .rvfi_trap,
    .rvfi_intr,
    .rvfi_pc_rdata,
    .rvfi_pc_wdata,
    .broken_o(broken),
    .from_o(from),
    .excepts_o(excepts),
    .ends_o(ends),
    .long_insn_o(long_insn),
    .sijump_o(sijump),
    .itype_o(itype)
  );

  always_comb begin
    group = '0;
    for (int unsigned c = 0; c < Nret; c++) begin
      made.cause = cause_i[Xlen*c+:Cause];
      made.intr_cause = intr_cause_i[Xlen*c+:Cause];
      made.intr_mode = intr_mode_i[2*c+:2];
      made.tval = tval_i[Xlen*c+:Xlen];
      made.valid = rvfi_valid[c] && !away;
      made.broken = broken[c];
      made.irq = interrupt_i;
      made.from = from[Pc*c+:Pc];
      made.excepts = excepts[c];
      made.ends = ends[c];
      made.long_insn = long_insn[c];
      made.sijump = sijump[c];
      made.itype = itype[4*c+:4];
      made.mode = rvfi_mode[2*c+:2];
      made.pc = rvfi_pc_rdata[Xlen*c+1+:Pc];
      group[ItemBits*c+:ItemBits] = made;
    end
  end

  // ---- What waits ----------------------------------------------------------------------------

  logic head_valid, take;
  logic [GroupBits-1:0] arrives, head;
  logic [Nret*Pc-1:0] targets;
  logic [$clog2(Groups+1)-1:0] level;

  assign put = (rvfi_valid & {Nret{!away}}) != '0;
  assign drop = put && !room;

  if (Targets != 0) begin : g_targets
    assign arrives[Nret*ItemBits-1:0] = group;
    for (genvar c = 0; c < Nret; c++) begin : g_target
      assign arrives[Nret*ItemBits+Pc*c+:Pc] = rvfi_pc_wdata[Xlen*c+1+:Pc];
    end
    assign targets = head[GroupBits-1-:Nret*Pc];
  end else begin : g_no_targets
    assign arrives = group;
    assign targets = '0;
  end

  rvt_fifo #(
    .Width(GroupBits),
    .Depth(Groups)
  ) i_groups (
    .clk_i,
    .rst_ni,
    .clr_i(1'b0),
    .valid_i(put),
    .data_i(arrives),
    .ready_o(room),
    .commit_i(1'b1),
    .drop_i(1'b0),
    .head_i(1'b0),
    .valid_o(head_valid),
    .data_o(head),
    .ready_i(take),
    .level_o(level)
  );

  // ---- Slots: as much of the oldest group as one clock can tell -----------------------------------

  localparam int unsigned At = $clog2(Nret + 1);
  localparam logic [1:0] Unknown = 2'd2;  // no privilege

  logic [At-1:0] at_q, at_d;  // instructions of the group that are told
  logic told_q, told_d;  // the trap before the next one is told
  logic open_q, open;  // a block has begun; with Joined
  logic [Pc-1:0] open_addr_q, open_addr;
  logic [7:0] open_size_q, open_size;  // half-words
  logic open_last_q, open_last;  // its last instruction has 32 bits
  logic [3:0] idle_q;  // clocks without an instruction
  logic [1:0] mode_q, mode, due;
  logic [At-1:0] slots;
  logic first, last, left;  // nothing of the clock is told; it ends here; some of the group is left
  logic tell;  // the slot is told
  logic [3:0] told_itype;
  logic told_sijump;
  logic [Pc-1:0] told_target;
  item_t item;

  /// NT:ITY-22.
  function automatic logic [3:0] narrow(input logic [3:0] wide);
    narrow = wide;
    if (ItypeWidth == 3 && wide[3]) begin
      narrow = rvt_ingress_pkg::is_transfer(wide) ? rvt_ingress_pkg::ItIndirect :
          rvt_ingress_pkg::ItNone;
    end
  endfunction

  always_comb begin
    at_d = at_q;
    told_d = told_q;
    open = open_q && Joined != 0;
    open_addr = open_addr_q;
    open_size = open_size_q;
    open_last = open_last_q;
    mode = mode_q;
    slots = '0;
    first = 1'b1;
    last = 1'b0;
    left = 1'b0;
    {iretire_o, iaddr_o, itype_o, ilastsize_o, sijump_o, cause_o, tval_o, target_o} = '0;
    for (int unsigned c = 0; c < Nret; c++) begin
      item = head[ItemBits*c+:ItemBits];
      tell = 1'b0;
      told_itype = rvt_ingress_pkg::ItNone;
      told_sijump = 1'b0;
      told_target = '0;
      due = item.mode;
      if (item.broken && !told_d) due = item.intr_mode == Unknown ? mode : item.intr_mode;
      if (head_valid && item.valid && At'(c) >= at_q) begin
        if (last || !first && due != mode) begin
          // NT:ING-17: one privilege a clock.
          last = 1'b1;
          left = 1'b1;
        end else if (item.broken && !told_d) begin
          if (!open) {open_addr, open_size} = {item.from, 8'd0};
          tell = 1'b1;
          told_itype = item.irq ? rvt_ingress_pkg::ItInterrupt :
                                        rvt_ingress_pkg::ItException;
          cause_o = Xlen'(item.intr_cause);
          // The one value is that of the newest trap.
          if (!item.irq && !item.excepts) tval_o = item.tval;
          mode = due;
          told_d = 1'b1;
          last = 1'b1;
          left = 1'b1;
        end else begin
          if (!open) {open_addr, open_size} = {item.pc, 8'd0};
          if (!item.excepts) begin
            open_size = open_size + (item.long_insn ? 8'd2 : 8'd1);
            open_last = item.long_insn;
          end
          open = 1'b1;
          tell = Joined == 0 || item.ends || item.excepts || open_size > Most;
          told_itype = item.excepts ? rvt_ingress_pkg::ItException : item.itype;
          told_sijump = item.sijump && !item.excepts;
          told_target = targets[Pc*c+:Pc];
          if (item.excepts) {cause_o, tval_o} = {Xlen'(item.cause), item.tval};
          // The recorder wants a return to be the newest of its clock.
          last = item.excepts || Targets != 0 && item.itype == rvt_ingress_pkg::ItTrapReturn;
          first = 1'b0;
          mode = due;
          told_d = 1'b0;
          at_d = At'(c + 1);
        end
      end else if (c == 0 && !head_valid && open && (idle_q == Patience || gap_q)) begin
        tell = 1'b1;
      end
      for (int unsigned s = 0; s < Nret; s++) begin
        if (At'(s) == slots) begin
          iaddr_o[Xlen*s+:Xlen] = {open_addr, 1'b0};
          ilastsize_o[2*s+:2] = {1'b0, open_last};
          sijump_o[s] = told_sijump;
          if (tell) begin
            target_o[Xlen*s+:Xlen] = {told_target, 1'b0};
            iretire_o[IretireWidth*s+:IretireWidth] =
                Single != 0 ? IretireWidth'(open_size != '0) : IretireWidth'(open_size);
            itype_o[ItypeWidth*s+:ItypeWidth] = ItypeWidth'(narrow(told_itype));
          end
        end
      end
      if (tell) begin
        slots = slots + At'(1);
        open = 1'b0;
      end
    end
  end

  assign take = head_valid && !left;
  assign priv_o = {1'b0, mode};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_q <= '0;
      told_q <= 1'b0;
      open_q <= 1'b0;
      open_addr_q <= '0;
      open_size_q <= '0;
      open_last_q <= 1'b0;
      idle_q <= '0;
      mode_q <= 2'd3;
    end else begin
      at_q <= take ? '0 : at_d;
      told_q <= told_d;
      open_q <= open;
      open_addr_q <= open_addr;
      open_size_q <= open_size;
      open_last_q <= open_last;
      idle_q <= head_valid || idle_q == Patience ? '0 : idle_q + 4'd1;
      mode_q <= mode;
    end
  end

  // ---- Gaps ----------------------------------------------------------------------------------

  assign halted_o = gap_q && !head_valid && !open_q;
  assign away = halted_i || gap_q && !halted_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gap_q <= 1'b0;
      lost_o <= 1'b0;
    end else begin
      gap_q <= halted_i || drop || gap_q && !halted_o;
      lost_o <= drop;
    end
  end

  logic unused;
  assign unused = ^{rvfi_pc_rdata, rvfi_pc_wdata, cause_i, intr_cause_i, level};

  // ---- Assertions ----------------------------------------------------------------------------

  // There is a slot for each instruction of a clock, and for a trap before one of them.
  `RVT_ASSERT(Slots_A, slots <= At'(Nret))
  // The encoder sees no instruction while it is shown a gap.
  `RVT_IMPLIES(Gap_A, halted_o, slots == '0)
  `RVT_WARN_ONCE(Lost, drop,
                 ("%m: instructions are lost: more than %0d clocks of them wait", Groups))

endmodule

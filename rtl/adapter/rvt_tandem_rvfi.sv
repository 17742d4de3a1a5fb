// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Adapter of a hart with RVFI, the RISC-V Formal Interface, to the encoder of tandem verification trace;
/// docs/units/tandem.md.
///
/// Ports `rvfi_*` have riscv-formal's names and meanings, `Nret` channels of which any may be valid, the lowest
/// the oldest; `rvfi_csr_*` are those of the CSRs whose numbers `csrs_i` lists. A clock's instructions leave
/// together, each in the slot of its channel. They wait a clock; one that traps, and MRET or SRET, for the next
/// one, which tells where the hart went on, and its CSRs and privilege then. An interrupt is a group of its own,
/// in a clock of its own, before the first instruction of its handler (TV:E-02), which waits for it.
/// Nothing waits for the encoder. If more than `Waits` clocks with instructions wait, the next are lost.
module rvt_tandem_rvfi #(
  parameter  int unsigned Xlen     = 32,  // 32 or 64
  parameter  int unsigned Nret     = 1,   // instructions of a clock, 1..4
  parameter  int unsigned Channels = 0,   // CSRs with ports, 0..32
  parameter  int unsigned Csrs     = 4,   // as the encoder's: CSRs of a group, 0..4
  parameter  int unsigned Waits    = 4,   // 2..16
  localparam int unsigned Ports    = Channels == 0 ? 1 : Channels,
  localparam int unsigned CsrPorts = Csrs == 0 ? 1 : Csrs
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,  // of the hart

  // verilog_lint: waive-start port-name-suffix
  input  logic [Nret-1:0]               rvfi_valid,
  input  logic [Nret*32-1:0]            rvfi_insn,
  input  logic [Nret-1:0]               rvfi_trap,  // it did not retire, but trapped
  input  logic [Nret-1:0]               rvfi_intr,  // it is the first of a trap handler
  input  logic [Nret*2-1:0]             rvfi_mode,
  input  logic [Nret*Xlen-1:0]          rvfi_pc_rdata,
  input  logic [Nret*Xlen-1:0]          rvfi_pc_wdata,  // of xRET if nothing else says it
  input  logic [Nret*5-1:0]             rvfi_rd_addr,
  input  logic [Nret*Xlen-1:0]          rvfi_rd_wdata,
  input  logic [Nret*Xlen-1:0]          rvfi_mem_addr,
  input  logic [Nret*Xlen/8-1:0]        rvfi_mem_rmask,
  input  logic [Nret*Xlen/8-1:0]        rvfi_mem_wmask,
  input  logic [Nret*Xlen-1:0]          rvfi_mem_wdata,
  input  logic [Nret*Ports*Xlen-1:0]    rvfi_csr_rdata,  // before it, after a trap before it
  input  logic [Nret*Ports*Xlen-1:0]    rvfi_csr_wmask,
  input  logic [Nret*Ports*Xlen-1:0]    rvfi_csr_wdata,
  // verilog_lint: waive-stop port-name-suffix
  input  logic [Ports*12-1:0]           csrs_i,  // constant

  // Slots of the encoder's port; what RVFI does not tell is not there, to be tied to 0.
  output logic [Nret-1:0]               valid_o,
  output logic [Nret*3-1:0]             kind_o,
  output logic [Nret*Xlen-1:0]          pc_r_o,
  output logic [Nret*Xlen-1:0]          pc_w_o,
  output logic [Nret-1:0]               insn_valid_o,
  output logic [Nret-1:0]               is32_o,
  output logic [Nret*32-1:0]            insn_o,
  output logic [Nret-1:0]               gpr_valid_o,
  output logic [Nret*5-1:0]             gpr_o,
  output logic [Nret*Xlen-1:0]          gpr_data_o,
  output logic [Nret*CsrPorts-1:0]      csr_valid_o,
  output logic [Nret*12*CsrPorts-1:0]   csr_number_o,
  output logic [Nret*Xlen*CsrPorts-1:0] csr_data_o,
  output logic [Nret-1:0]               privilege_valid_o,
  output logic [Nret*2-1:0]             privilege_o,
  output logic [Nret-1:0]               eaddr_valid_o,
  output logic [Nret*Xlen-1:0]          eaddr_o,
  output logic [Nret-1:0]               store_valid_o,
  output logic [Nret*2-1:0]             store_size_o,
  output logic [Nret*64-1:0]            store_o,
  output logic                          lost_o  // what a clock before told is lost
);

  localparam int unsigned Bytes = Xlen / 8;

  if (Xlen != 32 && Xlen != 64) begin : g_bad_xlen
    $error("rvt_tandem_rvfi: Xlen must be 32 or 64");
  end
  if (Nret < 1 || Nret > 4) begin : g_bad_nret
    $error("rvt_tandem_rvfi: Nret must be 1..4");
  end
  if (Channels > 32) begin : g_bad_channels
    $error("rvt_tandem_rvfi: Channels must be 0..32");
  end
  if (Csrs > 4) begin : g_bad_csrs
    $error("rvt_tandem_rvfi: Csrs must be 0..4");
  end
  if (Waits < 2 || Waits > 16) begin : g_bad_waits
    $error("rvt_tandem_rvfi: Waits must be 2..16");
  end

  // An instruction as it waits: item_t of rvt_tandem_rvfi_group.
  localparam int unsigned Width = 42 + 5 * Xlen + 2 * Bytes + Ports * (1 + 2 * Xlen);
  localparam int unsigned Valid = Width - 1;
  localparam int unsigned Trap = Width - 2;
  localparam int unsigned Intr = Width - 3;

  // ---- What waits, clock by clock: `held` is the oldest, `next` is behind it ---------------------

  logic [Nret*Width-1:0] given, held_q, next;
  logic held_valid_q, next_valid, room, pop, free;
  logic [$clog2(Waits+1)-1:0] unused_level;

  logic [Nret*Ports-1:0] csr_written;
  logic [Nret*Ports*Xlen-1:0] csr_after;
  assign csr_after = (rvfi_csr_rdata & ~rvfi_csr_wmask) | (rvfi_csr_wdata & rvfi_csr_wmask);
  for (genvar c = 0; c < Nret * Ports; c++) begin : g_csr
    assign csr_written[c] = rvfi_csr_wmask[Xlen*c+:Xlen] != '0;
  end

  for (genvar s = 0; s < Nret; s++) begin : g_given
    assign given[Width*s+:Width] = {
      rvfi_valid[s],
      rvfi_trap[s],
      rvfi_intr[s],
      rvfi_mode[2*s+:2],
      rvfi_insn[32*s+:32],
      rvfi_pc_rdata[Xlen*s+:Xlen],
      rvfi_pc_wdata[Xlen*s+:Xlen],
      rvfi_rd_addr[5*s+:5],
      rvfi_rd_wdata[Xlen*s+:Xlen],
      rvfi_mem_addr[Xlen*s+:Xlen],
      rvfi_mem_rmask[Bytes*s+:Bytes],
      rvfi_mem_wmask[Bytes*s+:Bytes],
      rvfi_mem_wdata[Xlen*s+:Xlen],
      csr_written[Ports*s+:Ports],
      rvfi_csr_rdata[Ports*Xlen*s+:Ports*Xlen],
      csr_after[Ports*Xlen*s+:Ports*Xlen]
    };
  end

  rvt_fifo #(
    .Width(Nret * Width),
    .Depth(Waits),
    .Quiet(0)
  ) i_fifo (
    .clk_i,
    .rst_ni,
    .clr_i(1'b0),
    .valid_i(rvfi_valid != '0),
    .data_i(given),
    .ready_o(room),
    .commit_i(1'b1),
    .drop_i(1'b0),
    .head_i(1'b0),
    .valid_o(next_valid),
    .data_o(next),
    .ready_i(pop),
    .level_o(unused_level)
  );

  // ---- Groups of a clock -------------------------------------------------------------------------

  logic [Nret-1:0] told_q, told;  // they have left
  logic interrupted_q, interrupt;  // of the first that has not left: its interrupt has left; leaves
  logic trapped_q;  // what was before `held` has trapped

  logic [Nret-1:0] valid, waits, traps, intrs, returns;
  logic [Nret-1:0] first, stops, leaves, interrupts;
  logic trapped;  // the last of `held` has
  logic [Width-1:0] follows;  // the first of `next`

  for (genvar s = 0; s < Nret; s++) begin : g_item
    logic [Width-1:0] after;  // what follows
    logic followed, fell;  // it is there; what is before has trapped

    assign valid[s] = held_q[Width*s+Valid];
    assign waits[s] = valid[s] && !told_q[s];
    assign traps[s] = held_q[Width*s+Trap];
    assign intrs[s] = held_q[Width*s+Intr];

    // What is before it, of this clock or the one before, and what follows, of this clock or the next.
    always_comb begin
      fell = trapped_q;
      for (int unsigned k = 0; k != s; k++) if (valid[k]) fell = traps[k];
      followed = next_valid;
      after = follows;
      for (int unsigned k = Nret - 1; k > s; k--) begin
        if (valid[k]) begin
          followed = 1'b1;
          after = held_q[Width*k+:Width];
        end
      end
    end

    // The handler of an exception is told with what trapped.
    assign interrupts[s] = first[s] && intrs[s] && !fell && !interrupted_q;
    assign stops[s] = waits[s] && ((intrs[s] && !fell && !(first[s] && interrupted_q)) ||
                                   ((traps[s] || returns[s]) && !followed));
    if (s == 0) begin : g_first
      assign first[s] = waits[s];
      assign leaves[s] = waits[s] && !stops[s];
    end else begin : g_later
      assign first[s] = waits[s] && waits[s-1:0] == '0;
      assign leaves[s] = waits[s] && stops[s:0] == '0;
    end
    assign valid_o[s] = held_valid_q && (leaves[s] || interrupts[s]);

    rvt_tandem_rvfi_group #(
      .Xlen(Xlen),
      .Channels(Channels),
      .Csrs(Csrs)
    ) i_group (
      .valid_i(valid_o[s]),
      .interrupt_i(interrupts[s]),
      .item_i(held_q[Width*s+:Width]),
      .next_i(after),
      .returns_o(returns[s]),
      .csrs_i,
      .kind_o(kind_o[3*s+:3]),
      .pc_r_o(pc_r_o[Xlen*s+:Xlen]),
      .pc_w_o(pc_w_o[Xlen*s+:Xlen]),
      .insn_valid_o(insn_valid_o[s]),
      .is32_o(is32_o[s]),
      .insn_o(insn_o[32*s+:32]),
      .gpr_valid_o(gpr_valid_o[s]),
      .gpr_o(gpr_o[5*s+:5]),
      .gpr_data_o(gpr_data_o[Xlen*s+:Xlen]),
      .csr_valid_o(csr_valid_o[CsrPorts*s+:CsrPorts]),
      .csr_number_o(csr_number_o[12*CsrPorts*s+:12*CsrPorts]),
      .csr_data_o(csr_data_o[Xlen*CsrPorts*s+:Xlen*CsrPorts]),
      .privilege_valid_o(privilege_valid_o[s]),
      .privilege_o(privilege_o[2*s+:2]),
      .eaddr_valid_o(eaddr_valid_o[s]),
      .eaddr_o(eaddr_o[Xlen*s+:Xlen]),
      .store_valid_o(store_valid_o[s]),
      .store_size_o(store_size_o[2*s+:2]),
      .store_o(store_o[64*s+:64])
    );
  end

  always_comb begin
    follows = next[0+:Width];
    trapped = trapped_q;
    for (int unsigned s = Nret; s > 0; s--) begin
      if (next[Width*(s-1)+Valid]) follows = next[Width*(s-1)+:Width];
      if (valid[Nret-s]) trapped = traps[Nret-s];
    end
  end

  assign interrupt = interrupts != '0;
  assign told = told_q | leaves;
  assign free = !held_valid_q || (valid & ~told) == '0;
  assign pop = free && next_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_valid_q <= 1'b0;
      told_q <= '0;
      interrupted_q <= 1'b0;
      trapped_q <= 1'b0;
      lost_o <= 1'b0;
    end else begin
      if (free) held_valid_q <= next_valid;
      if (free) told_q <= '0;
      else if (held_valid_q) told_q <= told;
      if (free) trapped_q <= held_valid_q && trapped;
      interrupted_q <= held_valid_q && (interrupt || (interrupted_q && leaves == '0));
      lost_o <= rvfi_valid != '0 && !room;
    end
  end

  always_ff @(posedge clk_i) begin
    if (pop) held_q <= next;
  end

  // ---- Assertions --------------------------------------------------------------------------------

  // An interrupt is told before the instruction that tells it, in a clock of its own.
  `RVT_ASSERT(Intr_A, !interrupted_q || (held_valid_q && (valid & ~told_q) != '0))
  `RVT_ASSERT(Alone_A, !(held_valid_q && interrupt) || leaves == '0)
  // A clock that is held has something that has not left; what left was the oldest.
  `RVT_ASSERT(Held_A, !held_valid_q || (valid & ~told_q) != '0)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Adapter of a hart with RVFI, the RISC-V Formal Interface, to the encoder of tandem verification trace;
/// docs/units/tandem.md.
///
/// Ports `rvfi_*` have riscv-formal's names and meanings, one retirement a clock; `rvfi_csr_*` are those of the
/// CSRs whose numbers `csrs_i` lists. A group a clock leaves. An instruction waits a clock; one that traps, and
/// MRET or SRET, for the next one, which tells where the hart went on, and its CSRs and privilege then. An
/// interrupt is a group of its own before the first instruction of its handler (TV:E-02), which waits for it.
/// Nothing waits for the encoder. If more than `Waits` instructions wait, the next are lost.
module rvt_tandem_rvfi #(
  parameter  int unsigned Xlen     = 32,  // 32 or 64
  parameter  int unsigned Channels = 0,   // CSRs with ports, 0..32
  parameter  int unsigned Csrs     = 4,   // as the encoder's: CSRs of a group, 0..4
  parameter  int unsigned Waits    = 4,   // 2..16
  localparam int unsigned Ports    = Channels == 0 ? 1 : Channels,
  localparam int unsigned CsrPorts = Csrs == 0 ? 1 : Csrs
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,  // of the hart

  // verilog_lint: waive-start port-name-suffix
  input  logic                     rvfi_valid,
  input  logic [31:0]              rvfi_insn,
  input  logic                     rvfi_trap,  // it did not retire, but trapped
  input  logic                     rvfi_intr,  // it is the first of a trap handler
  input  logic [1:0]               rvfi_mode,
  input  logic [Xlen-1:0]          rvfi_pc_rdata,
  input  logic [Xlen-1:0]          rvfi_pc_wdata,  // of xRET if nothing else says it
  input  logic [4:0]               rvfi_rd_addr,
  input  logic [Xlen-1:0]          rvfi_rd_wdata,
  input  logic [Xlen-1:0]          rvfi_mem_addr,
  input  logic [Xlen/8-1:0]        rvfi_mem_rmask,
  input  logic [Xlen/8-1:0]        rvfi_mem_wmask,
  input  logic [Xlen-1:0]          rvfi_mem_wdata,
  input  logic [Ports*Xlen-1:0]    rvfi_csr_rdata,  // before it, after a trap before it
  input  logic [Ports*Xlen-1:0]    rvfi_csr_wmask,
  input  logic [Ports*Xlen-1:0]    rvfi_csr_wdata,
  // verilog_lint: waive-stop port-name-suffix
  input  logic [Ports*12-1:0]      csrs_i,  // constant

  // One slot of the encoder's port; what RVFI does not tell is not there, to be tied to 0.
  output logic                     valid_o,
  output logic [2:0]               kind_o,
  output logic [Xlen-1:0]          pc_r_o,
  output logic [Xlen-1:0]          pc_w_o,
  output logic                     insn_valid_o,
  output logic                     is32_o,
  output logic [31:0]              insn_o,
  output logic                     gpr_valid_o,
  output logic [4:0]               gpr_o,
  output logic [Xlen-1:0]          gpr_data_o,
  output logic [CsrPorts-1:0]      csr_valid_o,
  output logic [12*CsrPorts-1:0]   csr_number_o,
  output logic [Xlen*CsrPorts-1:0] csr_data_o,
  output logic                     privilege_valid_o,
  output logic [1:0]               privilege_o,
  output logic                     eaddr_valid_o,
  output logic [Xlen-1:0]          eaddr_o,
  output logic                     store_valid_o,
  output logic [1:0]               store_size_o,
  output logic [63:0]              store_o,
  output logic                     lost_o  // an instruction of the clock before is lost
);

  localparam logic [2:0] Retired = 3'd0;  // enum rvt_tandem_kind
  localparam logic [2:0] Exception = 3'd1;
  localparam logic [2:0] Interrupt = 3'd2;
  localparam int unsigned Bytes = Xlen / 8;
  localparam int unsigned LaneWidth = $clog2(Bytes);
  // xepc, xcause, xstatus, xtval, in the order of a group (TV:E-03).
  localparam logic [47:0] TrapM = {12'h343, 12'h300, 12'h342, 12'h341};
  localparam logic [47:0] TrapS = {12'h143, 12'h100, 12'h142, 12'h141};

  if (Xlen != 32 && Xlen != 64) begin : g_bad_xlen
    $error("rvt_tandem_rvfi: Xlen must be 32 or 64");
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

  typedef struct packed {
    logic                  trap;
    logic                  intr;
    logic [1:0]            mode;
    logic [31:0]           insn;
    logic [Xlen-1:0]       pc;
    logic [Xlen-1:0]       pc_w;
    logic [4:0]            rd;
    logic [Xlen-1:0]       rd_data;
    logic [Xlen-1:0]       addr;
    logic [Bytes-1:0]      rmask;
    logic [Bytes-1:0]      wmask;
    logic [Xlen-1:0]       wdata;
    logic [Ports-1:0]      csr_written;
    logic [Ports*Xlen-1:0] csr_before;
    logic [Ports*Xlen-1:0] csr_after;
  } item_t;

  // ---- What waits: `held` is the older one, `next` is behind it ----------------------------------

  item_t given, held_q, next;
  logic held_valid_q, next_valid, room, pop, free;
  logic [$clog2(Waits+1)-1:0] unused_level;

  always_comb begin
    given = '0;
    given.trap = rvfi_trap;
    given.intr = rvfi_intr;
    given.mode = rvfi_mode;
    given.insn = rvfi_insn;
    given.pc = rvfi_pc_rdata;
    given.pc_w = rvfi_pc_wdata;
    given.rd = rvfi_rd_addr;
    given.rd_data = rvfi_rd_wdata;
    given.addr = rvfi_mem_addr;
    given.rmask = rvfi_mem_rmask;
    given.wmask = rvfi_mem_wmask;
    given.wdata = rvfi_mem_wdata;
    for (int unsigned c = 0; c != Channels; c++) begin
      given.csr_written[c] = rvfi_csr_wmask[Xlen*c+:Xlen] != '0;
      given.csr_before[Xlen*c+:Xlen] = rvfi_csr_rdata[Xlen*c+:Xlen];
      given.csr_after[Xlen*c+:Xlen] =
          (rvfi_csr_rdata[Xlen*c+:Xlen] & ~rvfi_csr_wmask[Xlen*c+:Xlen]) |
          (rvfi_csr_wdata[Xlen*c+:Xlen] & rvfi_csr_wmask[Xlen*c+:Xlen]);
    end
  end

  rvt_fifo #(
    .Width($bits(given)),
    .Depth(Waits),
    .Quiet(0)
  ) i_fifo (
    .clk_i,
    .rst_ni,
    .clr_i(1'b0),
    .valid_i(rvfi_valid),
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

  // ---- A group a clock ---------------------------------------------------------------------------

  logic intr_q;  // an interrupt is to be told before `held`
  logic returns, told;

  assign returns = held_q.insn == 32'h3020_0073 || held_q.insn == 32'h1020_0073;
  // What follows tells where a trap or a return has led.
  assign told = intr_q || !(held_q.trap || returns) || next_valid;
  assign valid_o = held_valid_q && told;
  assign free = !held_valid_q || (told && !intr_q);
  assign pop = free && next_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_valid_q <= 1'b0;
      intr_q <= 1'b0;
      lost_o <= 1'b0;
    end else begin
      if (free) held_valid_q <= next_valid;
      // The handler of an exception is told with what trapped.
      if (free) intr_q <= next_valid && next.intr && !(held_valid_q && held_q.trap);
      else if (told) intr_q <= 1'b0;
      lost_o <= rvfi_valid && !room;
    end
  end

  always_ff @(posedge clk_i) begin
    if (pop) held_q <= next;
  end

  // ---- What a trap has written: the CSRs before the instruction that follows it ------------------

  logic [Ports*Xlen-1:0] state;  // ... which is `held` for an interrupt, else `next`
  logic [1:0] mode;
  logic [47:0] trap_numbers;
  logic [3:0] trap_valid;
  logic [4*Xlen-1:0] trap_data;
  logic [Xlen-1:0] cause;
  logic fetched;  // the exception is none of the fetch

  assign state = intr_q ? held_q.csr_before : next.csr_before;
  assign mode = intr_q ? held_q.mode : next.mode;
  assign trap_numbers = mode == 2'd1 ? TrapS : TrapM;

  always_comb begin
    trap_valid = '0;
    trap_data = '0;
    for (int k = 0; k < 4; k++) begin
      for (int unsigned c = 0; c != Channels; c++) begin
        if (csrs_i[12*c+:12] == trap_numbers[12*k+:12]) begin
          trap_valid[k] = 1'b1;
          trap_data[Xlen*k+:Xlen] = state[Xlen*c+:Xlen];
        end
      end
    end
  end
  // Causes 0, 1 and 12: what the port has for the instruction was not fetched (TV:R-08).
  assign cause = trap_data[Xlen+:Xlen];
  assign fetched = !trap_valid[1] || (cause != Xlen'(0) && cause != Xlen'(1) && cause != Xlen'(12));

  // ---- The group ---------------------------------------------------------------------------------

  logic retires;
  assign retires = valid_o && !intr_q && !held_q.trap;

  always_comb begin
    kind_o = intr_q ? Interrupt : held_q.trap ? Exception : Retired;
    pc_r_o = held_q.pc;
    pc_w_o = held_q.pc_w;
    if (intr_q) pc_w_o = held_q.pc;
    else if (held_q.trap) pc_w_o = next.pc;
    // An interrupt may come between a return and where it leads.
    else if (returns)
      pc_w_o = next.intr ? (trap_valid[0] ? trap_data[0+:Xlen] : held_q.pc_w) : next.pc;
  end

  assign insn_valid_o = valid_o && !intr_q && (!held_q.trap || fetched);
  assign is32_o = held_q.insn[1:0] == 2'b11;
  assign insn_o = held_q.insn;
  assign gpr_valid_o = retires && held_q.rd != '0;
  assign gpr_o = held_q.rd;
  assign gpr_data_o = held_q.rd_data;
  assign privilege_valid_o = valid_o &&
      (intr_q || held_q.trap || (returns && (!next.intr || trap_valid[2])));
  // An interrupt between a return and where it leads has kept its mode in xPP.
  always_comb begin
    privilege_o = mode;
    if (!intr_q && !held_q.trap && returns && next.intr) begin
      privilege_o = mode == 2'd1 ? {1'b0, trap_data[2*Xlen+8]} : trap_data[2*Xlen+11+:2];
    end
  end

  // The first of the CSRs that are written; of a trap its own.
  always_comb begin
    logic [2:0] count;
    count = '0;
    csr_valid_o = '0;
    csr_number_o = '0;
    csr_data_o = '0;
    if (retires) begin
      for (int unsigned c = 0; c != Channels; c++) begin
        if (held_q.csr_written[c] && 32'(count) + 32'd1 <= Csrs) begin
          for (int unsigned k = 0; k != Csrs; k++) begin
            if (32'(count) == k) begin
              csr_valid_o[k] = 1'b1;
              csr_number_o[12*k+:12] = csrs_i[12*c+:12];
              csr_data_o[Xlen*k+:Xlen] = held_q.csr_after[Xlen*c+:Xlen];
            end
          end
          count = count + 3'd1;
        end
      end
    end else begin
      for (int unsigned k = 0; k != Csrs; k++) begin
        csr_valid_o[k] = valid_o && trap_valid[k];
        csr_number_o[12*k+:12] = trap_numbers[12*k+:12];
        csr_data_o[Xlen*k+:Xlen] = trap_data[Xlen*k+:Xlen];
      end
    end
  end

  // ---- Memory: from masks to an address and a size -----------------------------------------------

  logic accesses;
  logic [6:0] opcode;
  logic [Bytes-1:0] mask;
  logic [$clog2(Bytes)-1:0] lane;
  logic [$clog2(Bytes):0] bytes;

  assign opcode = held_q.insn[6:0];
  // Some cores have a mask with every instruction.
  always_comb begin
    unique case (held_q.insn[1:0])
      2'b11: accesses = opcode == 7'h03 || opcode == 7'h07 || opcode == 7'h23 || opcode == 7'h27 ||
          opcode == 7'h2f;
      2'b00: accesses = held_q.insn[15:13] != 3'b000;
      2'b10: accesses = held_q.insn[14:13] != 2'b00;
      default: accesses = 1'b0;
    endcase
  end
  assign mask = !accesses ? '0 : held_q.wmask != '0 ? held_q.wmask : held_q.rmask;
  always_comb begin
    lane = '0;
    bytes = '0;
    for (int unsigned b = Bytes; b > 0; b--) begin
      if (mask[b-1]) lane = LaneWidth'(b - 1);
      bytes = bytes + (LaneWidth + 1)'(mask[b-1]);
    end
  end
  assign eaddr_valid_o = retires && mask != '0;
  assign eaddr_o = held_q.addr + Xlen'(lane);
  assign store_valid_o = eaddr_valid_o && held_q.wmask != '0;
  assign store_size_o = bytes[$clog2(Bytes)] ? 2'($clog2(Bytes)) :
      bytes[1] ? 2'd1 : bytes[0] ? 2'd0 : 2'd2;
  assign store_o = 64'(held_q.wdata) >> {lane, 3'b000};

  logic unused;
  assign unused = held_q.intr;

  // ---- Assertions --------------------------------------------------------------------------------

  // An interrupt is told before the instruction that tells it.
  `RVT_ASSERT(Intr_A, !intr_q || held_valid_q)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A group of what RVFI says of an instruction, or of the interrupt before it: of rvt_tandem_rvfi.
///
/// Where a trap or a return has led, and what it has written, the instruction that follows tells: its pc, its
/// mode and its CSRs before it. Combinational.
module rvt_tandem_rvfi_group #(
  parameter  int unsigned Xlen     = 32,  // 32 or 64
  parameter  int unsigned Channels = 0,   // CSRs with ports, 0..32
  parameter  int unsigned Csrs     = 4,   // CSRs of a group, 0..4
  localparam int unsigned Ports    = Channels == 0 ? 1 : Channels,
  localparam int unsigned CsrPorts = Csrs == 0 ? 1 : Csrs,
  localparam int unsigned Width    = 42 + 5 * Xlen + Xlen / 4 + Ports * (1 + 2 * Xlen)
) (
  input  logic                     valid_i,  // what follows is there, if the group needs it
  input  logic                     interrupt_i,  // the group is that of an interrupt before it
  input  logic [Width-1:0]         item_i,  // it, as item_t
  input  logic [Width-1:0]         next_i,  // ... and what follows
  input  logic [Ports*12-1:0]      csrs_i,  // constant

  output logic                     returns_o,  // it is MRET or SRET

  // A slot of the encoder's port, with `valid_i`.
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
  output logic [63:0]              store_o
);

  localparam logic [2:0] Retired = 3'd0;  // enum rvt_tandem_kind
  localparam logic [2:0] Exception = 3'd1;
  localparam logic [2:0] Interrupt = 3'd2;
  localparam int unsigned Bytes = Xlen / 8;
  localparam int unsigned LaneWidth = $clog2(Bytes);
  // xepc, xcause, xstatus, xtval, in the order of a group (TV:E-03).
  localparam logic [47:0] TrapM = {12'h343, 12'h300, 12'h342, 12'h341};
  localparam logic [47:0] TrapS = {12'h143, 12'h100, 12'h142, 12'h141};

  typedef struct packed {
    logic                  valid;
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

  item_t item, next;
  assign item = item_i;
  assign next = next_i;
  assign returns_o = item.insn == 32'h3020_0073 || item.insn == 32'h1020_0073;

  // ---- What a trap has written: the CSRs before the instruction that follows it ------------------

  logic [Ports*Xlen-1:0] state;  // ... which is this one for an interrupt, else the next one
  logic [1:0] mode;
  logic [47:0] trap_numbers;
  logic [3:0] trap_valid;
  logic [4*Xlen-1:0] trap_data;
  logic [Xlen-1:0] cause;
  logic fetched;  // the exception is none of the fetch

  assign state = interrupt_i ? item.csr_before : next.csr_before;
  assign mode = interrupt_i ? item.mode : next.mode;
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
  assign retires = valid_i && !interrupt_i && !item.trap;

  always_comb begin
    kind_o = interrupt_i ? Interrupt : item.trap ? Exception : Retired;
    pc_r_o = item.pc;
    pc_w_o = item.pc_w;
    if (interrupt_i) pc_w_o = item.pc;
    else if (item.trap) pc_w_o = next.pc;
    // An interrupt may come between a return and where it leads.
    else if (returns_o)
      pc_w_o = next.intr ? (trap_valid[0] ? trap_data[0+:Xlen] : item.pc_w) : next.pc;
  end

  assign insn_valid_o = valid_i && !interrupt_i && (!item.trap || fetched);
  assign is32_o = item.insn[1:0] == 2'b11;
  assign insn_o = item.insn;
  assign gpr_valid_o = retires && item.rd != '0;
  assign gpr_o = item.rd;
  assign gpr_data_o = item.rd_data;
  assign privilege_valid_o = valid_i &&
      (interrupt_i || item.trap || (returns_o && (!next.intr || trap_valid[2])));
  // An interrupt between a return and where it leads has kept its mode in xPP.
  always_comb begin
    privilege_o = mode;
    if (!interrupt_i && !item.trap && returns_o && next.intr) begin
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
        if (item.csr_written[c] && 32'(count) + 32'd1 <= Csrs) begin
          for (int unsigned k = 0; k != Csrs; k++) begin
            if (32'(count) == k) begin
              csr_valid_o[k] = 1'b1;
              csr_number_o[12*k+:12] = csrs_i[12*c+:12];
              csr_data_o[Xlen*k+:Xlen] = item.csr_after[Xlen*c+:Xlen];
            end
          end
          count = count + 3'd1;
        end
      end
    end else begin
      for (int unsigned k = 0; k != Csrs; k++) begin
        csr_valid_o[k] = valid_i && trap_valid[k];
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

  assign opcode = item.insn[6:0];
  // Some cores have a mask with every instruction.
  always_comb begin
    unique case (item.insn[1:0])
      2'b11: accesses = opcode == 7'h03 || opcode == 7'h07 || opcode == 7'h23 || opcode == 7'h27 ||
          opcode == 7'h2f;
      2'b00: accesses = item.insn[15:13] != 3'b000;
      2'b10: accesses = item.insn[14:13] != 2'b00;
      default: accesses = 1'b0;
    endcase
  end
  assign mask = !accesses ? '0 : item.wmask != '0 ? item.wmask : item.rmask;
  always_comb begin
    lane = '0;
    bytes = '0;
    for (int unsigned b = Bytes; b > 0; b--) begin
      if (mask[b-1]) lane = LaneWidth'(b - 1);
      bytes = bytes + (LaneWidth + 1)'(mask[b-1]);
    end
  end
  assign eaddr_valid_o = retires && mask != '0;
  assign eaddr_o = item.addr + Xlen'(lane);
  assign store_valid_o = eaddr_valid_o && item.wmask != '0;
  assign store_size_o = bytes[$clog2(Bytes)] ? 2'($clog2(Bytes)) :
      bytes[1] ? 2'd1 : bytes[0] ? 2'd0 : 2'd2;
  assign store_o = 64'(item.wdata) >> {lane, 3'b000};

  logic unused;
  assign unused = ^{item, next};

endmodule

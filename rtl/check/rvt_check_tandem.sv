// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What a hart should tell the encoder of tandem verification trace, and that nothing is lost of one that
/// obeys; in simulation only.
///
/// The encoder takes any values: a mistake of the hart gives a wrong trace, and nothing worse. So each is a
/// warning, once, with its row. RVT_ANY_PORTS silences a bench that drives any values on purpose.
module rvt_check_tandem #(
  parameter  int unsigned Xlen         = 32,   // as the encoder's
  parameter  int unsigned Flen         = 0,    // ...
  parameter  int unsigned Mlen         = 32,   // ...
  parameter  int unsigned Nret         = 1,    // ...
  parameter  int unsigned Csrs         = 4,    // ...
  parameter  int unsigned Elements     = 125,  // ...
  parameter  int unsigned IncrementPc  = 1,    // ...
  parameter  int unsigned OrFcsr       = 1,    // ...
  parameter  int unsigned StallLatency = 0,    // ...
  localparam int unsigned CsrPorts     = Csrs == 0 ? 1 : Csrs,
  localparam int unsigned FprWidth     = Flen == 0 ? 1 : Flen
) (
  input logic clk_i,   // one clock for everything
  input logic rst_ni,  // asserted asynchronously, released synchronously

  // The ports of the same names.
  // interface: ports tandem
  input  logic [Nret-1:0]               valid_i,  // an instruction or a trap; lower slots are older
  input  logic [Nret*3-1:0]             kind_i,  // what it is: enum rvt_tandem_kind
  input  logic [Nret-1:0]               pc_valid_i,  // of state from outside: pc_w is part of it
  input  logic [Nret*Xlen-1:0]          pc_r_i,  // pc of the instruction; with IncrementPc
  input  logic [Nret*Xlen-1:0]          pc_w_i,  // the new pc (TV:R-07)
  input  logic [Nret-1:0]               insn_valid_i,  // an exception has an insn (TV:R-08)
  input  logic [Nret-1:0]               is32_i,  // the instruction has 32 bits
  input  logic [Nret*32-1:0]            insn_i,  // ... as fetched; else 15:0
  input  logic [Nret-1:0]               gpr_valid_i,  // an x register is written; x0 is not sent
  input  logic [Nret*5-1:0]             gpr_i,  // ... its number
  input  logic [Nret*Xlen-1:0]          gpr_data_i,  // ... what it holds now
  input  logic [Nret-1:0]               gpr_old_known_i,  // with AddRegisters: gpr_old is known
  input  logic [Nret*Xlen-1:0]          gpr_old_i,  // ... what it held before
  input  logic [Nret-1:0]               fpr_valid_i,  // an f register is written
  input  logic [Nret*5-1:0]             fpr_i,  // ... its number
  input  logic [Nret*FprWidth-1:0]      fpr_data_i,  // ... what it holds now
  input  logic [Nret*CsrPorts-1:0]      csr_valid_i,  // CSRs are written, in order (TV:E-03)
  input  logic [Nret*12*CsrPorts-1:0]   csr_number_i,  // ... their numbers
  input  logic [Nret*Xlen*CsrPorts-1:0] csr_data_i,  // ... what they hold now
  input  logic [Nret-1:0]               fflags_valid_i,  // flags are set in fcsr; with OrFcsr
  input  logic [Nret*5-1:0]             fflags_i,  // ... these
  input  logic [Nret-1:0]               privilege_valid_i,  // the privilege changes
  input  logic [Nret*2-1:0]             privilege_i,  // ... to this; 2 is none, and not sent
  input  logic [Nret-1:0]               paddr_valid_i,  // an access has a physical address
  input  logic [Nret*Mlen-1:0]          paddr_i,  // ... this
  input  logic [Nret-1:0]               eaddr_valid_i,  // an access has an effective address
  input  logic [Nret*Mlen-1:0]          eaddr_i,  // ... this
  input  logic [Nret-1:0]               store_valid_i,  // an instruction stores
  input  logic [Nret*2-1:0]             store_size_i,  // ... 2^store_size bytes
  input  logic [Nret*64-1:0]            store_i,  // ... these, from bit 0 on
  input  logic [Nret-1:0]               pc_paddr_valid_i,  // the physical address of pc is told
  input  logic [Nret*Mlen-1:0]          pc_paddr_i,  // ... this
  input  logic [Nret-1:0]               mtime_valid_i,  // mtime is told
  input  logic [Nret*64-1:0]            mtime_i,  // ... this
  // interface end
  // interface: ports tandem_bus
  input  logic            bus_valid_i,  // a bus transaction has completed (TV:R-10)
  input  logic [3:0]      bus_op_i,  // ... enum rvt_tandem_op, 0..13
  input  logic [1:0]      bus_size_i,  // ... of 2^bus_size bytes
  input  logic [Mlen-1:0] bus_address_i,  // ... at this physical address
  input  logic [63:0]     bus_request_i,  // ... data of store, SC and AMO, from bit 0
  input  logic            bus_answered_i,  // ... its response is sent (TV:R-09)
  input  logic            bus_result_i,  // ... 1: it failed, and has no data (TV:AMB-T9)
  input  logic [63:0]     bus_response_i,  // ... data of load, LR, AMO, fetch, from bit 0
  // interface end
  input logic active_i,   // ...
  input logic enable_i,   // ...
  input logic stall_i,    // the hart must wait
  input logic lost_i      // something was lost
);

  localparam int unsigned Kind = 0, Empty = 1, Insn = 2, Size = 3, Trap = 4, Reset = 5, Twice = 6;
  localparam int unsigned Level = 7, Store = 8, Stalled = 9, Pc = 10, Odd = 11, Bus = 12;
  localparam int unsigned Findings = 13;

  logic [Findings-1:0] found;
  logic known_q, known;  // where the hart goes on ...
  logic [Xlen-1:0] next_q, next;  // ... here
  logic any;  // a group is told
  logic [31:0] late_q;  // clocks with groups since stall_o rose
  logic disobeyed_q;

  // Of a finding.
  logic [2:0] kind;
  logic [11:0] twice;
  logic [31:0] word;
  logic [Xlen-1:0] wanted, met, odd;

  // Of a slot.
  logic retired, trap, reset, outside, flags, writes, says;
  logic [2:0] what;
  logic [CsrPorts-1:0] csrs;
  logic [11:0] one;
  logic [Xlen-1:0] pc;

  always_comb begin
    found = '0;
    {kind, twice, word, wanted, met, odd, one} = '0;
    known = known_q;
    next = next_q;
    any = 1'b0;
    for (int unsigned s = 0; s < Nret; s++) begin
      what = kind_i[3*s+:3];
      retired = what == rvt_tandem_pkg::KindRetired;
      trap = what == rvt_tandem_pkg::KindException || what == rvt_tandem_pkg::KindInterrupt;
      reset = what == rvt_tandem_pkg::KindReset;
      outside = what == rvt_tandem_pkg::KindOutside;
      pc = pc_w_i[Xlen*s+:Xlen];
      // What the build does not read, nobody has to drive.
      csrs = Csrs == 0 ? '0 : csr_valid_i[CsrPorts*s+:CsrPorts];
      flags = Elements[2] && OrFcsr != 0 && fflags_valid_i[s];
      writes = (Elements[0] && gpr_valid_i[s] && gpr_i[5*s+:5] != '0) || flags ||
               (Elements[1] && fpr_valid_i[s]) || (Elements[6] && store_valid_i[s]);
      says = writes || csrs != '0 || (Elements[3] && privilege_valid_i[s]) ||
             (Elements[4] && paddr_valid_i[s]) || (Elements[5] && eaddr_valid_i[s]) ||
             (Elements[7] && pc_paddr_valid_i[s]) || (Elements[8] && mtime_valid_i[s]);
      if (!valid_i[s]) begin
        if (writes || csrs != '0) found[Empty] = 1'b1;
      end else if (!(retired || trap || reset || outside)) begin
        found[Kind] = 1'b1;
        kind = what;
      end else begin
        any = 1'b1;
        if (retired ? !insn_valid_i[s] :
            what != rvt_tandem_pkg::KindException && insn_valid_i[s]) begin
          found[Insn] = 1'b1;
          kind = what;
        end
        if ((retired || what == rvt_tandem_pkg::KindException) && insn_valid_i[s] &&
            is32_i[s] != (insn_i[32*s+:2] == 2'd3)) begin
          found[Size] = 1'b1;
          word = insn_i[32*s+:32];
        end
        if (trap && writes) begin
          found[Trap] = 1'b1;
          kind = what;
        end
        if (reset && says) found[Reset] = 1'b1;
        for (int unsigned c = 0; c < CsrPorts; c++) begin
          one = csr_number_i[12*(CsrPorts*s+c)+:12];
          if (csrs[c] && flags && one >= 12'd1 && one <= 12'd3) begin
            found[Twice] = 1'b1;
            twice = one;
          end
          for (int unsigned d = 0; d < c; d++) begin
            if (csrs[c] && csrs[d] && one == csr_number_i[12*(CsrPorts*s+d)+:12]) begin
              found[Twice] = 1'b1;
              twice = one;
            end
          end
        end
        if (Elements[3] && privilege_valid_i[s] && privilege_i[2*s+:2] == 2'd2) found[Level] = 1'b1;
        if (Xlen == 32 && Flen < 64 && Elements[6] && store_valid_i[s] &&
            store_size_i[2*s+:2] == 2'd3) begin
          found[Store] = 1'b1;
        end
        if (IncrementPc != 0 && known && (retired || what == rvt_tandem_pkg::KindException) &&
            pc_r_i[Xlen*s+:Xlen] != next) begin
          found[Pc] = 1'b1;
          wanted = next;
          met = pc_r_i[Xlen*s+:Xlen];
        end
        if (reset || (outside && !pc_valid_i[s])) begin
          known = 1'b0;
        end else begin
          known = 1'b1;
          next = pc;
          if (pc[0]) begin
            found[Odd] = 1'b1;
            odd = pc;
          end
        end
      end
    end
    if (Elements[9] && bus_valid_i) begin
      if (bus_op_i > rvt_tandem_pkg::BusFetch) found[Bus] = 1'b1;
      else any = 1'b1;
    end
    found[Stalled] = any && stall_i && active_i && enable_i && late_q + 32'd1 > StallLatency;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {known_q, next_q, late_q, disobeyed_q} <= '0;
    end else begin
      {known_q, next_q} <= {known, next};
      late_q <= !stall_i ? '0 : late_q + 32'(any);
      disobeyed_q <= disobeyed_q || found[Stalled];
    end
  end

  `RVT_WARN_ONCE(Kind_M, found[Kind],
                 ("%m: kind %0d (TV:E-02), which is none: no group", kind))
  `RVT_WARN_ONCE(Empty_M, found[Empty],
                 ("%m: a write in a slot that is not valid (TV:E-02): not sent"))
  `RVT_WARN_ONCE(Insn_M, found[Insn],
                 ("%m: insn_valid is wrong of kind %0d (TV:R-08): is it a trap's?", kind))
  `RVT_WARN_ONCE(Size_M, found[Size],
                 ("%m: is32 is wrong of insn 0x%0h (TV:R-08), as its low bits say", word))
  `RVT_WARN_ONCE(Trap_M, found[Trap],
                 ("%m: kind %0d writes registers or memory (TV:R-14): does it retire?", kind))
  `RVT_WARN_ONCE(Reset_M, found[Reset],
                 ("%m: a reset that says something else (TV:R-13): it is alone in its group"))
  `RVT_WARN_ONCE(Twice_M, found[Twice],
                 ("%m: CSR 0x%0h is written twice, or beside fflags (TV:R-03): readers refuse it",
                  twice))
  `RVT_WARN_ONCE(Level_M, found[Level],
                 ("%m: privilege 2 (TV:AMB-T17), which is none: not sent"))
  `RVT_WARN_ONCE(Store_M, found[Store],
                 ("%m: a store of 8 bytes with Xlen=32 and no D (TV:R-14): is it store_size?"))
  `RVT_WARN_ONCE(Stalled_M, found[Stalled],
                 ("%m: groups in more than %0d clocks under stall_o (TV:E-05): StallLatency?",
                  StallLatency))
  `RVT_WARN_ONCE(Pc_M, found[Pc],
                 ("%m: pc_r 0x%0h, where 0x%0h was to come (TV:R-07): is pc_w the new pc?",
                  met, wanted))
  `RVT_WARN_ONCE(Odd_M, found[Odd], ("%m: pc_w 0x%0h is odd (TV:R-07)", odd))
  `RVT_WARN_ONCE(Bus_M, found[Bus],
                 ("%m: bus operation %0d (TV:R-17), which is none: no group", bus_op_i))

  // ---- Assertions ------------------------------------------------------------------------------

  // Nothing is lost of a hart that obeys (TV:E-05).
  `RVT_IMPLIES(Obeyed_A, lost_i, disobeyed_q)

  logic unused;
  assign unused = ^{found, kind, twice, word, wanted, met, odd, gpr_data_i, gpr_old_known_i,
                    gpr_old_i, fpr_i, fpr_data_i, csr_data_i, fflags_i, paddr_i, eaddr_i, store_i,
                    pc_paddr_i, mtime_i, bus_valid_i, bus_op_i, bus_size_i, bus_address_i,
                    bus_request_i, bus_answered_i, bus_result_i, bus_response_i};

endmodule

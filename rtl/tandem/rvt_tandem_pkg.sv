// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Codes of tandem verification trace, and how a slot waits in the queue.
///
/// A group is elements in the canonical order (TV:E-03), which are numbered here. Each that the build
/// has is three fields in a slot's bits, one after the other: a bit that says whether the slot has it,
/// what its header needs beside constants, and its data.
package rvt_tandem_pkg;

  typedef enum logic [2:0] {
    KindRetired   = 3'd0,
    KindException = 3'd1,
    KindInterrupt = 3'd2,
    KindReset     = 3'd3,
    KindOutside   = 3'd4
  } kind_e;

  typedef enum logic [7:0] {
    OpBegin       = 8'd1,
    OpEnd         = 8'd2,
    OpIncrementPc = 8'd3,
    OpRegister    = 8'd4,
    OpAdd         = 8'd5,
    OpOr          = 8'd6,
    OpState       = 8'd7,
    OpRequest     = 8'd8,
    OpResponse    = 8'd9,
    OpReset       = 8'd10,
    OpInit        = 8'd11,
    OpInsn16      = 8'd16,
    OpInsn32      = 8'd17
  } opcode_e;

  typedef enum logic [7:0] {
    StatePrivilege = 8'd1,
    StatePaddr     = 8'd2,
    StateEaddr     = 8'd3,
    StateStore     = 8'd4,  // and the three after it: of 1, 2, 4 and 8 bytes
    StateMtime     = 8'd8,
    StatePcPaddr   = 8'd9,
    StatePc        = 8'd10
  } state_e;

  // Operations of a bus transaction: 0 load, 1 store, 2 LR, 3 SC, from 4 on AMOs, the last one a fetch.
  localparam logic [3:0] BusStore = 4'd1, BusSc = 4'd3, BusFetch = 4'd13;

  // Bytes of a register's address; a CSR has its number.
  localparam logic [7:0] RegisterPage = 8'h10;  // x0 is 0x1000 ...
  localparam logic [7:0] FprLow = 8'h20;  // ... and f0 0x1020
  localparam logic [7:0] Fcsr = 8'd3;

  // Begin of a group and what stands with it, ..., the four CSRs, ...
  localparam int unsigned Head = 0, Pc = 1, Insn = 2, Gpr = 3, Fpr = 4, Csr = 5, Fflags = 9;
  localparam int unsigned Privilege = 10, Paddr = 11, Eaddr = 12, Store = 13, PcPaddr = 14;
  localparam int unsigned Mtime = 15;
  // ... and, in a group of its own, a bus transaction: opcode 8 with the address, what the request has
  // beside it, and opcode 9 (TV:R-09). Slots of the hart have none of them.
  localparam int unsigned BusAddress = 16, BusRequest = 17, BusResponse = 18, Count = 19;

  localparam int unsigned CodeBits = 12;  // of the widest header: a CSR's number

  // What stands with the begin.
  localparam logic [1:0] HeadPlain = 2'd0, HeadIncrement = 2'd1, HeadReset = 2'd2, HeadInit = 2'd3;

  /// Opcode of an element; of an instruction the one of 16 bits, of a register the full form.
  function automatic logic [7:0] opcode(input int unsigned which);
    case (which)
      Head: opcode = rvt_tandem_pkg::OpBegin;
      Insn: opcode = rvt_tandem_pkg::OpInsn16;
      Gpr, Fpr, Csr, Csr + 1, Csr + 2, Csr + 3: opcode = rvt_tandem_pkg::OpRegister;
      Fflags: opcode = rvt_tandem_pkg::OpOr;
      BusAddress: opcode = rvt_tandem_pkg::OpRequest;
      BusRequest: opcode = '0;  // its operation and size
      BusResponse: opcode = rvt_tandem_pkg::OpResponse;
      default: opcode = rvt_tandem_pkg::OpState;
    endcase
  endfunction

  /// What is constant of its second byte; the others have 0 there.
  function automatic logic [7:0] second(input int unsigned which);
    case (which)
      Pc: second = rvt_tandem_pkg::StatePc;
      Fpr: second = FprLow;
      Fflags: second = Fcsr;
      Privilege: second = rvt_tandem_pkg::StatePrivilege;
      Paddr: second = rvt_tandem_pkg::StatePaddr;
      Eaddr: second = rvt_tandem_pkg::StateEaddr;
      Store: second = rvt_tandem_pkg::StateStore;
      PcPaddr: second = rvt_tandem_pkg::StatePcPaddr;
      Mtime: second = rvt_tandem_pkg::StateMtime;
      default: second = '0;
    endcase
  endfunction

  /// The byte behind the begin.
  function automatic logic [7:0] with_begin(input logic [1:0] what);
    case (what)
      HeadIncrement: with_begin = rvt_tandem_pkg::OpIncrementPc;
      HeadReset: with_begin = rvt_tandem_pkg::OpReset;
      default: with_begin = rvt_tandem_pkg::OpInit;
    endcase
  endfunction

  /// The elements of a build, of the parameters of rvt_tandem.
  function automatic logic [Count-1:0] built(input int unsigned csrs, input logic [9:0] elements,
                                             input int unsigned or_fcsr);
    built = 19'b000_0000_0000_0000_0111;
    built[Gpr] = elements[0];
    built[Fpr] = elements[1];
    for (int unsigned k = 0; k < 4; k++) built[Csr+k] = k < csrs;
    built[Fflags] = elements[2] && or_fcsr != 0;
    built[Privilege] = elements[3];
    built[Paddr] = elements[4];
    built[Eaddr] = elements[5];
    built[Store] = elements[6];
    built[PcPaddr] = elements[7];
    built[Mtime] = elements[8];
    built[BusAddress] = elements[9];
    built[BusRequest] = elements[9];
    built[BusResponse] = elements[9];
  endfunction

  /// How many the order has in a build: without the bus none of a transaction.
  function automatic int unsigned count(input logic [Count-1:0] has);
    count = has[BusAddress] ? Count : BusAddress;
  endfunction

  /// Bits of an element's data.
  function automatic int unsigned data_bits(input int unsigned which, input int unsigned xlen,
                                            input int unsigned flen, input int unsigned mlen);
    case (which)
      Head: data_bits = 0;
      Insn: data_bits = 32;
      Fpr: data_bits = flen;
      Fflags: data_bits = 5;
      Privilege: data_bits = 2;
      Paddr, Eaddr, PcPaddr, BusAddress: data_bits = mlen;
      Store, Mtime, BusRequest, BusResponse: data_bits = 64;
      default: data_bits = xlen;
    endcase
  endfunction

  /// Bits of what its header has beside constants.
  function automatic int unsigned code_bits(input int unsigned which, input int unsigned add);
    case (which)
      Head, Store: code_bits = 2;
      Insn: code_bits = 1;
      Gpr: code_bits = add != 0 ? 6 : 5;
      Fpr: code_bits = 5;
      Csr, Csr + 1, Csr + 2, Csr + 3: code_bits = 12;
      BusRequest: code_bits = 6;  // size, operation
      BusResponse: code_bits = 4;  // it has data; result, size
      default: code_bits = 0;
    endcase
  endfunction

  /// Bytes of its header; a begin has one or two.
  function automatic logic [1:0] header_bytes(input int unsigned which);
    case (which)
      Head: header_bytes = 2'd0;
      Insn, BusAddress, BusRequest: header_bytes = 2'd1;
      Gpr, Fpr, Csr, Csr + 1, Csr + 2, Csr + 3, Fflags: header_bytes = 2'd3;
      default: header_bytes = 2'd2;
    endcase
  endfunction

  /// Bytes of its data; instructions, stores and transactions have what they say.
  function automatic int unsigned data_bytes(input int unsigned which, input int unsigned xlen,
                                             input int unsigned flen, input int unsigned mlen);
    case (which)
      Insn, Store, BusRequest, BusResponse: data_bytes = 0;
      default: data_bytes = (data_bits(which, xlen, flen, mlen) + 7) / 8;
    endcase
  endfunction

  /// Where an element is in a slot's bits; of `Count`: how many bits a slot has.
  function automatic int unsigned place(input int unsigned which, input logic [Count-1:0] has,
                                        input int unsigned xlen, input int unsigned flen,
                                        input int unsigned mlen, input int unsigned add);
    place = 0;
    for (int unsigned k = 0; k < Count; k++) begin
      if (k < which && has[k])
        place = place + 1 + code_bits(k, add) + data_bits(k, xlen, flen, mlen);
    end
  endfunction

  /// Bits of a clock's word: slots of the hart, which have no part of a transaction, and one that has
  /// nothing else.
  function automatic int unsigned word_bits(input int unsigned nret, input logic [Count-1:0] has,
                                            input int unsigned xlen, input int unsigned flen,
                                            input int unsigned mlen, input int unsigned add);
    word_bits = place(Count, has, xlen, flen, mlen, add) +
        (nret - 1) * place(BusAddress, has, xlen, flen, mlen, add);
  endfunction

  /// Bytes of the longest data of an element, with its header if `headers`.
  function automatic int unsigned longest(input int unsigned headers, input logic [Count-1:0] has,
                                          input int unsigned xlen, input int unsigned flen,
                                          input int unsigned mlen);
    int unsigned bytes;
    longest = 0;
    for (int unsigned k = 0; k < Count; k++) begin
      bytes = (data_bits(k, xlen, flen, mlen) + 7) / 8 + headers * 32'(header_bytes(k));
      if (has[k] && bytes > longest) longest = bytes;
    end
  endfunction

endpackage

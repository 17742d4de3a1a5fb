// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Encodings of control transfer records, Smctr and Ssctr 1.0: registers, their fields, accesses.
package rvt_ctr_pkg;

  /// Privilege, with V, as the hart tells it.
  typedef enum logic [2:0] {
    PrivU  = 3'd0,
    PrivS  = 3'd1,
    PrivM  = 3'd3,
    PrivD  = 3'd4,  // debug mode
    PrivVu = 3'd5,
    PrivVs = 3'd6
  } priv_e;

  /// What the hart asks for; the fourth code is a read, too.
  typedef enum logic [1:0] {
    OpRead  = 2'd0,
    OpWrite = 2'd1,
    OpClear = 2'd2   // SCTRCLR (CTR-I-01)
  } op_e;

  /// What the hart raises instead.
  typedef enum logic [1:0] {
    ExcNone    = 2'd0,
    ExcIllegal = 2'd1,
    ExcVirtual = 2'd2
  } exc_e;

  /// What an access is of.
  typedef enum logic [2:0] {
    RegMctrctl  = 3'd0,
    RegSctrctl  = 3'd1,  // the window on mctrctl (CTR-C-02)
    RegVsctrctl = 3'd2,
    RegStatus   = 3'd3,
    RegDepth    = 3'd4,
    RegEntry    = 3'd5,
    RegNone     = 3'd7   // nothing to read or write
  } reg_e;

  /// Which of an entry's registers (CTR-E-01).
  typedef enum logic [1:0] {
    EntrySource = 2'd0,
    EntryTarget = 2'd1,
    EntryData   = 2'd2,
    EntryZero   = 2'd3
  } entry_e;

  /// Numbers of the CSRs (CTR-E-01,
  /// section 2).
  localparam logic [11:0] CsrSctrctl = 12'h14e;
  localparam logic [11:0] CsrStatus = 12'h14f;
  localparam logic [11:0] CsrDepth = 12'h15f;
  localparam logic [11:0] CsrMctrctl = 12'h34e;
  localparam logic [7:0] CsrSireg = 8'h15;  // of sireg, sireg2, ... the upper bits
  localparam logic [11:0] CsrVsctrctl = 12'h24e;
  localparam logic [7:0] CsrVsireg = 8'h25;
  localparam logic [3:0] SelectEntries = 4'h2;  // of the select register, the upper bits

  /// Bits of mctrctl, sctrctl and vsctrctl (CTR-C-01); a type's filter is at FilterBit + itype.
  localparam int unsigned UBit = 0;
  localparam int unsigned SBit = 1;
  localparam int unsigned MBit = 2;
  localparam int unsigned RasEmuBit = 7;
  localparam int unsigned SteBit = 8;
  localparam int unsigned MteBit = 9;
  localparam int unsigned BpFrzBit = 11;
  localparam int unsigned LcofiFrzBit = 12;
  localparam int unsigned FilterBit = 32;

  localparam int unsigned FrozenBit = 31;  // of sctrstatus (CTR-C-21)
  localparam int unsigned CcvBit = 15;  // of ctrdata (CTR-E-04)
  localparam int unsigned CcmBit = 16;
  localparam int unsigned CceBit = 28;

  localparam logic [5:0] CauseBreakpoint = 6'd3;  // CTR-Z-01
  localparam logic [5:0] CauseLcofi = 6'd13;  // CTR-Z-02

  /// Filters that a build may have: of types 1..5 and 8..15.
  localparam logic [15:0] FiltersLegal = 16'hff3e;

  /// Bits of mctrctl that a build has (CTR-C-01).
  function automatic logic [63:0] controls(input logic [15:0] filters, input int unsigned ext_traps,
                                           input int unsigned ras_emu, input int unsigned lcofi);
    controls = '0;
    controls[UBit] = 1'b1;
    controls[SBit] = 1'b1;
    controls[MBit] = 1'b1;
    controls[RasEmuBit] = ras_emu != 0;
    controls[SteBit] = ext_traps != 0;
    controls[MteBit] = ext_traps != 0;
    controls[BpFrzBit] = 1'b1;
    controls[LcofiFrzBit] = lcofi != 0;
    controls[FilterBit+:16] = filters & FiltersLegal;
  endfunction

  /// log2 of the greatest depth of a mask of depths, 4..8.
  function automatic int unsigned pointer_width(input int unsigned depths);
    pointer_width = 4;
    for (int unsigned i = 1; i < 5; i++) begin
      if (depths[i]) pointer_width = 4 + i;
    end
  endfunction

  /// Code of its smallest one, 0..4.
  function automatic int unsigned least_code(input int unsigned depths);
    least_code = 0;
    for (int unsigned i = 5; i > 0; i--) begin
      if (depths[i-1]) least_code = i - 1;
    end
  endfunction

  /// Bits of CCE with a counter of so many bits (CTR-T-02).
  function automatic int unsigned cce_width(input int unsigned counter);
    unique case (counter)
      13: cce_width = 1;
      15: cce_width = 2;
      19: cce_width = 3;
      27: cce_width = 4;
      default: cce_width = 0;
    endcase
  endfunction

  /// Whether a mode is enabled (CTR-P, section 3.1): of mctrctl and of vsctrctl the bits of their
  /// modes. A mode that does not exist is not.
  function automatic logic enabled(input logic [2:0] mode, input logic [2:0] m,
                                   input logic [1:0] vs);
    unique case (mode)
      rvt_ctr_pkg::PrivU: enabled = m[UBit];
      rvt_ctr_pkg::PrivS: enabled = m[SBit];
      rvt_ctr_pkg::PrivM: enabled = m[MBit];
      rvt_ctr_pkg::PrivVu: enabled = vs[UBit];
      rvt_ctr_pkg::PrivVs: enabled = vs[SBit];
      default: enabled = 1'b0;
    endcase
  endfunction

endpackage

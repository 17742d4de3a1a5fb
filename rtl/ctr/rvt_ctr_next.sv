// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Adapter before rvt_ctr for a hart that does not say in time where a transfer leads: the next PC
/// of its ingress port says it (docs/units/ctr.md "What your hart must tell").
///
/// A clock of the port leaves a clock later. One that ends with a transfer of unknown target waits
/// for the next slot, through any number of clocks; target, mode after it and epc are then made of
/// both. A transfer that debug mode comes before leaves as an instruction without one. Nothing
/// waits for an access of the recorder: one that comes first does not see what waits.
module rvt_ctr_next #(
  parameter int unsigned Xlen         = 32,  // as the recorder's, 32 or 64
  parameter int unsigned Blocks       = 1,   // ... 1..4
  parameter int unsigned IretireWidth = 6,   // ... 1..8
  parameter int unsigned Single       = 0,   // ...
  parameter int unsigned Targets      = 1    // target_i is of jumps and branches; 0: of none
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,  // of the hart

  input  logic [Blocks*IretireWidth-1:0] iretire_i,  // of the ingress port; with IaddrOnInt 1
  input  logic [Blocks*Xlen-1:0]         iaddr_i,
  input  logic [Blocks*4-1:0]            itype_i,
  input  logic [Blocks*2-1:0]            ilastsize_i,
  input  logic [Xlen-1:0]                cause_i,
  input  logic [2:0]                     priv_i,
  input  logic                           halted_i,
  input  logic [Blocks*Xlen-1:0]         target_i,  // not read with Targets 0
  input  logic                           access_i,  // the recorder's csr_valid_i: for a warning

  output logic [Blocks*IretireWidth-1:0] iretire_o,  // to the recorder
  output logic [Blocks*Xlen-1:0]         iaddr_o,
  output logic [Blocks*4-1:0]            itype_o,
  output logic [Blocks*2-1:0]            ilastsize_o,
  output logic [Xlen-1:0]                cause_o,
  output logic [2:0]                     priv_o,
  output logic                           halted_o,
  output logic [Blocks*Xlen-1:0]         target_o,
  output logic [2:0]                     priv_after_o,
  output logic [Xlen-1:0]                epc_o,
  output logic                           waits_o  // a transfer waits for the next PC
);

  localparam int unsigned Cause = 6;  // bits of a cause that the recorder reads

  if (Xlen != 32 && Xlen != 64) begin : g_bad_xlen
    $error("rvt_ctr_next: Xlen must be 32 or 64");
  end
  if (Blocks < 1 || Blocks > 4) begin : g_bad_blocks
    $error("rvt_ctr_next: Blocks must be 1..4");
  end
  if (IretireWidth < 1 || IretireWidth > 8) begin : g_bad_iretire_width
    $error("rvt_ctr_next: IretireWidth must be 1..8");
  end
  if (Single > 1 || Targets > 1) begin : g_bad_flag
    $error("rvt_ctr_next: Single and Targets must be 0 or 1");
  end

  /// A trap retires nothing.
  function automatic logic is_trap(input logic [3:0] of);
    is_trap = of == rvt_ingress_pkg::ItException || of == rvt_ingress_pkg::ItInterrupt;
  endfunction

  /// The target of such a transfer is not told with it.
  function automatic logic is_late(input logic [3:0] of);
    is_late = of != rvt_ingress_pkg::ItNone &&
        (Targets == 0 || is_trap(of) || of == rvt_ingress_pkg::ItTrapReturn);
  endfunction

  // ---- The clock that leaves or waits ------------------------------------------------------------

  logic [Blocks*IretireWidth-1:0] iretire_q;
  logic [Blocks*Xlen-1:0] iaddr_q, told;
  logic [Blocks*4-1:0] itype_q;
  logic [Blocks*2-1:0] ilastsize_q;
  logic [Cause-1:0] cause_q;
  logic [2:0] priv_q;
  logic halted_q;

  logic away, more;  // debug mode; the next slot is there
  logic pends, waits;  // the newest slot has a late target, and ...
  logic [Blocks-1:0] newest;  // ... is this
  logic valid, last;
  logic [Xlen-1:0] next, addr, size;
  logic [3:0] itype;

  always_comb begin
    away = halted_i || priv_i == rvt_ctr_pkg::PrivD;
    more = 1'b0;
    next = '0;
    for (int unsigned k = Blocks; k > 0; k--) begin
      if (iretire_i[IretireWidth*(k-1)+:IretireWidth] != '0 || is_trap(itype_i[4*(k-1)+:4])) begin
        more = !away;
        next = iaddr_i[Xlen*(k-1)+:Xlen];
      end
    end

    pends = 1'b0;
    newest = '0;
    last = 1'b1;
    target_o = told;
    epc_o = '0;
    for (int unsigned k = Blocks; k > 0; k--) begin
      itype = itype_q[4*(k-1)+:4];
      addr = iaddr_q[Xlen*(k-1)+:Xlen];
      valid = iretire_q[IretireWidth*(k-1)+:IretireWidth] != '0 || is_trap(itype);
      size = Single != 0 ? Xlen'(2) << ilastsize_q[2*(k-1)+:2] :
                           Xlen'(iretire_q[IretireWidth*(k-1)+:IretireWidth]) << 1;
      if (valid) begin
        if (is_late(itype)) target_o[Xlen*(k-1)+:Xlen] = next;
        if (is_trap(itype)) begin
          epc_o = iretire_q[IretireWidth*(k-1)+:IretireWidth] == '0 ? addr : addr + size;
        end
        next = addr;
        if (last) begin
          newest[k-1] = 1'b1;
          pends = is_late(itype) && !halted_q && priv_q != rvt_ctr_pkg::PrivD;
        end
        last = 1'b0;
      end
    end
    waits = pends && !more && !away;

    itype_o = waits ? '0 : itype_q;
    for (int unsigned k = 0; k < Blocks; k++) begin
      if (newest[k] && pends && away) itype_o[4*k+:4] = rvt_ingress_pkg::ItNone;
    end
  end

  assign iretire_o = waits ? '0 : iretire_q;
  assign iaddr_o = iaddr_q;
  assign ilastsize_o = ilastsize_q;
  assign cause_o = Xlen'(cause_q);
  assign priv_o = priv_q;
  assign halted_o = halted_q;
  assign priv_after_o = priv_i;
  assign waits_o = waits;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      iretire_q <= '0;
      itype_q <= '0;
      priv_q <= rvt_ctr_pkg::PrivM;
      halted_q <= 1'b0;
    end else if (!waits) begin
      iretire_q <= iretire_i;
      itype_q <= itype_i;
      priv_q <= priv_i;
      halted_q <= halted_i;
    end
  end

  // Without a slot nobody reads them.
  always_ff @(posedge clk_i) begin
    if (!waits) begin
      iaddr_q <= iaddr_i;
      ilastsize_q <= ilastsize_i;
      cause_q <= cause_i[Cause-1:0];
    end
  end

  if (Targets != 0) begin : g_targets
    logic [Blocks*Xlen-1:0] target_q;
    always_ff @(posedge clk_i) if (!waits) target_q <= target_i;
    assign told = target_q;
  end else begin : g_no_targets
    assign told = '0;
    logic unused_target;
    assign unused_target = ^target_i;
  end

  logic unused;
  assign unused = ^{cause_i, access_i};

  // ---- Assertions ------------------------------------------------------------------------------

  // What waits is not shown.
  `RVT_IMPLIES(Waits_A, waits_o, iretire_o == '0 && itype_o == '0)
  `RVT_WARN_ONCE(Access_M, waits_o && access_i,
                 ("%m: an access before the next PC (CTR:H-02): it misses the newest transfer"))
  `RVT_WARN_ONCE(Debug_M, pends && away,
                 ("%m: debug mode before the next PC (CTR:B-06): the newest transfer is lost"))

endmodule

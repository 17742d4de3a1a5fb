// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What each event of a clock does: recorded or not (CTR-P, CTR-F), pushed and popped (CTR-R),
/// frozen (CTR-Z).
///
/// Combinational. Modes, cause and controls are those of the clock; what a slot freezes is so for
/// the slots after it.
module rvt_ctr_decide #(
  parameter int unsigned Blocks = 1,  // slots, 1..4
  parameter int unsigned Hyp    = 0   // modes VS and VU
) (
  input  logic                clk_i,  // for the assertions only
  input  logic                rst_ni,  // likewise
  input  logic [Blocks-1:0]   event_i,
  input  logic [Blocks*4-1:0] itype_i,
  input  logic [2:0]          priv_i,  // source mode
  input  logic [2:0]          priv_after_i,  // target mode of a trap or return
  input  logic                source_i,  // the source mode is enabled
  input  logic                target_i,  // ... the target mode
  input  logic                external_i,  // ... every xTE between them
  input  logic                breakpoint_i,  // cause of an exception (CTR-Z-01)
  input  logic                lcofi_i,  // ... of an interrupt (CTR-Z-02)
  input  logic [63:0]         mctrctl_i,
  input  logic [63:0]         vsctrctl_i,
  input  logic                frozen_i,
  output logic [Blocks-1:0]   record_o,  // a record or push: at WRPTR, which goes on
  output logic [Blocks-1:0]   swap_o,  // a record that replaces the youngest entry
  output logic [Blocks-1:0]   pop_o,  // the youngest entry goes
  output logic [Blocks-1:0]   no_source_o,  // the source is 0 (CTR-P-01), or all of the entry
  output logic [Blocks-1:0]   no_target_o,  // the target, likewise
  output logic [Blocks-1:0]   no_count_o,  // RAS emulation: CCV and CC are 0 (CTR-R-04)
  output logic                frozen_o  // after all slots
);

  logic v_source, v_target;  // V of the modes
  logic [15:0] inhibit, wanted;  // per type: the filter bit; a record is wanted
  logic ras_plain, ras_change;
  logic breakpoint, lcofi;
  logic to_debug;  // entry to debug mode is neither recorded nor frozen (CTR-B-06)

  assign to_debug = priv_after_i == rvt_ctr_pkg::PrivD;
  if (Hyp != 0) begin : g_hyp
    logic any_v, to_vs, ras_m, ras_vs;
    assign ras_m = mctrctl_i[rvt_ctr_pkg::RasEmuBit];
    assign ras_vs = vsctrctl_i[rvt_ctr_pkg::RasEmuBit];
    assign v_source = priv_i == rvt_ctr_pkg::PrivVu || priv_i == rvt_ctr_pkg::PrivVs;
    assign v_target = priv_after_i == rvt_ctr_pkg::PrivVu || priv_after_i == rvt_ctr_pkg::PrivVs;
    assign any_v = v_source || v_target;
    assign to_vs = priv_after_i == rvt_ctr_pkg::PrivVs;
    // Fields other than enables, xTE and freeze are those of vsctrctl as soon as a mode has V
    // (CTR-P-05).
    assign inhibit = {
      v_source ? vsctrctl_i[rvt_ctr_pkg::FilterBit+4+:12] : mctrctl_i[rvt_ctr_pkg::FilterBit+4+:12],
      any_v ? vsctrctl_i[rvt_ctr_pkg::FilterBit+:4] : mctrctl_i[rvt_ctr_pkg::FilterBit+:4]
    };
    assign ras_plain = v_source ? ras_vs : ras_m;
    assign ras_change = any_v ? ras_vs : ras_m;
    // CTR-Z-03
    assign breakpoint = breakpoint_i && (to_vs ? vsctrctl_i[rvt_ctr_pkg::BpFrzBit] :
                                                 mctrctl_i[rvt_ctr_pkg::BpFrzBit]);
    assign lcofi = lcofi_i && (to_vs ? vsctrctl_i[rvt_ctr_pkg::LcofiFrzBit] :
                                       mctrctl_i[rvt_ctr_pkg::LcofiFrzBit]);
  end else begin : g_no_hyp
    assign v_source = 1'b0;
    assign v_target = 1'b0;
    assign inhibit = mctrctl_i[rvt_ctr_pkg::FilterBit+:16];
    assign ras_plain = mctrctl_i[rvt_ctr_pkg::RasEmuBit];
    assign ras_change = mctrctl_i[rvt_ctr_pkg::RasEmuBit];
    assign breakpoint = breakpoint_i && mctrctl_i[rvt_ctr_pkg::BpFrzBit];
    assign lcofi = lcofi_i && mctrctl_i[rvt_ctr_pkg::LcofiFrzBit];
  end

  // Per type, with RASEMU 0 (CTR-P-01, CTR-P-04, CTR-F-01).
  always_comb begin
    wanted = ~inhibit & {16{source_i}};
    wanted[rvt_ingress_pkg::ItException] = source_i && !target_i ? external_i :
        target_i && !inhibit[rvt_ingress_pkg::ItException];
    wanted[rvt_ingress_pkg::ItInterrupt] = source_i && !target_i ? external_i :
        target_i && !inhibit[rvt_ingress_pkg::ItInterrupt];
    wanted[rvt_ingress_pkg::ItNotTaken] = source_i && inhibit[rvt_ingress_pkg::ItNotTaken];
    if (ras_change || to_debug) wanted[3:0] = '0;
    if (ras_plain) wanted[15:4] = '0;
  end

  always_comb begin
    logic frozen, freeze, stack, change;
    logic [3:0] itype;
    frozen = frozen_i;
    stack = ras_plain && source_i;
    for (int unsigned k = 0; k < Blocks; k++) begin
      itype = itype_i[4*k+:4];
      freeze = event_i[k] && !to_debug && ((itype == rvt_ingress_pkg::ItException && breakpoint) ||
                              (itype == rvt_ingress_pkg::ItInterrupt && lcofi));
      frozen = frozen || freeze;  // CTR-Z-04: the trap itself is not recorded
      record_o[k] = event_i[k] && !frozen &&
          (wanted[itype] || (stack && (itype == rvt_ingress_pkg::ItIndirectCall ||
                                       itype == rvt_ingress_pkg::ItDirectCall)));
      swap_o[k] = event_i[k] && !frozen && stack && itype == rvt_ingress_pkg::ItSwap;
      pop_o[k] = event_i[k] && !frozen && stack && itype == rvt_ingress_pkg::ItReturn;
      change = itype[3:2] == '0;
      no_source_o[k] = itype == rvt_ingress_pkg::ItReturn ? ras_plain : change && !source_i;
      no_target_o[k] = itype == rvt_ingress_pkg::ItReturn ? ras_plain : change && !target_i;
      no_count_o[k] = ras_plain && !change;  // of a trap or return: CTR-P-05
    end
    frozen_o = frozen;
  end

  logic unused;
  assign unused = ^{priv_i, v_source, v_target, mctrctl_i, vsctrctl_i};

  // ---- Assertions ------------------------------------------------------------------------------

  // An event does one thing, and nothing while records are frozen (CTR-C-21).
  `RVT_ASSERT(One_A, ((record_o & swap_o) | (record_o & pop_o) | (swap_o & pop_o)) == '0)
  `RVT_IMPLIES(Frozen_A, frozen_i, (record_o | swap_o | pop_o) == '0 && frozen_o)

endmodule

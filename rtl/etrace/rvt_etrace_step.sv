// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// One step of flow: what the run asks for in this clock. Combinational; the order is that of ETR section 8.
///
/// A run has two looks at most: at its first instruction, or its trap, and with `flags_i.rest` at its last one. Where the first one tells
/// an address and the last one nothing, they are one. After a 3.0 or 3.1 it stays a clock, so that what comes is counted from there.
module rvt_etrace_step #(
  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault
) (
  input  logic                         clk_i,   // read by assertions only
  input  logic                         rst_ni,  // read by assertions only
  input  logic                         valid_i,  // there is a run
  input  rvt_ingress_pkg::entry_t      entry_i,
  input  rvt_ingress_pkg::block_t      block_i,
  input  logic                         has_i,     // it has an instruction ...
  input  logic                         single_i,  // ... or none, or one
  input  logic                         next_valid_i,
  input  rvt_ingress_pkg::entry_t      next_entry_i,
  input  logic                         next_has_i,

  input  rvt_etrace_pkg::flags_t  flags_i,
  input  logic                         branches_i,  // some are to be told, with the run's
  input  logic                         near_i,      // ... it may be that now ...
  input  logic                         full_i,      // ... it is ...
  input  logic                         max_i,       // ... with an address
  input  logic                         since_i,     // since one no call, branch or address was
  input  logic                         behind_i,    // with IretExt: an implied return led to C
  input  logic                         due_i,       // a sync is due behind the run
  input  logic                         packets_i,   // ... after so many packets (TCI:SYNC-02)
  input  logic                         news_i,      // no 3.3 has told the options

  output logic                         ready_o,  // it does not wait for N
  output rvt_etrace_pkg::act_t    act_o
);

  rvt_etrace_pkg::act_t act;
  logic
      is_stop,
      is_overflow,
      has,
      traps,
      is_exc,
      nxt,
      nxt_has,
      next_trap,
      stop,
      other,
      differs,
      async;
  logic reported, early, tells_enable, alone;
  logic after_trap, start, trap, tells, ends, quiet;

  assign is_stop = entry_i.kind == rvt_ingress_pkg::EntryStop;
  assign is_overflow = entry_i.kind == rvt_ingress_pkg::EntryOverflow;
  assign has = has_i;
  assign traps = rvt_ingress_pkg::is_trap(block_i.itype);
  assign is_exc = block_i.itype == rvt_ingress_pkg::ItException;

  // ---- N ---------------------------------------------------------------------------------------

  assign nxt = !traps && next_entry_i.kind == rvt_ingress_pkg::EntryBlock;
  assign nxt_has = nxt && next_has_i;
  assign next_trap = traps || (nxt && !next_has_i);
  assign stop = !traps && next_entry_i.kind == rvt_ingress_pkg::EntryStop;
  assign other = Build.Context > 1 && entry_i.hart_context != next_entry_i.hart_context;
  assign differs = nxt_has && (entry_i.priv != next_entry_i.priv ||
                               (other && next_entry_i.ctype[1]));
  assign async = nxt_has && other && next_entry_i.ctype == 2'd3;  // ETR:DC-02

  // ---- Decision --------------------------------------------------------------------------------

  assign after_trap = flags_i.trap || entry_i.trap != '0;
  assign reported = flags_i.trap ? flags_i.reported : entry_i.trap[2] && flags_i.closed;
  assign start = has && (after_trap || !flags_i.open || flags_i.sync);
  assign trap = !has && (after_trap || (is_exc && (!flags_i.open || flags_i.ud)));
  assign tells_enable = entry_i.kind == rvt_ingress_pkg::EntryStart && entry_i.enable_new &&
                        !flags_i.rest && !flags_i.supported;
  assign tells = (start || trap) && news_i;
  // The first instruction is not the last one; N is not asked for where that is told by itself, or a trap of the block is N.
  assign alone = !flags_i.rest && has && !single_i;
  assign early = tells_enable || (has && traps) || (alone && (start || flags_i.ud || flags_i.own));
  assign ready_o = valid_i && (next_valid_i || is_stop || is_overflow || early);
  // What ends in another packet, or in none: a decoder has to find it by itself (ETR:A-05, DC-06).
  assign ends = (due_i && (branches_i || since_i)) || next_trap || async || stop ||
                (differs && (branches_i || (Build.IretExt != 0 && since_i)));
  // Nothing is left to say of its last instruction after the address of its first one. In mode 1 that packet itself may make a sync due.
  assign quiet = next_valid_i && nxt_has && !differs && !due_i && !packets_i && !block_i.notify &&
                 !flags_i.own;

  always_comb begin
    act = '0;
    act.first = 1'b1;
    act.differs = differs;
    act.thaddr = has;
    act.of_before = after_trap && !reported;
    act.qual = rvt_etrace_pkg::QualNoChange;
    act.kind = rvt_etrace_pkg::KindSupport;
    if (is_overflow || is_stop) begin
      act.done = 1'b1;
      act.closes = 1'b1;
      act.offer = is_overflow || flags_i.synced;
      act.may = act.offer;
      if (is_stop) begin
        act.qual = flags_i.ntr ? rvt_etrace_pkg::QualEndedNtr : rvt_etrace_pkg::QualEndedRep;
        act.ienable = entry_i.sub[0];
      end else begin
        if (entry_i.sub[2]) act.qual = rvt_etrace_pkg::QualLost;
        act.ienable = entry_i.sub[0];
      end
    end else if (tells_enable) begin
      act.offer = 1'b1;
      act.may = 1'b1;
      act.ienable = 1'b1;
    end else if (!early && next_entry_i.kind == rvt_ingress_pkg::EntryOverflow) begin
      act.done = 1'b1;  // it owes nothing any more (ETR:DC-08)
      act.closes = 1'b1;
    end else if (!flags_i.rest && tells && !flags_i.supported) begin
      act.offer = 1'b1;
      act.may = 1'b1;
      act.ienable = 1'b1;
    end else if (!flags_i.rest && trap) begin
      act.offer = 1'b1;
      act.may = 1'b1;
      act.kind = rvt_etrace_pkg::KindTrap;
    end else if (!flags_i.rest && start) begin
      act.offer = 1'b1;
      act.may = 1'b1;
      act.kind = after_trap && !reported ? rvt_etrace_pkg::KindTrap : rvt_etrace_pkg::KindStart;
    end else if (!flags_i.rest && has && flags_i.ud) begin
      act.offer = 1'b1;
      act.may = 1'b1;
      act.kind = rvt_etrace_pkg::KindAddress;
      act.of_ud = single_i;
      act.updiscon = single_i && (next_trap || differs || due_i) && !stop;
      act.both = !single_i && quiet;
      act.done = single_i || quiet;
    end else if (!has || (single_i && flags_i.rest)) begin
      act.done = 1'b1;
    end else if (!flags_i.rest && !single_i && flags_i.own) begin
      act.offer = 1'b1;
      act.may = 1'b1;
      act.kind = rvt_etrace_pkg::KindContext;
    end else begin
      act.first = 1'b0;
      act.done = 1'b1;
      act.notify = block_i.notify && !behind_i;
      act.offer = 1'b1;
      act.deep = ends;
      act.may = due_i || next_trap || differs || async || stop || block_i.notify || near_i ||
                flags_i.own;
      if (ends || block_i.notify || max_i) begin
        act.kind = rvt_etrace_pkg::KindAddress;
        act.of_ud = behind_i;  // told as the target of a return that was not implied
        act.updiscon = behind_i && (next_trap || differs || due_i) && !stop;
      end else if (full_i) begin
        act.kind = rvt_etrace_pkg::KindBranch;
      end else if (flags_i.own) begin
        act.kind = rvt_etrace_pkg::KindContext;
      end else begin
        act.offer = 1'b0;
      end
    end
    act.syncs = act.offer && (act.kind == rvt_etrace_pkg::KindStart ||
                              act.kind == rvt_etrace_pkg::KindTrap);
  end
  assign act_o = act;

  // ---- Assertions ------------------------------------------------------------------------------

  // A run leaves without a record, or with one that no count begins from.
  `RVT_IMPLIES(Leaves_A, ready_o && act.done, !act.syncs)
  // Branches are told only where that was foreseen.
  `RVT_IMPLIES(Near_A, full_i || max_i, near_i)
  `RVT_IMPLIES(May_A, ready_o && act.offer, act.may)

  logic unused;
  assign unused = ^{next_entry_i, block_i};

endmodule

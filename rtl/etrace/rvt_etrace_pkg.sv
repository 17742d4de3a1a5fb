// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Words of E-Trace (ETR section 3), and what passes between its units.
///
/// Structs have the widths of the largest build, as those of `rvt_ingress_pkg`.
package rvt_etrace_pkg;

  /// The forms of packets, as in the model: branches without an address, what has one, and 3.0 to 3.3.
  typedef enum logic [2:0] {
    KindBranch  = 3'd2,
    KindAddress = 3'd3,
    KindStart   = 3'd4,
    KindTrap    = 3'd5,
    KindContext = 3'd6,
    KindSupport = 3'd7
  } kind_e;

  typedef enum logic [1:0] {
    QualNoChange = 2'd0,  // ETR:F3-06
    QualEndedRep = 2'd1,
    QualLost     = 2'd2,
    QualEndedNtr = 2'd3
  } qual_e;

  localparam int unsigned BranchesMax = 31;  // ETR:F1-01
  localparam int unsigned IoptionsBits = 5;  // ETR AMB-13

  /// A packet before it is bits; of a field that its kind does not have nothing is said.
  typedef struct packed {
    kind_e       kind;
    logic [4:0]  branches;
    logic [30:0] branch_map;  // the oldest in bit 0, 1: not taken (ETR:P-06)
    logic        counted;   // a 0.0: `count` is sent for the map (ETR:F0-02)
    logic [31:0] count;     // branch_count
    logic        miss;      // ... and the branch at the address was predicted wrong
    logic [62:0] addr;      // absolute, without bit 0
    logic        hit;       // the jump target cache has it: 0.1 if that is shorter (ETR:AMB-16)
    logic        notify;    // the flags themselves, not how they are coded (ETR:F2-01)
    logic        updiscon;
    logic        irreport;
    logic [7:0]  irdepth;  // with IretExt irets
    logic        branch;    // the address is not that of a taken branch
    logic        thaddr;    // it is that of a handler
    logic        is_int;
    logic [5:0]  cause;
    logic [63:0] tval;
    logic [2:0]  priv;
    logic [58:0] hart_context;
    logic        ienable;
    qual_e       qual;
    logic [6:0]  ioptions;  // as the build's support packet has them
    logic [63:0] abs_time;  // of the clock of what it tells
  } record_t;

  /// What is known of P, and of the run before this step.
  typedef struct packed {
    logic rest;       // the run's first instruction, or its trap, is done with
    logic supported;  // a 3.3 went before it
    logic open;       // P is of this session
    logic synced;     // the session has had a 3.0 or 3.1
    logic ud;         // P is an uninferable discontinuity (ETR AMB-1)
    logic sync;       // the next instruction is told by a 3.0 (ETR:R-03 S3, ETR:F3-01)
    logic trap;       // P is a trap ...
    logic reported;   // ... that has been told
    logic closed;     // the last session ended behind a trap that has been told
    logic own;        // a context is to be told (ETR AMB-24)
    logic ntr;        // P would have been told without an end of trace (ETR:F3-06)
  } flags_t;

  /// What a step does.
  typedef struct packed {
    logic may;        // there may be a record, by what is known early
    logic offer;      // there is one ...
    kind_e kind;  // ... of this kind
    logic syncs;      // it is a 3.0 or 3.1
    logic done;       // the run leaves
    logic both;       // ... with its first look: nothing is told of its last instruction
    logic closes;     // the session is over
    logic first;      // it is of the run's first instruction, or its trap; else of its last one
    logic of_ud;      // as P is an uninferable discontinuity
    logic thaddr;     // 3.1: of a handler's first instruction
    logic of_before;  // 3.1: the trap is P
    logic notify;
    logic updiscon;
    logic deep;       // a report of its last instruction tells the depth of the stack (ETR:A-05)
    qual_e qual;
    logic ienable;
    logic differs;    // ppccd(C,N)
  } act_t;

  /// What a block ends in that has to be told: ETR AMB-1, without what sijump says.
  function automatic logic is_uninferable(input logic [3:0] itype);
    is_uninferable = rvt_ingress_pkg::is_transfer(itype) && !rvt_ingress_pkg::is_trap(itype);
  endfunction

  /// Bits of irdepth, or irets (ETR:F2-03).
  function automatic int unsigned depth_width(input int unsigned stack_depth,
                                              input int unsigned iret_ext);
    depth_width = stack_depth == 0 ? 0 : iret_ext != 0 ? 8 : $clog2(stack_depth) + 1;
  endfunction

  /// Bits of the longest payload: a 3.1, or a format 1 with its address. With the widest context they are 27
  /// bytes, which a header can say (ETR:P-03).
  function automatic int unsigned payload_width(
      input int unsigned xlen, input int unsigned addr_width, input int unsigned priv_bits,
      input int unsigned context_width, input int unsigned stack_depth,
      input int unsigned iret_ext);
    int unsigned trap, with_map;
    trap = 4 + 1 + priv_bits + context_width + rvt_ingress_pkg::cause_width(xlen) + 2 +
           addr_width + addr_width + 1;
    with_map = 2 + 5 + 31 + addr_width + 3 + depth_width(stack_depth, iret_ext);
    payload_width = trap > with_map ? trap : with_map;
  endfunction

  /// Beats of the longest packet.
  function automatic int unsigned longest_beats(
      input int unsigned lanes, input int unsigned xlen, input int unsigned addr_width,
      input int unsigned priv_bits, input int unsigned context_width,
      input int unsigned stack_depth, input int unsigned iret_ext, input int unsigned src_bits_max,
      input int unsigned ts_width);
    longest_beats = (1 + (src_bits_max + 7) / 8 + ts_width / 8 +
                     (payload_width(xlen, addr_width, priv_bits, context_width, stack_depth,
                                    iret_ext) + 7) / 8 + lanes - 1) / lanes;
  endfunction

endpackage

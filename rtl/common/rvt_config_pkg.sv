// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The run-time configuration of an encoder, by the names of the Trace Control Interface.
package rvt_config_pkg;

  typedef enum logic [3:0] {
    ModeOff = 4'd0,  // NT:CTL-04
    ModeBtm = 4'd3,  // NT:CTL-04
    ModeHtm = 4'd6   // NT:CTL-04
  } mode_e;

  typedef enum logic [1:0] {
    PeriodOff       = 2'd0,  // NT:CTL-08
    PeriodMessages  = 2'd1,  // NT:CTL-08
    PeriodClocks    = 2'd2,  // NT:CTL-08
    PeriodHalfwords = 2'd3   // NT:CTL-08
  } sync_mode_e;

  /// Run-time configuration of all formats; docs/interface.md says what is N-Trace's alone. Everything but active,
  /// enable, tracing, trig_ena, stall_ena, sync_mode and sync_max is stable from a trace start until the encoder
  /// has settled.
  // interface: struct config
  typedef struct packed {
    logic        active;             // trTeActive; 0 is a synchronous reset (NT:CTL-01)
    logic        enable;             // trTeEnable (NT:CTL-02)
    logic        tracing;            // trTeInstTracing (NT:CTL-03)
    logic        trig_ena;           // trTeInstTrigEnable: triggers count (TCI:TRIG-03)
    logic [3:0]  mode;               // trTeInstMode, mode_e (NT:CTL-04)
    logic        stall_ena;          // trTeInstStallEna (NT:CTL-11)
    logic [1:0]  sync_mode;          // trTeInstSyncMode, sync_mode_e, of the next run (TCI:SYNC-07)
    logic [3:0]  sync_max;           // trTeInstSyncMax: period 2^(sync_max + 4); likewise
    logic [1:0]  ir_mode;            // trTeInstImplicitReturnMode: 2 low bits, 3 all (NT:IRT-03)
    logic        ir_en;              // trTeInstEnImplicitReturn; with ir_mode (NT:IRT-01)
    logic        seq_en;             // trTeInstEnSequentialJump (NT:SQJ-01)
    logic        inhibit_src;        // trTeInhibitSrc (NT:SRC-01)
    logic [3:0]  src_bits;           // trTeSrcBits, 0..SrcBitsMax
    logic [11:0] src_id;             // trTeSrcID
    logic        all_jumps;          // trTeInstEnAllJumps: direct jumps as taken ones (NT:AJM-01)
    logic        extend_addr;        // trTeInstExtendAddrMSB: equal upper bits not sent (NT:ADR-10)
    logic        repeat_branch;      // rvtTeEnRepeatBranch: RepeatBranch messages (NT:CTL-16)
    logic        repeat_hist;        // trTeInstEnRepeatedHistory: outcomes that repeat (NT:RHI-01)
    logic        context_en;         // trTeContext: Ownership messages (NT:CTL-09)
    logic        ts_en;              // trTsEnable (NT:CTL-13)
    logic [3:0]  ts_suppress;        // rvtTsSuppress: kinds of messages without TSTAMP (TCI:TS-18)
    logic        time_new;           // a clock long: new base of time, or TSTAMP begins (TCI:TS-16)
    logic        no_addr_diff;       // trTeInstNoAddrDiff: addresses are absolute (ETR:M-FULL)
    logic        no_trap_addr;       // trTeInstNoTrapAddr: no address of a handler (ETR:M-IEX)
    logic        branch_prediction;  // trTeInstEnBranchPrediction (ETR:M-BP)
    logic        jump_target_cache;  // trTeInstEnJumpTargetCache (ETR:M-JTC)
    logic        plain_sync;         // N-Trace: a branch's sync is plain, then ProgTraceSync (Q-05)
  } config_t;
  // interface end

endpackage

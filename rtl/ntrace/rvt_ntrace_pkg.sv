// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Encodings of N-Trace 1.0 and the types that pass between the encoder's units.
///
/// Every constant names the requirement row it comes from. Structs have the widths of the largest
/// build; a smaller build leaves the upper bits of a field constant zero and synthesis removes them.
package rvt_ntrace_pkg;

  // Ceilings of the format (NT:GEN-05).
  localparam int unsigned SrcBitsCeil = 12;
  localparam int unsigned IcntCeil = 22;
  localparam int unsigned HistCeil = 32;
  localparam int unsigned AddrCeil = 63;
  localparam int unsigned TimeCeil = 64;
  localparam int unsigned RepeatCeil = 18;  // B-CNT, HREPEAT

  typedef enum logic [5:0] {
    TcOwnership             = 6'd2,   // NT:MSG-01
    TcDirectBranch          = 6'd3,   // NT:MSG-02
    TcIndirectBranch        = 6'd4,   // NT:MSG-03
    TcError                 = 6'd8,   // NT:MSG-04
    TcProgTraceSync         = 6'd9,   // NT:MSG-05
    TcDirectBranchSync      = 6'd11,  // NT:MSG-06
    TcIndirectBranchSync    = 6'd12,  // NT:MSG-07
    TcResourceFull          = 6'd27,  // NT:MSG-08
    TcIndirectBranchHist    = 6'd28,  // NT:MSG-09
    TcIndirectBranchHistSync = 6'd29, // NT:MSG-10
    TcRepeatBranch          = 6'd30,  // NT:MSG-11
    TcProgTraceCorrelation  = 6'd33   // NT:MSG-12
  } tcode_e;

  typedef enum logic [1:0] {
    MseoNormal  = 2'b00,  // NT:PKT-06
    MseoEndVar  = 2'b01,  // NT:PKT-04
    MseoEndMsg  = 2'b11   // NT:PKT-05
  } mseo_e;

  typedef enum logic [3:0] {
    SyncExternal = 4'd0,  // NT:SYN-10
    SyncReset    = 4'd1,  // NT:SYN-11
    SyncPeriodic = 4'd2,  // NT:SYN-12
    SyncDebug    = 4'd3,  // NT:SYN-13
    SyncIcntFull = 4'd4,  // NT:SYN-14
    SyncEnable   = 4'd5,  // NT:SYN-15
    SyncEvent    = 4'd6,  // NT:SYN-16
    SyncOverrun  = 4'd7,  // NT:SYN-17
    SyncPower    = 4'd9   // NT:SYN-18
  } sync_e;

  typedef enum logic [1:0] {
    BtNone      = 2'd0,  // NT:BTY-01
    BtTrap      = 2'd1,  // NT:BTY-02, unused: this encoder tells the two apart
    BtException = 2'd2,  // NT:BTY-03
    BtInterrupt = 2'd3   // NT:BTY-03
  } btype_e;

  typedef enum logic [3:0] {
    RcIcnt       = 4'd0,  // NT:RSF-01
    RcHist       = 4'd1,  // NT:RSF-02
    RcHistRepeat = 4'd2   // NT:RSF-03
  } rcode_e;

  typedef enum logic [3:0] {
    EvDebug    = 4'd0,  // NT:COR-02
    EvPower    = 4'd1,  // NT:COR-02
    EvDisabled = 4'd4   // NT:COR-02
  } evcode_e;

  /// One message before packing. `sub` and `btype` are zero in a message without them; whatever else
  /// `tcode` does not have is ignored.
  // interface: struct record
  typedef struct packed {
    logic [5:0]  tcode;     // tcode_e
    logic [3:0]  sub;       // SYNC, ETYPE, RCODE or EVCODE
    logic [1:0]  btype;     // B-TYPE, or CDF in a ProgTraceCorrelation
    logic [21:0] icnt;      // I-CNT, ECODE, B-CNT, or HREPEAT in a ResourceFull with RCODE 2
    logic [62:0] addr;      // F-ADDR or U-ADDR as sent (bit 0 of the address is gone), or PROCESS
    logic [31:0] hist;      // HIST with its stop bit
    logic [63:0] abs_time;  // absolute time of the event; the packer forms differences
  } record_t;
  // interface end

  /// Bits of flow's requests for a sync that waits for the next address (D-21, D-22).
  localparam int unsigned RequestResetBit = 0;  // SYNC 1
  localparam int unsigned RequestExternalBit = 1;  // SYNC 0
  localparam int unsigned RequestEventBit = 2;  // SYNC 6

  /// What flow takes at once: a stop, an overflow, or the blocks of a *run*, in which nothing divides
  /// the first block from the last: no transfer, no address to be told, no sync; docs/units/flow.md.
  typedef struct packed {
    logic [63:0] first_time;  // of the first block
    logic [63:0] abs_time;    // of the last one
    logic        time_new;    // ... and of another base than what came before the run
    logic [1:0]  kind;        // entry_e, of the entry, if its first block begins the run
    logic [3:0]  sub;         // ... by kind
    logic        known;       // `addr` is one
    logic [62:0] addr;        // of the first block
    logic [10:0] halfwords;   // of all
    logic [2:0]  outcomes;    // conditional branches
    logic [3:0]  taken;       // ... whether each is taken, the last one in the lowest bit
    logic        push;        // there is a call ...
    logic [62:0] call_addr;   // ... in the block at this address ...
    logic [7:0]  call_units;  // ... of so many half-words: it returns behind it (NT:ING-07)
    logic [62:0] last_addr;   // of the last block; with Events
    logic [7:0]  last_units;  // its half-words
    logic [1:0]  seq;         // seq_e, of the last block
    logic        notify;      // ...
    logic [3:0]  itype;       // itype_e, ...
    logic [2:0]  priv;        // of all; with Context, as the next two
    logic [58:0] hart_context;  // ... in the clock of the first block
    logic        context_new;  // one of them was reported as new before the first block
  } run_t;

  /// The requests for a sync that an entry carries, by the Request bits: they arose before its first block.
  function automatic logic [2:0] requests_of(input logic [1:0] kind, input logic [3:0] sub);
    requests_of = '0;
    if (kind == rvt_ingress_pkg::EntryBlock) begin
      requests_of[RequestResetBit] = sub[rvt_ingress_pkg::BeforeResetBit];
      requests_of[RequestExternalBit] = sub[rvt_ingress_pkg::BeforeNotifyBit];
    end
    if (kind == rvt_ingress_pkg::EntryStop) begin
      requests_of[RequestResetBit] = sub[rvt_ingress_pkg::StopResetBit];
      requests_of[RequestExternalBit] = sub[rvt_ingress_pkg::StopNotifiedBit];
    end
  endfunction

  /// Blocks of a run at most: what the clock before left over, and those of this clock.
  function automatic int unsigned run_blocks(input int unsigned flow_blocks);
    run_blocks = 2 * flow_blocks - 1;
  endfunction

  /// Outcomes of a run at most. HIST has room for one less than fill it, and for those.
  function automatic int unsigned run_outcomes(input int unsigned flow_blocks,
                                               input int unsigned hist_width);
    run_outcomes = run_blocks(flow_blocks) > 4 ? 4 : run_blocks(flow_blocks);
    if (hist_width - 1 < run_outcomes) run_outcomes = hist_width - 1;
  endfunction

  /// What flow does in a clock, one-hot: each use tests one case, and would have to decode a binary
  /// code again. Every case but `prepare` and `count` gives exactly one record.
  typedef struct packed {
    logic own;          // Ownership
    logic prepare;      // the address sent last becomes 0: the next one is sent in full
    logic count;        // count the run; DirectBranch if it ends in a taken branch of BTM
    logic error;        // end of an overflow
    logic stop;         // ProgTraceCorrelation
    logic start;        // ProgTraceSync with the start reason
    logic hist;         // RCODE 1
    logic direct;       // a held taken branch as DirectBranch
    logic direct_sync;  // a held taken branch as DirectBranchSync
    logic branch;       // the pending transfer, plain form
    logic branch_sync;  // the pending transfer, sync form
    logic linear;       // sync between instructions
    logic icnt;         // RCODE 0
  } flow_act_t;

  /// Steps of the unit of repeated histories, one-hot, and what is done in them.
  typedef struct packed {
    logic idle;     // nothing is held: records pass
    logic rest;     // outcomes come in, or follow the repeat
    logic search;   // a period is looked at
    logic older;    // an outcome before the run is read ...
    logic same;     // ... and the one a period behind it
    logic length;   // what is before the run is counted
    logic first;    // what blocks have to cover comes
    logic check;    // a block of it is covered
    logic found;    // it is worth a message
    logic read;     // outcomes of a HIST are read
    logic sends;    // it goes out
    logic closes;   // ... with a record that closes
    logic turns;    // search to first
  } history_step_t;
  typedef struct packed {
    logic shift;    // an outcome, or four, go into it
    logic looks;    // one is compared with the block
    logic picture;  // a picture of the window is taken
    logic begins;   // a HIST begins
    logic reads;    // an outcome goes into it
    logic counts;
    logic zero;     // the count begins anew
  } history_act_t;

  /// The one-bit part of flow's state; docs/units/flow.md.
  typedef struct packed {
    logic       pend;     // a transfer waits for its target
    logic       held;     // ... a taken branch of BTM that waits for a sync (D-07)
    logic       popped;   // ... a return, and the stack had an address for it
    logic       started;  // a step of the run has been taken: its start message, its `sub`
    logic       own;      // an Ownership is to come before the run is counted ...
    logic       own_low;  // ... that of scontext: the one of hcontext has gone
    logic       late;     // ... with the time of what waited: it follows that message
    logic       asks;     // `req` is not empty; with Events
    logic [2:0] req;      // Request*
  } flow_flags_t;

  /// Turns of flow within which what is of this kind leaves: clocks in which the packer takes its
  /// record, or there is none; `of_ownership`: Ownership messages in a row. Proved by rvt_fv_flow_turns, summed
  /// up by rvt_check_encoder.
  function automatic int unsigned head_turns(input logic [1:0] kind,
                                             input int unsigned of_ownership);
    unique case (kind)
      rvt_ingress_pkg::EntryOverflow: head_turns = 3;  // two full counters, the Error
      // ... what waited, a notification after its preparation and its Ownership, the Correlation
      rvt_ingress_pkg::EntryStop: head_turns = 6 + of_ownership;
      // ... and its Ownership, a sync after its preparation and its Ownership, the count
      default: head_turns = 6 + 2 * of_ownership;
    endcase
  endfunction

  /// Ownership messages in a row (NT:OWN-07).
  function automatic int unsigned ownerships(input int unsigned of_context,
                                             input int unsigned hcontext_width);
    ownerships = of_context == 0 ? 0 : of_context > 1 && hcontext_width > 0 ? 2 : 1;
  endfunction

  /// Clocks of a consumer that takes for a run: those of its turns, and one to count it. With RepeatBranch a turn
  /// whose record is counted has a clock more, which the message of its count takes with that of the turn.
  function automatic int unsigned run_clocks(input int unsigned longest, input int unsigned repeats,
                                             input int unsigned of_ownership);
    run_clocks = head_turns(rvt_ingress_pkg::EntryBlock, of_ownership) * (longest + repeats) + 1;
  endfunction

  /// ... for all that is held between queue and message FIFO: for the packer's message (with several lanes also its
  /// record), two full counters, a stop and an overflow's Error the beats of the longest message for each; a few to pass
  /// the registers, more with several blocks; with QueueSync one each for the stop and the overflow; with RepeatBranch a
  /// count and a record behind it. Flow holds one run; with several blocks also the next one, what is aside, a planned
  /// run, its rest, and an entry. Without a second block of flow nothing is ever a rest.
  function automatic int unsigned own_clocks(
      input int unsigned longest, input int unsigned blocks, input int unsigned flow_blocks,
      input int unsigned lanes, input int unsigned repeats, input int unsigned sync,
      input int unsigned of_ownership);
    int unsigned wide, held_runs;
    wide = lanes > 1 ? 1 : 0;
    held_runs = blocks == 1 ? 1 : blocks + (flow_blocks > 1 ? 5 : 3);
    own_clocks = (3 + 2 * repeats + wide +
                  head_turns(rvt_ingress_pkg::EntryStop, of_ownership) +
                  head_turns(rvt_ingress_pkg::EntryOverflow, of_ownership)) * (longest + repeats) +
                 (blocks > 1 ? 20 : 11) + 2 * wide + 2 * sync +
                 held_runs * run_clocks(longest, repeats, of_ownership);
  endfunction

  /// Bytes at which a message is, full beats and what follows them, after a part of `bits` bits: it follows
  /// in the same beat if it fits there.
  function automatic int unsigned after_part(input int unsigned lanes, input int unsigned at,
                                             input int unsigned bits);
    int unsigned beat_end;
    beat_end = (at + lanes - 1) / lanes * lanes;
    after_part = (bits + 5) / 6 + (at + (bits + 5) / 6 <= beat_end ? at : beat_end);
  endfunction

  /// Beats of the longest message, IndirectBranchHistSync, or IndirectBranchSync without HIST
  /// (NT:GEN-07): the parts of docs/units/packer.md, each with all its bits.
  function automatic int unsigned longest_beats(input int unsigned lanes, input int unsigned src,
                                                input int unsigned icnt, input int unsigned addr,
                                                input int unsigned hist, input int unsigned stamp);
    int unsigned at;
    at = after_part(lanes, 0, 6 + src + 4 + 2 + icnt);
    at = after_part(lanes, at, addr);
    at = after_part(lanes, at, hist);
    at = after_part(lanes, at, stamp);
    longest_beats = (at + lanes - 1) / lanes;
  endfunction

  /// Codes of the ingress stage in N-Trace: SYNC of a session's start (NT:SYN-10 to SYN-18), EVCODE of its end
  /// (NT:COR-02), ECODE of an overflow (NT:ERR-03). They have the same values; a format with others has a
  /// table here.
  function automatic logic [3:0] sync_of(input logic [3:0] start);
    sync_of = start;
  endfunction
  function automatic logic [3:0] evcode_of(input logic [3:0] stop);
    evcode_of = stop;
  endfunction
  function automatic logic [3:0] ecode_of(input logic [3:0] lost);
    ecode_of = lost;
  endfunction

  /// B-TYPE of a transfer (NT:BTY-01 to BTY-03).
  function automatic logic [1:0] btype_of(input logic [3:0] itype);
    unique case (itype)
      rvt_ingress_pkg::ItException: btype_of = rvt_ntrace_pkg::BtException;
      rvt_ingress_pkg::ItInterrupt: btype_of = rvt_ntrace_pkg::BtInterrupt;
      default: btype_of = rvt_ntrace_pkg::BtNone;
    endcase
  endfunction

  /// Whether the message carries F-ADDR and resets all compression state (NT:SYN-01).
  function automatic logic is_sync(input logic [5:0] tcode);
    is_sync = tcode == rvt_ntrace_pkg::TcProgTraceSync ||
              tcode == rvt_ntrace_pkg::TcDirectBranchSync ||
              tcode == rvt_ntrace_pkg::TcIndirectBranchSync ||
              tcode == rvt_ntrace_pkg::TcIndirectBranchHistSync;
  endfunction

  /// Kind of the message as a bit of rvtTsSuppress; none of a sync (TCI:TS-18).
  function automatic logic [3:0] time_kind(input logic [5:0] tcode);
    unique case (tcode)
      rvt_ntrace_pkg::TcDirectBranch, rvt_ntrace_pkg::TcIndirectBranch,
      rvt_ntrace_pkg::TcIndirectBranchHist: time_kind = 4'b0001;
      rvt_ntrace_pkg::TcResourceFull, rvt_ntrace_pkg::TcRepeatBranch: time_kind = 4'b0010;
      rvt_ntrace_pkg::TcOwnership: time_kind = 4'b0100;
      rvt_ntrace_pkg::TcError, rvt_ntrace_pkg::TcProgTraceCorrelation: time_kind = 4'b1000;
      default: time_kind = '0;
    endcase
  endfunction

  /// Whether a stream can be taken up at the message: it stands alone, or tells of a loss.
  function automatic logic is_entry(input logic [5:0] tcode);
    is_entry = tcode == rvt_ntrace_pkg::TcError ||
               tcode == rvt_ntrace_pkg::TcProgTraceSync ||
               tcode == rvt_ntrace_pkg::TcDirectBranchSync ||
               tcode == rvt_ntrace_pkg::TcIndirectBranchSync ||
               tcode == rvt_ntrace_pkg::TcIndirectBranchHistSync;
  endfunction

  /// Whether the value is one of the twelve messages of this encoder.
  function automatic logic is_tcode(input logic [5:0] tcode);
    unique case (tcode)
      rvt_ntrace_pkg::TcOwnership, rvt_ntrace_pkg::TcDirectBranch,
      rvt_ntrace_pkg::TcIndirectBranch, rvt_ntrace_pkg::TcError,
      rvt_ntrace_pkg::TcProgTraceSync, rvt_ntrace_pkg::TcDirectBranchSync,
      rvt_ntrace_pkg::TcIndirectBranchSync, rvt_ntrace_pkg::TcResourceFull,
      rvt_ntrace_pkg::TcIndirectBranchHist, rvt_ntrace_pkg::TcIndirectBranchHistSync,
      rvt_ntrace_pkg::TcRepeatBranch, rvt_ntrace_pkg::TcProgTraceCorrelation: is_tcode = 1'b1;
      default: is_tcode = 1'b0;
    endcase
  endfunction

endpackage

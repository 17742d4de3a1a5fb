// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The hart side: what its port says, and what passes from the ingress stage through the queue to the
/// encoder of a format. Nothing here is of one format.
///
/// Structs have the widths of the largest build; a smaller build leaves the upper bits of a field
/// constant zero and synthesis removes them. Several blocks are one vector, block 0 in the low bits.
package rvt_ingress_pkg;

  typedef enum logic [3:0] {
    ItNone         = 4'd0,   // NT:ITY-00
    ItException    = 4'd1,   // NT:ITY-01
    ItInterrupt    = 4'd2,   // NT:ITY-02
    ItTrapReturn   = 4'd3,   // NT:ITY-03
    ItNotTaken     = 4'd4,   // NT:ITY-04
    ItTaken        = 4'd5,   // NT:ITY-05
    ItIndirect     = 4'd6,   // NT:ITY-06
    ItReserved     = 4'd7,   // NT:ITY-07
    ItIndirectCall = 4'd8,   // NT:ITY-08
    ItDirectCall   = 4'd9,   // NT:ITY-09
    ItIndirectJump = 4'd10,  // NT:ITY-10
    ItDirectJump   = 4'd11,  // NT:ITY-11
    ItSwap         = 4'd12,  // NT:ITY-12
    ItReturn       = 4'd13,  // NT:ITY-13
    ItIndirectLink = 4'd14,  // NT:ITY-14
    ItDirectLink   = 4'd15   // NT:ITY-15
  } itype_e;

  /// How an instruction transfers control; the values are those of `rvt/insn.h`.
  typedef enum logic [2:0] {
    InsnLinear     = 3'd0,  // it goes on after itself; every unknown encoding (NT:CUS-06)
    InsnBranch     = 3'd1,  // conditional, with a direct target
    InsnJump       = 3'd2,  // unconditional, with a direct target
    InsnIndirect   = 3'd3,  // by a register, or by what CM.POPRET loads
    InsnTrapReturn = 3'd4,  // MRET, SRET
    InsnTrap       = 3'd5,  // ECALL, EBREAK: always trap, never retire (NT:ITY-25)
    InsnTableJump  = 3'd6   // CM.JT, CM.JALT
  } insn_kind_e;

  /// What an entry of the queue stands for.
  typedef enum logic [1:0] {
    EntryBlock = 2'd0,  // qualified blocks; `sub` is a set of Before*
    EntryStart = 2'd1,  // qualified blocks, the first begins a session; `sub` is start_e
    EntryStop  = 2'd2,  // the session ends; `sub` is ended_e, with Stop* beside it
    EntryOverflow = 2'd3  // something was refused; `sub` is Lost*
  } entry_e;

  /// Why a session begins, why it ends, and what was lost. A format has codes of its own for them; the values
  /// are those of N-Trace, so that its translation takes no logic.
  typedef enum logic [3:0] {
    StartReset   = 4'd1,  // of the hart
    StartDebug   = 4'd3,  // the hart leaves debug mode
    StartEnable  = 4'd5,  // tracing was switched on
    StartOverrun = 4'd7,  // after an overflow
    StartPower   = 4'd9   // the hart leaves low power
  } start_e;
  typedef enum logic [3:0] {
    EndedDebug    = 4'd0,  // the hart enters debug mode
    EndedPower    = 4'd1,  // ... low power
    EndedDisabled = 4'd4,  // tracing was switched off; of E-Trace, trTeEnable was
    EndedEnabled  = 4'd5   // of E-Trace alone: it ends for any other reason (ETR:DC-07)
  } ended_e;
  localparam logic [3:0] EndedBits = 4'd5;  // those of `sub` that hold ended_e
  localparam logic [3:0] LostEnabled = 4'd1;  // of E-Trace alone: trTeEnable as the overflow ends
  localparam logic [3:0] LostBlocks = 4'd4;  // without it, of E-Trace alone: trTeEnable has risen
  localparam logic [3:0] LostContext = 4'd8;  // ... and a change of privilege or context

  /// Bits of `sub`: sync reasons that arose before a block, or before a stop.
  localparam int unsigned BeforeResetBit = 0;  // the hart was reset
  localparam int unsigned BeforeNotifyBit = 1;  // an external notify trigger
  localparam int unsigned StopResetBit = 1;  // before a stop: as BeforeResetBit
  localparam int unsigned StopNotifiedBit = 3;  // before a stop: as BeforeNotifyBit

  /// Sequential jump (NT:SQJ-03): whether the block's indirect jump may be inferable.
  typedef enum logic [1:0] {
    SeqNo     = 2'd0,
    SeqBehind = 2'd1,  // the jump is all of the block: only if something is counted already
    SeqWithin = 2'd2   // the instruction before the jump is in the same block
  } seq_e;

  /// A slot of a clock as it is decided, before anything is refused; its lower bits are block_t.
  // interface: struct slot
  typedef struct packed {
    logic        valid;      // something retires or traps (NT:ING-03)
    logic        traced;     // valid, in a clock that is traced
    logic [2:0]  priv;       // privilege of its clock
    logic [1:0]  last_size;  // E-Trace: ilastsize, of the last instruction
    logic [1:0]  seq;        // a sequential jump; SeqNo in a stop or overflow
    logic        notify;     // a notify trigger of this block
    logic        known;      // `addr` is one: always in a start, else as the hart says
    logic [62:0] addr;       // iaddr >> 1, of the first instruction
    logic [7:0]  halfwords;  // half-words retired; 0 in a stop or overflow
    logic [3:0]  itype;      // how the block ends; ItNone in a stop or overflow
  } slot_t;
  localparam int unsigned SlotBits = 86;
  // interface end

  /// A block as the ingress stage has read it.
  // interface: struct block
  typedef struct packed {
    logic [1:0]  last_size;  // E-Trace: ilastsize, of the last instruction
    seq_e        seq;        // a sequential jump; SeqNo in a stop or overflow
    logic        notify;     // a notify trigger of this block
    logic        known;      // `addr` is one: always in a start, else as the hart says
    logic [62:0] addr;       // iaddr >> 1, of the first instruction
    logic [7:0]  halfwords;  // half-words retired; 0 in a stop or overflow
    itype_e      itype;      // how the block ends; ItNone in a stop or overflow
  } block_t;
  localparam int unsigned BlockBits = 81;
  // interface end

  /// An entry of the queue, without its blocks.
  // interface: struct entry
  typedef struct packed {
    logic [2:0]  priv;          // of its blocks; in a stop of those before
    logic [58:0] hart_context;  // context of its clock
    logic        context_new;   // one of them is new since the entry before
    logic        enable_new;    // E-Trace: trTeEnable was 0 since the entry before
    logic [1:0]  ctype;         // E-Trace: how a context was reported since the blocks before
    logic [2:0]  trap;          // E-Trace: itype of a trap right before it, plus 4 if traced
    logic [5:0]  cause;         // E-Trace: cause of that trap
    logic [63:0] tval;          // E-Trace: its value
    logic        time_new;      // time has another base than in the entry before
    logic [63:0] abs_time;      // of its clock; of an overflow, of the first block refused
    entry_e      kind;          // what it stands for
    logic [3:0]  sub;           // by kind, see entry_e
  } entry_t;
  // interface end

  /// What the messages of a format show of themselves to the checker of the encoder, in simulation alone.
  typedef struct packed {
    logic        made;         // a record is made of what was taken
    logic        begun;        // a message begins in the packer ...
    logic [21:0] said;         // ... which stands for so many records
    logic        counts;       // ... because it has a count of them
    logic [9:0]  put;          // beats that come into the message FIFO, with FifoBytes bytes
    logic        dropped;      // a message that has begun is forgotten ...
    logic [9:0]  dropped_put;  // ... with so many beats of it
    logic        fifo_empty;   // the message FIFO says so
    logic        holds;  // outcomes are held that no record says that has been made
    // Clocks until they are empty: of what they hold at most, and for each run of an entry.
    logic [15:0] own_clocks;
    logic [15:0] run_clocks;
  } watch_t;

  /// Bits of a trap's cause that E-Trace keeps (ETR section 7).
  function automatic int unsigned cause_width(input int unsigned xlen);
    cause_width = xlen == 32 ? 5 : 6;
  endfunction

  /// Privilege code of debug mode (NT:ING-18).
  localparam logic [2:0] PrivDebug = 3'd4;

  /// Whether `sijump` counts with this itype (NT:ING-20).
  function automatic logic is_sequential(input logic [3:0] itype);
    unique case (itype)
      rvt_ingress_pkg::ItIndirect, rvt_ingress_pkg::ItIndirectCall, rvt_ingress_pkg::ItIndirectJump,
      rvt_ingress_pkg::ItSwap, rvt_ingress_pkg::ItIndirectLink: is_sequential = 1'b1;
      default: is_sequential = 1'b0;
    endcase
  endfunction

  /// Whether a block of this itype ends in a transfer whose target only the next block shows.
  function automatic logic is_transfer(input logic [3:0] itype);
    unique case (itype)
      rvt_ingress_pkg::ItException, rvt_ingress_pkg::ItInterrupt, rvt_ingress_pkg::ItTrapReturn,
      rvt_ingress_pkg::ItIndirect, rvt_ingress_pkg::ItIndirectCall, rvt_ingress_pkg::ItIndirectJump,
      rvt_ingress_pkg::ItSwap, rvt_ingress_pkg::ItReturn, rvt_ingress_pkg::ItIndirectLink:
        is_transfer = 1'b1;
      default: is_transfer = 1'b0;
    endcase
  endfunction

  /// Whether it is a trap.
  function automatic logic is_trap(input logic [3:0] itype);
    is_trap = itype == rvt_ingress_pkg::ItException || itype == rvt_ingress_pkg::ItInterrupt;
  endfunction

  /// Whether a block of this itype ends in a conditional branch.
  function automatic logic is_branch(input logic [3:0] itype);
    is_branch = itype == rvt_ingress_pkg::ItNotTaken || itype == rvt_ingress_pkg::ItTaken;
  endfunction

  /// Whether it ends in a jump or call whose target the program tells (NT:ITY-23).
  function automatic logic is_direct(input logic [3:0] itype);
    is_direct = itype == rvt_ingress_pkg::ItDirectCall || itype == rvt_ingress_pkg::ItDirectJump ||
                itype == rvt_ingress_pkg::ItDirectLink;
  endfunction

  /// Whether it pushes onto a return stack, whether it pops (NT:IRT-06, IRT-07).
  function automatic logic is_call(input logic [3:0] itype);
    is_call = itype == rvt_ingress_pkg::ItIndirectCall || itype == rvt_ingress_pkg::ItDirectCall ||
              itype == rvt_ingress_pkg::ItSwap;
  endfunction
  function automatic logic is_return(input logic [3:0] itype);
    is_return = itype == rvt_ingress_pkg::ItReturn || itype == rvt_ingress_pkg::ItSwap;
  endfunction

  /// Whether the program goes on after a block of this itype for certain; 7 counts as 0 (D-28), and on a
  /// port of 3 bits an inferable jump is a 0, too (NT:ING-04).
  function automatic logic is_straight(input logic [3:0] itype, input int unsigned itype_width);
    is_straight = itype == rvt_ingress_pkg::ItNotTaken ||
                  (itype_width > 3 && (itype == rvt_ingress_pkg::ItNone ||
                                       itype == rvt_ingress_pkg::ItReserved));
  endfunction

endpackage

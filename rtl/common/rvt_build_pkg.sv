// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/interface from rtl/interface; `make interface` writes it anew.

/// All build parameters as one value, for the inside of the design. A module that stands alone has
/// flat parameters and makes the value of them by name: rvt_build.svh.
// verilator lint_off UNUSEDPARAM
package rvt_build_pkg;

  typedef struct packed {
    logic [31:0] Format;  // format of the messages, 0: N-Trace, 1: E-Trace
    logic [31:0] Xlen;  // bits of an address
    logic [31:0] AddrBits;  // bits of an RV64 address that are kept
    logic [31:0] Btm;  // branch trace messages are built
    logic [31:0] Htm;  // history trace messages are built
    logic [31:0] Blocks;  // slots per clock
    logic [31:0] FlowBlocks;  // blocks that flow takes per clock
    logic [31:0] IretireWidth;  // bits of iretire
    logic [31:0] ItypeWidth;  // bits of itype; 3: no return stack
    logic [31:0] Single;  // single-retirement form of iretire
    logic [31:0] IaddrOnInt;  // an interrupt alone carries the interrupted PC
    logic [31:0] IcntWidth;  // bits of I-CNT
    logic [31:0] HistWidth;  // bits of HIST with its stop bit
    logic [31:0] StackDepth;  // entries of the return stack
    logic [31:0] BpredSize;  // E-Trace: predictor of 2^n branches, 0: none
    logic [31:0] CacheSize;  // E-Trace: cache of 2^n jump targets, 0: none
    logic [31:0] IretExt;  // E-Trace: unratified irets for irdepth
    logic [31:0] SrcBitsMax;  // largest width of SRC
    logic [31:0] TsWidth;  // bits of time, 0: no timestamps
    logic [31:0] QueueDepth;  // queue entries of blocks, one more of a stop
    logic [31:0] QueueSync;  // memory of the queue is read synchronously
    logic [31:0] StallLatency;  // clocks of slots under stall
    logic [31:0] Framing;  // framing: N-Trace, E-Trace; of a sink tandem too
    logic [31:0] Lanes;  // bytes of a beat
    logic [31:0] FifoDepth;  // beats of the FIFO
    logic [31:0] FifoBytes;  // rows of bytes in the FIFO instead of beats
    logic [31:0] PlainHist;  // HTM: forms without HIST while it is empty
    logic [31:0] Events;  // triggers are read
    logic [31:0] SeqJump;  // sequential jumps are built
    logic [31:0] AllJumps;  // direct jumps as taken branches are built
    logic [31:0] ExtendAddr;  // addresses without their equal upper bits
    logic [31:0] RepeatBranch;  // RepeatBranch messages are built
    logic [31:0] RepeatHist;  // longest HREPEAT period
    logic [31:0] Context;  // Ownership of privilege; 2: and context
    logic [31:0] PrivBits;  // E-Trace: bits of a privilege
    logic [31:0] ContextWidth;  // bits of context
    logic [31:0] HcontextWidth;  // upper ones of them: hcontext
    logic [31:0] ImpdefWidth;  // bits of impdef
    logic [31:0] ReturnModes;  // implicit return modes 1 and 2, else they act as 3
    logic [31:0] SyncClocks;  // sync mode 2, else it acts as 0
    logic [31:0] PlainSync;  // a sync at a branch is a message of its own (Q-05)
    logic [31:0] Ram;  // a RAM sink is built
    logic [31:0] SramWordsLog2;  // memory of 2^n words of 32 bits
    logic [31:0] SramWidth;  // bits of the memory port
    logic [31:0] Pib;  // a PIB sink is built
    logic [31:0] Pins;  // trace data pins
    logic [31:0] DivWidth;  // bits of trPibDivider
    logic [31:0] SafeDiv;  // trPibDivider after activation
    logic [31:0] BufferBytes;  // of the PIB, at least the longest message
    logic [31:0] ClkCenter;  // TRC_CLK edges in the middle of beats are built
    logic [31:0] Calibrate;  // calibration patterns are built
  } build_t;

  /// The build without any parameter given.
  localparam build_t BuildDefault = {
    32'd0,  // Format: 0 or 1
    32'd32,  // Xlen: 32 or 64
    32'd64,  // AddrBits: 33..64
    32'd1,  // Btm: 0 or 1
    32'd1,  // Htm: 0 or 1
    32'd1,  // Blocks: 1..4
    32'd1,  // FlowBlocks: 1..Blocks
    32'd6,  // IretireWidth: 2..8, 1..8 if Single
    32'd4,  // ItypeWidth: 3 or 4
    32'd0,  // Single: 0 or 1
    32'd1,  // IaddrOnInt: 0 or 1
    32'd16,  // IcntWidth: 8..22, > IretireWidth unless Single
    32'd32,  // HistWidth: 3..32
    32'd0,  // StackDepth: 0..32
    32'd0,  // BpredSize: 0..7
    32'd0,  // CacheSize: 0..7
    32'd0,  // IretExt: 0 or 1
    32'd12,  // SrcBitsMax: 0..12
    32'd0,  // TsWidth: 0..64
    32'd15,  // QueueDepth: 2..64
    32'd0,  // QueueSync: 0 or 1
    32'd2,  // StallLatency: 1..QueueDepth-1
    32'd0,  // Framing: 0 or 1
    32'd1,  // Lanes: 1, 2, 4, 8 or 16
    32'd0,  // FifoDepth: 0 or a longest message..512
    32'd0,  // FifoBytes: 0 or 1
    32'd1,  // PlainHist: 0 or 1
    32'd0,  // Events: 0 or 1
    32'd0,  // SeqJump: 0 or 1
    32'd0,  // AllJumps: 0 or 1
    32'd0,  // ExtendAddr: 0 or 1
    32'd0,  // RepeatBranch: 0 or 1
    32'd0,  // RepeatHist: 0..Htm*(HistWidth-1)
    32'd0,  // Context: 0, 1 or 2
    32'd2,  // PrivBits: 2 or 3
    32'd1,  // ContextWidth: 1..Xlen
    32'd0,  // HcontextWidth: 0..ContextWidth-1
    32'd1,  // ImpdefWidth: 1..64
    32'd1,  // ReturnModes: 0 or 1
    32'd1,  // SyncClocks: 0 or 1
    32'd0,  // PlainSync: 0 or 1
    32'd1,  // Ram: 0 or 1
    32'd10,  // SramWordsLog2: 2..30
    32'd32,  // SramWidth: 32 or 64
    32'd1,  // Pib: 0 or 1
    32'd8,  // Pins: 4, 8 or 16
    32'd8,  // DivWidth: 1..16
    32'd255,  // SafeDiv: below 2^DivWidth
    32'd64,  // BufferBytes: 38..256
    32'd0,  // ClkCenter: 0 or 1
    32'd0   // Calibrate: 0 or 1
  };

  /// The lowest bit of each, for RVT_BUILD of rvt_build.svh.
  localparam int unsigned CalibrateAt = 0;
  localparam int unsigned ClkCenterAt = 32;
  localparam int unsigned BufferBytesAt = 64;
  localparam int unsigned SafeDivAt = 96;
  localparam int unsigned DivWidthAt = 128;
  localparam int unsigned PinsAt = 160;
  localparam int unsigned PibAt = 192;
  localparam int unsigned SramWidthAt = 224;
  localparam int unsigned SramWordsLog2At = 256;
  localparam int unsigned RamAt = 288;
  localparam int unsigned PlainSyncAt = 320;
  localparam int unsigned SyncClocksAt = 352;
  localparam int unsigned ReturnModesAt = 384;
  localparam int unsigned ImpdefWidthAt = 416;
  localparam int unsigned HcontextWidthAt = 448;
  localparam int unsigned ContextWidthAt = 480;
  localparam int unsigned PrivBitsAt = 512;
  localparam int unsigned ContextAt = 544;
  localparam int unsigned RepeatHistAt = 576;
  localparam int unsigned RepeatBranchAt = 608;
  localparam int unsigned ExtendAddrAt = 640;
  localparam int unsigned AllJumpsAt = 672;
  localparam int unsigned SeqJumpAt = 704;
  localparam int unsigned EventsAt = 736;
  localparam int unsigned PlainHistAt = 768;
  localparam int unsigned FifoBytesAt = 800;
  localparam int unsigned FifoDepthAt = 832;
  localparam int unsigned LanesAt = 864;
  localparam int unsigned FramingAt = 896;
  localparam int unsigned StallLatencyAt = 928;
  localparam int unsigned QueueSyncAt = 960;
  localparam int unsigned QueueDepthAt = 992;
  localparam int unsigned TsWidthAt = 1024;
  localparam int unsigned SrcBitsMaxAt = 1056;
  localparam int unsigned IretExtAt = 1088;
  localparam int unsigned CacheSizeAt = 1120;
  localparam int unsigned BpredSizeAt = 1152;
  localparam int unsigned StackDepthAt = 1184;
  localparam int unsigned HistWidthAt = 1216;
  localparam int unsigned IcntWidthAt = 1248;
  localparam int unsigned IaddrOnIntAt = 1280;
  localparam int unsigned SingleAt = 1312;
  localparam int unsigned ItypeWidthAt = 1344;
  localparam int unsigned IretireWidthAt = 1376;
  localparam int unsigned FlowBlocksAt = 1408;
  localparam int unsigned BlocksAt = 1440;
  localparam int unsigned HtmAt = 1472;
  localparam int unsigned BtmAt = 1504;
  localparam int unsigned AddrBitsAt = 1536;
  localparam int unsigned XlenAt = 1568;
  localparam int unsigned FormatAt = 1600;

  /// Bits of a block's half-words; of a single instruction they are at most 4 (NT:ING-05).
  function automatic int unsigned units_width(input int unsigned single,
                                              input int unsigned iretire);
    units_width = single != 0 ? 4 : iretire;
  endfunction

  /// Bits of an address without bit 0 that are kept: the ones above in a message are copies of the highest (D-35).
  function automatic int unsigned addr_width(input int unsigned xlen, input int unsigned addr_bits);
    addr_width = (xlen < addr_bits ? xlen : addr_bits) - 1;
  endfunction

endpackage

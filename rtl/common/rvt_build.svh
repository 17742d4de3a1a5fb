// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/interface from rtl/interface; `make interface` writes it anew.

// A module with flat parameters makes `Build` of them: the default, and over it each parameter by its name.
// Yosys 0.23 reads neither an assignment pattern nor a field that a constant function assigns; Verilator 5.006
// and slang read what it reads.
`ifndef RVT_BUILD_SVH
`define RVT_BUILD_SVH

// In a function build_of(): the parameter that has the name, or another value.
`define RVT_BUILD(__name) `RVT_BUILD_VALUE(__name, __name)
`define RVT_BUILD_VALUE(__name, __value) build_of[rvt_build_pkg::__name``At+:32] = __value

// `Build` of rvt_encoder: all of its parameters.
`define RVT_BUILD_ENCODER \
  function automatic rvt_build_pkg::build_t build_of(); \
    build_of = rvt_build_pkg::BuildDefault; \
    `RVT_BUILD(Format); `RVT_BUILD(Xlen); `RVT_BUILD(AddrBits); `RVT_BUILD(Btm); \
    `RVT_BUILD(Htm); `RVT_BUILD(Blocks); `RVT_BUILD(FlowBlocks); `RVT_BUILD(IretireWidth); \
    `RVT_BUILD(ItypeWidth); `RVT_BUILD(Single); `RVT_BUILD(IaddrOnInt); `RVT_BUILD(IcntWidth); \
    `RVT_BUILD(HistWidth); `RVT_BUILD(StackDepth); `RVT_BUILD(BpredSize); `RVT_BUILD(CacheSize); \
    `RVT_BUILD(IretExt); `RVT_BUILD(SrcBitsMax); `RVT_BUILD(TsWidth); `RVT_BUILD(QueueDepth); \
    `RVT_BUILD(QueueSync); `RVT_BUILD(StallLatency); `RVT_BUILD(Framing); `RVT_BUILD(Lanes); \
    `RVT_BUILD(FifoDepth); `RVT_BUILD(FifoBytes); `RVT_BUILD(PlainHist); `RVT_BUILD(Events); \
    `RVT_BUILD(SeqJump); `RVT_BUILD(AllJumps); `RVT_BUILD(ExtendAddr); `RVT_BUILD(RepeatBranch); \
    `RVT_BUILD(RepeatHist); `RVT_BUILD(Context); `RVT_BUILD(PrivBits); `RVT_BUILD(ContextWidth); \
    `RVT_BUILD(HcontextWidth); `RVT_BUILD(ImpdefWidth); `RVT_BUILD(ReturnModes); \
    `RVT_BUILD(SyncClocks); \
  endfunction \
  localparam rvt_build_pkg::build_t Build = build_of();

// `Build` of rvt_te: all of its parameters.
`define RVT_BUILD_TE \
  function automatic rvt_build_pkg::build_t build_of(); \
    build_of = rvt_build_pkg::BuildDefault; \
    `RVT_BUILD(Format); `RVT_BUILD(Xlen); `RVT_BUILD(AddrBits); `RVT_BUILD(Btm); \
    `RVT_BUILD(Htm); `RVT_BUILD(Blocks); `RVT_BUILD(FlowBlocks); `RVT_BUILD(IretireWidth); \
    `RVT_BUILD(ItypeWidth); `RVT_BUILD(Single); `RVT_BUILD(IaddrOnInt); `RVT_BUILD(IcntWidth); \
    `RVT_BUILD(HistWidth); `RVT_BUILD(StackDepth); `RVT_BUILD(BpredSize); `RVT_BUILD(CacheSize); \
    `RVT_BUILD(IretExt); `RVT_BUILD(SrcBitsMax); `RVT_BUILD(TsWidth); `RVT_BUILD(QueueDepth); \
    `RVT_BUILD(QueueSync); `RVT_BUILD(StallLatency); `RVT_BUILD(Framing); `RVT_BUILD(Lanes); \
    `RVT_BUILD(FifoDepth); `RVT_BUILD(FifoBytes); `RVT_BUILD(PlainHist); `RVT_BUILD(Events); \
    `RVT_BUILD(SeqJump); `RVT_BUILD(AllJumps); `RVT_BUILD(ExtendAddr); `RVT_BUILD(RepeatBranch); \
    `RVT_BUILD(RepeatHist); `RVT_BUILD(Context); `RVT_BUILD(PrivBits); `RVT_BUILD(ContextWidth); \
    `RVT_BUILD(HcontextWidth); `RVT_BUILD(ImpdefWidth); `RVT_BUILD(ReturnModes); \
    `RVT_BUILD(SyncClocks); `RVT_BUILD(PlainSync); \
  endfunction \
  localparam rvt_build_pkg::build_t Build = build_of();

// `Build` of rvt_top: all of its parameters.
`define RVT_BUILD_TOP \
  function automatic rvt_build_pkg::build_t build_of(); \
    build_of = rvt_build_pkg::BuildDefault; \
    `RVT_BUILD(Format); `RVT_BUILD(Xlen); `RVT_BUILD(AddrBits); `RVT_BUILD(Btm); \
    `RVT_BUILD(Htm); `RVT_BUILD(Blocks); `RVT_BUILD(FlowBlocks); `RVT_BUILD(IretireWidth); \
    `RVT_BUILD(ItypeWidth); `RVT_BUILD(Single); `RVT_BUILD(IaddrOnInt); `RVT_BUILD(IcntWidth); \
    `RVT_BUILD(HistWidth); `RVT_BUILD(StackDepth); `RVT_BUILD(BpredSize); `RVT_BUILD(CacheSize); \
    `RVT_BUILD(IretExt); `RVT_BUILD(SrcBitsMax); `RVT_BUILD(TsWidth); `RVT_BUILD(QueueDepth); \
    `RVT_BUILD(QueueSync); `RVT_BUILD(StallLatency); `RVT_BUILD(Framing); `RVT_BUILD(Lanes); \
    `RVT_BUILD(FifoDepth); `RVT_BUILD(FifoBytes); `RVT_BUILD(PlainHist); `RVT_BUILD(Events); \
    `RVT_BUILD(SeqJump); `RVT_BUILD(AllJumps); `RVT_BUILD(ExtendAddr); `RVT_BUILD(RepeatBranch); \
    `RVT_BUILD(RepeatHist); `RVT_BUILD(Context); `RVT_BUILD(PrivBits); `RVT_BUILD(ContextWidth); \
    `RVT_BUILD(HcontextWidth); `RVT_BUILD(ImpdefWidth); `RVT_BUILD(ReturnModes); \
    `RVT_BUILD(SyncClocks); `RVT_BUILD(PlainSync); `RVT_BUILD(Ram); `RVT_BUILD(SramWordsLog2); \
    `RVT_BUILD(SramWidth); `RVT_BUILD(Pib); `RVT_BUILD(Pins); `RVT_BUILD(DivWidth); \
    `RVT_BUILD(SafeDiv); `RVT_BUILD(BufferBytes); `RVT_BUILD(ClkCenter); `RVT_BUILD(Calibrate); \
  endfunction \
  localparam rvt_build_pkg::build_t Build = build_of();

`endif

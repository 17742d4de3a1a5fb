/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Written by scripts/interface from rtl/interface; `make interface` writes it anew. */
#ifndef RVT_PARAMS_H
#define RVT_PARAMS_H

/* Build parameters, ranges, and tables for what handles all of them alike. */

#include <stdbool.h>
#include <stdint.h>

/* clang-format off */

/** Least and greatest value of any build; rvt_params_check() knows the rest. */
enum {
  RVT_XLEN_MIN = 32, RVT_XLEN_MAX = 64,
  RVT_ADDR_BITS_MIN = 33, RVT_ADDR_BITS_MAX = 64,
  RVT_BLOCKS_MIN = 1, RVT_BLOCKS_MAX = 4,
  RVT_FLOW_BLOCKS_MIN = 1, RVT_FLOW_BLOCKS_MAX = 4,
  RVT_IRETIRE_WIDTH_MIN = 1, RVT_IRETIRE_WIDTH_MAX = 8,
  RVT_ITYPE_WIDTH_MIN = 3, RVT_ITYPE_WIDTH_MAX = 4,
  RVT_ICNT_WIDTH_MIN = 8, RVT_ICNT_WIDTH_MAX = 22,
  RVT_HIST_WIDTH_MIN = 3, RVT_HIST_WIDTH_MAX = 32,
  RVT_STACK_DEPTH_MIN = 0, RVT_STACK_DEPTH_MAX = 32,
  RVT_BPRED_SIZE_MIN = 0, RVT_BPRED_SIZE_MAX = 7,
  RVT_CACHE_SIZE_MIN = 0, RVT_CACHE_SIZE_MAX = 7,
  RVT_SRC_BITS_MAX_MIN = 0, RVT_SRC_BITS_MAX_MAX = 12,
  RVT_TS_WIDTH_MIN = 0, RVT_TS_WIDTH_MAX = 64,
  RVT_QUEUE_DEPTH_MIN = 2, RVT_QUEUE_DEPTH_MAX = 64,
  RVT_STALL_LATENCY_MIN = 1, RVT_STALL_LATENCY_MAX = 63,
  RVT_LANES_MIN = 1, RVT_LANES_MAX = 16,
  RVT_FIFO_DEPTH_MIN = 0, RVT_FIFO_DEPTH_MAX = 512,
  RVT_REPEAT_HIST_MIN = 0, RVT_REPEAT_HIST_MAX = 31,
  RVT_CONTEXT_MIN = 0, RVT_CONTEXT_MAX = 2,
  RVT_PRIV_BITS_MIN = 2, RVT_PRIV_BITS_MAX = 3,
  RVT_CONTEXT_WIDTH_MIN = 1, RVT_CONTEXT_WIDTH_MAX = 64,
  RVT_HCONTEXT_WIDTH_MIN = 0, RVT_HCONTEXT_WIDTH_MAX = 63
};

/* The same for a text. */
#define RVT_XLEN_RANGE "32..64"
#define RVT_ADDR_BITS_RANGE "33..64"
#define RVT_BLOCKS_RANGE "1..4"
#define RVT_FLOW_BLOCKS_RANGE "1..4"
#define RVT_IRETIRE_WIDTH_RANGE "1..8"
#define RVT_ITYPE_WIDTH_RANGE "3..4"
#define RVT_ICNT_WIDTH_RANGE "8..22"
#define RVT_HIST_WIDTH_RANGE "3..32"
#define RVT_STACK_DEPTH_RANGE "0..32"
#define RVT_BPRED_SIZE_RANGE "0..7"
#define RVT_CACHE_SIZE_RANGE "0..7"
#define RVT_SRC_BITS_MAX_RANGE "0..12"
#define RVT_TS_WIDTH_RANGE "0..64"
#define RVT_QUEUE_DEPTH_RANGE "2..64"
#define RVT_STALL_LATENCY_RANGE "1..63"
#define RVT_LANES_RANGE "1..16"
#define RVT_FIFO_DEPTH_RANGE "0..512"
#define RVT_REPEAT_HIST_RANGE "0..31"
#define RVT_CONTEXT_RANGE "0..2"
#define RVT_PRIV_BITS_RANGE "2..3"
#define RVT_CONTEXT_WIDTH_RANGE "1..64"
#define RVT_HCONTEXT_WIDTH_RANGE "0..63"

/** Fixed when the hardware is built. RTL parameters of the same names in UpperCamelCase. */
struct rvt_params {
  bool format; /* format of the messages, 0: N-Trace, 1: E-Trace */
  uint8_t xlen; /* bits of an address: 32 or 64 */
  uint8_t addr_bits; /* bits of an RV64 address that are kept: 33..64 (NT:ADR-17) */
  bool btm; /* branch trace messages are built (NT:GEN-01) */
  bool htm; /* history trace messages are built (NT:GEN-01) */
  uint8_t blocks; /* slots per clock: 1..4 (NT:ING-02) */
  uint8_t flow_blocks; /* blocks that flow takes per clock: 1..blocks */
  uint8_t iretire_width; /* bits of iretire: 2..8, 1..8 if single (NT:ING-05) */
  uint8_t itype_width; /* bits of itype; 3: no return stack: 3 or 4 (NT:ING-08, NT:ITY-22) */
  bool single; /* single-retirement form of iretire (NT:ING-05) */
  bool iaddr_on_int; /* an interrupt alone carries the interrupted PC (NT:ING-14) */
  uint8_t icnt_width; /* bits of I-CNT: 8..22, > iretire_width unless single (NT:ICNT-07, NT:ICNT-11) */
  uint8_t hist_width; /* bits of HIST with its stop bit: 3..32 (NT:HIST-05) */
  uint8_t stack_depth; /* entries of the return stack: 0..32 (NT:IRT-08) */
  uint8_t bpred_size; /* E-Trace: predictor of 2^n branches, 0: none: 0..7 (ETR:M-BP) */
  uint8_t cache_size; /* E-Trace: cache of 2^n jump targets, 0: none: 0..7 (ETR:M-JTC) */
  bool iret_ext; /* E-Trace: unratified irets for irdepth (ETR:A-06, ETR:AMB-7, ETR:AMB-13) */
  uint8_t src_bits_max; /* largest width of SRC: 0..12 (NT:SRC-01) */
  uint8_t ts_width; /* bits of time, 0: no timestamps: 0..64 (NT:TSP-05) */
  uint8_t queue_depth; /* queue entries of blocks, one more of a stop: 2..64 */
  bool queue_sync; /* memory of the queue is read synchronously */
  uint8_t stall_latency; /* clocks of slots under stall: 1..queue_depth-1 (NT:ING-26) */
  bool framing; /* framing: N-Trace, E-Trace; of a sink tandem too */
  uint8_t lanes; /* bytes of a beat: 1, 2, 4, 8 or 16 */
  uint16_t fifo_depth; /* beats of the FIFO: 0 or a longest message..512 (NT:GEN-08) */
  bool fifo_bytes; /* rows of bytes in the FIFO instead of beats */
  bool plain_hist; /* HTM: forms without HIST while it is empty (NT:MSG-03) */
  bool events; /* triggers are read (NT:ING-21) */
  bool seq_jump; /* sequential jumps are built (NT:SQJ-01) */
  bool all_jumps; /* direct jumps as taken branches are built (NT:AJM-01) */
  bool extend_addr; /* addresses without their equal upper bits (NT:ADR-10) */
  bool repeat_branch; /* RepeatBranch messages are built (NT:RPT-01) */
  uint8_t repeat_hist; /* longest HREPEAT period: 0..htm*(hist_width-1) (NT:RHI-01) */
  uint8_t context; /* Ownership of privilege; 2: and context: 0, 1 or 2 (NT:OWN-02) */
  uint8_t priv_bits; /* E-Trace: bits of a privilege: 2 or 3 (ETR:IN-06) */
  uint8_t context_width; /* bits of context: 1..xlen (NT:OWN-10) */
  uint8_t hcontext_width; /* upper ones of them: hcontext: 0..context_width-1 (NT:OWN-07) */
  bool return_modes; /* implicit return modes 1 and 2, else they act as 3 */
  bool sync_clocks; /* sync mode 2, else it acts as 0 */
};

/** X(name in the RTL, field, FLAG, BYTE or HALF, least, greatest, default) */
#define RVT_PARAMS(X) \
  X(Format, format, FLAG, 0, 1, 0) \
  X(Xlen, xlen, BYTE, 32, 64, 32) \
  X(AddrBits, addr_bits, BYTE, 33, 64, 64) \
  X(Btm, btm, FLAG, 0, 1, 1) \
  X(Htm, htm, FLAG, 0, 1, 1) \
  X(Blocks, blocks, BYTE, 1, 4, 1) \
  X(FlowBlocks, flow_blocks, BYTE, 1, 4, 1) \
  X(IretireWidth, iretire_width, BYTE, 1, 8, 6) \
  X(ItypeWidth, itype_width, BYTE, 3, 4, 4) \
  X(Single, single, FLAG, 0, 1, 0) \
  X(IaddrOnInt, iaddr_on_int, FLAG, 0, 1, 1) \
  X(IcntWidth, icnt_width, BYTE, 8, 22, 16) \
  X(HistWidth, hist_width, BYTE, 3, 32, 32) \
  X(StackDepth, stack_depth, BYTE, 0, 32, 0) \
  X(BpredSize, bpred_size, BYTE, 0, 7, 0) \
  X(CacheSize, cache_size, BYTE, 0, 7, 0) \
  X(IretExt, iret_ext, FLAG, 0, 1, 0) \
  X(SrcBitsMax, src_bits_max, BYTE, 0, 12, 12) \
  X(TsWidth, ts_width, BYTE, 0, 64, 0) \
  X(QueueDepth, queue_depth, BYTE, 2, 64, 15) \
  X(QueueSync, queue_sync, FLAG, 0, 1, 0) \
  X(StallLatency, stall_latency, BYTE, 1, 63, 2) \
  X(Framing, framing, FLAG, 0, 1, 0) \
  X(Lanes, lanes, BYTE, 1, 16, 1) \
  X(FifoDepth, fifo_depth, HALF, 0, 512, 0) \
  X(FifoBytes, fifo_bytes, FLAG, 0, 1, 0) \
  X(PlainHist, plain_hist, FLAG, 0, 1, 1) \
  X(Events, events, FLAG, 0, 1, 0) \
  X(SeqJump, seq_jump, FLAG, 0, 1, 0) \
  X(AllJumps, all_jumps, FLAG, 0, 1, 0) \
  X(ExtendAddr, extend_addr, FLAG, 0, 1, 0) \
  X(RepeatBranch, repeat_branch, FLAG, 0, 1, 0) \
  X(RepeatHist, repeat_hist, BYTE, 0, 31, 0) \
  X(Context, context, BYTE, 0, 2, 0) \
  X(PrivBits, priv_bits, BYTE, 2, 3, 2) \
  X(ContextWidth, context_width, BYTE, 1, 64, 1) \
  X(HcontextWidth, hcontext_width, BYTE, 0, 63, 0) \
  X(ReturnModes, return_modes, FLAG, 0, 1, 1) \
  X(SyncClocks, sync_clocks, FLAG, 0, 1, 1)

/** X(name in the RTL, default) of rvt_encoder, which the model has not. */
#define RVT_PORT_PARAMS(X) \
  X(ImpdefWidth, 1)

/** X(name in the RTL, default) of what is around an encoder. */
#define RVT_OUTER_PARAMS(X) \
  X(PlainSync, 0) \
  X(Ram, 1) \
  X(SramWordsLog2, 10) \
  X(SramWidth, 32) \
  X(Pib, 1) \
  X(Pins, 8) \
  X(DivWidth, 8) \
  X(SafeDiv, 255) \
  X(BufferBytes, 64) \
  X(ClkCenter, 0) \
  X(Calibrate, 0)

/* clang-format on */

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Written by scripts/interface from rtl/interface; `make interface` writes it anew. */
#ifndef RVT_TOP_PORTS_H
#define RVT_TOP_PORTS_H

/* clang-format off */

/* Parameters and ports of rvt_top in the order of the RTL, for what handles all of them alike. */

/** X(name, least, greatest, default) of each parameter. */
#define RVT_TOP_PARAMS(X) \
  X(Format, 0, 1, 0) \
  X(Xlen, 32, 64, 32) \
  X(AddrBits, 33, 64, 64) \
  X(Btm, 0, 1, 1) \
  X(Htm, 0, 1, 1) \
  X(Blocks, 1, 4, 1) \
  X(FlowBlocks, 1, 4, 1) \
  X(IretireWidth, 1, 8, 6) \
  X(ItypeWidth, 3, 4, 4) \
  X(Single, 0, 1, 0) \
  X(IaddrOnInt, 0, 1, 1) \
  X(IcntWidth, 8, 22, 16) \
  X(HistWidth, 3, 32, 32) \
  X(StackDepth, 0, 32, 0) \
  X(BpredSize, 0, 7, 0) \
  X(CacheSize, 0, 7, 0) \
  X(IretExt, 0, 1, 0) \
  X(SrcBitsMax, 0, 12, 12) \
  X(TsWidth, 0, 64, 0) \
  X(QueueDepth, 2, 64, 15) \
  X(QueueSync, 0, 1, 0) \
  X(StallLatency, 1, 63, 2) \
  X(Framing, 0, 1, 0) \
  X(Lanes, 1, 16, 1) \
  X(FifoDepth, 0, 512, 0) \
  X(FifoBytes, 0, 1, 0) \
  X(PlainHist, 0, 1, 1) \
  X(Events, 0, 1, 0) \
  X(SeqJump, 0, 1, 0) \
  X(AllJumps, 0, 1, 0) \
  X(ExtendAddr, 0, 1, 0) \
  X(RepeatBranch, 0, 1, 0) \
  X(RepeatHist, 0, 31, 0) \
  X(Context, 0, 2, 0) \
  X(PrivBits, 2, 3, 2) \
  X(ContextWidth, 1, 64, 1) \
  X(HcontextWidth, 0, 63, 0) \
  X(ImpdefWidth, 1, 64, 1) \
  X(ReturnModes, 0, 1, 1) \
  X(SyncClocks, 0, 1, 1) \
  X(PlainSync, 0, 1, 0) \
  X(Ram, 0, 1, 1) \
  X(SramWordsLog2, 2, 30, 10) \
  X(SramWidth, 32, 64, 32) \
  X(Pib, 0, 1, 1) \
  X(Pins, 4, 16, 8) \
  X(DivWidth, 1, 16, 8) \
  X(SafeDiv, 0, 65535, 255) \
  X(BufferBytes, 38, 256, 64) \
  X(ClkCenter, 0, 1, 0) \
  X(Calibrate, 0, 1, 0)

/** X(name, value): what is made of them; CLOG2(n) is the reader's. */
#define RVT_TOP_DERIVED(X, CLOG2) \
  X(TimeWidth, (TsWidth > 0 ? TsWidth : 1)) \
  X(RamAddrWidth, (SramWordsLog2 - CLOG2(SramWidth / 32)))

/** CLOCK(port, member of struct rvt_top_in, bits), SLOT(port, member of struct rvt_block, bits of one slot). */
#define RVT_TOP_INPUTS(CLOCK, SLOT) \
  CLOCK(psel_i, apb.psel, 1) \
  CLOCK(penable_i, apb.penable, 1) \
  CLOCK(pwrite_i, apb.pwrite, 1) \
  CLOCK(paddr_i, apb.paddr, 16) \
  CLOCK(pwdata_i, apb.pwdata, 32) \
  CLOCK(pstrb_i, apb.pstrb, 4) \
  CLOCK(active_ack_i, active_ack, 3) \
  SLOT(iretire_i, iretire, IretireWidth) \
  SLOT(iaddr_i, iaddr, Xlen) \
  SLOT(itype_i, itype, ItypeWidth) \
  SLOT(ilastsize_i, ilastsize, 2) \
  SLOT(sijump_i, sijump, 1) \
  CLOCK(cause_i, ingress.cause, Xlen) \
  CLOCK(tval_i, ingress.tval, Xlen) \
  CLOCK(priv_i, ingress.priv, 3) \
  CLOCK(context_i, ingress.context, ContextWidth) \
  CLOCK(ctype_i, ingress.ctype, 2) \
  CLOCK(impdef_i, ingress.impdef, ImpdefWidth) \
  CLOCK(trigger_i, ingress.trigger, Blocks + 2) \
  CLOCK(ext_trigger_i, ingress.ext_trigger, 3) \
  CLOCK(halted_i, ingress.halted, 1) \
  CLOCK(hart_reset_i, ingress.hart_reset, 1) \
  CLOCK(lowpower_i, ingress.lowpower, 1) \
  CLOCK(time_i, ingress.time, TimeWidth) \
  CLOCK(ram_rdata_i, ram_rdata, SramWidth)

/** CLOCK(port, member of struct rvt_top_out, bits). */
#define RVT_TOP_OUTPUTS(CLOCK) \
  CLOCK(prdata_o, prdata, 32) \
  CLOCK(pready_o, pready, 1) \
  CLOCK(pslverr_o, pslverr, 1) \
  CLOCK(busy_o, busy, 1) \
  CLOCK(active_req_o, active_req, 3) \
  CLOCK(stall_o, te.stall, 1) \
  CLOCK(ram_cs_o, sinks.ram.ram_cs, 1) \
  CLOCK(ram_we_o, sinks.ram.ram_we, 1) \
  CLOCK(ram_addr_o, sinks.ram.ram_addr, RamAddrWidth) \
  CLOCK(ram_wdata_o, sinks.ram.ram_wdata, SramWidth) \
  CLOCK(ram_be_o, sinks.ram.ram_be, SramWidth/8) \
  CLOCK(trc_clk_o, sinks.pib.trc_clk, 1) \
  CLOCK(trc_data_o, sinks.pib.trc_data, Pins)

/** Words of 32 bits that hold all inputs and all outputs of the largest build. */
enum { RVT_TOP_INPUT_WORDS = 25, RVT_TOP_OUTPUT_WORDS = 5 };

/* clang-format on */

#endif

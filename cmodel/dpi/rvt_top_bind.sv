// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/interface from rtl/interface; `make interface` writes it anew.

/// Binds the checker to every rvt_top of a simulation.
// verilog_format: off
bind rvt_top rvt_top_check #(
  .Format(Format), .Xlen(Xlen), .AddrBits(AddrBits), .Btm(Btm), .Htm(Htm), .Blocks(Blocks),
  .FlowBlocks(FlowBlocks), .IretireWidth(IretireWidth), .ItypeWidth(ItypeWidth), .Single(Single),
  .IaddrOnInt(IaddrOnInt), .IcntWidth(IcntWidth), .HistWidth(HistWidth), .StackDepth(StackDepth),
  .BpredSize(BpredSize), .CacheSize(CacheSize), .IretExt(IretExt), .SrcBitsMax(SrcBitsMax),
  .TsWidth(TsWidth), .QueueDepth(QueueDepth), .QueueSync(QueueSync), .StallLatency(StallLatency),
  .Framing(Framing), .Lanes(Lanes), .FifoDepth(FifoDepth), .FifoBytes(FifoBytes),
  .PlainHist(PlainHist), .Events(Events), .SeqJump(SeqJump), .AllJumps(AllJumps),
  .ExtendAddr(ExtendAddr), .RepeatBranch(RepeatBranch), .RepeatHist(RepeatHist),
  .Context(Context), .PrivBits(PrivBits), .ContextWidth(ContextWidth),
  .HcontextWidth(HcontextWidth), .ImpdefWidth(ImpdefWidth), .ReturnModes(ReturnModes),
  .SyncClocks(SyncClocks), .PlainSync(PlainSync), .Ram(Ram), .SramWordsLog2(SramWordsLog2),
  .SramWidth(SramWidth), .Pib(Pib), .Pins(Pins), .DivWidth(DivWidth), .SafeDiv(SafeDiv),
  .BufferBytes(BufferBytes), .ClkCenter(ClkCenter), .Calibrate(Calibrate)
) i_check (
  .clk_i(clk_i), .rst_ni(rst_ni), .psel_i(psel_i), .penable_i(penable_i), .pwrite_i(pwrite_i),
  .paddr_i(paddr_i), .pwdata_i(pwdata_i), .pstrb_i(pstrb_i), .active_ack_i(active_ack_i),
  .iretire_i(iretire_i), .iaddr_i(iaddr_i), .itype_i(itype_i), .ilastsize_i(ilastsize_i),
  .sijump_i(sijump_i), .cause_i(cause_i), .tval_i(tval_i), .priv_i(priv_i), .context_i(context_i),
  .ctype_i(ctype_i), .impdef_i(impdef_i), .trigger_i(trigger_i), .ext_trigger_i(ext_trigger_i),
  .halted_i(halted_i), .hart_reset_i(hart_reset_i), .lowpower_i(lowpower_i), .time_i(time_i),
  .ram_rdata_i(ram_rdata_i), .prdata_o(prdata_o), .pready_o(pready_o), .pslverr_o(pslverr_o),
  .busy_o(busy_o), .active_req_o(active_req_o), .stall_o(stall_o), .ram_cs_o(ram_cs_o),
  .ram_we_o(ram_we_o), .ram_addr_o(ram_addr_o), .ram_wdata_o(ram_wdata_o), .ram_be_o(ram_be_o),
  .trc_clk_o(trc_clk_o), .trc_data_o(trc_data_o)
);

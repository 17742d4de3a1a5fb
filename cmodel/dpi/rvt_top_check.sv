// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/interface from rtl/interface; `make interface` writes it anew.

/// To bind to a module with the ports and parameters of rvt_top: compares every output with the golden
/// model's in every clock from the first reset on, and ends the simulation at the first difference.
///   bind rvt_top rvt_top_check #(<parameters>) i_check (.*);   as in rvt_top_bind.sv
// verilog_format: off
module rvt_top_check #(
  parameter int unsigned Format = 0,
  parameter int unsigned Xlen = 32,
  parameter int unsigned AddrBits = 64,
  parameter int unsigned Btm = 1,
  parameter int unsigned Htm = 1,
  parameter int unsigned Blocks = 1,
  parameter int unsigned FlowBlocks = 1,
  parameter int unsigned IretireWidth = 6,
  parameter int unsigned ItypeWidth = 4,
  parameter int unsigned Single = 0,
  parameter int unsigned IaddrOnInt = 1,
  parameter int unsigned IcntWidth = 16,
  parameter int unsigned HistWidth = 32,
  parameter int unsigned StackDepth = 0,
  parameter int unsigned BpredSize = 0,
  parameter int unsigned CacheSize = 0,
  parameter int unsigned IretExt = 0,
  parameter int unsigned SrcBitsMax = 12,
  parameter int unsigned TsWidth = 0,
  parameter int unsigned QueueDepth = 15,
  parameter int unsigned QueueSync = 0,
  parameter int unsigned StallLatency = 2,
  parameter int unsigned Framing = 0,
  parameter int unsigned Lanes = 1,
  parameter int unsigned FifoDepth = 0,
  parameter int unsigned FifoBytes = 0,
  parameter int unsigned PlainHist = 1,
  parameter int unsigned Events = 0,
  parameter int unsigned SeqJump = 0,
  parameter int unsigned AllJumps = 0,
  parameter int unsigned ExtendAddr = 0,
  parameter int unsigned RepeatBranch = 0,
  parameter int unsigned RepeatHist = 0,
  parameter int unsigned Context = 0,
  parameter int unsigned PrivBits = 2,
  parameter int unsigned ContextWidth = 1,
  parameter int unsigned HcontextWidth = 0,
  parameter int unsigned ImpdefWidth = 1,
  parameter int unsigned ReturnModes = 1,
  parameter int unsigned SyncClocks = 1,
  parameter int unsigned PlainSync = 0,
  parameter int unsigned Ram = 1,
  parameter int unsigned SramWordsLog2 = 10,
  parameter int unsigned SramWidth = 32,
  parameter int unsigned Pib = 1,
  parameter int unsigned Pins = 8,
  parameter int unsigned DivWidth = 8,
  parameter int unsigned SafeDiv = 255,
  parameter int unsigned BufferBytes = 64,
  parameter int unsigned ClkCenter = 0,
  parameter int unsigned Calibrate = 0,
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1,
  localparam int unsigned RamAddrWidth = SramWordsLog2 - $clog2(SramWidth / 32)
) (
  input logic clk_i,
  input logic rst_ni,
  input logic psel_i,
  input logic penable_i,
  input logic pwrite_i,
  input logic [15:0] paddr_i,
  input logic [31:0] pwdata_i,
  input logic [3:0] pstrb_i,
  input logic [2:0] active_ack_i,
  input logic [Blocks*IretireWidth-1:0] iretire_i,
  input logic [Blocks*Xlen-1:0] iaddr_i,
  input logic [Blocks*ItypeWidth-1:0] itype_i,
  input logic [Blocks*2-1:0] ilastsize_i,
  input logic [Blocks-1:0] sijump_i,
  input logic [Xlen-1:0] cause_i,
  input logic [Xlen-1:0] tval_i,
  input logic [2:0] priv_i,
  input logic [ContextWidth-1:0] context_i,
  input logic [1:0] ctype_i,
  input logic [ImpdefWidth-1:0] impdef_i,
  input logic [Blocks + 2-1:0] trigger_i,
  input logic [2:0] ext_trigger_i,
  input logic halted_i,
  input logic hart_reset_i,
  input logic lowpower_i,
  input logic [TimeWidth-1:0] time_i,
  input logic [SramWidth-1:0] ram_rdata_i,
  input logic [31:0] prdata_o,
  input logic pready_o,
  input logic pslverr_o,
  input logic busy_o,
  input logic [2:0] active_req_o,
  input logic stall_o,
  input logic ram_cs_o,
  input logic ram_we_o,
  input logic [RamAddrWidth-1:0] ram_addr_o,
  input logic [SramWidth-1:0] ram_wdata_o,
  input logic [SramWidth/8-1:0] ram_be_o,
  input logic trc_clk_o,
  input logic [Pins-1:0] trc_data_o
);

  logic [31:0] model_prdata_o;
  logic model_pready_o;
  logic model_pslverr_o;
  logic model_busy_o;
  logic [2:0] model_active_req_o;
  logic model_stall_o;
  logic model_ram_cs_o;
  logic model_ram_we_o;
  logic [RamAddrWidth-1:0] model_ram_addr_o;
  logic [SramWidth-1:0] model_ram_wdata_o;
  logic [SramWidth/8-1:0] model_ram_be_o;
  logic model_trc_clk_o;
  logic [Pins-1:0] model_trc_data_o;

  rvt_top_ref #(
    .Format(Format), .Xlen(Xlen), .AddrBits(AddrBits), .Btm(Btm), .Htm(Htm), .Blocks(Blocks),
    .FlowBlocks(FlowBlocks), .IretireWidth(IretireWidth), .ItypeWidth(ItypeWidth),
    .Single(Single), .IaddrOnInt(IaddrOnInt), .IcntWidth(IcntWidth), .HistWidth(HistWidth),
    .StackDepth(StackDepth), .BpredSize(BpredSize), .CacheSize(CacheSize), .IretExt(IretExt),
    .SrcBitsMax(SrcBitsMax), .TsWidth(TsWidth), .QueueDepth(QueueDepth), .QueueSync(QueueSync),
    .StallLatency(StallLatency), .Framing(Framing), .Lanes(Lanes), .FifoDepth(FifoDepth),
    .FifoBytes(FifoBytes), .PlainHist(PlainHist), .Events(Events), .SeqJump(SeqJump),
    .AllJumps(AllJumps), .ExtendAddr(ExtendAddr), .RepeatBranch(RepeatBranch),
    .RepeatHist(RepeatHist), .Context(Context), .PrivBits(PrivBits), .ContextWidth(ContextWidth),
    .HcontextWidth(HcontextWidth), .ImpdefWidth(ImpdefWidth), .ReturnModes(ReturnModes),
    .SyncClocks(SyncClocks), .PlainSync(PlainSync), .Ram(Ram), .SramWordsLog2(SramWordsLog2),
    .SramWidth(SramWidth), .Pib(Pib), .Pins(Pins), .DivWidth(DivWidth), .SafeDiv(SafeDiv),
    .BufferBytes(BufferBytes), .ClkCenter(ClkCenter), .Calibrate(Calibrate)
  ) i_model (
    .clk_i, .rst_ni, .psel_i, .penable_i, .pwrite_i, .paddr_i, .pwdata_i, .pstrb_i, .active_ack_i,
    .iretire_i, .iaddr_i, .itype_i, .ilastsize_i, .sijump_i, .cause_i, .tval_i, .priv_i,
    .context_i, .ctype_i, .impdef_i, .trigger_i, .ext_trigger_i, .halted_i, .hart_reset_i,
    .lowpower_i, .time_i, .ram_rdata_i, .prdata_o(model_prdata_o), .pready_o(model_pready_o),
    .pslverr_o(model_pslverr_o), .busy_o(model_busy_o), .active_req_o(model_active_req_o),
    .stall_o(model_stall_o), .ram_cs_o(model_ram_cs_o), .ram_we_o(model_ram_we_o),
    .ram_addr_o(model_ram_addr_o), .ram_wdata_o(model_ram_wdata_o), .ram_be_o(model_ram_be_o),
    .trc_clk_o(model_trc_clk_o), .trc_data_o(model_trc_data_o)
  );

  longint unsigned clock = 0;  // rising edges since the simulation began
  bit armed = 1'b0;  // a reset was seen: before it registers of the RTL may have any value
  bit differs = 1'b0;  // many a simulator runs `final` after $fatal, too
  always @(posedge clk_i) begin
    clock <= clock + 1;
    if (!rst_ni) armed <= 1'b1;
    if (armed && rst_ni && prdata_o !== model_prdata_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: prdata_o: expected 0x%0h, found 0x%0h", clock,
             model_prdata_o, prdata_o);
    end
    if (armed && rst_ni && pready_o !== model_pready_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: pready_o: expected 0x%0h, found 0x%0h", clock,
             model_pready_o, pready_o);
    end
    if (armed && rst_ni && pslverr_o !== model_pslverr_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: pslverr_o: expected 0x%0h, found 0x%0h", clock,
             model_pslverr_o, pslverr_o);
    end
    if (armed && rst_ni && busy_o !== model_busy_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: busy_o: expected 0x%0h, found 0x%0h", clock,
             model_busy_o, busy_o);
    end
    if (armed && rst_ni && active_req_o !== model_active_req_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: active_req_o: expected 0x%0h, found 0x%0h", clock,
             model_active_req_o, active_req_o);
    end
    if (armed && rst_ni && stall_o !== model_stall_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: stall_o: expected 0x%0h, found 0x%0h", clock,
             model_stall_o, stall_o);
    end
    if (armed && rst_ni && ram_cs_o !== model_ram_cs_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: ram_cs_o: expected 0x%0h, found 0x%0h", clock,
             model_ram_cs_o, ram_cs_o);
    end
    if (armed && rst_ni && ram_we_o !== model_ram_we_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: ram_we_o: expected 0x%0h, found 0x%0h", clock,
             model_ram_we_o, ram_we_o);
    end
    if (armed && rst_ni && ram_addr_o !== model_ram_addr_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: ram_addr_o: expected 0x%0h, found 0x%0h", clock,
             model_ram_addr_o, ram_addr_o);
    end
    if (armed && rst_ni && ram_wdata_o !== model_ram_wdata_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: ram_wdata_o: expected 0x%0h, found 0x%0h", clock,
             model_ram_wdata_o, ram_wdata_o);
    end
    if (armed && rst_ni && ram_be_o !== model_ram_be_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: ram_be_o: expected 0x%0h, found 0x%0h", clock,
             model_ram_be_o, ram_be_o);
    end
    if (armed && rst_ni && trc_clk_o !== model_trc_clk_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: trc_clk_o: expected 0x%0h, found 0x%0h", clock,
             model_trc_clk_o, trc_clk_o);
    end
    if (armed && rst_ni && trc_data_o !== model_trc_data_o) begin
      differs = 1'b1;
      $fatal(1, "%m: clock %0d: trc_data_o: expected 0x%0h, found 0x%0h", clock,
             model_trc_data_o, trc_data_o);
    end
  end
  final if (armed && !differs) $display("%m: %0d clocks, no difference from the golden model", clock);

endmodule

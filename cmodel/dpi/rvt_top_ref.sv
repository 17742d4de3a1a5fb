// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/interface from rtl/interface; `make interface` writes it anew.

/// The golden model with the parameters and ports of rvt_top, equal to it in every clock after a reset.
/// For simulation.
// verilog_format: off
module rvt_top_ref #(
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
  output logic [31:0] prdata_o,
  output logic pready_o,
  output logic pslverr_o,
  output logic busy_o,
  output logic [2:0] active_req_o,
  output logic stall_o,
  output logic ram_cs_o,
  output logic ram_we_o,
  output logic [RamAddrWidth-1:0] ram_addr_o,
  output logic [SramWidth-1:0] ram_wdata_o,
  output logic [SramWidth/8-1:0] ram_be_o,
  output logic trc_clk_o,
  output logic [Pins-1:0] trc_data_o
);

  // verilator lint_off WIDTHCONCAT
  localparam rvt_dpi_pkg::params_t Params = {
    32'(Format), 32'(Xlen), 32'(AddrBits), 32'(Btm), 32'(Htm), 32'(Blocks), 32'(FlowBlocks),
    32'(IretireWidth), 32'(ItypeWidth), 32'(Single), 32'(IaddrOnInt), 32'(IcntWidth),
    32'(HistWidth), 32'(StackDepth), 32'(BpredSize), 32'(CacheSize), 32'(IretExt),
    32'(SrcBitsMax), 32'(TsWidth), 32'(QueueDepth), 32'(QueueSync), 32'(StallLatency),
    32'(Framing), 32'(Lanes), 32'(FifoDepth), 32'(FifoBytes), 32'(PlainHist), 32'(Events),
    32'(SeqJump), 32'(AllJumps), 32'(ExtendAddr), 32'(RepeatBranch), 32'(RepeatHist),
    32'(Context), 32'(PrivBits), 32'(ContextWidth), 32'(HcontextWidth), 32'(ImpdefWidth),
    32'(ReturnModes), 32'(SyncClocks), 32'(PlainSync), 32'(Ram), 32'(SramWordsLog2),
    32'(SramWidth), 32'(Pib), 32'(Pins), 32'(DivWidth), 32'(SafeDiv), 32'(BufferBytes),
    32'(ClkCenter), 32'(Calibrate)
  };
  // verilator lint_on WIDTHCONCAT

  chandle model;  // an instance's own
  rvt_dpi_pkg::inputs_t in;
  rvt_dpi_pkg::outputs_t out;
  bit edges = 1'b0;

  initial begin
    string refusal;
    model = rvt_dpi_pkg::rvt_dpi_new(Params, refusal);
    if (model == null) $fatal(1, "%m: %s", refusal);
    edges = 1'b1;
  end
  final rvt_dpi_pkg::rvt_dpi_free(model);

  assign in = $bits(in)'({
    ram_rdata_i, time_i, lowpower_i, hart_reset_i, halted_i, ext_trigger_i, trigger_i, impdef_i,
    ctype_i, context_i, priv_i, tval_i, cause_i, sijump_i, ilastsize_i, itype_i, iaddr_i,
    iretire_i, active_ack_i, pstrb_i, pwdata_i, paddr_i, pwrite_i, penable_i, psel_i
  });
  /// Bytes of the next message since the first call, 0: none.
  function automatic int message(output rvt_dpi_pkg::message_t bytes, output string line);
    message = rvt_dpi_pkg::rvt_dpi_message(model, bytes, line);
  endfunction

  always_comb rvt_dpi_pkg::rvt_dpi_outputs(model, edges, in, out);
  always @(posedge clk_i or negedge rst_ni) begin
    rvt_dpi_pkg::rvt_dpi_tick(model, !rst_ni, in);
    edges <= !edges;
  end

  localparam int unsigned At0 = 0;
  assign prdata_o = out[At0+:32];
  localparam int unsigned At1 = At0 + 32;
  assign pready_o = out[At1+:1];
  localparam int unsigned At2 = At1 + 1;
  assign pslverr_o = out[At2+:1];
  localparam int unsigned At3 = At2 + 1;
  assign busy_o = out[At3+:1];
  localparam int unsigned At4 = At3 + 1;
  assign active_req_o = out[At4+:3];
  localparam int unsigned At5 = At4 + 3;
  assign stall_o = out[At5+:1];
  localparam int unsigned At6 = At5 + 1;
  assign ram_cs_o = out[At6+:1];
  localparam int unsigned At7 = At6 + 1;
  assign ram_we_o = out[At7+:1];
  localparam int unsigned At8 = At7 + 1;
  assign ram_addr_o = out[At8+:RamAddrWidth];
  localparam int unsigned At9 = At8 + RamAddrWidth;
  assign ram_wdata_o = out[At9+:SramWidth];
  localparam int unsigned At10 = At9 + SramWidth;
  assign ram_be_o = out[At10+:SramWidth/8];
  localparam int unsigned At11 = At10 + SramWidth/8;
  assign trc_clk_o = out[At11+:1];
  localparam int unsigned At12 = At11 + 1;
  assign trc_data_o = out[At12+:Pins];

  logic unused;
  assign unused = ^out;  // a smaller build has fewer bits

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// One RV32 hart, its trace in 4 KiB of memory and on four pins: docs/integration.md.
module rvt_example_soc (
  input  logic        clk_i,
  input  logic        rst_ni,  // power-up reset
  input  logic        bus_sel_i,  // APB4: 64 KiB at an address of your choice
  input  logic        bus_enable_i,
  input  logic        bus_write_i,
  input  logic [15:0] bus_addr_i,
  input  logic [31:0] bus_wdata_i,
  input  logic [3:0]  bus_strb_i,
  output logic [31:0] bus_rdata_o,
  output logic        bus_ready_o,
  output logic        bus_error_o,
  input  logic [5:0]  hart_iretire_i,  // from the hart, in the clock of retirement
  input  logic [31:0] hart_iaddr_i,
  input  logic [3:0]  hart_itype_i,
  input  logic [2:0]  hart_priv_i,
  input  logic        hart_halted_i,
  output logic        hart_stall_o,
  output logic        trace_busy_o,  // 0: the clock may stop
  output logic        trc_clk_o,  // pads
  output logic [3:0]  trc_data_o
);

  localparam int unsigned WordsLog2 = 10;

  logic [2:0] active;
  logic cs, we;
  logic [WordsLog2-1:0] addr;
  logic [31:0] wdata, rdata;
  logic [3:0] be;

  rvt_top #(
    .Xlen(32),
    .IretireWidth(6),
    .StackDepth(8),
    .SrcBitsMax(0),
    .SramWordsLog2(WordsLog2),
    .Pins(4),
    .FifoDepth(32)
  ) i_trace (
    .clk_i,
    .rst_ni,
    .psel_i(bus_sel_i),
    .penable_i(bus_enable_i),
    .pwrite_i(bus_write_i),
    .paddr_i(bus_addr_i),
    .pwdata_i(bus_wdata_i),
    .pstrb_i(bus_strb_i),
    .prdata_o(bus_rdata_o),
    .pready_o(bus_ready_o),
    .pslverr_o(bus_error_o),
    .busy_o(trace_busy_o),
    .active_req_o(active),  // no power switches: a request is its own answer
    .active_ack_i(active),
    .iretire_i(hart_iretire_i),
    .iaddr_i(hart_iaddr_i),
    .itype_i(hart_itype_i),
    .ilastsize_i('0),  // neither Single nor SeqJump
    .sijump_i('0),
    .cause_i('0),
    .tval_i('0),
    .priv_i(hart_priv_i),
    .context_i('0),
    .ctype_i('0),
    .impdef_i('0),
    .trigger_i('0),
    .ext_trigger_i('0),
    .halted_i(hart_halted_i),
    .hart_reset_i(1'b0),
    .lowpower_i(1'b0),
    .time_i('0),
    .stall_o(hart_stall_o),
    .ram_cs_o(cs),
    .ram_we_o(we),
    .ram_addr_o(addr),
    .ram_wdata_o(wdata),
    .ram_be_o(be),
    .ram_rdata_i(rdata),
    .trc_clk_o,
    .trc_data_o
  );

  rvt_sram #(
    .AddrWidth(WordsLog2),
    .Width(32)
  ) i_sram (
    .clk_i,
    .rst_ni,
    .cs_i(cs),
    .we_i(we),
    .addr_i(addr),
    .wdata_i(wdata),
    .be_i(be),
    .rdata_o(rdata)
  );

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A hart, its trace, and memory for it.
module acme_soc #(
  parameter int unsigned Mistake = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        go_i,  // the hart runs
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [15:0] paddr_i,
  input  logic [31:0] pwdata_i,
  output logic [31:0] prdata_o,
  output logic        pready_o,
  output logic        pslverr_o
);

  logic [5:0] iretire;
  logic [31:0] iaddr;
  logic [3:0] itype;
  logic [2:0] active;
  logic cs, we;
  logic [9:0] addr;
  logic [31:0] wdata, rdata;
  logic [3:0] be;
  logic busy, stall, trc_clk;
  logic [7:0] trc_data;

  acme_hart #(
    .Mistake(Mistake)
  ) i_hart (
    .clk_i,
    .rst_ni,
    .go_i,
    .iretire_o(iretire),
    .iaddr_o(iaddr),
    .itype_o(itype)
  );

  rvt_top #(
    .Pib(0)
  ) i_trace (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i(4'hf),
    .prdata_o,
    .pready_o,
    .pslverr_o,
    .busy_o(busy),
    .active_req_o(active),
    .active_ack_i(active),
    .iretire_i(iretire),
    .iaddr_i(iaddr),
    .itype_i(itype),
    .ilastsize_i('0),
    .sijump_i('0),
    .cause_i('0),
    .tval_i('0),
    .priv_i('0),
    .context_i('0),
    .ctype_i('0),
    .impdef_i('0),
    .trigger_i('0),
    .ext_trigger_i('0),
    .halted_i(1'b0),
    .hart_reset_i(1'b0),
    .lowpower_i(1'b0),
    .time_i('0),
    .stall_o(stall),
    .ram_cs_o(cs),
    .ram_we_o(we),
    .ram_addr_o(addr),
    .ram_wdata_o(wdata),
    .ram_be_o(be),
    .ram_rdata_i(rdata),
    .trc_clk_o(trc_clk),
    .trc_data_o(trc_data)
  );

  rvt_sram #(
    .Width(32),
    .AddrWidth(10)
  ) i_memory (
    .clk_i,
    .rst_ni,
    .cs_i(cs),
    .we_i(we),
    .addr_i(addr),
    .wdata_i(wdata),
    .be_i(be),
    .rdata_o(rdata)
  );

  // The hart takes no notice of stall, nothing gates the clock, and there are no pins.
  logic unused;
  assign unused = ^{busy, stall, trc_clk, trc_data};

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Traces the hart into the memory and prints the bytes, one a line, as expect.c prints those of the golden model.
module acme_soc_tb #(
  parameter int unsigned Mistake = 0
);

  localparam logic [15:0] Te = 16'h0000;
  localparam logic [15:0] Ram = 16'h1000;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic go = 1'b0;
  logic psel = 1'b0;
  logic penable = 1'b0;
  logic pwrite = 1'b0;
  logic pready, pslverr;
  logic [15:0] paddr = '0;
  logic [31:0] pwdata = '0;
  logic [31:0] prdata, found;
  always #5 clk = !clk;

  acme_soc #(
    .Mistake(Mistake)
  ) u_soc (
    .clk_i    (clk),
    .rst_ni   (rst_n),
    .go_i     (go),
    .psel_i   (psel),
    .penable_i(penable),
    .pwrite_i (pwrite),
    .paddr_i  (paddr),
    .pwdata_i (pwdata),
    .prdata_o (prdata),
    .pready_o (pready),
    .pslverr_o(pslverr)
  );

  task automatic transfer(input logic writes, input logic [15:0] at, input logic [31:0] value);
    @(negedge clk);
    psel = 1'b1;
    pwrite = writes;
    paddr = at;
    pwdata = value;
    @(negedge clk);
    penable = 1'b1;
    #1;
    while (!pready) begin
      @(negedge clk);
      #1;
    end
    if (pslverr) $fatal(1, "acme_soc_tb: the bus refuses 0x%04x", at);
    found = prdata;
    @(negedge clk);
    psel = 1'b0;
    penable = 1'b0;
  endtask

  /// Write, then read until the bits of `field` are as written.
  task automatic set(input logic [15:0] at, input logic [31:0] value, input logic [31:0] field);
    transfer(1'b1, at, value);
    transfer(1'b0, at, '0);
    for (int unsigned tries = 0; tries < 100 && ((found ^ value) & field) != 0; tries++)
      transfer(1'b0, at, '0);
    if (((found ^ value) & field) != 0)
      $fatal(1, "acme_soc_tb: 0x%04x does not become 0x%08x", at, value);
  endtask

  int unsigned bytes;
  initial begin
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    set(Ram, 32'h1, 32'h1);
    set(Ram, 32'h3, 32'h3);
    set(Te, 32'h1, 32'h1);
    set(Te, 32'h63, 32'h73);  // history trace messages
    set(Te, 32'h67, 32'h77);
    go = 1'b1;
    repeat (4) @(negedge clk);
    set(Te, 32'h63, 32'h4);
    set(Te, 32'h69, 32'hb);
    set(Ram, 32'h9, 32'hb);
    transfer(1'b0, Ram + {4'h0, rvt_regs_ram_pkg::TrRamWPLowAddr}, '0);
    bytes = found;
    for (int unsigned at = 0; at < bytes; at += 4) begin
      transfer(1'b0, Ram + {4'h0, rvt_regs_ram_pkg::TrRamDataAddr}, '0);
      for (int unsigned i = 0; i < 4; i++)
      if (found[8*i+:8] != 8'hff) $display("byte %02x", found[8*i+:8]);
    end
    $display("acme_soc_tb: done");
    $finish(0);
  end

endmodule

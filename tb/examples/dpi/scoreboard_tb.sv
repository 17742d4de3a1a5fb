// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A scoreboard around rvt_ntrace_top. What is expected are the messages of the golden model inside the
/// checker that rvt_ntrace_top_bind.sv binds to the RTL; what is judged are the bytes that the RTL writes
/// to the memory of its RAM sink. The checker compares every output in every clock besides.
module scoreboard_tb #(
  parameter int unsigned Clocks = 20000
);

  localparam logic [15:0] Te = 16'h0000;
  localparam logic [15:0] Ram = 16'h1000;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  always #5 clk = !clk;

  logic psel, penable, pwrite, pready;
  logic [15:0] paddr;
  logic [31:0] pwdata, prdata;
  logic [2:0] active;
  logic [5:0] iretire;
  logic [31:0] iaddr;
  logic [3:0] itype;
  logic stall, cs, we;
  logic [9:0] addr;
  logic [31:0] wdata, rdata;
  logic [3:0] be;

  rvt_ntrace_top #(
    .StackDepth(8),
    .Pib(0)
  ) u_top (
    .clk_i(clk),
    .rst_ni(rst_n),
    .psel_i(psel),
    .penable_i(penable),
    .pwrite_i(pwrite),
    .paddr_i(paddr),
    .pwdata_i(pwdata),
    .pstrb_i(4'hf),
    .prdata_o(prdata),
    .pready_o(pready),
    .pslverr_o(),
    .busy_o(),
    .active_req_o(active),
    .active_ack_i(active),
    .iretire_i(iretire),
    .iaddr_i(iaddr),
    .itype_i(itype),
    .ilastsize_i('0),
    .sijump_i('0),
    .cause_i('0),
    .tval_i('0),
    .priv_i(3'd3),
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
    .trc_clk_o(),
    .trc_data_o()
  );

  rvt_sram #(
    .AddrWidth(10),
    .Width(32)
  ) u_sram (
    .clk_i(clk),
    .rst_ni(rst_n),
    .cs_i(cs),
    .we_i(we),
    .addr_i(addr),
    .wdata_i(wdata),
    .be_i(be),
    .rdata_o(rdata)
  );

  // ---- Scoreboard ------------------------------------------------------------------------------

  byte unsigned expected[$];
  string lines[$];  // the message that each of them is of
  byte unsigned actual[$];
  int unsigned messages = 0, judged = 0;
  logic in_message = 1'b0;

  // A word carries idle bytes between messages only.
  always @(posedge clk) begin
    if (rst_n && cs && we) begin
      for (int unsigned i = 0; i < 4; i++) begin
        if (be[i] && (in_message || wdata[8*i+:8] != 8'hff)) begin
          actual.push_back(wdata[8*i+:8]);
          in_message = wdata[8*i+:2] != rvt_ntrace_pkg::MseoEndMsg;
        end
      end
    end
  end

  rvt_dpi_pkg::message_t bytes;
  string line, text;
  int size;
  byte unsigned wanted, found;
  always @(negedge clk) begin
    size = u_top.i_check.i_model.message(bytes, line);
    while (size != 0) begin
      messages = messages + 1;
      for (int i = 0; i < size; i++) begin
        expected.push_back(bytes[8*i+:8]);
        lines.push_back(line);
      end
      size = u_top.i_check.i_model.message(bytes, line);
    end
    while (expected.size() != 0 && actual.size() != 0) begin
      wanted = expected.pop_front();
      found = actual.pop_front();
      text = lines.pop_front();
      if (wanted != found) begin
        $display("scoreboard: byte %0d: expected %02x, found %02x, in %s", judged, wanted, found,
                 text);
        $fatal(1, "scoreboard: one of %0d messages differs", messages);
      end
      judged = judged + 1;
    end
  end

  // ---- Hart: a random walk that keeps the rules of the ingress port ------------------------------

  logic [31:0] pc;
  logic run = 1'b0;
  int unsigned size_of, kind;
  always @(negedge clk) begin
    iretire = '0;
    itype = '0;
    if (run && !stall && $urandom_range(2) != 0) begin
      size_of = $urandom_range(30, 1);
      kind = $urandom_range(9);
      iretire = 6'(size_of);
      iaddr = pc;
      itype = kind < 4 ? rvt_ingress_pkg::ItNotTaken
            : kind < 7 ? rvt_ingress_pkg::ItTaken
            : kind == 7 ? rvt_ingress_pkg::ItDirectCall
            : kind == 8 ? rvt_ingress_pkg::ItReturn : rvt_ingress_pkg::ItIndirectJump;
      pc = kind < 4 ? pc + 2 * size_of : {12'h800, 19'($urandom), 1'b0};
    end
  end

  // ---- Software --------------------------------------------------------------------------------

  logic [31:0] found_word;  // by the last read

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
    found_word = prdata;
    @(negedge clk);
    psel = 1'b0;
    penable = 1'b0;
  endtask

  /// Write, then read until the bits of `field` are as written.
  task automatic set(input logic [15:0] at, input logic [31:0] value, input logic [31:0] field);
    transfer(1'b1, at, value);
    transfer(1'b0, at, '0);
    for (int unsigned tries = 0; tries < 1000 && ((found_word ^ value) & field) != 0; tries++)
      transfer(1'b0, at, '0);
    if (((found_word ^ value) & field) != 0)
      $fatal(1, "scoreboard_tb: register 0x%04x: expected 0x%08x, found 0x%08x", at, value,
             found_word);
  endtask

  initial begin
    {psel, penable, pwrite, paddr, pwdata, iretire, iaddr, itype} = '0;
    pc = 32'h8000_0000;
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    // Active, Enable, Tracing are bits 0 to 2, Empty is bit 3.
    set(Ram, 32'h1, 32'h1);
    set(Ram, 32'h3, 32'h3);
    set(Te, 32'h1, 32'h1);
    set(Te, 32'h2063, 32'h2073);  // history trace messages, the hart stalls
    set(Te, 32'h2067, 32'h2077);
    run = 1'b1;
    repeat (Clocks) @(negedge clk);
    run = 1'b0;
    repeat (4) @(negedge clk);
    set(Te, 32'h2063, 32'h4);
    set(Te, 32'h2069, 32'hb);
    set(Ram, 32'h9, 32'hb);
    repeat (4) @(negedge clk);
    if (expected.size() != 0 || actual.size() != 0)
      $fatal(1, "scoreboard: %0d bytes expected yet, %0d too many", expected.size(), actual.size());
    if (messages < Clocks / 20) $fatal(1, "scoreboard: %0d messages are too few", messages);
    $display("scoreboard: %0d messages, %0d bytes as expected", messages, judged);
    $finish;
  end

endmodule

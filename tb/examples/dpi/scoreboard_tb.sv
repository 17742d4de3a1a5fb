// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A scoreboard around rvt_top. What is expected are the messages that the predictor makes of the instructions
/// that the hart has retired; what is judged are the bytes that the RTL writes to the memory of its RAM sink. The
/// checker that rvt_top_bind.sv binds to the RTL compares every output in every clock besides.
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

  rvt_top #(
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

  // Mode 6, history trace messages, as `set` below writes it to the registers; a sync every 2^8 half-words.
  function automatic longint config_of(input logic on);
    rvt_config_pkg::config_t c;
    c = '0;
    {c.active, c.enable, c.tracing, c.mode, c.sync_mode, c.sync_max} = {1'b1, on, on, 4'd6, 2'd3, 4'd4};
    return 64'(c);
  endfunction

  chandle predict;
  string text;
  int bad;
  longint judged;
  logic in_message = 1'b0;

  task automatic refused(input int status);
    if (status != 0) $fatal(1, "scoreboard: %s", text);
  endtask

  // A word carries idle bytes between messages only.
  always @(posedge clk) begin
    if (rst_n && cs && we) begin
      for (int unsigned i = 0; i < 4; i++) begin
        if (be[i] && (in_message || wdata[8*i+:8] != 8'hff)) begin
          bad = rvt_predict_pkg::rvt_predict_dpi_found(predict, wdata[8*i+:8], text);
          refused(bad);
          in_message = wdata[8*i+:2] != rvt_ntrace_pkg::MseoEndMsg;
        end
      end
    end
  end

  // ---- Hart: a random walk that keeps the rules of the ingress port ------------------------------

  // Words and the itype of each, which the predictor finds out by itself.
  typedef struct packed {
    logic [31:0] word;
    logic [3:0]  itype;
  } insn_t;
  localparam int unsigned Kinds = 8;
  localparam insn_t [Kinds-1:0] Insns = {
    {32'h0000_0013, rvt_ingress_pkg::ItNone},          // nop
    {32'h0000_0001, rvt_ingress_pkg::ItNone},          // c.nop
    {32'h0000_0863, rvt_ingress_pkg::ItTaken},         // beq, 16 bytes ahead
    {32'h0200_006f, rvt_ingress_pkg::ItDirectJump},    // j, 32 bytes ahead
    {32'h0400_00ef, rvt_ingress_pkg::ItDirectCall},    // jal ra, 64 bytes ahead
    {32'h0000_8067, rvt_ingress_pkg::ItReturn},        // ret
    {32'h0003_8067, rvt_ingress_pkg::ItIndirectJump},  // jr t2
    {32'h3020_0073, rvt_ingress_pkg::ItTrapReturn}     // mret
  };

  logic [31:0] pc;
  logic run = 1'b0;
  insn_t insn;
  logic [2:0] kind;
  logic [31:0] after;
  int unsigned retired = 0;
  always @(negedge clk) begin
    iretire = '0;
    itype = '0;
    if (run && !stall && $urandom_range(2) != 0) begin
      iaddr = pc;
      if ($urandom_range(99) == 0) begin
        // A trap: nothing retires, the next instruction is the handler's.
        itype = $urandom_range(1) != 0 ? rvt_ingress_pkg::ItInterrupt : rvt_ingress_pkg::ItException;
        bad = rvt_predict_pkg::rvt_predict_dpi_trap(predict, itype == rvt_ingress_pkg::ItInterrupt,
                                                    64'(pc), text);
        pc = 32'h9000_0000;
      end else begin
        kind = 3'($urandom);
        insn = Insns[kind];
        after = pc + (insn.word[1:0] == 2'b11 ? 32'd4 : 32'd2);
        iretire = insn.word[1:0] == 2'b11 ? 6'd2 : 6'd1;
        itype = insn.itype;
        unique case (itype)
          rvt_ingress_pkg::ItTaken: begin
            if ($urandom_range(1) != 0) itype = rvt_ingress_pkg::ItNotTaken;
            else after = pc + 32'd16;
          end
          rvt_ingress_pkg::ItDirectJump: after = pc + 32'd32;
          rvt_ingress_pkg::ItDirectCall: after = pc + 32'd64;
          rvt_ingress_pkg::ItReturn, rvt_ingress_pkg::ItIndirectJump, rvt_ingress_pkg::ItTrapReturn:
          after = {12'h800, 19'($urandom), 1'b0};
          default: ;
        endcase
        bad = rvt_predict_pkg::rvt_predict_dpi_insn(predict, 64'(pc), 64'(insn.word), 64'(after), text);
        retired = retired + 1;
        pc = after;
      end
      refused(bad);
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
    predict = rvt_predict_pkg::rvt_predict_dpi_new("StackDepth=8", "rv32imac", config_of(1'b1), text);
    if (predict == null) $fatal(1, "scoreboard: %s", text);
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    // Active, Enable, Tracing are bits 0 to 2, Empty is bit 3.
    set(Ram, 32'h1, 32'h1);
    set(Ram, 32'h3, 32'h3);
    set(Te, 32'h1, 32'h1);
    set(Te, 32'h0043_2063, 32'h00f3_2073);  // history trace messages, syncs, the hart stalls
    set(Te, 32'h0043_2067, 32'h00f3_2077);
    run = 1'b1;
    repeat (Clocks) @(negedge clk);
    run = 1'b0;
    repeat (4) @(negedge clk);
    set(Te, 32'h0043_2063, 32'h4);
    set(Te, 32'h0043_2069, 32'hb);
    set(Ram, 32'h9, 32'hb);
    repeat (4) @(negedge clk);
    rvt_predict_pkg::rvt_predict_dpi_configure(predict, config_of(1'b0));
    bad = rvt_predict_pkg::rvt_predict_dpi_idle(predict, text);
    refused(bad);
    bad = rvt_predict_pkg::rvt_predict_dpi_finish(predict, text);
    refused(bad);
    judged = rvt_predict_pkg::rvt_predict_dpi_equal(predict);
    if (judged < 500) $fatal(1, "scoreboard: %0d messages are too few", judged);
    $display("scoreboard: %0d messages of %0d instructions as expected", judged, retired);
    // Coverage: what was never seen is for the next test.
    for (int index = 0; ; index++) begin
      judged = rvt_predict_pkg::rvt_predict_dpi_bin(predict, index, text);
      if (judged < 0) break;
      if (judged > 0) $display("covered: %s: %0d", text, judged);
    end
    $finish;
  end

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// First simulation of an integrator, and nothing more: software programs rvt_top over APB, the
/// hart jumps once, and memory and pins have the three messages of that. What docs/integration.md ties
/// off is tied off. Any simulator with delays runs it; `+capture=FILE` keeps the bytes. The lock-step
/// harness is what verifies the units.
module rvt_smoke_tb;

  localparam int unsigned NumBytes = 13;
  // Byte 0 leftmost.
  localparam logic [8*NumBytes-1:0] Expected = {
    40'h24_15_00_00_13,  // ProgTraceSync SYNC 5, I-CNT 0, F-ADDR 0x4000
    32'h10_41_00_83,  // IndirectBranch B-TYPE 0, I-CNT 4, U-ADDR 0x800
    32'h84_50_11_07  // ProgTraceCorrelation EVCODE 4, CDF 1, I-CNT 4, HIST 1
  };

  localparam logic [15:0] Te = 16'h0000;
  localparam logic [15:0] Ram = 16'h1000;
  localparam logic [15:0] Pib = 16'h2000;

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
  logic cs, we;
  logic [9:0] addr;
  logic [31:0] wdata, rdata;
  logic [3:0] be;
  logic trc_clk;
  logic [7:0] trc_data;

  rvt_top u_top (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .psel_i       (psel),
    .penable_i    (penable),
    .pwrite_i     (pwrite),
    .paddr_i      (paddr),
    .pwdata_i     (pwdata),
    .pstrb_i      (4'hf),
    .prdata_o     (prdata),
    .pready_o     (pready),
    .pslverr_o    (),
    .busy_o       (),
    .active_req_o (active),
    .active_ack_i (active),
    .iretire_i    (iretire),
    .iaddr_i      (iaddr),
    .itype_i      (itype),
    .ilastsize_i  ('0),
    .sijump_i     ('0),
    .cause_i      ('0),
    .tval_i       ('0),
    .priv_i       ('0),
    .context_i    ('0),
    .ctype_i      ('0),
    .impdef_i     ('0),
    .trigger_i    ('0),
    .ext_trigger_i('0),
    .halted_i     (1'b0),
    .hart_reset_i (1'b0),
    .lowpower_i   (1'b0),
    .time_i       ('0),
    .stall_o      (),
    .ram_cs_o     (cs),
    .ram_we_o     (we),
    .ram_addr_o   (addr),
    .ram_wdata_o  (wdata),
    .ram_be_o     (be),
    .ram_rdata_i  (rdata),
    .trc_clk_o    (trc_clk),
    .trc_data_o   (trc_data)
  );

  rvt_sram #(
    .Width(32),
    .AddrWidth(10)
  ) u_sram (
    .clk_i  (clk),
    .rst_ni (rst_n),
    .cs_i   (cs),
    .we_i   (we),
    .addr_i (addr),
    .wdata_i(wdata),
    .be_i   (be),
    .rdata_o(rdata)
  );

  // ---- What software does ----------------------------------------------------------------------

  logic [31:0] found;  // by the last read

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
    found = prdata;
    @(negedge clk);
    psel = 1'b0;
    penable = 1'b0;
  endtask

  /// Write, then read until the bits of `field` are as written.
  task automatic set(input logic [15:0] at, input logic [31:0] value, input logic [31:0] field);
    transfer(1'b1, at, value);
    transfer(1'b0, at, '0);
    for (int unsigned tries = 0; tries < 1000 && ((found ^ value) & field) != 0; tries++)
      transfer(1'b0, at, '0);
    if (((found ^ value) & field) != 0) begin
      $display("register 0x%04x: expected 0x%08x in the bits 0x%08x, found 0x%08x", at, value,
               field, found);
      $fatal(1, "rvt_smoke_tb failed");
    end
  endtask

  // ---- What the hart retires -------------------------------------------------------------------

  // Two instructions of four bytes; `how` tells what the second one is.
  task automatic retire(input logic [31:0] from, input logic [3:0] how);
    @(negedge clk);
    iretire = 6'd4;
    iaddr = from;
    itype = how;
    @(negedge clk);
    iretire = '0;
    itype = '0;
  endtask

  // ---- What a probe sees: a byte at every edge of TRC_CLK, all ones between messages --------------

  int unsigned seen = 0;
  logic in_message = 1'b0;
  int file = 0;

  function automatic logic [7:0] expected(input int unsigned index);
    expected = index < NumBytes ? Expected[8*(NumBytes-1-index)+:8] : 8'hff;
  endfunction

  always @(trc_clk) begin
    @(negedge clk);
    if (rst_n && (in_message || trc_data != 8'hff)) begin
      if (seen >= NumBytes || trc_data != expected(seen)) begin
        $display("byte %0d on the pins: expected %02x, found %02x", seen, expected(seen), trc_data);
        $fatal(1, "rvt_smoke_tb failed");
      end
      if (file != 0) $fwrite(file, "%c", trc_data);
      in_message = trc_data[1:0] != rvt_ntrace_pkg::MseoEndMsg;
      seen = seen + 1;
    end
  end

  string capture;
  initial begin
    {psel, penable, pwrite, paddr, pwdata, iretire, iaddr, itype} = '0;
    if ($value$plusargs("capture=%s", capture)) file = $fopen(capture, "wb");
    repeat (2) @(negedge clk);
    rst_n = 1'b1;

    // Sinks first, then the source. The low bits are Active, Enable, Tracing; bit 3 is Empty.
    set(Ram, 32'h1, 32'h1);
    set(Ram, 32'h3, 32'h3);
    set(Pib, 32'h1, 32'h1);
    set(Pib, 32'h0002_00b3, 32'hffff_00f3);  // 8 pins, a beat in 3 clocks
    set(Te, 32'h1, 32'h1);
    set(Te, 32'h63, 32'h73);  // history trace messages
    set(Te, 32'h67, 32'h77);

    retire(32'h8000, rvt_ingress_pkg::ItIndirectJump);
    retire(32'h9000, rvt_ingress_pkg::ItNone);

    // The source first, then the sinks, each when it is empty.
    set(Te, 32'h63, 32'h4);
    set(Te, 32'h69, 32'hb);
    set(Pib, 32'h0002_00b9, 32'hb);
    set(Ram, 32'h9, 32'hb);

    if (seen != NumBytes) $fatal(1, "rvt_smoke_tb: too few bytes on the pins");
    transfer(1'b0, Ram + {4'h0, rvt_regs_ram_pkg::TrRamWPLowAddr}, '0);
    if (found != 32'd16) $fatal(1, "rvt_smoke_tb: the write pointer is not after four words");
    for (int unsigned first = 0; first < 16; first += 4) begin
      transfer(1'b0, Ram + {4'h0, rvt_regs_ram_pkg::TrRamDataAddr}, '0);
      for (int unsigned i = 0; i < 4; i++) begin
        if (found[8*i+:8] != expected(first + i)) begin
          $display("byte %0d in memory: expected %02x, found %02x", first + i, expected(first + i),
                   found[8*i+:8]);
          $fatal(1, "rvt_smoke_tb failed");
        end
      end
    end
    $display("rvt_smoke_tb: %0d bytes in memory and on the pins are as expected", NumBytes);
    if (file != 0) $fclose(file);
    $finish(0);
  end

  initial begin
    #200000;
    $fatal(1, "rvt_smoke_tb: not ended within the time");
  end

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// The netlist of the subsystem with RAM and PIB: beside the hart's port, an idle bus and the memory's
// data say nothing either. The words that are written are the trace.
`timescale 1ns / 1ns
module four_state;
`include "ports.vh"
`include "hart.vh"

  integer i, session;
  reg [31:0] memory[0:255];
  reg [31:0] read;
  reg ram_reads;

  task one_clock;
    integer k;
    begin
      #1 hart_clock;
      active_ack_i = active_req_o;
      if (!ram_reads) ram_rdata_i = 32'bx;
      #4 look;
      ram_reads = ram_cs_o === 1'b1 && ram_we_o === 1'b0;
      if (ram_reads) ram_rdata_i = memory[ram_addr_o];
      if (ram_cs_o === 1'b1 && ram_we_o === 1'b1) begin
        for (k = 0; k < 4; k = k + 1)
          if (ram_be_o[k]) begin
            memory[ram_addr_o][8*k+:8] = ram_wdata_o[8*k+:8];
            messages = messages + (ram_wdata_o[8*k+:2] == 2'b11 && ram_wdata_o[8*k+:8] != 8'hff);
          end
      end
      #1 clk_i = 1'b1;
      #5 clk_i = 1'b0;
    end
  endtask

  task bus_quiet;
    begin
      psel_i = 1'b0;
      {penable_i, pwrite_i, paddr_i, pwdata_i, pstrb_i} = {54{1'bx}};
    end
  endtask

  task bus(input write, input [15:0] address, input [31:0] data);
    begin
      psel_i = 1'b1;
      penable_i = 1'b0;
      pwrite_i = write;
      paddr_i = address;
      pwdata_i = write ? data : 32'bx;
      pstrb_i = write ? 4'hf : 4'bx;
      one_clock;
      penable_i = 1'b1;
      one_clock_until_ready;
      bus_quiet;
    end
  endtask

  // `read` is what the bus shows in the clock that ends the access.
  task one_clock_until_ready;
    reg ready;
    begin
      ready = 1'b0;
      while (!ready) begin
        #0 ready = pready_o === 1'b1;
        read = prdata_o;
        one_clock;
      end
    end
  endtask

  initial begin
    {seed, clocks, unknown, blocks, messages, resets} = 0;
    seed = 7;
    pc = 32'h1000;
    priv = 3'd3;
    kept = 32'd0;
    {looking, tracing_hart, halted, ram_reads} = 4'b0;
    clk_i = 1'b0;
    rst_ni = 1'b1;
    for (i = 0; i < 256; i = i + 1) memory[i] = 32'd0;
    hart_quiet;
    bus_quiet;
    active_ack_i = 3'd0;
    ram_rdata_i = 32'bx;
    for (session = 0; session < 5; session = session + 1) begin
      rst_ni = 1'b0;
      looking = 1'b1;
      {tracing_hart, halted, ram_reads} = 3'b0;
      bus_quiet;
      resets = resets + 1;
      repeat (2) one_clock;
      rst_ni = 1'b1;
      repeat (3) one_clock;
      bus(1, 16'h1000, 32'h0001);
      bus(1, 16'h2000, 32'h0001);
      tracing_hart = 1'b1;  // an active encoder looks at the hart's state
      bus(1, 16'h0000, 32'h0001);
      repeat (6) one_clock;
      bus(1, 16'h2000, 32'h0000_00b1);  // 8 pins, a beat a clock
      bus(1, 16'h2000, 32'h0000_00b3);
      bus(1, 16'h1000, 32'h0003);
      bus(1, 16'h0008, 32'h0000_00cc);  // sequential jumps, implicit return 3
      bus(1, 16'h0000, 32'h0013_0067);
      repeat (15) begin
        repeat (100) one_clock;
        bus(0, 16'h0000 + 4 * draw(20), 0);
        bus(0, 16'h1000 + 4 * draw(20), 0);
        bus(0, 16'h2000 + 4 * draw(4), 0);
      end
    end
    bus(1, 16'h0000, 32'h0013_0061);
    repeat (2000) one_clock;
    tracing_hart = 1'b0;
    bus(1, 16'h1000, 32'h0001);
    repeat (200) one_clock;
    repeat (40) bus(0, 16'h1040, 0);  // trRamData
    finish_with(300);
  end
endmodule

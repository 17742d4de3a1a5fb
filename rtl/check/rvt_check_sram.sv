// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What the RAM sink expects of its memory (TCI:RAM-26); in simulation only.
///
/// A word that is read has to be there one clock later, with every byte that was written to it last. What
/// was never written is not looked at, nor are words behind the first 2^20. A finding is a warning, once,
/// with its likely cause: read data late, less memory than the parameter says, bytes not written.
module rvt_check_sram #(
  parameter int unsigned AddrWidth = 10,  // 2^n words, as the sink addresses them
  parameter int unsigned Width     = 32   // bits of a word
) (
  input logic                 clk_i,  // one clock for everything
  input logic                 rst_ni,  // asserted asynchronously, released synchronously
  input logic                 cs_i,  // the ports of the same names
  input logic                 we_i,  // ...
  input logic [AddrWidth-1:0] addr_i,  // ...
  input logic [Width-1:0]     wdata_i,  // ...
  input logic [Width/8-1:0]   be_i,  // ...
  input logic [Width-1:0]     rdata_i  // ...
);

  localparam int unsigned Kept = AddrWidth < 20 ? AddrWidth : 20;
  localparam int unsigned Bytes = Width / 8;

  localparam int unsigned Late = 0, Small = 1, Lost = 2;
  localparam int unsigned Findings = 3;

  logic [Width-1:0] data_q[0:(1<<Kept)-1];
  logic [Bytes-1:0] written_q[0:(1<<Kept)-1];

  logic kept, read_q, wrong_q;
  logic [AddrWidth-1:0] addr_q, near, other;
  logic same;
  logic [Width-1:0] wrong_data_q;  // what came instead of the word at addr_q
  logic [Bytes-1:0] differs;  // bytes of the word that is due
  logic [Findings-1:0] found, told_q, tell;

  initial for (int unsigned i = 0; i < 1 << Kept; i++) written_q[i] = '0;

  assign kept = 64'(addr_i) < 64'd1 << Kept;

  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      differs[i] = written_q[addr_q[Kept-1:0]][i] &&
                   rdata_i[8*i+:8] != data_q[addr_q[Kept-1:0]][8*i+:8];
    end
  end

  always_comb begin
    found = '0;
    {other, near, same} = '0;
    if (wrong_q) begin
      // In the clock after: the word is there now, or it is one of those whose address differs by a bit.
      if (differs == '0) begin
        found[Late] = 1'b1;
      end else begin
        for (int unsigned i = 0; i < Kept; i++) begin
          near = addr_q ^ (AddrWidth'(1) << i);
          same = written_q[near[Kept-1:0]] != '0;
          for (int unsigned b = 0; b < Bytes; b++) begin
            same = same && (!written_q[near[Kept-1:0]][b] ||
                            wrong_data_q[8*b+:8] == data_q[near[Kept-1:0]][8*b+:8]);
          end
          if (same) begin
            found[Small] = 1'b1;
            other = near;
          end
        end
        found[Lost] = !found[Small];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      told_q <= '0;
      read_q <= 1'b0;
      wrong_q <= 1'b0;
    end else begin
      told_q <= told_q | found;
      read_q <= cs_i && !we_i && kept;
      wrong_q <= read_q && differs != '0;
    end
  end

  always_ff @(posedge clk_i) begin
    wrong_data_q <= rdata_i;
    // In the clock after a wrong word it is looked at again.
    if (cs_i && !(read_q && differs != '0)) addr_q <= addr_i;
    if (cs_i && we_i && kept) begin
      for (int unsigned i = 0; i < Bytes; i++) begin
        if (be_i[i]) data_q[addr_i[Kept-1:0]][8*i+:8] <= wdata_i[8*i+:8];
      end
    end
  end

  // Not always_ff: it starts as 0 in the initial block.
  always @(posedge clk_i) begin
    if (cs_i && we_i && kept) begin
      written_q[addr_i[Kept-1:0]] <= written_q[addr_i[Kept-1:0]] | be_i;
    end
  end

  assign tell = found & ~told_q;
  `RVT_WARN(tell[Late],
            ("%m: word 0x%0h is there two clocks after it was read: the sink takes it after one",
             addr_q))
  `RVT_WARN(tell[Small],
            ("%m: word 0x%0h has what was written to 0x%0h: a memory smaller than SramWordsLog2?",
             addr_q, other))
  `RVT_WARN(tell[Lost],
            ("%m: word 0x%0h is 0x%0h, not what was written: ram_be_o, other masters, power?",
             addr_q, wrong_data_q))

  logic unused;
  assign unused = ^{tell, wrong_data_q};

endmodule

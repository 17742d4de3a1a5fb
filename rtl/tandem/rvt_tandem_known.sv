// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// A memory of what several writers tell in a clock, and of each entry whether it is known and has been sent.
///
/// A bank of memory per writer, and which of them has an entry's newest value. Everything shows in the
/// clock after.
module rvt_tandem_known #(
  parameter  int unsigned Writers    = 1,
  parameter  int unsigned Entries    = 32,  // 1..32
  parameter  int unsigned Width      = 32,
  localparam int unsigned EntryWidth = Entries == 1 ? 1 : $clog2(Entries)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,

  // What is told: first all is forgotten, then writers in their order, each hides before it writes.
  input  logic                          forget_i,
  input  logic [Writers*Entries-1:0]    hide_i,   // entries that are unknown now
  input  logic [Writers-1:0]            write_i,
  input  logic [Writers*EntryWidth-1:0] entry_i,
  input  logic [Writers*Width-1:0]      data_i,
  input  logic [Entries-1:0]            again_i,  // entries whose value has changed elsewhere

  // The dump
  input  logic                          dumping_i,  // 0: nothing has been sent
  input  logic                          sent_i,     // the entry that is read is sent in this clock
  input  logic [EntryWidth-1:0]         read_i,
  output logic [Width-1:0]              data_o,     // anything, of an entry that is not known
  output logic [Entries-1:0]            due_o       // known, and not sent as it is
);

  localparam int unsigned LastWidth = Writers == 1 ? 1 : $clog2(Writers);

  logic [Entries-1:0] known_q, known_d, sent_q, sent_d;
  logic [Entries*LastWidth-1:0] last_q, last_d;  // the writer of the newest value
  logic [Writers*Width-1:0] words;

  always_comb begin
    known_d = forget_i ? '0 : known_q;
    sent_d = '0;
    last_d = last_q;
    for (int unsigned e = 0; e < Entries; e++) begin
      sent_d[e] = dumping_i && (sent_q[e] || (sent_i && 32'(read_i) == e)) && !again_i[e];
      for (int unsigned w = 0; w < Writers; w++) begin
        if (hide_i[Entries*w+e]) known_d[e] = 1'b0;
        if (write_i[w] && 32'(entry_i[EntryWidth*w+:EntryWidth]) == e) begin
          known_d[e] = 1'b1;
          sent_d[e] = 1'b0;
          last_d[LastWidth*e+:LastWidth] = LastWidth'(w);
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {known_q, sent_q, last_q} <= '0;
    end else begin
      {known_q, sent_q, last_q} <= {known_d, sent_d, last_d};
    end
  end

  for (genvar w = 0; w < Writers; w++) begin : g_bank
    logic [Width-1:0] mem_q[0:Entries-1];
    always_ff @(posedge clk_i) begin
      if (write_i[w]) mem_q[entry_i[EntryWidth*w+:EntryWidth]] <= data_i[Width*w+:Width];
    end
    assign words[Width*w+:Width] = mem_q[read_i];
  end

  if (Writers == 1) begin : g_one
    assign data_o = words;
  end else begin : g_several
    logic [LastWidth-1:0] last;
    assign last = last_q[LastWidth*read_i+:LastWidth];
    assign data_o = words[Width*last+:Width];
  end

  assign due_o = known_q & ~sent_q;

  // ---- Assertions ------------------------------------------------------------------------------

  // The memory has the entry that is read, and those that are written.
  `RVT_ASSERT(Read_A, 32'(read_i) < Entries)
  // Nothing is sent but in a dump.
  `RVT_IMPLIES_M(Sent_M, sent_i, dumping_i)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A word of the queue's memory, taken apart for the lemmas of rvt_fv_entries: combinational.
module rvt_fv_entries_word #(
  parameter int unsigned Blocks     = 2,
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned UnitsWidth = 2,
  parameter int unsigned Events     = 1,
  parameter int unsigned TsWidth    = 2,
  localparam int unsigned B          = Blocks,
  // As in rvt_queue.
  localparam int unsigned KnownAt    = 4 + UnitsWidth + AddrWidth,
  localparam int unsigned SeqAt      = KnownAt + 1 + (Events != 0 ? 1 : 0),
  localparam int unsigned BlockWidth = SeqAt + 2,
  localparam int unsigned EntryWidth = B * BlockWidth + 7 + TsWidth + B - 1
) (
  input  logic [EntryWidth-1:0] entry_i,
  output logic [1:0]            kind_o,
  output logic                  fine_o  // flow may have it
);

  logic [B-1:0] blocks, known, quiet, seq_ok, unknown_ok, notify;
  logic [3:0] sub;
  logic [TsWidth:0] stamp;
  logic is_block;

  assign {blocks[B-1:1], stamp, kind_o, sub} = entry_i[EntryWidth-1:B*BlockWidth];
  assign blocks[0] = 1'b1;
  assign is_block = kind_o == rvt_ingress_pkg::EntryBlock || kind_o == rvt_ingress_pkg::EntryStart;

  for (genvar b = 0; b < B; b++) begin : g_block
    logic [3:0] itype;
    logic [UnitsWidth-1:0] units;
    logic [1:0] seq;
    assign {known[b], units, itype} =
        {entry_i[BlockWidth*b+KnownAt], entry_i[BlockWidth*b+4+:UnitsWidth],
         entry_i[BlockWidth*b+:4]};
    assign seq = entry_i[BlockWidth*b+SeqAt+:2];
    if (Events != 0) begin : g_notify
      assign notify[b] = entry_i[BlockWidth*b+KnownAt+1];
    end else begin : g_no_notify
      assign notify[b] = 1'b0;
    end
    assign quiet[b] = units == '0 && itype == '0 && !notify[b];
    assign seq_ok[b] = seq == rvt_ingress_pkg::SeqNo ||
                       (seq != 2'd3 && rvt_ingress_pkg::is_sequential(itype));
    assign unknown_ok[b] = itype == rvt_ingress_pkg::ItInterrupt && units == '0 &&
                           (b != 0 || kind_o != rvt_ingress_pkg::EntryStart);
  end

  assign fine_o =
      (blocks & (blocks + B'(1))) == '0 && (blocks & ~seq_ok) == '0 &&
      (is_block ? (blocks & ~known & ~unknown_ok) == '0 :
       (blocks >> 1) == '0 && quiet[0] && (kind_o == rvt_ingress_pkg::EntryStop || !known[0])) &&
      (kind_o != rvt_ingress_pkg::EntryBlock ||
       (sub[3:2] == '0 && (Events != 0 || !sub[1]))) &&
      (kind_o != rvt_ingress_pkg::EntryStop || Events != 0 || !sub[3]);

endmodule

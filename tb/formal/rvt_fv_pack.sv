// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Entry and blocks of a proof, whose widths are the build's, as the structs of the RTL.
module rvt_fv_pack #(
  parameter int unsigned N          = 1,  // blocks
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned UnitsWidth = 6,
  parameter int unsigned TimeWidth  = 1
) (
  input  logic [1:0]              kind_i,
  input  logic [3:0]              sub_i,
  input  logic [TimeWidth:0]      time_i,  // time_new, abs_time
  input  logic [N-1:0]            known_i,
  input  logic [N*AddrWidth-1:0]  addr_i,
  input  logic [N*UnitsWidth-1:0] units_i,
  input  logic [N*4-1:0]          itype_i,
  input  logic [N*2-1:0]          seq_i,
  input  logic [N-1:0]            notify_i,
  output rvt_ingress_pkg::entry_t entry_o,
  output logic [N*rvt_ingress_pkg::BlockBits-1:0] block_o
);

  assign entry_o = {time_i[TimeWidth], 64'(time_i[TimeWidth-1:0]), kind_i, sub_i};
  for (genvar n = 0; n < N; n++) begin : g_block
    logic [62:0] addr;
    logic [7:0] units;
    assign addr = 63'(addr_i[AddrWidth*n+:AddrWidth]);
    assign units = 8'(units_i[UnitsWidth*n+:UnitsWidth]);
    assign block_o[rvt_ingress_pkg::BlockBits*n+:rvt_ingress_pkg::BlockBits] = {
      seq_i[2*n+:2], notify_i[n], known_i[n], addr, units, itype_i[4*n+:4]
    };
  end

endmodule

/// The structs of the RTL as entry and blocks of a proof, whose widths are the build's.
module rvt_fv_unpack #(
  parameter int unsigned N          = 1,  // blocks
  parameter int unsigned AddrWidth  = 31,
  parameter int unsigned UnitsWidth = 6,
  parameter int unsigned TimeWidth  = 1
) (
  input  rvt_ingress_pkg::entry_t entry_i,
  input  logic [N*rvt_ingress_pkg::BlockBits-1:0] block_i,
  output logic [1:0]              kind_o,
  output logic [3:0]              sub_o,
  output logic [TimeWidth:0]      time_o,  // time_new, abs_time
  output logic [N-1:0]            known_o,
  output logic [N*AddrWidth-1:0]  addr_o,
  output logic [N*UnitsWidth-1:0] units_o,
  output logic [N*4-1:0]          itype_o,
  output logic [N*2-1:0]          seq_o,
  output logic [N-1:0]            notify_o
);

  logic [63:0] abs_time;
  logic time_new;
  assign {time_new, abs_time, kind_o, sub_o} = entry_i;
  assign time_o = {time_new, abs_time[TimeWidth-1:0]};
  for (genvar n = 0; n < N; n++) begin : g_block
    logic [62:0] addr;
    logic [7:0] units;
    assign {seq_o[2*n+:2], notify_o[n], known_o[n], addr, units, itype_o[4*n+:4]} =
        block_i[rvt_ingress_pkg::BlockBits*n+:rvt_ingress_pkg::BlockBits];
    assign addr_o[AddrWidth*n+:AddrWidth] = addr[AddrWidth-1:0];
    assign units_o[UnitsWidth*n+:UnitsWidth] = units[UnitsWidth-1:0];
  end

endmodule

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

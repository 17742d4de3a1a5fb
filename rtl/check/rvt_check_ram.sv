// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Watches a RAM sink: the bytes that it takes, and its own at a pad, are those that it writes, in their order.
module rvt_check_ram #(
  parameter int unsigned Lanes = 1,  // bytes of a beat
  parameter int unsigned SramWidth = 32  // bits of the memory port
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clr_i,  // what is held is given up

  input logic s_take_i,  // a beat is taken
  input logic [8*Lanes-1:0] s_data_i,
  input logic [$clog2(Lanes):0] s_bytes_i,
  input logic pad_i,  // ... or a byte of its own
  input logic [7:0] pad_byte_i,

  input logic ram_we_i,  // a word is written
  input logic [SramWidth-1:0] ram_wdata_i,
  input logic ram_low_i,  // ... in its low half
  input logic empty_i  // nothing is held
);

  localparam int unsigned LinkLanes = Lanes > 4 ? Lanes : 4;  // a word has four bytes
  localparam int unsigned LinkBytes = $clog2(LinkLanes) + 1;

  rvt_check_link #(
    .Lanes(LinkLanes)
  ) i_link (
    .clk_i,
    .rst_ni,
    .clr_i,
    .s_take_i(s_take_i || pad_i),
    .s_data_i(pad_i ? (8 * LinkLanes)'(pad_byte_i) : (8 * LinkLanes)'(s_data_i)),
    .s_bytes_i(pad_i ? LinkBytes'(1) : LinkBytes'(s_bytes_i)),
    .s_eom_i(1'b0),
    .m_take_i(ram_we_i),
    .m_data_i((8 * LinkLanes)'(32'(ram_low_i ? ram_wdata_i : ram_wdata_i >> 32))),
    .m_bytes_i(LinkBytes'(4)),
    .m_eom_i(1'b0),
    .empty_i
  );

endmodule

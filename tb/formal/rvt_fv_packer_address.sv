// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The extended address of a message of rvt_fv_packer: how many bytes of it are left, and what a decoder reads of it.
module rvt_fv_packer_address #(
  parameter  int unsigned AddrWidth  = 7,
  parameter  int unsigned ExtendAddr = 0,
  localparam int unsigned MoreBytes  = AddrWidth > 6 ? (AddrWidth - 1) / 6 : 1,
  localparam int unsigned ReadBits   = 6 * MoreBytes + 6
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clr_i,
  input  logic                 load_i,
  input  logic                 extend_i,  // of the address of the message that is loaded upper bits are left out
  input  logic [AddrWidth-1:0] addr_i,
  input  logic                 front_i,   // the address is the next field
  input  logic                 valid_i,   // a byte is on offer
  input  logic                 beat_i,    // it leaves
  input  logic [7:0]           data_i,
  output logic                 extend_o,  // the message has an extended address, which has not left
  output logic                 now_o,     // ... and the byte on offer is of it
  output logic [5:0]           left_o,    // its bytes that have not left

  // registers of the packer, and what the reference knows of them
  input  logic                 busy_i,
  input  logic                 has_addr_i,
  input  logic                 has_icnt_i,
  input  logic                 bare_i,    // no carry stands before the field
  input  logic [AddrWidth-1:0] dut_addr_i,
  input  logic [MoreBytes-1:0] dut_more_i
);

  logic extend_q;
  logic [5:0] left_q, sent_q, new_left, all;
  logic [AddrWidth-1:0] whole_q, found;
  logic [ReadBits-1:0] read_q, read;
  assign extend_o = extend_q;
  assign now_o = extend_q && front_i;
  assign left_o = left_q;
  assign read = read_q | (ReadBits'(data_i[7:2]) << (6 * 32'(sent_q)));

  rvt_fv_packer_extend #(
    .AddrWidth(AddrWidth)
  ) i_new (
    .addr_i,
    .bytes_o(new_left)
  );
  rvt_fv_packer_extend #(
    .AddrWidth(AddrWidth)
  ) i_whole (
    .addr_i(whole_q),
    .bytes_o(all)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {extend_q, left_q, sent_q, whole_q, read_q} <= '0;
    end else if (clr_i) begin
      extend_q <= 1'b0;
    end else if (load_i) begin
      {extend_q, left_q, whole_q} <= {extend_i, new_left, addr_i};
      {sent_q, read_q} <= '0;
    end else if (beat_i && now_o) begin
      extend_q <= left_q != 6'd1;
      left_q <= left_q - 6'd1;
      sent_q <= sent_q + 6'd1;
      read_q <= read;
    end
  end

  // What a decoder reads is the address (NT:ADR-14): the bytes up to now, and the top bit of the last one in place of all
  // above it. Before that byte it would be another: no byte is sent in vain.
  always_comb begin
    found = AddrWidth'(read);
    if (data_i[7]) found = found | ({AddrWidth{1'b1}} << (6 * (32'(sent_q) + 1)));
  end
  `RVT_IMPLIES(Read_A, valid_i && now_o, (found == whole_q) == data_i[0])
  // Above all bits there are zeros (NT:ADR-13).
  `RVT_IMPLIES(Pad_A, valid_i && now_o, (read >> AddrWidth) == '0)

  // The packer's register has the rest of it, and a bit for each byte after the next.
  logic [MoreBytes-1:0] more_ok;
  for (genvar k = 0; k < MoreBytes; k++) begin : g_more
    assign more_ok[k] = dut_more_i[k] == (extend_q ? 32'(left_q) > k + 1 :
                                                     (dut_addr_i >> (6 * (k + 1))) != '0);
  end
  `RVT_IMPLIES(More_L, ExtendAddr != 0 && AddrWidth > 6 && has_addr_i, &more_ok)
  `RVT_IMPLIES(Extend_L, extend_q, ExtendAddr != 0 && has_addr_i && busy_i && left_q != '0 &&
               dut_addr_i == whole_q >> (6 * 32'(sent_q)) && sent_q + left_q == all &&
               read_q == (ReadBits'(whole_q) & ~({ReadBits{1'b1}} << (6 * 32'(sent_q)))) &&
               (has_icnt_i ? sent_q == '0 : bare_i))
  `RVT_ASSERT(All_L, 32'(all) <= (AddrWidth + 5) / 6)

  if (ExtendAddr != 0) begin : g_cover
    // A byte of zeros for the top bit alone; ones left out; all bits sent, the top one 1.
    `RVT_COVER(ZeroByte_C, beat_i && now_o && left_q == 6'd1 && data_i[7:2] == '0 && sent_q == 6'd1)
    `RVT_COVER(Ones_C, beat_i && now_o && left_q == 6'd1 && sent_q == '0 && data_i[7])
    `RVT_COVER(All_C, beat_i && now_o && left_q == 6'd1 && whole_q[AddrWidth-1] &&
               32'(all) == (AddrWidth + 5) / 6)
  end

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The elements of a slot, one after the other in the canonical order (TV:E-02, E-03).
module rvt_tandem_elements #(
  parameter  int unsigned                      Xlen         = 32,
  parameter  int unsigned                      Flen         = 0,
  parameter  int unsigned                      Mlen         = 32,
  parameter  logic [rvt_tandem_pkg::Count-1:0] Has          = 19'h03fef,  // elements of the build
  parameter  int unsigned                      AddRegisters = 0,
  localparam int unsigned                      SlotWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Count, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned                      DataBytes    = rvt_tandem_pkg::longest(
      0, Has, Xlen, Flen, Mlen)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      clr_i,

  input  logic                      valid_i,
  input  logic [SlotWidth-1:0]      slot_i,
  output logic                      leaves_o,  // with the element on offer the slot has left

  output logic                      valid_o,  // an element is on offer
  output logic [23:0]               header_o,  // its first bytes ...
  output logic [1:0]                header_bytes_o,  // ... this many; bytes above are anything
  output logic [8*DataBytes-1:0]    data_o,  // what follows them ...
  output logic [3:0]                data_bytes_o,  // ... likewise
  output logic                      last_o,  // it is the group's last
  input  logic                      ready_i
);

  localparam int unsigned Count = rvt_tandem_pkg::count(Has);
  localparam int unsigned Code = rvt_tandem_pkg::CodeBits;
  localparam int unsigned DataWidth = 8 * DataBytes;

  // ---- Element ---------------------------------------------------------------------------------

  logic [Count-1:0] has;  // of the slot
  logic [Count*Code-1:0] codes;
  logic [Count*DataWidth-1:0] datas;
  logic [Count-1:0]
      now_q, done_q, rest, next;  // the one on offer; it and those before; those after
  logic takes;

  for (genvar k = 0; k < Count; k++) begin : g_element
    if (Has[k]) begin : g_built
      localparam int unsigned At = rvt_tandem_pkg::place(k, Has, Xlen, Flen, Mlen, AddRegisters);
      localparam int unsigned CodeWidth = rvt_tandem_pkg::code_bits(k, AddRegisters);
      localparam int unsigned Bits = rvt_tandem_pkg::data_bits(k, Xlen, Flen, Mlen);
      assign has[k] = slot_i[At];
      if (CodeWidth != 0) begin : g_code
        assign codes[Code*k+:Code] = Code'(slot_i[At+1+:CodeWidth]);
      end else begin : g_no_code
        assign codes[Code*k+:Code] = '0;
      end
      if (Bits != 0) begin : g_data
        assign datas[DataWidth*k+:DataWidth] = DataWidth'(slot_i[At+1+CodeWidth+:Bits]);
      end else begin : g_no_data
        assign datas[DataWidth*k+:DataWidth] = '0;
      end
    end else begin : g_not_built
      assign has[k] = 1'b0;
      assign codes[Code*k+:Code] = '0;
      assign datas[DataWidth*k+:DataWidth] = '0;
    end
  end

  // The first of those after it.
  always_comb begin
    rest = has & ~done_q;
    next = '0;
    for (int unsigned k = Count; k > 0; k--) begin
      if (rest[k-1]) next = Count'(1) << (k - 1);
    end
  end

  assign last_o = rest == '0;
  assign valid_o = valid_i;
  assign takes = valid_i && ready_i;
  assign leaves_o = takes && last_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      now_q <= Count'(1);
      done_q <= Count'(1);
    end else if (clr_i || takes) begin
      now_q <= clr_i || last_o ? Count'(1) : next;
      done_q <= clr_i || last_o ? Count'(1) : done_q | next;
    end
  end

  // ---- Its bytes -------------------------------------------------------------------------------

  rvt_tandem_header #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Count(Count),
    .AddRegisters(AddRegisters)
  ) i_header (
    .now_i(now_q),
    .codes_i(codes),
    .header_o,
    .header_bytes_o,
    .data_bytes_o
  );

  always_comb begin
    data_o = '0;
    for (int unsigned k = 0; k < Count; k++) begin
      data_o = data_o | (datas[DataWidth*k+:DataWidth] & {DataWidth{now_q[k]}});
    end
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // One element is on offer, of those that the slot has; none comes a second time (TV:R-03).
  `RVT_ASSERT(One_A, (now_q & (now_q - Count'(1))) == '0 && now_q != '0)
  `RVT_ASSERT(Once_A, (now_q & ~done_q) == '0 && done_q[0] && (next & done_q) == '0)
  `RVT_IMPLIES(Has_A, valid_i, (now_q & ~has) == '0)
  // Elements are in the canonical order (TV:E-03).
  `RVT_ASSERT(Order_A, now_q > (done_q & ~now_q) && (next == '0 || next > done_q))

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// A slot in pieces, one a clock: its elements in the canonical order (TV:E-02, E-03).
///
/// A piece is the next two elements; the first one of a group has begin, pc and instruction before them.
module rvt_tandem_pieces #(
  parameter  int unsigned                      Xlen         = 32,  // as rvt_tandem ...
  parameter  int unsigned                      Flen         = 0,
  parameter  int unsigned                      Mlen         = 32,
  parameter  logic [rvt_tandem_pkg::Count-1:0] Has          = 19'h03fef,
  parameter  int unsigned                      AddRegisters = 0,
  localparam int unsigned                      SlotWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Count, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned                      HeadBytes    = 8 + Xlen / 8,
  localparam int unsigned                      Longest      = rvt_tandem_pkg::longest(
      1, Has, Xlen, Flen, Mlen)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      clr_i,

  input  logic                      valid_i,
  input  logic [SlotWidth-1:0]      slot_i,
  output logic                      leaves_o,  // the slot has left

  output logic                      valid_o,  // a piece is on offer
  output logic [8*HeadBytes-1:0]    head_o,  // begin, pc, instruction; bytes above are 0
  output logic [4:0]                head_bytes_o,  // 0: the piece does not begin its group
  output logic [8*Longest-1:0]      first_o,  // an element; bytes above are anything
  output logic [3:0]                first_bytes_o,  // 0: there is none
  output logic [8*Longest-1:0]      second_o,  // the one after it, likewise
  output logic [3:0]                second_bytes_o,
  output logic                      last_o,  // the piece ends its group
  input  logic                      ready_i
);

  localparam int unsigned Count = rvt_tandem_pkg::count(Has);
  localparam int unsigned Code = rvt_tandem_pkg::CodeBits;
  localparam int unsigned Pc = rvt_tandem_pkg::Pc;
  localparam int unsigned Insn = rvt_tandem_pkg::Insn;
  localparam int unsigned PcBytes = 2 + Xlen / 8;
  localparam logic [Count-1:0] InHead = Count'(7);

  // ---- Begin, pc and instruction ---------------------------------------------------------------

  localparam int unsigned PcAt = rvt_tandem_pkg::place(Pc, Has, Xlen, Flen, Mlen, AddRegisters);
  localparam int unsigned InsnAt = rvt_tandem_pkg::place(Insn, Has, Xlen, Flen, Mlen, AddRegisters);

  logic begun_q;  // the group has
  logic [1:0] begins;
  logic has_pc, has_insn, is32;
  logic [8*PcBytes-1:0] pc;
  logic [39:0] insn;  // no more bytes than it has
  logic [8*HeadBytes-1:0] head;
  logic [4:0] head_bytes;

  assign begins = slot_i[2:1];
  assign has_pc = slot_i[PcAt];
  assign has_insn = slot_i[InsnAt];
  assign is32 = slot_i[InsnAt+1];
  assign pc = {slot_i[PcAt+1+:Xlen], rvt_tandem_pkg::StatePc, rvt_tandem_pkg::OpState} &
              {8 * PcBytes{has_pc}};
  assign insn = {
    slot_i[InsnAt+18+:16] & {16{has_insn && is32}},
    slot_i[InsnAt+2+:16] & {16{has_insn}},
    (rvt_tandem_pkg::OpInsn16 | {7'd0, is32}) & {8{has_insn}}
  };

  always_comb begin
    unique case (begins)
      rvt_tandem_pkg::HeadPlain: head = (8 * HeadBytes)'({insn, pc, rvt_tandem_pkg::OpBegin});
      rvt_tandem_pkg::HeadIncrement: head = (8 * HeadBytes)'({insn, rvt_tandem_pkg::with_begin(
          begins), rvt_tandem_pkg::OpBegin});
      default:
      head = (8 * HeadBytes)'({pc, rvt_tandem_pkg::with_begin(begins), rvt_tandem_pkg::OpBegin});
    endcase
    head_bytes = begins == rvt_tandem_pkg::HeadPlain ? 5'd1 : 5'd2;
    if (has_pc) head_bytes = head_bytes + 5'(PcBytes);
    if (has_insn) head_bytes = head_bytes + (is32 ? 5'd5 : 5'd3);
  end

  // ---- Elements --------------------------------------------------------------------------------

  logic [Count-1:0] has, done_q, rest, first, second;
  logic [Count-1:0] one_below, after, two_below;  // of the rest; all but its first
  logic [Count*Code-1:0] codes;
  logic [Count*8*Longest-1:0] datas;  // behind the header's place
  logic makes, last;  // a piece; it is the slot's last

  for (genvar k = 0; k < Count; k++) begin : g_element
    if (Has[k] && !InHead[k]) begin : g_built
      localparam int unsigned At = rvt_tandem_pkg::place(k, Has, Xlen, Flen, Mlen, AddRegisters);
      localparam int unsigned CodeWidth = rvt_tandem_pkg::code_bits(k, AddRegisters);
      localparam int unsigned Bits = rvt_tandem_pkg::data_bits(k, Xlen, Flen, Mlen);
      localparam int unsigned DataAt = 8 * 32'(rvt_tandem_pkg::header_bytes(k));
      assign has[k] = slot_i[At];
      if (CodeWidth != 0) begin : g_code
        assign codes[Code*k+:Code] = Code'(slot_i[At+1+:CodeWidth]);
      end else begin : g_no_code
        assign codes[Code*k+:Code] = '0;
      end
      assign datas[8*Longest*k+:8*Longest] = (8 * Longest)'({
        slot_i[At+1+CodeWidth+:Bits], {DataAt{1'b0}}
      });
    end else begin : g_not_built
      assign has[k] = 1'b0;
      assign codes[Code*k+:Code] = '0;
      assign datas[8*Longest*k+:8*Longest] = '0;
    end
  end

  // Without the carry chain of a difference, on which the next word would wait.
  for (genvar k = 0; k < Count; k++) begin : g_below
    assign one_below[k] = (rest & ((Count'(1) << k) - Count'(1))) != '0;
    assign two_below[k] = (after & ((Count'(1) << k) - Count'(1))) != '0;
  end

  assign rest = has & ~done_q;
  assign first = rest & ~one_below;
  assign after = rest & one_below;
  assign second = after & ~two_below;
  assign last = (after & two_below) == '0;
  assign makes = valid_i && (!valid_o || ready_i);
  assign leaves_o = makes && last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
      done_q <= '0;
    end else if (clr_i || makes) begin
      begun_q <= !clr_i && !last;
      done_q <= clr_i || last ? '0 : done_q | first | second;
    end
  end

  // ---- Their bytes -----------------------------------------------------------------------------

  logic [23:0] first_header, second_header;
  logic [1:0] first_header_bytes, second_header_bytes;
  logic [3:0] first_data_bytes, second_data_bytes;
  logic [8*Longest-1:0] first_data, second_data;

  rvt_tandem_header #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Count(Count),
    .AddRegisters(AddRegisters)
  ) i_first (
    .now_i(first),
    .codes_i(codes),
    .header_o(first_header),
    .header_bytes_o(first_header_bytes),
    .data_bytes_o(first_data_bytes)
  );

  rvt_tandem_header #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Count(Count),
    .AddRegisters(AddRegisters)
  ) i_second (
    .now_i(second),
    .codes_i(codes),
    .header_o(second_header),
    .header_bytes_o(second_header_bytes),
    .data_bytes_o(second_data_bytes)
  );

  always_comb begin
    first_data = (8 * Longest)'(first_header);
    second_data = (8 * Longest)'(second_header);
    for (int unsigned k = 0; k < Count; k++) begin
      first_data = first_data | (datas[8*Longest*k+:8*Longest] & {8 * Longest{first[k]}});
      second_data = second_data | (datas[8*Longest*k+:8*Longest] & {8 * Longest{second[k]}});
    end
  end

  // ---- Register --------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= 1'b0;
    else if (clr_i || !valid_o || ready_i) valid_o <= valid_i && !clr_i;
  end

  // Without a reset, as what the queue has on offer.
  always_ff @(posedge clk_i) begin
    if (makes) begin
      head_o <= head & {8 * HeadBytes{!begun_q}};
      head_bytes_o <= head_bytes & {5{!begun_q}};
      first_o <= first_data;
      first_bytes_o <= 4'(first_header_bytes) + first_data_bytes;
      second_o <= second_data;
      second_bytes_o <= 4'(second_header_bytes) + second_data_bytes;
      last_o <= last;
    end
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // Elements are in the canonical order, and none comes a second time (TV:R-03, E-03).
  `RVT_ASSERT(Order_A, (first == '0 || first > done_q) && (second == '0 || second > first))
  `RVT_ASSERT(Once_A, ((first | second) & done_q) == '0)
  // What is done is the slot's, of a group that has begun.
  `RVT_IMPLIES(Done_A, done_q != '0, begun_q && valid_i && (done_q & ~has) == '0)

endmodule

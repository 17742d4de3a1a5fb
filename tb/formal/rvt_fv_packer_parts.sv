// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// A record as parts of whole bytes, for rvt_fv_packer_wide: combinational.
///
/// Parts are head, address, history and time, the head lowest; one that a message does not have is zero.
module rvt_fv_packer_bytes #(
  parameter int unsigned CarryBits = 15,
  parameter int unsigned AddrWidth = 7,
  parameter int unsigned Value = 24,  // bits of any part
  localparam int unsigned CountBits = $clog2(CarryBits + 1)
) (
  input  logic [CarryBits-1:0] fixed_i,
  input  logic [CountBits-1:0] fixed_bits_i,
  input  logic                 icnt_there_i,
  input  logic                 addr_there_i,
  input  logic                 hist_there_i,
  input  logic                 ts_there_i,
  input  logic                 lead_i,  // HIST is the first of its variable fields
  input  logic                 extend_i,  // of the address equal upper bits are not sent
  input  logic [Value-1:0]     icnt_i,
  input  logic [Value-1:0]     addr_i,
  input  logic [Value-1:0]     hist_i,
  input  logic [Value-1:0]     ts_i,
  // the fixed fields are followed by a field that is not I-CNT: their last byte is part of it
  output logic                 filled_o,
  output logic [4*Value-1:0]   values_o,
  output logic [4*6-1:0]       bytes_o
);

  // Bytes of a value, `least` at least.
  function automatic [5:0] bytes_of(input logic [Value-1:0] value, input logic [5:0] least);
    bytes_of = least;
    for (int unsigned k = 0; 6 * k < Value; k++) begin
      if ((value >> (6 * k)) != '0 && k >= 32'(least)) bytes_of = 6'(k + 1);
    end
  endfunction

  logic [5:0] extended;  // bytes of the address
  rvt_fv_packer_extend #(
    .AddrWidth(AddrWidth)
  ) i_extend (
    .addr_i(addr_i[AddrWidth-1:0]),
    .bytes_o(extended)
  );

  logic [5:0] even, all;  // bytes of the fixed fields, and with the first field
  logic [Value-1:0] first, whole;
  logic [Value-1:0] new_head, new_addr, new_hist, new_ts;
  logic [5:0] new_head_n, new_addr_n, new_hist_n, new_ts_n;
  always_comb begin
    filled_o = lead_i || !icnt_there_i;
    first = !filled_o ? icnt_i : lead_i ? hist_i : addr_i;
    whole = (first << fixed_bits_i) | Value'(fixed_i);
    all = bytes_of(whole, 6'(fixed_bits_i / 6) + 6'd1);  // a field has a bit at least (NT:PKT-09)
    even = 6'((32'(fixed_bits_i) + 5) / 6);
    new_head = filled_o ? whole & ~({Value{1'b1}} << (6 * 32'(even))) : whole;
    new_head_n = filled_o ? even : all;
    new_addr = filled_o ? whole >> (6 * 32'(even)) : addr_i;
    new_addr_n = filled_o ? all - even : addr_there_i ? bytes_of(addr_i, 6'd1) : '0;
    if (extend_i) begin
      new_addr_n = extended;
      new_addr = addr_i & ~({Value{1'b1}} << (6 * 32'(extended)));
    end
    new_hist = lead_i ? icnt_i : hist_i;
    new_hist_n = (lead_i ? icnt_there_i : hist_there_i) ? bytes_of(new_hist, 6'd1) : '0;
    new_ts = ts_i;
    new_ts_n = ts_there_i ? bytes_of(new_ts, 6'd1) : '0;
    if (new_addr_n == '0) new_addr = '0;
    if (new_hist_n == '0) new_hist = '0;
    if (new_ts_n == '0) new_ts = '0;
  end

  assign values_o = {new_ts, new_hist, new_addr, new_head};
  assign bytes_o = {new_ts_n, new_hist_n, new_addr_n, new_head_n};

endmodule

/// The registers of one part of the wide packer against the reference: lemmas of rvt_fv_packer_wide.
///
/// The parts are a chain here, too.
module rvt_fv_packer_part #(
  parameter int unsigned Lanes = 2,
  parameter int unsigned Bytes = 4,   // of the part, at most
  parameter int unsigned Value = 24,  // bits of the reference's value
  localparam int unsigned PlaceBits = $clog2(Lanes),
  localparam int unsigned Beats = (Bytes + Lanes - 1) / Lanes,
  localparam int unsigned MoreBits = Beats > 1 ? Beats - 1 : 1,
  localparam int unsigned Views = Lanes + Beats - 1,
  localparam int unsigned DutBits = 2 + MoreBits + Views + PlaceBits + 6 * Bytes
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 msg_i,  // a message is held
  // the reference's
  input  logic [Value-1:0]     value_i,
  input  logic [5:0]           begin_i,  // its first byte in the message
  input  logic [5:0]           bytes_i,  // 0: the message has no such part
  input  logic [5:0]           at_i,  // bytes of the message that have left
  // of the parts before it, and with it: bytes have not left, how many of the last beat they take, their beats
  input  logic [12:0]          before_i,
  output logic [12:0]          after_o,
  // the unit's
  input  logic [DutBits-1:0]   dut_i
);

  logic dut_has, dut_cut;
  logic [MoreBits-1:0] dut_more;
  logic [Views-1:0] dut_view;
  logic [PlaceBits-1:0] dut_end;
  logic [6*Bytes-1:0] dut_bits;
  assign {dut_has, dut_cut, dut_more, dut_view, dut_end, dut_bits} = dut_i;

  logic some_before, some_after;
  logic [5:0] used_before, used_after, beats_before, beats_after;
  assign {some_before, used_before, beats_before} = before_i;
  assign after_o = {some_after, used_after, beats_after};

  logic begun, joins, there, ok;
  logic [5:0] gone, left, full, tail;  // full beats before its last one, bytes in that
  logic [Views-1:0] view;
  logic [MoreBits-1:0] more;
  always_comb begin
    begun = at_i > begin_i;
    gone = begun ? at_i - begin_i : '0;
    there = msg_i && bytes_i > gone;
    left = there ? bytes_i - gone : '0;
    full = (left - 6'd1) / Lanes;
    tail = ((left - 6'd1) % Lanes) + 6'd1;
    joins = some_before && 32'(used_before) + 32'(left) <= Lanes;
    some_after = some_before || there;
    used_after = !there ? used_before : joins ? used_before + left : tail;
    beats_after = !there || joins ? beats_before : beats_before + full + 6'd1;
    view = '0;
    more = '0;
    for (int unsigned k = 0; k < Lanes; k++) if (32'(used_before) == k && joins) view[k] = 1'b1;
    for (int unsigned b = 0; b < Beats; b++) begin
      if (!joins && 32'(gone) == Lanes * b) view[b==0?0 : Lanes-1+b] = 1'b1;
    end
    for (int unsigned b = 1; b < Beats; b++) more[b-1] = !joins && 32'(full) >= b;
    ok = dut_view == view && dut_more == more && dut_cut == (some_before && !joins) &&
         dut_end == PlaceBits'(used_after - 6'd1);
  end

  `RVT_ASSERT(Has_L, dut_has == there)
  `RVT_IMPLIES(Place_L, there, ok)
  `RVT_IMPLIES(Bits_L, there, Value'(dut_bits) == value_i)
  // The value has no bits above its bytes, and beats leave whole.
  `RVT_IMPLIES(Value_L, msg_i, (value_i >> (6 * 32'(bytes_i))) == '0 && 32'(bytes_i) <= Bytes)
  `RVT_IMPLIES(Gone_L, there && begun, 32'(gone) % Lanes == 0 && !some_before)

endmodule

/// The beat that comes next of a message of four parts, for rvt_fv_packer_wide: combinational.
module rvt_fv_packer_beat #(
  parameter int unsigned Lanes = 2,
  parameter int unsigned Value = 24  // bits of any part
) (
  input  logic [4*Value-1:0] values_i,  // of the parts, the head lowest
  input  logic [4*6-1:0]     ends_i,  // bytes of the message up to the end of each part
  input  logic               open_i,  // the first field goes on after the head
  input  logic [5:0]         at_i,  // bytes that have left
  output logic [5:0]         bytes_o,
  output logic [8*Lanes-1:0] data_o
);

  logic [Value-1:0] head, part1, part2, part3;
  logic [5:0] size, s1, s2, s3;
  assign {part3, part2, part1, head} = values_i;
  assign {size, s3, s2, s1} = ends_i;

  // Bytes of the beat: parts as long as they fit.
  logic [5:0] part_end, part_left;
  logic stop;
  always_comb begin
    bytes_o = '0;
    stop = 1'b0;
    part_end = '0;
    part_left = '0;
    for (int unsigned p = 0; p < 4; p++) begin
      part_end = p == 0 ? s1 : p == 1 ? s2 : p == 2 ? s3 : size;
      part_left = part_end > at_i + bytes_o ? part_end - at_i - bytes_o : '0;
      if (!stop && part_left != '0) begin
        if (32'(bytes_o) + 32'(part_left) <= Lanes) bytes_o = bytes_o + part_left;
        else begin
          stop = 1'b1;
          if (bytes_o == '0) bytes_o = 6'(Lanes);
        end
      end
    end
  end

  // MDO of the message's bytes, and the last one of a field (NT:PKT-05).
  for (genvar k = 0; k < Lanes; k++) begin : g_want
    logic [5:0] index, mdo;
    logic last;
    always_comb begin
      index = at_i + 6'(k);
      mdo = 6'(index < s1 ? head >> (6 * 32'(index)) :
               index < s2 ? part1 >> (6 * 32'(6'(index - s1))) :
               index < s3 ? part2 >> (6 * 32'(6'(index - s2))) : part3 >> (6 * 32'(6'(index - s3))));
      last = (index + 6'd1 == s1 && !open_i) || index + 6'd1 == s2 || index + 6'd1 == s3;
      if (index + 6'd1 == s1 && s1 == s2) last = 1'b1;
      data_o[8*k+:8] = k >= 32'(bytes_o) ? '0 :
                          {mdo, index + 6'd1 == size ? rvt_ntrace_pkg::MseoEndMsg :
                                last ? rvt_ntrace_pkg::MseoEndVar : rvt_ntrace_pkg::MseoNormal};
    end
  end

endmodule

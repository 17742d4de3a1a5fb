// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The fields of a message in their order, the first in the low bits, the fixed ones before it: combinational.
module rvt_fv_packer_list #(
  parameter  int unsigned FieldBits = 24,
  parameter  int unsigned CarryBits = 15,
  localparam int unsigned CountBits = $clog2(CarryBits + 1)
) (
  input  rvt_ntrace_pkg::record_t rec_i,
  input  logic [3:0]              fields_i,      // TSTAMP, HIST, address, I-CNT
  input  logic                    hist_first_i,  // HIST is the first
  input  logic [FieldBits-1:0]    stamp_i,
  input  logic [CarryBits-1:0]    fixed_i,
  input  logic [CountBits-1:0]    fixed_bits_i,
  output logic [4*FieldBits-1:0]  list_o,
  output logic [7:0]              kinds_o,       // 0 I-CNT, 1 address, 2 HIST, 3 TSTAMP
  output logic [2:0]              count_o
);

  always_comb begin
    list_o = '0;
    kinds_o = '0;
    count_o = '0;
    if (fields_i[3]) begin
      list_o = {list_o[3*FieldBits-1:0], stamp_i};
      kinds_o = {kinds_o[5:0], 2'd3};
      count_o = count_o + 3'd1;
    end
    if (fields_i[2] && !hist_first_i) begin
      list_o = {list_o[3*FieldBits-1:0], FieldBits'(rec_i.hist)};
      kinds_o = {kinds_o[5:0], 2'd2};
      count_o = count_o + 3'd1;
    end
    if (fields_i[1]) begin
      list_o = {list_o[3*FieldBits-1:0], FieldBits'(rec_i.addr)};
      kinds_o = {kinds_o[5:0], 2'd1};
      count_o = count_o + 3'd1;
    end
    if (fields_i[0]) begin
      list_o = {list_o[3*FieldBits-1:0], FieldBits'(rec_i.icnt)};
      kinds_o = {kinds_o[5:0], 2'd0};
      count_o = count_o + 3'd1;
    end
    if (hist_first_i) begin
      list_o = {list_o[3*FieldBits-1:0], FieldBits'(rec_i.hist)};
      kinds_o = {kinds_o[5:0], 2'd2};
      count_o = count_o + 3'd1;
    end
    list_o[FieldBits-1:0] = (list_o[FieldBits-1:0] << fixed_bits_i) | FieldBits'(fixed_i);
  end

endmodule

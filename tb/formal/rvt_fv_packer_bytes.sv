// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

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

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of an element before its data, and how many it has of both. Combinational.
module rvt_tandem_header #(
  parameter int unsigned Xlen         = 32,
  parameter int unsigned Flen         = 0,
  parameter int unsigned Mlen         = 32,
  parameter int unsigned Count        = rvt_tandem_pkg::Count,  // elements that can be
  parameter int unsigned AddRegisters = 0
) (
  input  logic [Count-1:0]                          now_i,  // one of them
  input  logic [Count*rvt_tandem_pkg::CodeBits-1:0] codes_i,  // of each
  output logic [23:0]                               header_o,
  output logic [1:0]                                header_bytes_o,
  output logic [3:0]                                data_bytes_o
);

  localparam int unsigned Code = rvt_tandem_pkg::CodeBits;

  logic [7:0] opcode, second, third;
  logic [1:0] begins, store_size;
  logic [Code-1:0] csr;
  logic is32, add;
  logic [7:0] bus_first, bus_second;  // of a transaction
  logic [3:0] bus_bytes;

  assign begins = codes_i[Code*rvt_tandem_pkg::Head+:2];
  assign store_size = codes_i[Code*rvt_tandem_pkg::Store+:2];
  assign is32 = codes_i[Code*rvt_tandem_pkg::Insn];
  assign add = AddRegisters != 0 && codes_i[Code*rvt_tandem_pkg::Gpr+5];

  // What a transaction has beside constants.
  if (Count > rvt_tandem_pkg::BusAddress) begin : g_bus
    logic [5:0] request;  // size, operation
    logic [3:0] response;  // it has data; result, size
    logic has_data;
    assign request = codes_i[Code*rvt_tandem_pkg::BusRequest+:6] &
                     {6{now_i[rvt_tandem_pkg::BusRequest]}};
    assign response = codes_i[Code*rvt_tandem_pkg::BusResponse+:4] &
                      {4{now_i[rvt_tandem_pkg::BusResponse]}};
    // Of a request a store, SC and AMO (TV:AMB-T8).
    assign has_data = response[3] || (request[3:2] == '0 ? request[0] :
                                      request[3:0] != rvt_tandem_pkg::BusFetch);
    assign bus_first = {2'd0, request};
    assign bus_second = {3'd0, response[2], 2'd0, response[1:0]};
    assign bus_bytes = has_data ? 4'd1 << (request[5:4] | response[1:0]) : '0;
  end else begin : g_no_bus
    assign {bus_first, bus_second, bus_bytes} = '0;
  end

  always_comb begin
    opcode = '0;
    second = '0;
    header_bytes_o = '0;
    data_bytes_o = '0;
    csr = '0;
    // Constants of each, ...
    for (int unsigned k = 0; k < Count; k++) begin
      opcode = opcode | (rvt_tandem_pkg::opcode(k) & {8{now_i[k]}});
      second = second | (rvt_tandem_pkg::second(k) & {8{now_i[k]}});
      header_bytes_o = header_bytes_o | (rvt_tandem_pkg::header_bytes(k) & {2{now_i[k]}});
      data_bytes_o = data_bytes_o | (4'(rvt_tandem_pkg::data_bytes(k, Xlen, Flen, Mlen)) &
                                     {4{now_i[k] && !(k == rvt_tandem_pkg::Gpr && add)}});
    end
    for (int unsigned k = rvt_tandem_pkg::Csr; k < rvt_tandem_pkg::Csr + 4; k++) begin
      csr = csr | (codes_i[Code*k+:Code] & {Code{now_i[k]}});
    end
    // ... and what depends on a value.
    if (now_i[rvt_tandem_pkg::Head]) begin
      second = second | rvt_tandem_pkg::with_begin(begins);
      header_bytes_o = header_bytes_o | {begins != rvt_tandem_pkg::HeadPlain,
                                         begins == rvt_tandem_pkg::HeadPlain};
    end
    if (now_i[rvt_tandem_pkg::Insn]) begin
      opcode[0] = is32;
      data_bytes_o = data_bytes_o | {1'b0, is32, !is32, 1'b0};
    end
    if (now_i[rvt_tandem_pkg::Gpr]) begin
      opcode[0] = add;
      second = second | {3'd0, codes_i[Code*rvt_tandem_pkg::Gpr+:5]};
      data_bytes_o = data_bytes_o | {3'd0, add};
    end
    if (now_i[rvt_tandem_pkg::Fpr]) begin
      second = second | {3'd0, codes_i[Code*rvt_tandem_pkg::Fpr+:5]};
    end
    if (now_i[rvt_tandem_pkg::Store]) begin
      second = second | {6'd0, store_size};
      data_bytes_o = data_bytes_o | 4'd1 << store_size;
    end
    opcode = opcode | bus_first;
    second = second | bus_second;
    data_bytes_o = data_bytes_o | bus_bytes;
    second = second | csr[7:0];
    third = {4'd0, csr[11:8]};
    if (now_i[rvt_tandem_pkg::Gpr] || now_i[rvt_tandem_pkg::Fpr])
      third = rvt_tandem_pkg::RegisterPage;
  end

  assign header_o = {third, second, opcode};

  logic unused;
  assign unused = ^codes_i;  // most bits of most elements are 0

endmodule

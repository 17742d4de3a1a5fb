// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The framing of E-Trace: the header says how long a packet is (ETR:E-01), but for a whole byte of srcID and a time, which a stream
/// says with its first beat.
module rvt_framing_etrace #(
  parameter int unsigned Lanes = 1,  // as rvt_framing
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clr_i,
  input  logic                   take_i,
  input  logic [BytesWidth-1:0]  bytes_i,
  input  logic [8*Lanes-1:0]     data_i,
  output logic [Lanes-1:0]       ends_o,
  output rvt_framing_pkg::said_t said_o
);

  logic [4:0]
      rest_q, length;  // bytes that are to come: of the packet under way, after the first one
  logic open_q;
  rvt_framing_pkg::said_t said;

  logic [7:0] second;  // the payload's first byte, if it is there

  assign length = data_i[4:0];
  assign second = 8'(data_i >> 8);
  for (genvar k = 0; k < Lanes; k++) begin : g_lane
    assign ends_o[k] = open_q ? 32'(rest_q) == k + 1 : 32'(length) == k;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      rest_q <= '0;
    end else if (clr_i) begin
      open_q <= 1'b0;
      rest_q <= '0;
    end else if (take_i) begin
      open_q <= open_q ? 32'(bytes_i) < 32'(rest_q) : 32'(bytes_i) <= 32'(length);
      rest_q <= open_q ? rest_q - 5'(bytes_i) : length + 5'd1 - 5'(bytes_i);
    end
  end

  always_comb begin
    said = '0;
    said.wrong = !open_q && data_i[6:5] != '0;  // flow
    said.begins = data_i[6:5] == '0;
    said.aligns = second[3:0] == 4'h3 || second[3:0] == 4'h7;
    said.syncs = said.aligns || (second[3:0] == 4'hf && second[7:6] == 2'd2);
    said.length = 16'(length) + 16'd1;
  end
  assign said_o = said;

  logic unused;
  assign unused = ^second;

endmodule

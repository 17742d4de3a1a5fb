// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The framing of N-Trace: each byte says by itself what it is, and nothing is stored.
module rvt_framing_ntrace #(
  parameter int unsigned Lanes = 1,  // as rvt_framing
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1
) (
  input  logic [BytesWidth-1:0]  bytes_i,
  input  logic [8*Lanes-1:0]     data_i,
  output logic [Lanes-1:0]       ends_o,
  output rvt_framing_pkg::said_t said_o
);

  logic [Lanes-1:0] reserved;
  rvt_framing_pkg::said_t said;

  for (genvar k = 0; k < Lanes; k++) begin : g_lane
    assign ends_o[k] = data_i[8*k+:2] == rvt_ntrace_pkg::MseoEndMsg;  // NT:PKT-05
    assign reserved[k] = 32'(bytes_i) > k && data_i[8*k+:2] == 2'b10;  // NT:PKT-11
  end

  always_comb begin
    said.wrong = |reserved;
    said.begins = data_i[1:0] == rvt_ntrace_pkg::MseoNormal;  // NT:PKT-11
    said.syncs = rvt_ntrace_pkg::is_entry(data_i[7:2]);
    said.aligns = rvt_ntrace_pkg::is_sync(data_i[7:2]);
    said.length = '0;
  end
  assign said_o = said;

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The framing of tandem verification trace: a group begins with 01 (TV:E-06). Where it ends follows from
/// its opcodes and from XLEN, FLEN and MLEN, which no byte says; the stream says it with its last beat.
module rvt_framing_tandem #(
  parameter int unsigned Lanes = 1  // as rvt_framing
) (
  input  logic [8*Lanes-1:0]     data_i,
  output logic [Lanes-1:0]       ends_o,
  output rvt_framing_pkg::said_t said_o
);

  rvt_framing_pkg::said_t said;

  always_comb begin
    said = '0;
    said.begins = data_i[7:0] == 8'h01;
    said.syncs = 1'b1;  // no group needs another one to be found
  end
  assign said_o = said;
  assign ends_o = '0;

endmodule

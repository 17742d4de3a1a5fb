// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Fewest bytes of an extended address, by what a decoder reads (NT:ADR-14): combinational.
///
/// A reader replicates the top bit of the last byte. So many bytes are needed that it finds the address.
module rvt_fv_packer_extend #(
  parameter  int unsigned AddrWidth = 7,
  localparam int unsigned All = (AddrWidth + 5) / 6
) (
  input  logic [AddrWidth-1:0] addr_i,
  output logic [5:0]           bytes_o
);

  // What is read of the low `bytes` of the address.
  function automatic [AddrWidth-1:0] read(input logic [AddrWidth-1:0] value,
                                          input int unsigned bytes);
    read = value & ~({AddrWidth{1'b1}} << (6 * bytes));
    if (value[6*bytes-1]) read = read | ({AddrWidth{1'b1}} << (6 * bytes));
  endfunction

  always_comb begin
    bytes_o = 6'(All);
    for (int unsigned m = All - 1; m > 0; m--) begin
      if (read(addr_i, m) == addr_i) bytes_o = 6'(m);
    end
  end

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Which fields a message has, and its fixed ones (NT:MSG-01..12): combinational.
module rvt_fv_packer_fields #(
  parameter int unsigned CarryBits = 15,
  localparam int unsigned CountBits = $clog2(CarryBits + 1)
) (
  input  logic [3:0]              src_bits_i,
  input  logic [11:0]             src_id_i,
  input  rvt_ntrace_pkg::record_t rec_i,
  output logic                    icnt_o,
  output logic                    addr_o,
  output logic                    hist_o,
  output logic                    hist_first_o,  // HIST is the first of its variable fields
  output logic                    sync_o,
  output logic [CarryBits-1:0]    fixed_o,
  output logic [CountBits-1:0]    fixed_bits_o
);

  logic with_sub, with_btype;
  always_comb begin
    {sync_o, with_sub, with_btype, icnt_o, addr_o, hist_o, hist_first_o} = '0;
    case (rec_i.tcode)
      6'd2: addr_o = 1'b1;
      6'd3: icnt_o = 1'b1;
      6'd4: {with_btype, icnt_o, addr_o} = '1;
      6'd8: {with_sub, icnt_o} = '1;
      6'd9: {sync_o, with_sub, icnt_o, addr_o} = '1;
      6'd11: {sync_o, with_sub, icnt_o, addr_o} = '1;
      6'd12: {sync_o, with_sub, with_btype, icnt_o, addr_o} = '1;
      6'd27: begin
        with_sub = 1'b1;
        icnt_o = rec_i.sub != 4'd1;
        hist_o = rec_i.sub != 4'd0;
        hist_first_o = hist_o;
      end
      6'd28: {with_btype, icnt_o, addr_o, hist_o} = '1;
      6'd29: {sync_o, with_sub, with_btype, icnt_o, addr_o, hist_o} = '1;
      6'd30: icnt_o = 1'b1;
      default: begin
        {with_sub, with_btype, icnt_o} = '1;
        hist_o = rec_i.btype == 2'd1;
      end
    endcase
  end

  logic [CountBits-1:0] at_btype;
  logic [11:0] src_mask;
  always_comb begin
    src_mask = ~(12'hfff << src_bits_i);
    at_btype = CountBits'(6) + CountBits'(src_bits_i) + (with_sub ? CountBits'(4) : '0);
    fixed_bits_o = at_btype + (with_btype ? CountBits'(2) : '0);
    fixed_o = CarryBits'(rec_i.tcode) | (CarryBits'(src_id_i & src_mask) << 6) |
              (with_sub ? CarryBits'(rec_i.sub) << (5'd6 + 5'(src_bits_i)) : '0) |
              (with_btype ? CarryBits'(rec_i.btype) << at_btype : '0);
  end

endmodule

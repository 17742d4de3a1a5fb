// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// TSTAMP of the record on offer (NT:TSP-01..03, TCI:TS-16, TS-18), in the proof's own words: by its TCODE, and with
/// the time sent last. And what the packer's registers have of it.
module rvt_fv_packer_time #(
  parameter  int unsigned TsWidth = 3,  // 0: no TSTAMP
  localparam int unsigned TsBits  = TsWidth == 0 ? 1 : TsWidth
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clr_i,
  input  rvt_ntrace_pkg::record_t rec_i,
  input  logic                    ts_en_i,
  input  logic [3:0]              ts_suppress_i,
  input  logic                    ts_forget_i,
  input  logic                    sync,
  input  logic                    load,
  output logic                    stamped,
  output logic [TsBits-1:0]       stamp,

  input  logic                    dut_base,
  input  logic [TsBits+1:0]       dut_held,  // time_q, sync_q, sent_q; zeros where it has none
  input  logic [TsBits-1:0]       dut_last_time,
  output logic [TsBits-1:0]       dut_stamp  // of the record loaded last, as its registers say
);

  logic base_q, base;  // last_time_q was sent; and counts
  logic [TsBits-1:0] last_time_q;
  logic [3:0] of_kind;
  assign of_kind = {
    rec_i.tcode == 6'd8 || rec_i.tcode == 6'd33,
    rec_i.tcode == 6'd2,
    rec_i.tcode == 6'd27 || rec_i.tcode == 6'd30,
    rec_i.tcode == 6'd3 || rec_i.tcode == 6'd4 || rec_i.tcode == 6'd28
  };
  assign base = base_q && !ts_forget_i;
  assign stamped = TsWidth != 0 && ts_en_i && (sync || (base && (ts_suppress_i & of_kind) == '0));
  assign stamp = TsWidth == 0 ? '0 : TsBits'(rec_i.abs_time) - (sync ? '0 : last_time_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {base_q, last_time_q} <= '0;
    else begin
      base_q <= TsWidth != 0 && ts_en_i && !clr_i && (base || (load && sync));
      if (clr_i) last_time_q <= '0;
      else if (load && stamped) last_time_q <= TsBits'(rec_i.abs_time);
    end
  end

  assign dut_stamp = TsWidth == 0 ? '0 : dut_held[2+:TsBits] - (dut_held[1] ? '0 : dut_last_time);
  // The time sent last is that of the record loaded last, or the one before it.
  `RVT_ASSERT(Base_L, dut_base == base_q)
  `RVT_IMPLIES(Last_L, base_q, last_time_q == (dut_held[0] ? dut_held[2+:TsBits] : dut_last_time))

endmodule

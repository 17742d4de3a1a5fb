// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// TSTAMP of the record on offer: whether its message has one, and which (NT:TSP-02, TSP-03). A message whose
/// kind is suppressed has none, and leaves the base as it is (TCI:TS-18).
///
/// Outputs are functions of the registers and of the record; only the registers wait for `load_i`.
module rvt_ntrace_packer_time #(
  parameter int unsigned TsWidth = 32,  // 1..64 bits of time, 0: no TSTAMP
  // An absent TSTAMP keeps one bit that is constant zero.
  localparam int unsigned TsBits = TsWidth == 0 ? 1 : TsWidth
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,
  input  logic              ts_en_i,
  input  logic [3:0]        suppress_i,  // kinds of messages without TSTAMP
  input  logic              forget_i,    // from this record on times have another base
  input  logic              load_i,   // the record is loaded at this clock's edge
  input  logic [5:0]        tcode_i,  // of its message
  input  logic [TsBits-1:0] time_i,   // of the record
  output logic              has_ts_o,
  output logic [TsBits-1:0] ts_o      // an absolute time or an increase, as sent
);

  logic base, base_q, base_d;  // last_time_q was sent (NT:TSP-03), ts_en_i is on since (TCI:TS-16)
  logic [TsBits-1:0] last_time_q, last_time_d, base_time;
  logic sync, silent;

  assign base = base_q && !forget_i;
  assign sync = rvt_ntrace_pkg::is_sync(tcode_i);
  assign silent = (suppress_i & rvt_ntrace_pkg::time_kind(tcode_i)) != '0;

  always_comb begin
    base_time = sync ? '0 : last_time_q;
    ts_o = TsWidth == 0 ? '0 : time_i - base_time;
    has_ts_o = TsWidth != 0 && ts_en_i && (sync || (base && !silent));
    base_d = TsWidth != 0 && ts_en_i && !clr_i && (base || (load_i && has_ts_o));
    last_time_d = load_i && TsWidth != 0 ? time_i : '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_time_q <= '0;
    else if (clr_i || (load_i && has_ts_o)) last_time_q <= last_time_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) base_q <= 1'b0;
    else base_q <= base_d;
  end

endmodule

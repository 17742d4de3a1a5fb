// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// TSTAMP of a record: whether its message has one, and which (NT:TSP-02, TSP-03). A message whose
/// kind is suppressed has none, and leaves the base as it is (TCI:TS-18).
///
/// Whether is known as the record is offered; only the registers wait for `load_i`. Which is so in the same clock or,
/// with `Late`, from the one after it: the increase is then formed between registers, as records come late.
module rvt_ntrace_packer_time #(
  parameter int unsigned TsWidth = 32,  // 1..64 bits of time, 0: no TSTAMP
  parameter int unsigned Late = 0,      // 1: ts_o is of the record loaded last
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

  logic base, base_q, base_d;  // a time was sent (NT:TSP-03), ts_en_i is on since (TCI:TS-16)
  logic sync, silent;
  // The record of ts_o: its time, whether it is a sync message, and whether it has a TSTAMP.
  logic [TsBits-1:0] now_time, base_time;
  logic now_sync, now_sent;
  logic [TsBits-1:0] last_time_q;  // sent before it; unknown and not read where none was

  assign base = base_q && !forget_i;
  assign sync = rvt_ntrace_pkg::is_sync(tcode_i);
  assign silent = (suppress_i & rvt_ntrace_pkg::time_kind(tcode_i)) != '0;

  always_comb begin
    base_time = now_sync ? '0 : last_time_q;
    ts_o = TsWidth == 0 ? '0 : now_time - base_time;
    has_ts_o = TsWidth != 0 && ts_en_i && (sync || (base && !silent));
    base_d = TsWidth != 0 && ts_en_i && !clr_i && (base || (load_i && has_ts_o));
  end

  if (Late != 0) begin : g_late
    logic [TsBits-1:0] time_q;
    logic sync_q, sent_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {sync_q, sent_q} <= '0;
      else if (load_i) {sync_q, sent_q} <= {sync, has_ts_o};
    end
    always_ff @(posedge clk_i) begin
      if (load_i) time_q <= time_i;
    end
    assign now_time = time_q;
    assign {now_sync, now_sent} = {sync_q, sent_q};
  end else begin : g_now
    assign now_time = time_i;
    assign {now_sync, now_sent} = {sync, has_ts_o};
  end

  always_ff @(posedge clk_i) begin
    if (load_i && now_sent) last_time_q <= now_time;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) base_q <= 1'b0;
    else base_q <= base_d;
  end

endmodule

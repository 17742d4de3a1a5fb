// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Packets of any records, taken at any pace: each record is one packet, never cut, with as many bytes as its header says (ETR:E-02),
/// those of its payload in their order, any of which may be the tracked one. What is left of a payload says all of it, and no fewer bytes
/// would (ETR:P-02).
module rvt_fv_etrace_packer #(
  parameter int unsigned SrcBitsMax = 0,
  parameter int unsigned Lanes      = 1,
  parameter int unsigned CacheSize  = 1
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    active_i,
  input logic                    no_addr_diff_i,
  input logic                    no_trap_addr_i,
  input logic                    rec_valid_i,
  input rvt_etrace_pkg::record_t rec_i,
  input logic                    m_ready_i,
  input logic [3:0]              pick_i,  // which byte of payloads is tracked, in the first clock

  (* probe = "i_dut.rec_valid_q" *) input logic dut_rec_valid,
  (* probe = "i_dut.pay_valid_q" *) input logic dut_pay_valid,
  (* probe = "i_dut.measures_q" *) input logic dut_measures,
  (* probe = "i_dut.begun_q" *) input logic dut_begun,
  (* probe = "i_dut.payload_q" *) input logic signed [79:0] dut_payload,
  (* probe = "i_dut.size" *) input logic [3:0] dut_size,
  (* probe = "i_dut.rest_q" *) input logic [3:0] dut_rest,
  (* probe = "i_dut.src_bits_q" *) input logic [3:0] dut_src_bits,
  (* probe = "i_dut.timed_q" *) input logic dut_timed,
  (* probe = "i_dut.head_q" *) input logic [7:0] dut_head
);

  // interface: proof SrcBitsMax Lanes CacheSize
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD(SrcBitsMax); `RVT_BUILD(Lanes); `RVT_BUILD(CacheSize);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  // interface end

  localparam int unsigned BytesWidth = $clog2(Lanes) + 1;

  rvt_config_pkg::config_t cfg;
  logic rec_ready, valid, eom, sync, src, held, busy;
  logic [8*Lanes-1:0] data;
  logic [BytesWidth-1:0] bytes;

  always_comb begin
    cfg = '0;
    cfg.active = active_i;
    cfg.no_addr_diff = no_addr_diff_i;
    cfg.no_trap_addr = no_trap_addr_i;
  end

  rvt_etrace_packer #(
    .Build(Build)
  ) i_dut (
    .clk_i,
    .rst_ni,
    .cfg_i(cfg),
    .rec_valid_i,
    .rec_i,
    .rec_ready_o(rec_ready),
    .m_valid_o(valid),
    .m_data_o(data),
    .m_bytes_o(bytes),
    .m_eom_o(eom),
    .m_sync_o(sync),
    .m_src_o(src),
    .m_ready_i,
    .held_o(held),
    .busy_o(busy)
  );

  // ---- Reference -------------------------------------------------------------------------------

  logic begun_q, beat;  // a part of a packet has left
  logic [5:0] rest_q, rest;  // bytes that its header promises and that have not left
  logic [5:0] sent_q;  // those that have
  logic [1:0] inside_q;  // records that have not left as packets
  logic [3:0] place_q;  // of the tracked byte
  logic whole;  // the payload, of which nothing has left
  logic [7:0] byte_q, tracked;  // it
  logic [4:0] length_q, length;  // of that payload

  assign beat = valid && m_ready_i;
  assign rest = begun_q ? rest_q : 6'd1 + 6'(data[4:0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
      rest_q <= '0;
      sent_q <= '0;
      inside_q <= '0;
    end else if (!active_i) begin
      begun_q <= 1'b0;
      rest_q <= '0;
      sent_q <= '0;
      inside_q <= '0;
    end else begin
      if (beat) begin
        begun_q <= !eom;
        rest_q <= rest - 6'(bytes);
        sent_q <= eom ? '0 : sent_q + 6'(bytes);
      end
      inside_q <= inside_q + 2'(rec_valid_i && rec_ready) - 2'(beat && eom);
    end
  end
  assign whole = dut_pay_valid && !dut_measures && !dut_begun;
  assign tracked = whole ? 8'(dut_payload >>> {place_q, 3'd0}) : byte_q;
  assign length = whole ? 5'(dut_size) : length_q;
  always_ff @(posedge clk_i) begin
    place_q <= $initstate ? pick_i : place_q;
    byte_q <= tracked;
    length_q <= length;
  end

  // ---- Properties ------------------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);

  // A packet ends where its header says, and nothing but Active 0 takes a beat back.
  `RVT_IMPLIES(Length_A, valid, eom == (rest <= 6'(Lanes)) && 6'(bytes) == (eom ? rest : 6'(Lanes)))
  `RVT_IMPLIES(Whole_A, begun_q, valid)
  `RVT_HELD(Held_A, valid, m_ready_i || !active_i, {data, bytes, eom, sync})
  `RVT_IMPLIES(Header_A, valid && !begun_q, data[7:5] == '0 && data[4:0] == length)
  // As many packets as records.
  `RVT_ASSERT(Count_A, inside_q == 2'(dut_rec_valid && !dut_measures) + 2'(dut_pay_valid))
  `RVT_IMPLIES(Measures_L, dut_measures, dut_rec_valid && dut_pay_valid && !dut_begun)
  `RVT_ASSERT(Begun_L, dut_begun == begun_q)
  `RVT_ASSERT(Busy_A, busy == (inside_q != '0))

  // What is sent of a payload, with its last bit again above it, is the payload; a byte less would not be.
  logic [79:0] above, less;
  assign above = 80'($signed(dut_payload << (80 - 8 * 32'(dut_size))) >>> (80 - 8 * 32'(dut_size)));
  assign less = 80'($signed(dut_payload << (88 - 8 * 32'(dut_size))) >>> (88 - 8 * 32'(dut_size)));
  `RVT_IMPLIES(All_A, whole, dut_size != '0 && above == dut_payload)
  `RVT_IMPLIES(Least_A, whole && dut_size > 4'd1, less != dut_payload)

  logic [5:0] at;  // of the tracked byte in the beat
  assign at = 6'd1 + 6'(place_q) - sent_q;
  `RVT_IMPLIES(Byte_A, valid && at < 6'(bytes) && 5'(place_q) < length,
               8'(data >> (8 * at)) == tracked)

  `RVT_IMPLIES(Rest_L, begun_q,
               6'(dut_rest) == rest_q && rest_q != '0 && rest_q + sent_q == 6'd1 + 6'(length_q))
  `RVT_IMPLIES(Plain_L, dut_pay_valid, dut_src_bits == '0 && !dut_timed)
  `RVT_IMPLIES(Sent_L, !begun_q, sent_q == '0)
  `RVT_IMPLIES(Tracked_L, begun_q && !at[5] && 5'(place_q) < length_q,
               8'({dut_payload, dut_head} >> (8 * at)) == byte_q)
  `RVT_IMPLIES(Bytes_L, valid, length != '0 && length <= 5'd10)

  `RVT_COVER(Longest_C, valid && begun_q && eom && length == 5'd10 && place_q == 4'd9)
  `RVT_COVER(Next_C, beat && eom && inside_q == 2'd2)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The packer of several lanes: a message of no more bytes than `Lanes` is one beat, docs/units/packer.md.
///
/// record register -> parts of whole bytes, and the place of each in its beat -> message register -> beat.
/// All that ends a message is known when it goes into the message register, so `rec_ready_o` waits for few
/// gates. Every other output is a function of the registers.
module rvt_ntrace_packer_wide #(
  parameter int unsigned Lanes = 4,        // bytes per beat: 2, 4, 8 or 16
  parameter int unsigned IcntWidth = 16,   // 1..22 bits of I-CNT, ECODE, B-CNT or HREPEAT
  parameter int unsigned AddrWidth = 31,   // 1..63 bits of address or PROCESS
  parameter int unsigned HistWidth = 32,   // 2..32 bits of HIST, 0: no HIST
  parameter int unsigned TsWidth = 0,      // 1..64 bits of time, 0: no TSTAMP
  parameter int unsigned SrcBitsMax = 0,   // 0..12, largest width of SRC
  parameter int unsigned ExtendAddr = 0,   // 1: extend_i is read
  // Absent segments keep one bit that is constant zero.
  localparam int unsigned HistBits = HistWidth == 0 ? 1 : HistWidth,
  localparam int unsigned TsBits = TsWidth == 0 ? 1 : TsWidth,
  localparam int unsigned BodyBits = 6 + SrcBitsMax,  // of the fixed fields after TCODE
  localparam int unsigned CarryBits = 6 + BodyBits,
  localparam int unsigned CountWidth = $clog2(BodyBits + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clr_i,
  // the record and its layout
  input  logic                  load_i,  // it is loaded at this clock's edge
  input  logic [CarryBits-1:0]  fixed_i,  // TCODE, SRC and the fixed fields
  input  logic [CountWidth-1:0] body_bits_i,  // ... without TCODE
  input  logic                  has_icnt_i,
  input  logic                  has_addr_i,
  input  logic                  has_hist_i,
  input  logic                  has_ts_i,
  input  logic                  hist_first_i,  // HIST, if any, comes before I-CNT
  input  logic                  extend_i,  // of the address equal upper bits are not sent
  input  logic [IcntWidth-1:0]  icnt_i,
  input  logic [AddrWidth-1:0]  addr_i,
  input  logic [HistBits-1:0]   hist_i,
  input  logic [TsBits-1:0]     ts_i,
  output logic                  rec_ready_o,

  output logic                  m_valid_o,
  output logic [8*Lanes-1:0]    m_data_o,
  output logic [$clog2(Lanes):0] m_bytes_o,
  output logic                  m_eom_o,
  input  logic                  m_ready_i,
  output logic                  busy_o
);

  localparam int unsigned ChunkBits = 6;
  localparam int unsigned BeatBits = ChunkBits * Lanes;
  localparam int unsigned PlaceBits = $clog2(Lanes);
  localparam int unsigned BytesWidth = PlaceBits + 1;
  localparam int unsigned FillBits = ChunkBits - 1;  // most that a field fills up of the head
  localparam int unsigned HeadIn = IcntWidth > FillBits ? IcntWidth : FillBits;
  // Bytes of the parts, at most.
  localparam int unsigned HeadBytes = (CarryBits + HeadIn + ChunkBits - 1) / ChunkBits;
  localparam int unsigned AddrIn = AddrWidth > HistBits ? AddrWidth : HistBits;
  localparam int unsigned AddrBytes = (AddrIn + ChunkBits - 1) / ChunkBits;
  localparam int unsigned HistIn = HistWidth != 0 && IcntWidth > HistBits ? IcntWidth : HistBits;
  localparam int unsigned HistBytes = (HistIn + ChunkBits - 1) / ChunkBits;
  localparam int unsigned TsBytes = (TsBits + ChunkBits - 1) / ChunkBits;

  // ---- The record --------------------------------------------------------------------------------

  logic rec_q;  // a record is held
  logic lead_q, lead_d;  // the first variable field is HIST
  logic filled_q;  // the first variable field is not I-CNT: it fills up the head
  logic has_icnt_q, has_addr_q, has_hist_q, has_ts_q;
  logic [CountWidth-1:0] body_bits_q;
  logic [CarryBits-1:0] fixed_q;
  logic [IcntWidth-1:0] icnt_q;
  logic [AddrWidth-1:0] addr_q;
  logic [HistBits-1:0] hist_q;
  logic [TsBits-1:0] ts_q;
  logic next;  // the message register is free

  assign rec_ready_o = !rec_q || next;
  assign lead_d = HistWidth != 0 && has_hist_i && (hist_first_i || !(has_icnt_i || has_addr_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rec_q <= 1'b0;
    else if (clr_i || rec_ready_o) rec_q <= load_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {lead_q, filled_q, has_icnt_q, has_addr_q, has_hist_q, has_ts_q} <= '0;
      {body_bits_q, fixed_q, icnt_q, addr_q, hist_q, ts_q} <= '0;
    end else if (load_i) begin
      {lead_q, filled_q} <= {lead_d, lead_d || !has_icnt_i};
      {has_icnt_q, has_addr_q, has_hist_q} <= {has_icnt_i, has_addr_i, has_hist_i};
      {has_ts_q, body_bits_q, fixed_q} <= {has_ts_i, body_bits_i, fixed_i};
      icnt_q <= icnt_i;
      {addr_q, hist_q, ts_q} <= {addr_i, hist_i, ts_i};
    end
  end

  logic extend;  // extend_i of the record that is held
  if (ExtendAddr != 0) begin : g_extend
    logic extend_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) extend_q <= 1'b0;
      else if (load_i) extend_q <= extend_i;
    end
    assign extend = extend_q;
  end else begin : g_no_extend
    logic unused_extend;
    assign unused_extend = extend_i;
    assign extend = 1'b0;
  end

  // ---- Its parts ---------------------------------------------------------------------------------

  logic [2:0] fill;  // bits of it in the head
  logic [ChunkBits*AddrBytes-1:0] first;  // the field that fills up the head, or the address
  logic [FillBits-1:0] first_low;
  logic [HeadIn-1:0] head_in;
  logic [ChunkBits*HeadBytes-1:0] head;
  logic [ChunkBits*AddrBytes-1:0] addr, addr_sent;
  logic [ChunkBits*AddrBytes-1:0] differs;  // bits that are not as the ones that are not sent
  logic [ChunkBits*AddrBytes:0] below;  // bit n: n - 1 of them
  logic [ChunkBits*HistBytes-1:0] hist;
  logic [ChunkBits*TsBytes-1:0] ts;
  logic with_addr, with_hist;  // there is such a part
  // A byte that cannot be left out, and therefore none below it; of a part that is there.
  logic [HeadBytes:0] head_need;
  logic [AddrBytes:0] addr_need;
  logic [HistBytes:0] hist_need;
  logic [TsBytes:0] ts_need;

  always_comb begin
    fill = '0;
    for (int unsigned n = 0; n <= BodyBits; n++) begin
      if (32'(body_bits_q) == n) fill = 3'((18 - n) % ChunkBits);
    end
    first = lead_q ? (ChunkBits * AddrBytes)'(hist_q) : (ChunkBits * AddrBytes)'(addr_q);
    addr = filled_q ? first >> fill : first;
    // Without SRC the two such headers are those of an Ownership and of a ResourceFull.
    if (SrcBitsMax == 0) begin
      fill = lead_q ? 3'd2 : 3'd0;
      addr = lead_q ? (ChunkBits * AddrBytes)'(hist_q) >> 2 : (ChunkBits * AddrBytes)'(addr_q);
    end
    first_low = FillBits'(first) & ~({FillBits{1'b1}} << fill);
    head_in = filled_q ? HeadIn'(first_low) : HeadIn'(icnt_q);
    head = ((ChunkBits * HeadBytes)'(head_in) << body_bits_q << ChunkBits) |
           (ChunkBits * HeadBytes)'(fixed_q);
    hist = lead_q ? (ChunkBits * HistBytes)'(icnt_q) : (ChunkBits * HistBytes)'(hist_q);
    ts = (ChunkBits * TsBytes)'(ts_q);

    // Up to the highest byte that is not zero.
    differs = addr;
    if (extend && addr_q[AddrWidth-1]) differs = addr ^ (ChunkBits * AddrBytes)'({AddrWidth{1'b1}});
    below = {differs, 1'b0};
    {head_need, addr_need, hist_need, ts_need} = '0;
    for (int k = HeadBytes - 1; k > 0; k--) begin
      // The byte into which the lowest bit of I-CNT falls goes out even if it is zero (NT:PKT-09).
      head_need[k] = head_need[k+1] || 32'(body_bits_q) > ChunkBits * (k - 1) || (!filled_q &&
                     (32'(body_bits_q) == ChunkBits * (k - 1) ||
                      head[ChunkBits*k+:ChunkBits] != '0));
    end
    for (int k = AddrBytes - 1; k >= 0; k--) begin
      addr_need[k] = addr_need[k+1] || differs[ChunkBits*k+:ChunkBits] != '0;
      // The bit below the byte would be the top bit sent (NT:ADR-11, ADR-12).
      if (extend) addr_need[k] = addr_need[k] || below[ChunkBits*k];
    end
    addr_sent = addr;
    if (ExtendAddr != 0) begin
      for (int unsigned k = 1; k < AddrBytes; k++) begin
        if (!addr_need[k]) addr_sent[ChunkBits*k+:ChunkBits] = '0;
      end
    end
    for (int k = HistBytes - 1; k > 0; k--) begin
      hist_need[k] = hist_need[k+1] || hist[ChunkBits*k+:ChunkBits] != '0;
    end
    for (int k = TsBytes - 1; k > 0; k--) begin
      ts_need[k] = ts_need[k+1] || ts[ChunkBits*k+:ChunkBits] != '0;
    end
    // A field has one byte at least, unless the head has some of it.
    with_addr = (has_addr_q || lead_q) && (addr_need[0] || !filled_q || fill == '0);
    with_hist = lead_q ? has_icnt_q : has_hist_q;
  end

  // ---- The message that leaves ---------------------------------------------------------------------

  logic msg_q;  // there is one
  logic open_q;  // the head does not end a field: the field goes on after it
  logic load, take, step;
  // A part, or one before it, has not ended after this beat; has bytes. A wire for each: for a reader that looks
  // at whole vectors one of all four would depend on itself.
  logic head_waits, addr_waits, hist_waits, ts_waits;
  logic head_held, addr_held, hist_held, ts_held;
  logic [PlaceBits-1:0] head_end, addr_end, hist_end, ts_end;
  logic [BeatBits-1:0] head_beat, addr_beat, hist_beat, ts_beat, beat;
  logic [Lanes-1:0] head_ends, addr_ends, hist_ends, ts_ends, ends;  // a part ends in this lane

  assign take = msg_q && m_ready_i && !clr_i;
  assign next = !msg_q || (m_eom_o && m_ready_i);
  assign load = rec_q && next && !clr_i;
  assign step = load || take || clr_i;

  rvt_ntrace_packer_part #(
    .Lanes(Lanes),
    .Bytes(HeadBytes),
    .First(1)
  ) i_head (
    .clk_i,
    .rst_ni,
    .load_i(load),
    .bits_i(head),
    .has_i(1'b1),
    .need_i(head_need[HeadBytes-1:0]),
    .end_i('0),
    .end_o(head_end),
    .step_i(step),
    .take_i(take),
    .wait_i(1'b0),
    .wait_o(head_waits),
    .held_i(1'b0),
    .held_o(head_held),
    .beat_o(head_beat),
    .ends_o(head_ends)
  );

  rvt_ntrace_packer_part #(
    .Lanes(Lanes),
    .Bytes(AddrBytes),
    .First(0)
  ) i_addr (
    .clk_i,
    .rst_ni,
    .load_i(load),
    .bits_i(addr_sent),
    .has_i(with_addr),
    .need_i(addr_need[AddrBytes-1:0]),
    .end_i(head_end),
    .end_o(addr_end),
    .step_i(step),
    .take_i(take),
    .wait_i(head_waits),
    .wait_o(addr_waits),
    .held_i(head_held),
    .held_o(addr_held),
    .beat_o(addr_beat),
    .ends_o(addr_ends)
  );

  rvt_ntrace_packer_part #(
    .Lanes(Lanes),
    .Bytes(HistBytes),
    .First(0)
  ) i_hist (
    .clk_i,
    .rst_ni,
    .load_i(load),
    .bits_i(hist),
    .has_i(with_hist),
    .need_i(hist_need[HistBytes-1:0]),
    .end_i(addr_end),
    .end_o(hist_end),
    .step_i(step),
    .take_i(take),
    .wait_i(addr_waits),
    .wait_o(hist_waits),
    .held_i(addr_held),
    .held_o(hist_held),
    .beat_o(hist_beat),
    .ends_o(hist_ends)
  );

  rvt_ntrace_packer_part #(
    .Lanes(Lanes),
    .Bytes(TsBytes),
    .First(0)
  ) i_ts (
    .clk_i,
    .rst_ni,
    .load_i(load),
    .bits_i(ts),
    .has_i(has_ts_q),
    .need_i(ts_need[TsBytes-1:0]),
    .end_i(hist_end),
    .end_o(ts_end),
    .step_i(step),
    .take_i(take),
    .wait_i(hist_waits),
    .wait_o(ts_waits),
    .held_i(hist_held),
    .held_o(ts_held),
    .beat_o(ts_beat),
    .ends_o(ts_ends)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) msg_q <= 1'b0;
    else if (clr_i || next) msg_q <= rec_q && !clr_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (load) open_q <= filled_q && with_addr;
  end

  // ---- The beat on offer ---------------------------------------------------------------------------

  assign beat = head_beat | addr_beat | hist_beat | ts_beat;
  assign ends = head_ends | addr_ends | hist_ends | ts_ends;
  assign m_valid_o = msg_q;
  assign m_eom_o = msg_q && !ts_waits;
  assign busy_o = rec_q || msg_q;

  // A part that ends in no lane has the beat alone, and all of it.
  always_comb begin
    m_bytes_o = msg_q ? BytesWidth'(Lanes) : '0;
    for (int unsigned k = 0; k < Lanes; k++) begin
      if (ends[k]) m_bytes_o = BytesWidth'(k + 1);
    end
  end

  for (genvar k = 0; k < Lanes; k++) begin : g_lane
    logic ends_msg;
    assign ends_msg = m_eom_o && ends[k] && (ends >> k) == Lanes'(1);
    assign m_data_o[8*k+:8] = {beat[ChunkBits*k+:ChunkBits], ends_msg,
                               ends_msg || (ends[k] && !(open_q && head_ends[k]))};
  end

  // Nothing comes after TSTAMP; what is held is for assertions.
  logic unused;
  assign unused = ^{ts_end, ts_held};

  // ---- Assertions ----------------------------------------------------------------------------

  // The message's first beat has not left.
  logic fresh_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh_q <= 1'b0;
    else if (step) fresh_q <= load;
  end

  // One bit per lane; a label within a generate loop is not unique for every reader.
  logic [Lanes-1:0] lane_any, mseo_10, mseo_11, used, last;
  for (genvar k = 0; k < Lanes; k++) begin : g_check
    assign lane_any[k] = |m_data_o[8*k+:8];
    assign mseo_10[k] = m_data_o[8*k+:2] == 2'b10;
    assign mseo_11[k] = m_data_o[8*k+:2] == rvt_ntrace_pkg::MseoEndMsg;
    assign used[k] = k < 32'(m_bytes_o);
    assign last[k] = k + 1 == 32'(m_bytes_o);
  end

  // A beat stays until it is taken (TCI:LINK-05).
  `RVT_HELD(HeldOut_A, m_valid_o, m_ready_i || clr_i, {m_data_o, m_bytes_o, m_eom_o})
  // An idle packer drives zeros.
  `RVT_IMPLIES(Quiet_A, !m_valid_o, m_data_o == '0 && m_bytes_o == '0 && !m_eom_o)
  // A beat has one byte or more, up to all lanes.
  `RVT_IMPLIES(Bytes_A, m_valid_o, m_bytes_o != '0 && 32'(m_bytes_o) <= Lanes)
  // Lanes above the last byte carry no bits.
  `RVT_ASSERT(Unused_A, (lane_any & ~used) == '0)
  // MSEO 10 is never sent (NT:PKT-11).
  `RVT_ASSERT(Reserved_A, mseo_10 == '0)
  // MSEO 11 is the end of the message, and only that (NT:PKT-05).
  `RVT_ASSERT(EndMsg_A, mseo_11 == (m_eom_o ? last : '0))
  // The first byte of a message has MSEO 00 and holds exactly TCODE (NT:PKT-03).
  `RVT_IMPLIES(First_A, m_valid_o && fresh_q, m_data_o[1:0] == rvt_ntrace_pkg::MseoNormal)
  `RVT_IMPLIES(Fresh_A, fresh_q, msg_q)
  `RVT_IMPLIES(Filled_A, rec_q, filled_q == (lead_q || !has_icnt_q))
  // No address comes after a leading HIST: one of them is the second part.
  `RVT_IMPLIES(Lead_A, rec_q && lead_q, !has_addr_q)
  // Of every message a part is held, and none without one.
  `RVT_ASSERT(Held_A, msg_q == ts_held)
  // A message has a variable field, and a header that ends with TCODE has one of an address.
  `RVT_IMPLIES(Field_A, rec_q, has_icnt_q || has_addr_q || lead_q)
  `RVT_IMPLIES(Short_A, rec_q && body_bits_q == '0, !lead_q)
  // The fixed fields are no more bits than are counted.
  `RVT_IMPLIES(Fixed_A, rec_q,
               (fixed_q >> body_bits_q >> ChunkBits) == '0 && 32'(body_bits_q) <= BodyBits)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Records to bytes with MSEO, `Lanes` bytes per clock: docs/units/packer.md.
///
/// Every output but `rec_ready_o` is a function of the registers; `rec_ready_o` also depends on
/// `m_ready_i`, so that the next record follows without a lost clock. An idle packer selects no segment
/// and its carry is zero, hence it drives zeros without being gated.
module rvt_ntrace_packer #(
  parameter int unsigned Lanes = 1,        // bytes per beat: 1, 2, 4, 8 or 16
  parameter int unsigned IcntWidth = 16,   // 1..22 bits of I-CNT, ECODE, B-CNT or HREPEAT
  parameter int unsigned AddrWidth = 31,   // 1..63 bits of address or PROCESS
  parameter int unsigned HistWidth = 32,   // 2..32 bits of HIST, 0: no HIST
  parameter int unsigned TsWidth = 0,      // 1..64 bits of time, 0: no TSTAMP
  parameter int unsigned SrcBitsMax = 0    // 0..12, largest src_bits_i
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clr_i,

  input  logic [3:0]              src_bits_i,
  input  logic [11:0]             src_id_i,
  input  logic                    ts_en_i,

  input  logic                    rec_valid_i,
  input  rvt_ntrace_pkg::record_t rec_i,
  output logic                    rec_ready_o,

  output logic                    m_valid_o,
  output logic [8*Lanes-1:0]      m_data_o,
  output logic [$clog2(Lanes):0]  m_bytes_o,
  output logic                    m_eom_o,
  input  logic                    m_ready_i,

  output logic                    busy_o
);

  localparam int unsigned ChunkBits = 6;
  localparam int unsigned BeatBits = ChunkBits * Lanes;
  localparam int unsigned BodyBits = 6 + SrcBitsMax;  // the fixed fields after TCODE
  localparam int unsigned CarryBits = 6 + BodyBits;
  localparam int unsigned CountWidth = $clog2(CarryBits + 1);
  localparam int unsigned ShiftMax = CarryBits < BeatBits ? CarryBits : BeatBits - 1;
  localparam int unsigned ShiftWidth = $clog2(ShiftMax + 1);
  localparam int unsigned MixBits = BeatBits + CarryBits;
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1;
  // Absent segments keep one bit that is constant zero.
  localparam int unsigned HistBits = HistWidth == 0 ? 1 : HistWidth;
  localparam int unsigned TsBits = TsWidth == 0 ? 1 : TsWidth;

  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8 && Lanes != 16) begin : g_bad_lanes
    $error("rvt_ntrace_packer: Lanes must be 1, 2, 4, 8 or 16");
  end
  if (IcntWidth < 1 || IcntWidth > rvt_ntrace_pkg::IcntCeil) begin : g_bad_icnt_width
    $error("rvt_ntrace_packer: IcntWidth must be 1..22");
  end
  if (AddrWidth < 1 || AddrWidth > rvt_ntrace_pkg::AddrCeil) begin : g_bad_addr_width
    $error("rvt_ntrace_packer: AddrWidth must be 1..63");
  end
  if (HistWidth == 1 || HistWidth > rvt_ntrace_pkg::HistCeil) begin : g_bad_hist_width
    $error("rvt_ntrace_packer: HistWidth must be 0 or 2..32");
  end
  if (TsWidth > rvt_ntrace_pkg::TimeCeil) begin : g_bad_ts_width
    $error("rvt_ntrace_packer: TsWidth must be 0..64");
  end
  if (SrcBitsMax > rvt_ntrace_pkg::SrcBitsCeil) begin : g_bad_src_bits_max
    $error("rvt_ntrace_packer: SrcBitsMax must be 0..12");
  end

  logic busy_q, busy_d;
  logic head_q, head_d;
  logic hist_first_q, hist_first_d;
  logic base_q, base_d;  // last_time_q was sent (NT:TSP-03), ts_en_i is on since (TCI:TS-16)
  logic has_icnt_q, has_icnt_d, has_addr_q, has_addr_d;
  logic has_hist_q, has_hist_d, has_ts_q, has_ts_d;
  logic [CountWidth-1:0] carry_bits_q, carry_bits_d;
  logic [CarryBits-1:0] carry_q, carry_d;
  logic [IcntWidth-1:0] icnt_q, icnt_d;
  logic [AddrWidth-1:0] addr_q, addr_d;
  logic [HistBits-1:0] hist_q, hist_d;
  logic [TsBits-1:0] ts_q, ts_d, last_time_q, last_time_d;

  // ---- Layout of the record on offer -----------------------------------------------------------

  logic with_icnt, with_addr, with_hist, with_ts, hist_leads;
  logic [BodyBits-1:0] body;
  logic [CountWidth-1:0] header_bits;
  logic [TsBits-1:0] rec_time, base_time;

  rvt_ntrace_packer_layout #(
    .HistWidth(HistWidth),
    .SrcBitsMax(SrcBitsMax)
  ) i_layout (
    .clk_i,
    .rst_ni,
    .src_bits_i,
    .src_id_i,
    .rec_valid_i,
    .rec_i,
    .body_o(body),
    .header_bits_o(header_bits),
    .has_icnt_o(with_icnt),
    .has_addr_o(with_addr),
    .has_hist_o(with_hist),
    .hist_first_o(hist_leads)
  );

  always_comb begin
    rec_time = TsBits'(rec_i.abs_time);
    base_time = rvt_ntrace_pkg::is_sync(rec_i.tcode) ? '0 : last_time_q;
    with_ts = TsWidth != 0 && ts_en_i && (base_q || rvt_ntrace_pkg::is_sync(rec_i.tcode));
  end

  // ---- The beat on offer -----------------------------------------------------------------------

  // Segments with the zeros above them: the low part goes into the beat, the rest stays.
  logic [BeatBits+IcntWidth-1:0] icnt_x;
  logic [BeatBits+AddrWidth-1:0] addr_x;
  logic [BeatBits+HistBits-1:0] hist_x;
  logic [BeatBits+TsBits-1:0] ts_x;
  logic [IcntWidth-1:0] icnt_rest;
  logic [AddrWidth-1:0] addr_rest;
  logic [HistBits-1:0] hist_rest;
  logic [TsBits-1:0] ts_rest;

  assign icnt_x = (BeatBits + IcntWidth)'(icnt_q);
  assign addr_x = (BeatBits + AddrWidth)'(addr_q);
  assign hist_x = (BeatBits + HistBits)'(hist_q);
  assign ts_x = (BeatBits + TsBits)'(ts_q);
  assign icnt_rest = icnt_x[BeatBits+:IcntWidth];
  assign addr_rest = addr_x[BeatBits+:AddrWidth];
  assign hist_rest = hist_x[BeatBits+:HistBits];
  assign ts_rest = ts_x[BeatBits+:TsBits];

  logic sel_icnt, sel_addr, sel_hist, sel_ts;
  logic carry_only, seg_end, msg_end;
  logic [3:0] left;  // segments that have not ended
  logic icnt_end, addr_end, hist_end, ts_end;  // the segment would end in this beat
  logic [BeatBits-1:0] seg;
  logic [BeatBits-1:0] above;  // the bits of a segment that the carry pushes out of the beat
  logic [MixBits-1:0] mix;
  logic [CarryBits-1:0] over;  // what is left for the carry
  logic [Lanes-1:0] need;      // the byte cannot be left out
  logic [Lanes-1:0] last;      // the highest such byte

  assign sel_hist = has_hist_q && (hist_first_q || !(has_icnt_q || has_addr_q));
  assign sel_icnt = has_icnt_q && !(hist_first_q && has_hist_q);
  assign sel_addr = has_addr_q && !has_icnt_q;
  assign sel_ts = has_ts_q && !(has_icnt_q || has_addr_q || has_hist_q);

  always_comb begin
    carry_only = 32'(carry_bits_q) >= BeatBits;
    seg = '0;
    if (!carry_only) begin
      seg = ({BeatBits{sel_icnt}} & icnt_x[BeatBits-1:0]) |
            ({BeatBits{sel_addr}} & addr_x[BeatBits-1:0]) |
            ({BeatBits{sel_hist}} & hist_x[BeatBits-1:0]) |
            ({BeatBits{sel_ts}} & ts_x[BeatBits-1:0]);
    end
    // Apart from the shifting of data: most of the encoder waits for the message's end.
    above = ~({BeatBits{1'b1}} >> carry_bits_q[ShiftWidth-1:0]);
    icnt_end = icnt_rest == '0 && (icnt_x[BeatBits-1:0] & above) == '0;
    addr_end = addr_rest == '0 && (addr_x[BeatBits-1:0] & above) == '0;
    hist_end = hist_rest == '0 && (hist_x[BeatBits-1:0] & above) == '0;
    ts_end = ts_rest == '0 && (ts_x[BeatBits-1:0] & above) == '0;
    mix = (MixBits'(seg) << carry_bits_q[ShiftWidth-1:0]) | MixBits'(carry_q);
    over = CarryBits'(mix >> BeatBits);
    seg_end = !carry_only && ((sel_icnt && icnt_end) || (sel_addr && addr_end) ||
                              (sel_hist && hist_end) || (sel_ts && ts_end));
    left = {has_icnt_q, has_addr_q, has_hist_q, has_ts_q};
    msg_end = !carry_only && ((left == 4'b1000 && icnt_end) || (left == 4'b0100 && addr_end) ||
                              (left == 4'b0010 && hist_end) || (left == 4'b0001 && ts_end));
  end

  for (genvar k = 0; k < Lanes; k++) begin : g_need
    // The chunk into which the first segment's lowest bit falls goes out even if it is zero
    // (NT:PKT-09).
    assign need[k] = k == 0 || (head_q && 32'(carry_bits_q) >= ChunkBits * k) ||
                     mix[ChunkBits*k+:ChunkBits] != '0;
    assign last[k] = (need >> k) == Lanes'(1);
  end

  always_comb begin
    m_data_o = '0;
    m_bytes_o = busy_q ? BytesWidth'(Lanes) : '0;
    for (int unsigned k = 0; k < Lanes; k++) begin
      m_data_o[8*k+2+:6] = mix[ChunkBits*k+:ChunkBits];
      if (seg_end && last[k]) begin
        m_data_o[8*k+:2] = msg_end ? rvt_ntrace_pkg::MseoEndMsg : rvt_ntrace_pkg::MseoEndVar;
        m_bytes_o = BytesWidth'(k + 1);
      end
    end
  end

  assign m_valid_o = busy_q;
  assign m_eom_o = msg_end;
  assign busy_o = busy_q;
  assign rec_ready_o = !busy_q || (msg_end && m_ready_i);

  // ---- Next state ------------------------------------------------------------------------------

  logic open;  // the message on offer goes on
  logic load, beat;  // beat: the beat on offer leaves and no record takes its place
  logic icnt_en, addr_en, hist_en, ts_en, carry_en;

  assign load = rec_valid_i && rec_ready_o && !clr_i;
  assign beat = busy_q && m_ready_i;

  assign carry_en = clr_i || load || beat;
  assign icnt_en = load || (beat && sel_icnt && !carry_only);
  assign addr_en = load || (beat && sel_addr && !carry_only);
  assign hist_en = load || (beat && sel_hist && !carry_only);
  assign ts_en = load || (beat && sel_ts && !carry_only);

  // Only the enables wait for `rec_valid_i`. A segment that no `has_` names is never looked at.
  assign open = busy_q && !msg_end;
  assign icnt_d = open ? icnt_rest : IcntWidth'(rec_i.icnt);
  assign addr_d = open ? addr_rest : AddrWidth'(rec_i.addr);
  assign hist_d = HistWidth == 0 ? '0 : open ? hist_rest : HistBits'(rec_i.hist);
  assign ts_d = TsWidth == 0 ? '0 : open ? ts_rest : rec_time - base_time;

  always_comb begin
    busy_d = !msg_end;
    head_d = head_q && carry_only;
    hist_first_d = hist_first_q;
    has_icnt_d = has_icnt_q && !(sel_icnt && seg_end);
    has_addr_d = has_addr_q && !(sel_addr && seg_end);
    has_hist_d = has_hist_q && !(sel_hist && seg_end);
    has_ts_d = has_ts_q && !(sel_ts && seg_end);
    carry_bits_d = carry_only ? carry_bits_q - CountWidth'(BeatBits) :
                   seg_end ? '0 : carry_bits_q;
    carry_d = over;
    last_time_d = '0;
    base_d = TsWidth != 0 && ts_en_i && !clr_i && (base_q || (load && with_ts));
    if (load) begin
      busy_d = 1'b1;
      head_d = 1'b1;
      hist_first_d = hist_leads;
      has_icnt_d = with_icnt;
      has_addr_d = with_addr;
      has_hist_d = with_hist;
      has_ts_d = with_ts;
      carry_bits_d = header_bits;
      carry_d = {body, rec_i.tcode};
      last_time_d = rec_time;
    end
    if (clr_i) begin
      {busy_d, head_d, hist_first_d} = '0;
      {has_icnt_d, has_addr_d, has_hist_d, has_ts_d} = '0;
      {carry_bits_d, carry_d} = '0;
    end
    if (TsWidth == 0) last_time_d = '0;
    if (SrcBitsMax == 0) carry_bits_d[0] = 1'b0;  // all fixed fields have an even number of bits
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      head_q <= 1'b0;
      hist_first_q <= 1'b0;
      has_icnt_q <= 1'b0;
      has_addr_q <= 1'b0;
      has_hist_q <= 1'b0;
      has_ts_q <= 1'b0;
      carry_bits_q <= '0;
      carry_q <= '0;
    end else if (carry_en) begin
      busy_q <= busy_d;
      head_q <= head_d;
      hist_first_q <= hist_first_d;
      has_icnt_q <= has_icnt_d;
      has_addr_q <= has_addr_d;
      has_hist_q <= has_hist_d;
      has_ts_q <= has_ts_d;
      carry_bits_q <= carry_bits_d;
      carry_q <= carry_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) icnt_q <= '0;
    else if (icnt_en) icnt_q <= icnt_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) addr_q <= '0;
    else if (addr_en) addr_q <= addr_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hist_q <= '0;
    else if (hist_en) hist_q <= hist_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ts_q <= '0;
    else if (ts_en) ts_q <= ts_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_time_q <= '0;
    else if (clr_i || load) last_time_q <= last_time_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) base_q <= 1'b0;
    else base_q <= base_d;
  end

  // A smaller build leaves upper bits of the record and SRC inputs aside.
  logic unused_i;
  assign unused_i = ^{rec_i, ts_en_i};

  // ---- Assertions ----------------------------------------------------------------------------

  // A message is open from its first beat on until its last has been taken.
  logic open_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (clr_i || beat) open_q <= !clr_i && !msg_end;
  end

  // One bit per lane; a label within a generate loop is not unique for every reader.
  logic [Lanes-1:0] lane_any, mseo_any, mseo_10, mseo_11, used, top;
  for (genvar k = 0; k < Lanes; k++) begin : g_check
    assign lane_any[k] = |m_data_o[8*k+:8];
    assign mseo_any[k] = |m_data_o[8*k+:2];
    assign mseo_10[k] = m_data_o[8*k+:2] == 2'b10;
    assign mseo_11[k] = m_data_o[8*k+:2] == rvt_ntrace_pkg::MseoEndMsg;
    assign used[k] = k < 32'(m_bytes_o);
    assign top[k] = k + 1 == 32'(m_bytes_o);
  end

  // Fields fit the segments of this build.
  `RVT_IMPLIES_M(Icnt_M, rec_valid_i, (23'(rec_i.icnt) >> IcntWidth) == '0)
  `RVT_IMPLIES_M(Addr_M, rec_valid_i, (64'(rec_i.addr) >> AddrWidth) == '0)
  `RVT_IMPLIES_M(Hist_M, rec_valid_i, (33'(rec_i.hist) >> HistWidth) == '0)
  // A beat stays until it is taken (TCI:LINK-05).
  `RVT_HELD(HeldOut_A, m_valid_o, m_ready_i || clr_i, {m_data_o, m_bytes_o, m_eom_o})
  // An idle packer drives zeros: no segment is selected and the last carry is zero.
  `RVT_IMPLIES(Quiet_A, !m_valid_o, m_data_o == '0 && m_bytes_o == '0 && !m_eom_o)
  // A beat has one byte or more, up to all lanes.
  `RVT_IMPLIES(Bytes_A, m_valid_o, m_bytes_o != '0 && 32'(m_bytes_o) <= Lanes)
  // Lanes above the last byte carry no bits.
  `RVT_ASSERT(Unused_A, (lane_any & ~used) == '0)
  // MSEO 10 is never sent (NT:PKT-11).
  `RVT_ASSERT(Reserved_A, mseo_10 == '0)
  // MSEO 11 is the end of the message, and only that (NT:PKT-05).
  `RVT_ASSERT(EndMsg_A, mseo_11 == (m_eom_o ? top : '0))
  // Only the last byte of a beat ends a field: at most one field ends per beat (NT:PKT-06, PKT-07).
  `RVT_IMPLIES(OneEnd_A, |mseo_any, mseo_any == top)
  // The first byte of a message has MSEO 00 and holds exactly TCODE (NT:PKT-03).
  `RVT_IMPLIES(First_A, m_valid_o && !open_q, !mseo_any[0] && 32'(carry_bits_q) >= ChunkBits)
  // No message is cut: it ends with the last of its fields.
  `RVT_IMPLIES(Whole_A, m_eom_o,
               32'(has_icnt_q) + 32'(has_addr_q) + 32'(has_hist_q) + 32'(has_ts_q) == 1)
  // There is always something left to send, so a message ends.
  `RVT_ASSERT(Left_A, busy_q == (has_icnt_q || has_addr_q || has_hist_q || has_ts_q))
  // No address comes after a leading HIST, so that one segment at a time is selected.
  `RVT_IMPLIES(Lead_A, hist_first_q, !has_addr_q)
  // The carry after the last segment is zero.
  `RVT_IMPLIES(Spent_A, !busy_q, carry_q == '0 && carry_bits_q == '0)
  // The carry holds no more bits than it counts.
  `RVT_ASSERT(Carry_A, (carry_q >> carry_bits_q) == '0)
  // Its count stays in range and, without SRC, even.
  `RVT_ASSERT(Count_A, 32'(carry_bits_q) <= CarryBits && (SrcBitsMax != 0 || !carry_bits_q[0]))

endmodule

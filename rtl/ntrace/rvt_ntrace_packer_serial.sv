// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The packer of one lane: a byte with MSEO per clock, docs/units/packer.md.
///
/// Every output but `rec_ready_o` is a function of the registers; `rec_ready_o` also depends on
/// `m_ready_i`, so that the next record follows without a lost clock. Whether a byte is the message's last is
/// a register, made beside the byte before: most of the encoder waits for it. `m_data_o` is not gated while
/// nothing is offered.
module rvt_ntrace_packer_serial #(
  parameter int unsigned IcntWidth = 16,   // 1..22 bits of I-CNT, ECODE, B-CNT or HREPEAT
  parameter int unsigned AddrWidth = 31,   // 1..63 bits of address or PROCESS
  parameter int unsigned HistWidth = 32,   // 2..32 bits of HIST, 0: no HIST
  parameter int unsigned TsWidth = 0,      // 1..64 bits of time, 0: no TSTAMP
  parameter int unsigned SrcBitsMax = 0,   // 0..12, largest width of SRC
  parameter int unsigned ExtendAddr = 0,   // 1: extend_i is read
  // Absent segments keep one bit that is constant zero.
  localparam int unsigned HistBits = HistWidth == 0 ? 1 : HistWidth,
  localparam int unsigned TsBits = TsWidth == 0 ? 1 : TsWidth,
  // TCODE and the fixed fields; then SRC and those.
  localparam int unsigned CarryBits = SrcBitsMax > 6 ? 6 + SrcBitsMax : 12,
  localparam int unsigned CountWidth = $clog2(CarryBits + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clr_i,

  // the record and its layout
  input  logic                  load_i,  // it is loaded at this clock's edge
  input  logic [11:0]           fixed_i,  // TCODE and the fixed fields
  input  logic [3:0]            fixed_bits_i,
  input  logic [11:0]           src_i,  // SRC, which comes between them
  input  logic [3:0]            src_bits_i,
  input  logic                  has_icnt_i,
  input  logic                  has_addr_i,
  input  logic                  has_hist_i,
  input  logic                  has_ts_i,
  input  logic                  hist_first_i,  // HIST, if any, comes before I-CNT
  input  logic                  extend_i,  // of the address equal upper bits are not sent
  input  logic [IcntWidth-1:0]  icnt_i,
  input  logic [AddrWidth-1:0]  addr_i,
  input  logic [HistBits-1:0]   hist_i,
  input  logic [TsBits-1:0]     ts_i,  // of the record loaded last
  output logic                  rec_ready_o,

  output logic                  m_valid_o,
  output logic [7:0]            m_data_o,
  output logic                  m_eom_o,
  input  logic                  m_ready_i,

  output logic                  busy_o
);

  localparam int unsigned ChunkBits = 6;
  localparam int unsigned MixBits = ChunkBits + CarryBits;

  logic busy_q, busy_d;
  logic last_q, last_d;  // the byte on offer ends the message
  logic hist_first_q, hist_first_d;
  logic has_icnt_q, has_icnt_d, has_addr_q, has_addr_d;
  logic has_hist_q, has_hist_d, has_ts_q, has_ts_d;
  logic [CountWidth-1:0] carry_bits_q, carry_bits_d;
  logic [CarryBits-1:0] carry_q, carry_d;
  logic [IcntWidth-1:0] icnt_q, icnt_d;
  logic [AddrWidth-1:0] addr_q, addr_d;
  logic [HistBits-1:0] hist_q, hist_d;
  logic [TsBits-1:0] ts_q, ts_d;
  logic fresh;  // the byte on offer is TCODE
  logic [CarryBits-1:0] with_src;  // the carry after it
  logic [CountWidth-1:0] src_bits;

  // ---- The byte on offer -------------------------------------------------------------------------

  // Segments with the zeros above them: the low part goes into the byte, the rest stays.
  logic [ChunkBits+IcntWidth-1:0] icnt_x;
  logic [ChunkBits+AddrWidth-1:0] addr_x;
  logic [ChunkBits+HistBits-1:0] hist_x;
  logic [ChunkBits+TsBits-1:0] ts_x;
  logic [IcntWidth-1:0] icnt_rest;
  logic [AddrWidth-1:0] addr_rest;
  logic [HistBits-1:0] hist_rest;
  logic [TsBits-1:0] ts_rest;

  assign icnt_x = (ChunkBits + IcntWidth)'(icnt_q);
  assign addr_x = (ChunkBits + AddrWidth)'(addr_q);
  assign hist_x = (ChunkBits + HistBits)'(hist_q);
  assign ts_x = (ChunkBits + TsBits)'(ts_q);
  assign icnt_rest = icnt_x[ChunkBits+:IcntWidth];
  assign addr_rest = addr_x[ChunkBits+:AddrWidth];
  assign hist_rest = hist_x[ChunkBits+:HistBits];
  assign ts_rest = ts_x[ChunkBits+:TsBits];

  logic sel_icnt, sel_addr, sel_hist, sel_ts;
  logic carry_only, seg_end;
  logic [ChunkBits-1:0] low;  // of the segment selected: what goes into this byte, were it whole
  logic rest;  // it has bits above them
  logic [1:0] addr_more;  // the address goes on after this byte of it, after the next one
  logic [ChunkBits-1:0] seg;
  logic [ChunkBits-1:0] above;  // the bits of a segment that the carry pushes out of the byte
  logic [MixBits-1:0] mix;
  logic [CarryBits-1:0] over;  // what is left for the carry

  assign sel_hist = has_hist_q && (hist_first_q || !(has_icnt_q || has_addr_q));
  assign sel_icnt = has_icnt_q && !(hist_first_q && has_hist_q);
  assign sel_addr = has_addr_q && !has_icnt_q;
  assign sel_ts = has_ts_q && !(has_icnt_q || has_addr_q || has_hist_q);

  always_comb begin
    low = ({ChunkBits{sel_icnt}} & icnt_x[ChunkBits-1:0]) |
          ({ChunkBits{sel_addr}} & addr_x[ChunkBits-1:0]) |
          ({ChunkBits{sel_hist}} & hist_x[ChunkBits-1:0]) |
          ({ChunkBits{sel_ts}} & ts_x[ChunkBits-1:0]);
    rest = (sel_icnt && icnt_rest != '0) || (sel_addr && addr_more[0]) ||
           (sel_hist && hist_rest != '0) || (sel_ts && ts_rest != '0);
    carry_only = 32'(carry_bits_q) >= ChunkBits;
    seg = carry_only ? '0 : low;
    above = ~({ChunkBits{1'b1}} >> carry_bits_q[2:0]);
    mix = (MixBits'(seg) << carry_bits_q[2:0]) | MixBits'(carry_q);
    over = CarryBits'(mix >> ChunkBits);
    seg_end = !carry_only && !rest && (low & above) == '0;
  end

  // ---- The byte after it ---------------------------------------------------------------------------

  logic [3:0] left, then_left;  // segments that have not ended; ... and do not end in this byte
  logic [ChunkBits-1:0] mid;  // of the one selected: what would go into the next byte
  logic high, other;  // it has bits above those; another segment has more than a byte
  logic sole, tail;
  logic [CountWidth-1:0] then_bits;  // of the carry after a byte of it alone
  assign then_bits = carry_bits_q + src_bits - CountWidth'(ChunkBits);

  always_comb begin
    left = {has_icnt_q, has_addr_q, has_hist_q, has_ts_q};
    then_left = left & ~{sel_icnt, sel_addr, sel_hist, sel_ts};
    mid = ({ChunkBits{sel_icnt}} & ChunkBits'(icnt_rest)) |
          ({ChunkBits{sel_addr}} & ChunkBits'(addr_rest)) |
          ({ChunkBits{sel_hist}} & ChunkBits'(hist_rest)) |
          ({ChunkBits{sel_ts}} & ChunkBits'(ts_rest));
    high = (sel_icnt && (icnt_rest >> ChunkBits) != '0) ||
           (sel_addr && addr_more[1]) ||
           (sel_hist && (hist_rest >> ChunkBits) != '0) ||
           (sel_ts && (ts_rest >> ChunkBits) != '0);
    other = (then_left[3] && icnt_rest != '0) || (then_left[2] && addr_more[0]) ||
            (then_left[1] && hist_rest != '0) || (then_left[0] && ts_rest != '0);
    sole = then_left == '0;
    tail = (then_left & (then_left - 4'd1)) == '0;
    if (carry_only) begin
      last_d = sole && 32'(then_bits) < ChunkBits && !high && mid == '0 &&
               (low & ~({ChunkBits{1'b1}} >> then_bits[2:0])) == '0;
    end else if (seg_end) begin
      last_d = tail && !other;
    end else begin
      last_d = sole && !high && (mid & above) == '0;
    end
    if (!busy_q || last_q || clr_i) last_d = 1'b0;  // nothing comes after it, or TCODE
  end

  always_comb begin
    m_data_o = {mix[ChunkBits-1:0], rvt_ntrace_pkg::MseoNormal};
    if (seg_end) m_data_o[1:0] = last_q ? rvt_ntrace_pkg::MseoEndMsg : rvt_ntrace_pkg::MseoEndVar;
  end

  assign m_valid_o = busy_q;
  assign m_eom_o = last_q;
  assign busy_o = busy_q;
  assign rec_ready_o = !busy_q || (last_q && m_ready_i);

  // ---- Next state ------------------------------------------------------------------------------

  logic open;  // the message on offer goes on
  logic beat;  // the byte on offer leaves
  logic icnt_en, addr_en, hist_en, ts_en, carry_en;

  assign beat = busy_q && m_ready_i;

  assign carry_en = clr_i || load_i || beat;
  assign icnt_en = load_i || (beat && sel_icnt && !carry_only);
  assign addr_en = load_i || (beat && sel_addr && !carry_only);
  assign hist_en = load_i || (beat && sel_hist && !carry_only);
  assign ts_en = !sel_ts || beat;

  // Only the enables wait for `load_i`. A segment that no `has_` names is never looked at. TSTAMP, the last one,
  // comes a clock after the record, as TCODE is on offer, and never begins with a carry.
  assign open = busy_q && !last_q;
  assign icnt_d = open ? icnt_rest : icnt_i;
  assign addr_d = open ? addr_rest : addr_i;
  assign hist_d = HistWidth == 0 ? '0 : open ? hist_rest : hist_i;
  assign ts_d = TsWidth == 0 ? '0 : sel_ts ? ts_rest : ts_i;

  always_comb begin
    busy_d = !last_q;
    hist_first_d = hist_first_q;
    has_icnt_d = has_icnt_q && !(sel_icnt && seg_end);
    has_addr_d = has_addr_q && !(sel_addr && seg_end);
    has_hist_d = has_hist_q && !(sel_hist && seg_end);
    has_ts_d = has_ts_q && !(sel_ts && seg_end);
    carry_bits_d = carry_only ? then_bits : seg_end ? '0 : carry_bits_q;
    carry_d = fresh ? with_src : over;
    if (load_i) begin
      busy_d = 1'b1;
      hist_first_d = hist_first_i;
      has_icnt_d = has_icnt_i;
      has_addr_d = has_addr_i;
      has_hist_d = has_hist_i;
      has_ts_d = has_ts_i;
      carry_bits_d = CountWidth'(fixed_bits_i);
      carry_d = CarryBits'(fixed_i);
    end
    if (clr_i) begin
      {busy_d, hist_first_d} = '0;
      {has_icnt_d, has_addr_d, has_hist_d, has_ts_d} = '0;
    end
    if (SrcBitsMax == 0) carry_bits_d[0] = 1'b0;  // all fixed fields have an even number of bits
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      last_q <= 1'b0;
      hist_first_q <= 1'b0;
      has_icnt_q <= 1'b0;
      has_addr_q <= 1'b0;
      has_hist_q <= 1'b0;
      has_ts_q <= 1'b0;
      carry_bits_q <= '0;
      carry_q <= '0;
    end else if (carry_en) begin
      busy_q <= busy_d;
      last_q <= last_d;
      hist_first_q <= hist_first_d;
      has_icnt_q <= has_icnt_d;
      has_addr_q <= has_addr_d;
      has_hist_q <= has_hist_d;
      has_ts_q <= has_ts_d;
      carry_bits_q <= carry_bits_d;
      carry_q <= carry_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (icnt_en) icnt_q <= icnt_d;
    if (addr_en) addr_q <= addr_d;
    if (hist_en) hist_q <= hist_d;
    if (ts_en) ts_q <= ts_d;
  end

  // ---- Bytes of an address -------------------------------------------------------------------------

  if (ExtendAddr != 0 && AddrWidth > ChunkBits) begin : g_extend
    // Which bytes after the first it needs is known as it is loaded, and shifts down with it.
    localparam int unsigned MoreBytes = (AddrWidth - 1) / ChunkBits;
    logic sign;
    logic [AddrWidth-1:0] differs;  // bits that are not as the ones that are not sent
    logic [MoreBytes-1:0] more_q, need;

    assign sign = extend_i && addr_i[AddrWidth-1];
    assign differs = addr_i ^ {AddrWidth{sign}};
    always_comb begin
      for (int unsigned k = 0; k < MoreBytes; k++) begin
        // The bit below it would be the top bit sent (NT:ADR-11, ADR-12).
        need[k] = (differs >> (ChunkBits * (k + 1))) != '0 ||
                  (extend_i && differs[ChunkBits*(k+1)-1]);
      end
    end

    always_ff @(posedge clk_i) begin
      if (addr_en) more_q <= open ? more_q >> 1 : need;
    end
    assign addr_more = 2'(more_q);
  end else begin : g_no_extend
    logic unused_extend;
    assign unused_extend = extend_i;
    assign addr_more = {(addr_rest >> ChunkBits) != '0, addr_rest != '0};
  end

  // ---- SRC ---------------------------------------------------------------------------------------

  // It goes in front of the fixed fields as TCODE leaves: a record need not wait for its shifting.
  if (SrcBitsMax > 0) begin : g_src
    logic fresh_q;
    logic [11:0] src_q;
    logic [3:0] src_bits_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) fresh_q <= 1'b0;
      else if (carry_en) fresh_q <= load_i;
    end
    always_ff @(posedge clk_i) begin
      if (load_i) begin
        src_q <= src_i;
        src_bits_q <= src_bits_i;
      end
    end
    assign fresh = fresh_q;
    assign with_src = (CarryBits'(carry_q[11:6]) << src_bits_q) | CarryBits'(src_q);
    assign src_bits = fresh_q ? CountWidth'(src_bits_q) : '0;
  end else begin : g_no_src
    logic unused;
    assign unused = ^{src_i, src_bits_i};
    assign fresh = 1'b0;
    assign with_src = '0;
    assign src_bits = '0;
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // A message is open from its first byte on until its last has been taken.
  logic open_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (clr_i || beat) open_q <= !clr_i && !last_q;
  end

  // A byte stays until it is taken (TCI:LINK-05).
  `RVT_HELD(HeldOut_A, m_valid_o, m_ready_i || clr_i, {m_data_o, m_eom_o})
  // An idle packer ends nothing.
  `RVT_IMPLIES(Quiet_A, !m_valid_o, !m_eom_o)
  // MSEO 10 is never sent (NT:PKT-11).
  `RVT_ASSERT(Reserved_A, m_data_o[1:0] != 2'b10)
  // MSEO 11 is the end of the message, and only that (NT:PKT-05).
  `RVT_ASSERT(EndMsg_A, m_eom_o == (m_data_o[1:0] == rvt_ntrace_pkg::MseoEndMsg))
  // The last byte is known beside the one before: what is left of the only segment fits into it.
  `RVT_ASSERT(Last_A, last_q == (busy_q && seg_end && (left & (left - 4'd1)) == '0))
  // The first byte of a message has MSEO 00 and holds exactly TCODE (NT:PKT-03).
  `RVT_IMPLIES(First_A, m_valid_o && !open_q, m_data_o[1:0] == rvt_ntrace_pkg::MseoNormal &&
               32'(carry_bits_q) >= ChunkBits)
  // No message is cut: it ends with the last of its fields.
  `RVT_IMPLIES(Whole_A, m_eom_o,
               32'(has_icnt_q) + 32'(has_addr_q) + 32'(has_hist_q) + 32'(has_ts_q) == 1)
  // There is always something left to send, so a message ends.
  `RVT_ASSERT(Left_A, busy_q == (has_icnt_q || has_addr_q || has_hist_q || has_ts_q))
  // No address comes after a leading HIST, so that one segment at a time is selected.
  `RVT_IMPLIES(Lead_A, hist_first_q, !has_addr_q)
  // The carry holds no more bits than it counts.
  `RVT_ASSERT(Carry_A, (carry_q >> carry_bits_q) == '0)
  // Its count stays in range and, without SRC, even.
  `RVT_ASSERT(Count_A, 32'(carry_bits_q) <= CarryBits && (SrcBitsMax != 0 || !carry_bits_q[0]))

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Packer of several lanes, from the record to the beats.
///
/// The reference has the message as up to four parts of whole bytes, made of the list of fields of the twelve
/// messages, and the number of bytes that have left. A beat has as many parts from there on as fit whole, or
/// as much of the first of them as all lanes hold.
module rvt_fv_packer_wide #(
  parameter int unsigned Lanes      = 2,
  parameter int unsigned IcntWidth  = 5,
  parameter int unsigned AddrWidth  = 7,
  parameter int unsigned HistWidth  = 4,  // 0: no HIST
  parameter int unsigned TsWidth    = 3,  // 0: no TSTAMP
  parameter int unsigned SrcBitsMax = 3,
  parameter int unsigned ExtendAddr = 0,
  localparam int unsigned HistBits  = HistWidth == 0 ? 1 : HistWidth,
  localparam int unsigned TsBits    = TsWidth == 0 ? 1 : TsWidth,
  localparam int unsigned CarryBits = 12 + SrcBitsMax,
  localparam int unsigned CountBits = $clog2(CarryBits + 1),
  localparam int unsigned BodyBits  = $clog2(7 + SrcBitsMax),
  localparam int unsigned PlaceBits = $clog2(Lanes),
  localparam int unsigned BytesBits = PlaceBits + 1,
  // Bytes and beats of the parts, at most.
  localparam int unsigned HeadIn    = IcntWidth > 5 ? IcntWidth : 5,
  localparam int unsigned AddrIn    = AddrWidth > HistBits ? AddrWidth : HistBits,
  localparam int unsigned HistIn    = HistWidth != 0 && IcntWidth > HistBits ? IcntWidth : HistBits,
  localparam int unsigned HeadBytes = (CarryBits + HeadIn + 5) / 6,
  localparam int unsigned AddrBytes = (AddrIn + 5) / 6,
  localparam int unsigned HistBytes = (HistIn + 5) / 6,
  localparam int unsigned TsBytes   = (TsBits + 5) / 6,
  localparam int unsigned HeadBeats = (HeadBytes + Lanes - 1) / Lanes,
  localparam int unsigned AddrBeats = (AddrBytes + Lanes - 1) / Lanes,
  localparam int unsigned HistBeats = (HistBytes + Lanes - 1) / Lanes,
  localparam int unsigned TsBeats   = (TsBytes + Lanes - 1) / Lanes
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    clr_i,
  input logic [3:0]              src_bits_i,
  input logic [11:0]             src_id_i,
  input logic                    ts_en_i,
  input logic                    extend_addr_i,
  input logic [3:0]              ts_suppress_i,
  input logic                    ts_forget_i,
  input logic                    rec_valid_i,
  input rvt_ntrace_pkg::record_t rec_i,
  input logic                    m_ready_i,

  (* probe = "i_dut.g_wide.i_wide.rec_q" *) input logic dut_rec,
  (* probe = "i_dut.g_wide.i_wide.lead_q" *) input logic dut_lead,
  (* probe = "i_dut.g_wide.i_wide.has_icnt_q" *) input logic dut_has_icnt,
  (* probe = "i_dut.g_wide.i_wide.has_addr_q" *) input logic dut_has_addr,
  (* probe = "i_dut.g_wide.i_wide.has_hist_q" *) input logic dut_has_hist,
  (* probe = "i_dut.g_wide.i_wide.has_ts_q" *) input logic dut_has_ts,
  (* probe = "i_dut.g_wide.i_wide.body_bits_q" *) input logic [BodyBits-1:0] dut_body_bits,
  (* probe = "i_dut.g_wide.i_wide.fixed_q" *) input logic [CarryBits-1:0] dut_fixed,
  (* probe = "i_dut.g_wide.i_wide.icnt_q" *) input logic [IcntWidth-1:0] dut_icnt,
  (* probe = "i_dut.g_wide.i_wide.addr_q" *) input logic [AddrWidth-1:0] dut_addr,
  (* probe = "i_dut.g_wide.i_wide.g_extend.extend_q?" *) input logic dut_extend,
  (* probe = "i_dut.g_wide.i_wide.hist_q" *) input logic [HistBits-1:0] dut_hist,
  (* probe = "i_dut.g_wide.i_wide.ts_q" *) input logic [TsBits-1:0] dut_ts,
  (* probe = "i_dut.g_wide.i_wide.msg_q" *) input logic dut_msg,
  (* probe = "i_dut.g_wide.i_wide.open_q" *) input logic dut_open,
  (* probe = "i_dut.g_wide.i_wide.fresh_q" *) input logic dut_fresh,
  (* probe = "i_dut.i_time.base_q" *) input logic dut_base,
  (* probe = "i_dut.i_time.last_time_q" *) input logic [TsBits-1:0] dut_last_time,
  (* probe = "i_dut.g_wide.i_wide.i_head.has_q" *) input logic dut_head_has,
  (* probe = "i_dut.g_wide.i_wide.i_head.cut_q" *) input logic dut_head_cut,
  (* probe = "i_dut.g_wide.i_wide.i_head.more_q" *) input logic [(HeadBeats > 1 ? HeadBeats - 2 : 0):0] dut_head_more,
  (* probe = "i_dut.g_wide.i_wide.i_head.view_q" *) input logic [Lanes+HeadBeats-2:0] dut_head_view,
  (* probe = "i_dut.g_wide.i_wide.i_head.end_q" *) input logic [PlaceBits-1:0] dut_head_end,
  (* probe = "i_dut.g_wide.i_wide.i_head.bits_q" *) input logic [6*HeadBytes-1:0] dut_head_bits,
  (* probe = "i_dut.g_wide.i_wide.i_addr.has_q" *) input logic dut_addr_has,
  (* probe = "i_dut.g_wide.i_wide.i_addr.cut_q" *) input logic dut_addr_cut,
  (* probe = "i_dut.g_wide.i_wide.i_addr.more_q" *) input logic [(AddrBeats > 1 ? AddrBeats - 2 : 0):0] dut_addr_more,
  (* probe = "i_dut.g_wide.i_wide.i_addr.view_q" *) input logic [Lanes+AddrBeats-2:0] dut_addr_view,
  (* probe = "i_dut.g_wide.i_wide.i_addr.end_q" *) input logic [PlaceBits-1:0] dut_addr_end,
  (* probe = "i_dut.g_wide.i_wide.i_addr.bits_q" *) input logic [6*AddrBytes-1:0] dut_addr_bits,
  (* probe = "i_dut.g_wide.i_wide.i_hist.has_q" *) input logic dut_hist_has,
  (* probe = "i_dut.g_wide.i_wide.i_hist.cut_q" *) input logic dut_hist_cut,
  (* probe = "i_dut.g_wide.i_wide.i_hist.more_q" *) input logic [(HistBeats > 1 ? HistBeats - 2 : 0):0] dut_hist_more,
  (* probe = "i_dut.g_wide.i_wide.i_hist.view_q" *) input logic [Lanes+HistBeats-2:0] dut_hist_view,
  (* probe = "i_dut.g_wide.i_wide.i_hist.end_q" *) input logic [PlaceBits-1:0] dut_hist_end,
  (* probe = "i_dut.g_wide.i_wide.i_hist.bits_q" *) input logic [6*HistBytes-1:0] dut_hist_bits,
  (* probe = "i_dut.g_wide.i_wide.i_ts.has_q" *) input logic dut_ts_has,
  (* probe = "i_dut.g_wide.i_wide.i_ts.cut_q" *) input logic dut_ts_cut,
  (* probe = "i_dut.g_wide.i_wide.i_ts.more_q" *) input logic [(TsBeats > 1 ? TsBeats - 2 : 0):0] dut_ts_more,
  (* probe = "i_dut.g_wide.i_wide.i_ts.view_q" *) input logic [Lanes+TsBeats-2:0] dut_ts_view,
  (* probe = "i_dut.g_wide.i_wide.i_ts.end_q" *) input logic [PlaceBits-1:0] dut_ts_end,
  (* probe = "i_dut.g_wide.i_wide.i_ts.bits_q" *) input logic [6*TsBytes-1:0] dut_ts_bits
);

  localparam int unsigned Widest = AddrWidth > HistBits ? AddrWidth : HistBits;
  localparam int unsigned Value = CarryBits + (Widest > IcntWidth ? Widest : IcntWidth) + TsBits;  // of any part

  logic rec_ready, busy, packed_valid, packed_eom;
  logic [8*Lanes-1:0] packed_data;
  logic [BytesBits-1:0] packed_bytes;

  rvt_ntrace_packer #(
    .Lanes(Lanes),
    .IcntWidth(IcntWidth),
    .AddrWidth(AddrWidth),
    .HistWidth(HistWidth),
    .TsWidth(TsWidth),
    .SrcBitsMax(SrcBitsMax),
    .ExtendAddr(ExtendAddr)
  ) i_dut (
    .*,
    .rec_ready_o(rec_ready),
    .m_valid_o(packed_valid),
    .m_data_o(packed_data),
    .m_bytes_o(packed_bytes),
    .m_eom_o(packed_eom),
    .busy_o(busy)
  );

  // ---- Reference: fields of the record on offer (NT:MSG-01..12) ------------------------------------

  logic with_icnt, with_addr, with_hist, hist_first, sync;
  logic [CarryBits-1:0] fixed;
  logic [CountBits-1:0] fixed_bits;
  rvt_fv_packer_fields #(
    .CarryBits(CarryBits)
  ) i_fields (
    .*,
    .icnt_o(with_icnt),
    .addr_o(with_addr),
    .hist_o(with_hist),
    .hist_first_o(hist_first),
    .sync_o(sync),
    .fixed_o(fixed),
    .fixed_bits_o(fixed_bits)
  );

  // A build without HIST is never asked for it.
  `RVT_IMPLIES_M(NoHist_M, rec_valid_i && HistWidth == 0, !with_hist)

  // ---- Reference: the record that waits ------------------------------------------------------------

  logic rec_q, icnt_there_q, addr_there_q, hist_there_q, ts_there_q, lead_q;
  logic extend_q;  // of the address equal upper bits are not sent
  logic [CarryBits-1:0] fixed_q;
  logic [CountBits-1:0] fixed_bits_q;
  logic [IcntWidth-1:0] icnt_q;
  logic [AddrWidth-1:0] addr_q;
  logic [HistBits-1:0] hist_q;
  logic [TsBits-1:0] ts_q, stamp;
  logic load, stamped, beat, move, ends;  // the record has a TSTAMP: stamped
  rvt_fv_packer_time #(
    .TsWidth(TsWidth)
  ) i_time (
    .*,
    .dut_held({TsBits'(0), 2'b00}),
    .dut_stamp()
  );

  assign load = rec_valid_i && rec_ready && !clr_i;
  assign beat = packed_valid && m_ready_i && !clr_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rec_q <= '0;
      {icnt_there_q, addr_there_q, hist_there_q, ts_there_q, lead_q, extend_q} <= '0;
      {fixed_q, fixed_bits_q, icnt_q, addr_q, hist_q, ts_q} <= '0;
    end else begin
      rec_q <= !clr_i && (load || (rec_q && !move));
      if (load) begin
        {icnt_there_q, addr_there_q, hist_there_q, lead_q} <= {with_icnt, with_addr, with_hist, hist_first};
        {ts_there_q, ts_q} <= {stamped, stamp};
        extend_q <= ExtendAddr != 0 && extend_addr_i && with_icnt && with_addr;
        fixed_q <= fixed;
        fixed_bits_q <= fixed_bits;
        icnt_q <= IcntWidth'(rec_i.icnt);
        addr_q <= AddrWidth'(rec_i.addr);
        hist_q <= HistBits'(rec_i.hist);
      end
    end
  end

  // ---- Reference: its parts --------------------------------------------------------------------------

  logic filled;
  logic [Value-1:0] new_head, new_addr, new_hist, new_ts;
  logic [5:0] new_head_n, new_addr_n, new_hist_n, new_ts_n;
  rvt_fv_packer_bytes #(
    .CarryBits(CarryBits),
    .AddrWidth(AddrWidth),
    .Value(Value)
  ) i_bytes (
    .fixed_i(fixed_q),
    .fixed_bits_i(fixed_bits_q),
    .icnt_there_i(icnt_there_q),
    .addr_there_i(addr_there_q),
    .hist_there_i(hist_there_q),
    .ts_there_i(ts_there_q),
    .lead_i(lead_q),
    .extend_i(extend_q),
    .icnt_i(Value'(icnt_q)),
    .addr_i(Value'(addr_q)),
    .hist_i(Value'(hist_q)),
    .ts_i(Value'(ts_q)),
    .filled_o(filled),
    .values_o({new_ts, new_hist, new_addr, new_head}),
    .bytes_o({new_ts_n, new_hist_n, new_addr_n, new_head_n})
  );
  // ---- Reference: the message that leaves ------------------------------------------------------------

  logic msg_q, open_q;  // open: the first field goes on after the head
  logic [Value-1:0] head_q, part1_q, part2_q, part3_q;
  logic [5:0] n0_q, n1_q, n2_q, n3_q, at_q;
  assign move = rec_q && (!msg_q || (ends && m_ready_i)) && !clr_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {msg_q, open_q, at_q} <= '0;
      {n0_q, n1_q, n2_q, n3_q, head_q, part1_q, part2_q, part3_q} <= '0;
    end else begin
      msg_q <= !clr_i && (move || (msg_q && !(ends && m_ready_i)));
      if (beat) at_q <= at_q + 6'(packed_bytes);
      if (move) begin
        at_q <= '0;
        open_q <= filled && new_addr_n != '0;
        {n0_q, n1_q, n2_q, n3_q} <= {new_head_n, new_addr_n, new_hist_n, new_ts_n};
        {head_q, part1_q, part2_q, part3_q} <= {new_head, new_addr, new_hist, new_ts};
      end
    end
  end

  // ---- Properties of the packer --------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);

  logic [5:0] size, s1, s2, s3, want_bytes;
  logic [8*Lanes-1:0] want_data;
  assign s1 = n0_q;
  assign s2 = s1 + n1_q;
  assign s3 = s2 + n2_q;
  assign size = s3 + n3_q;
  assign ends = msg_q && at_q + want_bytes == size;
  rvt_fv_packer_beat #(
    .Lanes(Lanes),
    .Value(Value)
  ) i_beat (
    .values_i({part3_q, part2_q, part1_q, head_q}),
    .ends_i({size, s3, s2, s1}),
    .open_i(open_q),
    .at_i(at_q),
    .bytes_o(want_bytes),
    .data_o(want_data)
  );
  // A message is on offer exactly from its clock to its end; no record is taken without room.
  `RVT_ASSERT(Busy_A, busy == (rec_q || msg_q) && packed_valid == msg_q)
  `RVT_ASSERT(Ready_A, rec_ready == (!rec_q || !msg_q || (ends && m_ready_i)))
  // Every bit of every field leaves, in order, in the shortest form, and nothing else does.
  `RVT_IMPLIES(Beat_A, packed_valid, 6'(packed_bytes) == want_bytes && packed_data == want_data)
  // The mark is on the last byte of the last field.
  `RVT_ASSERT(Eom_A, packed_eom == (packed_valid && ends))
  // The first byte of a message is TCODE alone (NT:PKT-03).
  `RVT_IMPLIES(Tcode_A, packed_valid && at_q == '0,
               packed_data[1:0] == '0 && rvt_ntrace_pkg::is_tcode(packed_data[7:2]))

  // A message ends within the beats of the longest one (NT:GEN-07), which the FIFO takes or holds up.
  localparam int unsigned Longest = rvt_ntrace_pkg::longest_beats(
      Lanes, SrcBitsMax, IcntWidth, AddrWidth, HistWidth, TsWidth
  );
  localparam int unsigned SpentBits = $clog2(Longest + 1);
  logic [SpentBits-1:0] spent_q;  // beats of the message that have left
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) spent_q <= '0;
    else if (move) spent_q <= '0;
    else if (beat && 32'(spent_q) < Longest) spent_q <= spent_q + SpentBits'(1);
  end
  `RVT_IMPLIES(Drains_A, msg_q, 32'(spent_q) < Longest)

  // ---- The packer's registers hold the reference's ---------------------------------------------------

  `RVT_ASSERT(Rec_L, dut_rec == rec_q && dut_msg == msg_q)
  `RVT_IMPLIES(Fields_L, rec_q,
               {dut_has_icnt, dut_has_addr, dut_has_hist, dut_has_ts} ==
               {icnt_there_q, addr_there_q, hist_there_q, ts_there_q} &&
               dut_lead == lead_q && dut_fixed == fixed_q &&
               32'(dut_body_bits) + 6 == 32'(fixed_bits_q) && dut_icnt == icnt_q && dut_addr == addr_q &&
               dut_hist == hist_q && (!ts_there_q || dut_ts == ts_q) && (ExtendAddr == 0 || dut_extend == extend_q))
  `RVT_IMPLIES(Extend_L, rec_q && extend_q,
               ExtendAddr != 0 && icnt_there_q && addr_there_q && !lead_q)
  // What the list of the twelve messages can be.
  `RVT_IMPLIES(List_L, rec_q, (icnt_there_q || addr_there_q || lead_q) && (!lead_q || (hist_there_q && !addr_there_q)) &&
               32'(fixed_bits_q) <= CarryBits && 32'(fixed_bits_q) >= 6 && (fixed_q >> fixed_bits_q) == '0 &&
               rvt_ntrace_pkg::is_tcode(fixed_q[5:0]) && (icnt_there_q || lead_q || !hist_there_q) &&
               (HistWidth != 0 || !hist_there_q) && (TsWidth != 0 || !ts_there_q))
  `RVT_IMPLIES(Short_L, rec_q && fixed_bits_q == CountBits'(6), !lead_q)
  `RVT_IMPLIES(NoSrc_L, rec_q && SrcBitsMax == 0 && filled, 32'(fixed_bits_q) == (lead_q ? 10 : 6))
  `RVT_IMPLIES(Message_L, msg_q, n0_q != '0 && (!open_q || n1_q != '0) && at_q < size && dut_open == open_q &&
               dut_fresh == (at_q == '0) && rvt_ntrace_pkg::is_tcode(head_q[5:0]) && (n0_q > 6'd1 || open_q) &&
               (HistWidth != 0 || n2_q == '0) && (TsWidth != 0 || n3_q == '0))

  // Of the parts up to this: some bytes have not left, those in their last beat, their beats.
  logic [12:0] after_head, after_addr, after_hist, after_ts;
  rvt_fv_packer_part #(
    .Lanes(Lanes),
    .Bytes(HeadBytes),
    .Value(Value)
  ) i_head (
    .clk_i,
    .rst_ni,
    .msg_i(msg_q),
    .value_i(head_q),
    .begin_i(6'd0),
    .bytes_i(n0_q),
    .at_i(at_q),
    .before_i(13'd0),
    .after_o(after_head),
    .dut_i({dut_head_has, dut_head_cut, dut_head_more, dut_head_view, dut_head_end, dut_head_bits})
  );
  rvt_fv_packer_part #(
    .Lanes(Lanes),
    .Bytes(AddrBytes),
    .Value(Value)
  ) i_addr (
    .clk_i,
    .rst_ni,
    .msg_i(msg_q),
    .value_i(part1_q),
    .begin_i(s1),
    .bytes_i(n1_q),
    .at_i(at_q),
    .before_i(after_head),
    .after_o(after_addr),
    .dut_i({dut_addr_has, dut_addr_cut, dut_addr_more, dut_addr_view, dut_addr_end, dut_addr_bits})
  );
  rvt_fv_packer_part #(
    .Lanes(Lanes),
    .Bytes(HistBytes),
    .Value(Value)
  ) i_hist (
    .clk_i,
    .rst_ni,
    .msg_i(msg_q),
    .value_i(part2_q),
    .begin_i(s2),
    .bytes_i(n2_q),
    .at_i(at_q),
    .before_i(after_addr),
    .after_o(after_hist),
    .dut_i({dut_hist_has, dut_hist_cut, dut_hist_more, dut_hist_view, dut_hist_end, dut_hist_bits})
  );
  rvt_fv_packer_part #(
    .Lanes(Lanes),
    .Bytes(TsBytes),
    .Value(Value)
  ) i_ts (
    .clk_i,
    .rst_ni,
    .msg_i(msg_q),
    .value_i(part3_q),
    .begin_i(s3),
    .bytes_i(n3_q),
    .at_i(at_q),
    .before_i(after_hist),
    .after_o(after_ts),
    .dut_i({dut_ts_has, dut_ts_cut, dut_ts_more, dut_ts_view, dut_ts_end, dut_ts_bits})
  );
  // What is left is what is left of the longest message, at most.
  `RVT_IMPLIES(Left_L, msg_q, 32'(spent_q) + 32'(after_ts[5:0]) <= Longest)

  // ---- Covers --------------------------------------------------------------------------------------

  // A message has as many beats as one can have, and the next one is right after it.
  `RVT_COVER(Longest_C, 32'(spent_q) + 1 == Longest && move && beat)
  // Two parts and more in a beat, and a message of one beat after another of one.
  `RVT_COVER(Joined_C, beat && at_q == '0 && n1_q != '0 && ends && move)
  `RVT_COVER(Waits_C, packed_valid && !m_ready_i && rec_q)

endmodule

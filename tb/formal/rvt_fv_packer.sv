// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Packer and message FIFO together, from the record to the stream.
///
/// The reference has the message as a list of fields, from a table of the twelve messages; the fixed fields
/// are the low bits of the first. Each beat takes its bytes from its front. Any beat may be the one tracked.
module rvt_fv_packer #(
  parameter int unsigned IcntWidth  = 5,
  parameter int unsigned AddrWidth  = 7,
  parameter int unsigned HistWidth  = 4,  // 0: no HIST
  parameter int unsigned TsWidth    = 3,  // 0: no TSTAMP
  parameter int unsigned SrcBitsMax = 3,
  parameter int unsigned Repeat     = 1,  // 0: no RCODE 2
  parameter int unsigned Depth      = 3,
  parameter int unsigned ExtendAddr = 0,
  localparam int unsigned Lanes     = 1,
  localparam int unsigned HistBits  = HistWidth == 0 ? 1 : HistWidth,
  localparam int unsigned TsBits    = TsWidth == 0 ? 1 : TsWidth,
  localparam int unsigned CarryBits = 12 + SrcBitsMax,
  localparam int unsigned CountBits = $clog2(CarryBits + 1),
  localparam int unsigned DutCarry  = SrcBitsMax > 6 ? 6 + SrcBitsMax : 12,
  localparam int unsigned DutCount  = $clog2(DutCarry + 1),
  localparam int unsigned DutMore   = AddrWidth > 6 ? (AddrWidth - 1) / 6 : 1,
  localparam int unsigned BytesBits = $clog2(Lanes) + 1,
  localparam int unsigned Width     = 8 * Lanes + (Lanes == 1 ? 0 : BytesBits)
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
  input logic                    pick_i,  // this beat is the tracked one

  (* probe = "i_dut.g_serial.i_serial.carry_q" *) input logic [DutCarry-1:0] dut_carry,
  (* probe = "i_dut.g_serial.i_serial.carry_bits_q" *) input logic [DutCount-1:0] dut_carry_bits,
  (* probe = "i_dut.g_serial.i_serial.g_src.fresh_q?" *) input logic dut_fresh,
  (* probe = "i_dut.g_serial.i_serial.g_src.src_q?" *) input logic [11:0] dut_src,
  (* probe = "i_dut.g_serial.i_serial.g_src.src_bits_q?" *) input logic [3:0] dut_src_bits,
  (* probe = "i_dut.g_serial.i_serial.has_icnt_q" *) input logic dut_has_icnt,
  (* probe = "i_dut.g_serial.i_serial.has_addr_q" *) input logic dut_has_addr,
  (* probe = "i_dut.g_serial.i_serial.has_hist_q" *) input logic dut_has_hist,
  (* probe = "i_dut.g_serial.i_serial.has_ts_q" *) input logic dut_has_ts,
  (* probe = "i_dut.g_serial.i_serial.hist_first_q" *) input logic dut_hist_first,
  (* probe = "i_dut.g_serial.i_serial.open_q" *) input logic dut_open,
  (* probe = "i_dut.g_serial.i_serial.icnt_q" *) input logic [IcntWidth-1:0] dut_icnt,
  (* probe = "i_dut.g_serial.i_serial.addr_q" *) input logic [AddrWidth-1:0] dut_addr,
  (* probe = "i_dut.g_serial.i_serial.g_extend.more_q?" *) input logic [DutMore-1:0] dut_more,
  (* probe = "i_dut.g_serial.i_serial.hist_q" *) input logic [HistBits-1:0] dut_hist,
  (* probe = "i_dut.g_serial.i_serial.ts_q" *) input logic [TsBits-1:0] dut_ts,
  (* probe = "i_dut.i_time.base_q" *) input logic dut_base,
  (* probe = "i_dut.i_time.g_late.sync_q" *) input logic dut_sync,
  (* probe = "i_dut.i_time.g_late.sent_q" *) input logic dut_sent,
  (* probe = "i_dut.i_time.g_late.time_q" *) input logic [TsBits-1:0] dut_time,
  (* probe = "i_dut.i_time.last_time_q" *) input logic [TsBits-1:0] dut_last_time,
  (* probe = "i_fifo.g_beats.u_fifo.rptr_q" *) input logic [$clog2(Depth)-1:0] dut_rptr,
  (* probe = "i_fifo.g_beats.u_fifo.level_q" *) input logic [$clog2(Depth+1)-1:0] dut_level,
  (* probe = "i_fifo.g_beats.u_fifo.mem_q[*]" *) input logic [Depth*Width-1:0] dut_mem
);

  localparam int unsigned Widest = AddrWidth > HistBits ? AddrWidth : HistBits;
  localparam int unsigned FieldBits =
      CarryBits + 6 * Lanes + (Widest > IcntWidth ? Widest : IcntWidth) + TsBits;
  localparam int unsigned MustBits = 4;

  // Kinds of a field, for the lemmas.
  localparam logic [1:0] Icnt = 2'd0, Addr = 2'd1;
  localparam logic [1:0] Hist = 2'd2, Time = 2'd3;

  logic rec_ready, busy, packed_valid, packed_eom, packed_ready, m_valid, m_eom, m_sync;
  logic [8*Lanes-1:0] packed_data, m_data;
  logic [BytesBits-1:0] packed_bytes, m_bytes;
  logic resume, empty;

  rvt_ntrace_packer #(
    .Lanes(Lanes),
    .IcntWidth(IcntWidth),
    .AddrWidth(AddrWidth),
    .HistWidth(HistWidth),
    .TsWidth(TsWidth),
    .SrcBitsMax(SrcBitsMax),
    .Repeat(Repeat),
    .ExtendAddr(ExtendAddr)
  ) i_dut (
    .*,
    .rec_ready_o(rec_ready),
    .m_valid_o(packed_valid),
    .m_data_o(packed_data),
    .m_bytes_o(packed_bytes),
    .m_eom_o(packed_eom),
    .m_ready_i(packed_ready),
    .busy_o(busy)
  );

  rvt_msg_fifo #(
    .Lanes(Lanes),
    .Depth(Depth),
    .ResumeLevel(Depth / 2)
  ) i_fifo (
    .*,
    .s_valid_i(packed_valid),
    .s_data_i(packed_data),
    .s_bytes_i(packed_bytes),
    .s_marks_i(3'b000),
    .s_ready_o(packed_ready),
    .s_commit_i(1'b1),
    .s_drop_i(1'b0),
    .s_head_i(1'b0),
    .m_valid_o(m_valid),
    .m_data_o(m_data),
    .m_bytes_o(m_bytes),
    .m_eom_o(m_eom),
    .m_sync_o(m_sync),
    .m_mark_o(),
    .resume_o(resume),
    .empty_o(empty)
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
  logic load, stamped;  // the record is loaded; has a TSTAMP
  logic [TsBits-1:0] stamp, dut_stamp;
  rvt_fv_packer_time #(
    .TsWidth(TsWidth)
  ) i_time (
    .*,
    .dut_held({dut_time, dut_sync, dut_sent})
  );
  logic [4*FieldBits-1:0] load_list;
  logic [7:0] load_kinds;
  logic [2:0] load_count;

  rvt_fv_packer_list #(
    .FieldBits(FieldBits),
    .CarryBits(CarryBits)
  ) i_list (
    .rec_i,
    .fields_i({stamped, with_hist, with_addr, with_icnt}),
    .hist_first_i(hist_first),
    .stamp_i(FieldBits'(stamp)),
    .fixed_i(fixed),
    .fixed_bits_i(fixed_bits),
    .list_o(load_list),
    .kinds_o(load_kinds),
    .count_o(load_count)
  );
  // ---- Reference: what of the message is left ------------------------------------------------------

  logic [4*FieldBits-1:0] list_q;
  logic [7:0] kinds_q;
  logic [2:0] count_q;
  logic [MustBits-1:0] must_q;  // bytes the first field still needs, even if they are zero (NT:PKT-09)
  logic first_q;  // the message's first byte has not left
  logic beat, ends;
  logic extend, extended;  // the message has an extended address; its bytes are next
  logic [5:0] addr_left;
  logic [FieldBits-1:0] now, rest;

  assign load = rec_valid_i && rec_ready && !clr_i;
  assign beat = packed_valid && packed_ready && !clr_i;
  assign now = list_q[FieldBits-1:0];
  assign rest = now >> (6 * Lanes);
  assign ends = extended ? addr_left == 6'd1 : rest == '0 && 32'(must_q) <= Lanes;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {list_q, kinds_q, count_q, must_q, first_q} <= '0;
    end else if (clr_i) begin
      count_q <= '0;
    end else begin
      if (beat) begin
        first_q <= 1'b0;
        must_q <= ends ? '0 : 32'(must_q) <= Lanes ? '0 : must_q - MustBits'(Lanes);
        list_q <= ends ? list_q >> FieldBits : {list_q[4*FieldBits-1:FieldBits], rest};
        kinds_q <= ends ? kinds_q >> 2 : kinds_q;
        count_q <= count_q - 3'(ends);
      end
      if (load) begin
        first_q <= 1'b1;
        must_q <= MustBits'(fixed_bits / 6) + MustBits'(1);
        list_q <= load_list;
        kinds_q <= load_kinds;
        count_q <= load_count;
      end
    end
  end

  // ---- Properties of the packer --------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);
  // What a beat must be: MDO from the field's front, MSEO by the list.
  logic [7:0] want_data;
  assign want_data[7:2] = now[5:0];
  assign want_data[1:0] = !ends ? '0 :
                          count_q == 3'd1 ? rvt_ntrace_pkg::MseoEndMsg : rvt_ntrace_pkg::MseoEndVar;

  // A message is on offer exactly while fields of it are left; no record is taken before its end.
  `RVT_ASSERT(Busy_A, busy == (count_q != '0) && packed_valid == busy)
  `RVT_IMPLIES(Ready_A, rec_ready && count_q != '0, count_q == 3'd1 && ends && packed_ready)
  // Every bit of every field leaves, in order, in the shortest form, and nothing else does.
  `RVT_IMPLIES(Beat_A, packed_valid, packed_bytes == BytesBits'(1) && packed_data == want_data)
  // The mark is on the last byte of the last field.
  `RVT_ASSERT(Eom_A, packed_eom == (packed_valid && ends && count_q == 3'd1))
  // The first byte of a message is TCODE alone (NT:PKT-03).
  `RVT_IMPLIES(Tcode_A, packed_valid && first_q,
               packed_data[1:0] == '0 && rvt_ntrace_pkg::is_tcode(packed_data[7:2]))

  // A message ends within the beats of the longest one (NT:GEN-07), which the FIFO takes or holds up.
  localparam int unsigned Longest = rvt_ntrace_pkg::longest_beats(
      Lanes, SrcBitsMax, IcntWidth, AddrWidth, HistWidth, TsWidth
  );
  localparam int unsigned SpentBits = $clog2(Longest + 1);
  logic [SpentBits-1:0] spent_q;  // beats of the message that have left
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) spent_q <= '0;
    else if (load) spent_q <= '0;
    else if (beat && 32'(spent_q) < Longest) spent_q <= spent_q + SpentBits'(1);
  end
  `RVT_IMPLIES(Drains_A, busy, 32'(spent_q) < Longest)

  // ---- The packer's registers hold the list --------------------------------------------------------

  // SRC goes in front of the fixed fields as TCODE leaves.
  logic [CarryBits-1:0] carry;
  logic [CountBits-1:0] carry_bits;
  assign carry_bits = CountBits'(dut_carry_bits) + (dut_fresh ? CountBits'(dut_src_bits) : '0);
  assign carry = !dut_fresh ? CarryBits'(dut_carry) : CarryBits'(dut_carry[5:0]) |
                 (CarryBits'(dut_src) << 6) | (CarryBits'(dut_carry[11:6]) << (6 + 5'(dut_src_bits)));
  `RVT_ASSERT(Fresh_L, dut_fresh == (SrcBitsMax != 0 && busy && first_q))
  `RVT_IMPLIES(Src_L, dut_fresh, 32'(dut_src_bits) <= SrcBitsMax && (dut_src >> dut_src_bits) == '0 &&
               32'(dut_carry_bits) <= 12)

  logic [3:0] field_ok;
  logic has_icnt, has_addr, has_hist, has_ts;
  for (genvar j = 0; j < 4; j++) begin : g_field
    logic [1:0] kind;
    logic [FieldBits-1:0] held, shifted;
    assign kind = kinds_q[2*j+:2];
    assign held = kind == Icnt ? FieldBits'(dut_icnt) : kind == Addr ? FieldBits'(dut_addr) :
                  kind == Hist ? FieldBits'(dut_hist) : FieldBits'(j == 0 ? dut_ts : dut_stamp);
    assign shifted = j == 0 ? (held << carry_bits) | FieldBits'(carry) : held;
    assign field_ok[j] = 32'(count_q) <= j || list_q[FieldBits*j+:FieldBits] == shifted;
  end
  always_comb begin
    {has_icnt, has_addr, has_hist, has_ts} = '0;
    for (int unsigned j = 0; j < 4; j++) begin
      if (32'(count_q) > j) begin
        if (kinds_q[2*j+:2] == Icnt) has_icnt = 1'b1;
        if (kinds_q[2*j+:2] == Addr) has_addr = 1'b1;
        if (kinds_q[2*j+:2] == Hist) has_hist = 1'b1;
        if (kinds_q[2*j+:2] == Time) has_ts = 1'b1;
      end
    end
  end
  `RVT_ASSERT(Fields_L, &field_ok)
  logic to_extend, bare;
  assign to_extend = ExtendAddr != 0 && extend_addr_i && with_icnt && with_addr;
  assign bare = 32'(carry_bits) == 0 && 32'(must_q) == 0;
  rvt_fv_packer_address #(
    .AddrWidth(AddrWidth),
    .ExtendAddr(ExtendAddr)
  ) i_address (
    .*,
    .load_i(load),
    .extend_i(to_extend),
    .addr_i(AddrWidth'(rec_i.addr)),
    .front_i(kinds_q[1:0] == Addr),
    .valid_i(packed_valid),
    .beat_i(beat),
    .data_i(packed_data),
    .extend_o(extend),
    .now_o(extended),
    .left_o(addr_left),
    .busy_i(busy),
    .has_addr_i(has_addr),
    .has_icnt_i(has_icnt),
    .bare_i(bare),
    .dut_addr_i(dut_addr),
    .dut_more_i(dut_more)
  );
  `RVT_ASSERT(Has_L, {dut_has_icnt, dut_has_addr, dut_has_hist, dut_has_ts} ==
                     {has_icnt, has_addr, has_hist, has_ts})
  // TSTAMP, which is never the first field, is in its segment when TCODE has left.
  `RVT_IMPLIES(Stamp_L, busy && has_ts && kinds_q[1:0] != Time, first_q || dut_ts == dut_stamp)
  `RVT_IMPLIES(Late_L, busy && kinds_q[1:0] == Time, !first_q && dut_carry_bits == '0)
  `RVT_IMPLIES(Must_L, busy,
               32'(must_q) == 32'(carry_bits) / 6 + 1 ||
               (must_q == '0 && 32'(carry_bits) < 6 && !first_q))
  `RVT_IMPLIES(First_L, busy, dut_open == !first_q && (!first_q ||
               (32'(dut_carry_bits) >= 6 && rvt_ntrace_pkg::is_tcode(dut_carry[5:0]))))
  `RVT_ASSERT(Open_L, busy || !dut_open)
  rvt_fv_packer_rest #(
    .FieldBits(FieldBits),
    .Longest(Longest)
  ) i_rest (
    .*,
    .busy_i(busy),
    .list_i(list_q),
    .kinds_i(kinds_q),
    .count_i(count_q),
    .must_i(must_q),
    .spent_i(spent_q),
    .extend_i(extend),
    .addr_left_i(addr_left),
    .hist_first_i(dut_hist_first),
    .has_hist_i(dut_has_hist)
  );

  // ---- The FIFO ------------------------------------------------------------------------------------

  // A beat comes out with its bytes, their number and its mark. Neither mark nor the number of one lane is stored.
  localparam int unsigned BeatWidth = 8 * Lanes + BytesBits + 1;
  logic held, leave, held_eom;
  logic [BytesBits-1:0] held_bytes;
  logic [8*Lanes-1:0] held_data;
  rvt_fv_order #(
    .Width(BeatWidth),
    .Stored(Width),
    .Depth(Depth)
  ) i_order (
    .*,
    .push_i(beat),
    .word_i({packed_eom, packed_bytes, packed_data}),
    .valid_i(m_valid),
    .front_i({m_eom, m_bytes, m_data}),
    .ready_i(m_ready_i),
    .dut_rptr_i(dut_rptr),
    .dut_level_i(dut_level),
    .dut_mem_i(dut_mem),
    .held_o(held),
    .held_word_o({held_eom, held_bytes, held_data}),
    .leave_o(leave)
  );
  // Full is the only reason to refuse a beat, and empty the only one to offer none.
  `RVT_ASSERT(Level_A, packed_ready == (32'(dut_level) != Depth) && m_valid == (dut_level != '0) &&
                       empty == !m_valid)
  // The level at which an overflow may end is reported a clock after it was reached.
  logic low_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) low_q <= 1'b1;
    else low_q <= clr_i || 32'(dut_level) <= Depth / 2;
  end
  `RVT_ASSERT(Resume_A, resume == low_q)

  `RVT_IMPLIES(Mark_L, held,
               held_eom == (held_data[1:0] == rvt_ntrace_pkg::MseoEndMsg) && held_bytes == BytesBits'(1))

  // ---- Covers --------------------------------------------------------------------------------------

  // A message has as many beats as one can have, and the next one is right after it.
  `RVT_COVER(Longest_C, 32'(spent_q) + 1 == Longest && load && beat && packed_eom)
  `RVT_COVER(Tracked_C, leave && held_eom && 32'(dut_level) == Depth)
  `RVT_COVER(Zero_C, beat && packed_eom && now == '0 && count_q == 3'd1 && resume)
endmodule

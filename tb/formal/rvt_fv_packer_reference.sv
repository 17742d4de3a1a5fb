// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

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

/// The fields of a message in their order, the first in the low bits, the fixed ones before it: combinational.
module rvt_fv_packer_list #(
  parameter  int unsigned FieldBits = 24,
  parameter  int unsigned CarryBits = 15,
  localparam int unsigned CountBits = $clog2(CarryBits + 1)
) (
  input  rvt_ntrace_pkg::record_t rec_i,
  input  logic [3:0]              fields_i,      // TSTAMP, HIST, address, I-CNT
  input  logic                    hist_first_i,  // HIST is the first
  input  logic [FieldBits-1:0]    stamp_i,
  input  logic [CarryBits-1:0]    fixed_i,
  input  logic [CountBits-1:0]    fixed_bits_i,
  output logic [4*FieldBits-1:0]  list_o,
  output logic [7:0]              kinds_o,       // 0 I-CNT, 1 address, 2 HIST, 3 TSTAMP
  output logic [2:0]              count_o
);

  always_comb begin
    list_o = '0;
    kinds_o = '0;
    count_o = '0;
    if (fields_i[3]) begin
      list_o = {list_o[3*FieldBits-1:0], stamp_i};
      kinds_o = {kinds_o[5:0], 2'd3};
      count_o = count_o + 3'd1;
    end
    if (fields_i[2] && !hist_first_i) begin
      list_o = {list_o[3*FieldBits-1:0], FieldBits'(rec_i.hist)};
      kinds_o = {kinds_o[5:0], 2'd2};
      count_o = count_o + 3'd1;
    end
    if (fields_i[1]) begin
      list_o = {list_o[3*FieldBits-1:0], FieldBits'(rec_i.addr)};
      kinds_o = {kinds_o[5:0], 2'd1};
      count_o = count_o + 3'd1;
    end
    if (fields_i[0]) begin
      list_o = {list_o[3*FieldBits-1:0], FieldBits'(rec_i.icnt)};
      kinds_o = {kinds_o[5:0], 2'd0};
      count_o = count_o + 3'd1;
    end
    if (hist_first_i) begin
      list_o = {list_o[3*FieldBits-1:0], FieldBits'(rec_i.hist)};
      kinds_o = {kinds_o[5:0], 2'd2};
      count_o = count_o + 3'd1;
    end
    list_o[FieldBits-1:0] = (list_o[FieldBits-1:0] << fixed_bits_i) | FieldBits'(fixed_i);
  end

endmodule

/// The list of fields of rvt_fv_packer: its order, and that what is left of it is what is left of the longest message.
module rvt_fv_packer_rest #(
  parameter  int unsigned FieldBits = 24,
  parameter  int unsigned Longest   = 12,  // bytes of the longest message
  localparam int unsigned SpentBits = $clog2(Longest + 1),
  localparam int unsigned MustBits  = 4
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic                   busy_i,
  input logic [4*FieldBits-1:0] list_i,
  input logic [7:0]             kinds_i,
  input logic [2:0]             count_i,
  input logic [MustBits-1:0]    must_i,
  input logic [SpentBits-1:0]   spent_i,
  input logic                   extend_i,     // the address is an extended one ...
  input logic [5:0]             addr_left_i,  // ... of which so many bytes are left
  input logic                   hist_first_i,
  input logic                   has_hist_i
);

  localparam logic [1:0] Icnt = 2'd0;
  localparam logic [1:0] Addr = 2'd1;
  localparam logic [1:0] Hist = 2'd2;

  // The order in which the packer goes through its segments is that of the list.
  logic [3:0] order;
  always_comb begin
    order = '0;
    for (int unsigned j = 0; j < 3; j++) begin
      if (32'(count_i) > j + 1) begin
        order[j] = kinds_i[2*j+2+:2] <= kinds_i[2*j+:2] &&
                   !(j == 0 && hist_first_i && kinds_i[3:0] == {Icnt, Hist});
        if (hist_first_i && kinds_i[2*j+2+:2] == Hist) order[j] = 1'b1;
      end
    end
  end
  `RVT_IMPLIES(Order_L, busy_i, order == '0 && count_i <= 3'd4)
  `RVT_IMPLIES(HistFirst_L, busy_i && hist_first_i && has_hist_i, kinds_i[1:0] == Hist)

  localparam int unsigned Parts = (FieldBits + 5) / 6;
  logic [7:0] left;  // bytes
  always_comb begin
    left = '0;
    for (int unsigned j = 0; j < 4; j++) begin
      for (int unsigned k = 0; k < Parts; k++) begin
        if (32'(count_i) > j && (extend_i && kinds_i[2*j+:2] == Addr ? 32'(addr_left_i) > k :
                                 k == 0 || (list_i[FieldBits*j+:FieldBits] >> (6 * k)) != '0 ||
                                 (j == 0 && 32'(must_i) > k)))
          left = left + 8'd1;
      end
    end
  end
  `RVT_IMPLIES(Left_L, busy_i, 32'(spent_i) + 32'(left) <= Longest)

endmodule

/// Fewest bytes of an extended address, by what a decoder reads (NT:ADR-14): combinational.
///
/// A reader replicates the top bit of the last byte. So many bytes are needed that it finds the address.
module rvt_fv_packer_extend #(
  parameter  int unsigned AddrWidth = 7,
  localparam int unsigned All = (AddrWidth + 5) / 6
) (
  input  logic [AddrWidth-1:0] addr_i,
  output logic [5:0]           bytes_o
);

  // What is read of the low `bytes` of the address.
  function automatic [AddrWidth-1:0] read(input logic [AddrWidth-1:0] value,
                                          input int unsigned bytes);
    read = value & ~({AddrWidth{1'b1}} << (6 * bytes));
    if (value[6*bytes-1]) read = read | ({AddrWidth{1'b1}} << (6 * bytes));
  endfunction

  always_comb begin
    bytes_o = 6'(All);
    for (int unsigned m = All - 1; m > 0; m--) begin
      if (read(addr_i, m) == addr_i) bytes_o = 6'(m);
    end
  end

endmodule

/// The extended address of a message of rvt_fv_packer: how many bytes of it are left, and what a decoder reads of it.
module rvt_fv_packer_address #(
  parameter  int unsigned AddrWidth  = 7,
  parameter  int unsigned ExtendAddr = 0,
  localparam int unsigned MoreBytes  = AddrWidth > 6 ? (AddrWidth - 1) / 6 : 1,
  localparam int unsigned ReadBits   = 6 * MoreBytes + 6
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clr_i,
  input  logic                 load_i,
  input  logic                 extend_i,  // of the address of the message that is loaded upper bits are left out
  input  logic [AddrWidth-1:0] addr_i,
  input  logic                 front_i,   // the address is the next field
  input  logic                 valid_i,   // a byte is on offer
  input  logic                 beat_i,    // it leaves
  input  logic [7:0]           data_i,
  output logic                 extend_o,  // the message has an extended address, which has not left
  output logic                 now_o,     // ... and the byte on offer is of it
  output logic [5:0]           left_o,    // its bytes that have not left

  // registers of the packer, and what the reference knows of them
  input  logic                 busy_i,
  input  logic                 has_addr_i,
  input  logic                 has_icnt_i,
  input  logic                 bare_i,    // no carry stands before the field
  input  logic [AddrWidth-1:0] dut_addr_i,
  input  logic [MoreBytes-1:0] dut_more_i
);

  logic extend_q;
  logic [5:0] left_q, sent_q, new_left, all;
  logic [AddrWidth-1:0] whole_q, found;
  logic [ReadBits-1:0] read_q, read;
  assign extend_o = extend_q;
  assign now_o = extend_q && front_i;
  assign left_o = left_q;
  assign read = read_q | (ReadBits'(data_i[7:2]) << (6 * 32'(sent_q)));

  rvt_fv_packer_extend #(
    .AddrWidth(AddrWidth)
  ) i_new (
    .addr_i,
    .bytes_o(new_left)
  );
  rvt_fv_packer_extend #(
    .AddrWidth(AddrWidth)
  ) i_whole (
    .addr_i(whole_q),
    .bytes_o(all)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {extend_q, left_q, sent_q, whole_q, read_q} <= '0;
    end else if (clr_i) begin
      extend_q <= 1'b0;
    end else if (load_i) begin
      {extend_q, left_q, whole_q} <= {extend_i, new_left, addr_i};
      {sent_q, read_q} <= '0;
    end else if (beat_i && now_o) begin
      extend_q <= left_q != 6'd1;
      left_q <= left_q - 6'd1;
      sent_q <= sent_q + 6'd1;
      read_q <= read;
    end
  end

  // What a decoder reads is the address (NT:ADR-14): the bytes up to now, and the top bit of the last one in place of all
  // above it. Before that byte it would be another: no byte is sent in vain.
  always_comb begin
    found = AddrWidth'(read);
    if (data_i[7]) found = found | ({AddrWidth{1'b1}} << (6 * (32'(sent_q) + 1)));
  end
  `RVT_IMPLIES(Read_A, valid_i && now_o, (found == whole_q) == data_i[0])
  // Above all bits there are zeros (NT:ADR-13).
  `RVT_IMPLIES(Pad_A, valid_i && now_o, (read >> AddrWidth) == '0)

  // The packer's register has the rest of it, and a bit for each byte after the next.
  logic [MoreBytes-1:0] more_ok;
  for (genvar k = 0; k < MoreBytes; k++) begin : g_more
    assign more_ok[k] = dut_more_i[k] == (extend_q ? 32'(left_q) > k + 1 :
                                                     (dut_addr_i >> (6 * (k + 1))) != '0);
  end
  `RVT_IMPLIES(More_L, ExtendAddr != 0 && AddrWidth > 6 && has_addr_i, &more_ok)
  `RVT_IMPLIES(Extend_L, extend_q, ExtendAddr != 0 && has_addr_i && busy_i && left_q != '0 &&
               dut_addr_i == whole_q >> (6 * 32'(sent_q)) && sent_q + left_q == all &&
               read_q == (ReadBits'(whole_q) & ~({ReadBits{1'b1}} << (6 * 32'(sent_q)))) &&
               (has_icnt_i ? sent_q == '0 : bare_i))
  `RVT_ASSERT(All_L, 32'(all) <= (AddrWidth + 5) / 6)

  if (ExtendAddr != 0) begin : g_cover
    // A byte of zeros for the top bit alone; ones left out; all bits sent, the top one 1.
    `RVT_COVER(ZeroByte_C, beat_i && now_o && left_q == 6'd1 && data_i[7:2] == '0 && sent_q == 6'd1)
    `RVT_COVER(Ones_C, beat_i && now_o && left_q == 6'd1 && sent_q == '0 && data_i[7])
    `RVT_COVER(All_C, beat_i && now_o && left_q == 6'd1 && whole_q[AddrWidth-1] &&
               32'(all) == (AddrWidth + 5) / 6)
  end

endmodule

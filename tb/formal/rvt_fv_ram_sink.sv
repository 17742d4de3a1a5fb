// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// RAM sink as its memory sees it: any accepted byte may be the tracked one, and so may any byte of padding.
///
/// The reference knows how many bytes are on their way and how many of them lie before the tracked one.
/// It follows stream, memory port and two wires of the sink: that it pads, and that it gives up what
/// it holds (a stop on wrap after which software disables, and the end of Active). A second reference
/// follows the bus: where the next word goes, what WP and trRamWrap read, when the sink stops.
module rvt_fv_ram_sink #(
  parameter int unsigned Lanes         = 1,
  parameter int unsigned SramWordsLog2 = 2,
  parameter int unsigned SramWidth     = 32,
  localparam int unsigned BytesWidth   = $clog2(Lanes) + 1,
  localparam int unsigned AddrWidth    = SramWidth == 64 ? SramWordsLog2 - 1 : SramWordsLog2
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  psel_i,
  input logic                  penable_i,
  input logic                  pwrite_i,
  input logic [11:0]           paddr_i,
  input logic [31:0]           pwdata_i,
  input logic [3:0]            pstrb_i,
  input logic                  active_ack_i,
  input logic                  s_valid_i,
  input logic [8*Lanes-1:0]    s_data_i,
  input logic [BytesWidth-1:0] s_bytes_i,
  input logic                  s_eom_i,
  input logic [5:0]            s_length_i,
  input logic                  s_cut_i,
  input logic [SramWidth-1:0]  ram_rdata_i,
  input logic                  pick_i,       // a byte of this clock is the tracked one
  input logic [3:0]            pick_lane_i,  // ... this one of a beat

  (* probe = "i_dut.pad" *) input logic dut_pad,
  (* probe = "i_dut.discard" *) input logic dut_discard,
  (* probe = "i_dut.works" *) input logic dut_works,
  (* probe = "i_dut.empty" *) input logic dut_empty,
  (* probe = "i_dut.level_q" *) input logic [$clog2(4+Lanes)-1:0] dut_level,
  (* probe = "i_dut.mid_q" *) input logic dut_mid,
  (* probe = "i_dut.cut_q" *) input logic [3:0] dut_cut,
  (* probe = "i_dut.i_regs.i_active.life_q" *) input logic [2:0] dut_life,
  (* probe = "i_dut.i_regs.i_active.want_q" *) input logic dut_want,
  (* probe = "i_dut.limit" *) input logic [SramWordsLog2-1:0] dut_limit,
  (* probe = "i_dut.wp_q" *) input logic [SramWordsLog2-1:0] dut_wp,
  (* probe = "i_dut.wrap_q" *) input logic dut_wrap,
  (* probe = "i_dut.enable" *) input logic dut_enable,
  (* probe = "i_dut.stop_on_wrap" *) input logic dut_stop_on_wrap,
  (* probe = "i_dut.pack_q" *) input logic [8*(3+Lanes)-1:0] dut_pack
);

  localparam logic [2:0] LifeOn = 3'b011;

  logic [31:0] prdata;
  logic pready, pslverr, active_req, s_ready, dn_on, dn_stopped, dn_lost, cs, we;
  logic [AddrWidth-1:0] addr;
  logic [SramWidth-1:0] wdata;
  logic [SramWidth/8-1:0] be;

  rvt_ram_sink #(
    .Lanes(Lanes),
    .SramWordsLog2(SramWordsLog2),
    .SramWidth(SramWidth)
  ) i_dut (
    .*,
    .prdata_o(prdata),
    .pready_o(pready),
    .pslverr_o(pslverr),
    .active_req_o(active_req),
    .s_ready_o(s_ready),
    .s_dn_on_o(dn_on),
    .s_dn_stopped_o(dn_stopped),
    .s_dn_lost_o(dn_lost),
    .ram_cs_o(cs),
    .ram_we_o(we),
    .ram_addr_o(addr),
    .ram_wdata_o(wdata),
    .ram_be_o(be)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // ---- Reference -----------------------------------------------------------------------------------

  logic [4:0]
      count_q, count_d, before_q, before_d;  // bytes on their way, those before the tracked one
  logic held_q, held_d, mid_q, mid_d, taken, give_up, upper, lost_q, lost_d;
  logic [3:0] end_q, end_d;  // bytes to come that end a cut message
  logic [7:0] value_q, value_d, written, padding;
  logic [31:0] word;

  assign taken = s_valid_i && s_ready;
  assign give_up = dut_discard || !dut_works;
  assign upper = SramWidth == 64 && be[SramWidth/8-1];
  assign word = upper ? wdata[SramWidth-1-:32] : wdata[31:0];
  assign written = word[8*before_q[1:0]+:8];
  // Eleven bytes with MSEO 10, then an idle one.
  assign padding = end_q > 4'd1 ? 8'hfe : 8'hff;

  always_comb begin
    count_d = count_q;
    before_d = before_q;
    held_d = held_q;
    value_d = value_q;
    mid_d = mid_q;
    if (we) begin
      count_d = count_d - 5'd4;
      if (before_q < 5'd4) held_d = 1'b0;
      else before_d = before_q - 5'd4;
    end
    if (pick_i && !held_q && (dut_pad || (taken && 32'(pick_lane_i) < 32'(s_bytes_i)))) begin
      held_d = 1'b1;
      before_d = count_d + (dut_pad ? 5'd0 : 5'(pick_lane_i));
      value_d = dut_pad ? padding : 8'(s_data_i >> {pick_lane_i, 3'd0});
    end
    if (taken) begin
      count_d = count_d + 5'(s_bytes_i);
      mid_d = !s_eom_i;
    end
    end_d = end_q;
    if (dut_pad) begin
      count_d = count_d + 5'd1;
      if (end_q != '0) end_d = end_q - 4'd1;
    end
    if (s_cut_i && mid_q) begin
      mid_d = 1'b0;
      end_d = 4'd12;
    end
    lost_d = give_up && (count_d != '0 || mid_d);
    if (lost_d) end_d = 4'd12;
    if (!dut_works) end_d = '0;
    if (give_up) begin
      count_d = '0;
      held_d = 1'b0;
      mid_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      before_q <= '0;
      held_q <= 1'b0;
      value_q <= '0;
      mid_q <= 1'b0;
      end_q <= '0;
      lost_q <= 1'b0;
    end else begin
      count_q <= count_d;
      before_q <= before_d;
      held_q <= held_d;
      value_q <= value_d;
      mid_q <= mid_d;
      end_q <= end_d;
      lost_q <= lost_d;
    end
  end

  // ---- Properties ----------------------------------------------------------------------------------

  // Bytes reach the memory in their order, unchanged, the first lowest (TCI:RAM-03).
  `RVT_IMPLIES(Order_A, we && held_q && before_q < 5'd4, written == value_q)
  // A word is written when its bytes are there, and no later but for a stop (TCI:RAM-10).
  `RVT_IMPLIES(Whole_A, we, cs && count_q >= 5'd4)
  `RVT_IMPLIES(Soon_A, count_q >= 5'd4 && dut_works && !dn_stopped, we)
  // A write is one word: all of its bytes and no other (TCI:RAM-19).
  `RVT_IMPLIES(Bytes_A, we, upper ? be == {4'hf, {(SramWidth / 8 - 4) {1'b0}}} : 32'(be) == 32'hf)
  // ... inside the buffer, or at its begin (TCI:RAM-23).
  `RVT_IMPLIES(Inside_A, we, 32'({addr, upper}) >> (SramWidth == 64 ? 0 : 1) <= 32'(dut_limit))
  // Empty is said only when every byte has been written and no message is open (TCI:CTRL-16).
  `RVT_IMPLIES(Empty_A, dut_empty && dut_works, count_q == '0 && !mid_q && !we)
  // Padding only after the end of a message, in a disabled sink, up to a whole word (TCI:RAM-08), and where
  // a message was cut, before the next one.
  `RVT_IMPLIES(Pad_A, dut_pad,
               !mid_q && !taken && (dn_on ? end_q != '0 && s_valid_i : count_q[1:0] != '0))
  // Nothing is taken after a message that was cut, before its end is there: no reader joins the two.
  `RVT_IMPLIES(End_A, end_q != '0, !taken && !mid_q)
  `RVT_IMPLIES(EndSoon_A, end_q != '0 && dn_on && s_valid_i && Lanes <= 4, dut_pad)
  // What is given up is said.
  `RVT_ASSERT(Lost_A, dn_lost == lost_q)
  // A disabled sink begins no message (TCI:LINK-07), and a stopped one takes nothing (TCI:RAM-11).
  `RVT_IMPLIES(Begin_A, taken && !mid_q, dn_on)
  `RVT_IMPLIES(Stopped_A, dn_stopped, !s_ready && !we && !dn_on)
  // Beats of up to four bytes never wait in an enabled sink.
  `RVT_IMPLIES(Ready_A, dn_on && Lanes <= 4 && end_q == '0, s_ready)

  // ---- Time ----------------------------------------------------------------------------------------

  // An enabled sink takes a beat within the bytes that end a cut message, and, with eight lanes, the clock
  // in which a word leaves. A disabled one is empty within the clocks that padding and words need.
  localparam int unsigned Wait = Lanes > 4 ? 13 : 12;
  localparam int unsigned Drain = Lanes > 4 ? 5 : 4;
  logic waits, drains;
  logic [3:0] waited_q, waiting;
  logic [2:0] spent_q, left;
  assign waits = dn_on && s_valid_i && !s_ready;
  assign waiting = end_q + 4'(Lanes > 4 && count_q >= 5'd8);
  assign drains = dut_works && !enable_q && !mid_q && !dn_stopped;
  assign left = count_q[1:0] == '0 ? count_q[4:2] : 3'd5 - 3'(count_q[1:0]) + 3'(count_q >= 5'd8);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {waited_q, spent_q} <= '0;
    end else begin
      waited_q <= !waits ? '0 : waited_q == '1 ? waited_q : waited_q + 4'd1;
      spent_q <= !drains ? '0 : spent_q == '1 ? spent_q : spent_q + 3'd1;
    end
  end
  `RVT_IMPLIES(Takes_A, waits, 32'(waited_q) < Wait)
  `RVT_IMPLIES(Drains_A, drains && !dut_empty, 32'(spent_q) < Drain)
  `RVT_IMPLIES(Takes_L, waits, 32'(waited_q) + 32'(waiting) <= Wait)
  `RVT_IMPLIES(Drains_L, drains, count_q == '0 || 32'(spent_q) + 32'(left) <= Drain)

  // ---- Place, wrap and stop ------------------------------------------------------------------------

  rvt_regs_ram_pkg::tr_ram_control_t wcontrol;
  logic [11:0] offset;
  logic on, bus_write, control, idle, enabling, stop, at_limit;
  logic enable_q, enable_sw, on_wrap_q, stopped_q, ended_q, wrap_q;
  logic [SramWordsLog2-1:0] wp_q, place, behind;
  logic [31:0] merged;

  assign wcontrol = pwdata_i;
  assign offset = {paddr_i[11:2], 2'b00};
  assign on = dut_life == LifeOn;
  assign bus_write = psel_i && penable_i && pwrite_i && on;
  assign control = bus_write && offset == rvt_regs_ram_pkg::TrRamControlAddr;
  assign enabling = control && pstrb_i[0];
  assign enable_sw = enabling ? wcontrol.ram_active && wcontrol.ram_enable : enable_q;
  assign idle = !enable_q && count_q == '0 && !mid_q;
  for (genvar i = 0; i < 4; i++) begin : g_merge
    assign merged[8*i+:8] = pstrb_i[i] ? pwdata_i[8*i+:8] : 8'(32'({wp_q, 2'b00}) >> (8 * i));
  end
  // The next word lies after the last, at 0 after Limit (TCI:RAM-05, RAM-23).
  assign place = wp_q > dut_limit ? '0 : wp_q;
  assign at_limit = we && place == dut_limit;
  assign behind = at_limit ? '0 : place + SramWordsLog2'(1);
  assign stop = at_limit && on_wrap_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {enable_q, on_wrap_q, stopped_q, ended_q, wrap_q, wp_q} <= '0;
    end else if (!dut_works) begin
      {enable_q, on_wrap_q, stopped_q, ended_q, wrap_q, wp_q} <= '0;
    end else begin
      enable_q <= enable_sw && !stop;
      stopped_q <= stop ? enable_sw : stopped_q && !enabling;
      ended_q <= stop || (ended_q && !(enabling && enable_sw));
      if (control && pstrb_i[1] && !(pstrb_i[0] && !wcontrol.ram_active)) begin
        on_wrap_q <= wcontrol.ram_stop_on_wrap;
      end
      if (bus_write && idle && offset == rvt_regs_ram_pkg::TrRamWPLowAddr) begin
        wp_q <= merged[2+:SramWordsLog2];
        wrap_q <= wrap_q && !pstrb_i[0];
      end else if (we) begin
        wp_q <= behind;
        wrap_q <= wrap_q || at_limit;
      end
    end
  end

  // Every word goes to its place.
  logic [SramWordsLog2-1:0] written_at;
  assign written_at = SramWordsLog2'({addr, upper} >> (SramWidth == 64 ? 0 : 1));
  `RVT_IMPLIES(Place_A, we, written_at == place)
  // WP and trRamWrap read what was written until then (TCI:RAM-06, RAM-10).
  logic [31:0] read_q;
  logic reads_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {reads_q, read_q} <= '0;
    end else begin
      reads_q <= psel_i && !penable_i && !pwrite_i && offset == rvt_regs_ram_pkg::TrRamWPLowAddr;
      read_q <= 32'({wp_q, 1'b0, wrap_q});
    end
  end
  `RVT_IMPLIES(Read_A, reads_q, prdata == read_q)
  // After the last word of a buffer nothing is written until software enables again (TCI:RAM-11, RAM-12),
  // and what waits meanwhile has stopped, unless software has disabled: then it is given up (TCI:RAM-13).
  `RVT_IMPLIES(Ended_A, ended_q, !we)
  `RVT_ASSERT(Stop_A, dn_stopped == stopped_q)
  `RVT_IMPLIES(Kept_A, ended_q && !stopped_q && dut_works, !enable_q && count_q == '0 && !mid_q)
  `RVT_ASSERT(Listens_A, dn_on == (dut_works && !stopped_q && (enable_q || mid_q)))

  // ---- Lemmas --------------------------------------------------------------------------------------

  `RVT_ASSERT(Count_L, 32'(dut_level) == 32'(count_q) && dut_mid == mid_q && dut_cut == end_q)
  `RVT_IMPLIES(Held_L, held_q, before_q < count_q && 8'(dut_pack >> {before_q, 3'd0}) == value_q)
  `RVT_ASSERT(Place_L, dut_wp == wp_q && dut_wrap == wrap_q)
  `RVT_ASSERT(Enable_L, dut_enable == enable_q && dut_stop_on_wrap == on_wrap_q)
  `RVT_IMPLIES(Ended_L, stopped_q, ended_q && !enable_q)
  `RVT_IMPLIES(Life_L, dut_life != LifeOn || !dut_want, !enable_q && !dn_stopped)

  // ---- Covers --------------------------------------------------------------------------------------

  `RVT_COVER(Written_C, we && held_q && before_q == 5'd3)
  `RVT_COVER(Padded_C, we && held_q && value_q == 8'hff && !dn_on && count_q == 5'd4)
  `RVT_COVER(Kept_C, dn_stopped && held_q)
  // A buffer is full, software enables again, and the next word goes to its begin.
  logic resumed_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) resumed_q <= 1'b0;
    else resumed_q <= dut_works && ((stopped_q && enabling && enable_sw) || (resumed_q && !we));
  end
  `RVT_COVER(Resumed_C, resumed_q && we && wrap_q && written_at == '0)
  `RVT_COVER(Wrapped_C, reads_q && prdata[0] && prdata[31:2] == 30'd1)

  logic unused;
  assign unused = ^{prdata, pready, pslverr, active_req, addr, wcontrol, merged};

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// RAM sink in SRAM mode, with its registers: docs/units/ram-sink.md.
///
/// Bytes are packed into words of 32 bits, whatever the width of the memory, so that Limit can be any
/// word (TCI:RAM-19). One port serves the trace and, while nothing is traced, trRamData.
module rvt_ram_sink #(
  // interface: parameters with Framing Lanes SramWordsLog2 SramWidth
  parameter int unsigned Framing       = 0,   // framing: N-Trace, E-Trace; of a sink tandem too
  parameter int unsigned Lanes         = 1,   // bytes of a beat: 1, 2, 4, 8 or 16
  parameter int unsigned SramWordsLog2 = 10,  // memory of 2^n words of 32 bits: 2..30
  parameter int unsigned SramWidth     = 32,  // bits of the memory port: 32 or 64
  // interface end
  localparam int unsigned BytesWidth   = $clog2(Lanes) + 1,
  localparam int unsigned AddrWidth    = SramWidth == 64 ? SramWordsLog2 - 1 : SramWordsLog2
) (
  input  logic                   clk_i,  // one clock for everything
  input  logic                   rst_ni,  // asserted asynchronously, released synchronously

  // APB4 (TCI:BUS-05)
  input  logic                   psel_i,  // this component
  input  logic                   penable_i,  // access phase
  input  logic                   pwrite_i,  // a write
  input  logic [11:0]            paddr_i,  // offset; bits 1:0 are ignored
  input  logic [31:0]            pwdata_i,  // what is written
  input  logic [3:0]             pstrb_i,  // bytes of it that are
  output logic [31:0]            prdata_o,  // 0 outside the access phase of a read
  output logic                   pready_o,  // 0 for one clock in a read of trRamData
  output logic                   pslverr_o,  // constant 0 (TCI:BUS-01)
  output logic                   active_req_o,  // to a power or clock switch
  input  logic                   active_ack_i,  // active_req_o, without one

  // byte stream (TCI:LINK-05)
  input  logic                   s_valid_i,  // a beat is offered
  input  logic [8*Lanes-1:0]     s_data_i,  // byte 0 in 7:0; 0 where there is none
  input  logic [BytesWidth-1:0]  s_bytes_i,  // bytes of the beat, 1..Lanes, from lane 0
  input  logic                   s_eom_i,  // the beat ends a message
  input  logic [5:0]             s_length_i,  // of a first beat: bytes of its message; 0: not known
  output logic                   s_ready_o,  // it is taken in this clock
  output logic                   s_dn_on_o,  // messages are taken, or the rest of one (TCI:LINK-08)
  output logic                   s_dn_stopped_o,  // stopped on wrap (TCI:RAM-11)
  output logic                   s_dn_lost_o,  // bytes were given up in the clock before
  input  logic                   s_cut_i,  // the rest of the message begun will not come

  // memory with one port
  output logic                   ram_cs_o,  // an access in this clock
  output logic                   ram_we_o,  // it is a write
  output logic [AddrWidth-1:0]   ram_addr_o,  // word of the memory
  output logic [SramWidth-1:0]   ram_wdata_o,  // what is written
  output logic [SramWidth/8-1:0] ram_be_o,  // bytes of it that are
  input  logic [SramWidth-1:0]   ram_rdata_i  // in the clock after a read; not looked at in others
);

  localparam int unsigned PackBytes = 3 + Lanes;
  localparam int unsigned LevelWidth = $clog2(PackBytes + 1);
  // What ends a cut message, and a byte of padding.
  localparam rvt_framing_pkg::values_t Values = rvt_framing_pkg::values(Framing);
  localparam logic [3:0] EndBytes = 4'(Values.BrokenBytes + 1);
  localparam logic [LevelWidth-1:0] WordBytes = LevelWidth'(4);

  // The parameters of a build know the formats of an encoder with registers alone.
  localparam int unsigned Coded = Framing == rvt_framing_pkg::Tandem ? 0 : Framing;
  // interface: check 5 Framing=Coded Format=Coded SrcBitsMax=0 Lanes SramWordsLog2 SramWidth Pib=0
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD_VALUE(Framing,Coded); `RVT_BUILD_VALUE(Format,Coded);
    `RVT_BUILD_VALUE(SrcBitsMax,0); `RVT_BUILD(Lanes); `RVT_BUILD(SramWordsLog2);
    `RVT_BUILD(SramWidth); `RVT_BUILD_VALUE(Pib,0);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  rvt_check_build #(
    .Build(Build),
    .Levels(5)
  ) i_check_build ();
  // interface end

  logic works, enable, stop_on_wrap, stopped, discard, empty, stop;
  logic wp_write, wrap_clear, rp_write, fetch, next;
  logic [SramWordsLog2-1:0] limit, pointer;
  logic [31:0] rword;
  logic [2:0] async_freq;

  logic [8*PackBytes-1:0] pack_q, pack_d;
  logic [LevelWidth-1:0] level_q, level_d;
  logic mid_q, mid_d, wrap_q, wrap_d, lost_q, lost_d;
  logic [3:0] cut_q, cut_d;  // bytes to come that end a cut message
  logic [SramWordsLog2-1:0] wp_q, wp_d, rp_q, rp_d;

  // ---- Registers -------------------------------------------------------------------------------

  rvt_regs_ram #(
    .Framing(Coded),
    .SramWordsLog2(SramWordsLog2)
  ) i_regs (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i,
    .prdata_o,
    .pready_o,
    .pslverr_o,
    .active_req_o,
    .active_ack_i,
    .works_o       (works),
    .enable_o      (enable),
    .stop_on_wrap_o(stop_on_wrap),
    .stopped_o     (stopped),
    .async_freq_o  (async_freq),
    .discard_o     (discard),
    .limit_o       (limit),
    .empty_i       (empty),
    .stop_i        (stop),
    .wp_i          (wp_q),
    .rp_i          (rp_q),
    .wrap_i        (wrap_q),
    .wp_write_o    (wp_write),
    .wrap_clear_o  (wrap_clear),
    .rp_write_o    (rp_write),
    .pointer_o     (pointer),
    .fetch_o       (fetch),
    .next_o        (next),
    .word_i        (rword)
  );

  // ---- Stream ----------------------------------------------------------------------------------

  logic valid, eom, ready;
  logic [8*Lanes-1:0] data;
  logic [BytesWidth-1:0] bytes;
  logic [5:0] length;

  rvt_sync_sequence #(
    .Framing(Framing),
    .Lanes(Lanes)
  ) i_sequence (
    .clk_i,
    .rst_ni,
    .clr_i(!works),
    .freq_i(async_freq),
    .s_valid_i,
    .s_data_i,
    .s_bytes_i,
    .s_eom_i,
    .s_length_i,
    .s_ready_o,
    .m_valid_o(valid),
    .m_data_o(data),
    .m_bytes_o(bytes),
    .m_eom_o(eom),
    .m_length_o(length),
    .m_ready_i(ready)
  );

  // ---- Bytes to words --------------------------------------------------------------------------

  logic runs, room, write, take, pad;
  logic ahead;  // a byte is taken before what is offered
  logic fits, align, drop, fill, skips;  // of a message that says its length
  logic [SramWordsLog2-1:0] wp_addr, word_addr, next_addr;
  logic at_limit;
  logic [7:0] pad_byte;

  assign runs = works & !stopped;
  assign write = runs & level_q >= WordBytes;
  // The end of a cut message comes before the next one, and is padding until then.
  assign ahead = (cut_q != '0 & valid) | fill | (align & fits & valid & !mid_q);
  assign pad = runs & room & (enable ? ahead : !mid_q & level_q[1:0] != '0);
  assign pad_byte = cut_q > 4'd1 ? Values.Broken :
                    enable & !fill & align ? Values.Align : Values.Padding;

  // A beat of up to 4 bytes always fits, since a whole word leaves in every clock.
  if (Lanes <= 4) begin : g_fits
    assign room = 1'b1;
  end else begin : g_room
    assign room = level_q < 2 * WordBytes;
  end
  assign ready = s_dn_on_o & room & cut_q == '0 & (mid_q | drop | (fits & !align));
  assign take = valid & ready;

  always_comb begin
    pack_d = pack_q;
    if (write) begin
      for (int unsigned i = 4; i < PackBytes; i++) pack_d[8*(i-4)+:8] = pack_q[8*i+:8];
    end
    for (int unsigned i = 0; i < PackBytes; i++) begin
      for (int unsigned lane = 0; lane < Lanes; lane++) begin
        if ((take || (pad && lane == 0)) && 32'(level_q[1:0]) + lane == i) begin
          pack_d[8*i+:8] = pad ? pad_byte : data[8*lane+:8];
        end
      end
    end

    level_d = (write ? level_q - WordBytes : level_q) +
              (take && !skips ? LevelWidth'(bytes) : LevelWidth'(pad));
    mid_d = take ? !eom : mid_q & !s_cut_i;
    lost_d = (!works || discard) && (level_d != '0 || mid_d);
    if (s_valid_i && s_ready_o && s_eom_i && skips) lost_d = 1'b1;  // a sequence is no loss
    cut_d = pad && cut_q != '0 ? cut_q - 4'd1 : cut_q;
    if (lost_d || (mid_q && s_cut_i)) cut_d = Values.Headed ? '0 : EndBytes;
    if (!works || discard) begin
      level_d = '0;
      mid_d = 1'b0;
    end
    if (!works) cut_d = '0;  // WP becomes 0: the message is not in the buffer any more
  end

  assign empty = level_q == '0 & !mid_q;

  // ---- Room for a message ----------------------------------------------------------------------

  // A message that does not fit before the limit begins at the start of the buffer, after padding; one for which all of the
  // buffer has no room is dropped, which is a loss (ETR:DC-14). After padding what aligns comes before a message,
  // but not at the start.
  if (Values.Headed) begin : g_headed
    logic [SramWordsLog2-1:0] words;  // below the limit, after the word under way
    logic [3:0] near;
    logic [7:0] space;  // bytes up to the limit, 64 and more alike
    logic align_q, skip_q, whole;
    assign words = limit - wp_addr;
    assign near = |(words >> 4) ? 4'd15 : 4'(words);
    assign space = {2'd0, near, 2'd0} + 8'd4 - 8'(level_q);
    assign whole = level_q == '0 & wp_addr == '0;  // all of the buffer is there
    assign align = align_q & !whole;
    assign fits = space >= 8'(length) + 8'(align);
    assign drop = !mid_q & !fits & whole;
    assign fill = valid & !mid_q & !fits & !drop & space != '0;
    assign skips = mid_q ? skip_q : drop;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        align_q <= 1'b0;
        skip_q <= 1'b0;
      end else begin
        align_q <= works && (pad ? pad_byte == Values.Padding : align_q && !(take && !skips));
        if (take) skip_q <= skips;
      end
    end
  end else begin : g_plain
    assign fits = 1'b1;
    assign {align, drop, fill, skips} = '0;
    logic unused;
    assign unused = ^length;
  end

  // ---- Pointers --------------------------------------------------------------------------------

  // One incrementer and one comparison for both: the memory has one port.
  assign wp_addr = wp_q > limit ? '0 : wp_q;  // TCI:RAM-23
  assign word_addr = write ? wp_addr : rp_q;
  assign at_limit = word_addr == limit;
  assign next_addr = at_limit ? '0 : word_addr + SramWordsLog2'(1);
  assign stop = Values.Once ? write & at_limit : write & at_limit & stop_on_wrap;

  always_comb begin
    wp_d = write ? next_addr : wp_q;
    wrap_d = wrap_q | (write & at_limit);
    rp_d = next ? next_addr : rp_q;
    if (wp_write) wp_d = pointer;
    if (wrap_clear) wrap_d = 1'b0;
    if (rp_write) rp_d = pointer;
    if (!works) begin
      wp_d = '0;
      wrap_d = 1'b0;
      rp_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pack_q <= '0;
      level_q <= '0;
      mid_q <= 1'b0;
      lost_q <= 1'b0;
      cut_q <= '0;
      wp_q <= '0;
      rp_q <= '0;
      wrap_q <= 1'b0;
    end else begin
      pack_q <= pack_d;
      level_q <= level_d;
      mid_q <= mid_d;
      lost_q <= lost_d;
      cut_q <= cut_d;
      wp_q <= wp_d;
      rp_q <= rp_d;
      wrap_q <= wrap_d;
    end
  end

  // ---- Memory ----------------------------------------------------------------------------------

  assign ram_cs_o = write | fetch;
  assign ram_we_o = write;
  if (SramWidth == 32) begin : g_narrow
    assign ram_addr_o = word_addr;
    assign ram_wdata_o = pack_q[31:0];
    assign ram_be_o = {4{write}};
    assign rword = ram_rdata_i;
  end else begin : g_wide
    assign ram_addr_o = word_addr[SramWordsLog2-1:1];
    assign ram_wdata_o = {2{pack_q[31:0]}};
    assign ram_be_o = {{4{write & word_addr[0]}}, {4{write & !word_addr[0]}}};
    assign rword = rp_q[0] ? ram_rdata_i[63:32] : ram_rdata_i[31:0];
  end

  assign s_dn_on_o = runs & (enable | mid_q) & !(Values.Headed && lost_q);
  assign s_dn_stopped_o = stopped;
  assign s_dn_lost_o = lost_q;

  // ---- Assertions ------------------------------------------------------------------------------

  // Padding counts as taken. What ends a message is one of its bytes, so the order covers it.

  // A beat has 1..Lanes bytes (TCI:LINK-05).
  `RVT_IMPLIES_M(Bytes_M, s_valid_i, 32'(s_bytes_i) >= 1 && 32'(s_bytes_i) <= Lanes)
  // No beat is offered in the clock that says that none will come.
  `RVT_IMPLIES_M(Cut_M, s_cut_i, !s_valid_i)
  // The packing register never holds more than it has room for.
  `RVT_ASSERT(Level_A, 32'(level_q) <= PackBytes)
  // Nothing outside the buffer is ever written (TCI:RAM-23).
  `RVT_IMPLIES(Inside_A, ram_we_o, word_addr <= limit)
  // The port is never asked for both (TCI:RAM-26).
  `RVT_IMPLIES(OnePort_A, write, !fetch && !next && !wp_write && !rp_write)
  // Empty is 1 only when no byte is held, no message is open and no word is due (TCI:CTRL-16).
  `RVT_IMPLIES(EmptyTruth_A, works && empty, level_q == '0 && !mid_q && !write)
  // A message that was cut is not open.
  `RVT_IMPLIES(Cut_A, cut_q != '0, !mid_q && cut_q <= EndBytes)
  // Padding never falls into a message (TCI:RAM-08).
  `RVT_IMPLIES(Pad_A, pad, !take && !mid_q)
  // An inactive sink takes nothing and leaves the memory alone (TCI:CTRL-20, LINK-07).
  `RVT_IMPLIES(Quiet_A, !works, !s_ready_o && !ram_we_o && !s_dn_on_o)

endmodule

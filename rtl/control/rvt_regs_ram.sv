// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Register block of the RAM sink: docs/registers.md, docs/units/ram-sink.md.
///
/// WP, RP and trRamWrap are in the sink, which advances them; they are read and written through here.
module rvt_regs_ram #(
  // interface: parameters only Framing SramWordsLog2
  parameter int unsigned Framing       = 0,   // framing: N-Trace, E-Trace; of a sink tandem too
  parameter int unsigned SramWordsLog2 = 10   // memory of 2^n words of 32 bits: 2..30
  // interface end
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,  // power-up reset, no other (TCI:BUS-14)

  // APB4 (TCI:BUS-05)
  input  logic                     psel_i,
  input  logic                     penable_i,
  input  logic                     pwrite_i,
  input  logic [11:0]              paddr_i,  // bits 1:0 are ignored
  input  logic [31:0]              pwdata_i,
  input  logic [3:0]               pstrb_i,
  output logic [31:0]              prdata_o,  // 0 outside the access phase of a read
  output logic                     pready_o,  // 0 for one clock in a read of trRamData
  output logic                     pslverr_o,  // constant 0 (TCI:BUS-01)

  output logic                     active_req_o,  // to a power or clock switch
  input  logic                     active_ack_i,  // active_req_o, without one

  output logic                     works_o,  // the sink is not in reset
  output logic                     enable_o,  // new messages are taken
  output logic                     stop_on_wrap_o,
  output logic [2:0]               async_freq_o,
  output logic                     stopped_o,  // stopped on wrap, not enabled since
  output logic                     discard_o,  // what the sink holds is given up in this clock
  output logic [SramWordsLog2-1:0] limit_o,  // last word of the buffer
  input  logic                     empty_i,
  input  logic                     stop_i,  // the last word is written, and this ends the capture

  input  logic [SramWordsLog2-1:0] wp_i,
  input  logic [SramWordsLog2-1:0] rp_i,
  input  logic                     wrap_i,
  output logic                     wp_write_o,  // WP takes pointer_o
  output logic                     wrap_clear_o,  // trRamWrap takes 0
  output logic                     rp_write_o,  // RP takes pointer_o
  output logic [SramWordsLog2-1:0] pointer_o,

  output logic                     fetch_o,  // the memory is read at RP in this clock
  output logic                     next_o,  // the word has been handed over: RP advances
  input  logic [31:0]              word_i  // ... which it is in the clock after fetch_o
);

  // interface: check 4 Framing SramWordsLog2
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD(Framing); `RVT_BUILD(SramWordsLog2);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  rvt_check_build #(
    .Build(Build),
    .Levels(4)
  ) i_check_build ();
  // interface end

  localparam logic [SramWordsLog2-1:0] LimitReset = {SramWordsLog2{1'b1}};  // stock Yosys: '1 is 1

  logic enable_q, enable_d, stop_on_wrap_q, stop_on_wrap_d, stopped_q, stopped_d;
  logic [2:0] async_freq_q, async_freq_d;
  logic [SramWordsLog2-1:0] limit_q, limit_d;
  logic [31:0] prdata_q, prdata_d;
  logic fetch_q, fetch_d, show_q;

  // ---- Bus -------------------------------------------------------------------------------------

  logic write, setup_read;
  logic at_control, at_impl, at_limit, at_wp, at_rp, at_data;

  assign write = psel_i & penable_i & pwrite_i;
  assign setup_read = psel_i & !penable_i & !pwrite_i;
  assign at_control = {paddr_i[11:2], 2'b00} == rvt_regs_ram_pkg::TrRamControlAddr;
  assign at_impl = {paddr_i[11:2], 2'b00} == rvt_regs_ram_pkg::TrRamImplAddr;
  assign at_limit = {paddr_i[11:2], 2'b00} == rvt_regs_ram_pkg::TrRamLimitLowAddr;
  assign at_wp = {paddr_i[11:2], 2'b00} == rvt_regs_ram_pkg::TrRamWPLowAddr;
  assign at_rp = {paddr_i[11:2], 2'b00} == rvt_regs_ram_pkg::TrRamRPLowAddr;
  assign at_data = {paddr_i[11:2], 2'b00} == rvt_regs_ram_pkg::TrRamDataAddr;

  // ---- Active ----------------------------------------------------------------------------------

  rvt_regs_ram_pkg::tr_ram_control_t wcontrol;
  logic life_write, reads, on, works;

  assign wcontrol = pwdata_i;
  assign life_write = write & at_control & pstrb_i[0];

  rvt_regs_active i_active (
    .clk_i,
    .rst_ni,
    .write_i(life_write),
    .value_i(wcontrol.ram_active),
    .hold_i(1'b0),  // a word is written within a clock (TCI:RAM-33)
    .req_o(active_req_o),
    .ack_i(active_ack_i),
    .reads_o(reads),
    .on_o(on),
    .works_o(works)
  );

  // ---- The word at the address, as it reads ------------------------------------------------------

  rvt_regs_ram_pkg::tr_ram_control_t rcontrol;
  rvt_regs_ram_pkg::tr_ram_wp_low_t rwp;
  logic [31:0] word, merged;

  always_comb begin
    rcontrol = '0;
    rcontrol.ram_empty = empty_i;
    rcontrol.ram_active = reads;
    rcontrol.ram_enable = enable_q;
    rcontrol.ram_stop_on_wrap = stop_on_wrap_q;
    rcontrol.ram_async_freq = async_freq_q;
    rwp = '0;
    rwp.ram_wp_low = 30'(wp_i);
    rwp.ram_wrap = wrap_i;

    // One is selected at most. Without Active the fields but Limit are at their reset value, 0.
    word = ({32{at_control}} & rcontrol) | ({32{at_impl}} & rvt_regs_ram_pkg::TrRamImplReset) |
           ({32{at_limit & reads}} & {30'(limit_q), 2'b00}) | ({32{at_wp}} & rwp) |
           ({32{at_rp}} & {30'(rp_i), 2'b00});
    for (int unsigned i = 0; i < 4; i++) begin
      merged[8*i+:8] = pstrb_i[i] ? pwdata_i[8*i+:8] : word[8*i+:8];
    end
  end

  // ---- Pointers --------------------------------------------------------------------------------

  logic still, idle;

  assign idle = on & !enable_q & empty_i;
  assign still = on & !enable_q & (empty_i | stopped_q);
  assign wp_write_o = write & at_wp & idle;
  assign wrap_clear_o = wp_write_o & pstrb_i[0];  // of its byte alone (TCI:RAM-06, BUS-06)
  assign rp_write_o = write & at_rp & still;
  assign pointer_o =
      SramWordsLog2'(rvt_regs_ram_pkg::tr_ram_wp_low_warl(merged[31:2], SramWordsLog2));

  // ---- Fields ----------------------------------------------------------------------------------

  logic enable_write, enable_sw;

  assign enable_write = life_write & on;
  // Enable as software leaves it; a write that clears Active ignores its other bits (TCI:CTRL-06).
  assign enable_sw = enable_write ? wcontrol.ram_active & wcontrol.ram_enable : enable_q;

  always_comb begin
    enable_d = enable_sw & !stop_i;
    stopped_d = stop_i ? enable_sw : stopped_q & !enable_write;
    discard_o = (stop_i | (stopped_q & enable_write)) & !enable_sw;

    stop_on_wrap_d = stop_on_wrap_q;
    async_freq_d = async_freq_q;
    if (write & at_control & on & pstrb_i[1] & !(pstrb_i[0] & !wcontrol.ram_active)) begin
      stop_on_wrap_d = rvt_regs_ram_pkg::tr_ram_stop_on_wrap_warl(wcontrol.ram_stop_on_wrap);
      async_freq_d = rvt_regs_ram_pkg::tr_ram_async_freq_warl(wcontrol.ram_async_freq, Framing);
    end
    if (Framing == 0) async_freq_d = '0;  // not built, not even as flip-flops
    limit_d = limit_q;
    if (write & at_limit & idle) begin
      limit_d =
          SramWordsLog2'(rvt_regs_ram_pkg::tr_ram_limit_low_warl(merged[31:2], SramWordsLog2));
    end
  end

  // Every field is at its reset value while the component is in reset (TCI:CTRL-04, BUS-04).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q <= 1'b0;
      stopped_q <= 1'b0;
      stop_on_wrap_q <= 1'b0;
      async_freq_q <= '0;
      limit_q <= LimitReset;
    end else begin
      enable_q <= works & enable_d;
      stopped_q <= works & stopped_d;
      stop_on_wrap_q <= works & stop_on_wrap_d;
      async_freq_q <= works ? async_freq_d : '0;
      limit_q <= works ? limit_d : LimitReset;
    end
  end

  // ---- Read ------------------------------------------------------------------------------------

  assign prdata_d = setup_read ? word : '0;
  assign fetch_d = setup_read & at_data & still;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      prdata_q <= '0;
      fetch_q <= 1'b0;
      show_q <= 1'b0;
    end else begin
      prdata_q <= prdata_d;
      fetch_q <= fetch_d;
      show_q <= fetch_q;
    end
  end

  // ---- Outputs ---------------------------------------------------------------------------------

  assign prdata_o = prdata_q | (word_i & {32{show_q}});
  assign pready_o = !fetch_q;
  assign pslverr_o = 1'b0;
  assign fetch_o = fetch_q;
  assign next_o = show_q;

  assign works_o = works;
  assign enable_o = enable_q;
  assign stop_on_wrap_o = stop_on_wrap_q;
  assign async_freq_o = async_freq_q;
  assign stopped_o = stopped_q;
  assign limit_o = limit_q;

  logic unused;
  assign unused = ^{paddr_i[1:0], wcontrol, merged[1:0]};

  // ---- Assertions ------------------------------------------------------------------------------

  // An access phase follows its setup phase and lasts until pready_o.
  `RVT_IMPLIES_M(Access_M, fetch_q || show_q || prdata_q != '0, psel_i && penable_i && !pwrite_i)
  // A stopped sink is not enabled, and one that is not enabled has nothing new to stop for.
  `RVT_IMPLIES(Stopped_A, stopped_q, !enable_q)
  // Hardware clears Enable and never sets it (TCI:CTRL-17).
  `RVT_IMPLIES(EnableWritten_A, enable_d && !enable_q, enable_write)
  // Nothing moves in the memory while a word is fetched for the bus (TCI:RAM-26). On can be over by
  // then, if Active = 0 was written before it began.
  `RVT_IMPLIES(Still_A, fetch_q || show_q, still || (!on && !enable_q))
  // A component in reset is neither enabled nor stopped.
  `RVT_IMPLIES(Reset_A, !reads, !enable_q && !stopped_q && !stop_on_wrap_q && !fetch_q)

endmodule

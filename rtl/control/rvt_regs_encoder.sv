// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Register block of the trace encoder: docs/registers.md, docs/units/registers.md.
///
/// Fields that the encoder needs stable from a trace start until it has settled are in `rvt_regs_te_held`
/// (TCI:CTRL-23). All others count at once.
module rvt_regs_encoder #(
  // interface: parameters only Format Xlen AddrBits Btm Htm StackDepth IretExt BpredSize CacheSize ReturnModes SeqJump AllJumps ExtendAddr RepeatBranch RepeatHist SyncClocks Events SrcBitsMax TsWidth Context PrivBits ContextWidth PlainSync
  parameter int unsigned Format       = 0,   // format of the messages, 0: N-Trace, 1: E-Trace
  parameter int unsigned Xlen         = 32,  // bits of an address: 32 or 64
  parameter int unsigned AddrBits     = 64,  // bits of an RV64 address that are kept: 33..64
  parameter int unsigned Btm          = 1,   // branch trace messages are built
  parameter int unsigned Htm          = 1,   // history trace messages are built
  parameter int unsigned StackDepth   = 0,   // entries of the return stack: 0..32
  parameter int unsigned IretExt      = 0,   // E-Trace: unratified irets for irdepth
  parameter int unsigned BpredSize    = 0,   // E-Trace: predictor of 2^n branches, 0: none: 0..7
  parameter int unsigned CacheSize    = 0,   // E-Trace: cache of 2^n jump targets, 0: none: 0..7
  parameter int unsigned ReturnModes  = 1,   // implicit return modes 1 and 2, else they act as 3
  parameter int unsigned SeqJump      = 0,   // sequential jumps are built
  parameter int unsigned AllJumps     = 0,   // direct jumps as taken branches are built
  parameter int unsigned ExtendAddr   = 0,   // addresses without their equal upper bits
  parameter int unsigned RepeatBranch = 0,   // RepeatBranch messages are built
  parameter int unsigned RepeatHist   = 0,   // longest HREPEAT period: 0..Htm*(HistWidth-1)
  parameter int unsigned SyncClocks   = 1,   // sync mode 2, else it acts as 0
  parameter int unsigned Events       = 0,   // triggers are read
  parameter int unsigned SrcBitsMax   = 12,  // largest width of SRC: 0..12
  parameter int unsigned TsWidth      = 0,   // bits of time, 0: no timestamps: 0..63
  parameter int unsigned Context      = 0,   // Ownership of privilege; 2: and context: 0, 1 or 2
  parameter int unsigned PrivBits     = 2,   // E-Trace: bits of a privilege: 2 or 3
  parameter int unsigned ContextWidth = 1,   // bits of context: 1..Xlen
  parameter int unsigned PlainSync    = 0    // a sync at a branch is a message of its own (Q-05)
  // interface end
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,  // power-up reset, no other (TCI:BUS-14)

  // APB4 (TCI:BUS-05)
  input  logic                    psel_i,
  input  logic                    penable_i,
  input  logic                    pwrite_i,
  input  logic [11:0]             paddr_i,  // bits 1:0 are ignored
  input  logic [31:0]             pwdata_i,
  input  logic [3:0]              pstrb_i,
  output logic [31:0]             prdata_o,  // 0 outside the access phase of a read
  output logic                    pready_o,  // constant 1
  output logic                    pslverr_o,  // constant 0 (TCI:BUS-01)

  output logic                    active_req_o,  // to a power or clock switch
  input  logic                    active_ack_i,  // active_req_o, without one

  output rvt_config_pkg::config_t cfg_o,
  output logic                    closing_o,  // the message that crosses the output is the last
  input  logic                    empty_i,  // of the encoder, as the next four
  input  logic                    settled_i,
  input  logic                    overflow_i,
  input  logic                    stall_i,
  input  logic                    trig_on_i,  // trace-on of this clock, debug and external
  input  logic                    trig_off_i,
  input  logic                    halted_i,  // the hart is in debug mode
  input  logic [(TsWidth > 0 ? TsWidth : 1)-1:0] time_i,  // of outside
  output logic [(TsWidth > 0 ? TsWidth : 1)-1:0] time_o,  // the one that counts

  // the component's output, watched
  input  logic                    m_valid_i,
  input  logic                    m_ready_i,
  input  logic                    m_eom_i,
  input  logic                    dn_on_i  // its consumer listens
);

  // interface: check 3 Format Framing=Format Xlen AddrBits Btm Htm StackDepth IretExt BpredSize CacheSize ReturnModes SeqJump AllJumps ExtendAddr RepeatBranch RepeatHist SyncClocks Events SrcBitsMax TsWidth Context PrivBits ContextWidth PlainSync
  // verilog_format: off
  function automatic rvt_build_pkg::build_t build_of();
    build_of = rvt_build_pkg::BuildDefault;
    `RVT_BUILD(Format); `RVT_BUILD_VALUE(Framing,Format); `RVT_BUILD(Xlen);
    `RVT_BUILD(AddrBits); `RVT_BUILD(Btm); `RVT_BUILD(Htm); `RVT_BUILD(StackDepth);
    `RVT_BUILD(IretExt); `RVT_BUILD(BpredSize); `RVT_BUILD(CacheSize); `RVT_BUILD(ReturnModes);
    `RVT_BUILD(SeqJump); `RVT_BUILD(AllJumps); `RVT_BUILD(ExtendAddr); `RVT_BUILD(RepeatBranch);
    `RVT_BUILD(RepeatHist); `RVT_BUILD(SyncClocks); `RVT_BUILD(Events); `RVT_BUILD(SrcBitsMax);
    `RVT_BUILD(TsWidth); `RVT_BUILD(Context); `RVT_BUILD(PrivBits); `RVT_BUILD(ContextWidth);
    `RVT_BUILD(PlainSync);
  endfunction
  localparam rvt_build_pkg::build_t Build = build_of();
  // verilog_format: on
  rvt_check_build #(
    .Build(Build),
    .Levels(3)
  ) i_check_build ();
  // interface end

  // ---- Bus -------------------------------------------------------------------------------------

  logic at_control, at_impl, at_features, at_vendor, at_sizes, write;
  logic [3:0] to_control, to_features, to_vendor;  // bytes written in this clock
  logic reads, on, works, reading;
  rvt_regs_te_pkg::tr_te_control_t wcontrol;

  assign at_control = {paddr_i[11:2], 2'b00} == rvt_regs_te_pkg::TrTeControlAddr;
  assign at_impl = {paddr_i[11:2], 2'b00} == rvt_regs_te_pkg::TrTeImplAddr;
  assign at_features = {paddr_i[11:2], 2'b00} == rvt_regs_te_pkg::TrTeInstFeaturesAddr;
  assign at_vendor = {paddr_i[11:2], 2'b00} == rvt_regs_te_pkg::RvtTeControlAddr;
  assign at_sizes = {paddr_i[11:2], 2'b00} == rvt_regs_te_pkg::RvtTeSizesAddr;
  assign write = psel_i & penable_i & pwrite_i;
  assign reading = psel_i & !penable_i & !pwrite_i;
  assign wcontrol = pwdata_i;

  // A write that clears Active ignores all its other bits (TCI:CTRL-06).
  logic life_write, leave;
  assign life_write = write & at_control & pstrb_i[0];
  assign leave = life_write & on & !wcontrol.te_active;
  assign closing_o = works & !on;
  assign to_control = pstrb_i & {4{write & at_control & on & !leave}};
  assign to_features = pstrb_i & {4{write & at_features & on}};
  assign to_vendor = pstrb_i & {4{write & at_vendor & on}};

  // ---- Active ----------------------------------------------------------------------------------

  // A message crosses while a beat is offered, or one without its end was the last taken.
  logic mid_q, crosses;
  assign crosses = m_valid_i ? !(m_ready_i & m_eom_i) : mid_q;

  rvt_regs_active i_active (
    .clk_i,
    .rst_ni,
    .write_i(life_write),
    .value_i(wcontrol.te_active),
    .hold_i(crosses & dn_on_i),
    .req_o(active_req_o),
    .ack_i(active_ack_i),
    .reads_o(reads),
    .on_o(on),
    .works_o(works)
  );

  // ---- Fields ----------------------------------------------------------------------------------

  logic enable_q, enable_d, tracing_q, tracing_d, trig_ena_q, trig_ena_d, sticky_q, sticky_d;
  logic stall_ena_q, stall_ena_d, wait_q, wait_d;
  logic [1:0] sync_mode_q, sync_mode_d;
  logic [3:0] sync_max_q, sync_max_d;
  logic gate, run, start, renew;
  logic differs;
  rvt_config_pkg::config_t held;  // what counts from a trace start on

  assign gate = enable_q & trig_ena_q;  // TCI:TRIG-03, TRIG-04
  assign run = enable_q & tracing_q & !wait_q & held.mode != '0;
  assign start = gate & trig_on_i & !wait_q & held.mode != '0;
  assign renew = settled_i & !run & !start;

  always_comb begin
    enable_d = enable_q;
    tracing_d = tracing_q;
    trig_ena_d = trig_ena_q;
    sticky_d = sticky_q;
    stall_ena_d = stall_ena_q;
    sync_mode_d = sync_mode_q;
    sync_max_d = sync_max_q;

    if (to_control[0]) begin
      enable_d = wcontrol.te_enable;
      tracing_d = wcontrol.te_inst_tracing;
    end
    if (gate & trig_on_i) tracing_d = 1'b1;  // TCI:TRIG-16
    if (gate & trig_off_i) tracing_d = 1'b0;
    if (leave) enable_d = 1'b0;  // TCI:CTRL-03
    if (leave | (enable_q & !enable_d)) tracing_d = 1'b0;  // TCI:CTRL-22

    if (to_control[1]) begin
      trig_ena_d = rvt_regs_te_pkg::tr_te_inst_trig_enable_warl(
          wcontrol.te_inst_trig_enable, Events);
      stall_ena_d = rvt_regs_te_pkg::tr_te_inst_stall_ena_warl(wcontrol.te_inst_stall_ena);
      if (wcontrol.te_inst_stall_or_overflow) sticky_d = 1'b0;
    end
    if (enable_d & !enable_q) sticky_d = 1'b0;  // TCI:OVF-05
    if (on & (overflow_i | stall_i)) sticky_d = 1'b1;  // TCI:OVF-06
    if (to_control[2]) begin
      sync_mode_d = rvt_regs_te_pkg::tr_te_inst_sync_mode_warl(
          wcontrol.te_inst_sync_mode, sync_mode_q, SyncClocks);
      sync_max_d = wcontrol.te_inst_sync_max;
    end
  end

  rvt_regs_te_pkg::tr_te_control_t hcontrol;
  rvt_regs_te_pkg::tr_te_inst_features_t hfeatures;
  rvt_regs_te_pkg::rvt_te_control_t hvendor;

  rvt_regs_te_held #(
    .Format(Format),
    .Btm(Btm),
    .Htm(Htm),
    .StackDepth(StackDepth),
    .BpredSize(BpredSize),
    .CacheSize(CacheSize),
    .ReturnModes(ReturnModes),
    .SeqJump(SeqJump),
    .AllJumps(AllJumps),
    .ExtendAddr(ExtendAddr),
    .RepeatBranch(RepeatBranch),
    .RepeatHist(RepeatHist),
    .SrcBitsMax(SrcBitsMax),
    .TsWidth(TsWidth),
    .Context(Context)
  ) i_held (
    .clk_i,
    .rst_ni,
    .works_i(works),
    .take_i(renew),
    .wdata_i(pwdata_i),
    .tr_te_control_write_i(to_control),
    .tr_te_inst_features_write_i(to_features),
    .rvt_te_control_write_i(to_vendor),
    .tr_te_control_o(hcontrol),
    .tr_te_inst_features_o(hfeatures),
    .rvt_te_control_o(hvendor),
    .differs_o(differs),
    .cfg_o(held)
  );

  assign wait_d = !run & !start & !settled_i & differs;

  // ---- Timestamp unit --------------------------------------------------------------------------

  logic [31:0] rtime, prdata_q, prdata_d;
  logic [3:0] ts_suppress;
  logic ts_en, ts_new;

  if (TsWidth > 0) begin : g_time
    rvt_timestamp #(TsWidth) i_timestamp (
      .clk_i,
      .rst_ni,
      .works_i(works),
      .addr_i(paddr_i),
      .write_i(pstrb_i & {4{write & on}}),
      .wdata_i(pwdata_i),
      .read_i(reading),
      .rdata_o(rtime),
      .halted_i,
      .time_i,
      .time_o,
      .en_o(ts_en),
      .suppress_o(ts_suppress),
      .new_o(ts_new)
    );
  end else begin : g_no_time
    assign {rtime, ts_en, ts_suppress, ts_new} = '0;
    assign time_o = time_i;
  end

  // ---- Read ------------------------------------------------------------------------------------

  rvt_regs_te_pkg::tr_te_control_t rcontrol;
  rvt_regs_te_pkg::tr_te_impl_t rimpl;

  // What the build is to a decoder of E-Trace (ETR:D-01); other formats need none of it.
  localparam rvt_regs_te_pkg::rvt_te_sizes_t Sizes = {
    2'd0,
    6'(Xlen > 32 ? AddrBits - 1 : 31),  // rvtTeIaddressWidth
    2'd0,
    6'(Context > 1 ? ContextWidth : 0),  // rvtTeContextWidth
    2'd0,
    2'(PrivBits - 1),  // rvtTePrivilegeWidth
    1'd0,
    3'(CacheSize),  // rvtTeCacheSize
    1'd0,
    3'(BpredSize),  // rvtTeBpredSize
    1'(IretExt),  // rvtTeIretExt
    3'(StackDepth > 1 ? $clog2(StackDepth) : 0)  // rvtTeReturnStackSize
  };

  always_comb begin
    rimpl = rvt_regs_te_pkg::TrTeImplReset;
    rimpl.te_protocol_major = 4'(1 - Format);
    rimpl.te_protocol_minor = 4'(IretExt);
    rcontrol = hcontrol;
    rcontrol.te_empty = empty_i;
    if (reads) begin
      rcontrol.te_active = 1'b1;
      rcontrol.te_enable = enable_q;
      rcontrol.te_inst_tracing = tracing_q & !(wait_q & enable_q);
      rcontrol.te_inst_trig_enable = trig_ena_q;
      rcontrol.te_inst_stall_or_overflow = sticky_q;
      rcontrol.te_inst_stall_ena = stall_ena_q;
      rcontrol.te_inst_sync_mode = sync_mode_q;
      rcontrol.te_inst_sync_max = sync_max_q;
      rcontrol.te_format = 3'(1 - Format);  // TCI:TE-04
    end
    prdata_d = '0;
    if (reading) begin
      if (at_control) prdata_d = rcontrol;
      if (at_impl) prdata_d = rimpl;
      if (at_features & reads) prdata_d = hfeatures;
      if (at_vendor & reads) prdata_d = hvendor;
      if (reads) prdata_d = prdata_d | rtime | (at_sizes && Format != 0 ? Sizes : '0);
    end
  end

  // Every field is at its reset value while the component is in reset (TCI:CTRL-04, BUS-04).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {prdata_q, mid_q} <= '0;
      {enable_q, tracing_q, trig_ena_q, sticky_q, stall_ena_q, wait_q} <= '0;
      {sync_mode_q, sync_max_q} <= '0;
    end else begin
      prdata_q <= prdata_d;
      mid_q <= works & (m_valid_i & m_ready_i ? !m_eom_i : mid_q);
      enable_q <= works & enable_d;
      tracing_q <= works & tracing_d;
      trig_ena_q <= works & trig_ena_d;
      sticky_q <= works & sticky_d;
      stall_ena_q <= works & stall_ena_d;
      wait_q <= works & wait_d;
      sync_mode_q <= works ? sync_mode_d : '0;
      sync_max_q <= works ? sync_max_d : '0;
    end
  end

  // ---- Outputs ---------------------------------------------------------------------------------

  assign prdata_o = prdata_q;
  assign pready_o = 1'b1;
  assign pslverr_o = 1'b0;

  always_comb begin
    cfg_o = held;
    cfg_o.active = works;
    cfg_o.enable = enable_q;
    cfg_o.tracing = tracing_q & !wait_q;
    cfg_o.trig_ena = trig_ena_q & !wait_q;
    cfg_o.stall_ena = stall_ena_q;
    cfg_o.sync_mode = sync_mode_q;
    cfg_o.sync_max = sync_max_q;
    cfg_o.ts_en = ts_en;
    cfg_o.ts_suppress = ts_suppress;
    cfg_o.time_new = ts_new;
    cfg_o.plain_sync = PlainSync != 0;
  end

  logic unused;
  assign unused = ^{paddr_i[1:0], halted_i, wcontrol, to_control[3]};

  // ---- Assertions ------------------------------------------------------------------------------

  // Every access phase follows its setup phase, so what has been read is shown where it is asked for.
  `RVT_IMPLIES_M(Setup_M, prdata_q != '0, psel_i && penable_i && !pwrite_i)
  // Only a write enables (TCI:CTRL-17).
  `RVT_IMPLIES(EnableWritten_A, enable_d && !enable_q, to_control[0])
  // What must be stable while something is traced or held is stable (TCI:CTRL-23).
  `RVT_STABLE(CopyHeld_A, works && (run || start || !settled_i), held)
  // What is empty has settled.
  `RVT_IMPLIES_M(Settled_M, empty_i, settled_i)
  // No source identifier is wider than it says (TCI:TE-08).
  `RVT_ASSERT(SrcId_A, (hfeatures.te_src_id >> hfeatures.te_src_bits) == '0)
  // A component in reset has nothing to say to its encoder.
  `RVT_IMPLIES(Reset_A, !reads,
               !enable_q && !tracing_q && {hcontrol, hfeatures, hvendor, held} == '0)

endmodule

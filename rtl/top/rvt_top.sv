// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Trace subsystem of one hart: encoder, RAM sink and PIB sink on one bus; docs/integration.md.
///
/// The encoder's registers lie at 0x0000, the RAM sink's at 0x1000, the PIB sink's at 0x2000. A sink
/// that is not built has no registers, and its ports are 0. The memory of the RAM sink stays outside.
module rvt_top #(
  // interface: parameters top
  parameter int unsigned Format        = 0,   // format of the messages, 0: N-Trace, 1: E-Trace
  parameter int unsigned Xlen          = 32,  // bits of an address: 32 or 64
  parameter int unsigned AddrBits      = 64,  // bits of an RV64 address that are kept: 33..64
  parameter int unsigned Btm           = 1,   // branch trace messages are built
  parameter int unsigned Htm           = 1,   // history trace messages are built
  parameter int unsigned Blocks        = 1,   // slots per clock: 1..4
  parameter int unsigned FlowBlocks    = 1,   // blocks that flow takes per clock: 1..Blocks
  parameter int unsigned IretireWidth  = 6,   // bits of iretire: 2..8, 1..8 if Single
  parameter int unsigned ItypeWidth    = 4,   // bits of itype; 3: no return stack: 3 or 4
  parameter int unsigned Single        = 0,   // single-retirement form of iretire
  parameter int unsigned IaddrOnInt    = 1,   // an interrupt alone carries the interrupted PC
  parameter int unsigned IcntWidth     = 16,  // bits of I-CNT: 8..22, > IretireWidth unless Single
  parameter int unsigned HistWidth     = 32,  // bits of HIST with its stop bit: 3..32
  parameter int unsigned StackDepth    = 0,   // entries of the return stack: 0..32
  parameter int unsigned BpredSize     = 0,   // E-Trace: predictor of 2^n branches, 0: none: 0..7
  parameter int unsigned CacheSize     = 0,   // E-Trace: cache of 2^n jump targets, 0: none: 0..7
  parameter int unsigned IretExt       = 0,   // E-Trace: unratified irets for irdepth
  parameter int unsigned SrcBitsMax    = 12,  // largest width of SRC: 0..12
  parameter int unsigned TsWidth       = 0,   // bits of time, 0: no timestamps: 0..63
  parameter int unsigned QueueDepth    = 15,  // queue entries of blocks, one more of a stop: 2..64
  parameter int unsigned QueueSync     = 0,   // memory of the queue is read synchronously
  parameter int unsigned StallLatency  = 2,   // clocks of slots under stall: 1..QueueDepth-1
  parameter int unsigned Framing       = 0,   // framing: N-Trace, E-Trace; of a sink tandem too
  parameter int unsigned Lanes         = 1,   // bytes of a beat: 1, 2, 4, 8 or 16
  parameter int unsigned FifoDepth     = 0,   // beats of the FIFO: 0 or a longest message..512
  parameter int unsigned FifoBytes     = 0,   // rows of bytes in the FIFO instead of beats
  parameter int unsigned PlainHist     = 1,   // HTM: forms without HIST while it is empty
  parameter int unsigned Events        = 0,   // triggers are read
  parameter int unsigned SeqJump       = 0,   // sequential jumps are built
  parameter int unsigned AllJumps      = 0,   // direct jumps as taken branches are built
  parameter int unsigned ExtendAddr    = 0,   // addresses without their equal upper bits
  parameter int unsigned RepeatBranch  = 0,   // RepeatBranch messages are built
  parameter int unsigned RepeatHist    = 0,   // longest HREPEAT period: 0..Htm*(HistWidth-1)
  parameter int unsigned Context       = 0,   // Ownership of privilege; 2: and context: 0, 1 or 2
  parameter int unsigned PrivBits      = 2,   // E-Trace: bits of a privilege: 2 or 3
  parameter int unsigned ContextWidth  = 1,   // bits of context: 1..Xlen
  parameter int unsigned HcontextWidth = 0,   // upper ones of them: hcontext: 0..ContextWidth-1
  parameter int unsigned ImpdefWidth   = 1,   // bits of impdef: 1..64
  parameter int unsigned ReturnModes   = 1,   // implicit return modes 1 and 2, else they act as 3
  parameter int unsigned SyncClocks    = 1,   // sync mode 2, else it acts as 0
  parameter int unsigned PlainSync     = 0,   // a sync at a branch is a message of its own (Q-05)
  parameter int unsigned Ram           = 1,   // a RAM sink is built
  parameter int unsigned SramWordsLog2 = 10,  // memory of 2^n words of 32 bits: 2..30
  parameter int unsigned SramWidth     = 32,  // bits of the memory port: 32 or 64
  parameter int unsigned Pib           = 1,   // a PIB sink is built
  parameter int unsigned Pins          = 8,   // trace data pins: 4, 8 or 16
  parameter int unsigned DivWidth      = 8,   // bits of trPibDivider: 1..16
  parameter int unsigned SafeDiv       = 255, // trPibDivider after activation: below 2^DivWidth
  parameter int unsigned BufferBytes   = 64,  // of the PIB, at least the longest message: 38..256
  parameter int unsigned ClkCenter     = 0,   // TRC_CLK edges in the middle of beats are built
  parameter int unsigned Calibrate     = 0,   // calibration patterns are built
  // interface end
  localparam int unsigned TimeWidth     = TsWidth > 0 ? TsWidth : 1,
  localparam int unsigned RamAddrWidth  = SramWordsLog2 - $clog2(SramWidth / 32)
) (
  input  logic                           clk_i,  // one clock for everything
  input  logic                           rst_ni,  // power-up reset, no other (TCI:BUS-14)

  // APB4, 64 KiB
  input  logic                           psel_i,  // an access (TCI:BUS-05)
  input  logic                           penable_i,  // its access phase
  input  logic                           pwrite_i,  // it writes
  input  logic [15:0]                    paddr_i,  // component in 15:12; bits 1:0 are ignored
  input  logic [31:0]                    pwdata_i,  // word to write
  input  logic [3:0]                     pstrb_i,  // bytes of it; ignored in a read
  output logic [31:0]                    prdata_o,  // 0 outside the access phase of a read
  output logic                           pready_o,  // 0 for one clock in a read of trRamData
  output logic                           pslverr_o,  // constant 0 (TCI:BUS-01)

  output logic                           busy_o,  // 0: clk_i may stop, docs/integration.md
  // power or clock switches: bit 0 encoder, 1 RAM sink, 2 PIB sink (TCI:CTRL-02)
  output logic [2:0]                     active_req_o,  // to a power or clock switch
  input  logic [2:0]                     active_ack_i,  // active_req_o, without one

  // ingress port, slot 0 in the low bits (NT:ING-01)
  // interface: ports
  input  logic [Blocks*IretireWidth-1:0] iretire_i,  // half-words of the block, 0: none, or a trap
  input  logic [Blocks*Xlen-1:0]         iaddr_i,  // of its first instruction; bit 0 is not used
  input  logic [Blocks*ItypeWidth-1:0]   itype_i,  // how the block ends (NT:ITY)
  input  logic [Blocks*2-1:0]            ilastsize_i,  // last instruction; with Single or SeqJump
  input  logic [Blocks-1:0]              sijump_i,  // with SeqJump: a pair's jump (NT:ING-20)
  input  logic [Xlen-1:0]                cause_i,  // E-Trace: of the trap in this clock
  input  logic [Xlen-1:0]                tval_i,  // with E-Trace: ... its value
  input  logic [2:0]                     priv_i,  // privilege; 4 is debug mode
  input  logic [ContextWidth-1:0]        context_i,  // with Context 2: NT:OWN-10
  input  logic [1:0]                     ctype_i,  // with Context 2: NT:ING-19
  input  logic [ImpdefWidth-1:0]         impdef_i,  // not read in this version
  input  logic [Blocks+1:0]              trigger_i,  // with Events: NT:ING-21
  input  logic [2:0]                     ext_trigger_i,  // with Events: on, off, notify
  input  logic                           halted_i,  // the hart is in debug mode
  input  logic                           hart_reset_i,  // the hart is in reset (NT:ING-25)
  input  logic                           lowpower_i,  // ... in low power (NT:SEQ-18)
  input  logic [TimeWidth-1:0]           time_i,  // time of this clock
  // interface end
  output logic                           stall_o,  // slots in StallLatency clocks more (NT:ING-26)

  // memory of the RAM sink, one port
  output logic                           ram_cs_o,  // an access in this clock
  output logic                           ram_we_o,  // it is a write
  output logic [RamAddrWidth-1:0]        ram_addr_o,  // word of the memory
  output logic [SramWidth-1:0]           ram_wdata_o,  // written
  output logic [SramWidth/8-1:0]         ram_be_o,  // bytes that are written
  input  logic [SramWidth-1:0]           ram_rdata_i,  // in the clock after a read

  // trace port
  output logic                           trc_clk_o,  // TRC_CLK
  output logic [Pins-1:0]                trc_data_o  // TRC_DATA; 0 while off
);

  `RVT_BUILD_TOP

  localparam int unsigned BytesWidth = $clog2(Lanes) + 1;

  // Components in the order of their addresses.
  localparam int unsigned AtTe = 0;
  localparam int unsigned AtSinks = 1;
  localparam int unsigned Sinks = 2;
  localparam int unsigned Components = AtSinks + Sinks;

  rvt_check_build #(
    .Build(Build),
    .Levels(4)
  ) i_check_build ();

  // ---- Bus -------------------------------------------------------------------------------------

  logic [Components-1:0] psel, pready, pslverr;
  logic [32*Components-1:0] prdata;

  rvt_apb_decode #(
    .Blocks(Components),
    .AddrWidth(16)
  ) i_decode (
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
    .psel_o(psel),
    .prdata_i(prdata),
    .pready_i(pready),
    .pslverr_i(pslverr)
  );

  // ---- Encoder ---------------------------------------------------------------------------------

  logic
      te_busy,
      valid,
      eom,
      sync,
      ready,
      dn_on,
      dn_stopped,
      dn_lost,
      sync_req,
      closing,
      unused_flush_ack;
  logic [8*Lanes-1:0] data;
  logic [BytesWidth-1:0] bytes;
  logic [5:0] length;

  rvt_te #(
    // interface: given te
    .Format(Format),
    .Xlen(Xlen),
    .AddrBits(AddrBits),
    .Btm(Btm),
    .Htm(Htm),
    .Blocks(Blocks),
    .FlowBlocks(FlowBlocks),
    .IretireWidth(IretireWidth),
    .ItypeWidth(ItypeWidth),
    .Single(Single),
    .IaddrOnInt(IaddrOnInt),
    .IcntWidth(IcntWidth),
    .HistWidth(HistWidth),
    .StackDepth(StackDepth),
    .BpredSize(BpredSize),
    .CacheSize(CacheSize),
    .IretExt(IretExt),
    .SrcBitsMax(SrcBitsMax),
    .TsWidth(TsWidth),
    .QueueDepth(QueueDepth),
    .QueueSync(QueueSync),
    .StallLatency(StallLatency),
    .Framing(Framing),
    .Lanes(Lanes),
    .FifoDepth(FifoDepth),
    .FifoBytes(FifoBytes),
    .PlainHist(PlainHist),
    .Events(Events),
    .SeqJump(SeqJump),
    .AllJumps(AllJumps),
    .ExtendAddr(ExtendAddr),
    .RepeatBranch(RepeatBranch),
    .RepeatHist(RepeatHist),
    .Context(Context),
    .PrivBits(PrivBits),
    .ContextWidth(ContextWidth),
    .HcontextWidth(HcontextWidth),
    .ImpdefWidth(ImpdefWidth),
    .ReturnModes(ReturnModes),
    .SyncClocks(SyncClocks),
    .PlainSync(PlainSync)
    // interface end
  ) i_te (
    .clk_i,
    .rst_ni,
    .psel_i(psel[AtTe]),
    .penable_i,
    .pwrite_i,
    .paddr_i(paddr_i[11:0]),
    .pwdata_i,
    .pstrb_i,
    .prdata_o(prdata[32*AtTe+:32]),
    .pready_o(pready[AtTe]),
    .pslverr_o(pslverr[AtTe]),
    .busy_o(te_busy),
    .active_req_o(active_req_o[AtTe]),
    .active_ack_i(active_ack_i[AtTe]),
    // interface: join
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    .cause_i,
    .tval_i,
    .priv_i,
    .context_i,
    .ctype_i,
    .impdef_i,
    .trigger_i,
    .ext_trigger_i,
    .halted_i,
    .hart_reset_i,
    .lowpower_i,
    .time_i,
    // interface end
    .stall_o,
    .m_valid_o(valid),
    .m_data_o(data),
    .m_bytes_o(bytes),
    .m_eom_o(eom),
    .m_sync_o(sync),
    .m_length_o(length),
    .m_ready_i(ready),
    .m_dn_on_i(dn_on),
    .m_dn_stopped_i(dn_stopped),
    .m_dn_lost_i(dn_lost),
    .m_sync_req_i(sync_req),
    .m_flush_req_i(1'b0),
    .m_flush_ack_o(unused_flush_ack),
    .m_closing_o(closing)
  );

  // ---- Sinks -----------------------------------------------------------------------------------

  rvt_sinks #(
    .Framing(Framing),
    .Lanes(Lanes),
    .Ram(Ram),
    .SramWordsLog2(SramWordsLog2),
    .SramWidth(SramWidth),
    .Pib(Pib),
    .Pins(Pins),
    .DivWidth(DivWidth),
    .SafeDiv(SafeDiv),
    .BufferBytes(BufferBytes),
    .ClkCenter(ClkCenter),
    .Calibrate(Calibrate)
  ) i_sinks (
    .clk_i,
    .rst_ni,
    .psel_i(psel[AtSinks+:Sinks]),
    .penable_i,
    .pwrite_i,
    .paddr_i(paddr_i[11:0]),
    .pwdata_i,
    .pstrb_i,
    .prdata_o(prdata[32*AtSinks+:32*Sinks]),
    .pready_o(pready[AtSinks+:Sinks]),
    .pslverr_o(pslverr[AtSinks+:Sinks]),
    .active_req_o(active_req_o[AtSinks+:Sinks]),
    .active_ack_i(active_ack_i[AtSinks+:Sinks]),
    .clr_i(!active_req_o[AtTe]),
    .closing_i(closing),
    .s_valid_i(valid),
    .s_data_i(data),
    .s_bytes_i(bytes),
    .s_eom_i(eom),
    .s_sync_i(sync),
    .s_length_i(length),
    .s_ready_o(ready),
    .s_dn_on_o(dn_on),
    .s_dn_stopped_o(dn_stopped),
    .s_dn_lost_o(dn_lost),
    .s_sync_req_o(sync_req),
    .ram_cs_o,
    .ram_we_o,
    .ram_addr_o,
    .ram_wdata_o,
    .ram_be_o,
    .ram_rdata_i,
    .trc_clk_o,
    .trc_data_o
  );

  // A sink that is active counts as busy.
  assign busy_o = te_busy | (|active_req_o[AtSinks+:Sinks]);

  // ---- Assertions ------------------------------------------------------------------------------

  // An access is one component's, or nobody's.
  `RVT_ASSERT(OneSelect_A, (psel & (psel - Components'(1))) == '0)
  // The clock may stop while nothing is busy: then no beat is offered, the memory is left alone and the pins are off.
  `RVT_IMPLIES(Busy_A, valid || ram_cs_o || trc_clk_o || trc_data_o != '0, busy_o)
  // A RAM sink that is not active, or not there, does not touch the memory.
  `RVT_IMPLIES(RamActive_A, ram_cs_o, active_req_o[AtSinks])

endmodule

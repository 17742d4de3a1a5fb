// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// From the ingress port to the trace pins: encoder and PIB, with the stream between them brought out.
module rvt_tb_chain #(
  // interface: parameters encoder
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
  parameter int unsigned TsWidth       = 0,   // bits of time, 0: no timestamps: 0..64
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
  // interface end
  parameter int unsigned Pins = 8,
  parameter int unsigned DivWidth = 8,
  parameter int unsigned BufferBytes = 64,
  localparam int unsigned TimeWidth = TsWidth > 0 ? TsWidth : 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  rvt_config_pkg::config_t   cfg_i,
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
  output logic                      stall_o,
  output logic                      empty_o,
  output logic                      overflow_o,
  output logic                      m_valid_o,
  output logic [7:0]                m_data_o,
  output logic                      m_bytes_o,
  output logic                      m_eom_o,
  output logic                      m_ready_o,
  input  logic                      active_i,
  input  logic                      enable_i,
  input  logic [3:0]                mode_i,
  input  logic [DivWidth-1:0]       divider_i,
  output logic                      pib_empty_o,
  output logic                      trc_clk_o,
  output logic [Pins-1:0]           trc_data_o
);

  logic flush_ack;  // no function here asks for a flush
  logic settled;

  rvt_encoder #(
    // interface: given encoder
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
    .SyncClocks(SyncClocks)
    // interface end
  ) i_encoder (
    .clk_i,
    .rst_ni,
    .cfg_i,
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
    .m_valid_o,
    .m_data_o,
    .m_bytes_o,
    .m_eom_o,
    .m_sync_o(),
    .m_length_o(),
    .m_ready_i(m_ready_o),
    .m_dn_on_i(1'b1),
    .m_dn_stopped_i(1'b0),
    .m_dn_lost_i(1'b0),
    .m_sync_req_i(1'b0),
    .m_flush_req_i(1'b0),
    .m_flush_ack_o(flush_ack),
    .empty_o,
    .settled_o(settled),
    .overflow_o
  );

  rvt_pib #(
    .Framing(Framing),
    .Lanes(Lanes),
    .Pins(Pins),
    .DivWidth(DivWidth),
    .BufferBytes(BufferBytes)
  ) i_pib (
    .clk_i,
    .rst_ni,
    .active_i,
    .enable_i,
    .mode_i,
    .center_i(1'b0),
    .calibrate_i(1'b0),
    .divider_i,
    .s_valid_i(m_valid_o),
    .s_data_i(m_data_o),
    .s_bytes_i(m_bytes_o),
    .s_eom_i(m_eom_o),
    .s_ready_o(m_ready_o),
    .s_dn_on_o(),
    .s_dn_lost_o(),
    .empty_o(pib_empty_o),
    .in_msg_o(),
    .trc_clk_o,
    .trc_data_o
  );

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Trace encoder component: its registers and the encoder they configure.
///
/// The outputs of an inactive component are 0 and it is empty, whatever `rvt_encoder` drives,
/// which may be without power then; before that, the message that crosses its output ends
/// (docs/registers.md, "Active"). Every output is a function of state alone.
module rvt_te #(
  // interface: parameters te
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
  // interface end
  localparam int unsigned TimeWidth   = TsWidth > 0 ? TsWidth : 1,
  localparam int unsigned BytesWidth  = $clog2(Lanes) + 1
) (
  input  logic                           clk_i,  // one clock for everything
  input  logic                           rst_ni,  // power-up reset, no other (TCI:BUS-14)

  // APB4, 4 KiB
  input  logic                           psel_i,  // an access (TCI:BUS-05)
  input  logic                           penable_i,  // its access phase
  input  logic                           pwrite_i,  // it writes
  input  logic [11:0]                    paddr_i,  // bits 1:0 are ignored
  input  logic [31:0]                    pwdata_i,  // word to write
  input  logic [3:0]                     pstrb_i,  // bytes of it; ignored in a read
  output logic [31:0]                    prdata_o,  // 0 outside the access phase of a read
  output logic                           pready_o,  // constant 1
  output logic                           pslverr_o,  // constant 0 (TCI:BUS-01)

  output logic                           busy_o,  // 0: clk_i may stop, docs/integration.md
  output logic                           active_req_o,  // to a power or clock switch
  input  logic                           active_ack_i,  // active_req_o, without one

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

  // byte stream (TCI:LINK-05)
  output logic                           m_valid_o,  // a beat is offered; stays until taken
  output logic [8*Lanes-1:0]             m_data_o,  // byte 0 in 7:0; 0 where there is none
  output logic [BytesWidth-1:0]          m_bytes_o,  // bytes of the beat, 1..Lanes, from lane 0
  output logic                           m_eom_o,  // the beat ends a message
  output logic                           m_sync_o,  // of a first beat: a decoder can begin with it
  output logic [5:0]                     m_length_o,  // ... bytes of its message; 0: not known
  input  logic                           m_ready_i,  // the beat is taken in this clock
  input  logic                           m_dn_on_i,  // the consumer listens
  input  logic                           m_dn_stopped_i,  // not read in this version
  input  logic                           m_dn_lost_i,  // some bytes that were taken are lost
  input  logic                           m_sync_req_i,  // 1 until m_sync_o is offered (D-34)
  input  logic                           m_flush_req_i,  // asks for m_flush_ack_o
  output logic                           m_flush_ack_o,  // no entry and no byte was held
  output logic                           m_closing_o  // the message under way is the last one
);

  `RVT_BUILD_TE

  // Three bits of itype have no code for returns, so a stack would have no use (NT:ING-08).
  localparam int unsigned Stack = ItypeWidth == 3 ? 0 : StackDepth;

  rvt_check_build #(
    .Build(Build),
    .Levels(2)
  ) i_check_build ();

  rvt_config_pkg::config_t cfg;
  logic empty, settled, overflow, stall, valid, eom, sync, flush_ack;
  logic [8*Lanes-1:0] data;
  logic [BytesWidth-1:0] bytes;
  logic [TimeWidth-1:0] now;

  rvt_regs_encoder #(
    .Format(Format),
    .Xlen(Xlen),
    .AddrBits(AddrBits),
    .Btm(Btm),
    .Htm(Htm),
    .StackDepth(Stack),
    .BpredSize(BpredSize),
    .CacheSize(CacheSize),
    .ReturnModes(ReturnModes),
    .SeqJump(SeqJump),
    .AllJumps(AllJumps),
    .RepeatBranch(RepeatBranch),
    .RepeatHist(RepeatHist),
    .SyncClocks(SyncClocks),
    .Events(Events),
    .SrcBitsMax(SrcBitsMax),
    .TsWidth(TsWidth),
    .Context(Context),
    .PrivBits(PrivBits),
    .ContextWidth(ContextWidth),
    .ExtendAddr(ExtendAddr),
    .PlainSync(PlainSync)
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
    .cfg_o(cfg),
    .closing_o(m_closing_o),
    .empty_i(empty | !cfg.active),
    .settled_i(settled | !cfg.active),
    .overflow_i(overflow & cfg.active),
    .stall_i(stall_o),
    .trig_on_i(trigger_i[0] | ext_trigger_i[0]),  // TCI:TRIG-15
    .trig_off_i(trigger_i[1] | ext_trigger_i[1]),
    .halted_i(halted_i | (priv_i == rvt_ingress_pkg::PrivDebug)),
    .time_i,
    .time_o(now),
    .m_valid_i(m_valid_o),
    .m_ready_i,
    .m_eom_i(m_eom_o),
    .dn_on_i(m_dn_on_i)
  );

  logic [5:0] length;
  rvt_encoder #(
    // interface: given encoder StackDepth=Stack
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
    .StackDepth(Stack),
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
    .cfg_i(cfg),
    // interface: join time_i=now
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
    .time_i(now),
    // interface end
    .stall_o(stall),
    .m_valid_o(valid),
    .m_data_o(data),
    .m_bytes_o(bytes),
    .m_eom_o(eom),
    .m_sync_o(sync),
    .m_length_o(length),
    .m_ready_i(m_ready_i & cfg.active),
    .m_dn_on_i,
    .m_dn_stopped_i,
    .m_dn_lost_i,
    .m_sync_req_i,
    .m_flush_req_i,
    .m_flush_ack_o(flush_ack),
    .empty_o(empty),
    .settled_o(settled),
    .overflow_o(overflow)
  );

  // What the encoder still offers in its first clock in reset is discarded (TCI:CTRL-20), and so is all it
  // drives without power.
  assign stall_o = stall & cfg.active;
  assign m_valid_o = valid & cfg.active;
  assign m_data_o = data & {8 * Lanes{cfg.active}};
  assign m_bytes_o = bytes & {BytesWidth{cfg.active}};
  assign m_eom_o = eom & cfg.active;
  assign m_sync_o = sync & cfg.active;
  assign m_length_o = length & {6{cfg.active}};
  assign m_flush_ack_o = flush_ack & cfg.active;

  // A clock more than the encoder needs: the held copy of the registers follows it.
  logic held_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= !empty & cfg.active;
  end
  assign busy_o = (!empty & cfg.active) | held_q;

  // ---- Assertions ------------------------------------------------------------------------------

  logic mid_q, deaf_q;  // read by an assertion only
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mid_q <= 1'b0;
      deaf_q <= 1'b0;
    end else begin
      mid_q <= cfg.active & (m_valid_o ? !(m_ready_i & m_eom_o) : mid_q);
      deaf_q <= !m_dn_on_i;
    end
  end

  logic unused;
  assign unused = ^{mid_q, deaf_q};

  // No message is cut on a link whose consumer listens (TCI:CTRL-07, LINK-01).
  `RVT_IMPLIES(Whole_A, mid_q && !cfg.active, deaf_q)
  // A hart that is asked to wait can be set free by software (TCI:OVF-10).
  `RVT_IMPLIES(StallEnds_A, stall_o, cfg.active && cfg.enable)

endmodule

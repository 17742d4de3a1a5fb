// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"
`include "rvt_build.svh"

/// Encoder: ingress port in, byte stream out.
///
/// ingress stage -> queue -> messages of the format. With N-Trace (flow -> packer -> message FIFO), a block that reaches the port in
/// clock n is in the queue in n+1; the record it causes is in the packer in n+3, its first byte on the stream
/// in n+4, with several lanes or blocks per clock a clock or two later, with `QueueSync` one more. Every output is a function
/// of state and configuration. A consumer that is not ready fills the FIFO, then the queue; then the hart is stalled or an
/// overflow opens (NT:CTL-11): nothing is lost anywhere else.
///
/// `cfg_i` beside active, enable, tracing, trig_ena, stall_ena, sync_mode and sync_max is stable from
/// a trace start until `settled_o` (TCI:CTRL-23 is the register block's). `cfg_i.tracing` is the level of
/// trTeInstTracing: a trigger sets or clears it for the clocks after its own (TCI:TRIG-03).
module rvt_encoder #(
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
  localparam int unsigned TimeWidth   = TsWidth > 0 ? TsWidth : 1,
  localparam int unsigned BytesWidth  = $clog2(Lanes) + 1
) (
  input  logic                           clk_i,  // one clock for everything
  input  logic                           rst_ni,  // asserted asynchronously, released synchronously
  input  rvt_config_pkg::config_t        cfg_i,  // run-time configuration, see below

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
  input  logic                           m_dn_on_i,  // not read in this version
  input  logic                           m_dn_stopped_i,  // not read in this version
  input  logic                           m_dn_lost_i,  // some bytes that were taken are lost
  input  logic                           m_sync_req_i,  // 1 until m_sync_o is offered (D-34)
  input  logic                           m_flush_req_i,  // asks for m_flush_ack_o
  output logic                           m_flush_ack_o,  // no entry and no byte was held

  output logic                           empty_o,  // trTeEmpty: nothing is held or owed
  output logic                           settled_o,  // ... before the packer: cfg_i may change
  output logic                           overflow_o     // blocks are being refused (TCI:OVF-07)
);

  `RVT_BUILD_ENCODER

  localparam int unsigned AddrWidth = Xlen - 1;
  localparam int unsigned BlockBits = rvt_ingress_pkg::BlockBits;
  localparam int unsigned LevelWidth = $clog2(QueueDepth + 2);
  localparam int unsigned LongestBeats = Format == 0 ? rvt_ntrace_pkg::longest_beats(
      Lanes, SrcBitsMax, IcntWidth, AddrWidth, Htm != 0 ? HistWidth : 0, TsWidth
  ) : rvt_etrace_pkg::longest_beats(
      Lanes,
      Xlen,
      rvt_build_pkg::addr_width(
          Xlen, AddrBits
      ),
      PrivBits,
      Context > 1 ? ContextWidth : 0,
      StackDepth,
      IretExt,
      SrcBitsMax,
      TsWidth
  );

  rvt_check_build #(
    .Build(Build),
    .LongestBeats(LongestBeats)
  ) i_check_build ();

  logic clr, lost;
  assign clr = !cfg_i.active;
  assign lost = m_dn_lost_i && !empty_o;  // some of this trace may be gone (D-33)

  // ---- Ingress stage and queue ----------------------------------------------------------------------

  logic put, room, resume, busy;
  rvt_ingress_pkg::entry_t put_entry, head_entry;
  logic [Blocks-1:0] put_blocks;
  logic [Blocks*BlockBits-1:0] put_block;
  logic [Blocks-1:0] head_blocks;
  logic [Blocks*BlockBits-1:0] head_block;
  logic head_valid, head_ready;
  logic [LevelWidth-1:0] level;
  logic [Blocks*rvt_ingress_pkg::SlotBits-1:0] slots;  // for what reads the hart beside the encoder

  rvt_ingress_stage #(
    .Build(Build)
  ) i_ingress (
    .clk_i,
    .rst_ni,
    .cfg_i,
    // interface: join read
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
    .trigger_i,
    .ext_trigger_i,
    .halted_i,
    .hart_reset_i,
    .lowpower_i,
    .time_i,
    // interface end
    .stall_o,
    .slots_o(slots),
    .level_i(level),
    .resume_i(resume),
    .lost_i(lost),
    .valid_o(put),
    .entry_o(put_entry),
    .blocks_o(put_blocks),
    .block_o(put_block),
    .overflow_o,
    .busy_o(busy)
  );

  rvt_queue #(
    .Build(Build)
  ) i_queue (
    .clk_i,
    .rst_ni,
    .clr_i(clr),
    .valid_i(put),
    .entry_i(put_entry),
    .blocks_i(put_blocks),
    .block_i(put_block),
    .ready_o(room),
    .level_o(level),
    .valid_o(head_valid),
    .entry_o(head_entry),
    .blocks_o(head_blocks),
    .block_o(head_block),
    .ready_i(head_ready)
  );

  // ---- Messages --------------------------------------------------------------------------------

  logic messages_settled, messages_empty;
  logic flush;  // asked for all that is held, and the queue has nothing
  assign flush = m_flush_req_i && level == '0;

  if (Format == 0) begin : g_format
    rvt_ntrace_messages #(
      .Build(Build),
      .LongestBeats(LongestBeats)
    ) i_messages (
      .clk_i,
      .rst_ni,
      .cfg_i,
      .flush_i(flush),
      .sync_req_i(m_sync_req_i),
      .valid_i(head_valid),
      .entry_i(head_entry),
      .blocks_i(head_blocks),
      .block_i(head_block),
      .ready_o(head_ready),
      .m_valid_o,
      .m_data_o,
      .m_bytes_o,
      .m_eom_o,
      .m_sync_o,
      .m_ready_i,
      .resume_o(resume),
      .settled_o(messages_settled),
      .empty_o(messages_empty)
    );
    assign m_length_o = '0;
  end else begin : g_format
    rvt_etrace_messages #(
      .Build(Build),
      .LongestBeats(LongestBeats)
    ) i_messages (
      .clk_i,
      .rst_ni,
      .cfg_i,
      .sync_req_i(m_sync_req_i),
      .valid_i(head_valid),
      .entry_i(head_entry),
      .blocks_i(head_blocks),
      .block_i(head_block),
      .ready_o(head_ready),
      .m_valid_o,
      .m_data_o,
      .m_bytes_o,
      .m_eom_o,
      .m_sync_o,
      .m_length_o,
      .m_ready_i,
      .resume_o(resume),
      .settled_o(messages_settled),
      .empty_o(messages_empty)
    );
  end

  // ---- Empty and flush -------------------------------------------------------------------------

  logic drained, flush_ack_q;
  logic inactive_q;  // read by an assertion only
  assign drained = level == '0 && messages_empty;
  assign empty_o = !busy && drained;
  // A record takes from cfg_i what it needs when it is packed. A count of branches is held within a session only:
  // a Correlation or an Error sends it.
  assign settled_o = !busy && level == '0 && messages_settled;
  assign m_flush_ack_o = flush_ack_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flush_ack_q <= 1'b0;
      inactive_q <= 1'b0;
    end else begin
      flush_ack_q <= m_flush_req_i && drained && cfg_i.active;
      inactive_q <= !cfg_i.active;
    end
  end

  logic unused;
  assign unused = ^{inactive_q, flush, cause_i, tval_i, impdef_i, m_dn_on_i, m_dn_stopped_i, room,
                    slots};

  // ---- Assertions ----------------------------------------------------------------------------

  // The ingress stage looks at the level, the queue at itself: they agree on what fits.
  `RVT_IMPLIES(PutFits_A, put && cfg_i.active, room)
  // Empty is never claimed while anything is held or owed, so a closing message cannot be missed
  // (TCI:CTRL-15, CTRL-16).
  `RVT_IMPLIES(EmptyTruth_A, empty_o,
               !busy && !head_valid && messages_empty && !m_valid_o && !overflow_o)
  // An inactive encoder offers nothing (TCI:CTRL-20) from the next clock on.
  `RVT_ASSERT(InactiveQuiet_A, !inactive_q || !m_valid_o)

endmodule

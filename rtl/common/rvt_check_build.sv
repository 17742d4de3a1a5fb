// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/interface from rtl/interface; `make interface` writes it anew.

/// Every range of a build parameter and every rule between two. Each of the three modules that a
/// user instantiates checks what it adds: an encoder alone has no sinks.
// verilator lint_off UNUSEDPARAM
module rvt_check_build #(
  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  parameter int unsigned Levels = 1,  // sum of 1: the encoder, 2: te, 4: top
  parameter int unsigned LongestBeats = 1  // beats of the longest message, for the encoder
);

  localparam int unsigned Format = Build.Format;
  localparam int unsigned Xlen = Build.Xlen;
  localparam int unsigned AddrBits = Build.AddrBits;
  localparam int unsigned Btm = Build.Btm;
  localparam int unsigned Htm = Build.Htm;
  localparam int unsigned Blocks = Build.Blocks;
  localparam int unsigned FlowBlocks = Build.FlowBlocks;
  localparam int unsigned IretireWidth = Build.IretireWidth;
  localparam int unsigned ItypeWidth = Build.ItypeWidth;
  localparam int unsigned Single = Build.Single;
  localparam int unsigned IaddrOnInt = Build.IaddrOnInt;
  localparam int unsigned IcntWidth = Build.IcntWidth;
  localparam int unsigned HistWidth = Build.HistWidth;
  localparam int unsigned StackDepth = Build.StackDepth;
  localparam int unsigned BpredSize = Build.BpredSize;
  localparam int unsigned CacheSize = Build.CacheSize;
  localparam int unsigned IretExt = Build.IretExt;
  localparam int unsigned SrcBitsMax = Build.SrcBitsMax;
  localparam int unsigned TsWidth = Build.TsWidth;
  localparam int unsigned QueueDepth = Build.QueueDepth;
  localparam int unsigned QueueSync = Build.QueueSync;
  localparam int unsigned StallLatency = Build.StallLatency;
  localparam int unsigned Framing = Build.Framing;
  localparam int unsigned Lanes = Build.Lanes;
  localparam int unsigned FifoDepth = Build.FifoDepth;
  localparam int unsigned FifoBytes = Build.FifoBytes;
  localparam int unsigned PlainHist = Build.PlainHist;
  localparam int unsigned Events = Build.Events;
  localparam int unsigned SeqJump = Build.SeqJump;
  localparam int unsigned AllJumps = Build.AllJumps;
  localparam int unsigned ExtendAddr = Build.ExtendAddr;
  localparam int unsigned RepeatBranch = Build.RepeatBranch;
  localparam int unsigned RepeatHist = Build.RepeatHist;
  localparam int unsigned Context = Build.Context;
  localparam int unsigned PrivBits = Build.PrivBits;
  localparam int unsigned ContextWidth = Build.ContextWidth;
  localparam int unsigned HcontextWidth = Build.HcontextWidth;
  localparam int unsigned ImpdefWidth = Build.ImpdefWidth;
  localparam int unsigned ReturnModes = Build.ReturnModes;
  localparam int unsigned SyncClocks = Build.SyncClocks;
  localparam int unsigned PlainSync = Build.PlainSync;
  localparam int unsigned Ram = Build.Ram;
  localparam int unsigned SramWordsLog2 = Build.SramWordsLog2;
  localparam int unsigned SramWidth = Build.SramWidth;
  localparam int unsigned Pib = Build.Pib;
  localparam int unsigned Pins = Build.Pins;
  localparam int unsigned DivWidth = Build.DivWidth;
  localparam int unsigned SafeDiv = Build.SafeDiv;
  localparam int unsigned BufferBytes = Build.BufferBytes;
  localparam int unsigned ClkCenter = Build.ClkCenter;
  localparam int unsigned Calibrate = Build.Calibrate;

  if ((Levels & 1) != 0) begin : g_encoder
    if (!(Format <= 1)) begin : g_bad_format
      $error("rvt_check_build: Format must be 0 or 1");
    end
    if (!(Xlen == 32 || Xlen == 64)) begin : g_bad_xlen
      $error("rvt_check_build: Xlen must be 32 or 64");
    end
    if (!(AddrBits >= 33 && AddrBits <= 64)) begin : g_bad_addr_bits
      $error("rvt_check_build: AddrBits must be 33..64");
    end
    if (!(Btm <= 1)) begin : g_bad_btm
      $error("rvt_check_build: Btm must be 0 or 1");
    end
    if (!(Htm <= 1)) begin : g_bad_htm
      $error("rvt_check_build: Htm must be 0 or 1");
    end
    if (!(Blocks >= 1 && Blocks <= 4)) begin : g_bad_blocks
      $error("rvt_check_build: Blocks must be 1..4");
    end
    if (!(FlowBlocks >= 1 && FlowBlocks <= Blocks)) begin : g_bad_flow_blocks
      $error("rvt_check_build: FlowBlocks must be 1..Blocks");
    end
    if (!(IretireWidth >= 2-Single && IretireWidth <= 8)) begin : g_bad_iretire_width
      $error("rvt_check_build: IretireWidth must be 2..8, 1..8 if Single");
    end
    if (!(ItypeWidth == 3 || ItypeWidth == 4)) begin : g_bad_itype_width
      $error("rvt_check_build: ItypeWidth must be 3 or 4");
    end
    if (!(Single <= 1)) begin : g_bad_single
      $error("rvt_check_build: Single must be 0 or 1");
    end
    if (!(IaddrOnInt <= 1)) begin : g_bad_iaddr_on_int
      $error("rvt_check_build: IaddrOnInt must be 0 or 1");
    end
    if (!(IcntWidth >= (8 > (1+Single*4+(1-Single)*IretireWidth) ? 8 :
        (1+Single*4+(1-Single)*IretireWidth)) && IcntWidth <= 22)) begin : g_bad_icnt_width
      $error("rvt_check_build: IcntWidth must be 8..22, > IretireWidth unless Single");
    end
    if (!(HistWidth >= 3 && HistWidth <= 32)) begin : g_bad_hist_width
      $error("rvt_check_build: HistWidth must be 3..32");
    end
    if (!(StackDepth <= 32)) begin : g_bad_stack_depth
      $error("rvt_check_build: StackDepth must be 0..32");
    end
    if (!(BpredSize <= 7)) begin : g_bad_bpred_size
      $error("rvt_check_build: BpredSize must be 0..7");
    end
    if (!(CacheSize <= 7)) begin : g_bad_cache_size
      $error("rvt_check_build: CacheSize must be 0..7");
    end
    if (!(IretExt <= 1)) begin : g_bad_iret_ext
      $error("rvt_check_build: IretExt must be 0 or 1");
    end
    if (!(SrcBitsMax <= 12)) begin : g_bad_src_bits_max
      $error("rvt_check_build: SrcBitsMax must be 0..12");
    end
    if (!(TsWidth <= 64)) begin : g_bad_ts_width
      $error("rvt_check_build: TsWidth must be 0..64");
    end
    if (!(QueueDepth >= 2 && QueueDepth <= 64)) begin : g_bad_queue_depth
      $error("rvt_check_build: QueueDepth must be 2..64");
    end
    if (!(QueueSync <= 1)) begin : g_bad_queue_sync
      $error("rvt_check_build: QueueSync must be 0 or 1");
    end
    if (!(StallLatency >= 1 && StallLatency <= QueueDepth-1)) begin : g_bad_stall_latency
      $error("rvt_check_build: StallLatency must be 1..QueueDepth-1");
    end
    if (!(Framing <= 1)) begin : g_bad_framing
      $error("rvt_check_build: Framing must be 0 or 1");
    end
    if (!(Lanes == 1 || Lanes == 2 || Lanes == 4 || Lanes == 8 || Lanes == 16)) begin :
        g_bad_lanes
      $error("rvt_check_build: Lanes must be 1, 2, 4, 8 or 16");
    end
    if (!(FifoDepth == 0 || (FifoDepth >= (LongestBeats > 2 ? LongestBeats : 2) && FifoDepth <=
        512))) begin : g_bad_fifo_depth
      $error("rvt_check_build: FifoDepth must be 0 or a longest message..512");
    end
    if (!(FifoBytes <= 1)) begin : g_bad_fifo_bytes
      $error("rvt_check_build: FifoBytes must be 0 or 1");
    end
    if (!(PlainHist <= 1)) begin : g_bad_plain_hist
      $error("rvt_check_build: PlainHist must be 0 or 1");
    end
    if (!(Events <= 1)) begin : g_bad_events
      $error("rvt_check_build: Events must be 0 or 1");
    end
    if (!(SeqJump <= 1)) begin : g_bad_seq_jump
      $error("rvt_check_build: SeqJump must be 0 or 1");
    end
    if (!(AllJumps <= 1)) begin : g_bad_all_jumps
      $error("rvt_check_build: AllJumps must be 0 or 1");
    end
    if (!(ExtendAddr <= 1)) begin : g_bad_extend_addr
      $error("rvt_check_build: ExtendAddr must be 0 or 1");
    end
    if (!(RepeatBranch <= 1)) begin : g_bad_repeat_branch
      $error("rvt_check_build: RepeatBranch must be 0 or 1");
    end
    if (!(RepeatHist <= Htm*(HistWidth-1))) begin : g_bad_repeat_hist
      $error("rvt_check_build: RepeatHist must be 0..Htm*(HistWidth-1)");
    end
    if (!(Context <= 2)) begin : g_bad_context
      $error("rvt_check_build: Context must be 0, 1 or 2");
    end
    if (!(PrivBits == 2 || PrivBits == 3)) begin : g_bad_priv_bits
      $error("rvt_check_build: PrivBits must be 2 or 3");
    end
    if (!(ContextWidth >= 1 && ContextWidth <= Xlen)) begin : g_bad_context_width
      $error("rvt_check_build: ContextWidth must be 1..Xlen");
    end
    if (!(HcontextWidth <= ContextWidth-1)) begin : g_bad_hcontext_width
      $error("rvt_check_build: HcontextWidth must be 0..ContextWidth-1");
    end
    if (!(ReturnModes <= 1)) begin : g_bad_return_modes
      $error("rvt_check_build: ReturnModes must be 0 or 1");
    end
    if (!(SyncClocks <= 1)) begin : g_bad_sync_clocks
      $error("rvt_check_build: SyncClocks must be 0 or 1");
    end
    if (!(Btm != 0 || Htm != 0)) begin : g_bad_modes
      $error("rvt_check_build: Btm or Htm must be 1");
    end
    if (!(Framing == Format)) begin : g_bad_framing_of_format
      $error("rvt_check_build: Framing must go with Format");
    end
    if (!(Format == 0 || (IaddrOnInt == 1 && FlowBlocks == 1 && FifoBytes == 0))) begin :
        g_bad_etrace
      $error("rvt_check_build: no FifoBytes with E-Trace; FlowBlocks, IaddrOnInt 1");
    end
    if (!(Format == 0 || (TsWidth % 8 == 0 && (TsWidth == 0 || SrcBitsMax == 0 || SrcBitsMax ==
        8)))) begin : g_bad_etrace_time
      $error("rvt_check_build: with E-Trace TsWidth is bytes, and SrcBitsMax 0 or 8 beside it");
    end
    if (!(Format == 0 || StackDepth == 0 || (StackDepth > 1 && (StackDepth & (StackDepth - 1))
        == 0 && ItypeWidth == 4))) begin : g_bad_etrace_stack
      $error("rvt_check_build: StackDepth must be 0, 2, 4 .. 32 with E-Trace, 0 if ItypeWidth 3");
    end
    if (!(Format != 0 || (BpredSize == 0 && CacheSize == 0))) begin : g_bad_etrace_modes
      $error("rvt_check_build: BpredSize and CacheSize must be 0 with N-Trace");
    end
    if (!(IretExt == 0 || (Format != 0 && StackDepth != 0))) begin : g_bad_etrace_irets
      $error("rvt_check_build: IretExt must be 0 with N-Trace and with StackDepth 0");
    end
    if (!(Format == 0 || (AllJumps == 0 && ExtendAddr == 0 && RepeatBranch == 0 && RepeatHist ==
        0))) begin : g_bad_etrace_features
      $error("rvt_check_build: no AllJumps, ExtendAddr, RepeatBranch, RepeatHist with E-Trace");
    end
    if (!(Format == 0 || Context < 2 || ContextWidth <= 32)) begin : g_bad_etrace_context
      $error("rvt_check_build: ContextWidth must be 1..32 with E-Trace and Context 2");
    end
    if (!(Context < 2 || ContextWidth + 6 <= Xlen)) begin : g_bad_process
      $error("rvt_check_build: ContextWidth must leave 6 bits of Xlen with Context 2");
    end
    if (!(FifoBytes == 0 || Lanes > 1)) begin : g_bad_fifo_bytes_lanes
      $error("rvt_check_build: FifoBytes must be 0 with one lane");
    end
  end

  if ((Levels & 2) != 0) begin : g_te
    if (!(StackDepth <= 32)) begin : g_bad_te_stack_depth
      $error("rvt_check_build: StackDepth must be 0..32");
    end
    if (!(TsWidth <= 63)) begin : g_bad_te_ts_width
      $error("rvt_check_build: TsWidth must be 0..63 with registers");
    end
    if (!(ImpdefWidth >= 1 && ImpdefWidth <= 64)) begin : g_bad_impdef_width
      $error("rvt_check_build: ImpdefWidth must be 1..64");
    end
    if (!(PlainSync <= 1)) begin : g_bad_plain_sync
      $error("rvt_check_build: PlainSync must be 0 or 1");
    end
  end

  if ((Levels & 4) != 0) begin : g_top
    if (!(Ram <= 1)) begin : g_bad_ram
      $error("rvt_check_build: Ram must be 0 or 1");
    end
    if (!(SramWordsLog2 >= 2 && SramWordsLog2 <= 30)) begin : g_bad_sram_words_log2
      $error("rvt_check_build: SramWordsLog2 must be 2..30");
    end
    if (!(SramWidth == 32 || SramWidth == 64)) begin : g_bad_sram_width
      $error("rvt_check_build: SramWidth must be 32 or 64");
    end
    if (!(Pib <= 1)) begin : g_bad_pib
      $error("rvt_check_build: Pib must be 0 or 1");
    end
    if (!(Pins == 4 || Pins == 8 || Pins == 16)) begin : g_bad_pins
      $error("rvt_check_build: Pins must be 4, 8 or 16");
    end
    if (!(DivWidth >= 1 && DivWidth <= 16)) begin : g_bad_div_width
      $error("rvt_check_build: DivWidth must be 1..16");
    end
    if (!(SafeDiv <= (1<<DivWidth)-1)) begin : g_bad_safe_div
      $error("rvt_check_build: SafeDiv must be below 2^DivWidth");
    end
    if (!(BufferBytes >= 38 && BufferBytes <= 256)) begin : g_bad_buffer_bytes
      $error("rvt_check_build: BufferBytes must be 38..256");
    end
    if (!(ClkCenter <= 1)) begin : g_bad_clk_center
      $error("rvt_check_build: ClkCenter must be 0 or 1");
    end
    if (!(Calibrate <= 1)) begin : g_bad_calibrate
      $error("rvt_check_build: Calibrate must be 0 or 1");
    end
    if (!(Ram != 0 || Pib != 0)) begin : g_bad_sinks
      $error("rvt_check_build: Ram or Pib must be 1");
    end
    if (!(Ram == 0 || Lanes <= 8)) begin : g_bad_ram_lanes
      $error("rvt_check_build: Lanes must be 1, 2, 4 or 8 with a RAM sink");
    end
    if (!(Pib == 0 || Pins != 16 || BufferBytes % 2 == 0)) begin : g_bad_pib_words
      $error("rvt_check_build: BufferBytes must be even with 16 pins");
    end
  end

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Encoder of tandem verification trace: everything that a hart changes, instruction by instruction,
/// as groups of bytes (Trace Protocol, version 2018-11-20).
///
/// The slots of a clock wait as one word; their elements leave it one a clock, or several, and bytes without a gap.
/// A hart that obeys `stall_o` loses nothing; of one that does not whole clocks are lost, and it is said
/// (TV:E-05). Whatever the ports say, the stream is well formed. Every output is a function of the state.
module rvt_tandem #(
  parameter  int unsigned Xlen         = 32,   // 32 or 64
  parameter  int unsigned Flen         = 0,    // bits of an f register: 0, 32 or 64; 0: no F
  parameter  int unsigned Mlen         = 32,   // bits of a memory address: 32, 34 or 64
  parameter  int unsigned Nret         = 1,    // slots of a clock, 1..4
  parameter  int unsigned Csrs         = 4,    // CSRs that a slot can write, 0..4
  parameter  int unsigned Elements     = 125,  // what is sent, below; other ports are not read
  parameter  int unsigned IncrementPc  = 1,    // opcode 3 for a pc behind the instruction
  parameter  int unsigned OrFcsr       = 1,    // flags of F as an OR into fcsr; 0: not sent
  parameter  int unsigned AddRegisters = 0,    // opcode 5 for an x register that changes by a byte
  parameter  int unsigned QueueDepth   = 1,    // clocks that wait, 1..64; 1: in a register
  parameter  int unsigned StallLatency = 0,    // clocks with groups under stall, 0..QueueDepth-1
  parameter  int unsigned Lanes        = 4,    // bytes of a beat: 1, 2, 4, 8 or 16
  parameter  int unsigned FifoDepth    = 64,   // beats of the FIFO, 2..512
  parameter  int unsigned Wide         = 0,    // 1: several elements a clock
  parameter  int unsigned Shadow       = 0,    // 1: state is kept, and sent before records
  parameter  int unsigned ShadowCsrs   = 32'h0001_ed18,  // CSRs kept: entries of its table
  localparam int unsigned CsrPorts     = Csrs == 0 ? 1 : Csrs,
  localparam int unsigned FprWidth     = Flen == 0 ? 1 : Flen
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Bits of Elements: 0 gpr, 1 fpr, 2 fflags, 3 privilege, 4 paddr, 5 eaddr, 6 store, 7 pc_paddr, 8 mtime,
  // 9 bus.
  // interface: ports tandem
  input  logic [Nret-1:0]               valid_i,  // an instruction or a trap; lower slots are older
  input  logic [Nret*3-1:0]             kind_i,  // what it is: enum rvt_tandem_kind
  input  logic [Nret-1:0]               pc_valid_i,  // of state from outside: pc_w is part of it
  input  logic [Nret*Xlen-1:0]          pc_r_i,  // pc of the instruction; with IncrementPc
  input  logic [Nret*Xlen-1:0]          pc_w_i,  // the new pc (TV:R-07)
  input  logic [Nret-1:0]               insn_valid_i,  // an exception has an insn (TV:R-08)
  input  logic [Nret-1:0]               is32_i,  // the instruction has 32 bits
  input  logic [Nret*32-1:0]            insn_i,  // ... as fetched; else 15:0
  input  logic [Nret-1:0]               gpr_valid_i,  // an x register is written; x0 is not sent
  input  logic [Nret*5-1:0]             gpr_i,  // ... its number
  input  logic [Nret*Xlen-1:0]          gpr_data_i,  // ... what it holds now
  input  logic [Nret-1:0]               gpr_old_known_i,  // with AddRegisters: gpr_old is known
  input  logic [Nret*Xlen-1:0]          gpr_old_i,  // ... what it held before
  input  logic [Nret-1:0]               fpr_valid_i,  // an f register is written
  input  logic [Nret*5-1:0]             fpr_i,  // ... its number
  input  logic [Nret*FprWidth-1:0]      fpr_data_i,  // ... what it holds now
  input  logic [Nret*CsrPorts-1:0]      csr_valid_i,  // CSRs are written, in order (TV:E-03)
  input  logic [Nret*12*CsrPorts-1:0]   csr_number_i,  // ... their numbers
  input  logic [Nret*Xlen*CsrPorts-1:0] csr_data_i,  // ... what they hold now
  input  logic [Nret-1:0]               fflags_valid_i,  // flags are set in fcsr; with OrFcsr
  input  logic [Nret*5-1:0]             fflags_i,  // ... these
  input  logic [Nret-1:0]               privilege_valid_i,  // the privilege changes
  input  logic [Nret*2-1:0]             privilege_i,  // ... to this; 2 is none, and not sent
  input  logic [Nret-1:0]               paddr_valid_i,  // an access has a physical address
  input  logic [Nret*Mlen-1:0]          paddr_i,  // ... this
  input  logic [Nret-1:0]               eaddr_valid_i,  // an access has an effective address
  input  logic [Nret*Mlen-1:0]          eaddr_i,  // ... this
  input  logic [Nret-1:0]               store_valid_i,  // an instruction stores
  input  logic [Nret*2-1:0]             store_size_i,  // ... 2^store_size bytes
  input  logic [Nret*64-1:0]            store_i,  // ... these, from bit 0 on
  input  logic [Nret-1:0]               pc_paddr_valid_i,  // the physical address of pc is told
  input  logic [Nret*Mlen-1:0]          pc_paddr_i,  // ... this
  input  logic [Nret-1:0]               mtime_valid_i,  // mtime is told
  input  logic [Nret*64-1:0]            mtime_i,  // ... this
  // interface end
  // interface: ports tandem_bus
  input  logic            bus_valid_i,  // a bus transaction has completed (TV:R-10)
  input  logic [3:0]      bus_op_i,  // ... enum rvt_tandem_op, 0..13
  input  logic [1:0]      bus_size_i,  // ... of 2^bus_size bytes
  input  logic [Mlen-1:0] bus_address_i,  // ... at this physical address
  input  logic [63:0]     bus_request_i,  // ... data of store, SC and AMO, from bit 0
  input  logic            bus_answered_i,  // ... its response is sent (TV:R-09)
  input  logic            bus_result_i,  // ... 1: it failed, and has no data (TV:AMB-T9)
  input  logic [63:0]     bus_response_i,  // ... data of load, LR, AMO, fetch, from bit 0
  // interface end

  input  logic                   active_i,    // 0: what is held is dropped
  input  logic                   enable_i,    // 1: what the hart says is taken
  input  logic                   lost_clr_i,  // clears lost_o, unless more is lost in this clock
  output logic                   stall_o,     // the hart must wait
  output logic                   lost_o,      // something was lost
  output logic                   empty_o,     // nothing is held

  output logic                   m_valid_o,
  output logic [8*Lanes-1:0]     m_data_o,
  output logic [$clog2(Lanes):0] m_bytes_o,
  output logic                   m_eom_o,     // the beat ends a group
  input  logic                   m_ready_i
);

  localparam logic [rvt_tandem_pkg::Count-1:0] Has = rvt_tandem_pkg::built(
      Csrs, Elements[9:0], OrFcsr
  );
  localparam int unsigned WordWidth = rvt_tandem_pkg::word_bits(
      Nret, Has, Xlen, Flen, Mlen, AddRegisters
  );

  if (Xlen != 32 && Xlen != 64) begin : g_bad_xlen
    $error("rvt_tandem: Xlen must be 32 or 64");
  end
  if (Flen != 0 && Flen != 32 && Flen != 64) begin : g_bad_flen
    $error("rvt_tandem: Flen must be 0, 32 or 64");
  end
  if (Xlen == 64 ? Mlen != 64 : Mlen != 32 && Mlen != 34) begin : g_bad_mlen
    $error("rvt_tandem: Mlen must be 64 with Xlen 64, else 32 or 34");
  end
  if (Nret < 1 || Nret > 4) begin : g_bad_nret
    $error("rvt_tandem: Nret must be 1..4");
  end
  if (Csrs > 4) begin : g_bad_csrs
    $error("rvt_tandem: Csrs must be 0..4");
  end
  if (Elements > 1023 || (Flen == 0 && Elements[1])) begin : g_bad_elements
    $error("rvt_tandem: Elements must be 0..1023, bit 1 only with F");
  end
  if (IncrementPc > 1 || OrFcsr > 1 || AddRegisters > 1) begin : g_bad_form
    $error("rvt_tandem: IncrementPc, OrFcsr and AddRegisters must be 0 or 1");
  end
  if (QueueDepth < 1 || QueueDepth > 64) begin : g_bad_queue_depth
    $error("rvt_tandem: QueueDepth must be 1..64");
  end
  if (StallLatency >= QueueDepth) begin : g_bad_stall_latency
    $error("rvt_tandem: StallLatency must be 0..QueueDepth-1");
  end
  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8 && Lanes != 16) begin : g_bad_lanes
    $error("rvt_tandem: Lanes must be 1, 2, 4, 8 or 16");
  end
  if (FifoDepth < 2 || FifoDepth > 512) begin : g_bad_fifo_depth
    $error("rvt_tandem: FifoDepth must be 2..512");
  end

  if (Wide > 1) begin : g_bad_wide
    $error("rvt_tandem: Wide must be 0 or 1");
  end
  if (Shadow > 1) begin : g_bad_shadow
    $error("rvt_tandem: Shadow must be 0 or 1");
  end

  // ---- Queue -----------------------------------------------------------------------------------

  logic [WordWidth-1:0] told, held;
  logic told_any, clear, word_valid, word_leaves, resume, beats_empty, fifo_empty;
  logic put, refused, dropping, dumping, stall, hold;

  assign clear = !active_i;
  assign empty_o = !word_valid && beats_empty && fifo_empty;
  assign stall_o = stall || hold;

  rvt_tandem_word #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Nret(Nret),
    .Csrs(Csrs),
    .Has(Has),
    .IncrementPc(IncrementPc),
    .AddRegisters(AddRegisters),
    .Shadow(Shadow),
    .ShadowCsrs(ShadowCsrs)
  ) i_word (
    .clk_i,
    .rst_ni,
    // interface: join tandem
    .valid_i,
    .kind_i,
    .pc_valid_i,
    .pc_r_i,
    .pc_w_i,
    .insn_valid_i,
    .is32_i,
    .insn_i,
    .gpr_valid_i,
    .gpr_i,
    .gpr_data_i,
    .gpr_old_known_i,
    .gpr_old_i,
    .fpr_valid_i,
    .fpr_i,
    .fpr_data_i,
    .csr_valid_i,
    .csr_number_i,
    .csr_data_i,
    .fflags_valid_i,
    .fflags_i,
    .privilege_valid_i,
    .privilege_i,
    .paddr_valid_i,
    .paddr_i,
    .eaddr_valid_i,
    .eaddr_i,
    .store_valid_i,
    .store_size_i,
    .store_i,
    .pc_paddr_valid_i,
    .pc_paddr_i,
    .mtime_valid_i,
    .mtime_i,
    // interface end
    // interface: join tandem_bus
    .bus_valid_i,
    .bus_op_i,
    .bus_size_i,
    .bus_address_i,
    .bus_request_i,
    .bus_answered_i,
    .bus_result_i,
    .bus_response_i,
    // interface end
    .active_i,
    .enable_i,
    .put_i(put),
    .refused_i(refused),
    .dropping_i(dropping),
    .dumping_o(dumping),
    .hold_o(hold),
    .valid_o(told_any),
    .slots_o(told)
  );

  rvt_tandem_queue #(
    .Width(WordWidth),
    .Depth(QueueDepth),
    .StallLatency(StallLatency)
  ) i_queue (
    .clk_i,
    .rst_ni,
    .active_i,
    .enable_i,
    .lost_clr_i,
    .valid_i(told_any),
    .slots_i(told),
    .dump_i(dumping),
    .put_o(put),
    .refused_o(refused),
    .dropping_o(dropping),
    .stall_o(stall),
    .lost_o,
    .valid_o(word_valid),
    .slots_o(held),
    .leaves_i(word_leaves),
    .drained_i(beats_empty && resume)
  );

  // ---- Beats -----------------------------------------------------------------------------------

  logic beat_valid, beat_ready, beat_eom;
  logic [8*Lanes-1:0] beat_data;
  logic [$clog2(Lanes):0] beat_bytes;

  rvt_tandem_beats #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Has(Has),
    .AddRegisters(AddRegisters),
    .Nret(Nret),
    .Lanes(Lanes),
    .Wide(Wide)
  ) i_beats (
    .clk_i,
    .rst_ni,
    .clr_i(clear),
    .valid_i(word_valid),
    .word_i(held),
    .leaves_o(word_leaves),
    .m_valid_o(beat_valid),
    .m_data_o(beat_data),
    .m_bytes_o(beat_bytes),
    .m_eom_o(beat_eom),
    .m_ready_i(beat_ready),
    .empty_o(beats_empty)
  );

  // ---- FIFO ------------------------------------------------------------------------------------

  logic sync, mark;

  rvt_msg_fifo #(
    .Lanes(Lanes),
    .Depth(FifoDepth),
    .ResumeLevel(FifoDepth / 2),
    .Marks(1)
  ) i_fifo (
    .clk_i,
    .rst_ni,
    .clr_i(clear),
    .s_valid_i(beat_valid),
    .s_data_i(beat_data),
    .s_bytes_i(beat_bytes),
    .s_marks_i({2'b00, beat_eom}),
    .s_ready_o(beat_ready),
    .s_commit_i(1'b0),
    .s_drop_i(1'b0),
    .s_head_i(1'b0),
    .m_valid_o,
    .m_data_o,
    .m_bytes_o,
    .m_eom_o,
    .m_sync_o(sync),
    .m_mark_o(mark),
    .m_ready_i,
    .resume_o(resume),
    .empty_o(fifo_empty)
  );

  logic unused;
  assign unused = ^{sync, mark};

  // ---- Assertions ------------------------------------------------------------------------------

  // Empty is never claimed while anything is held.
  `RVT_IMPLIES(EmptyTruth_A, empty_o, !word_valid && !beat_valid && !m_valid_o)

endmodule

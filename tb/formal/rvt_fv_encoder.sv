// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The whole encoder: what its units rely on holds between them, and its output keeps the contract of
/// the stream (docs/units/encoder.md).
module rvt_fv_encoder #(
  parameter int unsigned Btm          = 1,
  parameter int unsigned Htm          = 1,
  parameter int unsigned Blocks       = 1,
  parameter int unsigned FlowBlocks   = 1,
  parameter int unsigned Events       = 1,
  parameter int unsigned SeqJump      = 1,
  parameter int unsigned IretireWidth = 2,
  parameter int unsigned IaddrOnInt   = 1,
  parameter int unsigned IcntWidth    = 8,
  parameter int unsigned HistWidth    = 3,
  parameter int unsigned StackDepth   = 1,
  parameter int unsigned SrcBitsMax   = 2,
  parameter int unsigned TsWidth      = 2,
  parameter int unsigned QueueDepth   = 2,
  parameter int unsigned QueueSync    = 0,
  parameter int unsigned StallLatency = 1,
  parameter int unsigned Lanes        = 4,  // 2 or more
  parameter int unsigned FifoDepth    = 10,
  localparam int unsigned Xlen        = 32,
  localparam int unsigned Entries     = QueueDepth + 1,
  localparam int unsigned BytesWidth  = $clog2(Lanes) + 1,
  localparam int unsigned BeatWidth   = 8 * Lanes + BytesWidth
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input rvt_config_pkg::config_t cfg_i,
  input logic [Blocks*IretireWidth-1:0] iretire_i,
  input logic [Blocks*Xlen-1:0]  iaddr_i,
  input logic [Blocks*4-1:0]     itype_i,
  input logic [Blocks-1:0]       sijump_i,
  input logic [2:0]              priv_i,
  input logic [Blocks+1:0]       trigger_i,
  input logic [2:0]              ext_trigger_i,
  input logic                    halted_i,
  input logic                    hart_reset_i,
  input logic                    lowpower_i,
  input logic [TsWidth-1:0]      time_i,
  input logic                    m_ready_i,
  input logic                    dn_lost_i,
  input logic                    sync_req_i,
  input logic                    flush_req_i,

  (* probe = "i_dut.i_queue.i_fifo.level_q" *) input logic [$clog2(Entries+1)-1:0] dut_entries,
  (* probe = "i_dut.g_format.i_messages.packer_busy" *) input logic dut_packs,
  (* probe = "i_dut.g_format.i_messages.packed_valid" *) input logic dut_packed,
  (* probe = "i_dut.g_format.i_messages.i_packer.g_wide.i_wide.rec_q?" *) input logic dut_record,
  (* probe = "i_dut.g_format.i_messages.i_packer.g_wide.i_wide.load?" *) input logic dut_moves,
  (* probe = "i_dut.i_ingress.open" *) input logic dut_open,
  (* probe = "i_dut.i_ingress.i_session.lost_q" *) input logic dut_lost,
  (* probe = "i_dut.resume" *) input logic dut_resume,
  (* probe = "i_dut.head_entry" *) input rvt_ingress_pkg::entry_t dut_head,
  (* probe = "i_dut.g_format.i_messages.i_flow.run_valid" *) input logic dut_run_valid,
  (* probe = "i_dut.g_format.i_messages.i_flow.run_ready" *) input logic dut_run_ready,
  (* probe = "i_dut.g_format.i_messages.i_flow.g_runs.i_runs.next_valid_q?" *) input logic dut_next,
  (* probe = "i_dut.g_format.i_messages.i_flow.g_runs.i_runs.aside_valid_q?" *) input logic dut_aside,
  (* probe = "i_dut.g_format.i_messages.i_flow.g_runs.i_runs.i_plan.valid_q?" *) input logic dut_plan,
  (* probe = "i_dut.g_format.i_messages.i_flow.g_runs.i_runs.i_plan.entry_valid_q?" *) input logic dut_entry,
  (* probe = "i_dut.g_format.i_messages.i_flow.g_runs.i_runs.next_q?" *) input rvt_ntrace_pkg::run_t dut_next_run,
  (* probe = "i_dut.g_format.i_messages.i_flow.g_runs.i_runs.i_plan.run_q?" *) input rvt_ntrace_pkg::run_t dut_plan_run,
  (* probe = "i_dut.g_format.i_messages.i_flow.g_runs.i_runs.i_plan.more_q?" *) input logic dut_rest,
  (* probe = "i_dut.g_format.i_messages.i_flow.g_runs.i_runs.i_plan.entry_q?" *) input rvt_ingress_pkg::entry_t dut_entry_now,
  (* probe = "i_dut.g_format.i_messages.i_flow.g_runs.i_runs.i_plan.blocks_q?" *) input logic [Blocks-1:0] dut_entry_blocks,
  (* probe = "i_dut.g_format.i_messages.i_flow.g_runs.i_runs.i_plan.gone_q?" *) input logic [Blocks-1:0] dut_gone,
  (* probe = "i_dut.head_blocks" *) input logic [Blocks-1:0] dut_head_blocks,
  (* probe = "i_dut.put" *) input logic dut_put,
  (* probe = "i_dut.put_entry" *) input rvt_ingress_pkg::entry_t dut_put_entry,
  (* probe = "i_dut.head_valid" *) input logic dut_head_valid,
  (* probe = "i_dut.head_ready" *) input logic dut_head_ready,
  (* probe = "i_dut.g_format.i_messages.i_flow.run" *) input rvt_ntrace_pkg::run_t dut_run,
  (* probe = "i_dut.g_format.i_messages.i_flow.flags_q" *) input rvt_ntrace_pkg::flow_flags_t dut_flags,
  (* probe = "i_dut.g_format.i_messages.i_flow.i_step.icnt_full" *) input logic dut_icnt_full,
  (* probe = "i_dut.g_format.i_messages.i_flow.i_step.hist_full" *) input logic dut_hist_full,
  (* probe = "i_dut.g_format.i_messages.i_flow.rec_valid_o" *) input logic dut_rec_valid,
  (* probe = "i_dut.g_format.i_messages.i_flow.rec_ready_i" *) input logic dut_rec_ready,
  (* probe = "i_dut.g_format.i_messages.i_packer.load" *) input logic dut_load,
  (* probe = "i_dut.g_format.i_messages.packed_ready" *) input logic dut_packed_ready,
  (* probe = "i_dut.g_format.i_messages.i_msg_fifo.g_beats.u_fifo.rptr_q" *) input logic [$clog2(FifoDepth)-1:0] dut_rptr,
  (* probe = "i_dut.g_format.i_messages.i_msg_fifo.g_beats.u_fifo.level_q" *) input logic [$clog2(FifoDepth+1)-1:0] dut_level,
  (* probe = "i_dut.g_format.i_messages.i_msg_fifo.g_beats.u_fifo.mem_q[*]" *) input logic [FifoDepth*BeatWidth-1:0] dut_mem
);

  logic stall, m_valid, m_eom, m_sync, flush_ack, empty, overflow;
  logic [8*Lanes-1:0] m_data;
  logic [BytesWidth-1:0] m_bytes;

  // Yosys cannot build a wrapper with parameters of its own that has constants at an instance's ports.
  logic [Xlen-1:0] none;
  logic yes;
  assign none = '0;
  assign yes = 1'b1;

  rvt_encoder #(
    .Xlen(Xlen),
    .Btm(Btm),
    .Htm(Htm),
    .Blocks(Blocks),
    .FlowBlocks(FlowBlocks),
    .IretireWidth(IretireWidth),
    .ItypeWidth(4),
    .Single(0),
    .IaddrOnInt(IaddrOnInt),
    .IcntWidth(IcntWidth),
    .HistWidth(HistWidth),
    .StackDepth(StackDepth),
    .SrcBitsMax(SrcBitsMax),
    .TsWidth(TsWidth),
    .QueueDepth(QueueDepth),
    .QueueSync(QueueSync),
    .StallLatency(StallLatency),
    .Lanes(Lanes),
    .FifoDepth(FifoDepth),
    .PlainHist(1),
    .Events(Events),
    .SeqJump(SeqJump),
    .ContextWidth(1),
    .ImpdefWidth(1)
  ) i_dut (
    .*,
    .ilastsize_i   (none[2*Blocks-1:0]),
    .cause_i       (none),
    .tval_i        (none),
    .context_i     (none[0]),
    .ctype_i       (none[1:0]),
    .impdef_i      (none[0]),
    .stall_o       (stall),
    .m_valid_o     (m_valid),
    .m_data_o      (m_data),
    .m_bytes_o     (m_bytes),
    .m_eom_o       (m_eom),
    .m_sync_o      (m_sync),
    .m_length_o    (),
    .m_dn_on_i     (yes),
    .m_dn_stopped_i(none[0]),
    .m_dn_lost_i   (dn_lost_i),
    .m_sync_req_i  (sync_req_i),
    .m_flush_req_i (flush_req_i),
    .m_flush_ack_o (flush_ack),
    .empty_o       (empty),
    .settled_o     (),
    .overflow_o    (overflow)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // The register block legalises the width of SRC (TCI:CTRL-23).
  `RVT_ASSUME(SrcBits_M, cfg_i.inhibit_src || 32'(cfg_i.src_bits) <= SrcBitsMax)
  // docs/units/registers.md: all but the switches stands still from a start until the encoder is empty.
  `RVT_STABLE_M(Config_M, cfg_i.active && !empty,
                {cfg_i.mode, cfg_i.ir_mode, cfg_i.ir_en, cfg_i.seq_en, cfg_i.plain_sync, cfg_i.ts_en,
                 cfg_i.inhibit_src, cfg_i.src_bits, cfg_i.src_id})

  // ---- Stream contract (TCI:LINK-05) ---------------------------------------------------------------

  // One byte or more, zeros in the lanes above them; only the last of them may end the message.
  function automatic logic well_formed(input logic [BytesWidth-1:0] bytes,
                                       input logic [8*Lanes-1:0] data);
    well_formed = bytes != '0 && 32'(bytes) <= Lanes;
    for (int unsigned k = 0; k < Lanes; k++) begin
      if (k >= 32'(bytes) && data[8*k+:8] != '0) well_formed = 1'b0;
      if (k + 1 < 32'(bytes) && data[8*k+:2] == 2'b11) well_formed = 1'b0;
      if (data[8*k+:2] == 2'b10) well_formed = 1'b0;
    end
  endfunction

  // A beat offered stays, unchanged, until it is taken or the encoder is switched off.
  `RVT_HELD(Held_A, m_valid, m_ready_i || !cfg_i.active, {m_data, m_bytes, m_eom})
  // One byte or more, from lane 0 upwards; zeros in the other lanes, and everywhere without a beat.
  `RVT_IMPLIES(Quiet_A, !m_valid, m_data == '0 && m_bytes == '0 && !m_eom)
  `RVT_IMPLIES(Beat_A, m_valid, well_formed(m_bytes, m_data))
  logic [FifoDepth-1:0] bad_slot;
  for (genvar k = 0; k < FifoDepth; k++) begin : g_slot
    logic in_use;
    assign in_use = k >= 32'(dut_rptr) ? k - 32'(dut_rptr) < 32'(dut_level) :
                                         k + FifoDepth - 32'(dut_rptr) < 32'(dut_level);
    assign bad_slot[k] = in_use && !well_formed(dut_mem[BeatWidth*k+8*Lanes+:BytesWidth],
                                                dut_mem[BeatWidth*k+:8*Lanes]);
  end
  `RVT_ASSERT(Slots_L, bad_slot == '0)
  // Flow's own word for its requests, of which the TCODE of its record is made.
  `RVT_IMPLIES(Asks_L, Events != 0, dut_flags.asks == (dut_flags.req != '0))
  // Switched off, the encoder is empty from the next clock on (TCI:CTRL-20).
  logic off_q, acked_q, away_q, stall_due;
  logic holds;  // entries, runs, full counters, a message that is being packed, beats
  assign holds = dut_entries != '0 || dut_entry || dut_plan || dut_aside || dut_next ||
                 dut_run_valid || dut_icnt_full || dut_hist_full || dut_packs || dut_level != '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      off_q <= 1'b1;
      acked_q <= 1'b0;
      away_q <= 1'b0;
    end else begin
      off_q <= !cfg_i.active;
      acked_q <= flush_req_i && cfg_i.active && !holds;
      away_q <= (halted_i || priv_i == rvt_ingress_pkg::PrivDebug || lowpower_i) && cfg_i.active;
    end
  end
  `RVT_IMPLIES(Off_A, off_q, empty && !m_valid && !overflow && !flush_ack)
  // A flush is acknowledged when nothing was held in the clock before, and then.
  `RVT_ASSERT(Flush_A, flush_ack == acked_q)
  `RVT_IMPLIES(Empty_A, empty, !holds && !overflow)
  // Stall by the level, and never longer than what allows it (NT:ING-26, TCI:OVF-10).
  assign stall_due = cfg_i.active && cfg_i.enable && cfg_i.stall_ena && cfg_i.mode != '0 && !away_q &&
                     32'(dut_entries) + StallLatency >= QueueDepth;
  `RVT_IMPLIES(Stall_A, stall, stall_due && (cfg_i.tracing || Events != 0))
  `RVT_IMPLIES(StallDue_A, stall_due && cfg_i.tracing, stall)

  // ---- After Enable 0 -----------------------------------------------------------------------------

  logic take;
  assign take = dut_head_valid && dut_head_ready;
  rvt_fv_encoder_drain #(
    .Blocks(Blocks),
    .FlowBlocks(FlowBlocks),
    .Entries(Entries),
    .FifoDepth(FifoDepth),
    .Wide(Lanes == 1 ? 0 : 1),
    .Sync(QueueSync),
    .Longest(rvt_ntrace_pkg::longest_beats(Lanes, SrcBitsMax, IcntWidth, Xlen - 1,
                                           Htm != 0 ? HistWidth : 0, TsWidth))
  ) i_drain (
    .*,
    .wait_i      (m_valid && !m_ready_i),
    .empty_i     (empty),
    .open_i      (dut_open),
    .overflow_i       (overflow),
    .lost_i      (dut_lost),
    .resume_i    (dut_resume),
    .entries_i   (dut_entries),
    .offered_i   (dut_head_valid),
    .kind_i      (dut_head.kind),
    .blocks_i    (dut_head_blocks),
    .put_i       (dut_put),
    .put_kind_i  (dut_put_entry.kind),
    .take_i      (take),
    .entry_i     (dut_entry),
    .entry_kind_i(dut_entry_now.kind),
    .entry_blocks_i(dut_entry_blocks),
    .gone_i      (dut_gone),
    .plan_i      (dut_plan),
    .plan_kind_i (dut_plan_run.kind),
    .rest_i      (dut_rest),
    .aside_i     (dut_aside),
    .next_i      (dut_next),
    .next_kind_i (dut_next_run.kind),
    .some_i      (dut_run_valid),
    .run_kind_i  (dut_run.kind),
    .pop_i       (dut_run_valid && dut_run_ready),
    .turn_i      (dut_run_valid && (!dut_rec_valid || dut_rec_ready)),
    .full_i      ({dut_icnt_full, dut_hist_full}),
    .record_i    (dut_record),
    .packs_i     (dut_packed),
    .load_i      (Lanes == 1 ? dut_load : dut_moves),
    .beat_i      (dut_packed && dut_packed_ready),
    .level_i     (dut_level)
  );

  // ---- Covers --------------------------------------------------------------------------------------

  // A session from its start message to its Correlation, with a beat that waited.
  logic waited_q, ended_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waited_q, ended_q} <= '0;
    else begin
      waited_q <= cfg_i.active && (waited_q || (m_valid && !m_ready_i));
      ended_q <= m_valid && m_ready_i && m_data[7:0] == {rvt_ntrace_pkg::TcProgTraceCorrelation, 2'b0};
    end
  end
  `RVT_COVER(Session_C, ended_q && waited_q)
  `RVT_COVER(Overflow_C, overflow && m_valid)

endmodule

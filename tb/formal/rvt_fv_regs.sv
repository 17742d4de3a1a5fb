// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The encoder's registers against what docs/units/registers.md says of single fields, for every bus,
/// encoder, consumer and power switch. The references are written from the page, not from the unit.
module rvt_fv_regs #(
  parameter int unsigned Btm         = 1,
  parameter int unsigned Htm         = 1,
  parameter int unsigned StackDepth  = 8,
  parameter int unsigned ReturnModes = 1,
  parameter int unsigned SeqJump     = 1,
  parameter int unsigned AllJumps    = 1,
  parameter int unsigned ExtendAddr  = 1,
  parameter int unsigned RepeatBranch = 1,
  parameter int unsigned Context     = 2,
  parameter int unsigned SyncClocks  = 1,
  parameter int unsigned Events      = 1,
  parameter int unsigned SrcBitsMax  = 12
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        psel_i,
  input logic        penable_i,
  input logic        pwrite_i,
  input logic [11:0] paddr_i,
  input logic [31:0] pwdata_i,
  input logic [3:0]  pstrb_i,
  input logic        active_ack_i,
  input logic        empty_i,
  input logic        settled_i,
  input logic        overflow_i,
  input logic        stall_i,
  input logic        trig_on_i,
  input logic        trig_off_i,
  input logic        valid_i,  // of the encoder; the component masks it
  input logic        m_ready_i,
  input logic        m_eom_i,
  input logic        dn_on_i,

  (* probe = "i_dut.enable_q" *) input logic dut_enable,
  (* probe = "i_dut.tracing_q" *) input logic dut_tracing,
  (* probe = "i_dut.trig_ena_q" *) input logic dut_trig_ena,
  (* probe = "i_dut.sticky_q" *) input logic dut_sticky,
  (* probe = "i_dut.wait_q" *) input logic dut_wait,
  (* probe = "i_dut.mid_q" *) input logic dut_mid,
  (* probe = "i_dut.i_held.set_q" *) input logic [32:0] dut_set,
  (* probe = "i_dut.i_active.life_q" *) input logic [2:0] dut_life,
  (* probe = "i_dut.i_active.want_q" *) input logic dut_want
);

  rvt_config_pkg::config_t cfg;
  logic [31:0] prdata;
  logic req, m_valid, settled, pready, pslverr;

  assign m_valid = valid_i && cfg.active;
  assign settled = empty_i || settled_i;  // what is empty has settled

  rvt_regs_encoder #(
    .Btm(Btm),
    .Htm(Htm),
    .StackDepth(StackDepth),
    .ReturnModes(ReturnModes),
    .SeqJump(SeqJump),
    .AllJumps(AllJumps),
    .ExtendAddr(ExtendAddr),
    .RepeatBranch(RepeatBranch),
    .Context(Context),
    .SyncClocks(SyncClocks),
    .Events(Events),
    .SrcBitsMax(SrcBitsMax)
  ) i_dut (
    .*,
    .prdata_o(prdata),
    .pready_o(pready),
    .pslverr_o(pslverr),
    .active_req_o(req),
    .cfg_o(cfg),
    .settled_i(settled),
    .m_valid_i(m_valid),
    .halted_i(1'b0),
    .time_i(1'b0),
    .time_o(),
    .closing_o()
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // ---- Bus -------------------------------------------------------------------------------------

  // An access phase follows its setup phase, with the same access.
  logic setup_q, write_q;
  logic [11:0] addr_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      setup_q <= 1'b0;
      write_q <= 1'b0;
      addr_q <= '0;
    end else begin
      setup_q <= psel_i && !penable_i;
      write_q <= pwrite_i;
      addr_q <= paddr_i;
    end
  end
  `RVT_ASSUME(Phase_M, setup_q == (psel_i && penable_i))
  `RVT_ASSUME(Same_M, !setup_q || (write_q == pwrite_i && addr_q == paddr_i))

  `RVT_ASSERT(NoWait_A, pready && !pslverr)
  `RVT_IMPLIES(Quiet_A, !(psel_i && penable_i && !pwrite_i), prdata == '0)
  // Nothing is where nothing is (TCI:BUS-01).
  logic vendor;  // rvtTeControl
  assign vendor = RepeatBranch != 0 && paddr_i[11:2] == 10'h380;
  `RVT_IMPLIES(Window_A, (|paddr_i[11:4] || paddr_i[3:2] == 2'd3) && !vendor, prdata == '0)
  `RVT_IMPLIES(Vendor_A, vendor, prdata[31:1] == '0)

  // ---- Fields ----------------------------------------------------------------------------------

  // "The first that applies", of docs/units/registers.md, for a component that is On.
  logic control, low, written_off, disables, gate;
  logic on_q, tracing_q, enable_q, sticky_q;  // what the clock before has to leave
  assign control = psel_i && penable_i && pwrite_i && paddr_i[11:2] == '0;
  assign low = control && pstrb_i[0];
  assign written_off = low && !pwdata_i[0];
  assign disables = low && dut_enable && (!pwdata_i[1] || written_off);
  assign gate = dut_enable && dut_trig_ena;

  // On from Active's handshake alone: answered, and no 0 wanted since.
  logic on, want_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      on <= 1'b0;
      want_q <= 1'b0;
      on_q <= 1'b0;
      tracing_q <= 1'b0;
      enable_q <= 1'b0;
      sticky_q <= 1'b0;
    end else begin
      on <= cfg.active ? on && (low ? pwdata_i[0] : want_q) : req && active_ack_i;
      if (low) want_q <= pwdata_i[0];  // bit 0 of the last write to byte 0 of Control
      on_q <= on;
      tracing_q <= disables || written_off ? 1'b0 :
                   gate && trig_off_i ? 1'b0 :
                   gate && trig_on_i ? 1'b1 :
                   low ? pwdata_i[2] : dut_tracing;
      enable_q <= low ? pwdata_i[1] && !written_off : dut_enable;
      sticky_q <= overflow_i || stall_i ? 1'b1 :
                  low && pwdata_i[1] && !written_off && !dut_enable ? 1'b0 :
                  control && !written_off && pstrb_i[1] && pwdata_i[12] ? 1'b0 : dut_sticky;
    end
  end

  `RVT_ASSERT(On_L, on == (dut_life == 3'd3) && want_q == dut_want)
  `RVT_IMPLIES(Fresh_L, on && !want_q, !dut_enable && !dut_tracing)
  `RVT_IMPLIES(Tracing_A, on_q, dut_tracing == tracing_q)
  `RVT_IMPLIES(Enable_A, on_q, dut_enable == enable_q)
  `RVT_IMPLIES(Sticky_A, on_q, dut_sticky == sticky_q)
  // Not On, nothing is traced and no hart waits (TCI:CTRL-03, OVF-10).
  `RVT_IMPLIES(Off_A, !on, !dut_enable && !dut_tracing && !cfg.enable && !cfg.tracing)

  // ---- Configuration ---------------------------------------------------------------------------

  localparam int unsigned HeldBits = 4 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 2 + 1 + 1 + 1 + 12 + 4 + 1;
  logic [HeldBits-1:0] held, held_q;
  logic traced, trace_q;
  assign held = {cfg.mode, cfg.context_en, cfg.inhibit_src, cfg.no_addr_diff, cfg.no_trap_addr, cfg.seq_en, cfg.ir_en,
                 cfg.branch_prediction, cfg.jump_target_cache, cfg.ir_mode, cfg.repeat_hist, cfg.all_jumps, cfg.extend_addr, cfg.src_id, cfg.src_bits, cfg.repeat_branch};
  assign traced = cfg.active && cfg.enable && cfg.mode != '0 &&
                  (cfg.tracing || (cfg.trig_ena && trig_on_i));
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      trace_q <= 1'b0;
      held_q <= '0;
    end else begin
      trace_q <= cfg.active && (traced || !settled);
      held_q <= held;
    end
  end
  // From a trace start until the encoder has settled nothing changes (TCI:CTRL-23).
  `RVT_IMPLIES(Held_A, trace_q && cfg.active, held == held_q)
  // Only what is built, stored or in force (TCI:TE-02), and no identifier wider than it says (TE-08).
  function automatic logic is_legal(input logic [32:0] f);
    is_legal = (f[32:30] == 3'd0 || (Btm != 0 && f[32:30] == 3'd3) || (Htm != 0 && f[32:30] == 3'd6)) &&
               (Context != 0 || !f[29]) && (SrcBitsMax != 0 || !f[28]) && f[27:26] == 2'd0 && (SeqJump != 0 || !f[25]) &&
               (StackDepth != 0 || !f[24]) && f[23:22] == 2'd0 &&
               (f[21:20] == 2'd0 || (StackDepth != 0 && (f[21:20] == 2'd3 || ReturnModes != 0))) &&
               !f[19] && (AllJumps != 0 || !f[18]) && (ExtendAddr != 0 || !f[17]) &&
               32'(f[4:1]) <= SrcBitsMax && (f[16:5] >> f[4:1]) == 12'd0 && (RepeatBranch != 0 || !f[0]);
  endfunction
  `RVT_ASSERT(Legal_A, is_legal(held[32:0]) && cfg.mode[3] == 1'b0)
  `RVT_ASSERT(Stored_L, is_legal(dut_set))
  `RVT_ASSERT(Absent_A,
              (Events != 0 || !dut_trig_ena) && (SyncClocks != 0 || cfg.sync_mode != 2'd2))

  // ---- Output ----------------------------------------------------------------------------------

  // No message is cut while its consumer listens (TCI:CTRL-07).
  logic within_q, deaf_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      within_q <= 1'b0;
      deaf_q <= 1'b0;
    end else begin
      within_q <= cfg.active && (m_valid ? !(m_ready_i && m_eom_i) : within_q);
      deaf_q <= !dn_on_i;
    end
  end
  // A beat on offer stays (TCI:LINK-05).
  logic offer_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) offer_q <= 1'b0;
    else offer_q <= m_valid && !m_ready_i;
  end
  `RVT_IMPLIES_M(Stays_M, offer_q, valid_i)
  `RVT_IMPLIES(Whole_A, within_q && !cfg.active, deaf_q)
  `RVT_IMPLIES(Within_L, cfg.active, within_q == (dut_mid || offer_q))

  // ---- Covers ----------------------------------------------------------------------------------

  logic close_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) close_q <= 1'b0;
    else close_q <= cfg.active && !on && within_q && dn_on_i;
  end
  `RVT_COVER(Closing_C, close_q && !cfg.active)
  `RVT_COVER(Wait_C, on && dut_wait && dut_enable && dut_tracing)
  `RVT_COVER(Read_C, on && traced && prdata != '0 && cfg.src_bits == 4'(SrcBitsMax))

endmodule

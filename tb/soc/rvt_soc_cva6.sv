// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// CVA6 traces itself: RV64, two commit ports. While an encoder asks for stall its clock stands.
module rvt_soc_cva6 #(
  parameter int unsigned Format = 0  // of the trace, as `rvt_soc`'s
);

  localparam int unsigned Ports = 2;  // NR_COMMIT_PORTS
  localparam int unsigned Xlen = 64;
  localparam int unsigned AsidWidth = ariane_pkg::ASID_WIDTH;

  /// What is below the memory may not be read on suspicion.
  function automatic ariane_pkg::ariane_cfg_t config_of();
    config_of = ariane_pkg::ArianeDefaultConfig;
    config_of.NrNonIdempotentRules = 1;
    config_of.NonIdempotentAddrBase[0] = 64'h0;
    config_of.NonIdempotentLength[0] = 64'h8000_0000;
  endfunction
  localparam ariane_pkg::ariane_cfg_t Config = config_of();

  logic clk, rst_n, hart_rst_n;
  logic stall, tandem_stall, step, step_latch, hart_clk;
  ariane_axi::req_t req;
  ariane_axi::resp_t resp;
  logic dreq, dgrant, dvalid, dwe;
  logic [31:0] daddress, dwdata, drdata;
  logic [3:0] dbe;
  logic exokay;
  logic irq_timer, irq_software;
  logic [Ports-1:0] valid, trap, interrupt;
  logic [Ports*32-1:0] insn;
  logic [Ports*2-1:0]  mode;
  logic [Ports*Xlen-1:0] pc, target, ecause, etval;
  logic [Ports*6-1:0] iretire;
  logic [Ports*Xlen-1:0] iaddr, goes_to;
  logic [Ports*4-1:0]  itype;
  logic [Ports*2-1:0]  ilastsize;
  logic [Ports-1:0] sijump;
  logic halted, trc_clk, igrant, ivalid;
  logic [31:0] irdata;
  logic [Xlen-1:0] cause, tval;
  logic [2:0]  priv;
  logic [AsidWidth-1:0] asid;
  logic [1:0]  ctype;
  logic [3:0]  trc_data;

  // ---- The core, its clock -------------------------------------------------------------------------

  assign step = !stall && !tandem_stall;
  always_latch if (!clk) step_latch = step;
  assign hart_clk = clk && step_latch;

  ariane #(
    .ArianeCfg(Config)
  ) i_core (
    .clk_i(hart_clk),
    .rst_ni(hart_rst_n),
    .boot_addr_i(64'h8000_0080),
    .hart_id_i('0),
    .irq_i('0),
    .ipi_i(irq_software),
    .time_irq_i(irq_timer),
    .debug_req_i(1'b0),
    .axi_req_o(req),
    .axi_resp_i(resp)
  );

  // ---- What retires --------------------------------------------------------------------------------

  // A trap is at the first port, in a clock of its own: `ex_commit`. The word of an instruction is in `ex.tval` as long as it has
  // none. Of branches and jumps the scoreboard has the resolved target; here it is compared only.
  // Of the CSRs for a trap those of its level are written in this clock: xtval is not always the `tval` of `ex_commit`.
  logic to_s, took_q, took_s_q;
  assign to_s = i_core.i_cva6.csr_regfile_i.trap_to_priv_lvl == riscv::PRIV_LVL_S;
  always_ff @(posedge clk or negedge hart_rst_n) begin
    if (!hart_rst_n) {took_q, took_s_q} <= '0;
    else {took_q, took_s_q} <= {step && i_core.i_cva6.ex_commit.valid, to_s};
  end
  for (genvar c = 0; c < Ports; c++) begin : g_port
    ariane_pkg::scoreboard_entry_t entry;
    logic traps;
    assign entry = i_core.i_cva6.commit_instr_id_commit[c];
    assign traps = c == 0 && i_core.i_cva6.ex_commit.valid;
    assign valid[c] = step && (i_core.i_cva6.commit_ack[c] || traps);
    assign trap[c] = traps;
    assign interrupt[c] = traps && i_core.i_cva6.ex_commit.cause[Xlen-1];
    assign ecause[Xlen*c+:Xlen] = i_core.i_cva6.ex_commit.cause;
    assign etval[Xlen*c+:Xlen] = to_s ? i_core.i_cva6.csr_regfile_i.stval_d :
                                        i_core.i_cva6.csr_regfile_i.mtval_d;
    assign insn[32*c+:32] = entry.ex.tval[31:0];
    assign mode[2*c+:2] = i_core.i_cva6.priv_lvl;
    assign pc[Xlen*c+:Xlen] = entry.pc;
    assign target[Xlen*c+:Xlen] =
        entry.fu == ariane_pkg::CTRL_FLOW && !traps ? entry.bp.predict_address : '0;
  end

  // ---- What it has changed -------------------------------------------------------------------------

  logic [63:0] memory_atomic;

  rvt_soc_cva6_changes i_changes (
    .clk_i(clk),
    .rst_ni(hart_rst_n),
    .stall_o(tandem_stall),
    .valid_i(valid),
    .pc_i(pc),
    .insn_i(insn),
    .trap_i(trap[0]),
    .interrupt_i(interrupt[0]),
    .to_s_i(to_s),
    .atomic_i(memory_atomic)
  );

  // ---- The system ----------------------------------------------------------------------------------

  always_comb begin
    resp.b.resp = {1'b0, exokay};
    resp.b.user = '0;
    resp.r.resp = {1'b0, exokay};
    resp.r.user = '0;
  end

  rvt_soc_axi i_axi (
    .clk_i(clk),
    .rst_ni(hart_rst_n),
    .step_i(step),
    .aw_valid_i(req.aw_valid),
    .aw_ready_o(resp.aw_ready),
    .aw_id_i(req.aw.id),
    .aw_addr_i(req.aw.addr[31:0]),
    .aw_len_i(req.aw.len),
    .aw_size_i(req.aw.size),
    .aw_burst_i(req.aw.burst),
    .aw_atop_i(req.aw.atop),
    .aw_lock_i(req.aw.lock),
    .w_valid_i(req.w_valid),
    .w_ready_o(resp.w_ready),
    .w_data_i(req.w.data),
    .w_strb_i(req.w.strb),
    .b_valid_o(resp.b_valid),
    .b_ready_i(req.b_ready),
    .b_id_o(resp.b.id),
    .ar_valid_i(req.ar_valid),
    .ar_ready_o(resp.ar_ready),
    .ar_id_i(req.ar.id),
    .ar_addr_i(req.ar.addr[31:0]),
    .ar_len_i(req.ar.len),
    .ar_size_i(req.ar.size),
    .ar_burst_i(req.ar.burst),
    .ar_lock_i(req.ar.lock),
    .r_valid_o(resp.r_valid),
    .r_ready_i(req.r_ready),
    .r_id_o(resp.r.id),
    .r_data_o(resp.r.data),
    .r_last_o(resp.r.last),
    .exokay_o(exokay),
    .atomic_o(memory_atomic),
    .req_o(dreq),
    .gnt_i(dgrant),
    .addr_o(daddress),
    .we_o(dwe),
    .be_o(dbe),
    .wdata_o(dwdata),
    .rvalid_i(dvalid),
    .rdata_i(drdata)
  );

  rvt_soc #(
    .Format(Format),
    .Xlen(Xlen),
    .Blocks(Ports),
    .StallLatency(5),
    .Context(2),
    .ContextWidth(AsidWidth)
  ) i_soc (
    .clk_i(clk),
    .rst_ni(rst_n),
    .hart_rst_ni(hart_rst_n),
    .instr_req_i(1'b0),
    .instr_gnt_o(igrant),
    .instr_addr_i('0),
    .instr_rvalid_o(ivalid),
    .instr_rdata_o(irdata),
    .data_req_i(dreq),
    .data_gnt_o(dgrant),
    .data_addr_i(daddress),
    .data_we_i(dwe),
    .data_be_i(dbe),
    .data_wdata_i(dwdata),
    .data_rvalid_o(dvalid),
    .data_rdata_o(drdata),
    .irq_timer_o(irq_timer),
    .irq_software_o(irq_software),
    .iretire_i(iretire),
    .iaddr_i(iaddr),
    .itype_i(itype),
    .ilastsize_i(ilastsize),
    .sijump_i(sijump),
    .target_i(goes_to),
    .cause_i(cause),
    .tval_i(tval),
    .priv_i(priv),
    .context_i(asid),
    .ctype_i(ctype),
    .halted_i(halted),
    .stall_i(1'b0),
    .stall_o(stall),
    .trc_clk_o(trc_clk),
    .trc_data_o(trc_data)
  );

  rvt_soc_hart #(
    .Xlen(Xlen),
    .Format(Format),
    .Nret(Ports),
    .Commit(1),
    .ContextWidth(AsidWidth)
  ) i_hart (
    .clk_o(clk),
    .rst_no(rst_n),
    .hart_rst_no(hart_rst_n),
    .rvfi_valid_i(valid),
    .rvfi_insn_i(insn),
    .rvfi_trap_i(trap),
    .rvfi_intr_i(interrupt),
    .rvfi_mode_i(mode),
    .rvfi_pc_rdata_i(pc),
    .rvfi_pc_wdata_i(target),
    .took_i(took_q),
    .took_pc_i(took_s_q ? i_core.i_cva6.csr_regfile_i.sepc_q : i_core.i_cva6.csr_regfile_i.mepc_q),
    .took_interrupt_i(took_s_q ? i_core.i_cva6.csr_regfile_i.scause_q[Xlen-1] :
                                 i_core.i_cva6.csr_regfile_i.mcause_q[Xlen-1]),
    .took_cause_i(took_s_q ? i_core.i_cva6.csr_regfile_i.scause_q : i_core.i_cva6.csr_regfile_i.mcause_q),
    .took_tval_i(took_s_q ? i_core.i_cva6.csr_regfile_i.stval_q : i_core.i_cva6.csr_regfile_i.mtval_q),
    .cause_i(ecause),
    .tval_i(etval),
    .interrupt_i(1'b1),
    .irq_i(1'b0),
    .irq_pc_i('0),
    .irq_cause_i('0),
    .irq_mode_i('0),
    .halted_i(i_core.i_cva6.debug_mode),
    .dpc_i(i_core.i_cva6.csr_regfile_i.dpc_q),
    // It has no scontext. A write of satp retires alone, under the ASID before it.
    .context_i(i_core.i_cva6.asid_csr_ex),
    .iretire_o(iretire),
    .iaddr_o(iaddr),
    .itype_o(itype),
    .ilastsize_o(ilastsize),
    .sijump_o(sijump),
    .target_o(goes_to),
    .cause_o(cause),
    .tval_o(tval),
    .priv_o(priv),
    .halted_o(halted),
    .context_o(asid),
    .ctype_o(ctype)
  );

endmodule

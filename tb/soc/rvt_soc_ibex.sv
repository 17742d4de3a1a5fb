// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Ibex traces itself.
module rvt_soc_ibex #(
  parameter int unsigned Format = 0,  // of the trace, as `rvt_soc`'s
  parameter int unsigned Commit = 0  // 1: as a core with commit ports, which may retire in the clock that takes an interrupt
);

  logic clk, rst_n, hart_rst_n;
  logic ireq, igrant, ivalid, dreq, dgrant, dvalid, dwe;
  logic [31:0] iaddress, irdata, daddress, dwdata, drdata;
  logic [3:0] dbe;
  logic irq_timer, irq_software;
  logic valid, trap, intr, debug;
  logic [1:0] mode;
  logic [31:0] insn, pc_rdata, pc_wdata, rd_wdata, rvfi_mem_addr, rvfi_mem_wdata;
  logic [4:0] rd_addr;
  logic [3:0] rvfi_mem_rmask, rvfi_mem_wmask;
  logic tandem_stall;
  logic [5:0] iretire;
  logic [31:0] iaddr, cause, tval, target;
  logic [3:0]  itype;
  logic [1:0]  ilastsize;
  logic sijump, halted, stall, trc_clk, hart_context;
  logic [2:0]  priv;
  logic [1:0]  ctype;
  logic [3:0]  trc_data;

  // What the core has written for its newest trap, in the clock after; mcause without its top bit.
  ibex_pkg::exc_cause_t mcause;
  logic [31:0] mtval;
  logic took_q;
  assign mcause = i_core.u_ibex_core.cs_registers_i.mcause_q;
  assign mtval = i_core.u_ibex_core.cs_registers_i.mtval_q;
  always_ff @(posedge clk or negedge hart_rst_n) begin
    if (!hart_rst_n) took_q <= 1'b0;
    else took_q <= i_core.u_ibex_core.csr_save_cause && !debug;
  end

  ibex_top #(
    .PMPEnable(1'b1),
    .RV32M(ibex_pkg::RV32MFast),
    .RegFile(ibex_pkg::RegFileFF),
    .WritebackStage(1'b1)
  ) i_core (
    .clk_i(clk),
    .rst_ni(hart_rst_n),
    .test_en_i(1'b0),
    .ram_cfg_i('0),
    .hart_id_i('0),
    .boot_addr_i(32'h8000_0000),
    .instr_req_o(ireq),
    .instr_gnt_i(igrant),
    .instr_rvalid_i(ivalid),
    .instr_addr_o(iaddress),
    .instr_rdata_i(irdata),
    .instr_rdata_intg_i('0),
    .instr_err_i(1'b0),
    .data_req_o(dreq),
    .data_gnt_i(dgrant),
    .data_rvalid_i(dvalid),
    .data_we_o(dwe),
    .data_be_o(dbe),
    .data_addr_o(daddress),
    .data_wdata_o(dwdata),
    .data_rdata_i(drdata),
    .data_rdata_intg_i('0),
    .data_err_i(1'b0),
    .irq_software_i(irq_software),
    .irq_timer_i(irq_timer),
    .irq_external_i(1'b0),
    .irq_fast_i('0),
    .irq_nm_i(1'b0),
    .scramble_key_valid_i(1'b0),
    .scramble_key_i('0),
    .scramble_nonce_i('0),
    .debug_req_i(1'b0),
    .rvfi_valid(valid),
    .rvfi_insn(insn),
    .rvfi_trap(trap),
    .rvfi_intr(intr),
    .rvfi_mode(mode),
    .rvfi_pc_rdata(pc_rdata),
    .rvfi_pc_wdata(pc_wdata),
    .rvfi_rd_addr(rd_addr),
    .rvfi_rd_wdata(rd_wdata),
    .rvfi_mem_addr(rvfi_mem_addr),
    .rvfi_mem_rmask(rvfi_mem_rmask),
    .rvfi_mem_wmask(rvfi_mem_wmask),
    .rvfi_mem_wdata(rvfi_mem_wdata),
    .rvfi_ext_debug_mode(debug),
    .fetch_enable_i(ibex_pkg::IbexMuBiOn),
    .scan_rst_ni(1'b1)
  );

  // ---- What it has changed: all that its programs write of CSRs -----------------------------------

  localparam int unsigned Channels = 7;
  localparam logic [12*Channels-1:0] Numbers = {
    12'h343, 12'h342, 12'h341, 12'h340, 12'h305, 12'h304, 12'h300
  };
  logic told_valid, told_trap, told_intr;
  logic [1:0] told_mode;
  logic [31:0] told_insn, told_pc, told_pc_w, told_rd_data, told_addr, told_wdata, mstatus, mie;
  logic [4:0] told_rd;
  logic [3:0] told_rmask, told_wmask;
  logic [Channels*32-1:0] csrs, csr_rdata, csr_wmask, csr_wdata;

  always_comb begin
    mstatus = '0;
    mstatus[3] = i_core.u_ibex_core.cs_registers_i.mstatus_q.mie;
    mstatus[7] = i_core.u_ibex_core.cs_registers_i.mstatus_q.mpie;
    mstatus[12:11] = i_core.u_ibex_core.cs_registers_i.mstatus_q.mpp;
    mstatus[17] = i_core.u_ibex_core.cs_registers_i.mstatus_q.mprv;
    mstatus[21] = i_core.u_ibex_core.cs_registers_i.mstatus_q.tw;
    mie = '0;
    mie[3] = i_core.u_ibex_core.cs_registers_i.mie_q.irq_software;
    mie[7] = i_core.u_ibex_core.cs_registers_i.mie_q.irq_timer;
    mie[11] = i_core.u_ibex_core.cs_registers_i.mie_q.irq_external;
  end
  assign csrs = {
    mtval,
    mcause.irq_ext | mcause.irq_int,
    26'd0,
    mcause.lower_cause,
    i_core.u_ibex_core.cs_registers_i.mepc_q,
    i_core.u_ibex_core.cs_registers_i.mscratch_q,
    i_core.u_ibex_core.cs_registers_i.mtvec_q,
    mie,
    mstatus
  };

  rvt_soc_ibex_csrs #(
    .Channels(Channels),
    .Width(4 + 6 * 32 + 5 + 8)
  ) i_csrs (
    .clk_i(clk),
    .rst_ni(hart_rst_n),
    .csrs_i(csrs),
    .id_done_i(i_core.u_ibex_core.rvfi_id_done),
    .wb_done_i(i_core.u_ibex_core.rvfi_wb_done),
    .irq_i(i_core.u_ibex_core.csr_save_cause && (i_core.u_ibex_core.exc_cause.irq_ext ||
                                                 i_core.u_ibex_core.exc_cause.irq_int)),
    .valid_i(valid),
    .trap_i(trap),
    .intr_i(intr),
    .rvfi_i({trap, intr, mode, insn, pc_rdata, pc_wdata, rd_addr, rd_wdata, rvfi_mem_addr,
             rvfi_mem_rmask, rvfi_mem_wmask, rvfi_mem_wdata}),
    .valid_o(told_valid),
    .rvfi_o({told_trap, told_intr, told_mode, told_insn, told_pc, told_pc_w, told_rd, told_rd_data, told_addr,
             told_rmask, told_wmask, told_wdata}),
    .rdata_o(csr_rdata),
    .wmask_o(csr_wmask),
    .wdata_o(csr_wdata)
  );

  rvt_soc_tandem #(
    .Channels(Channels),
    .Elements(32'h69),  // gpr, privilege, eaddr, store
    .StallLatency(12)
  ) i_tandem (
    .clk_i(clk),
    .rst_ni(hart_rst_n),
    .rvfi_valid_i(told_valid),
    .rvfi_insn_i(told_insn),
    .rvfi_trap_i(told_trap),
    .rvfi_intr_i(told_intr),
    .rvfi_mode_i(told_mode),
    .rvfi_pc_rdata_i(told_pc),
    .rvfi_pc_wdata_i(told_pc_w),
    .rvfi_rd_addr_i(told_rd),
    .rvfi_rd_wdata_i(told_rd_data),
    .rvfi_mem_addr_i(told_addr),
    .rvfi_mem_rmask_i(told_rmask),
    .rvfi_mem_wmask_i(told_wmask),
    .rvfi_mem_wdata_i(told_wdata),
    .rvfi_csr_rdata_i(csr_rdata),
    .rvfi_csr_wmask_i(csr_wmask),
    .rvfi_csr_wdata_i(csr_wdata),
    .csrs_i(Numbers),
    .bus_valid_i(1'b0),
    .bus_op_i('0),
    .bus_size_i('0),
    .bus_address_i('0),
    .bus_request_i('0),
    .bus_response_i('0),
    .stall_o(tandem_stall)
  );

  // ---- The system ----------------------------------------------------------------------------------

  rvt_soc #(
    .Format(Format),
    .StallLatency(12),
    .Context(1)
  ) i_soc (
    .clk_i(clk),
    .rst_ni(rst_n),
    .hart_rst_ni(hart_rst_n),
    .instr_req_i(ireq),
    .instr_gnt_o(igrant),
    .instr_addr_i(iaddress),
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
    .target_i(target),
    .cause_i(cause),
    .tval_i(tval),
    .priv_i(priv),
    .context_i(hart_context),
    .ctype_i(ctype),
    .halted_i(halted),
    .stall_i(tandem_stall),
    .stall_o(stall),
    .trc_clk_o(trc_clk),
    .trc_data_o(trc_data)
  );

  rvt_soc_hart #(
    .Format(Format),
    .Commit(Commit)
  ) i_hart (
    .clk_o(clk),
    .rst_no(rst_n),
    .hart_rst_no(hart_rst_n),
    .rvfi_valid_i(valid),
    .rvfi_insn_i(insn),
    .rvfi_trap_i(trap),
    .rvfi_intr_i(intr && Commit == 0),
    .rvfi_mode_i(mode),
    .rvfi_pc_rdata_i(pc_rdata),
    .rvfi_pc_wdata_i(Commit == 0 ? pc_wdata : '0),
    .irq_i(i_core.u_ibex_core.csr_save_cause && (i_core.u_ibex_core.exc_cause.irq_ext ||
                                                 i_core.u_ibex_core.exc_cause.irq_int)),
    .irq_pc_i(i_core.u_ibex_core.pc_if),
    .irq_cause_i(32'(i_core.u_ibex_core.exc_cause.lower_cause)),
    .irq_mode_i(Commit != 0 ? i_core.u_ibex_core.priv_mode_id : i_core.u_ibex_core.cs_registers_i.mstatus_q.mpp),
    // Its CSRs are written when it shows an exception, or a handler's first instruction.
    .cause_i(32'(mcause.lower_cause)),
    .tval_i(mtval),
    .interrupt_i(mcause.irq_int || mcause.irq_ext || Commit != 0),
    .took_i(took_q),
    .took_pc_i(i_core.u_ibex_core.cs_registers_i.mepc_q),
    .took_interrupt_i(mcause.irq_int || mcause.irq_ext),
    .took_cause_i(32'(mcause.lower_cause)),
    .took_tval_i(mtval),
    .halted_i(debug),
    .dpc_i('0),
    .context_i(1'b0),
    .iretire_o(iretire),
    .iaddr_o(iaddr),
    .itype_o(itype),
    .ilastsize_o(ilastsize),
    .sijump_o(sijump),
    .target_o(target),
    .cause_o(cause),
    .tval_o(tval),
    .priv_o(priv),
    .halted_o(halted),
    .context_o(hart_context),
    .ctype_o(ctype)
  );

endmodule

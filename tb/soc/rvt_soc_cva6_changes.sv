// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What CVA6 changes, out of `i_core` of rvt_soc_cva6: commit ports, CSR file, store unit.
module rvt_soc_cva6_changes (
  input  logic            clk_i,
  input  logic            rst_ni,
  output logic            stall_o,
  input  logic [1:0]      valid_i,
  input  logic [2*64-1:0] pc_i,
  input  logic [2*32-1:0] insn_i,
  input  logic            trap_i,       // of port 0
  input  logic            interrupt_i,  // ... by an interrupt
  input  logic            to_s_i,       // ... into S-mode
  input  logic [63:0]     atomic_i      // what the last atomic access has left in memory, in its lanes
);

  // The CSRs that its programs write, before and after this clock. mip is written by what asks for interrupts, too: here by software.
  localparam int unsigned Channels = 27;
  localparam logic [12*Channels-1:0] Numbers = {
    12'h344,
    12'h3b7,
    12'h3b6,
    12'h3b5,
    12'h3b4,
    12'h3b3,
    12'h3b2,
    12'h3b1,
    12'h3b0,
    12'h3a0,
    12'h343,
    12'h342,
    12'h341,
    12'h340,
    12'h306,
    12'h305,
    12'h304,
    12'h303,
    12'h302,
    12'h300,
    12'h180,
    12'h143,
    12'h142,
    12'h141,
    12'h140,
    12'h106,
    12'h105
  };
  logic [64*Channels-1:0] csr_before, csr_after;
  logic [63:0] mip_after;
  logic [1:0] is32, gpr_valid, eaddr_valid;
  logic [2*5-1:0] gpr;
  logic [2*64-1:0] gpr_data, eaddr;
  logic insn_valid, stores, atomic, paddr_valid, store_valid;
  logic [63:0] paddr, store;
  logic [1:0] store_size, oldest;
  ariane_pkg::amo_req_t amo;

  assign mip_after = i_core.i_cva6.csr_regfile_i.csr_we &&
      (i_core.i_cva6.csr_addr_ex_csr == 12'h344 || i_core.i_cva6.csr_addr_ex_csr == 12'h144) ?
      i_core.i_cva6.csr_regfile_i.mip_d : i_core.i_cva6.csr_regfile_i.mip_q;

  // Of all but mip: what the CSR file holds, _q, and what it will hold, _d.
  `define RVT_CVA6_CSRS(State) \
    10'd0, i_core.i_cva6.csr_regfile_i.pmpaddr``State[7], \
    10'd0, i_core.i_cva6.csr_regfile_i.pmpaddr``State[6], \
    10'd0, i_core.i_cva6.csr_regfile_i.pmpaddr``State[5], \
    10'd0, i_core.i_cva6.csr_regfile_i.pmpaddr``State[4], \
    10'd0, i_core.i_cva6.csr_regfile_i.pmpaddr``State[3], \
    10'd0, i_core.i_cva6.csr_regfile_i.pmpaddr``State[2], \
    10'd0, i_core.i_cva6.csr_regfile_i.pmpaddr``State[1], \
    10'd0, i_core.i_cva6.csr_regfile_i.pmpaddr``State[0], \
    i_core.i_cva6.csr_regfile_i.pmpcfg``State[7:0], \
    i_core.i_cva6.csr_regfile_i.mtval``State, \
    i_core.i_cva6.csr_regfile_i.mcause``State, \
    i_core.i_cva6.csr_regfile_i.mepc``State, \
    i_core.i_cva6.csr_regfile_i.mscratch``State, \
    i_core.i_cva6.csr_regfile_i.mcounteren``State, \
    i_core.i_cva6.csr_regfile_i.mtvec``State, \
    i_core.i_cva6.csr_regfile_i.mie``State, \
    i_core.i_cva6.csr_regfile_i.mideleg``State, \
    i_core.i_cva6.csr_regfile_i.medeleg``State, \
    i_core.i_cva6.csr_regfile_i.mstatus``State, \
    i_core.i_cva6.csr_regfile_i.satp``State, \
    i_core.i_cva6.csr_regfile_i.stval``State, \
    i_core.i_cva6.csr_regfile_i.scause``State, \
    i_core.i_cva6.csr_regfile_i.sepc``State, \
    i_core.i_cva6.csr_regfile_i.sscratch``State, \
    i_core.i_cva6.csr_regfile_i.scounteren``State, \
    i_core.i_cva6.csr_regfile_i.stvec``State
  assign csr_before = {i_core.i_cva6.csr_regfile_i.mip_q, `RVT_CVA6_CSRS(_q)};
  assign csr_after = {mip_after, `RVT_CVA6_CSRS(_d)};
  `undef RVT_CVA6_CSRS

  // An instruction that traps is known while its `ex.tval` is the word: where no address is in it.
  assign insn_valid = i_core.i_cva6.ex_commit.cause inside {
    riscv::ILLEGAL_INSTR, riscv::BREAKPOINT, riscv::ENV_CALL_UMODE, riscv::ENV_CALL_SMODE, riscv::ENV_CALL_MMODE
  };
  for (genvar c = 0; c < 2; c++) begin : g_changed
    ariane_pkg::scoreboard_entry_t entry;
    assign entry = i_core.i_cva6.commit_instr_id_commit[c];
    assign is32[c] = !entry.is_compressed;
    assign gpr[5*c+:5] = i_core.i_cva6.waddr_commit_id[c];
    assign gpr_data[64*c+:64] = i_core.i_cva6.wdata_commit_id[c];
    assign gpr_valid[c] = i_core.i_cva6.we_gpr_commit_id[c] && i_core.i_cva6.waddr_commit_id[c] != '0;
    assign eaddr_valid[c] = entry.fu == ariane_pkg::LOAD || entry.fu == ariane_pkg::STORE;
    assign eaddr[64*c+:64] = 64'(entry.lsu_addr);
  end

  // A store leaves the speculative queue; its data are in their lanes of 64 bits. An atomic access is done when it retires: what is
  // then in memory is the memory's word.
  assign stores = i_core.i_cva6.ex_stage_i.lsu_i.i_store_unit.commit_i;
  assign atomic = i_core.i_cva6.commit_stage_i.instr_0_is_amo;
  assign amo = i_core.i_cva6.ex_stage_i.lsu_i.i_store_unit.amo_req_o;
  assign oldest = i_core.i_cva6.ex_stage_i.lsu_i.i_store_unit.store_buffer_i.speculative_read_pointer_q;
  always_comb begin
    logic [63:0] lanes;
    paddr_valid = !trap_i && (stores || atomic);
    store_valid = !trap_i && stores;
    paddr = 64'(i_core.i_cva6.ex_stage_i.lsu_i.i_store_unit.store_buffer_i.speculative_queue_q[oldest].address);
    lanes = i_core.i_cva6.ex_stage_i.lsu_i.i_store_unit.store_buffer_i.speculative_queue_q[oldest].data;
    store_size = i_core.i_cva6.ex_stage_i.lsu_i.i_store_unit.store_buffer_i.speculative_queue_q[oldest].data_size;
    if (atomic) begin
      paddr = amo.operand_a;
      lanes = atomic_i;
      store_size = amo.size;
      store_valid = !trap_i && amo.amo_op != ariane_pkg::AMO_LR;
      if (amo.amo_op == ariane_pkg::AMO_SC) begin
        lanes = amo.operand_b << {paddr[2:0], 3'd0};
        store_valid = !trap_i && gpr_data[63:0] == '0;
      end
    end
    store = lanes >> {paddr[2:0], 3'd0};
  end

  rvt_soc_cva6_tandem #(
    .Channels(Channels)
  ) i_tandem (
    .clk_i,
    .rst_ni,
    .stall_o,
    .valid_i,
    .pc_i,
    .insn_i({insn_i[63:32], trap_i ? i_core.i_cva6.ex_commit.tval[31:0] : insn_i[31:0]}),
    .is32_i(is32),
    .gpr_valid_i(gpr_valid),
    .gpr_i(gpr),
    .gpr_data_i(gpr_data),
    .eaddr_valid_i(eaddr_valid),
    .eaddr_i(eaddr),
    .trap_i,
    .interrupt_i,
    .insn_valid_i(insn_valid),
    .mode_i(i_core.i_cva6.priv_lvl),
    .paddr_valid_i(paddr_valid),
    .paddr_i(paddr),
    .store_valid_i(store_valid),
    .store_size_i(store_size),
    .store_i(store),
    .csrs_i(Numbers),
    .csr_before_i(csr_before),
    .csr_after_i(csr_after),
    .trap_csrs_i(to_s_i ? 48'h143_100_142_141 : 48'h343_300_342_341),
    .trap_data_i(to_s_i ? {
      i_core.i_cva6.csr_regfile_i.stval_d,
      i_core.i_cva6.csr_regfile_i.mstatus_d & ariane_pkg::SMODE_STATUS_READ_MASK,
      i_core.i_cva6.csr_regfile_i.scause_d,
      i_core.i_cva6.csr_regfile_i.sepc_d
    } : {
      i_core.i_cva6.csr_regfile_i.mtval_d,
      i_core.i_cva6.csr_regfile_i.mstatus_d,
      i_core.i_cva6.csr_regfile_i.mcause_d,
      i_core.i_cva6.csr_regfile_i.mepc_d
    })
  );

endmodule

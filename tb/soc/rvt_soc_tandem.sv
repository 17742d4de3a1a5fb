// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What a core with RVFI says that it has changed, as tandem verification trace: adapter and encoder, whose bytes go into a file.
module rvt_soc_tandem #(
  parameter  int unsigned Channels     = 0,   // as the adapter's
  parameter  int unsigned Elements     = 97,  // as the encoder's: gpr, eaddr, store
  parameter  int unsigned StallLatency = 4,   // clocks with groups after the core is asked to wait
  parameter  int unsigned Shadow       = 1,   // as the encoder's
  localparam int unsigned Ports        = Channels == 0 ? 1 : Channels
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                rvfi_valid_i,
  input  logic [31:0]         rvfi_insn_i,
  input  logic                rvfi_trap_i,
  input  logic                rvfi_intr_i,
  input  logic [1:0]          rvfi_mode_i,
  input  logic [31:0]         rvfi_pc_rdata_i,
  input  logic [31:0]         rvfi_pc_wdata_i,
  input  logic [4:0]          rvfi_rd_addr_i,
  input  logic [31:0]         rvfi_rd_wdata_i,
  input  logic [31:0]         rvfi_mem_addr_i,
  input  logic [3:0]          rvfi_mem_rmask_i,
  input  logic [3:0]          rvfi_mem_wmask_i,
  input  logic [31:0]         rvfi_mem_wdata_i,
  input  logic [Ports*32-1:0] rvfi_csr_rdata_i,
  input  logic [Ports*32-1:0] rvfi_csr_wmask_i,
  input  logic [Ports*32-1:0] rvfi_csr_wdata_i,
  input  logic [Ports*12-1:0] csrs_i,
  // With bit 9 of Elements and +tandem_bus: a transaction of its bus has completed, and has not failed.
  input  logic                bus_valid_i,
  input  logic [3:0]          bus_op_i,
  input  logic [1:0]          bus_size_i,
  input  logic [31:0]         bus_address_i,
  input  logic [31:0]         bus_request_i,
  input  logic [31:0]         bus_response_i,
  output logic                stall_o
);

  localparam int unsigned Csrs = Channels == 0 ? 0 : 4;
  localparam int unsigned CsrPorts = Csrs == 0 ? 1 : Csrs;
  localparam int unsigned Lanes = 4;

  logic valid, insn_valid, is32, gpr_valid, privilege_valid, eaddr_valid, store_valid;
  logic [2:0] kind;
  logic [31:0] pc_r, pc_w, insn, gpr_data, eaddr;
  logic [4:0] gpr;
  logic [CsrPorts-1:0] csr_valid;
  logic [12*CsrPorts-1:0] csr_number;
  logic [32*CsrPorts-1:0] csr_data;
  logic [1:0] privilege, store_size;
  logic [63:0] store;
  logic on, bus, enable, lossy, unheard, lost, stall, empty, m_valid, m_eom, m_ready;
  logic [8*Lanes-1:0] m_data;
  logic [$clog2(Lanes):0] m_bytes;

  rvt_tandem_rvfi #(
    .Channels(Channels),
    .Csrs(Csrs)
  ) i_adapter (
    .clk_i,
    .rst_ni,
    .rvfi_valid(rvfi_valid_i && on),  // PicoRV32's own interrupts break the rules
    .rvfi_insn(rvfi_insn_i),
    .rvfi_trap(rvfi_trap_i),
    .rvfi_intr(rvfi_intr_i),
    .rvfi_mode(rvfi_mode_i),
    .rvfi_pc_rdata(rvfi_pc_rdata_i),
    .rvfi_pc_wdata(rvfi_pc_wdata_i),
    .rvfi_rd_addr(rvfi_rd_addr_i),
    .rvfi_rd_wdata(rvfi_rd_wdata_i),
    .rvfi_mem_addr(rvfi_mem_addr_i),
    .rvfi_mem_rmask(rvfi_mem_rmask_i),
    .rvfi_mem_wmask(rvfi_mem_wmask_i),
    .rvfi_mem_wdata(rvfi_mem_wdata_i),
    .rvfi_csr_rdata(rvfi_csr_rdata_i),
    .rvfi_csr_wmask(rvfi_csr_wmask_i),
    .rvfi_csr_wdata(rvfi_csr_wdata_i),
    .csrs_i,
    .valid_o(valid),
    .kind_o(kind),
    .pc_r_o(pc_r),
    .pc_w_o(pc_w),
    .insn_valid_o(insn_valid),
    .is32_o(is32),
    .insn_o(insn),
    .gpr_valid_o(gpr_valid),
    .gpr_o(gpr),
    .gpr_data_o(gpr_data),
    .csr_valid_o(csr_valid),
    .csr_number_o(csr_number),
    .csr_data_o(csr_data),
    .privilege_valid_o(privilege_valid),
    .privilege_o(privilege),
    .eaddr_valid_o(eaddr_valid),
    .eaddr_o(eaddr),
    .store_valid_o(store_valid),
    .store_size_o(store_size),
    .store_o(store),
    .lost_o(unheard)
  );

  rvt_tandem #(
    .Csrs(Csrs),
    .Elements(Elements),
    .QueueDepth(StallLatency + 4),
    .StallLatency(StallLatency),
    .Lanes(Lanes),
    .Shadow(Shadow)
  ) i_encoder (
    .clk_i,
    .rst_ni,
    .valid_i(valid),
    .kind_i(kind),
    .pc_valid_i(1'b0),
    .pc_r_i(pc_r),
    .pc_w_i(pc_w),
    .insn_valid_i(insn_valid),
    .is32_i(is32),
    .insn_i(insn),
    .gpr_valid_i(gpr_valid),
    .gpr_i(gpr),
    .gpr_data_i(gpr_data),
    .gpr_old_known_i(1'b0),
    .gpr_old_i('0),
    .fpr_valid_i(1'b0),
    .fpr_i('0),
    .fpr_data_i('0),
    .csr_valid_i(csr_valid),
    .csr_number_i(csr_number),
    .csr_data_i(csr_data),
    .fflags_valid_i(1'b0),
    .fflags_i('0),
    .privilege_valid_i(privilege_valid),
    .privilege_i(privilege),
    .paddr_valid_i(1'b0),
    .paddr_i('0),
    .eaddr_valid_i(eaddr_valid),
    .eaddr_i(eaddr),
    .store_valid_i(store_valid),
    .store_size_i(store_size),
    .store_i(store),
    .pc_paddr_valid_i(1'b0),
    .pc_paddr_i('0),
    .mtime_valid_i(1'b0),
    .mtime_i('0),
    .bus_valid_i(bus_valid_i && on && bus),
    .bus_op_i,
    .bus_size_i,
    .bus_address_i,
    .bus_request_i({32'd0, bus_request_i}),
    .bus_answered_i(1'b1),
    .bus_result_i(1'b0),
    .bus_response_i({32'd0, bus_response_i}),
    .active_i(1'b1),
    .enable_i(enable),
    .lost_clr_i(1'b0),
    .stall_o(stall),
    .lost_o(lost),
    .empty_o(empty),
    .m_valid_o(m_valid),
    .m_data_o(m_data),
    .m_bytes_o(m_bytes),
    .m_eom_o(m_eom),
    .m_ready_i(m_ready)
  );

  assign stall_o = stall && on && !lossy;

  rvt_soc_tandem_file #(
    .Lanes(Lanes)
  ) i_file (
    .clk_i,
    .rst_ni,
    .on_o(on),
    .bus_o(bus),
    .enable_o(enable),
    .lossy_o(lossy),
    .lost_i((lost && !lossy) || unheard),
    .m_valid_i(m_valid),
    .m_data_i(m_data),
    .m_bytes_i(m_bytes),
    .m_eom_i(m_eom),
    .m_ready_o(m_ready)
  );

  logic unused;
  assign unused = empty;

endmodule

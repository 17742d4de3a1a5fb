// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// PicoRV32 traces itself. Its single memory port fetches and loads; its interrupts and their return are its
/// own, no RISC-V ones, and come out as interrupts. It has neither mcause nor mtval.
module rvt_soc_picorv32 #(
  parameter int unsigned Format = 0  // of the trace, as `rvt_soc`'s
);

  logic clk, rst_n, hart_rst_n;
  logic mem_valid, mem_instr, mem_ready;
  logic [31:0] mem_addr, mem_wdata;
  logic [3:0] mem_wstrb;
  logic igrant, dgrant, ivalid, dvalid, waits_q;
  logic [31:0] irdata, drdata;
  logic irq_timer, irq_software;
  logic valid, trap, intr;
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

  picorv32 #(
    .COMPRESSED_ISA(1),
    .BARREL_SHIFTER(1),
    .ENABLE_FAST_MUL(1),
    .ENABLE_DIV(1),
    .ENABLE_IRQ(1),
    .ENABLE_IRQ_TIMER(0),
    .LATCHED_IRQ(32'hffff_ff5f),  // timer and software interrupt are levels
    .PROGADDR_RESET(32'h8000_0080),
    .PROGADDR_IRQ(32'h8000_0010)
  ) i_core (
    .clk(clk),
    .resetn(hart_rst_n),
    .mem_valid(mem_valid),
    .mem_instr(mem_instr),
    .mem_ready(mem_ready),
    .mem_addr(mem_addr),
    .mem_wdata(mem_wdata),
    .mem_wstrb(mem_wstrb),
    .mem_rdata(mem_instr ? irdata : drdata),
    .irq({24'd0, irq_timer, 1'b0, irq_software, 5'd0}),
    .pcpi_wr(1'b0),
    .pcpi_rd('0),
    .pcpi_wait(1'b0),
    .pcpi_ready(1'b0),
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
    .rvfi_mem_wdata(rvfi_mem_wdata)
  );

  // Its bus: words are loaded, and of those stored the bytes that the strobes name.
  logic [1:0] store_size, store_at;
  always_comb begin
    store_size = mem_wstrb == 4'hf ? 2'd2 : mem_wstrb == 4'h3 || mem_wstrb == 4'hc ? 2'd1 : 2'd0;
    store_at = 2'd0;
    for (int unsigned b = 4; b > 0; b--) if (mem_wstrb[b-1]) store_at = 2'(b - 1);
  end

  rvt_soc_tandem #(
    .Elements(609),  // gpr, eaddr, store, bus
    .StallLatency(8)
  ) i_tandem (
    .clk_i(clk),
    .rst_ni(hart_rst_n),
    .rvfi_valid_i(valid),
    .rvfi_insn_i(insn),
    .rvfi_trap_i(trap),
    .rvfi_intr_i(1'b0),  // no RISC-V interrupts, and none is told
    .rvfi_mode_i(mode),
    .rvfi_pc_rdata_i(pc_rdata),
    .rvfi_pc_wdata_i(pc_wdata),
    .rvfi_rd_addr_i(rd_addr),
    .rvfi_rd_wdata_i(rd_wdata),
    .rvfi_mem_addr_i(rvfi_mem_addr),
    .rvfi_mem_rmask_i(rvfi_mem_rmask),
    .rvfi_mem_wmask_i(rvfi_mem_wmask),
    .rvfi_mem_wdata_i(rvfi_mem_wdata),
    .rvfi_csr_rdata_i('0),
    .rvfi_csr_wmask_i('0),
    .rvfi_csr_wdata_i('0),
    .csrs_i('0),
    .bus_valid_i(mem_valid && mem_ready),
    .bus_op_i(mem_instr ? 4'd13 : mem_wstrb != '0 ? 4'd1 : 4'd0),
    .bus_size_i(mem_wstrb != '0 ? store_size : 2'd2),
    .bus_address_i(mem_addr | 32'(store_at)),
    .bus_request_i(mem_wdata >> 8 * store_at),
    .bus_response_i(mem_instr ? irdata : drdata),
    .stall_o(tandem_stall)
  );

  // A request stays until it is answered; the system wants it until it is granted.
  always_ff @(posedge clk or negedge hart_rst_n) begin
    if (!hart_rst_n) waits_q <= 1'b0;
    else waits_q <= (waits_q || igrant || dgrant) && !mem_ready;
  end
  assign mem_ready = mem_instr ? ivalid : dvalid;

  rvt_soc #(
    .Format(Format),
    .StallLatency(4)
  ) i_soc (
    .clk_i(clk),
    .rst_ni(rst_n),
    .hart_rst_ni(hart_rst_n),
    .instr_req_i(mem_valid && mem_instr && !waits_q),
    .instr_gnt_o(igrant),
    .instr_addr_i(mem_addr),
    .instr_rvalid_o(ivalid),
    .instr_rdata_o(irdata),
    .data_req_i(mem_valid && !mem_instr && !waits_q),
    .data_gnt_o(dgrant),
    .data_addr_i(mem_addr),
    .data_we_i(mem_wstrb != '0),
    .data_be_i(mem_wstrb),
    .data_wdata_i(mem_wdata),
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
    .Format(Format)
  ) i_hart (
    .clk_o(clk),
    .rst_no(rst_n),
    .hart_rst_no(hart_rst_n),
    .rvfi_valid_i(valid),
    .rvfi_insn_i(insn),
    .rvfi_trap_i(trap),
    .rvfi_intr_i(intr),
    .rvfi_mode_i(mode),
    .rvfi_pc_rdata_i(pc_rdata),
    .rvfi_pc_wdata_i(pc_wdata),
    .took_i(1'b0),
    .took_pc_i('0),
    .took_interrupt_i(1'b0),
    .took_cause_i('0),
    .took_tval_i('0),
    .cause_i('0),
    .tval_i('0),
    .interrupt_i(1'b1),
    .irq_i(1'b0),
    .irq_pc_i('0),
    .irq_cause_i('0),
    .irq_mode_i(2'd2),
    .halted_i(1'b0),
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

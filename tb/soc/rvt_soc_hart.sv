// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What every hart of these systems has beside its core: the adapter, the list of instructions that it
/// retires (+log=FILE, a table for `rvt diff`: PC, privilege, context), that of its traps (+traps=FILE: xepc, interrupt, xcause, xtval, as
/// the core has written them), and clock and reset; +reset_hart=CLOCK resets the hart alone, once.
///
/// The ports are those of RVFI, or with Commit those of `rvt_ingress_commit`: `rvfi_intr_i` is then an interrupt,
/// `rvfi_pc_wdata_i` where a branch or jump goes on, as far as the core knows, and only compared.
module rvt_soc_hart #(
  parameter int unsigned Xlen   = 32,
  parameter int unsigned Format = 0,  // of the trace
  parameter int unsigned Nret   = 1,  // retirements a clock
  parameter int unsigned Commit = 0,  // 1: commit ports, which do not tell the next PC
  parameter int unsigned ContextWidth = 1
) (
  output logic clk_o,
  output logic rst_no,
  output logic hart_rst_no,

  input  logic [Nret-1:0]      rvfi_valid_i,
  input  logic [Nret*32-1:0]   rvfi_insn_i,
  input  logic [Nret-1:0]      rvfi_trap_i,
  input  logic [Nret-1:0]      rvfi_intr_i,
  input  logic [Nret*2-1:0]    rvfi_mode_i,
  input  logic [Nret*Xlen-1:0] rvfi_pc_rdata_i,
  input  logic [Nret*Xlen-1:0] rvfi_pc_wdata_i,
  input  logic [Nret*Xlen-1:0] cause_i,  // of a trap, as the adapter wants it; 0: the core does not say it
  input  logic [Nret*Xlen-1:0] tval_i,
  input  logic                 interrupt_i,
  input  logic                 irq_i,  // with Commit, as the next one
  input  logic [Xlen-1:0]      irq_pc_i,
  input  logic [Xlen-1:0]      irq_cause_i,
  input  logic [1:0]           irq_mode_i,  // before the interrupt; without Commit, that before a handler; 2: not said
  input  logic                 halted_i,
  input  logic [Xlen-1:0]      dpc_i,
  input  logic                 took_i,  // a trap has written these
  input  logic [Xlen-1:0]      took_pc_i,
  input  logic                 took_interrupt_i,
  input  logic [Xlen-1:0]      took_cause_i,
  input  logic [Xlen-1:0]      took_tval_i,
  input  logic [ContextWidth-1:0] context_i,  // of all that retires in the clock

  output logic [Nret*6-1:0]    iretire_o,
  output logic [Nret*Xlen-1:0] iaddr_o,
  output logic [Nret*4-1:0]    itype_o,
  output logic [Nret*2-1:0]    ilastsize_o,
  output logic [Nret-1:0]      sijump_o,
  output logic [Nret*Xlen-1:0] target_o,  // for the recorder of control transfers
  output logic [Xlen-1:0]      cause_o,
  output logic [Xlen-1:0]      tval_o,
  output logic [2:0]           priv_o,
  output logic                 halted_o,
  output logic [ContextWidth-1:0] context_o,
  output logic [1:0]           ctype_o
);

  localparam int unsigned ResetClocks = 10;

  logic clk = 1'b0, rst_n = 1'b1, hart_rst_n = 1'b1;
  int log_file, trap_file, reset_hart;
  logic lost;

  always #5 clk = !clk;
  initial begin
    string log_name, trap_name;
    if (!$value$plusargs("log=%s", log_name)) $fatal(1, "expected +log=FILE");
    log_file = $fopen(log_name, "w");
    $fdisplay(log_file, "pc,priv,scontext");
    if (!$value$plusargs("traps=%s", trap_name)) $fatal(1, "expected +traps=FILE");
    trap_file = $fopen(trap_name, "w");
    // A falling edge, for what has a gated clock.
    #1 rst_n = 1'b0;
    hart_rst_n = 1'b0;
    repeat (ResetClocks) @(posedge clk);
    #1 rst_n = 1'b1;
    hart_rst_n = 1'b1;
    if ($value$plusargs("reset_hart=%d", reset_hart)) begin
      repeat (reset_hart) @(posedge clk);
      #1 hart_rst_n = 1'b0;
      repeat (ResetClocks) @(posedge clk);
      #1 hart_rst_n = 1'b1;
    end
  end
  assign clk_o = clk;
  assign rst_no = rst_n;
  assign hart_rst_no = hart_rst_n;

  always_ff @(posedge clk) begin
    if (hart_rst_n && took_i) begin
      $fdisplay(trap_file, "0x%0h,%0d,%0d,0x%0h", took_pc_i, took_interrupt_i,
                took_cause_i[Xlen-2:0], took_tval_i);
    end
  end

  // ECALL, EBREAK and C.EBREAK never retire, whatever a core says. What retires in the last clock before a
  // reset of the hart is reset with the adapter, and in neither the trace nor the list; so is what waits there
  // for its next PC.
  logic [Nret-1:0] retires, retired, retired_q, waits_q;
  logic [Nret*Xlen-1:0] pc, pc_q, waits_pc_q;
  logic [Nret*2-1:0] mode, mode_q, waits_mode_q;
  logic [ContextWidth-1:0] now, now_q, waits_context_q;  // context
  logic more;
  assign more = rvfi_valid_i != '0;
  assign retired = Commit == 0 ? retires : more ? waits_q : '0;
  assign pc = Commit == 0 ? rvfi_pc_rdata_i : waits_pc_q;
  assign mode = Commit == 0 ? rvfi_mode_i : waits_mode_q;
  assign now = Commit == 0 ? context_i : waits_context_q;
  longint unsigned clocks_q = 0, insns_q = 0, several_q = 0;
  for (genvar c = 0; c < Nret; c++) begin : g_retires
    logic [31:0] insn;
    assign insn = rvfi_insn_i[32*c+:32];
    assign retires[c] = rvfi_valid_i[c] && !rvfi_trap_i[c] && insn != 32'h73 &&
                        insn != 32'h100073 && insn[15:0] != 16'h9002;
  end
  always_ff @(posedge clk or negedge hart_rst_n) begin
    if (!hart_rst_n) begin
      retired_q <= '0;
      waits_q <= '0;
    end else begin
      retired_q <= retired;
      if (more) waits_q <= retires;
      for (int unsigned c = 0; c < Nret; c++) begin
        if (retired_q[c]) begin
          $fdisplay(log_file, "0x%0h,%0d,0x%0h", pc_q[Xlen*c+:Xlen], mode_q[2*c+:2], now_q);
        end
      end
    end
  end
  always_ff @(posedge clk) begin
    {pc_q, mode_q, now_q} <= {pc, mode, now};
    if (more) {waits_pc_q, waits_mode_q} <= {rvfi_pc_rdata_i, rvfi_mode_i};
    clocks_q <= clocks_q + 1;
    insns_q <= insns_q + 64'($countones(retires));
    several_q <= several_q + 64'($countones(retires) > 1);
  end
  final
    $display("%0d clocks, %0d instructions; %0d clocks with several", clocks_q, insns_q, several_q);

  // ---- Context ---------------------------------------------------------------------------------

  // The adapter has none. Here it takes as long as an instruction in the adapter, and comes in the clock of the first one under it. If
  // instructions wait there, which a trap may cause, it comes as much earlier; code that changes it is there in both contexts.
  localparam logic [1:0] Precise = 2'd2;

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      waits_context_q <= '0;
      context_o <= '0;
      ctype_o <= '0;
    end else begin
      if (more) {waits_context_q, context_o} <= {context_i, now};
      ctype_o <= more && now != context_o ? Precise : '0;
    end
  end

  // ---- Where instructions go on, if the core does not say it ---------------------------------------

  logic [Nret-1:0] rvfi_valid, rvfi_trap, rvfi_intr;
  logic [Nret*32-1:0] rvfi_insn;
  logic [Nret*2-1:0] rvfi_mode, intr_mode;
  logic [Nret*Xlen-1:0] rvfi_pc_rdata, rvfi_pc_wdata, cause, tval, intr_cause;
  logic halted;

  if (Commit != 0) begin : g_commit
    rvt_ingress_commit #(
      .Xlen(Xlen),
      .Nret(Nret)
    ) i_commit (
      .clk_i(clk),
      .rst_ni(hart_rst_n),
      .valid_i(rvfi_valid_i),
      .insn_i(rvfi_insn_i),
      .trap_i(rvfi_trap_i),
      .interrupt_i(rvfi_intr_i),
      .mode_i(rvfi_mode_i),
      .pc_i(rvfi_pc_rdata_i),
      .cause_i,
      .tval_i,
      .irq_i,
      .irq_pc_i,
      .irq_cause_i,
      .irq_mode_i,
      .halted_i,
      .dpc_i,
      .rvfi_valid,
      .rvfi_insn,
      .rvfi_trap,
      .rvfi_intr,
      .rvfi_mode,
      .rvfi_pc_rdata,
      .rvfi_pc_wdata,
      .cause_o(cause),
      .tval_o(tval),
      .intr_cause_o(intr_cause),
      .intr_mode_o(intr_mode),
      .halted_o(halted)
    );

    // What the core has computed for its branches and jumps is where they went on.
    logic [Nret*Xlen-1:0] wdata_q;
    logic [Nret-1:0] knows;
    longint unsigned compared_q = 0;
    for (genvar c = 0; c < Nret; c++) begin : g_knows
      logic [Xlen-1:0] due, found;
      assign due = wdata_q[Xlen*c+:Xlen];
      assign found = rvfi_pc_wdata[Xlen*c+:Xlen];
      assign knows[c] = hart_rst_n && rvfi_valid[c] && !rvfi_trap[c] && due != '0;
      always_ff @(posedge clk) begin
        if (knows[c] && due != found) begin
          $fatal(1, "0x%0h goes on at 0x%0h, the core computed 0x%0h", rvfi_pc_rdata[Xlen*c+:Xlen],
                 found, due);
        end
      end
    end
    always_ff @(posedge clk) begin
      if (rvfi_valid_i != '0) wdata_q <= rvfi_pc_wdata_i;
      compared_q <= compared_q + 64'($countones(knows));
    end
    final $display("%0d branches and jumps go on where the core has computed", compared_q);
  end else begin : g_rvfi
    assign {rvfi_valid, rvfi_trap, rvfi_intr} = {rvfi_valid_i, rvfi_trap_i, rvfi_intr_i};
    assign {rvfi_insn, rvfi_mode, halted} = {rvfi_insn_i, rvfi_mode_i, halted_i};
    assign {rvfi_pc_rdata, rvfi_pc_wdata} = {rvfi_pc_rdata_i, rvfi_pc_wdata_i};
    assign {cause, tval, intr_cause} = {cause_i, tval_i, cause_i};
    assign intr_mode = {Nret{irq_mode_i}};
    logic unused;
    assign unused = ^{irq_i, irq_pc_i, irq_cause_i, dpc_i};
  end

  rvt_ingress_rvfi #(
    .Xlen(Xlen),
    .Format(Format),
    .Nret(Nret),
    .Targets(1)
  ) i_adapter (
    .clk_i(clk),
    .rst_ni(hart_rst_n),
    .rvfi_valid,
    .rvfi_insn,
    .rvfi_trap,
    .rvfi_intr,
    .rvfi_mode,
    .rvfi_pc_rdata,
    .rvfi_pc_wdata,
    .cause_i(cause),
    .tval_i(tval),
    .intr_cause_i(intr_cause),
    .intr_mode_i(intr_mode),
    .interrupt_i,
    .halted_i(halted),
    .iretire_o,
    .iaddr_o,
    .itype_o,
    .ilastsize_o,
    .sijump_o,
    .cause_o,
    .tval_o,
    .priv_o,
    .target_o,
    .halted_o,
    .lost_o(lost)
  );

  always @(posedge clk) if (rst_n && lost) $fatal(1, "the adapter has lost instructions");

endmodule

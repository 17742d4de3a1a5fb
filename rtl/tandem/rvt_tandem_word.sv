// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The word of a clock for the queue: what the hart says in its slots and behind them a transaction of its
/// bus, or in the first one what a dump does (TV:E-08).
module rvt_tandem_word #(
  parameter  int unsigned                      Xlen         = 32,  // as rvt_tandem ...
  parameter  int unsigned                      Flen         = 0,
  parameter  int unsigned                      Mlen         = 32,
  parameter  int unsigned                      Nret         = 1,
  parameter  int unsigned                      Csrs         = 4,
  parameter  logic [rvt_tandem_pkg::Count-1:0] Has          = 19'h03fef,  // elements of the build
  parameter  int unsigned                      IncrementPc  = 1,
  parameter  int unsigned                      AddRegisters = 0,
  parameter  int unsigned                      Shadow       = 0,
  parameter  int unsigned                      ShadowCsrs   = 32'h0001_ed18,
  localparam int unsigned                      CsrPorts     = Csrs == 0 ? 1 : Csrs,
  localparam int unsigned                      FprWidth     = Flen == 0 ? 1 : Flen,
  localparam int unsigned                      SlotWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::BusAddress, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned                      Width        = rvt_tandem_pkg::word_bits(
      Nret, Has, Xlen, Flen, Mlen, AddRegisters)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,

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

  input  logic                          active_i,
  input  logic                          enable_i,
  input  logic                          put_i,       // the queue takes the word
  input  logic                          refused_i,   // ... not, and it is the hart's
  input  logic                          dropping_i,  // ... not, up to the end of a loss
  output logic                          dumping_o,   // the word is the dump's
  output logic                          hold_o,      // the hart must wait for it
  output logic                          valid_o,     // a slot is valid
  output logic [Width-1:0]              slots_o      // bit 0 of each: it is valid
);

  // The dump's word, one slot
  logic dump_valid, dump_reset, dump_pc, dump_privilege;
  logic dump_gpr, dump_fpr, dump_csr;  // these are in it ...
  logic [4:0] step;
  logic [11:0] csr_number;
  logic [Xlen-1:0] pc, gpr, csr;  // ... and their values
  logic [FprWidth-1:0] fpr;
  logic [1:0] privilege;

  for (genvar s = 0; s < Nret; s++) begin : g_slot
    logic dump;
    logic [12*CsrPorts-1:0] numbers;
    logic [Xlen*CsrPorts-1:0] csrs;
    assign dump = dumping_o && s == 0;
    always_comb begin
      numbers = csr_number_i[12*CsrPorts*s+:12*CsrPorts];
      csrs = csr_data_i[Xlen*CsrPorts*s+:Xlen*CsrPorts];
      if (dump) begin
        numbers[11:0] = csr_number;
        csrs[Xlen-1:0] = csr;
      end
    end

    rvt_tandem_slot #(
      .Xlen(Xlen),
      .Flen(Flen),
      .Mlen(Mlen),
      .Has(Has),
      .IncrementPc(IncrementPc),
      .AddRegisters(AddRegisters),
      .CsrPorts(CsrPorts)
    ) i_slot (
      .valid_i(dumping_o ? s == 0 && dump_valid : valid_i[s]),
      .kind_i(!dump ? kind_i[3*s+:3] :
              dump_reset ? rvt_tandem_pkg::KindReset : rvt_tandem_pkg::KindOutside),
      .pc_valid_i(dump ? dump_pc : pc_valid_i[s]),
      .pc_r_i(pc_r_i[Xlen*s+:Xlen]),
      .pc_w_i(dump ? pc : pc_w_i[Xlen*s+:Xlen]),
      .insn_valid_i(insn_valid_i[s]),
      .is32_i(is32_i[s]),
      .insn_i(insn_i[32*s+:32]),
      .gpr_valid_i(dump ? dump_gpr : gpr_valid_i[s]),
      .gpr_i(dump ? step : gpr_i[5*s+:5]),
      .gpr_data_i(dump ? gpr : gpr_data_i[Xlen*s+:Xlen]),
      .gpr_old_known_i(gpr_old_known_i[s] && !dump),
      .gpr_old_i(gpr_old_i[Xlen*s+:Xlen]),
      .fpr_valid_i(dump ? dump_fpr : fpr_valid_i[s]),
      .fpr_i(dump ? step : fpr_i[5*s+:5]),
      .fpr_data_i(dump ? fpr : fpr_data_i[FprWidth*s+:FprWidth]),
      .csr_valid_i(dump ? CsrPorts'(dump_csr) : csr_valid_i[CsrPorts*s+:CsrPorts]),
      .csr_number_i(numbers),
      .csr_data_i(csrs),
      .fflags_valid_i(fflags_valid_i[s] && !dump),
      .fflags_i(fflags_i[5*s+:5]),
      .privilege_valid_i(dump ? dump_privilege : privilege_valid_i[s]),
      .privilege_i(dump ? privilege : privilege_i[2*s+:2]),
      .paddr_valid_i(paddr_valid_i[s] && !dump),
      .paddr_i(paddr_i[Mlen*s+:Mlen]),
      .eaddr_valid_i(eaddr_valid_i[s] && !dump),
      .eaddr_i(eaddr_i[Mlen*s+:Mlen]),
      .store_valid_i(store_valid_i[s] && !dump),
      .store_size_i(store_size_i[2*s+:2]),
      .store_i(store_i[64*s+:64]),
      .pc_paddr_valid_i(pc_paddr_valid_i[s] && !dump),
      .pc_paddr_i(pc_paddr_i[Mlen*s+:Mlen]),
      .mtime_valid_i(mtime_valid_i[s] && !dump),
      .mtime_i(mtime_i[64*s+:64]),
      .bits_o(slots_o[SlotWidth*s+:SlotWidth])
    );
  end

  // ---- Bus -------------------------------------------------------------------------------------

  logic bus;  // there is a transaction
  if (Has[rvt_tandem_pkg::BusAddress]) begin : g_bus
    rvt_tandem_bus #(
      .Mlen(Mlen)
    ) i_bus (
      .bus_valid_i(bus_valid_i && !dumping_o),
      .bus_op_i,
      .bus_size_i,
      .bus_address_i,
      .bus_request_i,
      .bus_answered_i,
      .bus_result_i,
      .bus_response_i,
      .bits_o(slots_o[Width-1:Nret*SlotWidth])
    );
    assign bus = slots_o[Nret*SlotWidth];
  end else begin : g_no_bus
    assign bus = 1'b0;
    logic unused_bus;
    assign unused_bus = ^{bus_valid_i, bus_op_i, bus_size_i, bus_address_i, bus_request_i,
                          bus_answered_i, bus_result_i, bus_response_i};
  end

  always_comb begin
    valid_o = bus;
    for (int unsigned s = 0; s < Nret; s++) valid_o = valid_o || slots_o[SlotWidth*s];
  end

  // ---- State before the hart's records ---------------------------------------------------------

  if (Shadow != 0) begin : g_shadow
    logic any, hart_reset, due, sent, pc_known, privilege_known;

    rvt_tandem_shadow #(
      .Xlen(Xlen),
      .Flen(Flen),
      .Nret(Nret),
      .Csrs(Csrs),
      .Has(Has),
      .ShadowCsrs(ShadowCsrs)
    ) i_shadow (
      .clk_i,
      .rst_ni,
      .valid_i,
      .kind_i,
      .pc_valid_i,
      .pc_w_i,
      .gpr_valid_i,
      .gpr_i,
      .gpr_data_i,
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
      .told_o(any),
      .reset_o(hart_reset),
      .dumping_i(dumping_o),
      .sent_i(sent),
      .step_i(step),
      .due_o(due),
      .gpr_due_o(dump_gpr),
      .gpr_o(gpr),
      .fpr_due_o(dump_fpr),
      .fpr_o(fpr),
      .csr_due_o(dump_csr),
      .csr_number_o(csr_number),
      .csr_o(csr),
      .pc_known_o(pc_known),
      .pc_o(pc),
      .privilege_known_o(privilege_known),
      .privilege_o(privilege)
    );

    rvt_tandem_dump i_dump (
      .clk_i,
      .rst_ni,
      .active_i,
      .enable_i,
      .dumping_o,
      .valid_o(dump_valid),
      .reset_o(dump_reset),
      .pc_valid_o(dump_pc),
      .privilege_valid_o(dump_privilege),
      .put_i,
      .refused_i,
      .dropping_i,
      .hold_o,
      .told_i(any),
      .hart_reset_i(hart_reset),
      .due_i(due),
      .due_here_i(dump_gpr || dump_fpr || dump_csr),
      .pc_known_i(pc_known),
      .privilege_known_i(privilege_known),
      .step_o(step),
      .sent_o(sent)
    );
  end else begin : g_no_shadow
    assign {dumping_o, dump_valid, dump_reset, dump_pc, dump_privilege, hold_o} = '0;
    assign {dump_gpr, dump_fpr, dump_csr, step, csr_number, pc, gpr, csr, fpr, privilege} = '0;
    logic unused_dump;
    assign unused_dump = ^{clk_i, rst_ni, active_i, enable_i, put_i, refused_i, dropping_i};
  end

endmodule

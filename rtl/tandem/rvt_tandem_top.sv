// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Tandem verification trace of one hart: encoder with registers, RAM sink and PIB sink on one bus.
///
/// The encoder's registers lie at 0x0000, the RAM sink's at 0x1000, the PIB sink's at 0x2000. A group is a
/// message of the sinks (TV:E-06). A sink that has stopped is waited for: the hart is stalled, or loses.
module rvt_tandem_top #(
  parameter  int unsigned Xlen          = 32,   // as rvt_tandem, down to ShadowCsrs
  parameter  int unsigned Flen          = 0,
  parameter  int unsigned Mlen          = 32,
  parameter  int unsigned Nret          = 1,
  parameter  int unsigned Csrs          = 4,
  parameter  int unsigned Elements      = 125,
  parameter  int unsigned IncrementPc   = 1,
  parameter  int unsigned OrFcsr        = 1,
  parameter  int unsigned AddRegisters  = 0,
  parameter  int unsigned QueueDepth    = 1,
  parameter  int unsigned StallLatency  = 0,
  parameter  int unsigned Lanes         = 4,    // 16 without a RAM sink only
  parameter  int unsigned FifoDepth     = 64,
  parameter  int unsigned Wide          = 0,
  parameter  int unsigned Shadow        = 0,
  parameter  int unsigned ShadowCsrs    = 32'h0001_ed18,
  parameter  int unsigned Ram           = 1,    // as rvt_sinks
  parameter  int unsigned SramWordsLog2 = 10,
  parameter  int unsigned SramWidth     = 32,
  parameter  int unsigned Pib           = 1,
  parameter  int unsigned Pins          = 8,
  parameter  int unsigned DivWidth      = 8,
  parameter  int unsigned SafeDiv       = 255,
  parameter  int unsigned BufferBytes   = 176,  // 175..256
  parameter  int unsigned ClkCenter     = 0,
  localparam int unsigned CsrPorts      = Csrs == 0 ? 1 : Csrs,
  localparam int unsigned FprWidth      = Flen == 0 ? 1 : Flen,
  localparam int unsigned RamAddrWidth  = SramWordsLog2 - $clog2(SramWidth / 32)
) (
  input  logic        clk_i,  // one clock for everything
  input  logic        rst_ni,  // power-up reset, no other (TCI:BUS-14)

  // APB4, 64 KiB; the bundle has a paddr_i of its own
  input  logic        apb_psel_i,
  input  logic        apb_penable_i,
  input  logic        apb_pwrite_i,
  input  logic [15:0] apb_paddr_i,  // component in 15:12; bits 1:0 are ignored
  input  logic [31:0] apb_pwdata_i,
  input  logic [3:0]  apb_pstrb_i,
  output logic [31:0] apb_prdata_o,  // 0 outside the access phase of a read
  output logic        apb_pready_o,  // 0 for one clock in a read of trRamData
  output logic        apb_pslverr_o,  // constant 0 (TCI:BUS-01)

  // power or clock switches: bit 0 encoder, 1 RAM sink, 2 PIB sink (TCI:CTRL-02)
  output logic [2:0]  active_req_o,  // with a shadow bit 0 is constant 1
  input  logic [2:0]  active_ack_i,  // active_req_o, without one

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
  output logic        stall_o,  // with rvtTandemStallEna: the hart must wait

  // memory of the RAM sink, one port
  output logic                    ram_cs_o,
  output logic                    ram_we_o,
  output logic [RamAddrWidth-1:0] ram_addr_o,
  output logic [SramWidth-1:0]    ram_wdata_o,
  output logic [SramWidth/8-1:0]  ram_be_o,
  input  logic [SramWidth-1:0]    ram_rdata_i,  // in the clock after a read

  // trace port
  output logic                    trc_clk_o,
  output logic [Pins-1:0]         trc_data_o
);

  localparam int unsigned BytesWidth = $clog2(Lanes) + 1;
  localparam int unsigned AtTandem = 0;  // components in the order of their addresses
  localparam int unsigned AtSinks = 1;
  localparam int unsigned Sinks = 2;
  localparam int unsigned Components = AtSinks + Sinks;

  // ---- Bus -------------------------------------------------------------------------------------

  logic [Components-1:0] psel, pready, pslverr;
  logic [32*Components-1:0] prdata;

  rvt_apb_decode #(
    .Blocks(Components),
    .AddrWidth(16)
  ) i_decode (
    .clk_i,
    .rst_ni,
    .psel_i(apb_psel_i),
    .penable_i(apb_penable_i),
    .pwrite_i(apb_pwrite_i),
    .paddr_i(apb_paddr_i),
    .pwdata_i(apb_pwdata_i),
    .pstrb_i(apb_pstrb_i),
    .prdata_o(apb_prdata_o),
    .pready_o(apb_pready_o),
    .pslverr_o(apb_pslverr_o),
    .psel_o(psel),
    .prdata_i(prdata),
    .pready_i(pready),
    .pslverr_i(pslverr)
  );

  // ---- Encoder ---------------------------------------------------------------------------------

  logic request, active, closing, enable, stall_ena, stall, lost, empty;
  logic valid, offered, eom, ready, dn_on, dn_stopped, dn_lost, sync_req;
  logic [8*Lanes-1:0] data;
  logic [BytesWidth-1:0] bytes;

  rvt_regs_tandem #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Nret(Nret),
    .Csrs(Csrs),
    .Elements(Elements),
    .IncrementPc(IncrementPc),
    .OrFcsr(OrFcsr),
    .AddRegisters(AddRegisters),
    .Shadow(Shadow)
  ) i_regs (
    .clk_i,
    .rst_ni,
    .psel_i(psel[AtTandem]),
    .penable_i(apb_penable_i),
    .pwrite_i(apb_pwrite_i),
    .paddr_i(apb_paddr_i[11:0]),
    .pwdata_i(apb_pwdata_i),
    .pstrb_i(apb_pstrb_i),
    .prdata_o(prdata[32*AtTandem+:32]),
    .pready_o(pready[AtTandem]),
    .pslverr_o(pslverr[AtTandem]),
    .active_req_o(request),
    .active_ack_i(Shadow == 0 ? active_ack_i[AtTandem] : active_ack_i[AtTandem] && request),
    .active_o(active),
    .closing_o(closing),
    .enable_o(enable),
    .stall_ena_o(stall_ena),
    .empty_i(empty | !active),
    .lost_i(lost & active),
    .sink_lost_i(dn_lost),
    .m_valid_i(offered),
    .m_ready_i(ready),
    .m_eom_i(eom),
    .dn_on_i(dn_on)
  );

  rvt_tandem #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Nret(Nret),
    .Csrs(Csrs),
    .Elements(Elements),
    .IncrementPc(IncrementPc),
    .OrFcsr(OrFcsr),
    .AddRegisters(AddRegisters),
    .QueueDepth(QueueDepth),
    .StallLatency(StallLatency),
    .Lanes(Lanes),
    .FifoDepth(FifoDepth),
    .Wide(Wide),
    .Shadow(Shadow),
    .ShadowCsrs(ShadowCsrs)
  ) i_tandem (
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
    .active_i(active),
    .enable_i(enable),
    .lost_clr_i(1'b1),  // the register keeps it
    .stall_o(stall),
    .lost_o(lost),
    .empty_o(empty),
    .m_valid_o(valid),
    .m_data_o(data),
    .m_bytes_o(bytes),
    .m_eom_o(eom),
    .m_ready_i(ready & active)
  );

  // A shadow sees what the hart says while the encoder is in reset, too.
  assign active_req_o[AtTandem] = request || Shadow != 0;
  // Software can set free a hart that waits.
  assign stall_o = stall & stall_ena & enable & active;
  // What the encoder still offers in its first clock in reset is discarded.
  assign offered = valid & active;

  // ---- Sinks -----------------------------------------------------------------------------------

  rvt_sinks #(
    .Framing(rvt_framing_pkg::Tandem),
    .Lanes(Lanes),
    .Ram(Ram),
    .SramWordsLog2(SramWordsLog2),
    .SramWidth(SramWidth),
    .Pib(Pib),
    .Pins(Pins),
    .DivWidth(DivWidth),
    .SafeDiv(SafeDiv),
    .BufferBytes(BufferBytes),
    .ClkCenter(ClkCenter)
  ) i_sinks (
    .clk_i,
    .rst_ni,
    .psel_i(psel[AtSinks+:Sinks]),
    .penable_i(apb_penable_i),
    .pwrite_i(apb_pwrite_i),
    .paddr_i(apb_paddr_i[11:0]),
    .pwdata_i(apb_pwdata_i),
    .pstrb_i(apb_pstrb_i),
    .prdata_o(prdata[32*AtSinks+:32*Sinks]),
    .pready_o(pready[AtSinks+:Sinks]),
    .pslverr_o(pslverr[AtSinks+:Sinks]),
    .active_req_o(active_req_o[AtSinks+:Sinks]),
    .active_ack_i(active_ack_i[AtSinks+:Sinks]),
    .clr_i(!active),
    .closing_i(closing),
    .s_valid_i(offered),
    .s_data_i(data & {8 * Lanes{active}}),
    .s_bytes_i(bytes & {BytesWidth{active}}),
    .s_eom_i(eom & active),
    .s_sync_i(offered),  // a sink can begin with any group
    .s_length_i(6'd0),
    .s_ready_o(ready),
    .s_dn_on_o(dn_on),
    .s_dn_stopped_o(dn_stopped),
    .s_dn_lost_o(dn_lost),
    .s_sync_req_o(sync_req),
    .ram_cs_o,
    .ram_we_o,
    .ram_addr_o,
    .ram_wdata_o,
    .ram_be_o,
    .ram_rdata_i,
    .trc_clk_o,
    .trc_data_o
  );

  logic unused;
  assign unused = ^{dn_stopped, sync_req};

  // ---- Assertions ------------------------------------------------------------------------------

  // An access is one component's, or nobody's.
  `RVT_ASSERT(OneSelect_A, (psel & (psel - Components'(1))) == '0)
  // A hart that is asked to wait can be set free by software (TCI:OVF-10).
  `RVT_IMPLIES(StallEnds_A, stall_o, active && enable && stall_ena)

endmodule

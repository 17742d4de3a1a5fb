// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What CVA6 says at its commit ports that it has changed, as tandem verification trace: slots of the bundle, and the encoder,
/// whose bytes go into a file.
///
/// The newest event waits for the next one, which tells where the hart went on, and in which mode: so up to two leave in a clock.
/// A trap is at port 0, alone, and so is what writes a CSR. Nothing may come under `stall_o`.
module rvt_soc_cva6_tandem #(
  parameter int unsigned Channels = 1  // CSRs
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  output logic                   stall_o,

  // Of a port.
  input  logic [1:0]             valid_i,
  input  logic [2*64-1:0]        pc_i,
  input  logic [2*32-1:0]        insn_i,
  input  logic [1:0]             is32_i,
  input  logic [1:0]             gpr_valid_i,
  input  logic [2*5-1:0]         gpr_i,
  input  logic [2*64-1:0]        gpr_data_i,
  input  logic [1:0]             eaddr_valid_i,
  input  logic [2*64-1:0]        eaddr_i,

  // Of port 0, and the mode in which its event begins.
  input  logic                   trap_i,
  input  logic                   interrupt_i,
  input  logic                   insn_valid_i,  // of a trap: insn_i is what has trapped
  input  logic [1:0]             mode_i,
  input  logic                   paddr_valid_i,
  input  logic [63:0]            paddr_i,
  input  logic                   store_valid_i,
  input  logic [1:0]             store_size_i,
  input  logic [63:0]            store_i,
  input  logic [12*Channels-1:0] csrs_i,        // constant
  input  logic [64*Channels-1:0] csr_before_i,
  input  logic [64*Channels-1:0] csr_after_i,
  input  logic [48-1:0]          trap_csrs_i,   // what a trap writes, in order (TV:E-03)
  input  logic [4*64-1:0]        trap_data_i
);

  localparam int unsigned Csrs = 4;
  localparam int unsigned Lanes = 16;
  localparam logic [2:0] Retired = 3'd0;  // enum rvt_tandem_kind
  localparam logic [2:0] Exception = 3'd1;
  localparam logic [2:0] Interrupt = 3'd2;

  typedef struct packed {
    logic [2:0]         kind;
    logic [63:0]        pc;
    logic               insn_valid;
    logic               is32;
    logic [31:0]        insn;
    logic               gpr_valid;
    logic [4:0]         gpr;
    logic [63:0]        gpr_data;
    logic [Csrs-1:0]    csr_valid;
    logic [12*Csrs-1:0] csr_number;
    logic [64*Csrs-1:0] csr_data;
    logic [1:0]         mode;
    logic               paddr_valid;
    logic [63:0]        paddr;
    logic               eaddr_valid;
    logic [63:0]        eaddr;
    logic               store_valid;
    logic [1:0]         store_size;
    logic [63:0]        store;
  } event_t;

  event_t port0, port1, held_q;
  logic held_valid_q, more_csrs;
  logic on, lost, stall, empty, m_valid, m_eom, m_ready;
  logic [8*Lanes-1:0] m_data;
  logic [$clog2(Lanes):0] m_bytes;

  // The first of the CSRs that change; of a trap its own, whether they change or not.
  always_comb begin
    int unsigned count;
    more_csrs = 1'b0;
    port0 = '0;
    port0.kind = !trap_i ? Retired : interrupt_i ? Interrupt : Exception;
    port0.pc = pc_i[63:0];
    port0.insn_valid = !trap_i || insn_valid_i;
    port0.is32 = is32_i[0];
    port0.insn = insn_i[31:0];
    port0.gpr_valid = gpr_valid_i[0] && !trap_i;
    port0.gpr = gpr_i[4:0];
    port0.gpr_data = gpr_data_i[63:0];
    port0.mode = mode_i;
    port0.paddr_valid = paddr_valid_i;
    port0.paddr = paddr_i;
    port0.eaddr_valid = eaddr_valid_i[0] && !trap_i;
    port0.eaddr = eaddr_i[63:0];
    port0.store_valid = store_valid_i;
    port0.store_size = store_size_i;
    port0.store = store_i;
    count = 0;
    if (trap_i) begin
      port0.csr_valid = '1;
      port0.csr_number = trap_csrs_i;
      port0.csr_data = trap_data_i;
    end else begin
      for (int unsigned c = 0; c < Channels; c++) begin
        if (csr_before_i[64*c+:64] != csr_after_i[64*c+:64] && count == Csrs) more_csrs = 1'b1;
        else if (csr_before_i[64*c+:64] != csr_after_i[64*c+:64]) begin
          port0.csr_valid[count] = 1'b1;
          port0.csr_number[12*count+:12] = csrs_i[12*c+:12];
          port0.csr_data[64*count+:64] = csr_after_i[64*c+:64];
          count = count + 1;
        end
      end
    end
  end

  always_comb begin
    port1 = '0;
    port1.kind = Retired;
    port1.pc = pc_i[127:64];
    port1.insn_valid = 1'b1;
    port1.is32 = is32_i[1];
    port1.insn = insn_i[63:32];
    port1.gpr_valid = gpr_valid_i[1];
    port1.gpr = gpr_i[9:5];
    port1.gpr_data = gpr_data_i[127:64];
    port1.mode = mode_i;
    port1.eaddr_valid = eaddr_valid_i[1];
    port1.eaddr = eaddr_i[127:64];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_valid_q <= 1'b0;
    else if (valid_i[0]) held_valid_q <= on;
  end
  always_ff @(posedge clk_i) begin
    if (valid_i[0]) held_q <= valid_i[1] ? port1 : port0;
    if (rst_ni && valid_i == 2'b10) $error("rvt_soc_cva6_tandem: expected port 0 before port 1");
    if (rst_ni && valid_i[0] && more_csrs)
      $error("rvt_soc_cva6_tandem: 0x%0h has changed more than %0d CSRs", pc_i[63:0], Csrs);
  end

  // ---- Slots ---------------------------------------------------------------------------------------

  logic [1:0] valid, leaves;  // leaves: for another mode
  event_t slot[2];
  logic [1:0][1:0] mode;
  assign valid = {valid_i[1] && on, valid_i[0] && held_valid_q};
  assign slot[0] = held_q;
  assign slot[1] = port0;
  assign mode = {port1.mode, port0.mode};
  for (genvar s = 0; s < 2; s++) begin : g_slot
    assign leaves[s] = slot[s].kind != Retired || slot[s].mode != mode[s] ||
        slot[s].insn == 32'h3020_0073 || slot[s].insn == 32'h1020_0073;
  end

  rvt_tandem #(
    .Xlen(64),
    .Mlen(64),
    .Nret(2),
    .Csrs(Csrs),
    .Elements(32'h79),  // gpr, privilege, paddr, eaddr, store
    .QueueDepth(4),
    .Lanes(Lanes)
  ) i_encoder (
    .clk_i,
    .rst_ni,
    .valid_i(valid),
    .kind_i({slot[1].kind, slot[0].kind}),
    .pc_valid_i('0),
    .pc_r_i({slot[1].pc, slot[0].pc}),
    .pc_w_i({port1.pc, port0.pc}),
    .insn_valid_i({slot[1].insn_valid, slot[0].insn_valid} & valid),
    .is32_i({slot[1].is32, slot[0].is32}),
    .insn_i({slot[1].insn, slot[0].insn}),
    .gpr_valid_i({slot[1].gpr_valid, slot[0].gpr_valid} & valid),
    .gpr_i({slot[1].gpr, slot[0].gpr}),
    .gpr_data_i({slot[1].gpr_data, slot[0].gpr_data}),
    .gpr_old_known_i('0),
    .gpr_old_i('0),
    .fpr_valid_i('0),
    .fpr_i('0),
    .fpr_data_i('0),
    .csr_valid_i({slot[1].csr_valid & {Csrs{valid[1]}}, slot[0].csr_valid & {Csrs{valid[0]}}}),
    .csr_number_i({slot[1].csr_number, slot[0].csr_number}),
    .csr_data_i({slot[1].csr_data, slot[0].csr_data}),
    .fflags_valid_i('0),
    .fflags_i('0),
    .privilege_valid_i(leaves & valid),
    .privilege_i(mode),
    .paddr_valid_i({slot[1].paddr_valid, slot[0].paddr_valid} & valid),
    .paddr_i({slot[1].paddr, slot[0].paddr}),
    .eaddr_valid_i({slot[1].eaddr_valid, slot[0].eaddr_valid} & valid),
    .eaddr_i({slot[1].eaddr, slot[0].eaddr}),
    .store_valid_i({slot[1].store_valid, slot[0].store_valid} & valid),
    .store_size_i({slot[1].store_size, slot[0].store_size}),
    .store_i({slot[1].store, slot[0].store}),
    .pc_paddr_valid_i('0),
    .pc_paddr_i('0),
    .mtime_valid_i('0),
    .mtime_i('0),
    .bus_valid_i(1'b0),
    .bus_op_i('0),
    .bus_size_i('0),
    .bus_address_i('0),
    .bus_request_i('0),
    .bus_answered_i(1'b0),
    .bus_result_i(1'b0),
    .bus_response_i('0),
    .active_i(1'b1),
    .enable_i(on),
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

  assign stall_o = stall && on;

  rvt_soc_tandem_file #(
    .Lanes(Lanes)
  ) i_file (
    .clk_i,
    .rst_ni,
    .on_o(on),
    .enable_o(),  // from reset on, and without a loss
    .lossy_o(),
    .lost_i(lost),
    .m_valid_i(m_valid),
    .m_data_i(m_data),
    .m_bytes_i(m_bytes),
    .m_eom_i(m_eom),
    .m_ready_o(m_ready)
  );

  logic unused;
  assign unused = empty;

endmodule

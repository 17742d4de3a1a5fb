// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The shadow, the dump and the queue with anything on their ports, and a reader behind them who forgets all
/// at a gap: he is never told what the hart has not said, and when its records come again he knows what it
/// has of any x register, of mstatus and of sstatus, and of every reset (TV:E-08).
///
/// Registers are narrower than those of any build: less to prove.
module rvt_fv_tandem_dump #(
  parameter  int unsigned                      Xlen         = 16,
  parameter  int unsigned                      Flen         = 0,
  parameter  int unsigned                      Mlen         = 32,
  parameter  int unsigned                      Nret         = 1,
  parameter  int unsigned                      Csrs         = 1,
  parameter  int unsigned                      QueueDepth   = 1,
  parameter  int unsigned                      StallLatency = 0,
  localparam int unsigned                      ShadowCsrs   = 40,  // mstatus and its view
  localparam int unsigned                      CsrPorts     = Csrs,
  localparam int unsigned                      FprWidth     = 1,
  localparam int unsigned                      LastWidth    = 1,  // of two writers
  localparam logic [rvt_tandem_pkg::Count-1:0] Has          = rvt_tandem_pkg::built(Csrs, 10'd9, 0),
  localparam int unsigned                      SlotWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Count, Has, Xlen, Flen, Mlen, 0),
  localparam int unsigned                      GprAt        = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Gpr, Has, Xlen, Flen, Mlen, 0),
  localparam int unsigned                      CsrAt        = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Csr, Has, Xlen, Flen, Mlen, 0)
) (
  input logic clk_i,
  input logic rst_ni,
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
  input logic active_i,
  input logic enable_i,
  input logic lost_clr_i,
  input logic leaves_i,
  input logic drained_i,
  input logic [4:0] which_i,  // the x register that is followed
  input logic view_i,         // the CSR is sstatus, not mstatus

  (* probe = "i_queue.lost_q" *) input logic dut_lost,
  (* probe = "i_word.g_shadow.i_dump.live_q" *) input logic dut_live,
  (* probe = "i_word.g_shadow.i_dump.pending_q" *) input logic dut_pending,
  (* probe = "i_word.g_shadow.i_shadow.g_gpr.i_known.known_q" *) input logic [31:0] x_known,
  (* probe = "i_word.g_shadow.i_shadow.g_gpr.i_known.sent_q" *) input logic [31:0] x_sent,
  (* probe = "i_word.g_shadow.i_shadow.g_gpr.i_known.last_q" *) input logic [32*LastWidth-1:0] x_last,
  (* probe = "i_word.g_shadow.i_shadow.g_gpr.i_known.g_bank[0].mem_q[*]" *)
  input logic [32*Xlen-1:0] x_mem_0,
  (* probe = "i_word.g_shadow.i_shadow.g_gpr.i_known.g_bank[1].mem_q[*]?" *)
  input logic [32*Xlen-1:0] x_mem_1,
  (* probe = "i_word.g_shadow.i_shadow.g_csrs.i_csrs.i_known.known_q" *) input logic [1:0] c_known,
  (* probe = "i_word.g_shadow.i_shadow.g_csrs.i_csrs.i_known.sent_q" *) input logic [1:0] c_sent,
  (* probe = "i_word.g_shadow.i_shadow.g_csrs.i_csrs.i_known.last_q" *)
  input logic [2*LastWidth-1:0] c_last,
  (* probe = "i_word.g_shadow.i_shadow.g_csrs.i_csrs.i_known.g_bank[0].mem_q[*]" *)
  input logic [2*Xlen-1:0] c_mem_0,
  (* probe = "i_word.g_shadow.i_shadow.g_csrs.i_csrs.i_known.g_bank[1].mem_q[*]?" *)
  input logic [2*Xlen-1:0] c_mem_1
);

  localparam logic [11:0] Mstatus = 12'h300, Sstatus = 12'h100;

  logic [Nret*SlotWidth-1:0] word, waiting;
  logic word_valid;
  logic put, refused, dropping, dumping, hold, stall, lost, valid;

  rvt_tandem_word #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Nret(Nret),
    .Csrs(Csrs),
    .Has(Has),
    .Shadow(1),
    .ShadowCsrs(ShadowCsrs)
  ) i_word (
    .*,
    .put_i(put),
    .refused_i(refused),
    .dropping_i(dropping),
    .dumping_o(dumping),
    .hold_o(hold),
    .valid_o(word_valid),
    .slots_o(word)
  );

  rvt_tandem_queue #(
    .Width(Nret * SlotWidth),
    .Depth(QueueDepth),
    .StallLatency(StallLatency)
  ) i_queue (
    .clk_i,
    .rst_ni,
    .active_i,
    .enable_i,
    .lost_clr_i,
    .valid_i(word_valid),
    .slots_i(word),
    .dump_i(dumping),
    .put_o(put),
    .refused_o(refused),
    .dropping_o(dropping),
    .stall_o(stall),
    .lost_o(lost),
    .valid_o(valid),
    .slots_o(waiting),
    .leaves_i,
    .drained_i
  );

  always @(*) if ($initstate) assume (!rst_ni);
  `RVT_STABLE_M(Followed_M, 1'b1, {which_i, view_i})
  `RVT_IMPLIES_M(Leaves_M, leaves_i, valid)

  // ---- What the hart has said ------------------------------------------------------------------

  logic x_said_q, x_said, c_said_q, c_said, reset_q, reset, told;
  logic [Xlen-1:0] x_value_q, x_value, c_value_q, c_value;
  logic [Nret-1:0] legal, written;  // written: these slots are in the word

  always_comb begin
    {x_said, x_value, c_said, c_value} = {x_said_q, x_value_q, c_said_q, c_value_q};
    reset = 1'b0;
    for (int unsigned s = 0; s < Nret; s++) begin
      legal[s] = valid_i[s] && kind_i[3*s+:3] <= rvt_tandem_pkg::KindOutside;
      written[s] = word[SlotWidth*s];
      if (legal[s] && kind_i[3*s+:3] == rvt_tandem_pkg::KindReset) begin
        {reset, x_said, c_said} = 3'b100;
      end else if (legal[s]) begin
        if (gpr_valid_i[s] && gpr_i[5*s+:5] == which_i && which_i != '0) begin
          x_said = 1'b1;
          x_value = gpr_data_i[Xlen*s+:Xlen];
        end
        for (int unsigned c = 0; c < Csrs; c++) begin
          if (csr_valid_i[Csrs*s+c]) begin
            if (view_i && csr_number_i[12*(Csrs*s+c)+:12] == Mstatus) c_said = 1'b0;
            if (csr_number_i[12*(Csrs*s+c)+:12] == (view_i ? Sstatus : Mstatus)) begin
              c_said = 1'b1;
              c_value = csr_data_i[Xlen*(Csrs*s+c)+:Xlen];
            end
          end
        end
      end
    end
    told = legal != '0;
  end

  // ---- What the reader knows -------------------------------------------------------------------

  logic x_read_q, x_read, c_read_q, c_read, x_wrong, c_wrong, seen, alone;
  logic [Xlen-1:0] x_seen_q, x_seen, c_seen_q, c_seen;
  logic [SlotWidth-1:0] slot;

  always_comb begin
    {x_read, x_seen, c_read, c_seen} = {x_read_q, x_seen_q, c_read_q, c_seen_q};
    {x_wrong, c_wrong, seen} = '0;
    slot = '0;
    for (int unsigned s = 0; s < Nret; s++) begin
      slot = word[SlotWidth*s+:SlotWidth];
      if (put && slot[0] && slot[2:1] == rvt_tandem_pkg::HeadReset) begin
        {seen, x_read, c_read} = 3'b100;
      end else if (put && slot[0]) begin
        if (slot[GprAt] && slot[GprAt+1+:5] == which_i) begin
          {x_read, x_seen} = {1'b1, slot[GprAt+6+:Xlen]};
          x_wrong = !x_said_q || x_seen != x_value_q;
        end
        for (int unsigned c = 0; c < Csrs; c++) begin
          if (slot[CsrAt+(13+Xlen)*c]) begin
            if (view_i && slot[CsrAt+(13+Xlen)*c+1+:12] == Mstatus) c_read = 1'b0;
            if (slot[CsrAt+(13+Xlen)*c+1+:12] == (view_i ? Sstatus : Mstatus)) begin
              {c_read, c_seen} = {1'b1, slot[CsrAt+(13+Xlen)*c+13+:Xlen]};
              c_wrong = !c_said_q || c_seen != c_value_q;
            end
          end
        end
      end
    end
    // A gap
    if (!dut_live && !dumping) {x_read, c_read} = '0;
    alone = written == Nret'(1) &&
            (word[2:1] == rvt_tandem_pkg::HeadReset || word[2:1] == rvt_tandem_pkg::HeadInit);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {x_said_q, c_said_q, x_read_q, c_read_q, reset_q} <= '0;
      {x_value_q, c_value_q, x_seen_q, c_seen_q} <= '0;
    end else begin
      {x_said_q, c_said_q, x_read_q, c_read_q} <= {x_said, c_said, x_read, c_read};
      {x_value_q, c_value_q, x_seen_q, c_seen_q} <= {x_value, c_value, x_seen, c_seen};
      reset_q <= (reset_q && !seen) || (reset && !(put && !dumping));
    end
  end

  // What is taken in a dump is its own, one group, of what the hart has said; else it is the hart's.
  `RVT_IMPLIES(Alone_A, put && dumping, alone)
  `RVT_IMPLIES(Said_A, put && dumping, !x_wrong && !c_wrong)
  `RVT_IMPLIES(Hart_A, put && !dumping, dut_live && written == legal)
  // While the hart's records are taken the reader has what the hart has, and has seen each reset.
  `RVT_IMPLIES(Gpr_A, dut_live, x_read_q == x_said_q && (!x_said_q || x_seen_q == x_value_q))
  `RVT_IMPLIES(Csr_A, dut_live, c_read_q == c_said_q && (!c_said_q || c_seen_q == c_value_q))
  `RVT_IMPLIES(Reset_A, dut_live, !reset_q)
  // Nothing is lost but while they are taken.
  logic lost_q, live_q, dropping_q, cleared_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {lost_q, live_q, dropping_q, cleared_q} <= '0;
    else {lost_q, live_q, dropping_q, cleared_q} <= {lost, dut_live, dropping, lost_clr_i};
  end
  `RVT_IMPLIES(Lost_A, lost && !lost_q, live_q || dropping_q)

  logic [Xlen-1:0] x_held, c_held;
  logic c_is_known, c_is_sent;
  assign x_held = Xlen'((x_last[which_i] ? x_mem_1 : x_mem_0) >> Xlen * 32'(which_i));
  assign c_held = Xlen'((c_last[view_i] ? c_mem_1 : c_mem_0) >> Xlen * 32'(view_i));
  assign {c_is_known, c_is_sent} = {c_known[view_i], c_sent[view_i]};
  `RVT_ASSERT(Gpr_L,
              x_known[which_i] == x_said_q && (!x_said_q || x_held == x_value_q) && !x_known[0])
  `RVT_ASSERT(Csr_L, c_is_known == c_said_q && (!c_said_q || c_held == c_value_q))
  `RVT_ASSERT(Last_L, Nret != 1 || (x_last == '0 && c_last == '0))
  `RVT_IMPLIES(GprSent_L, x_sent[which_i] && x_said_q, x_read_q && x_seen_q == x_value_q)
  `RVT_IMPLIES(CsrSent_L, c_is_sent && c_said_q, c_read_q && c_seen_q == c_value_q)
  `RVT_IMPLIES(GprRead_L, x_read_q && !x_said_q, dut_pending)
  `RVT_IMPLIES(CsrRead_L, c_read_q && !c_said_q,
               dut_pending || (view_i && c_known[0] && !c_sent[0]))
  `RVT_ASSERT(Pending_L, dut_pending == reset_q)
  `RVT_IMPLIES(Nothing_L, dut_pending, !(x_sent[which_i] && x_said_q) && !(c_is_sent && c_said_q))

  `RVT_COVER(Whole_C, dut_live && x_said_q && c_said_q && view_i && c_known[0])
  `RVT_COVER(Again_C, put && dumping && x_read_q && x_said_q && x_seen_q != x_value_q)
  `RVT_COVER(Reset_C, dut_live && seen && lost)

  logic unused;
  assign unused = ^{hold, stall, waiting, cleared_q, dut_lost, told};

endmodule

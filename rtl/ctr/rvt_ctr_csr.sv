// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Accesses by the hart's CSR instructions and SCTRCLR: which register, who may, when (sections
/// 2.4..2.6).
///
/// One at a time. It executes in the first clock after its request without an event, so that it
/// sees all that is older (CTR-B-05); a write of entry, status or depth waits for a clear that
/// walks as well. The answer is in the clock after: two clocks after the request at the least.
module rvt_ctr_csr #(
  parameter int unsigned Xlen = 64,  // 32 or 64
  parameter int unsigned Hyp  = 0    // modes VS and VU
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                csr_valid_i,
  input  logic [1:0]          csr_op_i,
  input  logic [11:0]         csr_addr_i,
  input  logic [11:0]         csr_select_i,
  input  logic [Xlen-1:0]     csr_wdata_i,
  input  logic [2:0]          csr_mode_i,
  input  logic                csr_xlen32_i,
  input  logic                mstateen_ctr_i,
  input  logic                hstateen_ctr_i,
  output logic                csr_ready_o,
  output logic                csr_done_o,
  output logic [1:0]          csr_exc_o,

  input  logic                event_i,  // a slot of this clock has an event
  input  logic                walking_i,  // a clear walks
  output logic                execute_o,  // an access executes; the next: without exception
  output logic                read_o,
  output logic                write_o,
  output logic                clear_o,
  output rvt_ctr_pkg::reg_e   reg_o,
  output rvt_ctr_pkg::entry_e entry_o,
  output logic [7:0]          index_o,
  output logic                high_o,  // the upper half of the register, too
  output logic [Xlen-1:0]     wdata_o
);

  logic busy_q, done_q, take;
  logic [1:0] exc_q;

  assign csr_ready_o = !busy_q;
  assign csr_done_o = done_q;
  assign csr_exc_o = exc_q;
  assign take = csr_valid_i && !busy_q;

  // ---- Which register --------------------------------------------------------------------------

  rvt_ctr_pkg::reg_e found;
  rvt_ctr_pkg::entry_e entry;
  logic is_clear, indirect, of_vs, of_m, of_depth, known, in_v;

  assign is_clear = csr_op_i == rvt_ctr_pkg::OpClear;
  assign indirect = !csr_addr_i[3] && csr_addr_i[1:0] != '0;  // xireg, 2, 3 and 4, 5, 6
  assign in_v = csr_mode_i[2] && csr_mode_i != rvt_ctr_pkg::PrivD;

  always_comb begin
    found = rvt_ctr_pkg::RegNone;
    known = 1'b0;
    of_vs = 1'b0;
    of_m = 1'b0;
    of_depth = 1'b0;
    unique case (csr_addr_i)
      rvt_ctr_pkg::CsrSctrctl: begin
        known = 1'b1;
        found = in_v ? rvt_ctr_pkg::RegVsctrctl : rvt_ctr_pkg::RegSctrctl;  // CTR-C-02
      end
      rvt_ctr_pkg::CsrStatus: begin
        known = 1'b1;
        found = rvt_ctr_pkg::RegStatus;
      end
      rvt_ctr_pkg::CsrDepth: begin
        known = 1'b1;
        of_depth = 1'b1;
        found = rvt_ctr_pkg::RegDepth;
      end
      rvt_ctr_pkg::CsrMctrctl: begin
        known = 1'b1;
        of_m = 1'b1;
        found = rvt_ctr_pkg::RegMctrctl;
      end
      rvt_ctr_pkg::CsrVsctrctl: begin
        known = Hyp != 0;  // CTR-C-07
        of_vs = 1'b1;
        found = rvt_ctr_pkg::RegVsctrctl;
      end
      default: begin
        of_vs = csr_addr_i[9];
        known = indirect && csr_select_i[11:8] == rvt_ctr_pkg::SelectEntries &&
                (csr_addr_i[11:4] == rvt_ctr_pkg::CsrSireg ||
                 (Hyp != 0 && csr_addr_i[11:4] == rvt_ctr_pkg::CsrVsireg));
        found = rvt_ctr_pkg::RegEntry;
      end
    endcase
    if (is_clear) begin
      known = 1'b1;
      of_vs = 1'b0;
      of_m = 1'b0;
      of_depth = 1'b0;
      found = rvt_ctr_pkg::RegNone;
    end
  end

  always_comb begin
    unique case (csr_addr_i[2:0])
      3'd1: entry = rvt_ctr_pkg::EntrySource;
      3'd2: entry = rvt_ctr_pkg::EntryTarget;
      3'd3: entry = rvt_ctr_pkg::EntryData;
      default: entry = rvt_ctr_pkg::EntryZero;
    endcase
  end

  // ---- Who may (CTR-S-01, CTR-I-04, CTR-C-12) --------------------------------------------------

  logic [1:0] exc;
  always_comb begin
    exc = rvt_ctr_pkg::ExcIllegal;
    unique case (csr_mode_i)
      rvt_ctr_pkg::PrivM, rvt_ctr_pkg::PrivD: exc = rvt_ctr_pkg::ExcNone;
      rvt_ctr_pkg::PrivS: if (mstateen_ctr_i && !of_m) exc = rvt_ctr_pkg::ExcNone;
      rvt_ctr_pkg::PrivVu: if (Hyp != 0 && mstateen_ctr_i && !of_m) exc = rvt_ctr_pkg::ExcVirtual;
      rvt_ctr_pkg::PrivVs: begin
        if (Hyp != 0 && mstateen_ctr_i && !of_m) begin
          exc = rvt_ctr_pkg::ExcNone;
          if (of_vs || of_depth || !hstateen_ctr_i) exc = rvt_ctr_pkg::ExcVirtual;
        end
      end
      default: ;
    endcase
    if (!known) exc = rvt_ctr_pkg::ExcIllegal;
  end

  // ---- When ------------------------------------------------------------------------------------

  // All that is known of a request is so before it is taken.
  rvt_ctr_pkg::reg_e reg_q;
  rvt_ctr_pkg::entry_e entry_q;
  logic [7:0] index_q;
  logic [1:0] denied_q;  // its exception
  logic reads_q, writes_q, clears_q, waits_q, high_q, good, is_write;
  logic [Xlen-1:0] wdata_q;  // no reset: only a write reads it

  assign good = exc == rvt_ctr_pkg::ExcNone;
  assign is_write = csr_op_i == rvt_ctr_pkg::OpWrite;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reg_q <= rvt_ctr_pkg::RegMctrctl;
      entry_q <= rvt_ctr_pkg::EntrySource;
      index_q <= '0;
      denied_q <= '0;
      reads_q <= 1'b0;
      writes_q <= 1'b0;
      clears_q <= 1'b0;
      waits_q <= 1'b0;
      high_q <= 1'b0;
    end else if (take) begin
      reg_q <= found;
      entry_q <= entry;
      index_q <= csr_select_i[7:0];
      denied_q <= exc;
      reads_q <= good && !is_write && !is_clear;
      writes_q <= good && is_write;
      clears_q <= good && is_clear;
      waits_q <= good && is_write && (found == rvt_ctr_pkg::RegEntry ||
                                      found == rvt_ctr_pkg::RegStatus ||
                                      found == rvt_ctr_pkg::RegDepth);
      high_q <= Xlen == 64 && !csr_xlen32_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) wdata_q[31:0] <= csr_wdata_i[31:0];
  end
  if (Xlen == 64) begin : g_high
    always_ff @(posedge clk_i) begin
      if (take && csr_xlen32_i) wdata_q[Xlen-1:32] <= '0;
      else if (take) wdata_q[Xlen-1:32] <= csr_wdata_i[Xlen-1:32];
    end
  end else begin : g_no_high
    logic unused;
    assign unused = csr_xlen32_i;
  end

  assign reg_o = reg_q;
  assign entry_o = entry_q;
  assign index_o = index_q;
  assign high_o = high_q;
  assign wdata_o = wdata_q;
  assign execute_o = busy_q && !event_i && !(waits_q && walking_i);
  assign write_o = execute_o && writes_q;
  assign clear_o = execute_o && clears_q;
  assign read_o = execute_o && reads_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      done_q <= 1'b0;
      exc_q <= '0;
    end else begin
      busy_q <= take || (busy_q && !execute_o);
      done_q <= execute_o;
      exc_q <= execute_o ? denied_q : rvt_ctr_pkg::ExcNone;
    end
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // An access executes in a clock of its own, and is over then.
  `RVT_IMPLIES(Alone_A, execute_o, !event_i)
  `RVT_IMPLIES(Done_A, done_q, csr_ready_o)
  `RVT_ASSERT(One_A, 32'(reads_q) + 32'(writes_q) + 32'(clears_q) <= 1)
  // What a clear that walks may meet waits for its end.
  `RVT_ASSERT(Waits_A, waits_q == (writes_q && (reg_q == rvt_ctr_pkg::RegEntry ||
                                                reg_q == rvt_ctr_pkg::RegStatus ||
                                                reg_q == rvt_ctr_pkg::RegDepth)))

endmodule

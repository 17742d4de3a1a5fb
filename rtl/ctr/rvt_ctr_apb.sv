// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Memory-mapped window of the recorder's registers, an APB4 slave of 8 KiB (docs/units/ctr.md "The
/// window"): for a hart that has no CSRs for it.
///
/// It makes accesses of M-mode with V = 0 at the CSR port of rvt_ctr, one at a time, and holds
/// PREADY low until the answer. A register has two words, the lower one first: a write of the lower
/// is held, one of the upper writes both. It is no component of trace control.
///
/// An access waits `Lag` clocks first, for what its hart has retired and the recorder is told later.
module rvt_ctr_apb #(
  parameter int unsigned Xlen         = 64,     // as the recorder's, 32 or 64
  parameter int unsigned Depths       = 1,      // ...
  parameter int unsigned CounterWidth = 27,     // ...
  parameter int unsigned Misp         = 1,      // ...
  parameter int unsigned Type         = 1,      // ...
  parameter int unsigned Filters      = 65342,  // ...
  parameter int unsigned ExtTraps     = 1,      // ...
  parameter int unsigned RasEmu       = 1,      // ...
  parameter int unsigned Hyp          = 0,      // ...
  parameter int unsigned Lcofi        = 1,      // ...
  parameter int unsigned Lag          = 0       // clocks that an access waits first
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic            psel_i,
  input  logic            penable_i,
  input  logic            pwrite_i,
  input  logic [12:0]     paddr_i,    // bits 1:0 are ignored
  input  logic [31:0]     pwdata_i,
  input  logic [3:0]      pstrb_i,    // a write of less than a word does nothing
  output logic [31:0]     prdata_o,   // 0 outside the access phase of a read
  output logic            pready_o,
  output logic            pslverr_o,  // constant 0

  // To rvt_ctr, whose csr_mode_i is 3, csr_xlen32_i 0 and mstateen_ctr_i 1.
  output logic            csr_valid_o,
  output logic [1:0]      csr_op_o,
  output logic [11:0]     csr_addr_o,
  output logic [11:0]     csr_select_o,
  output logic [Xlen-1:0] csr_wdata_o,
  input  logic            csr_ready_i,
  input  logic            csr_done_i,
  input  logic [Xlen-1:0] csr_rdata_i
);

  // Registers after the tables of entries, in units of 8 bytes from 0x1800 on.
  localparam logic [7:0] WindowMctrctl = 8'd0;
  localparam logic [7:0] WindowSctrctl = 8'd1;
  localparam logic [7:0] WindowVsctrctl = 8'd2;
  localparam logic [7:0] WindowDepth = 8'd3;
  localparam logic [7:0] WindowStatus = 8'd4;
  localparam logic [7:0] WindowClear = 8'd5;
  localparam logic [7:0] WindowId = 8'd6;

  // What the build has: version of the window, depths, features.
  localparam logic [63:0] Id = {
    16'd0,
    Filters[15:0],
    7'd0,
    Hyp != 0,
    Lcofi != 0,
    RasEmu != 0,
    ExtTraps != 0,
    Type != 0,
    Misp != 0,
    3'(rvt_ctr_pkg::cce_width(CounterWidth)),
    CounterWidth != 0,
    Xlen == 64,
    1'b0,
    Depths[4:0],
    8'd1
  };

  logic high, is_entry, known, is_clear, is_id, whole, reaches, asks, access, held_next, due;
  logic [7:0] which;
  logic sent_q;
  logic [31:0] id, answer;

  assign high = paddr_i[2];
  assign which = paddr_i[10:3];
  assign is_entry = paddr_i[12:11] != 2'd3;
  assign is_clear = !is_entry && which == WindowClear;
  assign is_id = !is_entry && which == WindowId;
  assign whole = pstrb_i == '1;

  always_comb begin
    known = 1'b1;
    csr_addr_o = {rvt_ctr_pkg::CsrSireg, 2'd0, paddr_i[12:11] + 2'd1};
    if (!is_entry) begin
      unique case (which)
        WindowMctrctl: csr_addr_o = rvt_ctr_pkg::CsrMctrctl;
        WindowSctrctl: csr_addr_o = rvt_ctr_pkg::CsrSctrctl;
        WindowVsctrctl: csr_addr_o = rvt_ctr_pkg::CsrVsctrctl;
        WindowDepth: csr_addr_o = rvt_ctr_pkg::CsrDepth;
        WindowStatus: csr_addr_o = rvt_ctr_pkg::CsrStatus;
        default: known = 1'b0;
      endcase
    end
  end

  // The word that changes the register: the upper one, of a build of 32 bits the only one.
  if (Xlen == 64) begin : g_wide
    logic [31:0] held_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) held_q <= '0;
      else if (held_next) held_q <= pwdata_i;
    end
    assign reaches = high;
    assign csr_wdata_o = {pwdata_i, held_q};
    assign answer = high ? csr_rdata_i[Xlen-1:32] : csr_rdata_i[31:0];
  end else begin : g_narrow
    assign reaches = !high;
    assign csr_wdata_o = pwdata_i;
    assign answer = csr_rdata_i;
    logic unused_next;
    assign unused_next = held_next;
  end

  assign csr_op_o = is_clear ? rvt_ctr_pkg::OpClear :
                    pwrite_i ? rvt_ctr_pkg::OpWrite : rvt_ctr_pkg::OpRead;
  assign csr_select_o = {rvt_ctr_pkg::SelectEntries, which};

  assign access = psel_i && penable_i;
  // The first word of SCTRCLR alone, so that two words make one.
  assign asks = is_clear ? pwrite_i && whole && !high :
                pwrite_i ? known && whole && reaches : known && (Xlen == 64 || !high);
  assign held_next = access && pwrite_i && known && whole && !reaches;
  assign csr_valid_o = access && asks && !sent_q && due;

  if (Lag != 0) begin : g_lag
    localparam int unsigned LagWidth = $clog2(Lag + 1);
    logic [LagWidth-1:0] lag_q;
    assign due = lag_q == LagWidth'(Lag);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) lag_q <= '0;
      else if (!access) lag_q <= '0;
      else if (!due) lag_q <= lag_q + LagWidth'(1);
    end
  end else begin : g_no_lag
    assign due = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_q <= 1'b0;
    else sent_q <= (sent_q || (csr_valid_o && csr_ready_i)) && !csr_done_i;
  end

  assign id = !is_id ? '0 : high ? Id[63:32] : Id[31:0];
  assign pready_o = !asks || (sent_q && csr_done_i);
  assign prdata_o = !access || pwrite_i ? '0 : asks ? (pready_o ? answer : '0) : id;
  assign pslverr_o = 1'b0;

  logic unused;
  assign unused = ^{paddr_i[1:0], csr_rdata_i};

  // ---- Assertions ------------------------------------------------------------------------------

  // An answer is of a request.
  `RVT_IMPLIES_M(Answer_M, csr_done_i, sent_q)
  // A request waits for its answer.
  `RVT_IMPLIES(One_A, sent_q, !csr_valid_o)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The recorder of control transfers with anything on its ports: what its units assert of pointer,
/// depth, clear and FROZEN, and that an access is answered after at most so many clocks without an
/// event as a clear walks entries, and one more.
module rvt_fv_ctr #(
  parameter  int unsigned Xlen         = 32,
  parameter  int unsigned Blocks       = 2,
  parameter  int unsigned IretireWidth = 2,
  parameter  int unsigned Depths       = 3,
  parameter  int unsigned CounterWidth = 12,
  parameter  int unsigned Hyp          = 0,
  localparam int unsigned ItypeWidth   = 4,
  localparam int unsigned AddrWidth    = rvt_ctr_pkg::pointer_width(Depths)
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // interface: ports ctr
  input  logic [Blocks*IretireWidth-1:0] iretire_i,  // half-words of the block, 0: none, or a trap
  input  logic [Blocks*Xlen-1:0]         iaddr_i,  // of its first instruction; bit 0 is not used
  input  logic [Blocks*ItypeWidth-1:0]   itype_i,  // how the block ends (NT:ITY)
  input  logic [Blocks*2-1:0]            ilastsize_i,  // last instruction; with Single or SeqJump
  input  logic [Xlen-1:0]                cause_i,  // E-Trace: of the trap in this clock
  input  logic [2:0]                     priv_i,  // privilege; 4 is debug mode
  input  logic                           halted_i,  // the hart is in debug mode
  input  logic [Blocks*Xlen-1:0]         target_i,  // PC after the transfer (CTR-B-03)
  input  logic [Blocks-1:0]              mispredict_i,  // the hart predicted wrong (CTR-B-04)
  input  logic [2:0]                     priv_after_i,  // privilege after its trap or return
  input  logic [Xlen-1:0]                epc_i,  // xepc of the trap of this clock (CTR-B-03)
  input  logic                           cycle_i,  // mcycle would tick (CTR-T-01)
  // interface end
  input  logic            csr_valid_i,
  input  logic [1:0]      csr_op_i,
  input  logic [11:0]     csr_addr_i,
  input  logic [11:0]     csr_select_i,
  input  logic [Xlen-1:0] csr_wdata_i,
  input  logic [2:0]      csr_mode_i,
  input  logic            csr_xlen32_i,
  input  logic            mstateen_ctr_i,
  input  logic            hstateen_ctr_i,

  (* probe = "i_dut.any_event" *) input logic dut_event,
  (* probe = "i_dut.frozen_q" *) input logic dut_frozen,
  (* probe = "i_dut.i_pointers.mask_q" *) input logic [AddrWidth-1:0] dut_mask,
  (* probe = "i_dut.i_pointers.upper_q" *) input logic [AddrWidth-1:0] dut_upper,
  (* probe = "i_dut.i_pointers.ring_q" *) input logic [AddrWidth:0] dut_ring
);

  localparam int unsigned Entries = 1 << AddrWidth;

  logic csr_ready, csr_done;
  logic [Xlen-1:0] csr_rdata;
  logic [1:0] csr_exc;

  rvt_ctr #(
    .Xlen(Xlen),
    .Blocks(Blocks),
    .IretireWidth(IretireWidth),
    .Depths(Depths),
    .CounterWidth(CounterWidth),
    .Filters(0),
    .Hyp(Hyp)
  ) i_dut (
    .*,
    .csr_ready_o(csr_ready),
    .csr_done_o(csr_done),
    .csr_rdata_o(csr_rdata),
    .csr_exc_o(csr_exc)
  );

  // ---- Reference -------------------------------------------------------------------------------

  logic asked_q;
  logic [AddrWidth+1:0] waited_q;  // clocks without an event since the request
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q <= 1'b0;
      waited_q <= '0;
    end else begin
      asked_q <= csr_ready ? csr_valid_i : asked_q && !csr_done;
      waited_q <= csr_ready ? '0 : waited_q + (AddrWidth + 2)'(!dut_event);
    end
  end

  // ---- Properties ------------------------------------------------------------------------------

  always @(*) if ($initstate) assume (!rst_ni);

  // An access is in flight from its request to its answer, which it has in time.
  `RVT_ASSERT(Flight_A, csr_ready || !csr_done)
  `RVT_IMPLIES(Answered_A, !csr_ready, 32'(waited_q) <= Entries)
  `RVT_IMPLIES(Walk_L, !csr_ready, 32'(waited_q) + 32'(dut_upper) + 32'(dut_ring) <= Entries)
  `RVT_ASSERT(Upper_L, dut_upper <= ~dut_mask && (dut_mask & (dut_mask + AddrWidth'(1))) == '0)
  `RVT_ASSERT(Asked_L, asked_q || csr_ready)

  `RVT_COVER(Frozen_C, dut_frozen)
  `RVT_COVER(Waits_C, !csr_ready && waited_q != '0 && dut_event)
  `RVT_COVER(Read_C, csr_done && csr_rdata != '0 && csr_exc == '0)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The golden model beside a recorder of control transfers, compared in every clock; the simulation ends at a difference. Bound
/// to each `rvt_ctr` by rvt_ctr_bind.sv; with +ctr_unjudged it is idle.
module rvt_ctr_judge #(
  parameter  int unsigned Xlen         = 64,  // as rvt_ctr, and all others
  parameter  int unsigned Blocks       = 1,
  parameter  int unsigned IretireWidth = 3,
  parameter  int unsigned Single       = 0,
  parameter  int unsigned Depths       = 1,
  parameter  int unsigned CounterWidth = 27,
  parameter  int unsigned Misp         = 1,
  parameter  int unsigned Type         = 1,
  parameter  int unsigned Filters      = 65342,
  parameter  int unsigned ExtTraps     = 1,
  parameter  int unsigned RasEmu       = 1,
  parameter  int unsigned Hyp          = 0,
  parameter  int unsigned Lcofi        = 1,
  parameter  int unsigned BlockRam     = 0,
  localparam int unsigned ItypeWidth   = 4
) (
  input logic                           clk_i,
  input logic                           rst_ni,
  input logic [Blocks*IretireWidth-1:0] iretire_i,
  input logic [Blocks*Xlen-1:0]         iaddr_i,
  input logic [Blocks*ItypeWidth-1:0]   itype_i,
  input logic [Blocks*2-1:0]            ilastsize_i,
  input logic [Xlen-1:0]                cause_i,
  input logic [2:0]                     priv_i,
  input logic                           halted_i,
  input logic [Blocks*Xlen-1:0]         target_i,
  input logic [Blocks-1:0]              mispredict_i,
  input logic [2:0]                     priv_after_i,
  input logic [Xlen-1:0]                epc_i,
  input logic                           cycle_i,
  input logic                           csr_valid_i,
  input logic [1:0]                     csr_op_i,
  input logic [11:0]                    csr_addr_i,
  input logic [11:0]                    csr_select_i,
  input logic [Xlen-1:0]                csr_wdata_i,
  input logic [2:0]                     csr_mode_i,
  input logic                           csr_xlen32_i,
  input logic                           mstateen_ctr_i,
  input logic                           hstateen_ctr_i,
  input logic                           csr_ready_i,
  input logic                           csr_done_i,
  input logic [Xlen-1:0]                csr_rdata_i,
  input logic [1:0]                     csr_exc_i
);

  chandle model = null;
  string name, refusal;
  longint clocks = 0;
  bit ready, done;
  bit differs = 1'b0;  // many a simulator runs `final` after $fatal, too
  longint rdata;
  int exc;

  initial begin
    name = $sformatf("%m");
    if (!$test$plusargs("ctr_unjudged")) begin
      model = rvt_ctr_dpi_pkg::rvt_ctr_dpi_new(
          Xlen, Blocks, IretireWidth, Single, Depths, CounterWidth, Misp, Type, Filters, ExtTraps,
          RasEmu, Hyp, Lcofi, BlockRam, refusal
      );
      if (model == null) $fatal(1, "%s: %s", name, refusal);
    end
  end

  task automatic follow();
    rvt_ctr_dpi_pkg::rvt_ctr_dpi_outputs(model, ready, done, rdata, exc);
    if (csr_ready_i != ready || csr_done_i != done || csr_exc_i != exc[1:0] ||
        csr_rdata_i != Xlen'(rdata)) begin
      differs = 1'b1;
      $fatal(1, "%s: clock %0d: expected ready %b, done %b, rdata %h, exc %0d, found %b %b %h %0d",
             name, clocks, ready, done, rdata, exc, csr_ready_i, csr_done_i, csr_rdata_i,
             csr_exc_i);
    end
    for (int unsigned i = 0; i != Blocks; i++) begin
      rvt_ctr_dpi_pkg::rvt_ctr_dpi_slot(model, i, 32'(iretire_i[IretireWidth*i+:IretireWidth]),
                                        32'(itype_i[ItypeWidth*i+:ItypeWidth]),
                                        32'(ilastsize_i[2*i+:2]), 64'(iaddr_i[Xlen*i+:Xlen]),
                                        64'(target_i[Xlen*i+:Xlen]), mispredict_i[i]);
    end
    rvt_ctr_dpi_pkg::rvt_ctr_dpi_hart(model, 64'(cause_i), 64'(epc_i), 32'(priv_i),
                                      32'(priv_after_i), halted_i, cycle_i);
    rvt_ctr_dpi_pkg::rvt_ctr_dpi_access(model, csr_valid_i, 32'(csr_op_i), 32'(csr_addr_i),
                                        32'(csr_select_i), 64'(csr_wdata_i), 32'(csr_mode_i),
                                        csr_xlen32_i, mstateen_ctr_i, hstateen_ctr_i);
    clocks++;
  endtask

  bit armed = 1'b0;  // a reset was seen: before it registers of the RTL may have any value
  always @(posedge clk_i) begin
    if (model != null) begin
      if (!rst_ni) armed <= 1'b1;
      if (armed && rst_ni) follow();
      rvt_ctr_dpi_pkg::rvt_ctr_dpi_tick(model, !rst_ni);
    end
  end

  final begin
    if (model != null) begin
      if (!differs) $display("%s: %0d clocks, no difference", name, clocks);
      rvt_ctr_dpi_pkg::rvt_ctr_dpi_free(model);
    end
  end

endmodule

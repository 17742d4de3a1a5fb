// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// mctrctl with its window sctrctl, and vsctrctl (section 2.1); and what is read of all that is no
/// entry.
///
/// Bits that a build does not have are 0. The read value is there in the clock after the access
/// alone, else 0.
module rvt_ctr_controls #(
  parameter int unsigned Xlen     = 64,         // 32 or 64
  parameter int unsigned Filters  = 32'hff3e,   // bit T: type T has a filter
  parameter int unsigned ExtTraps = 1,
  parameter int unsigned RasEmu   = 1,
  parameter int unsigned Hyp      = 0,
  parameter int unsigned Lcofi    = 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              read_i,
  input  logic              write_i,
  input  rvt_ctr_pkg::reg_e reg_i,
  input  logic              high_i,  // the upper half, too
  input  logic [Xlen-1:0]   wdata_i,
  input  logic [7:0]        wrptr_i,
  input  logic              frozen_i,
  input  logic [2:0]        depth_i,
  output logic              written_o,  // a control is written (CTR-C-03)
  output logic [63:0]       mctrctl_o,
  output logic [63:0]       vsctrctl_o,
  output logic [63:0]       mctrctl_next_o,  // from the next clock on
  output logic [63:0]       vsctrctl_next_o,
  output logic [Xlen-1:0]   rdata_o
);

  // sctrctl, and vsctrctl, has no bits of M.
  localparam logic [63:0] BitsOfM = 64'd1 << rvt_ctr_pkg::MBit | 64'd1 << rvt_ctr_pkg::MteBit;
  localparam logic [63:0] Bits = rvt_ctr_pkg::controls(
      Filters[15:0], ExtTraps, RasEmu, Lcofi
  ) & (Xlen == 64 ? '1 : 64'h0000_0000_ffff_ffff);

  logic [63:0] mctrctl_q, vsctrctl_q, wdata, rdata, status;
  logic write_m, write_s, write_vs;

  assign wdata = 64'(wdata_i) & Bits;
  assign write_m = write_i && reg_i == rvt_ctr_pkg::RegMctrctl;
  assign write_s = write_i && reg_i == rvt_ctr_pkg::RegSctrctl;
  assign write_vs = Hyp != 0 && write_i && reg_i == rvt_ctr_pkg::RegVsctrctl;
  assign written_o = write_m || write_s || write_vs;

  always_comb begin
    mctrctl_next_o = mctrctl_q;
    if (write_m) mctrctl_next_o[31:0] = wdata[31:0];
    if (write_s) begin
      mctrctl_next_o[31:0] = (wdata[31:0] & ~BitsOfM[31:0]) | (mctrctl_q[31:0] & BitsOfM[31:0]);
    end
    if ((write_m || write_s) && high_i) mctrctl_next_o[63:32] = wdata[63:32];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mctrctl_q <= '0;
    else if (write_m || write_s) mctrctl_q <= mctrctl_next_o;
  end

  if (Hyp != 0) begin : g_vs
    always_comb begin
      vsctrctl_next_o = vsctrctl_q;
      if (write_vs) vsctrctl_next_o[31:0] = wdata[31:0] & ~BitsOfM[31:0];
      if (write_vs && high_i) vsctrctl_next_o[63:32] = wdata[63:32];
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) vsctrctl_q <= '0;
      else if (write_vs) vsctrctl_q <= vsctrctl_next_o;
    end
  end else begin : g_no_vs
    assign vsctrctl_q = '0;
    assign vsctrctl_next_o = '0;
  end

  assign mctrctl_o = mctrctl_q;
  assign vsctrctl_o = vsctrctl_q;

  // ---- Read ------------------------------------------------------------------------------------

  always_comb begin
    status = '0;
    status[rvt_ctr_pkg::FrozenBit] = frozen_i;
    status[7:0] = wrptr_i;
    unique case (reg_i)
      rvt_ctr_pkg::RegMctrctl: rdata = mctrctl_q;
      rvt_ctr_pkg::RegSctrctl: rdata = mctrctl_q & ~BitsOfM;
      rvt_ctr_pkg::RegVsctrctl: rdata = vsctrctl_q;
      rvt_ctr_pkg::RegStatus: rdata = status;
      rvt_ctr_pkg::RegDepth: rdata = {61'd0, depth_i};
      default: rdata = '0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rdata_o <= '0;
    else rdata_o <= read_i ? Xlen'(rdata) : '0;
  end

  logic unused;
  assign unused = ^{wdata, rdata};

endmodule

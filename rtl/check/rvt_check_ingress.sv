// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What a hart should do on the ingress port; in simulation only.
///
/// The encoder takes any values and relies on none of this (docs/integration-cases.md, "What a hart may
/// do wrong"). So each finding is a warning, once, not a failure. RVT_ANY_PORTS silences a bench that
/// drives any values on purpose.
module rvt_check_ingress #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Xlen         = Build.Xlen,
  localparam int unsigned Blocks       = Build.Blocks,
  localparam int unsigned IretireWidth = Build.IretireWidth,
  localparam int unsigned ItypeWidth   = Build.ItypeWidth
) (
  input logic                           clk_i,  // one clock for everything
  input logic                           rst_ni,  // asserted asynchronously, released synchronously
  input logic [Blocks*IretireWidth-1:0] iretire_i,  // the ports of the same names
  input logic [Blocks*Xlen-1:0]         iaddr_i,  // ...
  input logic [Blocks*ItypeWidth-1:0]   itype_i,  // ...
  input logic [Blocks*2-1:0]            ilastsize_i,  // ...
  input logic                           away_i,  // debug mode, low power or reset
  input logic                           stall_i  // the encoder's
);

  localparam int unsigned Hole = 0, Trap = 1, Path = 2, Late = 3;
  localparam int unsigned Findings = 4;

  logic [Findings-1:0] found, told_q;
  logic [Blocks-1:0] valid, trap;
  logic used, trapped;  // the slot before
  logic straight_q, straight;  // the program goes on after the last block ...
  logic [Xlen-1:0] end_q, last_end;  // ... here
  logic [Xlen-1:0] apart, ended;  // a block that is not there, and where the one before ended
  logic [31:0] late_q;  // clocks with slots since stall rose

  always_comb begin
    found = '0;
    used = 1'b1;
    trapped = 1'b0;
    straight = straight_q && !away_i;
    last_end = end_q;
    {apart, ended} = '0;
    for (int unsigned b = 0; b < Blocks; b++) begin
      trap[b] = 4'(itype_i[ItypeWidth*b+:ItypeWidth]) == 4'd1 ||
                4'(itype_i[ItypeWidth*b+:ItypeWidth]) == 4'd2;
      valid[b] = iretire_i[IretireWidth*b+:IretireWidth] != '0 || trap[b];
      if (valid[b] && !used) found[Hole] = 1'b1;
      if (valid[b] && trapped) found[Trap] = 1'b1;
      used = valid[b];
      trapped = trap[b];
      if (valid[b] && !away_i) begin
        if (straight && iaddr_i[Xlen*b+1+:Xlen-1] != last_end[Xlen-1:1] &&
            (iretire_i[IretireWidth*b+:IretireWidth] != '0 || Build.IaddrOnInt != 0 ||
             4'(itype_i[ItypeWidth*b+:ItypeWidth]) == 4'd1)) begin
          found[Path] = 1'b1;
          apart = iaddr_i[Xlen*b+:Xlen];
          ended = last_end;
        end
        straight = 4'(itype_i[ItypeWidth*b+:ItypeWidth]) == 4'd0 ||
                   4'(itype_i[ItypeWidth*b+:ItypeWidth]) == 4'd4;
        last_end = iaddr_i[Xlen*b+:Xlen] +
                   (Build.Single != 0 ? Xlen'(2) << ilastsize_i[2*b+:2] :
                                  Xlen'(iretire_i[IretireWidth*b+:IretireWidth]) << 1);
      end
    end
    found[Late] = stall_i && valid != '0 && late_q >= Build.StallLatency;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      told_q <= '0;
      straight_q <= 1'b0;
      end_q <= '0;
      late_q <= '0;
    end else begin
      told_q <= told_q | found;
      straight_q <= straight;
      end_q <= last_end;
      late_q <= !stall_i ? '0 : late_q + 32'(valid != '0);
    end
  end

  logic [Findings-1:0] tell;
  assign tell = found & ~told_q;
  `RVT_WARN(tell[Hole],
            ("%m: the used slots are not the lowest ones (NT:ING-02): the clock is lost"))
  `RVT_WARN(tell[Trap],
            ("%m: a slot after a trap in one clock (NT:ING-11): a trap ends the newest slot"))
  `RVT_WARN(tell[Path],
            ("%m: a block at 0x%0h after a block without jump that ended at 0x%0h", apart, ended))
  `RVT_WARN(tell[Late],
            ("%m: slots in more than %0d clocks under stall (NT:ING-26): trace may be lost",
             Build.StallLatency))

  logic unused;
  assign unused = ^tell;

endmodule

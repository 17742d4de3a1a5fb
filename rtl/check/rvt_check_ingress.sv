// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What a hart should do on the ingress port; in simulation only.
///
/// The encoder takes any values and relies on none of this (docs/integration.md, "What a hart may
/// do wrong"). So each finding is a warning, once, with its likely cause, and no failure. RVT_ANY_PORTS
/// silences a bench that drives any values on purpose.
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
  input logic [2:0]                     priv_i,  // ...
  input logic                           stops_i,  // halted_i or lowpower_i: no instruction retires
  input logic                           away_i,  // as before, or debug mode by priv_i, or reset
  input logic                           stall_i  // the encoder's
);

  localparam int unsigned Hole = 0, Newest = 1, Path = 2, Late = 3;
  localparam int unsigned Empty = 4, Code = 5, Odd = 6, Stopped = 7;
  localparam int unsigned Above = 8, Level = 9;
  localparam int unsigned Findings = 10;

  // The highest bit of an address that is kept, without bit 0.
  localparam int unsigned Top = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits) - 1;

  // Where a block is not that had to go on after the one before, and what may have brought that about.
  localparam logic [2:0] Unreported = 0;  // a trap or a jump
  localparam logic [2:0] Again = 1;  // the block before, once more
  localparam logic [2:0] InBytes = 2;  // it begins where that had ended, did iretire count bytes
  localparam logic [2:0] InInsns = 3;  // ... instructions of 32 bits
  localparam logic [2:0] Taken = 4;  // a branch

  logic [Findings-1:0] found, told_q, tell;
  logic used, trapped;  // the slot before
  logic straight_q, straight;  // the program goes on after the last block ...
  logic [Xlen-1:0] end_q, last_end;  // ... here
  logic [Xlen-1:0] begin_q, last_begin;  // where the last block began
  logic not_taken_q, not_taken;  // it ended with a branch that was not taken
  logic [Xlen-1:0] apart, ended;  // a block that is not there, and where the one before ended
  logic [Xlen-2:0] above;  // of an address, from its highest kept bit on
  logic [Xlen-1:0] cut;  // one whose upper bits are lost
  logic [3:0] code, apart_after;  // itype of a wrong slot, and of the block before `apart`
  logic [2:0] cause;
  logic [31:0] late_q;  // clocks with slots since stall rose

  // Of a slot.
  logic [Xlen-1:0] addr, bytes;
  logic [3:0] itype;
  logic retires, trap, any;

  always_comb begin
    found = '0;
    used = 1'b1;
    trapped = 1'b0;
    any = 1'b0;
    straight = straight_q && !away_i;
    last_end = end_q;
    last_begin = begin_q;
    not_taken = not_taken_q;
    {apart, ended, cut, above, code, apart_after} = '0;
    cause = Unreported;
    for (int unsigned b = 0; b < Blocks; b++) begin
      addr = iaddr_i[Xlen*b+:Xlen];
      itype = 4'(itype_i[ItypeWidth*b+:ItypeWidth]);
      retires = iretire_i[IretireWidth*b+:IretireWidth] != '0;
      trap = itype == rvt_ingress_pkg::ItException || itype == rvt_ingress_pkg::ItInterrupt;
      bytes = Build.Single != 0 ? Xlen'(2) << ilastsize_i[2*b+:2]
                                : Xlen'(iretire_i[IretireWidth*b+:IretireWidth]) << 1;
      if (!retires && !trap && itype != rvt_ingress_pkg::ItNone) begin
        found[Empty] = found[Empty] || !away_i;
        code = itype;
      end
      if ((retires || trap) && !used) found[Hole] = 1'b1;
      if ((retires || trap) && trapped) found[Newest] = 1'b1;
      if (retires && stops_i) found[Stopped] = 1'b1;
      used = retires || trap;
      any = any || used;
      trapped = trap;
      if (used && !away_i) begin
        // An interrupt without instruction need not say where (NT:ING-14).
        if (retires || Build.IaddrOnInt != 0 || itype == rvt_ingress_pkg::ItException) begin
          found[Odd] = found[Odd] || addr[0];
          above = addr[Xlen-1:1] >> Top;
          if (above != '0 && above != {Xlen - 1{1'b1}} >> Top) begin
            found[Above] = 1'b1;
            cut = addr;
          end
          if (straight && addr[Xlen-1:1] != last_end[Xlen-1:1]) begin
            found[Path] = 1'b1;
            apart = addr;
            ended = last_end;
            apart_after = not_taken ? rvt_ingress_pkg::ItNotTaken : rvt_ingress_pkg::ItNone;
            cause = not_taken ? Taken : Unreported;
            if (retires && addr - last_begin == (last_end - last_begin) << 1) cause = InInsns;
            if (retires && addr - last_begin == (last_end - last_begin) >> 1) cause = InBytes;
            if (retires && addr == last_begin) cause = Again;
          end
        end
        if (itype == rvt_ingress_pkg::ItReserved ||
            (ItypeWidth == 4 && itype == rvt_ingress_pkg::ItIndirect)) begin
          found[Code] = 1'b1;
          code = itype;
        end
        // On a 3-bit port a jump with a direct target is itype 0, too (NT:ITY-22).
        not_taken = itype == rvt_ingress_pkg::ItNotTaken;
        straight = not_taken || (itype == rvt_ingress_pkg::ItNone && ItypeWidth == 4);
        last_begin = addr;
        last_end = addr + (retires ? bytes : '0);
      end
    end
    found[Level] = Build.Context != 0 && any && !away_i && (priv_i == 3'd2 || priv_i == 3'd7);
    found[Late] = stall_i && any && late_q >= Build.StallLatency;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      told_q <= '0;
      straight_q <= 1'b0;
      not_taken_q <= 1'b0;
      end_q <= '0;
      begin_q <= '0;
      late_q <= '0;
    end else begin
      told_q <= told_q | found;
      straight_q <= straight;
      not_taken_q <= not_taken;
      end_q <= last_end;
      begin_q <= last_begin;
      late_q <= !stall_i ? '0 : late_q + 32'(any);
    end
  end

  assign tell = found & ~told_q;
  `RVT_WARN(tell[Hole],
            ("%m: the used slots are not the lowest ones (NT:ING-02): the clock is lost"))
  `RVT_WARN(tell[Newest],
            ("%m: a slot after a trap in one clock (NT:ING-11): a trap ends the newest slot"))
  `RVT_WARN(tell[Path] && cause == Unreported,
            ("%m: block at 0x%0h after itype %0d that ended at 0x%0h: is a trap or jump missing?",
             apart, apart_after, ended))
  `RVT_WARN(tell[Path] && cause == Again,
            ("%m: block at 0x%0h twice, its end was 0x%0h: is it held for more than a clock?",
             apart, ended))
  `RVT_WARN(tell[Path] && cause == InBytes,
            ("%m: block at 0x%0h after itype %0d that ended at 0x%0h: does iretire count bytes?",
             apart, apart_after, ended))
  `RVT_WARN(tell[Path] && cause == InInsns,
            ("%m: block at 0x%0h after itype %0d that ended at 0x%0h: does iretire count insns?",
             apart, apart_after, ended))
  `RVT_WARN(tell[Path] && cause == Taken,
            ("%m: block at 0x%0h after itype 4 that ended at 0x%0h: was the branch taken?", apart,
             ended))
  `RVT_WARN(tell[Late],
            ("%m: slots in more than %0d clocks under stall (NT:ING-26): trace may be lost",
             Build.StallLatency))
  `RVT_WARN(tell[Empty],
            ("%m: itype %0d with iretire 0 (NT:ING-03): only a trap has no instruction", code))
  `RVT_WARN(tell[Code],
            ("%m: itype %0d, which a port of %0d bits does not have (NT:ING-09, NT:ING-10)", code,
             ItypeWidth))
  `RVT_WARN(tell[Odd],
            ("%m: iaddr is odd: is it the address of the first instruction of the block?"))
  `RVT_WARN(tell[Above],
            ("%m: iaddr 0x%0h is not the sign extension of its low %0d bits: AddrBits too small?",
             cut, Build.AddrBits))
  `RVT_WARN(tell[Level],
            ("%m: priv %0d is no privilege (NT:ING-18): Ownership messages would name another",
             priv_i))
  `RVT_WARN(tell[Stopped],
            ("%m: blocks while halted_i or lowpower_i is 1 are not traced (NT:ING-24): tied?"))

  logic unused;
  assign unused = ^tell;

endmodule

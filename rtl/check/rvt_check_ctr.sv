// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// What a hart should tell the recorder of control transfers, and what the recorder guarantees
/// whatever it is told; in simulation only.
///
/// The recorder takes any values: a mistake of the hart gives wrong records and nothing worse
/// (docs/units/ctr.md). So each is a warning, once, with its row. RVT_ANY_PORTS silences a bench
/// that drives any values on purpose.
module rvt_check_ctr #(
  parameter int unsigned Xlen         = 64,  // as the recorder's
  parameter int unsigned Blocks       = 1,   // ...
  parameter int unsigned IretireWidth = 3,   // ...
  parameter int unsigned Single       = 0,   // ...
  parameter int unsigned Hyp          = 0,   // ...
  parameter int unsigned CounterWidth = 27   // ...
) (
  input logic                           clk_i,  // one clock for everything
  input logic                           rst_ni,  // asserted asynchronously, released synchronously
  input logic [Blocks*IretireWidth-1:0] iretire_i,  // the ports of the same names
  input logic [Blocks*Xlen-1:0]         iaddr_i,  // ...
  input logic [Blocks*4-1:0]            itype_i,  // ...
  input logic [Blocks*2-1:0]            ilastsize_i,  // ...
  input logic [2:0]                     priv_i,  // ...
  input logic                           halted_i,  // ...
  input logic [Blocks*Xlen-1:0]         target_i,  // ...
  input logic [Blocks-1:0]              mispredict_i,  // ...
  input logic [2:0]                     priv_after_i,  // ...
  input logic [Xlen-1:0]                epc_i,  // ...
  input logic                           cycle_i,  // ...
  input logic                           busy_i,  // an access is in flight

  // Of the recorder, a clock later.
  input logic [Blocks-1:0]              moves_i,  // what slots record, replace and pop
  input logic                           frozen_i,  // when the clock begins
  input logic [7:0]                     wrptr_i,
  input logic [2:0]                     depth_i   // code of sctrdepth
);

  localparam int unsigned Empty = 0, Reserved = 1, Second = 2, Mode = 3, Virtual = 4, Change = 5;
  localparam int unsigned After = 6, Target = 7, Epc = 8, Through = 9, Odd = 10, Misp = 11;
  localparam int unsigned Younger = 12, Halted = 13, Findings = 14;
  localparam int unsigned Slow = 4096;  // slots without a cycle

  logic [Findings-1:0] found;
  logic known_q, known;  // where the program goes on ...
  logic [Xlen-1:0] next_q, next;  // ... here
  logic told_q, told;  // ... by the target of a transfer
  logic level_q, level;  // the mode is known
  logic [2:0] mode_q, mode;
  logic [31:0] idle_q;  // slots since a cycle

  // Of a finding.
  logic [3:0] code;
  logic [2:0] from, led;
  logic [Xlen-1:0] at, wanted, other;

  // Of a slot.
  logic retires, trap, turns, ended;
  logic [3:0] itype;
  logic [Xlen-1:0] addr, after, target;

  function automatic logic exists(input logic [2:0] which);
    exists = which != 3'd2 && which != 3'd7;
  endfunction

  function automatic logic in_v(input logic [2:0] which);
    in_v = which == rvt_ctr_pkg::PrivVu || which == rvt_ctr_pkg::PrivVs;
  endfunction

  // Of two modes: a trap never leads down, a return never up, neither from V = 0 up into V = 1.
  function automatic logic [2:0] rank(input logic [2:0] which);
    unique case (which)
      rvt_ctr_pkg::PrivVu: rank = 3'd0;
      rvt_ctr_pkg::PrivVs: rank = 3'd1;
      rvt_ctr_pkg::PrivU: rank = 3'd2;
      rvt_ctr_pkg::PrivS: rank = 3'd3;
      rvt_ctr_pkg::PrivM: rank = 3'd4;
      default: rank = 3'd5;
    endcase
  endfunction

  always_comb begin
    found = '0;
    {code, from, led, at, wanted, other} = '0;
    known = known_q;
    next = next_q;
    told = told_q;
    level = level_q;
    mode = mode_q;
    ended = 1'b0;
    for (int unsigned k = 0; k < Blocks; k++) begin
      itype = itype_i[4*k+:4];
      retires = iretire_i[IretireWidth*k+:IretireWidth] != '0;
      trap = itype == rvt_ingress_pkg::ItException || itype == rvt_ingress_pkg::ItInterrupt;
      turns = trap || itype == rvt_ingress_pkg::ItTrapReturn;
      addr = iaddr_i[Xlen*k+:Xlen];
      target = target_i[Xlen*k+:Xlen];
      after = addr + (Single != 0 ? Xlen'(2) << ilastsize_i[2*k+:2] :
                                    Xlen'(iretire_i[IretireWidth*k+:IretireWidth]) << 1);
      if (!retires && !trap && (itype != rvt_ingress_pkg::ItNone || mispredict_i[k])) begin
        found[Empty] = 1'b1;
        code = itype;
      end
      if ((retires || trap) && halted_i) found[Halted] = 1'b1;
      if ((retires || trap) && !halted_i && priv_i != rvt_ctr_pkg::PrivD) begin
        if (itype == rvt_ingress_pkg::ItReserved || itype == rvt_ingress_pkg::ItIndirect) begin
          found[Reserved] = 1'b1;
          code = itype;
        end
        if (ended) found[Second] = 1'b1;
        if (busy_i) found[Younger] = 1'b1;
        if (!exists(priv_i) || (turns && !exists(priv_after_i))) begin
          found[Mode] = 1'b1;
          from = priv_i;
          led = turns ? priv_after_i : priv_i;
        end
        if (Hyp == 0 && (in_v(priv_i) || (turns && in_v(priv_after_i)))) begin
          found[Virtual] = 1'b1;
          from = priv_i;
          led = turns ? priv_after_i : priv_i;
        end
        if (level && !ended && priv_i != mode) begin
          found[After] = 1'b1;
          from = mode;
          led = priv_i;
        end
        if (turns && exists(
                priv_i
            ) && exists(
                priv_after_i
            ) && (trap ? rank(
                priv_after_i
            ) < rank(
                priv_i
            ) || rank(
                priv_after_i
            ) == 3'd0 || rank(
                priv_after_i
            ) == 3'd2 : rank(
                priv_after_i
            ) > rank(
                priv_i
            ))) begin
          found[Change] = 1'b1;
          from = priv_i;
          led = priv_after_i;
          code = itype;
        end
        if (known && retires && addr[Xlen-1:1] != next[Xlen-1:1] && !found[Target]) begin
          found[Target] = told;
          at = addr;
          wanted = next;
        end
        if (retires) begin
          known = 1'b1;
          next = after;
          told = 1'b0;
        end
        if (trap && known && epc_i[Xlen-1:1] != next[Xlen-1:1]) begin
          found[Epc] = !told;
          found[Target] = found[Target] || told;
          at = epc_i;
          wanted = next;
        end
        if ((trap && epc_i[0]) || (itype != rvt_ingress_pkg::ItNone && target[0])) begin
          found[Odd] = 1'b1;
          other = trap && epc_i[0] ? epc_i : target;
        end
        if (mispredict_i[k] && (trap || itype == rvt_ingress_pkg::ItNone)) begin
          found[Misp] = 1'b1;
          code = itype;
        end
        if (itype == rvt_ingress_pkg::ItNotTaken && target[Xlen-1:1] != after[Xlen-1:1]) begin
          found[Through] = 1'b1;
          at = target;
          wanted = after;
        end
        if (itype != rvt_ingress_pkg::ItNone) begin
          known = 1'b1;
          next = target;
          told = 1'b1;
        end
        level = 1'b1;
        mode = turns ? priv_after_i : priv_i;
        ended = turns;
      end
    end
    // Debug mode goes on elsewhere.
    if (halted_i || priv_i == rvt_ctr_pkg::PrivD || mode == rvt_ctr_pkg::PrivD) begin
      known = 1'b0;
      level = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {known_q, next_q, told_q, level_q, mode_q, idle_q} <= '0;
    end else begin
      {known_q, next_q, told_q, level_q, mode_q} <= {known, next, told, level, mode};
      idle_q <= cycle_i || halted_i ? '0 : idle_q + 32'(iretire_i != '0);
    end
  end

  `RVT_WARN_ONCE(Empty_M, found[Empty],
                 ("%m: itype %0d or a misprediction with iretire 0 (CTR:B-01): nothing retires",
                  code))
  `RVT_WARN_ONCE(Reserved_M, found[Reserved],
                 ("%m: itype %0d (CTR:F-03), which is reserved: no record", code))
  `RVT_WARN_ONCE(Second_M, found[Second],
                 ("%m: a slot after a trap or return in one clock (CTR:H-02): it is the newest"))
  `RVT_WARN_ONCE(Mode_M, found[Mode],
                 ("%m: priv %0d, then %0d (CTR:P-01): 2 and 7 are no modes", from, led))
  `RVT_WARN_ONCE(Virtual_M, found[Virtual],
                 ("%m: priv %0d, then %0d (CTR:C-07): 5 and 6 are no modes with Hyp=0", from, led))
  `RVT_WARN_ONCE(Change_M, found[Change],
                 ("%m: itype %0d leads from priv %0d to %0d (CTR:P-01): is it priv_after?", code,
                  from, led))
  `RVT_WARN_ONCE(After_M, found[After],
                 ("%m: priv %0d retires, and %0d was left (CTR:P-01): is priv_after too late?",
                  led, from))
  `RVT_WARN_ONCE(Target_M, found[Target],
                 ("%m: target 0x%0h, then 0x%0h (CTR:B-03): does it come with its transfer?",
                  wanted, at))
  `RVT_WARN_ONCE(Epc_M, found[Epc],
                 ("%m: epc 0x%0h of a trap, 0x%0h is next (CTR:B-03): is it of the trap before?",
                  at, wanted))
  `RVT_WARN_ONCE(Through_M, found[Through],
                 ("%m: target 0x%0h of a branch not taken, 0x%0h follows it (CTR:B-03)", at,
                  wanted))
  `RVT_WARN_ONCE(Odd_M, found[Odd],
                 ("%m: target or epc 0x%0h is odd (CTR:E-03): bit 0 is V or MISP", other))
  `RVT_WARN_ONCE(Misp_M, found[Misp],
                 ("%m: misprediction of itype %0d (CTR:B-04): it is of jumps and branches", code))
  `RVT_WARN_ONCE(Younger_M, found[Younger],
                 ("%m: a slot before an access is answered (CTR:H-02): is it younger?"))
  `RVT_WARN_ONCE(Halted_M, found[Halted],
                 ("%m: a slot while halted_i is 1 (CTR:B-06): not recorded, tied?"))
  `RVT_WARN_ONCE(Cycle_M, CounterWidth != 0 && idle_q == Slow,
                 ("%m: %0d slots without cycle_i (CTR:T-01): CC counts nothing, tied?", Slow))

  // ---- Assertions ------------------------------------------------------------------------------

  // The pointer is in the depth, whatever the ports said (CTR-C-20).
  `RVT_ASSERT(Pointer_A, 32'(wrptr_i) < (32'd16 << depth_i) && depth_i <= 3'd4)
  // No entry changes by a transfer while records are frozen (CTR-C-21).
  `RVT_IMPLIES(Frozen_A, frozen_i, moves_i == '0)

  logic unused;
  assign unused = ^{found, code, from, led, at, wanted, other, idle_q, target, after};

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The CSRs that a shadow may keep, in the order of a dump: bits of ShadowCsrs (TV:E-08). Its default is what
/// M-mode has: mstatus, mstatush, mie, mtvec, mcounteren, mscratch, mepc, mcause and mtval.
package rvt_tandem_state_pkg;

  localparam int unsigned Entries = 32;  // as many as there are x registers: a dump's steps

  /// Number of an entry's CSR. Addresses of PMP come before their locks.
  function automatic logic [11:0] number(input int unsigned entry);
    case (entry)
      0: number = 12'h003;  // fcsr
      1: number = 12'h001;  // fflags
      2: number = 12'h002;  // frm
      3: number = 12'h300;  // mstatus
      4: number = 12'h310;  // mstatush
      5: number = 12'h100;  // sstatus
      6: number = 12'h302;  // medeleg
      7: number = 12'h303;  // mideleg
      8: number = 12'h304;  // mie
      9: number = 12'h104;  // sie
      10: number = 12'h305;  // mtvec
      11: number = 12'h306;  // mcounteren
      12: number = 12'h30a;  // menvcfg
      13: number = 12'h340;  // mscratch
      14: number = 12'h341;  // mepc
      15: number = 12'h342;  // mcause
      16: number = 12'h343;  // mtval
      17: number = 12'h105;  // stvec
      18: number = 12'h106;  // scounteren
      19: number = 12'h10a;  // senvcfg
      20: number = 12'h140;  // sscratch
      21: number = 12'h141;  // sepc
      22: number = 12'h142;  // scause
      23: number = 12'h143;  // stval
      24: number = 12'h180;  // satp
      25: number = 12'h3b0;  // pmpaddr0
      26: number = 12'h3b1;  // pmpaddr1
      27: number = 12'h3b2;  // pmpaddr2
      28: number = 12'h3b3;  // pmpaddr3
      29: number = 12'h3a0;  // pmpcfg0
      30: number = 12'h3a1;  // pmpcfg1
      default: number = 12'h320;  // mcountinhibit
    endcase
  endfunction

  /// The entry of which another is a view; `Entries`: it is none.
  function automatic int unsigned whole(input int unsigned entry);
    case (entry)
      1, 2: whole = 0;
      5: whole = 3;
      9: whole = 8;
      default: whole = Entries;
    endcase
  endfunction

  /// An entry whose write leaves another unknown: the whole has all of its views, and a view that is not
  /// kept changes the whole. There are two at most; `Entries`: there is none, or one.
  function automatic int unsigned stales(input int unsigned entry, input logic [Entries-1:0] kept,
                                         input int unsigned which);
    int unsigned found;
    found = 0;
    stales = Entries;
    for (int unsigned k = 0; k < Entries; k++) begin
      if (whole(entry) == k || (whole(k) == entry && !kept[k])) begin
        if (found == which) stales = k;
        found = found + 1;
      end
    end
  endfunction

  /// How many entries below `entry` are kept.
  function automatic int unsigned kept_below(input logic [Entries-1:0] kept,
                                             input int unsigned entry);
    kept_below = 0;
    for (int unsigned k = 0; k < Entries; k++) begin
      if (k < entry && kept[k]) kept_below = kept_below + 1;
    end
  endfunction

endpackage

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The golden model of rvt_ctr by DPI-C: cmodel/dpi/rvt_ctr_dpi.c, linked with librvtmodel.
package rvt_ctr_dpi_pkg;

  // verilog_format: off
  /// Parameters by the names of the RTL. Null with a text where it cannot be.
  import "DPI-C" function chandle rvt_ctr_dpi_new(input int Xlen, input int Blocks, input int IretireWidth, input int Single, input int Depths,
                                                  input int CounterWidth, input int Misp, input int Type, input int Filters, input int ExtTraps,
                                                  input int RasEmu, input int Hyp, input int Lcofi, input int BlockRam, output string refusal);
  import "DPI-C" function void rvt_ctr_dpi_free(input chandle model);
  /// Outputs of this clock: a function of state alone.
  import "DPI-C" function void rvt_ctr_dpi_outputs(input chandle model, output bit ready, output bit done, output longint rdata, output int exc);
  /// Inputs of the next edge.
  import "DPI-C" function void rvt_ctr_dpi_slot(input chandle model, input int slot, input int iretire, input int itype, input int ilastsize,
                                                input longint iaddr, input longint target, input bit mispredict);
  import "DPI-C" function void rvt_ctr_dpi_hart(input chandle model, input longint cause, input longint epc, input int priv, input int priv_after,
                                                input bit halted, input bit cycle);
  import "DPI-C" function void rvt_ctr_dpi_access(input chandle model, input bit valid, input int op, input int addr, input int select,
                                                  input longint wdata, input int mode, input bit xlen32, input bit mstateen, input bit hstateen);
  /// One rising edge of clk_i, or what rst_ni does.
  import "DPI-C" function void rvt_ctr_dpi_tick(input chandle model, input bit hold);
  // verilog_format: on

endpackage

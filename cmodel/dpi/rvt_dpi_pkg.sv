// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/interface from rtl/interface; `make interface` writes it anew.

/// The golden model of rvt_top by DPI-C: cmodel/dpi/rvt_dpi.c, linked with librvtmodel.
package rvt_dpi_pkg;

  typedef bit [1631:0] params_t;
  typedef bit [799:0] inputs_t;  // the ports from bit 0 on, in their order
  typedef bit [159:0] outputs_t;
  typedef bit [511:0] message_t;  // byte 0 in 7:0

  // verilog_format: off
  /// A model after reset, null where it cannot be built; `params` are in their order, the first in the upper bits.
  import "DPI-C" function chandle rvt_dpi_new(input params_t params, output string refusal);
  import "DPI-C" function void rvt_dpi_free(input chandle model);
  /// Outputs of this clock; `edges` is not looked at: it changes when the state has.
  import "DPI-C" function void rvt_dpi_outputs(input chandle model, input bit edges, input inputs_t in, output outputs_t out);
  /// A rising edge; with `reset`, the state after reset.
  import "DPI-C" function void rvt_dpi_tick(input chandle model, input bit reset, input inputs_t in);
  /// Bytes of the next message that has left the encoder since the first call of this, 0: none; and its text.
  import "DPI-C" function int rvt_dpi_message(input chandle model, output message_t bytes, output string line);
  // verilog_format: on

endpackage

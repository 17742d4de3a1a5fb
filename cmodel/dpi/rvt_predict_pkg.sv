// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The predictor by DPI-C, rvt/predict.h: instructions in, messages out, compared with the bytes of an encoder.
/// docs/predictor.md. A function that returns an int gives 1 with a text where something is wrong, else 0.
package rvt_predict_pkg;

  // verilog_format: off
  /// Null with a text where it cannot be. `params`: words such as "Xlen=32 StackDepth=8", the RTL's defaults for all others; `isa`: "" where the
  /// hart has neither Zcmp nor Zcmt; `cfg`: a rvt_config_pkg::config_t, from bit 0 on.
  import "DPI-C" function chandle rvt_predict_dpi_new(input string params, input string isa, input longint cfg, output string refusal);
  import "DPI-C" function void rvt_predict_dpi_free(input chandle predict);
  /// From the next instruction, trap or idle on.
  import "DPI-C" function void rvt_predict_dpi_configure(input chandle predict, input longint cfg);
  import "DPI-C" function void rvt_predict_dpi_hart(input chandle predict, input int priv, input longint ctx, input int ctype, input bit halted,
                                                    input bit hart_reset, input bit lowpower, input longint ticks);
  import "DPI-C" function int rvt_predict_dpi_insn(input chandle predict, input longint pc, input longint word, input longint next,
                                                   output string refusal);
  import "DPI-C" function int rvt_predict_dpi_trap(input chandle predict, input bit irq, input longint epc, output string refusal);
  import "DPI-C" function int rvt_predict_dpi_idle(input chandle predict, output string refusal);
  /// The oldest message that is predicted and not compared yet, as text; 0: there is none.
  import "DPI-C" function int rvt_predict_dpi_next(input chandle predict, output string line);
  /// The scoreboard: a byte of the encoder, in their order; and that there are no more.
  import "DPI-C" function int rvt_predict_dpi_found(input chandle predict, input byte unsigned value, output string difference);
  import "DPI-C" function int rvt_predict_dpi_finish(input chandle predict, output string difference);
  import "DPI-C" function longint rvt_predict_dpi_equal(input chandle predict);
  /// Coverage: the count of bin `index` and its name; -1: there is none.
  import "DPI-C" function longint rvt_predict_dpi_bin(input chandle predict, input int index, output string name);
  // verilog_format: on

endpackage

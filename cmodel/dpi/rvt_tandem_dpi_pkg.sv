// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The checker of tandem verification trace by DPI-C, rvt/tandem/judge.h: bytes of the encoder in, differences of hart and
/// reference model out. cmodel/dpi/rvt_tandem_dpi.c, linked with librvttandem.
package rvt_tandem_dpi_pkg;

  // verilog_format: off
  /// Null with a text where it cannot be. `core`: the core's description; `elf`: the program; `model`: lib/rvtrace/spike.so or another one.
  import "DPI-C" function chandle rvt_tandem_dpi_new(input string core, input string elf, input string model, output string refusal);
  import "DPI-C" function void rvt_tandem_dpi_free(input chandle judge);
  /// A beat of the stream, 1..16 bytes; a group is compared with its last one. 1: there is something to say; 2: ... and no group after it can be
  /// compared.
  import "DPI-C" function int rvt_tandem_dpi_beat(input chandle judge, input bit [127:0] data, input int size, input bit eom);
  /// The rest of the group under way will not come.
  import "DPI-C" function void rvt_tandem_dpi_cut(input chandle judge);
  /// The next line of what there is to say; 0: there is none.
  import "DPI-C" function int rvt_tandem_dpi_next(input chandle judge, output string line);
  import "DPI-C" function longint rvt_tandem_dpi_groups(input chandle judge);
  import "DPI-C" function longint rvt_tandem_dpi_differences(input chandle judge);
  // verilog_format: on

endpackage

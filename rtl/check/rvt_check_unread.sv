// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Ports of a hart that are driven although the build, or this version, does not read them; in
/// simulation only.
///
/// Each is a warning, once: whoever drives such a port expects something of it in the trace. Every
/// hart has cause, tval and ilastsize, so these are not looked at (docs/integration.md, "What a hart
/// may do wrong"). An input is 1 in a clock in which any bit of the port is.
module rvt_check_unread #(
  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault
) (
  input logic clk_i,  // one clock for everything
  input logic rst_ni,  // asserted asynchronously, released synchronously
  input logic trigger_i,  // trigger_i or ext_trigger_i
  input logic sijump_i,
  input logic time_i,
  input logic context_i,
  input logic ctype_i,
  input logic impdef_i
);

  localparam int unsigned Trigger = 0, Sijump = 1, Time = 2, Context = 3, Ctype = 4, Impdef = 5;
  localparam int unsigned Ports = 6;

  logic [Ports-1:0] driven, told_q, tell;

  assign driven[Trigger] = Build.Events == 0 && trigger_i;
  assign driven[Sijump] = Build.SeqJump == 0 && sijump_i;
  assign driven[Time] = Build.TsWidth == 0 && time_i;
  assign driven[Context] = Build.Context < 2 && context_i;
  assign driven[Ctype] = Build.Context < 2 && ctype_i;
  assign driven[Impdef] = impdef_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) told_q <= '0;
    else told_q <= told_q | driven;
  end

  assign tell = driven & ~told_q;
  `RVT_WARN(tell[Trigger],
            ("%m: trigger_i or ext_trigger_i is driven, a build with Events=0 does not read it"))
  `RVT_WARN(tell[Sijump],
            ("%m: sijump_i is driven, and a build with SeqJump=0 does not read it"))
  `RVT_WARN(tell[Time],
            ("%m: time_i is driven, and a build with TsWidth=0 does not read it"))
  `RVT_WARN(tell[Context],
            ("%m: context_i is driven, and a build with Context below 2 does not read it"))
  `RVT_WARN(tell[Ctype],
            ("%m: ctype_i is driven, and a build with Context below 2 does not read it"))
  `RVT_WARN(tell[Impdef],
            ("%m: impdef_i is driven, and this version does not read it"))

  logic unused;
  assign unused = ^tell;

endmodule

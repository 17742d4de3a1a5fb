// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What a logic analyser on the trace pins would write: +pins=FILE, VCD; a unit of its time is a clock.
module rvt_soc_probe #(
  parameter int unsigned Pins = 4
) (
  input logic            clk_i,
  input logic            trc_clk_i,
  input logic [Pins-1:0] trc_data_i
);

  int pins_file = 0;
  longint unsigned time_q = 0;
  logic trc_clk_q = 1'b0;
  logic [Pins-1:0] trc_data_q = '0;

  initial begin
    string pins_name;
    if ($value$plusargs("pins=%s", pins_name)) begin
      pins_file = $fopen(pins_name, "w");
      $fdisplay(pins_file, "$timescale 10 ns $end");
      $fdisplay(pins_file, "$scope module probe $end");
      $fdisplay(pins_file, "$var wire 1 ! trc_clk $end");
      $fdisplay(pins_file, "$var wire %0d \" trc_data [%0d:0] $end", Pins, Pins - 1);
      $fdisplay(pins_file, "$upscope $end\n$enddefinitions $end\n#0\n0!\nb0 \"");
    end
  end

  always_ff @(posedge clk_i) begin
    time_q <= time_q + 1;
    trc_clk_q <= trc_clk_i;
    trc_data_q <= trc_data_i;
    if (pins_file != 0 && {trc_clk_i, trc_data_i} != {trc_clk_q, trc_data_q}) begin
      $fdisplay(pins_file, "#%0d\n%b!\nb%b \"", time_q, trc_clk_i, trc_data_i);
    end
  end

endmodule

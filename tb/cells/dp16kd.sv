// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Block RAM of an ECP5 (DP16KD), of which Yosys has the ports alone: as much of it as the netlists of
/// rvtrace use. 2,048 words of nine bits; a port sees them as words of 1, 2, 4 (of eight bits each), 9, 18
/// or, where A writes and B reads, of 36 bits. In words of 18 and 36 the lowest bits of an address that
/// writes say which nine bits are written. What is read stands until the next read or reset.
///
/// Content begins with zeros; chip selects and GSR are not looked at. Any other use ends the simulation.
// verilog_format: off
module DP16KD #(
  parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18,
  parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG",
  parameter RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC",
  parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000",
  parameter WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL",
  parameter CLKAMUX = "CLKA", CLKBMUX = "CLKB", GSR = "DISABLED",
  parameter INITVAL_00 = 0, INITVAL_01 = 0, INITVAL_02 = 0, INITVAL_03 = 0, INITVAL_04 = 0,
            INITVAL_05 = 0, INITVAL_06 = 0, INITVAL_07 = 0, INITVAL_08 = 0, INITVAL_09 = 0,
            INITVAL_0A = 0, INITVAL_0B = 0, INITVAL_0C = 0, INITVAL_0D = 0, INITVAL_0E = 0,
            INITVAL_0F = 0, INITVAL_10 = 0, INITVAL_11 = 0, INITVAL_12 = 0, INITVAL_13 = 0,
            INITVAL_14 = 0, INITVAL_15 = 0, INITVAL_16 = 0, INITVAL_17 = 0, INITVAL_18 = 0,
            INITVAL_19 = 0, INITVAL_1A = 0, INITVAL_1B = 0, INITVAL_1C = 0, INITVAL_1D = 0,
            INITVAL_1E = 0, INITVAL_1F = 0, INITVAL_20 = 0, INITVAL_21 = 0, INITVAL_22 = 0,
            INITVAL_23 = 0, INITVAL_24 = 0, INITVAL_25 = 0, INITVAL_26 = 0, INITVAL_27 = 0,
            INITVAL_28 = 0, INITVAL_29 = 0, INITVAL_2A = 0, INITVAL_2B = 0, INITVAL_2C = 0,
            INITVAL_2D = 0, INITVAL_2E = 0, INITVAL_2F = 0, INITVAL_30 = 0, INITVAL_31 = 0,
            INITVAL_32 = 0, INITVAL_33 = 0, INITVAL_34 = 0, INITVAL_35 = 0, INITVAL_36 = 0,
            INITVAL_37 = 0, INITVAL_38 = 0, INITVAL_39 = 0, INITVAL_3A = 0, INITVAL_3B = 0,
            INITVAL_3C = 0, INITVAL_3D = 0, INITVAL_3E = 0, INITVAL_3F = 0
) (
  input  CLKA, CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2, ADA0, ADA1, ADA2, ADA3, ADA4, ADA5,
         ADA6, ADA7, ADA8, ADA9, ADA10, ADA11, ADA12, ADA13, DIA0, DIA1, DIA2, DIA3, DIA4,
         DIA5, DIA6, DIA7, DIA8, DIA9, DIA10, DIA11, DIA12, DIA13, DIA14, DIA15, DIA16,
         DIA17,
  output DOA0, DOA1, DOA2, DOA3, DOA4, DOA5, DOA6, DOA7, DOA8, DOA9, DOA10, DOA11, DOA12,
         DOA13, DOA14, DOA15, DOA16, DOA17,
  input  CLKB, CEB, OCEB, WEB, RSTB, CSB0, CSB1, CSB2, ADB0, ADB1, ADB2, ADB3, ADB4, ADB5,
         ADB6, ADB7, ADB8, ADB9, ADB10, ADB11, ADB12, ADB13, DIB0, DIB1, DIB2, DIB3, DIB4,
         DIB5, DIB6, DIB7, DIB8, DIB9, DIB10, DIB11, DIB12, DIB13, DIB14, DIB15, DIB16,
         DIB17,
  output DOB0, DOB1, DOB2, DOB3, DOB4, DOB5, DOB6, DOB7, DOB8, DOB9, DOB10, DOB11, DOB12,
         DOB13, DOB14, DOB15, DOB16, DOB17
);

  localparam WideRead = DATA_WIDTH_B == 36;

  if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG" || RESETMODE != "SYNC") begin : g_bad_register
    $error("DP16KD: an output register or an asynchronous reset");
  end
  if (CSDECODE_A != "0b000" || CSDECODE_B != "0b000" || CLKAMUX != "CLKA" || CLKBMUX != "CLKB") begin : g_bad_port
    $error("DP16KD: a chip select, or a clock that falls");
  end
  if (WRITEMODE_A != "NORMAL" || WRITEMODE_B != "NORMAL") begin : g_bad_mode
    $error("DP16KD: a port that reads what it writes");
  end

  logic [13:0] at_a, at_b;
  logic [35:0] wdata;
  assign at_a = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5,
                 ADA4, ADA3, ADA2, ADA1, ADA0};
  assign at_b = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5,
                 ADB4, ADB3, ADB2, ADB1, ADB0};
  assign wdata[17:0] = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9,
                         DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  assign wdata[35:18] = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9,
                          DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};

  // verilog_format: on

  logic [8:0] mem_q[0:2047];

  // A word as a port sees it.
  function automatic logic [35:0] look(input integer width, input logic [13:0] at);
    case (width)
      36: look = {mem_q[{at[13:5], 2'd3}], mem_q[{at[13:5], 2'd2}], mem_q[{at[13:5], 2'd1}], mem_q[{at[13:5], 2'd0}]};
      18: look = 36'({mem_q[{at[13:4], 1'd1}], mem_q[{at[13:4], 1'd0}]});
      9: look = 36'(mem_q[at[13:3]]);
      4: look = 36'(mem_q[at[13:3]][4*at[2]+:4]);
      2: look = 36'(mem_q[at[13:3]][2*at[2:1]+:2]);
      default: look = 36'(mem_q[at[13:3]][at[2:0]]);
    endcase
  endfunction

  logic [35:0] read_q[0:1];

  always @(posedge CLKA) begin
    if (CEA && WEA) begin
      case (DATA_WIDTH_A)
        36: for (int k = 0; k < 4; k++) if (at_a[k]) mem_q[{at_a[13:5], 2'(k)}] <= wdata[9*k+:9];
        18: for (int k = 0; k < 2; k++) if (at_a[k]) mem_q[{at_a[13:4], 1'(k)}] <= wdata[9*k+:9];
        9: mem_q[at_a[13:3]] <= wdata[8:0];
        4: mem_q[at_a[13:3]][4*at_a[2]+:4] <= wdata[3:0];
        2: mem_q[at_a[13:3]][2*at_a[2:1]+:2] <= wdata[1:0];
        default: mem_q[at_a[13:3]][at_a[2:0]] <= wdata[0];
      endcase
    end
    if (RSTA) read_q[0] <= '0;
    else if (CEA && !WEA) read_q[0] <= look(DATA_WIDTH_A, at_a);
  end

  always @(posedge CLKB) begin
    if (WEB) $fatal(1, "DP16KD: port B writes");
    if (RSTB) read_q[1] <= '0;
    else if (CEB) read_q[1] <= look(DATA_WIDTH_B, at_b);
  end

  // verilog_format: off
  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
          DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = WideRead ? read_q[1][17:0] : read_q[0][17:0];
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
          DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = WideRead ? read_q[1][35:18] : read_q[1][17:0];
  // verilog_format: on

  initial for (int i = 0; i < 2048; i++) mem_q[i] = '0;

endmodule

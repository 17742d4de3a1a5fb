// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Where messages begin and end in a stream of bytes, whatever their format: docs/units/framing.md.
///
/// `data_i` are the next bytes of the stream, and `take_i` says that `bytes_i` of them pass in this clock. A format that counts
/// along the stream keeps its place from clock to clock; N-Trace looks at the byte alone. Outputs are functions of that
/// place and of `data_i`; those of a lane hold up to the first that ends a message.
module rvt_framing #(
  parameter int unsigned Framing = 0,  // the format, of rvt_framing_pkg
  parameter int unsigned Lanes   = 1,  // bytes that are looked at: 1..32
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clr_i,     // the stream begins anew, with a message
  input  logic                  take_i,    // bytes pass in this clock
  input  logic [BytesWidth-1:0] bytes_i,   // those that count: 1..Lanes, up to an end at most
  input  logic [8*Lanes-1:0]    data_i,    // the next byte in 7:0

  output logic [Lanes-1:0]      ends_o,    // the byte is the last one of its message
  output rvt_framing_pkg::said_t said_o
);

  if (Framing == rvt_framing_pkg::NTrace) begin : g_ntrace
    rvt_framing_ntrace #(
      .Lanes(Lanes)
    ) i_ntrace (
      .bytes_i,
      .data_i,
      .ends_o,
      .said_o
    );
    logic unused;
    assign unused = ^{clk_i, rst_ni, clr_i, take_i};
  end else if (Framing == rvt_framing_pkg::ETrace) begin : g_etrace
    rvt_framing_etrace #(
      .Lanes(Lanes)
    ) i_etrace (
      .clk_i,
      .rst_ni,
      .clr_i,
      .take_i,
      .bytes_i,
      .data_i,
      .ends_o,
      .said_o
    );
  end else if (Framing == rvt_framing_pkg::Tandem) begin : g_tandem
    rvt_framing_tandem #(
      .Lanes(Lanes)
    ) i_tandem (
      .data_i,
      .ends_o,
      .said_o
    );
    logic unused;
    assign unused = ^{clk_i, rst_ni, clr_i, take_i, bytes_i};
  end else begin : g_none
    $error("rvt_framing: Framing must be 0, 1 or 2");
  end

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The trace registers on OBI 1 without optional signals, made accesses of APB4. docs/integration.md.
///
/// A request is granted when the access before has ended; the response comes in the clock after the APB access, the
/// third after the grant or later, and the next request may be granted in the same one.
module rvt_bus_obi #(
  parameter int unsigned AddrWidth = 16
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 req_i,
  output logic                 gnt_o,
  input  logic [AddrWidth-1:0] addr_i,
  input  logic                 we_i,
  input  logic [3:0]           be_i,
  input  logic [31:0]          wdata_i,
  output logic                 rvalid_o,
  output logic [31:0]          rdata_o,
  output logic                 err_o,

  output logic                 psel_o,
  output logic                 penable_o,
  output logic                 pwrite_o,
  output logic [AddrWidth-1:0] paddr_o,
  output logic [31:0]          pwdata_o,
  output logic [3:0]           pstrb_o,
  input  logic [31:0]          prdata_i,
  input  logic                 pready_i,
  input  logic                 pslverr_i
);

  typedef enum logic [1:0] {
    Idle   = 2'd0,
    Setup  = 2'd1,
    Access = 2'd2,
    Answer = 2'd3
  } state_e;

  state_e state_q;
  logic write_q, error_q;
  logic [AddrWidth-1:0] addr_q;
  logic [31:0] data_q;
  logic [3:0] strb_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      write_q <= 1'b0;
      error_q <= 1'b0;
      addr_q <= '0;
      data_q <= '0;
      strb_q <= '0;
    end else begin
      unique case (state_q)
        Setup: state_q <= Access;
        Access: begin
          if (pready_i) begin
            state_q <= Answer;
            error_q <= pslverr_i;
            if (!write_q) data_q <= prdata_i;
          end
        end
        default: begin
          state_q <= req_i ? Setup : Idle;
          if (req_i) begin
            write_q <= we_i;
            addr_q <= {addr_i[AddrWidth-1:2], 2'b00};
            data_q <= wdata_i;
            strb_q <= we_i ? be_i : '0;
          end
        end
      endcase
    end
  end

  assign psel_o = state_q == Setup || state_q == Access;
  assign penable_o = state_q == Access;
  assign pwrite_o = write_q;
  assign paddr_o = addr_q;
  assign pwdata_o = data_q;
  assign pstrb_o = strb_q;

  assign gnt_o = !psel_o;
  assign rvalid_o = state_q == Answer;
  assign rdata_o = data_q;
  assign err_o = error_q;

  // Strobes name the bytes of a word.
  logic unused;
  assign unused = ^addr_i[1:0];

endmodule

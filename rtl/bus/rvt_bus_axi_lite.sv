// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The trace registers on AXI4-Lite: one access at a time, made one of APB4. docs/integration.md.
///
/// A write begins when address and data are both there, before a read that waits in the same clock. An access
/// takes the clocks of APB, two at least, and one for the response, which waits as long as it must.
module rvt_bus_axi_lite #(
  parameter int unsigned AddrWidth = 16
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 s_awvalid_i,
  output logic                 s_awready_o,
  input  logic [AddrWidth-1:0] s_awaddr_i,
  input  logic                 s_wvalid_i,
  output logic                 s_wready_o,
  input  logic [31:0]          s_wdata_i,
  input  logic [3:0]           s_wstrb_i,
  output logic                 s_bvalid_o,
  input  logic                 s_bready_i,
  output logic [1:0]           s_bresp_o,  // OKAY or SLVERR
  input  logic                 s_arvalid_i,
  output logic                 s_arready_o,
  input  logic [AddrWidth-1:0] s_araddr_i,
  output logic                 s_rvalid_o,
  input  logic                 s_rready_i,
  output logic [31:0]          s_rdata_o,
  output logic [1:0]           s_rresp_o,

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
  logic write_q, error_q, write, done;
  logic [AddrWidth-1:0] addr_q;
  logic [31:0] data_q;
  logic [3:0] strb_q;

  assign write = s_awvalid_i && s_wvalid_i;
  assign s_awready_o = state_q == Idle && write;
  assign s_wready_o = s_awready_o;
  assign s_arready_o = state_q == Idle && !write;
  assign done = write_q ? s_bready_i : s_rready_i;

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
        Idle: begin
          if (write || s_arvalid_i) begin
            state_q <= Setup;
            write_q <= write;
            addr_q <= write ? s_awaddr_i : s_araddr_i;
            data_q <= s_wdata_i;
            strb_q <= write ? s_wstrb_i : '0;
          end
        end
        Setup: state_q <= Access;
        Access: begin
          if (pready_i) begin
            state_q <= Answer;
            error_q <= pslverr_i;
            if (!write_q) data_q <= prdata_i;
          end
        end
        Answer: if (done) state_q <= Idle;
        default: state_q <= Idle;
      endcase
    end
  end

  assign psel_o = state_q == Setup || state_q == Access;
  assign penable_o = state_q == Access;
  assign pwrite_o = write_q;
  assign paddr_o = addr_q;
  assign pwdata_o = data_q;
  assign pstrb_o = strb_q;

  assign s_bvalid_o = state_q == Answer && write_q;
  assign s_rvalid_o = state_q == Answer && !write_q;
  assign s_bresp_o = {error_q, 1'b0};
  assign s_rresp_o = {error_q, 1'b0};
  assign s_rdata_o = data_q;

endmodule

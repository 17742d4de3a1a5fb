// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The trace registers on AHB-Lite (AHB5 without its extensions), made accesses of APB4. docs/integration.md.
///
/// A transfer takes the two clocks of an APB access, or more; the address of the next one is taken in the
/// last of them. An access of a byte or half-word is one of the word with fewer strobes.
module rvt_bus_ahb_lite #(
  parameter int unsigned AddrWidth = 16
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 hsel_i,
  input  logic [AddrWidth-1:0] haddr_i,
  input  logic [1:0]           htrans_i,
  input  logic                 hwrite_i,
  input  logic [2:0]           hsize_i,      // 0..2, a word at most
  input  logic [31:0]          hwdata_i,
  input  logic                 hready_i,     // of the bus: the transfer before ends
  output logic                 hreadyout_o,
  output logic                 hresp_o,
  output logic [31:0]          hrdata_o,

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
    Fault  = 2'd3   // second clock of an error response
  } state_e;

  state_e state_q;
  logic write_q, takes, ends;
  logic [AddrWidth-1:0] addr_q;
  logic [3:0] strb_q, strb;

  // NONSEQ and SEQ are transfers, IDLE and BUSY are not.
  assign takes = hsel_i && hready_i && htrans_i[1];
  assign ends = state_q == Access && pready_i;

  always_comb begin
    unique case (hsize_i)
      3'd0: strb = 4'b0001 << haddr_i[1:0];
      3'd1: strb = haddr_i[1] ? 4'b1100 : 4'b0011;
      default: strb = 4'b1111;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      write_q <= 1'b0;
      addr_q <= '0;
      strb_q <= '0;
    end else begin
      unique case (state_q)
        Setup: state_q <= Access;
        Access: if (pready_i) state_q <= pslverr_i ? Fault : takes ? Setup : Idle;
        default: state_q <= takes ? Setup : Idle;
      endcase
      if (takes) begin
        write_q <= hwrite_i;
        addr_q <= {haddr_i[AddrWidth-1:2], 2'b00};
        strb_q <= hwrite_i ? strb : '0;
      end
    end
  end

  assign psel_o = state_q == Setup || state_q == Access;
  assign penable_o = state_q == Access;
  assign pwrite_o = write_q;
  assign paddr_o = addr_q;
  assign pwdata_o = hwdata_i;  // stays until hreadyout_o
  assign pstrb_o = strb_q;

  assign hreadyout_o = !psel_o || (ends && !pslverr_i);
  assign hresp_o = state_q == Fault || (ends && pslverr_i);
  assign hrdata_o = prdata_i;

  // SEQ is as good as NONSEQ.
  logic unused;
  assign unused = htrans_i[0];

endmodule

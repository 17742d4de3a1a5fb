// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// One APB4 requester to the 4 KiB blocks of several components: docs/registers.md "The bus".
///
/// Block n lies at n * 0x1000. An address without a component reads 0, ignores writes and is no
/// error (TCI:BUS-01). Combinational: the components' PRDATA is 0 outside their own reads, so it is
/// only ORed. PENABLE, PWRITE, PWDATA, PSTRB and the low 12 bits of the address go to all components.
module rvt_apb_decode #(
  parameter int unsigned Blocks    = 3,  // 1..16 components
  parameter int unsigned AddrWidth = 16  // 13..16; addresses above the last block have no component
) (
  input  logic                 clk_i,  // read by assertions only
  input  logic                 rst_ni,  // read by assertions only

  input  logic                 psel_i,  // of the requester
  input  logic                 penable_i,  // read by assertions only
  input  logic [AddrWidth-1:0] paddr_i,  // byte address
  input  logic                 pwrite_i,  // read by assertions only
  input  logic [31:0]          pwdata_i,  // read by assertions only
  input  logic [3:0]           pstrb_i,  // read by assertions only
  output logic [31:0]          prdata_o,  // 0 outside the access phase of a read
  output logic                 pready_o,  // of the selected component; 1 without one
  output logic                 pslverr_o,  // of the selected component: constant 0

  output logic [Blocks-1:0]    psel_o,  // to each component
  input  logic [Blocks*32-1:0] prdata_i,  // component 0 in the low bits; 0 without a component
  input  logic [Blocks-1:0]    pready_i,  // 1 without a component
  input  logic [Blocks-1:0]    pslverr_i  // 0 without a component
);

  if (Blocks < 1 || Blocks > 16) begin : g_bad_blocks
    $error("rvt_apb_decode: Blocks must be 1..16");
  end
  if (AddrWidth < 13 || AddrWidth > 16) begin : g_bad_addr_width
    $error("rvt_apb_decode: AddrWidth must be 13..16");
  end

  always_comb begin
    prdata_o = '0;
    for (int unsigned b = 0; b < Blocks; b++) begin
      psel_o[b] = psel_i && 32'(paddr_i[AddrWidth-1:12]) == b;
      prdata_o = prdata_o | prdata_i[32*b+:32];
    end
  end
  assign pready_o = (psel_o & ~pready_i) == '0;
  assign pslverr_o = |(psel_o & pslverr_i);

  logic unused;
  assign unused = ^{clk_i, rst_ni, penable_i, pwrite_i, pwdata_i, pstrb_i, paddr_i[11:0]};

  // ---- Assertions ----------------------------------------------------------------------------

  // No access goes to two components.
  `RVT_ASSERT(OneBlock_A, (psel_o & (psel_o - Blocks'(1))) == '0)
  // Components that are not read leave the bus alone, so ORing takes nothing from the one that is.
  logic [Blocks-1:0] speaks;
  for (genvar b = 0; b < Blocks; b++) begin : g_speaks
    assign speaks[b] = prdata_i[32*b+:32] != '0;
  end
  `RVT_ASSUME(Quiet_M, (speaks & ~(psel_o &{Blocks{penable_i}})) == '0)

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The payload of a 0.1: the index of the jump target cache, which are the low bits of the address. Combinational.
module rvt_etrace_index #(
  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  parameter int unsigned           Width = 80  // of a payload
) (
  input  rvt_etrace_pkg::record_t  rec_i,
  output logic signed [Width-1:0]  payload_o,
  output logic [Width/8-1:0]       spare_o  // bytes that are not needed (ETR:P-02)
);

  localparam int unsigned DepthWidth = rvt_etrace_pkg::depth_width(Build.StackDepth, Build.IretExt);
  localparam int unsigned Format = Build.BpredSize > 0 ? 3 : 2;  // with subformat (ETR:DC-04)
  localparam int unsigned Size = Build.CacheSize > 0 ? Build.CacheSize : 1;
  localparam int unsigned LeadWidth = Format + Size + 5;

  logic [LeadWidth-1:0] lead;
  logic last;  // the bit before the tail (ETR:F2-02)
  logic [DepthWidth:0] tail;

  assign lead = {rec_i.branches, Size'(rec_i.addr), Format'(Format == 3 ? 4 : 0)};

  always_comb begin  // ETR:P-07
    if (rec_i.branches == '0) last = 1'b0;
    else if (rec_i.branches == 5'd1) last = rec_i.branch_map[0];
    else if (rec_i.branches <= 5'd3) last = rec_i.branch_map[2];
    else if (rec_i.branches <= 5'd7) last = rec_i.branch_map[6];
    else if (rec_i.branches <= 5'd15) last = rec_i.branch_map[14];
    else last = rec_i.branch_map[30];
  end

  if (DepthWidth > 0) begin : g_depth
    assign tail = rec_i.irreport ? {DepthWidth'(rec_i.irdepth), !last} : {(DepthWidth + 1) {last}};
  end else begin : g_no_depth
    assign tail = last;
  end

  always_comb begin
    if (rec_i.branches == '0) payload_o = Width'($signed({tail, lead}));
    else if (rec_i.branches == 5'd1) begin
      payload_o = Width'($signed({tail, rec_i.branch_map[0], lead}));
    end else if (rec_i.branches <= 5'd3) begin
      payload_o = Width'($signed({tail, rec_i.branch_map[2:0], lead}));
    end else if (rec_i.branches <= 5'd7) begin
      payload_o = Width'($signed({tail, rec_i.branch_map[6:0], lead}));
    end else if (rec_i.branches <= 5'd15) begin
      payload_o = Width'($signed({tail, rec_i.branch_map[14:0], lead}));
    end else begin
      payload_o = Width'($signed({tail, rec_i.branch_map, lead}));
    end
  end

  // Above what a tail may reach, all is its last bit.
  logic [Width/8-1:0] differs;
  logic above;  // a byte at k or above differs
  assign differs[0] = 1'b1;
  for (genvar k = 1; k < Width / 8; k++) begin : g_byte
    if (8 * k >= LeadWidth + 32 + DepthWidth) begin : g_above
      assign differs[k] = 1'b0;
    end else begin : g_below
      assign differs[k] = payload_o[8*k+:8] != payload_o[8*k-1+:8];
    end
  end
  always_comb begin
    above = 1'b0;
    for (int unsigned k = Width / 8; k > 0; k--) begin
      above = above || differs[k-1];
      spare_o[k-1] = !above;
    end
  end

  logic unused;
  assign unused = ^rec_i;

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The bits of a packet's payload, and above them the last one again (ETR section 3, ETR:P-02). Combinational.
///
/// What all forms but 3.2 and 3.3 have in common, an address and what follows it (the tail), stands at one of a few places, which the
/// form chooses; the sign above it likewise.
module rvt_etrace_payload #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  parameter  int unsigned           Width = 80,  // a payload and its sign
  localparam int unsigned AddrWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits)
) (
  input  rvt_etrace_pkg::record_t rec_i,
  input  logic [AddrWidth-1:0]    addr_i,  // as it is sent
  input  logic                    no_trap_addr_i,
  input  logic                    as_index_i,  // 0.1
  input  logic                    en_i,  // otherwise all are 0
  output logic signed [Width-1:0] payload_o,
  output logic [Width/8-1:0]      spare_o  // bytes that a 0.1 does not need
);

  localparam int unsigned PrivWidth = Build.PrivBits;
  localparam int unsigned ContextWidth = Build.Context > 1 ? Build.ContextWidth : 0;
  localparam int unsigned HartWidth = PrivWidth + ContextWidth;
  localparam int unsigned CauseWidth = rvt_ingress_pkg::cause_width(Build.Xlen);
  localparam int unsigned DepthWidth = rvt_etrace_pkg::depth_width(Build.StackDepth, Build.IretExt);
  localparam int unsigned TailWidth = AddrWidth + 3 + DepthWidth;
  localparam int unsigned TvalWidth = AddrWidth + 1;
  localparam int unsigned Format = Build.CacheSize > 0 ? 3 : 2;  // with subformat (ETR:DC-04)

  /// Where the tail begins.
  typedef enum int unsigned {
    At2,      // format 2
    AtStart,  // 3.0
    At8,      // format 1 with a map of 1, 3, ... outcomes
    At10,
    At14,
    AtTrap,   // 3.1
    At22,
    At38,
    AtCount,  // 0.0 with an address
    Places
  } place_e;

  localparam int unsigned TrapAt = 7 + HartWidth + CauseWidth;
  localparam logic [8*Places-1:0] Firsts = {
    8'(Format + 34), 8'd38, 8'd22, 8'(TrapAt), 8'd14, 8'd10, 8'd8, 8'(5 + HartWidth), 8'd2
  };

  // ---- The form --------------------------------------------------------------------------------

  logic address, alone, start, trap;  // what the record is
  logic with_map, map_only, counts, excepts, iex;
  logic [Places-1:0] place, whole;  // the address, and with it the rest of the tail
  logic [4:0] map_at;  // ... outcomes from 0, 1, 3, 7, 15 on stand in the map

  assign address = en_i && rec_i.kind == rvt_etrace_pkg::KindAddress;
  assign alone = en_i && rec_i.kind == rvt_etrace_pkg::KindBranch;
  assign start = en_i && rec_i.kind == rvt_etrace_pkg::KindStart;
  assign counts = Build.BpredSize > 0 && rec_i.counted;
  assign trap = en_i && rec_i.kind == rvt_etrace_pkg::KindTrap;
  assign iex = no_trap_addr_i && rec_i.thaddr;  // ETR:M-IEX
  assign excepts = trap && !rec_i.is_int;
  assign with_map = address && !counts && !as_index_i;
  assign map_only = alone && !counts;
  assign map_at[0] = rec_i.branches != '0;  // ETR:P-07
  assign map_at[1] = rec_i.branches > 5'd1;
  assign map_at[2] = rec_i.branches > 5'd3;
  assign map_at[3] = rec_i.branches > 5'd7;
  assign map_at[4] = rec_i.branches > 5'd15;
  assign place[At2] = with_map && !map_at[0];
  assign place[At8] = with_map && map_at[0] && !map_at[1];
  assign place[At10] = with_map && map_at[1] && !map_at[2];
  assign place[At14] = with_map && map_at[2] && !map_at[3];
  assign place[At22] = with_map && map_at[3] && !map_at[4];
  assign place[At38] = with_map && map_at[4];
  assign place[AtCount] = address && counts;
  assign place[AtStart] = start;
  assign place[AtTrap] = trap && !iex;
  for (genvar k = 0; k < Places; k++) begin : g_whole
    assign whole[k] = place[k] && (k != AtTrap || !excepts);  // tval follows the address
  end

  // ---- The tail (ETR:F2-01): of 3.0 and 3.1, which have no flags, the address with its sign --------

  logic notify, updiscon, irreport;
  logic [TailWidth-1:0] tail;

  assign notify = addr_i[AddrWidth-1] ^ (address && rec_i.notify);
  assign updiscon = notify ^ (address && rec_i.updiscon);
  if (DepthWidth > 0) begin : g_depth
    assign irreport = updiscon ^ (address && rec_i.irreport);
    assign tail = {address && rec_i.irreport ? DepthWidth'(rec_i.irdepth) : {DepthWidth{updiscon}},
                   irreport, updiscon, notify, addr_i};
  end else begin : g_no_depth
    assign irreport = updiscon;
    assign tail = {irreport, updiscon, notify, addr_i};
  end

  logic [Width-1:0] tails;
  for (genvar at = 0; at < Width; at++) begin : g_tail
    logic [Places-1:0] parts, above;
    for (genvar k = 0; k < Places; k++) begin : g_place
      localparam int unsigned First = 32'(Firsts[8*k+:8]);
      if (at >= First + TailWidth) begin : g_above
        assign parts[k] = 1'b0;
        assign above[k] = whole[k];
      end else if (at >= First) begin : g_in
        assign parts[k] = (at < First + AddrWidth ? place[k] : whole[k]) && tail[at-First];
        assign above[k] = 1'b0;
      end else begin : g_below
        assign parts[k] = 1'b0;
        assign above[k] = 1'b0;
      end
    end
    assign tails[at] = |parts || (|above && tail[TailWidth-1]);
  end

  // ---- What stands before it, and the forms without ----------------------------------------------

  logic [HartWidth-1:0] hart;
  logic [CauseWidth+1:0] why;
  logic signed [TvalWidth-1:0] tval;
  logic signed [Width-1:0] of_map, of_count, of_index, of_sync, of_trap, of_context, of_support;

  if (ContextWidth > 0) begin : g_context
    assign hart = {ContextWidth'(rec_i.hart_context), PrivWidth'(rec_i.priv)};
  end else begin : g_no_context
    assign hart = PrivWidth'(rec_i.priv);
  end
  assign why = {rec_i.thaddr, rec_i.is_int, CauseWidth'(rec_i.cause)};
  assign tval = TvalWidth'(rec_i.tval);

  // From ienable on, in the layout of the reference encoder or of the standard support packet, which tells the sizes (ETR AMB-13).
  logic [31:0] support;
  if (Build.IretExt != 0) begin : g_standard
    assign support = {
      1'b0,
      3'(Build.CacheSize),
      3'(Build.BpredSize),
      4'd0,
      3'($clog2(Build.StackDepth)),
      2'(Build.BpredSize > 0 && Build.CacheSize > 0),
      3'd0,
      1'b1,
      rec_i.ioptions,
      rec_i.qual,
      2'd0,
      rec_i.ienable
    };
  end else begin : g_reference
    assign support = 32'({5'(rec_i.ioptions), rec_i.qual, 1'b0, rec_i.ienable});
  end

  always_comb begin
    of_map = '0;
    of_count = '0;
    of_sync = '0;
    of_trap = '0;
    of_context = '0;
    of_support = '0;
    // Of a map that is not full, no bit but those of branches is 1.
    if (with_map || map_only) of_map[37:7] = rec_i.branch_map;
    if (with_map) of_map[6:0] = {rec_i.branches, !map_at[0], map_at[0]};
    if (map_only) of_map[1:0] = 2'b01;
    if (map_only && rec_i.branch_map[30]) of_map[Width-1:38] = '1;
    if (counts && alone) of_count = Width'({rec_i.count, Format'(0)});
    if (place[AtCount]) of_count = Width'({1'b1, rec_i.miss, rec_i.count, Format'(0)});
    if (place[AtStart] || trap) of_sync = Width'({hart, rec_i.branch, 1'b0, trap, 2'b11});
    if (trap) begin
      of_trap[5+HartWidth+:CauseWidth+2] = why;
      if (excepts && iex) of_trap[Width-1:TrapAt] = (Width - TrapAt)'(tval);
      else if (excepts) of_trap[Width-1:TrapAt+AddrWidth] = (Width - TrapAt - AddrWidth)'(tval);
      else if (iex) of_trap[Width-1:TrapAt] = '1;
    end
    if (en_i && rec_i.kind == rvt_etrace_pkg::KindContext)
      of_context = Width'($signed({hart, 4'b1011}));
    if (en_i && rec_i.kind == rvt_etrace_pkg::KindSupport) of_support = Width'({support, 4'b1111});
  end

  if (Build.CacheSize > 0) begin : g_index
    logic signed [Width-1:0] index;
    rvt_etrace_index #(
      .Build(Build),
      .Width(Width)
    ) i_index (
      .rec_i    (rec_i),
      .payload_o(index),
      .spare_o
    );
    assign of_index = address && as_index_i ? index : '0;
  end else begin : g_no_index
    assign of_index = '0;
    assign spare_o = '0;
  end
  assign payload_o = tails | of_map | of_count | of_index | of_sync | of_trap | of_context |
                     of_support;

  logic unused;
  assign unused = ^{rec_i, irreport, as_index_i};

endmodule

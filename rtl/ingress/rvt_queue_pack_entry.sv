// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/interface from rtl/interface; `make interface` writes it anew.

/// What an entry has beside its blocks, as the memory of the queue holds it, and back.
/// Combinational, both ways; `Width` is what an instance has to know.
module rvt_queue_pack_entry #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned PrivWidth        = 3*(Build.Context < 1 ? Build.Context :
      1)*(1-Build.Format)+Build.PrivBits*Build.Format,
  localparam int unsigned HartContextWidth = Build.ContextWidth*((Build.Context > 1 ?
      Build.Context : 1)-1),
  localparam int unsigned ContextNewWidth  = (Build.Context < 1 ? Build.Context : 1),
  localparam int unsigned EnableNewWidth   = Build.Format,
  localparam int unsigned CtypeWidth       = 2*Build.Format*((Build.Context > 1 ? Build.Context :
      1)-1),
  localparam int unsigned TrapWidth        = 3*Build.Format,
  localparam int unsigned CauseWidth       = Build.Format*(4+Build.Xlen/32),
  localparam int unsigned TvalWidth        = Build.Format*Build.Xlen,
  localparam int unsigned TimeNewWidth     = (Build.TsWidth < 1 ? Build.TsWidth : 1),
  localparam int unsigned AbsTimeWidth     = Build.TsWidth,
  localparam int unsigned KindWidth        = 2,
  localparam int unsigned SubWidth         = 4,
  localparam int unsigned Width            = PrivWidth + HartContextWidth + ContextNewWidth
      + EnableNewWidth + CtypeWidth + TrapWidth + CauseWidth + TvalWidth + TimeNewWidth +
      AbsTimeWidth + KindWidth + SubWidth
) (
  input  rvt_ingress_pkg::entry_t entry_i,
  output logic [Width-1:0]        bits_o,

  input  logic [Width-1:0]        bits_i,
  output rvt_ingress_pkg::entry_t entry_o
);

  localparam int unsigned SubAt = 0;
  localparam int unsigned KindAt = SubAt + SubWidth;
  localparam int unsigned AbsTimeAt = KindAt + KindWidth;
  localparam int unsigned TimeNewAt = AbsTimeAt + AbsTimeWidth;
  localparam int unsigned TvalAt = TimeNewAt + TimeNewWidth;
  localparam int unsigned CauseAt = TvalAt + TvalWidth;
  localparam int unsigned TrapAt = CauseAt + CauseWidth;
  localparam int unsigned CtypeAt = TrapAt + TrapWidth;
  localparam int unsigned EnableNewAt = CtypeAt + CtypeWidth;
  localparam int unsigned ContextNewAt = EnableNewAt + EnableNewWidth;
  localparam int unsigned HartContextAt = ContextNewAt + ContextNewWidth;
  localparam int unsigned PrivAt = HartContextAt + HartContextWidth;

  logic [2:0] priv;
  logic [58:0] hart_context;
  logic [0:0] context_new;
  logic [0:0] enable_new;
  logic [1:0] ctype;
  logic [2:0] trap;
  logic [5:0] cause;
  logic [63:0] tval;
  logic [0:0] time_new;
  logic [63:0] abs_time;
  logic [1:0] kind;
  logic [3:0] sub;

  if (PrivWidth > 0) begin : g_priv
    assign bits_o[PrivAt+:PrivWidth] = PrivWidth'(entry_i.priv);
    assign priv = 3'(bits_i[PrivAt+:PrivWidth]);
  end else begin : g_no_priv
    assign priv = '0;
  end

  if (HartContextWidth > 0) begin : g_hart_context
    assign bits_o[HartContextAt+:HartContextWidth] = HartContextWidth'(entry_i.hart_context);
    assign hart_context = 59'(bits_i[HartContextAt+:HartContextWidth]);
  end else begin : g_no_hart_context
    assign hart_context = '0;
  end

  if (ContextNewWidth > 0) begin : g_context_new
    assign bits_o[ContextNewAt+:ContextNewWidth] = ContextNewWidth'(entry_i.context_new);
    assign context_new = 1'(bits_i[ContextNewAt+:ContextNewWidth]);
  end else begin : g_no_context_new
    assign context_new = '0;
  end

  if (EnableNewWidth > 0) begin : g_enable_new
    assign bits_o[EnableNewAt+:EnableNewWidth] = EnableNewWidth'(entry_i.enable_new);
    assign enable_new = 1'(bits_i[EnableNewAt+:EnableNewWidth]);
  end else begin : g_no_enable_new
    assign enable_new = '0;
  end

  if (CtypeWidth > 0) begin : g_ctype
    assign bits_o[CtypeAt+:CtypeWidth] = CtypeWidth'(entry_i.ctype);
    assign ctype = 2'(bits_i[CtypeAt+:CtypeWidth]);
  end else begin : g_no_ctype
    assign ctype = '0;
  end

  if (TrapWidth > 0) begin : g_trap
    assign bits_o[TrapAt+:TrapWidth] = TrapWidth'(entry_i.trap);
    assign trap = 3'(bits_i[TrapAt+:TrapWidth]);
  end else begin : g_no_trap
    assign trap = '0;
  end

  if (CauseWidth > 0) begin : g_cause
    assign bits_o[CauseAt+:CauseWidth] = CauseWidth'(entry_i.cause);
    assign cause = 6'(bits_i[CauseAt+:CauseWidth]);
  end else begin : g_no_cause
    assign cause = '0;
  end

  if (TvalWidth > 0) begin : g_tval
    assign bits_o[TvalAt+:TvalWidth] = TvalWidth'(entry_i.tval);
    assign tval = 64'(bits_i[TvalAt+:TvalWidth]);
  end else begin : g_no_tval
    assign tval = '0;
  end

  if (TimeNewWidth > 0) begin : g_time_new
    assign bits_o[TimeNewAt+:TimeNewWidth] = TimeNewWidth'(entry_i.time_new);
    assign time_new = 1'(bits_i[TimeNewAt+:TimeNewWidth]);
  end else begin : g_no_time_new
    assign time_new = '0;
  end

  if (AbsTimeWidth > 0) begin : g_abs_time
    assign bits_o[AbsTimeAt+:AbsTimeWidth] = AbsTimeWidth'(entry_i.abs_time);
    assign abs_time = 64'(bits_i[AbsTimeAt+:AbsTimeWidth]);
  end else begin : g_no_abs_time
    assign abs_time = '0;
  end

  if (KindWidth > 0) begin : g_kind
    assign bits_o[KindAt+:KindWidth] = KindWidth'(entry_i.kind);
    assign kind = 2'(bits_i[KindAt+:KindWidth]);
  end else begin : g_no_kind
    assign kind = '0;
  end

  if (SubWidth > 0) begin : g_sub
    assign bits_o[SubAt+:SubWidth] = SubWidth'(entry_i.sub);
    assign sub = 4'(bits_i[SubAt+:SubWidth]);
  end else begin : g_no_sub
    assign sub = '0;
  end

  assign entry_o = {
    priv,
    hart_context,
    context_new,
    enable_new,
    ctype,
    trap,
    cause,
    tval,
    time_new,
    abs_time,
    kind,
    sub
  };

endmodule

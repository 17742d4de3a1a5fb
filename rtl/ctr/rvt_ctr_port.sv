// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What the recorder's decision reads of the hart's ports, one clock later (CTR-B-01, CTR-H-02).
///
/// A slot has an event if it is valid, its type is one that is recorded, and the hart is in a mode
/// that records: not in debug mode (CTR-B-06). Registers of addresses have no reset: without an
/// event nobody reads them.
module rvt_ctr_port #(
  parameter int unsigned Xlen         = 64,  // 32 or 64
  parameter int unsigned Blocks       = 1,   // slots, 1..4
  parameter int unsigned IretireWidth = 3,   // 1..8
  parameter int unsigned Single       = 0,   // iaddr is of the transfer itself
  parameter int unsigned Hyp          = 0    // modes VS and VU
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  input  logic [Blocks*IretireWidth-1:0] iretire_i,
  input  logic [Blocks*Xlen-1:0]         iaddr_i,
  input  logic [Blocks*4-1:0]            itype_i,
  input  logic [Blocks*2-1:0]            ilastsize_i,
  input  logic [2:0]                     priv_i,
  input  logic [Xlen-1:0]                cause_i,
  input  logic                           halted_i,
  input  logic [Blocks*Xlen-1:0]         target_i,
  input  logic [Blocks-1:0]              mispredict_i,
  input  logic [2:0]                     priv_after_i,
  input  logic [Xlen-1:0]                epc_i,
  input  logic                           cycle_i,

  input  logic [63:0]                    mctrctl_next_i,  // of the next clock
  input  logic [63:0]                    vsctrctl_next_i,

  output logic [Blocks-1:0]              event_o,
  output logic [Blocks*4-1:0]            itype_o,
  output logic [Blocks*(Xlen-1)-1:0]     source_o,  // PC, of a trap xepc, without bit 0
  output logic [Blocks*Xlen-1:0]         target_o,  // MISP in bit 0
  output logic                           any_o,  // a slot is valid, in any mode
  output logic                           changes_o,  // ... with a trap or return
  output logic [2:0]                     priv_o,
  output logic [2:0]                     priv_after_o,
  output logic                           source_enabled_o,  // priv_o is enabled in its clock
  output logic                           target_enabled_o,  // ... priv_after_o
  output logic                           external_o,  // ... every xTE between them
  output logic                           breakpoint_o,  // the cause, of an exception
  output logic                           lcofi_o,  // ... of an interrupt
  output logic                           cycle_o  // a cycle that may count: the hart is not halted
);

  localparam int unsigned Offset = Single != 0 ? 1 : IretireWidth > 3 ? IretireWidth + 1 : 5;

  logic [Blocks-1:0] valid, slot_event, changes;
  logic active;

  always_comb begin
    unique case (priv_i)
      rvt_ctr_pkg::PrivU, rvt_ctr_pkg::PrivS, rvt_ctr_pkg::PrivM: active = !halted_i;
      rvt_ctr_pkg::PrivVu, rvt_ctr_pkg::PrivVs: active = Hyp != 0 && !halted_i;
      default: active = 1'b0;
    endcase
  end

  for (genvar k = 0; k < Blocks; k++) begin : g_slot
    logic [3:0] itype;
    logic trap;
    logic [Xlen-2:0] base_q;
    logic [Xlen-1:0] target_q;

    assign itype = itype_i[4*k+:4];
    assign trap = itype == rvt_ingress_pkg::ItException || itype == rvt_ingress_pkg::ItInterrupt;
    assign valid[k] = iretire_i[IretireWidth*k+:IretireWidth] != '0 || trap;
    // All types but 0, 6 and 7.
    assign slot_event[k] = valid[k] && active &&
                           (itype[3] || (itype[2:0] != '0 && itype[2:1] != 2'b11));

    assign changes[k] = valid[k] && itype[3:2] == '0 && itype[1:0] != '0;

    always_ff @(posedge clk_i) begin
      base_q <= trap ? epc_i[Xlen-1:1] : iaddr_i[Xlen*k+1+:Xlen-1];
      // MISP is of what retires, not of a trap (CTR-B-04).
      target_q <= {target_i[Xlen*k+1+:Xlen-1], mispredict_i[k] && !trap};
    end
    assign target_o[Xlen*k+:Xlen] = target_q;

    if (Single != 0) begin : g_single
      assign source_o[(Xlen-1)*k+:Xlen-1] = base_q;
      logic unused_size;
      assign unused_size = ^ilastsize_i[2*k+:2];
    end else begin : g_block
      // Half-words from the block's begin to its last instruction.
      logic [Offset-1:0] offset, offset_q;
      assign offset = trap ? '0 : Offset'(iretire_i[IretireWidth*k+:IretireWidth]) -
                                  (Offset'(1) << ilastsize_i[2*k+:2]);
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) offset_q <= '0;
        else offset_q <= offset;
      end
      assign source_o[(Xlen-1)*k+:Xlen-1] =
          base_q + {{(Xlen - 1 - Offset) {offset_q[Offset-1]}}, offset_q};
    end

    logic unused_bit0;
    assign unused_bit0 = ^{iaddr_i[Xlen*k], target_i[Xlen*k]};
  end

  // The controls of the clock that decides: so that the decision begins with registers.
  logic source_enabled, target_enabled, external;
  rvt_ctr_modes #(
    .Hyp(Hyp)
  ) i_modes (
    .priv_i,
    .priv_after_i,
    .mctrctl_i(mctrctl_next_i),
    .vsctrctl_i(vsctrctl_next_i),
    .source_o(source_enabled),
    .target_o(target_enabled),
    .external_o(external)
  );

  logic unused;
  assign unused = ^{epc_i[0], cause_i[Xlen-1:6]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      event_o <= '0;
      itype_o <= '0;
      any_o <= 1'b0;
      changes_o <= 1'b0;
      priv_o <= '0;
      priv_after_o <= '0;
      source_enabled_o <= 1'b0;
      target_enabled_o <= 1'b0;
      external_o <= 1'b0;
      breakpoint_o <= 1'b0;
      lcofi_o <= 1'b0;
      cycle_o <= 1'b0;
    end else begin
      event_o <= slot_event;
      itype_o <= itype_i;
      any_o <= valid != '0;
      changes_o <= changes != '0;
      priv_o <= priv_i;
      priv_after_o <= priv_after_i;
      source_enabled_o <= source_enabled;
      target_enabled_o <= target_enabled;
      external_o <= external;
      breakpoint_o <= cause_i[5:0] == rvt_ctr_pkg::CauseBreakpoint;
      lcofi_o <= cause_i[5:0] == rvt_ctr_pkg::CauseLcofi;
      cycle_o <= cycle_i && !halted_i;
    end
  end

endmodule

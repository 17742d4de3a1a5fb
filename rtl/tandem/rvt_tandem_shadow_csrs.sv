// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// The CSRs of the shadow: rvt_tandem_state_pkg has their table.
///
/// A CSR that is a view of another is unknown after a write of the other, which then has all of it, and is
/// sent again after the other. Flags of F gather beside the memory: they are told as an OR into fcsr.
module rvt_tandem_shadow_csrs #(
  parameter int unsigned Xlen   = 32,
  parameter int unsigned Nret   = 1,
  parameter int unsigned Csrs   = 4,                              // 1..4
  parameter int unsigned Kept   = 32'h0001_ed18,                  // entries, not 0
  parameter int unsigned Fflags = 1                               // flags are told
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      forget_i,        // a hart reset is told
  input  logic [Nret-1:0]           counts_i,        // it is valid, and no reset follows it
  input  logic [Nret*Csrs-1:0]      csr_valid_i,     // the encoder's ports
  input  logic [Nret*12*Csrs-1:0]   csr_number_i,
  input  logic [Nret*Xlen*Csrs-1:0] csr_data_i,
  input  logic [Nret-1:0]           fflags_valid_i,
  input  logic [Nret*5-1:0]         fflags_i,

  input  logic                      dumping_i,
  input  logic                      sent_i,          // what is due at step_i is sent in this clock
  input  logic [4:0]                step_i,
  output logic                      any_o,           // something is due
  output logic                      due_o,           // ... at step_i
  output logic [11:0]               number_o,
  output logic [Xlen-1:0]           data_o
);

  localparam int unsigned Table = rvt_tandem_state_pkg::Entries;
  localparam int unsigned Writers = Nret * Csrs;
  localparam int unsigned Entries = rvt_tandem_state_pkg::kept_below(Kept, Table);
  localparam int unsigned EntryWidth = Entries == 1 ? 1 : $clog2(Entries);
  localparam logic [11:0] FcsrNumber = rvt_tandem_state_pkg::number(0);
  localparam logic [11:0] FflagsNumber = rvt_tandem_state_pkg::number(1);

  // ---- Entries ---------------------------------------------------------------------------------

  logic [Writers-1:0] write;
  logic [Writers*Entries-1:0] hits, hide;
  logic [Entries-1:0] here, due, again;  // of step_i; to be sent; to be sent again
  logic [Entries-1:0] flagged;  // the value has the flags that have gathered
  logic [12*Entries-1:0] numbers;
  logic sent;
  logic gathers;  // flags are told
  logic [4:0] flags;  // those that have gathered

  for (genvar w = 0; w < Writers; w++) begin : g_writer
    assign write[w] = counts_i[w/Csrs] && csr_valid_i[w];
  end

  for (genvar k = 0; k < Table; k++) begin : g_entry
    if (Kept[k]) begin : g_kept
      localparam int unsigned At = rvt_tandem_state_pkg::kept_below(Kept, k);
      localparam logic [11:0] Number = rvt_tandem_state_pkg::number(k);
      localparam int unsigned Whole = rvt_tandem_state_pkg::whole(k);
      localparam int unsigned First = rvt_tandem_state_pkg::stales(k, Kept, 0);
      localparam int unsigned Second = rvt_tandem_state_pkg::stales(k, Kept, 1);
      assign numbers[12*At+:12] = Number;
      assign flagged[At] = k < 2;  // fcsr and fflags
      assign here[At] = step_i == k;
      assign again[At] = (flagged[At] && gathers) || (sent && 32'(step_i) == Whole);
      for (genvar w = 0; w < Writers; w++) begin : g_write
        assign hits[Entries*w+At] = write[w] && csr_number_i[12*w+:12] == Number;
        assign hide[Entries*w+At] = write[w] &&
            ((First < Table && csr_number_i[12*w+:12] == rvt_tandem_state_pkg::number(First)) ||
             (Second < Table && csr_number_i[12*w+:12] == rvt_tandem_state_pkg::number(Second)));
      end
    end
  end

  // ---- Memory ----------------------------------------------------------------------------------

  logic [Writers-1:0] hit;
  logic [Writers*EntryWidth-1:0] entry;
  logic [EntryWidth-1:0] read;
  logic [Xlen-1:0] data;

  always_comb begin
    hit = '0;
    entry = '0;
    read = '0;
    number_o = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      if (here[e]) begin
        read = read | EntryWidth'(e);
        number_o = number_o | numbers[12*e+:12];
      end
      for (int unsigned w = 0; w < Writers; w++) begin
        if (hits[Entries*w+e]) begin
          hit[w] = 1'b1;
          entry[EntryWidth*w+:EntryWidth] = entry[EntryWidth*w+:EntryWidth] | EntryWidth'(e);
        end
      end
    end
  end

  rvt_tandem_known #(
    .Writers(Writers),
    .Entries(Entries),
    .Width(Xlen)
  ) i_known (
    .clk_i,
    .rst_ni,
    .forget_i,
    .hide_i(hide),
    .write_i(hit),
    .entry_i(entry),
    .data_i(csr_data_i),
    .again_i(again),
    .dumping_i,
    .sent_i(sent),
    .read_i(read),
    .data_o(data),
    .due_o(due)
  );

  assign any_o = due != '0;
  assign due_o = (due & here) != '0;
  assign sent = sent_i && due_o;
  assign data_o = data | ((here & flagged) != '0 ? Xlen'(flags) : '0);

  // ---- Flags -----------------------------------------------------------------------------------

  if (Fflags != 0 && Kept[1:0] != '0) begin : g_flags
    logic [4:0] flags_q, flags_d;

    always_comb begin
      flags_d = flags_q;
      gathers = 1'b0;
      for (int unsigned s = 0; s < Nret; s++) begin
        for (int unsigned c = 0; c < Csrs; c++) begin
          if (write[Csrs*s+c] &&
              (csr_number_i[12*(Csrs*s+c)+:12] == FcsrNumber ||
               csr_number_i[12*(Csrs*s+c)+:12] == FflagsNumber)) begin
            flags_d = '0;
          end
        end
        if (counts_i[s] && fflags_valid_i[s]) begin
          flags_d = flags_d | fflags_i[5*s+:5];
          gathers = 1'b1;
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) flags_q <= '0;
      else flags_q <= flags_d;
    end
    assign flags = flags_q;
  end else begin : g_no_flags
    assign {gathers, flags} = '0;
    logic unused;
    assign unused = ^{fflags_valid_i, fflags_i};
  end

  // ---- Assertions ------------------------------------------------------------------------------

  // A step has one entry at most.
  `RVT_ASSERT(Here_A, (here & (here - Entries'(1))) == '0)

endmodule

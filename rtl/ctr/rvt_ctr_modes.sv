// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What the controls say of two modes, before and after a trap or return (CTR-P, section 3.1). Combinational.
module rvt_ctr_modes #(
  parameter int unsigned Hyp = 0  // modes VS and VU
) (
  input  logic [2:0]  priv_i,
  input  logic [2:0]  priv_after_i,
  input  logic [63:0] mctrctl_i,
  input  logic [63:0] vsctrctl_i,
  output logic        source_o,   // the first is enabled
  output logic        target_o,   // ... the second
  output logic        external_o  // every xTE from the first to the second is 1 (CTR-P-02)
);

  logic mte, ste, vs_ste;

  assign source_o = rvt_ctr_pkg::enabled(priv_i, mctrctl_i[2:0], vsctrctl_i[1:0]);
  assign target_o = rvt_ctr_pkg::enabled(priv_after_i, mctrctl_i[2:0], vsctrctl_i[1:0]);
  assign mte = mctrctl_i[rvt_ctr_pkg::MteBit];
  assign ste = mctrctl_i[rvt_ctr_pkg::SteBit];
  assign vs_ste = Hyp != 0 && vsctrctl_i[rvt_ctr_pkg::SteBit];

  always_comb begin
    unique case ({
      priv_i, priv_after_i
    })
      {rvt_ctr_pkg::PrivU, rvt_ctr_pkg::PrivS} : external_o = ste;
      {rvt_ctr_pkg::PrivU, rvt_ctr_pkg::PrivM} : external_o = mte && ste;
      {rvt_ctr_pkg::PrivS, rvt_ctr_pkg::PrivM} : external_o = mte;
      {rvt_ctr_pkg::PrivVu, rvt_ctr_pkg::PrivVs} : external_o = vs_ste;
      {rvt_ctr_pkg::PrivVu, rvt_ctr_pkg::PrivS} : external_o = ste && vs_ste;
      {rvt_ctr_pkg::PrivVu, rvt_ctr_pkg::PrivM} : external_o = mte && ste && vs_ste;
      {rvt_ctr_pkg::PrivVs, rvt_ctr_pkg::PrivS} : external_o = Hyp != 0 && ste;
      {rvt_ctr_pkg::PrivVs, rvt_ctr_pkg::PrivM} : external_o = Hyp != 0 && mte && ste;
      default: external_o = 1'b0;
    endcase
  end

  logic unused;
  assign unused = ^{mctrctl_i, vsctrctl_i};

endmodule

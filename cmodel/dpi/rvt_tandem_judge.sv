// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A reference model beside a core in simulation: it steps along the groups of `rvt_tandem`, and ends the simulation at the
/// `Most`th difference, or where groups cannot be compared. Bound to each `rvt_tandem` by rvt_tandem_bind.sv.
///
/// +tandem_core=FILE (description), +tandem_elf=FILE and +tandem_model=FILE say what runs; without the first one it is idle.
module rvt_tandem_judge #(
  parameter int unsigned Lanes = 4,  // as rvt_tandem
  parameter int unsigned Most  = 1   // differences, at the last of which the simulation ends
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic                   active_i,
  input logic                   m_valid_i,
  input logic [8*Lanes-1:0]     m_data_i,
  input logic [$clog2(Lanes):0] m_bytes_i,
  input logic                   m_eom_i,
  input logic                   m_ready_i
);

  chandle judge = null;
  string name, core, elf, model, refusal;

  initial begin
    name = $sformatf("%m");
    if ($value$plusargs("tandem_core=%s", core)) begin
      if (!$value$plusargs("tandem_elf=%s", elf)) elf = "";
      if (!$value$plusargs("tandem_model=%s", model)) model = "spike.so";
      judge = rvt_tandem_dpi_pkg::rvt_tandem_dpi_new(core, elf, model, refusal);
      if (judge == null) $fatal(1, "%m: %s", refusal);
    end
  end

  task automatic say(input bit damaged);
    string line;
    while (rvt_tandem_dpi_pkg::rvt_tandem_dpi_next(judge, line) != 0) $display("%s: %s", name, line);
    if (damaged) $fatal(1, "%s: no group after these can be compared", name);
    if (rvt_tandem_dpi_pkg::rvt_tandem_dpi_differences(judge) >= longint'(Most))
      $fatal(1, "%s: the hart and its model differ", name);
  endtask

  int found;
  always @(posedge clk_i) begin
    if (judge != null) begin
      if (!rst_ni || !active_i) begin
        rvt_tandem_dpi_pkg::rvt_tandem_dpi_cut(judge);
      end else if (m_valid_i && m_ready_i) begin
        found = rvt_tandem_dpi_pkg::rvt_tandem_dpi_beat(
            judge, 128'(m_data_i), 32'(m_bytes_i), m_eom_i
        );
        if (found != 0) say(found == 2);
      end
    end
  end

  final begin
    if (judge != null) begin
      $display("%m: %0d groups, %0d differences", rvt_tandem_dpi_pkg::rvt_tandem_dpi_groups(judge),
               rvt_tandem_dpi_pkg::rvt_tandem_dpi_differences(judge));
      rvt_tandem_dpi_pkg::rvt_tandem_dpi_free(judge);
    end
  end

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Where the bytes of an encoder of tandem verification trace go: the file +tandem=FILE, a beat in every N-th clock
/// (+tandem_wait=N, 1). The encoder is enabled from clock +tandem_from=N on; +tandem_bus has bus transactions in it; with +tandem_lossy the core does not see that it is
/// asked to wait, and what is lost is no error.
module rvt_soc_tandem_file #(
  parameter int unsigned Lanes = 4  // as the encoder's
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  output logic                   on_o,      // there is a file
  output logic                   bus_o,     // ... with bus transactions in it
  output logic                   enable_o,  // ... and its time has come
  output logic                   lossy_o,
  input  logic                   lost_i,    // something was lost, which ends the simulation
  input  logic                   m_valid_i,
  input  logic [8*Lanes-1:0]     m_data_i,
  input  logic [$clog2(Lanes):0] m_bytes_i,
  input  logic                   m_eom_i,
  output logic                   m_ready_o
);

  int file = 0;
  int unsigned wait_clocks = 1, waited_q = 0, from = 0, clocks_q = 0;
  string name;
  initial begin
    if ($value$plusargs("tandem=%s", name)) file = $fopen(name, "wb");
    void'($value$plusargs("tandem_wait=%d", wait_clocks));
    void'($value$plusargs("tandem_from=%d", from));
  end

  assign on_o = file != 0;
  assign enable_o = on_o && clocks_q >= from;
  assign bus_o = $test$plusargs("tandem_bus") != 0;
  assign lossy_o = $test$plusargs("tandem_lossy") != 0;
  assign m_ready_o = waited_q + 1 >= wait_clocks;

  // A group is written at its end: the program ends the simulation within one.
  logic [7:0] group[0:127];
  int unsigned held = 0;
  always @(posedge clk_i) begin
    waited_q <= m_ready_o ? 0 : waited_q + 1;
    clocks_q <= rst_ni ? clocks_q + 1 : 0;
    if (m_valid_i && m_ready_o) begin
      for (int unsigned b = 0; b < 32'(m_bytes_i); b++) group[7'(held+b)] = m_data_i[8*b+:8];
      held = held + 32'(m_bytes_i);
      if (m_eom_i) begin
        for (int unsigned b = 0; b < held; b++) $fwrite(file, "%c", group[7'(b)]);
        held = 0;
      end
    end
    if (rst_ni && lost_i && file != 0) $error("rvt_soc_tandem: expected nothing to be lost");
  end
  final if (file != 0) $fclose(file);

endmodule

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// When records of the hart are taken, and what is sent before: the steps of a dump (TV:E-08).
///
/// After a loss, and whenever the encoder is enabled, the state that the hart has told comes first: a reset
/// that nobody has seen, then registers and CSRs in steps of one of each, again where they have changed
/// meanwhile, and with pc and privilege the last one, in a clock in which the hart says nothing.
module rvt_tandem_dump (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       active_i,
  input  logic       enable_i,

  // The queue
  output logic       dumping_o,          // a word of it is the dump's
  output logic       valid_o,            // ... there is one
  output logic       reset_o,            // ... a hart reset
  output logic       pc_valid_o,         // ... the last, with pc
  output logic       privilege_valid_o,  // ... and privilege
  input  logic       put_i,              // a word is taken
  input  logic       refused_i,          // one of the hart is not
  input  logic       dropping_i,         // ... and no other up to the end of the loss
  output logic       hold_o,             // the hart must wait

  // The shadow
  input  logic       told_i,             // the hart says something
  input  logic       hart_reset_i,       // ... a reset
  input  logic       due_i,              // some register or CSR is to be sent
  input  logic       due_here_i,         // ... one of step_o
  input  logic       pc_known_i,
  input  logic       privilege_known_i,
  output logic [4:0] step_o,
  output logic       sent_o              // what is due at step_o is sent
);

  logic live_q, live_d, want_q, wants, dumping;
  logic pending_q, pending_d;  // a reset of the hart that is not in the stream
  logic [4:0] step_q, step_d;
  logic last, both_unknown, ends;  // nothing else is due; the dump ends

  assign wants = enable_i && active_i;
  assign dumping = wants && !live_q && !dropping_i;

  assign last = !pending_q && !due_i;
  assign both_unknown = !pc_known_i && !privilege_known_i;
  assign ends = dumping && last && !told_i && (put_i || both_unknown);

  always_comb begin
    // With nothing told since reset there is nothing to say: the trace is whole from there.
    valid_o = pending_q || (due_i ? due_here_i : !told_i && !both_unknown);
    step_d = step_q;
    if (!pending_q && due_i && (put_i || !due_here_i)) step_d = step_q + 5'd1;
    if (!dumping) step_d = '0;
    live_d = wants && !refused_i && (live_q || ends);
    pending_d = pending_q && !(dumping && put_i);
    // A reset told in a word that is not taken.
    if (hart_reset_i && (dumping || !put_i)) pending_d = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {want_q, live_q, pending_q, step_q} <= '0;
    end else begin
      {want_q, live_q, pending_q, step_q} <= {wants, live_d, pending_d, step_d};
    end
  end

  assign dumping_o = dumping;
  assign reset_o = pending_q;
  assign pc_valid_o = last && pc_known_i;
  assign privilege_valid_o = last && privilege_known_i;
  assign hold_o = want_q && !live_q;
  assign step_o = step_q;
  assign sent_o = dumping && put_i && !pending_q;

  // ---- Assertions ------------------------------------------------------------------------------

  // Only a dump's end makes the hart's records taken, and every reset has been said by then (TV:E-08).
  `RVT_IMPLIES(Ends_A, live_d && !live_q, dumping && last && !told_i)
  `RVT_IMPLIES(Pending_A, live_q, !pending_q && !dropping_i)
  // What is taken is the dump's, or the hart's and its bus's while it is live.
  `RVT_IMPLIES_M(Put_M, put_i, dumping ? valid_o : live_q)

endmodule

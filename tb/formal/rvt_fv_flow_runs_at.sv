// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Whether a block is what its place in a run says: combinational.
module rvt_fv_flow_runs_at #(
  parameter int unsigned Htm       = 1,
  parameter int unsigned AddrWidth = 31,
  parameter int unsigned TimeWidth = 1,
  parameter int unsigned SumWidth  = 8,
  parameter int unsigned Outcomes  = 1
) (
  input  logic                    btm_i,
  input  logic                    ir_i,
  input  rvt_ntrace_pkg::run_t    run_i,
  input  logic [3:0]              blocks_i,  // of the run
  input  logic [4:0]              index_i,   // of the block, below that
  input  logic [SumWidth-1:0]     units_i,   // half-words of the run before the block,
  input  logic [4:0]              outcomes_i,  // ... outcomes,
  input  logic [4:0]              calls_i,   // ... calls
  input  rvt_ingress_pkg::entry_t entry_i,   // the block, with what its entry says of it
  input  rvt_ingress_pkg::block_t block_i,
  output logic                    ends_o,    // nothing may follow the block in its run
  output logic                    begins_o,  // nothing may be before it
  output logic                    uses_o,    // it uses the return stack
  output logic                    shaped_o,  // the run is one that flow takes
  output logic                    right_o
);

  logic first, last, branch, call;
  logic [SumWidth-1:0] units;
  logic [4:0] outcomes, calls, place;

  assign first = index_i == '0;
  assign last = index_i == 5'(blocks_i) - 5'd1;
  assign branch = Htm != 0 && (block_i.itype == 4'd4 || block_i.itype == 4'd5);
  assign call = ir_i && rvt_ingress_pkg::is_call(block_i.itype);

  // A transfer, a notification, a place that is not known, a sequential jump; in BTM a taken branch.
  assign ends_o = rvt_ingress_pkg::is_transfer(block_i.itype) || block_i.notify || !block_i.known ||
                  block_i.seq != rvt_ingress_pkg::SeqNo ||
                  (btm_i && block_i.itype == rvt_ingress_pkg::ItTaken) ||
                  entry_i.kind >= rvt_ingress_pkg::EntryStop;
  // Requests, a start, a place that is not known, a sequential jump.
  assign begins_o = entry_i.kind != rvt_ingress_pkg::EntryBlock || entry_i.sub != '0 ||
                    !block_i.known || block_i.seq != rvt_ingress_pkg::SeqNo;
  assign uses_o = call || (ir_i && rvt_ingress_pkg::is_return(block_i.itype));

  assign units = units_i + SumWidth'(block_i.halfwords);
  assign outcomes = outcomes_i + 5'(branch);
  assign calls = calls_i + 5'(call);
  assign place = 5'(run_i.outcomes) - outcomes;  // outcomes of the run behind it

  assign right_o =
      index_i < 5'(blocks_i) &&
      (first ? units_i == '0 && outcomes_i == '0 && calls_i == '0 &&
               run_i.known == block_i.known &&
               run_i.addr[AddrWidth-1:0] == AddrWidth'(block_i.addr) &&
               run_i.kind == entry_i.kind && run_i.sub == entry_i.sub &&
               run_i.first_time[TimeWidth-1:0] == entry_i.abs_time[TimeWidth-1:0] : !begins_o) &&
      (last ? units == SumWidth'(run_i.halfwords) && outcomes == 5'(run_i.outcomes) &&
              calls == 5'(run_i.push) && run_i.itype == block_i.itype && run_i.seq == block_i.seq &&
              run_i.notify == block_i.notify && run_i.last_addr[AddrWidth-1:0] == AddrWidth'(block_i.addr) &&
              run_i.last_units == block_i.halfwords &&
              run_i.abs_time[TimeWidth-1:0] == entry_i.abs_time[TimeWidth-1:0] : !ends_o) &&
      units_i <= SumWidth'(run_i.halfwords) && outcomes_i <= 5'(run_i.outcomes) && calls_i <= 5'(run_i.push) &&
      units <= SumWidth'(run_i.halfwords) && outcomes <= 5'(run_i.outcomes) && calls <= 5'(run_i.push) &&
      (!branch || run_i.taken[place[1:0]] == (block_i.itype == 4'd5)) &&
      (!call || (run_i.call_addr[AddrWidth-1:0] == AddrWidth'(block_i.addr) &&
                 run_i.call_units == block_i.halfwords));

  assign shaped_o = 32'(run_i.outcomes) <= Outcomes &&
                    (Htm == 0 || !rvt_ingress_pkg::is_branch(run_i.itype) ||
                     (run_i.outcomes != '0 && run_i.taken[0] == (run_i.itype == 4'd5))) &&
                    (run_i.kind < rvt_ingress_pkg::EntryStop || run_i.outcomes == '0) &&
                    (!ir_i || !run_i.push || !rvt_ingress_pkg::is_return(run_i.itype) ||
                     rvt_ingress_pkg::is_call(run_i.itype)) &&
                    (run_i.taken >> run_i.outcomes) == '0 && blocks_i != '0;

endmodule

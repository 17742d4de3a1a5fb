// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What the plan of a run has to know of a block. Combinational.
module rvt_ntrace_flow_class #(
  parameter rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault
) (
  input  logic                    btm_i,     // mode of the session
  input  logic                    ir_i,      // implicit return is on
  input  logic                    all_jumps_i,
  input  rvt_ingress_pkg::block_t block_i,
  output logic [3:0]              itype_o,   // with all jumps a direct one is taken (NT:AJM-02)
  output logic                    single_o,  // a run of its own: no address, or a sequential jump
  output logic                    ends_o,    // it ends a run
  output logic                    branch_o,  // it has an outcome in HIST
  output logic                    call_o,    // it pushes
  output logic                    uses_o     // it pushes or pops
);

  localparam bit HasBtm = Build.Btm != 0;
  localparam bit HasHtm = Build.Htm != 0;

  assign itype_o = Build.AllJumps != 0 && all_jumps_i && rvt_ingress_pkg::is_direct(block_i.itype) ?
                   rvt_ingress_pkg::ItTaken : block_i.itype;
  assign single_o = !block_i.known || block_i.seq != rvt_ingress_pkg::SeqNo;
  assign branch_o = HasHtm && rvt_ingress_pkg::is_branch(itype_o);
  assign ends_o = rvt_ingress_pkg::is_transfer(block_i.itype) || single_o || block_i.notify ||
                  (HasBtm && btm_i && itype_o == rvt_ingress_pkg::ItTaken);
  // A call pushes whatever it is else (NT:AJM-03).
  assign call_o = ir_i && rvt_ingress_pkg::is_call(block_i.itype);
  assign uses_o = call_o || (ir_i && rvt_ingress_pkg::is_return(block_i.itype));

  if (Build.AllJumps == 0) begin : g_unread
    logic unused;
    assign unused = all_jumps_i;
  end

endmodule

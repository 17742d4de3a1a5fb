// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The run that flow looks at, in a build with one block per clock: the entry that was oldest, in a register.
///
/// `load_o` says that an entry comes with this clock's edge; what it adds is there beside it, so that the period
/// and the popped address are compared while it loads and flow itself waits for no memory.
module rvt_ntrace_flow_front #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned AddrWidth  = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clr_i,
  input  logic                    all_jumps_i,  // direct jumps are taken branches

  // the queue's oldest entry
  input  logic                    valid_i,
  input  rvt_ingress_pkg::entry_t entry_i,
  input  rvt_ingress_pkg::block_t block_i,
  output logic                    ready_o,  // it leaves

  // the run
  output logic                    valid_o,
  output rvt_ntrace_pkg::run_t    run_o,
  input  logic                    ready_i,  // it leaves

  // the next run
  output logic                    load_o,
  output logic [AddrWidth-1:0]    load_addr_o,
  output logic [10:0]             load_units_o,
  output logic [2:0]              load_req_o,  // requests for a sync that arose before it
  output logic                    load_own_o,  // a privilege or context that is new
  output logic                    load_new_o   // another base of time
);

  logic valid_q;
  rvt_ingress_pkg::entry_t entry_q;
  rvt_ingress_pkg::block_t block_q;

  assign load_o = valid_i && (!valid_q || ready_i);
  assign ready_o = load_o;
  assign load_addr_o = AddrWidth'(block_i.addr);
  assign load_units_o = 11'(block_i.halfwords);
  assign load_req_o = rvt_ntrace_pkg::requests_of(entry_i.kind, entry_i.sub);
  assign load_own_o = entry_i.context_new;
  assign load_new_o = entry_i.time_new;
  assign valid_o = valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= !clr_i && (valid_i || (valid_q && !ready_i));
    end
  end

  // With all jumps a direct one is a taken branch (NT:AJM-02), but a call pushes (NT:AJM-03).
  rvt_ingress_pkg::block_t block_d;
  logic push;
  if (Build.AllJumps != 0) begin : g_all_jumps
    logic push_q;
    always_ff @(posedge clk_i) if (load_o) push_q <= rvt_ingress_pkg::is_call(block_i.itype);
    assign push = push_q;
    always_comb begin
      block_d = block_i;
      if (all_jumps_i && rvt_ingress_pkg::is_direct(block_i.itype)) begin
        block_d.itype = rvt_ingress_pkg::ItTaken;
      end
    end
  end else begin : g_inferable
    logic unused;
    assign unused = all_jumps_i;
    assign push = rvt_ingress_pkg::is_call(block_q.itype);
    assign block_d = block_i;
  end

  always_ff @(posedge clk_i) begin
    if (load_o) begin
      entry_q <= entry_i;
      block_q <= block_d;
    end
  end

  always_comb begin
    run_o = '0;
    run_o.first_time = entry_q.abs_time;
    run_o.abs_time = entry_q.abs_time;
    run_o.time_new = entry_q.time_new;
    run_o.priv = entry_q.priv;
    run_o.hart_context = entry_q.hart_context;
    run_o.context_new = entry_q.context_new;
    run_o.kind = entry_q.kind;
    run_o.sub = entry_q.sub;
    run_o.known = block_q.known;
    run_o.addr = block_q.addr;
    run_o.halfwords = 11'(block_q.halfwords);
    run_o.taken[0] = block_q.itype == rvt_ingress_pkg::ItTaken;
    run_o.outcomes[0] = rvt_ingress_pkg::is_branch(block_q.itype);
    run_o.push = push;
    run_o.call_addr = block_q.addr;
    run_o.call_units = block_q.halfwords;
    run_o.last_addr = block_q.addr;
    run_o.last_units = block_q.halfwords;
    run_o.seq = block_q.seq;
    run_o.notify = block_q.notify;
    run_o.itype = block_q.itype;
  end

  logic unused_columns;
  assign unused_columns = ^{entry_q, block_q};  // N-Trace's columns are some of them

endmodule

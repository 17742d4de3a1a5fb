// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Implicit return (ETR:M-IRET): whether the run is a return to where its call was, and what of that a packet has to tell.
///
/// A return is implied as it leaves, when the block after it is known: then it pops. Without a stack no return ever is. With IretExt
/// every return pops, and those implied since a branch or address are counted (ETR:A-06).
module rvt_etrace_return #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned AddrWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    en_i,     // it is on
  input  logic [1:0]              mode_i,   // trTeInstImplicitReturnMode, 1..3
  input  logic                    clear_i,  // a 3.0 or 3.1, or no session (ETR:F3-07)

  input  logic                    leave_i,  // the run leaves ...
  input  rvt_ingress_pkg::itype_e itype_i,
  input  logic [AddrWidth-1:0]    link_i,   // address behind it
  input  logic [AddrWidth-1:0]    next_i,   // address of the block after it
  input  logic                    told_i,   // a packet tells an address

  output logic                    implied_o,  // ... and is an implied return
  output logic                    ret_o,      // P is one
  output logic                    right_o,    // ... or would be, but for the count at its end
  output logic                    wrong_o,    // P is a return that is not, and a packet says so
  output logic                    since_o,    // since one no call, branch or address was
  output logic [7:0]              depth_o     // entries of the stack, or irets
);

  localparam int unsigned LowBits = 12;  // what mode 2 compares

  if (Build.StackDepth > 0) begin : g_stack
    localparam int unsigned CountWidth = $clog2(Build.StackDepth + 1);
    logic any, returns, calls, same_low, same_high, right, branches, most, some;
    logic ret_q, wrong_q;
    logic [AddrWidth-1:0] top;
    logic [CountWidth-1:0] count;

    rvt_ret_stack #(
      .Depth(Build.StackDepth),
      .Width(AddrWidth)
    ) i_stack (
      .clk_i,
      .rst_ni,
      .clr_i(clear_i),
      .en_i(leave_i),
      .push_i(calls),
      .pop_i(Build.IretExt != 0 ? returns : implied_o),
      .addr_i(link_i),
      .any_o(any),
      .top_o(top),
      .count_o(count)
    );

    assign calls = en_i && (itype_i == rvt_ingress_pkg::ItDirectCall ||
                            itype_i == rvt_ingress_pkg::ItIndirectCall);
    assign returns = en_i && any && itype_i == rvt_ingress_pkg::ItReturn;
    assign same_low = top[LowBits-1:0] == next_i[LowBits-1:0];
    assign same_high = top[AddrWidth-1:LowBits] == next_i[AddrWidth-1:LowBits];
    assign right = returns && (mode_i == 2'd1 || (same_low && (mode_i == 2'd2 || same_high)));
    assign implied_o = right && !most;
    assign branches = rvt_ingress_pkg::is_branch(itype_i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        ret_q <= 1'b0;
        wrong_q <= 1'b0;
      end else if (clear_i) begin
        ret_q <= 1'b0;
        wrong_q <= 1'b0;
      end else if (leave_i) begin
        ret_q <= implied_o;
        wrong_q <= (returns || some) && !implied_o;
      end
    end
    assign ret_o = ret_q;
    assign wrong_o = wrong_q;

    if (Build.IretExt != 0) begin : g_irets
      logic right_q;
      logic [7:0] irets_q, irets;  // ... as P leaves
      assign irets = told_i ? '0 : irets_q;
      assign most = &irets;
      assign some = en_i && irets != '0 && itype_i == rvt_ingress_pkg::ItReturn;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) irets_q <= '0;
        else if (clear_i || (leave_i && branches)) irets_q <= '0;
        else irets_q <= irets + 8'(leave_i && implied_o);
      end
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) right_q <= 1'b0;
        else if (clear_i) right_q <= 1'b0;
        else if (leave_i) right_q <= right;
      end
      assign right_o = right_q;
      assign since_o = irets_q != '0;
      assign depth_o = irets_q;
      logic unused;
      assign unused = ^count;
    end else begin : g_irdepth
      logic since_q;
      assign most = 1'b0;
      assign some = 1'b0;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) since_q <= 1'b0;
        else if (clear_i) since_q <= 1'b0;
        else if (leave_i && implied_o) since_q <= 1'b1;
        else if (told_i || (leave_i && (calls || branches))) since_q <= 1'b0;
      end
      assign right_o = ret_q;
      assign since_o = since_q;
      assign depth_o = 8'(count);
    end
  end else begin : g_no_stack
    assign implied_o = 1'b0;
    assign ret_o = 1'b0;
    assign right_o = 1'b0;
    assign wrong_o = 1'b0;
    assign since_o = 1'b0;
    assign depth_o = '0;
    logic unused;
    assign unused = ^{clk_i, rst_ni, en_i, mode_i, clear_i, leave_i, itype_i, link_i, next_i,
                      told_i};
  end

endmodule

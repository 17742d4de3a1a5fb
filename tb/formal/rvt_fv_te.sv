// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Encoder component whose encoder is a power island without isolation: `te_island` of faults/ lets
/// `rvt_encoder` say anything in any clock. What of it goes further is decided by the registers.
module rvt_fv_te (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        psel_i,
  input logic        penable_i,
  input logic        pwrite_i,
  input logic [11:0] paddr_i,
  input logic [31:0] pwdata_i,
  input logic [3:0]  pstrb_i,
  input logic        active_ack_i,
  input logic [2:0]  trigger_i,
  input logic [2:0]  ext_trigger_i,
  input logic        m_ready_i,
  input logic        m_dn_on_i,

  (* probe = "i_dut.i_regs.i_active.life_q" *) input logic [2:0] dut_life,
  (* probe = "i_dut.stall" *) input logic dut_stall,
  (* probe = "i_dut.empty" *) input logic dut_empty,
  (* probe = "i_dut.overflow" *) input logic dut_overflow,
  (* probe = "i_dut.valid" *) input logic dut_valid,
  (* probe = "i_dut.data" *) input logic [7:0] dut_data,
  (* probe = "i_dut.bytes" *) input logic [0:0] dut_bytes,
  (* probe = "i_dut.eom" *) input logic dut_eom,
  (* probe = "i_dut.flush_ack" *) input logic dut_flush_ack
);

  localparam logic [2:0] LifeOn = 3'b011;
  localparam logic [2:0] LifeClosing = 3'b111;

  logic [31:0] prdata;
  logic pready, pslverr, req, stall, valid, eom, sync, flush_ack, closing;
  logic [5:0] length;
  logic [7:0] data;
  logic [0:0] bytes;

  rvt_te #(
    .Events(1),
    .FifoDepth(96)
  ) i_dut (
    .*,
    .prdata_o(prdata),
    .pready_o(pready),
    .pslverr_o(pslverr),
    .busy_o(),
    .active_req_o(req),
    .iretire_i('0),
    .iaddr_i('0),
    .itype_i('0),
    .ilastsize_i('0),
    .sijump_i('0),
    .cause_i('0),
    .tval_i('0),
    .priv_i('0),
    .context_i('0),
    .ctype_i('0),
    .impdef_i('0),
    .halted_i(1'b0),
    .hart_reset_i(1'b0),
    .lowpower_i(1'b0),
    .time_i('0),
    .stall_o(stall),
    .m_valid_o(valid),
    .m_data_o(data),
    .m_bytes_o(bytes),
    .m_eom_o(eom),
    .m_length_o(length),
    .m_sync_o(sync),
    .m_dn_stopped_i(1'b0),
    .m_dn_lost_i(1'b0),
    .m_sync_req_i(1'b0),
    .m_flush_req_i(1'b0),
    .m_flush_ack_o(flush_ack),
    .m_closing_o(closing)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  logic works, reads, setup_q, acked_q;
  assign works = dut_life == LifeOn || dut_life == LifeClosing;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {setup_q, acked_q, reads} <= '0;
    end else begin
      setup_q <= psel_i && !penable_i && !pwrite_i && paddr_i[11:2] == '0 && !works;
      acked_q <= req && active_ack_i;
      reads <= dut_life[1];
    end
  end

  // The island has power where the component works: it was asked for, and the answer was there.
  `RVT_IMPLIES(Power_A, works, req)
  // Without it nothing goes further (TCI:CTRL-20), not even into what is read: Empty is 1, and off, all else 0.
  `RVT_IMPLIES(Quiet_A, !works,
               !stall && !valid && data == '0 && bytes == '0 && !eom && !sync && !flush_ack && !closing)
  `RVT_IMPLIES(Read_A, setup_q, prdata[3] && prdata[0] == reads && (reads || prdata == 32'h8))
  // With it everything does.
  `RVT_IMPLIES(Through_A, works, stall == dut_stall && valid == dut_valid && data == dut_data && bytes == dut_bytes &&
                                 eom == dut_eom && flush_ack == dut_flush_ack)

  `RVT_COVER(Off_C,
             setup_q && prdata[3:0] == 4'h9 && !dut_empty && dut_stall && dut_valid && dut_overflow)
  `RVT_COVER(On_C, works && stall && valid && acked_q)

  logic unused;
  assign unused = ^{pready, pslverr};

endmodule

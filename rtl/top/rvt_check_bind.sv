// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

// Which checker watches which module: in simulation, and nowhere else. What warns of a hart comes last.

`ifdef RVT_CHECKERS

bind rvt_apb_decode rvt_check_apb #(
  .AddrWidth(AddrWidth)
) i_check (
  .clk_i,
  .rst_ni,
  .psel_i,
  .penable_i,
  .pwrite_i,
  .paddr_i,
  .pwdata_i,
  .pstrb_i,
  .prdata_i(prdata_o),
  .pready_i(pready_o),
  .pslverr_i(pslverr_o)
);

bind rvt_regs_pib rvt_check_apb #(
  .AddrWidth(12),
  .LongestWait(0)
) i_check (
  .clk_i,
  .rst_ni,
  .psel_i,
  .penable_i,
  .pwrite_i,
  .paddr_i,
  .pwdata_i,
  .pstrb_i,
  .prdata_i(prdata_o),
  .pready_i(pready_o),
  .pslverr_i(pslverr_o)
);

bind rvt_regs_encoder rvt_check_apb #(
  .AddrWidth(12),
  .LongestWait(0)
) i_check (
  .clk_i,
  .rst_ni,
  .psel_i,
  .penable_i,
  .pwrite_i,
  .paddr_i,
  .pwdata_i,
  .pstrb_i,
  .prdata_i(prdata_o),
  .pready_i(pready_o),
  .pslverr_i(pslverr_o)
);

bind rvt_regs_ram rvt_check_apb #(
  .AddrWidth(12),
  .LongestWait(1)
) i_check (
  .clk_i,
  .rst_ni,
  .psel_i,
  .penable_i,
  .pwrite_i,
  .paddr_i,
  .pwdata_i,
  .pstrb_i,
  .prdata_i(prdata_o),
  .pready_i(pready_o),
  .pslverr_i(pslverr_o)
);

// A read of the recorder waits for a clock without a transfer.
bind rvt_ctr_apb rvt_check_apb #(
  .AddrWidth(13),
  .LongestWait(1 << 20)
) i_check (
  .clk_i,
  .rst_ni,
  .psel_i,
  .penable_i,
  .pwrite_i,
  .paddr_i,
  .pwdata_i,
  .pstrb_i,
  .prdata_i(prdata_o),
  .pready_i(pready_o),
  .pslverr_i(pslverr_o)
);

bind rvt_pib rvt_check_pins #(
  .Framing(Framing),
  .Lanes(Lanes),
  .Pins(Pins)
) i_check (
  .clk_i,
  .rst_ni,
  .clr_i(clear),
  .s_take_i(push),
  .s_data_i,
  .s_bytes_i,
  .s_eom_i,
  .beat_i(beat),
  .nibbles_i(nibbles),
  .pairs_i(pairs),
  .empty_i(empty_o),
  .trc_clk_i(trc_clk_o),
  .trc_data_i(trc_data_o)
);

bind rvt_ram_sink rvt_check_ram #(
  .Lanes(Lanes),
  .SramWidth(SramWidth)
) i_check (
  .clk_i,
  .rst_ni,
  .clr_i(!works || discard),
  .s_take_i(take && !skips),
  .s_data_i(data),
  .s_bytes_i(bytes),
  .pad_i(pad),
  .pad_byte_i(pad_byte),
  .ram_we_i(ram_we_o),
  .ram_wdata_i(ram_wdata_o),
  .ram_low_i(ram_be_o[0]),
  .empty_i(empty)
);

bind rvt_fork rvt_check_fork #(
  .Framing(Framing),
  .Lanes(Lanes),
  .Branches(Branches)
) i_check (
  .clk_i,
  .rst_ni,
  .clr_i,
  .s_valid_i,
  .s_data_i,
  .s_bytes_i,
  .s_eom_i,
  .s_length_i,
  .s_ready_i(s_ready_o),
  .leaves_i(leaves),
  .waits_i(waits),
  .joins_i(passes ? member : '0),
  .takes_i(takes),
  .sent_i(sent_q),
  .m_valid_i(m_valid_o),
  .m_data_i(m_data_o),
  .m_bytes_i(m_bytes_o),
  .m_eom_i(m_eom_o),
  .m_length_i(m_length_o),
  .m_ready_i
);

bind rvt_encoder rvt_check_encoder #(
  .Build(Build),
  .FifoDepth(FifoDepth == 0 ? 2 * LongestBeats : FifoDepth)
) i_check_encoder (
  .clk_i,
  .rst_ni,
  .cfg_i,
  .iretire_i,
  .itype_i,
  .lowpower_i,
  .hart_reset_i,
  .halted_i(halted_i || priv_i == rvt_ingress_pkg::PrivDebug),
  .on_i(trigger_i[0] || ext_trigger_i[0]),
  .stall_i(stall_o),
  .overflow_i(overflow_o),
  .dn_lost_i(m_dn_lost_i),
  .put_i(put),
  .kind_i(put_entry.kind),
  .take_i(head_valid && head_ready),
  .flow_empty_i(messages_settled),
  .watch_i(g_format.i_messages.i_watch.watch),
  .m_valid_i(m_valid_o),
  .m_data_i(m_data_o),
  .m_bytes_i(m_bytes_o),
  .m_eom_i(m_eom_o),
  .m_length_i(m_length_o),
  .m_ready_i,
  .flush_req_i(m_flush_req_i),
  .flush_ack_i(m_flush_ack_o),
  .empty_i(empty_o)
);

// The watch of each format has this name.
bind rvt_ntrace_messages rvt_ntrace_watch #(
  .Build(Build),
  .LongestBeats(LongestBeats)
) i_watch (
  .clk_i,
  .rst_ni,
  .clr_i(clr),
  .flow_i(flow_valid && flow_ready),
  .flow_record_i(flow_rec),
  .hist_i(hist_valid && hist_ready),
  .hist_record_i(hist_rec),
  .rec_i(rec_valid && rec_ready),
  .record_i(rec),
  .packed_i(packed_valid && packed_ready),
  .bytes_i(packed_bytes),
  .fifo_empty_i(fifo_empty)
);

bind rvt_etrace_messages rvt_etrace_watch #(
  .LongestBeats(LongestBeats)
) i_watch (
  .rec_i(rec_valid && rec_ready),
  .packed_i(packed_valid && packed_ready),
  .fifo_empty_i(fifo_empty)
);

bind rvt_ntrace_messages rvt_check_link #(
  .Lanes(Lanes)
) i_check_link (
  .clk_i,
  .rst_ni,
  .clr_i(clr),
  .s_take_i(packed_valid && packed_ready),
  .s_data_i(packed_data),
  .s_bytes_i(packed_bytes),
  .s_eom_i(packed_eom),
  .m_take_i(m_valid_o && m_ready_i),
  .m_data_i(m_data_o),
  .m_bytes_i(m_bytes_o),
  .m_eom_i(m_eom_o),
  .empty_i(fifo_empty)
);

bind rvt_etrace_messages rvt_check_link #(
  .Lanes(Lanes)
) i_check_link (
  .clk_i,
  .rst_ni,
  .clr_i(clr),
  .s_take_i(packed_valid && packed_ready),
  .s_data_i(packed_data),
  .s_bytes_i(packed_bytes),
  .s_eom_i(packed_eom),
  .m_take_i(m_valid_o && m_ready_i),
  .m_data_i(m_data_o),
  .m_bytes_i(m_bytes_o),
  .m_eom_i(m_eom_o),
  .empty_i(fifo_empty)
);

bind rvt_ctr rvt_check_ctr #(
  .Xlen(Xlen),
  .Blocks(Blocks),
  .IretireWidth(IretireWidth),
  .Single(Single),
  .Hyp(Hyp),
  .CounterWidth(CounterWidth)
) i_check_ctr (
  .clk_i,
  .rst_ni,
  .iretire_i,
  .iaddr_i,
  .itype_i,
  .ilastsize_i,
  .priv_i,
  .halted_i,
  .target_i,
  .mispredict_i,
  .priv_after_i,
  .epc_i,
  .cycle_i,
  .busy_i(!csr_ready_o),
  .moves_i(records | swaps | pops),
  .frozen_i(frozen_q),
  .wrptr_i(wrptr),
  .depth_i(depth)
);

bind rvt_tandem rvt_check_tandem #(
  .Xlen(Xlen),
  .Flen(Flen),
  .Mlen(Mlen),
  .Nret(Nret),
  .Csrs(Csrs),
  .Elements(Elements),
  .IncrementPc(IncrementPc),
  .OrFcsr(OrFcsr),
  .StallLatency(StallLatency)
) i_check_tandem (
  .*,  // the bundle
  .stall_i(stall_o),
  .lost_i(lost_o)
);

bind rvt_tandem rvt_check_link #(
  .Lanes(Lanes)
) i_check_link (
  .clk_i,
  .rst_ni,
  .clr_i(clear),
  .s_take_i(beat_valid && beat_ready),
  .s_data_i(beat_data),
  .s_bytes_i(beat_bytes),
  .s_eom_i(beat_eom),
  .m_take_i(m_valid_o && m_ready_i),
  .m_data_i(m_data_o),
  .m_bytes_i(m_bytes_o),
  .m_eom_i(m_eom_o),
  .empty_i(fifo_empty)
);

`endif

`ifdef RVT_HART_CHECKERS

bind rvt_ingress_commit rvt_check_commit #(
  .Xlen(Xlen),
  .Nret(Nret)
) i_check_commit (
  .clk_i,
  .rst_ni,
  .valid_i,
  .insn_i,
  .trap_i,
  .pc_i,
  .irq_i,
  .irq_pc_i,
  .halted_i
);

bind rvt_ram_sink rvt_check_sram #(
  .AddrWidth(AddrWidth),
  .Width(SramWidth)
) i_check_sram (
  .clk_i,
  .rst_ni,
  .cs_i(ram_cs_o),
  .we_i(ram_we_o),
  .addr_i(ram_addr_o),
  .wdata_i(ram_wdata_o),
  .be_i(ram_be_o),
  .rdata_i(ram_rdata_i)
);

bind rvt_ingress_stage rvt_check_ingress #(
  .Build(Build)
) i_check_ingress (
  .clk_i,
  .rst_ni,
  .iretire_i,
  .iaddr_i,
  .itype_i,
  .ilastsize_i,
  .priv_i,
  .stops_i(halted_i || lowpower_i),
  .away_i(halted || lowpower_i || hart_reset_i),
  .stall_i(stall_o)
);

bind rvt_encoder rvt_check_unread #(
  .Build(Build)
) i_check_unread (
  .clk_i,
  .rst_ni,
  .trigger_i(trigger_i != '0 || ext_trigger_i != '0),
  .sijump_i(sijump_i != '0),
  .time_i(time_i != '0),
  .context_i(context_i != '0),
  .ctype_i(ctype_i != '0),
  .impdef_i(impdef_i != '0)
);

`endif

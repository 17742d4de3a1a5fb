// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
// Written by scripts/interface from fusesoc.core and rtl; `make interface` writes it anew.
// The RTL, for synthesis. RVTRACE is the directory that has rtl in it.
+incdir+${RVTRACE}/rtl/common
${RVTRACE}/rtl/common/rvt_build_pkg.sv
${RVTRACE}/rtl/ingress/rvt_ingress_pkg.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_pkg.sv
${RVTRACE}/rtl/common/rvt_config_pkg.sv
${RVTRACE}/rtl/common/rvt_framing_pkg.sv
${RVTRACE}/rtl/control/rvt_regs_pkg.sv
${RVTRACE}/rtl/common/rvt_check_build.sv
${RVTRACE}/rtl/common/rvt_fifo.sv
${RVTRACE}/rtl/common/rvt_apb_decode.sv
${RVTRACE}/rtl/control/rvt_regs_active.sv
${RVTRACE}/rtl/control/rvt_regs_encoder.sv
${RVTRACE}/rtl/ntrace/rvt_ret_stack.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_period.sv
${RVTRACE}/rtl/ingress/rvt_insn.sv
${RVTRACE}/rtl/ingress/rvt_ingress_rvfi.sv
${RVTRACE}/rtl/ingress/rvt_ingress_commit.sv
${RVTRACE}/rtl/ingress/rvt_ingress_slots.sv
${RVTRACE}/rtl/ingress/rvt_ingress_session.sv
${RVTRACE}/rtl/ingress/rvt_ingress_stage.sv
${RVTRACE}/rtl/ingress/rvt_queue_pack.sv
${RVTRACE}/rtl/ingress/rvt_queue_pack_entry.sv
${RVTRACE}/rtl/ingress/rvt_queue_split.sv
${RVTRACE}/rtl/ingress/rvt_queue.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_flow_step.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_flow_record.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_flow_addr.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_flow_return.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_flow.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_packer_layout.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_packer.sv
${RVTRACE}/rtl/transport/rvt_msg_fifo.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_messages.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_encoder.sv
${RVTRACE}/rtl/transport/rvt_fork.sv
${RVTRACE}/rtl/top/rvt_ntrace_te.sv
${RVTRACE}/rtl/transport/rvt_pib_words.sv
${RVTRACE}/rtl/transport/rvt_pib.sv
${RVTRACE}/rtl/common/rvt_sram.sv
${RVTRACE}/rtl/control/rvt_regs_ram.sv
${RVTRACE}/rtl/transport/rvt_ram_sink.sv
${RVTRACE}/rtl/control/rvt_regs_pib.sv
${RVTRACE}/rtl/transport/rvt_pib_sink.sv
${RVTRACE}/rtl/top/rvt_ntrace_top.sv

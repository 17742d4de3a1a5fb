// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
// Written by scripts/interface from fusesoc.core and rtl; `make interface` writes it anew.
// The RTL and its checkers, for simulation and lint.
-f ${RVTRACE}/rtl/rvtrace.f
${RVTRACE}/rtl/check/rvt_check_stream.sv
${RVTRACE}/rtl/check/rvt_check_link.sv
${RVTRACE}/rtl/check/rvt_check_ingress.sv
${RVTRACE}/rtl/check/rvt_check_unread.sv
${RVTRACE}/rtl/check/rvt_check_apb.sv
${RVTRACE}/rtl/check/rvt_check_encoder.sv
${RVTRACE}/rtl/check/rvt_check_pins.sv
${RVTRACE}/rtl/check/rvt_check_sram.sv
${RVTRACE}/rtl/check/rvt_check_insn.sv
${RVTRACE}/rtl/check/rvt_check_commit.sv
${RVTRACE}/rtl/check/rvt_check_ram.sv
${RVTRACE}/rtl/check/rvt_check_fork.sv
${RVTRACE}/rtl/check/rvt_check_ctr.sv
${RVTRACE}/rtl/check/rvt_check_tandem.sv
${RVTRACE}/rtl/etrace/rvt_etrace_watch.sv
${RVTRACE}/rtl/ntrace/rvt_ntrace_watch.sv
${RVTRACE}/rtl/top/rvt_check_bind.sv

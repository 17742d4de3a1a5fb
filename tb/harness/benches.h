/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_BENCHES_H
#define RVT_TB_BENCHES_H

#include "bench.h"
#include "rvt/unit/ntrace_packer.h"

extern const struct tb_bench tb_bench_packer;
extern const struct tb_bench tb_bench_msg_fifo;
extern const struct tb_bench tb_bench_pib;
extern const struct tb_bench tb_bench_pib_sink;
extern const struct tb_bench tb_bench_backend;
extern const struct tb_bench tb_bench_ret_stack;
extern const struct tb_bench tb_bench_ingress;
extern const struct tb_bench tb_bench_queue;
extern const struct tb_bench tb_bench_flow;
extern const struct tb_bench tb_bench_encoder;
extern const struct tb_bench tb_bench_scenario;
extern const struct tb_bench tb_bench_directed;
extern const struct tb_bench tb_bench_chain;
extern const struct tb_bench tb_bench_fork;
extern const struct tb_bench tb_bench_apb_decode;
extern const struct tb_bench tb_bench_top;
extern const struct tb_bench tb_bench_storm;
extern const struct tb_bench tb_bench_regs_encoder;
extern const struct tb_bench tb_bench_te;
extern const struct tb_bench tb_bench_ram_sink;
extern const struct tb_bench tb_bench_sram;
extern const struct tb_bench tb_bench_registers_te;
extern const struct tb_bench tb_bench_registers_ram;
extern const struct tb_bench tb_bench_registers_pib;

/** The packer's parameters from those of the build. */
void tb_packer_params(struct tb *tb, struct rvt_ntrace_packer_params *p);

#endif

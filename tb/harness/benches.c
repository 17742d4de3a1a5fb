/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "benches.h"

const struct tb_bench *const tb_benches[] = {&tb_bench_packer,
                                             &tb_bench_msg_fifo,
                                             &tb_bench_pib,
                                             &tb_bench_pib_sink,
                                             &tb_bench_backend,
                                             &tb_bench_ret_stack,
                                             &tb_bench_ingress,
                                             &tb_bench_queue,
                                             &tb_bench_flow,
                                             &tb_bench_encoder,
                                             &tb_bench_scenario,
                                             &tb_bench_directed,
                                             &tb_bench_chain,
                                             &tb_bench_fork,
                                             &tb_bench_apb_decode,
                                             &tb_bench_top,
                                             &tb_bench_storm,
                                             &tb_bench_regs_encoder,
                                             &tb_bench_te,
                                             &tb_bench_ram_sink,
                                             &tb_bench_sram,
                                             &tb_bench_registers_te,
                                             &tb_bench_registers_ram,
                                             &tb_bench_registers_pib,
                                             NULL};

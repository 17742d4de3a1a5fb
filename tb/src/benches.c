/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "benches.h"

const struct tb_bench *const tb_benches[] = {&tb_bench_packer, &tb_bench_msg_fifo, &tb_bench_pib,
                                             &tb_bench_backend, NULL};

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Where the harts begin, and void workload_end(int result): a workload ends in a trap's handler, where gp and tp are another's.
    .section .text.reset, "ax"
    .option norelax
    tail    _start

    .section .text.workload_end, "ax"
    .globl  workload_end
workload_end:
    la      gp, __global_pointer$
    la      tp, rt_tls
    tail    workload_ended

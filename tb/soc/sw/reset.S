# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Where both harts begin.
    .section .text.reset, "ax"
    .option norelax
    tail    _start

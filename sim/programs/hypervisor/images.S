# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The memory of both guests, with what they begin with.

#include "hypervisor.h"

    .section .guests, "aw"
    .globl  guest_memory
    .balign 4096
guest_memory:
    .incbin "fast.bin"
    .balign GUEST_PAGES << 12
    .incbin "small.bin"
    .balign GUEST_PAGES << 12

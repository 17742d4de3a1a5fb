#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `interp`: what its interpreted programs compute, without them."""
import math
import sys


def collatz(n):
    length = 0
    while n != 1:
        n = 3 * n + 1 if n % 2 else n // 2
        length += 1
    return length


total = 0
for turn in range(1, int(sys.argv[1]) + 1):
    n = 10 + 25 * turn % 490
    primes = sum(all(k % d for d in range(2, k)) for k in range(2, n))
    longest = max(range(1, n), key=collatz)  # the first one of its length
    divisors = sum(math.gcd(i, n) for i in range(n))
    for part in (primes, collatz(longest) * 1000 + longest, divisors):
        total = (total * 31 + part) & 0xFFFFFFFF
print(f"0x{total:08x}u")

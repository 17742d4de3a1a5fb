#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Mutants of what the functional encoder is made of, judged by its comparison with the oracle alone.

    oracle.py [--seed N] [--count N] [--jobs N] [--alive] [--dry] [UNIT...]    units of sim/lists/mutation/oracle.list

As c.py, with test_oracle_vs_encode in place of the suite. Verdicts go to build/evidence/mutation-oracle.tsv.
"""

import sys

import c
import ledger

if __name__ == "__main__":
    sys.exit(ledger.main("oracle", __doc__, lambda: c.units("oracle"), lambda args: c.prepare(args, "oracle"), c.add_longest))

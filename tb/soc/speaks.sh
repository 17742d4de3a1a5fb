#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by run.sh and tandem.sh.

# speaks FILE: whether a checker has spoken, in what a simulation printed. Of an interrupt directly after MRET no instruction of CVA6's tells
# the mode. It reads to the end: with pipefail, `grep -q` behind another grep finds nothing where much is said.
speaks() {
  awk '/Warning|Error/ && !/ TOP\.rvt_soc_cva6.*: itype 2 leads from priv 3 to 1 \(CTR:P-01\)/ { found = 1 } END { exit !found }' "$1"
}

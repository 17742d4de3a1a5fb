#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Control transfer records of random programs are those of QEMU, where it is: a share of `make ctr-judge`.
set -euo pipefail
make -s build/bin/ctr_play
python3 scripts/ctr/judge.py --programs 5 --hypervisor 5

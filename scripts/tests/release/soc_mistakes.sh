#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Each mistake of tb/soc/mistakes.toml, made on Ibex, is said by those who are expected to: checker, driver, decoder.
set -euo pipefail
make -s --no-print-directory need-soc all build/rtl.f build/soc/ibex-traps.elf
python3 tb/soc/mistakes.py "${RVT_TMP:?}"

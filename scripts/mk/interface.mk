# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What comes from the interface source, rtl/interface/*.toml: docs/interface.md.

.PHONY: interface lint-interface
interface: | need-base  ## write what comes from rtl/interface: parameters in RTL, C, tables and pages
	@$(PY) scripts/interface write

lint-interface: | need-base  ## is what comes from rtl/interface as it would be written
	@$(PY) scripts/interface check

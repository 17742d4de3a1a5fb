# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What comes from the source of the registers, rtl/control/*.rdl: docs/registers.md.

.PHONY: regs regs-html lint-regs
regs: | need-regs  ## write package, C header, page and tables of the registers from rtl/control
	@$(PY) scripts/regs/regs.py write

regs-html: | need-regs
	@$(PY) scripts/regs/regs.py html $(B)/docs/registers

docs: regs regs-html

# That the committed files are current, that source and files agree with the specification's tables,
# and that the model does what the source says.
lint-regs: | need-regs need-lint need-build  ## what is generated from the registers is current, by four readers
	@$(PY) scripts/regs/regs.py check
	@$(PY) scripts/regs/regs.py compare
	@$(PY) scripts/regs/regs.py evaluate
	@$(PY) scripts/regs/regs.py exercise

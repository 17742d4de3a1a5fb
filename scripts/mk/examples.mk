# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The golden model in other people's benches: tb/examples, each with a README.md whose commands are what check.sh runs.

.PHONY: example-dpi example-systemc example-cocotb
example-dpi: $(B)/lib/librvtmodel.a $(B)/rtl.f | need-sim  ## the golden model bound to the RTL by DPI-C, with a scoreboard, and a bug planted
	@tb/examples/dpi/check.sh

example-systemc: all | need-systemc  ## a virtual platform with the golden model as a TLM-2.0 target, and bugs planted
	@tb/examples/systemc/check.sh

example-cocotb: $(B)/wheel/done $(B)/rtl.f | need-sim need-python need-verilator  ## a bench in Python: the RTL under cocotb beside the golden model of the wheel, and bugs planted
	@tb/examples/cocotb/check.sh

TEST_LIST += 'examples/dpi=$(RUN) example-dpi'
TEST_LIST += 'examples/systemc=$(RUN) example-systemc'
TEST_LIST += 'examples/cocotb=$(RUN) example-cocotb'

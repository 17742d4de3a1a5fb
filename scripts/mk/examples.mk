# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The golden model in other people's benches: tb/examples, each with a README.md whose commands are what check.sh runs.

.PHONY: example-dpi example-systemc
example-dpi: $(B)/lib/librvtmodel.a $(B)/rtl.f | need-sim  ## the golden model bound to the RTL by DPI-C, with a scoreboard, and a bug planted
	@tb/examples/dpi/check.sh

example-systemc: all | need-systemc  ## a virtual platform with the golden model as a TLM-2.0 target, and bugs planted
	@tb/examples/systemc/check.sh

TEST_LIST += 'examples/dpi=$(RUN) example-dpi'
TEST_LIST += 'examples/systemc=$(RUN) example-systemc'

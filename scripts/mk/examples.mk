# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The golden model in other people's benches: tb/examples, each with a README.md whose commands are what check.sh runs.

.PHONY: example-dpi
example-dpi: $(B)/lib/librvtmodel.a $(B)/rtl.f | need-sim  ## the golden model bound to the RTL by DPI-C, with a scoreboard, and a bug planted
	@tb/examples/dpi/check.sh

TEST_LIST += 'examples/dpi=$(RUN) example-dpi'

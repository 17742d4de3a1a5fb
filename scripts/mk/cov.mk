# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Coverage of RTL, C and functional points: docs/verification/coverage.md. Library, tools, tests and simulations are
# built again below $(COV) so that they count, and the tests and the tier `wide` run there once.

COV       := $(B)/cov
COV_MAKE   = $(MAKE) --no-print-directory -s B=$(COV) PY=$(PY) OPT="-O0 -g --coverage" WARN=-w SIM_COVERAGE=1 SIM_OPT=-O1
COV_TESTS  = $(foreach t,$(TESTS:$(B)/%=%),'unit/$(notdir $t)=$(COV)/$t') \
             $(foreach t,$(CLI_TESTS),'cli/$(basename $(notdir $t))=bash $t $(COV)$(if $(findstring cli_bench,$t),,/bin/rvt)') \
             $(foreach t,$(FUZZ_TARGETS),'fuzz/$t=$(COV)/fuzz/replay-$t $(B)/fuzz/inputs/$t') \
             'device=scripts/record/device.sh $(COV)/sim/top/sim $(COV)/bin/rvt'
COV_LCOV   = --quiet --rc lcov_branch_coverage=1

.PHONY: cov cov-build cov-run cov-report
cov: cov-run  ## coverage of RTL, C and functional points into build/cov and build/evidence
	@$(MAKE) --no-print-directory -s cov-report

cov-build: | need-base need-sim need-unit need-cov
	@$(COV_MAKE) all unit sim-build TIER=wide

# What the counted programs leave is of this run only.
cov-run: cov-build $(SIM_PROGRAMS)
	@find $(COV) -name '*.gcda' -delete
	@rm -rf $(COV)/dat && mkdir -p $(COV)/dat
	@echo "  $(COV)/tests.log"
	@$(PY) scripts/gate/runtests.py --rows $(COV)/rows --tmp $(COV)/tmp $(COV_TESTS) >$(COV)/tests.log 2>&1 || \
	   { cat $(COV)/tests.log >&2; exit 1; }
	@echo "  $(COV)/sim.log"
	@RVT_COV_DIR=$(COV)/dat $(PY) scripts/sim/sim.py --build $(COV) --sim $(COV)/sim --tier wide --report $(COV)/counters.json \
	   >$(COV)/sim.log 2>&1 || { grep -v '^ok' $(COV)/sim.log >&2; exit 1; }
	@tail -n 1 $(COV)/tests.log $(COV)/sim.log

# Of the last run.
cov-report: | need-base need-cov
	@$(PY) scripts/cov/rtl.py $(COV)/dat $(COV)/rtl.info $(COV)/toggles.txt
	@{ lcov $(COV_LCOV) --capture --no-external --directory $(COV)/obj --base-directory . -o $(COV)/all.info && \
	   lcov $(COV_LCOV) --extract $(COV)/all.info $(patsubst %,'*/cmodel/%/*',include driver tools $(LIB_ROOMS)) -o $(COV)/c.info && \
	   genhtml --quiet --branch-coverage --prefix $(CURDIR) -t rvtrace -o $(COV)/html $(COV)/rtl.info $(COV)/c.info; \
	 } >$(COV)/lcov.log 2>&1 || { cat $(COV)/lcov.log >&2; exit 1; }
	@$(PY) scripts/cov/summary.py measure $(COV)

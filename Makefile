# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make help` lists what to call. Everything built lies below build/; the tool is build/bin/rvt.
# setup, demo and test install the tools they lack and say so (scripts/setup/setup.sh); other targets name what is missing.

B      := build
PY     := $(B)/venv/bin/python3
TIER   ?= commit
export EVIDENCE ?= $(B)/evidence

.DEFAULT_GOAL := all
.SECONDARY:
.DELETE_ON_ERROR:
.PHONY: all setup demo test sim systemc fuzz lint format bench synth cov rows docs clean help

help:  ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | sort -u | \
	  awk -F'\t' '{ printf "  make %-15s %s\n", $$1, $$2 }'

# What these write the other goals of the line read.
ifneq ($(and $(filter interface regs,$(MAKECMDGOALS)),$(word 2,$(MAKECMDGOALS))),)
.NOTPARALLEL:
endif

export INSTALL ?= $(if $(filter setup demo test,$(MAKECMDGOALS)),1)
GROUPS ?= all
setup:  ## install every tool the project uses (GROUPS="build lint" for a part)
	@scripts/setup/setup.sh $(GROUPS)
	@echo "setup: complete"

# `| need-GROUP` before a recipe: its tools are there when it starts.
NEEDS := $(addprefix need-,build unit sim cxxrtl fourstate systemc base lint synth formal record soc fuzz verilator python cov regs install openocd ctr)
.PHONY: $(NEEDS)
# FuseSoC, when it looks for cores in the tree, passes by what was built.
$(NEEDS): need-%:
	@mkdir -p $(B) && touch $(B)/FUSESOC_IGNORE
	@scripts/setup/setup.sh $(if $(INSTALL),,--need) $*

# What sim.mk asks Verilator for while it is read needs Verilator before that; `test` needs nearly
# everything, so it is installed at once.
ifneq ($(filter sim lockstep lockstep-% sim-% corpus corpus-refuses demo demo-readme docs started cov cov-% synth bench bench-bandwidth bench-hardware bench-diff test,$(MAKECMDGOALS)),)
EARLY := build sim $(if $(filter test,$(MAKECMDGOALS)),unit cxxrtl fourstate systemc base lint regs fuzz record soc install verilator python openocd)
EARLY_SETUP := $(shell scripts/setup/setup.sh $(if $(INSTALL),,--need) $(EARLY) >&2)
ifneq ($(.SHELLSTATUS),0)
$(error tools are missing)
endif
endif

# What the tests run is built two at a time.
ifeq ($(MAKECMDGOALS)$(filter -j%,$(MAKEFLAGS)),test)
MAKEFLAGS += -j2
endif

include scripts/mk/build.mk
include scripts/mk/drv.mk
include scripts/mk/fuzz.mk
include scripts/mk/sim.mk
include scripts/mk/lint.mk
include scripts/mk/test.mk
include scripts/mk/ctr.mk
include scripts/mk/cxxrtl.mk
include scripts/mk/mutation.mk
include scripts/mk/workloads.mk
include scripts/mk/selftrace.mk
include scripts/mk/soc.mk
include scripts/mk/corpus.mk
include scripts/mk/systemc.mk
include scripts/mk/examples.mk
include scripts/mk/formal.mk
include scripts/mk/cov.mk
include scripts/mk/regs.mk
include scripts/mk/interface.mk
include scripts/mk/install.mk
include scripts/mk/python.mk

clean:  ## remove build/
	rm -rf $(B)

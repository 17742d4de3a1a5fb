# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make test` builds first, then hands every test to scripts/gate/runtests.py as NAME=COMMAND.

# What a netlist is linked with for its lock-step.
PROVED_WITH = $(SIM)/core.a $(SIM_RUNTIME) $(SIM_RT)/pre.h.gch $(B)/lib/librvtdrv.a $(B)/librvt.a $(B)/rtl.f
# FuseSoC keeps its caches below build/, too.
FUSESOC := XDG_CACHE_HOME=$(CURDIR)/$(B)/cache XDG_DATA_HOME=$(CURDIR)/$(B)/cache \
           $(B)/venv/bin/fusesoc --config $(B)/fusesoc.conf --cores-root . --cores-root tb/soc run --clean
CORE    := rvtrace:ip:rvtrace
RUN     := $(MAKE) -s --no-print-directory

# The dearest first, so that none of them runs alone at the end.
TEST_LIST  = 'sim/$(TIER)=$(RUN) sim TIER=$(TIER)' 'formal=$(RUN) formal PLANT=0 TURN=1'
TEST_LIST += $(foreach t,$(TESTS),'unit/$(notdir $t)=$t')
TEST_LIST += $(foreach t,$(TESTS),'san/$(notdir $t)=env -u RVT_ROW_DIR $(B)/san/tests/$(notdir $t)')
TEST_LIST += $(foreach t,$(CLI_TESTS),'cli/$(basename $(notdir $t))=bash $t')
TEST_LIST += $(foreach t,$(FUZZ_TARGETS),'fuzz/$t=env -u RVT_ROW_DIR $(B)/san/fuzz/replay-$t $(B)/fuzz/inputs/$t')
TEST_LIST += $(foreach t,$(LINTS),'lint/$(t:lint-%=%)=$(RUN) $t TURN=1')
TEST_LIST += $(foreach t,$(wildcard scripts/tests/*.sh),'scripts/$(basename $(notdir $t))=bash $t')
TEST_LIST += 'record=$(RUN) record-check' 'hypervisor=$(RUN) hypervisor-check'
TEST_LIST += $(foreach c,$(SOC_CORES),'soc/$c=$(RUN) soc-$c$(if $(filter ibex,$c), soc-$c-etrace) soc-tandem-$c')
TEST_LIST += 'drv/example=$(RUN) drv-example selftrace' 'drv/openocd=$(RUN) openocd'
TEST_LIST += 'fusesoc/lint=$(RUN) fusesoc-lint fusesoc-ctr fusesoc-tandem fusesoc-tandem_top'
# After the regression, whose builds they share; the last two have no part in it, but the faults take longer than the others together.
THEN   := --beside 'faults=$(PY) scripts/faults/run.py --turn' --then 'lockstep=$(RUN) lockstep-check' \
          --then 'started=$(RUN) started' --then 'demo=$(RUN) demo-readme' --then 'device=scripts/record/device.sh' \
          --then 'corpus=$(RUN) corpus' --then 'corpus-refuses=$(RUN) corpus-refuses' \
          --then 'points=$(PY) scripts/cov/points.py $(B)/sim/counters.json' \
          --then 'fuzz/share=$(RUN) fuzz FUZZ_SECONDS=10' --then 'fusesoc/sim=$(RUN) fusesoc-sim'

ROWS   := $(PY) scripts/gate/rows.py --summary --markdown $(EVIDENCE)/rows.md

ifneq ($(filter test,$(MAKECMDGOALS)),)
$(info test: builds, then all tests, the dearest first; about 15 minutes on two cores)
endif
.PHONY: test rows evidence bench synth oracle-long fusesoc-lint fusesoc-sim fusesoc-ctr fusesoc-tandem fusesoc-tandem_top
test: all unit san fuzz-build $(B)/rtl.f $(B)/rtl.tops | need-base need-lint need-sim  ## every test of the commit tier, then `N passed, N failed`
	@$(PY) scripts/gate/runtests.py --rows $(B)/rows --results $(EVIDENCE)/tests.tsv $(TEST_LIST) \
	   $(THEN) --last 'rows=$(ROWS)'

# RVT_FIRST_SEED=n takes other seeds; a difference prints the seed that repeats it.
oracle-long: $(B)/tests/test_oracle_vs_encode $(B)/tests/test_oracle_histories  ## 10^7 random instructions through the functional encoder and the oracle, and with HREPEAT
	@for t in $^; do RVT_INSNS=$${RVT_INSNS:-10000000} $$t || exit 1; done

rows: | need-base  ## table of requirement rows and what proved each, from the last `make test`, into build/evidence/rows.md
	@$(ROWS)

# EVIDENCE=DIR: where the ledgers of long runs are. What is missing is said to be.
evidence: | need-base  ## tables of what the last runs have shown, into build/evidence: rows, coverage, mutants, long runs, fuzzing, figures
	@$(PY) scripts/cov/summary.py page
	@$(PY) scripts/mutation/report.py page
	@$(PY) scripts/sim/soak.py page
	@$(PY) scripts/fuzz/fuzz_ledger.py page
	@$(PY) scripts/bench/bench.py page
	@$(if $(wildcard $(B)/rows),$(ROWS),echo "rows: $(B)/rows is missing; \`make test\` writes it")

fusesoc-sim:  ## the smoke bench, by FuseSoC
fusesoc-lint fusesoc-sim fusesoc-ctr fusesoc-tandem fusesoc-tandem_top: fusesoc-%: | need-base need-sim
	@mkdir -p $(B)
	@touch $(B)/fusesoc.conf
	@$(FUSESOC) --work-root $(B)/fusesoc/$* --target $* $(CORE) >$(B)/fusesoc-$*.log 2>&1 || \
	   { cat $(B)/fusesoc-$*.log >&2; exit 1; }
	@! grep -n '%Error\|[Ff]ailed' $(B)/fusesoc-$*.log
	@echo "fusesoc: target $* of $(CORE) passes"

# How the objects of planted faults are made: scripts/faults/run.py. Clang takes half of g++'s time without optimisation, gold half of ld's.
FAST_CXX      := clang++
FAST_LD       := -fuse-ld=gold -Wl,-S
FAST_CXXFLAGS = $(filter-out $(SIM_OPT) -MMD -MP,$(SIM_CXXFLAGS)) -Itb/harness -O0
.PHONY: faults faults-recipes
faults: | need-base need-sim need-unit need-lint  ## planted bugs, each of which a test must report (FAULTS='a b' for some)
	@$(PY) scripts/faults/run.py $(FAULTS)
RECIPE_NAMES := CC CXX CFLAGS FAST_CXX FAST_CXXFLAGS FAST_LD LIBS LIB_OBJ DRV_OBJ TOOL_OBJ TEST_HELP SIM_CORE SIM_RUNTIME CXXRTL_SHARE
faults-recipes:
	@$(foreach n,$(RECIPE_NAMES),printf '$n\t%s\n' '$($n)';) \
	printf 'VERILATOR\t%s\n' '$(VERILATOR)'; \
	printf 'SIM_VFLAGS\t%s\n' '$(filter-out --MMD,$(SIM_VFLAGS))'; \
	printf 'SIM_SOURCES\t%s\n' "$$(echo $(SIM_SOURCES))"; \
	printf 'SIM_ARCHIVE\t%s\n' '$(SIM)/core.a'; printf 'SIM_LIBS\t%s\n' '$(SIM_LIBS)'; \
	printf 'TEST_OBJ\t%s\n' '$(patsubst cmodel/%.c,$(B)/obj/%.o,$(TEST_SRC))'; \
	printf 'DRV_LIB\t$(B)/lib/librvtdrv.a\nLIBRARY\t$(B)/librvt.a\n'

# That checks refuse faults which only a release needs: scripts/gate/gate.py. `make check` takes those that changed.
.PHONY: release-tests
release-tests: all $(B)/rtl.f | need-base need-lint need-regs need-formal  ## gate, runner of the proofs, checks of registers, layers and constraints refuse faults
	@$(PY) scripts/gate/runtests.py --rows $(B)/release/rows --tmp $(B)/release/tmp \
	   $(foreach t,$(wildcard scripts/tests/release/*.sh),'scripts/$(basename $(notdir $t))=bash $t')

.PHONY: check
check: | need-base need-lint need-sim need-unit  ## the tests that concern what differs from the last commit, in minutes (SINCE=REV: from REV)
	@$(PY) scripts/gate/check.py $(SINCE)

# For a change that keeps behaviour: once before it, then with AGAINST=a copy of that table. CELLS=percent that a preset may move.
.PHONY: same
same: $(B)/bin/rvt | need-base need-synth  ## what `make test` saw, bytes, commands and cells as one table; AGAINST=FILE compares
	@$(PY) scripts/gate/same.py $(if $(AGAINST),against $(AGAINST) $(CELLS:%=--cells %),take)

# What a release needs: scripts/gate/gate.py. CHECK=1 only says what is stale, PARTS='soak formal' takes these.
.PHONY: release-gate
release-gate: $(if $(CHECK),,all $(B)/rtl.f) | need-base  ## all that `make test` leaves out, where it is older than its sources (CHECK=1: only say so; PARTS='a b')
	@$(PY) scripts/gate/gate.py $(if $(CHECK),--check) $(PARTS)

# PRESETS='micro pib' measures some configurations of sim/lists/presets.list only.
bench: workloads $(PROVED_WITH) | need-base need-synth need-sim need-build  ## size and speed into build/evidence/benchmarks.md
	@$(PY) scripts/bench/bench.py measure $(PRESETS)

# UNITS='ctr-16 tandem-rv32': of these lines of sim/lists/units.list.
.PHONY: units-area
units-area: $(PROVED_WITH) | need-base need-synth need-sim need-build  ## size and speed on an ECP5 of what no preset has, each netlist in lock-step first (UNITS='a b')
	@$(PY) scripts/bench/units.py $(UNITS)

# All figures of the hardware that the documents have, anew: an hour or two. PRESETS='micro pib': of these, and no prices.
.PHONY: bench-hardware bench-publish bench-diff proved-with
bench-hardware: proved-with | need-base need-synth need-sim need-build  ## size and speed of the hardware, and the price of each parameter, into build/evidence/benchmarks.md
	@$(PY) scripts/bench/bench.py hardware $(PRESETS)
bench-publish: | need-base  ## what was measured of the hardware into docs/benchmarks.json and the tables of the documents
	@$(PY) scripts/bench/bench.py publish area synth prices
bench-diff: | need-base need-synth need-sim need-build  ## what the RTL costs against another commit, side by side (SINCE=REV, PRESETS='micro mcu')
	@$(PY) scripts/bench/diff.py $(SINCE:%=--since %) $(or $(PRESETS),micro mcu)
proved-with: $(PROVED_WITH)

# What the encoders absorb and sustain; first with the RTL beside the model.
.PHONY: bench-bandwidth
bench-bandwidth: $(PROVED_WITH) $(B)/bench/burst_model | need-base need-sim  ## bursts and bandwidth of every preset, in lock-step, into docs/cost.md and its picture
	@$(PY) scripts/bench/bandwidth.py lockstep
	@$(PY) scripts/bench/bandwidth.py write

# Netlists of one preset on two FPGAs; what proves them is built first, since they are proved side by side.
synth: $(PROVED_WITH) | need-base need-synth need-sim need-build  ## netlists for ECP5 and iCE40: lock-step, placed, timed (PRESETS='a b' or all): build/evidence/synth.md
	@$(PY) scripts/bench/bench.py synth $(if $(filter all,$(PRESETS)),,$(or $(PRESETS),mcu))

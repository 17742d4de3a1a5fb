# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# A second simulator: lines of the regression through the RTL as Yosys reads it, in CXXRTL.
#   make sim-cxxrtl                      a line of every unit
#   make sim-cxxrtl SHARE=1              a few that are cheap to build and to run, as in `make test`
#   make sim-cxxrtl CXXRTL_RUNS='a b'    the named lines
CXXRTL_SHARE   := msg_fifo_l1 packer_small ingress_rv32 queue_n4 flow_small regs_enc_full pib_16_crowded
CXXRTL_RUNS    ?= $(CXXRTL_SHARE)$(if $(SHARE),, packer_l1 ret_stack_8 enc_rv32 fork_3 apb_decode_3 sram_32 pib_8 ingress_n3 flow_clocks enc_n2_check te_micro ram_4 top_capture_slow.415 chain.90)
CXXRTL         := $(B)/sim-cxxrtl
CXXRTL_BUILDS  := $(call builds_of,$(CXXRTL_RUNS))
# Hierarchical names, by which rvt_tb_ctr shows registers, Yosys does not read.
CXXRTL_TB      := $(filter-out tb/rtl/rvt_tb_ctr.sv,$(wildcard tb/rtl/*.sv))
CXXRTL_SOURCES := $(wildcard rtl/*/*.sv rtl/*/*.svh) $(CXXRTL_TB)
# Without NDEBUG, a memory whose address has no row is an error; the RTL allows it while unused.
CXXRTL_FLAGS   := -std=c++17 -O1 -DNDEBUG -isystem /usr/share/yosys/include -I. -Itb -MMD -MP

.PHONY: sim-cxxrtl sim-cxxrtl-build
sim-cxxrtl: sim-cxxrtl-build $(B)/bin/rvt $(if $(filter command,$(origin CXXRTL_RUNS)),$(SIM_PROGRAMS))  ## some lines of the regression in Yosys' CXXRTL
	@$(PY) scripts/sim/sim.py --build $(B) --sim $(CXXRTL) --waves vcd $(CXXRTL_RUNS)
sim-cxxrtl-build: $(CXXRTL_BUILDS:%=$(CXXRTL)/%/sim)

$(CXXRTL)/builds.list.whole: sim/lists/builds.list $(WHOLE_FROM) | need-base
	$(WRITE_WHOLE)
$(CXXRTL)/%/config: $(CXXRTL)/builds.list.whole
	@mkdir -p $(@D)
	@awk '$$1 == "$*" { $$1 = ""; print }' $< | cmp -s - $@ || awk '$$1 == "$*" { $$1 = ""; print }' $< > $@
$(CXXRTL)/%/unit.cc: $(CXXRTL)/%/config scripts/mk/cxxrtl.mk scripts/sim/stage.py scripts/lib/sv.py scripts/lib/lists.py scripts/interface/source.py rtl/interface/parameters.toml $(CXXRTL_SOURCES) | $(B)/rtl.f need-cxxrtl
	@$(PY) scripts/sim/stage.py $$(cat $<) > $(@D)/rvt_tb_stage.sv
	$(SAY)yosys -q -e . -p "read_verilog -sv $$(sed 's/^+incdir+/-I/' $(B)/rtl.f | tr '\n' ' ') \
	  $(CXXRTL_TB) $(@D)/rvt_tb_stage.sv; hierarchy -check -top rvt_tb_stage; write_cxxrtl -header $@"
$(CXXRTL)/%/ports.inc: $(CXXRTL)/%/unit.cc scripts/sim/ports.py
	@python3 scripts/sim/ports.py $(@D)/unit.h > $@
$(CXXRTL)/%/unit.o: $(CXXRTL)/%/unit.cc
	$(SAY)$(CXX) $(CXXRTL_FLAGS) -w -I$(@D) -c $< -o $@
$(CXXRTL)/%/shim.o: tb/harness/shim_cxxrtl.cpp $(CXXRTL)/%/ports.inc
	$(SAY)$(CXX) $(CXXRTL_FLAGS) -Wall -Wextra -I$(@D) -DTB_BUILD=$* \
	  -DTB_PARAMS="\"$$(cut -d' ' -f3- $(@D)/config)\"" -c $< -o $@
$(CXXRTL)/%/sim: $(CXXRTL)/%/unit.o $(CXXRTL)/%/shim.o $(SIM)/core.a $(B)/lib/librvtdrv.a $(B)/librvt.a
	$(SAY)$(CXX) $^ $(LIBS) -o $@

# Both simulators link the same benches; built first, since tests run side by side.
test: $(SIM)/core.a $(SIM_RUNTIME) $(SIM_RT)/pre.h.gch
TEST_LIST += 'sim/cxxrtl=$(RUN) sim-cxxrtl SHARE=1'

-include $(wildcard $(CXXRTL)/*/*.d)

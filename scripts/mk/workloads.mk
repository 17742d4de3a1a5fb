# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Programs to trace: sim/programs/workloads/NAME/NAME.c with the runtime of sim/programs/runtime, as
#   build/workloads/NAME-rv32imac.elf, -rv64gc.elf   and their recordings, .rvti
# `make workloads` builds and records all of them, `make workloads-elf` only builds, and
# `make workloads-check` proves the recordings against ELF files and Spike's own counts.
# A workload exits with 0 only if its checksum is what its expect.py, another implementation of the
# same task, says for this scale. SCALE_NAME changes the scale, as in `make SCALE_sort=50 ...`.

W         := $(B)/workloads
WORKLOADS := $(notdir $(wildcard sim/programs/workloads/*))
W_TARGETS := rv32imac rv64gc
W_ELFS    := $(foreach t,$(W_TARGETS),$(WORKLOADS:%=$(W)/%-$t.elf))
W_RVTIS   := $(W_ELFS:.elf=.rvti)

SCALE_calls  ?= 16
SCALE_float  ?= 4
SCALE_hash   ?= 2
SCALE_interp ?= 2
SCALE_many   ?= 20000
SCALE_mixed  ?= 60
SCALE_nested ?= 12
SCALE_setjmp ?= 1000
SCALE_sort   ?= 4
SCALE_traps  ?= 8

# This dialect counts Zicsr and Zifencei as part of I, which the multilib names expect.
W_ARCH_rv32imac := -march=rv32imac -mabi=ilp32 -misa-spec=2.2
W_ARCH_rv64gc   := -march=rv64gc -mabi=lp64d -mcmodel=medany
W_ISA_rv32imac  := rv32imac_zicsr_zifencei
W_ISA_rv64gc    := rv64gc_zicsr_zifencei

W_CC      := riscv64-unknown-elf-gcc
W_CFLAGS  := --specs=picolibc.specs -std=c11 -O2 -g -Wall -Wextra -Werror -Isim/programs/runtime
W_LDFLAGS := -nostartfiles -static -n -T sim/programs/runtime/link.ld -Wl,--build-id=none
W_SPIKE   := $(B)/venv/bin/spike
W_RUNTIME := $(wildcard sim/programs/runtime/*.[Sh] sim/programs/runtime/link.ld) sim/programs/runtime/runtime.c
# A recording is as old as the sources that make it; other changes of the tool leave it alone.
W_RECORDER := $(wildcard cmodel/stimulus/record_* cmodel/isa/insn.c cmodel/formats/rvti_write.c \
                         cmodel/tools/record/* cmodel/stimulus/record.h)

# A kernel with two processes at the same addresses, of sim/programs/kernel: RV64 with Sv39 alone. A decoder
# takes it in parts: what all processes see, and each of them.
K           := $(B)/kernel/kernel
K_PARTS     := $(K)-shared.elf $(K)-first.elf $(K)-second.elf
K_PLACES    := $(K)-shared.elf $(K)-first.elf,scontext=0x21 $(K)-second.elf,scontext=0x22
SCALE_kernel ?= 60

# A hypervisor, of sim/programs/hypervisor, with that kernel twice as its guests: the first one compiled for
# speed, the second one for size.
H           := $(B)/hypervisor
H_GUESTS    := $(H)/fast $(H)/small
H_PARTS     := $(foreach g,$(H_GUESTS),$g-shared.elf $g-first.elf $g-second.elf)
H_PLACES    := $(H)/hypervisor.elf \
  $(H)/fast-shared.elf,hcontext=0x11 $(H)/fast-first.elf,hcontext=0x11,scontext=0x21 $(H)/fast-second.elf,hcontext=0x11,scontext=0x22 \
  $(H)/small-shared.elf,hcontext=0x12 $(H)/small-first.elf,hcontext=0x12,scontext=0x21 $(H)/small-second.elf,hcontext=0x12,scontext=0x22
H_ISA       := rv64gch_zicsr_zifencei
H_CC        := $(W_CC) $(W_ARCH_rv64gc) $(W_CFLAGS) -Isim/programs/kernel
SCALE_hypervisor ?= 40

.PHONY: workloads workloads-elf workloads-check kernel-check hypervisor-check record-check
workloads: $(W_RVTIS) $(K).rvti $(K_PARTS) $(H)/hypervisor.rvti $(H_PARTS)  ## build and record the programs to trace
workloads-elf: $(W_ELFS)
record-check: $(B)/bin/rvt | need-record  ## programs that do not end, and signals, with the real Spike
	@RVT_SPIKE=$(CURDIR)/$(W_SPIKE) scripts/record/record_check.sh $<
workloads-check: $(W_RVTIS) $(B)/tests/test_recording  ## the recordings against ELF files and Spike's own counts
	RVT_SPIKE=$(W_SPIKE) scripts/record/check_recordings.sh $(B) $(W_ISA_rv32imac) $(WORKLOADS:%=$(W)/%-rv32imac.elf)
	RVT_SPIKE=$(W_SPIKE) scripts/record/check_recordings.sh $(B) $(W_ISA_rv64gc) $(WORKLOADS:%=$(W)/%-rv64gc.elf)
	RVT_SPIKE=$(W_SPIKE) scripts/zc/check_walk.sh
	@$(MAKE) --no-print-directory kernel-check hypervisor-check

kernel-check: $(K).rvti $(K_PARTS)  ## processes, privileges and times that are decoded of a kernel, against Spike's log
	@$(PY) scripts/record/check_kernel.py $(B)/bin/rvt $(W_SPIKE) $(W_ISA_rv64gc) $(K).elf $< $(K_PLACES)
hypervisor-check: $(H)/hypervisor.elf $(H_PARTS) | $(B)/bin/rvt need-record  ## the same of two guests of a hypervisor, with VU, VS and hcontext
	@$(PY) scripts/record/check_kernel.py $(B)/bin/rvt $(W_SPIKE) $(H_ISA) $< - $(H_PLACES)
$(K).elf: $(wildcard sim/programs/kernel/*) $(W_RUNTIME) scripts/mk/workloads.mk | need-record
	@mkdir -p $(@D)
	$(SAY)expected=$$(python3 sim/programs/kernel/expect.py $(SCALE_kernel)) && \
	$(W_CC) $(W_ARCH_rv64gc) $(W_CFLAGS) -DSCALE=$(SCALE_kernel) -DEXPECTED=$$expected $(W_LDFLAGS:%/link.ld=sim/programs/kernel/link.ld) \
	  -Wl,--no-check-sections \
	  sim/programs/runtime/start.S sim/programs/runtime/runtime.c $(wildcard sim/programs/kernel/*.[cS]) -o $@
$(H_GUESTS:%=%.elf): $(H)/%.elf: $(wildcard sim/programs/hypervisor/* sim/programs/kernel/*) scripts/mk/workloads.mk | need-record
	@mkdir -p $(@D)
	$(SAY)$(H_CC) $(if $(filter small,$*),-Os) -DSCALE=$(SCALE_hypervisor) $(W_LDFLAGS:%/runtime/link.ld=%/hypervisor/guest.ld) -Wl,--no-check-sections \
	  $(addprefix sim/programs/kernel/,supervisor.c processes.c trap.S) sim/programs/hypervisor/guest.c -o $@
$(H_GUESTS:%=%.bin): %.bin: %.elf
	$(SAY)$(W_CC:gcc=objcopy) -O binary $< $@
$(H)/hypervisor.elf: $(H_GUESTS:%=%.bin) $(W_RUNTIME)
	$(SAY)expected=$$(python3 sim/programs/kernel/expect.py $(SCALE_hypervisor)) && \
	$(H_CC) -Wa,-I$(@D) -DEXPECTED=$$expected $(W_LDFLAGS) sim/programs/runtime/start.S sim/programs/runtime/runtime.c \
	  $(addprefix sim/programs/kernel/,monitor.c trap.S) $(addprefix sim/programs/hypervisor/,hypervisor.c images.S) -o $@
# The parts of every kernel. objcopy warns of the segments that it leaves empty.
K_ALL := $(K) $(H_GUESTS)
$(K_ALL:%=%-shared.elf): %-shared.elf: %.elf
	$(SAY)$(W_CC:gcc=objcopy) -R .first -R .second $< $@ 2>/dev/null
$(K_ALL:%=%-first.elf): %-first.elf: %.elf
	$(SAY)$(W_CC:gcc=objcopy) -j .first -j .riscv.attributes $< $@ 2>/dev/null
$(K_ALL:%=%-second.elf): %-second.elf: %.elf
	$(SAY)$(W_CC:gcc=objcopy) -j .second -j .riscv.attributes $< $@ 2>/dev/null
$(H)/hypervisor.rvti: $(H)/hypervisor.elf $(W_RECORDER) | $(B)/bin/rvt need-record
	$(SAY)RVT_SPIKE=$(W_SPIKE) $(B)/bin/rvt record --isa $(H_ISA) $< -o $@
$(K).rvti: $(K).elf $(W_RECORDER) | $(B)/bin/rvt need-record
	$(SAY)RVT_SPIKE=$(W_SPIKE) $(B)/bin/rvt record --isa $(W_ISA_rv64gc) $< -o $@

# The scale a workload was built with; changes only with it.
$(W)/%.scale: .FORCE
	@mkdir -p $(@D)
	@echo $(SCALE_$*) | cmp -s - $@ || echo $(SCALE_$*) > $@
.PHONY: .FORCE

# $1 workload, $2 target
define W_RULES
$(W)/$1-$2.elf: $(wildcard sim/programs/workloads/$1/*) $(W_RUNTIME) $(W)/$1.scale scripts/mk/workloads.mk \
                | need-record
	$(SAY)expected=$$$$(python3 sim/programs/workloads/$1/expect.py $(SCALE_$1)) && \
	$(W_CC) $(W_ARCH_$2) $(W_CFLAGS) -DSCALE=$(SCALE_$1) -DEXPECTED=$$$$expected \
	  $(W_LDFLAGS) sim/programs/runtime/start.S sim/programs/runtime/runtime.c $(wildcard sim/programs/workloads/$1/*.c) -o $$@
$(W)/$1-$2.rvti: $(W)/$1-$2.elf $(W_RECORDER) | $(B)/bin/rvt need-record
	$(SAY)RVT_SPIKE=$(W_SPIKE) $(B)/bin/rvt record --isa $(W_ISA_$2) $$< -o $$@
endef
$(foreach t,$(W_TARGETS),$(foreach w,$(WORKLOADS),$(eval $(call W_RULES,$w,$t))))

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Real cores that trace themselves: tb/soc. build/soc/CORE has the simulation, CORE-PROGRAM.* what it ran, its trace (.nex), what the
# trace says (.pcs) and what the core says it has retired (.log).

SOC       ?= $(B)/soc
# FuseSoC builds them, by tb/soc/rvt_soc.core. A test that wants a list of RTL files, system, or flags of its own calls Verilator.
SOC_RTL   ?= $(B)/rtl.f
SOC_VFLAGS ?=
SOC_OTHER  = $(filter command,$(origin SOC_RTL) $(origin SOC_VFLAGS) $(origin SOC_SV))
SOC_CORES := picorv32 ibex
# A big one, which only the release gate builds.
SOC_GATE_CORES := cva6
# Programs are workloads of sim/programs; SOC_ALL=1 runs the second line of each core, too.
SOC_RUNS_picorv32 := setjmp
SOC_RUNS_ibex     := calls mixed traps
SOC_RUNS_cva6     := calls mixed traps
SOC_MORE_picorv32 := calls hash interp sort
SOC_MORE_ibex     := hash interp nested setjmp sort
SOC_MORE_cva6     := hash interp nested setjmp sort
SOC_START_picorv32 := tb/soc/sw/start_picorv32.S
SOC_START_ibex     := sim/programs/runtime/start.S sim/programs/runtime/runtime.c
SOC_START_cva6     := $(SOC_START_ibex)

# The last program of the first line runs in these ways as well: slow pins that stall the hart, or lose trace; branch trace; the hart
# reset alone while it traces; with records of control transfers.
SOC_WAYS        := stall loss branches reset records
SOC_WAY_stall    := +switches=2801
# Two retirements a clock need no pins as slow as that.
SOC_WAY_stall_cva6 := +switches=801
SOC_WAY_loss     := +switches=2003
SOC_WAY_branches := +switches=4
SOC_WAY_reset    := +reset_hart=300001
SOC_WAY_records  := +switches=20
# In E-Trace this program of the first line runs alone, without SOC_ALL. Each runs with all modes, too.
SOC_WAY_modes    := +switches=10
SOC_ETRACE_picorv32 := setjmp
SOC_ETRACE_ibex     := traps
SOC_ETRACE_cva6     := traps

# The cores' wheels are installed when this is looked at.
SOC_HOME        = $(abspath $(wildcard $(B)/venv/lib/python3*/site-packages))
SOC_picorv32    = -DRISCV_FORMAL $(SOC_HOME)/pythondata_cpu_picorv32/verilog/picorv32.v
IBEX            = $(SOC_HOME)/pythondata_cpu_ibex/system_verilog
IBEX_PRIMITIVES = $(IBEX)/vendor/lowrisc_ip/ip/prim/rtl
SOC_ibex        = -DRVFI +incdir+$(IBEX)/rtl +incdir+$(IBEX_PRIMITIVES) +incdir+$(IBEX)/vendor/lowrisc_ip/dv/sv/dv_utils \
                  -y $(IBEX)/rtl -y $(IBEX_PRIMITIVES) \
                  $(IBEX_PRIMITIVES:%=%/prim_cipher_pkg.sv) $(IBEX_PRIMITIVES:%=%/prim_ram_1p_pkg.sv) $(IBEX_PRIMITIVES:%=%/prim_secded_pkg.sv) \
                  $(IBEX_PRIMITIVES:%=%/prim_util_pkg.sv) $(IBEX_PRIMITIVES:%=%/prim_count_pkg.sv) $(IBEX_PRIMITIVES:%=%/prim_mubi_pkg.sv) $(IBEX)/rtl/ibex_pkg.sv \
                  $(CURDIR)/tb/soc/ibex_primitives.sv
CVA6            = $(SOC_HOME)/pythondata_cpu_cva6/system_verilog
SOC_SV         ?= tb/soc/rvt_soc.sv tb/soc/rvt_soc_hart.sv tb/soc/rvt_soc_ctr.sv tb/soc/rvt_soc_probe.sv
SOC_TANDEM_SV  := tb/soc/rvt_soc_tandem.sv tb/soc/rvt_soc_tandem_file.sv tb/soc/rvt_soc_ibex_csrs.sv
SOC_SW         ?= tb/soc/sw/main.c tb/soc/sw/reset.S $(wildcard cmodel/driver/*.c)
# This dialect counts Zicsr and Zifencei as part of I.
SOC_ISA_picorv32 := -march=rv32imc -mabi=ilp32
SOC_ISA_ibex     := $(SOC_ISA_picorv32)
SOC_ISA_cva6     := -march=rv64imac -mabi=lp64 -mcmodel=medany
SOC_CFLAGS     := -misa-spec=2.2 --specs=picolibc.specs -std=c11 -O2 -g -ffunction-sections -Wall -Wextra -Werror \
                  -DRT_VECTORED -Isim/programs/runtime -Icmodel/include
SOC_LDFLAGS    := -nostartfiles -static -n -T tb/soc/sw/link.ld -Wl,--build-id=none -Wl,--gc-sections -Wl,--no-warn-rwx-segments

# What a core consists of, for Verilator and for tb/soc/rvt_soc.core. CVA6's own list of files has another configuration, and an FPU;
# with RVFI_MEM its scoreboard has addresses of loads and stores.
$(SOC)/picorv32.f $(SOC)/ibex.f: $(SOC)/%.f: scripts/mk/soc.mk tb/soc/ibex_primitives.sv | need-soc
	@mkdir -p $(@D)
	@printf '%s\n' $(SOC_$*) > $@
$(SOC)/cva6.f: scripts/mk/soc.mk tb/soc/cva6_config.sv | need-soc
	@mkdir -p $(@D)
	@sed -e '/fpu_div_sqrt/d' -e 's/^+define+WT_DCACHE/&+RVFI_MEM/' -e 's,^.*_config_pkg[.]sv$$,$(CURDIR)/tb/soc/cva6_config.sv,' -e 's,$${CVA6_REPO_DIR},$(CVA6),' $(CVA6)/core/Flist.cv64a6_imafdc_sv39 > $@
SOC_SV_cva6 := tb/soc/rvt_soc_axi.sv tb/soc/rvt_soc_cva6_tandem.sv tb/soc/rvt_soc_cva6_changes.sv
$(SOC)/cva6/sim $(SOC)/cva6-etrace/sim: $(SOC_SV_cva6)

# $1 core, $2 -etrace or nothing
define SOC_SIM_RULES
$(SOC)/$1$2/sim: tb/soc/rvt_soc_$1.sv $(SOC)/$1.f $(SOC_SV) $(SOC_TANDEM_SV) tb/soc/rvt_soc.core $(wildcard rtl/*/*.sv) $(wildcard cmodel/dpi/rvt_tandem* cmodel/dpi/rvt_ctr*) $(B)/lib/librvttandem.a $(B)/lib/librvtmodel.a scripts/mk/soc.mk $(B)/rtl.f | need-soc
	@mkdir -p $$(@D)
	$$(SAY){ $(if $(SOC_OTHER),verilator --binary --timing --assert -O3 -CFLAGS -O1 -Wno-fatal -Wno-lint -Wno-style -Wno-UNOPTFLAT --Mdir $$(@D) -o sim \
	  --top-module rvt_soc_$1 $(if $2,-GFormat=1) $(SOC_VFLAGS) -f $(SOC)/$1.f -f $(SOC_RTL) $(SOC_SV) $(SOC_TANDEM_SV) $(if $(filter cva6,$1),$(SOC_SV_cva6)) $$<,touch $(B)/fusesoc.conf && \
	  RVT_SOC_CORE=$(abspath $(SOC)/$1.f) RVT_SOC_CFLAGS=-I$(CURDIR)/cmodel/include RVT_SOC_LDFLAGS='$(abspath $(B)/lib/librvttandem.a $(B)/lib/librvtmodel.a) $(LIBS) -ldl' $$(FUSESOC) --setup --build --work-root $$(@D)/fusesoc --target soc-$1 rvtrace:example:soc $(if $2,--Format 1) && \
	  cp $$(@D)/fusesoc/Vrvt_soc_$1 $$@); } > $$(@D)/build.log 2>&1 || { cat $$(@D)/build.log >&2; exit 1; }
endef
$(foreach c,$(SOC_CORES) $(SOC_GATE_CORES),$(eval $(call SOC_SIM_RULES,$c))$(eval $(call SOC_SIM_RULES,$c,-etrace)))

# $1 core
define SOC_CORE_RULES
.PHONY: soc-$1 soc-$1-etrace
soc-$1: $(SOC)/$1/sim $(foreach p,$(SOC_RUNS_$1) $(if $(SOC_ALL),$(SOC_MORE_$1)),$(SOC)/$1-$p.elf) $(B)/bin/rvt
	@for elf in $$(filter %.elf,$$^); do tb/soc/run.sh $(SOC)/$1/sim $$$$elf $$$${elf%.elf} || exit 1; done
	@$(if $(filter cva6,$1),tb/soc/run.sh $(SOC)/cva6/sim $(SOC)/cva6-kernel.elf $(SOC)/cva6-kernel +switches=409)
	@$(if $(filter ibex,$1),tb/soc/run.sh $(SOC)/ibex/sim $(SOC)/ibex-traps.elf $(SOC)/ibex-owners +switches=8)
	@$(foreach w,$(SOC_WAYS),tb/soc/run.sh $(SOC)/$1/sim $(SOC)/$1-$(lastword $(SOC_RUNS_$1)).elf $(SOC)/$1-$w $(or $(SOC_WAY_$w_$1),$(SOC_WAY_$w)) &&) true
	@$(if $(filter cva6,$1),,grep -q 'i_ctr.i_judge: [0-9]\{6,\} clocks, no difference$$$$' $(SOC)/$1-records.out || { echo "soc-$1: expected the recorder's model beside it" >&2; exit 1; })
soc-$1-etrace: $(SOC)/$1-etrace/sim $(foreach p,$(SOC_ETRACE_$1) $(if $(SOC_ALL),$(filter-out $(SOC_ETRACE_$1),$(SOC_RUNS_$1)) $(SOC_MORE_$1)),$(SOC)/$1-$p.elf) $(B)/bin/rvt
	@for elf in $$(filter %.elf,$$^); do name=$(SOC)/$1-etrace-$$$$(basename $$$$elf .elf | cut -d- -f2); \
	  tb/soc/run.sh $(SOC)/$1-etrace/sim $$$$elf $$$$name && tb/soc/run.sh $(SOC)/$1-etrace/sim $$$$elf $$$$name-modes $(SOC_WAY_modes) || exit 1; done
	@$(if $(SOC_ALL),$(if $(filter cva6,$1),tb/soc/run.sh $(SOC)/$1-etrace/sim $(SOC)/cva6-kernel.elf $(SOC)/$1-etrace-kernel +switches=409 &&) \
	  $(foreach w,$(filter-out branches records,$(SOC_WAYS)),tb/soc/run.sh $(SOC)/$1-etrace/sim $(SOC)/$1-$(SOC_ETRACE_$1).elf $(SOC)/$1-etrace-$w $(or $(SOC_WAY_$w_$1),$(SOC_WAY_$w)) &&) true)
endef
$(foreach c,$(SOC_CORES) $(SOC_GATE_CORES),$(eval $(call SOC_CORE_RULES,$c)))

# $1 core, $2 program
define SOC_ELF_RULES
$(SOC)/$1-$2.elf: sim/programs/workloads/$2/$2.c $(W_RUNTIME) $(SOC_START_$1) $(SOC_SW) $(wildcard cmodel/driver/*.h) \
                  cmodel/include/rvt/ctr.h tb/soc/sw/link.ld $(W)/$2.scale scripts/mk/soc.mk | need-soc
	@mkdir -p $$(@D)
	$$(SAY)expected=$$$$(python3 sim/programs/workloads/$2/expect.py $(SCALE_$2)) && \
	riscv64-unknown-elf-gcc $(SOC_ISA_$1) $(SOC_CFLAGS) -DSCALE=$(SCALE_$2) -DEXPECTED=$$$$expected -Dmain=workload -c $$< -o $$(@:.elf=.o) && \
	riscv64-unknown-elf-gcc $(SOC_ISA_$1) $(SOC_CFLAGS) $(SOC_LDFLAGS) $(SOC_START_$1) $$(@:.elf=.o) $(SOC_SW) -o $$@
endef
$(foreach c,$(SOC_CORES) $(SOC_GATE_CORES),$(foreach p,$(SOC_RUNS_$c) $(SOC_MORE_$c),$(eval $(call SOC_ELF_RULES,$c,$p))))

# What a core says that it has changed, against Spike: tb/soc/tandem.sh. PicoRV32's interrupts are no RISC-V ones, so its programs have none.
SOC_TANDEM_picorv32 := setjmp random $(if $(SOC_ALL),calls hash interp sort)
SOC_TANDEM_ibex     := traps random $(if $(SOC_ALL),calls mixed hash interp nested setjmp sort)
SOC_TANDEM_cva6     := traps kernel random $(if $(SOC_ALL),calls mixed hash interp nested setjmp sort)
SOC_TANDEM_CFLAGS_picorv32 := -DQUIET
# The program that is traced from the middle on, and with losses.
SOC_TANDEM_SHADOW_picorv32 := random
SOC_TANDEM_SHADOW_ibex     := traps
SOC_RANDOM ?= $(if $(SOC_ALL),1000000,100000)
# Its program is made anew if that, or the seed, is another than before.
SOC_RANDOM_BY = $(or $(SEED),1) $(SOC_RANDOM)
$(SOC)/random.by: .FORCE
	@mkdir -p $(@D)
	@[ "$$(cat $@ 2>/dev/null)" = "$(SOC_RANDOM_BY)" ] || echo "$(SOC_RANDOM_BY)" > $@
# $1 core, $2 XLEN
define SOC_RANDOM_RULES
$(SOC)/random$2.S: tb/soc/random_program.py $(SOC)/random.by scripts/mk/soc.mk
	$$(SAY)python3 $$< $$(SOC_RANDOM_BY) $(filter 64,$2) > $$@
$(SOC)/random$2.o: $(SOC)/random$2.S | need-soc
	$$(SAY)riscv64-unknown-elf-gcc $(SOC_ISA_$1) -misa-spec=2.2 -c $$< -o $$@
endef
$(eval $(call SOC_RANDOM_RULES,ibex,32))
$(eval $(call SOC_RANDOM_RULES,cva6,64))
define SOC_TANDEM_RULES
SOC_TANDEM_LINK_$1 = riscv64-unknown-elf-gcc $(SOC_ISA_$1) $(SOC_CFLAGS) $(SOC_TANDEM_CFLAGS_$1) $(SOC_LDFLAGS) $(SOC_START_$1)
$(SOC)/$1-tandem-random.elf: $(SOC)/random$(if $(filter cva6,$1),64,32).o $(SOC_START_$1) $(SOC_SW)
	$$(SAY)$$(SOC_TANDEM_LINK_$1) $$< $(SOC_SW) -o $$@
$(SOC)/$1-tandem-%.elf: $(SOC)/$1-%.elf
	$$(SAY)$$(SOC_TANDEM_LINK_$1) $$(<:.elf=.o) $(SOC_SW) -o $$@
.PHONY: soc-tandem-$1
soc-tandem-$1: $(SOC)/$1/sim $(SOC_TANDEM_$1:%=$(SOC)/$1-tandem-%.elf) $(B)/bin/rvt $(B)/lib/rvtrace/spike.so
	@for elf in $$(filter %.elf,$$^); do tb/soc/tandem.sh $1 $(SOC)/$1/sim $$$$elf $$$${elf%.elf} || exit 1; done
	@tb/soc/tandem.sh $1 $(SOC)/$1/sim $(SOC)/$1-tandem-random.elf $(SOC)/$1-tandem-stalled +tandem_wait=4
	@$(if $(filter picorv32,$1),tb/soc/tandem.sh $1 $(SOC)/$1/sim $(SOC)/$1-tandem-setjmp.elf $(SOC)/$1-tandem-bus +tandem_bus)
	@$(if $(SOC_TANDEM_SHADOW_$1),elf=$(SOC)/$1-tandem-$(SOC_TANDEM_SHADOW_$1).elf && \
	  tb/soc/tandem.sh $1 $(SOC)/$1/sim $$$$elf $(SOC)/$1-tandem-middle +tandem_from=1000000 && \
	  tb/soc/tandem.sh $1 $(SOC)/$1/sim $$$$elf $(SOC)/$1-tandem-lossy +tandem_lossy +tandem_wait=2)
endef
$(foreach c,$(SOC_CORES) $(SOC_GATE_CORES),$(eval $(call SOC_TANDEM_RULES,$c)))
.PHONY: soc-tandem
soc-tandem: $(patsubst %,soc-tandem-%,$(SOC_CORES) $(if $(SOC_ALL),$(SOC_GATE_CORES)))  ## PicoRV32 and Ibex against Spike, instruction by instruction (SOC_ALL=1: every program, CVA6)
soc-tandem-cva6:  ## CVA6 against Spike, and a kernel in S-mode (SOC_ALL=1: every program)
$(SOC)/cva6-tandem-kernel.elf: $(SOC)/cva6-kernel.elf
	$(SAY)cp $< $@

# The kernel of sim/programs/kernel, on a core with Sv39; a decoder takes it in parts.
soc-cva6 soc-cva6-etrace: | $(SOC)/cva6-kernel.elf $(SOC)/cva6-kernel-shared.elf $(SOC)/cva6-kernel-first.elf $(SOC)/cva6-kernel-second.elf
SOC_KERNEL := $(patsubst sim/programs/kernel/%,$(SOC)/kernel/%.o,$(wildcard sim/programs/kernel/*.[cS]))
$(SOC)/kernel/%.o: sim/programs/kernel/% $(wildcard sim/programs/kernel/*.h) $(W_RUNTIME) $(W)/kernel.scale scripts/mk/soc.mk | need-soc
	@mkdir -p $(@D)
	$(SAY)expected=$$(python3 sim/programs/kernel/expect.py $(SCALE_kernel)) && riscv64-unknown-elf-gcc $(SOC_ISA_cva6) $(SOC_CFLAGS) \
	  -DSCALE=$(SCALE_kernel) -DEXPECTED=$$expected -DNO_SCONTEXT -Dmain=workload -Drt_exit=workload_end -c $< -o $@
$(SOC)/cva6-kernel.elf: $(SOC_KERNEL) $(W_RUNTIME) $(SOC_START_cva6) $(SOC_SW) $(wildcard cmodel/driver/*.h) tb/soc/sw/link.ld tb/soc/sw/kernel.ld
	$(SAY)riscv64-unknown-elf-gcc $(SOC_ISA_cva6) $(SOC_CFLAGS) -T tb/soc/sw/kernel.ld $(SOC_LDFLAGS) -Wl,--no-check-sections \
	  $(SOC_START_cva6) $(SOC_KERNEL) $(SOC_SW) -o $@
# objcopy warns of the segments that it leaves empty.
$(SOC)/cva6-kernel-shared.elf: $(SOC)/cva6-kernel.elf
	$(SAY)riscv64-unknown-elf-objcopy -R .first -R .second $< $@ 2>/dev/null
$(SOC)/cva6-kernel-first.elf $(SOC)/cva6-kernel-second.elf: $(SOC)/cva6-kernel-%.elf: $(SOC)/cva6-kernel.elf
	$(SAY)riscv64-unknown-elf-objcopy -j .$* -j .riscv.attributes $< $@ 2>/dev/null

# The profiler in S: CVA6, whose CSRs of records M emulates on the window, against QEMU, which has them. The program is the same; its samples
# come at basic blocks, or by the timer.
PROFILER := $(wildcard sim/programs/profiler/*.[chS])
SOC_PROFILED := $(SOC)/cva6-profile.elf $(SOC)/cva6-profile-timer.elf
$(SOC)/cva6-profile.elf: SOC_BLOCKS := -fsanitize-coverage=trace-pc
$(SOC)/cva6-profile.elf: SOC_SAMPLES := -DPROFILE_BLOCKS -DPROFILE_PERIOD=800
$(SOC)/cva6-profile-timer.elf: SOC_SAMPLES := -DPROFILE_PERIOD=200
$(SOC_PROFILED): sim/programs/workloads/calls/calls.c $(PROFILER) $(W_RUNTIME) $(SOC_START_cva6) tb/soc/sw/reset.S tb/soc/sw/link.ld \
                 cmodel/include/rvt/ctr.h $(W)/calls.scale scripts/mk/soc.mk | need-soc
	@mkdir -p $(@D)
	$(SAY)expected=$$(python3 sim/programs/workloads/calls/expect.py $(SCALE_calls)) && \
	riscv64-unknown-elf-gcc $(SOC_ISA_cva6) $(SOC_CFLAGS) $(SOC_BLOCKS) -DSCALE=$(SCALE_calls) -DEXPECTED=$$expected -c $< -o $(@:.elf=.o) && \
	riscv64-unknown-elf-gcc $(SOC_ISA_cva6) $(SOC_CFLAGS) -DPROFILE_S $(SOC_SAMPLES) -DPROFILE_DEPTH=16 -DCTR_WINDOW=0x50000000 \
	  $(SOC_LDFLAGS) -Wl,--wrap=main -Wl,--wrap=rt_exit $(SOC_START_cva6) tb/soc/sw/reset.S $(filter-out %.h,$(PROFILER)) $(@:.elf=.o) -o $@
.PHONY: soc-cva6-profile
soc-cva6-profile: $(SOC)/cva6/sim $(SOC_PROFILED) $(B)/bin/rvt  ## the profiler on CVA6 and on QEMU: the same records
	@for elf in $(SOC_PROFILED); do tb/soc/profile.py $(SOC)/cva6/sim $$elf $${elf%.elf} || exit 1; done

.PHONY: soc
soc: $(patsubst %,soc-%,$(SOC_CORES) ibex-etrace $(if $(SOC_ALL),$(SOC_GATE_CORES) picorv32-etrace cva6-etrace cva6-profile))  ## PicoRV32 and Ibex trace themselves, and the trace is what the core retired (SOC_ALL=1: every program, CVA6)
soc-cva6:  ## CVA6 traces itself, two retirements a clock, and a kernel with two processes (SOC_ALL=1: every program)

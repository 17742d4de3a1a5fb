# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The driver of the registers: that it is freestanding, and the example of docs/examples on RV32.

# What a compiler may call by itself in a freestanding program; the integrator's run time has these.
DRV_MAY_CALL := memcpy|memmove|memset|memcmp
RV32         := riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -Os -std=c11 -ffreestanding $(WARN) \
                -Icmodel/include -ffunction-sections -fdata-sections
RV32_LINK    := --specs=picolibc.specs -Wl,--gc-sections -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments

# The same source runs on the golden model in unit/test_drv_example.
$(B)/obj/docs/capture.o: docs/examples/capture.c | need-build
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) -c $< -o $@
$(B)/tests/test_drv_example: $(B)/obj/docs/capture.o
$(B)/tests/test_drv_example: LIBS += $(B)/lib/librvtdrv.a

.PHONY: drv-example
drv-example: $(B)/lib/librvtdrv.a | need-record  ## the driver's example for a microcontroller: compile for RV32, tell the size
	@! nm -u $< | awk '$$1 == "U" { print $$2 }' | grep -v -x -E 'rvt_drv_.*|$(DRV_MAY_CALL)' || \
	   { echo "librvtdrv.a: expected no other undefined symbols than $(DRV_MAY_CALL)" >&2; exit 1; }
	@mkdir -p $(B)/example
	@$(RV32) $(RV32_LINK) docs/examples/*.c cmodel/driver/*.c -o $(B)/example/capture.elf
	@riscv64-unknown-elf-size $(B)/example/capture.elf | awk 'NR == 2 { \
	   if ($$1 > 16384) { print "capture.elf: expected at most 16384 bytes of code, found " $$1; exit 1 } \
	   print "drv-example: capture.elf for RV32IMAC has " $$1 " bytes of code with the whole driver" }'

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The driver of the registers: that it is freestanding, and the example of docs/examples on RV32.

# What a compiler may call by itself in a freestanding program; the integrator's run time has these.
DRV_MAY_CALL := memcpy|memmove|memset|memcmp
RV32         := riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -Os -std=c11 -ffreestanding $(WARN) \
                -Icmodel/include -ffunction-sections -fdata-sections
RV32_LINK    := --specs=picolibc.specs -Wl,--gc-sections -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments
# Most bytes of each figure of docs/driver.md, in the order of drv_sizes.sh: what it is, and some 3 % more.
DRV_MAX := library=12060 known=9200 capture=10310 main=185 minimal=267

# The same source runs on the golden model in unit/test_drv_example; those of the other examples are included there.
$(B)/obj/docs/capture.o: docs/examples/capture.c | need-build
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) -c $< -o $@
$(B)/tests/test_drv_example: $(B)/obj/docs/capture.o
$(B)/tests/test_drv_example: LIBS += $(B)/lib/librvtdrv.a

.PHONY: drv-example
drv-example: $(B)/lib/librvtdrv.a | need-record  ## the driver and its examples for a microcontroller: compile for RV32, check the sizes
	@! nm -u $< | awk '$$1 == "U" { print $$2 }' | grep -v -x -E 'rvt_drv_.*|$(DRV_MAY_CALL)' || \
	   { echo "librvtdrv.a: expected no other undefined symbols than $(DRV_MAY_CALL)" >&2; exit 1; }
	@mkdir -p $(B)/example
	@for f in $(DRV_SRC); do $(RV32) -c $$f -o $(B)/example/$$(basename $$f .c).o || exit 1; done
	@for e in capture known; do \
	   $(RV32) $(RV32_LINK) docs/examples/board.c docs/examples/work.c docs/examples/$$e.c $(DRV_SRC) -o $(B)/example/$$e.elf || exit 1; done
	@$(RV32) $(RV32_LINK) docs/examples/minimal.c docs/examples/work.c -o $(B)/example/minimal.elf
	@scripts/record/drv_sizes.sh $(B)/example "$(DRV_MAX)" $(notdir $(DRV_SRC:.c=.o))

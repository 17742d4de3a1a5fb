# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
B      := build
CFLAGS := -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Wconversion -Wshadow -Werror -Icmodel/include -Icmodel/tests -MMD -MP
LIB    := $(patsubst cmodel/%.c,$(B)/obj/%.o,$(wildcard cmodel/src/*.c cmodel/decoder/*.c))
TOOL   := $(patsubst cmodel/%.c,$(B)/obj/%.o,$(wildcard cmodel/tools/*.c))
TESTS  := $(patsubst cmodel/tests/%.c,$(B)/tests/%,$(wildcard cmodel/tests/test_*.c))
HELP   := $(patsubst cmodel/%.c,$(B)/obj/%.o,$(filter-out cmodel/tests/test_%.c,$(wildcard cmodel/tests/*.c)))
LIBS   := -lelf -ljansson -lmd
.SECONDARY:
.PHONY: all unit clean
all: $(B)/bin/rvt
unit: $(TESTS) $(B)/bin/rvt
	@set -e; for t in $(TESTS); do $$t; done
$(B)/obj/%.o: cmodel/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@
$(B)/librvt.a: $(LIB)
	$(AR) rcs $@ $^
$(B)/bin/rvt: $(TOOL) $(B)/librvt.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $^ $(LIBS) -o $@
$(B)/tests/%: $(B)/obj/tests/%.o $(HELP) $(B)/librvt.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $^ $(LIBS) -lcmocka -o $@
clean:
	rm -rf $(B)
-include $(shell find $(B) -name '*.d' 2>/dev/null)

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Fuzz targets, one per cmodel/fuzz/fuzz_NAME.c; docs/verification/fuzzing.md says what they assert.
#   make fuzz                     five minutes over all targets
#   make fuzz FUZZ_SECONDS=3600 FUZZ_TARGETS=flow
#   make fuzz-long                rounds until each target has its goal with these sources (scripts/fuzz/fuzz_ledger.py);
#                                 may be ended at any time, and goes on where it was
#   make fuzz-corpus              the smallest set of inputs found so far, into cmodel/fuzz/inputs/NAME.tar.xz
# `make test` runs the inputs in cmodel/fuzz/inputs, unpacked into build/fuzz/inputs, under the sanitizers, without libFuzzer, and `make fuzz`.

FUZZ_SECONDS ?= 300
FUZZ_TARGETS ?= $(patsubst cmodel/fuzz/fuzz_%.c,%,$(wildcard cmodel/fuzz/fuzz_*.c))
FUZZ_CC      := clang
FUZZ_FLAGS   := -std=c11 -D_GNU_SOURCE -O2 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
                -Icmodel/include -Icmodel -MMD -MP

# What a target needs beside fuzz.c, as paths below cmodel.
FUZZ_HELP_drv  := $(patsubst cmodel/%.c,%,$(DRV_SRC))
FUZZ_HELP_flow := fuzz/flow_input fuzz/flow_mutate tests/support/decoder_log
FUZZ_HELP_rvti := fuzz/rvti_mutate
FUZZ_PARTS      = fuzz/fuzz_$1 fuzz/fuzz $(FUZZ_HELP_$1)

FUZZ_OBJ := $(patsubst cmodel/%.c,$(B)/obj/%.o,$(wildcard cmodel/fuzz/*.c))
FUZZ_LIB := $(LIB_OBJ:$(B)/obj/%=$(B)/fuzz/obj/%)
REPLAYS  := $(FUZZ_TARGETS:%=$(B)/fuzz/replay-%)
FUZZ_INPUTS := $(FUZZ_TARGETS:%=$(B)/fuzz/inputs/%)

# $1 target
define FUZZ_RULES
$(B)/fuzz/replay-$1: $(patsubst %,$(B)/obj/%.o,$(call FUZZ_PARTS,$1) fuzz/replay) $(B)/librvt.a
	@mkdir -p $$(@D)
	$$(SAY)$$(CC) $$(CFLAGS) $$^ $$(LIBS) -o $$@
$(B)/fuzz/fuzz-$1: $(patsubst %,$(B)/fuzz/obj/%.o,$(call FUZZ_PARTS,$1)) $(FUZZ_LIB)
	$$(SAY)$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer $$^ $$(LIBS) -o $$@
endef
$(foreach t,$(FUZZ_TARGETS),$(eval $(call FUZZ_RULES,$t)))

# Comparisons with constants in these tell libFuzzer nothing, and take most of the time.
$(patsubst %,$(B)/fuzz/obj/%.o,isa/insn codec/ntrace_msg codec/ntrace_msg_read codec/ntrace_layout decoder/decoder \
  isa/image decoder/walk decoder/ntrace/flow decoder/etrace/follow decoder/etrace/packet_flow \
  codec/etrace_packet codec/etrace_packet_read codec/etrace_layout codec/tandem_read codec/tandem_write fuzz/fuzz_tandem fuzz/fuzz_etrace fuzz/fuzz_flow fuzz/fuzz_msg): \
  FUZZ_COVER := -fno-sanitize-coverage=trace-cmp

$(B)/fuzz/obj/%.o: cmodel/%.c | need-fuzz need-build
	@mkdir -p $(@D)
	$(SAY)$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link $(FUZZ_COVER) -c $< -o $@

$(B)/fuzz/seed_flow: $(patsubst %,$(B)/obj/%.o,fuzz/seed_flow fuzz/flow_input fuzz/fuzz tests/support/decoder_log tests/support/capture) $(B)/librvt.a
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

$(B)/fuzz/seeds/made: scripts/fuzz/fuzz_seeds.py $(B)/fuzz/seed_flow $(B)/bin/rvt
	@rm -rf $(@D)
	@python3 scripts/fuzz/fuzz_seeds.py $(B) $(@D)
	@touch $@

$(B)/fuzz/inputs/%: cmodel/fuzz/inputs/%.tar.xz | need-base
	@rm -rf $@ && mkdir -p $@
	@tar -xJf $< -C $@
	@touch $@

unit: $(REPLAYS) $(FUZZ_INPUTS)

.PHONY: fuzz fuzz-build fuzz-long fuzz-corpus
fuzz-build: $(FUZZ_TARGETS:%=$(B)/fuzz/fuzz-%) $(FUZZ_INPUTS) $(B)/fuzz/seeds/made
fuzz: fuzz-build  ## fuzz readers and decoder (FUZZ_SECONDS=300)
	@scripts/fuzz/fuzz.sh run $(B)/fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)
fuzz-long: fuzz-build  ## ... until each target has its goal, in any number of runs; the ledger is build/evidence/fuzz.tsv
	@scripts/fuzz/fuzz.sh long $(B)/fuzz 0 $(FUZZ_TARGETS)
fuzz-corpus: fuzz-build  ## merge what covers something new into cmodel/fuzz/inputs
	@scripts/fuzz/fuzz.sh corpus $(B)/fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)

-include $(shell find $(B)/fuzz/obj -name '*.d' 2>/dev/null)

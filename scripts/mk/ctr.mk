# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Control transfer records against an emulator that has them: scripts/ctr/judge.py says what is compared.

$(B)/bin/ctr_play: tb/tools/ctr_play.c $(patsubst cmodel/%.c,$(B)/obj/%.o,$(wildcard cmodel/oracle/ctr/*.c)) $(B)/librvt.a
	@mkdir -p $(@D)
	$(SAY)$(CC) $(filter-out -MMD -MP,$(CFLAGS)) $^ $(LIBS) -o $@

test: $(B)/bin/ctr_play
.PHONY: ctr-judge
ctr-judge: $(B)/bin/ctr_play | need-ctr  ## control transfer records of 1,300 random programs against QEMU, ten minutes (FIRST=seed)
	@python3 scripts/ctr/judge.py --programs 1000 --hypervisor 300 $(FIRST:%=--first %)

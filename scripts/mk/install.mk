# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make install`: docs/api.md says what is public, docs/integration.md how the hardware is used from there.

PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=

VERSION   := $(shell sed -n 's/^name: .*:\([0-9.]*\)$$/\1/p' fusesoc.core)
# Before 1.0.0 a minor version may break programs, later a major one.
SOVERSION := $(if $(filter 0.%,$(VERSION)),$(basename $(VERSION)),$(firstword $(subst ., ,$(VERSION))))

# The public headers; the others of cmodel/include/rvt are those of tools and tests.
PUBLIC_HEADERS := $(patsubst %,cmodel/include/rvt/%.h,apb bytes config ctr decoder drv error etrace etrace_packet etrace_text framing image ingress insn itype min ntrace \
                  encode encoder ntrace_msg ref ntrace_tap te ntrace_text top top_ports params params_text predict regs rvti session sidecar \
                  status step tandem/element tandem/encoder tandem/judge tandem/record tandem/regs tandem/rvfi tandem/text tandem/top version)
UNIT_HEADERS   := $(wildcard cmodel/include/rvt/unit/*.h)

# Objects that may lie anywhere in memory, for the shared libraries.
SHARED := $(patsubst %,$(B)/lib/librvt%.so.$(VERSION),model decoder drv)
PIC     = $(patsubst $(B)/obj/%,$(B)/pic/%,$1)
$(B)/pic/%.o: cmodel/%.c | need-build
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CFLAGS) -fPIC -c $< -o $@
$(call PIC,$(DRV_OBJ)): CFLAGS += -ffreestanding
$(B)/lib/librvtmodel.so.$(VERSION): $(call PIC,$(MODEL_OBJ))
$(B)/lib/librvtdecoder.so.$(VERSION): $(call PIC,$(DECODER_OBJ))
$(B)/lib/librvtdecoder.so.$(VERSION): SHARED_LIBS := $(LIBS)
$(B)/lib/librvtdrv.so.$(VERSION): $(call PIC,$(DRV_OBJ))
$(B)/lib/librvt%.so.$(VERSION): $(B)/lib/librvt%.map
	$(SAY)$(CC) $(CFLAGS) -shared -Wl,-soname,librvt$*.so.$(SOVERSION) -Wl,--version-script=$< -Wl,-z,defs $(filter %.o,$^) $(SHARED_LIBS) -o $@
$(B)/lib/librvt%.map: $(B)/lib/librvt%.a $(PUBLIC_HEADERS) $(UNIT_HEADERS) scripts/install/exports.sh fusesoc.core
	@scripts/install/exports.sh $< RVT$(shell echo $* | tr a-z A-Z)_$(SOVERSION) $(VERSION) $(PUBLIC_HEADERS) $(UNIT_HEADERS) > $@
-include $(shell find $(B)/pic -name '*.d' 2>/dev/null)

$(B)/man/rvt.1: docs/rvt.1 docs/rvtrace.3 scripts/install/man.py $(PUBLIC_HEADERS) fusesoc.core
	@rm -rf $(@D)
	@python3 scripts/install/man.py library $(@D) $(VERSION) $(filter-out %/rvt/regs.h,$(PUBLIC_HEADERS))
	@python3 scripts/install/man.py commands $(@D) $(VERSION) docs/rvt.1
	@cp docs/rvtrace.3 $(@D)
	@cp docs/rvt.1 $@

# What the core file names, with the forms of it that other tools read.
$(B)/hardware.list: fusesoc.core scripts/mk/install.mk
	@{ sed -n 's/^      - \([^:]*\).*/\1/p' $<; printf '%s\n' fusesoc.core Bender.yml rtl/rvtrace.f rtl/rvtrace-sim.f rtl/rvt_top.xml $(wildcard rtl/ipxact/*.xml) constraints/README.md; } > $@

# The wheel is installed where `make setup GROUPS=python` has brought what it is built with.
# What scripts/tests/installed.sh installs is there before the tests run side by side.
test: shared $(B)/man/rvt.1 $(B)/hardware.list

.PHONY: shared install uninstall
shared: $(SHARED)  ## build the shared libraries, build/lib
install: all shared $(B)/man/rvt.1 $(B)/hardware.list $(if $(wildcard $(B)/venv-python),$(B)/wheel/done)  ## into PREFIX (/usr/local): rvt, libraries, headers, pages, completion, RTL, what a bench and firmware need (DESTDIR, LIBDIR)
	@PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' DESTDIR='$(DESTDIR)' \
	   scripts/install/install.sh $(B) $(VERSION) $(SOVERSION) $(PUBLIC_HEADERS) $(UNIT_HEADERS)
uninstall:  ## remove what `make install` has put into PREFIX
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install/install.sh --remove

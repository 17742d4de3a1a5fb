# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The Python package: golden model, decoder and player as one wheel, with all that it needs of the tree in it.

PYTHON_PY  := $(B)/venv-python/bin/python3
PYTHON_SRC := $(wildcard cmodel/python/*.* cmodel/python/*/*.py)
PYTHON_OBJ := $(call PIC,$(sort $(MODEL_OBJ) $(DECODER_OBJ) $(TANDEM_OBJ) $(patsubst %,$(B)/obj/stimulus/%.o,player player_blocks player_form)))

$(B)/pic/tandem/%.o: cmodel/tandem/%.cpp | need-build
	@mkdir -p $(@D)
	$(SAY)$(CXX) $(CXXFLAGS) -fPIC -c $< -o $@

$(B)/lib/librvtpython.a: $(PYTHON_OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	$(SAY)$(AR) rcs $@ $^

# Built in a copy, since setuptools writes beside its sources; its packages are those of the group `python`.
$(B)/wheel/done: $(PYTHON_SRC) $(B)/lib/librvtpython.a $(wildcard cmodel/include/rvt/*.h cmodel/include/rvt/unit/*.h cmodel/include/rvt/tandem/*.h) | need-python
	@rm -rf $(B)/python $(@D)
	@mkdir -p $(@D)
	@cp -r cmodel/python $(B)/python
	@RVT_INCLUDE=$(CURDIR)/cmodel/include RVT_ARCHIVE=$(abspath $(B)/lib/librvtpython.a) RVT_LIBS='$(LIBS) -ldl -lstdc++' CC=$(CC) \
	   $(PYTHON_PY) -m pip wheel -q --disable-pip-version-check --no-index --no-deps --no-build-isolation -w $(@D) ./$(B)/python >$(B)/python/log 2>&1 || \
	   { tail -n 20 $(B)/python/log >&2; exit 1; }
	@touch $@

# What tests install is there before they run side by side.
test: $(B)/wheel/done

.PHONY: wheel
wheel: $(B)/wheel/done  ## build the Python package, build/wheel/rvtrace_model-*.whl
	@echo "wheel: $(B)/wheel/$$(cd $(B)/wheel && echo *.whl)"

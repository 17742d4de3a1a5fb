# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Proofs of the units: docs/verification/proofs.md. One line per proof of tb/formal/formal.list.
#   make formal                   the commit tier
#   make formal FTIER=long        every line
#   make formal PROOFS='a b'      the named lines only
#   make formal PLANT=0 NETLISTS=1   proves nothing: the wrappers fit what they wrap
#   make formal PLANT=0 TURN=1    without the planted bugs, those whose turn it is (scripts/lib/turn.py), as `make test` does
PROOFS ?=
FTIER  ?= commit
PLANT  ?= 1

.PHONY: formal
formal: | need-formal  ## prove the units (PROOFS='a b' for some lines, FTIER=long for all)
	@python3 scripts/formal/formal.py --tier $(FTIER) $(if $(filter 0,$(PLANT)),--no-faults) $(if $(NETLISTS),--netlists) $(if $(TURN),--turn) $(PROOFS)

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How a requirement row is named: the one list of prefixes, for every script that reads names of rows."""

import re

# N-Trace, Trace Control Interface, E-Trace, control transfer records, tandem trace.
PREFIXES = ("NT", "TCI", "ETR", "CTR", "TV")
# A regular expression of both Python and `git grep -E`.
PATTERN = rf"\b({'|'.join(PREFIXES)}):[A-Z][A-Z0-9]*-[A-Z0-9]+\b"
ROW = re.compile(PATTERN)

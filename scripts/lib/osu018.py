# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The gate library of Debian's qflow-tech-osu018: 0.18 um, typical."""

import re
from pathlib import Path

LIBERTY = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")


def gates(area):
    """NAND2 equivalents of an area, in the unit of the library."""
    nand2 = re.search(r"cell \(NAND2X1\) \{\s*area : ([\d.]+)", LIBERTY.read_text(encoding="utf-8"))
    return round(area / float(nand2[1]))

# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What setuptools has no word for in pyproject.toml: the compiled part, and the version from rvt/version.h."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))
import declarations  # noqa: E402  pylint: disable=wrong-import-position

setup(version=declarations.version(), cffi_modules=["declarations.py:builder"])

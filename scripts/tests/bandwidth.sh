#!/bin/bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs/cost.md and its picture show what the golden model does, and what the page promises holds: scripts/bench/bandwidth.py.
set -euo pipefail
build/venv/bin/python3 scripts/bench/bandwidth.py check

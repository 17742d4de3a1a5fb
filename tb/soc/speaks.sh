#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by run.sh, tandem.sh and profile.py.

# speaks FILE: whether a checker has spoken, in what a simulation printed.
speaks() {
  grep -qE 'Warning|Error' "$1"
}

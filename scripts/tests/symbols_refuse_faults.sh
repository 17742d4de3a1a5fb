#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# scripts/lint/symbols.sh refuses a library with a symbol of another prefix, with one that no public header declares and that is not
# hidden, and one of a product that needs a second library.
set -euo pipefail
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/lib"

# library NAME TEXT: $tmp/lib/NAME with a file of this text
library() {
  echo "$2" | ${CC:-cc} -x c - -c -o "$tmp/part.o"
  rm -f "$tmp/lib/$1"
  ar rcs "$tmp/lib/$1" "$tmp/part.o"
}

# refused WORDS: the check fails and says so
refused() {
  if scripts/lint/symbols.sh "$tmp"/lib/*.a > "$tmp/said" 2>&1 || ! grep -qF "$1" "$tmp/said"; then
    echo "symbols.sh: expected '$1', found '$(cat "$tmp/said")'" >&2
    exit 1
  fi
}

library librvtmodel.a 'void rvt_queue_init(void) {}'
scripts/lint/symbols.sh "$tmp/lib/librvtmodel.a"
library librvtmodel.a 'void queue_clear(void) {}'
refused 'expected global symbols with the prefix rvt_, found queue_clear'
library librvtmodel.a 'void rvt_of_no_header(void) {}'
refused 'expected symbols of no public header to be hidden, found rvt_of_no_header'
library librvtmodel.a 'int elf_version(int); int rvt_queue_init(void) { return elf_version(1); }'
refused "expected no need of another library, found undefined reference to \`elf_version'"
echo "symbols: three libraries that are not as they should be are refused"

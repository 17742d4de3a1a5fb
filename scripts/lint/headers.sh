#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every public header compiles alone, as C11 and as C++17, with the warnings a user may have on.
set -euo pipefail
warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
count=0
failed=0
while read -r header; do
  include="#include \"${header#cmodel/include/}\""
  for compiler in "${CC:-gcc} -std=c11 -x c" "${CXX:-g++} -std=c++17 -x c++" \
    "clang -std=c11 -x c" "clang++ -std=c++17 -x c++"; do
    # shellcheck disable=SC2086  # the compiler and its options are words
    if ! echo "$include" | ${compiler} "${warnings[@]}" -Icmodel/include -fsyntax-only -; then
      echo "headers: $header does not compile alone with ${compiler}" >&2
      failed=1
    fi
  done
  count=$((count + 1))
done < <(find cmodel/include -name '*.h' | sort)
if [ "$count" -eq 0 ]; then
  echo "headers: found none" >&2
  exit 1
fi
[ "$failed" -eq 0 ] || exit 1
echo "headers: $count public headers compile alone as C11 and C++17"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# symbols.sh ARCHIVE...: every global symbol that an archive defines begins with rvt_.
set -euo pipefail
for archive in "$@"; do
  symbols=$(nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }')
  if [ -z "$symbols" ]; then
    echo "$archive: expected global symbols, found none" >&2
    exit 1
  fi
  if others=$(grep -v '^rvt_' <<<"$symbols"); then
    echo "$archive: expected global symbols with the prefix rvt_, found $(tr "\n" " " <<<"$others")" >&2
    exit 1
  fi
  echo "symbols: all $(wc -l <<<"$symbols") of $archive begin with rvt_"
done

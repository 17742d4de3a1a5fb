#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# symbols.sh ARCHIVE...: every global symbol that an archive defines begins with rvt_, the ones of no public header are hidden, and a
# library of one product needs no other: librvtmodel.a and librvtdrv.a only a C library, librvtdecoder.a what reads ELF files and
# side-cars, librvttandem.a ELF files and C++.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
echo 'int main(void) { return 0; }' > "$tmp/main.c"
headers=$(cat cmodel/include/rvt/*.h cmodel/include/rvt/*/*.h | grep -o '\brvt_[a-z0-9_]*' | sort -u)
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
  visible=$(readelf -sW "$archive" | awk '$5 == "GLOBAL" && $6 == "DEFAULT" && $7 ~ /^[0-9]+$/ { print $8 }' | sort -u)
  if others=$(comm -23 - <(cat <<<"$headers") <<<"$visible" | grep .); then
    echo "$archive: expected symbols of no public header to be hidden, found $(tr "\n" " " <<<"$others")" >&2
    exit 1
  fi
  case $archive in
    */librvtdecoder.a) needs=(-lelf -ljansson -lzstd -lz -lmd -liberty) ;;
    */librvttandem.a) needs=(-lelf -lmd -lz -lzstd -liberty -ldl -lstdc++) ;;
    *) needs=() ;;
  esac
  if [[ $archive == */lib/* ]] &&
    ! "${CC:-cc}" "$tmp/main.c" -Wl,--whole-archive "$archive" -Wl,--no-whole-archive "${needs[@]}" -o "$tmp/whole" 2> "$tmp/said"; then
    echo "$archive: expected no need of another library, found $(grep -o 'undefined reference to .*' "$tmp/said" | sort -u | head -3 | tr "\n" " ")" >&2
    exit 1
  fi
  echo "symbols: all $(wc -l <<<"$symbols") of $archive begin with rvt_, $(wc -l <<<"$visible") are public"
done

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# exports.sh ARCHIVE NODE VERSION HEADER...: the version script of the archive's shared library. It exports what the
# HEADERs declare: names of rvt/unit, and of the models whose state is that of units, with the full VERSION, because they change with the RTL,
# all others with the NODE.
set -euo pipefail
archive=$1 node=$2 version=$3
shift 3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

names() { # HEADER...: what they declare
  if [ $# -gt 0 ]; then cat "$@"; fi | grep -o '\brvt_[a-z0-9_]*' | sort -u
}

public=() unit=()
for header in "$@"; do
  if [[ $header == */unit/* ]] || ${CC:-cc} -Icmodel/include -MM "$header" | grep -q 'rvt/unit/'; then unit+=("$header"); else public+=("$header"); fi
done
readelf -sW "$archive" |
  awk '$5 == "GLOBAL" && $6 == "DEFAULT" && $7 ~ /^[0-9]+$/ { print $8 }' | sort -u >"$tmp/visible"
names "${public[@]}" | comm -12 - "$tmp/visible" >"$tmp/public"
if ! [ -s "$tmp/public" ]; then
  echo "$archive: expected names that the installed headers declare, found none" >&2
  exit 1
fi
printf '%s {\n  global:\n' "$node"
sed 's/.*/    &;/' "$tmp/public"
printf '  local: *;\n};\n'
if [ ${#unit[@]} -gt 0 ]; then
  names "${unit[@]}" | comm -12 - "$tmp/visible" | comm -23 - "$tmp/public" >"$tmp/unit"
  if [ -s "$tmp/unit" ]; then
    printf '%s_UNIT_%s {\n  global:\n' "${node%_*}" "$version"
    sed 's/.*/    &;/' "$tmp/unit"
    printf '};\n'
  fi
fi

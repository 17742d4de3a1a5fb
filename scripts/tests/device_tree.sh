#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs/examples/rvtrace.dts compiles without a warning of dtc, its components stand where rvt/regs.h says and are linked as
# the subsystem is, and docs/driver.md describes every property that it uses of the binding.
set -euo pipefail
make -s --no-print-directory need-record
dir=$(mktemp -d "${RVT_TMP:-/tmp}/dts.XXXXXX")
trap 'rm -rf "$dir"' EXIT
tree=docs/examples/rvtrace.dts

expect() { # what, expected, found
  [ "$2" = "$3" ] && return
  echo "$tree: $1: expected '$2', found '$3'" >&2
  exit 1
}

dtc -@ -I dts -O dtb "$tree" -o "$dir/tree" 2>"$dir/warnings" || { cat "$dir/warnings" >&2; exit 1; }
expect 'warnings of dtc' '' "$(cat "$dir/warnings")"

get() { fdtget "$@"; }
base=$((0x40000000))
for pair in encoder:TE ram-sink:RAM pib-sink:PIB; do
  kind=${pair%:*}
  offset=$(sed -n "s/^#define RVT_${pair#*:}_BASE \\(0x[0-9A-Fa-f]*\\)u$/\\1/p" cmodel/include/rvt/regs.h)
  node=$(printf '/soc/trace-%s@%x' "$kind" $((base + offset)))
  expect "$node" "rvtrace,$kind" "$(get "$dir/tree" "$node" compatible)"
  expect "$node: reg" "0 $((base + offset)) 0 4096" "$(get -t u "$dir/tree" "$node" reg)"
done
phandle() { get -t u "$dir/tree" "/soc/$1" phandle; }
remote() { get -t u "$dir/tree" "/soc/$1" remote-endpoint; }
out=trace-encoder@40000000/out-ports/port
for pair in "0 trace-ram-sink@40001000" "1 trace-pib-sink@40002000"; do
  in=${pair#* }/in-ports/port/endpoint
  expect "what endpoint ${pair% *} of the encoder leads to" "$(phandle "$in")" "$(remote "$out/endpoint@${pair% *}")"
  expect "where ${pair#* } comes from" "$(phandle "$out/endpoint@${pair% *}")" "$(remote "$in")"
done
expect 'the hart of the encoder' "$(get -t u "$dir/tree" /cpus/cpu@0 phandle)" "$(get -t u "$dir/tree" /soc/trace-encoder@40000000 cpu)"
for word in rvtrace,encoder rvtrace,ram-sink rvtrace,pib-sink reg cpu memory-region in-ports out-ports; do
  # shellcheck disable=SC2016  # the quotes are the page's
  grep -q "^| .*\`$word\`" docs/driver.md || { echo "docs/driver.md: expected a row of the binding for '$word', found none" >&2; exit 1; }
done
echo "device tree: $(get -l "$dir/tree" /soc | wc -l) components, without a warning"

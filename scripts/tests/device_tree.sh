#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs/examples/rvtrace.dts compiles without a warning of dtc, its components keep the binding riscv,trace-component, stand where rvt/regs.h says and
# are linked as the subsystem is, and docs/driver.md describes every property that it uses of the binding.
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
nodes=
for kind in TE RAM PIB; do
  offset=$(sed -n "s/^#define RVT_${kind}_BASE \\(0x[0-9A-Fa-f]*\\)u$/\\1/p" cmodel/include/rvt/regs.h)
  node=$(printf 'trace@%x' $((base + offset)))
  nodes+="$node "
  expect "$node" 'rvtrace,trace-component riscv,trace-component' "$(get "$dir/tree" "/soc/$node" compatible)"
  expect "$node: reg" "0 $((base + offset)) 0 4096" "$(get -t u "$dir/tree" "/soc/$node" reg)"
  expect "$node: the hart" "$(get -t u "$dir/tree" /cpus/cpu@0 phandle)" "$(get -t u "$dir/tree" "/soc/$node" cpus)"
  # The binding has no more properties, and one of the ports is a must.
  expect "$node: properties" 'compatible cpus reg' "$(get -p "$dir/tree" "/soc/$node" | sort | paste -sd' ')"
done
# Nothing stands where the address map keeps a place for something else.
expect 'components' "$nodes" "$(get -l "$dir/tree" /soc | paste -sd' ') "
phandle() { get -t u "$dir/tree" "/soc/$1" phandle; }
remote() { get -t u "$dir/tree" "/soc/$1" remote-endpoint; }
read -r encoder ram pib <<<"$nodes"
expect "$encoder: ports" out-ports "$(get -l "$dir/tree" "/soc/$encoder")"
for pair in "0 $ram" "1 $pib"; do
  sink=${pair#* } out=$encoder/out-ports/port@${pair% *}/endpoint
  expect "$sink: ports" in-ports "$(get -l "$dir/tree" "/soc/$sink")"
  expect "what port ${pair% *} of the encoder leads to" "$(phandle "$sink/in-ports/port/endpoint")" "$(remote "$out")"
  expect "where $sink comes from" "$(phandle "$out")" "$(remote "$sink/in-ports/port/endpoint")"
done
for word in compatible reg cpus in-ports out-ports; do
  # shellcheck disable=SC2016  # the quotes are the page's
  grep -q "^| .*\`$word\`" docs/driver.md || { echo "docs/driver.md: expected a row of the binding for '$word', found none" >&2; exit 1; }
done
echo "device tree: $(get -l "$dir/tree" /soc | wc -l) components, without a warning"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# A script of accesses that leaves something of a field out is refused: of each kind of step, one is
# taken away from the generator.
set -euo pipefail
make -s --no-print-directory need-base
. scripts/lib/refuses.sh

fresh() {
  rm -rf "$tmp/tree"
  mkdir -p "$tmp/tree/scripts" "$tmp/tree/sim/lists"
  cp -r scripts/lib scripts/interface scripts/regs scripts/regs/reg_steps.py "$tmp/tree/scripts/"
  cp -r rtl "$tmp/tree/"
  mkdir "$tmp/tree/tb"
  cp -r tb/rtl "$tmp/tree/tb/"
  cp sim/lists/*.tsv sim/lists/builds.list "$tmp/tree/sim/lists/"
}

steps() { "${PYTHON:-build/venv/bin/python3}" "$tmp/tree/scripts/regs/reg_steps.py" "$1" -o "$tmp/steps" --seen "$tmp/seen"; }

faulty() { # BUILD TEXT FILE SED
  fresh
  plant "$tmp/tree/$3" "$4"
  refuses "$1: $3 with '$4'" "$2" steps "$1"
}

fresh
for build in ram-1 pib_sink-4; do
  steps "$build"
  awk -F'\t' 'NR > 1 && $3 + $4 == 0 { print FILENAME ": " $1 " has no value"; bad = 1 } END { exit bad }' "$tmp/seen"
  count=$((count + 1))
done

script=scripts/regs/script.py
faulty pib_sink-4 'trPibVerMajor: legal: .* values were not seen' $script 's/return list\(range\(1 << f.width\)\)/return [low for low, _ in f.ranges(env)] or [0, 1]/'
faulty pib_sink-4 'illegal values: seen over' $script 's/olds = \[v for .*/olds = [10]/;s/^        self.(strobes|alone|states|resets|chance)\(\)/        pass/'
faulty ram-1 'trRamLimitLow: .*legal: .* values were not seen' $script 's/found = corners\(ranges, f.width\)/found = {0, 1}/'
faulty ram-1 "strobes: .'none'.* were not seen" $script 's/^        self.(strobes|alone|chance)\(\)/        pass/'
faulty ram-1 "writes: none in .*'stopped'" $script 's/for state in self.STATES:/for state in self.STATES[:3]:/'
faulty pib_sink-4 'trPibDivider: it had not changed before it was reset' $script 's/self.seen.deactivated\(\)/pass/'
faulty ram-1 "no step shows 'wraps'" scripts/regs/hardware_sinks.py 's/(def wraps.self.:)/\1\n        return/'
faulty pib_sink-4 "no step shows 'something'" sim/lists/registers.tsv 's/\tenable_falls drains\t/\tsomething\t/'
faulty regs_enc-least "it was not held until the next start" scripts/regs/hardware_te.py 's/^        self.counts\(\)/        pass/'

echo "reg_steps: $count cases: whole scripts accepted, gaps refused"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the release gate must not let through: a legal value that no build has, and runs that are older than their
# sources or are not there. The latter in a copy of the tree, in which `make` does nothing, with ledgers of its own.
set -euo pipefail
python=$PWD/${PYTHON:-build/venv/bin/python3}
. scripts/lib/refuses.sh
make -s --no-print-directory need-lint need-base build/rtl.f

builds() { "$python" scripts/lint/builds.py build/rtl.f "$@"; }

refuses gate 'rvt_ram_sink: no build has SramWordsLog2: 17' builds --without ram_sink-w17
refuses gate 'rvt_top: no build has .*=' builds --without pair-01

tree=$tmp/tree
mkdir -p "$tree" "$tmp/bin"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
  if [ -e "$file" ]; then printf '%s\0' "$file"; fi
done | xargs -0 cp -p --parents -t "$tree"
mkdir -p "$tree/build"
ln -s "$(dirname "$(dirname "$(dirname "$python")")")/venv" "$tree/build/venv"
cd "$tree"
export EVIDENCE=$tmp/evidence
git init -q .
export PATH=$tmp/bin:$PATH
printf '#!/bin/sh\necho "$*" >>"%s/called"\necho "2 proofs hold"\n' "$tmp" >"$tmp/bin/make"
chmod +x "$tmp/bin/make"

gate() { "$python" scripts/gate/gate.py "$@"; }
fresh() { # fresh COMMAND...: it passes
  "$@" >"$tmp/out" 2>&1 || { cat "$tmp/out" && echo "not fresh: $*" && exit 1; }
}

refuses gate 'STALE formal  never ran: .*/gate.tsv is missing' gate --check formal
fresh gate formal
fresh gate --check formal
fresh gate formal
[ "$(wc -l <"$tmp/called")" -eq 1 ] || { echo "what is fresh ran again" && exit 1; }
echo '// a change' >>rtl/common/rvt_fifo.sv
refuses gate 'STALE formal  ran with sources' gate --check formal
printf '#!/bin/sh\necho "a proof fails"\nexit 2\n' >"$tmp/bin/make"
refuses gate 'STALE formal  FAILED: 2; a proof fails' gate formal
printf '#!/bin/sh\necho "// another" >>rtl/common/rvt_fifo.sv\n' >"$tmp/bin/make"
refuses gate 'STALE formal  ran with sources' gate formal

mutants() { # mutants SIDE KILLED ALIVE: a ledger of the sources as they are, with so many mutants
  (cd scripts/mutation && "$python" - "$@" <<'EOF'
import sys
import ledger

side, killed, alive = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
verdicts = ["killed"] * killed + ["survived"] * alive
ledger.save(side, [ledger.Mutant(f"unit/1:{n}", "unit", "", "", "", verdict) for n, verdict in enumerate(verdicts)])
ledger.keep_sources(side, ledger.unit_sources(side))
EOF
  )
}
refuses gate 'mutation-rtl.tsv is missing; `make mutation SIDE=rtl` writes it' gate --check mutation-rtl
mutants rtl 94 6
refuses gate 'mutation: rtl: expected a score of 95.0 %, found 94.00 %: 6 mutants are alive' gate --check mutation-rtl
mutants rtl 95 5
fresh gate --check mutation-rtl
echo '// a change' >>rtl/ntrace/rvt_ntrace_packer.sv
refuses gate 'mutation: rtl: 4 units were mutated with other sources: packer packer-l4 packer-small packer-extend' gate --check mutation-rtl

refuses gate 'coverage.json is missing; `make cov` writes it' gate --check coverage
(cd scripts/cov && "$python" -c '
import json, summary
summary.write(summary.DATA, json.dumps({"sources": summary.hash_of(summary.SOURCES)}))')
fresh gate --check coverage
echo '/* a change */' >>cmodel/decoder/walk.c
refuses gate 'coverage: of sources' gate --check coverage

# What has run, and failed: its own ledger is of these sources, and does not say so.
printf '#!/bin/sh\ncd scripts/cov && "%s" -c "%s"\necho "too few lines"\nexit 1\n' "$python" 'import json, summary
summary.DATA.write_text(json.dumps(json.loads(summary.DATA.read_text()) | {\"sources\": summary.hash_of(summary.SOURCES)}))' >"$tmp/bin/make"
refuses gate 'STALE coverage  FAILED: 1; too few lines' gate coverage
refuses gate 'STALE coverage  FAILED: 1; too few lines' gate --check coverage
sed -i 's/^exit 1/exit 0/' "$tmp/bin/make"
fresh gate coverage

mutants c 1 0
fresh gate --check mutation-c
echo '/* a change */' >>cmodel/model/ingress/ingress_slot.h
refuses gate 'units were mutated with other sources: ingress_stage ingress_slot.h' gate --check mutation-c

refuses gate "pathspec 'scripts/nothing\*' did not match" "$python" -c 'import sys; sys.path.insert(0, "scripts"); from lib import sources; sources.hash_of(["rtl", "scripts/nothing*"])'

fuzzed() { # fuzzed FINDINGS: as long as a release wants it
  for target in drv msg etrace flow rvti rvti_text elf sidecar scn tandem; do "$python" scripts/fuzz/fuzz_ledger.py add $target 30000000 60 1 "$1"; done
}
refuses gate 'fuzz.tsv is missing; `make fuzz-long` writes it' gate --check fuzz
fuzzed 1
refuses gate 'fuzz: findings with these sources: drv 1, elf 1, etrace 1, flow 1, msg 1, rvti 1, rvti_text 1, scn 1, sidecar 1, tandem 1' gate --check fuzz
[ -z "$("$python" scripts/fuzz/fuzz_ledger.py stale --names)" ] || { echo "what is found would be fuzzed for ever" && exit 1; }
rm "$EVIDENCE/fuzz.tsv"
fuzzed 0
fresh gate --check fuzz
echo '/* a change */' >>cmodel/include/rvt/insn.h
refuses gate 'flow 0 of 30,000,000, elf 0 of 10,000,000' gate --check fuzz
fuzzed 0
echo '/* a change */' >>cmodel/decoder/walk.c
refuses gate 'fuzz: too few executions with these sources: etrace 0 of 10,000,000, flow 0 of 30,000,000' gate --check fuzz

# A ledger that cannot be read is not one whose targets are stale, and none is run.
fuzzed 0
accepts 'a whole ledger' scripts/fuzz/fuzz.sh long build/fuzz 0 flow
echo 'flow	too few words' >>"$EVIDENCE/fuzz.tsv"
refuses 'a broken ledger' 'ValueError\|TypeError' scripts/fuzz/fuzz.sh long build/fuzz 0 flow

soak() { "$python" scripts/sim/soak.py "$@"; }
refuses gate 'soak.tsv is missing; `make soak` writes it' gate --check soak
(cd scripts/sim && "$python" -c '
import soak
from sim import Outcome
done = Outcome(True, "", 1000)
rows = [soak.row_of(soak.hash_of(soak.PATHS), *run, done, "-") for run in soak.plan()]
soak.write(soak.LEDGER, "".join("\t".join(words) + "\n" for words in [soak.COLUMNS, *([row[c] for c in soak.COLUMNS] for row in rows)]))')
fresh gate --check soak
cp "$EVIDENCE/soak.tsv" "$tmp/soak.tsv"
sed -i '2s/ok$/FAILED/' "$EVIDENCE/soak.tsv"
refuses gate '1491 configurations, 1491000 clocks, 1 missing' gate --check soak
sed '1s/setup/build/' "$tmp/soak.tsv" >"$EVIDENCE/soak.tsv"
refuses gate 'soak.tsv:1: expected the columns' gate --check soak
cp "$tmp/soak.tsv" "$EVIDENCE/soak.tsv"
echo '// a change' >>rtl/ntrace/rvt_ntrace_flow.sv
refuses gate '0 configurations, 0 clocks, 1492 missing' gate --check soak
accepts 'the sums of the ledger' soak page
grep -q '^| all |  | 64 | 1,492 | 1,492,000 | 0 |$' "$EVIDENCE/soak.md"

# A pattern without a file says nothing of its state.
mv rtl/common rtl/elsewhere
refuses gate "pathspec 'rtl/common' did not match" gate --check soak
mv cmodel/driver "$tmp"
refuses gate 'no file matches cmodel/driver/\*' gate --check fuzz

echo "gate: $count faults refused"

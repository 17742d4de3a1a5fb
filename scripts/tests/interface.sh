#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make interface` on a copy of the tree: a new field and a new parameter are in every file after one call, and what is
# refused has written nothing.
set -euo pipefail
make -s --no-print-directory need-base
python=${PYTHON:-build/venv/bin/python3}
. scripts/lib/refuses.sh
tree=$tmp/tree
top=$(sed -n 's/^TOP = "\(.*\)"/\1/p' scripts/interface/manifests.py)

fresh() { # a copy of what is read and written
  rm -rf "$tree"
  mkdir "$tree"
  git ls-files -z fusesoc.core Bender.yml rtl cmodel tb sim/lists scripts docs constraints | xargs -0 cp --parents -t "$tree" 2>"$tmp/gone" || cat "$tmp/gone" >&2
}

interface() { "$python" "$tree/scripts/interface" "$1"; }

says() { # TEXT FILE...
  for file in "${@:2}"; do
    grep -q -- "$1" "$tree/$file" || { echo "$file: expected '$1' after one call, found none"; exit 1; }
    count=$((count + 1))
  done
}

fresh
accepts 'the tree' interface check
cat >>"$tree/rtl/interface/ingress.toml" <<'EOF'

[[field]]
name = "planted"
per = "slot"
width = "2"
meaning = "of a test"
feature = "ingress"
read_by = "slots"
EOF
refuses 'a new field, not written' 'not what rtl/interface says' interface check
accepts 'a new field' interface write
refuses 'after one call, no bench draws it' 'planted: no bench drives it: tb/agents/ingress.c' interface check
echo 'static void planted(struct rvt_block *b) { b->planted = 0; }' >>"$tree/tb/agents/ingress.c"
refuses 'a field that is always 0' 'planted: no bench drives it: tb/agents/ingress.c' interface check
plant "$tree/tb/agents/ingress.c" 's/b->planted = 0;/b->planted = 2;/'
refuses 'an instance leaves it open' 'docs/examples/rvt_example_soc.sv: rvt_top has no planted_i' interface check
(cd "$tree" && grep -rl '\.hart_reset_i' tb docs/examples docs/getting-started.md scripts/tests/bridges.sh | grep -v tb_chain | xargs sed -i "s/\.hart_reset_i/.planted_i('0), &/")
refuses 'it has no time' 'constraints/rvt_top.sdc: says nothing of planted_i' interface check
plant "$tree/constraints/rvt_top.sdc" 's/impdef_i\[\*\]/& planted_i[*]/'
refuses 'nobody says what to tie it to' 'docs/reference/tie-off.tsv: says nothing of planted_i' interface check
plant "$tree/docs/reference/tie-off.tsv" 's/^impdef_i/& planted_i/'
accepts 'after one call' interface check
says planted "rtl/top/$top.sv" rtl/ingress/rvt_ingress_slots.sv cmodel/include/rvt/ingress.h cmodel/dpi/*_top_check.sv "rtl/$top.xml" tb/harness/ingress_binds.h

fresh
plant "$tree/tb/units/bench_queue.c" 's/h->notify = /h->known = /'
refuses 'a column of the queue that its bench does not draw' 'notify: no bench drives it: tb/units/bench_queue.c' interface check

fresh
sum() { git ls-files -z rtl cmodel tb fusesoc.core Bender.yml | (cd "$tree" && xargs -0 git hash-object --no-filters --) | sha256sum; }
# The default is in files that are made before the header that refuses.
plant "$tree/rtl/interface/parameters.toml" '/^name = "Xlen"/,/^meaning/{s/^default = .*/default = 64/;s/^meaning = .*/meaning = "a meaning of more letters than the header of a module has room for"/}'
before=$(sum)
refuses 'a meaning too long' 'at most 52 characters' interface write
[ "$(sum)" = "$before" ] || { echo "a refused call has written something"; exit 1; }
count=$((count + 1))
echo "interface: $count cases"

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make cov` judges a small good case as good, and refuses the same case with one fault.
set -euo pipefail
python=$(realpath -s "${PYTHON:-build/venv/bin/python3}")
. scripts/lib/refuses.sh
tree=$tmp/tree
export EVIDENCE=$tmp/evidence

make_tree() {
  rm -rf "$tree"
  mkdir -p "$tree/scripts" "$tree/docs/reference" "$tree/sim/lists" "$tree/rtl" "$tree/run/dat"
  cp -r scripts/cov scripts/lib scripts/interface "$tree/scripts/"
  # The sources of this tree are not the project's; which state they have does not matter here.
  cp scripts/lib/sources.py "$tree/scripts/"
  printf '\n\ndef hash_of(patterns):\n    return f"{len(patterns)} patterns"\n' >>"$tree/scripts/lib/sources.py"
  printf 'id\tfeature\twho\trequirement\nNT:A-01\tflow\tE\ta\nNT:A-02\tlater\tE\tb\n' >"$tree/docs/reference/rows.tsv"
  printf 'feature\tstate\tsummary\nflow\tbuilt\ta\nlater\tplanned\tb\n' >"$tree/docs/reference/features.tsv"
  printf 'narrow  top\nwide  top Xlen=64\n' >"$tree/sim/lists/builds.list"
  mkdir "$tree/rtl/common"
  echo 'module top #(parameter int unsigned Xlen = 32) (input logic clk_i); endmodule' >"$tree/rtl/common/top.sv"
  {
    printf 'point\twhere\tcounter\tleast\tmeaning\trow\n'
    printf 'a_{x,y}_{32,64}\tone,two Xlen={2}\tc_{1}\t1\tboth\tNT:A-01\n'
    printf 'b\tone\tc_never\t0\tcannot be\tNT:A-01\n'
    printf 'c\tone\tc_later\t1\tnot yet\tNT:A-02\n'
  } >"$tree/docs/reference/coverage.tsv"
  printf 'file\tafter\tline\treason\n' >"$tree/docs/reference/coverage-excluded.tsv"
  cat >"$tree/run/counters.json" <<'JSON'
[{"run": "r1", "bench": "one", "build": "narrow", "counters": {"c_x": 2, "c_y": 1, "c_never": 0}},
 {"run": "r2", "bench": "two", "build": "wide", "counters": {"c_x": 0, "c_y": 1}},
 {"run": "r3", "bench": "one", "build": "wide", "counters": {"c_x": 1, "c_y": 0, "c_never": 0}}]
JSON
  seq 100 | sed 's/^/line /' >"$tree/rtl/a.sv"
  # Two instances of one module: what one of them leaves, the other covers.
  for instance in 0 1; do
    for line in $(seq 100); do
      hit=$((line % 2 == instance))
      printf "C '\001f\002rtl/a.sv\001l\002%s\001n\0021\001page\002v_line/a__%s\001o\002block\001S\002%s\001h\002top' %s\n" \
        "$line" "$instance" "$line" "$hit"
    done
    printf "C '\001f\002rtl/a.sv\001l\0021\001n\0021\001page\002v_toggle/a\001o\002q[0]\001h\002top' 1\n"
  done >"$tree/run/dat/one.run"
  {
    for file in cmodel/model/a.c cmodel/decoder/a.c cmodel/driver/a.c cmodel/tools/a.c; do
      printf 'SF:%s\nDA:1,1\nend_of_record\n' "$file"
    done
  } >"$tree/run/c.info"
}

judge() {
  (cd "$tree" && "$python" scripts/cov/rtl.py run/dat run/rtl.info run/toggles.txt &&
    "$python" scripts/cov/summary.py measure run)
}

changed() { # a file of the tree, what sed does to it
  make_tree
  plant "$tree/$1" "$2"
}

uncover() { # first and last line that neither instance reaches
  make_tree
  for line in $(seq "$1" "$2"); do
    sed -i "/S\x02$line\x01/s/1\$/0/" "$tree/run/dat/one.run"
  done
}
exclude() { printf 'rtl/a.sv\tline %s\tline %s\t%s\n' $(($1 - 1)) "$1" "$2" >>"$tree/docs/reference/coverage-excluded.tsv"; }

make_tree
accepts 'a good case' judge
grep -q '4 points covered, 0 not, 1 never happen, 1 planned' "$tmp/out"
accepts 'its table of points' "$python" "$tree/scripts/cov/summary.py" check
grep -q '^| RTL | 100 | 100 | 0 | 100.00 % |' "$EVIDENCE/coverage.md"

changed run/counters.json 's/"c_x": 1/"c_x": 0/'
refuses 'a point of one XLEN' 'NOT COVERED a_x_64' judge
changed run/counters.json 's/"c_never": 0/"c_never": 3/'
refuses 'what must not happen' 'HAPPENED    b 6' judge
changed docs/reference/coverage.tsv 's/c_never/c_nowhere/'
refuses 'a counter that does not exist' 'counts c_nowhere' judge
changed docs/reference/coverage.tsv 's/NT:A-02/NT:A-03/'
refuses 'a row that does not exist' 'NT:A-03 is no requirement row' judge
changed docs/reference/coverage.tsv 's/^b\t/a_x_32\t/'
refuses 'a point that stands there twice' 'a_x_32 stands there 2 times' judge
changed docs/reference/features.tsv 's/planned/built/'
refuses 'a point of a feature that was built' 'counts c_later' judge

uncover 10 11
accepts 'the least share of lines' judge
uncover 10 12
refuses 'too few lines' 'RTL: 97.00 % of lines are covered, 98 % are demanded' judge
uncover 10 11
exclude 11 'cannot be'
accepts 'a line with a reason' judge
exclude 10 'cannot be'
refuses 'too many exclusions' '2 of 100 lines are excluded' judge
uncover 10 10
exclude 10 ''
refuses 'an exclusion without a reason' 'no reason' judge
make_tree
exclude 10 'cannot be'
refuses 'an exclusion that is covered' 'is covered, or counts for nothing' judge
uncover 10 10
exclude 10 'cannot be'
sed -i 's/^line 9$/line nine/' "$tree/rtl/a.sv"
refuses 'an exclusion without its line' 'stands there 0 times' judge
uncover 11 11
exclude 10 'cannot be'
sed -i '9a // a remark' "$tree/rtl/a.sv"
accepts 'an exclusion that a comment has moved' judge
make_tree
rm "$tree"/run/dat/*
refuses 'no counts of the RTL' 'no run left a' judge

echo "coverage: $count checks of good cases and faults"

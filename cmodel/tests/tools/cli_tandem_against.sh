#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Two tandem verification traces side by side: cli_tandem_against.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

cat >core.toml <<'TOML'
xlen = 32
flen = 32
isa = "rv32imfc"
boot = 0x80000000
ram = [{base = 0x80000000, size = 0x10000}]
copied = ["mcycle"]
ignored = ["minstret"]
TOML
make_stream() { "$rvt" assemble --format tandem --xlen 32 --flen 32 - -o "$1"; }
against() { "$rvt" tandem --core core.toml --against a.tv "$@" >found 2>err; }

cat >a.txt <<'LINES'
Group reset
Group init x2=0x80001000 fcsr=0x0 privilege=0x3
Group pc+ insn16=0x7139 x2+=-64
Group pc+ insn32=0x52023 paddr=0x80002000 eaddr=0x2000 store32=0x7
Group pc+ insn32=0x53 f1=0x3f800000 fcsr|=0x1
Group pc=0x80000100 insn32=0x73 mepc=0x80000004 mcause=0xb mstatus=0x1800 mtval=0x0 privilege=0x3 open
Group pc+ insn32=0xb0002573 x10=0x5 mcycle=0x5 minstret=0x5
Group pc=0x80000200 mepc=0x80000104 mcause=0x80000007
LINES
make_stream a.tv <a.txt
# The same in other words.
sed -e 's/x2+=-64/x2=0x80000fc0/' -e 's/pc+ insn32=0x52023 paddr=0x80002000 eaddr=0x2000 store32=0x7/store32=0x7 eaddr=0x2000 insn32=0x52023 pc=0x80000006/' \
  -e 's/fcsr|=0x1/fflags=0x1/' -e 's/ open//' -e 's/mcycle=0x5 minstret=0x5/mcycle=0x6 minstret=0x7/' \
  -e 's/^\(Group pc+ insn32=0xb0\)/Idle COUNT=2\n\1/' a.txt | make_stream b.tv
against b.tv
check 'the same in other words' '0  b.tv: 8 groups beside those of a.tv; 37 values compared, 2 skipped; 0 differences' "$? $(cat err) $(cat found)"
cat b.tv | "$rvt" tandem --core core.toml --against a.tv - >found 2>err
check 'a pipe' '0 1' "$? $(grep -c '^<stdin>: 8 groups .* 0 differences$' found)"

sed '4s/ eaddr=0x2000//' a.txt | make_stream c.tv
against c.tv
check 'a physical address beside an effective one' '0 1' "$? $(grep -c ' 0 differences$' found)"

# Transactions of one of both, and what is compared without them.
against a.tv
without=$(sed 's/^a.tv/c.tv/' found)
sed -e '3i Group store32@0x80000000=0x5a ok32' -e '$a Group load8@0x80000000 fail8' a.txt | make_stream c.tv
against c.tv
check 'bus transactions' "0  $without" "$? $(cat err) $(cat found)"

echo 'Group store32@0x80000000=0x5a ok32' | make_stream bus.tv
"$rvt" tandem --core core.toml --against bus.tv bus.tv >found 2>err
check 'transactions alone' '1 rvt tandem: bus.tv: expected what a core has done, found no group of it' "$? $(cat err)"

differs() { # NAME; what sed makes of the lines; how the difference ends
  sed "$2" a.txt | make_stream c.tv
  against c.tv
  check "$1" "1 1 $3" "$? $(tail -n 1 found | grep -c ' 1 differences$') $(head -n 1 found | sed 's/.*: expected /expected /')"
}
differs 'an integer register' '3s/-64/-63/' 'expected x2 0x80000fc0 as a.tv has it, found 0x80000fc1'
differs 'no integer register' '3s/ x2+=-64//' 'expected x2 0x80000fc0 as a.tv has it, found 0x80001000, unchanged'
differs 'a register more' '4s/$/ x1=0x1/' 'expected x1 none as a.tv has it, found 0x1'
differs 'a register less' '7s/ x10=0x5//' 'expected x10 0x5 as a.tv has it, found none'
differs 'a register of F' '5s/3f8/3f9/' 'expected f1 0x3f800000 as a.tv has it, found 0x3f900000'
differs 'flags' '5s/fcsr|=0x1/fflags=0x3/' 'expected fflags 0x1 as a.tv has it, found 0x3'
differs 'a CSR' '6s/mtval=0x0/mtval=0x4/' 'expected mtval 0x0 as a.tv has it, found 0x4'
differs 'a privilege' '6s/privilege=0x3/privilege=0x1/' 'expected privilege 0x3 as a.tv has it, found 0x1'
differs 'a pc' '6s/0x80000100/0x80000104/' 'expected pc 0x80000100 as a.tv has it, found 0x80000104'
differs 'stored data' '4s/0x7$/0x8/' 'expected stored data 0x7 as a.tv has it, found 0x8'
differs 'the size of a store' '4s/store32/store16/' 'expected size of the store 0x4 as a.tv has it, found 0x2'
differs 'no store' '4s/ store32=0x7//' 'expected stored data 0x7 as a.tv has it, found 0x0'
differs 'an address' '4s/eaddr=0x2000/eaddr=0x2004/' 'expected address of the store 0x2000 as a.tv has it, found 0x2004'
differs 'an instruction' '5s/0x53/0x853/' 'expected instruction 0x53 as a.tv has it, found 0x853'
differs 'no instruction' '5s/pc+ insn32=0x53/pc=0x8000000a/' 'expected group instruction as a.tv has it, found trap'
differs 'a reset less' '1s/reset/init/' 'expected group reset as a.tv has it, found state from outside'
check 'the place, and the groups before' 'group 0, byte 0x0 (0x0), pc 0x80000000: |    0x00000000: init|  a.tv:|    0x00000000: reset' \
  "$(head -n 4 found | sed 's/expected.*//' | tr '\n' '|' | sed 's/|$//')"
sed '3s/-64/-63/;7s/x10=0x5/x10=0x6/' a.txt | make_stream c.tv
against c.tv --max 1
check 'enough differences' '1 2' "$? $(grep -c 'byte\|1 differences$' found)"
sed '3s/-64/-63/' a.txt | make_stream c.tv
against --json c.tv
check 'JSON' '1 {"kind":"difference","group":2,"offset":23,"pc":"0x80000000","what":"x2","expected":"0x80000fc0","found":"0x80000fc1","other_offset":23,"insn":"0x7139"}
{"kind":"end","against":"a.tv","groups":8,"compared":36,"skipped":2,"differences":1}' "$? $(cat found)"

# What the description leaves out.
sed '3s/-64/-63/;5s/3f8/3f9/;6s/mtval=0x0/mtval=0x4/;6s/privilege=0x3/privilege=0x1/;4s/store32=0x7/store32=0x8/' a.txt | make_stream c.tv
cp core.toml whole.toml
echo 'absent = ["gpr", "fpr", "csr", "privilege", "store"]' >>core.toml
against c.tv
check 'absent elements' '0 absent: gpr fpr csr privilege store' "$? $(tail -n 1 found)"
cp whole.toml core.toml

# One ends before the other.
# A gap in one of both.
sed '4,5d;6i Group init x1=0x5\nGroup init pc=0x8000000a' a.txt | make_stream c.tv
against c.tv
check 'a gap' '1 c.tv: byte 0x21: state from outside, as behind a gap, of which a.tv has nothing; compared up to there|c.tv: 3 groups' \
  "$? $(tr '\n' '|' <found | cut -c1-116)"
"$rvt" tandem --core core.toml --against c.tv --json a.tv >found 2>err
check 'a gap: the other, JSON' '1 {"kind":"gap","file":"c.tv","offset":33}' "$? $(head -n 1 found)"
cp c.tv d.tv
"$rvt" tandem --core core.toml --against c.tv d.tv >found 2>err
check 'a gap in both' '0 1' "$? $(grep -c ' 8 groups .* 0 differences$' found)"
head -n 7 a.txt | make_stream c.tv
against c.tv
check 'the shorter one' '1 c.tv ends after 7 groups, and a.tv goes on|c.tv: 7 groups beside' "$? $(tr '\n' '|' <found | cut -c1-64)"
"$rvt" tandem --core core.toml --against c.tv --json a.tv >found 2>err
check 'the shorter one: the other, JSON' '1 {"kind":"shorter","file":"c.tv","groups":7}' "$? $(head -n 1 found)"
head -c 40 a.tv >c.tv
against c.tv
check 'a stream that is cut' '1 rvt tandem: c.tv: byte 40: expected the rest of a group, found the end of the stream (TV:R-17)' "$? $(cat err)"
against none.tv
check 'a stream that is not there' '2 1' "$? $(grep -c '^rvt tandem: none.tv: ' err)"
"$rvt" tandem --core core.toml --against none.tv a.tv >found 2>err
check 'the other one is not there' '2 1' "$? $(grep -c '^rvt tandem: none.tv: ' err)"
"$rvt" tandem --core core.toml --against - - >found 2>err
check 'both on standard input' '2 1' "$? $(grep -c 'expected one of both streams on standard input, found both' err)"
against --model spike b.tv
check 'a model too' '2 1' "$? $(grep -c 'expected one of --model, --commit-log and --against, found more' err)"

report

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# A tandem verification trace against a log of Spike's commits: cli_tandem_log.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

cat >core.toml <<'TOML'
xlen = 32
flen = 32
isa = "rv32imfc"
modes = "mu"
boot = 0x80000000
ram = [{base = 0x80000000, size = 0x10000}]
TOML
# A boot ROM, an instruction of each kind, an exception, an interrupt.
cat >log <<'LINES'
core   0: 0x00001000 (0x00000297) auipc   t0, 0x0
core   0: 3 0x00001000 (0x00000297) x5  0x00001000
core   0: >>>>  _start
core   0: 0x80000000 (0x00000513) li      a0, 0
core   0: 3 0x80000000 (0x00000513) x10 0x00000000
core   0: 3 0x80000004 (0x00a52023) mem 0x80001000 0x0000002a
core   0: 3 0x80000008 (0x4585) x11 0x00000001
core   0: 3 0x8000000a (0x1005a583) x11 0x00000000 mem 0x10000000
core   0: 3 0x8000000e (0x0005a583) x11 0x0000002a mem 0x80001000
core   0: 3 0x80000012 (0x30559073) c773_mtvec 0x80000100
core   0: 3 0x80000016 (0xf0000053) f0  0x3f800000 c768_mstatus 0x80006000
core   0: 0x8000001a (0x00000073) ecall
core   0: exception trap_machine_ecall, epc 0x8000001a
core   0: 0x80000100 (0x00c5a02f) amoadd.w zero, a2, (a1)
core   0: 3 0x80000100 (0x00c5a02f) mem 0x80001000 mem 0x80001000 0x0000002b
core   0: exception interrupt #7, epc 0x80000104
core   0: 3 0x80000100 (0x30200073) c768_mstatus 0x00001800
core   0: 0 0x80000104 (0x0001)
core   0: exception trap_illegal_instruction, epc 0x80000106
core   0:           tval 0x00000000
core   0: 3 0x80000100 (0x0001)
core   0: 3 0x80000102 (0x0001)
LINES
cat >a.txt <<'LINES'
Group pc+ insn32=0x513 x10=0x0
Group pc+ insn32=0xa52023 eaddr=0x80001000 store32=0x2a
Group pc+ insn16=0x4585 x11=0x1
Group pc+ insn32=0x1005a583 x11=0x77
Group pc+ insn32=0x5a583 x11=0x2a
Group pc+ insn32=0x30559073 mtvec=0x80000100
Group pc+ insn32=0xf0000053 f0=0x3f800000 mstatus=0x80006000
Group pc=0x80000100 insn32=0x73 mepc=0x8000001a mcause=0xb mstatus=0x80007800 mtval=0x0 privilege=0x3
Group pc+ insn32=0xc5a02f eaddr=0x80001000 store32=0x2b
Group pc=0x80000100 mepc=0x80000104 mcause=0x80000007 mstatus=0x1880 mtval=0x0
Group pc=0x80000104 insn32=0x30200073 mstatus=0x1800 privilege=0x0
Group pc+ insn16=0x1
Group pc=0x80000100 insn16=0x0 mepc=0x80000106 mcause=0x2 mstatus=0x1800 mtval=0x0 privilege=0x3
Group pc+ insn16=0x1
LINES
run() { # what sed makes of the lines, options
  sed "$1" a.txt | "$rvt" assemble --format tandem --xlen 32 --flen 32 - -o a.tv
  shift
  "$rvt" tandem --core core.toml --commit-log log a.tv "$@" >found 2>err
}
run ''
check 'equal' '0  a.tv: 14 groups, 14 steps of the log, 1 interrupts; 57 values compared, 1 copied (1 loads from outside), 6 skipped; 0 differences' "$? $(cat err) $(cat found)"
differs() { # NAME; what sed makes of the lines; how the difference ends
  run "$2"
  check "$1" "1 1 $3" "$? $(tail -n 1 found | grep -c ' 1 differences$') $(head -n 1 found | sed 's/.*: expected /expected /')"
}
differs 'an integer register' '5s/0x2a$/0x2b/' 'expected x11 0x2a as the log has it, found 0x2b'
differs 'no integer register' '5s/ x11=.*//' 'expected x11 0x2a as the log has it, found 0x77, unchanged'
differs 'a register of F' '7s/3f8/3f9/' 'expected f0 0x3f800000 as the log has it, found 0x3f900000'
differs 'a CSR' '6s/0x80000100/0x80000104/' 'expected mtvec 0x80000100 as the log has it, found 0x80000104'
differs 'stored data' '2s/0x2a$/0x2b/' 'expected stored data 0x2a as the log has it, found 0x2b'
differs 'an address' '9s/eaddr=0x80001000/eaddr=0x80001004/' 'expected address of the store 0x80001000 as the log has it, found 0x80001004'
differs 'a cause' '13s/mcause=0x2/mcause=0x3/' 'expected mcause 0x2 as the log has it, found 0x3'
differs 'a privilege' '11s/ privilege=0x0//' 'expected privilege 0x0 as the log has it, found 0x3'
run '8s/pc=0x80000100/pc=0x80000104/' --max 1
check 'a pc' '1 expected pc 0x80000100 as the log has it, found 0x80000104' "$? $(head -n 1 found | sed 's/.*: expected /expected /')"
differs 'an instruction' '12s/insn16=0x1/insn16=0x5/' 'expected instruction 0x1 as the log has it, found 0x5'
run '$aGroup pc+ insn16=0x1\nGroup pc+ insn16=0x1'
check 'the log ends before' '1 log ends after 15 steps, and a.tv goes on' "$? $(head -n 1 found)"
run '$aGroup pc+ insn16=0x1\nGroup pc+ insn16=0x1' --json
check 'the log ends before: JSON' '1 {"kind":"shorter","file":"log","steps":15}' "$? $(head -n 1 found)"
run '1iGroup init x9=0x5\nGroup init pc=0x80000000 privilege=0x3'
check 'a state where the log begins' '0 1' "$? $(grep -c ' 16 groups, 14 steps .* 0 differences$' found)"
run '1iGroup init x9=0x5\nGroup init pc=0x80000004 privilege=0x3'
check 'a state elsewhere' '1 a.tv: byte 0xa: state from outside, as behind a gap, of which log has nothing; compared up to there' "$? $(head -n 1 found)"
run '4,5d;6iGroup init pc=0x80000012' --json
check 'a gap: JSON' '1 {"kind":"gap","file":"a.tv","offset":48}' "$? $(head -n 1 found)"
run '1s/0x513/0x593/'
check 'another program' '2 rvt tandem: log: the first instructions are others than in the trace: is this the log, and `boot` where the core begins?' "$? $(cat err)"
cp log whole
sed -i '$s/.*/core 0: what/' log
run ''
check 'no log behind what is compared' "2 rvt tandem: log:22: expected a line of \`spike --log-commits\` of one hart, found 'core 0: what'" "$? $(cat err)"
sed '8s/.*/core 0: what/' whole >log
run ''
check 'no log' "2 rvt tandem: log:8: expected a line of \`spike --log-commits\` of one hart, found 'core 0: what'" "$? $(cat err)"
cp core.toml single.toml
sed -i 's/^flen = 32/flen = 64/; s/rv32imfc/rv32imfdc/' core.toml
echo 'core   0: 3 0x80000000 (0x22001053) f0  0x3ff0000000000001' >log
for f0 in 0x3ff0000000000001 0x3ff8000000000001; do
  echo "Group pc+ insn32=0x22001053 f0=$f0" | "$rvt" assemble --format tandem --xlen 32 --flen 64 - -o a.tv
  "$rvt" tandem --core core.toml --commit-log log a.tv >found 2>err
  echo "$? $(head -n 1 found | sed 's/.*: expected /expected /; s/.*; //')"
done >both
check 'a register of D on RV32' '0 0 differences
1 expected f0 0x3ff0000000000001 as the log has it, found 0x3ff8000000000001' "$(cat both)"
mv single.toml core.toml
head -n 3 whole >short && mv short log
run ''
check 'a log of a boot ROM alone' '2 rvt tandem: log: expected a line of the pc after reset, 0x80000000, found none' "$? $(cat err)"
run '' --against a.tv
check 'another trace, too' '2 1' "$? $(grep -c 'expected one of --model, --commit-log and --against, found more' err)"

report

#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# E-Trace from outside: cli_etrace.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# A program of 15 instructions on RV64 and its packets, of which the second one has a context.
bytes '01 45 7d 15 7d fd ef 00 40 01 ef 00 00 01 97 02 00 00 93 82 a2 00 82 82 01 a0 82 80' code
cat >a.txt <<'LINES'
Support ienable=1 encoder_mode=0 qual_status=0 ioptions=0x0 denable=0 dloss=0 doptions=0x0
Start branch=1 privilege=3 context=0x0 address=0x80000000
Branch branches=3 branch_map=0x4 address=0xa notify=0 updiscon=0
Address address=0x4 notify=0 updiscon=0
Idle COUNT=2
Align COUNT=1
Address address=0xa notify=0 updiscon=0
Support ienable=0 encoder_mode=0 qual_status=3 ioptions=0x0 denable=0 dloss=0 doptions=0x0
LINES
echo '{"format": "e-trace", "xlen": 64, "etrace": {"context_bits": 32, "ecause_bits": 5}}' >a.json
"$rvt" assemble --config a.json a.txt -o a.nex 2>err
check 'assemble' '0 011f09730000000000000020020d16010a000080011602cf00' "$? $(od -An -v -tx1 a.nex | tr -d ' \n')"
"$rvt" dump a.nex >dump 2>err
check 'dump' '0 ' "$? $(cat err)"
check 'dump: the lines' "$(cat a.txt)" "$(sed 's/^0x[0-9a-f]*: //; s/ *#.*//' dump)"
"$rvt" assemble --config a.json dump | cmp -s - a.nex
check 'assemble: the inverse of dump' 0 $?
check 'dump: JSON' '{"kind":"packet","offset":2,"size":10,"bytes":"09730000000000000020","name":"Start","fields":{"branch":1,"privilege":3,"context":"0x0","address":"0x80000000"}}' "$("$rvt" dump --json a.nex | sed -n 2p)"
pcs='0x80000000 0x80000002 0x80000004 0x80000002 0x80000004 0x80000002 0x80000004 0x80000006 0x8000001a 0x8000000a 0x8000001a 0x8000000e 0x80000012 0x80000016 0x80000018'
found=$("$rvt" decode --pcs --raw code@0x80000000 --isa rv64imac a.nex 2>err | tr '\n' ' ')
check 'decode' "$pcs " "$found"
check 'decode: nothing to say' '' "$(cat err)"
echo "$pcs" | tr ' ' '\n' >pcs
"$rvt" diff --raw code@0x80000000 --isa rv64imac a.nex pcs >found 2>err
check 'diff' 0 $?
"$rvt" decode --raw code@0x80000000 --isa rv64imac a.nex 2>err >listing
check 'decode: a stop' '@0x00000016 stop qual_status=3 pc=0x80000018' "$(tail -n 1 listing)"
"$rvt" decode --format e-trace --raw code@0x80000000 --isa rv64imac --config none a.nex >found 2>err
check 'decode: without its widths' 1 $?
check 'decode: the likely reason' 1 "$(grep -c 'are the widths of the format right?) (ETR:P-02)$' err)"
sed 's/qual_status=3/qual_status=2/' a.txt >lost.txt
"$rvt" assemble --config a.json lost.txt -o lost.nex && cp a.json lost.json
for command in dump 'decode --raw code@0x80000000 --isa rv64imac'; do
  # shellcheck disable=SC2086  # words
  "$rvt" $command lost.nex >found 2>err
  check "an announced loss: ${command%% *}" '1 1' "$? $(grep -c 'overflow' err)"
done
# Damage ends at the next sync sequence.
{ cat a.nex && printf '\040' && head -c 31 /dev/zero && printf '\200' && cat a.nex; } >bad.nex
cp a.json bad.json
"$rvt" decode --pcs --raw code@0x80000000 --isa rv64imac bad.nex >found 2>err
check 'damage' "1 1 30" "$? $(grep -c '0x00000019: expected a null packet without flow, 0x00 or 0x80, found one with it (ETR:E-05)$' err) $(grep -vc '^#' found)"
"$rvt" dump bad.nex >found 2>err
check 'damage: dump' '1 1 6' "$? $(grep -c '# damage; expected a null packet' found) $(grep -c 'Support\|Start' found)"
# One format given as the other.
"$rvt" dump --config none "$corpus/calls-rv32/htm.nex" -o n.txt 2>err
"$rvt" dump --format e-trace --config a.json "$corpus/calls-rv32/htm.nex" >found 2>err
check 'N-Trace as E-Trace' '1 1' "$? $(grep -c 'hint: it seems to be of N-Trace (--format n-trace)' err)"
"$rvt" decode --format e-trace --config none --elf "$corpus/calls-rv32/program.elf" "$corpus/calls-rv32/htm.nex" >found 2>err
check 'N-Trace as E-Trace: decode' '1 1' "$? $(grep -c 'hint: it seems to be of N-Trace (--format n-trace)' err)"
"$rvt" dump --config none a.nex >found 2>err
check 'E-Trace as N-Trace' '1 1' "$? $(grep -c 'hint: it seems to be of E-Trace (--format e-trace)' err)"
"$rvt" dump --format e-trace --config none a.nex >found 2>err
check 'no XLEN' '2 1' "$? $(grep -c 'expected a side-car with xlen' err)"
"$rvt" stats a.nex >found 2>err
check 'stats' '2 rvt stats: a.nex: expected a capture of n-trace, whose messages are counted, found one of e-trace' "$? $(cat err)"
echo 'Start branch=1 privilege=2' >line
"$rvt" assemble --config a.json line >found 2>err
check 'a bad line' '2 rvt assemble: line:1:27: expected context=VALUE, found '"'' (ETR:F3-01)" "$? $(cat err)"
report

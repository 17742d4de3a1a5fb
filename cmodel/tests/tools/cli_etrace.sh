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
# After a loss a trap comes first, and its handler directly after it.
cat >trap.txt <<'LINES'
Start branch=1 privilege=3 context=0x0 address=0x80000000
Support ienable=1 encoder_mode=0 qual_status=2 ioptions=0x0 denable=0 dloss=0 doptions=0x0
Trap branch=1 privilege=3 context=0x0 ecause=2 interrupt=0 thaddr=0 address=0x80000006 tval=0x0
Start branch=1 privilege=3 context=0x0 address=0x8000001a
Support ienable=0 encoder_mode=0 qual_status=1 ioptions=0x0 denable=0 dloss=0 doptions=0x0
LINES
"$rvt" assemble --config a.json trap.txt -o trap.nex && cp a.json trap.json
found=$("$rvt" diff --raw code@0x80000000 --isa rv64imac trap.nex pcs 2>err)
check 'diff: a trap after a loss' '1 trap.nex: 2 instructions are those of pcs' "$? $(echo "$found" | tail -n 1)"
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
# Counts: srcID of 8 bits and a time of 2 bytes stand between header and payload.
"$rvt" stats --json a.nex >found 2>err
check 'stats' '0 {"size":25,"messages":6,"bytes":22,"header_bytes":6,"src_and_time_bytes":0,"payload_bytes":16,"idle_bytes":2,"align_bytes":1,"damaged_bytes":0,"incomplete_bytes":0,"overflows":0,"by_message":{"Branch":{"count":1,"bytes":3},"Address":{"count":2,"bytes":4},"Start":{"count":1,"bytes":10},"Support":{"count":2,"bytes":5}},' \
  "$? $(sed 's/"sync_distance.*//' found)"
echo '{"format": "e-trace", "xlen": 32, "src_bits": 8, "ts": true, "ts_width": 16}' >s.json
cat >s.txt <<'LINES'
Start src=7 tstamp=300 branch=1 privilege=3 address=0x80000000
Address src=7 address=0x4 notify=0 updiscon=0
Start src=8 branch=1 privilege=3 address=0x80000000
Idle COUNT=3
Start src=7 branch=1 privilege=3 address=0x80000000
LINES
"$rvt" assemble --config s.json s.txt -o s.nex 2>err && printf '\047' >>s.nex
printf 'rvti xlen=32\ninsn 0x80000000 4 none\ninsn 0x80000004 4 none\n' >s.rvti.txt && "$rvt" convert s.rvti.txt s.rvti
"$rvt" stats --recording s.rvti s.nex >found 2>err
check 'stats: the lines' '0 Address 1 3 11.54% Start 3 23 88.46% all 4 26 overflows 0 headers 4 srcID and time 6 payloads 16 idle 3 incomplete 1 instructions 2 104.000 bit/instr, 64.000 of payload sync distance, bytes 1 times, 22 to 22, mean 22.0 sync distance, packets 1 times, 2 to 2, mean 2.0 payload of Address 1: 1 payload of Start 5: 3' \
  "$? $(sed 1d found | tr -s ' \n' ' ' | sed 's/ $//')"
check 'stats: a packet that was cut' "rvt stats: s.nex:0x0000001d: warning: expected the end of the last packet, found that of the input (ETR:E-02)" "$(cat err)"
"$rvt" stats bad.nex >found 2>err
check 'stats: damage' '1 1 1' "$? $(grep -c '^damaged  *33$' found) $(grep -c '0x00000019: expected a null packet' err)"
"$rvt" stats lost.nex >found 2>err
check 'stats: an announced loss' '1 1 1' "$? $(grep -c '^overflows  *1$' found) $(grep -c 'overflow: trace was lost 1 times' err)"
"$rvt" stats --blind bad.nex >found 2>err
check 'stats: blind' '0 1' "$? $(grep -c '^all  *6  *22$' found)"
# A cut capture: all commands name the same place.
head -c 21 a.nex >cut.nex && cp a.json cut.json
for command in dump stats 'decode --raw code@0x80000000 --isa rv64imac'; do
  # shellcheck disable=SC2086  # words
  "$rvt" $command cut.nex >found 2>err
  check "a cut capture: ${command%% *}" '0 1' "$? $(grep -c 'cut.nex:0x00000014: warning: expected the end of the last packet' err)"
done
mkdir alone && cp a.nex alone
"$rvt" dump --format e-trace --config a.json s.nex >found 2>err
check 'widths of another capture' '1 1' "$? $(grep -c 's.nex:0x00000000: ' err)"
echo '{"format": "e-trace", "xlen": 64}' >plain.json
for command in dump stats; do
  "$rvt" $command alone/a.nex >found 2>err
  check "no side-car: $command" '1 1 1' "$? $(grep -c 'hint: there is no side-car alone/a.json' err) $(grep -c 'hint: it seems to be of E-Trace (--format e-trace)' err)"
  cp plain.json alone/a.json
  "$rvt" $command --format n-trace alone/a.nex >found 2>err
  check "the side-car of another format: $command" '2 1' "$? $(grep -c 'alone/a.json: expected format n-trace, as --format says, found e-trace' err)"
  rm alone/a.json
done
echo 'Start branch=1 privilege=2' >line
"$rvt" assemble --config a.json line >found 2>err
check 'a bad line' '2 rvt assemble: line:1:27: expected context=VALUE, found '"'' (ETR:F3-01)" "$? $(cat err)"
report

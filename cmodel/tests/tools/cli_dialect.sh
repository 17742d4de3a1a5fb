#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Captures in the form of SiFive's boards, made here, with PCs and times worked out by hand: cli_dialect.sh [RVT]; run in the
# top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# RV64, at 0x200: c.nop; c.beqz 0x200; c.nop; c.j 0x210; at 0x210: jal ra, 0x218; c.nop; c.j 0x210; 0x218: c.nop; c.ret
zero8='00 00 00 00 00 00 00 00'
bytes "7f 45 4c 46 02 01 01 00 $zero8 02 00 f3 00 01 00 00 00 00 02 00 00 00 00 00 00
40 00 00 00 00 00 00 00 $zero8 00 00 00 00 40 00 38 00 01 00 40 00 00 00 00 00
01 00 00 00 05 00 00 00 78 00 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00 02 00 00 00 00 00 00
1c 00 00 00 00 00 00 00 1c 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00
01 00 7d dc 01 00 29 a0 01 00 01 00 01 00 01 00 ef 00 80 00 01 00 ed bf 01 00 82 80" p.elf

# HTM: three passes, then on; times 976, 5284, 5285, 5400, 5401.
cat >htm.lines <<'END'
ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x100 TSTAMP=976
ResourceFull RCODE=9 TAKEN=3 TSTAMP=6004
DataAcquisition IDTAG=4 DQDATA=0x68 TSTAMP=1
ResourceFull RCODE=8 NOT-TAKEN=1 TSTAMP=0
ProgTraceSync SYNC=6 I-CNT=10 F-ADDR=0x108 TSTAMP=5400
ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=6 TSTAMP=1
END
# BTM: the jump and the call have a message, the return has none.
cat >btm.lines <<'END'
ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x102
DirectBranch I-CNT=2
DirectBranch I-CNT=2
InCircuitTrace CKSRC=15 CKDF=0 CKDATA[0]=0x4
DirectBranch I-CNT=4
ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0
END
"$rvt" assemble --dialect=sifive --ts htm.lines -o htm.nex
check 'assemble' 0 $?
"$rvt" assemble --dialect=sifive btm.lines -o btm.nex
check 'assemble: BTM' 0 $?
check 'the bytes of a run' '1' "$(od -An -v -tx1 htm.nex | tr -d '\n' | grep -c '6c e5 d0 74 07')"

"$rvt" decode --dialect=sifive --ts --elf p.elf --pcs htm.nex >out 2>err
check 'HTM' '0 0' "$? $(wc -l <err)"
check 'HTM: PCs' '0x200 0x202 0x200 0x202 0x200 0x202 0x200 0x202 0x204 0x206 0x210 0x218 0x21a 0x214 0x216' "$(xargs <out)"
"$rvt" decode --dialect=sifive --ts --elf p.elf --json htm.nex >out 2>err
check 'HTM: times' '0x3d0 0x14a4 0x14a5 0x14a5 0x1518 0x1519' "$(sed -n 's/.*"time":"\(0x[0-9a-f]*\)".*/\1/p' out | xargs)"
"$rvt" decode --dialect=sifive --elf p.elf --pcs btm.nex >out 2>err
check 'BTM' '0 0' "$? $(wc -l <err)"
check 'BTM: PCs' '0x204 0x206 0x210 0x218 0x21a 0x214 0x216' "$(xargs <out)"
"$rvt" diff --dialect=sifive --elf p.elf btm.nex out >/dev/null 2>err
check 'BTM: diff' 0 $?

# The side-car says the same.
printf '{"dialect": "sifive", "ts": true}\n' >htm.json
"$rvt" decode --elf p.elf --pcs htm.nex >out 2>err
check 'side-car' '0 15' "$? $(wc -l <out)"
"$rvt" dump htm.nex >out 2>err
check 'dump: status' '0 0' "$? $(wc -l <err)"
check 'dump: what fields mean' "$(cat htm.lines)" "$(sed 's/^0x[0-9a-f]*: //; s/  # .*//' out)"
check 'stats' '0 damaged_bytes":0' "$("$rvt" stats --json htm.nex >out; echo "$? $(grep -o 'damaged_bytes":0' out)")"
printf '{"dialect": "sifive", "ts": true, "implicit_return": 0}\n' >htm.json
"$rvt" decode --elf p.elf --pcs htm.nex >out 2>err
check 'side-car: no counter of returns' 1 $?
printf '{"dialect": "other"}\n' >htm.json
"$rvt" decode --elf p.elf --pcs htm.nex >out 2>err
check 'side-car: another' '2 rvt decode: htm.json: expected dialect "sifive", found another value; --config none reads no side-car' "$? $(cat err)"
rm htm.json
"$rvt" dump --dialect=other htm.nex >out 2>err
check 'option: another' '2 1' "$? $(grep -c -- "--dialect: expected sifive, found 'other'" err)"

# Signs without the option: a vendor's RCODE, and times that only XOR keeps before the next sync.
"$rvt" decode --config=none --ts --elf p.elf --pcs htm.nex >out 2>err
check 'sign: RCODE' "1 rvt decode: htm.nex:0x00000006: pc 0x200: expected a code with a known layout of fields, found a vendor's (8..15) (NT:RSF-04)
rvt decode: htm.nex: hint: is this a trace of a board that is older than N-Trace? --dialect=sifive reads it" "$? $(sed -n 1,2p err)"
"$rvt" dump --config=none --ts htm.nex >out 2>err
check 'sign: RCODE, dump' '1 1' "$? $(grep -c 'hint: .*--dialect=sifive' err)"
"$rvt" decode --config=none --elf p.elf --implicit-return=2 --all-jumps --pcs btm.nex >out 2>err
check 'none in BTM without times' '0 0' "$? $(grep -c dialect err)"
grep -v ResourceFull htm.lines | sed 's/I-CNT=10/I-CNT=0/; s/F-ADDR=0x108/F-ADDR=0x100/; s/0x68 TSTAMP=1$/0x68 TSTAMP=6004/' |
  "$rvt" assemble --ts - -o times.nex
"$rvt" decode --config=none --ts --elf p.elf --implicit-return=2 --json times.nex >out 2>err
check 'sign: times' '0 1 1' "$? $(grep -c 'times that run ahead of this sync, and would not if it were XOR with the time before (NT:TSP-02)' err) $(grep -c 'hint: .*--dialect=sifive' err)"

report

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt diff from outside: cli_diff.sh [RVT]; run in the top directory of the tree. The logs are Spike's own lists of PCs, changed here.
. cmodel/tests/tools/cli.sh

calls=$corpus/calls-rv32
xzcat "$calls/pcs.xz" >"$dir/pcs"
cp "$calls/program.elf" "$dir"
for mode in htm btm overflow; do cp "$calls/$mode.nex" "$calls/$mode.json" "$dir"; done

run() { # run ARGUMENT...: in $dir; leaves $status, and both outputs in files
  (cd "$dir" && exec "$rvt" diff "$@" >out 2>raw)
  status=$?
  sed 's/^rvt diff: //' "$dir/raw" >"$dir/err"
}
out() { cat "$dir/out"; }
said() { # said WHAT STATUS TEXT: the status, and a text on standard error
  case $(cat "$dir/err") in *"$3"*) found=yes ;; *) found=$(cat "$dir/err") ;; esac
  check "$1" "$2 yes" "$status $found"
}

# ---- The capture first --------------------------------------------------------------------------
run none.nex pcs
said 'no capture' 2 'none.nex: expected a readable file, found: No such file or directory'
run none.nex pcs --raw=pcs@0
said 'no capture, raw code' 2 'none.nex: expected a readable file, found: No such file or directory'

# ---- What is equal ----------------------------------------------------------------------------
for mode in htm btm; do
  run $mode.nex pcs
  check "$mode" "0 $mode.nex: 99652 instructions are those of pcs " "$status $(out) $(cat "$dir/err")"
done
run htm.nex - --json <"$dir/pcs"
check 'standard input, JSON' '0 {"instructions":99652,"segments":[{"instructions":99652,"equal":99652,"from":{"pc":"0x80000000","line":1}}],"equal":true}' \
  "$status $(out)"
run overflow.nex pcs
check 'loss: status, last line' '1 overflow.nex: 42739 instructions are those of pcs' "$status $(tail -n 1 "$dir/out")"
check 'loss: segments' '46 segment 2: 1122 instructions from pcs:16698' "$(grep -c '^segment ' "$dir/out") $(sed -n 2p "$dir/out")"
said 'loss: said' 1 'overflow: 45 Error messages announce that trace was lost'
run htm.nex btm.nex
check 'another trace' '0 htm.nex: 99652 instructions are those of btm.nex' "$status $(out)"

# The log may begin before the trace and end after it.
{ printf '# boot\n0x1000\n0x1004\n\n'; cat "$dir/pcs"; echo 0x4; } >"$dir/log"
run btm.nex log --json
check 'more in the log' '0 1' "$status $(grep -c '"from":{"pc":"0x80000000","line":5}' "$dir/out")"

# ---- The first difference -----------------------------------------------------------------------
# What is found must be what a search of all places finds, and the segments in order.
cat >"$dir/search.py" <<'PYTHON'
"""search.py PIECES LOG: equal and length of each segment up to the first difference, and where it is in the log, by trying every place."""
import sys
log = [int(line, 16) for line in open(sys.argv[2])]
pieces = [[]]
for line in open(sys.argv[1]):
    pieces.append([]) if line[0] == "#" else pieces[-1].append(int(line, 16))
start, found = 0, []
for piece in filter(None, pieces):
    best, at = 0, 0
    for i in range(start, len(log)):
        n = next((n for n, pc in enumerate(piece) if i + n >= len(log) or log[i + n] != pc), len(piece))
        if n > best:
            best, at = n, i
        if best == len(piece):
            break
    found.append((best, len(piece), at + 1 if best else None))
    start = at + best
    if best < len(piece):
        break
print(len(found), *found[-2:])
PYTHON
cat >"$dir/shown.py" <<'PYTHON'
import json, sys
found = [(s["equal"], s["instructions"], s["from"]["line"] if "from" in s else None) for s in json.load(sys.stdin)["segments"]]
print(len(found), *found[-2:])
PYTHON
"$rvt" decode --pcs "$dir/overflow.nex" >"$dir/pieces" 2>/dev/null
for change in 20000d 20000s/.*/0x80000000/ 16698d 16697d 97885d 60000,61000d 15459s/.*/0x4/ 1d '99000,$d' 30830p; do
  sed "$change" "$dir/pcs" >"$dir/log"
  run overflow.nex log --json
  check "log changed by $change" "1 $(python3 "$dir/search.py" "$dir/pieces" "$dir/log")" "$status $(python3 "$dir/shown.py" <"$dir/out")"
done

sed '5001s/.*/0x80000000/' "$dir/pcs" >"$dir/log"
run htm.nex log
check 'a difference: status' 1 "$status"
check 'a difference: lines' "htm.nex: differs from log after 5000 of 99652 instructions" "$(sed -n 1p "$dir/out")"
pc=$(sed -n 5001p "$dir/pcs")
check 'a difference: sides' "1 1" "$(grep -c "^  trace  $pc [a-z_]*+0x[0-9a-f]*  *htm.nex:0x[0-9a-f]\{8\}\$" "$dir/out") $(grep -c '^  log    0x80000000 .* log:5001$' "$dir/out")"
check 'a difference: what both have' "$(sed -n 5000p "$dir/pcs")" "$(awk '$1 == "both" { print $2 }' "$dir/out")"
offset=$(sed -n 's/^  trace .*nex:0x0*//p' "$dir/out")
# The message that reports this instruction: the last of those that begin no later.
check 'a difference: its message' "$((0x$offset))" "$("$rvt" decode --json "$dir/htm.nex" |
  awk -F'[:,}]' '/"kind":"run"/ { n += $12 * $16; if (n > 5000) { print $8; exit } }')"
head -n 5000 "$dir/pcs" >"$dir/log"
run htm.nex log
check 'a log that ends: status' "1   log    ends: log" "$status $(tail -n 1 "$dir/out")"
echo 0x4 >"$dir/log"
run htm.nex log
check 'nothing alike' "1   log    has no such instruction" "$status $(tail -n 1 "$dir/out" | sed 's/ *$//')"
run htm.nex overflow.nex
check 'a trace with a loss as the log' "1 htm.nex: differs from overflow.nex after 15459 of 99652 instructions" "$status $(sed -n 1p "$dir/out")"
check 'a trace with a loss as the log: place' 1 "$(grep -c '^  log .* overflow.nex:0x[0-9a-f]\{8\}$' "$dir/out")"

mkfifo "$dir/fifo"
cat "$dir/pcs" >"$dir/fifo" &
run htm.nex fifo
check 'a log through a pipe' '0 htm.nex: 99652 instructions are those of fifo' "$status $(out)"
run overflow.nex overflow.nex
check 'a loss in both: status, last line' '1 overflow.nex: 42739 instructions are those of overflow.nex' "$status $(tail -n 1 "$dir/out")"
check 'a loss in both: said of both' 2 "$(grep -c 'overflow: 45 Error messages' "$dir/err")"
cp "$dir/htm.json" "$dir/bad.json"
python3 - "$dir" <<'PYTHON'
import sys
data = bytearray(open(sys.argv[1] + "/htm.nex", "rb").read())
data[len(data) // 2] ^= 0x10
open(sys.argv[1] + "/bad.nex", "wb").write(data)
PYTHON
head -c 400 "$dir/htm.nex" >"$dir/part.nex"
cp "$dir/htm.json" "$dir/part.json"
run part.nex bad.nex
said 'a damaged trace as the log' 1 'bad.nex:0x'
check 'a damaged trace as the log: the rest is compared' 1 "$(grep -c 'are those of bad.nex' "$dir/out")"

# ---- Forms of logs -------------------------------------------------------------------------------
# RV32: an ADDI at 0, an ECALL at 4, its handler at 8 and c is MRET, a C.NOP at 10; entry and code at 0x100.
python3 - "$dir" <<'PYTHON'
import struct, sys
code = struct.pack("<5I", 0x00000013, 0x00000073, 0x00000013, 0x30200073, 0x00010001)
head = b"\x7fELF\1\1\1" + bytes(9) + struct.pack("<HHIIIIIHHHHHH", 2, 243, 1, 0x100, 52, 0, 0, 52, 32, 1, 0, 0, 0)
open(sys.argv[1] + "/trap.elf", "wb").write(head + struct.pack("<8I", 1, 84, 0x100, 0x100, len(code), len(code), 5, 4) + code)
PYTHON
# ADDI at 100, an exception at 104, handler at 108, MRET at 10c back to 110, two C.NOP, an end.
cat >"$dir/trap.txt" <<'TEXT'
ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80
IndirectBranchHist B-TYPE=1 I-CNT=2 U-ADDR=0x4 HIST=1
IndirectBranchHist B-TYPE=0 I-CNT=4 U-ADDR=0xc HIST=1
ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=1
TEXT
"$rvt" assemble "$dir/trap.txt" -o "$dir/trap.nex" 2>"$dir/err" || cat "$dir/err"
trap='trap.nex: 5 instructions are those of log'
form() { # form WHAT STATUS EXPECTED: the log from standard input
  cat >"$dir/log"
  run --elf trap.elf trap.nex log
  check "$1" "$2 $3" "$status $(head -n 1 "$dir/out")$(cat "$dir/err")"
}
form 'Spike, what it tried' 0 "$trap" <<'TEXT'
core   0: 0x00001000 (0x00000297) auipc   t0, 0x0
core   0: >>>>  main
core   0: 0x00000100 (0x00000013) nop
core   0: 0x00000104 (0x00000073) ecall
core   0: exception trap_machine_ecall, epc 0x00000104
core   0:           tval 0x00000000
core   0: 0x00000108 (0x00000013) nop
core   0: 0x0000010c (0x30200073) mret
core   0: 0x00000110 (0x00000001) c.nop
core   0: 0x00000112 (0x00000001) c.nop
core   0: exception interrupt #7, epc 0x00000112
TEXT
form 'Spike, what retired' 0 "$trap" <<'TEXT'
core   3: 0x00000100 (0x00000013) nop
core   3: 3 0x00000100 (0x00000013)
core   3: 0x00000104 (0x00000073) ecall
core   3: exception trap_machine_ecall, epc 0x00000104
core   3: 0x00000108 (0x00000013) nop
core   3: 3 0x00000108 (0x00000013) x5 0x00000001
core   3: 0x0000010c (0x30200073) mret
core   3: 3 0x0000010c (0x30200073)
core   3: 0x00000110 (0x00000001) c.nop
core   3: 3 0x00000110 (0x00000001)
core   3: 0x00000112 (0x00000001) c.nop
core   3: 3 0x00000112 (0x00000001)
TEXT
form 'a list with words after the address' 0 "$trap" <<'TEXT'
100 addi
0x104 ecall
0x108, addi
10C: mret
0x110	c.nop
0x112
TEXT
form 'a table of RVFI' 0 "$trap" <<'TEXT'
cycle,rvfi_valid,rvfi_insn,rvfi_trap,rvfi_pc_rdata
0,1,13,0,00000100
1,0,xx,x,xxxxxxxx
2,1,73,1,00000104
3,1,13,0,00000108
4,1,30200073,0,0000010c
5,1,1,0,110
6,1,1,0,0x112
TEXT
form 'a table with tabs' 0 "$trap" <<TEXT
Time	Cycle	PC	Insn	Decoded instruction	Register and memory contents
             10	         1	00000100	00000013	addi	x0,x0,0
             20	         2	00000104	00000073	ecall
             30	         3	00000108	00000013	addi	x0,x0,0
             40	         4	0000010c	30200073	mret
             50	         5	00000110	0001	c.nop
             60	         6	00000112	0001	c.nop
TEXT
form 'a table with quotes' 0 "$trap" <<'TEXT'
"instr","pc","mode"
"addi a, b","100",3
"nop, twice","108",3
"mret","10c",3
"c.nop","110",3
"c.nop","112",3
TEXT
form 'an exception that the trace does not have' 1 'trap.nex: differs from log after 1 of 5 instructions' <<'TEXT'
core   0: 0x00000100 (0x00000013) nop
core   0: 0x00000110 (0x00000001) c.nop
core   0: 0x00000112 (0x00000001) c.nop
TEXT

# ---- Who ran it ------------------------------------------------------------------------------------
# U up to the exception, the handler in M, S from MRET on; there scontext becomes 1 at an instruction, which is some one before the end (NT:OWN-15).
sed -e '1a Ownership PROCESS=0x2' -e '2a Ownership PROCESS=0xe' -e '3a Ownership PROCESS=0x6\nOwnership PROCESS=0x26' "$dir/trap.txt" >"$dir/owned.txt"
"$rvt" assemble "$dir/owned.txt" -o "$dir/owned.nex" 2>"$dir/err" || cat "$dir/err"
owned() { # owned WHAT EXPECTED: the log from standard input; lines of the report
  cat >"$dir/log"
  run --elf trap.elf owned.nex log
  check "$1" "$2" "$status $(sed 's/  */ /g' "$dir/out" | paste -sd/)$(cat "$dir/err")"
}
owned 'privilege and context of a table' '0 owned.nex: 5 instructions are those of log, with privilege and context' <<'TEXT'
pc,rvfi_mode,scontext
100,0,0
104,0,0
108,3,0
10c,3,0
110,1,0x0
112,1,0x1
TEXT
owned 'V of a privilege is told by its name' '0 owned.nex: 5 instructions are those of log, with privilege' <<'TEXT'
pc,priv
100,U
108,M
10c,M
110,S
112,s
TEXT
owned 'another privilege' '1 owned.nex: privilege differs from log after 1 of 5 instructions/ trace 0x108 owned.nex:0x0000000c M, scontext 0x0/ log 0x108 log:3 S' <<'TEXT'
pc,priv
100,0
108,1
10c,3
110,1
112,1
TEXT
owned 'V' '1 owned.nex: privilege differs from log after 0 of 5 instructions/ trace 0x100 owned.nex:0x00000006 U, scontext 0x0/ log 0x100 log:2 VU' <<'TEXT'
pc,priv
100,VU
108,M
10c,M
110,S
112,S
TEXT
owned 'a context too early' '1 owned.nex: context differs from log after 1 of 5 instructions/ trace 0x108 owned.nex:0x0000000c M, scontext 0x0/ log 0x108 log:3 M, scontext 0x1' <<'TEXT'
pc,priv,scontext
100,0,0
108,3,1
10c,3,0
110,1,0
112,1,1
TEXT
owned 'a context that goes back' '1 owned.nex: context differs from log after 4 of 5 instructions/ trace 0x112 owned.nex:0x00000014 S, scontext 0x1/ log 0x112 log:6 S, scontext 0x0' <<'TEXT'
pc,priv,scontext
100,0,0
108,3,0
10c,3,0
110,1,1
112,1,0
TEXT
owned 'contexts alone, of a table' '0 owned.nex: 5 instructions are those of log, with context' <<'TEXT'
pc,scontext
100,0
104,0
108,0
10c,0
110,0
112,1
TEXT
owned 'another context of a table without privilege' '1 owned.nex: context differs from log after 0 of 5 instructions/ trace 0x100 owned.nex:0x00000006 U, scontext 0x0/ log 0x100 log:2 scontext 0x6' <<'TEXT'
pc,scontext
100,6
108,6
10c,6
110,6
112,6
TEXT
owned 'a context that goes back, without privilege' '1 owned.nex: context differs from log after 4 of 5 instructions/ trace 0x112 owned.nex:0x00000014 S, scontext 0x1/ log 0x112 log:6 scontext 0x0' <<'TEXT'
pc,scontext
100,0
108,0
10c,0
110,1
112,0
TEXT
owned 'a context where the privilege is not told' '1 owned.nex: context differs from log after 1 of 5 instructions/ trace 0x108 owned.nex:0x0000000c M, scontext 0x0/ log 0x108 log:3 scontext 0x6' <<'TEXT'
pc,priv,scontext
100,0,0
108,?,6
10c,3,0
110,1,0
112,1,1
TEXT
owned 'a column of another meaning' '0 owned.nex: 5 instructions are those of log' <<'TEXT'
pc,mode
100,fast
108,2
10c,
110,-
112,7
TEXT
owned 'the place that has the owners, too' '0 owned.nex: 5 instructions are those of log, with privilege' <<'TEXT'
pc,priv
100,3
108,3
10c,3
110,3
112,3
100,0
108,3
10c,3
110,1
112,1
TEXT
owned 'Spike: privilege, and what it writes into scontext' '1 owned.nex: context differs from log after 4 of 5 instructions/ trace 0x112 owned.nex:0x00000014 S, scontext 0x1/ log 0x112 log:5 S, scontext 0x9' <<'TEXT'
core   0: 0 0x00000100 (0x00000013)
core   0: 3 0x00000108 (0x5a829073) c1448_scontext 0x00000000
core   0: 3 0x0000010c (0x30200073) c768_mstatus 0x00000000
core   0: 1 0x00000110 (0x5a829073) c1448_scontext 0x00000009
core   0: 1 0x00000112 (0x00000001)
TEXT
run --elf trap.elf owned.nex owned.nex
check 'owners of two traces' '0 owned.nex: 5 instructions are those of owned.nex, with privilege and context' "$status $(tail -n 1 "$dir/out")"
sed 's/PROCESS=0xe/PROCESS=0x6/' "$dir/owned.txt" | "$rvt" assemble - -o "$dir/other.nex"
run --elf trap.elf owned.nex other.nex --json
check 'owners, JSON' '1 {"instructions":5,"segments":[{"instructions":5,"equal":1,"from":{"pc":"0x100","offset":6},"trace":{"pc":"0x108","offset":12,"owner":"M, scontext 0x0"},"log":{"pc":"0x108","offset":12,"owner":"S, scontext 0x0"}}],"equal":false}' \
  "$status $(out)"
run --elf trap.elf trap.nex owned.nex
check 'owners that one of two traces tells' "0 trap.nex: 5 instructions are those of owned.nex" "$status $(out)"

# The log stopped and began again: what is between, nobody knows.
"$rvt" assemble - -o "$dir/joined.nex" <<'TEXT'
ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80
IndirectBranchHist B-TYPE=1 I-CNT=2 U-ADDR=0x8 HIST=1
ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=1
TEXT
"$rvt" assemble - -o "$dir/hole.nex" <<'TEXT'
ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80
ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=1
ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x88
ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=1
TEXT
run --elf trap.elf joined.nex hole.nex
check 'a log with a hole' '1 joined.nex: differs from hole.nex after 1 of 3 instructions' "$status $(head -n 1 "$dir/out")"
run --elf trap.elf hole.nex hole.nex
check 'a hole in both' '0 hole.nex: 3 instructions are those of hole.nex' "$status $(tail -n 1 "$dir/out")"

# ---- Refused ---------------------------------------------------------------------------------------
refuse() { # refuse WHAT TEXT ARGUMENT...
  what=$1 text=$2
  shift 2
  run "$@"
  said "$what" 2 "$text"
  check "$what: nothing is printed" '' "$(out)"
}
log() { cat >"$dir/log"; }
echo 'hello' | log
refuse 'no log' 'log:1: expected an address in hexadecimal, `core` or a line of names, found '"'hello'" htm.nex log
printf '0x80000000\n-\n' | log
refuse 'a list with a line that is none' "log:2: expected an address in hexadecimal, \`core\` or a line of names, found '-'" htm.nex log
printf 'core   0: 0x80000000 (0x1)\ncore   1: 0x80000000 (0x1)\n' | log
refuse 'two harts' 'log:2: expected lines of one hart alone' htm.nex log
printf 'core   0: 0x4 (0x73)\ncore   0: exception trap_machine_ecall, epc 0x4\ncore   1: 0x80000000 (0x1)\n' | log
refuse 'another hart after a trap' 'log:3: expected lines of one hart alone' htm.nex log
printf 'core   0: 0x8000zzzz (0x1)\n' | log
refuse 'no line of Spike' "log:1: expected a line of Spike's log, found 'core   0: 0x8000zzzz (0x1)'" htm.nex log
printf 'core   0: 0x80000000 (0x1)\n80000004\n' | log
refuse 'a list after a log' "log:2: expected a line of Spike's log, found '80000004'" htm.nex log
printf 'core   0: exception trap_nothing, epc 0x4\n' | log
refuse 'a trap that Spike does not have' "log:1: expected a line of Spike's log, found 'core   0: exception trap_nothing" htm.nex log
printf 'pc,insn\n80000000,1\nnext,1\n' | log
refuse 'a cell that is none' "log:3: expected a PC in hexadecimal, found 'next'" htm.nex log
{ printf 'pc,' && head -c 60000000 /dev/zero | tr '\0' x && printf '\n100\n108\n10c\n110\n112\n'; } | log
for room in 120000 60000; do # memory for the line, in kB, and too little
  (ulimit -v $room && cd "$dir" && exec "$rvt" diff --elf trap.elf trap.nex log >out 2>&1)
  status=$?
  [ $room = 120000 ] && check 'a line of 60 MB' "0 $trap" "$status $(out)"
done
check 'a line without memory' '2 rvt diff: log: expected a readable file, found: Cannot allocate memory' "$status $(out)"
printf 'insn,pc\n80000000\n' | log
refuse 'a row that is too short' "log:2: expected a PC in hexadecimal, found ''" htm.nex log
: | log
refuse 'an empty log' 'log: expected PCs, found none' htm.nex log
refuse 'no such log' 'nothing: expected a readable file, found: No such file' htm.nex nothing
refuse 'one argument' 'expected TRACE and LOG, found one argument' htm.nex
refuse 'three arguments' "expected TRACE and LOG, found 'b' too" htm.nex a b
cp "$dir/htm.nex" "$dir/alone.nex"
refuse 'a trace without its program' 'expected a side-car alone.json' alone.nex pcs
"$rvt" assemble - -o "$dir/two.nex" --src-bits 1 <<'TEXT'
ProgTraceSync SRC=0 SYNC=5 I-CNT=0 F-ADDR=0x80
ProgTraceSync SRC=1 SYNC=5 I-CNT=0 F-ADDR=0x80
ProgTraceCorrelation SRC=0 EVCODE=4 CDF=0 I-CNT=2
ProgTraceCorrelation SRC=1 EVCODE=4 CDF=0 I-CNT=2
TEXT
echo 100 | log
printf '{"src_bits": 1}' >"$dir/two.json"
refuse 'two sources in the log' 'two.nex:0x' --elf trap.elf trap.nex two.nex
refuse 'two sources' 'expected one SRC, or --src N, found 0 and 1' --elf trap.elf --src-bits 1 two.nex log
run --elf trap.elf --src-bits 1 --src 1 two.nex log
check 'one of two sources' '0 two.nex: 1 instructions are those of log' "$status $(out)"
: >"$dir/none.nex"
run --elf trap.elf none.nex log
said 'an empty trace' 1 'none.nex: expected instructions, found none'
# A capture that is read as if its memory had wrapped begins at its second sync message, which is said: PCs are left out.
begun="ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x84
ProgTraceSync SYNC=2 I-CNT=2 F-ADDR=0x86
IndirectBranchHist B-TYPE=0 I-CNT=2 U-ADDR=0xe HIST=1
ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=1"
echo "$begun" | "$rvt" assemble - -o "$dir/begin.nex"
printf '108\n10c\n110\n112\n' | log
left='begin.nex: begins at message 1, byte 0x4: what stands before it is left out'
run --elf trap.elf begin.nex log
check 'from the first message' '0 begin.nex: 4 instructions are those of log' "$status $(out)$(cat "$dir/err")"
run --elf trap.elf --blind begin.nex log
check 'blind, from the second' '0 begin.nex: 3 instructions are those of log' "$status $(out)"
said 'blind: what is left out' 0 "$left; its first message is whole, so if the memory has not wrapped, leave out --blind"
tail -c +2 "$dir/begin.nex" >"$dir/inside.nex"
run --elf trap.elf --blind inside.nex log
said 'wrapped: what is left out' 0 'inside.nex: begins at message 1, byte 0x3: what stands before it is left out (NT:PKT-14)'
printf '%s\n' 'DirectBranch I-CNT=3' "$begun" | "$rvt" assemble - -o "$dir/late.nex"
run --elf trap.elf late.nex log
said 'not synchronized: what is left out' 0 'late.nex: begins at message 1, byte 0x2: what stands before it is left out, for nothing synchronizes it (NT:DEC-04)'
head -c 300 "$dir/htm.nex" | tail -c 200 >"$dir/cut.nex"
cp "$dir/htm.json" "$dir/cut.json"
run cut.nex pcs
check 'a damaged trace' 1 "$status"

report

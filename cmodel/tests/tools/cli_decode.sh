#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt decode from outside: cli_decode.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh

run() { # arguments; leaves the status in $status
  "$rvt" decode "$@" >"$dir/out" 2>"$dir/raw"
  status=$?
  sed '/: hint: /d; s/^rvt decode: //' "$dir/raw" >"$dir/err"
}

lines() { tr '\n' ' ' <"$1" | sed 's/ $//'; }

# RV64 at 0x100: c.nop, beq to 0x10a, nop, c.nop, c.ebreak.
zero8='00 00 00 00 00 00 00 00'
elf="7f 45 4c 46 02 01 01 00 $zero8 02 00 f3 00 01 00 00 00 00 01 00 00 00 00 00 00
40 00 00 00 00 00 00 00 $zero8 00 00 00 00 40 00 38 00 01 00 40 00 00 00 00 00
01 00 00 00 05 00 00 00 78 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00
0e 00 00 00 00 00 00 00 0e 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00"
code='01 00 63 04 00 00 13 00 00 00 01 00 02 90'
bytes "$elf $code" "$dir/elf"
bytes '24 0d 00 0b 0c 0f 84 00 07' "$dir/good"

run "$dir/good" --elf "$dir/elf" --pcs
check 'pcs' '0 0x100 0x102 0x10a' "$status $(lines "$dir/out")"
check 'pcs: silent' '' "$(cat "$dir/err")"
run "$dir/good" --elf "$dir/elf" --runs
check 'runs' '0 0x100 2 6 0x10a 1 2' "$status $(lines "$dir/out")"
run "$dir/good" --elf "$dir/elf"
check 'text' "0 @0x00000000 sync pc=0x100 reason=3 continuous=0 0x100 0001 0x102 00000463 \
0x10a 0001 @0x00000006 stop evcode=0 pc=0x10c" "$status $(lines "$dir/out")"
run "$dir/good" --elf "$dir/elf" --json
check 'json' '{"kind":"run","src":0,"message":1,"offset":4,"pc":"0x100","insns":2,"halfwords":3,"times":1}' \
  "$(sed -n 2p "$dir/out")"
"$rvt" decode --elf "$dir/elf" --pcs - <"$dir/good" -o "$dir/file"
check 'standard input, output file' '0 0x100 0x102 0x10a' "$? $(lines "$dir/file")"

# Damage: place, requirement, status 1, and the next session is whole.
bytes '24 0d 00 0b 0c 07 0c 0f 24 0d 00 0b 0c 0f 84 00 07' "$dir/bad"
run "$dir/bad" --elf "$dir/elf" --pcs
check 'damage' '1 0x100 0x100 0x102 0x10a' "$status $(lines "$dir/out")"
check 'damage: place' "$dir/bad:0x00000004: pc 0x102: expected I-CNT to end at a conditional branch, \
found another instruction (NT:DEC-10)" "$(cat "$dir/err")"
bytes '24 0d 00 0b 0c 0e 0f 24 0d 00 0b 84 00 07' "$dir/bad"
run "$dir/bad" --elf "$dir/elf" --pcs
check 'framing' "1 0x100 $dir/bad:0x00000005: expected MSEO 00, 01 or 11, found 10 (NT:PKT-12)" \
  "$status $(lines "$dir/out") $(cat "$dir/err")"
run "$dir/bad" --elf "$dir/elf" --json
check 'json: error' 1 "$(grep -c '"kind":"error".*"offset":5,"row":"NT:PKT-12"' "$dir/out")"
bytes '24 0d 00 83 0c 0f' "$dir/bad"
run "$dir/bad" --elf "$dir/elf" --pcs
check 'outside the program' 1 "$status"
check 'outside the program: row' 1 "$(grep -c 'NT:DEC-16' "$dir/err")"
bytes '24 0d 00 0b 10 11 00 0b' "$dir/bad"
run "$dir/bad" --elf "$dir/elf" --pcs --lenient
check 'lenient' '0 0x100' "$status $(lines "$dir/out")"
check 'lenient: warning' 1 "$(grep -c 'warning: .*NT:BTY-05' "$dir/err")"
run "$dir/bad" --elf "$dir/elf" --pcs
check 'strict' '1 0x100' "$status $(lines "$dir/out")"
bytes '24 0d 00 0b 0c' "$dir/cut"
run "$dir/cut" --elf "$dir/elf" --pcs
check 'incomplete' '0 1' "$status $(grep -c 'warning: .*NT:DEC-20' "$dir/err")"
: >"$dir/empty"
run "$dir/empty" --elf "$dir/elf"
check 'empty' "0  $dir/empty: warning: expected messages, found no byte" \
  "$status $(cat "$dir/out") $(cat "$dir/err")"

# Not a trace, or not with this format: one line says so, and the warnings are few.
never='no synchronizing message found; is the format (--config, --src-bits, --ts) right? (NT:DEC-04)'
nested=sim/corpus/nested-rv64
tail -c +5 "$nested/program.elf" >"$dir/no-trace" # without the mark of an ELF file
run "$dir/no-trace" --elf "$nested/program.elf" --config none
check 'not a trace' "1 1" "$status $(grep -c "^$dir/no-trace: $never\$" "$dir/err")"
run "$nested/sync.nex" --elf "$nested/program.elf" --config none
check 'configuration forgotten' "1 1" "$status $(grep -c "^$nested/sync.nex: $never\$" "$dir/err")"
check 'configuration forgotten: warnings' '10 1' "$(grep -c ': warning: .*(NT:' "$dir/err") \
$(grep -c ': warning: [0-9]* more warnings$' "$dir/err")"
run "$nested/sync.nex" --elf "$nested/program.elf" --config "$nested/sync.json" --pcs
check 'configuration given' '0 ' "$status $(cat "$dir/err")"
bytes '84 00 07' "$dir/bad"
run "$dir/bad" --elf "$dir/elf" --config none
check 'whole messages, none synchronizes' "1 $dir/bad: $never" "$status $(cat "$dir/err")"
bytes 'ff ff' "$dir/idle"
run "$dir/idle" --elf "$dir/elf"
check 'idle alone' "0 $dir/idle: warning: expected messages, found idle bytes alone" \
  "$status $(cat "$dir/err")"

# SRC: a column, or one source alone.
printf '%s\n' 'ProgTraceSync SRC=1 SYNC=3 I-CNT=0 F-ADDR=0x80' \
  'ProgTraceSync SRC=2 SYNC=3 I-CNT=0 F-ADDR=0x85' 'DirectBranch SRC=1 I-CNT=3' \
  'ProgTraceCorrelation SRC=2 EVCODE=0 CDF=0 I-CNT=1' |
  "$rvt" assemble --src-bits=4 - -o "$dir/two"
run "$dir/two" --elf "$dir/elf" --pcs --src-bits=4
check 'sources' '1 0x100 1 0x102 2 0x10a' "$(lines "$dir/out")"
printf '%s\n' 'ProgTraceSync SRC=1 SYNC=3 I-CNT=0 F-ADDR=0x80' 'ProgTraceSync SRC=2 SYNC=3 I-CNT=0 F-ADDR=0x80' \
  'DirectBranch SRC=1 I-CNT=3' 'DirectBranch SRC=2 I-CNT=3' |
  "$rvt" assemble --src-bits=4 - -o "$dir/same"
run "$dir/same" --elf "$dir/elf" --pcs --src-bits=4
check 'sources: one run in both' '1 0x100 1 0x102 2 0x100 2 0x102' "$(lines "$dir/out")"
run "$dir/two" --elf "$dir/elf" --runs --src-bits=4
check 'sources: runs' '1 0x100 2 6 2 0x10a 1 2' "$(lines "$dir/out")"
run "$dir/two" --elf "$dir/elf" --pcs --src-bits=4 --src=2
check 'one source' '0x10a' "$(lines "$dir/out")"
run "$dir/two" --elf "$dir/elf" --pcs --src-bits=4 --src=3 --config none
check 'a source that is not there' "1 $dir/two: $never" "$status $(cat "$dir/err")"

# Overflow, ownership and time, in both styles.
printf '%s\n' 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80 TSTAMP=1000' 'Ownership PROCESS=0xb2 TSTAMP=5' \
  'DirectBranch I-CNT=3' 'Error ETYPE=0 ECODE=4' | "$rvt" assemble --ts - -o "$dir/kinds"
run "$dir/kinds" --elf "$dir/elf" --ts
check 'kinds' "@0x00000006 time time=0x3ed @0x00000006 ownership process=0xb2 privilege=VU scontext=0x5 \
@0x0000000c overflow etype=0 ecode=0x4 pc=0x10a" "$(grep '06 time\| ownership\| overflow' "$dir/out" | lines /dev/stdin)"
run "$dir/kinds" --elf "$dir/elf" --ts --json
kind() { grep "^{\"kind\":\"$1\",\"src\":0,\"message\":$2,\"offset\":" "$dir/out" | cut -d , -f 5-; }
check 'kinds: json' '"time":"0x3ed"} "process":"0xb2","privilege":"VU","scontext":"0x5"} "etype":0,"ecode":"0x4","pc":"0x10a"}' \
  "$(kind time 1) $(kind ownership 1) $(kind overflow 3)"

# Times of instructions: after 1000, by 1008; without TSTAMP, by that of the next message; none behind an overflow before
# the next sync; a message that has no instructions moves nothing.
printf '%s\n' 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80 TSTAMP=1000' 'Ownership PROCESS=0xb2 TSTAMP=2' \
  'DirectBranch I-CNT=3 TSTAMP=6' 'Error ETYPE=0 ECODE=4 TSTAMP=1' 'ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x80 TSTAMP=1100' \
  'DirectBranch I-CNT=3' 'ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0 TSTAMP=40' | "$rvt" assemble --ts - -o "$dir/times"
run "$dir/times" --elf "$dir/elf" --ts --times
check 'times' '0x100 ~0x3ec 0x3e8..0x3f0 0x102 ~0x3f0 0x3e8..0x3f0 0x100 ~0x460 0x44c..0x474 0x102 ~0x474 0x44c..0x474' \
  "$(grep '^0x' "$dir/out" | sed 's/ [^~]* ~/ ~/' | lines /dev/stdin)"
run "$dir/times" --elf "$dir/elf" --ts --times --json
check 'times: json' '"from":"0x3e8","until":"0x3f0" "from":"0x44c","until":"0x474"' "$(grep -o '"from":"0x[0-9a-f]*","until":"0x[0-9a-f]*"' "$dir/out" | lines /dev/stdin)"
printf '%s\n' '{"ts": true, "ts_width": 8}' >"$dir/wrap.json"
printf '%s\n' 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80 TSTAMP=250' 'DirectBranch I-CNT=3 TSTAMP=10' |
  "$rvt" assemble --ts - -o "$dir/wrap.nex"
run "$dir/wrap.nex" --elf "$dir/elf" --times
check 'times: a wrap' '0x100 ~0xff 0xfa..0x4 0x102 ~0x4 0xfa..0x4' "$(grep '^0x' "$dir/out" | sed 's/ [^~]* ~/ ~/' | lines /dev/stdin)"
printf '%s\n' 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80 TSTAMP=1000' 'DirectBranchSync SYNC=2 I-CNT=3 F-ADDR=0x85 TSTAMP=5' |
  "$rvt" assemble --ts - -o "$dir/base.nex"
run "$dir/base.nex" --elf "$dir/elf" --ts --times
check 'times: another base' '2 0' "$(grep -c '^0x' "$dir/out") $(grep -c '~' "$dir/out")"
run "$dir/good" --elf "$dir/elf" --times
check 'no times' '2 --times: expected a trace with TSTAMP (--ts, or ts in the side-car), found one without' "$status $(cat "$dir/out" "$dir/err")"
run "$dir/two" --elf "$dir/elf" --times --src-bits=4 --ts
check 'times of two sources' '2 --times: expected the SRC to show (--src=N), found none' "$status $(cat "$dir/err")"

# A counter of 40 bits is none of 8.
printf '%s\n' 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80 TSTAMP=0x1889' 'DirectBranch I-CNT=3 TSTAMP=5' |
  "$rvt" assemble --ts - -o "$dir/long.nex"
cp "$dir/wrap.json" "$dir/long.json"
wide='expected TSTAMP of no more bits than ts_width, found more bits (NT:TSP-05)'
run "$dir/long.nex" --elf "$dir/elf" --times
check 'more bits than the counter' "1 @0x00000000 error NT:TSP-05 $dir/long.nex:0x00000000: $wide" "$status $(cat "$dir/out" "$dir/err" | lines /dev/stdin)"
check 'more bits than the counter: by whom' "ts_width is 8 by $dir/long.json" "$(sed -n 's/.*: hint: //p' "$dir/raw")"
run "$dir/long.nex" --elf "$dir/elf" --ts=12 --config none
check 'more bits than the counter: by the option' "1 ts_width is 12 by --ts" "$status $(sed -n 's/.*: hint: //p' "$dir/raw")"
run "$dir/long.nex" --elf "$dir/elf" --lenient
check 'more bits than the counter: lenient' "0 time=0x1889 time=0x188e $dir/long.nex:0x00000000: warning: $wide" "$status $(grep -o "time=.*" "$dir/out" | lines /dev/stdin) $(cat "$dir/err")"
check 'more bits than the counter: by whom, lenient' "ts_width is 8 by $dir/long.json" "$(sed -n 's/.*: hint: //p' "$dir/raw")"
run "$dir/long.nex" --elf "$dir/elf" --times --ts=40
check 'the option wins' '0 0x1889..0x188e 0x1889..0x188e' "$status $(grep -o '0x[0-9a-f]*\.\..*' "$dir/out" | lines /dev/stdin)"
run "$dir/wrap.nex" --elf "$dir/elf" --times --ts=8 --config none
check 'a width without a side-car' '0xfa..0x4 0xfa..0x4' "$(grep -o '0x[0-9a-f]*\.\..*' "$dir/out" | lines /dev/stdin)"
run "$dir/wrap.nex" --elf "$dir/elf" --times --ts
check 'a width stays that of the side-car' '0xfa..0x4 0xfa..0x4' "$(grep -o '0x[0-9a-f]*\.\..*' "$dir/out" | lines /dev/stdin)"
for width in 0 65 x ''; do
  run "$dir/wrap.nex" --elf "$dir/elf" "--ts=$width"
  check "a width '$width'" "2 --ts: expected a width of 1..64, found '$width' (NT:TSP-05)" "$status $(head -1 "$dir/err")"
done

# Side-car: format, hash, XLEN, features.
hash=$(sha256sum "$dir/elf" | cut -c1-64)
car() { # JSON members
  echo "{$1}" >"$dir/car"
  run "$dir/good" --elf "$dir/elf" --config "$dir/car" --pcs
}
car "\"elf\": [{\"name\": \"elf\", \"sha256\": \"$hash\"}], \"xlen\": 64, \"mode\": \"btm\""
check 'hash' '0 0x100 0x102 0x10a' "$status $(lines "$dir/out")"
wrong=$(printf '%064d' 7)
car "\"elf\": [{\"sha256\": \"$wrong\"}]"
check 'wrong hash' '2 ' "$status $(cat "$dir/out")"
check 'wrong hash: both shown' "$dir/elf: expected SHA-256 $wrong ($dir/car), found $hash" \
  "$(cat "$dir/err")"
car "\"elf\": [{\"sha256\": \"$hash\"}, {\"sha256\": \"$wrong\"}]"
check 'a file is missing' 2 "$status"
car '"xlen": 32'
check 'wrong XLEN' 2 "$status"
car '"mode": "htm"'
check 'wrong mode' 1 "$status"
car '"origin": "wrapped"'
check 'wrapped: its only synchronizing message is passed over' '1 ' "$status $(lines "$dir/out")"
# RV64 at 0x100: lui x6 to 0, jalr x6 to 0x108, nop, cm.jt 0, at 0x140 the table with 0x108.
pad='00 00'
pairs="37 03 00 00 67 00 83 10 13 00 00 00 02 a0 $(printf "$pad %.0s" 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25)
08 01 00 00 00 00 00 00"
bytes "$(echo "$elf" | sed 's/0e 00 00 00 00 00 00 00/48 00 00 00 00 00 00 00/g') $pairs" "$dir/pairs"
bytes '24 0d 00 0b 84 00 1b' "$dir/trace"
run "$dir/trace" --elf "$dir/pairs" --pcs
check 'a pair without its option' '1 1' "$status $(grep -c 'NT:ICNT-18' "$dir/err")"
run "$dir/trace" --elf "$dir/pairs" --pcs --sequential-jump
check 'a pair' '0 0x100 0x104 0x108' "$status $(lines "$dir/out")"
echo '{"sequential_jump": true}' >"$dir/car"
run "$dir/trace" --elf "$dir/pairs" --pcs --config "$dir/car"
check 'a pair, by the side-car' '0 0x100 0x104 0x108' "$status $(lines "$dir/out")"
bytes '24 0d 10 0b 84 00 0f' "$dir/trace"
run "$dir/trace" --elf "$dir/pairs" --pcs
check 'a store, not a jump' 0 "$status"
run "$dir/trace" --elf "$dir/pairs" --pcs --isa rv64imac_zcmt
check 'a table that nobody names' '1 1' "$status $(grep -c 'pc 0x10c: .*NT:CUS-07' "$dir/err")"
run "$dir/trace" --elf "$dir/pairs" --pcs --isa rv64imac_zcmt --jvt 0x140
check 'a table' '0 0x108 0x10c' "$status $(lines "$dir/out")"
bytes '24 0d 10 0b 84 00 17' "$dir/trace"
echo '{"isa": "rv64imac_zcmt", "jvt": "0x140"}' >"$dir/car"
run "$dir/trace" --elf "$dir/pairs" --pcs --config "$dir/car"
check 'a table, by the side-car' '0 0x108 0x10c 0x108' "$status $(lines "$dir/out")"
run "$dir/trace" --elf "$dir/pairs" --pcs --config "$dir/car" --jvt 0x100 --isa rv64imac
check 'options win over the side-car' 0 "$status"
run "$dir/trace" --elf "$dir/pairs" --isa rv32imac
check 'another XLEN' 2 "$status"

car '"implicit_return": 5'
check 'bad side-car' '2 1' "$status $(grep -c "$dir/car: .*implicit_return" "$dir/err")"
run "$dir/good" --elf "$dir/elf" --config "$dir/none"
check 'no side-car' 2 "$status"

# Mnemonics by another program, here one that knows three of the instructions.
cat >"$dir/objdump" <<'END'
#!/bin/sh
[ "$1 $2 $3" = '-dwzC --no-show-raw-insn --' ] || exit 1
grep -q ELF "$4" || exit 1
printf '%s: file format\n\n0000000000000100 <x>:\n' "$4"
printf '     10a:\tnop\n     100:\tc.nop\n     102:\tbeqz\tzero,10a <x+0xa>\n'
END
chmod +x "$dir/objdump"
RVT_OBJDUMP=$dir/objdump
export RVT_OBJDUMP
run "$dir/good" --elf "$dir/elf" --disassemble
check 'mnemonics' '0 0x100 0001 c.nop 0x102 00000463 beqz zero,10a <x+0xa> 0x10a 0001 nop' \
  "$status $(grep -v '^@' "$dir/out" | lines /dev/stdin)"
printf '#!/bin/sh\nexit 1\n' >"$dir/objdump"
run "$dir/good" --elf "$dir/elf" --disassemble
check 'mnemonics: it fails' '2 1' "$status $(grep -c "$dir/elf: expected $dir/objdump to" "$dir/err")"
RVT_OBJDUMP=$dir/none
run "$dir/good" --elf "$dir/elf" --disassemble
check 'mnemonics: no such program' '2 1' "$status $(grep -c "$dir/none: expected the objdump" "$dir/err")"
unset RVT_OBJDUMP
run sim/corpus/traps-rv64/htm.nex --elf sim/corpus/traps-rv64/program.elf \
  --config sim/corpus/traps-rv64/htm.json --disassemble
check 'mnemonics of a program' '0 0x80000560 main+0x0 1101 add sp,sp,-32' \
  "$status $(grep -m 1 ' main+0x0 ' "$dir/out")"

# The capture first, whatever else is missing.
run "$dir/none.nex"
check 'no capture' "2 $dir/none.nex: expected a readable file, found: No such file or directory" "$status $(cat "$dir/err")"

# Files and arguments: status 2.
for args in '' 'x' '--elf' "$dir/good" "$dir/good --elf $dir/none" "$dir/good --elf $dir/good" \
  "$dir/none --elf $dir/elf" "$dir/good $dir/good --elf $dir/elf" \
  "$dir/good --elf $dir/elf --src=4096" "$dir/good --elf $dir/elf --implicit-return=4" \
  "$dir/good --elf $dir/elf --isa=imac" "$dir/good --elf $dir/elf --jvt=0x41" \
  "$dir/good --elf $dir/elf --jvt=x" "$dir/good --elf $dir/elf --disassemble --pcs" \
  "$dir/good --elf $dir/elf --runs --pcs" "$dir/good --elf $dir/elf --times --pcs"; do
  # shellcheck disable=SC2086
  run $args
  check "arguments '$args'" '2 ' "$status $(cat "$dir/out")"
done
bytes "$(echo "$elf" | sed 's/f3 00/3e 00/') $code" "$dir/x86"
run "$dir/good" --elf "$dir/x86"
check 'another machine' '2 1' "$status $(grep -c "$dir/x86: .*machine 62" "$dir/err")"
head -c -1 "$nested/program.elf" >"$dir/cut.elf"
run "$nested/sync.nex" --elf "$dir/cut.elf"
check 'program cut' '2 1 ' "$status $(grep -c "$dir/cut.elf: expected section headers within" "$dir/err") \
$(cat "$dir/out")"
if [ -c /dev/full ]; then
  "$rvt" decode "$dir/good" --elf "$dir/elf" >/dev/full 2>"$dir/err"
  check 'full disk' 2 $?
fi

# The example of --help.
check 'example' 1 "$("$rvt" decode --help | grep -c '^Example:')"
bytes '24 0d 00 0b 84 00 07' "$dir/t"
run "$dir/t" --elf "$dir/elf" --pcs
check 'example: output' 1 "$("$rvt" decode --help | grep -c "^  $(cat "$dir/out")$")"

# Lists longer than what is written at once, from a file and from a pipe: Spike's PCs; and a run stands for the PCs from its own on.
calls=sim/corpus/calls-rv32
xzcat $calls/pcs.xz >"$dir/pcs"
run $calls/htm.nex --pcs
check 'corpus: pcs' '0 same' "$status $(cmp "$dir/out" "$dir/pcs" 2>&1 && echo same)"
"$rvt" decode --config $calls/htm.json --elf $calls/program.elf --pcs - <$calls/htm.nex 2>"$dir/err" | cmp -s - "$dir/pcs"
check 'corpus: pcs of a pipe' 0 $?
run $calls/overflow.nex --pcs
mv "$dir/out" "$dir/pcs"
run $calls/overflow.nex --runs
check 'corpus: runs' '1 0 of 42784 differ, 45 losses' "$status $(awk '
  NR == FNR { pc[++all] = $0; next }
  { losses += /^#/; differ += pc[at + 1] != (/^#/ ? $0 : $1); at += /^#/ ? 1 : $2 }
  END { print differ + 0, "of", at == all ? at : at "/" all, "differ,", losses, "losses" }' "$dir/pcs" "$dir/out")"

# Code over several pages of 64 KiB: runs that cross their ends; and one that begins inside an instruction of those before it.
"$rvt" generate --seed 4 -n 60000 --set code=131072 --set w_straight=10 -o "$dir/g" >"$dir/out" 2>&1
"$rvt" encode "$dir/g.rvti" -o "$dir/g.nex" --pcs "$dir/pcs" 2>"$dir/err"
run "$dir/g.nex" --runs
check 'pages: runs over an end' yes "$(python3 -c '
import sys
runs = [line.split() for line in open(sys.argv[1])]
print("yes" if any(int(a, 16) >> 16 != int(a, 16) + int(size) - 1 >> 16 for a, _, size in runs) else "none")' "$dir/out")"
run "$dir/g.nex" --pcs
check 'pages: pcs' '0 same' "$status $(cmp "$dir/out" "$dir/pcs" 2>&1 && echo same)"
bytes "$elf 37 03 01 00 01 00 13 00 00 00 01 00 02 90" "$dir/inside"
printf '%s\n' 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x81' 'ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=4' |
  "$rvt" assemble - -o "$dir/t"
run "$dir/t" --elf "$dir/inside" --pcs
check 'pages: from inside an instruction' '0 0x102 0x104 0x106' "$status $(lines "$dir/out")"

# Addresses of 39 bits, sent without the copies above.
printf '\001\000\202\202' >"$dir/code"
printf '%s\n' 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x2000000020' 'ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1' |
  "$rvt" assemble - -o "$dir/t"
run "$dir/t" --raw "$dir/code@0xffffffc000000040" --isa rv64ic --address-bits 39 --pcs
check 'address bits' '0 0xffffffc000000040' "$status $(lines "$dir/out")"
run "$dir/t" --raw "$dir/code@0xffffffc000000040" --isa rv64ic --pcs
check 'all address bits' 1 "$status"
run "$dir/t" --raw "$dir/code@0xffffffc000000040" --isa rv64ic --address-bits 65
check 'address bits: too many' '2 1' "$status $(grep -c 'expected 1..64' "$dir/err")"

# Symbols: the entry of a recorded program, and the instruction after it.
run sim/corpus/traps-rv64/htm.nex --elf sim/corpus/traps-rv64/program.elf \
  --config sim/corpus/traps-rv64/htm.json
check 'symbol' '0x80000560 main+0x0 1101 0x80000562 main+0x2 00000517' \
  "$(grep -m 1 -A 1 ' main+0x0 ' "$dir/out" | lines /dev/stdin)"

# Lines of a run are kept, by its instructions and by the SRC that they name. With --times none are.
printf '%s\n' 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80' 'DirectBranch I-CNT=3' 'ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=0' \
  'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80' 'ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1' \
  'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80' 'DirectBranch I-CNT=3' | "$rvt" assemble - -o "$dir/parts"
run "$dir/parts" --elf "$dir/elf" --pcs
check 'kept: parts of a run' '0x100 0x102 0x100 0x100 0x102' "$(lines "$dir/out")"
printf '%s\n' 'ProgTraceSync SRC=0 SYNC=3 I-CNT=0 F-ADDR=0x80' 'ProgTraceSync SRC=1 SYNC=3 I-CNT=0 F-ADDR=0x80' \
  'DirectBranch SRC=0 I-CNT=3' 'DirectBranch SRC=1 I-CNT=3' | "$rvt" assemble --src-bits=1 - -o "$dir/two"
run "$dir/two" --elf "$dir/elf" --pcs --src-bits=1
check 'kept: lines of each SRC' '0 0x100 0 0x102 1 0x100 1 0x102' "$(lines "$dir/out")"
for program in calls-rv32 nested-rv64 sort-rv64 traps-rv32; do
  "$rvt" encode --implicit-return --ts --sync-mode=messages --sync-max=3 "$corpus/$program/program.rvti" -o "$dir/kept.nex" >/dev/null 2>&1
  run "$dir/kept.nex" --times
  sed 's/ ~0x[0-9a-f]* 0x[0-9a-f]*\.\.0x[0-9a-f]*//' "$dir/out" >"$dir/plain"
  run "$dir/kept.nex"
  check "kept: $program" "$(wc -l <"$dir/plain") $(cksum <"$dir/plain")" "$(wc -l <"$dir/out") $(cksum <"$dir/out")"
done

report

#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt dump and rvt assemble from outside: cli_dump.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh

hex() { od -An -v -tx1 "$1" | tr -d '\n' | sed 's/^ *//; s/  */ /g'; }

# Every vector: lines -> bytes, bytes -> lines, and dump's own output back again.
vectors() {
  count=0
  while IFS='|' read -r id format messages expected; do
    case $id in '' | \#*) continue ;; esac
    id=${id% }
    bits=${format#*src_bits=}
    bits=${bits%% *}
    opts="--src-bits=$bits"
    case $format in *ts=1*) opts="$opts --ts" ;; esac
    case $format in *extend=63*) opts="$opts --extend-addr=64" ;; *extend=31*) opts="$opts --extend-addr=32" ;; esac
    expected=$(echo $expected | tr 'A-F' 'a-f')
    printf '%s\n' "$messages" | tr ';' '\n' | sed 's/^ *//; s/ *$//' >"$dir/lines"
    "$rvt" assemble $opts "$dir/lines" -o "$dir/bytes"
    check "$id assemble" "0 $expected" "$? $(hex "$dir/bytes")"
    "$rvt" dump $opts "$dir/bytes" -o "$dir/dump" 2>"$dir/err"
    status=$?
    check "$id dump: status" "$(grep -q '^Error ' "$dir/lines" && echo 1 || echo 0)" $status
    check "$id dump" "$(cat "$dir/lines")" "$(sed 's/^0x[0-9a-f]*: //; s/ *#.*//' "$dir/dump")"
    "$rvt" assemble $opts "$dir/dump" | cmp -s - "$dir/bytes"
    check "$id inverse" 0 $?
    count=$((count + 1))
  done <sim/programs/vectors/section31.txt
  check 'vectors: 70 or more' 1 "$((count >= 70))"
}
vectors

bytes '0c 0f' "$dir/good"

# Damage is reported with its place, skipped, and gives status 1; the output is whole.
bytes '24 0d 00 0b 24 0e 00 03 0d 0f 0c 0f' "$dir/damaged"
"$rvt" dump "$dir/damaged" >"$dir/out" 2>"$dir/err"
check 'damage: status' 1 $?
check 'damage: place' "rvt dump: $dir/damaged:0x00000005: expected MSEO 00, 01 or 11, found 10 (NT:PKT-12)" \
  "$(head -n 1 "$dir/err")"
check 'damage: one line each, and a hint after the first' \
  "rvt dump: $dir/damaged: hint: there is no side-car $dir/damaged.json; is this how it was traced (--config, --src-bits, --ts)?" \
  "$(sed -n 2p "$dir/err")"
check 'damage: one line each' '3 ' "$(wc -l <"$dir/err" | tr -d ' ') $("$rvt" dump - <"$dir/damaged" 2>&1 >"$dir/standard" | grep hint)"
check 'damage: goes on' '0x0000000a: DirectBranch I-CNT=3  # 0c 0f' "$(tail -n 1 "$dir/out")"
"$rvt" assemble "$dir/out" | cmp -s - "$dir/damaged"
check 'damage: inverse' 0 $?

# Messages that say that trace was lost: status 1, and one line with the first.
bytes '24 0d 00 0b 20 00 07 24 1d 00 0b 20 00 07 24 1d 00 0b' "$dir/lost"
"$rvt" dump "$dir/lost" >"$dir/out" 2>"$dir/err"
check 'loss: status' 1 $?
check 'loss: one line' "rvt dump: $dir/lost:0x00000004: overflow: 2 Error messages announce that trace was lost, here first (NT:ERR-01)" \
  "$(cat "$dir/err")"
check 'loss: shown' 2 "$(grep -c ': Error ETYPE=0 ECODE=0x4 ' "$dir/out")"

# Not minimal, zero length, above a ceiling: no damage, and not lost.
bytes '84 03 ff 0c 0c 03 78 00 00 00 07 ff ff' "$dir/odd"
"$rvt" dump "$dir/odd" >"$dir/out" 2>"$dir/err"
check 'odd: status' 0 $?
check 'odd: silent' '' "$(cat "$dir/err")"
check 'odd: notes' 3 "$(grep -c 'Bytes.*(NT:' "$dir/out")"
"$rvt" assemble "$dir/out" | cmp -s - "$dir/odd"
check 'odd: inverse' 0 $?

# Truncated at every byte: status 0, a remark, and nothing lost.
full='70 d0 1d 1d f8 ff'
for n in 1 2 3 4 5; do
  bytes "24 0d 00 0b $(echo $full | cut -d ' ' -f "1-$n")" "$dir/cut"
  "$rvt" dump "$dir/cut" >"$dir/out" 2>"$dir/err"
  check "cut $n: status" 0 $?
  check "cut $n: remark" "rvt dump: $dir/cut:0x00000004: warning: expected the end of the last message, found the end of the input (NT:DEC-20)" "$(cat "$dir/err")"
  "$rvt" assemble "$dir/out" | cmp -s - "$dir/cut"
  check "cut $n: inverse" 0 $?
done

# Whole messages of vendors and of reserved TCODEs are no damage; an endless field is.
bytes 'e0 00 01 03' "$dir/vendor"
check 'vendor' '0 0x00000000: Bytes e0 00 01 03' "$("$rvt" dump "$dir/vendor" >"$dir/out" 2>&1
  echo "$? $(sed 's/ *#.*//' "$dir/out")")"
bytes '3c 00 01 03 3c 02 03 3c 00' "$dir/reserved"
"$rvt" dump "$dir/reserved" >"$dir/out" 2>"$dir/err"
check 'reserved: status' 1 $?
check 'reserved: whole, damaged, cut' '0x00000000: Bytes 3c 00 01 03  # reserved message; expected a standard TCODE, found a reserved one (NT:MSG-14)
0x00000004: Bytes 3c 02 03  # damaged; expected MSEO 00, 01 or 11, found 10 (NT:PKT-12)
0x00000007: Bytes 3c 00  # incomplete message; expected the end of the last message, found the end of the input (NT:DEC-20)' "$(cat "$dir/out")"
check 'reserved: said' "rvt dump: $dir/reserved:0x00000005: expected MSEO 00, 01 or 11, found 10 (NT:PKT-12)" "$(sed -n 1p "$dir/err")"
"$rvt" assemble "$dir/out" | cmp -s - "$dir/reserved"
check 'reserved: inverse' 0 $?

# Data acquisition and in-circuit trace by name and field, in any other layout as bytes; status 0.
other='DataAcquisition IDTAG=5 DQDATA=0xdeadbeef TSTAMP=7  # 1c 15 bc ec 6c ac 78 0d 1f
InCircuitTrace CKSRC=15 CKDF=0 CKDATA[0]=0x28  # 88 3c a3
InCircuitTrace CKSRC=9 CKDF=1 CKDATA[0]=0x32 CKDATA[1]=0x3d  # 88 64 c9 f7
InCircuitTraceWS CKSRC=0 CKDF=1 CKDATA[0]=0x20200385 CKDATA[1]=0x2 TSTAMP=64  # 8c 40 14 38 00 20 81 09 00 07
Bytes 88 a0 05 05 05 07
Bytes 1c 07'
echo "$other" | sed 's/ *#.*//' | "$rvt" assemble --ts - -o "$dir/other"
check 'other: bytes' "$(echo "$other" | sed 's/.*# //; s/Bytes //' | tr -d ' \n')" "$(od -An -v -tx1 "$dir/other" | tr -d ' \n')"
"$rvt" dump --ts "$dir/other" >"$dir/out" 2>"$dir/err"
check 'other: status' 0 $?
check 'other: silent' '' "$(cat "$dir/err")"
check 'other: names and fields' "$other" "$(sed 's/^0x[0-9a-f]*: //; s/  # reserved.*//' "$dir/out")"
check 'other: stats' 'DataAcquisition 1 9;InCircuitTrace 2 7;InCircuitTraceWS 1 10;reserved 8'   "$("$rvt" stats --ts "$dir/other" | awk '/^(DataA|InC)/ {printf "%s %s %s;", $1, $2, $3} /^reserved/ {printf "%s %s", $1, $2}')"
(bytes '0c' "$dir/one" && cat "$dir/one" && head -c 100000 /dev/zero) >"$dir/endless"
"$rvt" dump "$dir/endless" >"$dir/out" 2>"$dir/err"
check 'endless field' 1 $?
check 'endless field: once' 1 "$(grep -c 'NT:DEC-03' "$dir/err")"
"$rvt" assemble "$dir/out" | cmp -s - "$dir/endless"
check 'endless field: inverse' 0 $?

# Noise comes back whatever it is.
dd if="$rvt" of="$dir/noise" bs=4096 skip=1 count=16 2>/dev/null # without the mark of an ELF file
for opts in '' '--src-bits=5' '--ts' '--src-bits=12 --ts'; do
  "$rvt" dump $opts "$dir/noise" 2>/dev/null | "$rvt" assemble $opts - | cmp -s - "$dir/noise"
  check "noise $opts" 0 $?
  "$rvt" dump $opts --blind "$dir/noise" 2>/dev/null | "$rvt" assemble $opts - | cmp -s - "$dir/noise"
  check "noise blind $opts" 0 $?
done

# A start inside a message.
bytes '00 0d 00 0b 0c 0f' "$dir/blind"
"$rvt" dump --blind "$dir/blind" >"$dir/out" 2>"$dir/err"
check 'blind: status' '0 ' "$? $(cat "$dir/err")"
check 'blind: message' 'DirectBranch I-CNT=3' "$(sed -n '2s/.*: \(.*\)  #.*/\1/p' "$dir/out")"

# JSON: one object per line, times and addresses as strings.
echo 'DirectBranch I-CNT=3 TSTAMP=18446744073709551615' | "$rvt" assemble --ts - |
  "$rvt" dump --ts --json - >"$dir/out"
check 'json' '{"kind":"message","offset":0,"size":13,"bytes":"0c0dfcfcfcfcfcfcfcfcfcfc3f","name":"DirectBranch","tcode":3,"fields":{"I-CNT":3,"TSTAMP":"0xffffffffffffffff"}}' "$(cat "$dir/out")"

# Side-car: unknown keys ignored, options win, nonsense refused.
echo '{"src_bits": 4, "ts": true, "xlen": 64}' >"$dir/config"
bytes '0c c5 17' "$dir/bytes"
check 'config' '0x00000000: DirectBranch SRC=1 I-CNT=3 TSTAMP=5  # 0c c5 17' \
  "$("$rvt" dump --config "$dir/config" "$dir/bytes")"
check 'config: option wins' '0x00000000: DirectBranch I-CNT=49 TSTAMP=5  # 0c c5 17' \
  "$("$rvt" dump --src-bits=0 --config "$dir/config" "$dir/bytes")"
for config in '{' '[]' '{"src_bits": 13}' '{"src_bits": "4"}' '{"src_bits": -1}' '{"ts": 1}'; do
  echo "$config" >"$dir/config"
  "$rvt" dump --config "$dir/config" "$dir/bytes" >"$dir/out" 2>"$dir/err"
  check "config $config" '2  1' "$? $(cat "$dir/out") $(wc -l <"$dir/err" | tr -d ' ')"
  check "config $config names the file" 1 "$(grep -c "$dir/config" "$dir/err")"
done

# Bad lines: place, status 2, and OUT stays as it was.
echo old >"$dir/keep"
bad() { # name, line, column, rest of the text
  printf '# comment\n%s\n' "$2" >"$dir/lines"
  "$rvt" assemble "$dir/lines" -o "$dir/keep" >"$dir/out" 2>"$dir/err"
  check "bad line: $1: status" 2 $?
  check "bad line: $1" "rvt assemble: $dir/lines:2:$3: $4" "$(cat "$dir/err")"
}
bad 'name' 'Hello' 1 "expected the name of a message such as ProgTraceSync, found 'Hello' (NT:MSG-14)"
bad 'field' '0x10: DirectBranch HIST=1' 20 "expected I-CNT=VALUE, found 'HIST=1' (NT:MSG-02)"
bad 'range' 'DirectBranch I-CNT=4194304' 20 "expected I-CNT of at most 22 bits, found '4194304' (NT:GEN-05)"
bad 'idle' 'Idle 3' 6 "expected COUNT=VALUE, found '3'"
bad 'idle count' 'Idle COUNT=-1' 12 "expected a count of idle bytes up to 2^30, found '-1'"
bad 'bytes' 'Bytes 24 0' 10 "expected two hexadecimal digits, found '0'"
check 'bad line: OUT kept' old "$(cat "$dir/keep")"
check 'bad line: nothing left' "" "$(find "$dir" -name 'keep.*')"

# Files and arguments: status 2, one line for a file.
"$rvt" dump "$dir/missing" >"$dir/out" 2>"$dir/err"
check 'missing file' "2 rvt dump: $dir/missing: expected a readable file, found: No such file or directory" \
  "$? $(cat "$dir/err")"
"$rvt" dump "$dir/bytes" -o "$dir/none/out" 2>"$dir/err"
check 'no such directory' 2 $?
"$rvt" dump "$dir" >"$dir/out" 2>"$dir/err"
check 'directory' 2 $?
if [ -c /dev/full ]; then
  "$rvt" dump "$dir/noise" >/dev/full 2>"$dir/err"
  check 'full disk' 2 $?
fi
# What is no regular file is written to, not replaced; a pipe of our own, never a device.
mkfifo "$dir/pipe"
cat "$dir/pipe" >"$dir/out" &
reader=$!
"$rvt" dump "$dir/good" -o "$dir/pipe"
check 'pipe: status' 0 $?
check 'pipe: stays' yes "$([ -p "$dir/pipe" ] && echo yes)"
wait $reader
check 'pipe: content' '0x00000000: DirectBranch I-CNT=3  # 0c 0f' "$(cat "$dir/out")"
for args in '' 'unknown' 'dump' 'assemble' "dump --src-bits=13 $dir/good" \
  "dump --src-bits=1x $dir/good" "dump --what $dir/good" 'dump a b'; do
  "$rvt" $args >"$dir/out" 2>"$dir/err" </dev/null
  check "arguments '$args'" '2 ' "$? $(cat "$dir/out")"
done
for command in dump assemble; do
  check "$command --help shows an example" 1 "$("$rvt" $command --help | grep -c '^Example:')"
done
printf '\044\015\000\013' | "$rvt" dump - >"$dir/out"
check 'example of dump' 1 \
  "$("$rvt" dump --help | grep -c "^  $(cat "$dir/out")$")"
check 'no colour in a file' 0 "$(grep -c '\[' "$dir/out")"

# An empty capture is no error, but said.
: >"$dir/empty"
check 'empty' "0 rvt dump: $dir/empty: warning: expected messages, found no byte" "$("$rvt" dump "$dir/empty" >"$dir/out" 2>&1
  echo "$? $(cat "$dir/out")")"
ln -s keep "$dir/link"
"$rvt" dump "$dir/good" -o "$dir/link"
check 'symbolic link is followed' 'yes DirectBranch' \
  "$([ -L "$dir/link" ] && echo yes) $(sed 's/^[^ ]* \([^ ]*\).*/\1/' "$dir/keep")"

# A new file has the usual mode, an old one keeps its own.
(umask 027 && "$rvt" dump "$dir/good" -o "$dir/new")
check 'mode: new' '-rw-r-----' "$(ls -l "$dir/new" | cut -c 1-10)"
chmod 604 "$dir/new"
"$rvt" dump "$dir/good" -o "$dir/new"
check 'mode: old' '-rw----r--' "$(ls -l "$dir/new" | cut -c 1-10)"

report

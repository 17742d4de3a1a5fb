#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the tools say to bad input, as one table: cli_bad_input.sh [RVT]. Each error is one line with
# file, offset and, for a trace, the requirement row; status 2 for a bad recording, ELF file or
# side-car, 1 for a damaged trace. With status 2 OUT stays as it was. cli_decode.sh, cli_dump.sh and
# cli_convert.sh have what is special to their commands.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# A program of five instructions at 0x100, an ELF file of 134 bytes, and what it did.
zero8='00 00 00 00 00 00 00 00'
elf="7f 45 4c 46 02 01 01 00 $zero8 02 00 f3 00 01 00 00 00 00 01 00 00 00 00 00 00
40 00 00 00 00 00 00 00 $zero8 00 00 00 00 40 00 38 00 01 00 40 00 00 00 00 00
01 00 00 00 05 00 00 00 78 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00
0e 00 00 00 00 00 00 00 0e 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00"
bytes "$elf 01 00 63 04 00 00 13 00 00 00 01 00 02 90" a.elf
printf 'rvti xlen=64\ninsn 0x100 1 none\ninsn 0x102 2 taken\ninsn 0x10a 1 none\n' >a.txt
"$rvt" convert a.txt good.rvti || exit 2
bytes '24 0d 00 0b 0c 0f 84 00 07' good.nex
size=$(wc -c <good.rvti)

altered() { # offset, byte: good.rvti with another byte there
  head -c "$1" good.rvti >bad.rvti
  bytes "$2" byte
  cat byte >>bad.rvti
  tail -c +$(($1 + 2)) good.rvti >>bad.rvti
}

refused() { # name, text of the one line, arguments: status 2 and OUT as it was
  name=$1 text=$2
  shift 2
  echo old >out.nex
  cp out.nex out.json
  "$rvt" "$@" >stdout 2>stderr
  check "$name: status" 2 $?
  check "$name: lines" 1 "$(wc -l <stderr | tr -d ' ')"
  check "$name: text" "rvt $1: $text" "$(sed 's/CRC is [0-9a-f]*, its bytes give [0-9a-f]*/CRC/' stderr)"
  check "$name: OUT stays, nothing beside it" 'old old out.json out.nex' \
    "$(cat out.nex out.json | tr '\n' ' ')$(echo out.*)"
  check "$name: standard output" '' "$(cat stdout)"
}

# ---- Recordings ------------------------------------------------------------------------------

recording() { # name, text[, convert's]; bad.rvti through each command that reads it
  refused "encode: $1" "$2" encode bad.rvti -o out.nex
  refused "convert: $1" "${3:-$2}" convert bad.rvti out.nex
  refused "stats: $1" "$2" stats --recording bad.rvti good.nex
}
: >bad.rvti
# What is no recording is taken for text by `rvt convert`.
recording 'empty' 'bad.rvti:0: expected a recording (.rvti), found only 0 bytes' \
  "bad.rvti: expected 'rvti xlen=32|64 ...', found the end"
head -c 79 good.rvti >bad.rvti
recording 'cut in the header' 'bad.rvti:0: expected a recording (.rvti), found only 79 bytes'
head -c 100 good.rvti >bad.rvti
recording 'cut in a chunk' "bad.rvti:64: expected the index inside the file, found offset $((size - 40))"
head -c $((size - 1)) good.rvti >bad.rvti
recording 'cut in the index' "bad.rvti:$((size - 40)): expected an index of whole entries up to the file's end, found 39 bytes"
altered 0 58
recording 'another kind of file' 'bad.rvti:0: expected a recording (.rvti), found another kind of file' \
  "bad.rvti:1: expected 'rvti xlen=32|64 ...', found 'XRVTI'"
altered 8 02
recording 'a later version' 'bad.rvti:8: expected format version 1, found 2'
altered 20 ff
recording 'header altered' 'bad.rvti:0: the header is damaged: its CRC'
altered $((size - 3)) ff
recording 'index altered' "bad.rvti:$((size - 40)): the index is damaged: its CRC"
# Where a chunk is damaged is found only when it is read.
altered 150 ff
refused 'encode: chunk altered' 'bad.rvti:84: the chunk is damaged: its CRC' encode bad.rvti -o out.nex
refused 'convert: chunk altered' 'bad.rvti:84: the chunk is damaged: its CRC' convert bad.rvti out.nex

# The writer holds to the rows, too.
line() { # name, line, text
  printf 'rvti xlen=64\n%s\n' "$2" >bad.txt
  refused "$1" "bad.txt:2: $3" convert bad.txt out.nex
}
line 'itype 7' 'insn 0x100 1 7' 'itype 7 is reserved (NT:ITY-07)'

# ---- Program and side-car ---------------------------------------------------------------------

cp a.elf other.elf
printf x >>other.elf
hash=$(sha256sum a.elf | cut -c 1-64)
found=$(sha256sum other.elf | cut -c 1-64)
printf '{"elf": [{"name": "a.elf", "sha256": "%s"}]}\n' "$hash" >car
refused 'a folder of classes' '.: expected a readable file, found: Is a directory' \
  decode good.nex --elf a.elf --config none --insn-class . -o out.nex
refused 'wrong ELF file' "other.elf: expected SHA-256 $hash (car), found $found" \
  decode good.nex --elf other.elf --config car -o out.nex
head -c 100 a.elf >cut.elf
"$rvt" decode good.nex --elf cut.elf -o out.nex 2>stderr
check 'ELF file cut: status, lines, place' '2 1 1' "$? $(wc -l <stderr | tr -d ' ') $(grep -c '^rvt decode: cut.elf: ' stderr)"
printf '{"src_bits": 13}\n' >car
"$rvt" decode good.nex --elf a.elf --config car -o out.nex 2>stderr
check 'side-car: status, lines, place' '2 1 1' "$? $(wc -l <stderr | tr -d ' ') $(grep -c ' car: .*src_bits' stderr)"

# ---- Trace streams ----------------------------------------------------------------------------

complaint() { # name, offset, text, command and arguments; bad.nex, status 1 and one error
  name=$1 text="bad.nex:0x0000000$2: $3"
  shift 3
  "$rvt" "$@" >stdout 2>stderr
  check "$name: status" 1 $?
  check "$name: text" "rvt $1: $text" "$(grep -v ': warning: \|: hint: ' stderr)"
  check "$name: whole lines" '' "$(tail -c 1 stdout | tr -d '\n')"
}
framing() { # name, bytes after a good sync at 0, offset, text; through each command
  bytes "24 0d 00 0b $2" bad.nex
  complaint "dump: $1" "$3" "$4" dump bad.nex
  complaint "stats: $1" "$3" "$4" stats bad.nex
  complaint "decode: $1" "$3" "$4" decode bad.nex --elf a.elf --pcs
}
framing 'MSEO 10' '0c 0e 0f' 5 'expected MSEO 00, 01 or 11, found 10 (NT:PKT-12)'
# The complaint names the byte at which the field passes 64 bits.
bytes '24 0d 00 0b 0c' bad.nex
head -c 100000 /dev/zero >>bad.nex
for command in dump stats 'decode --elf a.elf --pcs'; do
  # shellcheck disable=SC2086
  "$rvt" $command bad.nex >stdout 2>stderr
  check "$command: endless field" \
    "1 rvt ${command%% *}: bad.nex:0x00000010: expected the end of a field within 64 bits, found a longer field (NT:DEC-03)" \
    "$? $(grep -v ': warning: \|: hint: ' stderr)"
done

flow() { # name, bytes, offset, text; contradictions that only the decoder can see
  bytes "$2" bad.nex
  complaint "decode: $1" "$3" "$4" decode bad.nex --elf a.elf --pcs
}
flow 'count ends inside an instruction' '24 0d 00 0b 84 00 0b' 4 \
  'pc 0x102: expected I-CNT to end between two instructions, found its end inside one (NT:ICNT-17)'
flow 'address outside the program' '24 0d 00 83 0c 0f' 4 \
  'pc 0x1000: expected code of the program, found none at this address (NT:DEC-16)'
flow 'count that runs over an EBREAK' '24 0d 00 0b 84 00 1f' 4 \
  'pc 0x10c: expected instructions that retire, found an ECALL or EBREAK counted (NT:ITY-25)'
flow 'branch message at no branch' '24 0d 00 0b 0c 07' 4 \
  'pc 0x102: expected I-CNT to end at a conditional branch, found another instruction (NT:DEC-10)'
flow 'branch message at no branch, after one that was stepped over' '24 0d 00 0b 3c 0f 0c 07' 6 \
  'pc 0x102: expected I-CNT to end at a conditional branch, found another instruction; likely cause: the message with TCODE 15 at 0x00000004 was another one (NT:DEC-10)'
flow 'branch message after a stop' '24 0d 00 0b 84 00 07 0c 0f' 7 \
  'expected a synchronizing message first, found one that depends on it (NT:DEC-22)'

# A damaged trace still gives what was good before and after it, whole, in OUT.
bytes '24 0d 00 0b 0d 0f 24 0d 00 0b 0c 0f 84 00 07' bad.nex
"$rvt" decode bad.nex --elf a.elf --pcs -o out.nex 2>stderr
check 'good parts' '1 0x100 0x102 0x10a ' "$? $(tr '\n' ' ' <out.nex)"

# The wrong file in the wrong place is called what it is.
cp a.elf kind.elf
printf 'rvti xlen=32\ninsn 0x100 2 none\n' >kind.txt
"$rvt" convert kind.txt kind.rvti
printf '!<arch>\n' >kind.a
printf '!<thin>\n' >kind.thin
printf '{"src_bits": 0}\n' >kind.json
printf '$date now $end\n$timescale 1ns $end\n' >kind.vcd
printf '\0\0\0\0\0\0\0\1I\0\0\0' >kind.fst
bytes '24 0d 00 0b 84 00 07' kind.nex
gzip -c kind.nex >kind.gz
bytes 'fd 37 7a 58 5a 00 00 04' kind.xz
bytes '28 b5 2f fd 24 07' kind.zst
while read -r suffix called; do
  [ "$suffix" = json ] || cp kind.json "kind.$suffix.json"
  for command in dump stats 'decode --elf a.elf' 'decode --elf a.elf --functions'; do
    # shellcheck disable=SC2086
    "$rvt" $command --config none "kind.$suffix" >stdout 2>stderr
    check "$command of $suffix" "2 rvt ${command%% *}: kind.$suffix: expected a trace, found $called" "$? $(sed 's/;.*//' stderr)$(cat stdout)"
  done
  "$rvt" diff kind.nex "kind.$suffix" --elf a.elf >stdout 2>stderr
  check "diff with $suffix" "2 rvt diff: kind.$suffix: expected a list of PCs, a log or a trace, found $called" "$? $(sed 's/;.*//' stderr)$(cat stdout)"
  if [ "$suffix" != elf ]; then
    "$rvt" decode kind.nex --elf "kind.$suffix" >stdout 2>stderr
    check "decode with the program $suffix" "2 rvt decode: kind.$suffix: expected an ELF file, found $called" "$? $(sed 's/;.*//' stderr)$(cat stdout)"
  fi
  case $called in
  'a JSON text' | *waveform*) ;;
  *)
    "$rvt" decode kind.nex --raw "kind.$suffix@0x100" --isa rv64i >stdout 2>stderr
    check "decode with raw code, $suffix" "2 rvt decode: kind.$suffix: expected code as it is in memory, found $called" "$? $(sed 's/;.*//' stderr)$(cat stdout)"
    ;;
  esac
  if [ "$suffix" != rvti ]; then
    "$rvt" encode "kind.$suffix" -o out.nex >stdout 2>stderr
    check "encode of $suffix" "2 rvt encode: kind.$suffix: expected a recording (.rvti), found $called" "$? $(sed 's/;.*//' stderr)$(cat stdout)"
  fi
done <<'END'
elf an ELF file
rvti a recording (.rvti)
a an archive of objects (ar)
thin a thin archive of objects (ar)
json a JSON text
vcd a waveform (VCD)
fst a waveform (FST)
gz a compressed file (gzip)
xz a compressed file (xz)
zst a compressed file (zstd)
END
for words in 'decode kind.nex --elf kind.nex' 'encode kind.nex -o out.nex' 'dump --config kind.nex kind.nex' 'import --elf a.elf kind.nex -o out.rvti' \
  'record kind.nex -o out.rvti' 'pins kind.nex -o out.nex' 'convert kind.nex out.rvti'; do
  # shellcheck disable=SC2086
  "$rvt" $words >stdout 2>stderr
  check "a trace: $words" "2 found what seems to be a trace" "$? $(grep -o 'found .*' stderr)"
done

# A trace may begin with bytes that a text has, too: a memory that has wrapped, and syncs alone.
{
  yes 'DirectBranch I-CNT=10' | head -n 300
  echo 'ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80'
} | "$rvt" assemble - -o wrapped.nex
"$rvt" dump wrapped.nex >stdout 2>stderr
check 'dump of branches alone' '0 301' "$? $(wc -l <stdout)$(cat stderr)"
yes "\$U+" | head -n 20 | tr -d '\n' >printable.nex
for command in dump stats 'decode --elf a.elf'; do
  # shellcheck disable=SC2086
  "$rvt" $command printable.nex >stdout 2>stderr
  check "$command of what looks like a text" "rvt ${command%% *}: printable.nex: warning: expected a trace, found what seems to be a text; it is read as a trace" "$(grep text stderr)"
done
"$rvt" dump printable.nex >stdout 2>stderr
check 'dump of what looks like a text: all of it' '0 20' "$? $(wc -l <stdout)"

report

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Corners of the tools that the other tests leave out: JSON of what is no message, blind reading,
# programs in several pieces: cli_corners.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

refuses() { # name, text, arguments
  name=$1 text=$2
  shift 2
  "$rvt" "$@" >out 2>err
  check "$name: status" 2 $?
  grep -qF -- "$text" err || check "$name" "$text" "$(cat err)"
}

# Idle, a message, damage, a message that is not minimal, a vendor's, one that is cut off.
bytes 'ff ff 0c 0f 24 0e 00 03 84 03 ff 0c 0c 03 e0 07 0c' all
"$rvt" dump --json all >out 2>err
check 'json: status' 1 $?
check 'json: kinds' 'idle message damage message idle message vendor incomplete' \
  "$(sed 's/.*"kind":"\([a-z]*\)".*/\1/' out | tr '\n' ' ' | sed 's/ $//')"
check 'json: idle' '{"kind":"idle","offset":0,"size":2}' "$(head -n 1 out)"
check 'json: rows of notes' 5 "$(grep -c '"note":.*"row":"NT:' out)"
check 'json: offset of a note' 1 "$(grep -c '"kind":"damage".*"note_offset":5' out)"
check 'json: bytes' 1 "$(grep -c '"kind":"vendor".*"bytes":"e007"' out)"

# Addresses and times are strings, and stand for the address, too.
printf 'ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x7ffffffffffffffe TSTAMP=0xffffffffffffffff\n' |
  "$rvt" assemble --ts - -o wide
"$rvt" dump --ts --json wide >out
check 'json: 64 bits' 1 "$(grep -c '"F-ADDR":"0x7ffffffffffffffe","TSTAMP":"0xffffffffffffffff"},"pc":"0xfffffffffffffffc"' out)"

# Full disks.
if [ -w /dev/full ]; then
  "$rvt" dump --json all >/dev/full 2>err
  check 'full disk: dump' 2 $?
  "$rvt" stats wide >/dev/full 2>err
  check 'full disk: stats' 2 $?
fi

# Little memory, down to none for the program itself (127): in some run it is missing in between.
ran='' none=0
for room in $(seq 12000 -40 4000); do
  (
    ulimit -v "$room"
    "$rvt" decode --pcs "$corpus/traps-rv64/htm.nex" -o pcs
  ) >out 2>err
  case $? in
  0 | 127) ;;
  2) grep -q '^rvt decode: expected memory, found none left$' err && none=1 ;;
  *) ran="$ran $room" ;;
  esac
done
check 'no memory: no other end' '' "$ran"
check 'no memory: said, with status 2' 1 "$none"

# The first byte may stand inside a message.
bytes '00 0f 0c 0f' inside
"$rvt" dump --blind inside >out
check 'blind: dump' '0x00000002: DirectBranch I-CNT=3  # 0c 0f' "$(tail -n 1 out)"
"$rvt" stats --blind inside >out
check 'blind: stats' 0 $?
check 'blind: stats, one message' 1 "$(grep -c '^DirectBranch  *1 ' out)"
bytes 'e0 07 e0' vendor
"$rvt" stats vendor >out 2>err
check 'vendor: stats' 0 $?

"$rvt" generate --xlen 64 --seed 5 -n 2000 -o g >out 2>&1
check 'program' 0 $?
"$rvt" encode --seed 1 --json g.rvti -o g.nex >out 2>&1
bytes '00 0f' inside
cat g.nex >>inside
"$rvt" decode --blind --elf g.elf inside -o out 2>err
check 'blind: decode' 0 $?
"$rvt" decode --elf g.elf g.nex -o whole
check 'blind: the same flow' "2000 2000" "$(grep -c '^0x' whole) $(grep -c '^0x' out)"

# Spike is asked for the memory of every piece of the program: by address, overlaps as one.
segment() { # upper half of the address in hexadecimal: 16 bytes of memory, none of the file
  at="\\0\\0\\x${1#??}\\x${1%??}"
  # shellcheck disable=SC2059
  printf "\\1\\0\\0\\0\\0\\0\\0\\0$at$at\\0\\0\\0\\0\\20\\0\\0\\0\\5\\0\\0\\0\\0\\20\\0\\0"
}
{
  printf '\177ELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\363\0\1\0\0\0\0\0\0\200\64\0\0\0'
  printf '\0\0\0\0\0\0\0\0\64\0\40\0\3\0\0\0\0\0\0\0'
  segment 9000 && segment 8000 && segment 8004
} >pieces.elf
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "$2" >arguments\nexit 3\n' >spike
chmod +x spike
"$rvt" record --isa rv32i --limit 3 --spike ./spike pieces.elf -o new.rvti 2>err
check 'pieces' '2 -m0x80000000:0x100000,0x90000000:0x100000' "$? $(cat arguments 2>&1)"
refuses 'beyond the address space' 'or one beyond the address space' \
  record --isa rv64gc --limit 3 --spike ./spike g.elf -o new.rvti

printf 'DirectBranch I-\0CNT=3\n' >zero
"$rvt" assemble zero -o out 2>err
check 'assemble: zero byte' "2 zero:1:16: expected text, found a zero byte" "$? $(sed 's/^rvt[^:]*: //' err)"
refuses 'generate: a stray word' "expected options only, found 'word'" generate word -o h
refuses 'generate: no value' "--set: expected NAME=VALUE, found 'p_halt'" generate --set p_halt -o h
refuses 'record: no number' "expected a number, found 'many'" record --isa rv32i --limit many g.elf -o h

# ---- Numbers: decimal, or hexadecimal after 0x; a leading 0 is octal to some --------------------

octal() { # found, arguments
  found=$1
  shift
  refuses "a leading 0: $*" "found '$found', which is neither decimal nor hexadecimal: leave the leading 0 out" "$@"
}
octal 010 generate --seed 010 -o h
octal 00 generate --xlen 64 -n 00 -o h
octal 010 generate --set p_halt=010 -o h
octal 010 encode --seed 010 g.rvti -o h
octal 010 encode --icnt-width 010 g.rvti -o h
octal 04 dump --src-bits 04 all
octal 07 decode --src 07 g.nex --elf g.elf
octal 0100 decode --jvt 0100 g.nex --elf g.elf
octal 010 record --isa rv32i --limit 010 g.elf -o h
octal 010000:4096 record --isa rv32i --mem 010000:4096 g.elf -o h
octal 04096 record --isa rv32i --mem 0x10000:04096 g.elf -o h
octal 010 device --listen unix:h --seed 010
octal SramWordsLog2=010 device --listen unix:h --set SramWordsLog2=010
octal IretireWidth=06 device --listen unix:h --set IretireWidth=06
octal 010 ctl --connect unix:h --timeout 010 status
octal 01000 ctl --connect unix:h --ram 01000 status
check 'a leading 0: nothing is left of them' '' "$(echo h* | grep -v '\*')"
"$rvt" generate --seed 8 --xlen 64 -n 100 -o dec >out
"$rvt" generate --seed 0x8 --xlen 0x40 -n 0x64 -o hex >out
check 'hexadecimal is the same number' same "$(cmp dec.rvti hex.rvti && cmp dec.elf hex.elf && echo same)"

report

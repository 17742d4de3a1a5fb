#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# How the tools behave: help, versions, suggestions, one shape of complaint, few of them, and output
# as soon as its input has come: cli_manners.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# ---- Help and version ---------------------------------------------------------------------------

commands=$("$rvt" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
version=$("$rvt" --version)
check 'version' 1 "$(echo "$version" | grep -c '^rvt [0-9]')"
for option in -V --version; do
  check "rvt $option" "0 $version" "$("$rvt" $option >out 2>&1; echo "$? $(cat out)")"
done
for option in -h '-?' help; do
  "$rvt" "$option" >out 2>&1
  check "rvt $option" '0 Usage: rvt COMMAND [OPTION...]' "$? $(head -n 1 out)"
done
for command in $commands; do
  "$rvt" "$command" --help >want 2>&1
  check "$command --help" "0 Usage: rvt $command" "$? $(head -n 1 want | cut -d ' ' -f 1-3)"
  for words in "$command -h" "$command -?" "help $command"; do
    # shellcheck disable=SC2086
    "$rvt" $words >out 2>&1
    check "$words" '0 same' "$? $(cmp want out && echo same)"
  done
  for option in -V --version; do
    check "$command $option" "0 $version" "$("$rvt" "$command" $option >out 2>&1; echo "$? $(cat out)")"
  done
done

says() { # name, status, text, arguments
  local name=$1 status=$2 text=$3
  shift 3
  "$rvt" "$@" >out 2>err </dev/null
  check "$name" "$status $text" "$? $(head -n 1 err)"
}
unknown='rvt: expected a command (see `rvt --help`), found'
says 'a slip' 2 "$unknown 'decod', did you mean 'decode'?" decod
says 'two letters exchanged' 2 "$unknown 'stast', did you mean 'stats'?" stast
says 'nothing like it' 2 "$unknown 'perform'" perform
says 'a word too short to guess' 2 "$unknown 'x'" x
says 'help for a slip' 2 "$unknown 'encoed', did you mean 'encode'?" help encoed

# ---- One shape ----------------------------------------------------------------------------------

"$rvt" generate --seed 5 --xlen 64 -n 2000 -o p >/dev/null
"$rvt" encode p.rvti -o p.nex 2>/dev/null
none='expected a readable file, found: No such file or directory'
says 'missing: dump' 2 "rvt dump: no: $none" dump no
says 'control characters of a name' 2 'rvt dump: \x1b[31mno\x0a: '"$none" dump $'\e[31mno\n'
says 'missing: stats' 2 "rvt stats: no: $none" stats no
says 'missing: decode' 2 "rvt decode: no: $none" decode no --elf p.elf
says 'missing: decode, program' 2 "rvt decode: no: $none" decode p.nex --elf no
says 'missing: decode, side-car' 2 "rvt decode: no: $none" decode p.nex --config no
says 'missing: assemble' 2 "rvt assemble: no: $none" assemble no
says 'missing: convert' 2 "rvt convert: no: $none" convert no x
says 'missing: encode' 2 "rvt encode: no: $none" encode no -o x.nex
says 'missing: stats, recording' 2 "rvt stats: no: $none" stats p.nex --recording no
mkdir folder
folder='expected a readable file, found: Is a directory'
says 'a folder: dump' 2 "rvt dump: folder: $folder" dump folder
says 'a folder: stats' 2 "rvt stats: folder: $folder" stats folder
says 'a folder: decode' 2 "rvt decode: folder: $folder" decode folder --elf p.elf
says 'a folder: decode, program' 2 "rvt decode: folder: $folder" decode p.nex --elf folder
says 'a folder: decode, side-car' 2 "rvt decode: folder: $folder" decode p.nex --config folder
says 'a folder: assemble' 2 "rvt assemble: folder: $folder" assemble folder
says 'a folder: convert' 2 "rvt convert: folder: $folder" convert folder x
says 'a folder: output' 2 'rvt dump: folder: expected a writable file, found: Is a directory' dump p.nex -o folder
says 'both styles' 2 'rvt decode: expected --pcs or --json, found both' decode p.nex --json --pcs
says 'calls without classes' 2 \
  'rvt encode: --itype-width: expected 4 for ir_en (implicit return), found 3 (NT:ING-08)' \
  encode p.rvti --itype-width 3 --implicit-return -o x.nex

if [ -w /dev/full ]; then
  full='<stdout>: expected to write it, found: No space left on device'
  for words in '--help' '--version' 'help' 'help decode'; do
    # shellcheck disable=SC2086
    "$rvt" $words >/dev/full 2>err
    check "full disk: $words" '2 1' "$? $(grep -c "$full" err)"
  done
  for words in 'dump p.nex' 'dump --json p.nex' 'decode p.nex' 'decode --json p.nex' 'stats p.nex' 'stats --json p.nex' \
    'convert p.rvti -' 'assemble p.msg' 'encode p.rvti -o -' 'decode --help' 'generate --list' \
    'encode p.rvti -o y.nex --json'; do
    [ -e p.msg ] || "$rvt" dump p.nex -o p.msg
    # shellcheck disable=SC2086
    "$rvt" $words >/dev/full 2>err
    check "full disk: $words" "2 rvt ${words%% *}: $full" "$? $(grep -v 'instructions,' err)"
  done
fi

# ---- Few, but never none ------------------------------------------------------------------------

tail -c +5 "$rvt" | head -c 100000 >noise # without the mark of an ELF file
for words in 'dump noise' 'stats noise' 'decode noise --elf p.elf'; do
  # shellcheck disable=SC2086
  "$rvt" $words >out 2>err
  check "noise: $words: status" 1 $?
  check "noise: $words: said" 1 "$(($(wc -l <err) <= 27 && $(grep -c ' more errors$' err) == 1))"
done
: >empty
printf '\377\377' >idle
for words in dump stats 'decode --elf p.elf'; do
  # shellcheck disable=SC2086
  says "empty: $words" 0 "rvt ${words%% *}: empty: warning: expected messages, found no byte" $words empty
  # shellcheck disable=SC2086
  says "idle: $words" 0 "rvt ${words%% *}: idle: warning: expected messages, found idle bytes alone" $words idle
done

# ---- JSON: what may have 64 bits is a string, small or not --------------------------------------

printf '%s\n' 'ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x3fffffff80002000 TSTAMP=7' \
  'IndirectBranchHist B-TYPE=0 I-CNT=3 U-ADDR=0x11 HIST=0x5 TSTAMP=2' 'Error ETYPE=0 ECODE=4' \
  'IndirectBranch B-TYPE=0 I-CNT=3 U-ADDR=0x11' 'Ownership PROCESS=0x3' |
  "$rvt" assemble --ts - -o fields.nex
"$rvt" dump --json --ts fields.nex >out
check 'json: fields as sent' '{"SYNC":5,"I-CNT":0,"F-ADDR":"0x3fffffff80002000","TSTAMP":"0x7"} {"B-TYPE":0,"I-CNT":3,"U-ADDR":"0x11","HIST":"0x5","TSTAMP":"0x2"} {"ETYPE":0,"ECODE":"0x4"} {"B-TYPE":0,"I-CNT":3,"U-ADDR":"0x11"} {"PROCESS":"0x3"}' \
  "$(sed 's/.*"fields":\({[^}]*}\).*/\1/' out | tr '\n' ' ' | sed 's/ $//')"
check 'json: and as meant' '"pc":"0x7fffffff00004000" "pc":"0x7fffffff00004022"' \
  "$(grep -o '"pc":"[^"]*"' out | tr '\n' ' ' | sed 's/ $//')"
printf '%s\n' 'ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x4' | "$rvt" assemble - -o small.nex
check 'json: a small address' '"F-ADDR":"0x4"' "$("$rvt" dump --json small.nex | grep -o '"F-ADDR":[^}]*')"
if command -v node >/dev/null || command -v python3 >/dev/null; then
  "$rvt" decode --json p.nex | python3 -c '
import json, sys
for line in sys.stdin:
    for name, value in json.loads(line).items():
        if name in ("pc", "from", "to", "time", "process", "ecode") and not value.startswith("0x"):
            sys.exit(f"{name}: {value}")'
  check 'json: decode' 0 $?
fi

# ---- As bytes arrive ----------------------------------------------------------------------------

mkfifo feed
arrives() { # name, bytes of the capture that are sent, least lines then shown, arguments
  local name=$1 sent=$2 least=$3
  shift 3
  "$rvt" "$@" - <feed >shown 2>err &
  local pid=$!
  exec 3>feed
  head -c "$sent" p.nex >&3
  has_lines() { [ "$(wc -l <shown)" -ge "$least" ]; }
  awaits $pid has_lines
  check "$name: shown before the end" 1 $(($(wc -l <shown) >= least))
  tail -c +$((sent + 1)) p.nex >&3
  exec 3>&-
  wait $pid
  check "$name: status" 0 $?
  "$rvt" "$@" p.nex >whole 2>err
  check "$name: the same as from a file" same "$(cmp shown whole && echo same)"
}
arrives 'dump' 60 5 dump
arrives 'dump --json' 60 5 dump --json
arrives 'decode' 60 50 decode --config p.json --elf p.elf
arrives 'decode --pcs' 60 50 decode --config p.json --elf p.elf --pcs
arrives 'decode --json' 60 10 decode --config p.json --elf p.elf --json

# 300 MB that are never whole in memory, good and bad.
bounded() { # name, status, arguments
  local name=$1 status=$2
  shift 2
  (ulimit -v 200000 && "$rvt" "$@" >out 2>err)
  check "$name: status" "$status" $?
}
head -c 300000000 /dev/zero | tr '\0' '\377' | bounded 'idle bytes: stats' 0 stats -
check 'idle bytes: stats: all of them' 1 "$(grep -c '^idle  *300000000$' out)"
head -c 300000000 /dev/zero | bounded 'a field without an end: stats' 1 stats -
check 'a field without an end: once' '300000000 1' "$(sed -n 's/^damaged  *//p' out) $(grep -c 'NT:DEC-03' err)"

report

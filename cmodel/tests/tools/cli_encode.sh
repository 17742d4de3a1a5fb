#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt encode and rvt stats from outside: cli_encode.sh [RVT]; run in the top directory of the tree.
# Bytes of V-... are those of the test vectors (sim/programs/vectors/section31.txt); the others were packed by
# hand.
. cmodel/tests/tools/cli.sh

hex() { od -An -v -tx1 "$1" | tr -d '\n' | sed 's/^ *//; s/  */ /g' | tr 'a-f' 'A-F'; }

record() { # name, steps with / between them, XLEN
  { echo "rvti xlen=${3:-32}" && echo "$2" | tr '/' '\n'; } >"$dir/$1.txt"
  "$rvt" convert "$dir/$1.txt" "$dir/$1.rvti" || check "record $1" 0 $?
}

gives() { # name, recording, options, bytes, PCs
  # shellcheck disable=SC2086
  "$rvt" encode $3 "$dir/$2.rvti" -o "$dir/t.nex" --pcs "$dir/t.pcs" 2>"$dir/err"
  check "$1: status" 0 $?
  check "$1: bytes" "$4" "$(hex "$dir/t.nex")"
  [ $# -lt 5 ] || check "$1: PCs" "$5" "$(tr '\n' ' ' <"$dir/t.pcs" | sed 's/0x//g; s/ $//')"
}

# 31.3 and 31.4: debug mode before and after the program gives SYNC 3 and EVCODE 0.
begin='halt on/halt off'
end='halt on'
record first "$begin/insn 0x100 1 none/insn + 2 taken/insn 0x200 1 none/$end"
record second "$begin/insn 0x100 1 none/insn + 2 not-taken/insn + 2 none/insn + 2 taken/insn 0x300 2 none/$end"
record second64 "$begin/insn 0x100 1 none/insn + 2 not-taken/insn + 2 none/insn + 2 taken/insn 0x300 2 none/$end" 64
record none "$begin/insn 0x100 1 none/insn + 2 not-taken/insn + 2 none/insn + 2 not-taken/insn + 1 none/insn + 2 none/$end"
record trap "$begin/insn 0x100 1 none/trap exception 0x102 cause=2/insn 0x400 1 none/$end"
record trap2 "$begin/insn 0x100 1 none/insn + 2 not-taken/insn + 2 none/trap exception 0x10a cause=2/insn 0x400 1 none/$end"
record interrupt "$begin/trap interrupt 0x100 cause=7/insn 0x400 1 none/$end"
gives V-BTM-1 first '--mode btm' '24 0D 00 0B 0C 0F 84 00 07' '100 102 200'
gives V-BTM-2 second '--mode btm' '24 0D 00 0B 0C 1F 84 00 0B' '100 102 106 10a 300'
gives V-BTM-3 none '--mode btm' '24 0D 00 0B 84 00 2B' '100 102 106 10a 10e 110'
gives V-BTM-4 trap '--mode btm' '24 0D 00 0B 10 19 00 2B 84 00 07' '100 400'
gives V-BTM-5 trap2 '--mode btm' '24 0D 00 0B 10 59 00 2B 84 00 07' '100 102 106 400'
gives V-BTM-6 interrupt '--mode btm' '24 0D 00 0B 10 0D 00 2B 84 00 07' '400'
gives V-HTM-1 first '--mode htm' '24 0D 00 0B 84 40 11 0F' '100 102 200'
gives V-HTM-2 second '--mode htm' '24 0D 00 0B 84 40 25 17'
gives V-HTM-3 none '' '24 0D 00 0B 84 40 29 13'

record debug 'insn 0x100 1 none/priv D/insn 0x102 1 none/priv M/insn 0x104 1 none'
gives 'debug mode is not traced' debug '--mode btm' '24 15 00 0B 84 00 07 24 0D 08 0B 84 10 07' '100 104'

# Options, each where the bytes depend on it.
gives single first '--mode btm --form single' '24 0D 00 0B 0C 0F 84 00 07' '100 102 200'
gives 'iretire-width 2' none '--mode btm --iretire-width 2' '24 0D 00 0B 84 00 2B'
gives 'V-PKT-3 and V-PKT-4, SRC' first '--mode btm --src-bits 4 --src-id 1' \
  '24 C4 01 00 0B 0C C7 84 04 43'
gives iaddr-on-int interrupt '--mode btm --iaddr-on-int 0' '24 0D 00 23 84 00 07' '400'
for seed in 1 2 3 4 5; do
  gives "seed $seed: folding changes no byte" trap "--mode btm --seed $seed" \
    '24 0D 00 0B 10 19 00 2B 84 00 07'
done
record returns "$begin/insn 0x100 1 return/insn 0x200 1 return/insn 0x300 1 none/$end"
gives V-SEQ-1 returns '--mode btm' '24 0D 00 0B 10 11 00 1B 10 11 00 0B 84 00 07'
gives 'plain-hist 1' returns '' '24 0D 00 0B 10 11 00 1B 10 11 00 0B 84 40 05 07'
gives 'plain-hist 0' returns '--plain-hist 0' \
  '24 0D 00 0B 70 11 00 19 07 70 11 00 09 07 84 40 05 07'
record call "$begin/insn 0x100 2 direct-call/insn 0x200 1 none/insn + 1 return/insn 0x104 2 none/$end"
gives V-IRT-1 call '--mode btm --implicit-return' '24 0D 00 0B 84 00 1B' '100 200 202 104'
gives 'V-IRT-1 without' call '--mode btm' '24 0D 00 0B 10 41 0B 84 00 0B'
gives 'implicit return by counting' call '--mode btm --implicit-return=1' '24 0D 00 0B 84 00 1B'
gives 'two slots per clock' first '--mode btm --blocks 2' '24 0D 00 0B 0C 0F 84 00 07' '100 102 200'
sleep='lowpower on/lowpower off'
record watchdog 'insn 0x100 2 none/insn + 1 indirect-jump/reset on/reset off/insn 0x1000 1 none'
gives 'hart reset' watchdog '--mode btm --events' '24 15 00 0B 30 04 0D 00 83 84 10 07' '100 104 1000'
record window "insn 0x100 1 none/trigger off/insn + 1 direct-jump/insn 0x200 1 none/trigger on/$sleep/insn + 1 none"
record window64 "insn 0x100 1 none/trigger off/insn + 1 direct-jump/insn 0x200 1 none/trigger on/$sleep/insn + 1 none" 64
gives 'triggers and low power' window '--mode btm --events' \
  '24 15 00 0B 84 10 07 24 15 00 13 84 04 07 24 25 04 13 84 10 07' '100 200 202'
gives 'triggers are ignored' window '--mode btm' '24 15 00 0B 84 04 0F 24 25 04 13 84 10 07' '100 102 200 202'
gives 'hart reset in any build' watchdog '--mode btm' '24 15 00 0B 30 04 0D 00 83 84 10 07' '100 104 1000'
record pair 'insn 0x100 2 none/insn + 2 indirect-jump sijump/insn 0x200 1 none'
record pair64 'insn 0x100 2 none/insn + 2 indirect-jump sijump/insn 0x200 1 none' 64
gives 'sequential jump' pair '--mode btm --sequential-jump' '24 15 00 0B 84 10 17' '100 104 200'
check 'sequential jump: side-car' 'true' \
  "$(sed -n 's/.*"sequential_jump": \([a-z]*\).*/\1/p' "$dir/t.json")"
again='/insn 0x200 1 none/insn + 1 indirect-jump'
record loop "insn 0x100 2 indirect-jump$again$again/insn 0x200 1 none"
gives 'V-RPT-3' loop '--mode btm --repeat-branch' '24 15 00 0B 10 21 00 1B 10 21 03 78 07 84 10 07' \
  '100 200 202 200 202 200'
gives 'V-RPT-3 in htm' loop '--mode htm --repeat-branch' '24 15 00 0B 10 21 00 1B 10 21 03 78 07 84 50 05 07' \
  '100 200 202 200 202 200'
gives 'no RepeatBranch' loop '--mode btm' '24 15 00 0B 10 21 00 1B 10 21 03 10 21 03 84 10 07'
record high 'insn 0xffffffff800031f4 1 none/insn + 2 indirect-jump/insn 0x40 1 none' 64
gives 'V-EXT-5 off' high '--mode btm' '24 15 E8 8C 04 00 00 FC FC FC FC FC 1F 10 31 68 8C 04 00 00 FC FC FC FC FC 1F 84 10 07'
gives 'V-EXT-5' high '--mode btm --extend-addr' '24 15 E8 8C 04 00 00 FF 10 31 68 8C 04 00 00 FF 84 10 07' \
  'ffffffff800031f4 ffffffff800031f6 40'
check 'extend-addr: side-car' 'true' "$(sed -n 's/.*"extend_addr": \([a-z]*\).*/\1/p' "$dir/t.json")"
record own 'priv U/insn 0x100 2 none/insn + 1 none/trap exception 0x106 cause=8/priv M/insn 0x1000 2 trap-return/priv VU/context 0x1d ctype=2/insn 0x106 1 none/insn + 1 none'
gives 'no Ownership' own '--mode btm' '24 15 00 0B 10 39 00 8B 10 21 0C 8B 84 10 0B'
gives 'Ownership of privilege' own '--mode btm --ownership privilege' \
  '24 15 00 0B 08 03 10 39 00 8B 08 33 10 21 0C 8B 08 43 84 10 0B' '100 104 1000 106 108'
gives 'V-OWN-1' own '--mode btm --ownership context' \
  '24 15 00 0B 08 0B 10 39 00 8B 08 3B 10 21 0C 8B 08 C8 3B 84 10 0B'
gives 'hcontext' own '--mode btm --ownership context --context-width 6 --hcontext-width 2' \
  '24 15 00 0B 08 0F 08 0B 10 39 00 8B 08 3F 08 3B 10 21 0C 8B 08 CF 08 C8 1B 84 10 0B'
check 'processes' 'process count bytes half-words
U hcontext 0x0 scontext 0x0 3 8 3
M hcontext 0x0 scontext 0x0 3 8 2
VU hcontext 0x1 scontext 0xd 3 8 2
not known 1 4 0' "$("$rvt" stats "$dir/t.nex" | sed -n '/^process/,$p' | tr -s ' ')"
check 'processes: JSON' "U 0x0 0x0 3 M 0x0 0x0 2 VU 0x1 0xd 2 - - - 0" "$("$rvt" stats --json "$dir/t.nex" | python3 -c '
import json, sys
for p in json.load(sys.stdin)["by_process"]:
    print(p.get("privilege", "-"), p.get("hcontext", "-"), p.get("scontext", "-"), p["halfwords"])' | xargs)"
# A write of a context ends no message: what ran before it is counted to the process after it.
record writes 'priv S/insn 0x100 1 none/insn + 1 none/context 0x21 ctype=2/insn + 1 none/context 0x22 ctype=2/insn + 1 indirect-jump/insn 0x200 1 none'
gives 'writes within a block' writes '--mode btm --ownership context' '24 15 00 0B 08 1B 08 98 43 08 18 47 10 41 00 1B 84 10 07'
check 'processes: writes within a block' 'process count bytes half-words
S scontext 0x22 3 10 5
not known 1 4 0
S scontext 0x21 1 3 0
S scontext 0x0 1 2 0' "$("$rvt" stats "$dir/t.nex" | sed -n '/^process/,$p' | tr -s ' ')"
printf '%s\n' 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80' 'Ownership PROCESS=0x27' | "$rvt" assemble - -o "$dir/half.nex"
check 'processes: the stream ends between two' 'S hcontext 0x1 1 2 0' "$("$rvt" stats "$dir/half.nex" | grep hcontext | tr -s ' ')"
check 'one process and no Ownership' '' "$("$rvt" encode --mode btm "$dir/own.rvti" -o "$dir/u.nex" 2>"$dir/err" && "$rvt" stats "$dir/u.nex" | sed -n '/^process/p')"
gives 'itype-width 3' call '--mode btm --itype-width 3' '24 0D 00 0B 10 41 0B 84 00 0B'
gives 'stack-depth 1' call '--mode btm --implicit-return --stack-depth 1' '24 0D 00 0B 84 00 1B'
gives hist-width second '--hist-width 3' '24 0D 00 0B 6C 44 07 84 40 25 07'
record times 'time 1000/insn 0x100 2 none/time 1005/insn + 1 taken/time 1100/insn 0x200 3 none/insn + 2 none'
gives 'V-TSP-1 and V-TSP-2' times '--mode btm --ts' '24 15 00 09 A0 3F 0C 0D 17 84 10 15 80 07'
gives 'ts-width 6' times '--mode btm --ts --ts-width 6' '24 15 00 09 A3 0C 0D 17 84 10 15 83'
gives 'no time' times '--mode btm' '24 15 00 0B 0C 0F 84 10 17'
four='insn + 2 none/insn + 2 none/insn + 2 none/insn + 2'
record sixteen "insn 0x100 2 none/insn + 2 none/insn + 2 none/insn + 2 none/$four not-taken/insn + 1 none"
record branch "insn 0x100 2 none/insn + 2 none/insn + 2 none/insn + 2 none/$four taken/insn 0x200 1 none"
on='--sync-mode halfwords --sync-max 0'
gives 'sync, HTM' sixteen "$on" '24 15 00 0B 74 08 41 40 09 0B 84 50 05 07'
gives 'sync, BTM' sixteen "--mode btm $on" '24 15 00 0B 24 08 11 40 0B 84 10 07'
gives 'sync at a branch' branch "--mode btm $on" '24 15 00 0B 2C 08 11 00 13 84 10 07'
gives 'plain-sync' branch "--mode btm $on --plain-sync" '24 15 00 0B 0C 43 24 09 00 13 84 10 07'
gives 'sync-max 1' branch '--mode btm --sync-mode halfwords --sync-max 1' '24 15 00 0B 0C 43 84 10 07'
gives 'sync-mode off' branch '--mode btm --sync-mode off --sync-max 0' '24 15 00 0B 0C 43 84 10 07'
steps='insn 0x100 2 none'
for _ in $(seq 92); do steps="$steps/insn + 2 none"; done
record long "$steps"
gives icnt-width long '--mode btm --icnt-width 8' '24 15 00 0B 6C 80 BB 84 10 03'
record slow 'insn 0x100 1 taken/insn 0x100 1 taken clocks=9'
gives 'pace natural' slow '--mode btm --ts' '24 15 00 09 07 0C 05 03 0C 05 07 84 10 01 07'
gives 'pace fast' slow '--mode btm --ts --pace fast' '24 15 00 09 03 0C 05 03 0C 05 07 84 10 01 07'
gives 'pace recorded' slow '--mode btm --ts --pace recorded' '24 15 00 09 07 0C 05 03 0C 05 27 84 10 01 07'

# Generated programs: what the decoder finds with the side-car alone is what was traced.
for options in '--mode btm' '--mode btm --sync-mode messages --sync-max 1' '' '--implicit-return' \
  '--implicit-return --sync-mode halfwords --sync-max 4 --ts --ts-width 9 --src-bits 12 --src-id 9' \
  '--hist-width 3 --icnt-width 8 --iretire-width 3 --plain-hist 0' '--form single --plain-sync'; do
  for xlen in 32 64; do
    "$rvt" generate --xlen $xlen --seed 5 -n 3000 -o "$dir/g" >"$dir/out" 2>&1
    # shellcheck disable=SC2086
    "$rvt" encode $options "$dir/g.rvti" -o "$dir/g.nex" --pcs "$dir/g.pcs" 2>"$dir/err"
    case $options in *--src-id*) src='--src 9' ;; *) src= ;; esac
    # shellcheck disable=SC2086
    "$rvt" decode --config "$dir/g.json" --elf "$dir/g.elf" $src --pcs "$dir/g.nex" >"$dir/got" 2>"$dir/err"
    check "decode '$options' xlen $xlen" '0 3000' "$? $(wc -l <"$dir/got" | tr -d ' ')"
    cmp -s "$dir/got" "$dir/g.pcs"
    check "PCs '$options' xlen $xlen" 0 $?
    # Without the list of PCs blocks are made in bulk.
    # shellcheck disable=SC2086
    "$rvt" encode --json $options "$dir/g.rvti" -o "$dir/bulk.nex" >"$dir/got"
    # shellcheck disable=SC2086
    "$rvt" encode --json $options "$dir/g.rvti" -o "$dir/g.nex" --pcs "$dir/g.pcs" | cmp -s - "$dir/got"
    check "in bulk '$options' xlen $xlen: counts" 0 $?
    cmp -s "$dir/bulk.nex" "$dir/g.nex"
    check "in bulk '$options' xlen $xlen: bytes" 0 $?
  done
done
check 'side-car names the ELF file by its hash' 1 \
  "$(grep -c "$(sha256sum "$dir/g.elf" | cut -d ' ' -f 1)" "$dir/g.json")"

# Presets: all of the list that are encoders, and what they have not.
for preset in $("$rvt" encode --preset '?' 2>&1 | sed -n 's/.*expected one of \(.*\), found.*/\1/p'); do
  case $preset in etrace-irets) bytes='05 1F 00 C1 A0 00 02 73 40 03 89 00 04 05 9F 00 C1 A0 00' ;; etrace*) bytes='01 1F 02 73 40 03 89 00 04 01 5F' ;; *) bytes='24 0D 00 0B 84 40 25 17' ;; esac
  case $preset in *64) xlen=64 own=second64 other=second found=32 ;; *) xlen=32 own=second other=second64 found=64 ;; esac
  "$rvt" encode --preset "$preset" "$dir/$own.rvti" -o "$dir/p.nex" 2>"$dir/err"
  check "preset $preset" "0 $bytes" "$? $(hex "$dir/p.nex")"
  "$rvt" encode --preset "$preset" "$dir/$other.rvti" -o "$dir/q.nex" 2>"$dir/err"
  check "preset $preset: XLEN" "2 rvt encode: $dir/$other.rvti: expected XLEN $xlen as preset $preset has, found $found" \
    "$? $(cat "$dir/err")"
done
refuses() { # options, text, recording
  # shellcheck disable=SC2086
  "$rvt" encode $1 "$dir/${3:-first}.rvti" -o "$dir/q.nex" 2>"$dir/err"
  check "refused: $1" "2 rvt encode: $2" "$? $(cat "$dir/err")"
}
# What micro has not, and what no option builds; rv64 has some of it.
for option in --mode=btm --implicit-return=1 --implicit-return=2 --sequential-jump --all-jumps --repeat-branch --extend-addr \
  --events --ownership=privilege --ownership=context; do
  refuses "--preset micro --stack-depth 8 $option" "$option: expected an encoder that has it, found preset micro"
done
for option in --all-jumps --repeat-branch --extend-addr --ownership=privilege --ownership=context; do
  refuses "--preset rv64 $option" "$option: expected an encoder that has it, found preset rv64" second64
done
refuses '--preset micro --implicit-return' '--implicit-return: expected an encoder that has it, found preset micro'
refuses '--preset micro --src-bits 1' '--src-bits: expected an encoder that has it, found preset micro'
refuses '--preset etrace --implicit-return' '--implicit-return: expected an encoder that has it, found preset etrace'
refuses '--preset micro --ts' '--ts: expected an encoder that has it, found preset micro'
gives 'what rv64 has' pair64 '--preset rv64 --mode btm --sequential-jump --events' '24 15 00 0B 84 10 17'
gives 'triggers are ignored by rv64' window64 '--preset rv64 --mode btm' '24 15 00 0B 84 04 0F 24 25 04 13 84 10 07' '100 102 200 202'
gives 'triggers of rv64' window64 '--preset rv64 --mode btm --events' \
  '24 15 00 0B 84 10 07 24 15 00 13 84 04 07 24 25 04 13 84 10 07' '100 200 202'
gives 'an option that builds it' call '--preset micro --implicit-return --stack-depth 1' '24 0D 00 0B 84 40 19 07'
check 'nothing was written' '' "$(find "$dir" -name 'q.*')"

# Counts.
"$rvt" encode --mode btm --json "$dir/first.rvti" -o "$dir/t.nex" >"$dir/out"
check 'json' '{"instructions":3,"traps":0,"blocks":2,"clocks":0,"messages":3,"bytes":9,"bits_per_instr":24.0,"by_message":{"DirectBranch":{"count":1,"bytes":2},"ProgTraceSync":{"count":1,"bytes":4},"ProgTraceCorrelation":{"count":1,"bytes":3}}}' \
  "$(sed 's/"clocks":[0-9]*/"clocks":0/' "$dir/out")"
"$rvt" encode --mode btm "$dir/first.rvti" -o "$dir/t.nex" 2>"$dir/err"
check 'text' "$dir/t.nex: 3 instructions, 3 messages, 9 bytes, 24.000 bit/instr" "$(cat "$dir/err")"
"$rvt" encode --mode btm "$dir/first.rvti" -o - 2>"$dir/err" >"$dir/std"
check 'standard output' '0 24 0D 00 0B 0C 0F 84 00 07' "$? $(hex "$dir/std")"
"$rvt" encode --mode btm "$dir/first.rvti" -o "$dir/odd.name" 2>"$dir/err"
check 'side-car of another name' yes "$([ -f "$dir/odd.name.json" ] && echo yes)"

# Bad recordings: status 2, one line that names the file, and what was there stays.
size=$(wc -c <"$dir/g.rvti")
for n in 0 1 50 $((size / 2)) $((size - 1)); do
  head -c "$n" "$dir/g.rvti" >"$dir/cut.rvti"
  echo old >"$dir/keep.nex"
  "$rvt" encode "$dir/cut.rvti" -o "$dir/keep.nex" --pcs "$dir/keep.pcs" 2>"$dir/err"
  check "cut at $n" '2 1 1' "$? $(wc -l <"$dir/err" | tr -d ' ') $(grep -c "^rvt encode: $dir/cut.rvti" "$dir/err")"
  check "cut at $n: OUT kept, nothing left" 'old keep.nex' \
    "$(cat "$dir/keep.nex") $(find "$dir" -name 'keep.*' | sed 's,.*/,,')"
done
cp "$dir/g.rvti" "$dir/bad.rvti"
printf '\377' | dd of="$dir/bad.rvti" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
"$rvt" encode "$dir/bad.rvti" -o "$dir/keep.nex" --pcs "$dir/keep.pcs" 2>"$dir/err"
check 'a damaged byte' '2 1' "$? $(grep -c "^rvt encode: $dir/bad.rvti" "$dir/err")"
record odd 'insn 0x100 3 none'
"$rvt" encode "$dir/odd.rvti" -o "$dir/keep.nex" 2>"$dir/err"
check 'what no port can show' "2 rvt encode: $dir/odd.rvti: step 0: an instruction of 3 half-words cannot end a block (NT:ING-06)" \
  "$? $(cat "$dir/err")"
check 'bad: OUT kept, nothing left' 'old keep.nex' \
  "$(cat "$dir/keep.nex") $(find "$dir" -name 'keep.*' | sed 's,.*/,,')"
"$rvt" encode "$dir/missing.rvti" -o "$dir/q.nex" 2>"$dir/err"
check 'missing' 2 $?

# Output that cannot be written leaves nothing of the others.
"$rvt" encode "$dir/first.rvti" -o "$dir/nowhere/q.nex" 2>"$dir/err"
check 'no such directory' '2 1' "$? $(wc -l <"$dir/err" | tr -d ' ')"
mkdir "$dir/q.json"
"$rvt" encode "$dir/first.rvti" -o "$dir/q.nex" 2>"$dir/err"
check 'side-car is a directory' 2 $?
rmdir "$dir/q.json"
"$rvt" encode "$dir/first.rvti" -o "$dir/q.nex" --pcs "$dir/nowhere/q.pcs" 2>"$dir/err"
check 'PCs nowhere' 2 $?
if [ -c /dev/full ]; then
  "$rvt" encode "$dir/g.rvti" -o - >/dev/full 2>"$dir/err"
  check 'full disk' 2 $?
  "$rvt" encode "$dir/g.rvti" -o "$dir/q.nex" --pcs /dev/full 2>"$dir/err"
  check 'full disk for PCs' 2 $?
fi
record wide 'insn 0x100 2 none/context 0x15 ctype=1/insn + 2 none/insn + 2 none/context 0x1fff01 ctype=2/insn + 1 none/context 0x3 ctype=3/insn + 1 none'
record widest 'insn 0x100 2 none/context 0x15 ctype=1/insn + 2 none/context 0x8000000000000000 ctype=2/insn + 2 none' 64
wants='expected a context of at most'
refuses '--ownership context --context-width 4' "$dir/own.rvti: after 3 instructions: $wants 4 bits, found 0x1d; all of them fit --context-width=5" own
refuses '--ownership context --context-width 4' "$dir/wide.rvti: after 1 instructions: $wants 4 bits, found 0x15; all of them fit --context-width=21" wide
refuses '--ownership context' "$dir/wide.rvti: after 3 instructions: $wants 16 bits, found 0x1fff01; all of them fit --context-width=21" wide
refuses '--ownership context --context-width 4' "$dir/widest.rvti: after 1 instructions: $wants 4 bits, found 0x15; the widest one has 64 bits, more than the 58 that Ownership reports (NT:OWN-01)" widest
"$rvt" encode "$dir/wide.rvti" -o "$dir/w.nex" --ownership context --context-width 21 2>"$dir/err"
check 'the width that is wanted' 0 $?
"$rvt" encode "$dir/own.rvti" -o "$dir/w.nex" --ownership context --context-width 5 2>"$dir/err"
check 'a context that fits' 0 $?
check 'nothing half-written' '' "$(find "$dir" -name 'q.*')"

# Options that are wrong, alone or together.
for options in '' '-o' '--mode off' '--mode 3' '--icnt-width 7' '--icnt-width 23' '--hist-width 2' \
  '--hist-width 33' '--stack-depth 33' '--src-bits 13' '--src-id 4096' '--sync-max 16' \
  '--sync-mode sometimes' '--ts-width 0' '--ts-width 65' '--iretire-width 0' '--iretire-width 9' \
  '--itype-width 5' '--plain-hist 2' '--iaddr-on-int yes' '--seed -1' '--seed x' '--form long' \
  '--pace slow' '--preset nothing' '--what' '--icnt-width 8x' '--src-id 1' '--src-bits 2 --src-id 4' \
  '--ownership never' '--ownership context --context-width 0' '--ownership context --context-width 65' \
  '--ownership context --context-width 27' '--ownership context --context-width 8 --hcontext-width 8' \
  '--context-width 8' '--ownership privilege --hcontext-width 2' '--ownership off --context-width 8' \
  '--implicit-return --stack-depth 0' '--implicit-return --itype-width 3' '--icnt-width 8 --iretire-width 8'; do
  # shellcheck disable=SC2086
  "$rvt" encode "$dir/first.rvti" ${options:+-o "$dir/q.nex"} $options >"$dir/out" 2>"$dir/err"
  check "options '$options'" '2 ' "$? $(cat "$dir/out")"
done
# Options are named, not the recording.
refuses '--src-bits 5 --src-id 40' '--src-id: expected 0..31 with --src-bits=5, found 40 (NT:SRC-01)'
refuses '--src-id 1' '--src-id: expected 0..0 with --src-bits=0, found 1 (NT:SRC-01)'
refuses '--ownership context --context-width 26 --hcontext-width 40' '--hcontext-width: expected 0..25, found 40: 0..context_width-1 (NT:OWN-07)'
refuses '--ownership context --context-width 27' '--context-width: expected 1..26 with context 2, found 27: 1..xlen-6 (NT:OWN-01)'
refuses '--ownership context --context-width 59' '--context-width: expected 1..58 with context 2, found 59: 1..xlen-6 (NT:OWN-01)' second64
refuses '--context-width 8' '--context-width: expected --ownership=context, found none'
refuses '--ownership privilege --hcontext-width 2' '--hcontext-width: expected --ownership=context, found --ownership=privilege'
refuses '--ts-width 20' '--ts-width: expected --ts, found none'
refuses '--preset rv64 --ts-width 20' '--ts-width: expected --ts, found none' second64
refuses '--icnt-width 8 --iretire-width 8' '--icnt-width: expected 9..22, found 8: 8..22, > iretire_width unless single (NT:ICNT-07, NT:ICNT-11)'
refuses '--iretire-width 1' '--iretire-width: expected 2..8, found 1: 2..8, 1..8 if single (NT:ING-05)'
refuses '--implicit-return --itype-width 3' '--itype-width: expected 4 for ir_en (implicit return), found 3 (NT:ING-08)'
refuses '--implicit-return --stack-depth 0' '--stack-depth: expected 1..32 for ir_en (implicit return), found 0'
"$rvt" encode "$dir/first.rvti" "$dir/first.rvti" -o "$dir/q.nex" 2>"$dir/err"
check 'two recordings' 2 $?
"$rvt" encode "$dir/first.rvti" -o - --json >"$dir/out" 2>"$dir/err"
check 'two things on standard output' '2 ' "$? $(cat "$dir/out")"
check 'wrong options write nothing' '' "$(find "$dir" -name 'q.*')"

# The example of --help does what it says.
mkdir "$dir/example"
"$rvt" encode --help | sed -n 's/^  \$ //p' >"$dir/example/run"
rvt_dir=$(cd "$(dirname "$rvt")" && pwd)
(cd "$dir/example" && PATH="$rvt_dir:$PATH" sh ./run >out 2>&1)
check 'example' "$("$rvt" encode --help | sed -n '/^Example:/,$p' | sed -n 's/^  \([^$]\)/\1/p')" \
  "$(cat "$dir/example/out")"

# The widths of iretire that are taken are those that --help names: first and last, with and without --form single.
widths=$("$rvt" encode --help | tr -s ' \n' ' ' | sed -n 's/.*iretire, \([0-9]\)\.\.\([0-9]\), or \([0-9]\)\.\.\([0-9]\) with --form single.*/\1 \2 \3 \4/p')
taken=
for form in block single; do
  for width in 0 1 2 3 4 5 6 7 8 9; do
    "$rvt" encode --form $form --iretire-width $width "$dir/first.rvti" -o "$dir/w.nex" 2>"$dir/err" && taken="$taken $form$width"
  done
done
check 'widths of iretire' " $(seq -f 'block%g' -s ' ' ${widths% * *}) $(seq -f 'single%g' -s ' ' ${widths#* * })" "$taken"

# rvt stats: two synchronizing messages 3 messages and 9 bytes apart, an Error, idle bytes.
printf '\044\025\000\013\014\017\020\031\000\053\040\000\007\377\377\044\035\000\013' >"$dir/s.nex"
"$rvt" stats --json --recording "$dir/first.rvti" "$dir/s.nex" >"$dir/out" 2>"$dir/err"
check 'stats --json' '1 {"size":19,"messages":5,"bytes":17,"idle_bytes":2,"vendor_bytes":0,"reserved_bytes":0,"damaged_bytes":0,"incomplete_bytes":0,"overflows":1,"instructions":3,"bits_per_instr":45.3333,"by_message":{"DirectBranch":{"count":1,"bytes":2},"IndirectBranch":{"count":1,"bytes":4},"Error":{"count":1,"bytes":3},"ProgTraceSync":{"count":2,"bytes":8}},"sync_distance_bytes":{"count":1,"min":15,"mean":15.0,"max":15},"sync_distance_messages":{"count":1,"min":4,"mean":4.0,"max":4},"field_bytes":{"I-CNT":[0,4,0,0,0,0,0,0,0,0,0,0],"F-ADDR":[0,0,2,0,0,0,0,0,0,0,0,0],"U-ADDR":[0,0,1,0,0,0,0,0,0,0,0,0],"ECODE":[0,0,1,0,0,0,0,0,0,0,0,0]},"by_process":[{"src":0,"messages":5,"bytes":17,"halfwords":4}]}' \
  "$? $(cat "$dir/out")"
check 'stats: a loss is said' "rvt stats: $dir/s.nex:0x0000000a: overflow: 1 Error message announces that trace was lost, here first (NT:ERR-01)" \
  "$(cat "$dir/err")"
"$rvt" stats "$dir/s.nex" >"$dir/out" 2>"$dir/err"
check 'stats: overflows' 1 "$(grep -c '^overflows  *1$' "$dir/out")"
check 'stats: distance' 1 "$(grep -c 'sync distance, bytes  *1 times, 15 to 15, mean 15.0' "$dir/out")"
# SRC of 12 bits: two sources that differ in the last bit alone, each with its own distances.
printf '%s\n' 'ProgTraceSync SRC=4000 SYNC=3 I-CNT=0 F-ADDR=0x80' 'ProgTraceSync SRC=1952 SYNC=3 I-CNT=0 F-ADDR=0x80' \
  'DirectBranch SRC=4000 I-CNT=3' 'DirectBranch SRC=1952 I-CNT=63' \
  'IndirectBranch SRC=4000 B-TYPE=0 I-CNT=70 U-ADDR=0x3f' 'ProgTraceSync SRC=4000 SYNC=2 I-CNT=0 F-ADDR=0x80' \
  'ProgTraceSync SRC=1952 SYNC=2 I-CNT=2 F-ADDR=0x80' | "$rvt" assemble --src-bits 12 - -o "$dir/wide.nex"
"$rvt" stats --src-bits 12 --json "$dir/wide.nex" >"$dir/out"
check 'stats: SRC of 12 bits' '0 "sync_distance_bytes":{"count":2,"min":26,"mean":26.0,"max":26},"sync_distance_messages":{"count":2,"min":2,"mean":2.5,"max":3},"field_bytes":{"I-CNT":[0,6,1,0,0,0,0,0,0,0,0,0],"F-ADDR":[0,0,4,0,0,0,0,0,0,0,0,0],"U-ADDR":[0,1,0,0,0,0,0,0,0,0,0,0]},"by_process":[{"src":4000,"messages":4,"bytes":22,"halfwords":73},{"src":1952,"messages":3,"bytes":16,"halfwords":65}]}' \
  "$? $(grep -o '"sync_distance_bytes.*' "$dir/out")"
printf '\014\016\014\017\014' >"$dir/s.nex"
"$rvt" stats --json "$dir/s.nex" >"$dir/out" 2>"$dir/err"
check 'stats: damage' '1 "damaged_bytes":4,"incomplete_bytes":1' \
  "$? $(grep -o '"damaged_bytes":4,"incomplete_bytes":1' "$dir/out")"
check 'stats: damage is told' 1 "$(grep -c "^rvt stats: $dir/s.nex:0x00000001: expected MSEO.*NT:PKT-12" "$dir/err")"
for args in '' 'a b' "$dir/missing" "--recording $dir/missing $dir/s.nex" "--what $dir/s.nex"; do
  # shellcheck disable=SC2086
  "$rvt" stats $args >"$dir/out" 2>"$dir/err" </dev/null
  check "stats $args" '2 ' "$? $(cat "$dir/out")"
done
printf '\044\025\000\013\014\017\204\020\007' | "$rvt" stats - >"$dir/out"
check 'example of stats' "$(cat "$dir/out")" \
  "$("$rvt" stats --help | sed -n '/^Example:/,$p' | sed -n 's/^  \([^$]\)/\1/p')"

report

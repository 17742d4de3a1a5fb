#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt generate from outside: cli_generate.sh [RVT].
. cmodel/tests/tools/cli.sh

for xlen in 32 64; do
  "$rvt" generate --seed 7 --xlen $xlen -n 5000 -o "$dir/a"
  check "$xlen: status" 0 $?
  "$rvt" generate --seed 7 --xlen $xlen -n 5000 -o "$dir/b"
  cmp -s "$dir/a.elf" "$dir/b.elf" && cmp -s "$dir/a.rvti" "$dir/b.rvti"
  check "$xlen: repeated" 0 $?
  "$rvt" generate --seed 8 --xlen $xlen -n 5000 -o "$dir/b"
  cmp -s "$dir/a.elf" "$dir/b.elf"
  check "$xlen: another seed" 1 $?
  "$rvt" convert "$dir/a.rvti" "$dir/a.txt"
  check "$xlen: instructions" 5000 "$(grep -c '^insn ' "$dir/a.txt")"
  check "$xlen: header" \
    "rvti xlen=$xlen isa=rv${xlen}imac_zicsr elf=$(sha256sum "$dir/a.elf" | cut -d ' ' -f 1) words" \
    "$(sed "1s/ loaded=[0-9a-f]\{64\}//; q" "$dir/a.txt")"
done

"$rvt" generate --set traps=0 --set p_halt=0 -n 20000 -o "$dir/c" --counts >"$dir/counts"
check 'counts: status' 0 $?
check 'counts: instructions' 1 "$(grep -c '^ *20000  instructions retired$' "$dir/counts")"
check 'counts: traps=0' 2 "$(grep -cE '^ *0  (exceptions|interrupts)$' "$dir/counts")"
"$rvt" convert "$dir/c.rvti" "$dir/c.txt"
check 'traps=0, p_halt=0: instructions only' 20000 "$(($(wc -l <"$dir/c.txt") - 1))"
check 'list' 1 "$("$rvt" generate --list | grep -c '^retire_max  *4  *1  *64 ')"

# Contexts are those that an encoder can send: 6 bits less than XLEN (NT:OWN-01).
for xlen in 32 64; do
  "$rvt" generate --xlen $xlen --set p_context=100000 -n 20000 -o "$dir/c"
  "$rvt" encode --ownership context --context-width $((xlen - 6)) "$dir/c.rvti" -o "$dir/c.nex" 2>"$dir/err"
  check "contexts of $xlen: encoded" '0 ' "$? $(grep -v instr "$dir/err")"
  "$rvt" encode --ownership context --context-width $((xlen - 7)) "$dir/c.rvti" -o "$dir/c.nex" 2>"$dir/err"
  check "contexts of $xlen: of all these bits" 2 $?
done
rm "$dir/c.nex" "$dir/c.json"

complaint() { # name, text, arguments...
  name=$1
  text=$2
  shift 2
  "$rvt" generate "$@" >"$dir/out" 2>"$dir/err"
  check "$name: status" 2 $?
  check "$name: text" 1 "$(grep -cF -- "$text" "$dir/err")"
}
complaint 'range' 'retire_max: expected 1..64, found 65' --set retire_max=65 -o "$dir/x"
complaint 'name' "expected the name of a parameter, found 'p_x'" --set p_x=1 -o "$dir/x"
complaint 'form' "expected NAME=VALUE, found 'traps'" --set traps -o "$dir/x"
complaint 'number' "--seed: expected a number up to 18446744073709551615, found '-1'" --seed=-1 -o "$dir/x"
complaint 'big number' 'retire_max: expected a number up to 4294967295' --set retire_max=4294967300 -o "$dir/x"
complaint 'xlen' 'xlen: expected 32 or 64, found 16' --xlen 16 -o "$dir/x"
complaint 'no output' 'expected -o OUT'
complaint 'no instructions' '--instructions: expected at least 1, found 0' -n 0 -o "$dir/x"
complaint 'directory' "$dir/none/x.elf: expected a writable file" -o "$dir/none/x"
check 'nothing left behind' 'a.elf a.rvti a.txt b.elf b.rvti c.elf c.rvti c.txt counts err out' \
  "$(ls "$dir" | tr '\n' ' ' | sed 's/ $//')"

report

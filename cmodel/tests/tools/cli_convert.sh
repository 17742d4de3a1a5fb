#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt convert from outside: cli_convert.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh

cat >"$dir/a.txt" <<'TEXT'
rvti xlen=32 isa=rv32imc words
priv U
insn 0x100 2 taken word=0xfe000ee3
trap exception 0xfc cause=0x2 tval=0x0
TEXT
cp "$dir/a.txt" "$dir/want"

"$rvt" convert "$dir/a.txt" "$dir/a.rvti"
check 'text is accepted' 0 $?
check 'text comes back' "$(cat "$dir/want")" "$("$rvt" convert "$dir/a.rvti" -)"
"$rvt" convert "$dir/a.rvti" "$dir/b.txt"
check 'text comes back in a file' "$(cat "$dir/want")" "$(cat "$dir/b.txt")"

echo 'insn 0 1 7' >>"$dir/a.txt"
error=$("$rvt" convert "$dir/a.txt" "$dir/bad.rvti" 2>&1)
check 'a bad line: status' 2 $?
check 'a bad line: text' "rvt convert: $dir/a.txt:5: itype 7 is reserved (NT:ITY-07)" "$error"
check 'a bad line: nothing is left' '' "$(find "$dir" -name 'bad*')"

size=$(wc -c <"$dir/a.rvti")
head -c $((size - 1)) "$dir/a.rvti" >"$dir/cut.rvti"
"$rvt" convert "$dir/cut.rvti" "$dir/cut.txt" 2>/dev/null
check 'a cut recording: status' 2 $?
check 'a cut recording: nothing is left' '' "$(find "$dir" -name 'cut.txt*')"
"$rvt" convert "$dir/nothing" "$dir/x" 2>/dev/null
check 'no such file: status' 2 $?

report

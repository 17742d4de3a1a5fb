#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The programs with table jumps (scripts/zc): `rvt decode` finds the PCs of their walks, and refuses the same bytes
# with one entry of the table altered, the table elsewhere or another ISA; and what a hart tells wrongly of them.
set -euo pipefail
tmp=${RVT_TMP:-$(mktemp -d)}
rvt=build/bin/rvt
count=0

program() { # program NAME [PYTHON]: makes NAME-*.elf in $tmp, altered by what is done to `m` and `isa`
  PYTHONPATH=scripts/zc python3 - "$tmp/$1" "${2:-}" <<'END'
import sys
import program
m, _, end, isa = program.build(32, "")
changed = {"m": m, "isa": isa, "TABLE": program.TABLE}
exec(sys.argv[2], changed)
open(sys.argv[1], "wb").write(program.image(m, end, changed["isa"]))
END
}

encode() { # encode RVTI MODE RETURNS: $tmp/trace and $tmp/ran
  $rvt encode "$1" -o "$tmp/trace" --pcs="$tmp/ran" --mode="$2" ${3:+--implicit-return="$3"} >"$tmp/out" 2>&1
}

found() { # found ELF [RETURNS]: whether the PCs that ran are found
  $rvt decode "$tmp/trace" --config=none --elf "$tmp/$1" --pcs -o "$tmp/pcs" ${2:+--implicit-return="$2"} >"$tmp/out" 2>&1 &&
    cmp -s "$tmp/pcs" "$tmp/ran"
}

fail() {
  cat "$tmp/out"
  echo "$1"
  exit 1
}

python3 scripts/zc/program.py "$tmp/zc-rv32"
$rvt convert "$tmp/zc-rv32.txt" "$tmp/zc-rv32.rvti"
program good
cmp "$tmp/good" "$tmp/zc-rv32.elf"
while IFS='|' read -r what change; do
  program bad "$change"
  for mode in btm htm; do
    for returns in '' 3; do
      encode "$tmp/zc-rv32.rvti" "$mode" "$returns"
      found good "$returns" || fail "$mode $returns: a good program was refused"
      ! found bad "$returns" || fail "$mode $returns: $what: not seen"
      count=$((count + 1))
    done
  done
done <<'END'
the first entry of CM.JT|m.write(TABLE, m.read(TABLE) + 2)
an entry in the chain|m.write(TABLE + 17 * 4, m.read(TABLE + 17 * 4) + 2)
an entry of CM.JALT|m.write(TABLE + 33 * 4, m.read(TABLE + 33 * 4) + 2)
the last entry|m.write(TABLE + 255 * 4, m.read(TABLE + 255 * 4) - 2)
the table elsewhere|m.label["__jvt_base$"] += 64
no Zcmt|isa = isa.replace("_zcmt", "")
no Zcmp|isa = isa.replace("_zcmp", "")
END

# The words 0xa... are the table jumps, 0xb... the returns with a frame.
while IFS='|' read -r what change; do
  sed "$change" "$tmp/zc-rv32.txt" >"$tmp/bad.txt"
  ! cmp -s "$tmp/bad.txt" "$tmp/zc-rv32.txt" || fail "$what: nothing was altered"
  $rvt convert "$tmp/bad.txt" "$tmp/bad.rvti"
  for mode in btm htm; do
    encode "$tmp/bad.rvti" "$mode"
    ! found good || fail "$mode: $what: not seen"
    count=$((count + 1))
  done
done <<'END'
CM.JALT told as an indirect call|/word=0xa/s/direct-call/indirect-call/
CM.JT told as an indirect jump|/word=0xa/s/direct-jump/indirect-jump/
CM.POPRET told as nothing|/word=0xbe/s/return/none/
CM.POPRETZ told as nothing|/word=0xbc/s/return/none/
CM.POPRET told as two half-words|/word=0xbe/s/ 1 return/ 2 return/
END

# A walk that leaves out what it is for is refused by its maker.
if PYTHONPATH=scripts/zc python3 -c 'import program, sys; program.ROUNDS = 1; sys.exit(program.main())' \
   "$tmp/few-rv32" 2>"$tmp/out"; then
  fail "a walk of one round was accepted"
fi
grep -q 'return: .* times, expected 1000' "$tmp/out" || fail "a walk of one round: expected its returns to be counted"
count=$((count + 1))
echo "table jumps: $count faults refused"

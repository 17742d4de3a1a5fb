#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# corpus_refuses.sh [BUILD]: scripts/corpus/corpus.py passes on a part of the corpus and refuses the same part
# with any one expected file altered, or with a tool that does its work and fails all the same.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=${1:-build}
. scripts/lib/refuses.sh
part=$tmp/corpus

fresh() { # CASE: the copy holds this one alone
  rm -rf "$part"
  mkdir "$part"
  cp -r "sim/corpus/${1%/*}" "$part"
  find "$part" -name '*.scn' ! -path "*/$1.scn" -delete
  grep "^$1 " sim/corpus/corpus.list >"$part/corpus.list"
}

check() { python3 scripts/corpus/corpus.py --build "${tools:-$build}" --corpus "$part"; }

edit() { # FILE SED: a compressed text file
  xz -dc "$1" | sed "$2" >"$tmp/text"
  xz -c "$tmp/text" >"$1"
}

case=setjmp-rv32/returns
fresh $case
accepts "a good corpus" check
printf '\000' | dd of="$part/$case.nex" bs=1 seek=100 conv=notrunc status=none
refuses 'another byte' 'bytes on the pins differ at 100' check
fresh $case
truncate -s -1 "$part/$case.nex"
refuses 'a byte less' 'bytes of rvt assemble differ' check
fresh $case
edit "$part/${case%/*}/pcs.xz" '500s/0x8/0x9/'
refuses 'another PC' 'after overflow 0, instruction 499' check
fresh $case
edit "$part/${case%/*}/pcs.xz" '$d'
refuses 'a PC less' 'ran nothing' check
fresh $case
edit "$part/$case.messages.xz" 20d
refuses 'a message less' 'messages of the oracle differ at 19' check
fresh $case
sed -i 's/"stack_depth": 8/"stack_depth": 7/' "$part/$case.json"
refuses 'another side-car' 'stack_depth is 7, expected 8' check
fresh $case
printf x >>"$part/${case%/*}/program.elf"
refuses 'another ELF file' 'expected SHA-256' check
fresh $case
sed -i 's/^expect messages .*/expect messages 100000/' "$part/$case.scn"
refuses 'a case that was not reached' 'the scenario expects messages 100000' check
fresh $case
sed -i 's/--implicit-return//' "$part/corpus.list"
refuses 'another configuration' 'bytes of rvt encode differ' check
fresh $case
cp "$part/$case.scn" "$part/${case%/*}/more.scn"
refuses 'a scenario that nobody names' 'expected a line in corpus.list' check
fresh $case
rm "$part/$case.nex"
refuses 'no expected bytes' 'expected bytes, found no file' check
fresh calls-rv32/overflow
edit "$part/calls-rv32/overflow.pcs.xz" '0,/overflow/{/overflow/d}'
refuses 'an overflow less' 'before overflow 1, 1197 instructions are missing' check
fresh calls-rv32/overflow
edit "$part/calls-rv32/overflow.pcs.xz" 's/overflow.*/overflow 0/'
refuses 'an overflow that may lose nothing' 'at most 0 may be' check
fresh calls-rv32/overflow
edit "$part/calls-rv32/overflow.pcs.xz" '0,/overflow/{/overflow/i0x80000000
}'
refuses 'an instruction more than an overflow may lose' 'before overflow 1, 48 instructions are missing' check
fresh $case
tools=$tmp/build
mkdir -p "$tools/bin"
ln -s "$(realpath "$build/sim")" "$tools/sim"
for tool in dump assemble encode decode; do
  printf '#!/bin/sh\n"%s" "$@" || exit\n[ "$1" != %s ] || exit 3\n' "$(realpath "$build/bin/rvt")" $tool \
    >"$tools/bin/rvt"
  chmod +x "$tools/bin/rvt"
  refuses "a failing rvt $tool" "rvt $tool ended with 3" check
done
echo "corpus: refuses $count faults in its expected files and tools"

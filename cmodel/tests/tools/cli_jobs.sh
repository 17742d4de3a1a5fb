#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt decode --jobs: what one thread prints, says and returns, several do, too: cli_jobs.sh [RVT]; run in the top directory
# of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

same() { # name, arguments
  name=$1
  shift
  "$rvt" decode "$@" >one 2>one.err
  wanted="$? $(wc -l <one) $(cksum <one) $(cat one.err)"
  for jobs in 2 5; do
    "$rvt" decode -j "$jobs" "$@" >many 2>many.err
    check "$name: $jobs threads" "$wanted" "$? $(wc -l <many) $(cksum <many) $(cat many.err)"
  done
}

all() { # capture, more arguments
  for style in '' --pcs --runs --json; do
    # shellcheck disable=SC2086
    same "$* $style" $style "$@"
  done
}

# Parts of some 4 KiB, with a sync every 256 messages.
for program in calls-rv32 nested-rv64 interp-rv32 traps-rv64; do
  for mode in btm htm; do
    "$rvt" encode --mode=$mode --implicit-return --ts --sync-mode=messages --sync-max=4 --ownership=privilege \
      "$corpus/$program/program.rvti" -o $program-$mode.nex >counts 2>&1
    all $program-$mode.nex
  done
done
same 'more lines than are held' --hold=1 interp-rv32-htm.nex --json
same 'damage is put up with' --lenient calls-rv32-btm.nex
same 'functions' --functions nested-rv64-htm.nex
same 'times' --times nested-rv64-htm.nex

# Messages of two harts between each other, damaged in several places.
for src in 0 2; do
  "$rvt" encode --mode=btm --ts --sync-mode=messages --sync-max=3 --src-bits=2 --src-id=$src "$corpus/nested-rv64/program.rvti" -o src$src.nex >counts 2>&1
done
cp src0.json harts.json
python3 - <<'END'
def messages(name):
    begin, data = 0, open(name, "rb").read()
    for at, byte in enumerate(data):
        if byte & 3 == 3:
            yield data[begin : at + 1]
            begin = at + 1

harts = b"".join(a + b for a, b in zip(messages("src0.nex"), messages("src2.nex")))
open("harts.nex", "wb").write(harts)
for step in (997, 9973):
    damaged = bytearray(harts)
    for at in range(step, len(damaged), step):
        damaged[at] ^= 1 << at % 8
    open(f"harts{step}.nex", "wb").write(damaged)
    cut = harts[:step * 5 // 2] + b"\xff" * 7 + harts[step * 3:]
    open(f"cut{step}.nex", "wb").write(cut)
END
for capture in harts harts997 harts9973 cut997 cut9973; do
  [ -e $capture.json ] || cp harts.json $capture.json
  all $capture.nex
  all $capture.nex --src=2
done
same 'inside a message' --blind harts9973.nex

# What is no file is decoded as its bytes come.
"$rvt" decode --pcs harts.nex >one
"$rvt" decode --pcs -j 2 --config=harts.json - <harts.nex >many
check 'standard input' "$(cksum <one)" "$(cksum <many)"
# shellcheck disable=SC2002
cat harts.nex | "$rvt" decode --pcs -j 2 --config=harts.json - >many
check 'a pipe' "$(cksum <one)" "$(cksum <many)"
check 'no threads' "rvt decode: --jobs: expected 1..256, found '0'" "$("$rvt" decode -j 0 harts.nex 2>&1 | head -1)"

report

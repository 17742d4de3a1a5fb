#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt ctr: dumps, and records made of captures against Spike's list of PCs: cli_ctr.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# ---- Dumps -------------------------------------------------------------------------------------

cat >dump <<'END'
boot
ctr 1 4 0x24
ctr 0x1f 0x29 0x30009
ctr 0x0 0x0 0x0
ctr 0x17 0x1e 0x1fff800d
ctr 0x1 0x0 0x2
ctr 1 0 0x30
END
printf '# 0 at 0x24\n  0 call               0x1e -> 0x28 mispredicted\n' >expected
printf '  1 return             0x16 -> 0x1e 8191 cycles\n  2 interrupt          0x0 -> 0x0\n# 1 at 0x30\n' >>expected
"$rvt" ctr dump >found 2>err
check 'dump' '0 same' "$? $(cmp expected found && echo same)"
sed 's/$/\r/' dump >console
"$rvt" ctr console >found 2>err
check 'dump with carriage returns' '0 same' "$? $(cmp expected found && echo same)"
check 'json' '{"sample":0,"pc":"0x24","records":[{"type":"call","source":"0x1e","target":"0x28","mispredict":true},{"type":"return","source":"0x16","target":"0x1e","cycles":8191},{"type":"interrupt","source":"0x0","target":"0x0"}]}' \
  "$("$rvt" ctr dump --json | head -1)"
check 'perf-script' '24 0x1e/0x28/M/-/-/0 0x16/0x1e/P/-/-/8191' "$("$rvt" ctr dump --perf-script | head -1 | xargs)"
check 'bolt' 'B 16 1e 1 0 B 1e 28 1 1 F 1e 1e 1' "$("$rvt" ctr dump --bolt | xargs)"
check 'collapsed' '0x0;0x16;0x1e;0x24 1 0x30 1' "$("$rvt" ctr dump --collapsed | xargs)"

refused() { # name, status, text, dump
  printf '%s\n' "$4" >bad
  "$rvt" ctr bad -o none >found 2>err
  check "$1" "$2 yes" "$? $(grep -q "$3" err && [ ! -e none ] && echo yes)"
}
refused 'version' 1 'bad:1: expected version 1 of a dump' 'ctr 2 0 0x0'
refused 'too many' 1 'bad:1: expected at most 256 entries' 'ctr 1 257 0x0'
refused 'a word missing' 1 'bad:2: expected `ctr SOURCE TARGET DATA`' 'ctr 1 1 0x0
ctr 0x1 0x1'
refused 'a word more' 1 'bad:1: expected `ctr 1 COUNT PC`' 'ctr 1 0 0x0 0x0'
refused 'cut off' 1 'bad:2: expected 1 lines `ctr SOURCE TARGET DATA` more, found the end' 'ctr 1 2 0x0
ctr 0x1 0x1 0x1'
refused 'no dump' 1 'expected a line `ctr 1 COUNT PC`, found none' 'hello'
"$rvt" ctr none -o out 2>err
check 'no file' '2 yes' "$? $([ ! -e out ] && echo yes)"
for words in '--every 5 dump' '--depth 17 --from-trace x' '--every 0 --from-trace x' '--json --bolt dump' '--from-trace --collapsed x' \
  '--from-trace --call-stack --bolt x' 'dump dump' ''; do
  # shellcheck disable=SC2086
  "$rvt" ctr $words >found 2>err
  check "bad use: $words" '2 yes' "$? $(grep -q 'expected' err && echo yes)"
done

# ---- Captures ----------------------------------------------------------------------------------

# From the PCs of Spike and the words of instructions: every jump, and every branch behind which flow did not go straight on (without
# traps), the newest ones before every Nth instruction, and those at the end.
cat >jumps.py <<'END'
import collections
import sys

words = {int(pc, 16): word for pc, word in (line.split() for line in open("words"))}
xlen = sys.argv[1]


def jumps(word):
    bits = int(word, 16)
    if len(word) == 8:
        return bits & 0x7f in (0x67, 0x6f)
    return bits & 0xe003 == 0xa001 or (xlen == "32" and bits & 0xe003 == 0x2001) or (bits & 0xe07f == 0x8002 and bits & 0xf80 != 0)


size = {pc: len(word) // 2 for pc, word in words.items()}
always = {pc for pc, word in words.items() if jumps(word)}
pcs = [int(line, 16) for line in open("pcs")]
edges, ranges, newest, first, samples = collections.Counter(), collections.Counter(), collections.deque(maxlen=16), None, []
for number, pc in enumerate(pcs):
    before = pcs[number - 1]
    if number and (before in always or pc != before + size[before]):
        edges[before, pc] += 1
        if first is not None:
            ranges[first, before] += 1
        first = pc
        newest.appendleft(f"{before:#x}>{pc:#x}")
    if number and number % 1000 == 0:
        samples.append(f"{pc:#x} " + " ".join(newest))
with open("counts", "w") as out:
    for (a, b), n in sorted(edges.items()):
        print(f"B {a:x} {b:x} {n} 0", file=out)
    for (a, b), n in sorted(ranges.items()):
        print(f"F {a:x} {b:x} {n}", file=out)
open("samples", "w").write("\n".join(samples) + "\n")
open("last", "w").write(" ".join(newest) + "\n")
END
lines() { # samples in JSON, as jumps.py has them
  python3 -c '
import json, sys
for line in sys.stdin:
    s = json.loads(line)
    print(*([s["pc"]] if sys.argv[1:] else []), *(r["source"] + ">" + r["target"] for r in s["records"]))' "$@"
}
for program in calls-rv32 sort-rv64 interp-rv32 setjmp-rv32; do
  xz -dc "$corpus/$program/pcs.xz" >pcs
  for format in n-trace e-trace; do
    "$rvt" encode --format "$format" --elf "$corpus/$program/program.elf" -o a.te "$corpus/$program/program.rvti" 2>err
    "$rvt" decode a.te | sed -n 's/^\(0x[0-9a-f]*\) [^ ]* \([0-9a-f]*\)$/\1 \2/p' | sort -u >words
    python3 jumps.py "${program#*-rv}"
    "$rvt" ctr --from-trace a.te --bolt >found 2>err
    check "$program $format: counts" '0 same' "$? $(cmp counts found && echo same)"
    "$rvt" ctr --from-trace a.te --depth 16 --json 2>err | lines >found
    check "$program $format: at the end" same "$(cmp last found && echo same)"
    "$rvt" ctr --from-trace a.te --depth 16 --every 1000 --json 2>err | lines pc >found
    check "$program $format: every 1000" same "$(cmp samples found && echo same)"
  done
  check "$program: more than a few" yes "$([ "$(wc -l <samples)" -gt 10 ] && [ "$(wc -l <counts)" -gt 20 ] && echo yes)"
done

# The innermost function of a stack of calls is that of the instruction; the outermost one, that of the first.
"$rvt" encode --elf "$corpus/calls-rv64/program.elf" -o a.nex "$corpus/calls-rv64/program.rvti" 2>err
"$rvt" ctr --from-trace a.nex --call-stack --every 100 --depth 64 --collapsed >stacks 2>err
"$rvt" decode a.nex | sed -n 's/^0x[0-9a-f]* \([a-z_]*\)+.*/\1/p' | awk 'NR > 1 && NR % 100 == 1' >functions
check 'innermost functions' same "$(sed 's/ 1$//; s/.*;//' stacks | cmp - functions && echo same)"
check 'outermost function' _start "$(sed 's/[; ].*//' stacks | sort -u | xargs)"
check 'recursion' yes "$(grep -q '^_start;main;evaluate;evaluate;evaluate;evaluate' stacks && echo yes)"

# Traps: in both directions, and a capture that is damaged.
"$rvt" encode --elf "$corpus/traps-rv64/program.elf" -o a.nex "$corpus/traps-rv64/program.rvti" 2>err
"$rvt" ctr --from-trace a.nex --every 50 --depth 256 >found 2>err
check 'traps' '0 yes' "$? $(grep -q ' exception .* -> .*rt_trap_entry+0x0$' found && grep -q ' interrupt .*rt_trap_entry' found &&
  grep -q ' trap-return ' found && echo yes)"
head -c 500 a.nex >b.nex
printf '\252' >>b.nex
tail -c +520 a.nex >>b.nex
cp a.json b.json
"$rvt" ctr --from-trace b.nex >found 2>err
check 'damage' '1 yes' "$? $(grep -q 'b.nex:0x' err && echo yes)"
report

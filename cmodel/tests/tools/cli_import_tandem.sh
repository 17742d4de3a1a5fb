#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt import of tandem verification traces: cli_import_tandem.sh [RVT]; run in the top directory of the tree. A recording is turned into a
# stream, and must come back.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# What the flow of a program shows.
steps() { "$rvt" convert "$1" - | sed '1d; /^context/d; /^time/d; /^trigger/d; s/ clocks=[0-9]*//'; }
# The lines of a stream that tells these steps, in the order of another encoder every second time.
cat >groups.py <<'END'
import sys
xlen, level = int(sys.argv[1]), {"U": 0, "S": 1, "M": 3}
events, priv = [], 3
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "priv":
        priv = level[words[0]]
    else:
        events.append((kind, words, dict(w.split("=") for w in words if "=" in w), priv))
print("Group reset")
for number, (kind, words, told, priv) in enumerate(events):
    if number + 1 < len(events):
        next_kind, next_words, _, next_priv = events[number + 1]
        pc = f"pc={next_words[next_kind == 'trap']}"
    else:
        pc, next_priv = f"pc={int(words[0], 0) + 2 * int(words[1]):#x}", priv
    if kind == "insn":
        group = [pc, f"insn{'16' if int(told['word'], 0) & 3 != 3 else '32'}={told['word']}", "x1=0x1"]
    else:
        cause = int(told["cause"], 0) | ((words[0] == "interrupt") << (xlen - 1))
        names = ("mepc", "mcause", "mtval") if number % 3 else ("sepc", "scause", "stval")
        group = [pc, f"{names[0]}={words[1]}", f"{names[1]}={cause:#x}", f"{names[2]}={told['tval']}"]
    if next_priv != priv:
        group.append(f"privilege={next_priv:#x}")
    if number % 3 == 0:
        print("Group", "store16@0x100=0x5a", "ok16")
    print("Group", *(group[::-1] if number % 2 else group))
END
core() { # XLEN BOOT MORE
  printf 'xlen = %s\nisa = "rv%si"\nboot = %s\nram = [{base = 0, size = 0x7ffffffffffff000}]\n%s\n' "$1" "$1" "$2" "${3:-}" >core.toml
}
first() { sed -n 's/^insn \(0x[0-9a-f]*\).*/\1/p' want | head -n 1; }

for xlen in 32 64; do
  "$rvt" generate --xlen $xlen --seed 11 -n 20000 --set p_halt=0 -o g >/dev/null
  steps g.rvti | grep -v '^\(reset\|lowpower\|halt\)' >want
  core $xlen "$(first)"
  python3 groups.py $xlen <want | "$rvt" assemble --format tandem --xlen $xlen - -o g.tv
  "$rvt" import --core core.toml --elf g.elf g.tv -o t.rvti 2>err
  status=$?
  check "RV$xlen: status" "0 t.rvti: $(grep -c ^insn want) instructions, $(grep -c ^trap want) traps" "$status $(cat err)"
  check "RV$xlen: the program has traps of both kinds, and privileges" yes \
    "$(grep -q '^trap exception' want && grep -q '^trap interrupt' want && grep -q '^priv [US]' want && echo yes)"
  steps t.rvti >got
  check "RV$xlen: the same steps" same "$(cmp want got && echo same)"
  "$rvt" encode t.rvti -o t.nex 2>err && "$rvt" decode t.nex --elf g.elf --pcs >pcs
  check "RV$xlen: encoded and decoded" same "$(sed -n 's/^insn \(0x[0-9a-f]*\).*/\1/p' want | cmp - pcs && echo same)"
done
cat g.tv | "$rvt" import --core core.toml --elf g.elf --limit 100 - -o t.rvti 2>err
check 'a pipe, a limit' '0 100' "$? $(steps t.rvti | grep -c ^insn)"

# A debugger, and a second reset, in a program of nothing but nops.
printf ' .globl _start\n_start: nop\n nop\n nop\n nop\n ecall\n' >n.s
riscv64-unknown-elf-as -march=rv32i -mabi=ilp32 n.s -o n.o && riscv64-unknown-elf-ld -m elf32lriscv -Ttext=0x100 n.o -o n.elf
core 32 0x100
stream() { sed 's/^/Group /' | "$rvt" assemble --format tandem --xlen 32 - -o n.tv; }
imports() { # NAME STEPS
  "$rvt" import --core core.toml --elf n.elf n.tv -o n.rvti 2>err
  check "$1" "0 $2" "$? $(steps n.rvti | sed 's/ 2 none.*//; s/ cause=.*//' | tr '\n' ',' | sed 's/,$//')"
}
stream <<'LINES'
reset
pc+ insn32=0x13
init x1=0x5
pc+ insn32=0x13
init pc=0x100
pc+ insn32=0x13
reset
pc+ insn32=0x13
LINES
imports 'state from outside, a reset' "$(printf 'insn 0x100,insn 0x104,halt on,halt off,insn 0x100,reset on,reset off,insn 0x100')"
check 'state from outside is said to be a halt' 'n.rvti: 4 instructions, 0 traps; halts where state comes from outside, as behind a gap: 1' "$(cat err)"
stream <<'LINES'
init x1=0x5
init pc=0x104 privilege=0x3
pc+ insn32=0x13
LINES
imports 'a state at the begin' 'insn 0x104'
check 'a state at the begin is no halt' 'n.rvti: 1 instructions, 0 traps' "$(cat err)"
# What a core without CSRs in its stream says: an ECALL is an exception.
core 32 0x100 'absent = ["csr", "privilege"]'
stream <<'LINES'
pc=0x110 insn32=0x13
LINES
"$rvt" import --core core.toml --elf n.elf n.tv -o n.rvti 2>err
check 'a step that no instruction makes' '2 rvt import: n.tv: byte 0: expected PC 0x104 after the instruction at 0x100, found 0x110; --traps takes it for an interrupt' "$? $(cat err)"
stream <<'LINES'
pc=0x110 insn32=0x13
pc=0x100 insn32=0x73
pc+ insn32=0x13
LINES
"$rvt" import --core core.toml --traps --elf n.elf n.tv -o n.rvti 2>err
check 'an ECALL, and --traps' '0 insn 0x100,trap interrupt 0x104,trap exception 0x110,insn 0x100' "$? $(steps n.rvti | sed 's/ 2 none.*//; s/ cause=.*//' | tr '\n' ',' | sed 's/,$//')"

head -c 5 n.tv >cut.tv
"$rvt" import --core core.toml --elf n.elf cut.tv -o n.rvti 2>err
check 'a stream that is cut' '1 rvt import: cut.tv: byte 5: expected the rest of a group, found the end of the stream (TV:R-17)' "$? $(cat err)"
core 64 0x100
"$rvt" import --core core.toml --elf n.elf n.tv -o n.rvti 2>err
check 'another XLEN' '2 rvt import: core.toml: expected the XLEN of the program, 32, found 64' "$? $(cat err)"
"$rvt" import --core none.toml --elf n.elf n.tv -o n.rvti 2>err
check 'no core' '2 rvt import: none.toml: No such file or directory' "$? $(cat err)"

report

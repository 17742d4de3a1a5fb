#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt decode --functions, whose figures must be those of the lines of rvt decode, and rvt trace with
# a stand-in for Spike: cli_functions.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# From the lines of instructions: FUNCTION INSTRUCTIONS CALLS. A call: the first instruction of a
# function after one of another function, a call instruction, a trap, or nothing.
cat >count.py <<'END'
import sys

insns, calls, before = {}, {}, None
for line in sys.stdin:
    word = line.split()
    if line[0] == "@":
        if word[1] in ("transfer", "overflow", "error") and not line.endswith("btype=0\n"):
            before = None
        continue
    name, offset = word[1].split("+")
    bits = int(word[2], 16)
    insns[name] = insns.get(name, 0) + 1
    if offset == "0x0" and before != name:
        calls[name] = calls.get(name, 0) + 1
    jal = bits & 0x7f in (0x6f, 0x67) and bits >> 7 & 31 in (1, 5)
    short = len(word[2]) == 4 and (bits & 0xf07f == 0x9002 or (sys.argv[1] == "32" and bits & 0xe003 == 0x2001))
    before = None if len(word[2]) == 8 and jal or short else name
for name, count in sorted(insns.items()):
    print(name, count, calls.get(name, 0))
END
for program in traps-rv64 calls-rv32 setjmp-rv32 interp-rv64; do
  for mode in htm btm; do
    capture=$corpus/$program/$mode
    [ -e "$capture.nex" ] || continue
    set -- "$capture.nex" --elf "$corpus/$program/program.elf" --config "$capture.json"
    "$rvt" decode "$@" | python3 count.py "${program#*-rv}" >expected
    "$rvt" decode "$@" --functions --json |
      sed 's/{"function":"\(.*\)","address":"0x[0-9a-f]*","instructions":\(.*\),"calls":\(.*\)}/\1 \2 \3/' | sort >found
    check "$program $mode" same "$(LC_ALL=C sort expected | cmp - found && echo same)"
    check "$program $mode: not empty" yes "$([ "$(wc -l <found)" -gt 3 ] && echo yes)"
  done
done
"$rvt" decode "$corpus/traps-rv64/htm.nex" --elf "$corpus/traps-rv64/program.elf" --config "$corpus/traps-rv64/htm.json" \
  --functions >text
check "text" "instructions % calls function 28446 42.92 491 rt_trap_entry 14770 22.28 1 user" "$(head -3 text | xargs)"
check "hottest first" 0 "$(tail -n +2 text | sort -s -c -k1,1nr; echo $?)"
"$rvt" decode --functions --pcs x.nex 2>err
check "two styles" 2 $?

# A loop of 1,000 passes in one RepeatBranch; rvt trace removes what it is not asked to keep.
printf '\177ELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\363\0\1\0\0\0\124\0\0\200\64\0\0\0\0\0\0\0\0\0\0\0\64\0\40\0\1\0\0\0\0\0\0\0' >a.elf
printf '\1\0\0\0\0\0\0\0\0\0\0\200\0\0\0\200\140\0\0\0\140\0\0\0\5\0\0\0\0\20\0\0' >>a.elf
printf '\1\0\375\377\1\0\1\0\1\0\1\0' >>a.elf
python3 - >log <<'END'
print("core   0: 0x80000054 (0x00000001) c.nop\ncore   0: 3 0x80000054 (0x00000001)")
print("core   0: 0x80000056 (0x0000a001) c.j pc + 0\ncore   0: 3 0x80000056 (0xa001)")
for _ in range(8):
    print("core   0: 3 0x80000056 (0xa001)")
END
printf '\1\0\1\240' | dd of=a.elf bs=1 seek=84 conv=notrunc 2>/dev/null
printf '#!/bin/sh\ncat %s/log >&3\n' "$dir" >simulator
chmod +x simulator
mkdir tmp
found=$(TMPDIR=$dir/tmp RVT_SPIKE=./simulator "$rvt" trace a.elf --limit 9 2>err)
check "trace: status" 0 $?
check "trace: list" "instructions % calls function 9 100.00 0 (no symbol)" "$(echo "$found" | xargs)"
check "trace: nothing left" "" "$(ls tmp)"
check "trace: counts name the program" "a.elf: 9 instructions, a.elf: 9 instructions," "$(cut -d' ' -f1-3 err | xargs)"
check "trace: no file that is gone is named" 0 "$(grep -c 'rvti\|nex' err)"
check "trace: without a limit" 2 "$(RVT_SPIKE=./simulator "$rvt" trace a.elf --json 2>err | sed 's/.*"instructions":\([0-9]*\).*/\1/')"
"$rvt" trace a.elf --spike ./simulator --isa rv32imac --limit 5 --keep kept >/dev/null 2>err
check "kept: status" 0 $?
check "kept: files" "kept.json kept.nex kept.rvti" "$(echo kept.*)"
check "kept: they decode" 5 "$("$rvt" decode kept.nex --pcs | wc -l)"
# A name with a quote, a backslash and a byte that is no UTF-8: the object is JSON still.
cat >named.py <<'END'
import struct
code, names, strings = open("a.elf", "rb").read(), b"\0a\"b\\c\xff\0", b"\0"
symbols = bytes(16) + struct.pack("<IIIBBH", 1, 0x80000054, 4, 0x12, 0, 1)
at = len(code)
table = bytes(40) + struct.pack("<10I", 0, 2, 0, 0, at, len(symbols), 2, 1, 4, 16) \
    + struct.pack("<10I", 0, 3, 0, 0, at + len(symbols), len(names), 0, 0, 1, 0)
head = bytearray(code)
head[32:36] = struct.pack("<I", at + len(symbols) + len(names))
head[46:52] = struct.pack("<3H", 40, 3, 0)
open("named.elf", "wb").write(bytes(head) + symbols + names + table)
END
python3 named.py
"$rvt" trace named.elf --spike ./simulator --isa rv32imac --limit 5 --json >out 2>err
check "symbol in JSON" 'a"b\c?' "$(python3 -c 'import json; print(json.loads(open("out", encoding="latin-1").read())["function"])')"
# A signal ends the recording; what it has is encoded, decoded and listed.
printf '#!/bin/sh\ncat %s/log >&3\ntouch %s/waits\nexec sleep 60\n' "$dir" "$dir" >waiter
chmod +x waiter
TMPDIR=$dir/tmp "$rvt" trace a.elf --spike ./waiter --limit 99 --json >out 2>err &
tracer=$!
awaits $tracer [ -e waits ]
sleep 0.5
kill -INT $tracer
wait $tracer
check "signal: status" 1 $?
check "signal: list" 10 "$(sed 's/.*"instructions":\([0-9]*\).*/\1/' out)"
check "signal: nothing left" "" "$(ls tmp)"
# A signal that comes when a part has ended keeps the next one from starting: the command stands still until the recording is done.
cat >stopper <<'END'
#!/bin/sh
cat "${0%/*}/log" >&3
echo $PPID >recorder
kill -STOP "$(cut -d ' ' -f 4 /proc/$PPID/stat)"
END
chmod +x stopper
mkdir between
(cd between && exec "$rvt" trace ../a.elf --spike ../stopper --isa rv32imac --limit 9 --keep between) >out 2>err &
tracer=$!
awaits $tracer [ -s between/recorder ] && awaits $tracer grep -qs '^State:.*Z' "/proc/$(cat between/recorder)/status"
check "between two parts: the recording has ended" 1 "$(grep -c '9 instructions' err)"
kill -INT $tracer
kill -CONT $tracer
wait $tracer
check "between two parts: status, no list" "2 " "$? $(cat out)"
check "between two parts: the recording stays" "between.rvti recorder" "$(cd between && echo *)"
"$rvt" trace a.elf --spike ./absent >out 2>err
check "no simulator: status" 2 $?
check "no simulator: the command that was typed" "rvt trace: ./absent: expected the ISA simulator Spike" "$(grep -o '^rvt trace: .* Spike' err)"
"$rvt" trace a.elf --limit x >out 2>err
check "a bad number: the command that was typed" "2 rvt trace rvt trace rvt trace" "$? $(grep -o 'rvt [a-z]*' err | xargs)"
check "no simulator: no list" "" "$(cat out)"
sed -i '3,$d' log
"$rvt" trace a.elf --spike ./simulator --isa rv64gc >/dev/null 2>err
check "wrong ISA: status" 2 $?
for words in "" "a.elf b.elf" "a.elf --functions"; do
  # shellcheck disable=SC2086
  "$rvt" trace $words >/dev/null 2>err
  check "bad use '$words'" 2 $?
done

# A function whose first instruction traps: yield() three times by ECALL; load() is entered once, faults there twice, and an interrupt comes
# before its first instruction once, too; task 2 calls yield() once in a context of its own, which CSRW tells.
cat >t.s <<'END'
  .globl _start
  .type _start,@function
_start:
  jal yield
  jal yield
  jal load
  csrw 0x5a8,a0
  jal yield
  csrw 0x5a8,a1
  jal yield
  j .
  .size _start,.-_start
  .type yield,@function
yield:
  ecall
  ret
  .size yield,.-yield
  .type load,@function
load:
  lw a0,0(a1)
  ret
  .size load,.-load
  .type handle,@function
handle:
  mret
  .size handle,.-handle
END
riscv64-unknown-elf-as -march=rv32imac_zicsr -mabi=ilp32 t.s -o t.o && riscv64-unknown-elf-ld -m elf32lriscv -Ttext=0x1000 t.o -o t.elf
python3 - >t.txt <<'END'
import subprocess
at = {line.split()[2]: int(line.split()[0], 16) for line in subprocess.run(["riscv64-unknown-elf-nm", "t.elf"], capture_output=True, text=True, check=True).stdout.splitlines()}
print("rvti xlen=32")
pc = at["_start"]
def insn(pc, size, kind):
    print(f"insn 0x{pc:x} {size} {kind}")
def trap(pc, what):
    kind, cause = what.split()
    print(f"trap {kind} 0x{pc:x} cause={cause}")
    insn(at["handle"], 2, "trap-return")
def call(name):
    global pc
    insn(pc, 2, "direct-call")
    pc += 4
    if name == "yield":
        trap(at[name], "exception 11")
    else:
        trap(at[name], "interrupt 7")
        trap(at[name], "exception 5")
        trap(at[name], "exception 5")
        insn(at[name], 1, "none")
    insn(at[name] + (4 if name == "yield" else 2), 1, "return")
def context(number):
    global pc
    insn(pc, 2, "none")
    pc += 4
    print(f"context 0x{number:x} ctype=2")
call("yield")
call("yield")
call("load")
context(5)
call("yield")
context(6)
call("yield")
insn(pc, 1, "direct-jump")
END
"$rvt" convert t.txt t.rvti && "$rvt" encode --implicit-return --elf t.elf t.rvti -o t.nex 2>err
check "recorded" 0 $?
of_list() { sed 1d | sed 's/^ *\([0-9]*\) *[0-9.]* *\([0-9]*\)  /\1 \2 /; s/  */ /g' | LC_ALL=C sort -k 3; }
check "the first instruction traps" "8 1 _start
7 7 handle
2 1 load
4 4 yield" "$("$rvt" decode --functions t.nex | of_list)"
"$rvt" encode --implicit-return --ownership=context --elf t.elf t.rvti -o t.nex 2>err
check "contexts" "4 1 scontext=0x0 _start
5 5 scontext=0x0 handle
2 1 scontext=0x0 load
2 2 scontext=0x0 yield
2 0 scontext=0x5 _start
1 1 scontext=0x5 handle
1 1 scontext=0x5 yield
2 0 scontext=0x6 _start
1 1 scontext=0x6 handle
1 1 scontext=0x6 yield" "$("$rvt" decode --functions t.nex | of_list)"
check "contexts in JSON" '1,"calls":1,"process":{"scontext":"0x5"}}' \
  "$("$rvt" decode --functions --json t.nex | sed -n 's/{"function":"yield".*"instructions":\(.*0x5.*\)/\1/p')"
for src in 0 1; do "$rvt" encode --src-bits 2 --src-id $src --implicit-return --elf t.elf t.rvti -o "s$src.nex" 2>err; done
cat s0.nex s1.nex >s.nex
cp s0.json s.json
check "several SRC" "2 1 src=0 load
2 1 src=1 load" "$("$rvt" decode --functions s.nex | of_list | grep load)"
check "one SRC of several" "2 1 load" "$("$rvt" decode --functions --src 1 s.nex 2>err | of_list | grep load)"
check "SRC in JSON" '2,"calls":1,"src":1}' "$("$rvt" decode --functions --json s.nex | sed -n 's/{"function":"load".*"instructions":\(.*"src":1.*\)/\1/p')"

report

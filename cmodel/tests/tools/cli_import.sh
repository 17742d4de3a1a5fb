#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt import from outside: cli_import.sh [RVT]; run in the top directory of the tree. A recording is
# turned into a list of PCs and into the lines of `spike -l`, and must come back.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# Steps that an importer knows: no privileges, no events.
steps() { "$rvt" convert "$1" - | sed '1d; /^priv/d; /^context/d; /^time/d; s/ clocks=[0-9]*//'; }

# ---- Lists of PCs -------------------------------------------------------------------------------

for program in calls-rv32 sort-rv64 interp-rv32; do
  elf=$corpus/$program/program.elf
  xzcat "$corpus/$program/pcs.xz" >pcs
  "$rvt" import --elf "$elf" pcs -o l.rvti 2>err
  check "$program: status" 0 $?
  check "$program: counts" "l.rvti: $(wc -l <pcs) instructions, 0 traps" "$(cat err)"
  steps "$corpus/$program/program.rvti" >want
  steps l.rvti >got
  check "$program: the same steps" same "$(cmp want got && echo same)"
done
"$rvt" import --elf "$elf" --limit 1000 - -o l.rvti <pcs 2>err
check 'a limit, standard input' '0 1000' "$? $(steps l.rvti | wc -l)"
{ echo '# a comment' && echo && echo '1000: the boot ROM' && sed 's/^0x\(.*\)/\1: and more words/' pcs; } >odd
"$rvt" import --elf "$elf" odd -o m.rvti 2>err
check 'without 0x, other words, a boot ROM' same "$(steps m.rvti | cmp - got && echo same)"
"$rvt" encode l.rvti -o l.nex 2>err && "$rvt" decode l.nex --elf "$elf" --pcs >back
check 'encoded and decoded' same "$(head -n 1000 pcs | cmp - back && echo same)"
check 'the side-car knows the program' 1 "$(grep -c "$(sha256sum "$elf" | cut -c1-64)" l.json)"

# Of `spike --log-commits` without -l there are lines of what retired alone.
sed -n 's/^insn \(0x[0-9a-f]*\) .*word=\(0x[0-9a-f]*\).*/core   0: 3 \1 (\2) x5 0x00000000/p' got >commits
"$rvt" import --elf "$elf" commits -o c.rvti 2>err
check 'a log of --log-commits alone' "0 same" "$? $(steps c.rvti | cmp - got && echo same)"
"$rvt" record --log=commits "$elf" -o c.rvti 2>err
check 'a log of --log-commits alone: rvt record names rvt import' "2 1" "$? $(grep -c 'of a log without -l .rvt import. makes a recording$' err)"
printf ' .globl _start\n_start: nop\n ecall\n nop\nstay: j stay\nhandle: mret\n' >e.s
riscv64-unknown-elf-as -march=rv32imac -mabi=ilp32 e.s -o e.o && riscv64-unknown-elf-ld -m elf32lriscv -Ttext=0x100 e.o -o e.elf
printf 'core   0: 3 %s\n' '0x00000100 (0x0001)' '0x0000010a (0x30200073)' '0x00000106 (0x0001)' '0x00000108 (0xa001)' >commits
"$rvt" import --elf e.elf commits -o e.rvti 2>err
check 'an ECALL that retires nowhere' "0 trap exception 0x102" "$? $(steps e.rvti | grep -o 'trap exception 0x[0-9a-f]*')"

# ---- Traps --------------------------------------------------------------------------------------

"$rvt" generate --xlen 64 --seed 11 -n 20000 --set p_halt=0 -o g >/dev/null
steps g.rvti >want
check 'the program has traps of both kinds' yes \
  "$(grep -q '^trap exception' want && grep -q '^trap interrupt' want && echo yes)"
# As Spike prints them, but for the line of an instruction that is tried and traps: its word is not recorded.
python3 - <<'END' >log
for line in open("want"):
    kind, *words = line.split()
    told = dict(w.split("=") for w in words if "=" in w)
    if kind == "insn":
        print(f"core   0: {words[0]} ({told['word']}) x")
        continue
    name = f"trap #{int(told['cause'], 0)}" if words[0] == "exception" else f"interrupt #{int(told['cause'], 0)}"
    print(f"core   0: exception {name}, epc {words[1]}")
    print(f"core   0:           tval {told['tval']}")
END
"$rvt" import --elf g.elf log -o g2.rvti 2>err
check 'log: status' '0' "$?"
steps g2.rvti >got
check 'log: the same steps' same "$(cmp want got && echo same)"

zero8='00 00 00 00 00 00 00 00'
# RV64 at 0x100: c.nop, beq to 0x10a, nop, c.nop, c.ebreak.
bytes "7f 45 4c 46 02 01 01 00 $zero8 02 00 f3 00 01 00 00 00 00 01 00 00 00 00 00 00
40 00 00 00 00 00 00 00 $zero8 00 00 00 00 40 00 38 00 01 00 40 00 00 00 00 00
01 00 00 00 05 00 00 00 78 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00
0e 00 00 00 00 00 00 00 0e 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00 01 00 63 04 00 00 13 00 00 00 01 00 02 90" a.elf
list() { # name, PCs, steps, options
  local name=$1 pcs=$2 want=$3
  shift 3
  printf '%s\n' $pcs | "$rvt" import --elf a.elf - -o a.rvti "$@" 2>err
  check "$name" "0 $want" "$? $(steps a.rvti | sed 's/ word=.*//; s/ cause=.*//' | tr '\n' ',' | sed 's/,$//')"
}
list 'taken' '100 102 10a' 'insn 0x100 1 none,insn 0x102 2 taken,insn 0x10a 1 none'
list 'not taken' '100 102 106' 'insn 0x100 1 none,insn 0x102 2 not-taken,insn 0x106 2 none'
list 'a branch at the end' '100 102' 'insn 0x100 1 none'
list 'EBREAK' '10a 10c 100' 'insn 0x10a 1 none,trap exception 0x10c,insn 0x100 1 none'
list 'interrupt' '100 106 10a' 'insn 0x100 1 none,trap interrupt 0x102,insn 0x106 2 none,insn 0x10a 1 none' --traps
list 'interrupt after a branch' '102 100' 'insn 0x102 2 not-taken,trap interrupt 0x106,insn 0x100 1 none' --traps

refused() { # name, text, lines, options
  local name=$1 text=$2 lines=$3
  shift 3
  echo old >keep.rvti
  printf "$lines" | "$rvt" import --elf a.elf - -o keep.rvti "$@" 2>err
  check "$name" "2 rvt import: $text" "$? $(cat err)"
  check "$name: OUT stays" 'old keep.rvti' "$(cat keep.rvti) $(echo keep.*)"
}
refused 'no successor' '<stdin>:2: expected PC 0x102 after the instruction at 0x100, found 0x106; --traps takes it for an interrupt' '100\n106\n'
refused 'no code' '<stdin>:3: expected code of the program at 0x10e, found none' '10a\n10c\n10e\n'
refused 'no address' "<stdin>:2: expected an address in hexadecimal or a line of \`spike -l\`, found 'nop'" '100\nnop\n'
refused 'nothing of the program' '<stdin>:1: expected an address with code of the program, found none' '1000\n'
refused 'a log with commits' '<stdin>:2: expected a log of `spike -l` or of `spike --log-commits`, found one of both (`rvt record --log` reads it)' \
  'core   0: 0x100 (0x0001) c.nop\ncore   0: 3 0x0000000000000100 (0x0001)\n'
refused 'a log that jumps' '<stdin>:2: expected PC 0x102 after the instruction at 0x100, found 0x106' \
  'core   0: 0x100 (0x0001) c.nop\ncore   0: 0x106 (0x00000013) nop\n'
refused 'a log that jumps, with --traps' '<stdin>:2: expected PC 0x102 after the instruction at 0x100, found 0x106' \
  'core   0: 0x100 (0x0001) c.nop\ncore   0: 0x106 (0x00000013) nop\n' --traps
refused 'another hart' "<stdin>:1: expected a line of \`spike -l\` for one hart, found 'core   1: 0x100 (0x0001) c.nop'" \
  'core   1: 0x100 (0x0001) c.nop\n'
{ printf '100\n102\n' && head -c 60000000 /dev/zero | tr '\0' x; } >long
(ulimit -v 60000 && exec "$rvt" import --elf a.elf long -o long.rvti 2>err)
check 'a line without memory' '2 rvt import: long: expected a readable file, found: Cannot allocate memory long' "$? $(cat err) $(echo long*)"
for arguments in '' 'log' 'log --elf a.elf' 'log --elf a.elf -o -' 'log log --elf a.elf -o x' 'log --elf none -o x' \
  'none --elf a.elf -o x' 'log --elf a.elf -o a.elf' 'log --elf a.elf -o log' 'log --elf a.elf --isa rv32i -o x' \
  'log --elf a.elf --isa x -o x' 'log --elf a.elf --limit 0 -o x'; do
  # shellcheck disable=SC2086
  "$rvt" import $arguments >out 2>err
  check "arguments '$arguments'" '2 ' "$? $(cat out)"
done

# ---- QEMU ---------------------------------------------------------------------------------------

# A log of QEMU 10.0.2, of a program of scripts/ctr/program.py in all five modes. What of it retired, without a look at the importer: an
# instruction has a line as it begins; it is no more where it was stopped, or the exception behind it is its own.
program=$corpus/qemu-rv64
xzcat "$program/log.xz" >qemu.log
awk '/^Trace/ { split($4, part, "/"); pc[n++] = part[2] }
  /^Stopped/ { n-- }
  /async:0/ { match($0, /epc:0x[0-9a-f]*/); if (n && substr($0, RSTART + 6, 16) == pc[n - 1]) n-- }
  END { for (i = 0; i < n; i++) { sub(/^0*/, "0x", pc[i]); print pc[i] } }' qemu.log >want
"$rvt" import --elf "$program/program.elf" qemu.log -o q.rvti 2>err
check 'QEMU: counts' "0 q.rvti: $(wc -l <want) instructions, $(grep -c ^riscv_cpu_do_interrupt qemu.log) traps" "$? $(cat err)"
"$rvt" encode q.rvti --elf "$program/program.elf" -o q.nex 2>err && "$rvt" decode q.nex --pcs >got
check 'QEMU: the PCs, encoded and decoded' same "$(cmp want got && echo same)"
"$rvt" convert q.rvti - >text
check 'QEMU: traps' same "$(sed -n 's/.*async:\(.\), cause:0*\([0-9a-f]*\), epc:0x0*\([0-9a-f]*\), .*/\1 \2 \3/p' qemu.log |
  cmp - <(sed -n 's/^trap \(.\)[^ ]* 0x\([0-9a-f]*\) cause=0x\([0-9a-f]*\) .*/\1 \3 \2/p' text | sed 's/^e/0/; s/^i/1/') && echo same)"
check 'QEMU: all privileges' 'M S U VS VU' "$(sed -n 's/^priv //p' text | sort -u | xargs)"
# Each ECALL is of the mode that its cause names.
awk '$1 == "priv" { mode = $2 } /^trap exception/ { print $4, mode }' text >modes
check 'QEMU: modes of ECALLs' 'cause=0x8 V*U cause=0x9 S cause=0xa VS' \
  "$(grep -E '^cause=0x(8|9|a|b) ' modes | sed 's/ V*U$/ V*U/' | sort -u | xargs)"
refused_log() { # name, text, sed script
  sed "$3" qemu.log >bad.log
  "$rvt" import --elf "$program/program.elf" bad.log -o bad.rvti 2>err
  check "QEMU: $1" "2 yes" "$? $(grep -q "$2" err && [ ! -e bad.rvti ] && echo yes)"
}
refused_log 'a line is missing' 'bad.log:[0-9]*: expected PC 0x.* after the instruction at 0x' '200,203d'
refused_log 'another hart' 'one hart, found .Trace 1:' '100s/Trace 0/Trace 1/'
refused_log 'a line cut off' "expected a line of QEMU's" '100s/ff02.*//'
refused_log 'flags of another version' 'expected an ECALL of privilege 0' '/^Trace/s,/0[0-9a-f]\{7\}/,/00000000/,'

# ---- Spike itself, where it is ------------------------------------------------------------------

spike=$OLDPWD/build/venv/bin/spike
if [ -x "$spike" ]; then
  program=$corpus/traps-rv32
  "$spike" -l --log=spike.log --isa=rv32imac_zicsr_zicntr -m0x80000000:0x1000000 "$program/program.elf" 2>err
  "$rvt" import --elf "$program/program.elf" spike.log -o s.rvti 2>err
  check 'Spike: status' 0 $?
  # Its own end is after the store to tohost.
  steps "$program/program.rvti" >want
  steps s.rvti | head -n "$(wc -l <want)" >got
  check 'Spike: the same steps' same "$(cmp want got && echo same)"
fi

report

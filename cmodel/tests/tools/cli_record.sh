#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt record from outside, with stand-ins for Spike: cli_record.sh [RVT]; run in the top directory
# of the tree. Real runs of Spike are in scripts/record/record_check.sh and `make workloads-check`.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# An executable: header, one segment at 0x80000000 with this code, no symbols.
make_elf() { # e_machine in octal, code of 12 bytes in hexadecimal digits
  printf '\177ELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0%b\0\1\0\0\0\0\0\0\200\64\0\0\0' "\\0$1"
  printf '\0\0\0\0\0\0\0\0\64\0\40\0\1\0\0\0\0\0\0\0'
  printf '\1\0\0\0\124\0\0\0\0\0\0\200\0\0\0\200\14\0\0\0\124\0\0\0\5\0\0\0\0\20\0\0'
  bytes "$2" code && cat code
}
make_elf 363 '63 04 00 00 13 00 00 00 01 00 01 a0' >a.elf
make_elf 363 '73 90 82 7a 01 00 00 00 01 00 01 a0' >mcontext.elf
make_elf 363 '63 04 00 00 13 00 00 00 81 00 01 a0' >other.elf
make_elf 76 '63 04 00 00 13 00 00 00 01 00 01 a0' >x86.elf
sed 's/\x00\x00\x00\x80/\x00\x00\x00\x10/g' a.elf >uart.elf

cat >good.log <<'EOF'
core   0: 0x00001000 (0x80000537) lui     a0, 0x80000
core   0: 3 0x00001000 (0x80000537) x10 0x80000000
core   0: 0x80000000 (0x00000463) beqz    zero, pc + 8
core   0: 3 0x80000000 (0x00000463)
core   0: exception interrupt #7, epc 0x80000008
core   0: >>>>  handler
core   0: 0x80000100 (0x30200073) mret
core   0: 3 0x80000100 (0x30200073) c768_mstatus 0x00000080 c784_mstatush 0x00000000
core   0: 0x80000008 (0x00000001) c.nop
core   0: 3 0x80000008 (0x00000001)
EOF
sed '8s/.*/rubbish/' good.log >rubbish.log
head -c 250 good.log >cut.log
{ cat good.log
  echo 'core   0: 0x8000000a (0x0000a001) c.j pc + 0'
  for _ in 1 2 3; do echo 'core   0: 3 0x8000000a (0xa001)'; done; } >stays.log

stand_in() { # name, commands
  printf '#!/bin/sh\n%s\n' "$2" >"$1"
  chmod +x "$1"
}
# shellcheck disable=SC2016
stand_in good 'echo "$@" >arguments; cat good.log >&3'
stand_in rubbish 'cat rubbish.log >&3'
stand_in cut 'cat cut.log >&3'
stand_in prints 'echo one; cat good.log >&3; echo two >&2; printf "\nend"'
stand_in fails 'echo "no such thing" >&2; exit 3'
stand_in stays 'cat stays.log >&3; exec sleep 60'
stand_in spins 'cat good.log >&3; while :; do :; done'
stand_in waits 'cat good.log >&3; echo $$ >waiter; exec sleep 60'
stand_in sleeps 'echo $$ >sleeper; exec sleep 60'

run() { # name, expected status, expected text on standard error, arguments
  name=$1 status=$2 text=$3
  shift 3
  "$rvt" record "$@" 2>err >out
  check "$name: status" "$status" $?
  check "$name: standard output" "" "$(cat out)"
  grep -qF -- "$text" err || check "$name: standard error" "$text" "$(cat err)"
  if [ "$status" -eq 2 ]; then
    check "$name: nothing left behind" "" "$(find . -name 'new*')"
  fi
}
options="--isa rv32imac_zicsr --limit 3 a.elf"

# mcontext is hcontext of a hart with H, and nothing of one without it.
sed 's/(0x00000463)/(0x7a829073)/; s/^core   0: 3 0x80000000.*/& c1704_hcontext 0x5/; s/80000008/80000004/' good.log >mcontext.log
for isa in rv32imac_zicsr:0 rv32imach_zicsr:1 rv32i_h:1 rv32imac_zihpm_sha:0 rv32imac_xthead:0; do
  run "mcontext $isa" 0 "3 instructions" --isa "${isa%:*}" --limit 3 mcontext.elf --log mcontext.log -o mcontext.rvti
  check "mcontext $isa" "${isa#*:}" "$("$rvt" convert mcontext.rvti - | grep -c '^context .*50000')"
done

# shellcheck disable=SC2086
{
  run good 0 "good.rvti: 3 instructions, 1 traps" $options --spike ./good -o good.rvti
  run stored 0 "stored.rvti: 3 instructions" $options --log good.log -o stored.rvti
  check "the same from a stored log" 0 "$(cmp good.rvti stored.rvti >/dev/null; echo $?)"
  run stdin 0 "stdin.rvti: 3 instructions" $options --log - -o stdin.rvti <good.log
  check "the same from standard input" 0 "$(cmp good.rvti stdin.rvti >/dev/null; echo $?)"
  run limit 0 "limit.rvti: 1 instructions" --isa rv32i --limit 1 a.elf --log good.log -o limit.rvti
  check "what Spike is asked" \
    "--isa=rv32imac_zicsr -m0x80000000:0x100000 -l --log-commits --log=/dev/fd/3 a.elf" \
    "$(cat arguments)"
  run memory 0 "3 instructions" $options --mem 0x1000:0x2000 --spike ./good -o memory.rvti
  check "memory" "-m0x80000000:0x100000,0x1000:0x2000" "$(cut -d' ' -f2 arguments)"

  run rubbish 2 "log of Spike:8: expected a line of" $options --spike ./rubbish -o new.rvti
  run cut 2 "log of Spike:6: expected the end of the line" $options --spike ./cut -o new.rvti
  run fails 2 "found exit status 3" $options --spike ./fails -o new.rvti
  run prints 0 "3 instructions" $options --spike ./prints -o prints.rvti
  check "what Spike prints is apart" "spike: one spike: two spike: spike: end" "$(grep '^spike:' err | xargs)"
  check "the counts come after it" "prints.rvti:" "$(tail -n 1 err | cut -d' ' -f1)"
  run absent 2 "./absent: expected the ISA simulator Spike" $options --spike ./absent -o new.rvti
  run no-log 2 "no.log: expected a readable file" $options --log no.log -o new.rvti
  run no-directory 2 "no/new.rvti" $options --log good.log -o no/new.rvti
}
run no-program 2 "no.elf: expected a readable file" --isa rv32i no.elf -o new.rvti
run no-elf 2 "good.log: expected an executable for RISC-V" --isa rv32i good.log -o new.rvti
run other-machine 2 "found an ELF file for another machine" --isa rv32i x86.elf -o new.rvti
run other-xlen 2 "expected an ISA that begins with rv32" --isa rv64gc --limit 3 a.elf -o new.rvti
run device 2 "found one at 0x10000000 with the UART" --isa rv32i uart.elf -o new.rvti
run no-output 2 "expected -o OUT" --isa rv32i a.elf
run limit-0 2 "expected a limit of at least 1" --isa rv32i --limit 0 a.elf -o new.rvti
run odd-memory 2 "in units of 4096" --isa rv32i --mem 1:2 a.elf -o new.rvti

RVT_SPIKE=./good run environment 0 "3 instructions" --isa rv32i --limit 3 a.elf -o env.rvti
cp good.rvti kept.rvti
run keeps-the-old-file 2 "log of Spike:8" --isa rv32i a.elf --limit 9 --spike ./rubbish -o kept.rvti
check "the old file is kept" 0 "$(cmp good.rvti kept.rvti >/dev/null; echo $?)"
check "recording" "beginning taken, interrupt, trap return" \
  "$("$rvt" convert good.rvti - | grep -q 'taken' && "$rvt" convert good.rvti - |
     grep -q 'interrupt' && echo 'beginning taken, interrupt, trap return')"

# The log of another program, and one of a program that has changed itself. What Spike does with the program itself is not doubted.
run another-program 2 "good.log:9: expected the word 0x81 of other.elf at 0x80000008, found 0x1: is this the log of that program?" \
  --isa rv32imac_zicsr --limit 3 other.elf --log good.log -o new.rvti
sed '8s/$/ mem 0x80000008 0x01/' good.log >changed.log
run changed 0 "changed.rvti: 3 instructions" --isa rv32imac_zicsr --limit 3 other.elf --log changed.log -o changed.rvti
run not-stored 0 "changed.rvti: 3 instructions" --isa rv32imac_zicsr --limit 3 other.elf --spike ./good -o changed.rvti

# Where the hart can never go on, the recording ends, whatever the simulator does then.
run stays 0 "stays.rvti: 4 instructions, 1 traps" a.elf --spike ./stays -o stays.rvti
run stays-why 0 "stays at 0x8000000a: no interrupt is enabled" a.elf --log stays.log -o stored.rvti
check "the same from a stored log" 0 "$(cmp stays.rvti stored.rvti >/dev/null; echo $?)"
run stays-limit 0 "new.rvti: 6 instructions" a.elf --limit 6 --log stays.log -o new.rvti
rm new.rvti
check "default ISA" "--isa=rv32gc" \
  "$(RVT_SPIKE=./good "$rvt" record a.elf --limit 3 -o stored.rvti 2>err; cut -d' ' -f1 arguments)"
# One that burns processor time without a line is ended, what it did is kept.
run spins 1 "executes nothing any more" --isa rv32i a.elf --limit 9 --spike ./spins -o spins.rvti
check "spins: the file is complete" 3 "$("$rvt" convert spins.rvti - | grep -c '^insn')"

# A signal keeps what there is.
for signal in INT TERM HUP; do
  rm -f waiter
  "$rvt" record --isa rv32i a.elf --limit 9 --spike ./waits -o kept-$signal.rvti 2>err &
  recorder=$!
  awaits $recorder [ -s waiter ]
  kill -$signal $recorder
  wait $recorder
  check "SIG$signal: status" 1 $?
  check "SIG$signal: the file is complete" 3 "$("$rvt" convert kept-$signal.rvti - | grep -c '^insn')"
  grep -q "found \(Ctrl-C (SIGINT)\|SIG$signal\); what was executed is recorded" err || check "SIG$signal: said" "" "$(cat err)"
  check "SIG$signal: the simulator has ended" 1 "$(kill -0 "$(cat waiter)" 2>/dev/null; echo $?)"
done

# It ends the simulator too; without an instruction there is no file.
"$rvt" record --isa rv32i a.elf --limit 9 --spike ./sleeps -o new.rvti 2>err &
recorder=$!
awaits $recorder [ -s sleeper ]
kill -TERM $recorder
wait $recorder
check "signal: status" 2 $?
check "signal: nothing left behind" "" "$(find . -name 'new*')"
check "signal: the simulator has ended" 1 "$(kill -0 "$(cat sleeper)" 2>/dev/null; echo $?)"

report

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the tools do to files: all outputs of a command or none, never over an input or each other,
# and no temporary file left whatever ends them: cli_files.sh [RVT]; run in the top directory of the
# tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

"$rvt" generate --seed 3 --xlen 64 -n 20000 -o p >/dev/null
"$rvt" encode p.rvti -o p.nex 2>/dev/null

# ---- All or none --------------------------------------------------------------------------------

"$rvt" encode p.rvti --src-bits 3 --src-id 2 -o y.nex --pcs y.pcs 2>/dev/null
cp y.nex old.nex && cp y.json old.json && cp y.pcs old.pcs
(
  ulimit -f 4
  trap '' XFSZ
  "$rvt" encode p.rvti -o y.nex 2>err
  echo $? >status
)
check 'a trace that does not fit: status' 2 "$(cat status)"
check 'a trace that does not fit: why' 1 "$(grep -c '^rvt encode: y.nex: expected to write it, found: File too large$' err)"
check 'a trace that does not fit: the old files stay' same \
  "$(cmp y.nex old.nex && cmp y.json old.json && cmp y.pcs old.pcs && echo same)"
check 'a trace that does not fit: nothing beside them' 'y.json y.nex y.pcs' "$(echo y.*)"
"$rvt" encode p.rvti -o y.nex --pcs /dev/full 2>err
check 'PCs on a full disk' "2 rvt encode: /dev/full: expected to write it, found: No space left on device" "$? $(cat err)"
check 'PCs on a full disk: the old files stay' same "$(cmp y.nex old.nex && cmp y.json old.json && echo same)"
mkdir g.rvti
"$rvt" generate --seed 3 -n 100 -o g >/dev/null 2>err
check 'generate: status' 2 $?
check 'generate: no program without its recording' 'g.rvti' "$(echo g.*)"
rmdir g.rvti

# ---- Never over an input, or another output -----------------------------------------------------

"$rvt" convert p.rvti p.txt
"$rvt" dump p.nex -o p.msg
ln -s p.rvti soft.rvti && ln p.rvti hard.rvti && ln -s p.elf soft.elf && mkdir sub
cp "$corpus/calls-rv32/program.elf" q.elf && ln -s q.elf soft-q.elf && sha256sum p.* q.* >sums
stays() { # name, text after the output's name, arguments
  local name=$1 text=$2
  shift 2
  "$rvt" "$@" >out 2>err </dev/null
  check "$name: status" 2 $?
  check "$name: text" 1 "$(grep -c -- "^rvt $1: .*: expected an output $text" err)"
  check "$name: one line" 1 "$(wc -l <err)"
  check "$name: all stays" '' "$(sha256sum -c sums 2>&1 | grep -v ': OK$')"
  check "$name: nothing new" '' "$(find . -name 'n.*' -o -name '*.??????' | tr '\n' ' ')"
}
input='that is no input, found that it is the input'
other='of its own, found that .* is written to the same file'
stays 'encode over its recording' "$input p.rvti" encode p.rvti -o p.rvti
stays 'encode over its recording, soft link' "$input p.rvti" encode p.rvti -o soft.rvti
stays 'encode over its recording, hard link' "$input p.rvti" encode p.rvti -o hard.rvti
stays 'encode: PCs over the recording' "$input p.rvti" encode p.rvti -o n.nex --pcs sub/../p.rvti
stays 'encode over the program' "$input p.elf" encode p.rvti -o p.elf
stays 'encode over the program that is given' "$input soft.elf" encode p.rvti --elf soft.elf -o n.nex --pcs p.elf
stays 'encode: PCs over the trace' "$other" encode p.rvti -o n.nex --pcs n.nex
stays 'encode: PCs over the trace, another spelling' "$other" encode p.rvti -o n.nex --pcs "sub/../n.nex"
stays 'encode: PCs over the side-car' "$other" encode p.rvti -o n.nex --pcs ./n.json
stays 'decode over the program' "$input p.elf" decode p.nex --elf p.elf -o p.elf
stays 'decode over the trace' "$input p.nex" decode p.nex --elf p.elf -o p.nex
stays 'decode over the side-car' "$input p.json" decode p.nex -o p.json
stays 'dump over the trace' "$input p.nex" dump p.nex -o ./p.nex
stays 'dump over the side-car' "$input p.json" dump p.nex --config p.json -o p.json
stays 'assemble over the lines' "$input p.msg" assemble p.msg -o p.msg
stays 'convert to text over the recording' "$input p.rvti" convert p.rvti hard.rvti
stays 'convert over the text' "$input p.txt" convert p.txt p.txt
stays 'record over the program' "$input q.elf" record q.elf -o q.elf
stays 'record over the program, soft link' "$input q.elf" record q.elf -o soft-q.elf
stays 'record over the log' "$input p.txt" record q.elf --log p.txt -o p.txt
stays 'import over the list' "$input p.txt" import --elf p.elf p.txt -o p.txt
stays 'import over the program' "$input p.elf" import --elf p.elf p.txt -o p.elf
"$rvt" dump - -o p.nex <p.nex 2>err
check 'dump over standard input' 2 $?
"$rvt" dump p.nex >>p.nex 2>err
check 'standard output over the trace' "2 1" "$? $(grep -c "<stdout>: expected an output $input p.nex" err)"
check 'standard input, output: all stays' '' "$(sha256sum -c sums 2>&1 | grep -v ': OK$')"
"$rvt" encode p.rvti -o /dev/null --pcs /dev/null 2>err
check 'a device is no file of anybody' 0 $?
check 'a recording on standard output' '2 1' "$("$rvt" convert p.txt - 2>err; echo $?) $(grep -c 'expected a file' err)"

# ---- Signals ------------------------------------------------------------------------------------

mkfifo feed stuck
ends() { # name, arguments: each signal ends the command, which waits for ever, and leaves nothing
  local name=$1 signal pid status
  shift
  at_work() { find . -name 's.*' | grep -q .; }
  for signal in INT TERM HUP; do
    env --default-signal "$rvt" "$@" >/dev/null 2>&1 3>&- &
    pid=$!
    awaits $pid at_work
    check "$name, $signal: it is at work" 1 "$(find . -name 's.*' | grep -c . | sed 's/[2-9]/1/')"
    kill -s "$signal" "$pid"
    wait "$pid" 2>/dev/null
    status=$?
    check "$name, $signal: status" $((128 + $(kill -l "$signal"))) $status
    check "$name, $signal: nothing is left" '' "$(find . -name 's.*' | tr '\n' ' ')"
  done
}
exec 3<>feed # never at its end
ends dump dump feed -o s.txt
ends decode decode feed --elf p.elf -o s.txt
ends encode encode p.rvti -o s.nex --pcs stuck
ends generate generate -n 4000000000 -o s
exec 3>&-

report

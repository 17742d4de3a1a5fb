#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# A device with an encoder of E-Trace, from its registers to the PCs that ran: cli_ctl_etrace.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

device=
trap '[ -z "$device" ] || kill "$device" 2>/dev/null; rm -rf "$dir"' EXIT
serve() { # options of rvt device; returns when it listens
  : >listening
  "$rvt" device --listen unix:dev "$@" >listening 2>device.err &
  device=$!
  awaits $device [ -s listening ] && return
  cat device.err
  exit 2
}
ended() {
  wait "$device"
  check "$1: status of the device" 0 $?
  device=
}
program=$corpus/calls-rv32/program
xz -dc "${program%/*}/pcs.xz" >ran

for mode in '' 'full_address=1 context=1' implicit_return=3 branch_prediction=1 jump_target_cache=1 \
  'implicit_return=3 branch_prediction=1 jump_target_cache=1 src_bits=8 src_id=9'; do
  serve --once --set SramWordsLog2=14 --format e-trace --program "$program.rvti"
  "$rvt" ctl --connect unix:dev --xlen 32 >script.out 2>script.err <<END
discover te
configure te etrace=1 $mode
configure ram async_freq=3
configure pib mode=12 async_freq=3
start ram pib
hart run
clocks 130000
stop
readout prog.nex
pins pins.nex
quit
END
  check "script $mode" '0 ' "$? $(cat script.err)"
  ended "script $mode"
  check "what the encoder is $mode" '  trTeFormat = 0' "$(grep trTeFormat script.out)"
  src=$(expr "$mode" : '.*src_id=' >/dev/null && echo --src=9)
  "$rvt" decode prog.nex $src --elf "$program.elf" --pcs >pcs 2>err
  check "decode $mode" '0 ' "$? $(cat err)"
  cmp -s pcs ran
  check "the PCs that ran $mode" 0 $?
  "$rvt" decode pins.nex $src --config prog.json --elf "$program.elf" --pcs >pcs 2>err
  check "decode the pins $mode" '0 ' "$? $(cat err)"
  cmp -s pcs ran
  check "the PCs that ran, from the pins $mode" 0 $?
  check "sync sequences $mode" yes "$("$rvt" dump prog.nex | grep -q '^0x[0-9a-f]*: Align COUNT=1$' && echo yes)"
done
# The side-car has the sizes that the registers say, whatever is on (ETR:D-01).
sizes='"addr_bits": 32 "bpred_bits": 5 "cache_bits": 5 "context_bits": 0 "f0s_bits": 1 "irdepth_bits": 4 "priv_bits": 2 "stack_depth": 8 "xlen": 32 '
check 'sizes in the side-car' "$sizes" \
  "$(grep -o '"\(addr_bits\|[bcf][a-z0]*_bits\|irdepth_bits\|priv_bits\|stack_depth\|xlen\)": [0-9]*' prog.json | tr '\n' ' ')"
# A memory that has wrapped is read from its start: without sync sequences what is before it is left out.
serve --once --set SramWordsLog2=8 --format e-trace --program "$program.rvti"
"$rvt" ctl --connect unix:dev --xlen 32 >script.out 2>script.err <<END
discover te
configure te etrace=1 full_address=1 sync_mode=3 sync_max=4
configure ram
start ram
hart run
clocks 130000
stop
readout wrap.nex
quit
END
check 'script of a wrap' '0 ' "$? $(cat script.err)"
ended 'script of a wrap'
"$rvt" decode wrap.nex --elf "$program.elf" --pcs >pcs 2>err
check 'decode a wrap' 0 $?
tail -n "$(wc -l <pcs)" ran | cmp -s - pcs
check 'the PCs that ran last' 0 $?
check 'how many they are, at least' yes "$([ "$(wc -l <pcs)" -gt 50 ] && echo yes)"
check 'full addresses: the side-car' '"full_address": true' "$(grep -o '"full_address": [a-z]*' wrap.json)"
"$rvt" device --listen unix:dev --format e-trace --set StackDepth=x >found 2>err
check 'a bad value' 2 $?
report

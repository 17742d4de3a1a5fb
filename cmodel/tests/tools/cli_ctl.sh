#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt ctl and rvt device from outside: cli_ctl.sh [RVT]. A program is traced on the golden model and
# decoded from what the memory has.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

device=
trap '[ -z "$device" ] || kill "$device" 2>/dev/null; rm -rf "$dir"' EXIT

serve() { # options of rvt device; returns when it listens
  : >listening
  "$rvt" device "$@" >listening 2>device.err &
  device=$!
  awaits $device [ -s listening ] && return
  cat device.err
  exit 2
}
ended() { # the device ends; its status
  wait "$device"
  check "$1: status of the device" 0 $?
  device=
}
ctl() { "$rvt" ctl --connect unix:dev "$@"; }

"$rvt" generate --xlen 32 --seed 3 --instructions 4000 -o prog || exit 2

# ---- A session by a script, decoded -------------------------------------------------------------

serve --listen unix:dev --program prog.rvti
check 'where it listens' 'listening at unix:dev' "$(cat listening)"
ctl >script.out 2>script.err <<'END'
# from power-up to a capture
discover te ram
configure te mode=htm sync_mode=halfwords sync_max=4 src_bits=3 src_id=5 implicit_return=3
configure ram
start ram
hart run
clocks 5000
stop
readout prog.nex
quit
this line is after the end
END
check 'script: status' 0 $?
check 'script: complaints' '' "$(cat script.err)"
check 'script: what the encoder can do' '  trTeInstMode = 0 3 6' "$(grep trTeInstMode script.out)"
check 'script: what the memory can do' '  bytes = 16384' "$(grep '  bytes' script.out)"
check 'script: capture' "$(wc -c <prog.nex) bytes" "$(tail -1 script.out)"
"$rvt" decode prog.nex --config prog.json --elf prog.elf --pcs >pcs 2>decode.err
check 'decode: status and complaints' '0' "$?$(cat decode.err)"
"$rvt" encode prog.rvti -o whole.nex --pcs whole 2>/dev/null
check 'decode: the program from its first instruction to its last' '4000 same' \
  "$(wc -l <pcs | tr -d ' ') $(cut -d' ' -f2 pcs | cmp - whole && echo same)"

# ---- One command at a time, in the state that the last one left ---------------------------------

check 'read' 'te.trTeControl = 0x01430069' "$(ctl read te.trTeControl | head -1)"
check 'read: a field' '  trTeInstSyncMax = 4' "$(ctl read te.trtecontrol | grep SyncMax)"
check 'read: an array' 'te.trTeFilter_15_MatchInst = 0x00000000' \
  "$(ctl read te.trTeFilter_15_MatchInst | head -1)"
check 'write: hexadecimal' '  trTeInstSyncMax = 10' \
  "$(ctl write te.trTeControl trTeInstSyncMax=0xA | grep SyncMax)"
check 'write: fields' 'te.trTeControl = 0x01210039' \
  "$(ctl write te.trTeControl trTeInstMode=3 trTeInstSyncMax=2 trTeInstSyncMode=1 | head -1)"
check 'write: a word' 'te.trTeInstFeatures = 0x20010000' \
  "$(ctl write te.trTeInstFeatures 0x20010000 | head -1)"
check 'write: what it becomes' 'te.trTeInstFeatures = 0xc0010000' \
  "$(ctl write te.trTeInstFeatures trTeSrcBits=15 | head -1)"
check 'JSON' '{"register": "te.trTeInstFilters", "address": "0xc", "value": 0, "fields": {"trTeInstFilters": 0}}' \
  "$(ctl --json read te.trTeInstFilters)"
check 'discover: the pins stay off' '  trPibMode, trPibClkCenter: unknown while the pins are off (probe-pins)' \
  "$(ctl discover pib | grep trPibMode)"
check 'probe-pins' '  trPibMode = 0 10 11 12' "$(ctl probe-pins | grep trPibMode)"
ctl discover te ram >/dev/null
ctl start ram
check 'status: no block' '  no message since start, or hart away = yes' "$(ctl status | grep away)"
ctl stop
ctl --json discover >json.out
check 'JSON: a line for each component' 3 "$(grep -c '^{"unit".*}$' json.out)"
check 'registers' 'ram  0x040  ram.trRamData' "$(ctl registers ram | grep Data)"
check 'registers: count' 39 "$(ctl registers | wc -l | tr -d ' ')"
check 'status' 'not active' "$(ctl write te.trTeControl 0 >/dev/null; ctl status | sed -n '/^te/{n;s/^ *//p;}')"

# ---- What goes wrong -----------------------------------------------------------------------------

complaint() { # name, status, text, arguments
  name=$1 status=$2 text=$3
  shift 3
  ctl "$@" >stdout 2>stderr </dev/null
  check "$name: status" "$status" $?
  check "$name: text" "$text" "$(cat stderr)"
}
complaint 'no such command' 2 "rvt ctl: expected a command (see \`rvt ctl --help\`), found 'reed', did you mean 'read'?" reed
complaint 'no such unit' 2 "rvt ctl: expected te, ram or pib, found 'fun'" read fun.trFunnelControl
complaint 'no such register' 2 "rvt ctl: expected a register that \`registers te\` lists, found 'te.x'" read te.x
complaint 'beyond the array' 2 \
  "rvt ctl: expected a register that \`registers te\` lists, found 'te.trTeFilter_16_MatchInst'" \
  read te.trTeFilter_16_MatchInst
complaint 'no unit' 2 "rvt ctl: expected te.REGISTER, ram.REGISTER or pib.REGISTER, found 'trTeControl'" \
  read trTeControl
complaint 'no such field' 2 "rvt ctl: expected a field of te.trTeControl, found 'x'" \
  write te.trTeControl x=1
complaint 'a value too large' 2 "rvt ctl: trTeInstMode: expected a number up to 7, found '8'" \
  write te.trTeControl trTeInstMode=8
complaint 'no argument' 2 'rvt ctl: read: expected more words after it, found 0 (see `rvt ctl --help`)' read
complaint 'no NAME=VALUE' 2 "rvt ctl: configure: expected NAME=VALUE, found 'mode'" configure te mode
complaint 'no key' 2 "rvt ctl: configure: expected a name of te (\`rvt ctl --help\` lists them), found 'speed'" configure te speed=1
complaint 'a key of another unit' 2 "rvt ctl: configure: expected a name of ram (\`rvt ctl --help\` lists them), found 'mode'" \
  configure ram mode=1
complaint 'a key with a mistake' 2 \
  "rvt ctl: configure: expected a name of te (\`rvt ctl --help\` lists them), found 'ts_supress', did you mean 'ts_suppress'?" \
  configure te ts_supress=1
complaint 'no value' 2 "rvt ctl: configure: mode: expected btm, htm or a number up to 7, found 'fast'" configure te mode=fast
complaint 'no value of many' 2 \
  "rvt ctl: configure: ts_mode: expected off, external, system, core, shared or a number up to 7, found 'cores'" \
  configure te ts_mode=cores
complaint 'a flag' 2 "rvt ctl: configure: context: expected a number up to 1, found '2'" configure te context=2
complaint 'kinds of messages without TSTAMP' 2 "rvt ctl: configure: ts_suppress: expected a number up to 15, found '16'" \
  configure te ts_mode=core ts_suppress=16
complaint 'no size' 2 "rvt ctl: configure: bytes: expected a number, found 'many'" configure ram bytes=many
complaint 'a negative number' 2 "rvt ctl: expected a number that is not negative, found '-5'" clocks -5
complaint 'a negative number of an option' 2 \
  "rvt ctl: --timeout: expected a number, found '-1'
Try \`rvt ctl --help' or \`rvt ctl --usage' for more information." \
  --timeout -1 clocks 1
complaint 'refused by the device' 1 \
  'rvt ctl: trTeInstMode at 0x0: expected 5, found 6: the component does not take this value' configure te mode=5
complaint 'not there' 1 \
  'rvt ctl: trCompType at 0x3004: expected 1, found 0: no component at this address' --timeout 5 --pib 0x3000 discover pib
complaint 'another component' 1 \
  'rvt ctl: ram at 0x0: expected a RAM sink, found a trace encoder' --ram 0 readout x.nex
complaint 'turned off' 2 'rvt ctl: ram is turned off by --ram=none' --ram none readout x.nex
complaint 'enabled' 0 '' write ram.trRamControl trRamEnable=1
complaint 'a memory in use' 1 \
  'rvt ctl: trRamEnable at 0x1000: expected 0, found 1: the component is in the wrong state for this' readout x.nex
complaint 'bad clocks' 2 "rvt ctl: clocks: expected a number, found 'ten'" clocks ten
complaint 'bad hart' 2 "rvt ctl: hart: expected run or hold, found 'walk'" hart walk
found='which is neither decimal nor hexadecimal: leave the leading 0 out'
complaint 'a leading 0: clocks' 2 "rvt ctl: clocks: found '010', $found" clocks 010
complaint 'a leading 0: a field' 2 "rvt ctl: write: found '07', $found" write te.trTeControl trTeInstMode=07
complaint 'a leading 0: a register' 2 "rvt ctl: write: found '00', $found" write te.trTeControl 00
complaint 'a leading 0: a configuration' 2 "rvt ctl: configure: found '010', $found" configure te sync_max=010
ctl --timeout 010 status 2>stderr
check 'a leading 0: an option' "2 --timeout: expected a number, found '010', $found" \
  "$? $(sed -n '1s/.*: --/--/p' stderr)"
ctl pins 010 >/dev/null
check 'a leading 0: a file' '010' "$(ls 010)"
complaint 'nothing to resume' 1 \
  'rvt ctl: trRamEnable at 0x1000: expected 0, found 1: the component is in the wrong state for this' resume
check 'nothing is left of them' '' "$(echo x.* | grep -v '\*')"
printf 'clocks 1\n\n  # comment\nclocks x\nclocks 1\n' | ctl 2>stderr
check 'script: status of the first mistake' 2 $?
check 'script: its line' "rvt ctl: <stdin>:4: clocks: expected a number, found 'x'" "$(cat stderr)"
kill "$device"
wait "$device" 2>/dev/null
device=
check 'a signal: no socket is left' '' "$(echo dev* | grep -v '\*' | grep -v device)"
complaint 'no device' 2 'rvt ctl: unix:dev: No such file or directory' status
"$rvt" ctl --connect nowhere status 2>stderr
check 'no address: status' 2 $?
check 'no address: text' "rvt ctl: expected unix:PATH or tcp:HOST:PORT, found 'nowhere'" "$(cat stderr)"
"$rvt" ctl status 2>stderr
check 'no --connect: status' 2 $?

# ---- The pins show what the memory has -----------------------------------------------------------

for pins in '10 0' '11 1' '12 0'; do
  serve --listen unix:dev --once --program prog.rvti
  ctl >pins.out 2>pins.err <<END
discover
configure te mode=btm
configure ram
configure pib mode=${pins% *} divider=1 clk_center=${pins#* }
start
hart run
clocks 6000
stop
readout ram.nex
pins pins.nex
END
  check "pins, mode $pins: status and complaints" 0 "$?$(cat pins.err)"
  check "pins, mode $pins: some bytes" yes "$([ "$(wc -c <pins.nex)" -gt 200 ] && echo yes)"
  "$rvt" dump ram.nex | grep -v Idle >ram.txt
  "$rvt" dump pins.nex >pins.txt
  check "pins, mode $pins: the bytes of the memory but for its padding" same "$(cmp ram.txt pins.txt && echo same)"
  ended "pins, mode $pins"
done

# ---- Stop on wrap, TCP, --once -------------------------------------------------------------------

serve --listen unix:dev --program prog.rvti --set SramWordsLog2=6
waits='a full memory has stopped, and trace waits for it'
ctl >wrap.out 2>wrap.err <<'END'
discover te ram
configure te mode=btm stall=1
configure ram stop_on_wrap=1
start
hart run
clocks 4000
status
readout full.nex
stop
END
check 'stop on wrap: a stop that leaves trace in the encoder' \
  "1 rvt ctl: <stdin>:9: trTeEmpty at 0x0: expected 1, found 0: $waits" "$? $(cat wrap.err)"
check 'stop on wrap: a memory full' '256 bytes' "$(grep 'bytes$' wrap.out)"
check 'stop on wrap: status' '  wrapped = yes' "$(grep wrapped wrap.out)"
check 'stop on wrap: size' 256 "$(wc -c <full.nex | tr -d ' ')"
ctl clocks 1000
complaint 'stop on wrap: nothing lets it go on' 1 "rvt ctl: trTeEmpty at 0x0: expected 1, found 0: $waits" stop
# What the stop has left where it was comes with the parts that follow.
cp full.nex stopped.nex
stops=1
while ctl resume 2>stop.err && [ $stops -lt 20 ]; do
  ctl stop 2>stop.err
  last=$?
  ctl readout part.nex >/dev/null 2>part.err || break
  cat part.nex >>stopped.nex
  [ $last -eq 0 ] && break
  grep -q "$waits" stop.err || break
  stops=$((stops + 1))
done
check 'stop on wrap: resumed to the end' '0' "$last$(cat stop.err part.err)"
check 'stop on wrap: more than one part' 'yes' "$([ "$(wc -c <stopped.nex)" -gt 256 ] && echo yes)"
"$rvt" decode stopped.nex --config part.json --elf prog.elf >stopped.txt 2>stop.err
check 'stop on wrap: decoded' '0' "$?$(cat stop.err)"
check 'stop on wrap: to its end' 1 "$(tail -1 stopped.txt | grep -c ' stop ')"
kill "$device"
wait "$device" 2>/dev/null
device=

serve --listen unix:dev --once --program prog.rvti --set SramWordsLog2=6
ctl >abandon.out 2>abandon.err <<'END'
discover te ram
configure te mode=btm
configure ram stop_on_wrap=1
start
hart run
clocks 4000
abandon
status
readout full.nex
END
check 'abandon: status and complaints' '0' "$?$(cat abandon.err)"
check 'abandon: the memory is as it was' '256 bytes' "$(tail -1 abandon.out)"
check 'abandon: both are disabled' '  enabled = no' "$(grep enabled abandon.out | uniq)"
check 'abandon: the encoder holds the rest' 'no yes' "$(sed -n 's/^  empty = //p' abandon.out | tr '\n' ' ' | sed 's/ $//')"
ended 'abandon'

# The script itself is no place for a capture.
serve --listen unix:dev --once --program prog.rvti
printf '%s\n' 'discover te ram' 'configure te' 'configure ram' 'readout script.txt' >script.txt
cp script.txt script.old
ctl <script.txt >script.out 2>script.err
check 'readout over the script' '2 rvt ctl: script.txt: expected an output that is no input, found that it is the input <stdin> same' \
  "$? $(cat script.err) $(cmp script.txt script.old && echo same)"
ended 'readout over the script'

# A session that a trigger begins, and one that begins at once; a trigger ends both.
printf '%s\n' 'rvti xlen=32' 'insn 0x100 1 none' 'insn + 1 direct-jump' 'insn 0x200 1 direct-jump' 'trigger on' \
  'insn 0x300 1 none' 'insn + 1 direct-jump' 'trigger off' 'insn 0x400 1 none' 'insn + 1 none' >triggers.txt
"$rvt" convert triggers.txt triggers.rvti
session() { # words after start: the messages
  serve --listen unix:dev --once --program triggers.rvti --set Events=1
  printf '%s\n' 'discover te ram' 'configure te mode=btm triggers=1' 'configure ram' "start $1" \
    'read te.trTeControl' 'hart run' 'clocks 200' stop 'readout triggers.nex' | ctl >triggers.out
  ended "start $1"
  tracing=$(sed -n 's/^  trTeInstTracing = //p' triggers.out)
  "$rvt" dump triggers.nex | sed -n 's/^[^ ]* \(.*\)  #.*/\1/p' | tr '\n' ' ' >messages
}
session 'triggers ram'
check 'start triggers: not yet' 0 "$tracing"
check 'start triggers: from the trigger on' \
  'ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x100 ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=3 ' "$(cat messages)"
session triggers
check 'start triggers: all sinks' \
  '0 ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x100 ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=3 ' "$tracing $(cat messages)"
session ram
check 'start: at once' \
  '1 ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80 ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=5 ' "$tracing $(cat messages)"

# All sinks of a plain start: a PIB that discover left in mode 0 is none.
serve --listen unix:dev --once --program prog.rvti --set SramWordsLog2=6
ctl --timeout 200 >plain.out 2>plain.err <<'END'
discover
configure te
configure ram stop_on_wrap=1
start
read pib.trPibControl
hart run
clocks 4000
stop
readout full.nex
END
check 'plain start: the stop tells of the memory' '1 rvt ctl: <stdin>:8: trTeEmpty at 0x0: expected 1, found 0: a full memory has stopped, and trace waits for it' \
  "$? $(cat plain.err)"
check 'plain start: no pins without a mode' '  trPibEnable = 0' "$(grep trPibEnable plain.out)"
ended 'plain start'

# Resume: the parts one after the other are the trace, and each part is what is new.
serve --listen unix:dev --program prog.rvti --set SramWordsLog2=6
ctl >resume.out 2>resume.err <<'END'
discover te ram
configure te mode=htm stall=1
configure ram stop_on_wrap=1
start ram
hart run
END
check 'resume: begun' '0' "$?$(cat resume.err)"
parts=0
: >parts.nex
while [ $parts -lt 50 ]; do
  ctl clocks 4000
  ctl --json status >status.out
  if grep -q '"unit": "ram", "enabled": false' status.out; then
    ctl readout part.nex >>resume.out 2>>resume.err || break
    cat part.nex >>parts.nex
    parts=$((parts + 1))
    ctl resume 2>>resume.err || break
  elif grep -q '"program has ended": true' status.out; then
    break
  fi
done
check 'resume: more than one part' yes "$([ $parts -gt 2 ] && echo yes)"
ctl stop 2>>resume.err
ctl readout part.nex >last.out 2>>resume.err
check 'resume: complaints' '' "$(cat resume.err)"
check 'resume: the last part is what is new' yes \
  "$([ "$(wc -c <part.nex)" -lt 256 ] && [ "$(cat last.out)" = "$(wc -c <part.nex | tr -d ' ') bytes" ] && echo yes)"
cat part.nex >>parts.nex
"$rvt" decode parts.nex --config part.json --elf prog.elf --pcs >pcs 2>decode.err
check 'resume: decoded' '0 4000 same' \
  "$? $(wc -l <pcs | tr -d ' ') $(cut -d' ' -f2 pcs | cmp - whole && echo same)"
kill "$device"
wait "$device" 2>/dev/null
device=

serve --once --listen tcp:127.0.0.1:0
place=$(sed 's/listening at //' listening)
check 'TCP' '{"unit": "device", "clocks": "0x7", "instructions": "0x0", "hart runs": false, "program has ended": true, "hart is stalled": false, "bytes from the pins": "0x0"}' \
  "$(printf 'clocks 7\nstatus\n' | "$rvt" ctl --json --connect "$place" | head -1)"
ended 'TCP'

# ---- At a terminal a mistake does not end the session; a lost device does -----------------------

serve --listen unix:dev
cat >terminal.py <<'END'
import os
import pty
import signal
import sys
import time

child, fd = pty.fork()
if child == 0:
    os.execv(sys.argv[1], ["rvt", "ctl", "--connect", "unix:dev"])
heard = b""


def say(text, answer):
    global heard
    os.write(fd, text)
    while answer not in heard:
        heard += os.read(fd, 4096)
    heard = heard.split(answer, 1)[1]


say(b"", b"golden model")
say(b"nonsense\n", b"found 'nonsense'")
say(b"clocks 3\nread te.trTeImpl\n", b"te.trTeImpl = 0x00010101")
os.kill(int(sys.argv[2]), signal.SIGTERM)
time.sleep(0.5)
say(b"status\n", b"the connection to the device has ended")
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
END
check 'terminal: status' 2 "$(python3 terminal.py "$rvt" "$device" 2>&1)"
wait "$device" 2>/dev/null
device=

# ---- Ownership -----------------------------------------------------------------------------------

for context in 0 1; do
  serve --listen unix:dev --program prog.rvti --set Context=$context --once
  ctl >script.out 2>script.err <<'END'
discover te ram
configure te mode=htm context=1
configure ram
start ram
hart run
clocks 5000
stop
readout own.nex
quit
END
  status=$?
  ended "Context=$context"
  if [ "$context" = 0 ]; then
    check 'Context=0: status' 1 $status
    check 'Context=0: complaint' 'trTeContext at 0x0: expected 1, found 0' "$(grep -o 'trTeContext at [^:]*: [^:]*' script.err)"
  else
    check 'Context=1: status' "0 $(cat script.err)" "$status "
    "$rvt" dump own.nex --config own.json >dump 2>&1
    check 'Context=1: behind the start, in machine mode' 'Ownership PROCESS=0xc' "$(sed -n '2s/^[^ ]* \([^ ]* PROC[^ ]*\).*/\1/p' dump)"
    check 'Context=1: and at changes of privilege' yes "$([ "$(grep -c Ownership dump)" -gt 2 ] && echo yes)"
  fi
done

# Contexts are kept whole, of the widest encoder, and of one that is wide enough.
printf '%s\n' 'rvti xlen=32' 'insn 0x100 1 none' 'insn + 1 direct-jump' 'context 0x21 ctype=2' 'insn 0x200 1 none' 'insn + 1 direct-jump' \
  'context 0x3ffff21 ctype=2' 'insn 0x300 1 none' 'insn + 1 none' >contexts.txt
"$rvt" convert contexts.txt contexts.rvti
sed 's/xlen=32/xlen=64/; s/0x3ffff21/0x3ffffffffffff21/' contexts.txt >wide.txt
"$rvt" convert wide.txt wide.rvti
for how in 'contexts 0x3ffff21' 'contexts 0x3ffff21 --set ContextWidth=26' 'wide 0x3ffffffffffff21'; do
  # shellcheck disable=SC2086
  set -- $how
  program=$1 context=$2
  shift 2
  serve --listen unix:dev --program "$program.rvti" "$@" --once
  printf '%s\n' 'discover te ram' 'configure te context=1' 'configure ram' 'start ram' 'hart run' 'clocks 200' stop 'readout own.nex' |
    ctl >script.out 2>script.err
  check "$how: status" "0 $(cat script.err)" "$? "
  ended "$how"
  # Format 2 and machine mode are the five bits below (NT:OWN-02, OWN-03).
  check "$how: contexts" "0xe 0x42e $(printf '0x%x' $((context * 32 + 14)))" \
    "$("$rvt" dump own.nex | sed -n 's/.*Ownership PROCESS=\(0x[0-9a-f]*\).*/\1/p' | xargs)"
done

# ---- Time and RepeatBranch: the side-car says that messages carry time, and how wide it is ---------

# HTM in units of 16 clocks, BTM without TSTAMP in ResourceFull and RepeatBranch.
for how in 'htm ts_mode=core ts_prescale=2 sync_max=4 sync_mode=halfwords' 'btm ts_mode=system ts_suppress=2'; do
  mode=${how%% *}
  serve --listen unix:dev --program prog.rvti --set TsWidth=39 --once
  ctl >script.out 2>script.err <<END
discover te ram
configure te mode=$how repeat_branch=1 stall=1
configure ram
start ram
hart run
clocks 20000
stop
readout time.nex
quit
END
  check "time, $mode: status" "0 $(cat script.err)" "$? "
  ended "time, $mode"
  check "time, $mode: what there is" '39 0 1 2 3 4' "$(sed -n 's/^  trTs.* = //p' script.out | xargs)"
  check "time, $mode: side-car" '"ts": true, "ts_width": 39' "$(grep '"ts' time.json | xargs -0 | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')"
  "$rvt" dump time.nex >dump 2>dump.err
  check "time, $mode: RepeatBranch" yes "$([ "$(grep -c ' RepeatBranch ' dump)" -gt 5 ] && echo yes)"
  check "time, $mode: without TSTAMP are what shall be" "$([ "$mode" = btm ] && echo RepeatBranch)" \
    "$(grep -v TSTAMP= dump | sed 's/^[^ ]* \([A-Za-z]*\).*/\1/' | grep -v Idle | sort -u | xargs)"
  "$rvt" decode time.nex --elf prog.elf --times >timed 2>decode.err
  check "time, $mode: decode" "0 same" "$?$(cat decode.err) $(sed -n 's/^\(0x[0-9a-f]*\) .* ~0x.*/\1/p' timed | cmp - whole && echo same)"
  # An instruction a clock, and clocks before the first, and while the hart was stalled.
  last=$(sed -n 's/.* \(0x[0-9a-f]*\)\.\.0x[0-9a-f]*$/\1/p' timed | tail -1)
  unit=$([ "$mode" = htm ] && echo 16 || echo 1)
  check "time, $mode: to the last instruction, in its unit" yes \
    "$([ $((last * unit)) -gt 3900 ] && [ $((last * unit)) -lt 6000 ] && echo yes)"
done

# ---- Extended addresses: no register tells XLEN ---------------------------------------------------

printf '%s\n' 'rvti xlen=32' 'insn 0xfffff100 1 none' 'insn + 1 indirect-jump' 'insn 0xfffff200 1 none' 'insn + 1 none' >high.txt
"$rvt" convert high.txt high.rvti
high() { # program, options of rvt ctl: a capture high.nex of it
  serve --listen unix:dev --program "$1.rvti" --once
  shift
  printf '%s\n' 'discover te ram' 'configure te mode=btm extend_addr=1 stall=1' 'configure ram' 'start ram' 'hart run' 'clocks 20000' \
    stop 'readout high.nex' | ctl "$@" >script.out 2>script.err
  check "extended: status $*" 0 $?
  ended "extended: $*"
}
high prog
check 'extended: a warning' \
  'rvt ctl: <stdin>:8: high.nex: warning: addresses are extended, and its side-car has no XLEN: rvt ctl --xlen=32 or --xlen=64' \
  "$(cat script.err)"
for command in dump stats assemble; do
  "$rvt" $command high.nex --config high.json >out 2>err
  check "extended: $command" \
    "2 rvt $command: high.json: expected xlen beside extend_addr, found none; --extend-addr=32 or --extend-addr=64 has the hart's (NT:ADR-14)" \
    "$? $(cat out err)"
done
"$rvt" decode high.nex --elf prog.elf --pcs >pcs 2>err
check 'extended: the program tells it' '0 same' "$?$(cat err) $(sed 's/.* //' pcs | cmp - whole && echo same)"
addresses() { sed -n 's/.* [FU]-ADDR=\([^ ]*\).*/\1/p' | xargs; }
high high
check 'extended: an option tells it' '0x7ffff880 0x180' "$("$rvt" dump high.nex --extend-addr 32 | addresses)"
high high --xlen 32
check 'extended: its side-car has it' '"xlen": 32' "$(cat script.err)$(grep -o '"xlen": [0-9]*' high.json)"
check 'extended: the side-car tells it' '0x7ffff880 0x180' "$("$rvt" dump high.nex | addresses)"
ctl --xlen 16 status >/dev/null 2>err
check 'extended: no XLEN' "2 --xlen: expected 32 or 64, found '16'" "$? $(sed -n '1s/.*: --/--/p' err)"

# ---- The device's own arguments ------------------------------------------------------------------

bad_device() { # name, text, arguments
  name=$1 text=$2
  shift 2
  "$rvt" device --listen unix:dev "$@" >/dev/null 2>stderr
  check "$name: status" 2 $?
  check "$name: text" "$text" "$(head -1 stderr)"
}
bad_device 'no program' 'rvt device: none.rvti: expected a readable file, found: No such file or directory' --program none.rvti
bad_device 'another XLEN' 'rvt device: prog.rvti: expected a program for Xlen=64, found 32' --program prog.rvti --set Xlen=64
bad_device 'no parameter' "rvt device: --set: expected NAME=VALUE with an RTL parameter, found 'Speed=1'" --set Speed=1
bad_device 'impossible hardware' \
  'rvt device: --set: expected blocks 1..4, found 9 (NT:ING-02)' --set Blocks=9
bad_device 'a time too wide' 'rvt device: --set: expected ts_width 0..63, found 64 (TCI:TS-09)' --set TsWidth=64
bad_device 'too much memory' 'rvt device: expected SramWordsLog2 up to 24, found 30' --set SramWordsLog2=30
bad_device 'a context too wide' \
  "rvt device: contexts.rvti: after 4 instructions: expected a context of at most 6 bits, found 0x3ffff21; all of them fit ContextWidth=26" \
  --program contexts.rvti --set ContextWidth=6
touch file
"$rvt" device --listen unix:file 2>stderr
check 'a file in the way: status' 2 $?
check 'a file in the way: text' 'rvt device: unix:file: Address already in use' "$(cat stderr)"
check 'a file in the way: it stays' file "$(ls file)"

report

#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt pins from outside: cli_pins.sh [RVT]; run in the top directory of the tree. The pins are made here, of the bytes of a trace.
. cmodel/tests/tools/cli.sh

cat >"$dir/pins.py" <<'PYTHON'
"""pins.py TRACE OUT PINS CENTER SKEW FORM [SRC TIME]: a capture of a trace; SKEW: units by which data is later than it should be.

SRC and TIME: of E-Trace, bytes of srcID and of the time; 0x80 is before each packet then (ETR:DC-13).
"""
import sys
trace, out, pins, center, skew, form, *head = sys.argv[1:]
pins, center, skew = int(pins), int(center), int(skew)
data = [b for b in open(trace, "rb").read()]
ones = (1 << pins) - 1
beats, at = [ones] * 6, 0
if head:
    beats = {4: [0] * 120, 8: [0] * 60, 16: [0x8000] * 30}[pins]
    while at < len(data):
        size = 1 + int(head[0]) + (data[at] & 31) + (int(head[1]) if data[at] & 128 else 0)
        packet = data[at:at + size]
        at += size
        if pins == 16:
            packet += [128] * (size % 2)
            beats += [a | b << 8 for a, b in zip(packet[::2], packet[1::2])] + [0x8000] * 2
        else:
            beats += [n for b in (128, *packet, 0, 0) for n in ((b & 15, b >> 4) if pins == 4 else (b,))]
while at < len(data):
    message = []
    while True:
        message.append(data[at])
        at += 1
        if message[-1] & 3 == 3:
            break
    if message == [0xFF]:
        continue
    if pins == 4:
        beats += [n for b in message for n in (b & 15, b >> 4)]
    elif pins == 8:
        beats += message
    else:
        message += [0xFF] * (len(message) % 2)
        beats += [a | b << 8 for a, b in zip(message[::2], message[1::2])]
    beats += [ones] * 5
BEAT = 20
changes = {}
for i, beat in enumerate(beats):
    changes.setdefault(100 + BEAT * i + skew, {})["data"] = beat
    changes.setdefault(100 + BEAT * i + (BEAT // 2 if center else 0), {})["clk"] = (i + 1) & 1
with open(out, "w") as file:
    level = {"clk": 0, "data": 0}
    if form == "vcd":
        file.write("$date x $end\n$timescale 1ns $end\n$scope module top $end\n$var wire 1 # clk $end\n$scope module pib $end\n"
                   f"$var wire 1 ! trc_clk $end\n$var wire {pins} \" trc_data [{pins - 1}:0] $end\n$upscope $end\n"
                   "$var reg 8 % other [7:0] $end\n$upscope $end\n$enddefinitions $end\n$dumpvars\n0!\nb0 \"\nbx %\n1#\n$end\n")
    elif form == "csv":
        file.write("; made here\nTime [s],TRC_CLK," + ",".join(f"TRC_DATA{i}" for i in range(pins)) + "\n0,0" + ",0" * pins + "\n")
    else:
        file.write('"clock","bus.data"\n0,0x0\n')
    for time in sorted(changes):
        level.update(changes[time])
        if form == "vcd":
            file.write(f"#{time}\n" + (f"{level['clk']}!\n" if "clk" in changes[time] else "") + (f"b{level['data']:b} \"\n" if "data" in changes[time] else "0#\n"))
        elif form == "csv":
            file.write(f"{time * 1e-9:.9f},{level['clk']}," + ",".join(str(level["data"] >> i & 1) for i in range(pins)) + "\n")
        else:
            file.write(f"{level['clk']},0x{level['data']:x}\n")
PYTHON
head -c 3000 sim/corpus/calls-rv32/htm.nex >"$dir/cut.nex"
# Whole messages of it, without idle bytes.
python3 - "$dir/cut.nex" "$dir/a.nex" <<'PYTHON'
import sys
data = open(sys.argv[1], "rb").read()
data = data[:max(i for i, b in enumerate(data) if b & 3 == 3) + 1]
open(sys.argv[2], "wb").write(bytes(b for i, b in enumerate(data) if b != 0xFF or data[i - 1] & 3 != 3))
PYTHON

for pins in 4 8 16; do
  for center in 0 1; do
    for skew in 0 3; do
      for form in vcd csv; do
        python3 "$dir/pins.py" "$dir/a.nex" "$dir/a.$form" $pins $center $skew $form
        said=$("$rvt" pins "$dir/a.$form" -o "$dir/b.nex" 2>&1)
        check "$pins pins, center $center, skew $skew, $form: status" 0 $?
        case $said in "$pins pins, edges "*) found=yes ;; *) found=$said ;; esac
        check "$pins pins, center $center, skew $skew, $form: what is found" yes "$found"
        cmp -s "$dir/a.nex" "$dir/b.nex"
        check "$pins pins, center $center, skew $skew, $form: bytes" 0 $?
      done
    done
  done
done

python3 "$dir/pins.py" "$dir/a.nex" "$dir/bus.csv" 8 0 0 bus
"$rvt" pins --clock clock --data data - <"$dir/bus.csv" >"$dir/b.nex" 2>"$dir/said"
check 'a column of all pins, by name, from standard input: status' 0 $?
cmp -s "$dir/a.nex" "$dir/b.nex"
check 'a column of all pins, by name, from standard input: bytes' 0 $?
check 'said by name: what was said' '8 pins, edges at the begin of beats' "$(cut -d: -f1 "$dir/said")"

python3 "$dir/pins.py" "$dir/a.nex" "$dir/plain.csv" 4 0 0 csv
python3 - "$dir" <<'PYTHON'
"""Columns before and between those that are wanted, one with a comma in it; comments, blank lines, ends of lines as DOS has them."""
import sys
with open(sys.argv[1] + "/plain.csv") as plain, open(sys.argv[1] + "/odd.csv", "w", newline="") as odd:
    names = False
    for line in plain:
        cells = line.strip().split(",")
        if line[0] != ";":
            cells = [*(['"a, b"'] if names else ['"name, of two words"']), *cells[:2], *['" , ,"'] * 70, *(f' "{c}" ' for c in cells[2:])]
            names = True
        odd.write(",".join(cells) + "\r\n" + ("\r\n# more\r\n\r\n" if len(cells) > 3 and cells[1] == "0" else ""))
PYTHON
rm "$dir/b.nex"
"$rvt" pins "$dir/odd.csv" -o "$dir/b.nex" 2>"$dir/said"
check 'quotes, many columns: status' '0 4 pins, edges at the begin of beats' "$? $(cut -d: -f1 "$dir/said")"
cmp -s "$dir/a.nex" "$dir/b.nex"
check 'quotes, many columns: bytes' 0 $?

# E-Trace: how long a packet with srcID and time is, the side-car or options say.
calls=sim/corpus/calls-rv32/program
for heads in '1 5 --ts --src-bits=8 --src-id=7' '1 0 --src-bits=12 --src-id=9' '0 2 --ts --ts-width=16' '0 0 --src-bits=3'; do
  # shellcheck disable=SC2086  # words
  set -- $heads
  src=$1 time=$2
  shift 2
  "$rvt" encode --format e-trace "$@" --elf "$calls.elf" -o "$dir/e.te" "$calls.rvti" 2>"$dir/err"
  check "E-Trace, $*: encode" "0" $?
  for pins in 4 8 16; do
    python3 "$dir/pins.py" "$dir/e.te" "$dir/e.vcd" $pins 0 0 vcd "$src" "$time"
    said=$("$rvt" pins --config "$dir/e.te.json" "$dir/e.vcd" -o "$dir/b.te" 2>&1)
    check "E-Trace, $*, $pins pins: status" 0 $?
    check "E-Trace, $*: pins" "$pins" "${said%% *}"
    cmp -s "$dir/e.te" "$dir/b.te"
    check "E-Trace, $*, $pins pins: bytes" 0 $?
  done
done

# Refused: status, and a text that says where and what.
refuse() { # refuse WHAT STATUS TEXT ARGUMENT...
  what=$1 status=$2 text=$3
  shift 3
  error=$("$rvt" pins -o "$dir/bad.nex" "$@" 2>&1)
  check "$what: status" "$status" $?
  case $error in *"$text"*) found=yes ;; *) found=$error ;; esac
  check "$what: text" yes "$found"
  check "$what: nothing is left" '' "$(find "$dir" -name 'bad.nex*')"
}
python3 "$dir/pins.py" "$dir/a.nex" "$dir/a.vcd" 8 1 0 vcd
refuse 'no clock of that name' 2 'a.vcd: expected signals for the clock (trc_clk), found none: name it with --clock' --clock nothing "$dir/a.vcd"
refuse 'no data of that name' 2 'expected signals for data (trc_data), found none' --data nothing "$dir/a.vcd"
refuse 'edges told wrong' 1 'see --pins and --clk-center' --pins 16 "$dir/a.vcd"
refuse 'pins that are none' 2 "expected 4, 8 or 16, found '5'" --pins 5 "$dir/a.vcd"
sed 's/^#/@/' "$dir/a.vcd" >"$dir/t.vcd"
refuse 'a VCD that is none' 2 'expected a change, a time or $end, found @' "$dir/t.vcd"
sed '/enddefinitions/,$d' "$dir/a.vcd" >"$dir/t.vcd"
refuse 'a VCD that ends early' 2 'expected $enddefinitions, found the end of the file' "$dir/t.vcd"
sed 's/^#200$/#9999999/' "$dir/a.vcd" >"$dir/t.vcd"
refuse 'time that goes back' 2 'expected a later time, found #' "$dir/t.vcd"
printf '$scope module a $end\n$var wire 1 ! trc_clk $end\n$upscope $end\n$scope module b $end\n$var wire 1 " trc_clk $end\n$enddefinitions $end\n' >"$dir/t.vcd"
refuse 'two clocks' 2 't.vcd:5: expected one signal for the clock, found b.trc_clk as well' "$dir/t.vcd"
printf 'TRC_CLK,TRC_DATA0\n0,1\n1,u\n' >"$dir/t.csv"
refuse 'a cell that is no number' 2 't.csv:3: expected a number, or 0x and one, found u' "$dir/t.csv"
printf 'TRC_CLK,TRC_DATA0\n\n; more\n0,1\n1\n' >"$dir/t.csv"
refuse 'a row that is too short' 2 't.csv:5: expected a value in each column, found fewer' "$dir/t.csv"
printf 'TRC_CLK,TRC_DATA0,Time\n0,1,0\n1,1' >"$dir/t.csv"
refuse 'a row without its time' 2 't.csv:3: expected a value in each column, found fewer' "$dir/t.csv"
printf 'Time,TRC_CLK,TRC_DATA0\n2,0,1\n1,1,1\n' >"$dir/t.csv"
refuse 'a row before the one before' 2 't.csv:3: expected a later time, found 1' "$dir/t.csv"
printf '; nothing\n\n' >"$dir/t.csv"
refuse 'comments alone' 2 't.csv:3: expected a line of names, found the end of the file' "$dir/t.csv"
printf 'TRC_CLK,TRC_DATA0\n0,0\n1,0\n0,0\n' >"$dir/t.csv"
refuse 'pins that are always 0' 1 'is the PIB active?' "$dir/t.csv"
refuse 'an empty file' 2 'expected a line of names, found the end of the file' /dev/null

report

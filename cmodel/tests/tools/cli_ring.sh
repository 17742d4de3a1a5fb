#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt ring from outside: cli_ring.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh

# Words 0 to 7 of a buffer; after a wrap words 5 to 7 are the oldest.
printf 'aaa0aaa1aaa2aaa3aaa4aaa5aaa6aaa7' >"$dir/m.bin"
check 'not filled' 'aaa0aaa1aaa2' "$("$rvt" ring --wp=0xc "$dir/m.bin")"
check 'filled once' 'aaa5aaa6aaa7aaa0aaa1aaa2aaa3aaa4' "$("$rvt" ring --wp=0x15 "$dir/m.bin")"
check 'filled, and begins anew' 'aaa0aaa1aaa2aaa3aaa4aaa5aaa6aaa7' "$("$rvt" ring --wp=1 "$dir/m.bin")"
check 'stopped at the end' 'aaa0aaa1aaa2aaa3aaa4aaa5aaa6aaa7' "$("$rvt" ring --wp=32 - <"$dir/m.bin")"
check 'nothing written' '' "$("$rvt" ring --wp=0 "$dir/m.bin")"
check 'elsewhere' 'aaa5aaa6aaa7aaa0aaa1aaa2aaa3aaa4' "$("$rvt" ring --start=0x80001000 --wp=0x80001015 "$dir/m.bin")"

error=$("$rvt" ring --wp=0x24 -o "$dir/bad.nex" "$dir/m.bin" 2>&1)
check 'outside: status' 2 $?
check 'outside: text' "rvt ring: $dir/m.bin: expected --wp in the image, 0x0 to 0x20, found 0x24: is the image whole, and is --start trRamStart?" "$error"
check 'outside: nothing is left' '' "$(find "$dir" -name 'bad*')"
error=$("$rvt" ring --start=0x100 --wp=0x10 "$dir/m.bin" 2>&1)
check 'before the start: status' 2 $?
"$rvt" ring "$dir/m.bin" >/dev/null 2>&1
check 'no pointer: status' 2 $?
"$rvt" ring --wp=here "$dir/m.bin" >/dev/null 2>&1
check 'no number: status' 2 $?

# A trace that has wrapped: what is left of it is what a whole trace has at its end.
trace=sim/corpus/calls-rv32/htm.nex
python3 - $trace "$dir/w.bin" "$dir/tail.nex" <<'PYTHON'
import sys
data, size = open(sys.argv[1], "rb").read(), 4096
data = data[:len(data) // 4 * 4]
image = bytearray(size)
for i, b in enumerate(data):
    image[i % size] = b
open(sys.argv[2], "wb").write(image)
open(sys.argv[3], "wb").write(data[-size:])
PYTHON
size=$(wc -c <$trace)
"$rvt" ring --wp=$((size / 4 * 4 % 4096 + 1)) "$dir/w.bin" -o "$dir/w.nex"
cmp -s "$dir/tail.nex" "$dir/w.nex"
check 'a trace that has wrapped' 0 $?

# In E-Trace the start of the buffer is marked: 40 idle bytes and one that aligns (ETR:DC-12).
printf abcdEFGH >"$dir/e.bin"
check 'E-Trace: the start' "EFGH$(printf '%080d' 0)80abcd" \
  "$("$rvt" ring --wp=5 --format e-trace "$dir/e.bin" | python3 -c '
import sys
data = sys.stdin.buffer.read()
print(data[:4].decode() + data[4:-4].hex() + data[-4:].decode())')"

report

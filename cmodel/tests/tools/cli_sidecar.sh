#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The side-car beside a capture: read without being named, with the program in it, and each of its
# fields by itself: cli_sidecar.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

# Another byte in the last half-word that an ELF file loads with its first segment.
change() {
  python3 - "$1" <<'END'
import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
wide = data[4] == 2
at = struct.unpack_from("<Q", data, 32)[0] if wide else struct.unpack_from("<I", data, 28)[0]
offset, size = (struct.unpack_from("<Q", data, at + place)[0] for place in (8, 32)) if wide else (struct.unpack_from("<I", data, at + place)[0] for place in (4, 16))
data[offset + size - 1] ^= 0x40
open(sys.argv[1], "wb").write(data)
END
}

# ---- Beside the capture -------------------------------------------------------------------------

mkdir made
"$rvt" generate --seed 7 --xlen 64 -n 4000 -o made/p >/dev/null
"$rvt" encode made/p.rvti --implicit-return --src-bits 3 --src-id 5 --ts -o x.nex --pcs pcs 2>err
sed 's/^/5 /' pcs >want
check 'the path from the side-car' '"path": "made/p.elf",' "$(grep -o '"path": .*' x.json)"
"$rvt" decode x.nex --pcs >found 2>err
check 'decode: nothing but the capture' '0 same ' "$? $(cmp want found && echo same) $(cat err)"
(cd / && "$rvt" decode "$dir/x.nex" --pcs) >found 2>err
check 'decode: from another folder' '0 same ' "$? $(cmp want found && echo same) $(cat err)"
"$rvt" decode x.nex --elf made/p.elf --pcs >found 2>err
check 'decode: the program is named' '0 same ' "$? $(cmp want found && echo same) $(cat err)"
"$rvt" dump x.nex >found 2>err
check 'dump' '0 1' "$? $(grep -m 1 -c 'ProgTraceSync SRC=5 .*TSTAMP=' found)"
"$rvt" stats --json x.nex >found 2>err
check 'stats' '0 0' "$? $(grep -o '"damaged_bytes":[0-9]*' found | cut -d : -f 2)"
"$rvt" decode x.nex --elf made/p.elf --config none --pcs >found 2>err
check 'turned off' 1 $?
"$rvt" dump x.nex --config none >found 2>err
check 'turned off: dump' 1 $?
"$rvt" decode x.nex --config none >found 2>err
check 'turned off: no program' '2 rvt decode: expected --elf FILE, found none' "$? $(cat err)"
"$rvt" decode x.nex --src-bits 4 --elf made/p.elf --pcs >found 2>err
check 'options win over it' 1 $?
"$rvt" decode - --elf made/p.elf <x.nex >found 2>err
check 'standard input has none' 1 $?

mkdir -p other/deep && mv x.nex x.json other/deep
"$rvt" decode other/deep/x.nex >found 2>err
check 'the capture has moved' "2 rvt decode: other/deep/x.json: expected the program at other/deep/made/p.elf, or of its name and SHA-256 beside this file, or --elf FILE, found: No such file or directory" "$? $(cat err)"
mkfifo other/deep/p.elf
: >other/deep/p.elf & # whoever opens it finds an empty file, and does not wait
"$rvt" decode other/deep/x.nex >found 2>err
check 'a FIFO of that name is no program' 2 $?
kill $! 2>/dev/null
rm other/deep/p.elf
cp made/p.elf other/deep/p.elf
"$rvt" decode other/deep/x.nex --pcs >found 2>err
check 'the program has moved along' "0 same rvt decode: other/deep/x.json: the program is other/deep/p.elf, by its name and SHA-256" "$? $(cmp want found && echo same) $(cat err)"
mkdir cars && cp other/deep/x.json cars
"$rvt" decode other/deep/x.nex --config cars/x.json --pcs >found 2>err
check 'the program is beside the capture' "0 same rvt decode: cars/x.json: the program is other/deep/p.elf, by its name and SHA-256" "$? $(cmp want found && echo same) $(cat err)"
change other/deep/p.elf
"$rvt" decode other/deep/x.nex >found 2>err
check 'another program of its name' '2 1' "$? $(grep -c 'expected the program at other/deep/made/p.elf, or of its name and SHA-256' err)"
rm other/deep/p.elf
"$rvt" encode made/p.rvti -o other/deep/y.nex --pcs pcs 2>err
check 'a path upwards' '"path": "../../made/p.elf",' "$(grep -o '"path": .*' other/deep/y.json)"
"$rvt" decode other/deep/y.nex --pcs >found 2>err
check 'a path upwards: decode' '0 same' "$? $(cmp pcs found && echo same)"
cp made/p.elf keep.elf
change made/p.elf
"$rvt" decode other/deep/y.nex --pcs >found 2>err
check 'the program was built anew' '2 1' "$? $(grep -c '^rvt decode: other/deep/../../made/p.elf: expected SHA-256 .*; was it built anew since?$' err)"
"$rvt" encode made/p.rvti -o z.nex 2>err
check 'another program beside the recording: no path' '0 0' "$? $(grep -c '"path"' z.json)"
"$rvt" decode z.nex >found 2>err
check 'no path' "2 rvt decode: z.json: expected --elf FILE, found none, and no path of the program here" "$? $(cat err)"
sed 's/"name": ""/"name": "q.elf"/' z.json >named.json
"$rvt" decode z.nex --config named.json >found 2>err
check 'no program of that name' "2 1" "$? $(grep -c 'named.json: expected q.elf with SHA-256 [0-9a-f]* beside this file, or --elf FILE, found neither$' err)"
cp keep.elf q.elf
"$rvt" decode z.nex --config named.json --pcs >found 2>err
check 'a program of that name' "0 same rvt decode: named.json: the program is ./q.elf, by its name and SHA-256" "$? $(sed 's/^5 //' want | cmp - found && echo same) $(cat err)"
mv q.elf made
sed 's/"name": ""/"name": "made\/q.elf"/' z.json >named.json
"$rvt" decode z.nex --config named.json >found 2>err
check 'a name is no path' "2 0" "$? $(grep -c 'the program is' err)"
"$rvt" encode made/p.rvti --elf made/p.elf -o n.nex 2>err
check 'another program is given' "2 1" "$? $(grep -c 'rvt encode: made/p.elf: expected the program that made/p.rvti was recorded from' err)"
"$rvt" encode made/p.rvti --elf keep.elf -o z.nex 2>err
check 'the program is given' '"path": "keep.elf",' "$(grep -o '"path": .*' z.json)"
printf 'rvti xlen=64\ninsn 0x100 1 none\n' >t.txt
"$rvt" convert t.txt t.rvti && "$rvt" encode t.rvti -o t.nex 2>err
"$rvt" decode t.nex >found 2>err
check 'no program known' "2 rvt decode: t.json: expected --elf FILE, found none, and no program named here" "$? $(cat err)"
mv t.json away.json
"$rvt" decode t.nex >found 2>err
check 'no side-car, no program' "2 rvt decode: t.nex: expected a side-car t.json that names the program, or --elf FILE, found neither" "$? $(cat err)"
"$rvt" decode away.json --elf keep.elf >found 2>err
check 'no side-car, no trace' "rvt decode: away.json: expected a trace, found a JSON text" "$(cat err)"
printf '\014\013' >branch
"$rvt" decode branch --elf keep.elf >found 2>err
check 'no side-car, no sync' 1 "$(grep -c '^rvt decode: branch: no synchronizing message found, and no side-car branch.json; is the format (--config, --src-bits, --ts) right? (NT:DEC-04)$' err)"
echo '{' >t.json
"$rvt" dump t.nex >found 2>err
check 'no side-car though it is named so' '2 1' "$? $(grep -c 't.json: [0-9]*:[0-9]*: expected .*; --config none reads no side-car$' err)"
"$rvt" dump t.nex --config none >found 2>err
check 'no side-car though it is named so: turned off' 0 $?
"$rvt" dump t.nex --config . >found 2>err
check 'a folder' '2 1' "$? $(grep -c ' \.: expected a readable file, found: Is a directory' err)"

# ---- The format ---------------------------------------------------------------------------------

"$rvt" dump --format=n-trace z.nex >found 2>err
check 'format: given and beside' '0 ' "$? $(cat err)"
check 'format: of the side-car that is written' '"format": "n-trace", "protocol_major": 1,' "$(grep -E 'format|protocol' z.json | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')"
for command in 'dump z.nex' 'stats z.nex' 'decode z.nex' 'diff z.nex pcs' 'assemble z.nex' 'encode made/p.rvti -o no.nex' 'pins z.nex'; do
  # shellcheck disable=SC2086  # words
  "$rvt" $command --format=x-trace >found 2>err
  check "format: $command" "2 rvt ${command%% *}: --format: expected n-trace, e-trace (what is built), found 'x-trace' none" "$? $(head -n 1 err) $([ -e no.nex ] || echo none)"
done
cp z.nex other.nex
echo '{"format": "e-trace", "xlen": 64}' >other.json
"$rvt" dump --format n-trace other.nex >found 2>err
check 'format: a side-car of another one' '2 rvt dump: other.json: expected format n-trace, as --format says, found e-trace' "$? $(cat err)"
printf '\001\037\011\163\000\000\000\000\221\202\000\020\005\062\004\000\000\002' >packets
{ head -c 31 /dev/zero && printf '\200\005\062\004\000\000\002'; } >nulls
{ head -c 30 /dev/zero && printf '\200\005\062\004\000\000\002'; } >few
hint='hint: it seems to be of E-Trace (--format e-trace)'
for bytes in packets nulls; do
  cp other.json $bytes.json
  "$rvt" dump $bytes >found 2>err
  check "format: $bytes, as its side-car says" "0 " "$? $(cat err)"
  for command in dump stats 'decode --elf keep.elf'; do
    # shellcheck disable=SC2086  # words
    "$rvt" $command $bytes --config none >found 2>err
    check "format: $bytes, ${command%% *}" "1 1" "$? $(grep -c "^rvt ${command%% *}: $bytes: $hint$" err)"
  done
done
"$rvt" dump few >found 2>err
check 'format: fewer nulls than E-Trace has' '1 0' "$? $(grep -c E-Trace err)"
"$rvt" decode branch --elf keep.elf >found 2>err
check 'format: no hint where nothing seems so' 0 "$(grep -c E-Trace err)"

# ---- A first error says what may be wrong -------------------------------------------------------

cp keep.elf made/p.elf
"$rvt" encode made/p.rvti --implicit-return -o h.nex 2>err
"$rvt" decode h.nex --config none --elf keep.elf >found 2>err
check 'a hint: all of it' "1 rvt decode: h.nex: hint: is this the program that ran (--elf)? is this how it was traced (--config, or --src-bits, --ts, --implicit-return, --sequential-jump, --all-jumps, --extend-addr)?" "$? $(grep hint: err)"
check 'a hint: after the first error' 2 "$(grep -n hint: err | cut -d : -f 1)"
cp h.nex lone.nex
"$rvt" decode lone.nex --elf keep.elf >found 2>err
check 'a hint: no side-car' 1 "$(grep -c ': hint: there is no side-car lone.json; is this the program that ran (--elf)? is this how it was traced' err)"
"$rvt" generate --seed 8 --xlen 64 -n 400 -o q >/dev/null
sed '/"elf": \[/,/\]/d' h.json >nohash.json
"$rvt" decode h.nex --config nohash.json --elf q.elf >found 2>err
check 'a hint: the program alone' "1 rvt decode: h.nex: hint: is this the program that ran (--elf)?" "$? $(grep hint: err)"
head -c 100 h.nex >cut.nex && head -c 300 h.nex | tail -c 150 >>cut.nex && cp h.json cut.json
"$rvt" decode cut.nex >found 2>err
check 'no hint where all fits' "1 0" "$? $(grep -c hint: err)"

printf '\044\015\000\013\014\000\000\000\103' >grown.nex
"$rvt" decode grown.nex --elf keep.elf >found 2>err
check 'a hint: a counter that grew' "1 rvt decode: grown.nex: hint: --lenient reads streams of encoders that let a counter grow" "$? $(grep hint: err)"

# ---- Of the program that was recorded -----------------------------------------------------------

stats() { # name, expected, arguments
  name=$1
  wanted=$2
  shift 2
  "$rvt" stats h.nex "$@" >found 2>err
  check "stats: $name" "$wanted" "$? $(grep -c bit/instr found)$(sed 's/^rvt stats:/;/' err)"
}
stats 'its recording' '0 1' --recording made/p.rvti
stats 'another recording' '2 0; q.rvti: expected a recording of the program that h.json names, found that of another SHA-256' --recording q.rvti
stats 'no hash' '0 1' --recording q.rvti --config nohash.json
stats 'no hash in the recording' '0 1' --recording t.rvti
sed 's/"name": ""/"scontext": "0x1"/' h.json >parts.json
stats 'programs of contexts' '0 1' --recording q.rvti --config parts.json

# ---- Each field by itself -----------------------------------------------------------------------

# The capture decodes with its side-car; with one field taken out, or another value, it must show.
field() { # name, key and other value, where it shows, options of `rvt encode`
  local name=$1 other=$2 shows=$3 key=${2%%:*}
  shift 3
  "$rvt" encode "$@" -o f.nex --pcs pcs 2>err
  cp f.json whole.json
  "$rvt" decode f.nex --pcs --lenient >found 2>err
  check "$name: whole" "0 same" "$? $(sed 's/.* //' found | cmp - pcs && echo same)"
  python3 - "$key" "$other" <<'END'
import json, sys

key, other = sys.argv[1], json.loads("{" + sys.argv[2] + "}")[sys.argv[1].strip('"')]
car = json.load(open("whole.json"))
car[key.strip('"')] = other
json.dump(car, open("other.json", "w"))
END
  "$rvt" decode f.nex --config other.json >found 2>err
  check "$name: $other" "$shows" "$? $(grep -c "$field_text" err found | sed 's/.*://' | awk '{ n += $1 } END { print (n > 0) }')"
}
field_text='no synchronizing\|is this how\|expected \|overflow'
field 'src_bits' '"src_bits": 4' '1 1' made/p.rvti --src-bits 3 --src-id 5
field 'ts' '"ts": false' '1 1' made/p.rvti --ts
field 'implicit_return' '"implicit_return": 0' '1 1' made/p.rvti --implicit-return
field 'mode: htm' '"mode": "btm"' '1 1' made/p.rvti --mode htm
field 'mode: btm' '"mode": "htm"' '1 1' made/p.rvti --mode btm
field 'sequential_jump' '"sequential_jump": false' '1 1' made/p.rvti --sequential-jump
field 'xlen' '"xlen": 32' '2 1' made/p.rvti
field 'isa' '"isa": "rv32i"' '2 1' made/p.rvti
field 'all_jumps' '"all_jumps": true' '1 1' made/p.rvti
field 'all_jumps: of a trace with it' '"all_jumps": false' '1 1' made/p.rvti --all-jumps
field 'extend_addr: on' '"extend_addr": false' '1 1' made/p.rvti --extend-addr
field 'extend_addr: off' '"extend_addr": true' '1 1' made/p.rvti
field 'format' '"format": "e-trace"' '2 1' made/p.rvti
field 'protocol_major' '"protocol_major": 2' '2 1' made/p.rvti
field 'jvt' '"jvt": "0x41"' '2 1' made/p.rvti
field 'elf' '"elf": [{"sha256": "x"}]' '2 1' made/p.rvti
field 'origin: the first sync is passed over' '"origin": "wrapped"' '1 1' q.rvti
# Time: 9 bits count on where the counter of 8 begins anew.
field_text='time=0x1[0-9a-f][0-9a-f]$'
"$rvt" encode made/p.rvti --ts --ts-width 8 -o f.nex 2>err
"$rvt" decode f.nex | grep -c "$field_text" >found
check 'ts_width: whole' 0 "$(cat found)"
field 'ts_width' '"ts_width": 9' '0 1' made/p.rvti --ts --ts-width 8
# For people only.
field_text=' sync '
field 'stack_depth' '"stack_depth": 3' '0 1' made/p.rvti --implicit-return
field 'src_id' '"src_id": 1' '0 1' made/p.rvti --src-bits 3 --src-id 5

report

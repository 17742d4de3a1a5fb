#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The ways of rvt ctl to hardware, from outside: cli_ctl_hardware.sh [RVT]. A server that speaks like OpenOCD's Tcl
# port, also in ways that OpenOCD does not (scripts/record/openocd.sh has a real one), and a file as /dev/mem.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$dir"' EXIT

cat >server.py <<'END'
"""Answers of a Tcl server to `version`, read_memory and write_memory; the words of the memory are in a dictionary."""
import socket
import sys
import time

VERSION = "Open On-Chip Debugger 0.12.0\nand more"
kind = sys.argv[1]
odd = {"text": "failed to read memory\nmore", "none": "", "two": "0x1 0x2", "wide": "0x123456789", "decimal": "12", "long": "0x" + "0" * 600,
       "twice": "0x1\x1a0x2"}
memory = {}


def answer(words):
    if words[0] == "version":
        return "7" if kind == "other" else VERSION
    if kind == "silent-read":
        time.sleep(60)
    if kind == "trickle-read":
        while True:
            client.sendall(b"0")
            time.sleep(0.5)
    address = int(words[1], 0)
    if words[0] == "read_memory" and words[2:] == ["32", "1", "phys"]:
        return odd.get(kind, hex(memory.get(address, 0)))
    if words[0] == "write_memory" and words[2] == "32" and words[4:] == ["phys"]:
        memory[address] = int(words[3], 0)
        return "cannot" if kind == "refuse" else ""
    return "invalid command name"


ipv6 = kind == "ipv6"
with socket.create_server(("::1" if ipv6 else "127.0.0.1", 0), family=socket.AF_INET6 if ipv6 else socket.AF_INET) as listening:
    print(listening.getsockname()[1], flush=True)
    while True:
        client, _ = listening.accept()
        if kind == "telnet":
            client.sendall(b"Open On-Chip Debugger\r\n> ")
        if kind == "hang-up":
            client.close()
            continue
        text = b""
        while True:
            try:
                got = client.recv(4096)
            except ConnectionResetError:
                got = b""
            if not got:
                break
            text += got
            while b"\x1a" in text and kind not in ("silent", "telnet"):
                line, text = text.split(b"\x1a", 1)
                reply = answer(line.decode().split()).encode() + b"\x1a"
                for byte in range(0, len(reply), 5):  # not in one piece
                    client.sendall(reply[byte:byte + 5])
END
serve() { # kind
  [ -z "$server" ] || kill "$server" 2>/dev/null
  : >port
  python3 server.py "$1" >port &
  server=$!
  awaits $server [ -s port ]
  port=$(cat port)
}
ctl() { "$rvt" ctl "$@" >stdout 2>stderr </dev/null; }
complaint() { # name, status, text, arguments
  name=$1 status=$2 text=$3
  shift 3
  ctl "$@"
  check "$name: status" "$status" $?
  check "$name: text" "$text" "$(cat stderr)"
}

# ---- OpenOCD ------------------------------------------------------------------------------------

serve good
openocd=127.0.0.1:$port
complaint 'a write' 0 '' --openocd "$openocd" --te 0x300000000 write te.trTeInstFeatures 0xC0010000
check 'a write: what it then reads' 'te.trTeInstFeatures = 0xc0010000' "$(head -1 stdout)"
complaint 'a memory is no component' 1 'rvt ctl: trCompType at 0x4: expected 1, found 0: another kind of component' \
  --openocd "$openocd" discover te
for command in 'clocks 1' 'hart run' 'pins x.nex'; do
  # shellcheck disable=SC2086  # the words of the command
  complaint "$command" 2 "rvt ctl: ${command%% *}: only a simulated device does this (--connect)" --openocd "$openocd" $command
done
check 'nothing is left of them' '' "$(echo x.* | grep -v '\*')"

ends='the connection to OpenOCD has ended'
port_is="(OpenOCD's Tcl port is 6666 unless it is told another)"
for line in 'text|OpenOCD: failed to read memory' 'none|OpenOCD: no value' 'two|OpenOCD: 0x1 0x2' 'wide|OpenOCD: 0x123456789' \
  'decimal|OpenOCD: 12' "long|$ends: an answer is too long" "twice|$ends: more than one answer"; do
  serve "${line%%|*}"
  complaint "${line%%|*}" 2 "rvt ctl: ${line#*|}" --openocd "127.0.0.1:$port" read te.trTeControl
done
serve refuse
complaint 'a refused write' 2 'rvt ctl: OpenOCD: cannot' --openocd "127.0.0.1:$port" write te.trTeControl 1
serve hang-up
complaint 'hangs up' 2 "rvt ctl: 127.0.0.1:$port: $ends: closed by OpenOCD $port_is" --openocd "127.0.0.1:$port" status
serve other
complaint 'another server' 2 \
  "rvt ctl: 127.0.0.1:$port: expected \`version\` to answer \`Open On-Chip Debugger ...\`, found '7' $port_is" --openocd "127.0.0.1:$port" status
serve telnet
complaint 'the telnet port' 2 "rvt ctl: 127.0.0.1:$port: $ends: no answer within 5 s $port_is" --openocd "127.0.0.1:$port" status
for kind in silent trickle; do
  serve "$kind-read"
  before=$(date +%s)
  complaint "$kind: a server that does not answer" 2 "rvt ctl: trCompType at 0x4: the access failed ($ends: no answer within 5 s)" \
    --openocd "127.0.0.1:$port" discover
  check "$kind: one wait" yes "$([ $(($(date +%s) - before)) -lt 9 ] && echo yes)"
done
if python3 -c 'import socket; socket.create_server(("::1", 0), family=socket.AF_INET6)' 2>stderr; then
  serve ipv6
  complaint 'IPv6' 0 '' --openocd "[::1]:$port" read te.trTeControl
else
  echo "cli_ctl_hardware: without IPv6, which this machine has not: $(tail -1 stderr)"
fi
kill "$server"
wait "$server" 2>/dev/null
server=
complaint 'no server' 2 "rvt ctl: 127.0.0.1:$port: Connection refused" --openocd "127.0.0.1:$port" status
for address in localhost localhost: :6666 '[::1]' '[::1]6666' '[::1:6666' '[]:6666'; do
  complaint "no host and port: $address" 2 "rvt ctl: --openocd: expected HOST:PORT, found '$address'" --openocd "$address" status
done
ctl --openocd 'no.such.host.invalid:6666' status
check 'no host: status' 2 $?
check 'no host: one line' 1 "$(grep -c '^rvt ctl: no.such.host.invalid:6666: ' stderr)"

# ---- /dev/mem, by a file ------------------------------------------------------------------------

page=$(getconf PAGESIZE)
head -c $((4 * page)) /dev/zero >mem
bytes '09 00 00 01 01 01 01 00' control
dd if=control of=mem bs=1 seek=$((2 * page)) conv=notrunc 2>/dev/null
mem() { ctl --mem=mem --te $((2 * page)) --ram $((3 * page)) "$@"; }
mem read te.trTeControl te.trTeImpl
check 'a read: status' 0 $?
check 'a read' 'te.trTeControl = 0x01000009 te.trTeImpl = 0x00010101' "$(grep '^te' stdout | tr '\n' ' ' | sed 's/ $//')"
mem write ram.trRamLimitLow 0x12345678
check 'a write: status' 0 $?
check 'a write: its bytes, and no other' "78563412 4" \
  "$(od -An -tx1 -j$((3 * page + 24)) -N4 mem | tr -d ' ') $(tail -c "$page" mem | tr -d '\000' | wc -c | tr -d ' ')"
printf 'read te.trTeImpl\nread ram.trRamImpl\nread pib.trPibImpl\nread te.trTeFilter_0_Control\nread ram.trRamLimitLow\n' >commands
"$rvt" ctl --mem=mem --te $((2 * page)) --ram $((3 * page)) --pib "$page" <commands >stdout 2>stderr
check 'pages by turns' '0x00010101 0x00000000 0x00000000 0x00000000 0x12345678' \
  "$(sed -n 's/^[a-z]*\.[^ ]* = //p' stdout | tr '\n' ' ' | sed 's/ $//')"
complaint 'not mapped' 2 "rvt ctl: mem at $(printf '0x%x' $((8 * page + 4))): nothing answers there (bus error)" \
  --mem=mem --te $((8 * page)) read te.trTeImpl
complaint 'not mapped: a write' 2 "rvt ctl: mem at $(printf '0x%x' $((8 * page))): nothing answers there (bus error)" \
  --mem=mem --te $((8 * page)) write te.trTeControl 1
complaint 'not mapped: a component of several' 2 \
  "rvt ctl: pib: mem at $(printf '0x%x' $((8 * page))): nothing answers there (bus error) (--pib=none if there is none)" \
  --mem=mem --te $((3 * page)) --ram "$page" --pib $((8 * page)) status
complaint 'beyond all memory' 2 'rvt ctl: mem at 0xfffffffffffff004: Value too large for defined data type' \
  --mem=mem --te 0xFFFFFFFFFFFFF000 read te.trTeImpl
complaint 'no word' 2 'rvt ctl: mem at 0x6: not the address of a word' --mem=mem --te 2 read te.trTeImpl
complaint 'no file' 2 'rvt ctl: none: No such file or directory' --mem=none status
complaint 'a file is no component' 1 \
  "rvt ctl: trCompType at $(printf '0x%x' $((3 * page + 4))): expected 1, found 0: another kind of component" \
  --mem=mem --ram $((3 * page)) discover ram
complaint 'only a simulated device' 2 'rvt ctl: clocks: only a simulated device does this (--connect)' --mem=mem clocks 1

# ---- Which way ----------------------------------------------------------------------------------

ctl status
check 'no way' '2 expected --connect=ADDRESS, --openocd=HOST:PORT or --mem, found none' "$? $(sed -n '1s/rvt ctl: //p' stderr)"
ctl --mem=mem --openocd localhost:1 status
check 'two ways' '2 expected one of --connect, --openocd and --mem, found two' "$? $(sed -n '1s/rvt ctl: //p' stderr)"

report

#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# `rvt ctl` through a real OpenOCD: its JTAG goes by remote_bitbang to the debug module of Spike, whose hart accesses
# the registers of `rvt device` for it, as a debugger reaches those of a chip. What is read out must decode to the
# program of the device's hart. openocd.sh PLUGIN SPIKE ISA [RVT]
set -euo pipefail
plugin=$(realpath "$1") spike=$(realpath -s "$2") isa=$3
rvt=$(realpath "${4:-build/bin/rvt}")
dir=$(mktemp -d)
jobs=()
end() {
  for job in "${jobs[@]}"; do kill "$job" 2>/dev/null || true; done
  rm -rf "$dir"
}
trap end EXIT
cd "$dir"

fail() {
  tail -n 5 ./*.log >&2
  echo "openocd.sh: $*" >&2
  exit 1
}
until_says() { # file, expression with one group, which is printed
  for _ in {1..100}; do
    if grep -q "$2" "$1"; then sed -n "s/.*$2.*/\\1/p" "$1" && return; fi
    sleep 0.1
  done
  fail "expected '$2' in $1, found none within 10 s"
}
expect() { # what, expected, found
  [ "$2" = "$3" ] || fail "$1: expected '$2', found '$3'"
}

"$rvt" generate --xlen 32 --seed 3 --instructions 200000 -o prog 2>/dev/null
"$rvt" encode prog.rvti -o whole.nex --pcs whole 2>/dev/null
printf '.globl _start\n_start: j _start\n' |
  riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -nostdlib -Wl,-N,--build-id=none,--no-warn-rwx-segments \
    -Ttext=0x80000000 -x assembler - -o loop.elf

"$rvt" device --listen unix:dev --once --program prog.rvti >device.log 2>&1 &
jobs+=($!)
until_says device.log '\(listening\)' >/dev/null
"$spike" --halted --rbb-port=0 --isa="$isa" -m0x80000000:0x10000 --extlib="$plugin" \
  --device=trace_device,unix:dev,every:100,none loop.elf >spike.log 2>&1 &
jobs+=($!)
jtag=$(until_says spike.log 'remote bitbang connection on port \([0-9]*\)')
cat >chip.cfg <<END
adapter driver remote_bitbang
remote_bitbang host 127.0.0.1
remote_bitbang port $jtag
adapter speed 1000
jtag newtap chip cpu -irlen 5
target create chip.cpu riscv -chain-position chip.cpu
bindto 127.0.0.1
gdb_port disabled
telnet_port disabled
tcl_port 0
init
halt
END
openocd -f chip.cfg >openocd.log 2>&1 &
openocd=$!
jobs+=("$openocd")
port=$(until_says openocd.log 'port \([0-9]*\) for tcl')
ctl() {
  "$rvt" ctl --openocd "127.0.0.1:$port" --te 0x40000000 --ram 0x40001000 --pib none "$@"
}

ctl >session <<'END' || fail "a session: status $?"
discover
configure te mode=htm sync_mode=halfwords sync_max=4 stall=1
configure ram
start ram
read te.trTeControl te.trTeControl te.trTeControl te.trTeControl
status
stop
readout trace.nex
END
expect 'discovery' '  bytes = 16384' "$(grep '  bytes' session)"
expect 'tracing' '  tracing = yes' "$(grep '  tracing' session)"
"$rvt" decode trace.nex --elf prog.elf --pcs -o pcs
python3 - <<'END'
import sys

whole = [line.split()[-1] for line in open("whole")]
traced = [line.split()[-1] for line in open("pcs")]
at = [i for i in range(len(whole) - len(traced) + 1) if whole[i:i + len(traced)] == traced]
if len(traced) < 300 or len(at) != 1:
    sys.exit(f"openocd.sh: expected 300 PCs or more of the program, at one place of it, found {len(traced)} at {len(at)}")
END

# What is not mapped, and what only a simulated device has.
status=0
ctl --ram 0x50000000 status >out 2>err || status=$?
expect 'not mapped' '2 rvt ctl: ram: OpenOCD: read_memory: failed to read memory (--ram=none if there is none)' "$status $(cat err)"
status=0
ctl --ram 0x50000000 write ram.trRamControl 1 >out 2>err || status=$?
expect 'not mapped: a write' '2 rvt ctl: OpenOCD: write_memory: failed to write memory' "$status $(cat err)"
status=0
ctl --te 0x50000000 discover te >out 2>err || status=$?
expect 'not mapped: the driver' \
  '2 rvt ctl: trCompType at 0x50000004: the access failed (OpenOCD: read_memory: failed to read memory)' "$status $(cat err)"

# A server that goes away within a session.
mkfifo commands
ctl <commands >out 2>err &
client=$!
exec 5>commands
echo 'read te.trTeImpl' >&5
until_says out '\(trTeImpl\) = ' >/dev/null || true
kill "$openocd"
wait "$openocd" 2>/dev/null || true
echo 'read te.trTeImpl' >&5
exec 5>&-
status=0
wait "$client" || status=$?
expect 'a server that dies' '2 rvt ctl: <stdin>:2: the connection to OpenOCD has ended: closed by OpenOCD' "$status $(cat err)"
status=0
ctl status >out 2>err || status=$?
expect 'no server' "2 rvt ctl: 127.0.0.1:$port: Connection refused" "$status $(cat err)"
echo "openocd: rvt ctl has traced $(wc -l <pcs) instructions through OpenOCD, JTAG and a debug module, $(wc -c <trace.nex) bytes"

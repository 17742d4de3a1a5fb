#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What Spike as a model has changed in a step without its log is what the log has: random programs of F and D, and of Zfinx, with loads,
# stores and AMOs that are misaligned or go to a device. STEPS: of each.
set -euo pipefail
make -s --no-print-directory need-record build/bin/rvt spike-model build/librvt.a >/dev/null
tree=$PWD
tmp=$(mktemp -d "${RVT_TMP:-/tmp}/spike_steps.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
steps=${STEPS:-100000}

objects=()
for name in core core_toml load; do objects+=("build/obj/tandem/$name.o"); done
gcc -std=c11 -D_GNU_SOURCE -O1 -Icmodel/include -c scripts/tests/spike_steps.c -o "$tmp/steps.o"
g++ "$tmp/steps.o" "${objects[@]}" build/librvt.a -lelf -ldl -o "$tmp/steps"
cd "$tmp"

program() { # XLEN FLEN
  python3 - "$@" <<'END'
import random
import sys

xlen, flen = map(int, sys.argv[1:])
draw = random.Random(xlen + flen)
f = lambda: f"f{draw.randrange(32)}" if flen else x()
x = lambda: f"x{draw.choice([*range(5, 8), *range(9, 32)])}"
short = lambda: f"f{draw.randrange(8, 16)}"
kinds = "sd" if flen else "s"
COMPUTE = [f"{op}.{p} {{f}}, {{f}}, {{f}}" for p in kinds for op in "fadd fsub fmul fdiv fmin fmax fsgnj fsgnjn fsgnjx".split()]
COMPUTE += [f"{op}.{p} {{f}}, {{f}}, {{f}}, {{f}}" for p in kinds for op in "fmadd fmsub fnmadd fnmsub".split()]
COMPUTE += [f"fsqrt.{p} {{f}}, {{f}}" for p in kinds] + ["fcvt.wu.s {x}, {f}, rtz", "fcvt.s.wu {f}, {x}"]
COMPUTE += [f"{op}.{p} {{x}}, {{f}}, {{f}}" for p in kinds for op in "feq flt fle".split()]
COMPUTE += ["csrrw {x}, fcsr, {x}", "csrrs {x}, fflags, {x}", "csrrci {x}, frm, 7", "csrwi frm, 1", "fscsr x0", "add {x}, {x}, {x}", "xori {x}, {x}, -1"]
if flen:
    COMPUTE += ["fclass.d {x}, {f}", "fmv.x.w {x}, {f}", "fmv.w.x {f}, {x}", "fcvt.s.d {f}, {f}", "fcvt.d.s {f}, {f}", "fcvt.w.d {x}, {f}",
                "fcvt.d.w {f}, {x}", "li t0, 0x6000\n  csrc mstatus, t0", "li t0, 0x4000\n  csrs mstatus, t0"]
if flen and xlen == 64:
    COMPUTE += ["fmv.x.d {x}, {f}", "fmv.d.x {f}, {x}", "fcvt.l.s {x}, {f}", "fcvt.d.lu {f}, {x}"]
MEMORY = ["sw {x}, {at}(x8)", "lw {x}, {at}(x8)", "c.sw x9, {at4}(x8)", "sh {x}, {at}(ra)", "sw {x}, {at}(ra)", "lw {x}, {at}(ra)",
          "amoadd.w {x}, {x}, (x8)", "amoswap.w {x}, {x}, (sp)", "addi x8, x8, {step}", "mv x8, sp"]
if flen:
    MEMORY += ["fld {f}, {at}(x8)", "fsd {f}, {at}(x8)", "flw {f}, {at}(x8)", "fsw {f}, {at}(x8)", "c.fld {s}, {at8}(x8)", "c.fsd {s}, {at8}(x8)",
               "c.fldsp {f}, {at8}(sp)", "c.fsdsp {f}, {at8}(sp)", "fsd {f}, {at}(ra)", "fsw {f}, {at}(ra)", "fld {f}, {at}(ra)"]
if flen and xlen == 32:
    MEMORY += ["c.flw {s}, {at4}(x8)", "c.fsw {s}, {at4}(x8)", "c.flwsp {f}, {at4}(sp)", "c.fswsp {f}, {at4}(sp)"]
print("  .globl _start\n_start: li t0, 0x2000\n  csrs mstatus, t0\n  la sp, data\n  mv x8, sp\n  la gp, skip\n  csrw mtvec, gp\n  lui ra, 16 # a device\n  j again")
# Of an instruction that traps, as one with a mode of rounding that is none, or with F off.
print("  .balign 4\nskip:\n  li gp, 0x2000\n  csrs mstatus, gp\n  csrwi frm, 0\n  csrr gp, mepc\n  lhu tp, 0(gp)\n  andi tp, tp, 3\n  addi gp, gp, 2\n  addi tp, tp, -3")
print("  bnez tp, 1f\n  addi gp, gp, 2\n1: csrw mepc, gp\n  mret")
print("again:")
for _ in range(4000):
    text = draw.choice(MEMORY if draw.random() < 0.4 else COMPUTE)
    while "{" in text:
        fill = {"f": f(), "x": x(), "s": short(), "at": draw.randrange(-64, 64), "at8": 8 * draw.randrange(8), "at4": 4 * draw.randrange(8),
                "step": draw.choice([-1, 1, 3, 4090 % 2047])}
        for key, value in fill.items():
            text = text.replace("{" + key + "}", str(value), 1)
    print("  " + text)
print("  csrci mstatus, 0\n  li t0, 0x6000\n  csrc mstatus, t0\n  li t0, 0x2000\n  csrs mstatus, t0\n  j again")
# Two pages, so that accesses lie across their border.
print("  .balign 4096\n  .space 4096\n  .globl data\ndata:")
for _ in range(128):
    print(f"  .word {draw.choice([0, 1, 0x80000000, 0x7f800001, 0x7fc00000, 0xffffffff, 0x3f800000, draw.getrandbits(32)])}")
print("  .space 4096")
END
}

run() { # XLEN FLEN ISA
  local xlen=$1 flen=$2 isa=$3 abi=lp64
  [ "$xlen" = 64 ] || abi=ilp32
  [ "$flen" = 0 ] || abi+=d
  program "$xlen" "$flen" >program.s
  riscv64-unknown-elf-gcc -march="$isa" -mabi=$abi -nostdlib -nostartfiles -Wl,-Ttext=0x80000000,--no-warn-rwx-segments -Wl,-N program.s -o program.elf
  for core in quick logged; do
    # With Zicboz the model has a log: not of all stores of a hart with S does it know the place.
    printf 'xlen = %s\nflen = %s\nisa = "%s%s%s"\nmodes = "msu"\nboot = 0x80000000\nram = [{base = 0x80000000, size = 0x10000}]\n' \
      "$xlen" "$flen" "$isa" "${4-}" "$([ $core = quick ] || echo _zicboz)" >$core.toml
  done
  "$tmp/steps" "$tree/build/lib/rvtrace/spike.so" logged.toml quick.toml program.elf "$steps"
}
run 64 64 rv64imafdc_zicsr _zicclsm
run 32 64 rv32imafdc_zicsr _zicclsm
run 64 64 rv64imafdc_zicsr
run 32 0 rv32imac_zicsr_zfinx _zicclsm

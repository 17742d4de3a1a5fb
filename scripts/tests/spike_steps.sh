#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What Spike as a model has changed in a step without its log is what the log has: random programs of F and D, with loads and stores
# that are misaligned, of RV64 and RV32. STEPS: of each.
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

program() { # XLEN
  python3 - "$1" <<'END'
import random
import sys

xlen = int(sys.argv[1])
draw = random.Random(xlen)
f = lambda: f"f{draw.randrange(32)}"
x = lambda: f"x{draw.choice([*range(5, 8), *range(9, 32)])}"
short = lambda: f"f{draw.randrange(8, 16)}"
COMPUTE = [f"{op}.{p} {{f}}, {{f}}, {{f}}" for p in "sd" for op in "fadd fsub fmul fdiv fmin fmax fsgnj fsgnjn fsgnjx".split()]
COMPUTE += [f"{op}.{p} {{f}}, {{f}}, {{f}}, {{f}}" for p in "sd" for op in "fmadd fmsub fnmadd fnmsub".split()]
COMPUTE += [f"fsqrt.{p} {{f}}, {{f}}" for p in "sd"] + ["fcvt.s.d {f}, {f}", "fcvt.d.s {f}, {f}"]
COMPUTE += [f"{op}.{p} {{x}}, {{f}}, {{f}}" for p in "sd" for op in "feq flt fle".split()] + ["fclass.d {x}, {f}", "fmv.x.w {x}, {f}", "fmv.w.x {f}, {x}"]
COMPUTE += ["fcvt.w.d {x}, {f}", "fcvt.wu.s {x}, {f}, rtz", "fcvt.d.w {f}, {x}", "fcvt.s.wu {f}, {x}"]
COMPUTE += ["csrrw {x}, fcsr, {x}", "csrrs {x}, fflags, {x}", "csrrci {x}, frm, 7", "csrwi frm, 1", "fscsr x0", "add {x}, {x}, {x}", "xori {x}, {x}, -1"]
if xlen == 64:
    COMPUTE += ["fmv.x.d {x}, {f}", "fmv.d.x {f}, {x}", "fcvt.l.s {x}, {f}", "fcvt.d.lu {f}, {x}"]
MEMORY = ["fld {f}, {at}(x8)", "fsd {f}, {at}(x8)", "flw {f}, {at}(x8)", "fsw {f}, {at}(x8)", "c.fld {s}, {at8}(x8)", "c.fsd {s}, {at8}(x8)",
          "c.fldsp {f}, {at8}(sp)", "c.fsdsp {f}, {at8}(sp)", "sw {x}, {at}(x8)", "lw {x}, {at}(x8)", "addi x8, x8, {step}", "mv x8, sp"]
if xlen == 32:
    MEMORY += ["c.flw {s}, {at4}(x8)", "c.fsw {s}, {at4}(x8)", "c.flwsp {f}, {at4}(sp)", "c.fswsp {f}, {at4}(sp)"]
print("  .globl _start\n_start: li t0, 0x2000\n  csrs mstatus, t0\n  la sp, data\n  mv x8, sp\n  la gp, skip\n  csrw mtvec, gp\n  j again")
# Of an instruction that traps, as one with a mode of rounding that is none.
print("  .balign 4\nskip:\n  csrwi frm, 0\n  csrr gp, mepc\n  lhu tp, 0(gp)\n  andi tp, tp, 3\n  addi gp, gp, 2\n  addi tp, tp, -3")
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

for xlen in 64 32; do
  program $xlen >program.s
  abi=$([ $xlen = 64 ] && echo lp64d || echo ilp32d)
  riscv64-unknown-elf-gcc -march=rv${xlen}imafdc -mabi=$abi -misa-spec=2.2 -nostdlib -nostartfiles -Wl,-Ttext=0x80000000,--no-warn-rwx-segments -Wl,-N program.s -o program.elf
  for core in quick logged; do
    # With Zicboz the model has a log: not of all stores of a hart with S does it know the place.
    printf 'xlen = %s\nflen = 64\nisa = "rv%simafdc_zicsr%s"\nmodes = "msu"\nboot = 0x80000000\nram = [{base = 0x80000000, size = 0x10000}]\n' \
      $xlen $xlen "$([ $core = quick ] || echo _zicboz)" >$core.toml
  done
  "$tmp/steps" "$tree/build/lib/rvtrace/spike.so" logged.toml quick.toml program.elf "$steps"
done

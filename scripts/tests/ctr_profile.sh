#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The profiler of sim/programs/profiler, in M and in S on QEMU's records: what it prints are jumps of the program, and BOLT takes the
# profile where it is, and the program that it lays out anew ends as before. And CSRs that M emulates on a window.
set -euo pipefail
if [ ! -x build/qemu/qemu-system-riscv64 ]; then echo "profiler: skipped: build/qemu is missing (make setup GROUPS=ctr)" && exit 0; fi
tree=$PWD
dir=$(mktemp -d "${RVT_TMP:-/tmp}/profile.XXXXXX")
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail() { echo "profiler: $*" >&2 && exit 1; }
profile() { # words for make
  env -u MAKEFLAGS -u MAKELEVEL make -s -f "$tree/sim/programs/profiler/Makefile" profile "$@" >said 2>&1 || { cat said >&2 && exit 1; }
}

mkdir window && cd window
cp "$tree/sim/programs/profiler/test/window.c" .
profile MODE=s CPU=rv64 CFLAGS=-DCTR_WINDOW=0x8f000000
grep -q '^the window and the CSRs are one' profile.console || fail "$(grep -v '^ctr' profile.console | head -3)"

mkdir ../sort && cd ../sort
cp "$tree/sim/programs/workloads/sort/sort.c" .
expected=$(python3 "$tree/sim/programs/workloads/sort/expect.py" 20)
for mode in m s; do
  profile MODE=$mode "CFLAGS=-DSCALE=20 -DEXPECTED=$expected"
  samples=$(grep -c '^ctr 1 ' profile.console)
  [ "$samples" -gt 100 ] || fail "mode $mode: expected more than 100 samples, found $samples"
  riscv64-unknown-elf-objdump -d --no-show-raw-insn profile.elf | sed -n 's/^ *\([0-9a-f]*\):\t\([a-z.]*\).*/\1 \2/p' >code
  python3 - "$mode" <<'END' || exit 1
import sys
code = dict(line.split() for line in open("code"))
pcs = sorted(code, key=lambda pc: int(pc, 16))
after = dict(zip(pcs, pcs[1:]))
edges = [line.split()[1:4] for line in open("profile.preagg") if line[0] == "B"]
wrong = [e for e in edges if code.get(e[0], "")[:1] not in ("b", "j", "r") or e[1] not in code]
times = sum(int(e[2]) for e in edges)
if wrong or len(edges) < 20 or times < 2000:
    sys.exit(f"profiler: mode {sys.argv[1]}: {len(edges)} pairs, {times} transfers; no jump of the program: {wrong[:3]}")
print(f"profiler: mode {sys.argv[1]}: {times} transfers of {len(edges)} pairs, each from a jump of the program")
END
  bolt=/usr/lib/llvm-19/bin/perf2bolt
  if [ -x "$bolt" ]; then
    "$bolt" profile.elf -p profile.preagg -pa -o profile.fdata >said 2>&1 || { cat said >&2 && exit 1; }
    grep -q 'traces mismatching disassembled function contents: 0 ' said || fail "mode $mode: $(grep mismatching said)"
    "${bolt%/*}/llvm-bolt" profile.elf -o profile.bolt -data=profile.fdata -reorder-blocks=ext-tsp >said 2>&1 || { cat said >&2 && exit 1; }
    grep -q 'modified layout of [1-9]' said || fail "mode $mode: expected functions laid out anew: $(cat said)"
    (ulimit -t 60 && env -u MAKEFLAGS -u MAKELEVEL make -s -f "$tree/sim/programs/profiler/Makefile" run ELF=profile.bolt MODE=$mode) ||
      fail "mode $mode: laid out anew, the program does not end as before"
  else
    echo "profiler: BOLT not asked: $bolt is missing"
  fi
done

# BOLT moves what is directly behind the code, as `stdout` would be, where the code has just that length.
[ -x "$bolt" ] || exit 0
mkdir ../behind && cd ../behind
printf '#include <stdio.h>\nint pad(void);\nint main(void) {\n  for (int i = 0; i < 20000; i++) pad();\n  printf("the end %%d\\n", pad());\n  return 0;\n}\n' >main.c
for length in 0 1 2 3 4 5 6 7; do
  printf '__attribute__((noinline)) int pad(void) {\n  __asm__ volatile(".rept %d\\n c.nop\\n .endr");\n  return 0;\n}\n' "$length" >pad.c
  profile
  end=$(riscv64-unknown-elf-readelf -SW profile.elf | awk '$3 == ".text" { print $7 }')
  case $end in *0) break ;; esac
done
case $end in *0) ;; *) fail "expected code of a multiple of 16 bytes, found 0x$end" ;; esac
"$bolt" profile.elf -p profile.preagg -pa -o profile.fdata >said 2>&1
"${bolt%/*}/llvm-bolt" profile.elf -o profile.bolt -data=profile.fdata -reorder-blocks=ext-tsp -skip-funcs='skip_to_arg.*,__d.*,__riscv_.*' >said 2>&1
(ulimit -t 60 && env -u MAKEFLAGS -u MAKELEVEL make -s -f "$tree/sim/programs/profiler/Makefile" run ELF=profile.bolt) || fail "laid out anew, printf() does not find stdout"
grep -q '^the end 0' profile.bolt.console || fail "laid out anew, printf() says: $(grep -v '^ctr' profile.bolt.console)"

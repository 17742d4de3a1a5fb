#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt record with the real Spike on programs that do not end as the workloads do. Each run is bounded
# in time. record_check.sh [RVT]; the simulator is RVT_SPIKE.
kit=$PWD/sim/programs/runtime/Makefile
unset MAKEFLAGS MAKEOVERRIDES # the kit is not of the make that may have called this
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2
export RVT_REAL=$RVT_SPIKE

# What Spike ends by.
ends='.data
.balign 64
.globl tohost, fromhost
tohost: .dword 0
fromhost: .dword 0'

# An ELF file of the assembly on standard input: build NAME 32|64
build() {
  local abi=lp64
  [ "$2" = 64 ] || abi=ilp32
  riscv64-unknown-elf-gcc -nostdlib "-march=rv$2imac_zicsr" "-mabi=$abi" -mcmodel=medany -Wl,-n,--no-warn-rwx-segments \
    -Ttext=0x80000000 -x assembler - -o "$1.elf" || exit 2
}

# run NAME STATUS TEXT ARGUMENTS: the command's status, and what its standard error has
run() {
  local name=$1 status=$2 text=$3 found
  shift 3
  "$rvt" record "$@" -o "$name.rvti" 2>err
  found=$?
  [ $found -eq "$status" ] || cat err
  check "$name: status" "$status" $found
  grep -qF -- "$text" err || check "$name: standard error" "$text" "$(cat err)"
}

# What its trace decodes to is what was recorded.
decodes() {
  rm -f "$1.found"
  "$rvt" encode "$1.rvti" -o "$1.nex" --pcs "$1.pcs" 2>err || cat err
  "$rvt" decode "$1.nex" --elf "$1.elf" --pcs -o "$1.found" 2>err || cat err
  check "$1: decoded" "same" "$(cmp "$1.pcs" "$1.found" && echo same)"
}

# The status of a recording that gets a signal a second after its simulator has become COMMAND
by_signal() { # NAME SIGNAL COMMAND SIMULATOR
  local recorder watchdog status
  rm -f "$1.rvti" started
  printf '#!/bin/sh\necho $$ >started\n%s\n' "$4" >simulator
  chmod +x simulator
  RVT_SPIKE=./simulator "$rvt" record "$1.elf" -o "$1.rvti" >/dev/null 2>err &
  recorder=$!
  (sleep 60; kill -KILL $recorder) >/dev/null 2>&1 &
  watchdog=$!
  until [ -s started ] && [ "$(cat "/proc/$(cat started)/comm")" = "$3" ]; do sleep 0.1; done
  sleep 1
  kill "-$2" $recorder
  wait $recorder
  status=$?
  kill $watchdog
  [ $status -eq 1 ] || cat err >&2
  echo $status
}

counts() { "$rvt" convert "$1.rvti" - | grep -c "^insn $2 "; }

build jdot 64 <<'END'
.globl _start
_start: li a0, 1
1: j 1b
END
run jdot 0 "stays at 0x80000002" jdot.elf
check "jdot: instructions" 1 "$(counts jdot 0x80000002)"
cp jdot.elf limit.elf
run limit 0 "limit.rvti: 10 instructions" limit.elf --limit 10
check "limit: instructions" 9 "$(counts limit 0x80000002)"
decodes limit

# An interrupt leaves the jump to itself after 49 of 50 ticks; the program ends in another one.
build irq 32 <<'END'
.globl _start
_start: la t0, handler
  csrw mtvec, t0
  li t0, 0x02004000
  li t1, 50
  sw t1, 0(t0)
  sw zero, 4(t0)
  li t1, 0x80
  csrs mie, t1
  csrsi mstatus, 8
idle: j idle
.balign 4
handler: li t1, 0x80
  csrc mie, t1
  la t0, done
  csrw mepc, t0
  mret
done: nop
  j .
END
run irq 0 "1 traps" irq.elf
check "irq: it stayed for long" "yes" "$("$rvt" convert irq.rvti - | awk '/^insn/ { n++ } /^trap interrupt/ { print (n > 4000 ? "yes" : n) }')"
decodes irq
run irq 0 "irq.rvti: 10000 instructions, 1 traps" irq.elf --limit 10000
decodes irq
"$RVT_SPIKE" --isa=rv32imac -m0x80000000:0x100000 --instructions=7000 -l --log-commits --log=log irq.elf 2>/dev/null
run irq 0 "1 traps" irq.elf --log log
decodes irq

# Picolibc's own start-up code, as its own linker script has it.
printf 'int main(void) { return 0; }\n' >pico.c
pico=(riscv64-unknown-elf-gcc --specs=picolibc.specs -march=rv32imac -mabi=ilp32 pico.c)
"${pico[@]}" -Wl,--defsym=__flash=0x80000000,--defsym=__ram=0x80100000 -o pico.elf
run pico 0 "no interrupt is enabled to leave it" pico.elf
decodes pico
"${pico[@]}" -o uart.elf
run uart 2 "found one at 0x10000000 with the UART" uart.elf

# tohost without fromhost: Spike never looks at it and never ends by itself.
build nofromhost 64 <<'END'
.globl _start
_start: li a0, 1
  la t0, tohost
  sd a0, 0(t0)
1: j 1b
.data
.balign 8
.globl tohost
tohost: .dword 0
END
run nofromhost 0 "nofromhost.rvti: 4 instructions" nofromhost.elf

# RV32 with a guest, whose V is in mstatush: MRET takes it from there, a trap to machine mode leaves it there.
build guest 32 <<END
.globl _start
_start: la t0, guest
  csrw mepc, t0
  la t0, handler
  csrw mtvec, t0
  li t0, -1
  csrw pmpaddr0, t0
  li t0, 0x1f
  csrw pmpcfg0, t0
  li t0, 0x80
  csrw 0x310, t0
  li t0, 0x800
  csrs mstatus, t0
  mret
guest: csrw sscratch, zero
  ecall
.balign 4
handler: la t0, again
  csrw mepc, t0
  li t0, 0x800
  csrs mstatus, t0
  mret
again: csrw sscratch, zero
  la t0, tohost
  li a0, 1
  sw a0, 0(t0)
  j .
$ends
END
run guest 0 "1 traps" guest.elf --isa rv32imach_zicsr
check "guest: privileges" "priv M priv VS trap exception cause=0xa priv M priv VS" \
  "$("$rvt" convert guest.rvti - | sed -n '/^priv /p; s/^\(trap [a-z]*\) .*\(cause=[^ ]*\).*/\1 \2/p' | xargs)"
decodes guest

# Exit code 668, by two words; then words that Spike does not see, since they are taken back.
for upper in "sw zero, 4(t0)" "sw zero, 4(t0); sw zero, 0(t0)"; do
  build words 32 <<END
.globl _start
_start: li a0, 668*2+1
  la t0, tohost
  sw a0, 0(t0)
  $upper
1: j 1b
$ends
END
  run words 1 "expected exit code 0, found 668" words.elf
  check "words: both stores" 5 "$("$rvt" convert words.rvti - | grep -c '^insn')"
  decodes words
done

# A simulator that does not see the end has five seconds, unless a signal comes.
"$RVT_SPIKE" --isa=rv32imac -m0x80000000:0x100000 --instructions=20 -l --log-commits --log=words.log words.elf
for signal in INT TERM; do
  SECONDS=0
  check "SIG$signal while it drains" 1 "$(by_signal words $signal sleep 'cat words.log >&3; exec sleep 60')"
  check "SIG$signal while it drains: the file" 5 "$("$rvt" convert words.rvti - | grep -c '^insn')"
  check "SIG$signal while it drains: soon" yes "$([ $SECONDS -le 4 ] && echo yes)"
done

# One that looks at no signal is killed.
check "deaf simulator" 1 "$(by_signal words HUP simulator 'trap "" TERM; cat words.log >&3; sleep 60 & while :; do wait; done')"

# Stores to tohost, of which Spike takes none, then for ever.
build endless 64 <<'END'
.globl _start
_start: la t0, tohost
1: addi a0, a0, 2
  sd a0, 0(t0)
  j 1b
.data
.balign 8
.globl tohost
tohost: .dword 0
END
for signal in INT TERM HUP; do
  # shellcheck disable=SC2016 # the simulator's own script has them
  check "SIG$signal: status" 1 "$(by_signal endless $signal spike 'exec "$RVT_REAL" "$@"')"
  decodes endless
done

# No trap handler.
printf '.globl _start\n_start: nop\n .word 0\n' | build crash 64
run crash 1 "expected a trap handler at 0x0" crash.elf
check "crash: traps" 2 "$("$rvt" convert crash.rvti - | grep -c '^trap')"
# Nothing wakes it; and the end of a handler.
printf '.globl _start\n_start: nop\n wfi\n j .\n' | build wfi 64
run wfi 0 "stays at 0x80000002" wfi.elf

# The kit of sim/programs/runtime, in a directory of the user's: for both XLEN, without and with a C library.
mkdir kit
cd kit || exit 2
make -s -f "$kit" new >../out || cat ../out
check "kit: files" "Makefile main.c" "$(echo *)"
make -s -f "$kit" new >../out 2>&1
check "kit: a Makefile is kept" 2 $?
kit() { # NAME STATUS FUNCTION VARIABLES...
  local name=$1 status=$2 function=$3
  shift 3
  make -s trace "RVT=$rvt" "RVT_SPIKE=$RVT_REAL" JSON=1 "$@" >../out 2>../err
  found=$?
  [ $found -eq "$status" ] || cat ../err
  check "kit: $name: status" "$status" $found
  check "kit: $name: calls of $function" 1 "$(sed -n 's/{"function":"'"$function"'",.*"calls":\([0-9]*\)[,}].*/\1/p' ../out)"
}
for xlen in 32 64; do kit "picolibc $xlen" 0 qsort XLEN=$xlen; done
kit "rv64gc" 0 qsort XLEN=64 ARCH=rv64gc ABI=lp64d OPT=-Os
check "kit: kept" "program.json program.nex program.rvti" "$(echo program.json program.nex program.rvti*)"
check "kit: hottest first" qsort "$(head -1 ../out | cut -d'"' -f4)"
printf '#include <stdio.h>\n#include <stdlib.h>\nint main(void) { printf("%%d\\n", 42); printf("end"); exit(3); }\n' >main.c
for xlen in 32 64; do
  kit "printf $xlen" 2 main XLEN=$xlen
  check "kit: printf $xlen: shown" "42 end" "$(sed -n 's/^spike: \(42\|end\).*/\1/p' ../err | xargs)"
  check "kit: exit $xlen" 1 "$(grep -c 'expected exit code 0, found 3' ../err)"
done
printf 'int *volatile nothing = (int *)3;\nint main(void) { return *nothing; }\n' >main.c
kit "trap" 2 rt_trap LIBC=none
check "kit: trap" 1 "$(grep -c 'found 99' ../err)"
printf 'int main(void) { for (;;) continue; }\n' >main.c
for xlen in 32 64; do kit "stays $xlen" 2 main XLEN=$xlen LIBC=none; done
kit "limit" 0 main LIBC=none LIMIT=1000
check "kit: limit" 1 "$(grep -c 'program.rvti: 1000 instructions' ../err)"
# Two tasks in C++, each with a context: the handler of ECALL, with which yield() begins, takes the other one.
rm main.c
cat >tasks.cpp <<'END'
extern "C" {
#include <stdio.h>
#include "runtime.h"
}
extern "C" void __attribute__((naked, noinline)) yield() { __asm__("ecall; ret"); }
#define YIELD() __asm__ volatile("call yield" ::: "memory", "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", "a3", "a4", \
  "a5", "a6", "a7", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11")
namespace work {
struct Filter {
  virtual int step(int x) = 0;
};
struct Low : Filter {
  int state;
  Low(int s) : state(s) {}
  __attribute__((noinline)) int step(int x) override { return state = (3 * state + x) / 4; }
};
struct High : Filter {
  __attribute__((noinline)) int step(int x) override { return x - 100; }
};
template <typename T> T __attribute__((noinline)) clamp(T v, T low, T high) { return v < low ? low : v > high ? high : v; }
}
struct Made {
  int value;
  Made() : value(40) {}
} made;
static rt_frame frames[2];
static unsigned current;
static work::Filter *filters[2];
static volatile int result[2];
static char stack[4096] __attribute__((aligned(16)));
static void set_context(unsigned task) { __asm__ volatile("csrw 0x5a8, %0" ::"r"(task + 1)); }
static void schedule(rt_frame *frame, uintptr_t cause, uintptr_t) {
  if (cause != RT_CAUSE_ECALL_M) rt_exit(1);
  frame->epc += 4;
  frames[current] = *frame;
  current ^= 1;
  *frame = frames[current];
  set_context(current);
}
static void body(unsigned task, int rounds) {
  for (int i = 0; i < rounds; i++) {
    for (unsigned k = 0; k <= task; k++) result[task] += work::clamp<int>(filters[task]->step(i + made.value), 0, 50);
    YIELD();
  }
}
static void second() { body(1, 1000); }
int main() {
  filters[0] = new work::Low(1);
  filters[1] = new work::High();
  frames[1].sp = (uintptr_t)(stack + sizeof stack);
  frames[1].epc = (uintptr_t)second;
  frames[1].status = 0x1880;
  rt_set_handler(schedule);
  set_context(0);
  body(0, 10);
  printf("%d %d\n", result[0], result[1]);
  return made.value != 40;
}
END
of_tasks() { # calls, context, function
  sed -n 's/{"function":"\(yield\|[^"]*::[^"]*\|second()\)",.*"calls":\([0-9]*\),.*"scontext":"\(.*\)"}}/\2 \3 \1/p' ../out | sort -k 2,2 -k 3
}
tasks="10 0x1 int work::clamp<int>(int, int, int)
10 0x1 work::Low::step(int)
10 0x1 yield
20 0x2 int work::clamp<int>(int, int, int)
1 0x2 second()
20 0x2 work::High::step(int)
10 0x2 yield"
for words in XLEN=32 XLEN=64; do
  kit "tasks in C++ $words" 0 rt_set_handler "$words"
  check "kit: tasks in C++ $words: calls" "$(echo "$tasks" | sort -k 2,2 -k 3)" "$(of_tasks)"
  check "kit: tasks in C++ $words: output" 1 "$(grep -cx 'spike: 305 0' ../err)"
done
check "kit: times" 1 "$("$rvt" decode --times program.nex | grep -c ' main+0x0 [0-9a-f]* ~0x[0-9a-f]* 0x')"
kit "link-time optimization" 0 rt_set_handler CFLAGS=-flto
check "kit: link-time optimization: calls" "10 0x1 yield 10 0x2 yield" "$(of_tasks | grep yield | xargs)"
rm tasks.cpp
printf '#include <stdio.h>\nint main(void) { for (int i = 0; i < 40; i++) printf("line %%d\\n", i); return 0; }\n' >main.c
for words in CFLAGS= CFLAGS=-flto; do
  kit "lines $words" 0 main "$words"
  check "kit: lines $words: all are shown" 40 "$(grep -c '^spike: line' ../err)"
  check "kit: lines $words: no waiting for them" yes "$([ "$(sed -n 's/.*program.rvti: \([0-9]*\) instructions.*/\1/p' ../err)" -lt 30000 ] && echo yes)"
done
# What the compiler lacks is named, with where it comes from.
refused() { # NAME TEXT VARIABLES...
  make -s trace "RVT=$rvt" "RVT_SPIKE=$RVT_REAL" "${@:3}" >../out 2>../err
  check "kit: $1: status" 2 $?
  check "kit: $1" 1 "$(grep -cF -- "$2" ../err)"
}
printf '#!/bin/sh\ncase $* in *--print-file-name=*) echo "${1#*=}" ;; *) exec riscv64-unknown-elf-gcc "$@" ;; esac\n' >../bare-gcc
chmod +x ../bare-gcc
refused 'no picolibc' 'expected picolibc.specs of picolibc for ../bare-gcc, found none (Debian: apt install picolibc-riscv64-unknown-elf)' CROSS=../bare-
refused 'no newlib' 'expected libc.a of newlib for ../bare-gcc, found none (Debian has no package of it;' CROSS=../bare- LIBC=newlib
refused 'no such library' "expected LIBC=picolibc, newlib or none, found 'glibc'" LIBC=glibc
make -s clean >../out
check "kit: clean" "Makefile main.c" "$(echo *)"
check "kit: clean: hidden files" "" "$(find . -name '.?*')"
cd ..

report

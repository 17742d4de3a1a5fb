#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Tandem verification trace from outside: cli_tandem.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
tree=$PWD
cd "$dir" || exit 2

# A reset, state from outside, an instruction, a trap, a transaction of the bus and padding, on RV32.
cat >a.txt <<'LINES'
Group reset
Group init x2=0x80001000 store8@0x80000000=0x5a ok8
Group pc+ insn16=0x7139 x2+=-64
Group pc=0x80000100 insn32=0x73 mepc=0x80000004 mcause=0xb mstatus=0x1800 mtval=0x0 privilege=0x3 open
Group pc=0x80000104 insn32=0x52023 paddr=0x80002000 eaddr=0x2000 store32=0x0
Outside load32@0x80002000
Outside ok32=0x11
Idle COUNT=3
Outside mtime=0x1234
Group privilege=0x1 csr0x7c0=0x0 fcsr|=0x1f pc_paddr=0x80000000
LINES
"$rvt" assemble --format tandem --xlen 32 a.txt -o a.tv 2>err
check 'assemble' '0 010a02010b0402100010008008000000800 15a090002' "$? $(od -An -v -tx1 a.tv | tr -d ' \n' | cut -c1-35) $(od -An -v -tx1 a.tv | tr -d ' \n' | cut -c36-44)"
"$rvt" dump --format tandem --xlen 32 a.tv >dump 2>err
check 'dump' '0 ' "$? $(cat err)"
check 'dump: the lines' "$(cat a.txt)" "$(sed 's/^0x[0-9a-f]*: //; s/ *#.*//' dump)"
"$rvt" assemble --format tandem --xlen 32 dump | cmp -s - a.tv
check 'assemble: the inverse of dump' 0 $?
check 'dump: JSON' '{"kind":"group","offset":22,"size":10,"elements":["pc+","insn16=0x7139","x2+=-64"]}' "$("$rvt" dump --format=tandem --xlen 32 --json a.tv | sed -n 3p)"
cat a.tv | "$rvt" dump --format tandem --xlen 32 - 2>err | cmp -s - dump
check 'dump: a pipe' 0 $?

# Every truncation: 0 between groups, else 1 and the place; what can be said comes back.
size=$(wc -c <a.tv) good=0 bad=0 n=1
while [ "$n" -lt "$size" ]; do
  head -c "$n" a.tv >part
  "$rvt" dump --format tandem --xlen 32 part >lines 2>err
  status=$?
  "$rvt" assemble --format tandem --xlen 32 lines 2>/dev/null | cmp -s - part || status=lost
  case $status in
  0) good=$((good + 1)) ;;
  1) grep -q "^rvt dump: part: byte $n: expected the rest of a group, found the end of the stream (TV:R-17)$" err && bad=$((bad + 1)) ;;
  esac
  n=$((n + 1))
done
check 'dump: every truncation' "$((size - 1))" "$((good + bad))"
check 'dump: truncations between groups' 10 "$good"

# What is wrong ends the dump, with all bytes in it.
printf '\001\003\002\001' >wrong
"$rvt" dump --format tandem --xlen 32 wrong >lines 2>err
check 'dump: an error' '1 rvt dump: wrong: byte 2: expected an instruction in a group that increments the pc, found none (TV:R-07)' "$? $(cat err)"
check 'dump: what is left' '0x00000000: Bytes 01 03 02 01  # begins with pc+' "$(cat lines)"

refuses() { # NAME LINE WHAT
  echo "$2" | "$rvt" assemble --format tandem --xlen 32 - >made 2>err
  check "assemble: $1" "2 $3 0" "$? $(cat err) $(wc -c <made)"
}
refuses 'a register of F' 'Group f1=0x0' "rvt assemble: <stdin>:1:7: expected an element that this hart has, with a value that fits, found 'f1=0x0'"
refuses 'a value too wide' '0x0: Group pc=0x100000000' "rvt assemble: <stdin>:1:12: expected an element that this hart has, with a value that fits, found 'pc=0x100000000'"
refuses 'no element' 'Group x32=0' "rvt assemble: <stdin>:1:7: expected an element as \`rvt dump\` prints it, found 'x32=0'"
refuses 'behind open' 'Group reset open x1=0' "rvt assemble: <stdin>:1:18: expected the end of the line behind \`open\`, found 'x1=0'"
refuses 'no line' 'Grop' "rvt assemble: <stdin>:1:1: expected Group, Outside, Idle or Bytes, found 'Grop'"
"$rvt" dump --format tandem a.tv 2>err
check 'dump: no XLEN' '2 1' "$? $(grep -c 'expected --xlen, which the stream does not say' err)"
"$rvt" dump --format tandem --xlen 64 --sv32 a.tv 2>err
check 'dump: Sv32 of 64 bits' '2 1' "$? $(grep -c 'expected --sv32 with --xlen 32 alone, found --xlen 64' err)"
"$rvt" dump --format tandem --xlen 16 a.tv 2>err
check 'dump: XLEN of 16' '2 1' "$? $(grep -c "expected 32 or 64, found '16'" err)"

# Descriptions of cores.
core() { # NAME WHAT; the description comes on standard input
  cat >core.toml
  "$rvt" tandem --core core.toml --elf none a.tv >found 2>err
  check "a core: $1" "2 rvt tandem: core.toml:$2" "$? $(cat err)"
}
core 'no TOML' "1: Error while parsing key-value pair: expected '=', saw '\n'" <<'TOML'
xlen
TOML
core 'no array' "1: Error while parsing value: could not determine value type" <<'TOML'
ram = [}]
TOML
core 'a key is missing' '1: expected the key boot, found none' <<'TOML'
xlen = 32
isa = "rv32i"
TOML
whole='isa = "rv32i"
boot = 0x80000000
ram = [{base = 0x80000000, size = 0x1000}]'
core 'XLEN' '1: xlen: expected one of 32 64, found 33' <<TOML
xlen = 33
$whole
TOML
core 'an unknown key' '2: expected xlen, flen, mlen, isa, modes, mmu, boot, ram, absent, copied, ignored, zero_tval, own_tval or reset, found '"'bot'" <<TOML
xlen = 32
bot = 1
$whole
TOML
core 'MLEN' '1: expected mlen 64 with xlen 64, 32 or 34 with 32, found other ones' <<TOML
xlen = 64
mlen = 34
$whole
TOML
core 'FLEN' '1: flen: expected an isa with F, found "rv32i"' <<TOML
xlen = 32
flen = 32
$whole
TOML
core 'what is absent' '1: absent: expected some of pc, insn, gpr, fpr, csr, privilege, store, address, found '"'csrs'" <<TOML
absent = ["csr", "csrs"]
xlen = 32
$whole
TOML
core 'a CSR' "1: expected the name of a register, found 'mcycel'" <<TOML
copied = ["mcycel"]
xlen = 32
$whole
TOML
core 'no CSR' "1: expected a CSR, found 'x1'" <<TOML
ignored = ["x1"]
xlen = 32
$whole
TOML
core 'xtval' '1: own_tval: expected causes of 0 to 63, or "interrupt"' <<TOML
own_tval = [3, "interrupt", 64]
xlen = 32
$whole
TOML
core 'no array of xtval' '1: own_tval: expected an array of causes' <<TOML
own_tval = 3
xlen = 32
$whole
TOML
core 'MMU' '1: mmu: expected "sv32", "sv39", "sv48" or "sv57"' <<TOML
mmu = "sv64"
xlen = 64
$whole
TOML
core 'an MMU of another width' '1: expected mmu "sv32" with xlen 32 alone' <<TOML
mmu = "sv39"
xlen = 32
$whole
TOML
core 'an MMU without S-mode' '1: mmu: expected modes "msu", found "mu"' <<TOML
mmu = "sv39"
modes = "mu"
xlen = 64
$whole
TOML
core 'RAM' '2: ram: expected a range of whole pages of 4096 bytes' <<'TOML'
xlen = 32
ram = [{base = 0x80000000, size = 1}]
isa = "rv32i"
boot = 0
TOML
printf 'xlen = 32\n%s\n' "$whole" >core.toml
"$rvt" tandem --core core.toml --elf none --model ./none.so a.tv >found 2>err
check 'a model that is not there' '2 1' "$? $(grep -c "^rvt tandem: ./none.so: expected a model of that name, found none; Spike's is built by" err)"
"$rvt" tandem --core none.toml --elf none a.tv >found 2>err
check 'a core that is not there' '2 rvt tandem: none.toml: No such file or directory' "$? $(cat err)"
"$rvt" tandem --elf none a.tv >found 2>err
check 'no core' '2 1' "$? $(grep -c 'expected --core, the description of the core' err)"

core 'boot outside of its RAM' '1: boot: expected an address in ram, found another one' <<'TOML'
xlen = 32
isa = "rv32i"
boot = 0x80001000
ram = [{base = 0x80000000, size = 0x1000}]
TOML

# A model of one instruction: any adds 1 to x1, and a word of 0 is none of its.
cat >one.c <<'END'
#include <string.h>
#include "rvt/tandem/model.h"
static uint64_t value[RVT_TANDEM_MODEL_PRIVILEGE + 1], boot;
static char ram[4096];
static void reset(void *m) { (void)m; value[RVT_TANDEM_X + 1] = 0; value[RVT_TANDEM_MODEL_PC] = boot; value[RVT_TANDEM_MODEL_PRIVILEGE] = 3; }
static void *open_one(const struct rvt_tandem_core *core, struct rvt_error *e) { (void)e; boot = core->boot; reset(ram); return ram; }
static void close_one(void *m) { (void)m; }
static bool get(void *m, uint16_t n, uint64_t *v) { (void)m; *v = value[n]; return true; }
static bool set(void *m, uint16_t n, uint64_t v) { (void)m; value[n] = v; return true; }
static bool read_one(void *m, uint64_t a, void *b, size_t n) { (void)m; if (a - 0x80000000 > 4096 - n) return false; memcpy(b, ram + (a - 0x80000000), n); return true; }
static bool write_one(void *m, uint64_t a, const void *b, size_t n) { (void)m; if (a - 0x80000000 > 4096 - n) return false; memcpy(ram + (a - 0x80000000), b, n); return true; }
static void step(void *m) {
  uint32_t word;
  read_one(m, value[RVT_TANDEM_MODEL_PC], &word, 4);
  if (word == 0) __builtin_trap();
  value[RVT_TANDEM_X + 1]++;
  value[RVT_TANDEM_MODEL_PC] += 4;
}
static void interrupt(void *m, uint64_t pending) { (void)m; (void)pending; }
static void writes(void *m, struct rvt_tandem_writes *w) {
  (void)m;
  memset(w, 0, sizeof *w);
  w->registers = 1;
  w->reg[0].number = RVT_TANDEM_X + 1;
  w->reg[0].value = value[RVT_TANDEM_X + 1];
}
const struct rvt_tandem_model rvt_tandem_model_one = {RVT_TANDEM_MODEL_VERSION, "one", open_one, close_one, reset, step, get, set, read_one, write_one, interrupt, writes};
END
cc -shared -fPIC -I"$tree/cmodel/include" one.c -o one.so
printf ' .globl _start\n_start: .rept 6\n addi x1, x1, 1\n .endr\n .word 0\n' >one.s
riscv64-unknown-elf-as -march=rv32i -mabi=ilp32 one.s -o one.o && riscv64-unknown-elf-ld -N --no-warn-rwx-segments -m elf32lriscv -Ttext=0x80000000 one.o -o one.elf
for n in 1 2 3 4 5 6; do echo "Group pc+ insn32=0x108093 x1=0x$n"; done >one.txt
printf 'xlen = 32\n%s\n' "$whole" >core.toml
checks() { # NAME; what sed makes of the lines; status and last line; complaint
  sed "$2" one.txt | "$rvt" assemble --format tandem --xlen 32 - -o one.tv
  "$rvt" tandem --core core.toml --elf one.elf --model ./one.so one.tv >found 2>err
  check "a model: $1" "$3|$4" "$? $(tail -n 1 found)|$(head -n 1 err)"
}
end() { echo "one.tv: $1 groups, $1 steps of one, 0 interrupts; $2 values compared, 0 copied (0 loads from outside), 0 skipped; $3 differences"; }
checks 'equal' '' "0 $(end 6 24 0)" ''
checks 'nothing' d "1 $(end 0 0 0)" 'rvt tandem: one.tv: expected what a core has done, found no instruction and no trap'
checks 'transactions alone' '1s/.*/Group load32@0x80000000 ok32=0x1/;2,$d' '1 left out: 1 bus transactions' 'rvt tandem: one.tv: expected what a core has done, found no instruction and no trap'
checks 'a difference' '3s/x1=0x3/x1=0x4/;4,6s/x1=.*/x1+=1/' "1 $(end 6 24 1)" ''
checks 'it crashes' '$a Group pc+ insn32=0x0' '2 ' "rvt tandem: one.tv: the model ended by signal 4 in group 6, byte 90"
attached() { echo "attached to 1 state in the trace; copied behind gaps: $1 of loads and CSRs"; }
checks 'it begins with a dump' '1s/.*/Group init x1=0x3/;2s/.*/Group init x2=0x7/;3s/.*/Group init pc=0x8000000c privilege=0x3/' "0 $(attached 0)" ''
check 'a model: groups of a dump' 'one.tv: 6 groups, 3 steps of one, 0 interrupts; 12 values compared, 4 copied (0 loads from outside), 0 skipped; 0 differences' "$(head -n 1 found)"
"$rvt" tandem --json --core core.toml --elf one.elf --model ./one.so one.tv >found
check 'JSON: attached' '{"attached":1,"copied_behind_gaps":0,"transactions":0}' "$(sed -n 's/.*\("attached".*\)/{\1/p' found)"
checks 'wrong behind a dump' '1s/.*/Group init x1=0x2/;2s/.*/Group init x2=0x7/;3s/.*/Group init pc=0x8000000c privilege=0x3/' "1 $(attached 0)" ''
check 'a model: what is wrong' 'group 3, byte 0x20, pc 0x8000000c <_start+0xc>, insn 0x108093: expected x1 0x3 as one has it, found 0x4' "$(head -n 1 found)"
checks 'bus transactions between' '2i Group store32@0x80000000=0x0 ok32\nGroup load32@0x80000004 ok32=0x1' '0 left out: 2 bus transactions' ''
check 'a model: its steps' 'one.tv: 8 groups, 6 steps of one, 0 interrupts; 24 values compared, 0 copied (0 loads from outside), 0 skipped; 0 differences' "$(head -n 1 found)"
checks 'another program' '3s/0x108093/0x108113/' "2 $(end 3 12 1)" 'rvt tandem: one.elf: the first instructions are others than in the trace: is this the ELF, and `boot` where the core begins?'
printf ' .globl _start\n_start: .half 0x85, 0x1234\n' >short.s
riscv64-unknown-elf-as -march=rv32i -mabi=ilp32 short.s -o short.o && riscv64-unknown-elf-ld -N -m elf32lriscv -Ttext=0x80000000 short.o -o short.elf
head -n 1 one.txt | "$rvt" assemble --format tandem --xlen 32 - -o short.tv
"$rvt" tandem --core core.toml --elf short.elf --model ./one.so short.tv 2>/dev/null | head -n 1 >found
check 'a model: C.* expanded' 'group 0, byte 0x0, pc 0x80000000 <_start+0x0>, insn 0x108093: expected instruction 0x85 as one has it, found 0x108093' "$(cat found)"
printf 'absent = ["privilege"]\n' >>core.toml
checks 'what is absent is there' '2s/$/ privilege=0x3/' "2 absent: privilege" 'rvt tandem: one.tv: byte 15: expected a group without privilege, which core.toml says to be absent, found one'
riscv64-unknown-elf-as -march=rv64i -mabi=lp64 one.s -o one.o && riscv64-unknown-elf-ld -N --no-warn-rwx-segments -m elf64lriscv -Ttext=0x80000000 one.o -o one.elf
checks 'another XLEN' '' '2 ' 'rvt tandem: one.elf: expected the program that the core ran, found one of another XLEN than the core'"'s"

report

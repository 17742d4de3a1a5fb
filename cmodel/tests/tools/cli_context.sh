#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Programs that lie elsewhere, raw code, and code of certain contexts, from outside: cli_context.sh [RVT]; run in the top
# directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

run() { # arguments; status, addresses and what is said in $found
  "$rvt" decode "$@" >out 2>raw
  found="$? $(grep -v '^@' out | tr '\n' ' ' | sed 's/ $//')$(grep -v ': hint: ' raw | sed 's/^rvt decode: /; /' | head -1)"
}

ran() { # name, expected, arguments
  name=$1
  wanted=$2
  shift 2
  run "$@"
  check "$name" "$wanted" "$found"
}

# RV64 at 0x100: three C.NOP in one program, a NOP of 32 bits and a C.NOP in the other.
zero8='00 00 00 00 00 00 00 00'
elf="7f 45 4c 46 02 01 01 00 $zero8 02 00 f3 00 01 00 00 00 00 01 00 00 00 00 00 00
40 00 00 00 00 00 00 00 $zero8 00 00 00 00 40 00 38 00 01 00 40 00 00 00 00 00
01 00 00 00 05 00 00 00 78 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00
06 00 00 00 00 00 00 00 06 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00"
bytes "$elf 01 00 01 00 01 00" two
bytes "$elf 13 00 00 00 01 00" one
bytes '01 00 01 00 01 00' two.bin
bytes '13 00 00 00 01 00 01' one.bin
trace() { # name, address in half-words, further messages
  {
    echo "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=$2"
    printf '%s\n' "$3"
    echo 'ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=3'
  } | "$rvt" assemble - -o "$1"
}
trace plain 0x80 'Ownership PROCESS=0x4'
trace s5 0x80 'Ownership PROCESS=0xa2'
trace s9 0x80 'Ownership PROCESS=0x122'
trace h7s5 0x80 'Ownership PROCESS=0xe3
Ownership PROCESS=0xa2'
trace zero-s9 0x80 'Ownership PROCESS=0x3
Ownership PROCESS=0x122'
trace moved 0x880 'Ownership PROCESS=0xa2'

# ---- Where a program lies --------------------------------------------------------------------

ran 'offset' '0 0x1100 0x1102 0x1104' moved --elf=two@0x1000 --pcs
ran 'offset: decimal' '0 0x1100 0x1102 0x1104' moved --elf two@4096 --pcs
ran 'offset: 0' '0 0x100 0x102 0x104' plain --elf two@0 --pcs
cp two two@0x1000
ran 'a file of that name' '0 0x100 0x102 0x104' plain --elf two@0x1000 --pcs
ran 'a file of that name, moved' '0 0x1100 0x1102 0x1104' moved --elf two@0x1000@0x1000 --pcs
cp one two,scontext=5
ran 'a file of that name, with a comma' '0 0x100 0x104' plain --elf two,scontext=5 --pcs
cp one one@x
ran 'a file of that name, in a context' '0 0x100 0x104' s5 --elf two --elf one@x,scontext=5 --pcs
rm one@x two@0x1000 two,scontext=5
mkdir a@b
cp two a@b/p,q=r
ran 'a folder with @' '0 0x1100 0x1102 0x1104' moved --elf=a@b/p,q=r@0x1000,scontext=5 --pcs
ran 'raw' '0 0x100 0x102 0x104' plain --raw=two.bin@0x100 --isa=rv64imac --pcs
ran 'raw: an odd byte' '0 0x1100 0x1104' moved --raw one.bin@0x1100 --isa rv32imac --pcs
ran 'raw: beside a program' '0 0x1100 0x1104' moved --elf two --raw one.bin@0x1100 --pcs
ran 'raw: no XLEN' '2 ; two.bin: expected --isa ISA, found none, and no ELF file or side-car that tells XLEN' \
  plain --raw=two.bin@0x100
echo '{"xlen": 64}' >car
ran 'raw: XLEN in the side-car' '0 0x100 0x102 0x104' plain --raw=two.bin@0x100 --config car --pcs

# ---- Contexts -----------------------------------------------------------------------------------

for capture in plain s5 s9 h7s5; do
  case $capture in plain | s9) expected='0 0x100 0x102 0x104' ;; *) expected='0 0x100 0x104' ;; esac
  ran "$capture: scontext" "$expected" "$capture" --elf=two --elf=one,scontext=5 --pcs
  ran "$capture: the order is all the same" "$expected" "$capture" --elf=one,scontext=0x5 --elf=two --pcs
  ran "$capture: raw" "$expected" "$capture" --raw=two.bin@256 --raw=one.bin@256,scontext=5 --isa=rv64i --pcs
  [ "$capture" = s5 ] && expected='0 0x100 0x102 0x104'
  ran "$capture: hcontext" "$expected" "$capture" --elf=two --elf=one,hcontext=7 --pcs
  ran "$capture: both" "$expected" "$capture" --elf=two --elf=one@0,hcontext=7,scontext=5 --pcs
done
ran 'nothing before the context is known' '1 ; plain:0x00000006: pc 0x100: expected code of the program, found none at this address (NT:DEC-16)' \
  plain --elf=one,scontext=5 --pcs
ran 'an offset and a context' '0 0x1100 0x1104' moved --elf=two@0x1000 --elf=one@0x1000,scontext=5 --pcs
ran 'bytes' '0 0x100 00000013 0x104 0001' s5 --elf=two --elf=one,scontext=5
"$rvt" decode s5 --elf=two --elf=one,scontext=5 >out
check 'an Ownership stands before what the next message reports' '@0x00000000 @0x00000004 0x100 0x104 @0x00000007' "$(cut -d ' ' -f 1 out | xargs)"
ran 'runs' '0 0x100 2 6' s5 --elf=two --elf=one,scontext=5 --runs
cat plain s5 s9 >all
functions() { # name, expected, arguments
  name=$1
  wanted=$2
  shift 2
  check "functions: $name" "$wanted" "$("$rvt" decode all --functions "$@" | tail -n +2 | sed 's/ [0-9]*\.[0-9]* *0  \(.*\)(no symbol) */ \1/' | xargs)"
}
functions 'one program' '3 not known 3 scontext=0x5 3 scontext=0x9' --elf=two
check 'functions: raw code and a program that was moved, JSON' '{"function":"(no symbol)","address":"0x0","instructions":3,"calls":0,"program":"two.bin","program_address":"0x100"}
{"function":"(no symbol)","address":"0x0","instructions":3,"calls":0,"program":"two.bin","program_address":"0x100","process":{"scontext":"0x9"}}
{"function":"(no symbol)","address":"0x0","instructions":2,"calls":0,"program":"one","offset":"0x1000","process":{"scontext":"0x5"}}' \
  "$(cat plain s9 moved | "$rvt" decode - --functions --json --elf=one@0x1000 --raw=two.bin@0x100)"
functions 'a program of all, one of a context' '3 not known two 3 scontext=0x9 two 2 scontext=0x5 one,scontext=0x5' --elf=two --elf=one,scontext=5
functions 'raw code' '3 not known two.bin@0x100 3 scontext=0x9 two.bin@0x100 2 scontext=0x5 one.bin@0x100,scontext=0x5' --isa=rv64i --raw=one.bin@0x100,scontext=5 --raw=two.bin@0x100
functions 'both' '3 not known two.bin@0x100 3 scontext=0x9 two.bin@0x100 2 scontext=0x5 one,scontext=0x5' --elf=one,scontext=5 --raw=two.bin@0x100
functions 'raw code of two contexts' '3 not known two.bin@0x100 3 scontext=0x9 two.bin@0x100,scontext=0x9 2 scontext=0x5 one.bin@0x100,scontext=0x5' \
  --isa=rv64i --raw=two.bin@0x100 --raw=one.bin@0x100,scontext=5 --raw=two.bin@0x100,scontext=9
check 'functions: one file in two contexts, JSON' '{"function":"(no symbol)","address":"0x0","instructions":3,"calls":0,"program":"two"}
{"function":"(no symbol)","address":"0x0","instructions":3,"calls":0,"program":"two","scontext":"0x5","process":{"scontext":"0x5"}}
{"function":"(no symbol)","address":"0x0","instructions":3,"calls":0,"program":"two","hcontext":"0x0","scontext":"0x9","process":{"hcontext":"0x0","scontext":"0x9"}}' \
  "$(cat plain s5 zero-s9 | "$rvt" decode - --functions --json --elf=two --elf=two,scontext=5 --elf=two,hcontext=0,scontext=9)"
ran 'the text of a page is of one image' '0 0x100 0x102 0x104 0x100 0x104 0x100 0x102 0x104' all --elf=two --elf=one,scontext=5 --pcs

# A disassembler that says which file it was given, at the address of its segment.
cat >objdump <<'END'
#!/bin/sh
for last; do :; done
at=$(od -A n -t x2 -j 80 -N 2 "$last")
case $last in /dev/fd/*) last='a copy' ;; esac
printf '     %s:\tof %s\n' "${at# }" "$last"
END
chmod +x objdump
export RVT_OBJDUMP="$dir/objdump"
ran 'mnemonics' '0 0x100 0001 of two 0x102 0001 0x104 0001 0x100 00000013 of one 0x104 0001 0x100 0001 of two 0x102 0001 0x104 0001' all \
  --elf=two --elf=one,scontext=5 --disassemble
ran 'mnemonics: moved' '0 0x1100 00000013 of a copy 0x1104 0001' moved --elf=two --elf=one@0x1000 --disassemble
ran 'mnemonics: raw' '0 0x1100 00000013 0x1104 0001' moved --elf=two --raw=one.bin@0x1100 --disassemble
unset RVT_OBJDUMP
moved_names() { # program, address in half-words, half-words, expected
  printf '%s\n' "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=$2" "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=$3" | "$rvt" assemble - -o high
  "$rvt" decode high --elf "$1@0x10000" --disassemble >out
  check "mnemonics: names that have moved: $1" "0 $4" "$? $(grep -o '[0-9a-f]* <.*>' out | xargs -d '\n')"
}
moved_names "$corpus/traps-rv64/program.elf" 0x400082b0 10 '80010434 <handle> 8001028e <rt_set_handler>'
moved_names "$corpus/calls-rv32/program.elf" 0x400083f1 1 '80010350 <build>'
# Of absolute symbols a constant stays, a place in the program moves, and so does what GP is set to.
printf '%s\n' '.globl _start' '_start: lui a0, 0x10000' 'addi a1, a0, 8' 'lw a2, 8(gp)' 'j _start + 16' nop |
  riscv64-unknown-elf-as -march=rv64i -o absolute.o -
echo 'SECTIONS { .text 0x80000000 : { *(.text) } } UART = 0x10000000; last = 0x80000010; __global_pointer$ = 0x80000800;' >script
riscv64-unknown-elf-ld -T script absolute.o -o absolute
check 'mnemonics: the symbols are absolute' 3 "$(riscv64-unknown-elf-nm absolute | grep -c ' A \(UART\|last\|__global_pointer\$\)$')"
# shellcheck disable=SC2016
moved_names absolute 0x40008000 8 '10000008 <UART+0x8> 80010808 <__global_pointer$+0x8> 80010010 <last>'
# No room for the copy.
found=$(
  trap '' XFSZ
  ulimit -f 0
  "$rvt" decode plain --elf=two --elf "$corpus/traps-rv64/program.elf@0x10000" --disassemble 2>&1
)
check 'mnemonics: a copy cannot be made' \
  "2 rvt decode: $corpus/traps-rv64/program.elf: expected to move it for the listing, found: File too large" "$? $found"

# ---- Side-car -----------------------------------------------------------------------------------

hash() { sha256sum "$1" | cut -c1-64; }
cat >s5.json <<END
{"elf": [{"path": "one", "sha256": "$(hash one)", "scontext": "0x5", "offset": "0x0"},
         {"path": "two", "sha256": "$(hash two)"}]}
END
for capture in s5 s9; do
  ran "side-car: $capture" "0 0x100$([ "$capture" = s5 ] && echo ' 0x104' || echo ' 0x102 0x104')" "$capture" --config s5.json --pcs
done
echo "{\"elf\": [{\"path\": \"one\", \"sha256\": \"$(hash one)\", \"offset\": \"0x1000\"}]}" >car
ran 'side-car: an offset' '0 0x1100 0x1104' moved --config car --pcs
echo "{\"elf\": [{\"path\": \"one\", \"sha256\": \"$(hash one)\", \"hcontext\": \"0x7\", \"offset\": \"0x1000\"}], \"isa\": \"rv64ic\"}" >car
ran 'side-car: an offset, and a context that is not there' \
  '1 ; moved:0x00000007: pc 0x1100: expected code of the program, found none at this address (NT:DEC-16)' moved --config car --pcs
ran 'side-car: an option wins' '0 0x1100 0x1104' moved --config car --elf one@0x1000 --pcs
ran 'side-car: raw beside its program' '0 0x1100 0x1102 0x1104' moved --config car --raw two.bin@0x1100 --pcs
"$rvt" diff s9 s5 --config s5.json >out 2>raw
check 'diff: two contexts' '1 0x100 U, scontext 0x9 0x100 U, scontext 0x5' "$? $(sed -n 's/^  \(trace\|log\) *\(0x[0-9a-f]*\) .*  /\2 /p' out | xargs)"
"$rvt" diff s5 s5 --config s5.json >out 2>raw
check 'diff: the same' '0' "$?"

cp moved again
"$rvt" diff moved again --elf one@0x1000,scontext=5 >out 2>raw
check 'diff: a trace without a side-car' 0 "$?"

# A side-car knows the file from which the programs of the contexts were cut; what else it says holds.
sed 's/.*/& CODE/' one >whole
"$rvt" dump --config=none s5 | sed 's/^[^ ]* *\([A-Za-z]*\) /\1 SRC=0 /; s/ *#.*//' | "$rvt" assemble --src-bits 3 - -o cut.nex
echo "{\"src_bits\": 3, \"elf\": [{\"path\": \"whole\", \"sha256\": \"$(hash whole)\"}]}" >cut.json
ran 'side-car: programs of contexts, cut from its own' '0 0 0x100 0 0x104' cut.nex --elf=two --elf=one,scontext=5 --pcs
ran 'side-car: raw code of a context' '0 0 0x100 0 0x104' cut.nex --elf=two --raw=one.bin@0x100,scontext=5 --pcs
ran 'side-car: several programs, no context' \
  '2 ; cut.json: expected 1 --elf as the side-car names them, or parts of them with scontext=N or hcontext=N, found 2' \
  cut.nex --elf=two --elf=one@0x1000
ran 'side-car: its contexts are as it says' \
  '2 ; s5.json: expected 2 --elf as the side-car names them, or parts of them with scontext=N or hcontext=N, found 1' \
  s5 --elf=one,scontext=5

# ---- Hints --------------------------------------------------------------------------------------

hinted() { # name, expected, arguments
  name=$1
  wanted=$2
  shift 2
  "$rvt" decode "$@" >out 2>raw
  check "hint: $name" "1 $wanted" "$? $(sed -n 's/.*: hint: //p' raw)"
}
unnamed='no Ownership message has named a context since the last synchronizing message; till then programs with scontext= or hcontext= are not there'
hinted 'no Ownership' "$unnamed" plain --elf=one,scontext=5
hinted 'raw' "$unnamed" plain --raw=one.bin@0x100,hcontext=5 --isa=rv64i
hinted 'another context' 'no program is there in scontext=0x9, which Ownership messages have named (--elf)' s9 --elf=one,scontext=5
hinted 'both contexts' 'no program is there in hcontext=0x7,scontext=0x5, which Ownership messages have named (--elf)' \
  h7s5 --elf=one,scontext=9 --elf=two@0x1000,hcontext=6
hinted 'no code of this context' 'is this the program that ran (--elf)? is this how it was traced (--config, or --src-bits, --ts, --implicit-return, --sequential-jump, --all-jumps, --extend-addr)?' \
  s5 --config=none --elf=one@0x1000,scontext=5

# ---- What is refused ----------------------------------------------------------------------------

even='an even number of at most 64 bits after @'
context='a context of at most 64 bits'
no() { # expected text, arguments
  complaint=$1
  shift
  ran "refused: $*" "2 ; $complaint" plain "$@"
}
for option in --elf --raw; do
  no "$option: expected $even, found 'x'" "$option=two@x"
  no "$option: expected $even, found ''" "$option=two@"
  no "$option: expected $even, found '0x101'" "$option=two@0x101"
  no "$option: expected $even, found '-3'" "$option=two@-3"
  no "$option: expected $even, found '--4'" "$option=two@--4"
  no "$option: expected $even, found '0x10000000000000000'" "$option=two@0x10000000000000000"
  no "$option: expected scontext=N or hcontext=N, found 'context=5'" "$option=two@0,context=5"
  no "$option: expected scontext=N once, found another beside 'scontext=1'" "$option=two@0,scontext=1,scontext=2"
  no "$option: expected hcontext=N once, found another beside 'hcontext=1'" "$option=two@0,hcontext=1,scontext=5,hcontext=2"
  no "$option: expected $context, found '5x'" "$option=two,scontext=5x"
  no "$option: expected $context, found ''" "$option=two@0,hcontext="
done
no 'none: expected a readable file, found: No such file or directory' --elf=none@0x100,scontext=5
no 'none: expected a readable file, found: No such file or directory' --raw=none@0x100 --isa=rv64i
no "--raw: expected FILE@ADDRESS, found 'two.bin'" --raw=two.bin
no 'two: expected code that does not go over the end of the address range, found 6 bytes at 0xfffffffffffffffe, moved by 0xfffffffffffffefe' \
  --elf=two@0xfffffffffffffefe
ran 'the later of two is read, and that is said' '0 0x100 0x102 0x104; two: 6 bytes from 0x100 on are read from here, not from what was given before' plain --elf=one --elf=two --pcs
ran 'bytes from memory over a program, whose names stay' '0 0x100 0x102 0x104; two.bin: 6 bytes from 0x100 on are read from here, not from what was given before' plain --raw=two.bin@0x100 --elf=one --pcs
"$rvt" decode moved --elf=two@-0xfffffffffffff000 --pcs >out 2>err
check 'an offset downwards that is one upwards' '0 0x1100 0x1102 0x1104' "$? $(xargs <out)"
no 'two: expected code that overlaps no other of the same context, found some at 0x100' --elf=one,scontext=5 --elf=two,hcontext=7
range='expected code at an even address, within the range of XLEN 32, that overlaps no other of the same context'
no "two.bin: $range, found 6 bytes at 0xfffffffe" --raw=two.bin@0xfffffffe --isa=rv32i
: >empty
no "empty: $range, found 0 bytes at 0x100" --raw=empty@0x100 --isa=rv32i
# Two processes in one file.
bytes "$(echo "$elf" | sed '2s/ 01 00 40 00/ 02 00 40 00/')" both
bytes "01 00 00 00 05 00 00 00 b0 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00
06 00 00 00 00 00 00 00 06 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00 01 00 01 00 01 00" two.head
cat two.head >>both
no 'both: expected code that overlaps no other, found 6 bytes at 0x100 over others of this file: cut it into one for each scontext or hcontext' \
  --elf=both

# More than there is room for.
many=$(yes two | head -17 | sed s/^/--elf=/)
# shellcheck disable=SC2086
no '--elf: expected at most 16 files, found 17' $many
# shellcheck disable=SC2086
no '--raw: expected at most 16 files, found 18' $(seq -f --raw=two@%.0f 0 2 34)
python3 -c 'import json; print(json.dumps({"elf": [{"sha256": 64 * "0"}] * 17}))' >car
no 'car: expected elf to be a list of at most 16 files, found 17' --config=car
ran 'as many as there may be' '0 0x100 0x104' s5 --config=none --pcs --elf=two --elf=one,scontext=5 $(seq -f --elf=one,scontext=%.0f 6 19)

# Both say what XLEN is.
echo '{"xlen": 64}' >car
no '--extend-addr: expected 64, the xlen of car, found 32 (NT:ADR-14)' --elf=two --config=car --extend-addr=32
no '--extend-addr: expected 64, the XLEN of the program, found 32 (NT:ADR-14)' --elf=two --extend-addr=32
printf '{"xlen": 32}' >car
no '--extend-addr: expected 32, the xlen of car, found 64 (NT:ADR-14)' --elf=two --config=car --extend-addr=64
no '--extend-addr: expected 32, the XLEN of the program, found 64 (NT:ADR-14)' --raw=two.bin@0x100 --isa=rv32i --extend-addr=64
echo '{"xlen": 64}' >car
ran 'XLEN as it is' '0 0x100 0x102 0x104' plain --elf=two --config=car --extend-addr=64 --pcs

for value in '"offset": 4096' '"offset": "0x1"' '"offset": "4096"' '"scontext": 5' '"hcontext": "0x"'; do
  echo "{\"elf\": [{\"path\": \"one\", \"sha256\": \"$(hash one)\", $value}]}" >car
  no 'car: expected offset, scontext and hcontext of elf to be strings with 0x and hexadecimal digits, offset even, found another value (NT:DEC-18)' \
    --config car
done

# A run with as many instructions in another context: its lines are not those of the first one.
bytes "$elf 05 00 05 00 05 00" third # C.ADDI x0, 1
{
  printf '%s\n' 'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80' 'ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=3' \
    'ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80' 'Ownership PROCESS=0xa2' 'ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=3'
} | "$rvt" assemble - -o again
ran 'lines of each context' '0 0x100 0001 0x102 0001 0x104 0001 0x100 0005 0x102 0005 0x104 0005' again --elf=two --elf=third,scontext=5

report

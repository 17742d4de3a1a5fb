#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What code is called, in every command that prints names: cli_names.sh [RVT]; run in the top directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

cross=riscv64-unknown-elf-
cat >a.s <<'END'
  .globl _start, free, __free, __stack_size, _ZN2ns1D1fEi
  .section .text
__text_start:
  .type _start,@function
_start:
  li a0,2
  jal copy
  jal free
  jal _ZN2ns1D1fEi
  .size _start,.-_start
  nop
  j .
  .type copy,@function
copy:
  li a4,2
copy_loop:
  addi a4,a4,-1
  bnez a4,copy_loop
copy_done:
  ret
  .size copy,.-copy
  .set __stack_size, 0x80000004
  .type free,@function
  .type __free,@function
__free:
free:
  ret
  .size free,.-free
  .size __free,.-__free
  .type _ZN2ns1D1fEi,@function
_ZN2ns1D1fEi:
  nop
  ret
  .size _ZN2ns1D1fEi,.-_ZN2ns1D1fEi
END
assemble() { ${cross}as -march=rv32imac -mabi=ilp32 "$1.s" -o "$1.o" && ${cross}ld -m elf32lriscv -Ttext="$2" "$1.o" -o "$1.elf"; }
assemble a 0x80000000
for pc in 00 02 12 14 16 14 16 18 06 1a 0a 1c 1e 0e 10 10; do echo "0x800000$pc"; done >pcs
"$rvt" import --elf a.elf pcs -o a.rvti 2>err && "$rvt" encode --implicit-return --elf a.elf a.rvti -o a.nex 2>err
check "recorded" 0 $?
of_lines() { grep '^0x' | sed 's/^0x[0-9a-f]* \(.*\) [0-9a-f]*$/\1/' | uniq | xargs; }
expected="_start+0x0 _start+0x2 copy+0x0 copy+0x2 copy+0x4 copy+0x2 copy+0x4 copy+0x6 _start+0x6 free+0x0 _start+0xa"
check "each instruction" "$expected ns::D::f(int)+0x0 ns::D::f(int)+0x2 0x8000000e 0001 0x80000010 a001" \
  "$("$rvt" decode a.nex | of_lines)"
check "not demangled" "_ZN2ns1D1fEi+0x0" "$("$rvt" decode --no-demangle a.nex | of_lines | grep -o '_ZN[^ ]*0x0')"
of_list() { sed 1d | sed 's/^ *\([0-9]*\) *[0-9.]* *\([0-9]*\)  /\1 \2 /' | sort; }
functions="1 1 free
2 1 ns::D::f(int)
3 0 (no symbol)
4 1 _start
6 1 copy"
check "functions" "$functions" "$("$rvt" decode --functions a.nex | of_list)"
check "functions in JSON" "1 1 free" "$("$rvt" decode --functions --json a.nex |
  sed -n 's/{"function":"\(free\)","address":"0x8000001a","instructions":\(.*\),"calls":\(.*\)}/\2 \3 \1/p')"
check "mnemonics" "jal 8000001c <ns::D::f(int)>" "$("$rvt" decode --disassemble a.nex | grep '^0x8000000a' | cut -d ' ' -f 4- | xargs)"
check "mnemonics, not demangled" "jal 8000001c <_ZN2ns1D1fEi>" \
  "$("$rvt" decode --no-demangle --disassemble a.nex | grep '^0x8000000a' | cut -d ' ' -f 4- | xargs)"
sed 's/0x8000001e/0x8000001c/' pcs >other
check "rvt diff" "ns::D::f(int)+0x2 ns::D::f(int)+0x0" \
  "$("$rvt" diff a.nex other --elf a.elf | sed -n 's/^  \(trace\|log\) *0x8000001[ce] \(.*0x[02]\) .*/\2/p' | xargs)"
check "rvt diff, not demangled" "_ZN2ns1D1fEi+0x2" \
  "$("$rvt" diff a.nex other --elf a.elf --no-demangle | sed -n 's/^  trace *0x8000001e \(.*0x2\) .*/\1/p')"
printf '#!/bin/sh\ncat log >&3\n' >simulator
sed 's/.*/core   0: & (0x00000001) c.nop\ncore   0: 3 & (0x0001)/' pcs >/dev/null # the words come from the program:
python3 - <<'END' >log
words = {0x00: 0x4509, 0x02: 0x010000EF, 0x12: 0x4709, 0x14: 0x177D, 0x16: 0xFF7D, 0x18: 0x8082, 0x06: 0x014000EF, 0x1A: 0x8082,
         0x0A: 0x012000EF, 0x1C: 0x0001, 0x1E: 0x8082, 0x0E: 0x0001, 0x10: 0xA001}
for line in open("pcs"):
    pc = int(line, 16)
    print(f"core   0: 0x{pc:08x} (0x{words[pc & 0xFF]:08x}) x\ncore   0: 3 0x{pc:08x} (0x{words[pc & 0xFF]:x})")
END
chmod +x simulator
check "rvt trace" "$functions" "$("$rvt" trace a.elf --spike ./simulator --isa rv32imac --limit 16 --keep t 2>err | of_list)"
check "rvt trace, not demangled" "_ZN2ns1D1fEi" \
  "$("$rvt" trace a.elf --spike ./simulator --isa rv32imac --limit 16 --keep t --no-demangle 2>err | grep -o '_ZN.*')"

# What a stripped file exports: the same table, called otherwise.
python3 - <<'END'
import struct
data = bytearray(open("a.elf", "rb").read())
at, size, count = *struct.unpack_from("<I", data, 32), *struct.unpack_from("<HH", data, 46)
for i in range(count):
    kind = at + i * size + 4
    if struct.unpack_from("<I", data, kind)[0] == 2:
        struct.pack_into("<I", data, kind, 11)
open("dynamic.elf", "wb").write(data)
END
check "exported names alone" "$functions" "$("$rvt" decode --functions --config a.json --elf dynamic.elf,scontext=0 --elf dynamic.elf a.nex 2>&1 |
  of_list | sed 's/  dynamic.elf$//')"

# Below where it was linked for, modulo 2^XLEN.
for words in 'rv64imac lp64 elf64lriscv 0xffffffff80000000 -0xffffffff00000000' 'rv32imac ilp32 elf32lriscv 0xc0000000 -0x40000000' \
  'rv32imac ilp32 elf32lriscv 0x40000000 0xffffffff40000000'; do
  read -r march mabi form linked offset <<END
$words
END
  ${cross}as "-march=$march" "-mabi=$mabi" a.s -o m.o
  for place in 0x80000000 "$linked"; do ${cross}ld -m "$form" "-Ttext=$place" m.o -o "at-$place.elf"; done
  "$rvt" import --elf at-0x80000000.elf pcs -o m.rvti 2>err && "$rvt" encode m.rvti -o m.nex 2>err
  check "$form moved by $offset" "$expected ns::D::f(int)+0x0 ns::D::f(int)+0x2 0x8000000e 0001 0x80000010 a001" \
    "$("$rvt" decode m.nex --config none --elf "at-$linked.elf@$offset" 2>&1 | of_lines)"
  check "$form moved by $offset: mnemonics" "jal 8000001c <ns::D::f(int)>" \
    "$("$rvt" decode m.nex --config none --elf "at-$linked.elf@$offset" --disassemble | grep '^0x8000000a' | cut -d ' ' -f 4- | xargs)"
done

# What was in memory is read, and called as the program calls it.
${cross}objcopy -O binary -j .text a.elf a.bin
"$rvt" decode a.nex --raw a.bin@0x80000000 --elf a.elf >found 2>err
check "bytes from memory" "$expected ns::D::f(int)+0x0 ns::D::f(int)+0x2 0x8000000e 0001 0x80000010 a001" "$(of_lines <found)"
check "bytes from memory: said" "rvt decode: a.bin: 32 bytes from 0x80000000 on are read from here, not from what was given before" "$(cat err)"

# A file of the same code is the same program: stripped, or with other symbols; not one of other code.
${cross}strip -o stripped.elf a.elf
${cross}objcopy --redefine-sym copy=duplicate a.elf renamed.elf
check "a stripped program" "0 16" "$("$rvt" decode a.nex --elf stripped.elf --pcs >found 2>err; echo "$? $(wc -l <found)")"
check "other symbols" "duplicate+0x0" "$("$rvt" decode a.nex --elf renamed.elf | of_lines | grep -o 'duplicate+0x0')"
check "a stripped program for the recording" 0 "$("$rvt" encode --elf stripped.elf a.rvti -o s.nex 2>err; echo $?)"
check "its side-car names it" "$(sha256sum stripped.elf | cut -d ' ' -f 1)" "$(sed -n 's/.*"sha256": "\(.*\)".*/\1/p' s.json | head -1)"
# The hash is that of documents: address, size, bytes of each segment.
loaded=$(python3 - <<'END'
import hashlib, struct
data, hash = open("a.elf", "rb").read(), hashlib.sha256()
at, = struct.unpack_from("<I", data, 28)
for i in range(struct.unpack_from("<H", data, 44)[0]):
    kind, offset, address, _, size = struct.unpack_from("<5I", data, at + 32 * i)
    if kind != 1 or size == 0:
        continue
    part = bytearray(data[offset:offset + size])
    if offset == 0:
        part[32:36], part[46:52] = bytes(4), bytes(6)
    hash.update(struct.pack("<QQ", address, size) + part)
print(hash.hexdigest())
END
)
check "the hash in the side-car" "$loaded" "$(sed -n 's/.*"loaded_sha256": "\(.*\)".*/\1/p' a.json)"
check "the hash in the recording" "$loaded" "$("$rvt" convert a.rvti - | sed -n '1s/.* loaded=\([0-9a-f]*\).*/\1/p')"
sed 's/li a0,2/li a0,3/' a.s >b.s
assemble b 0x80000000
"$rvt" decode a.nex --elf b.elf >found 2>err
check "other code" "2 1" "$? $(grep -c "^rvt decode: b.elf: expected SHA-256 $(sha256sum a.elf | cut -d ' ' -f 1) (a.json), found $(sha256sum b.elf | cut -d ' ' -f 1); of what it loads expected $loaded, found [0-9a-f]*$" err)"
sed '/loaded_sha256/d' a.json >old.json
check "an older side-car" "0 2" "$("$rvt" decode a.nex --config old.json --elf a.elf >found 2>err; echo $?) $("$rvt" decode a.nex --config old.json --elf stripped.elf >found 2>err; echo $?)"
"$rvt" convert a.rvti - | sed '1s/ loaded=[0-9a-f]*//' >old.txt && "$rvt" convert old.txt old.rvti
check "an older recording" "0 2" "$("$rvt" encode --elf a.elf old.rvti -o o.nex 2>err; echo $?) $("$rvt" encode --elf stripped.elf old.rvti -o o.nex 2>err; echo $?)"

# Names from elsewhere: for raw code, and for what was stripped, given or found as debuggers find them.
named="$expected ns::D::f(int)+0x0 ns::D::f(int)+0x2 0x8000000e 0001 0x80000010 a001"
"$rvt" decode a.nex --elf stripped.elf >found 2>err
check "stripped: no names" 0 "$(of_lines <found | grep -c copy)"
check "--symbols" "$named" "$("$rvt" decode a.nex --elf stripped.elf --symbols a.elf | of_lines)"
check "--symbols: functions" "$functions" "$("$rvt" decode --functions a.nex --elf stripped.elf --symbols a.elf | of_list)"
check "--symbols: raw code" "$named" "$("$rvt" decode a.nex --config none --implicit-return 1 --isa rv32imac --raw a.bin@0x80000000 --symbols a.elf | of_lines)"
check "--symbols: moved" "$named" \
  "$("$rvt" decode m.nex --config none --isa rv32imac --raw a.bin@0x80000000 --symbols at-0x40000000.elf@0x40000000 | of_lines)"
check "--symbols: they win over those of the program" "duplicate+0x0" "$("$rvt" decode a.nex --symbols renamed.elf | of_lines | grep -o 'duplicate+0x0')"
"$rvt" decode a.nex --symbols stripped.elf >found 2>err
check "--symbols: none" "2 rvt decode: stripped.elf: expected symbols of the code that is there, found none" "$? $(cat err)"
"$rvt" decode a.nex --symbols a.elf,scontext=5 >found 2>err
check "--symbols: a context" "2 1" "$? $(grep -c 'expected FILE\[@OFFSET\], found a context' err)"
mkdir linked linked/.debug
${cross}objcopy --only-keep-debug a.elf linked/a.debug
(cd linked && ${cross}objcopy --strip-all --add-gnu-debuglink=a.debug ../a.elf p.elf)
check ".gnu_debuglink: beside it" "$named" "$("$rvt" decode a.nex --elf linked/p.elf | of_lines)"
mv linked/a.debug linked/.debug
check ".gnu_debuglink: in .debug" "$named" "$("$rvt" decode a.nex --elf linked/p.elf | of_lines)"
check "--symbols: what has symbols alone" "$named" "$("$rvt" decode a.nex --elf stripped.elf --symbols linked/.debug/a.debug | of_lines)"
echo >>linked/.debug/a.debug
check ".gnu_debuglink: another CRC" 0 "$("$rvt" decode a.nex --elf linked/p.elf | of_lines | grep -c copy)"
${cross}ld --build-id=sha1 -m elf32lriscv -Ttext=0x80000000 a.o -o linked/i.elf
(cd linked && ${cross}objcopy --only-keep-debug i.elf i.debug && ${cross}objcopy --strip-all --add-gnu-debuglink=i.debug i.elf q.elf && echo >>i.debug)
check "build-id: the same" "$named" "$("$rvt" decode a.nex --config none --implicit-return 1 --elf linked/q.elf | of_lines)"
cp linked/i.debug linked/kept
python3 - <<'END'
data = open("linked/i.debug", "rb").read()
at = data.index(b"GNU\0") + 4
open("linked/i.debug", "wb").write(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
END
check "build-id: another" 0 "$("$rvt" decode a.nex --config none --implicit-return 1 --elf linked/q.elf | of_lines | grep -c copy)"

# Objects and archives are no programs.
"$rvt" decode a.nex --config none --elf a.o >found 2>err
check "an object" "2 rvt decode: a.o: expected an ELF file that is linked, found an object that is not (ET_REL): its addresses are not those that ran" "$? $(cat err)"
for flags in rcs rcsT; do
  rm -f x.a
  ${cross}ar $flags x.a a.o
  "$rvt" decode a.nex --config none --elf x.a >found 2>err
  check "an archive ($flags)" "2 1" "$? $(grep -c 'x.a: expected an ELF file, found a.* archive of objects (ar)$' err)"
done

# A function in RAM, in a segment without the flag of code.
cat >r.s <<'END'
  .globl _start, ram
  .type _start,@function
_start:
  lui a0,%hi(ram)
  jalr ra,a0,%lo(ram)
  j .
  .size _start,.-_start
  .section .data.ramfunc,"aw",@progbits
  .type ram,@function
ram:
  addi a0,a0,1
  ret
  .size ram,.-ram
END
${cross}as -march=rv32imac -mabi=ilp32 r.s -o r.o && ${cross}ld -m elf32lriscv -Ttext=0x1000 -Tdata=0x20000 r.o -o r.elf
printf 'rvti xlen=32\ninsn 0x1000 2 none\ninsn 0x1004 2 indirect-call\ninsn 0x20000 1 none\ninsn 0x20002 1 return\ninsn 0x1008 1 direct-jump\n' >r.txt
"$rvt" convert r.txt r.rvti && "$rvt" encode r.rvti -o r.nex 2>err
"$rvt" decode r.nex --elf r.elf --config none >found 2>err
check "code that can be written: status" 0 $?
check "code that can be written" "ram+0x0 ram+0x2" "$(of_lines <found | grep -o 'ram+0x.' | xargs)"
check "code that can be written: said once" 1 "$(grep -c 'warning: code at 0x20000 is in a segment that r.elf does not call executable; was it written since?$' err)"

# Custom branches and jumps, of which a table tells what they are.
cat >c.s <<'END'
  .globl _start
_start:
  li a0,2
back:
  addi a0,a0,-1
  .insn b 0x0b,0,a0,a1,back
  .insn j 0x2b,a0,on
  nop
on:
  .insn i 0x5b,0,x0,a0,0
  nop
end:
  j end
END
assemble c 0x1000
for pc in 00 02 04 02 04 08 0e 14; do echo "0x10$pc"; done >custom.pcs
cat >classes <<'END'
# custom-0 as a branch, custom-1 as a jump, each with the immediate of the base ISA; custom-2 goes where a register says
0x707f 0x0b branch
0x7f 0x2b direct-jump   # of 20 bits
0x707f 0x5b indirect-jump
END
"$rvt" import --elf c.elf --insn-class classes custom.pcs -o c.rvti 2>err
check "classes: rvt import" 0 $?
for mode in btm htm; do
  "$rvt" encode --mode $mode c.rvti -o c.nex 2>err
  "$rvt" decode c.nex --elf c.elf --insn-class classes --pcs >found 2>err
  check "classes: $mode" "0 same" "$? $(cmp custom.pcs found && echo same)"
  "$rvt" diff c.nex custom.pcs --elf c.elf --insn-class classes >found 2>err
  check "classes: $mode: rvt diff" 0 $?
  "$rvt" decode c.nex --elf c.elf --pcs >found 2>err
  check "without classes: $mode" 1 $?
done
sed 's/branch$/branch 31,7,30-25,11-8/' classes >bits
check "classes: the bits of an immediate" same "$("$rvt" decode c.nex --elf c.elf --insn-class bits --pcs | cmp - custom.pcs && echo same)"
sed 's/branch$/branch 31,14/' classes >bits
"$rvt" decode c.nex --elf c.elf --insn-class bits --pcs >found 2>err
check "classes: other bits" differ "$(cmp -s found custom.pcs || echo differ)"
while read -r line text; do
  echo "$line" | tr '_' ' ' >wrong
  "$rvt" decode c.nex --elf c.elf --insn-class wrong >found 2>err
  check "classes: $line" "2 rvt decode: wrong:1: expected $text" "$? $(cat err)"
done <<'END'
0x7f_0x0b MASK MATCH CLASS [BITS], the first two numbers
0x7f_nine_branch MASK MATCH CLASS [BITS], the first two numbers
0x0b_0x7f_branch a match within its mask, which has bits that tell the length
0x7f_0x0b_jump none, branch, direct-jump, direct-call, indirect-jump, indirect-call, return or trap-return
0x7f_0x0b_return_31 bits of a branch or direct jump alone
0x7f_0x0b_branch_31-99 bits of the word as 31,7,30-25, the highest one first, at most 24
END

report

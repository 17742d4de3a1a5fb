#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The checks of the registers pass on the tree and refuse it with one fault planted: in the source,
# in the specification's tables, in a generated file, in the model.
set -euo pipefail
make -s --no-print-directory need-regs need-lint need-build
python=${PYTHON:-build/venv/bin/python3}
. scripts/lib/refuses.sh

fresh() { # a copy of everything the script reads and writes
  rm -rf "$tmp/tree"
  mkdir -p "$tmp/tree/cmodel" "$tmp/tree/docs/reference" "$tmp/tree/sim/lists"
  cp -r rtl "$tmp/tree/"
  cp -r cmodel/include "$tmp/tree/cmodel/"
  cp -r cmodel/base cmodel/framing cmodel/model "$tmp/tree/cmodel/"
  cp docs/reference/registers.md "$tmp/tree/docs/reference/"
  cp sim/lists/*.tsv "$tmp/tree/sim/lists/"
}

regs() {
  "$python" scripts/regs/regs.py "$1" --source "$tmp/tree/rtl/control/rvt_regs.rdl" \
    --expected "$tmp/tree/sim/lists/registers_expected.tsv" --out "$tmp/tree"
}

faulty() { # COMMAND TEXT FILE SED
  fresh
  plant "$tmp/tree/$3" "$4"
  refuses "$1: $3 with '$4'" "$2" regs "$1"
}

fresh
for command in check compare evaluate exercise; do
  accepts "$command" regs "$command"
done

# The source against the specification's tables.
te=rtl/control/rvt_te.rdl
faulty compare 'rtl/control has no field that begins there' $te 's/trTeContext\[9:9\]/trTeContext[10:10]/'
faulty compare 'msb: expected 26' $te 's/trTeFormat\[26:24\]/trTeFormat[25:24]/'
faulty compare 'reset: expected 1,' $te 's/trTeEmpty\[3:3\] = 1/trTeEmpty[3:3] = 0/'
faulty compare 'field: expected trTeInhibitSrc' $te 's/trTeInhibitSrc\[/trTeInhibitSource[/'
faulty compare 'access: expected RO' $te 's/tci_const (.*trTeDataImplemented)/tci_warl \1/'
faulty compare 'values: expected 0,3,6,7' $te 's/6 if Format \+ Htm"/5 if Format + Htm"/'
faulty compare 'register: expected trTeImpl' $te 's/\} trTeImpl @/} trTeImplementation @/'
faulty compare 'repeat: expected 8x020' $te 's/trTeComp\[8\]/trTeComp[7]/'
faulty compare 'rtl/control has no field' rtl/control/rvt_ram.rdl 's/trRamWPHigh @0x024/trRamWPHigh @0x034/'
faulty compare 'does not have it' sim/lists/registers_expected.tsv '/trPibCalibrate/d'
faulty compare 'reset: expected 2,' sim/lists/registers_expected.tsv 's/(trPibVerMajor\tRO\t)1/\12/'

# The source against itself.
faulty check 'no parameter of the build' $te 's/1 if Context/1 if Contexts/'
faulty check 'is no line of features.tsv' $te 's/feature: "triggers", meaning: "external trigger inputs/feature: "trigger", meaning: "external trigger inputs/'
faulty check 'reset value 7 is not legal' $te 's/trTeInstMode\[6:4\] = 0/trTeInstMode[6:4] = 7/'
faulty check 'CLAMP needs 0' $te 's/"0\.\.15"\), \.POLICY\(tci_policy_e::CLAMP/"1..15"), .POLICY(tci_policy_e::CLAMP/'
faulty check 'without a hole' $te 's/"0, 1\.\.3 if ExtTrigOut > 0"/"0, 2..3 if ExtTrigOut == 0"/'
faulty check 'MASK needs 2^n' $te 's/"0, 1\.\.3 if ExtTrigOut > 0"/"0, 1..2"/'
faulty check 'is also a field of' rtl/control/rvt_pib.rdl 's/trPibVerMinor/trPibEnable/'
faulty check 'is above its ceiling' rtl/control/rvt_pib.rdl 's/"Serial", preset: 0/"Serial", preset: 1/'
faulty check 'no field uses' rtl/control/rvt_ram.rdl 's/RESET\("Smem"\)/RESET("0")/;s/1 if Smem/1/'
faulty check 'te.trTeControl.trTeContext: names a field of the configuration, but no build lets software write it' $te 's/"0, 1 if Context"\), \.COUNTS/"0"), .COUNTS/'
faulty check 'expected a field mood of 3 bits in config of structs.toml, found none' $te 's/CONFIG\("mode"\)/CONFIG("mood")/'
faulty check 'and no other, names one of the configuration' $te 's/, \.CONFIG\("mode"\)//'

# Generated files that are not current, or say something else.
package=rtl/control/rvt_regs_te_pkg.sv
faulty check 'rvt_regs_te_pkg.sv is not what' $package 's/12.h040/12'"'"'h044/'
faulty check 'regs.h is not what' cmodel/include/rvt/regs.h 's/0x00000101u/0x00000100u/'
faulty check 'registers.md is not what' docs/reference/registers.md 's/keep, never 0/keep/'
faulty check 'registers.tsv is not what' $te 's/1\.\.SrcBitsMax if/1..SrcBitsMax - 1 if/'
faulty check 'register_params.tsv is not what' rtl/control/rvt_pib.rdl 's/"Pins", preset: 8/"Pins", preset: 4/'
faulty evaluate 'address: expected 0x040' $package 's/12.h040/12'"'"'h044/'
faulty evaluate 'gives te_context = 4, expected 1' $package 's/logic \[1:0\] zero_7;//;s/logic te_context;/logic [2:0] te_context;/'
faulty evaluate 'reset: expected 1 in' $package 's/(TrTeImplReset = 32.h0000010)1/\10/'
faulty evaluate 'tr_te_src_bits_warl' $package "s/32'\(value\) > src_bits_max/32'(value) >= src_bits_max + 2/"
faulty evaluate 'tr_te_inst_mode_warl' $package 's/format \+ htm != 0 \? 3.d6/htm != 0 ? 3'"'"'d6/'
faulty evaluate 'tr_te_src_id_warl' $package 's|~\(~0 << tr_te_src_bits\)|~(~1 << tr_te_src_bits)|'
faulty evaluate 'RVT_TR_TE_INST_MODE_MASK == 112u' cmodel/include/rvt/regs.h 's/0x00000070u/0x000000F0u/'
faulty evaluate 'RVT_TR_RAM_LIMIT_LOW_OFFSET == 0x018' cmodel/include/rvt/regs.h 's/(LIMIT_LOW_OFFSET +)0x018u/\10x01Cu/'
faulty evaluate 'RVT_FIELD(RVT_TR_TE_CONTROL_RESET, RVT_TR_TE_EMPTY) == 1' cmodel/include/rvt/regs.h 's/0x00000008u/0x00000000u/'

# The model against the source.
encoder=cmodel/model/control/regs_encoder.c
faulty exercise '0x008 reads' $encoder 's/return value < p->src_bits_max \?/return value < p->src_bits_max + 2u ?/'
faulty exercise '0x008 reads' $encoder 's/if \(timed\) value &= 8/if (timed) value \&= 15/'
faulty exercise '0x000 reads' $encoder 's/clocks && !p->sync_clocks \? old/clocks \&\& !p->sync_clocks ? 0/'
ram=cmodel/model/control/regs_ram.c
faulty exercise '0x018 reads' $ram 's/limit < top\(s\) \? limit : top\(s\)/limit \& top(s)/'
faulty exercise '0x0[12][08] reads' $ram 's/\(w & ~lanes\)/w/; s/return \(word_of\(s, in\) & ~lanes\)/return word_of(s, in)/'
pib=cmodel/model/control/regs_pib.c
faulty exercise '0x000 reads' $pib 's/value : old;/value : RVT_PIB_OFF;/'
faulty exercise '0x000 reads' $pib 's/divider < most \? divider : most/divider \& most/'
faulty exercise '0x000 reads' $encoder 's/if \(old != RVT_MODE_OFF\) return old/if (old == RVT_MODE_HTM) return old/'
fields=sim/lists/registers.tsv
faulty exercise '0x000 reads' $fields 's/0, 1 if Events\t/0, 1 if Events * SeqJump\t/'
faulty exercise '0x008 reads' $fields 's/\(1 << trTeSrcBits\) - 1/(1 << SrcBitsMax) - 1/'
faulty exercise '0x018 reads' $fields 's/(trRamLimitLow\t31\t2\tWARL\t)\(1 << SramWordsLog2\) - 1/\10/'

echo "registers: $count cases: good ones accepted, faults refused"

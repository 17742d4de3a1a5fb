#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Recorded programs through E-Trace's optional modes, each alone and all crossed, and back: cli_etrace_modes.sh [RVT]; run in the top
# directory of the tree.
. cmodel/tests/tools/cli.sh
cd "$dir" || exit 2

encode() { # program, options: a.te with its side-car, the recorded PCs in pcs
  program=$corpus/$1/program
  shift
  "$rvt" encode --format e-trace "$@" --pcs pcs --elf "$program.elf" -o a.te "$program.rvti" 2>err
}
# Where longjmp() leaves functions counting calls alone (1) goes wrong, and irdepth may mean two returns (ETR:DC-05).
all='--implicit-return --branch-prediction=5 --jump-target-cache=5'
for name in calls-rv32 calls-rv64 interp-rv32 interp-rv64 nested-rv64 setjmp-rv32 sort-rv32 sort-rv64 traps-rv32 traps-rv64; do
  counts=--implicit-return=1 ambiguous='^$'
  [ $name != setjmp-rv32 ] || counts=--implicit-return=2 ambiguous='ETR:DC-05\|more warnings$'
  for mode in --implicit-return '--implicit-return=2 --sync-mode=halfwords --sync-max=1' "$counts --sync-mode=messages --sync-max=2" \
    --branch-prediction=5 '--branch-prediction=1 --sync-mode=halfwords --sync-max=1' \
    --jump-target-cache=5 '--jump-target-cache=1 --full-address --sync-mode=messages --sync-max=0' \
    '--implicit-return --irets' "$all --irets --sync-mode=halfwords --sync-max=1" "$all" "$all --sequential-jump --sync-mode=halfwords --sync-max=2" "$all --full-address --ownership=context --blocks=3" \
    '--implicit-return --stack-depth=2 --branch-prediction=7 --jump-target-cache=7 --blocks=4 --sync-mode=halfwords --sync-max=4'; do
    known=$ambiguous
    # shellcheck disable=SC2086  # words
    encode $name $mode
    check "encode $name $mode" 0 $?
    "$rvt" decode --pcs a.te >found 2>err
    said=$?
    case $mode in *--irets*) known='^$' ;; esac # which nothing can be mistaken with (ETR:A-06)
    check "decode $name $mode" '0 ' "$said $(grep -v "$known" err)"
    cmp -s pcs found
    check "the recorded PCs of $name $mode" 0 $?
  done
done

# What is on is told, used and shown; a dump makes the same bytes.
size() { encode "$@" && stat -c %s a.te; }
plain=$(size interp-rv32)
for one in '--implicit-return 0x1' '--branch-prediction=5 0x10' '--jump-target-cache=5 0x8' "$all 0x19"; do
  mode=${one% *}
  # shellcheck disable=SC2086  # words
  check "fewer bytes with $mode" yes "$([ "$(size interp-rv32 $mode)" -lt "$plain" ] && echo yes)"
  check "options with $mode" "${one##* }" "$("$rvt" dump a.te | sed -n '1s/.*ioptions=\([^ ]*\).*/\1/p')"
  "$rvt" dump a.te >dumped
  "$rvt" assemble --config a.te.json dumped -o b.te 2>err
  cmp -s a.te b.te
  check "dump and assemble with $mode" 0 $?
done
check 'kinds of packets' 'yes yes yes' "$(for kind in BranchCount TargetIndex irreport=1; do grep -q "$kind" dumped && echo yes; done | xargs)"
check 'kinds of packets that are counted' 'BranchCount TargetIndex' "$("$rvt" stats a.te | grep -o -e '^BranchCount' -e '^TargetIndex' | xargs)"
encode setjmp-rv32 $all --irets && "$rvt" dump a.te >dumped
check 'options and counts with --irets' 'implicit_return=1 branch_predictor=1 jump_target_cache=1 iret_ext=1 irets=0' \
  "$({ sed -n 1p dumped | grep -o -e 'implicit_return=.' -e 'branch_predictor=.' -e 'jump_target_cache=.' -e 'iret_ext=.'; grep -o -m1 'irets=0' dumped; } | xargs)"
"$rvt" assemble --config a.te.json dumped -o b.te 2>err
cmp -s a.te b.te
check 'dump and assemble with --irets' 0 $?
encode interp-rv32 $all
check 'sizes in the side-car' '"bpred_bits": 5 "cache_bits": 5 "f0s_bits": 1 "irdepth_bits": 4' \
  "$(grep -o -e '"bpred_bits": .' -e '"cache_bits": .' -e '"f0s_bits": .' -e '"irdepth_bits": .' a.te.json | xargs -d '\n')"

# Sizes that a side-car does not say, or says wrong.
wrong() { # what, sed of the side-car, part of the first complaint
  sed "$2" a.te.json >wrong.json
  "$rvt" decode --config wrong.json --pcs a.te >found 2>err
  check "$1: status" 1 $?
  check "$1" yes "$(grep -q -e "$3" err && echo yes)"
}
wrong 'no predictor' 's/"bpred_bits": 5/"bpred_bits": 0/; s/"f0s_bits": 1/"f0s_bits": 0/' 'no predictor is configured), found it switched on (ETR:M-BP)'
wrong 'no cache' 's/"cache_bits": 5/"cache_bits": 0/; s/"f0s_bits": 1/"f0s_bits": 0/' 'none is configured), found it switched on (ETR:M-JTC)'
wrong 'no stack' 's/"irdepth_bits": 4/"irdepth_bits": 0/; s/"stack_depth": 8/"stack_depth": 0/' 'no return stack is configured), found it switched on (ETR:M-IRET)'
wrong 'another extension' 's/"etrace": {/"etrace": { "iret_ext": true,/' 'ETR:'
wrong 'another cache' 's/"cache_bits": 5/"cache_bits": 4/' 'hint: has the encoder stack_depth 8, bpred_bits 5 and cache_bits 4, as wrong.json says?'
# Widths.
for width in src_bits=12 time_bits=8 priv_bits=3 context_bits=8; do
  wrong "another width: $width" "s/\"${width%=*}\": ./\"${width%=*}\": ${width#*=}/" "hint: has the encoder .*${width%=*} ${width#*=}.*, as wrong.json says?"
done

# What no build has.
program=$corpus/calls-rv32/program
for bad in '--implicit-return --stack-depth=12|--stack-depth: expected 0, 2, 4, 8, 16 or 32 with E-Trace' '--implicit-return --itype-width=3|--itype-width: expected 4' \
  '--irets|--irets: expected --implicit-return' '--implicit-return --stack-depth=0|--stack-depth: expected 1..32' '--branch-prediction=8|--branch-prediction: expected 1..7' \
  '--jump-target-cache=0|--jump-target-cache: expected 1..7' '--ownership=context --context-width=33|--context-width: expected 1..'; do
  # shellcheck disable=SC2086  # words
  encode calls-rv32 ${bad%|*}
  check "refused: ${bad%|*}" '2 yes' "$? $(grep -q -e "${bad#*|}" err && echo yes)"
done
for option in --branch-prediction=3 --jump-target-cache=3; do
  "$rvt" encode $option -o b.nex "$program.rvti" 2>err
  check "N-Trace has not: $option" '2 yes' "$? $(grep -q 'expected --format e-trace, which has it, found n-trace' err && echo yes)"
done
report

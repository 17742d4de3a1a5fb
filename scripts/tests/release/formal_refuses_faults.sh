#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# scripts/formal/formal.py passes a proof that holds, and refuses each way in which one can mean nothing.
set -euo pipefail
scripts/setup/setup.sh formal
. scripts/lib/refuses.sh
mkdir -p "$tmp/faults"

wrapper() { # PROPERTIES...: a wrapper of the return stack with these lines
  {
    echo '`include "rvt_assert.svh"'
    echo 'module rvt_fv_test (input logic clk_i, input logic rst_ni, input logic push_i, input logic pop_i);'
    echo '  logic any; logic [3:0] top;'
    echo '  rvt_ret_stack #(.Depth(2), .Width(4)) i_dut (.clk_i, .rst_ni, .clr_i(1'"'"'b0),'
    echo '    .en_i(1'"'"'b1), .push_i, .pop_i, .count_o(), .addr_i(4'"'"'d5), .any_o(any), .top_o(top));'
    echo '  always @(*) if ($initstate) assume (!rst_ni);'
    printf '  %s\n' "$@"
    echo 'endmodule'
  } >"$tmp/rvt_fv_test.sv"
}

run() { # LINE: the runner on a list of one line
  echo "$1" >"$tmp/formal.list"
  python3 scripts/formal/formal.py --list "$tmp/formal.list" --faults "$tmp/faults"
}

bug() { # NAME TEXT WITH: a planted bug that puts WITH in the place of TEXT
  printf '%s\n' '[[fault]]' "name = '$1'" '[[fault.change]]' 'file = "rtl/common/rvt_ret_stack.sv"' \
    "old = '''$2'''" "new = '''$3'''" >"$tmp/faults/$1.toml"
}

good='`RVT_ASSERT(Any_A, !any || top == 4'"'"'d5)'
helps='`RVT_ASSERT(Any_L, !any || top == 4'"'"'d5)'
cover='`RVT_COVER(Any_C, any)'
bug real 'mem_q[target] <= addr_i;' "mem_q[target] <= 4'd6;"
bug none 'mem_q[target] <= addr_i;' 'mem_q[target] <= (addr_i);'
bug twice 'end' 'end '
line='test commit induction:4 rvt_fv_test drop:i_dut.* cover:6 fault:real:6'

wrapper "$good" "$cover"
# Slots hold 5 only if they were written, so the property alone is not inductive.
refuses 'a property that is not inductive' 'not inductive' run "$line"
accepts 'a good proof' run "${line/induction:4/pdr}"
refuses 'a bug without effect' 'is not caught' run "$(sed 's/induction:4/pdr/; s/real/none/' <<<"$line")"
refuses 'a bug that is in no table' 'has no gone' run "$(sed 's/induction:4/pdr/; s/real/gone/' <<<"$line")"
refuses 'a bug that fits many places' 'expected its old text once' \
  run "$(sed 's/induction:4/pdr/; s/real/twice/' <<<"$line")"
refuses 'a line without a planted bug' 'needs a cover and a planted bug' run "${line% *}"
wrapper "$good" '`RVT_ASSERT(Else_A, !any || top != 4'"'"'d0)' "$cover"
refuses 'a bug that another property sees' 'is not caught within 6 clocks by Else_A' \
  run "${line/induction:4/pdr}:Else_A"
wrapper "$cover"
refuses 'a netlist without assertion' 'holds no assertion' run "$line"
wrapper "$good"
refuses 'a proof without cover' 'holds no cover' run "$line"
wrapper "$good" '`RVT_ASSUME(No_M, !push_i)' "$cover"
refuses 'a vacuous proof' 'cover not reached: Any_C' run "${line/induction:4/bmc:6}"
wrapper "$helps" "$cover"
refuses 'a bug that only a lemma sees' 'holds no assertion' run "${line/induction:4/pdr}"
wrapper '`RVT_ASSERT(Any_A, !any)' "$cover"
refuses 'a wrong property' 'fails from reset: Any_A' run "$line"
echo "formal: $count cases told apart"

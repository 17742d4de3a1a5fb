#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The checker of the recorder of control transfers names each mistake of a hart or adapter once, by its row; says nothing of a hart that keeps
# the rules; and ends a run where a recorder moves its pointer out of the depth, or records while frozen.
set -euo pipefail
tmp=${RVT_TMP:-$(mktemp -d)}

cat >"$tmp/tb.sv" <<'EOF'
module tb;
  logic clk = 0, rst_n = 0;
  always #5 clk = !clk;
  // Two slots of blocks of a hart with the hypervisor; one slot of instructions of one without.
  logic [5:0] iretire = 0;
  logic [127:0] iaddr = 0, target = 0;
  logic [7:0] itype = 0;
  logic [3:0] ilastsize = 0;
  logic [1:0] mispredict = 0, moves = 0;
  logic [2:0] priv = 0, priv_after = 0;
  logic [63:0] epc = 0;
  logic halted = 0, cycle = 1, busy = 0, frozen = 0;
  logic [7:0] wrptr = 15;
  logic [2:0] depth = 0;
  rvt_check_ctr #(.Blocks(2), .Hyp(1)) two (
    .clk_i(clk), .rst_ni(rst_n), .iretire_i(iretire), .iaddr_i(iaddr), .itype_i(itype), .ilastsize_i(ilastsize), .priv_i(priv),
    .halted_i(halted), .target_i(target), .mispredict_i(mispredict), .priv_after_i(priv_after), .epc_i(epc), .cycle_i(cycle), .busy_i(busy),
    .moves_i(moves), .frozen_i(frozen), .wrptr_i(wrptr), .depth_i(depth));
  logic one_retires = 0, one_cycle = 1;
  logic [2:0] one_priv = 3;
  logic [31:0] one_at = 0, one_target = 0;
  logic [3:0] one_itype = 0;
  rvt_check_ctr #(.Xlen(32), .IretireWidth(1), .Single(1)) one (
    .clk_i(clk), .rst_ni(rst_n), .iretire_i(one_retires), .iaddr_i(one_at), .itype_i(one_itype), .ilastsize_i(2'd1), .priv_i(one_priv),
    .halted_i(1'b0), .target_i(one_target), .mispredict_i(1'b0), .priv_after_i(one_priv), .epc_i('0), .cycle_i(one_cycle), .busy_i(1'b0),
    .moves_i(1'b0), .frozen_i(1'b0), .wrptr_i(8'd0), .depth_i(3'd0));
  task automatic slot(input int k, input int half, input int at, input int t, input int to, input logic misp = 0);
    iretire[3*k+:3] = 3'(half);
    iaddr[64*k+:64] = 64'(at);
    itype[4*k+:4] = 4'(t);
    ilastsize[2*k+:2] = half == 1 ? 2'd0 : 2'd1;
    target[64*k+:64] = 64'(to);
    mispredict[k] = misp;
  endtask
  task automatic clock(input int mode, input int led = -1, input int trapped = 0);
    {priv, priv_after, epc} = {3'(mode), led < 0 ? 3'(mode) : 3'(led), 64'(trapped)};
    @(negedge clk);
    {iretire, itype, mispredict, busy, halted} = '0;
  endtask
  // One block; after a reset, so that nothing of before is known.
  task automatic alone(input int mode, input int half, input int at, input int t, input int to, input int led = -1, input int trapped = 0);
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    slot(0, half, at, t, to);
    clock(mode, led, trapped);
  endtask
  task automatic insn(input int at, input int t, input int to);
    {one_retires, one_at, one_itype, one_target} = {1'b1, 32'(at), 4'(t), 32'(to)};
    @(negedge clk);
    one_retires = 0;
    one_itype = 0;
  endtask
  initial begin
    repeat (2) @(negedge clk);
    rst_n = 1;
    slot(0, 4, 'h100, 0, 0);             // two blocks, the second ends with a jump
    slot(1, 2, 'h108, 11, 'h200, 1);
    clock(0);
    slot(0, 3, 'h200, 4, 'h206);         // not taken
    slot(1, 0, 0, 1, 'h800);             // traps at the next, into S
    clock(0, 1, 'h206);
    slot(0, 2, 'h800, 3, 'h206, 1);      // sret, not predicted
    clock(1, 0);
    slot(0, 0, 0, 2, 'h900);             // an interrupt at its target
    clock(0, 3, 'h206);
    slot(0, 2, 'h900, 3, 'h300);         // mret into VS
    clock(3, 6);
    slot(0, 2, 'h300, 13, 'h400);
    slot(1, 0, 0, 1, 'h500);             // the target faults, into HS
    clock(6, 1, 'h400);
    slot(0, 2, 'h500, 0, 'h77);          // nothing of a transfer
    clock(1);
    slot(0, 0, 0, 2, 'h600);             // into debug mode
    clock(1, 4, 'h504);
    slot(0, 2, 'h1000, 0, 0);            // its program
    clock(4);
    slot(0, 2, 'h1004, 3, 'h504);
    clock(4, 0);
    slot(0, 2, 'h504, 0, 0);
    clock(0);
    insn('h10, 0, 0);
    insn('h14, 5, 'h40);
    insn('h40, 0, 0);
    $display("legal so far");
    slot(0, 0, 'h508, 11, 'h600);
    clock(0);
    alone(0, 2, 'h100, 6, 'h200);
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    slot(0, 2, 'h100, 3, 'h200);
    slot(1, 2, 'h200, 0, 0);
    clock(3);
    alone(7, 2, 'h100, 0, 0);
    alone(3, 2, 'h100, 3, 'h200, 0);
    slot(0, 2, 'h200, 0, 0);
    clock(3);                            // mode as it was
    alone(3, 0, 0, 1, 'h200, 0, 'h100);  // ... a trap that lowers it
    alone(0, 2, 'h100, 5, 'h200);
    slot(0, 2, 'h300, 0, 0);             // not where the jump led
    clock(0);
    alone(0, 2, 'h100, 0, 0);
    slot(0, 0, 0, 1, 'h800);
    clock(0, 3, 'h100);                  // xepc as before
    alone(0, 2, 'h100, 4, 'h120);        // where the branch would lead
    alone(0, 2, 'h100, 9, 'h201);
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    slot(0, 0, 0, 1, 'h800, 1);
    clock(0, 3, 'h100);
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    slot(0, 2, 'h100, 0, 0);
    busy = 1;
    clock(0);
    slot(0, 2, 'h104, 0, 0);
    halted = 1;
    clock(0);
    one_priv = 5;
    insn('h100, 0, 0);
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    one_priv = 3;
    one_cycle = 0;
    for (int i = 0; i < 4200; i++) insn('h104 + 4 * i, 0, 0);
    $display("the recorder's");
    frozen = 1;
    moves = 2;
    @(negedge clk);
    moves = 0;
    wrptr = 16;
    @(negedge clk);
    wrptr = 0;
    @(negedge clk);
    $finish;
  end
endmodule
EOF
verilator --binary --timing --assert -Wno-lint --Mdir "$tmp/obj" --top-module tb -f build/rtl.f "$tmp/tb.sv" -o sim >"$tmp/build.log" 2>&1 || { cat "$tmp/build.log"; exit 1; }
"$tmp/obj/sim" +verilator+error+limit+10 >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
if sed '/legal so far/,$d' "$tmp/out" | grep -i warning; then
  echo "a legal hart is warned of"
  exit 1
fi
count=0
while read -r text; do
  if [ "$(grep -cF -- "$text" "$tmp/out")" != 1 ]; then
    cat "$tmp/out"
    echo "expected once: $text"
    exit 1
  fi
  count=$((count + 1))
done <<'EOF'
two: itype 11 or a misprediction with iretire 0 (CTR:B-01)
two: itype 6 (CTR:F-03), which is reserved
two: a slot after a trap or return in one clock (CTR:H-02)
two: priv 7, then 7 (CTR:P-01)
two: priv 3 retires, and 0 was left (CTR:P-01)
two: itype 1 leads from priv 3 to 0 (CTR:P-01)
two: target 0x200, then 0x300 (CTR:B-03)
two: epc 0x100 of a trap, 0x104 is next (CTR:B-03)
two: target 0x120 of a branch not taken, 0x104 follows it (CTR:B-03)
two: target or epc 0x201 is odd (CTR:E-03)
two: misprediction of itype 1 (CTR:B-04)
two: a slot before an access is answered (CTR:H-02)
two: a slot while halted_i is 1 (CTR:B-06)
one: priv 5, then 5 (CTR:C-07)
one: 4096 slots without cycle_i (CTR:T-01)
EOF
if [ "$(grep -ci warning "$tmp/out")" != "$count" ]; then
  cat "$tmp/out"
  echo "expected $count warnings"
  exit 1
fi
for name in Frozen_A Pointer_A; do
  if [ "$(sed '1,/the recorder/d' "$tmp/out" | grep -c "two.$name failed")" != 1 ]; then
    cat "$tmp/out"
    echo "expected once: $name"
    exit 1
  fi
done
echo "recorder checker: $count mistakes named, none of a legal hart; two of a recorder"

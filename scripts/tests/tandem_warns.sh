#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The checker of tandem trace's encoder names each mistake of a hart or adapter once, by its row; says nothing of a hart that keeps the rules;
# and ends a run where an encoder loses something of a hart that obeys.
set -euo pipefail
tmp=${RVT_TMP:-$(mktemp -d)}

cat >"$tmp/tb.sv" <<'EOF'
module tb;
  logic clk = 0, rst_n = 0;
  always #5 clk = !clk;
  // Two slots of RV64 with D, which obeys after two clocks; one of RV32 without F, which obeys at once.
  logic [1:0] valid = 0, pc_valid = 0, insn_valid = 0, is32 = 0, gpr_valid = 0, fpr_valid = 0, fflags_valid = 0;
  logic [1:0] privilege_valid = 0, store_valid = 0;
  logic [5:0] kind = 0;
  logic [127:0] pc_r = 0, pc_w = 0;
  logic [63:0] insn = 0;
  logic [9:0] gpr = 0;
  logic [7:0] csr_valid = 0;
  logic [95:0] csr_number = 0;
  logic [3:0] privilege = 0, store_size = 0;
  logic stall = 0, lost = 0, bus = 0;
  logic [3:0] op = 13;
  rvt_check_tandem #(.Xlen(64), .Mlen(64), .Flen(64), .Nret(2), .Elements(1023), .StallLatency(2)) two (
    .clk_i(clk), .rst_ni(rst_n), .valid_i(valid), .kind_i(kind), .pc_valid_i(pc_valid), .pc_r_i(pc_r), .pc_w_i(pc_w),
    .insn_valid_i(insn_valid), .is32_i(is32), .insn_i(insn), .gpr_valid_i(gpr_valid), .gpr_i(gpr), .gpr_data_i('0), .gpr_old_known_i('0),
    .gpr_old_i('0), .fpr_valid_i(fpr_valid), .fpr_i('0), .fpr_data_i('0), .csr_valid_i(csr_valid), .csr_number_i(csr_number),
    .csr_data_i('0), .fflags_valid_i(fflags_valid), .fflags_i('0), .privilege_valid_i(privilege_valid), .privilege_i(privilege),
    .paddr_valid_i('0), .paddr_i('0), .eaddr_valid_i('0), .eaddr_i('0), .store_valid_i(store_valid), .store_size_i(store_size), .store_i('0),
    .pc_paddr_valid_i('0), .pc_paddr_i('0), .mtime_valid_i('0), .mtime_i('0),
    .bus_valid_i(bus), .bus_op_i(op), .bus_size_i('0), .bus_address_i('0), .bus_request_i('0), .bus_answered_i('0), .bus_result_i('0),
    .bus_response_i('0), .active_i(1'b1), .enable_i(1'b1), .stall_i(stall),
    .lost_i(lost));
  logic one_valid = 0, one_stall = 0;
  logic [1:0] one_size = 2;
  logic [31:0] one_pc = 0;
  rvt_check_tandem one (
    .clk_i(clk), .rst_ni(rst_n), .valid_i(one_valid), .kind_i('0), .pc_valid_i('0), .pc_r_i(one_pc), .pc_w_i(one_pc + 32'd2),
    .insn_valid_i(1'b1), .is32_i('0), .insn_i('0), .gpr_valid_i('0), .gpr_i('0), .gpr_data_i('0), .gpr_old_known_i('0),
    .gpr_old_i('0), .fpr_valid_i(1'b1), .fpr_i('0), .fpr_data_i('0), .csr_valid_i('0), .csr_number_i('0),
    .csr_data_i('0), .fflags_valid_i('0), .fflags_i('0), .privilege_valid_i('0), .privilege_i('0),
    .paddr_valid_i('0), .paddr_i('0), .eaddr_valid_i('0), .eaddr_i('0), .store_valid_i(one_valid), .store_size_i(one_size), .store_i('0),
    .pc_paddr_valid_i(1'b1), .pc_paddr_i('0), .mtime_valid_i(1'b1), .mtime_i('0),
    .bus_valid_i(1'b1), .bus_op_i('1), .bus_size_i('0), .bus_address_i('0), .bus_request_i('0), .bus_answered_i('0), .bus_result_i('0),
    .bus_response_i('0), .active_i(1'b1), .enable_i(1'b1), .stall_i(one_stall),
    .lost_i(1'b0));
  task automatic slot(input int k, input int what, input int at, input int to, input int word = 3);
    valid[k] = 1;
    kind[3*k+:3] = 3'(what);
    {pc_r[64*k+:64], pc_w[64*k+:64]} = {64'(at), 64'(to)};
    insn_valid[k] = what < 2;
    {is32[k], insn[32*k+:32]} = {word % 4 == 3, 32'(word)};
  endtask
  task automatic csr(input int k, input int c, input int number);
    csr_valid[4*k+c] = 1;
    csr_number[12*(4*k+c)+:12] = 12'(number);
  endtask
  task automatic clock();
    @(negedge clk);
    {valid, pc_valid, gpr_valid, fpr_valid, fflags_valid, privilege_valid, store_valid, csr_valid} = '0;
    one_valid = 0;
    {bus, op} = {1'b0, 4'd13};
  endtask
  task automatic retire(input int at, input int size = 2);
    {one_valid, one_pc, one_size} = {1'b1, 32'(at), 2'(size)};
    clock();
  endtask
  initial begin
    repeat (2) @(negedge clk);
    rst_n = 1;
    slot(1, 0, 'h100, 'h104);            // a hole, and what was there before
    clock();
    slot(0, 0, 'h104, 'h106, 'h8d0d);
    gpr_valid[0] = 1;
    gpr[4:0] = 5;
    fflags_valid[0] = 1;
    csr(0, 0, 'h300);
    slot(1, 1, 'h106, 'h800);            // a fault of the fetch
    insn_valid[1] = 0;
    for (int i = 0; i < 4; i++) csr(1, i, 'h341 + i);
    privilege_valid[1] = 1;
    privilege[3:2] = 3;
    clock();
    slot(0, 2, 'h77, 'h900);             // an interrupt: no instruction, no pc
    bus = 1;                             // and a fetch
    clock();
    slot(0, 0, 'h900, 'h904);
    store_valid[0] = 1;
    store_size[1:0] = 3;
    slot(1, 3, 0, 'h1);                  // reset; the pc that is next nobody knows
    clock();
    slot(0, 0, 'h100, 'h104);
    slot(1, 4, 0, 'h1);                  // registers from outside, and a pc
    gpr_valid[1] = 1;
    csr(1, 0, 'h300);
    clock();
    slot(0, 4, 0, 'h400);
    pc_valid[0] = 1;
    clock();
    stall = 1;                           // it obeys after two clocks
    slot(0, 0, 'h400, 'h404);
    clock();
    slot(0, 0, 'h404, 'h408);
    clock();
    stall = 0;
    clock();
    clock();
    slot(0, 0, 'h408, 'h40c);
    clock();
    retire('h10);
    one_stall = 1;
    clock();
    one_stall = 0;
    retire('h12);
    $display("legal so far");
    slot(0, 5, 0, 0);
    clock();
    csr(1, 3, 'h300);
    clock();
    slot(0, 2, 0, 'h800);
    insn_valid[0] = 1;
    clock();
    slot(0, 0, 'h800, 'h804, 'h8d0d);
    is32[0] = 1;
    clock();
    slot(0, 1, 'h804, 'h900);
    gpr_valid[0] = 1;
    gpr[4:0] = 5;
    clock();
    slot(0, 0, 'h900, 'h904);
    slot(1, 3, 0, 0);
    csr(1, 0, 'h300);
    clock();
    slot(0, 0, 'h900, 'h904);
    csr(0, 1, 'h342);
    csr(0, 3, 'h342);
    clock();
    slot(0, 0, 'h904, 'h908);
    privilege_valid[0] = 1;
    privilege[1:0] = 2;
    clock();
    slot(0, 0, 'h90c, 'h910);            // its pc_w is the one of the slot after
    slot(1, 0, 'h910, 'h915);
    clock();
    {bus, op} = {1'b1, 4'd14};
    one_stall = 1;
    retire('h14, 3);
    one_stall = 0;
    $display("the encoder's");
    lost = 1;
    clock();
    lost = 0;
    stall = 1;
    repeat (3) begin
      slot(0, 3, 0, 0);
      insn_valid[0] = 0;
      clock();
    end
    stall = 0;
    lost = 1;
    clock();
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
two: kind 5 (TV:E-02), which is none
two: a write in a slot that is not valid (TV:E-02)
two: insn_valid is wrong of kind 2 (TV:R-08)
two: is32 is wrong of insn 0x8d0d (TV:R-08)
two: kind 1 writes registers or memory (TV:R-14)
two: a reset that says something else (TV:R-13)
two: CSR 0x342 is written twice, or beside fflags (TV:R-03)
two: privilege 2 (TV:AMB-T17)
two: pc_r 0x90c, where 0x908 was to come (TV:R-07)
two: pc_w 0x915 is odd (TV:R-07)
two: bus operation 14 (TV:R-17), which is none
one: a store of 8 bytes with Xlen=32 and no D (TV:R-14)
one: groups in more than 0 clocks under stall_o (TV:E-05)
two: groups in more than 2 clocks under stall_o (TV:E-05)
EOF
if [ "$(grep -ci warning "$tmp/out")" != "$count" ]; then
  cat "$tmp/out"
  echo "expected $count warnings"
  exit 1
fi
if [ "$(sed '1,/the encoder/d' "$tmp/out" | grep -c "two.Obeyed_A failed")" != 1 ]; then
  cat "$tmp/out"
  echo "expected once: Obeyed_A"
  exit 1
fi
echo "tandem checker: $count mistakes named, none of a legal hart; a loss of one that obeys"

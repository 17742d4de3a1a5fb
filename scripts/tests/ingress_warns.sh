#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The checkers of the ingress port, of its instructions and of commit ports say each mistake of a hart, and each driven port that the encoder
# does not read, once; and say nothing of a hart that keeps the rules, nor of ports that every hart has.
set -euo pipefail
tmp=${RVT_TMP:-$(mktemp -d)}

cat >"$tmp/tb.sv" <<'EOF'
module tb;
  logic clk = 0, rst_n = 0;
  always #5 clk = !clk;
  logic [11:0] iretire = 0;
  logic [63:0] iaddr = 0;
  logic [7:0] itype = 0;
  logic three = 0;
  logic stops = 0, away = 0, stall = 0, driven = 0;
  function automatic rvt_build_pkg::build_t two_slots();
    two_slots = rvt_build_pkg::BuildDefault;
    two_slots.Blocks = 2;
    two_slots.StallLatency = 2;
  endfunction
  rvt_check_ingress #(.Build(two_slots())) dut (
    .clk_i(clk), .rst_ni(rst_n), .iretire_i(iretire), .iaddr_i(iaddr), .itype_i(itype), .ilastsize_i(4'd0), .priv_i(3'd2),
    .stops_i(stops), .away_i(away), .stall_i(stall));
  // A port of 3 bits: a direct jump is itype 0 there, an indirect one 6.
  function automatic rvt_build_pkg::build_t narrow();
    narrow = rvt_build_pkg::BuildDefault;
    narrow.ItypeWidth = 3;
  endfunction
  rvt_check_ingress #(.Build(narrow())) three_bits (
    .clk_i(clk), .rst_ni(rst_n), .iretire_i(iretire[5:0]), .iaddr_i(iaddr[31:0]), .itype_i(itype[2:0]), .ilastsize_i(2'd0), .priv_i(3'd7),
    .stops_i(1'b0), .away_i(!three || away), .stall_i(1'b0));
  // A port of an RV64 hart, of whose addresses 39 bits are kept, and whose privilege is reported.
  logic [63:0] wide = 0;
  logic wide_used = 0;
  logic [2:0] priv = 0;
  function automatic rvt_build_pkg::build_t kept();
    kept = rvt_build_pkg::BuildDefault;
    kept.Xlen = 64;
    kept.AddrBits = 39;
    kept.Context = 1;
  endfunction
  rvt_check_ingress #(.Build(kept())) sv39 (
    .clk_i(clk), .rst_ni(rst_n), .iretire_i({5'd0, wide_used}), .iaddr_i(wide), .itype_i(4'd10), .ilastsize_i(2'd0), .priv_i(priv),
    .stops_i(1'b0), .away_i(!wide_used), .stall_i(1'b0));
  task automatic wide_clock(input logic [63:0] address);
    wide = address;
    wide_used = 1;
    @(negedge clk);
    wide_used = 0;
  endtask
  // A port with its instructions, one a block, and whose privilege is reported.
  logic insn_used = 0, insn_sijump = 0;
  logic [3:0] insn_itype = 0;
  logic [31:0] insn_at = 0, insn_word = 0;
  logic [2:0] insn_priv = 0;
  rvt_check_insn #(.Context(1)) words (
    .clk_i(clk), .rst_ni(rst_n), .iretire_i(!insn_used || insn_itype inside {1, 2} ? 6'd0 : insn_word[1:0] == 3 ? 6'd2 : 6'd1), .iaddr_i(insn_at),
    .itype_i(insn_used ? insn_itype : 4'd0), .ilastsize_i({1'b0, insn_word[1:0] == 3}), .sijump_i(insn_sijump), .priv_i(insn_priv),
    .away_i(1'b0), .insn_addr_o(), .insn_i(insn_word));
  task automatic insn(input int priv, input int at, input logic [31:0] word, input int itype, input logic sijump = 0);
    {insn_used, insn_sijump, insn_priv, insn_at, insn_word, insn_itype} = {1'b1, sijump, 3'(priv), 32'(at), word, 4'(itype)};
    @(negedge clk);
    insn_used = 0;
  endtask
  // Commit ports, two channels.
  logic [1:0] commit_valid = 0, commit_trap = 0;
  logic [63:0] commit_insn = 0, commit_pc = 0;
  logic commit_irq = 0;
  logic [31:0] commit_irq_pc = 0;
  rvt_check_commit #(.Xlen(32)) ports (
    .clk_i(clk), .rst_ni(rst_n), .valid_i(commit_valid), .insn_i(commit_insn), .trap_i(commit_trap), .pc_i(commit_pc), .irq_i(commit_irq),
    .irq_pc_i(commit_irq_pc), .halted_i(1'b0));
  // A lone one is at channel 1: channels may be left out. An interrupt beside them is at `irq`.
  task automatic commit(input logic [31:0] pc, input logic [31:0] word, input logic trap = 0, input int irq = -1);
    {commit_valid, commit_trap} = {2'd2, trap, 1'b0};
    {commit_insn, commit_pc} = {word, 32'd0, pc, 32'd0};
    {commit_irq, commit_irq_pc} = {irq >= 0, 32'(irq)};
    @(negedge clk);
    {commit_valid, commit_irq} = '0;
  endtask
  localparam logic [31:0] Nop = 32'h13, Nop16 = 32'h1, Mret = 32'h3020_0073, Sret = 32'h1020_0073, Lui = 32'h1_2337, Jr = 32'h3_0067;
  localparam logic [31:0] Mstatus = 32'h3000_2073, Sstatus = 32'h1000_2073, Hstatus = 32'h6000_2073, Cycle = 32'hc000_2073;
  // An encoder that reads no optional port, and one that reads those it can.
  for (genvar i = 0; i < 2; i++) begin : g_encoder
    rvt_encoder #(.Events(i), .SeqJump(i), .TsWidth(i)) dut (
      .clk_i(clk), .rst_ni(rst_n), .cfg_i('0), .iretire_i('0), .iaddr_i('0), .itype_i('0), .priv_i('0),
      .ilastsize_i({2{driven}}), .cause_i({32{driven}}), .tval_i({32{driven}}), .sijump_i(driven),
      .context_i(driven), .ctype_i({driven, 1'b0}), .impdef_i(driven), .trigger_i(3'd0),
      .ext_trigger_i({driven, 2'd0}), .time_i(driven), .halted_i(1'b0), .hart_reset_i(1'b0), .lowpower_i(1'b0),
      .stall_o(), .m_valid_o(), .m_data_o(), .m_bytes_o(), .m_eom_o(), .m_sync_o(), .m_length_o(), .m_ready_i(1'b1),
      .m_dn_on_i(1'b1), .m_dn_stopped_i(1'b0), .m_dn_lost_i(1'b0), .m_sync_req_i(1'b0), .m_flush_req_i(1'b0),
      .m_flush_ack_o(), .empty_o(), .settled_o(), .overflow_o());
  end
  task automatic clock(input int r1, input int a1, input int t1, input int r0, input int a0, input int t0);
    iretire = {6'(r1), 6'(r0)};
    iaddr = {32'(a1), 32'(a0)};
    itype = {4'(t1), 4'(t0)};
    @(negedge clk);
    iretire = 0;
    itype = 0;
  endtask
  // One slot, where the block before ended or not; a finding is said once after each reset.
  task automatic again(input int r, input int a, input int t);
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    clock(0, 0, 0, r, a, t);
  endtask
  initial begin
    repeat (2) @(negedge clk);
    rst_n = 1;
    clock(0, 0, 0, 2, 'h100, 0);
    clock(2, 'h106, 0, 1, 'h104, 4);  // two slots, in order
    clock(0, 0, 1, 1, 'h10a, 5);      // a trap ends the newest; its iretire is 0, iaddr is not
    away = 1;
    clock(0, 0, 0, 2, 'h900, 0);
    away = 0;
    clock(0, 0, 0, 2, 'h200, 0);
    stall = 1;
    clock(0, 0, 0, 2, 'h204, 0);
    clock(0, 0, 0, 2, 'h208, 10);
    stall = 0;
    three = 1;
    clock(0, 0, 0, 2, 'h300, 0);      // a direct jump on 3 bits
    three = 0;
    again(2, 'h600, 11);
    three = 1;
    clock(0, 0, 0, 2, 'h600, 6 + 8);  // 6 there
    three = 0;
    again(2, 'h300, 0);
    wide_clock(64'h0000_003f_ffff_fffe);
    wide_clock(64'hffff_ffc0_0000_0000);
    insn(3, 'h100, Nop, 0);
    insn(3, 'h104, Mstatus, 0);
    insn(3, 'h108, Mret, 3);
    insn(0, 'h200, Cycle, 0);         // may be read
    insn(0, 'h204, Mstatus, 1);       // traps
    insn(1, 'h300, Sstatus, 0);
    insn(1, 'h304, Hstatus, 0);
    insn(1, 'h308, Sret, 3);
    insn(5, 'h400, 0, 1);             // traps, out of VU
    insn(6, 'h500, Sstatus, 0);
    insn(6, 'h504, Lui, 0);           // lui t1
    insn(6, 'h508, Jr, 10, 1);        // jr t1
    insn(6, 'h600, Jr, 10);
    insn(6, 'h700, Nop, 2);
    insn(3, 'h800, Nop, 0);
    insn(3, 'h804, Mret, 3);
    insn(3, 'h900, 0, 2);             // at once an interrupt, to S
    insn(1, 'ha00, Nop, 0);
    commit('h100, Nop16);
    commit('h102, Nop);
    commit('h106, Nop, 1);
    commit('h200, Nop, 0, 'h204);     // an interrupt in the clock of its retirement
    commit('h300, 32'h6f);            // a jump
    commit('h400, 32'hbe02);          // cm.jalt or c.fsdsp
    commit('h500, Nop);
    commit_irq_pc = 'h504;
    commit_irq = 1;                   // ... and alone
    @(negedge clk);
    commit_irq = 0;
    commit('h600, Nop16);
    {commit_valid, commit_insn, commit_pc} = {2'd3, Nop, Nop16, 32'h604, 32'h602};
    @(negedge clk);
    commit_valid = 0;
    commit('h608, Nop16);
    $display("legal so far");
    commit('h700, Nop16);             // neither told where it is next, nor as a trap
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    commit('h700, Nop16);
    commit('h700, Nop16);
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    insn(3, 'h100, 32'h0, 0);
    insn(3, 'h102, 32'h0, 0);         // once
    insn(3, 'h104, Nop, 2);
    insn(0, 'h104, Mstatus, 0);       // two at once
    insn(3, 'h108, Nop, 2);
    insn(1, 'h10c, Nop, 0);
    insn(3, 'h110, Jr, 10, 1);
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    insn(3, 'h200, '1, 0);
    insn(1, 'h204, Mret, 3);
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    insn(3, 'h300, 32'hc000_1073, 0); // unimp
    insn(5, 'h304, Sret, 3);
    rst_n = 0;
    @(negedge clk);
    rst_n = 1;
    insn(6, 'h400, Hstatus, 0);
    clock(2, 'h400, 10, 1, 'h304, 0); // the second is not where the block before ended
    clock(1, 'h404, 10, 0, 0, 0);     // a hole
    clock(1, 'h404, 10, 0, 'h500, 2); // after a trap
    stall = 1;
    repeat (3) clock(0, 0, 0, 2, 'h500, 10);
    stall = 0;
    again(3, 'h600, 4);
    clock(0, 0, 0, 2, 'h700, 0);
    again(3, 'h610, 0);
    clock(0, 0, 0, 3, 'h610, 0);
    again(4, 'h620, 0);
    clock(0, 0, 0, 4, 'h624, 0);
    again(1, 'h630, 0);
    clock(0, 0, 0, 1, 'h634, 0);
    again(2, 'h640, 0);
    clock(0, 0, 0, 0, 'h648, 1);      // an exception elsewhere
    again(0, 'h640, 5);
    again(2, 'h640, 6);
    again(2, 'h641, 10);
    stops = 1;
    away = 1;
    again(2, 'h650, 10);
    stops = 0;
    away = 0;
    three = 1;
    again(2, 'h660, 7);
    three = 0;
    wide_clock(64'h0000_0040_0000_0000);
    priv = 7;
    wide_clock(64'hffff_ffc0_0000_0000);
    driven = 1;
    repeat (3) @(negedge clk);
    $finish;
  end
endmodule
EOF
verilator --binary --timing -Wno-lint --Mdir "$tmp/obj" --top-module tb -f build/rtl.f "$tmp/tb.sv" -o sim >"$tmp/build.log" 2>&1 || { cat "$tmp/build.log"; exit 1; }
"$tmp/obj/sim" >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
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
dut: block at 0x400 after itype 0 that ended at 0x306: is a trap or jump missing?
ports: 0x700 where 0x60a is next, without a trap: is a retirement or trap missing?
ports: 0x700 twice, 0x702 is next: is valid held for more than a clock?
words: 0x0 at 0x100 retires: no hart executes it
words: 0x30002073 at 0x104 retires with priv 0, which may not execute it
words: priv 0 after a trap with priv 3: no trap lowers it
words: jump at 0x110 has sijump, the instruction before does not set its register
words: 0xffffffff at 0x200 retires: no hart executes it
words: 0x30200073 at 0x204 retires with priv 1, which may not execute it
words: 0xc0001073 at 0x300 retires: no hart executes it
words: 0x10200073 at 0x304 retires with priv 5, which may not execute it
words: 0x60002073 at 0x400 retires with priv 6, which may not execute it
dut: block at 0x700 after itype 4 that ended at 0x606: was the branch taken?
dut: block at 0x610 twice, its end was 0x616: is it held for more than a clock?
dut: block at 0x624 after itype 0 that ended at 0x628: does iretire count bytes?
dut: block at 0x634 after itype 0 that ended at 0x632: does iretire count insns?
dut: block at 0x648 after itype 0 that ended at 0x644: is a trap or jump missing?
dut: itype 5 with iretire 0 (NT:ING-03)
dut: itype 6, which a port of 4 bits does not have
dut: itype 7, which a port of 4 bits does not have
dut: iaddr is odd
dut: blocks while halted_i or lowpower_i is 1 are not traced (NT:ING-24)
sv39: iaddr 0x4000000000 is not the sign extension of its low 39 bits: AddrBits too small?
sv39: priv 7 is no privilege (NT:ING-18): Ownership messages would name another
three_bits: itype 7, which a port of 3 bits does not have
the used slots are not the lowest ones (NT:ING-02)
a slot after a trap in one clock (NT:ING-11)
slots in more than 2 clocks under stall (NT:ING-26)
g_encoder[0].dut.i_check_unread: trigger_i or ext_trigger_i is driven, a build with Events=0 does not read it
g_encoder[0].dut.i_check_unread: sijump_i is driven, and a build with SeqJump=0 does not read it
g_encoder[0].dut.i_check_unread: time_i is driven, and a build with TsWidth=0 does not read it
g_encoder[0].dut.i_check_unread: context_i is driven, and a build with Context below 2 does not read it
g_encoder[0].dut.i_check_unread: ctype_i is driven, and a build with Context below 2 does not read it
g_encoder[0].dut.i_check_unread: impdef_i is driven, and this version does not read it
g_encoder[1].dut.i_check_unread: context_i is driven, and a build with Context below 2 does not read it
g_encoder[1].dut.i_check_unread: ctype_i is driven, and a build with Context below 2 does not read it
g_encoder[1].dut.i_check_unread: impdef_i is driven, and this version does not read it
EOF
if [ "$(grep -ci warning "$tmp/out")" != "$count" ]; then
  cat "$tmp/out"
  echo "expected $count warnings"
  exit 1
fi
echo "ingress checkers: $count warnings, none for a legal hart or a port that every hart has"
